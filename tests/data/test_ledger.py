"""Bookings as they are kept and read: statements, both sides' word, leagues apart, refusals."""

from __future__ import annotations

import pytest
from conftest import act
from money_night import begin, fresh

from data.closing import close_books, reopen
from data.ledger import (
    all_bookings,
    balance,
    balances,
    book,
    booking_of,
    bookings_of,
    check,
    confirm,
    confirmed_at,
    owing,
    statement,
)
from data.money import enter, pay, undo
from data.tips import book_tips, give
from league.books import BANK_PLACE, BUY_IN, HOUSE_PLACE, Move, balances_of, player, pool
from league.refusing import NotNow


def test_a_statement_tells_what_each_booking_did_and_the_balance_then() -> None:
    tx = fresh("cash")
    enter(tx, act(), 1, 1, BUY_IN, 5000)
    enter(tx, act(), 1, 2, BUY_IN, 700)
    pay(tx, act(), 1, 6000, "USD", "cash", 1)
    pay(tx, act(), 1, 99, "EUR", "cash", None)
    assert [(one.change, one.balance) for one in statement(tx, 1, 1, "USD")] == [(-5000, -5000), (6000, 1000)]
    assert [one.booking.booking_id for one in statement(tx, 1, 1, "USD", most=1)] == [3]
    assert statement(tx, 1, 5, "USD") == statement(tx, 2, 1, "USD") == []


def test_a_booking_reads_as_it_was_made() -> None:
    tx = fresh("cash")
    moves = [Move(BANK_PLACE, player(1), 5), Move(player(1), pool(1), 3), Move(pool(1), HOUSE_PLACE, 1)]
    number = book(tx, act(by=77), "odd", moves, "JPY", 1, method="m" * 60, reason="r" * 300)
    told = booking_of(tx, 1, number)
    assert told is not None
    assert (told.moves, told.what, told.currency, told.booked_by, told.booked_at) == (
        tuple(moves),
        "odd",
        "JPY",
        77,
        act().at,
    )
    assert (len(told.method), len(told.reason), told.total) == (40, 200, 5)
    assert bookings_of(tx, 1, 1) == all_bookings(tx, 1) == [told]
    assert balances(tx, 1) == balances_of([told])


def test_leagues_have_books_of_their_own() -> None:
    tx = fresh()
    begin(tx, league_id=2)
    enter(tx, act(), 1, 1)
    assert all_bookings(tx, 2) == [] and balances(tx, 2) == {} and owing(tx, 2) == []
    assert enter(tx, act(league_id=2), 1, 1) == 1
    assert balance(tx, 1, player(1), "USD") == balance(tx, 2, player(1), "USD") == -5000
    for work in (lambda: undo(tx, act(league_id=3), 1, "x"), lambda: pay(tx, act(league_id=3), 1, 5, "USD", "", None)):
        with pytest.raises(NotNow):
            work()


def test_both_sides_may_confirm_a_booking_that_they_are_in() -> None:
    tx = fresh("cash")
    number = enter(tx, act(), 1, 1, BUY_IN, 5000)
    assert confirm(tx, act(), number, 1) and not confirm(tx, act(), number, 1)
    assert confirmed_at(tx, 1, number) == {1: act().at}
    with pytest.raises(NotNow, match="not on your account"):
        confirm(tx, act(), number, 2)
    undo(tx, act(), number, "slip")
    with pytest.raises(NotNow, match="reversed meanwhile"):
        confirm(tx, act(), number, 1)


def test_what_has_no_reversal_says_what_to_do_instead() -> None:
    tx = fresh("cash")
    number = enter(tx, act(), 1, 1, BUY_IN, 5000, "cash")
    give(tx, act(by=102), 1, 1, 5)
    book_tips(tx, act(), 1)
    with pytest.raises(NotNow, match="one sum"):
        undo(tx, act(), number + 1, "x")
    with pytest.raises(NotNow, match="says why"):
        undo(tx, act(), number, " ")
    with pytest.raises(NotNow, match="no booking of that number"):
        undo(tx, act(), 99, "x")
    closing = close_books(tx, act(), 1, None, "left over")
    assert closing is not None
    with pytest.raises(NotNow, match="closed"):
        undo(tx, act(), closing, "x")
    reopen(tx, act(), 1, "x")
    with pytest.raises(NotNow, match="reversed already"):
        undo(tx, act(), closing, "x")
    with pytest.raises(NotNow, match="open already"):
        reopen(tx, act(), 1, "x")
    assert check(tx, 1).faults == ()


def test_half_a_booking_is_found() -> None:
    tx = fresh("cash")
    tx.run(
        "INSERT INTO booking (league_id, booking_id, booked_at, what, currency, line_count) VALUES (1, 1, 0, 'x', 'USD', 2)"
    )
    assert check(tx, 1).faults == ("Booking 1 is not whole.",)
