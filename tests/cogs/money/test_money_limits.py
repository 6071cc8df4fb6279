"""A full house with unruly names: every card of the books and of tips stays within Discord's limits."""

from __future__ import annotations

from typing import Any

import pytest
from books_night import Books, open_books
from conftest import Clock, League, options, verify_card, words

from data.dealers import join
from data.downs import begin_down, end_down
from data.money import enter
from data.players import guest_of
from data.store import Store, Transaction
from league.books import BUY_IN

PEOPLE = 45
UNRULY = "*_~`|>[]#<@:-" * 3  # every sign that is escaped, as long as a name may be


@pytest.fixture
async def books(league: League, store: Store, clock: Clock) -> Books:
    """Everybody owes a buy-in, and everybody has dealt."""
    found = await open_books(league, store, clock, "50", 1)

    def whole(tx: Transaction) -> None:
        for number in range(PEOPLE):
            by: Any = found.act(str(number))
            player = guest_of(tx, found.league_id, f"{number:02}{UNRULY}"[:40], by.at)
            enter(tx, by, 1, player.player_id, BUY_IN, 100_000_000 - number)
            join(tx, by, 1, player.player_id)
            begin_down(tx, by, 1, 1, player.player_id, 30)
            end_down(tx, by, 1, 1)

    await store.write(whole)
    return found


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("money night", {}),
        ("money owe", {}),
        ("money close", {}),
        ("money close", {"counted": "1000000"}),
        ("money discounts", {}),
        ("tip give", {}),
        ("tip give", {"dealer": "1"}),
        ("tip give", {"dealer": "host", "amount": "1"}),
        ("tip give", {"dealer": "1", "amount": "1000000"}),
        ("night show", {}),
    ],
)
async def test_every_card_of_a_full_house_fits(books: Books, name: str, given: dict[str, str]) -> None:
    who = books.league.player if name.startswith("tip") else books.league.host
    answer = await books.run(name, who, **given)
    verify_card(answer.response.components)


async def test_more_dealers_than_a_list_holds_can_still_be_typed(books: Books) -> None:
    offered = await books.league.player.autocomplete(books.league.rules, "tip give", "dealer", "")
    assert len(offered) == 25
    assert len(options(await books.run("tip give", books.league.player), "tip1:to")) == 25
    last = f"{PEOPLE - 1:02}{UNRULY}"[:40]
    assert "Thank you" in await books.says("tip give", books.league.player, dealer=last, amount="1")


async def test_after_the_closing_the_cards_fit_too(books: Books) -> None:
    await books.run("tip give", books.league.player, dealer="0", amount="1000")
    down = await books.run("money close")
    form = await books.league.host.click(down.response, label="Close with a reason")
    closed = await books.league.host.submit_modal(form, {"typed": UNRULY * 5})
    verify_card(closed.response.components)
    assert "are closed" in words(closed)
    for name in ("money night", "money owe"):
        verify_card((await books.run(name)).response.components)
