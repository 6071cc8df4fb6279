"""Nights that repeat: how, and the nights that are planned of each series, some ahead at any time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta

from data.audit import record_audit
from data.due import set_job
from data.handled import Act
from data.numbered import add_numbered
from data.plans import CARD, SERIES, plan_night, planned
from data.store import Row, Transaction
from data.times import from_micros, moment_if, to_micros
from league.series import Series, next_nights

AHEAD = 4  # nights of a series that are planned at any time
CARD_BEFORE = timedelta(days=8)  # a later night's card is posted then, so that a channel holds few


@dataclass(frozen=True)
class KeptSeries:
    """A series as it stands. `ended_at`: no further night is planned."""

    series_id: int
    series: Series
    planned_until: datetime
    ended_at: datetime | None


def begin_series(tx: Transaction, act: Act, series: Series, night_id: int) -> int:
    """This night repeats from now on; the series' number."""
    night = planned(tx, act.league_id, night_id)
    assert night is not None  # whoever repeats a night has found it
    series_id = add_numbered(
        tx,
        act.league_id,
        "series",
        "series_id",
        repeat=series.repeat,
        first=series.first.isoformat(),
        hour=series.hour.isoformat("minutes"),
        zone=series.zone,
        nth=series.nth,
        planned_until=to_micros(night.plan.starts_at),
    )
    tx.run(
        "UPDATE night_plan SET series_id = :series_id WHERE league_id = :league_id AND night_id = :night_id",
        series_id=series_id,
        league_id=act.league_id,
        night_id=night_id,
    )
    record_audit(tx, act, "night repeats", night_id=night_id, repeat=series.repeat, nth=series.nth)
    plan_ahead(tx, act, series_id)
    return series_id


def plan_ahead(tx: Transaction, act: Act, series_id: int) -> list[int]:
    """Plan what is missing of the nights ahead, each like the newest; what was planned. Its next turn is set."""
    kept = series_of(tx, act.league_id, series_id)
    if kept is None or kept.ended_at is not None:
        return []
    rows = tx.all(
        "SELECT night_id, starts_at, made_by FROM night_plan WHERE league_id = :league_id AND series_id = :series_id"
        " ORDER BY +night_id",  # +: found by the series, not in the order of all nights
        league_id=act.league_id,
        series_id=series_id,
    )
    like = planned(tx, act.league_id, rows[-1]["night_id"])
    assert like is not None  # a series begins with a night
    assert like.channel_id is not None  # where its first card was posted
    count = sum(from_micros(row["starts_at"]) > act.at for row in rows)
    added, until = [], kept.planned_until
    for night in next_nights(kept.series, max(kept.planned_until, act.at), max(AHEAD - count, 0)):
        until = night.moment
        by = replace(act, by=like.made_by)
        made = plan_night(tx, by, replace(like.plan, starts_at=until), like.channel_id, series_id)
        set_job(tx, act.league_id, CARD, made, max(act.at, until - CARD_BEFORE))
        added.append(made)
    tx.run(
        "UPDATE series SET planned_until = :until WHERE league_id = :league_id AND series_id = :series_id",
        until=to_micros(until),
        league_id=act.league_id,
        series_id=series_id,
    )
    nights = [row for row in series_nights(tx, act.league_id, series_id) if row > act.at]
    set_job(tx, act.league_id, SERIES, series_id, min(nights, default=until))
    return added


def series_nights(tx: Transaction, league_id: int, series_id: int) -> list[datetime]:
    """When the nights of a series begin, soonest first."""
    rows = tx.all(
        "SELECT starts_at FROM night_plan WHERE league_id = :league_id AND series_id = :series_id ORDER BY starts_at",
        league_id=league_id,
        series_id=series_id,
    )
    return [from_micros(row["starts_at"]) for row in rows]


def end_series(tx: Transaction, act: Act, series_id: int) -> bool:
    """No further night of it is planned; those that are stay. False where there is none or it has ended."""
    ended = tx.run(
        "UPDATE series SET ended_at = :at WHERE league_id = :league_id AND series_id = :series_id AND ended_at IS NULL",
        at=to_micros(act.at),
        league_id=act.league_id,
        series_id=series_id,
    )
    if ended:
        record_audit(tx, act, "night repeats no more", series_id=series_id)
    return ended == 1


def series_of(tx: Transaction, league_id: int, series_id: int) -> KeptSeries | None:
    """The league's series of that number; None if it has none."""
    row = tx.one(
        "SELECT * FROM series WHERE league_id = :league_id AND series_id = :series_id",
        league_id=league_id,
        series_id=series_id,
    )
    return None if row is None else _series(row)


def _series(row: Row) -> KeptSeries:
    series = Series(
        repeat=row["repeat"],
        first=date.fromisoformat(row["first"]),
        hour=time.fromisoformat(row["hour"]),
        zone=row["zone"],
        nth=row["nth"],
    )
    ended_at = moment_if(row["ended_at"])
    return KeptSeries(row["series_id"], series, from_micros(row["planned_until"]), ended_at)
