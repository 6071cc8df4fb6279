"""A second press, an old card and an unlucky stop cannot give, take back or lose what nobody meant to."""

from __future__ import annotations

from typing import Any

import pytest
from books_night import Books, open_books
from conftest import Clock, League, custom_id, words

from data.store import Store
from data.tips import own_receipts


@pytest.fixture
async def books(league: League, store: Store, clock: Clock) -> Books:
    """Ann deals table 3; Bob tips."""
    found = await open_books(league, store, clock, "50", 3)
    await found.run("dealer start", league.player, table=3)
    return found


async def amounts(books: Books) -> list[int]:
    return [one.amount for one in await books.store.read(own_receipts, books.league_id, books.league.other.id)]


async def test_a_second_press_on_an_amount_gives_nothing_more(books: Books) -> None:
    bob = books.league.other
    for asked in (
        await books.run("tip give", bob, dealer="0"),
        await books.run("tip give", bob, dealer="0", amount="1001"),
    ):
        key = custom_id(asked, "tip1:give:1:0")
        for _ in range(2):
            told = words(await books.league.forge(bob, asked.response, key))
            assert "Thank you" in told
    assert await amounts(books) == [500, 100100]


async def test_an_old_press_finds_no_tip_given_after_the_receipts_were_deleted(books: Books) -> None:
    bob = books.league.other
    old = await books.run("tip give", bob, dealer="host", amount="5")
    keys = [custom_id(old, "tip1:back"), custom_id(old, "tip1:move")]
    shown = await books.run("me tips", bob)
    assert "1 receipt is deleted" in words(await bob.click(shown.response, label="Delete these receipts"))
    await books.run("tip give", bob, dealer="Practice player", amount="7")
    for key in keys:
        assert "no receipt of that number" in words(await books.league.forge(bob, old.response, key))
    assert await amounts(books) == [700]


async def test_the_line_about_tips_is_said_after_a_stop_between_closing_and_saying_it(
    books: Books, monkeypatch: Any
) -> None:
    due = books.league.bot.due
    monkeypatch.setattr(due, "wake", lambda: None)  # the program stops right after the closing
    await books.close_night()
    assert "volunteers" not in books.public()
    await due.work()  # and starts anew
    await due.work()
    assert books.public().count("Our dealers are volunteers") == 1


async def test_the_line_about_tips_is_not_said_once_they_are_booked(books: Books, monkeypatch: Any) -> None:
    monkeypatch.setattr(books.league.bot.due, "wake", lambda: None)
    await books.close_night()
    await books.run("money close")
    await books.close_books()
    await books.league.bot.due.work()
    assert "volunteers" not in books.public()


async def test_tips_of_a_night_closed_by_hand_after_its_morning_are_booked_with_it(books: Books, clock: Clock) -> None:
    await books.run("tip give", books.league.other, dealer="Practice player", amount="5")
    clock.advance(hours=19)  # ten in the morning, where the league is
    await books.league.bot.due.work()
    assert "No tips here" in await books.says("me tips", books.league.player), "they still play"
    await books.close_night()
    assert "14 March: 5.00 USD" in await books.says("me tips", books.league.player)
    assert "volunteers" not in books.public()
