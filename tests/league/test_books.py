"""What may be behind a difference of the count."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from league.books import BANK_PLACE, Booking, Move, likely, player, turned_round


def booking(number: int, amount: int, **more: int) -> Booking:
    moves = (Move(BANK_PLACE, player(1), amount),)
    return Booking(number, 1, datetime(2026, 3, 14, tzinfo=UTC), 5, "payment", "USD", moves, **more)


@pytest.mark.parametrize(
    ("difference", "amount", "why"),
    [
        (-4000, 4000, "same"),
        (8000, 4000, "twice"),
        (900, 4500, "digits_swapped"),  # 54 was meant
        (-36000, 4000, "point_slipped"),  # 400 was meant
        (3600, 4000, "point_slipped"),  # 4 was meant
    ],
)
def test_a_booking_that_would_explain_a_difference_is_named(difference: int, amount: int, why: str) -> None:
    found = likely(difference, [booking(1, 777), booking(2, amount)])
    assert [(one.booking.booking_id, one.why) for one in found] == [(2, why)]


def test_the_likeliest_and_newest_come_first_and_what_was_reversed_never() -> None:
    several = [booking(1, 500), booking(2, 1000), booking(3, 1000), booking(4, 1000, reversed_by=5), booking(5, 1000, reverses=4)]  # fmt: skip
    assert [one.booking.booking_id for one in likely(1000, several)] == [3, 2, 1]
    assert len(likely(1000, several, most=2)) == 2
    assert likely(0, several) == []


def test_moves_turned_round_undo_themselves() -> None:
    moves = (Move(BANK_PLACE, player(1), 5), Move(player(1), player(2), 3))
    assert turned_round(turned_round(moves)) == moves
