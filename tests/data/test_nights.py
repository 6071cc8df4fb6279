"""One night at a time: opened once, staffed for itself, closed once, its hours set."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

from conftest import act

from data.audit import recent_audit
from data.nights import (
    CLOSE,
    MORNING,
    add_staff,
    close_night,
    night_of,
    night_open,
    nights_open,
    open_night,
    place_cockpit,
    remove_staff,
)
from data.store import Store
from data.times import from_micros

DAY = date(2026, 3, 14)
EVENING = datetime(2026, 3, 14, 19, 30, tzinfo=UTC)


async def opened(store: Store, kind: str = "cash", **who: Any) -> Any:
    return await store.write(open_night, act(**who), DAY, "UTC", kind, 7)


async def jobs(store: Store) -> dict[str, str]:
    rows = await store.read(lambda tx: tx.all("SELECT kind, due_at FROM due_job ORDER BY kind"))
    return {row["kind"]: from_micros(row["due_at"]).isoformat() for row in rows}


async def test_a_league_has_one_night_open(store: Store) -> None:
    first = await opened(store)
    again = await store.write(open_night, act(by=6), date(2026, 3, 20), "Europe/Berlin", "tournament", 8)
    assert again == first
    assert first.day == DAY and first.kind == "cash" and first.opened_at == EVENING and first.opened_by == 5
    assert await store.read(night_open, 1) == first
    assert (await opened(store, league_id=2)).night_id == 1, "another league has its own"
    assert await store.read(nights_open) == [(1, 1), (2, 1)]


async def test_a_closed_night_is_over_and_the_next_has_the_next_number(store: Store) -> None:
    await opened(store)
    assert await store.write(close_night, act(), 1)
    assert not await store.write(close_night, act(), 1), "once"
    assert await store.read(night_open, 1) is None
    closed = await store.read(night_of, 1, 1)
    assert closed is not None and closed.closed_at == EVENING
    assert (await opened(store)).night_id == 2
    assert [row["what"] for row in await store.read(recent_audit, 1, 9)] == ["night opened", "night closed", "night opened"]  # fmt: skip


async def test_its_hours_are_set_with_the_opening_and_the_morning_stays(store: Store) -> None:
    await opened(store, "tournament")
    assert await jobs(store) == {
        CLOSE: "2026-03-15T12:00:00+00:00",
        MORNING: "2026-03-15T09:00:00+00:00",
    }
    await store.write(close_night, act(), 1)
    assert list(await jobs(store)) == [MORNING]


async def test_staff_of_a_night_are_added_and_removed_once(store: Store) -> None:
    await opened(store)
    assert [await store.write(add_staff, act(), 1, 50) for _ in range(2)] == [True, False]
    assert (await store.read(night_of, 1, 1)).staff == {50}  # type: ignore[union-attr]  # it is there
    assert [await store.write(remove_staff, act(), 1, 50) for _ in range(2)] == [True, False]
    assert (await store.read(night_of, 1, 1)).staff == frozenset()  # type: ignore[union-attr]  # it is there
    assert await store.write(add_staff, act(), 1, 50), "they may come back"
    assert (await store.read(night_open, 1)).staff == {50}  # type: ignore[union-attr]  # it is there


async def test_the_cockpit_is_remembered_where_it_stands(store: Store) -> None:
    await opened(store)
    await store.write(place_cockpit, 1, 1, 8, 99, EVENING)
    night = await store.read(night_open, 1)
    assert night is not None
    assert (night.channel_id, night.cockpit_message_id, night.cockpit_posted_at) == (8, 99, EVENING)
    await store.write(place_cockpit, 1, 1, 9, None, None)
    night = await store.read(night_open, 1)
    assert night is not None
    assert (night.channel_id, night.cockpit_message_id, night.cockpit_posted_at) == (9, None, None)
