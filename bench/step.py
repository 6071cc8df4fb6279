"""A press that answers the open question of a case, HTTP stubbed, against an empty bot's button in the same process.

Both bots get INTERACTION_CREATE of a press through discord.py's own parser, each with its own message in it; a
press counts until its edit has been handed to HTTP and the task that gave it has ended. The real bot has its real
store, synchronous=FULL, on the disk of the temporary folder: each press is a case of its own, recorded and its card
drawn anew. The cases are those of a random evening: a situation of every incident in turn, answered to the end.
Beside it, the same with the database in memory, and what the disk takes for one row.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import discord

from bench.answer import APPLICATION, CHANNEL, GUILD, PERSON, Stub, connect, payload
from bench.turns import EACH, EMPTY, ROUNDS, WARM, Found, Side, take_turns
from cogs.client import COGS, FloorBot
from cogs.misdeal import casebook, views
from cogs.misdeal.conversation import Question, next_screen
from cogs.shared import routes
from data.case_acts import Opening, name_incident, open_case, place_card, record_answer
from data.cases import Case
from data.handled import Act
from data.store import Store, Transaction
from league.settings import KINDS, Settings
from rules.facts import vocabulary
from rules.library import load

DISK = "disk"  # the side that only writes a row
MEMORY = Path("/dev/shm")  # a folder that is no disk: what is left is the work


# ------------------------------------------------------------------ the two bots


class EmptyBot(discord.Client):
    """The least there is: one button of a lasting view that answers with one edit."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.add_view(EmptyView())


class EmptyView(discord.ui.View):
    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Ping", custom_id="ping")
    async def ping(self, interaction: discord.Interaction, pressed: discord.ui.Button[Any]) -> None:
        await interaction.response.edit_message(content="Pong, and that is all there is to say.")


def press(number: int, custom_id: str, message: dict[str, Any]) -> dict[str, Any]:
    """A press of a button as the gateway sends it."""
    data = {"id": 2, "component_type": 2, "custom_id": custom_id}
    return {**payload(number, "", []), "type": 3, "message": message, "data": data}


def message(message_id: int, components: list[dict[str, Any]], content: str = "", flags: int = 0) -> dict[str, Any]:
    """The message a button is on, as it comes with the press."""
    author = {"id": APPLICATION, "username": "bot", "discriminator": "0", "avatar": None, "global_name": None}
    return {
        "id": str(message_id),
        "type": 0,
        "channel_id": CHANNEL,
        "application_id": APPLICATION,
        "author": {**author, "bot": True, "public_flags": 0},
        "content": content,
        "components": _numbered(components, count(1)),
        "flags": flags,
        "timestamp": "2026-03-14T20:15:00.000000+00:00",
        "edited_timestamp": None,
        "attachments": [],
        "embeds": [],
        "mentions": [],
        "mention_roles": [],
        "mention_everyone": False,
        "pinned": False,
        "tts": False,
    }


def _numbered(components: list[dict[str, Any]], numbers: Iterator[int]) -> list[dict[str, Any]]:
    """Discord gives every part a number."""
    told = []
    for part in components:
        part = {**part, "id": next(numbers)}
        if "components" in part:
            part["components"] = _numbered(part["components"], numbers)
        told.append(part)
    return told


# ------------------------------------------------------------------ the cases


@dataclass(frozen=True)
class Step:
    """One answer in a conversation: what was known before it, what is asked, and what is pressed."""

    incident: str
    facts: dict[str, str]
    fact: str
    value: str


def steps() -> Iterator[Step]:
    """The answers of one conversation after another, about every incident in turn; the same in every run."""
    chance = Random(3)
    case = _standing_in()
    while True:
        for incident in vocabulary().incidents:
            world = chance.choice(vocabulary().worlds(incident))
            facts: dict[str, str] = {}
            while isinstance(screen := next_screen(case, incident, facts), Question):
                yield Step(incident, dict(facts), screen.fact, world[screen.fact])
                facts[screen.fact] = world[screen.fact]


def _standing_in() -> Case:
    """A case of a league that has set nothing, to find out what would be asked."""
    opening = _opening()
    moment = datetime.now(UTC)
    return Case(
        int(GUILD), 1, moment, int(PERSON), int(CHANNEL), None, opening.kind, opening.orders, opening.editions, (), (),
        "", None, True, {}, None, (), None, None,
    )  # fmt: skip


def _opening() -> Opening:
    settings = Settings({})
    return Opening(
        channel_id=int(CHANNEL),
        kind=KINDS[0],
        orders={kind: settings.order(kind) for kind in KINDS},
        editions={book.book_id: book.edition for book in load().books.values()},
        alternates=(),
        own_rules=(),
        story="",
        incident=None,
        facts={},
    )


def _prepare(tx: Transaction, wanted: Sequence[Step]) -> list[int]:
    """Open a case for each step, answered up to it; their numbers."""
    act = Act(int(GUILD), "bench", int(PERSON), datetime.now(UTC))
    numbers = []
    for step in wanted:
        number = int(open_case(tx, act, _opening()))
        name_incident(tx, act, number, step.incident, is_confirmed=True)
        place_card(tx, act.league_id, number, _card_id(number))
        for fact, value in step.facts.items():
            record_answer(tx, act, number, fact, value)
        numbers.append(number)
    return numbers


def _card_id(case_number: int) -> int:
    return 10**18 + case_number


async def prepared(store: Store, many: int) -> list[dict[str, Any]]:
    """Presses that each answer the open question of a case of its own."""
    wanted = [step for step, _ in zip(steps(), range(many), strict=False)]
    presses = []
    for step, number in zip(wanted, await store.write(_prepare, wanted), strict=True):
        sent = await views.card_of(await casebook.look(store, int(GUILD), number))
        card = message(_card_id(number), sent["view"].to_components(), flags=1 << 15)
        presses.append(press(number, routes.MISDEAL_ANSWER.id(number, step.fact, step.value), card))
    return presses


# ------------------------------------------------------------------ a step


async def measure() -> Found:
    """What an empty bot's button and an answer in a case take, on disk and in memory, and the disk alone."""
    async with AsyncExitStack() as stack:
        empty = EmptyBot()
        connect(empty)
        stub = Stub()
        sides: dict[str, Side] = {EMPTY: _empty_side(empty, stub)}
        for name, folder in (("step", None), ("memory", MEMORY)):
            if folder is None or folder.is_dir():
                floor = await floor_bot(stack, folder)
                presses = iter(await prepared(floor.store, WARM + ROUNDS * EACH))
                sides[name] = partial(_step, stub, floor, presses)
                if folder is None:
                    sides[DISK] = partial(disk, floor.store)
        return await take_turns(sides)


async def floor_bot(stack: AsyncExitStack, folder: Path | None) -> FloorBot:
    """The bot with a database of its own in a new folder."""
    path = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=folder)))
    store = await Store.open(path / "bench.sqlite3")
    stack.push_async_callback(store.close)
    floor = FloorBot(store, clock=lambda: datetime.now(UTC))
    connect(floor)
    for name in COGS:
        await floor.load_extension(name)
    await floor.on_ready()
    return floor


def _empty_side(empty: EmptyBot, stub: Stub) -> Side:
    button = EmptyView().to_components()

    async def seconds(number: int) -> float:
        return await stub.seconds(empty, press(10**9 + number, "ping", message(2 * 10**18, button, "Press it.")))

    return seconds


async def _step(stub: Stub, floor: FloorBot, presses: Iterator[dict[str, Any]], number: int) -> float:
    return await stub.seconds(floor, next(presses))


async def disk(store: Store, number: int) -> float:
    """What keeping one row takes."""
    start = time.perf_counter()
    await store.write(_keep_one, number)
    return time.perf_counter() - start


def _keep_one(tx: Transaction, number: int) -> None:
    tx.run(
        "INSERT INTO handled (league_id, key, answer, handled_at) VALUES (0, :key, '', :at)",
        key=f"disk {number}",
        at=time.time_ns() // 1000,
    )


if __name__ == "__main__":
    print(asyncio.run(measure()))
