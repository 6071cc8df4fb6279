"""What every test may ask for: a real store in a temporary file, and the real bot on a simulated Discord."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import random
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import discord
import pytest
import pytest_asyncio
import simcord
from simcord.actors import _component_interaction, _dispatch_actor_interaction
from simcord.enums import ComponentType, InteractionType

from cogs.client import FloorBot
from cogs.shared.refusals import Refusal
from data.erasing import league_tables
from data.handled import Act
from data.store import Store, Transaction

ROOT = Path(__file__).resolve().parents[1]
COUNT = count(1)  # of tests
FOR_EVER = 86_400.0  # seconds; what hangs meets pytest's limit, not simcord's
LOOKS_AGAIN = 0.001  # seconds until simcord looks whether the bot has come to rest
SHARDS = 2  # connections of the bot: the first league is on one, the next on the other
BURN = "burn got flipped, leave it up?"  # a question that House and Rulebook answer, and TDA does not


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    """A bot that is up keeps all there is from the search for garbage: the bots of all tests would stay for ever."""
    yield
    if next(COUNT) % 200 == 0:  # it takes a second
        gc.unfreeze()


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


@pytest.fixture
def seed() -> int:
    """Where chance begins in a proof; KILL_SEED plays the same moments again."""
    number = int(os.environ.get("KILL_SEED") or random.SystemRandom().randrange(10**9))
    print(f"KILL_SEED={number}")
    return number


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(tmp_path / "league.sqlite3")
    yield opened
    await opened.close()


def act(key: str = "1", league_id: int = 1, by: int = 5, at: datetime | None = None) -> Act:
    """Somebody changes something."""
    return Act(league_id, key, by, at or datetime(2026, 3, 14, 19, 30, tzinfo=UTC))


# ------------------------------------------------------------------ Discord


class SimulatedDiscord(simcord.Env):
    """Discord whose timers go by its own clock alone, so that a slow or paused machine changes nothing.

    simcord lets a timer also fire when so many real seconds have passed, and then moves its clock up to that
    timer: a press that is under way has used up its three seconds and counts as not answered. It also waits for
    every timer nearer than its patience, in real time.
    """

    def __init__(self, bot: FloorBot, **given: Any) -> None:
        super().__init__(bot, check_errors=False, settle_timeout=FOR_EVER, **given)

    def _schedule_timer(self, *_timer: Any) -> None:
        """No real timer stands behind a simulated one."""

    async def _settle_internal(self, **given: Any) -> None:
        """Until nothing can run any more, however long that takes."""
        await super()._settle_internal(**{**given, "timeout": None, "idle": LOOKS_AGAIN})


@dataclass
class Wire:
    """What goes from the simulated Discord to the bot: it can name who installed it, and deliver twice."""

    env: simcord.Env
    user_installed: bool = False
    twice: bool = False  # each interaction comes twice at once
    sent: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._emit = self.env.backend.emit
        self.env.backend.emit = self.emit

    def emit(self, event: str, payload: Any) -> None:
        if event == "INTERACTION_CREATE":
            guild = {"0": payload.get("guild_id", "0")}
            person = {"1": (payload.get("user") or payload.get("member", {}).get("user"))["id"]}
            owners = person if self.user_installed else guild  # simcord leaves it out
            payload = {**payload, "authorizing_integration_owners": owners}
            self.sent.append(payload)
            if self.twice:
                self._emit(event, payload)
        self._emit(event, payload)

    async def again(self) -> None:
        """Deliver the last interaction once more, as Discord does after a RESUME."""
        self._emit("INTERACTION_CREATE", self.sent[-1])
        await self.env.settle()


@dataclass
class League:
    """A server with the bot: channels, people, and short ways to act."""

    env: simcord.Env
    wire: Wire
    guild: Any
    rules: Any
    cash: Any
    tournament: Any
    host: Any
    player: Any
    other: Any

    @property
    def bot(self) -> FloorBot:
        return self.env.bot

    async def slash(self, who: Any, name: str, channel: Any = None, **options: Any) -> Any:
        return await who.slash(channel or self.rules, name, **options)

    async def ask(self, question: str = BURN, channel: Any = None, who: Any = None, **options: Any) -> Any:
        return await self.slash(who or self.player, "rule ask", channel, question=question, **options)

    async def staff(self, name: str, **options: Any) -> str:
        """A `/league` command by the host; what it answers."""
        return words(await self.slash(self.host, f"league {name}", **options))

    async def forge(self, who: Any, message: Any, custom_id: str, values: Any = None, resolved: Any = None) -> Any:
        """Press something that is not on the message."""
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": ComponentType.BUTTON}
        if values is not None:
            data |= {"component_type": ComponentType.STRING_SELECT, "values": values, "resolved": resolved or {}}
        stored = self.env.backend.get_message(message.channel_id, message.id)
        return await _component_interaction(who, stored, data)

    async def send_form(self, who: Any, custom_id: str, **values: str) -> Any:
        """Send a form as any client could, whether it was opened or not."""
        rows = [
            {"type": 18, "component": {"type": 4, "custom_id": name, "value": value}} for name, value in values.items()
        ]
        data = {"custom_id": custom_id, "components": rows}
        return await _dispatch_actor_interaction(who, InteractionType.MODAL_SUBMIT, self.rules, data)

    def said_in(self, channel: Any, viewer: Any = None) -> list[str]:
        """The bot's messages that this person sees in a channel, oldest first."""
        seen = [
            message
            for message in self.env.backend.messages.get(channel.id, {}).values()
            if message.author_id == self.env.backend.bot_user.id and message.visible_to(viewer and viewer.id)
        ]
        return [words_of(message) for message in sorted(seen, key=lambda message: message.id) if words_of(message)]


def parts(components: Any) -> list[dict[str, Any]]:
    """Every component of a raw message, containers opened."""
    found = []
    for component in components:
        found.append(component)
        found += parts(component.get("components", ()))
        found += parts([component["accessory"]] if component.get("accessory") else ())
    return found


def words_of(message: Any) -> str:
    """Everything a person reads in a message."""
    texts = [part["content"] for part in parts(message.components) if "content" in part]
    return "\n".join(filter(None, [message.content, *texts]))


def words(result: Any) -> str:
    """Everything a person reads in an answer: the card or sentence, and what follows it."""
    messages = [message for message in (result.response, *result.followups) if message is not None]
    assert messages, "the bot did not answer"
    return "\n".join(map(words_of, messages))


def labels(result: Any) -> list[str]:
    """What the buttons say."""
    return [part["label"] for part in parts(result.response.components) if part.get("label")]


def custom_id(result: Any, begins: str) -> str:
    """The id of the first button or select that begins so."""
    ids = [part["custom_id"] for part in parts(result.response.components) if "custom_id" in part]
    fitting = [key for key in ids if key.startswith(begins)]
    assert fitting, f"no component {begins} in {ids}"
    return fitting[0]


def options(result: Any, begins: str) -> list[str]:
    """The values that a select offers."""
    key = custom_id(result, begins)
    menu = next(part for part in parts(result.response.components) if part.get("custom_id") == key)
    return [option["value"] for option in menu["options"]]


def is_sentence(result: Any) -> bool:
    """Is the answer a short private sentence, without a card?"""
    answer = result.response or result.followups[-1]
    return answer.ephemeral and not answer.components and answer.content.endswith(".") and len(answer.content) < 200


class Complaints(logging.Handler):
    """What the bot logs as broken: people see "something broke" then."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


@pytest.fixture
def broken() -> Iterator[list[logging.LogRecord]]:
    """What broke; a test that breaks something on purpose clears it."""
    handler = Complaints()
    for name in ("cogs", "discord"):
        logging.getLogger(name).addHandler(handler)
    yield handler.records
    for name in ("cogs", "discord"):
        logging.getLogger(name).removeHandler(handler)
    assert not handler.records, [logging.Formatter().format(record) for record in handler.records]


NewBot = Callable[[], FloorBot]


@pytest.fixture
def new_bot(store: Store, clock: Clock) -> NewBot:
    return lambda: FloorBot(store, clock=clock, always_sync=True)


@pytest.fixture
def nonces(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    """Discord drops a message whose nonce came a moment ago, and answers with the first; simcord would post it."""
    sent: dict[tuple[Any, ...], tuple[datetime, asyncio.Task[Any]]] = {}
    post = discord.http.HTTPClient.send_message

    async def once(self: Any, channel_id: int, *, params: Any) -> Any:
        nonce = (params.payload or {}).get("nonce")
        key = (channel_id, nonce)
        if nonce is None or key not in sent or clock() - sent[key][0] > timedelta(minutes=1):
            sent[key] = clock(), asyncio.ensure_future(post(self, channel_id, params=params))
        try:
            return await asyncio.shield(sent[key][1])
        except discord.HTTPException:
            del sent[key]
            raise

    monkeypatch.setattr(discord.http.HTTPClient, "send_message", once)


@pytest_asyncio.fixture
async def env(new_bot: NewBot, broken: list[logging.LogRecord], nonces: None) -> AsyncIterator[simcord.Env]:
    opened = SimulatedDiscord(new_bot(), shard_count=SHARDS)
    await opened.start()
    yield opened
    await opened.shutdown()
    causes = [getattr(error, "original", error) for error in opened.errors]
    dealt_with = Refusal | discord.HTTPException | discord.app_commands.TransformerError
    strange = [cause for cause in causes if not isinstance(cause, dealt_with)]
    assert not strange, strange  # what Discord refused is in `broken`, unless the bot dealt with it


@pytest.fixture
def wire(env: simcord.Env) -> Wire:
    return Wire(env)


@pytest.fixture
def league(env: simcord.Env, wire: Wire) -> League:
    return found_league(env, wire, "Practice")


def found_league(env: simcord.Env, wire: Wire, name: str, *people: Any) -> League:
    """Another server on the same bot, with a host, two players and whoever else plays there, too."""
    host, player, other = (env.create_user(f"{name} {role}") for role in ("host", "player", "other"))
    guild = env.create_guild(name, owner=host, shard_id=len(env._guilds) % SHARDS)
    channels = [guild.create_text_channel(channel) for channel in ("rules", "cash", "tournament")]
    members = [guild.add_member(person) for person in (host, *people, player, other)]
    return League(env, wire, guild, *channels, members[0], members[-2], members[-1])


def stored_messages(env: simcord.Env) -> list[Any]:
    """Everything the bot has written anywhere."""
    return [
        message
        for channel in env.backend.messages.values()
        for message in channel.values()
        if message.author_id == env.backend.bot_user.id
    ]


# ------------------------------------------------------------------ Discord's limits


def verify_card(components: Any, most_words: int = 4000) -> None:
    """A card that Discord takes: sizes, ids and choices within its limits."""
    found = parts(components)
    written = sum(len(part["content"]) for part in found if "content" in part)
    assert written <= most_words, f"{written} characters"
    assert len(found) <= 40
    ids = [part["custom_id"] for part in found if "custom_id" in part]
    assert len(set(ids)) == len(ids), "two components with one id"
    assert all(0 < len(key) <= 100 for key in ids)
    for part in found:
        assert "content" not in part or part["content"].strip(), "an empty paragraph"
        assert len(part.get("label") or "") <= 80
        assert len(part.get("placeholder") or "") <= 150
        if part["type"] == 1:
            assert 1 <= len(part["components"]) <= 5
        if "options" in part:
            verify_options(part["options"])


def verify_options(offered: list[dict[str, Any]]) -> None:
    assert 1 <= len(offered) <= 25
    assert len({option["value"] for option in offered}) == len(offered), "one choice twice"
    for option in offered:
        assert all(1 <= len(option[key]) <= 100 for key in ("label", "value"))
        assert len(option.get("description") or "") <= 100


def dump(tx: Transaction, league_id: int) -> str:
    """All that is kept of a league, as one text."""
    return "\n".join(
        str(row)
        for table in league_tables(tx)
        for row in tx.all(f"SELECT * FROM {table} WHERE league_id = :league_id", league_id=league_id)
    )
