"""The rule of the week: the channel that a league wants it in, and when it is posted next."""

from __future__ import annotations

from datetime import datetime

from data.due import Job, drop_job, finish_job, set_job
from data.handled import Act
from data.settings import record_settings
from data.store import Transaction

WEEK = "rule.week"  # a rule is posted; its subject is always the same
SETTING = "week.channel"
SUBJECT = 1


def want_week(tx: Transaction, act: Act, channel_id: int, due_at: datetime) -> str:
    """A rule is posted in this channel every week from now on."""
    set_job(tx, act.league_id, WEEK, SUBJECT, due_at)
    return record_settings(tx, act, {SETTING: channel_id}, act.at, f"<#{channel_id}> gets a rule every Monday at noon.")


def end_week(tx: Transaction, act: Act) -> str:
    """No rule is posted any more."""
    drop_job(tx, act.league_id, WEEK, SUBJECT)
    return record_settings(tx, act, {SETTING: None}, act.at, "No rule of the week is posted any more.")


def week_posted(tx: Transaction, job: Job, next_at: datetime | None) -> None:
    """This week's has been posted; None: the league does not want another."""
    if next_at is not None:
        set_job(tx, job.league_id, WEEK, SUBJECT, next_at)
    finish_job(tx, job)
