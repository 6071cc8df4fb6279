"""Nights that repeat, and the season as a calendar file: shown first, then planned. No Discord here."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from cogs.night.planning import verify_open_plan
from cogs.shared.people import done_once
from cogs.shared.refusals import Refusal
from data.due import Job, finish_job
from data.handled import Act
from data.plans import Planned, nights_since
from data.series import AHEAD, begin_series, end_series, plan_ahead, series_of
from data.store import Store, Transaction
from league.calendar import Entry, calendar_file
from league.plan import GAMES, SEASON
from league.series import Night, Series, choices, next_nights

REPEATS_ALREADY = "That night repeats already: /night cancel ends its series."
NO_SERIES = "That series has ended already: no further night is planned."
NONE_KEPT = "No night is planned or was this season, so there is nothing for a calendar."


@dataclass(frozen=True)
class Way:
    """A way in which a night can repeat, with the nights that come next."""

    series: Series
    nights: tuple[Night, ...]


def ways_at(tx: Transaction, act: Act, night_id: int, repeat: str) -> tuple[Planned, list[Way]]:
    """The ways in which this night can repeat so. Raises Refusal."""
    night = verify_open_plan(tx, act.league_id, night_id, act.at)
    if night.series_id is not None:
        kept = series_of(tx, act.league_id, night.series_id)
        if kept is not None and kept.ended_at is None:
            raise Refusal(REPEATS_ALREADY)
    local = night.plan.starts_at.astimezone(ZoneInfo(night.plan.zone))
    found = choices(local.date(), local.time().replace(tzinfo=None), night.plan.zone)
    fitting = [series for series in found if series.repeat == repeat]
    if not fitting:
        raise Refusal("A fifth such weekday comes in some months only: repeat the night weekly or every other week.")
    return night, [Way(series, next_nights(series, night.plan.starts_at, AHEAD - 1)) for series in fitting]


async def repeat(store: Store, act: Act, night_id: int, how: str, nth: int) -> None:
    """The night repeats from now on. Raises Refusal."""

    def change(tx: Transaction, act: Act) -> str:
        _, ways = ways_at(tx, act, night_id, how)
        series = next((way.series for way in ways if (way.series.nth or 0) == nth), None)
        if series is None:
            raise Refusal("That night does not repeat so: ask again with /night repeat.")
        return str(begin_series(tx, act, series, night_id))

    await done_once(store, act, change)


async def end(store: Store, act: Act, series_id: int) -> None:
    """No further night is planned. Raises Refusal."""

    def change(tx: Transaction, act: Act) -> str:
        if not end_series(tx, act, series_id):
            raise Refusal(NO_SERIES)
        return ""

    await done_once(store, act, change)


def go_on(tx: Transaction, job: Job, act: Act) -> None:
    """A night of a series has begun: another is planned."""
    plan_ahead(tx, act, job.subject)
    finish_job(tx, job)


def season_file(tx: Transaction, league_id: int, name: str, now: datetime) -> bytes:
    """The season's nights as a calendar file. Raises Refusal where there are none."""
    nights = nights_since(tx, league_id, now - SEASON)
    if not nights:
        raise Refusal(NONE_KEPT)
    return calendar_file(name, map(_entry, nights), now)


def _entry(night: Planned) -> Entry:
    plan = night.plan
    return Entry(
        uid=f"night-{night.league_id}-{night.night_id}@call-the-floor",
        title=plan.title,
        starts_at=plan.starts_at,
        minutes=plan.minutes,
        place=plan.place,
        about=GAMES[plan.game],
        is_cancelled=night.cancelled_at is not None,
    )
