"""Due work: leased, moved, put back, and exact."""

from __future__ import annotations

from datetime import timedelta

from conftest import Clock

from data.due import (
    LEASE,
    LONGEST_WAIT,
    Late,
    drop_job,
    free_leases,
    late_work,
    next_due,
    put_back,
    set_job,
    take_due_job,
)
from data.store import Store

NOW = Clock().moment


async def test_the_job_that_has_waited_longest_comes_first(store: Store) -> None:
    for subject, minutes in ((1, 5), (2, 9), (3, 1)):
        await store.write(set_job, 1, "close", subject, NOW - timedelta(minutes=minutes))
    taken = [await store.write(take_due_job, NOW) for _ in range(4)]
    assert [job and job.subject for job in taken] == [2, 1, 3, None]


async def test_nothing_is_due_a_microsecond_early(store: Store) -> None:
    await store.write(set_job, 1, "close", 1, NOW)
    assert await store.write(take_due_job, NOW - timedelta(microseconds=1)) is None
    assert await store.write(take_due_job, NOW) is not None


async def test_a_leased_job_comes_back_when_its_lease_ends(store: Store) -> None:
    await store.write(set_job, 1, "close", 1, NOW)
    first = await store.write(take_due_job, NOW)
    assert await store.write(take_due_job, NOW + LEASE - timedelta(seconds=1)) is None
    second = await store.write(take_due_job, NOW + LEASE)
    assert first is not None and second is not None
    assert (first.attempts, second.attempts) == (1, 2)


async def test_setting_a_job_again_moves_it_and_frees_it(store: Store) -> None:
    await store.write(set_job, 1, "close", 1, NOW)
    job = await store.write(take_due_job, NOW)
    assert job is not None
    await store.write(set_job, 1, "close", 1, NOW + timedelta(hours=24))
    await store.write(put_back, job, NOW)
    assert await store.read(next_due) == NOW + timedelta(hours=24), "the worker of the old one moves nothing"
    await store.write(drop_job, 1, "close", 1)
    assert await store.read(next_due) is None


async def test_a_job_that_fails_waits_longer_each_time_but_never_over_an_hour(store: Store) -> None:
    await store.write(set_job, 1, "close", 1, NOW)
    waits, moment = [], NOW
    for _ in range(8):
        job = await store.write(take_due_job, moment)
        assert job is not None
        await store.write(put_back, job, moment)
        again = await store.read(next_due)
        assert again is not None
        waits.append(again - moment)
        moment = again
    assert waits == sorted(waits)
    assert waits[0] < waits[3] <= waits[-1] == LONGEST_WAIT


async def test_a_new_start_frees_every_lease(store: Store) -> None:
    for league_id in (1, 2):
        await store.write(set_job, league_id, "close", 1, NOW)
        await store.write(take_due_job, NOW)
    assert await store.write(free_leases) == 2
    assert await store.read(next_due) == NOW


async def test_jobs_of_two_leagues_and_kinds_stand_apart(store: Store) -> None:
    for league_id, kind in ((1, "close"), (1, "draw"), (2, "close")):
        await store.write(set_job, league_id, kind, 1, NOW, {"of": league_id})
    await store.write(drop_job, 1, "close", 1)
    left = [await store.write(take_due_job, NOW) for _ in range(2)]
    assert {(job.league_id, job.kind, job.payload["of"]) for job in left if job} == {(1, "draw", 1), (2, "close", 2)}


async def test_a_job_in_hand_counts_from_the_end_of_its_lease_and_others_from_their_own_time(store: Store) -> None:
    await store.write(set_job, 1, "close", 1, NOW)
    await store.write(take_due_job, NOW)
    assert await store.read(next_due) == NOW + LEASE
    await store.write(set_job, 1, "close", 2, NOW + timedelta(minutes=1))
    assert await store.read(next_due) == NOW + timedelta(minutes=1)


async def test_looking_for_what_is_due_next_reads_no_more_with_more_jobs(store: Store) -> None:
    sql = "EXPLAIN QUERY PLAN SELECT due_at FROM due_job WHERE leased_until <= due_at ORDER BY due_at LIMIT 1"
    plans = [row["detail"] for row in await store.read(lambda tx: tx.all(sql))]
    sql = "EXPLAIN QUERY PLAN SELECT MIN(leased_until) FROM due_job WHERE leased_until > 0 AND leased_until > due_at"
    plans += [row["detail"] for row in await store.read(lambda tx: tx.all(sql))]
    assert all("INDEX due_job_" in plan for plan in plans), plans


async def test_late_work_is_what_was_due_before_and_still_waits_also_in_hand(store: Store) -> None:
    for league_id, subject, minutes in ((1, 1, 5), (1, 2, 0), (1, 3, -5), (2, 1, 9)):
        await store.write(set_job, league_id, "close", subject, NOW - timedelta(minutes=minutes))
    assert await store.read(late_work, NOW, "gone") == Late(2, NOW - timedelta(minutes=9))
    assert await store.read(late_work, NOW, "gone", 1) == Late(1, NOW - timedelta(minutes=5))
    assert await store.read(late_work, NOW, "gone", 3) == Late(0, None)
    await store.write(take_due_job, NOW)
    assert await store.read(late_work, NOW, "gone") == Late(2, NOW - timedelta(minutes=9))


async def test_a_league_that_rests_is_late_with_nothing_but_what_it_rests_for(store: Store) -> None:
    await store.write(set_job, 1, "close", 1, NOW - timedelta(minutes=5))
    await store.write(set_job, 2, "close", 1, NOW - timedelta(minutes=3))
    await store.write(set_job, 1, "gone", 0, NOW + timedelta(days=1))
    assert await store.read(late_work, NOW, "gone") == Late(1, NOW - timedelta(minutes=3))
    await store.write(set_job, 1, "gone", 0, NOW - timedelta(minutes=4))
    assert await store.read(late_work, NOW, "gone") == Late(2, NOW - timedelta(minutes=4))
