"""A night with tables, opened in the books, for the tests of `/dealer`."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Any

from conftest import League, act, words

from data.dealers import Change, changes_of, duties_of
from data.downs import dealing_now, downs_of
from data.nights import Night, add_staff, open_night
from data.players import guest_of, player_of
from data.store import Store, Transaction
from data.tables import Kept, open_table, table_at, tables_of, take_step
from league.dealer import Duty
from league.rotation import Down
from league.table import Button, Hand, Seat, Step, opened

ZONE = "America/New_York"
GUEST = "Gil"


@dataclass
class Evening:
    """A night of one league: Ann and Bob have accounts (the fixture's player and other), Gil is a guest."""

    league: League
    store: Store
    night: Night
    tables: dict[int, int] = field(default_factory=dict)

    async def run(self, name: str, who: Any = None, **options: Any) -> Any:
        return await self.league.slash(who or self.league.host, f"dealer {name}", **options)

    async def says(self, name: str, who: Any = None, **options: Any) -> str:
        return words(await self.run(name, who, **options))

    async def seat(self, number: int, *people: Any) -> None:
        """People sit down: accounts by their actor, guests by name."""
        for person in people:
            await self.step(number, Seat(await self.id_of(person)))

    async def step(self, number: int, step: Step) -> None:
        kept = await self.table(number)
        await self.store.write(take_step, self.act(), kept, step)

    async def id_of(self, person: Any) -> int:
        if isinstance(person, str):
            return (await self.store.write(guest_of, self.league.guild.id, person, self.night.opened_at)).player_id
        name = person.user.username if hasattr(person.user, "username") else person.user.name
        player = await self.store.write(player_of, self.league.guild.id, person.id, name, self.night.opened_at)
        return player.player_id

    def act(self) -> Any:
        return act(league_id=self.league.guild.id, at=self.league.bot.clock())

    async def table(self, number: int) -> Kept:
        found = await self.store.read(table_at, self.league.guild.id, self.tables[number])
        assert found is not None
        return found

    async def dealing(self) -> dict[int, int]:
        return dealing_now(await self.downs())

    async def downs(self) -> list[Down]:
        return await self.store.read(downs_of, self.league.guild.id, self.night.night_id)

    async def duties(self) -> list[Duty]:
        return [kept.duty for kept in await self.store.read(duties_of, self.league.guild.id, self.night.night_id)]

    async def state(self) -> str:
        return (await self.duties())[0].state

    async def trail(self, duty_id: int = 1) -> list[Change]:
        return await self.store.read(changes_of, self.league.guild.id, duty_id)

    async def in_play(self, number: int) -> None:
        """A hand is being dealt."""
        await self.step(number, Button(1))
        await self.step(number, Hand())

    async def helper(self, who: Any) -> None:
        """Somebody is staff for tonight."""
        await self.store.write(add_staff, self.act(), self.night.night_id, who.id)
        self.league.bot.leagues.changed(self.league.guild.id)


async def open_evening(
    league: League,
    store: Store,
    *numbers: int,
    kind: str = "tournament",
    day: date = date(2026, 3, 14),
    zone: str = ZONE,
) -> Evening:
    """A night with these tables; the clock stands at 15:30 in New York."""
    league_id = league.guild.id

    def begin(tx: Transaction) -> tuple[Night, dict[int, int]]:
        by = act(league_id=league_id, at=league.bot.clock())
        night = open_night(tx, by, day, zone, kind, None)
        for number in numbers:
            open_table(tx, by, night.night_id, opened(number, kind, "omaha", "psp_dedicated", 9, number, by.at))
        return night, {kept.table_number: kept.table_id for kept in tables_of(tx, league_id, night.night_id)}

    night, tables = await store.write(begin)
    return Evening(league, store, night, tables)
