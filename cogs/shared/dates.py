"""Days as people type them, in the league's own time zone. Knows no Discord, so actions can use it, too."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

from cogs.shared.refusals import Refusal

FIRST_DATE, LAST_DATE = 2000, 2199  # years a date may lie in; anything else is a slip of the thumb


def read_day(typed: str) -> date:
    """A day typed as 2026-03-14. Raises Refusal."""
    try:
        day = date.fromisoformat(typed.strip())
    except ValueError:
        raise Refusal("Write the date as year-month-day, for example 2026-03-14.") from None
    if not FIRST_DATE <= day.year <= LAST_DATE:
        raise Refusal(f"Give a date between the years {FIRST_DATE} and {LAST_DATE}.")
    return day


def begins(day: date, zone: str) -> datetime:
    """The first moment of a day in the league's zone; days are not all 24 hours long."""
    return datetime.combine(day, time(), ZoneInfo(zone)).astimezone(UTC)
