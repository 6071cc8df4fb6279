"""How the bot is: what /healthz and `/league status` tell. Counts and sentences; no ids and nobody's words."""

from __future__ import annotations

import asyncio
import math
import sqlite3
from collections import deque
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import discord

from cogs.shared.leagues import Clock
from cogs.shared.leaving import PURGE
from data.backup_folder import LastBackup
from data.due import Late, late_work
from data.store import StoreError, Transaction, prove_writable

if TYPE_CHECKING:
    from cogs.client import FloorBot

LOOKS_BACK = timedelta(hours=1)
SLOW_SECONDS = 2.0  # Discord gives up after three
MOST_NOTED = 10_000  # of each kind; an hour with more is as bad
MANY = 10  # answers of an hour that fail or come late: fewer are one fault, and in the log
LATE_AFTER = timedelta(minutes=1)  # what fell due a moment ago is being done
TOO_LATE_AFTER = timedelta(minutes=10)
PATIENCE_SECONDS = 2.0  # how long the books may take
OLD_BACKUP = timedelta(days=2)  # one is made every day


class Answers:
    """What the last hour's answers lacked: those that took over two seconds, and those that failed."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._slow: deque[tuple[datetime, int | None]] = deque(maxlen=MOST_NOTED)
        self._failed: deque[tuple[datetime, int | None]] = deque(maxlen=MOST_NOTED)

    def watch(self, interaction: discord.Interaction[FloorBot], task: asyncio.Task[object]) -> None:
        """Look in two seconds whether this has been answered, unless its task is over by then."""
        look = asyncio.get_running_loop().call_later(SLOW_SECONDS, self._look, interaction)
        task.add_done_callback(lambda _: look.cancel())

    def _look(self, interaction: discord.Interaction[FloorBot]) -> None:
        if not interaction.response.is_done():
            self._slow.append((self._clock(), interaction.guild_id))

    def failed(self, league_id: int | None) -> None:
        """Somebody did not get what they asked for, and it was no doing of theirs."""
        self._failed.append((self._clock(), league_id))

    def count(self, league_id: int | None = None) -> tuple[int, int]:
        """How many were slow and how many failed in the last hour, in one league or in all."""
        slow, failed = (
            sum(at > self._clock() - LOOKS_BACK and league_id in (None, where) for at, where in noted)
            for noted in (self._slow, self._failed)
        )
        return slow, failed


@dataclass(frozen=True)
class Health:
    """How the bot is at a moment. `late` is None where the books could not be read, which `store_fault` then tells."""

    at: datetime
    is_connected: bool
    latency_ms: int | None
    store_fault: str | None
    late: Late | None
    backup: LastBackup | None
    slow: int
    failed: int

    @property
    def late_by(self) -> timedelta:
        """How long the oldest late work waits."""
        return self.at - self.late.since if self.late and self.late.since else timedelta(0)

    def wrong(self) -> dict[str, str]:
        """The parts that are not as they should be, each with a sentence; empty when all is well."""
        found = {}
        if not self.is_connected:
            found["gateway"] = "Discord is not connected: it is tried again by itself."
        if self.store_fault:
            found["store"] = self.store_fault
        if self.late and self.late_by > TOO_LATE_AFTER:
            waits = f"{self.late.count} in all, the oldest for {whole_minutes(self.late_by)}"
            found["due"] = f"Work that fell due is not done: {waits}."
        if self.backup and not self.backup.is_ok:
            found["backup"] = self.backup.sentence
        elif self.backup and self.at - self.backup.at > OLD_BACKUP:
            found["backup"] = "The last backup is more than two days old."
        if self.slow + self.failed >= MANY:
            found["answers"] = f"In the last hour {self.slow} answers took over two seconds and {self.failed} failed."
        return found


def whole_minutes(span: timedelta) -> str:
    """A span as people say it, in minutes.

    >>> whole_minutes(timedelta(seconds=100))
    '1 minute'
    """
    minutes = int(span.total_seconds() // 60)
    return f"{minutes} minute" + ("" if minutes == 1 else "s")


async def look(client: FloorBot, league_id: int | None = None) -> Health:
    """See how the bot is; of what falls due and of the answers, one league's or all."""
    now = client.clock()
    fault, late = None, None
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            late = await client.store.write(_try_books, now - LATE_AFTER, league_id)
    except StoreError as error:
        fault = str(error)
    except TimeoutError:
        fault = f"The books took no word within {PATIENCE_SECONDS:g} seconds."
    except sqlite3.DatabaseError as error:
        fault = f"The books are damaged ({error}): restore a backup."
    latency = client.latency
    slow, failed = client.answers.count(league_id)
    return Health(
        at=now,
        is_connected=client.is_connected(),
        latency_ms=round(latency * 1000) if math.isfinite(latency) else None,
        store_fault=fault,
        late=late,
        backup=client.backups.last if client.backups else None,
        slow=slow,
        failed=failed,
    )


def _try_books(tx: Transaction, before: datetime, league_id: int | None) -> Late:
    prove_writable(tx)
    return late_work(tx, before, PURGE, league_id)
