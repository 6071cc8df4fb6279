"""A night's tables as people play them: short ways through the commands and the card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from conftest import Clock, League, parts, words, words_of

from cogs.shared import routes
from data.store import Store
from data.tables import Kept, table_at


@dataclass
class Played:
    """A table in play: the league, its id, and the channel with its card."""

    league: League
    store: Store
    clock: Clock
    table_id: int

    async def kept(self) -> Kept:
        kept = await self.store.read(table_at, self.league.guild.id, self.table_id)
        assert kept is not None
        return kept

    async def channel(self) -> Any:
        kept = await self.kept()
        places = [self.league.cash, self.league.rules, self.league.tournament]
        return next(each for place in places for each in [place, *place.threads] if each.id == kept.channel_id)

    async def card(self) -> Any:
        """The message as it stands once everything has been drawn."""
        self.clock.advance(seconds=6)
        await self.league.env.advance_time(6)
        kept = await self.kept()
        return self.league.env.backend.get_message(kept.channel_id, kept.message_id)

    async def text(self) -> str:
        return words_of(await self.card())

    async def first_line(self) -> str:
        return (await self.text()).splitlines()[0]

    async def ids(self) -> list[str]:
        return [part["custom_id"] for part in parts((await self.card()).components) if "custom_id" in part]

    async def labels(self) -> list[str]:
        return [part["label"] for part in parts((await self.card()).components) if part.get("label")]

    async def id(self, begins: str) -> str:
        return next(key for key in await self.ids() if key.startswith(begins))

    async def say(self, name: str, by: Any = None, **options: Any) -> str:
        """A command in the table's thread, by the host unless told; what it answers."""
        return words(await self.command(name, by, **options))

    async def command(self, name: str, by: Any = None, **options: Any) -> Any:
        return await (by or self.league.host).slash(await self.channel(), f"table {name}", **options)

    async def press(self, begins: str, who: Any = None) -> Any:
        card = await self.card()
        return await self.league.forge(who or self.league.host, card, await self.id(begins))

    async def choose(self, begins: str, *values: str, who: Any = None) -> Any:
        card = await self.card()
        return await self.league.forge(who or self.league.host, card, await self.id(begins), list(values))

    async def next_hand(self, who: Any = None) -> Any:
        return await self.press("table1:next", who)

    async def button_is(self, seat: int, who: Any = None) -> Any:
        return await self.choose("table1:button", str(seat), who=who)

    async def winners(self, *player_ids: int, who: Any = None) -> Any:
        return await self.choose("table1:winner", *map(str, player_ids), who=who)

    async def more(self, who: Any = None) -> Any:
        return await self.press(routes.TABLE_MORE.name, who)


async def open_table(league: League, store: Store, channel: Any = None, who: Any = None, **options: Any) -> Played:
    """Open a table."""
    result = await league.slash(who or league.host, "table open", channel or league.cash, **options)
    assert "is open in" in words(result), words(result)
    newest = await store.read(
        lambda tx: tx.one(
            "SELECT MAX(table_id) AS id FROM game_table WHERE league_id = :league_id", league_id=league.guild.id
        )
    )
    assert newest is not None
    clock = league.bot.clock
    assert isinstance(clock, Clock)
    return Played(league, store, clock, newest["id"])
