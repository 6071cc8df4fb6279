"""`/rule ask` end to end with HTTP stubbed, against an empty bot's command in the same process.

Both bots get the same INTERACTION_CREATE through discord.py's own parser; an interaction counts until its
answer has been handed to HTTP and the task that gave it has ended. The real bot has its real store, settings,
search and cards. Asked twice over: twenty-five questions in turn, and words that never come twice.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import discord
from discord import app_commands
from discord.webhook import async_ as webhooks

from bench.questions import QUESTIONS, question
from bench.turns import EMPTY, Found, Side, take_turns
from cogs.client import COGS, FloorBot
from data.store import Store

ROUNDS = 5
EACH = 300  # interactions of each bot in a round
BLOCK = 25  # interactions in a row before the other bot takes its turn
WARM = 100
ACCEPTED = {
    "interaction": {
        "id": "1",
        "type": 2,
        "response_message_id": "5",
        "response_message_loading": False,
        "response_message_ephemeral": True,
    },
    "resource": {"type": 4},
}
APPLICATION, GUILD, CHANNEL, PERSON = "1", "77", "88", "5"
ALL_PERMISSIONS = "2147483647"


class Stub:
    """Stands in for Discord: every answer is accepted at once, and `answered` is set when its task has ended."""

    def __init__(self) -> None:
        self.answered = asyncio.Event()
        webhooks.AsyncWebhookAdapter.request = self.request  # type: ignore[method-assign,assignment]

    async def request(self, route: Any, session: Any, **request: Any) -> dict[str, Any]:
        asyncio.get_running_loop().call_soon(self.answered.set)
        return ACCEPTED

    async def seconds(self, bot: discord.Client, data: dict[str, Any]) -> float:
        """Deliver one interaction; how long its answer took."""
        self.answered.clear()
        start = time.perf_counter()
        bot._connection.parsers["INTERACTION_CREATE"](data)
        await asyncio.wait_for(self.answered.wait(), 5)
        return time.perf_counter() - start

    async def answered_in(self, bot: discord.Client, data: Callable[[int], dict[str, Any]], number: int) -> float:
        """The same for the interaction of that number."""
        return await self.seconds(bot, data(number))


class EmptyBot(discord.Client):
    """The least there is: one command that answers a plain private sentence."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)

        @self.tree.command(description="Answers a sentence")
        async def ping(interaction: discord.Interaction, question: str) -> None:
            await interaction.response.send_message("Pong, and that is all there is to say.", ephemeral=True)


def payload(number: int, name: str, options: list[dict[str, Any]]) -> dict[str, Any]:
    """An interaction as the gateway sends it."""
    channel = {
        "id": CHANNEL,
        "type": 0,
        "name": "poker",
        "guild_id": GUILD,
        "permissions": ALL_PERMISSIONS,
        "position": 0,
        "nsfw": False,
        "parent_id": None,
        "topic": None,
        "last_message_id": None,
        "rate_limit_per_user": 0,
    }
    user = {
        "id": PERSON,
        "username": "ann",
        "discriminator": "0",
        "avatar": None,
        "global_name": "Ann",
        "public_flags": 0,
    }
    member = {
        "user": user,
        "roles": [],
        "joined_at": "2024-01-01T00:00:00+00:00",
        "deaf": False,
        "mute": False,
        "permissions": ALL_PERMISSIONS,
        "flags": 0,
        "nick": None,
        "avatar": None,
        "pending": False,
        "premium_since": None,
        "communication_disabled_until": None,
    }
    return {
        "id": str(10**18 + number),
        "application_id": APPLICATION,
        "type": 2,
        "token": "t" * 180,
        "version": 1,
        "guild_id": GUILD,
        "channel_id": CHANNEL,
        "channel": channel,
        "guild": {"id": GUILD, "features": [], "locale": "en-US"},
        "member": member,
        "locale": "en-US",
        "guild_locale": "en-US",
        "app_permissions": ALL_PERMISSIONS,
        "entitlements": [],
        "authorizing_integration_owners": {"0": GUILD},
        "context": 0,
        "attachment_size_limit": 10485760,
        "data": {"id": "900", "name": name, "type": 1, "options": options},
    }


def ping(number: int) -> dict[str, Any]:
    return payload(number, "ping", [option(QUESTIONS[number % len(QUESTIONS)])])


def ask(number: int) -> dict[str, Any]:
    return payload(
        number, "rule", [{"name": "ask", "type": 1, "options": [option(QUESTIONS[number % len(QUESTIONS)])]}]
    )


def ask_anew(number: int) -> dict[str, Any]:
    return payload(number, "rule", [{"name": "ask", "type": 1, "options": [option(question(number))]}])


def option(words: str) -> dict[str, Any]:
    return {"name": "question", "type": 3, "value": words}


def connect(bot: discord.Client) -> None:
    """Give a bot what it has after READY and GUILD_CREATE, without a connection."""
    state: Any = bot._connection
    bot.loop = state.loop = bot.http.loop = asyncio.get_running_loop()
    bot.http._HTTPClient__session = object()  # type: ignore[attr-defined]  # nothing is sent through it
    user = {
        "id": APPLICATION,
        "username": "bot",
        "discriminator": "0",
        "avatar": None,
        "global_name": None,
        "bot": True,
    }
    state.user = discord.ClientUser(state=state, data={**user, "flags": 0, "mfa_enabled": False})  # type: ignore[typeddict-item]
    state.application_id = int(APPLICATION)
    guild = {"id": GUILD, "name": "Home League", "member_count": 9, "roles": [], "channels": [], "owner_id": PERSON}
    state._add_guild(discord.Guild(state=state, data=guild))  # type: ignore[arg-type]


async def measure() -> Found:
    """What an empty bot's command and `/rule ask` take: the same questions again, and words that never come twice."""
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(Path(folder) / "bench.sqlite3")
        try:
            floor = FloorBot(store, clock=lambda: datetime.now(UTC))
            empty = EmptyBot()
            connect(floor)
            connect(empty)
            for name in COGS:
                await floor.load_extension(name)
            await floor.on_ready()
            stub = Stub()
            sides: dict[str, Side] = {
                EMPTY: partial(stub.answered_in, empty, ping),
                "ask": partial(stub.answered_in, floor, ask),
                "anew": partial(stub.answered_in, floor, ask_anew),
            }
            return await take_turns(sides, ROUNDS, EACH, BLOCK, WARM)
        finally:
            await store.close()


if __name__ == "__main__":
    print(asyncio.run(measure()))
