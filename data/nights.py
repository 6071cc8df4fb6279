"""A league's nights: opened, staffed for the evening, closed; and where the host's cockpit stands.

A league has at most one night open. What falls due by the clock is set with the opening.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from data.audit import record_audit
from data.due import drop_job, set_job
from data.handled import Act
from data.store import Row, Transaction
from data.times import micros_if, moment_if, to_micros
from league.night import closes_at, morning_at

PUSH = "night.push"  # a down is over; its subject is the down
STUB = "night.stub"  # a stub is to be counted; its subject is the table
RELEASE = "night.release"  # a busted dealer of the final table may go; its subject is the obligation
MORNING = "night.morning"  # what the night came to; its subject and the next one's is the night
CLOSE = "night.close"  # nobody closed it
THANKS = "night.thanks"  # it was closed by hand, and its dealers can be tipped


@dataclass(frozen=True)
class Night:
    """One evening of play. `staff`: accounts that are staff for it alone.

    `channel_id`: where the cockpit stands, or is to stand; `cockpit_message_id` None: it has not been posted.
    """

    league_id: int
    night_id: int
    day: date
    zone: str
    kind: str
    opened_at: datetime | None
    opened_by: int | None
    closed_at: datetime | None
    channel_id: int | None
    cockpit_message_id: int | None
    cockpit_posted_at: datetime | None
    staff: frozenset[int]


def open_night(
    tx: Transaction,
    act: Act,
    day: date,
    zone: str,
    kind: str,
    channel_id: int | None,
    night_id: int | None = None,
) -> Night:
    """Open a night; the one that is open already, if there is one. `night_id`: the planned one that begins."""
    night = night_open(tx, act.league_id)
    if night is not None:
        return night
    row = tx.one(
        "INSERT INTO night (league_id, night_id, day, zone, kind, opened_at, opened_by, channel_id)"
        " SELECT :league_id, COALESCE(:night_id, MAX(night_id) + 1, 1), :day, :zone, :kind, :at, :by, :channel_id"
        " FROM night WHERE league_id = :league_id"
        " ON CONFLICT (league_id, night_id) DO UPDATE SET opened_at = excluded.opened_at,"
        " opened_by = excluded.opened_by, channel_id = excluded.channel_id RETURNING *",
        league_id=act.league_id,
        night_id=night_id,
        day=day.isoformat(),
        zone=zone,
        kind=kind,
        at=to_micros(act.at),
        by=act.by,
        channel_id=channel_id,
    )
    assert row is not None  # RETURNING gives the row just added
    night = _night(row, frozenset())
    for name, due_at in ((MORNING, morning_at(day, zone)), (CLOSE, closes_at(day, zone))):
        set_job(tx, act.league_id, name, night.night_id, due_at)
    record_audit(tx, act, "night opened", night_id=night.night_id, day=day.isoformat(), kind=kind)
    return night


def night_open(tx: Transaction, league_id: int) -> Night | None:
    """The night that is open; None if none is."""
    return _first(tx, "opened_at IS NOT NULL AND closed_at IS NULL", league_id=league_id)


def latest_night(tx: Transaction, league_id: int, day: date | None = None) -> Night | None:
    """The night opened last, of all or of this day; None where there is none."""
    return _first(
        tx,
        "opened_at IS NOT NULL AND (:day IS NULL OR day = :day) ORDER BY night_id DESC LIMIT 1",
        league_id=league_id,
        day=None if day is None else day.isoformat(),
    )


def night_of(tx: Transaction, league_id: int, night_id: int) -> Night | None:
    """The league's night of that number; None if it has none."""
    return _first(tx, "night_id = :night_id", league_id=league_id, night_id=night_id)


def close_night(tx: Transaction, act: Act, night_id: int) -> bool:
    """The night is over; False if it was already. What it came to is still told in the morning."""
    closed = tx.run(
        "UPDATE night SET closed_at = :at, closed_by = :by"
        " WHERE league_id = :league_id AND night_id = :night_id AND closed_at IS NULL",
        at=to_micros(act.at),
        by=act.by,
        league_id=act.league_id,
        night_id=night_id,
    )
    drop_job(tx, act.league_id, CLOSE, night_id)
    if closed:
        record_audit(tx, act, "night closed", night_id=night_id)
    return closed == 1


def add_staff(tx: Transaction, act: Act, night_id: int, user_id: int) -> bool:
    """Let this person be staff for this night; False if they are."""
    added = tx.run(
        "INSERT INTO night_staff (league_id, night_id, user_id, added_at, added_by)"
        " VALUES (:league_id, :night_id, :user_id, :at, :by)"
        " ON CONFLICT (league_id, night_id, user_id) DO UPDATE SET removed_at = NULL, added_at = excluded.added_at,"
        " added_by = excluded.added_by WHERE removed_at IS NOT NULL",
        league_id=act.league_id,
        night_id=night_id,
        user_id=user_id,
        at=to_micros(act.at),
        by=act.by,
    )
    if added:
        record_audit(tx, act, "staff for a night added", night_id=night_id, user_id=user_id)
    return added == 1


def remove_staff(tx: Transaction, act: Act, night_id: int, user_id: int) -> bool:
    """This person is staff for this night no longer; False if they were not."""
    removed = tx.run(
        "UPDATE night_staff SET removed_at = :at WHERE league_id = :league_id AND night_id = :night_id"
        " AND user_id = :user_id AND removed_at IS NULL",
        at=to_micros(act.at),
        league_id=act.league_id,
        night_id=night_id,
        user_id=user_id,
    )
    if removed:
        record_audit(tx, act, "staff for a night removed", night_id=night_id, user_id=user_id)
    return removed == 1


def place_cockpit(
    tx: Transaction, league_id: int, night_id: int, channel_id: int, message_id: int | None, posted_at: datetime | None
) -> None:
    """Remember where the cockpit stands, and since when; no message: it is to be posted there."""
    tx.run(
        "UPDATE night SET channel_id = :channel_id, cockpit_message_id = :message_id, cockpit_posted_at = :posted_at"
        " WHERE league_id = :league_id AND night_id = :night_id",
        channel_id=channel_id,
        message_id=message_id,
        posted_at=micros_if(posted_at),
        league_id=league_id,
        night_id=night_id,
    )


def hasten_stub(tx: Transaction, league_id: int, night_id: int, table_number: int, due_at: datetime) -> None:
    """A new down begins at this table: its stub is counted by then, if not sooner."""
    tx.run(
        "UPDATE due_job SET due_at = :due_at WHERE league_id = :league_id AND kind = :kind AND due_at > :due_at"
        " AND subject = (SELECT table_id FROM game_table WHERE league_id = :league_id AND night_id = :night_id"
        "  AND table_number = :table_number AND closed_at IS NULL)",
        league_id=league_id,
        kind=STUB,
        night_id=night_id,
        table_number=table_number,
        due_at=to_micros(due_at),
    )


def nights_open(tx: Transaction) -> list[tuple[int, int]]:
    """Every league's open night, as league and night."""
    rows = tx.all("SELECT league_id, night_id FROM night WHERE opened_at IS NOT NULL AND closed_at IS NULL")
    return [(row["league_id"], row["night_id"]) for row in rows]


def _first(tx: Transaction, where: str, **values: Any) -> Night | None:
    row = tx.one(
        "SELECT *, (SELECT group_concat(user_id) FROM night_staff AS staff WHERE staff.league_id = night.league_id"
        f" AND staff.night_id = night.night_id AND removed_at IS NULL) AS staff FROM night"
        f" WHERE league_id = :league_id AND {where}",
        **values,
    )
    if row is None:
        return None
    return _night(row, frozenset(map(int, row["staff"].split(","))) if row["staff"] else frozenset())


def _night(row: Row, staff: frozenset[int]) -> Night:
    return Night(
        league_id=row["league_id"],
        night_id=row["night_id"],
        day=date.fromisoformat(row["day"]),
        zone=row["zone"],
        kind=row["kind"],
        opened_at=moment_if(row["opened_at"]),
        opened_by=row["opened_by"],
        closed_at=moment_if(row["closed_at"]),
        channel_id=row["channel_id"],
        cockpit_message_id=row["cockpit_message_id"],
        cockpit_posted_at=moment_if(row["cockpit_posted_at"]),
        staff=staff,
    )
