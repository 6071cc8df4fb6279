"""What a step makes of a table.

A hand begins with the first riffle and must then be dealt (rrp-start-of-the-hand): what waits takes effect with the
next one. Pure; raises NotNow with a sentence.

>>> from datetime import UTC, datetime
>>> from league.table import Button, Hand, Seat, opened
>>> at = datetime(2026, 3, 14, 19, 30, tzinfo=UTC)
>>> table = opened(1, "cash", "holdem", "rrp", 9, None, at)
>>> for step in (Seat(11), Seat(12), Seat(13), Button(1), Hand(), Hand(), Seat(14)):
...     table = after(table, step, at)
>>> (table.hand, table.button, table.dealt_in, table.waiting[0].seat)
(2, 2, (11, 12, 13), 4)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from league import decks
from league.copies import but
from league.duties import hand_ended, on_penalty
from league.refusing import NotNow
from league.seating import changed, for_redeal, unserved_without, with_waiting
from league.table import MISDEALS, BreakTable, Button, CloseTable, Hand, Misdeal, Step, Table, Winner

REDEAL = "tda-35-c"


def after(table: Table, step: Step, at: datetime) -> Table:
    """The table after somebody did this at `at`. Raises NotNow when it cannot be done as the table stands."""
    if table.is_closed:
        raise NotNow("This table is closed: open a table to go on playing.")
    match step:
        case Hand(winners):
            return _next_hand(table, _those(winners, table.dealt_in), at)
        case Button(seat):
            return _button_is(table, seat, at)
        case Winner(winners):
            return _told_winners(table, winners)
        case Misdeal(outcome):
            return _dealt_again(table, outcome, at)
        case BreakTable() | CloseTable():
            return _closed(table)
        case _:
            return changed(table, step, at)


def _told_winners(table: Table, winners: tuple[int, ...]) -> Table:
    if table.hand < 2:
        raise NotNow("No pot has been played at this table yet: say who won it when the first hand is over.")
    return replace(table, winners=_those(winners, (seated.player_id for seated in table.seated)))


def _those(winners: tuple[int, ...], players: Iterable[int]) -> tuple[int, ...]:
    if not set(winners) <= set(players):
        raise NotNow("The winner of a pot is somebody who was dealt in: choose one of these.")
    return tuple(dict.fromkeys(winners))


def _button_is(table: Table, seat: int, at: datetime) -> Table:
    """Set the truth, and count the hands that the button must have passed on its way there."""
    coming = with_waiting(table, at)
    if coming.at(seat) is None:
        raise NotNow(f"Nobody sits at seat {seat}: the button is at a seat with a player.")
    if table.hand == 0:
        return replace(table, button=seat)
    if seat == table.button:
        return table
    assert table.button is not None  # a hand began with it
    ways = [_way(table, table.button, one.seat) for one in coming.seated if coming.gets_button(one)]
    passed = sum(way < _way(table, table.button, seat) for way in ways)
    for _ in range(passed):
        table = _next_hand(table, (), at)
    return _next_hand(table, (), at, seat)


def _next_hand(table: Table, winners: tuple[int, ...], at: datetime, seat: int | None = None) -> Table:
    """The hand in play has ended, the next one begins.

    `winners`: of the hand that ended, (): not told. `seat`: where the button is now, None: where it goes by itself.
    """
    if table.button is None:
        raise NotNow("The button has not been set: choose first whose it is, under Button is … on the table's card.")
    before = table.button
    table = with_waiting(hand_ended(table), at)
    players = tuple(seated for seated in table.seated if table.gets_button(seated))
    if len(players) < 2:
        raise NotNow("A hand needs two players: wait for one to sit down or come back, or close the table.")
    button = seat or table.coming_button
    assert button is not None  # there are two players
    lap_seat = table.decks.lap_seat
    is_past = lap_seat is not None and _way(table, before, lap_seat) <= _way(table, before, button)
    passed_on = decks.passed_on(table.decks) if table.hand else decks.begun(table.decks, at)
    return but(
        table,
        button=button,
        hand=table.hand + 1,
        is_redeal=False,
        winners=winners,
        dealt_in=tuple(seated.player_id for seated in players),
        serving=on_penalty(table),
        missing=tuple(seated.player_id for seated in players if seated.is_away),
        decks=decks.lapped(passed_on, is_past, button),
    )


def _dealt_again(table: Table, outcome: str, at: datetime) -> Table:
    """Button, blinds and players stay, and no hand is counted. Source: tda-35-c, rrp-fouled-deck."""
    if outcome not in MISDEALS:
        raise ValueError(f"no such outcome: {outcome}")
    if table.hand == 0:
        raise NotNow("No hand has begun at this table, so there is none to deal again.", REDEAL)
    return for_redeal(table, at)


def _closed(table: Table) -> Table:
    """Everybody is up; the hand in play, if there is one, was the last."""
    table = hand_ended(table)
    unserved = unserved_without(table, table.seated)
    return replace(
        table, seated=(), waiting=(), button=None, dealt_in=(), serving=(), missing=(), winners=(), unserved=unserved,
        is_closed=True,
    )  # fmt: skip


def hands_owed(table: Table, player_id: int, at: datetime) -> int:
    """The penalty hands that somebody who leaves this table owes after the hand in play, less those brought to it."""
    table = with_waiting(hand_ended(table), at)
    seated = table.player(player_id)
    return table.unserved.get(player_id, 0) + (0 if seated is None else seated.penalty_hands)


def _way(table: Table, start: int, seat: int) -> int:
    """How many seats to the left of `start` this seat is; `start` itself is a whole lap away."""
    return (seat - start - 1) % table.seat_count + 1
