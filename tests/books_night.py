"""A tournament night with its books, for the tests of `/money`, `/tip` and `/me`: as people at the tables act."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from conftest import Clock, League, act, words, words_of

from data.handled import Act
from data.ledger import all_bookings, balances
from data.players import guest_of, player_of, players
from data.store import Store, Transaction
from data.tables import open_table
from league.books import Booking, Place
from league.table import opened

GUEST = "Gil"


@dataclass
class Books:
    """Tonight's books in one league. Ann and Bob are the fixture's player and other; Gil is a guest."""

    league: League
    store: Store
    clock: Clock
    night_id: int = 1

    @property
    def league_id(self) -> int:
        return int(self.league.guild.id)

    def act(self, key: str) -> Act:
        return act(key, self.league_id, self.league.host.id, self.clock())

    async def run(self, name: str, who: Any = None, **options: Any) -> Any:
        return await self.league.slash(who or self.league.host, name, **options)

    async def says(self, name: str, who: Any = None, **options: Any) -> str:
        return words(await self.run(name, who, **options))

    async def enter(self, what: str, who: Any, amount: str | None = None, **options: Any) -> str:
        """`/money enter` by the host, for somebody or a guest by name."""
        person = {"guest": who} if isinstance(who, str) else {"player": who}
        given = {} if amount is None else {"amount": amount}
        return await self.says("money enter", what=what, **person, **given, **options)

    async def player_id(self, who: Any) -> int:
        if isinstance(who, str):
            return (await self.store.write(guest_of, self.league_id, who, self.clock())).player_id
        name = (await self.name(who)) or "somebody"
        return (await self.store.write(player_of, self.league_id, who.id, name, self.clock())).player_id

    async def name(self, who: Any) -> str | None:
        known = await self.store.read(players, self.league_id)
        return next((one.name for one in known.values() if one.user_id == who.id), None)

    async def table(self, *numbers: int) -> None:
        """Tables are opened, dealt by dedicated dealers."""

        def whole(tx: Transaction) -> None:
            by = act(league_id=self.league_id, at=self.clock())
            for number in numbers:
                open_table(
                    tx, by, self.night_id, opened(number, "tournament", "omaha", "psp_dedicated", 9, number, by.at)
                )

        await self.store.write(whole)

    async def balance(self, who: Any) -> int:
        """In minor units: above zero the league owes them."""
        place = Place("player", await self.player_id(who))
        return (await self.store.read(balances, self.league_id)).get((place, "USD"), 0)

    async def bookings(self) -> list[Booking]:
        return await self.store.read(all_bookings, self.league_id)

    async def close_night(self) -> Any:
        answer = await self.run("night close")
        if "Close the night with these tables" in words(answer):
            return await self.league.host.click(answer.response, label="Close all")
        return answer

    async def close_books(self, **options: Any) -> str:
        """The count-down, and its one press."""
        down = await self.run("money close", **options)
        labels = [
            part["label"] for row in down.response.components[0]["components"] for part in row.get("components", ())
        ]
        closing = next(label for label in labels if label.startswith("Close"))
        return words(await self.league.host.click(down.response, label=closing))

    def public(self) -> str:
        """Everything that everybody can read in the league's channels."""
        return "\n".join(
            words_of(message)
            for channel in (self.league.rules, self.league.cash, self.league.tournament)
            for message in self.league.env.backend.messages.get(channel.id, {}).values()
            if message.author_id == self.league.env.backend.bot_user.id and not message.flags & 64
        )


async def open_books(league: League, store: Store, clock: Clock, fee: str | None = "50", *tables: int) -> Books:
    """A tournament night with its entry fee, and these tables."""
    kind = "tournament"
    await league.slash(league.host, "night open", kind=kind)
    books = Books(league, store, clock)
    if fee is not None:
        await books.run("money night", fee=fee)
    await books.table(*tables)
    return books
