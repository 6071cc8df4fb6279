"""Whose turn it is in a dispute, who is reminded when, and what time itself brings. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from league.dispute import (
    APPEALED,
    DECIDED,
    ENDED,
    FINAL,
    GRACE,
    LEFT,
    SIDES,
    TABLE_STANDS,
    Dispute,
    asked,
    heard_until,
    ready_at,
    running_since,
    state,
    unheard,
    waits_for_sides,
    was_reminded_since,
)

# Whom a dispute waits for.
FOR_SIDES, FOR_OPENER, FOR_DECIDER, FOR_ANSWER, FOR_HOST, FOR_APPEAL, FOR_NOBODY = (
    "sides", "opener", "decider", "answer", "host", "appeal", "nobody",
)  # fmt: skip


@dataclass(frozen=True)
class Waiting:
    """Whose turn it is, since when and until when. `until` None: it is over."""

    whom: str
    player_ids: tuple[int, ...]
    since: datetime
    until: datetime | None


def whose_turn(dispute: Dispute, now: datetime) -> Waiting:
    """Who is waited for, and until when. Without a thread nobody is told, so everybody has the quiet days more."""
    turn = _turn(dispute, now)
    if turn.until is None or turn.whom == FOR_SIDES or dispute.placed_at is not None:
        return turn
    return replace(turn, until=turn.until + timedelta(days=dispute.terms.quiet_days))


def _turn(dispute: Dispute, now: datetime) -> Waiting:
    where = state(dispute, now)
    if where == ENDED:
        return Waiting(FOR_NOBODY, (), dispute.ended.at if dispute.ended else now, None)
    since = running_since(dispute)
    if where == SIDES:
        return _sides_due(dispute, since, now)
    if where == DECIDED:
        assert dispute.decision is not None  # that is what the state says
        since = max(since, dispute.decision.at)
        return Waiting(FOR_APPEAL, asked(dispute), since, since + timedelta(days=dispute.terms.appeal_days))
    began = dispute.appealed_at if where == APPEALED else ready_at(dispute)
    assert began is not None  # that is what the state says
    return _decision_due(dispute, max(since, began))


def _sides_due(dispute: Dispute, since: datetime, now: datetime) -> Waiting:
    until, missing = heard_until(dispute), unheard(dispute)
    if waits_for_sides(dispute, now):
        return Waiting(FOR_SIDES, missing, since, until)
    since = max(since, until) if missing else since
    return Waiting(FOR_OPENER, (dispute.opener,), since, since + timedelta(days=dispute.terms.quiet_days))


def _decision_due(dispute: Dispute, since: datetime) -> Waiting:
    """Whoever accepts has the whole time of their own; until somebody does, it runs from when all was there."""
    days, named = timedelta(days=dispute.terms.decide_days), dispute.decider
    if named is None:
        return Waiting(FOR_HOST, (), since, since + days)
    if named.accepted_at is None:
        return Waiting(FOR_ANSWER, (named.player_id,), since, since + days)
    since = max(since, named.accepted_at)
    return Waiting(FOR_DECIDER, (named.player_id,), since, since + days)


def remind_at(turn: Waiting, dispute: Dispute) -> datetime | None:
    """When whoever is waited for is reminded: once, half-way; None: not, or they have been."""
    if turn.until is None or was_reminded(turn, dispute):
        return None
    return turn.since + (turn.until - turn.since) / 2


def was_reminded(turn: Waiting, dispute: Dispute) -> bool:
    """Has the thread been reminded since this turn began?"""
    return was_reminded_since(dispute, turn.since)


def ends_at(turn: Waiting, dispute: Dispute) -> datetime | None:
    """When time itself goes on; never within GRACE of the reminder, so that an outage takes nobody's turn.

    None: it does not, or the reminder comes first.
    """
    if turn.until is None or turn.whom == FOR_SIDES:
        return turn.until  # a seal that opens takes nothing from anybody
    if dispute.reminded_at is None or not was_reminded(turn, dispute):
        return None
    return max(turn.until, dispute.reminded_at + GRACE)


def end_by_time(turn: Waiting, dispute: Dispute) -> str:
    """What it comes to when nobody does what is waited for, one of ENDS."""
    if turn.whom == FOR_OPENER:
        return LEFT
    return FINAL if dispute.decisions else TABLE_STANDS
