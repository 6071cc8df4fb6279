"""What falls due, looked for among a million jobs that lie ahead and among ten thousand.

One look is what the loop does when a job is due: it takes the job under a lease, and asks when the next one is.
The change is taken back each time, so that every look finds the same; the disk is not waited for.
"""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
import time
from contextlib import ExitStack, closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bench.turns import EACH, ROUNDS, Found, Side, take_turns
from data.due import next_due, set_job, take_due_job
from data.store import Transaction, connect, migrate
from data.times import to_micros

FEW, MANY = 10_000, 1_000_000  # jobs that lie ahead
NOW = datetime(2026, 3, 14, 19, tzinfo=UTC)


async def measure(many: int = MANY, few: int = FEW, rounds: int = ROUNDS, each: int = EACH) -> Found:
    """What one look takes in each of the two, in turn."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as opened:
        sides: dict[str, Side] = {}
        for name, jobs in (("few", few), ("many", many)):
            connection = opened.enter_context(closing(connect(Path(folder) / f"{name}.sqlite3")))
            _fill(connection, jobs)
            sides[name] = _side(connection)
        return await take_turns(sides, rounds, each)


def _fill(connection: sqlite3.Connection, jobs: int) -> None:
    """So many jobs in the two years ahead, in no order, and one that is due."""
    migrate(connection)
    connection.execute("PRAGMA synchronous=OFF")
    connection.execute("BEGIN")
    apart = to_micros(NOW + timedelta(days=730)) - to_micros(NOW)
    ahead = ((1 + n % 100, n, to_micros(NOW) + 1 + n * 7_919 % jobs * apart // jobs) for n in range(1, jobs + 1))
    connection.executemany(
        "INSERT INTO due_job (league_id, kind, subject, due_at) VALUES (?, 'letter', ?, ?)",
        ahead,  # past the product's own function for speed alone
    )
    set_job(Transaction(connection), 1, "letter", 0, NOW)
    connection.execute("COMMIT")


def _side(connection: sqlite3.Connection) -> Side:
    async def look(_number: int) -> float:
        tx = Transaction(connection)
        connection.execute("BEGIN IMMEDIATE")
        start = time.perf_counter()
        taken, following = take_due_job(tx, NOW), next_due(tx)
        seconds = time.perf_counter() - start
        connection.execute("ROLLBACK")
        assert taken is not None
        assert following is not None
        assert taken.due_at == NOW < following
        return seconds

    return look


if __name__ == "__main__":
    print(asyncio.run(measure()))
