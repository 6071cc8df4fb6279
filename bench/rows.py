"""Every command and press in books of a million rows a table, against the same books with a hundred.

The world is the one in which the tests try who may do what (tests/cogs/walked_world.py), on the simulated Discord, with
one bot: in turn it has the small books and the large ones under it. A command takes from its arrival until its first
answer is handed to HTTP, discord.py's parsing and the card included. What it writes is taken back each time, so that every
try finds the same; the disk is not waited for, which would only hide what the books take.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import aiosqlite

TESTS = Path(__file__).resolve().parent.parent / "tests"
sys.path[:0] = [str(TESTS), str(TESTS / "cogs")]

from conftest import SHARDS, Clock, SimulatedDiscord, Wire, found_league  # noqa: E402 - the tests' are found only now
from permission_table import about  # noqa: E402
from permission_table import rows as table_rows  # noqa: E402
from raw import Database  # noqa: E402
from test_permission_walk import everything  # noqa: E402
from tried_things import tries  # noqa: E402
from walked_world import Try, World, world_of  # noqa: E402

import cogs.client  # noqa: E402
from bench.many_rows import fill  # noqa: E402
from cogs.client import FloorBot  # noqa: E402
from data.store import Store, connect  # noqa: E402
from data.times import to_micros  # noqa: E402

ROWS = 1_000_000
SIDES = ("few", "many")
TURNS, WARM = 15, 3
PEOPLE = ("host", "player", "dealer", "owner", "tonight", "stranger")
SAVEPOINTS = {
    "BEGIN": "SAVEPOINT turn",
    "BEGIN IMMEDIATE": "SAVEPOINT turn",
    "COMMIT": "RELEASE turn",
    "ROLLBACK": "ROLLBACK TO turn",
}
APART_TURNS = 3
EVERY = 10  # steps of SQLite's own machine that are counted at once
READS_ALL = {  # or all that somebody has
    "/money export", "/money check", "/me export", "/me forget", "me1:forget", "/league forget", "league1:forget",
}  # fmt: skip


class TakenBack:
    """A connection whose transactions are all taken back at the end of a turn."""

    in_transaction = True

    def __init__(self, path: Path) -> None:
        self._connection = connect(path)
        self._connection.execute("BEGIN")
        self._steps = 0

    def count_steps(self) -> None:
        """From now on until the turn is taken back."""
        self._steps = 0
        self._connection.set_progress_handler(self._another, EVERY)

    def _another(self) -> int:
        self._steps += EVERY
        return 0

    def execute(self, sql: str, values: Any = ()) -> sqlite3.Cursor:
        return self._connection.execute(SAVEPOINTS.get(sql, sql), values)

    def take_back(self) -> int:
        """All is as it was; how many steps were counted."""
        self._connection.set_progress_handler(None, EVERY)
        self._connection.execute("ROLLBACK")
        self._connection.execute("BEGIN")
        return self._steps

    def close(self) -> None:
        self._connection.close()


@dataclass
class Took:
    """One command or press: what it took in each books, in milliseconds, and how much of that in the database.

    `steps`: of SQLite's own machine, which are the same in every run.
    """

    thing: str
    answered: bool
    whole: dict[str, list[float]] = field(default_factory=lambda: {side: [] for side in SIDES})
    books: dict[str, list[float]] = field(default_factory=lambda: {side: [] for side in SIDES})

    steps: dict[str, int] = field(default_factory=dict)

    def milliseconds(self, side: str) -> float:
        return statistics.median(self.whole[side])

    @property
    def is_apart(self) -> bool:
        """Is it there to read or rewrite all that a league or somebody has?"""
        return self.thing in READS_ALL

    @property
    def others_wait(self) -> float:
        """For how long it has the database's thread to itself in the large books, in milliseconds."""
        return statistics.median(self.books["many"])

    @property
    def ratio(self) -> float:
        return self.milliseconds("many") / self.milliseconds("few")

    @property
    def books_ratio(self) -> float:
        """What the database alone takes in the large books, in times of the small ones."""
        few, many = (statistics.median(self.books[side]) for side in SIDES)
        return many / few if few else 1.0


class Turns:
    """The bot with one of the two books under it, and a watch that stops at the first answer, or at the last."""

    def __init__(self, world: World, books: dict[str, aiosqlite.Connection], files: dict[str, Path]) -> None:
        self._world, self._books, self._files = world, books, files
        self._store, self._began, self._answered, self._in_store = world.store, 0.0, 0.0, 0.0
        self._at_answer, self._to_the_end = 0.0, False
        self._hop, self._emit = self._store._hop, world.league.wire._emit
        self._store._hop = self._timed_hop  # type: ignore[method-assign]
        world.league.wire._emit = self._timed_emit
        adapter = world.league.env._webhook_adapter
        self._request, adapter.request = adapter.request, self._timed_request

    async def _timed_hop(self, job: Callable[[Any], Any]) -> Any:
        def timed(connection: Any) -> Any:
            start = time.thread_time()
            try:
                return job(connection)
            finally:
                self._in_store += time.thread_time() - start

        return await self._hop(timed)

    def _timed_emit(self, event: str, payload: Any) -> None:
        if event == "INTERACTION_CREATE":
            self._began, self._answered, self._in_store = time.process_time(), 0.0, 0.0
        self._emit(event, payload)

    async def _timed_request(self, *args: Any, **kwargs: Any) -> Any:
        if self._to_the_end or not self._answered:
            self._answered, self._at_answer = time.process_time(), self._in_store
        return await self._request(*args, **kwargs)

    async def take(
        self, side: str, who: str, thing: str, one: Try, *, counts: bool = False
    ) -> tuple[float, float, int]:
        """Try a thing in these books: the milliseconds it took, whole and in the database, and its steps if they count."""
        books = self._books[side]
        self._store._connection, self._store._path = books, self._files[side]
        self._store._file = self._files[side].stat().st_ino
        self._to_the_end = thing in READS_ALL
        self._world.forget()
        if counts:
            await books._execute(lambda: books._conn.count_steps())
        await self._world.attempt(self._world.people[who], self._world.league.cash, thing, one)
        steps = await books._execute(lambda: books._conn.take_back())
        return (self._answered - self._began) * 1000, self._at_answer * 1000, steps


class Untouched:
    """Stands in for the tests' look from beside, which copies whole books: here all is taken back at once."""

    def keep(self) -> None: ...
    def restore(self) -> bool:
        return True


async def measure(rows: int = ROWS, turns: int = TURNS, only: str = "") -> list[Took]:
    """What each command and press took in the small books and in the large."""
    logging.disable(logging.ERROR)
    with tempfile.TemporaryDirectory() as folder:
        few, many = (Path(folder) / f"{side}.sqlite3" for side in SIDES)
        store, clock = await Store.open(few), Clock()
        env = SimulatedDiscord(FloorBot(store, clock=clock, always_sync=True), shard_count=SHARDS)
        opened = [store._connection]  # each has a thread, which would keep the process alive
        try:
            await env.start()
            world = await _world(env, store, clock, few)
            fill(few, many, world.league.guild.id, rows, to_micros(clock()))
            books, files = {}, dict(zip(SIDES, (few, many), strict=True))
            for side, path in files.items():
                books[side] = await aiosqlite.Connection(partial(TakenBack, path), iter_chunk_size=64)
                opened.append(books[side])
            found = [took async for took in _walk(world, Turns(world, books, files), turns, only)]
        finally:
            store._connection = opened[0]
            await env.shutdown()
            for connection in opened:
                await connection.close()
    return found


async def _world(env: SimulatedDiscord, store: Store, clock: Clock, file: Path) -> World:
    """The world of the permission walk, with nobody who looks whether it is as it was."""
    league = found_league(env, wire := Wire(env), "Practice")
    database = Database(file)
    world = await world_of(league, wire, store, clock, database)
    database.close()
    world.database = Untouched()
    return world


async def _walk(world: World, clocked: Turns, turns: int, only: str) -> Any:
    there, how = everything(world), tries(world)
    for thing, _may in table_rows():
        name, one = about(thing, there), how.get(thing, Try())
        if name is None or only not in thing:
            continue
        with _refusals() as refused:
            for who in PEOPLE:
                refused.clear()
                await clocked.take("few", who, name, one)
                if not refused:
                    break
            took = Took(thing, answered=not refused)
            gc.collect()
            for turn in range(-1, min(turns, APART_TURNS)) if took.is_apart else range(-WARM, turns):
                for side in SIDES:
                    whole, in_store, steps = await clocked.take(side, who, name, one, counts=turn == -1)
                    if turn == -1:
                        took.steps[side] = steps
                    if turn >= 0:
                        took.whole[side].append(whole)
                        took.books[side].append(in_store)
            took.answered = not refused  # in the large books, too
        yield took


@contextmanager
def _refusals() -> Iterator[list[BaseException]]:
    errors: list[BaseException] = []
    answer = cogs.client.answer_error

    async def answer_error(interaction: Any, error: BaseException) -> None:
        errors.append(error)
        await answer(interaction, error)

    cogs.client.answer_error = answer_error
    try:
        yield errors
    finally:
        cogs.client.answer_error = answer


def main(arguments: Sequence[str]) -> None:
    """python -m bench.rows [rows] [turns] [part of a name]: all of them, the slowest last, and then those apart."""
    rows, turns, only = (*arguments, *(str(ROWS), str(TURNS), "")[len(arguments) :])
    print(" times  in db  few ms  many ms  steps few    many")
    for took in sorted(asyncio.run(measure(int(rows), int(turns), only)), key=lambda one: (one.is_apart, one.ratio)):
        few, many = (took.milliseconds(side) for side in SIDES)
        told = took.thing + ("" if took.answered else " (refused)")
        told += f", to its end; the others wait {took.others_wait:.2f} ms" if took.is_apart else ""
        print(
            f"{took.ratio:6.2f} {took.books_ratio:6.2f} {few:7.2f} {many:8.2f} {took.steps['few']:10} {took.steps['many']:7}  {told}"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
