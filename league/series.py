"""Nights that come again: every week, every other week, a weekday of the month; the hour stays the same. Pure.

What is kept is the hour on the wall and the zone, never a moment: seven days are not always 168 hours.

>>> series = Series("weekly", date(2026, 10, 30), time(19), "America/New_York")
>>> [night.moment.isoformat() for night in next_nights(series, datetime.fromisoformat("2026-10-28T00:00Z"), 2)]
['2026-10-30T19:00:00-04:00', '2026-11-06T19:00:00-05:00']
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import count, islice

from league.days import WEEKDAYS, nth_weekday
from league.when import clock, fit

WEEKLY, FORTNIGHTLY, MONTHLY = REPEATS = ("weekly", "fortnightly", "monthly")
NTHS = {1: "first", 2: "second", 3: "third", 4: "fourth", -1: "last"}


@dataclass(frozen=True)
class Series:
    """How nights repeat. `first`: the day of the first one, which gives the weekday.

    `nth`: for a monthly series which such weekday of the month, a key of NTHS; else None.
    """

    repeat: str
    first: date
    hour: time
    zone: str
    nth: int | None = None


@dataclass(frozen=True)
class Night:
    """One night of a series: its day, its beginning in the league's zone, what the clocks do to it that day."""

    day: date
    moment: datetime
    notes: tuple[str, ...] = ()


def choices(first: date, hour: time, zone: str) -> tuple[Series, ...]:
    """The ways in which a night on this day can repeat; a fourth weekday can be the last one, too."""
    monthly = [nth for nth in NTHS if nth_weekday(first.year, first.month, first.weekday(), nth) == first]
    return (
        *(Series(repeat, first, hour, zone) for repeat in (WEEKLY, FORTNIGHTLY)),
        *(Series(MONTHLY, first, hour, zone, nth) for nth in monthly),
    )


def spoken(series: Series) -> str:
    """The series in words.

    >>> spoken(Series("monthly", date(2026, 11, 27), time(19, 30), "UTC", -1))
    'the last Friday of every month at 7:30 pm'
    """
    weekday = WEEKDAYS[series.first.weekday()].title()
    if series.nth is not None:
        return f"the {NTHS[series.nth]} {weekday} of every month at {clock(series.hour)}"
    return f"every {'other ' if series.repeat == FORTNIGHTLY else ''}{weekday} at {clock(series.hour)}"


def next_nights(series: Series, after: datetime, number: int) -> tuple[Night, ...]:
    """The next so many nights that begin after a moment."""
    return tuple(islice(_nights(series, after), number))


# ------------------------------------------------------------------ how it is worked out


def _nights(series: Series, after: datetime) -> Iterator[Night]:
    for day in _days(series, after.date() - timedelta(days=2)):
        reading = fit(day, series.hour, series.zone)
        if reading.moment > after:
            yield Night(day, reading.moment, reading.notes)


def _days(series: Series, begin: date) -> Iterator[date]:
    """The days of the series from `begin` on, in order: days alone, for the hour is the zone's affair."""
    first = series.first
    if series.nth is None:
        step = timedelta(days=14 if series.repeat == FORTNIGHTLY else 7)
        day = first + max(-((first - begin) // step), 0) * step
        while True:
            yield day
            day += step
    for month in count(max(first, begin).year * 12 + max(first, begin).month - 1):
        day = nth_weekday(month // 12, month % 12 + 1, first.weekday(), series.nth)
        if day >= max(first, begin):
            yield day
