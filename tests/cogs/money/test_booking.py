"""`/money enter`, `pay`, `payout`, `reverse`: what is booked, what is refused, what wants a second press."""

from __future__ import annotations

from typing import Any

import pytest
from books_night import GUEST, Books, open_books
from conftest import Clock, League, custom_id, is_sentence, labels, verify_card, words

from data.store import Store


@pytest.fixture
async def books(league: League, store: Store, clock: Clock) -> Books:
    return await open_books(league, store, clock, "50", 1, 3)


# ------------------------------------------------------------------ entries


async def test_an_entry_is_the_nights_fee_and_is_owed_until_it_is_paid(books: Books) -> None:
    told = await books.enter("entry", books.league.player)
    assert "entry 50.00 USD" in told and "owes 50.00 USD" in told
    assert await books.balance(books.league.player) == -5000
    await books.says("money pay", player=books.league.player, amount="50")
    assert await books.balance(books.league.player) == 0


async def test_with_a_method_the_entry_is_paid_in_the_same_booking(books: Books) -> None:
    told = await books.enter("entry", books.league.player, method="cash")
    assert "cash" in told and "is even" in told
    assert len(await books.bookings()) == 1


async def test_guests_are_booked_by_name(books: Books) -> None:
    told = await books.enter("entry", GUEST, method="app")
    assert GUEST in told and "app" in told
    assert len(await books.bookings()) == 1


async def test_a_dealers_entry_is_less_and_says_by_how_much(books: Books) -> None:
    started = await books.says("dealer start", books.league.player, table=3)
    assert "The entry is 50.00 USD, 10.00 USD less for dealing table 3: 40.00 USD." in started
    told = await books.enter("entry", books.league.player)
    assert "10.00 USD less for dealing" in told
    assert await books.balance(books.league.player) == -4000


async def test_whoever_signs_up_after_entering_gets_the_discount_then(books: Books) -> None:
    await books.enter("entry", books.league.player)
    await books.says("dealer start", books.league.player, table=1)
    assert await books.balance(books.league.player) == -2000


async def test_a_discount_is_lost_with_the_duty_that_never_began(books: Books) -> None:
    await books.says("dealer start", books.league.player, table=3)
    await books.says("dealer start", books.league.other, table=3)
    await books.enter("entry", books.league.other)
    assert await books.balance(books.league.other) == -4500, "two who share a table share its discount"
    await books.says("dealer release", player=books.league.other)
    assert await books.balance(books.league.other) == -5000


async def test_a_second_entry_is_a_re_entry_at_the_full_fee(books: Books) -> None:
    await books.says("dealer start", books.league.player, table=3)
    await books.enter("entry", books.league.player)
    assert "re-entry" in await books.enter("entry", books.league.player)
    told = await books.enter("reentry", books.league.player)
    assert "re-entry 50.00 USD" in told
    assert await books.balance(books.league.player) == -9000


async def test_buy_ins_and_cash_outs_need_an_amount(books: Books) -> None:
    assert "How much?" in await books.enter("buyin", books.league.player)
    await books.enter("buyin", books.league.player, "$100", method="cash")
    await books.enter("rebuy", books.league.player, "40.50")
    told = await books.enter("cashout", books.league.player, "120", method="cash")
    assert "cash-out 120.00 USD" in told and "owes 40.50 USD" in told


async def test_a_pay_out_goes_the_other_way(books: Books) -> None:
    await books.enter("prize", books.league.player, "75")
    assert "is owed 75.00 USD" in await books.says("money owe", player=books.league.player)
    assert "is even" in await books.says("money payout", player=books.league.player, amount="75")


async def test_an_entry_takes_no_amount(books: Books) -> None:
    assert "leave the amount out" in await books.enter("entry", books.league.player, "20")


async def test_without_a_fee_there_is_no_entry(league: League, store: Store, clock: Clock) -> None:
    books = await open_books(league, store, clock, None)
    assert "A host says first what tonight's entry costs" in await books.enter("entry", league.player)


async def test_without_a_night_there_is_nothing_to_enter_but_debts_are_paid(
    league: League, store: Store, clock: Clock
) -> None:
    books = Books(league, store, clock)
    assert "No night's books are open" in await books.enter("buyin", league.player, "20")
    assert "is owed 20.00 USD" in await books.says("money pay", player=league.player, amount="20")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("ten", "not an amount"),
        ("-5", "never below zero"),
        ("10.005", "2 digits after the point"),
        ("0", "nothing at all"),
        ("99999999", "a digit too many"),
        ("€5", "counts in USD"),
    ],
)
async def test_a_wrong_amount_is_refused_in_one_sentence(books: Books, typed: str, said: str) -> None:
    for name in ("pay", "payout"):
        refused = await books.run(f"money {name}", player=books.league.player, amount=typed)
        assert is_sentence(refused) and said in words(refused), words(refused)
    assert said in await books.enter("buyin", books.league.player, typed)
    assert await books.bookings() == []


async def test_nobody_both_or_a_bot_cannot_be_booked(books: Books) -> None:
    assert "Name one person" in await books.says("money pay", amount="5")
    assert "Name one person" in await books.says("money pay", amount="5", player=books.league.player, guest=GUEST)


async def test_after_the_night_its_books_go_on_until_they_are_closed(books: Books) -> None:
    await books.enter("entry", books.league.player)
    await books.close_night()
    told = await books.says("money pay", player=books.league.player, amount="20")
    assert "in the books of Saturday 14 March, a night that is over" in told
    assert "No night is open" in await books.says("money night", fee="60")
    down = await books.run("money close", counted="20")
    form = await books.league.host.click(down.response, label="Close with a reason")
    await books.league.host.submit_modal(form, {"typed": "the rest next week"})
    told = await books.says("money pay", player=books.league.player, amount="30")
    assert "is even" in told and "that is over" not in told
    assert (await books.bookings())[-1].night_id is None
    assert "No night's books are open" in await books.enter("buyin", books.league.player, "5")


# ------------------------------------------------------------------ twice


async def test_the_same_delivery_books_once(books: Books) -> None:
    await books.enter("buyin", books.league.player, "100")
    await books.league.wire.again()
    assert len(await books.bookings()) == 1


async def much(books: Books, **options: Any) -> Any:
    return await books.run("money enter", what="buyin", player=books.league.player, amount="1000.01", **options)


async def test_more_than_twenty_entries_counts_with_a_second_press(books: Books) -> None:
    asked = await much(books, method="transfer")
    verify_card(asked.response.components)
    assert asked.response.ephemeral and await books.bookings() == []
    assert labels(asked) == ["Book 1000.01 USD"]
    pressed = await books.league.host.click(asked.response, label="Book 1000.01 USD")
    assert "bank transfer" in words(pressed)
    assert len(await books.bookings()) == 1
    await books.league.wire.again()
    assert len(await books.bookings()) == 1
    await books.enter("buyin", books.league.player, "1000")
    assert len(await books.bookings()) == 2, "twenty entries exactly are usual"


async def test_the_second_press_is_staffs_and_its_id_is_checked(books: Books) -> None:
    asked = await much(books)
    key = custom_id(asked, "money1:sure")
    refused = await books.league.forge(books.league.player, asked.response, key)
    assert is_sentence(refused) and "Only a host" in words(refused)
    for forged in ("money1:sure:closing:1:5000:-:1", "money1:sure:buyin:1:0:-:1", "money1:sure:buyin:99:5000:-:1",
                   "money1:sure:buyin:1:5000:gold:1", "money1:sure:buyin:1:5000:-:7"):  # fmt: skip
        answer = await books.league.forge(books.league.host, asked.response, forged)
        assert is_sentence(answer), words(answer)
    assert await books.bookings() == []


# ------------------------------------------------------------------ reversing


async def test_a_mistake_is_reversed_by_a_booking_that_names_it(books: Books) -> None:
    await books.enter("buyin", books.league.player, "100")
    told = await books.says("money reverse", entry=1, reason="it was 10")
    assert "2: " in told and "reversal of booking 1" in told and "it was 10" in told and "is even" in told
    assert await books.balance(books.league.player) == 0
    assert "reversed already" in await books.says("money reverse", entry=1, reason="again")
    assert "no booking of that number" in await books.says("money reverse", entry=99, reason="which?")
    assert "a reason" in await books.says("money reverse", entry=1, reason=" ")


# ------------------------------------------------------------------ both sides


async def test_a_player_confirms_a_booking_and_only_theirs(books: Books) -> None:
    league = books.league
    booked = await books.run("money enter", what="buyin", player=league.player, amount="100")
    asked = await league.host.click(booked.response, label="Ask whether it is right")
    assert not asked.response.ephemeral
    assert "100" not in words(asked), "the amount is between the two"
    stranger = await league.other.click(asked.response, label="Look at it")
    assert is_sentence(stranger) and "not on your account" in words(stranger)
    looked = await league.player.click(asked.response, label="Look at it")
    assert looked.response.ephemeral and "buy-in 100.00 USD" in words(looked)
    refused = await league.forge(league.other, looked.response, "money1:right:1")
    assert "not on your account" in words(refused)
    assert "Thank you" in words(await league.player.click(looked.response, label="Right"))
    assert "so already" in words(await league.player.click(looked.response, label="Right"))
    assert "✓ 1: " in await books.says("money night")


async def test_a_booking_of_a_guest_asks_nobody(books: Books) -> None:
    booked = await books.run("money enter", what="buyin", guest=GUEST, amount="100")
    assert labels(booked) == []
