"""Work that falls due: one leased table, exact after a restart and after a stop.

A job is taken under a lease and deleted in the transaction of its effect, so none is lost and none has its
effect twice; one whose worker died comes back when the lease ends, or at once with the next start. A subject
has one job of a kind: setting it again moves it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from data.store import Transaction
from data.times import from_micros, moment_if, to_micros

LEASE = timedelta(minutes=2)  # longer than any job takes; shorter than anybody would wait for a lost one
LONGEST_WAIT = timedelta(hours=1)  # between two attempts at a job that keeps failing


@dataclass(frozen=True)
class Job:
    """One piece of work in hand. `attempts` counts this one."""

    league_id: int
    kind: str
    subject: int
    due_at: datetime
    payload: Mapping[str, Any]
    attempts: int


@dataclass(frozen=True)
class Late:
    """Work that should have been done by now: how much of it, and since when the oldest waits (None: there is none)."""

    count: int
    since: datetime | None


def set_job(
    tx: Transaction, league_id: int, kind: str, subject: int, due_at: datetime, payload: Mapping[str, Any] | None = None
) -> None:
    """Let this fall due then, instead of when it was set for before."""
    tx.run(
        "INSERT INTO due_job (league_id, kind, subject, due_at, payload)"
        " VALUES (:league_id, :kind, :subject, :due_at, :payload)"
        " ON CONFLICT (league_id, kind, subject) DO UPDATE SET due_at = excluded.due_at,"
        " payload = excluded.payload, leased_until = 0, attempts = 0",
        league_id=league_id,
        kind=kind,
        subject=subject,
        due_at=to_micros(due_at),
        payload=json.dumps(dict(payload or {})),
    )


def note_on_job(tx: Transaction, job: Job, payload: Mapping[str, Any]) -> None:
    """What the next try at the job in hand has to know."""
    tx.run(
        "UPDATE due_job SET payload = :payload WHERE league_id = :league_id AND kind = :kind AND subject = :subject"
        " AND due_at = :due_at AND attempts = :attempts",
        payload=json.dumps(dict(payload)),
        league_id=job.league_id,
        kind=job.kind,
        subject=job.subject,
        due_at=to_micros(job.due_at),
        attempts=job.attempts,
    )


def drop_job(tx: Transaction, league_id: int, kind: str, subject: int) -> None:
    """This need not be done any more, or has just been."""
    tx.run(
        "DELETE FROM due_job WHERE league_id = :league_id AND kind = :kind AND subject = :subject",
        league_id=league_id,
        kind=kind,
        subject=subject,
    )


def has_job(tx: Transaction, league_id: int, kind: str, subject: int) -> bool:
    """Is this to be done, now or later?"""
    row = tx.one(
        "SELECT 1 AS found FROM due_job WHERE league_id = :league_id AND kind = :kind AND subject = :subject",
        league_id=league_id,
        kind=kind,
        subject=subject,
    )
    return row is not None


def take_up(tx: Transaction, league_id: int) -> None:
    """What waited in this league is due again at once."""
    tx.run("UPDATE due_job SET leased_until = 0 WHERE league_id = :league_id", league_id=league_id)


def finish_job(tx: Transaction, job: Job) -> None:
    """This has been done, unless it was set anew while it was being done."""
    tx.run(
        "DELETE FROM due_job WHERE league_id = :league_id AND kind = :kind AND subject = :subject"
        " AND due_at = :due_at AND attempts = :attempts",
        league_id=job.league_id,
        kind=job.kind,
        subject=job.subject,
        due_at=to_micros(job.due_at),
        attempts=job.attempts,
    )


def take_due_job(tx: Transaction, now: datetime) -> Job | None:
    """Lease the job that has waited longest; None if nothing is due."""
    row = tx.one(
        "UPDATE due_job SET leased_until = :until, attempts = attempts + 1"
        " WHERE (league_id, kind, subject) = (SELECT league_id, kind, subject FROM due_job"
        "  WHERE due_at <= :now AND leased_until <= :now ORDER BY due_at, league_id, kind, subject LIMIT 1)"
        " RETURNING league_id, kind, subject, due_at, payload, attempts",
        now=to_micros(now),
        until=to_micros(now + LEASE),
    )
    if row is None:
        return None
    return Job(
        row["league_id"],
        row["kind"],
        row["subject"],
        from_micros(row["due_at"]),
        json.loads(row["payload"]),
        row["attempts"],
    )


def put_back(tx: Transaction, job: Job, now: datetime) -> None:
    """A failed job is tried again, later each time."""
    wait = min(LEASE * 2 ** min(job.attempts, 10), LONGEST_WAIT)
    tx.run(
        "UPDATE due_job SET leased_until = :until"
        " WHERE league_id = :league_id AND kind = :kind AND subject = :subject AND attempts = :attempts",
        until=to_micros(now + wait),
        league_id=job.league_id,
        kind=job.kind,
        subject=job.subject,
        attempts=job.attempts,
    )


def free_leases(tx: Transaction) -> int:
    """The program starts anew and nobody is at work on anything: what was in hand is due again at once."""
    return tx.run("UPDATE due_job SET leased_until = 0 WHERE leased_until > 0")


def next_due(tx: Transaction) -> datetime | None:
    """When the next job can be taken; None if there is none."""
    row = tx.one(
        "SELECT MIN(due_at) AS due_at FROM ("
        " SELECT due_at FROM (SELECT due_at FROM due_job WHERE leased_until <= due_at ORDER BY due_at LIMIT 1)"
        " UNION ALL SELECT MIN(leased_until) FROM due_job WHERE leased_until > 0 AND leased_until > due_at)"
    )
    return None if row is None or row["due_at"] is None else from_micros(row["due_at"])


def late_work(tx: Transaction, before: datetime, rests: str, league_id: int | None = None) -> Late:
    """What was due before that moment and still waits, in one league or in all.

    A league with a job of the kind `rests` is not waited for: the rest of its work does nothing until that is gone.
    """
    row = tx.one(
        "SELECT COUNT(*) AS count, MIN(due_at) AS since FROM due_job AS late"
        " WHERE due_at < :before AND (:league_id IS NULL OR league_id = :league_id) AND (kind = :rests"
        "  OR NOT EXISTS (SELECT 1 FROM due_job WHERE league_id = late.league_id AND kind = :rests))",
        before=to_micros(before),
        rests=rests,
        league_id=league_id,
    )
    assert row is not None  # a count always has a row
    return Late(row["count"], moment_if(row["since"]))
