"""How a season acts: a command or a press that may meet a fault, and what must hold after each."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

from conftest import Clock, parts
from season_holds import verify_step
from season_world import Faults, World

FIRST = datetime(2026, 1, 5, 17, tzinfo=UTC)  # a Monday, noon in New York


def ids_of(message: Any) -> list[str]:
    """The ids of what can be pressed on a message."""
    if message is None:
        return []
    return [
        part["custom_id"] for part in parts(message.components) if part.get("custom_id") and not part.get("disabled")
    ]


class Play:
    """One league, its chance, and the night that is played."""

    def __init__(self, file: Path, seed: int, people: int, faults: Faults | None = None) -> None:
        self.chance = Random(seed)
        self.world = World(file, self.chance, faults or Faults(), Clock(FIRST))
        self.people = people
        self.night_id = 0

    @property
    def league_id(self) -> int:
        return int(self.world.league.guild.id)

    @property
    def host(self) -> Any:
        return self.world.league.host

    def somebody(self) -> Any:
        return self.chance.choice(self.world.people)

    def drawn(self, shares: Sequence[tuple[int, str]]) -> str:
        return self.chance.choices([name for _, name in shares], [share for share, _ in shares])[0]

    async def run(self, name: str, by: Any = None, **options: Any) -> Any:
        """A command, and what must hold after it."""
        channel = self.world.league.rules
        who = by or self.host
        result = await self.world.act(lambda: who.slash(channel, name, **options))
        self.world.seen[f"/{name}"] += 1
        await self.holds()
        return result

    async def press(self, who: Any, message: Any, custom_id: str, *values: str) -> Any:
        """A press or a choice on a message."""
        given = list(values) or None
        result = await self.world.act(lambda: self.world.league.forge(who, message, custom_id, given))
        self.world.seen[":".join(custom_id.split(":")[:2])] += 1
        await self.holds()
        return result

    async def press_on(self, who: Any, result: Any, *begins: str) -> Any:
        """Press the first button of an answer whose id begins so; None where there is none."""
        message = None if result is None else result.response
        for key in ids_of(message):
            if key.startswith(begins):
                return await self.press(who, message, key)
        return None

    async def holds(self) -> None:
        await self.world.read(verify_step, self.world.clock())

    async def rows(self, sql: str, **values: Any) -> list[Any]:
        return await self.world.rows(sql, league_id=self.league_id, night_id=self.night_id, **values)

    async def message(self, table: str, column: str, channel: str, where: str, **values: Any) -> Any:
        """The message that this row says is its card; None where there is none."""
        for row in await self.rows(f"SELECT {channel} AS place, {column} AS id FROM {table} WHERE {where}", **values):
            if row["place"] and row["id"]:
                return self.world.env.backend.get_message(row["place"], row["id"])
        return None

    async def seated(self) -> list[tuple[int, int]]:
        """Table number and player id of everybody who sits tonight."""
        found = await self.rows(
            "SELECT table_number, json_extract(one.value, '$[0]') AS player_id FROM game_table,"
            " json_each(state, '$.seated') AS one WHERE night_id = :night_id AND closed_at IS NULL"
        )
        return [(row["table_number"], row["player_id"]) for row in found]

    async def person(self, player_id: int) -> dict[str, Any]:
        """How a command names this player: by account or by name."""
        rows = await self.rows("SELECT user_id, name FROM player WHERE player_id = :id", id=player_id)
        user = next((one for one in self.world.people if one.id == rows[0]["user_id"]), None)
        return {"guest": rows[0]["name"]} if user is None else {"player": user}

    async def anybody_here(self) -> tuple[int, dict[str, Any], str]:
        """A table, somebody at it, and their name."""
        here = await self.seated()
        number, player_id = self.chance.choice(here) if here else (1, 1)
        rows = await self.rows("SELECT name FROM player WHERE player_id = :id", id=player_id)
        return number, (await self.person(player_id) if rows else {"guest": "Gil"}), rows[0]["name"] if rows else "Gil"
