"""Evenings for tests: an open night, tables in it, dealers at them, and its cockpit as people see it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from conftest import Clock, League, act, parts, words_of

from data.dealers import join, sign_up, take_duty
from data.downs import begin_down
from data.nights import Night, night_of
from data.players import player_of, players
from data.store import Store, Transaction
from data.tables import open_table, place_table, table_at, take_step
from league import dealer
from league.table import Button, Hand, Seat, Table, opened

A_WHILE = 301.0  # seconds; longer than either loop ever waits


@dataclass
class Evening:
    """Tonight in one league: what is done to it below the commands, and what its cockpit shows."""

    league: League
    store: Store
    clock: Clock
    night_id: int = 1

    @property
    def league_id(self) -> int:
        return int(self.league.guild.id)

    def act(self, key: str = "by the test") -> Any:
        return act(key, self.league_id, self.league.host.id, self.clock.moment)

    async def night(self) -> Night:
        found = await self.store.read(night_of, self.league_id, self.night_id)
        assert found is not None
        return found

    async def player(self, name: str) -> int:
        known = await self.store.read(players, self.league_id)
        numbers = [player.player_id for player in known.values() if player.name == name]
        if numbers:
            return numbers[0]
        return (await self.store.write(player_of, self.league_id, 900 + len(known), name, self.clock())).player_id

    async def table(self, number: int = 1, kind: str = "tournament", mode: str = "psp_self", **given: Any) -> int:
        made: Table = opened(
            number, kind, "holdem", mode, given.get("seats", 9), given.get("break_order"), self.clock()
        )
        table_id: int = await self.store.write(open_table, self.act(), self.night_id, made)
        await self.store.write(place_table, self.league_id, table_id, self.league.cash.id, 77, self.clock())
        return table_id

    async def step(self, table_id: int, *steps: Any) -> None:
        def whole(tx: Transaction) -> None:
            for step in steps:
                kept = table_at(tx, self.league_id, table_id)
                assert kept is not None
                take_step(tx, self.act(), kept, step)

        await self.store.write(whole)

    async def played_table(self, number: int = 1, *people: str, **given: Any) -> int:
        table_id = await self.table(number, **given)
        names = people or ("ann", "bob", "cy")
        seated = [Seat(await self.player(f"{name}{number}"), seat) for seat, name in enumerate(names, 1)]
        await self.step(table_id, *seated, Button(1), Hand())
        return table_id

    async def down(self, number: int, name: str, minutes: int = 30) -> int:
        player_id = await self.player(name)
        await self.store.write(join, self.act(), self.night_id, player_id)
        await self.store.write(begin_down, self.act(), self.night_id, number, player_id, minutes)
        return player_id

    async def busted_dealer(self, number: int, name: str) -> None:
        player_id = await self.player(name)

        def whole(tx: Transaction) -> None:
            kept = sign_up(tx, self.act(), self.night_id, dealer.signed_up(number, player_id, None), "deals")
            for step in (dealer.Start(), dealer.Bust()):
                kept = take_duty(tx, self.act(), kept, step, "")

        await self.store.write(whole)

    # -------------------------------------------------------------- what people see

    async def cockpit(self) -> Any:
        """The cockpit's message as it stands now."""
        night = await self.night()
        assert night.channel_id is not None and night.cockpit_message_id is not None
        return self.league.env.backend.get_message(night.channel_id, night.cockpit_message_id)

    async def shown(self) -> str:
        return words_of(await self.cockpit())

    async def ids(self) -> list[str]:
        return [part["custom_id"] for part in parts((await self.cockpit()).components) if "custom_id" in part]

    async def press(self, who: Any, custom_id: str) -> Any:
        cockpit = await self.cockpit()
        assert custom_id in await self.ids()
        return await self.league.forge(who, cockpit, custom_id)

    def said(self, channel: Any = None) -> list[str]:
        """What the bot has posted in the cockpit's channel, cockpits apart."""
        told = self.league.said_in(channel or self.league.rules)
        return [
            words for words in told if not words.startswith(("**Tonight**", "**The night is over**", "-# This card"))
        ]

    async def wait(self, **by: float) -> None:
        """Time goes on, and both loops look at it."""
        self.clock.advance(**by)
        await self.league.env.advance_time(A_WHILE)

    async def wait_until(self, moment: str) -> None:
        await self.wait(seconds=(datetime.fromisoformat(moment) - self.clock.moment).total_seconds())


async def open_evening(league: League, store: Store, clock: Clock, **options: Any) -> Evening:
    result = await league.slash(league.host, "night open", **options)
    assert result.response is not None
    return Evening(league, store, clock)


async def kept_by(store: Store) -> dict[str, Any]:
    """All that is kept, but for who was answered what."""

    def read(tx: Any) -> dict[str, Any]:
        names = [row["name"] for row in tx.all("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            name: [dict(row) for row in tx.all(f"SELECT * FROM {name}")]
            for name in names
            if name not in ("handled", "sqlite_sequence") and not name.startswith("sqlite")
        }

    return await store.read(read)
