"""The loop that does what falls due: in time, once, and again where it failed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from conftest import Clock, act

from cogs.shared import due
from cogs.shared.due import DueLoop
from data.due import Job, drop_job, set_job, take_due_job
from data.handled import once
from data.store import Store, Transaction


@pytest_asyncio.fixture
async def loop(store: Store, clock: Clock) -> AsyncIterator[DueLoop]:
    made = DueLoop(store, clock)
    yield made
    await made.stop()


def worker(store: Store, done: list[Job], fails: int = 0) -> Any:
    left = [fails]

    async def work(job: Job) -> None:
        done.append(job)
        if left[0] > 0:
            left[0] -= 1
            raise RuntimeError("burst")
        await store.write(drop_job, job.league_id, job.kind, job.subject)

    return work


async def turns(number: int = 200) -> None:
    for _ in range(number):
        await asyncio.sleep(0.001)


async def test_what_is_due_is_done_once_and_what_is_not_waits(loop: DueLoop, store: Store, clock: Clock) -> None:
    done: list[Job] = []
    loop.add("test", worker(store, done))
    await store.write(set_job, 1, "test", 5, clock.moment, {"to": "do"})
    await store.write(set_job, 1, "test", 6, clock.moment + timedelta(seconds=1))
    await loop.work()
    assert [(job.subject, dict(job.payload), job.attempts) for job in done] == [(5, {"to": "do"}, 1)]
    await loop.work()
    assert len(done) == 1


async def test_what_fails_is_tried_again_later_each_time(
    loop: DueLoop, store: Store, clock: Clock, broken: list[Any]
) -> None:
    done: list[Job] = []
    loop.add("test", worker(store, done, fails=2))
    await store.write(set_job, 1, "test", 5, clock.moment)
    await loop.work()
    assert len(done) == 1
    await loop.work()
    assert len(done) == 1, "not at once"
    clock.advance(minutes=5)
    await loop.work()
    clock.advance(minutes=5)
    await loop.work()
    assert len(done) == 2, "the second time it waits longer"
    clock.advance(minutes=5)
    await loop.work()
    assert [job.attempts for job in done] == [1, 2, 3]
    broken.clear()


async def test_one_that_fails_does_not_hold_up_the_others(
    loop: DueLoop, store: Store, clock: Clock, broken: list[Any]
) -> None:
    done: list[Job] = []
    loop.add("test", worker(store, done, fails=1))
    for subject in (1, 2, 3):
        await store.write(set_job, 1, "test", subject, clock.moment)
    await loop.work()
    assert [job.subject for job in done] == [1, 2, 3]
    broken.clear()


async def test_a_kind_nobody_does_is_kept_for_later(
    loop: DueLoop, store: Store, clock: Clock, broken: list[Any]
) -> None:
    await store.write(set_job, 1, "later.kind", 5, clock.moment)
    await loop.work()
    broken.clear()
    clock.advance(hours=1)
    done: list[Job] = []
    loop.add("later.kind", worker(store, done))
    await loop.work()
    assert len(done) == 1


async def test_a_job_left_in_hand_is_done_at_the_next_start(loop: DueLoop, store: Store, clock: Clock) -> None:
    done: list[Job] = []
    loop.add("test", worker(store, done))
    await store.write(set_job, 1, "test", 5, clock.moment)
    assert await store.write(take_due_job, clock.moment), "the process that took it was killed"
    await loop.work()
    assert done == [], "its lease holds"
    await loop.start()
    await turns()
    assert [job.subject for job in done] == [5]


async def test_nothing_deleted_stays_in_the_log_for_long(
    loop: DueLoop, store: Store, clock: Clock, tmp_path: Path
) -> None:
    log = tmp_path / "league.sqlite3-wal"
    await loop.start()
    await turns(50)
    assert log.stat().st_size == 0
    await store.write(set_job, 1, "test", 5, clock.moment + timedelta(hours=1))
    clock.advance(minutes=5)
    loop.wake()
    await turns(50)
    assert log.stat().st_size == 0


async def test_the_loop_wakes_for_what_is_due_sooner(loop: DueLoop, store: Store, clock: Clock) -> None:
    done: list[Job] = []
    loop.add("test", worker(store, done))
    await store.write(set_job, 1, "test", 5, clock.moment + timedelta(hours=1))
    await loop.start()
    await turns(50)
    await store.write(set_job, 1, "test", 6, clock.moment)
    loop.wake()
    await turns(50)
    assert [job.subject for job in done] == [6]


async def test_what_is_set_while_the_loop_looks_is_not_slept_over(
    loop: DueLoop, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[Job] = []
    loop.add("test", worker(store, done))
    looked = due.next_due
    first = [True]

    def look_and_set(tx: Any) -> Any:
        found = looked(tx)
        if first:
            first.clear()
            asyncio_loop.call_soon_threadsafe(loop.wake)
        return found

    asyncio_loop = asyncio.get_running_loop()
    monkeypatch.setattr(due, "next_due", look_and_set)
    await loop.start()
    await store.write(set_job, 1, "test", 6, clock.moment)
    await turns(50)
    assert [job.subject for job in done] == [6]


async def test_a_database_that_cannot_be_read_is_tried_again(
    loop: DueLoop, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch, broken: list[Any]
) -> None:
    done: list[Job] = []
    loop.add("test", worker(store, done))
    await store.write(set_job, 1, "test", 5, clock.moment)
    monkeypatch.setattr(due, "AFTER_TROUBLE", 0.001)
    read = due.next_due
    trouble = [True, True]

    def sometimes(tx: Any) -> Any:
        if trouble:
            trouble.pop()
            raise OSError("disk")
        return read(tx)

    monkeypatch.setattr(due, "next_due", sometimes)
    await loop.start()
    await turns()
    assert [job.subject for job in done] == [5]
    assert not trouble
    broken.clear()


async def test_a_stopped_loop_does_nothing_more(loop: DueLoop, store: Store, clock: Clock) -> None:
    done: list[Job] = []
    loop.add("test", worker(store, done))
    await loop.start()
    await turns(20)
    await loop.stop()
    await store.write(set_job, 1, "test", 5, clock.moment)
    await turns(20)
    assert done == []


async def test_what_was_handled_a_day_ago_is_deleted_when_the_loop_looks(
    loop: DueLoop, store: Store, clock: Clock
) -> None:
    def kept(tx: Transaction) -> list[str]:
        return [row["key"] for row in tx.all("SELECT key FROM handled ORDER BY key")]

    await store.write(once, act("old"), lambda tx, act: "done")
    await store.write(once, act("new", at=clock.moment + timedelta(hours=1)), lambda tx, act: "done")
    clock.moment += timedelta(hours=24, seconds=1)
    assert await store.read(kept) == ["new", "old"]
    await loop.start()
    await turns()
    assert await store.read(kept) == ["new"]
