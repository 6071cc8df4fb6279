"""One evening of play: which day it belongs to, and its fixed hours. Pure.

An evening goes on past midnight: before six in the morning it is still the day before's. An hour that a change
of clocks skips is the first moment after the gap; one that comes twice is the first of the two.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

DAY_BEGINS = time(6)  # until then it is still yesterday's night
RELEASE = time(23)  # psp-final-table-dealer: a final table's busted dealer may go from then on
MORNING = time(9)  # of the day after: what the night came to
CLOSE = time(12)  # of the day after: a night that nobody closed is over
NOON = time(12)  # of a Monday: the rule of the week
ONE_DAY = timedelta(days=1)


def moment_of(day: date, hour: time, zone: str) -> datetime:
    """An hour of a day in a zone, in UTC: the first of two, or the first moment after a gap that skips it.

    >>> moment_of(date(2026, 3, 29), time(2, 30), "Europe/Berlin").isoformat()  # 02:00 becomes 03:00
    '2026-03-29T01:00:00+00:00'
    >>> moment_of(date(2026, 10, 25), time(2, 30), "Europe/Berlin").isoformat()  # it comes twice
    '2026-10-25T00:30:00+00:00'
    """
    here = ZoneInfo(zone)
    local = datetime.combine(day, hour, here)
    moment, other = local.astimezone(UTC), local.replace(fold=1).astimezone(UTC)
    if other >= moment:  # no gap: the same moment, or the first of two
        return moment
    while other.astimezone(here).utcoffset() == local.utcoffset():  # still before the gap
        other += timedelta(minutes=1)
    return other


def day_of(moment: datetime, zone: str) -> date:
    """The day whose night this is: until six in the morning it is the day before.

    >>> day_of(datetime(2026, 3, 15, 4, tzinfo=UTC), "UTC").isoformat()
    '2026-03-14'
    """
    local = moment.astimezone(ZoneInfo(zone))
    return local.date() if local.time() >= DAY_BEGINS else local.date() - ONE_DAY


def release_at(day: date, zone: str) -> datetime:
    """From when on a busted dealer of the final table may be released."""
    return moment_of(day, RELEASE, zone)


def morning_at(day: date, zone: str) -> datetime:
    """When the league is told what the night came to."""
    return moment_of(day + ONE_DAY, MORNING, zone)


def closes_at(day: date, zone: str) -> datetime:
    """When a night that is still open closes by itself."""
    return moment_of(day + ONE_DAY, CLOSE, zone)


def next_monday_noon(after: datetime, zone: str) -> datetime:
    """When the next rule of the week is posted."""
    local = after.astimezone(ZoneInfo(zone))
    day = local.date() + timedelta(days=-local.weekday() % 7)
    moment = moment_of(day, NOON, zone)
    return moment if moment > after else moment_of(day + 7 * ONE_DAY, NOON, zone)
