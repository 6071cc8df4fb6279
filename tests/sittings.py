"""A table in play whose people open cases there: short ways to it, its card and its log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from conftest import League, parts, words
from played import Played, open_table
from tables import TWO_FLASHED, Table

from data.store import Store
from data.tables import Taken, steps_of

EXPOSED = "exposed_on_deal"
NO_GAME = {fact: value for fact, value in TWO_FLASHED.items() if fact != "game"}


@dataclass
class Sitting(Played):
    """A table. The fixture's player sits in seat 1 and deals the first hand, its other in seat 2; cy is a guest in 3."""

    number: int

    async def log(self) -> list[Taken]:
        return await self.store.read(steps_of, self.league.guild.id, self.table_id, 50)

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
    opened = await open_table(league, store, channel, **{"mode": "psp_self", **options})
    number = (await opened.kept()).table_number
    table = Sitting(league, store, opened.clock, opened.table_id, number)
    await table.say("seat", who=seats)
    await table.say("button", seat=1)
    await table.say("hand")
    return table


async def overruled(case: Table, outcome: str = "continues") -> None:
    """A host rules otherwise."""
    host = case.league.host
    form = await case.press("case1:otherwise", host)
    await host.submit_modal(form, {"outcome": [outcome], "reason": "They had all looked away.", "weighed": []})
