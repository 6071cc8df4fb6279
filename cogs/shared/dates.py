"""Days as people type them, in the league's own time zone, and moments as they read them. Knows no Discord, so actions
can use it, too.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
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


def effective_from(typed: str | None, zone: str, now: datetime, *, late: bool = False) -> datetime:
    """From when a change counts: now, or the day typed. Raises Refusal for a day that has passed.

    `late`: the day was checked when a form was opened, and may have ended since; then it counts from now.
    """
    if not typed:
        return now
    day = read_day(typed)
    ended = begins(day + timedelta(days=1), zone)
    if ended + (timedelta(hours=1) if late else timedelta()) <= now:
        raise Refusal("That day has passed: what was in force then stays as it was. Give today or a later date.")
    return max(begins(day, zone), now)


def when(moment: datetime, style: str = "R") -> str:
    """A moment as Discord shows it in each reader's own time."""
    return f"<t:{int(moment.timestamp())}:{style}>"
