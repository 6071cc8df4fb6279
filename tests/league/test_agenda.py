"""What a host sees to next: by hand from the clauses, and across changes of clocks in three zones."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from league.agenda import BREAK, CASE, NO_DEALER, PUSH, RELEASE, STUB, Due, Evening, due_of, final_table
from league.dealer import BUSTED, DEALING, RELEASED, Duty
from league.decks import Decks
from league.night import morning_at
from league.rotation import Dealer, Down
from league.table import Seated, Table

DAY = date(2026, 3, 14)
NOW = datetime(2026, 3, 14, 20, tzinfo=UTC)


def ago(minutes: int) -> datetime:
    return NOW - timedelta(minutes=minutes)


def table(number: int = 1, **changed: Any) -> Table:
    counted = {"decks": Decks(counted_at=ago(10))}
    return Table(**{"table_number": number, "kind": "tournament", "game": "holdem", "mode": "psp_self", "seat_count": 9, "break_order": None, **counted, **changed})  # fmt: skip


def seats(count: int, first: int = 1) -> tuple[Seated, ...]:
    return tuple(Seated(first + number, 1 + number) for number in range(count))


def evening(**given: Any) -> Evening:
    return Evening(**{"day": DAY, "zone": "UTC", "down_minutes": 30, **given})


def whats(found: Evening, now: datetime = NOW) -> list[tuple[str, int]]:
    return [(due.what, due.number) for due in due_of(found, now)]


def only(found: Evening, what: str, now: datetime = NOW) -> Due | None:
    fitting = [due for due in due_of(found, now) if due.what == what]
    assert len(fitting) < 2
    return fitting[0] if fitting else None


def test_nothing_is_due_on_an_evening_without_tables() -> None:
    assert due_of(evening(), NOW) == ()


# ------------------------------------------------------------------ pushes

TWO = (Dealer(1, ago(60)), Dealer(2, ago(60)))


def test_a_push_is_due_when_the_down_is_over_and_says_who_is_next() -> None:
    due = only(evening(dealers=TWO, downs=[Down(3, 1, ago(10))]), PUSH)
    assert due == Due(PUSH, NOW + timedelta(minutes=20), False, 3, player_id=1, next_id=2)


@pytest.mark.parametrize(("minutes", "overdue"), [(29, False), (30, True), (31, True)])
def test_a_push_is_overdue_from_its_minute_on(minutes: int, overdue: bool) -> None:
    due = only(evening(dealers=TWO, downs=[Down(3, 1, ago(minutes))]), PUSH)
    assert due is not None
    assert due.is_overdue is overdue


def test_downs_last_as_long_as_the_league_says() -> None:
    due = only(evening(dealers=TWO, downs=[Down(3, 1, ago(30))], down_minutes=45), PUSH)
    assert due is not None
    assert due.due_at == NOW + timedelta(minutes=15)


def test_whoever_deals_on_anyway_is_not_pushed() -> None:
    assert only(evening(dealers=TWO[:1], downs=[Down(3, 1, ago(40))]), PUSH) is None
    owing = (replace(TWO[0], only_at=3), TWO[1])
    assert only(evening(dealers=owing, downs=[Down(3, 1, ago(40)), Down(2, 2, ago(40))]), PUSH) is None


def test_a_down_that_is_over_is_not_pushed() -> None:
    assert only(evening(dealers=TWO, downs=[Down(3, 1, ago(40), ago(5))]), PUSH) is None


# ------------------------------------------------------------------ stubs


def test_a_stub_is_counted_half_an_hour_after_the_last_count() -> None:
    due = only(evening(tables=[table(hand=1)]), STUB)
    assert due == Due(STUB, NOW + timedelta(minutes=20), False, 1)


def test_a_stub_is_counted_early_in_a_new_down() -> None:
    due = only(evening(tables=[table(hand=1)], dealers=TWO, downs=[Down(1, 1, ago(5))]), STUB)
    assert due is not None
    assert due.due_at == NOW + timedelta(minutes=5)


def test_nothing_is_counted_at_a_table_that_has_not_begun() -> None:
    assert only(evening(tables=[table(hand=0)]), STUB) is None


# ------------------------------------------------------------------ the release


def duty(state: str = BUSTED, table_number: int = 1, busted: bool = True) -> Duty:
    return Duty(table_number, 7, state, has_discount=True, balance=None, has_busted=busted)


def test_a_busted_dealer_of_the_final_table_may_go_at_eleven() -> None:
    due = only(evening(tables=[table()], duties=[duty()]), RELEASE)
    assert due == Due(RELEASE, datetime(2026, 3, 14, 23, tzinfo=UTC), False, 1, player_id=7)


@pytest.mark.parametrize(
    ("tables", "duties"),
    [
        ([table(1), table(2)], [duty()]),  # not final yet
        ([table(1)], [duty(DEALING, busted=False)]),  # still in the tournament
        ([table(1)], [duty(RELEASED)]),  # gone already
        ([table(2)], [duty(table_number=1)]),  # of another table
    ],
)
def test_nobody_else_may(tables: list[Table], duties: list[Duty]) -> None:
    assert only(evening(tables=tables, duties=duties), RELEASE) is None


@pytest.mark.parametrize(
    ("tables", "final"),
    [
        ([], None),
        ([table(3)], 3),
        ([table(1), table(2)], None),
        ([table(2), replace(table(5), kind="cash")], 2),
    ],
)
def test_the_final_table_is_the_last_one_of_the_tournament(tables: list[Table], final: int | None) -> None:
    assert final_table(evening(tables=tables)) == final


# ------------------------------------------------------------------ tables and cases


@pytest.mark.parametrize(("players", "others", "breaks"), [(4, 5, True), (5, 5, False), (0, 5, False)])
def test_a_table_can_break_when_the_others_have_room_for_all_of_it(players: int, others: int, breaks: bool) -> None:
    tables = [
        table(1, break_order=2, seated=seats(others), seat_count=9),
        table(3, break_order=1, seated=seats(players, 100)),
    ]
    assert (only(evening(tables=tables), BREAK) is not None) is breaks


def test_tables_without_an_order_and_the_last_one_do_not_break() -> None:
    assert only(evening(tables=[table(1), table(2, seated=seats(2))]), BREAK) is None
    assert only(evening(tables=[table(1, break_order=1, seated=seats(2))]), BREAK) is None


@pytest.mark.parametrize(
    ("changed", "missing"),
    [
        ({"mode": "psp_dedicated"}, True),
        ({"mode": "psp_dedicated", "dealer_id": 50}, False),
        ({"mode": "psp_dedicated", "dealer_id": 1, "seated": (Seated(1, 1, is_away=True),)}, True),
        ({"mode": "psp_dedicated", "dealer_id": 1, "seated": (Seated(1, 1),)}, False),
        ({"mode": "psp_self"}, False),
        ({"mode": "rrp"}, False),
    ],
)
def test_a_dealer_is_missing_where_one_is_to_deal_and_nobody_does(changed: dict[str, Any], missing: bool) -> None:
    assert (only(evening(tables=[table(**changed)]), NO_DEALER) is not None) is missing


def test_whoever_rests_is_next_where_a_dealer_is_missing_and_nobody_who_deals() -> None:
    tables = [table(1, mode="psp_dedicated", dealer_id=1), table(2, mode="psp_dedicated")]
    for dealers, next_id in ((TWO, 2), (TWO[:1], None)):
        due = only(evening(tables=tables, dealers=dealers, downs=[Down(1, 1, ago(5))]), NO_DEALER)
        assert due == Due(NO_DEALER, None, False, 2, next_id=next_id)


def test_a_case_that_nobody_has_decided_is_open_since_its_opening() -> None:
    assert only(evening(cases=[(33, ago(12))]), CASE) == Due(CASE, ago(12), False, 33)


def test_what_is_open_or_overdue_comes_first_and_then_the_next_by_its_time() -> None:
    tables = [table(1, hand=3, break_order=2), table(2, mode="psp_dedicated", seated=seats(1), break_order=1)]
    found = evening(
        tables=tables, dealers=TWO, downs=[Down(1, 1, ago(32))], duties=[duty()], cases=[(5, ago(4)), (6, ago(1))]
    )
    assert whats(found) == [(CASE, 5), (PUSH, 1), (CASE, 6), (NO_DEALER, 2), (BREAK, 2), (STUB, 1)]


# ------------------------------------------------------------------ changes of clocks

CHANGES = [  # zone, day, hours from 18:00 to 23:00, hours from 23:00 to 9:00
    ("America/New_York", "2026-03-07", 5, 9),
    ("America/New_York", "2026-10-31", 5, 11),
    ("Europe/Berlin", "2026-03-28", 5, 9),
    ("Europe/Berlin", "2026-10-24", 5, 11),
    ("Africa/Cairo", "2026-04-23", 5, 9),  # the clocks go from 24:00 to 1:00
    ("Africa/Cairo", "2026-10-29", 5, 11),  # they go from 24:00 back to 23:00: the first one counts
]


@pytest.mark.parametrize(("zone", "day", "before", "after"), CHANGES)
def test_the_release_is_at_eleven_on_the_wall_whatever_the_clocks_do(
    zone: str, day: str, before: int, after: int
) -> None:

    six = datetime.fromisoformat(f"{day}T18:00").replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)
    found = evening(day=date.fromisoformat(day), zone=zone, tables=[table()], duties=[duty()])
    due = only(found, RELEASE, six)
    assert due is not None and due.due_at is not None
    assert due.due_at - six == timedelta(hours=before)
    assert morning_at(found.day, zone) - due.due_at == timedelta(hours=after)


@pytest.mark.parametrize(("zone", "day", "before", "after"), CHANGES)
def test_half_an_hour_is_half_an_hour_while_the_clocks_change(zone: str, day: str, before: int, after: int) -> None:

    late = datetime.fromisoformat(f"{day}T23:00").replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)
    for minutes in range(0, 300, 15):
        counted = late + timedelta(minutes=minutes)
        found = evening(day=date.fromisoformat(day), zone=zone, tables=[table(hand=1, decks=Decks(counted_at=counted))])
        due = only(found, STUB, counted)
        assert due is not None and due.due_at is not None
        assert due.due_at - counted == timedelta(minutes=30)
