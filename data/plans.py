"""Nights ahead: planned, changed, called off, and where each one's card, thread and event are.

A planned night is a row of `night` that has not been opened; what its host has said of it stands beside it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from data.audit import record_audit
from data.due import drop_job, set_job
from data.handled import Act
from data.numbered import add_numbered
from data.store import Row, Transaction
from data.times import from_micros, micros_if, moment_if, to_micros
from league.night import day_of
from league.plan import LATE_OPEN, LONGEST_NIGHT, REMIND_BEFORE, Plan, cover_from

REMIND = "night.remind"  # who comes is reminded, dealers are asked once more; the subject of these is the night
COVER = "signup.cover"  # a table may need somebody to deal it; its subject is made by `cover_subject`
NOBODY = "signup.nobody"  # nobody is left to ask for a table, which its host is told; its subject likewise
FILLED = "night.filled"  # a filling stands in its channel, also where its host got no answer; its subject is the draft
EVENT = "night.event"  # the server's scheduled event is to be as the night is
CARD = "night.card"  # the card of a later night is posted now
OVER = "night.over"  # the night is over or was never begun: its card loses its buttons
SERIES = "night.series"  # further nights of a series are planned; its subject is the series
FORGET = "signup.forget"  # who was missing at a night is forgotten; its subject is the night
TELL = "night.tell"  # one letter; its subject is the letter
LONGEST_TITLE, LONGEST_PLACE, LONGEST_REASON = 80, 100, 200


@dataclass(frozen=True)
class Planned:
    """A night ahead as it stands. `message_id` None: its card has not been posted."""

    league_id: int
    night_id: int
    plan: Plan
    made_by: int
    series_id: int | None
    cancelled_at: datetime | None
    cancel_reason: str
    opened_at: datetime | None
    closed_at: datetime | None
    channel_id: int | None
    message_id: int | None
    posted_at: datetime | None
    thread_id: int | None
    event_id: int | None

    def is_over(self, now: datetime) -> bool:
        """Is there nothing more to sign up for?"""
        return self.cancelled_at is not None or self.closed_at is not None or now >= self.plan.ends_at


# ------------------------------------------------------------------ planning


def plan_night(tx: Transaction, act: Act, plan: Plan, channel_id: int, series_id: int | None = None) -> int:
    """A night is planned, its card to stand in this channel; its number."""
    day = day_of(plan.starts_at, plan.zone).isoformat()
    night_id = add_numbered(tx, act.league_id, "night", "night_id", day=day, zone=plan.zone, kind=plan.kind)
    tx.run(
        "INSERT INTO night_plan (league_id, night_id, title, starts_at, length_minutes, place, game, table_count,"
        " dealt, fee, currency, min_players, max_players, made_by, series_id, card_channel_id)"
        " VALUES (:league_id, :night_id, :title, :starts_at, :length_minutes, :place, :game, :table_count,"
        " :dealt, :fee, :currency, :min_players, :max_players, :by, :series_id, :channel_id)",
        league_id=act.league_id,
        night_id=night_id,
        by=act.by,
        series_id=series_id,
        channel_id=channel_id,
        **_values(plan),
    )
    _set_jobs(tx, act, night_id, plan, None)
    record_audit(tx, act, "night planned", night_id=night_id, starts_at=plan.starts_at.isoformat())
    return night_id


def change_plan(tx: Transaction, act: Act, before: Planned, plan: Plan) -> None:
    """The night is as this says from now on; one that was moved is reminded of anew."""
    night_id = before.night_id
    tx.run(
        "UPDATE night SET day = :day, kind = :kind WHERE league_id = :league_id AND night_id = :night_id",
        day=day_of(plan.starts_at, plan.zone).isoformat(),
        kind=plan.kind,
        league_id=act.league_id,
        night_id=night_id,
    )
    tx.run(
        "UPDATE night_plan SET title = :title, starts_at = :starts_at, length_minutes = :length_minutes,"
        " place = :place, game = :game, table_count = :table_count, dealt = :dealt, fee = :fee, currency = :currency,"
        " min_players = :min_players, max_players = :max_players"
        " WHERE league_id = :league_id AND night_id = :night_id",
        league_id=act.league_id,
        night_id=night_id,
        **_values(plan),
    )
    _set_jobs(tx, act, night_id, plan, before.plan)
    record_audit(tx, act, "night changed", night_id=night_id, starts_at=plan.starts_at.isoformat())


def cancel_plan(tx: Transaction, act: Act, night_id: int, reason: str) -> None:
    """The night is called off."""
    tx.run(
        "UPDATE night_plan SET cancelled_at = :at, cancel_reason = :reason"
        " WHERE league_id = :league_id AND night_id = :night_id AND cancelled_at IS NULL",
        at=to_micros(act.at),
        reason=reason[:LONGEST_REASON],
        league_id=act.league_id,
        night_id=night_id,
    )
    for kind in (REMIND, CARD):
        drop_job(tx, act.league_id, kind, night_id)
    set_job(tx, act.league_id, EVENT, night_id, act.at)
    record_audit(tx, act, "night called off", night_id=night_id, reason=reason)


def _set_jobs(tx: Transaction, act: Act, night_id: int, plan: Plan, before: Plan | None) -> None:
    """What falls due for a night that has been planned, or changed: a search for a dealer that goes on keeps its time."""
    is_moved = before is None or plan.starts_at != before.starts_at
    if plan.starts_at > act.at:
        if before is None or (is_moved and plan.is_far(act.at)):
            set_job(tx, act.league_id, REMIND, night_id, max(act.at, plan.starts_at - REMIND_BEFORE))
        elif is_moved:  # the letter that says so reminds, too
            drop_job(tx, act.league_id, REMIND, night_id)
        known = () if before is None or is_moved else before.dealt
        for table_number in set(plan.dealt) - set(known):
            subject = cover_subject(night_id, table_number)
            set_job(tx, act.league_id, COVER, subject, cover_from(act.at, plan.starts_at))
    set_job(tx, act.league_id, OVER, night_id, plan.ends_at)
    set_job(tx, act.league_id, EVENT, night_id, act.at)


def cover_subject(night_id: int, table_number: int) -> int:
    """A table of a night as one number."""
    return night_id * 100 + table_number


def cover_of(subject: int) -> tuple[int, int]:
    """The night and table that such a number stands for."""
    return divmod(subject, 100)


# ------------------------------------------------------------------ looking


def planned(tx: Transaction, league_id: int, night_id: int) -> Planned | None:
    """The league's planned night of that number; None where it has none."""
    row = tx.one(f"{_PLANS} AND p.night_id = :night_id", league_id=league_id, night_id=night_id)
    return None if row is None else _planned(row)


def nights_ahead(tx: Transaction, league_id: int, now: datetime) -> list[Planned]:
    """What is still to come, or goes on now, soonest first; what was called off is left out."""
    rows = tx.all(
        f"{_PLANS} AND p.starts_at > :since AND p.starts_at + p.length_minutes * 60000000 > :now"
        " AND p.cancelled_at IS NULL AND n.closed_at IS NULL ORDER BY p.starts_at, p.night_id",
        league_id=league_id,
        now=to_micros(now),
        since=to_micros(now - LONGEST_NIGHT),
    )
    return [_planned(row) for row in rows]


def nights_since(tx: Transaction, league_id: int, since: datetime) -> list[Planned]:
    """Every night planned for after that moment, soonest first; those called off, too."""
    rows = tx.all(
        f"{_PLANS} AND p.starts_at >= :since ORDER BY p.starts_at, p.night_id",
        league_id=league_id,
        since=to_micros(since),
    )
    return [_planned(row) for row in rows]


def plan_for(tx: Transaction, league_id: int, day: str, kind: str | None, now: datetime) -> Planned | None:
    """The planned night that is opened on this day: of two, the one whose beginning is nearest."""
    rows = tx.all(
        f"{_PLANS} AND n.day = :day AND n.opened_at IS NULL AND p.cancelled_at IS NULL"
        " AND (:kind IS NULL OR n.kind = :kind)",
        league_id=league_id,
        day=day,
        kind=kind,
    )
    fitting = [each for each in map(_planned, rows) if each.plan.starts_at - now <= LATE_OPEN]
    return min(fitting, key=lambda each: abs(each.plan.starts_at - now), default=None)


def cards_standing(tx: Transaction) -> list[tuple[int, int]]:
    """Every night whose card may still change, as league and night."""
    rows = tx.all(
        "SELECT p.league_id, p.night_id FROM night_plan AS p WHERE p.card_message_id IS NOT NULL"
        " AND EXISTS (SELECT 1 FROM due_job AS j WHERE j.league_id = p.league_id AND j.kind = :over"
        "  AND j.subject = p.night_id)",
        over=OVER,
    )
    return [(row["league_id"], row["night_id"]) for row in rows]


# ------------------------------------------------------------------ on Discord


def place_card(
    tx: Transaction, league_id: int, night_id: int, channel_id: int, message_id: int | None, at: datetime | None
) -> None:
    """Remember where the card stands, and since when."""
    tx.run(
        "UPDATE night_plan SET card_channel_id = :channel_id, card_message_id = :message_id, card_posted_at = :at"
        " WHERE league_id = :league_id AND night_id = :night_id",
        channel_id=channel_id,
        message_id=message_id,
        at=micros_if(at),
        league_id=league_id,
        night_id=night_id,
    )


def place_thread(tx: Transaction, league_id: int, night_id: int, thread_id: int) -> None:
    """Remember the night's thread."""
    tx.run(
        "UPDATE night_plan SET thread_id = :thread_id WHERE league_id = :league_id AND night_id = :night_id",
        thread_id=thread_id,
        league_id=league_id,
        night_id=night_id,
    )


def place_event(tx: Transaction, league_id: int, night_id: int, event_id: int | None) -> None:
    """Remember the server's own scheduled event."""
    tx.run(
        "UPDATE night_plan SET event_id = :event_id WHERE league_id = :league_id AND night_id = :night_id",
        event_id=event_id,
        league_id=league_id,
        night_id=night_id,
    )


_PLANS = (
    "SELECT p.*, n.zone, n.kind, n.opened_at, n.closed_at FROM night_plan AS p"
    " JOIN night AS n USING (league_id, night_id) WHERE p.league_id = :league_id"
)


def draft_from(plan: Plan) -> dict[str, Any]:
    """A plan as a draft keeps it."""
    return _values(plan) | {"zone": plan.zone, "kind": plan.kind}


def plan_in(draft: Mapping[str, Any]) -> Plan:
    """The plan that a draft keeps."""
    return _plan(draft, draft["zone"], draft["kind"])


def _values(plan: Plan) -> dict[str, Any]:
    return {
        "title": plan.title,
        "starts_at": to_micros(plan.starts_at),
        "length_minutes": plan.minutes,
        "place": plan.place,
        "game": plan.game,
        "table_count": plan.tables,
        "dealt": json.dumps(plan.dealt),
        "fee": plan.fee,
        "currency": plan.currency,
        "min_players": plan.min_players,
        "max_players": plan.max_players,
    }


def _plan(row: Row, zone: str, kind: str) -> Plan:
    return Plan(
        title=row["title"],
        starts_at=from_micros(row["starts_at"]),
        zone=zone,
        kind=kind,
        game=row["game"],
        tables=row["table_count"],
        dealt=tuple(json.loads(row["dealt"])),
        minutes=row["length_minutes"],
        place=row["place"],
        fee=row["fee"],
        currency=row["currency"],
        min_players=row["min_players"],
        max_players=row["max_players"],
    )


def _planned(row: Row) -> Planned:
    return Planned(
        league_id=row["league_id"],
        night_id=row["night_id"],
        plan=_plan(row, row["zone"], row["kind"]),
        made_by=row["made_by"],
        series_id=row["series_id"],
        cancelled_at=moment_if(row["cancelled_at"]),
        cancel_reason=row["cancel_reason"],
        opened_at=moment_if(row["opened_at"]),
        closed_at=moment_if(row["closed_at"]),
        channel_id=row["card_channel_id"],
        message_id=row["card_message_id"],
        posted_at=moment_if(row["card_posted_at"]),
        thread_id=row["thread_id"],
        event_id=row["event_id"],
    )


def planned_by(tx: Transaction, league_id: int, user_id: int) -> frozenset[int]:
    """The numbers of the nights that this account has planned."""
    rows = tx.all(
        "SELECT night_id FROM night_plan WHERE league_id = :league_id AND made_by = :user_id",
        league_id=league_id,
        user_id=user_id,
    )
    return frozenset(row["night_id"] for row in rows)
