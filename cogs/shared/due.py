"""The one loop that does what falls due. It sleeps until then, and is started anew when something comes sooner.

It waits by sleeping and by nothing else: a task that waits on an event would never let a simulated
Discord settle.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from cogs.shared import logs
from cogs.shared.leagues import Clock
from data.due import Job, free_leases, next_due, put_back, take_due_job
from data.handled import forget_handled
from data.store import Store

LOG = logging.getLogger(__name__)
LONGEST_SLEEP = 300.0  # seconds; the clock may be set while the bot sleeps
FORGETS_EVERY = timedelta(minutes=5)
SHORTEST_SLEEP = 0.05  # seconds; a job that is due this moment is not asked for in a tight circle
AFTER_TROUBLE = 30.0  # seconds until the database is tried again

Worker = Callable[[Job], Awaitable[None]]


class DueLoop:
    """Takes each job when it is due and hands it to the worker of its kind, which deletes it with its effect."""

    def __init__(self, store: Store, clock: Clock, rests: Callable[[Job], bool] = lambda _job: False) -> None:
        """`rests`: this job can do nothing now; it is looked at again later, and nobody hears of it."""
        self._store = store
        self._clock = clock
        self._rests = rests
        self._workers: dict[str, Worker] = {}
        self._task: asyncio.Task[None] | None = None
        self._asleep = False
        self._woken = False
        self._forgot_at: datetime | None = None

    def add(self, kind: str, worker: Worker) -> None:
        """Let this worker do the jobs of this kind."""
        self._workers[kind] = worker

    def remove(self, kind: str) -> None:
        """Stop doing this kind: its feature is unloaded."""
        self._workers.pop(kind, None)

    async def start(self) -> None:
        """Begin, with whatever fell due or was left in hand while the bot was away."""
        await self._store.write(free_leases)
        self.wake()

    def wake(self) -> None:
        """Something has been set that may be due sooner than what the loop sleeps for.

        A loop at work is not disturbed: it looks once more before it sleeps.
        """
        self._woken = True
        if self._task is None or self._task.done() or self._asleep:
            self._cancel()
            self._task = asyncio.get_running_loop().create_task(self._run(), name="due work")

    async def stop(self) -> None:
        """Sleep no more, and let go of the job in hand: it comes back with the next start."""
        task = self._cancel()
        if task is not None:
            await asyncio.gather(task, return_exceptions=True)

    def _cancel(self) -> asyncio.Task[None] | None:
        task, self._task, self._asleep = self._task, None, False
        if task is not None:
            task.cancel()
        return task

    async def _run(self) -> None:
        while True:
            try:
                wait = await self._work_and_look()
            except Exception:
                LOG.exception("due work cannot be read; it is tried again")
                wait = AFTER_TROUBLE
            if self._woken:
                continue
            self._asleep = True
            await asyncio.sleep(wait)
            self._asleep = False

    async def _work_and_look(self) -> float:
        self._woken = False
        await self.work()
        await self._forget()
        due = await self._store.read(next_due)
        wait = LONGEST_SLEEP if due is None else (due - self._clock()).total_seconds()
        return min(max(wait, SHORTEST_SLEEP), LONGEST_SLEEP)

    async def _forget(self) -> None:
        """Delete what was handled more than a day ago, and see that nothing deleted stays in the log.

        All that was handled is read for it, so it is not done at every turn.
        """
        now = self._clock()
        if self._forgot_at is None or abs(now - self._forgot_at) >= FORGETS_EVERY:
            await self._store.write(forget_handled, now)
            await self._store.empty_log()
            self._forgot_at = now

    async def work(self) -> None:
        """Do everything that is due now."""
        while job := await self._store.write(take_due_job, self._clock()):
            logs.league_id.set(job.league_id)
            if self._rests(job):
                await self._store.write(put_back, job, self._clock())
                continue
            worker = self._workers.get(job.kind)
            try:
                if worker is None:
                    raise LookupError(f"nobody does {job.kind} yet")
                await worker(job)
            except Exception:
                LOG.exception("due work failed: %s %s, attempt %d", job.kind, job.subject, job.attempts)
                await self._store.write(put_back, job, self._clock())
