"""What every test may ask for: a real store in a temporary file, and the real bot on a simulated Discord."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
import simcord

from cogs.client import FloorBot
from data.store import Store

ROOT = Path(__file__).resolve().parents[1]


def at_hand(variable: str, default: str) -> Path:
    """A folder beside the project that some tests read; the test is skipped where it is not at hand."""
    folder = Path(os.environ.get(variable, ROOT.parent / "shared" / default))
    if not folder.is_dir():
        pytest.skip(f"{default} is not at hand: set {variable}")
    return folder


@dataclass
class Clock:
    """The only time the bot knows; a test moves it by hand."""

    moment: datetime = field(default_factory=lambda: datetime(2026, 3, 14, 19, 30, tzinfo=UTC))

    def __call__(self) -> datetime:
        return self.moment

    def advance(self, **by: float) -> None:
        self.moment += timedelta(**by)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(tmp_path / "league.sqlite3")
    yield opened
    await opened.close()


@dataclass
class League:
    """A server with the bot: channels, people, and short ways to act."""

    env: simcord.Env
    bot: FloorBot
    guild: Any
    rules: Any
    tournament: Any
    host: Any
    player: Any

    async def slash(self, who: Any, name: str, channel: Any = None, **options: Any) -> Any:
        return await who.slash(channel or self.rules, name, **options)


def parts(components: Any) -> list[dict[str, Any]]:
    """Every component of a raw message, containers opened."""
    found = []
    for component in components:
        found.append(component)
        found += parts(component.get("components", ()))
    return found


def words(result: Any) -> str:
    """Everything a person reads in an answer."""
    message = result.response
    assert message is not None, "the bot did not answer"
    return "\n".join([message.content, *(part["content"] for part in parts(message.components) if "content" in part)])


def custom_id(message: Any, begins: str) -> str:
    """The id of the first button or select that begins so."""
    components = message.components
    if components and not isinstance(components[0], dict):
        components = [component.to_dict() for component in components]
    ids = [part["custom_id"] for part in parts(components) if part.get("custom_id", "").startswith(begins)]
    assert ids, f"no component {begins}"
    return ids[0]


NewBot = Callable[[], FloorBot]


@pytest.fixture
def new_bot(store: Store, clock: Clock) -> NewBot:
    return lambda: FloorBot(store, clock=clock, always_sync=True)


@pytest_asyncio.fixture
async def league(new_bot: NewBot) -> AsyncIterator[League]:
    bot = new_bot()
    async with simcord.run(bot) as env:
        name_the_server(env)
        yield found_league(env, bot, "Practice")


def name_the_server(env: simcord.Env) -> None:
    """Let interactions name the server that has the bot, which simcord leaves out."""
    emit = env.backend.emit

    def emit_whole(event: str, payload: Any) -> None:
        if event == "INTERACTION_CREATE":
            payload = {**payload, "authorizing_integration_owners": {"0": payload.get("guild_id", "0")}}
        emit(event, payload)

    env.backend.emit = emit_whole


def found_league(env: simcord.Env, bot: FloorBot, name: str) -> League:
    """Another server on the same bot, with a host and a player of its own."""
    host, player = env.create_user(f"{name} host"), env.create_user(f"{name} player")
    guild = env.create_guild(name, owner=host)
    return League(
        env,
        bot,
        guild,
        guild.create_text_channel("rules"),
        guild.create_text_channel("tournament"),
        guild.add_member(host),
        guild.add_member(player),
    )
