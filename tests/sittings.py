"""A table in play whose people open cases there: short ways to it, its card and its log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from conftest import Clock, League, parts, words, words_of
from tables import TWO_FLASHED, Table

from data.store import Store
from data.tables import Kept, Taken, steps_of, table_at

EXPOSED = "exposed_on_deal"
NO_GAME = {fact: value for fact, value in TWO_FLASHED.items() if fact != "game"}


@dataclass
class Sitting:
    """A table. The fixture's player sits in seat 1 and deals the first hand, its other in seat 2; cy is a guest in 3."""

    league: League
    store: Store
    table_id: int
    number: int

    async def kept(self) -> Kept:
        kept = await self.store.read(table_at, self.league.guild.id, self.table_id)
        assert kept is not None
        return kept

    async def log(self) -> list[Taken]:
        return await self.store.read(steps_of, self.league.guild.id, self.table_id, 50)

    async def channel(self) -> Any:
        kept = await self.kept()
        places = [self.league.cash, self.league.rules, self.league.tournament]
        return next(each for place in places for each in [place, *place.threads] if each.id == kept.channel_id)

    async def card(self) -> Any:
        """The table's message once everything has been drawn."""
        clock = self.league.bot.clock
        assert isinstance(clock, Clock)
        clock.advance(seconds=6)
        await self.league.env.advance_time(6)
        kept = await self.kept()
        return self.league.env.backend.get_message(kept.channel_id, kept.message_id)

    async def text(self) -> str:
        return words_of(await self.card())

    async def say(self, name: str, by: Any = None, **options: Any) -> str:
        channel = await self.channel()
        return words(await (by or self.league.host).slash(channel, f"table {name}", **options))

    async def wrong(self, who: Any = None, card: Any = None) -> Table:
        """[Something went wrong] on its card."""
        who, card = who or self.league.player, card or await self.card()
        key = next(part["custom_id"] for part in parts(card.components) if part.get("label") == "Something went wrong")
        result = await self.league.forge(who, card, key)
        assert not result.response.ephemeral, words(result)
        return Table(self.league, who, result.response)

    async def misdeal(self, who: Any = None) -> Table:
        """A case opened here that the books rule a misdeal."""
        case = await self.wrong(who)
        await case.name(EXPOSED)
        await case.answer_all(TWO_FLASHED)
        assert "Misdeal: deal again" in case.text
        return case


async def sit_down(league: League, store: Store, channel: Any = None, **options: Any) -> Sitting:
    """Open a table, seat its people and begin the first hand."""
    seats = options.pop("who", f"<@{league.player.id}>, <@{league.other.id}>, cy")
    opened = await league.slash(league.host, "table open", channel or league.cash, **{"mode": "psp_self", **options})
    assert "is open in" in words(opened), words(opened)
    newest = await store.read(
        lambda tx: tx.one("SELECT table_id, table_number FROM game_table ORDER BY opened_at DESC, table_id DESC")
    )
    assert newest is not None
    table = Sitting(league, store, newest["table_id"], newest["table_number"])
    await table.say("seat", who=seats)
    await table.say("button", seat=1)
    await table.say("hand")
    return table


async def overruled(case: Table, outcome: str = "continues") -> None:
    """A host rules otherwise."""
    host = case.league.host
    form = await case.press("case1:otherwise", host)
    await host.submit_modal(form, {"outcome": [outcome], "reason": "They had all looked away.", "weighed": []})
