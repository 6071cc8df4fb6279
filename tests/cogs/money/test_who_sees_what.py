"""Who may see which amount, and with whose name: tried by everybody, in every command, card and file.

Bob and Cy both play and both tip: Ann who deals, and the volunteers together. Gil, a guest, deals, too. Dee is staff
for tonight, Eve only reads along, Zed hosts another league of the same bot.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from books_night import GUEST, Books, open_books
from conftest import Clock, League, Wire, found_league, words, words_of

from data.store import Store

GIVER, TIPPER, DEALER, STAFF, HOST, STRANGER, ELSEWHERE = (
    "Bob", "Cy", "Ann", "Dee", "the host", "Eve", "a host elsewhere",
)  # fmt: skip
EVERYBODY = (GIVER, TIPPER, DEALER, STAFF, HOST, STRANGER, ELSEWHERE)

# What is written below it   | who sees it before the books close | who sees it afterwards
MAY_SEE = {
    "61.10 USD": ({GIVER, STAFF, HOST}, {GIVER, STAFF, HOST}),  # Bob's buy-in
    "82.22 USD": ({TIPPER, STAFF, HOST}, {TIPPER, STAFF, HOST}),  # Cy's buy-in
    "7.77": ({GIVER}, {GIVER}),  # Bob's tip for Ann
    "3.33": ({GIVER}, {GIVER}),  # Bob's tip for the volunteers
    "1.11 USD for": ({TIPPER}, {TIPPER}),  # Cy's tip for Ann
    "2.22 USD for": ({TIPPER}, {TIPPER}),  # Cy's tip for the volunteers
    "8.88": (set(), {DEALER, STAFF, HOST}),  # what Ann was given by name
    "5.55": (set(), {STAFF, HOST}),  # what the volunteers were given together
    "11.66": (set(), {DEALER, STAFF, HOST}),  # all that Ann was given
}  # fmt: skip

READS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("money owe", {}),
    ("money owe", {"player": GIVER}),
    ("money owe", {"player": DEALER}),
    ("money owe", {"guest": GUEST}),
    ("money night", {}),
    ("money night", {"day": "2026-03-14"}),
    ("money discounts", {}),
    ("money close", {}),
    ("money close", {"counted": "1"}),
    ("money check", {}),
    ("money export", {}),
    ("money export", {"form": "beancount"}),
    ("tip give", {}),
    ("tip give", {"dealer": "0"}),
    ("tip give", {"dealer": "host"}),
    ("tip suggest", {}),
    ("tip policy", {}),
    ("me statement", {}),
    ("me tips", {}),
    ("me privacy", {}),
    ("night show", {}),
    ("night staff list", {}),
    ("dealer downs", {}),
)
FOR_MANAGERS = (("league show", {}), ("league history", {}))
PRESSES = (
    "night1:dealt:1", "money1:down:1", "money1:look:1", "money1:look:2", "money1:look:3", "money1:look:4",
    "money1:ask:1", "money1:night:1", "tip1:move:1:-", "tip1:move:2:-",
)  # fmt: skip


@dataclass
class Evening:
    """Everybody in one league, and Zed in another."""

    books: Books
    people: dict[str, Any]
    elsewhere: League

    def league_of(self, viewer: str) -> League:
        return self.elsewhere if viewer == ELSEWHERE else self.books.league

    async def tip(self, giver: str, dealer: str, amount: str) -> None:
        await self.books.run("tip give", self.people[giver], dealer=dealer, amount=amount)

    async def everything(self, viewer: str, *, presses: bool = True) -> str:
        """All that this person gets to read by any command, press or file, and what stands in the channels."""
        league, who = self.league_of(viewer), self.people[viewer]
        told = []
        for name, options in (*READS, *(FOR_MANAGERS if viewer in (HOST, ELSEWHERE) else ())):
            if viewer == ELSEWHERE and "player" in options:
                continue  # Discord offers nobody of another server
            given = {key: self.people.get(value, value) for key, value in options.items()}
            answer = await league.slash(who, name, **given)
            told.append(f"/{name} {words(answer)}\n{self.files(answer)}")
        if presses:
            standing = await league.slash(who, "tip policy")
            for key in PRESSES:
                told.append(f"{key} {words(await league.forge(who, standing.response, key))}")
        return "\n".join([*told, self.channels(league, who)])

    def files(self, answer: Any) -> str:
        urls = [file.url for file in answer.response.attachments] if answer.response else []
        return "\n".join((self.books.league.env.backend.cdn.get(url) or b"").decode() for url in urls)

    def channels(self, league: League, who: Any) -> str:
        """What the bot has posted where this person can read it; their own answers are theirs."""
        return "\n".join(
            words_of(message)
            for channel in (league.rules, league.cash, league.tournament)
            for message in league.env.backend.messages.get(channel.id, {}).values()
            if not message.flags & 64
        )


async def evening_of(league: League, store: Store, clock: Clock, env: Any, wire: Wire) -> Evening:
    more = {name: league.guild.add_member(env.create_user(name)) for name in (STAFF, STRANGER, TIPPER)}
    elsewhere = found_league(env, wire, "Elsewhere")
    people = {GIVER: league.other, DEALER: league.player, HOST: league.host, ELSEWHERE: elsewhere.host, **more}
    books = await open_books(league, store, clock, None, 1, 3)
    await books.run("night staff add", person=people[STAFF])
    await books.run("dealer start", people[DEALER], table=3)
    await books.run("dealer start", guest=GUEST, table=1)
    await books.enter("buyin", people[GIVER], "61.10")
    await books.enter("buyin", people[TIPPER], "82.22")
    return Evening(books, people, elsewhere)


@pytest.fixture
async def evening(league: League, store: Store, clock: Clock, env: Any, wire: Wire) -> Evening:
    return await evening_of(league, store, clock, env, wire)


async def tipped(evening: Evening) -> None:
    await evening.tip(GIVER, "Practice player", "7.77")
    await evening.tip(GIVER, "0", "3.33")
    await evening.tip(TIPPER, "Practice player", "1.11")
    await evening.tip(TIPPER, "0", "2.22")


async def close(evening: Evening) -> None:
    """Both cash out what they bought in for, and the host closes the books."""
    for who, amount in ((GIVER, "61.10"), (TIPPER, "82.22")):
        await evening.books.enter("cashout", evening.people[who], amount)
    assert "are closed" in await evening.books.close_books()


def wrongly_seen(told: str, viewer: str, is_closed: bool) -> Iterator[str]:
    for amount, may in MAY_SEE.items():
        if (amount in told) != (viewer in may[is_closed]):
            yield f"{viewer} {'sees' if amount in told else 'does not see'} {amount}"


@pytest.mark.parametrize("is_closed", [False, True], ids=["before the books close", "afterwards"])
async def test_everybody_sees_what_the_table_above_says_and_nothing_else(evening: Evening, is_closed: bool) -> None:
    await tipped(evening)
    if is_closed:
        await close(evening)
    found = []
    for viewer in EVERYBODY:
        found += wrongly_seen(await evening.everything(viewer), viewer, is_closed)
    assert found == []


async def test_nobody_but_the_giver_can_tell_from_two_views_that_a_tip_was_given(evening: Evening) -> None:
    others = [viewer for viewer in EVERYBODY if viewer != GIVER]
    before = {viewer: await evening.everything(viewer, presses=False) for viewer in others}
    await evening.tip(GIVER, "Practice player", "7.77")
    await evening.tip(GIVER, "0", "3.33")
    await evening.tip(GIVER, "host", "4.44")
    for viewer in others:
        assert await evening.everything(viewer, presses=False) == before[viewer], viewer


async def test_who_gave_which_tip_makes_no_difference_to_anybody_else_afterwards(
    league: League, store: Store, clock: Clock, env: Any, wire: Wire, tmp_path: Path
) -> None:
    told: list[dict[str, str]] = []
    for turn, (first, second) in enumerate(((GIVER, TIPPER), (TIPPER, GIVER))):
        here = league if turn == 0 else found_league(env, wire, "Practice")
        evening = await evening_of(here, store, clock, env, wire)
        await evening.tip(first, "Practice player", "7.77")
        await evening.tip(second, "Practice player", "1.11")
        await evening.tip(first, "0", "3.33")
        await close(evening)
        others = [viewer for viewer in EVERYBODY if viewer not in (GIVER, TIPPER)]
        ids = {str(who.id): name for name, who in evening.people.items()}
        seen = {viewer: await evening.everything(viewer, presses=False) for viewer in others}
        for number, name in ids.items():
            seen = {viewer: text.replace(number, name) for viewer, text in seen.items()}
        told.append(seen)
    assert told[0] == told[1]


async def test_no_row_but_the_givers_receipt_tells_who_gave(evening: Evening, tmp_path: Path) -> None:
    giver = str(evening.people[GIVER].id)
    player = await evening.books.player_id(evening.people[GIVER])

    def rows() -> dict[str, set[tuple[Any, ...]]]:
        with sqlite3.connect(tmp_path / "league.sqlite3") as connection:
            names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            return {name: set(connection.execute(f"SELECT * FROM {name}")) for name in names}

    before = rows()
    await tipped(evening)
    await close(evening)
    added = {name: found - before[name] for name, found in rows().items() if found - before[name]}
    named = {name for name, found in added.items() if any(giver in map(str, row) for row in found)}
    assert named == {"tip_receipt"}
    tips = [row for row in added["line"] if row[1] > 4]  # the tips' bookings come after the buy-ins and cash-outs
    accounts = {row[1]: row[4] for row in rows()["account"]}
    assert tips and all(player not in (accounts[row[3]], accounts[row[4]]) for row in tips)


async def test_a_receipt_that_was_deleted_is_gone_for_its_giver_too(evening: Evening) -> None:
    await tipped(evening)
    shown = await evening.books.run("me tips", evening.people[GIVER])
    other = await evening.books.league.forge(evening.people[TIPPER], shown.response, "me1:noreceipts")
    assert "2 receipts are deleted" in words(other), "each deletes their own"
    assert "7.77" in await evening.books.says("me tips", evening.people[GIVER])
    assert "2 receipts are deleted" in words(
        await evening.people[GIVER].click(shown.response, label="Delete these receipts")
    )
    assert "No tips here" in await evening.books.says("me tips", evening.people[GIVER])
    await close(evening)
    assert "11.66" in await evening.books.says("me tips", evening.people[DEALER])
