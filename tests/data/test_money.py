"""Entries, discounts, payments and buying out, as they are booked."""

from __future__ import annotations

import pytest
from conftest import act
from money_night import fresh, volunteer

from data.closing import close_books, count_down, reopen
from data.dealers import duty_at, take_duty
from data.fees import set_fee
from data.ledger import balance, balances, bookings_of, check, owing, statement
from data.money import adjust_discounts, buy_out, enter, pay, pay_from_pool, pay_out, undo
from data.settings import record_settings
from data.tips import book_tips, give, night_tips
from league.books import BANK_PLACE, PRIZE, REENTRY, discounts, player, pool
from league.dealer import Withdraw
from league.refusing import NotNow
from league.tips import VOLUNTEERS


def test_an_entry_costs_the_fee_less_the_dealers_discount() -> None:
    tx = fresh()
    volunteer(tx, 1, 3)
    enter(tx, act(), 1, 1, method="cash")
    enter(tx, act(), 1, 2)
    assert balance(tx, 1, player(1), "USD") == 0
    assert balance(tx, 1, pool(1), "USD") == 10000
    assert balance(tx, 1, discounts(1), "USD") == -1000
    assert balance(tx, 1, BANK_PLACE, "USD") == -4000
    assert owing(tx, 1) == [(2, "USD", -5000)]


def test_a_re_entry_is_paid_in_full() -> None:
    tx = fresh()
    volunteer(tx, 1, 1)
    enter(tx, act(), 1, 1)
    enter(tx, act(), 1, 1, REENTRY)
    assert [entry.change for entry in statement(tx, 1, 1, "USD")] == [-2000, -5000]


def test_a_buy_out_books_the_balance_and_changes_the_duty_together() -> None:
    tx = fresh()
    kept = volunteer(tx, 1, 2)
    enter(tx, act(), 1, 1, method="cash")
    told = duty_at(tx, 1, kept.duty_id)
    assert told is not None and told.duty.balance == 2000
    buy_out(tx, act(), 1, 1, "cash")
    after = duty_at(tx, 1, kept.duty_id)
    assert after is not None and after.duty.state == "bought_out"
    assert balance(tx, 1, discounts(1), "USD") == 0
    assert balance(tx, 1, BANK_PLACE, "USD") == -5000
    assert adjust_discounts(tx, act(), 1) == []


def test_a_night_closes_to_zero_and_opens_again() -> None:
    tx = fresh()
    volunteer(tx, 1, 3)
    for player_id in (1, 2, 3):
        enter(tx, act(), 1, player_id, method="cash")
    pay_from_pool(tx, act(), 1, 2, 14000, PRIZE, "cash")
    down = count_down(tx, act(), 1, 0)
    assert down.agrees and down.held == 0 and down.discounts == 1000
    give(tx, act(by=102), 1, 1, 700)
    give(tx, act(by=103), 1, VOLUNTEERS, 500)
    assert night_tips(tx, 1, 1) is None
    close_books(tx, act(), 1, 0, "")
    tips = night_tips(tx, 1, 1)
    assert tips is not None and tips.by_player == {1: 1200}
    assert balances(tx, 1)[pool(1), "USD"] == 0
    with pytest.raises(NotNow, match="closed"):
        enter(tx, act(), 1, 4)
    reopen(tx, act(), 1, "a prize was forgotten")
    assert book_tips(tx, act(), 1) == []
    with pytest.raises(NotNow, match="booked"):
        give(tx, act(by=102), 1, 1, 700)
    assert check(tx, 1).faults == ()


def test_a_difference_is_named_and_wants_a_reason() -> None:
    tx = fresh()
    enter(tx, act(), 1, 1, method="cash")
    enter(tx, act(), 1, 2, method="cash")
    pay_from_pool(tx, act(), 1, 1, 10000, PRIZE, "cash")
    with pytest.raises(NotNow, match=r"the count is -20\.00 USD, less than booked"):
        close_books(tx, act(), 1, -2000, "")
    close_books(tx, act(), 1, -2000, "miscounted")
    assert check(tx, 1).faults == ()


def test_whoever_never_comes_owes_the_full_fee() -> None:
    tx = fresh()
    kept = volunteer(tx, 1, 1, starts=False)
    enter(tx, act(), 1, 1, method="cash")
    told = duty_at(tx, 1, kept.duty_id)
    assert told is not None
    take_duty(tx, act(), told, Withdraw(), "never came")
    assert len(adjust_discounts(tx, act(), 1)) == 1
    assert owing(tx, 1) == [(1, "USD", -3000)]


def test_two_who_share_a_table_share_its_discount_also_when_the_second_comes_later() -> None:
    tx = fresh()
    volunteer(tx, 2, 3, starts=False)
    enter(tx, act(), 1, 2)
    volunteer(tx, 1, 3, starts=False)
    enter(tx, act(), 1, 1)
    assert owing(tx, 1) == [(1, "USD", -4500), (2, "USD", -4500)]


def test_terms_are_frozen_when_the_first_player_enters() -> None:
    tx = fresh()
    volunteer(tx, 1, 3)
    enter(tx, act(), 1, 2)
    record_settings(tx, act(), {"money.discounts": {"3": 9}}, act().at, "")
    with pytest.raises(NotNow, match="promised"):
        set_fee(tx, act(), 1, 1)
    enter(tx, act(), 1, 1)
    assert balance(tx, 1, discounts(1), "USD") == -1000


def test_a_reversal_undoes_all_of_a_booking_once() -> None:
    tx = fresh()
    volunteer(tx, 1, 3)
    number = enter(tx, act(), 1, 1, method="cash")
    undo(tx, act(), number, "wrong player")
    assert not any(balances(tx, 1).values())
    with pytest.raises(NotNow, match="reversed already"):
        undo(tx, act(), number, "again")
    with pytest.raises(NotNow, match="a reversal itself"):
        undo(tx, act(), number + 1, "back")
    enter(tx, act(), 1, 1)
    assert len(bookings_of(tx, 1, 1)) == 3


def test_a_discount_goes_with_the_entry_that_is_reversed_also_one_booked_later() -> None:
    tx = fresh()
    number = enter(tx, act(), 1, 1)
    volunteer(tx, 1, 3)
    assert len(adjust_discounts(tx, act(), 1)) == 1
    undo(tx, act(), number, "did not play")
    assert not any(balances(tx, 1).values())


def test_a_buy_out_stays_when_its_entry_is_reversed_and_the_dealer_gets_the_money_back() -> None:
    tx = fresh()
    volunteer(tx, 1, 3)
    number = enter(tx, act(), 1, 1)
    paid = buy_out(tx, act(), 1, 1, "cash")
    assert paid is not None
    with pytest.raises(NotNow, match="changed the dealer's duty"):
        undo(tx, act(), paid, "oops")
    undo(tx, act(), number, "did not play")
    assert owing(tx, 1) == [(1, "USD", 1000)]
    assert balance(tx, 1, discounts(1), "USD") == 0


def test_what_is_paid_after_the_closing_is_no_part_of_the_night() -> None:
    tx = fresh()
    enter(tx, act(), 1, 1)
    close_books(tx, act(), 1, None, "no prizes yet")
    number = pay(tx, act(), 1, 5000, "USD", "cash", 1)
    assert [one.booking_id for one in bookings_of(tx, 1, 1)] == [number - 2, number - 1]
    assert owing(tx, 1) == []


def test_payments_go_either_way() -> None:
    tx = fresh()
    pay(tx, act(), 1, 5000, "USD", "cash", None)
    pay_out(tx, act(), 1, 2000, "USD", "app", 1)
    assert owing(tx, 1) == [(1, "USD", 3000)]
