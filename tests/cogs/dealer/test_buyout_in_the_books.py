"""Buying out where a night has a fee: the balance is the discount in the books, and money and duty change together."""

from __future__ import annotations

from typing import Any

import pytest
from books_night import Books, open_books
from conftest import Clock, League, words

from data.dealers import duties_of
from data.store import Store


@pytest.fixture
async def books(league: League, store: Store, clock: Clock) -> Books:
    """Ann deals table 3 for the discount."""
    found = await open_books(league, store, clock, "50", 3)
    await found.run("dealer start", league.player, table=3)
    return found


async def state(books: Books) -> tuple[str, int | None]:
    duty = (await books.store.read(duties_of, books.league_id, 1))[0].duty
    return duty.state, duty.balance


async def asked(books: Books) -> Any:
    await books.enter("entry", books.league.player, method="cash")
    return await books.run("dealer buyout", books.league.player)


async def test_the_balance_is_the_discount_of_the_entry(books: Books) -> None:
    told = words(await asked(books))
    assert "Due: 10.00 USD" in told
    assert await state(books) == ("dealing", 1000)


async def test_balance_paid_books_the_money_and_ends_the_duty_together(books: Books) -> None:
    card = await asked(books)
    pressed = await books.league.host.click(card.response, label="Balance paid")
    assert "has paid in full" in words(pressed)
    booking = (await books.bookings())[-1]
    assert (booking.what, booking.total) == ("buyout", 1000)
    assert (await state(books))[0] == "bought_out"
    assert await books.balance(books.league.player) == 0
    await books.league.wire.again()
    assert len(await books.bookings()) == 2


async def test_the_one_does_not_happen_without_the_other(books: Books) -> None:
    card = await asked(books)
    await books.run("money night")
    down = await books.run("money close", counted="40")
    form = await books.league.host.click(down.response, label="Close with a reason")
    await books.league.host.submit_modal(form, {"typed": "an early night"})
    before = len(await books.bookings())
    refused = await books.league.host.click(card.response, label="Balance paid")
    assert "books of this night are closed" in words(refused)
    assert (await state(books))[0] == "dealing" and len(await books.bookings()) == before


async def test_without_an_entry_in_the_books_there_is_nothing_to_buy_out_of(books: Books) -> None:
    assert "/money enter comes first" in await books.says("dealer buyout", books.league.player)
    typed = await books.says("dealer buyout", player=books.league.player, balance="10")
    assert "leave the balance out" in typed
    assert "leave the balance out" in await books.says("dealer start", table=3, player=books.league.other, balance="10")


async def test_a_league_without_a_fee_goes_on_by_hand(league: League, store: Store, clock: Clock) -> None:
    books = await open_books(league, store, clock, None, 3)
    await books.run("dealer start", player=league.player, table=3, balance="10")
    card = await books.run("dealer buyout", league.player)
    await league.host.click(card.response, label="Balance paid")
    assert await state(books) == ("bought_out", 1000)
    assert await books.bookings() == []
