"""Tables as they are kept: a log that is only added to, and any of its last twenty steps taken back."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from conftest import Clock, act

from data.store import Store, Transaction
from data.tables import (
    Kept,
    open_table,
    place_table,
    steps_of,
    table_at,
    table_of_channel,
    tables_of,
    take_step,
    undo,
)
from league.refusing import NotNow
from league.steps import after
from league.table import (
    Away,
    BreakTable,
    Button,
    CloseTable,
    Deals,
    Hand,
    Misdeal,
    Move,
    Penalty,
    Seat,
    Stand,
    Step,
    Table,
    opened,
)

NOW = Clock().moment
OPENING = opened(3, "cash", "holdem", "rrp", 9, None, NOW)
NIGHT = (
    "INSERT INTO night (league_id, night_id, day, zone, kind, closed_at)"
    " VALUES (:league_id, :night_id, '2026-03-14', 'UTC', 'cash', 1)"
)
START: tuple[Step, ...] = (Seat(1), Seat(2), Seat(3), Button(1), Hand())


@pytest_asyncio.fixture
async def book(store: Store) -> AsyncIterator[Store]:
    for league_id in (1, 2):
        for night_id in (1, 2):
            await store.write(lambda tx, **values: tx.run(NIGHT, **values), league_id=league_id, night_id=night_id)
    yield store


async def opened_table(book: Store, table: Table = OPENING, league_id: int = 1, night_id: int = 1) -> int:
    return await book.write(open_table, act(league_id=league_id), night_id, table)


async def found(book: Store, table_id: int = 1) -> Kept:
    kept = await book.read(table_at, 1, table_id)
    assert kept is not None
    return kept


async def done(book: Store, *steps: Step, table_id: int = 1) -> Kept:
    kept = await found(book, table_id)
    for step in steps:
        kept = await book.write(take_step, act(), kept, step)
    assert kept == await found(book, table_id)
    return kept


def folded(*steps: Step) -> Table:
    table = OPENING
    for step in steps:
        table = after(table, step, NOW)
    return table


async def taken_back(book: Store, step_id: int | None = None) -> Kept:
    kept = await book.write(undo, act(by=8), await found(book), step_id)
    assert kept == await found(book)
    return kept


# ------------------------------------------------------------------ kept


async def test_a_table_is_kept_as_it_stands(book: Store) -> None:
    assert await opened_table(book) == 1
    kept = await done(book, *START)
    assert (kept.table, kept.last_step, kept.table_number, kept.opened_at) == (folded(*START), 5, 3, NOW)


async def test_each_league_numbers_its_own_tables_and_another_one_finds_nothing(book: Store) -> None:
    assert [await opened_table(book), await opened_table(book, league_id=2)] == [1, 1]
    second = await opened_table(book, replace(OPENING, table_number=4))
    await book.write(place_table, 1, second, 77, 78, NOW)
    assert second == 2
    assert await book.read(table_at, 2, 2) is None
    assert await book.read(table_of_channel, 2, 77) is None
    assert [kept.table_id for kept in await book.read(tables_of, 1, 1)] == [1, 2]
    assert [kept.league_id for kept in await book.read(tables_of, 2, 1)] == [2]
    await done(book, Seat(1), table_id=2)
    assert await book.read(steps_of, 2, 2, 9) == []
    stranger = replace(await found(book, 2), league_id=2)
    with pytest.raises(NotNow, match="no such table in this league"):
        await book.write(undo, act(league_id=2), stranger, 1)
    with pytest.raises(NotNow, match="no such table in this league"):
        await book.write(take_step, act(league_id=2), stranger, Seat(2))


async def test_a_number_is_open_once_in_a_night(book: Store) -> None:
    await opened_table(book)
    with pytest.raises(NotNow, match="Table 3 is open already"):
        await opened_table(book)
    assert await opened_table(book, night_id=2) == 2
    await done(book, CloseTable())
    assert await opened_table(book) == 3


async def test_a_closed_table_is_listed_only_when_asked_for_and_its_thread_is_free(book: Store) -> None:
    await opened_table(book)
    await book.write(place_table, 1, 1, 77, None, None)
    kept = await book.read(table_of_channel, 1, 77)
    assert kept is not None and (kept.channel_id, kept.message_id, kept.posted_at) == (77, None, None)
    assert (await done(book, BreakTable())).closed_at == NOW
    assert await book.read(tables_of, 1, 1) == []
    assert len(await book.read(tables_of, 1, 1, open_only=False)) == 1
    assert await book.read(table_of_channel, 1, 77) is None


async def test_its_card_is_remembered_with_the_moment_it_was_posted(book: Store) -> None:
    await opened_table(book)
    await book.write(place_table, 1, 1, 77, 78, NOW + timedelta(minutes=3))
    kept = await done(book, Seat(1))
    assert (kept.channel_id, kept.message_id, kept.posted_at) == (77, 78, NOW + timedelta(minutes=3))


# ------------------------------------------------------------------ the log


async def test_every_step_is_a_line_with_the_values_it_replaced(book: Store) -> None:
    await opened_table(book)
    await done(book, *START, Misdeal())
    lines = await book.read(steps_of, 1, 1, 3)
    assert [(line.step_id, line.step, line.by, line.at) for line in lines] == [
        (6, Misdeal(), 5, NOW),
        (5, Hand(), 5, NOW),
        (4, Button(1), 5, NOW),
    ]
    rows = await book.read(lambda tx: tx.all("SELECT was FROM table_step WHERE league_id = 1 ORDER BY step_id"))
    assert [json.loads(row["was"]) for row in rows[3:]] == [
        {"button": None},
        {"hand": None, "dealt_in": None, "decks": {"counted_at": "2026-03-14T19:30:00+00:00"}},
        {"is_redeal": None},
    ]


async def test_a_line_of_the_log_cannot_be_changed(book: Store) -> None:
    await opened_table(book)
    await done(book, Seat(1))
    with pytest.raises(sqlite3.IntegrityError, match="never changed"):
        await book.write(lambda tx: tx.run("UPDATE table_step SET made_by = 9"))


async def test_what_is_refused_leaves_no_line(book: Store) -> None:
    await opened_table(book)
    before = await done(book, Seat(1))
    with pytest.raises(NotNow):
        await done(book, Seat(1))
    assert await found(book) == before


# ------------------------------------------------------------------ undo


async def test_the_newest_step_is_taken_back_exactly_and_leaves_a_further_line(book: Store) -> None:
    await opened_table(book)
    before = await done(book, *START, Away(2), Penalty(3, 2))
    await done(book, Hand())
    after_it = await taken_back(book)
    assert after_it.table == before.table and after_it.last_step == 9
    first, second, *_ = await book.read(steps_of, 1, 1, 9)
    assert (first.step, first.undoes, first.by, second.step, second.undone) == (None, 8, 8, Hand(), True)


async def test_undo_goes_on_from_what_still_stands(book: Store) -> None:
    await opened_table(book)
    states = [await found(book)]
    for step in (*START, Deals(2, False), Hand()):
        states.append(await done(book, step))
    for state in reversed(states[:-1]):
        assert (await taken_back(book)).table == state.table
    with pytest.raises(NotNow, match="Nothing has been done"):
        await taken_back(book)


async def test_a_step_in_the_middle_is_taken_back_and_the_later_ones_stand(book: Store) -> None:
    await opened_table(book)
    await done(book, *START, Away(2), Hand(), Seat(9), Hand())
    assert (await taken_back(book, 6)).table == folded(*START, Hand(), Seat(9), Hand())


async def test_a_step_is_taken_back_from_before_one_that_was_taken_back_later(book: Store) -> None:
    """Line 9 takes back line 6, which is older than line 7: the way back leads over both."""
    await opened_table(book)
    await done(book, *START, Away(2), Hand(), Deals(3, False))
    await taken_back(book, 6)
    await done(book, Hand())
    assert (await taken_back(book, 7)).table == folded(*START, Deals(3, False), Hand())
    assert (await taken_back(book, 8)).table == folded(*START, Hand())


async def test_what_a_later_step_needs_is_not_taken_back(book: Store) -> None:
    await opened_table(book)
    before = await done(book, *START, Seat(9), Hand(), Penalty(9, 1))
    with pytest.raises(NotNow, match=r"^Step 8 came later and cannot stand without it") as refused:
        await taken_back(book, 6)
    assert "does not sit at this table" in str(refused.value)
    assert await found(book) == before


async def test_a_seat_given_to_somebody_else_is_not_given_back(book: Store) -> None:
    await opened_table(book)
    await done(book, *START, Move(2, 8), Hand(), Seat(9, 2))
    with pytest.raises(NotNow, match="Step 8 came later"):
        await taken_back(book, 6)


async def test_only_the_last_twenty_that_stand_are_within_reach(book: Store) -> None:
    await opened_table(book)
    await done(book, *START, *[Hand()] * 20)
    with pytest.raises(NotNow, match="one of the last 20"):
        await taken_back(book, 5)
    assert (await taken_back(book, 6)).table == folded(*START, *[Hand()] * 19)
    with pytest.raises(NotNow, match="Step 6 is not one"):
        await taken_back(book, 6)
    with pytest.raises(NotNow, match="Step 26 is not one"):
        await taken_back(book, 26)
    assert (await taken_back(book, 7)).table == folded(*START, *[Hand()] * 18)


async def test_a_table_closed_by_mistake_is_opened_again_with_everybody(book: Store) -> None:
    await opened_table(book)
    before = await done(book, *START, Stand(2))
    await done(book, CloseTable())
    kept = await taken_back(book)
    assert (kept.table, kept.closed_at) == (before.table, None)


async def test_a_closed_table_stays_closed_when_its_number_is_in_use_again(book: Store) -> None:
    await opened_table(book)
    before = await done(book, *START, CloseTable())
    await opened_table(book)
    with pytest.raises(NotNow, match="Table 3 is open already"):
        await taken_back(book)
    assert await found(book) == before


# ------------------------------------------------------------------ two at once, and a long night


async def test_a_step_counts_from_the_table_as_it_stands_and_not_as_it_was_seen(book: Store) -> None:
    await opened_table(book)
    seen = await done(book, *START)
    await done(book, Seat(9))
    kept = await book.write(take_step, act(), seen, Hand())
    assert kept.table == folded(*START, Seat(9), Hand()) == (await found(book)).table
    with pytest.raises(NotNow, match="already"):
        await book.write(take_step, act(), seen, Seat(9))
    await book.write(undo, act(), seen)
    assert (await found(book)).table == folded(*START, Seat(9))


async def test_two_programs_writing_at_once_lose_no_step(book: Store, tmp_path: Path) -> None:
    await opened_table(book)
    seen = await done(book, *START)
    other = await Store.open(tmp_path / "league.sqlite3")
    try:
        writers: list[Any] = [(book, Hand()), (other, Misdeal())] * 20
        await asyncio.gather(*(store.write(take_step, act(), seen, step) for store, step in writers))
    finally:
        await other.close()
    kept = await found(book)
    assert (kept.last_step, kept.table.hand) == (45, 21)
    assert len(await book.read(steps_of, 1, 1, 99)) == 45


async def test_a_step_reads_nothing_of_the_log(book: Store) -> None:
    await opened_table(book)
    seen = await done(book, *START)
    asked: list[str] = []

    class Noted(Transaction):
        def one(self, sql: str, **values: Any) -> Any:
            asked.append(sql)
            return super().one(sql, **values)

        all = one

        def run(self, sql: str, **values: Any) -> int:
            asked.append(sql)
            return super().run(sql, **values)

    await book.write(lambda tx: take_step(Noted(tx._connection), act(), seen, Hand()))
    assert [sql.split()[0] for sql in asked] == ["UPDATE", "INSERT"]
