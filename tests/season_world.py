"""A league on a simulated Discord that fails: interactions delivered twice, tasks cancelled, stops, refused posts.

Each interaction may meet one fault, drawn from the season's own chance, so a seed plays the same faults again. Which of
two tasks gets to the store first is drawn likewise: with threads it would be the machine's doing, and the one that is
first meets the fault that waits for both.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Collection
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import discord
from conftest import Clock, Complaints, League, SimulatedDiscord, Wire, found_league, words

from cogs.client import FloorBot
from cogs.shared.refusals import Refusal
from data.store import Store, Transaction, connect

A_WHILE = 301.0  # seconds; longer than either loop ever waits
LONGEST_HOLD = 8  # turns of the loop until a transaction's turn comes; a post takes some, so either can be first
OWN_LOOPS = ("due work", "live cards", "a live card")  # tasks that end with the bot alone
COMES_ANEW = (
    "tip_receipt",
    "handled",
    "schema_migration",
    "synced_command_tree",
)  # drawn numbers, keys, the machine's time
POSTS = (("POST", "/channels/*/messages"), ("PATCH", "/channels/*/messages/*"), ("POST", "/channels/*/threads"))
PLACES = ("message_id", "posted_at", "card_message_id", "card_posted_at", "cockpit_message_id", "cockpit_posted_at",
          "channel_id", "thread_id")  # fmt: skip  # where live cards stand: the loop that draws them moves them
BROKEN = "Something broke"


@dataclass(frozen=True)
class Faults:
    """How many of a hundred interactions meet which fault."""

    at_once: int = 6  # delivered twice at the same moment
    again: int = 6  # delivered once more, later
    after_stop: int = 2  # the bot stops and starts; then it is delivered once more
    cancelled: int = 8  # its task is cancelled while it waits for the store; half are delivered once more
    posts: int = 6  # the next posts, edits or direct messages are refused

    @property
    def kinds(self) -> dict[str, int]:
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


class WithoutThread:
    """The store's connection on the loop's own thread: a transaction is carried out when it is asked for."""

    def __init__(self, path: Path) -> None:
        self._conn = connect(path)

    async def _execute(self, job: Callable[[], Any]) -> Any:
        try:
            return job()
        finally:
            await asyncio.sleep(0)  # the answer comes a turn later; here whoever waits for it can be cancelled

    async def close(self) -> None:
        self._conn.close()


class AtOnce(ThreadPoolExecutor):
    """What is given to a thread is done before anything else."""

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        done: Future[Any] = Future()
        try:
            done.set_result(work(*args, **kwargs))
        except Exception as error:
            done.set_exception(error)
        return done


class Interrupted(Store):
    """The real store but for its thread; a task that waits for its n-th transaction from now can be cancelled there."""

    cancel_in = 0

    async def go_by(self, chance: Random) -> None:
        """From now on each transaction waits for those before it, and as much longer as chance says."""
        await self._connection.close()
        self._connection: Any = WithoutThread(self._path)
        self._chance, self._queue = chance, asyncio.Lock()

    async def _hop(self, job: Any) -> Any:
        if isinstance(self._connection, WithoutThread):
            async with self._queue:
                for _ in range(self._chance.randrange(LONGEST_HOLD)):
                    await asyncio.sleep(0)
                return await self._interrupted(job)
        return await super()._hop(job)

    async def _interrupted(self, job: Any) -> Any:
        task = asyncio.current_task()
        if self.cancel_in and task is not None and task.get_name() not in OWN_LOOPS:
            self.cancel_in -= 1
            if not self.cancel_in:
                task.cancel()  # the transaction is under way and is carried out; its answer is not waited for
        return await super()._hop(job)


@dataclass
class Doubling(Wire):
    """What goes from Discord to the bot: `copies` of each interaction at the same moment."""

    copies: int = 1

    def emit(self, event: str, payload: Any) -> None:
        super().emit(event, payload)
        if event == "INTERACTION_CREATE":
            for _ in range(self.copies - 1):
                self._emit(event, self.sent[-1])


@dataclass
class World:
    """One league, its bot, and what may go wrong."""

    file: Path
    chance: Random
    faults: Faults
    clock: Clock = field(default_factory=Clock)
    seen: Counter[str] = field(default_factory=Counter)
    people: list[Any] = field(default_factory=list)
    complaints: Complaints = field(default_factory=Complaints)
    steps: int = 0

    async def begin(self, people: int) -> None:
        for name in ("cogs", "discord"):
            logging.getLogger(name).addHandler(self.complaints)
        asyncio.get_running_loop().set_default_executor(AtOnce())
        self.order = Random(self.chance.random())
        self.store = await self._opened()
        self.env = SimulatedDiscord(self._bot(), shard_count=1)
        await self.env.start()
        self.wire = Doubling(self.env)
        self.league: League = found_league(self.env, self.wire, "Season")
        for number in range(1, people + 1):
            self.people.append(self.league.guild.add_member(self.env.create_user(f"p{number:02}")))

    async def _opened(self) -> Interrupted:
        store = await Interrupted.open(self.file)
        await store.go_by(self.order)
        return store

    def _bot(self) -> FloorBot:
        return FloorBot(self.store, clock=self.clock, always_sync=True)

    async def end(self) -> None:
        await self.env.shutdown()
        await self.store.close()
        for name in ("cogs", "discord"):
            logging.getLogger(name).removeHandler(self.complaints)
        self.verify_log()

    def verify_log(self) -> None:
        """Nothing is logged as broken but what Discord refused at our bidding."""
        for record in self.complaints.records:
            cause = record.exc_info[1] if record.exc_info else None
            assert isinstance(cause, discord.HTTPException), logging.Formatter().format(record)
        causes = [getattr(error, "original", error) for error in self.env.errors]
        strange = [one for one in causes if not isinstance(one, Refusal | discord.HTTPException)]
        assert not strange, strange

    async def stop_and_start(self) -> None:
        """The process goes and comes back: the store is closed and opened, nothing is left in memory."""
        await self.env.advance_time(0)
        old = self.store
        old.cancel_in = 0
        self.store = await self._opened()
        await self.env.restart_bot(self._bot())
        await old.close()

    async def wait(self, **by: float) -> None:
        """Time goes on, and both loops look at it."""
        self.clock.advance(**by)
        await self.env.advance_time(A_WHILE)

    async def read(self, work: Callable[..., Any], *args: Any) -> Any:
        return await self.store.read(work, *args)

    async def rows(self, sql: str, **values: Any) -> list[Any]:
        return await self.store.read(lambda tx: tx.all(sql, **values))

    # -------------------------------------------------------------- one interaction

    async def act(self, going: Callable[[], Awaitable[Any]]) -> Any:
        """One interaction with perhaps a fault; what is answered at last, None where the answer was lost."""
        self.steps += 1
        fault = self._drawn()
        if fault == "at_once":
            self.wire.copies = 2
        elif fault == "cancelled":
            self.store.cancel_in = self.chance.randint(1, 4)
        elif fault == "posts":
            method, path = self.chance.choice(POSTS)
            self.env.inject_error(method, path, status=self.chance.choice([500, 503, 429]), times=1)
        result = await going()
        self.wire.copies = 1
        was_cancelled = fault == "cancelled" and not self.store.cancel_in
        self.store.cancel_in = 0
        if was_cancelled or fault not in ("", "cancelled"):
            self.seen[fault] += 1
        if was_cancelled and self.chance.random() < 0.5:
            return result if result.acknowledged else None
        if was_cancelled:
            await self.wire.again()
        elif fault in ("again", "after_stop"):
            await self._once_more(fault)
        assert result.acknowledged, self.wire.sent[-1]
        assert self.env.backend.faults or fault == "posts" or BROKEN not in said(result), said(result)
        return result

    def _drawn(self) -> str:
        at = self.chance.randrange(100)
        for name, share in self.faults.kinds.items():
            if at < share:
                return name
            at -= share
        return ""

    async def _once_more(self, fault: str) -> None:
        """Deliver it again: nothing that is kept changes by it."""
        if fault == "after_stop":
            await self.stop_and_start()
            await self.env.advance_time(A_WHILE)  # what fell due meanwhile is done
        before = await self.read(kept, PLACES)
        await self.wire.again()
        after = await self.read(kept, PLACES)
        changed = [
            (name, [row for row in rows if row not in after[name]], [row for row in after[name] if row not in rows])
            for name, rows in before.items()
            if rows != after[name]
        ]
        assert not changed, changed


def said(result: Any) -> str:
    """All that the answer says; nothing where it drew a card or opened a form."""
    return words(result) if result is not None and (result.response or result.followups) else ""


def kept(tx: Transaction, but: Collection[str] = ()) -> dict[str, list[Any]]:
    """Everything that is remembered, apart from these columns."""
    names = [row["name"] for row in tx.all("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    return {
        name: [{key: row[key] for key in row if key not in but} for row in tx.all(f"SELECT * FROM {name}")]
        for name in names
        if name not in COMES_ANEW
    }
