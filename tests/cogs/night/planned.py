"""A night ahead on the simulated Discord: planned as a host types it, its card, the letters people get."""

from __future__ import annotations

import importlib
from dataclasses import dataclass, field
from typing import Any

from conftest import Clock, League, custom_id, parts, words, words_of

from data.plans import Planned, planned
from data.signups import board_of
from data.store import Store
from league.signup import Board

A_WHILE = 301.0  # seconds; longer than either loop ever waits
WHEN = "next friday 7pm"  # the clock begins on Saturday 14 March 2026, at half past three in New York
STARTS = "2026-03-20T23:00+00:00"


def running(module: str) -> Any:
    """The module as the running bot has it: a bot that stops takes its features' modules along."""
    return importlib.import_module(f"cogs.night.{module}")


@dataclass
class Ahead:
    """One planned night in one league."""

    league: League
    store: Store
    clock: Clock
    night_id: int = 1
    people: dict[str, Any] = field(default_factory=dict)
    users: dict[str, Any] = field(default_factory=dict)  # the same people outside the server

    @property
    def league_id(self) -> int:
        return int(self.league.guild.id)

    def person(self, name: str) -> Any:
        """Somebody of the server, by name."""
        if name not in self.people:
            self.users[name] = self.league.env.create_user(name)
            self.people[name] = self.league.guild.add_member(self.users[name])
        return self.people[name]

    async def night(self) -> Planned:
        found = await self.store.read(planned, self.league_id, self.night_id)
        assert found is not None
        return found

    async def board(self) -> Board:
        return await self.store.read(board_of, self.league_id, self.night_id)

    async def names(self, what: str, state: str = "in") -> list[str]:
        """Who has signed up for this, in order."""
        from data.players import players

        known = await self.store.read(players, self.league_id)
        rows = sorted((await self.board()).rows, key=lambda row: row.order_no)
        return [known[row.player_id].name for row in rows if (row.what, row.state) == (what, state)]

    # -------------------------------------------------------------- what people see

    async def card(self) -> Any:
        """The card's message as it stands once what was touched is drawn."""
        await self.wait(minutes=6, seconds=6)
        night = await self.night()
        assert night.channel_id is not None and night.message_id is not None, "the card has not been posted"
        return self.league.env.backend.get_message(night.channel_id, night.message_id)

    async def shown(self) -> str:
        return words_of(await self.card())

    async def press(self, who: Any, act: str, *values: Any) -> Any:
        """A press on the card, or on a private screen behind it."""
        who = self.person(who) if isinstance(who, str) else who
        key = ":".join(map(str, (f"night1:{act}", self.night_id, *values)))
        return await self.league.forge(who, await self.card(), key)

    async def command(self, name: str, by: Any = None, **options: Any) -> Any:
        return await self.league.slash(by or self.league.host, f"night {name}", **options)

    async def signup(self, what: str, by: Any = None, **options: Any) -> str:
        return words(await self.command("signup", by, what=what, **options))

    async def move(self, when: str) -> None:
        result = await self.command("move", when=when)
        await self.league.forge(self.league.host, result.response, custom_id(result, "night1:move"))
        await self.settle()

    def in_thread(self, thread_id: int | None) -> list[str]:
        """What the bot has said in the night's thread."""
        assert thread_id is not None, "the night has no thread"
        said = self.league.env.backend.messages[thread_id].values()
        return [message.content or words_of(message) for message in said]

    def letters(self, who: Any) -> list[Any]:
        """The direct messages somebody has, oldest first."""
        user = self.person(who) if isinstance(who, str) else who
        backend = self.league.env.backend
        found = [
            message
            for channel_id, messages in backend.messages.items()
            if (channel := backend.channels.get(channel_id)) is not None
            and getattr(channel, "recipient_ids", None)
            and user.id in channel.recipient_ids
            for message in messages.values()
            if message.author_id == backend.bot_user.id and not message.is_ephemeral
        ]
        return sorted(found, key=lambda message: message.id)

    def told(self, who: Any) -> list[str]:
        return [words_of(message).split("\n")[0] for message in self.letters(who)]

    async def answer(self, who: str, what: str) -> Any:
        """Press a button of somebody's newest letter."""
        letter = self.letters(who)[-1]
        ids = [part["custom_id"] for part in parts(letter.components) if "custom_id" in part]
        key = next(each for each in ids if each.endswith(f":{what}"))
        return await self.league.forge(self.users[who], letter, key)

    async def settle(self) -> None:
        """Both loops look."""
        await self.wait(seconds=6)

    async def wait(self, **by: float) -> None:
        self.clock.advance(**by)
        await self.league.env.advance_time(A_WHILE)


async def plan_night(league: League, store: Store, clock: Clock, when: str = WHEN, **options: Any) -> Ahead:
    """A host plans a night and posts it."""
    given = {"title": "Friday Omaha", **options}
    result = await league.slash(league.host, "night create", when=when, **given)
    key = custom_id(result, "night1:post")
    await league.forge(league.host, result.response, key)
    ahead = Ahead(league, store, clock)
    rows = await store.read(
        lambda tx: tx.all("SELECT MAX(night_id) AS night_id FROM night WHERE league_id = :id", id=league.guild.id)
    )
    ahead.night_id = rows[0]["night_id"]
    await ahead.settle()
    return ahead
