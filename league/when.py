"""When a night begins, as a host types it: a day and an hour of it, or a refusal that says what is missing. Pure.

Only what is wholly understood is read, for a wrong night is worse than a question: a day and a clock time, am or pm
told where both could be meant, nothing left over. What was read is always shown back before it counts; what a host
may not expect (an hour that the clocks skip, another Friday that comes first) is told in the notes.

>>> now = datetime(2026, 10, 28, 15, tzinfo=ZoneInfo("America/New_York"))
>>> read_time("friday the 13th at 8pm", now, "America/New_York").moment.isoformat()
'2026-11-13T20:00:00-05:00'
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from league.days import Said, day_said, spoken_day
from league.night import moment_of
from league.refusing import NotNow

FARTHEST = timedelta(days=731)  # a night that is farther away than two years is a slip of the pen
EXAMPLE = "“friday 7pm” or “nov 14 7:30 pm”"
_CLOCK = re.compile(r"(?<![\d:/.-])(\d{1,2})(?::(\d\d))? ?([ap]m)\b|(?<![\d:/.-])(\d{1,2}):(\d\d)\b|\b(noon)\b")
_BARE = re.compile(r"\bat (\d{1,2})\b|(?<=night )(\d{1,2})\b|(?<=evening )(\d{1,2})\b")
_ZONE = re.compile(r"\b(utc|gmt|[ecmp][sd]?t|cest|bst|eastern|central|mountain|pacific)\b")
_PART = re.compile(r"\b(morning|afternoon|evening|tonight|night)\b")
_HOURS = {  # of a part of the day, the hours that need no am or pm, and which of the two it is
    "morning": (range(6, 12), "am"),
    "afternoon": (range(1, 6), "pm"),
    "evening": (range(5, 12), "pm"),
    "tonight": (range(5, 12), "pm"),
    "night": (range(5, 12), "pm"),
}


@dataclass(frozen=True)
class Reading:
    """What was read: a moment in the league's zone, and what there is to say about it, each a sentence."""

    moment: datetime
    notes: tuple[str, ...] = ()


def read_time(text: str, now: datetime, zone: str) -> Reading:
    """The moment that is meant. Raises NotNow, with one sentence, where it is not plain.

    `now` is aware; a day without a year, or a weekday, is the next one that is still ahead.
    """
    said = _plain(text)
    if re.search(r"\b(every|each|weekly|monthly|fortnightly|[a-z]{3,}days)\b", said):
        raise NotNow("That is a series of nights: give the first night alone, then repeat it with /night repeat.")
    if _ZONE.search(said):
        raise NotNow(f"Times are read in the league's own zone, {zone}: leave the zone out, as in {EXAMPLE}.")
    if re.search(r"\bmidnight\b", said):
        raise NotNow("Midnight belongs to two days: write 11:59 pm of the one or 12:01 am of the other.")
    hour, rest = _hour(said, text)
    local = now.astimezone(ZoneInfo(zone))
    day = day_said(_PART.sub(lambda part: "today" if part[0] == "tonight" else "", rest), local, hour, zone)
    if day is None:
        raise NotNow(f"I cannot tell which day “{_short(text)}” is: write a day and a time, as in {EXAMPLE}.")
    return _ahead(day, hour, now, zone)


def fit(day: date, hour: time, zone: str) -> Reading:
    """An hour of a day in a zone, with a note where the clocks skip it or show it twice.

    >>> fit(date(2027, 3, 14), time(2, 30), "America/New_York").notes
    ('On Sunday 14 March 2027 the clocks skip 2:30 am: it begins at 3 am.',)
    """
    moment = moment_of(day, hour, zone).astimezone(ZoneInfo(zone))
    notes: tuple[str, ...] = ()
    if moment.replace(tzinfo=None) != datetime.combine(day, hour):
        there = f"{clock(moment.time())}" + ("" if moment.date() == day else f" on {spoken_day(moment.date())}")
        notes = (f"On {spoken_day(day)} the clocks skip {clock(hour)}: it begins at {there}.",)
    elif moment.replace(fold=1).astimezone(UTC) != moment.astimezone(UTC):
        notes = (f"On {spoken_day(day)} the clocks show {clock(hour)} twice: it begins at the first.",)
    return Reading(moment, notes)


def clock(hour: time) -> str:
    """An hour as it is said.

    >>> clock(time(19)), clock(time(0, 5))
    ('7 pm', '12:05 am')
    """
    minutes = f":{hour.minute:02}" if hour.minute else ""
    return f"{(hour.hour - 1) % 12 + 1}{minutes} {'am' if hour.hour < 12 else 'pm'}"


# ------------------------------------------------------------------ how it is worked out


def _plain(text: str) -> str:
    """The words alone: small letters, "pm" in one way, no commas."""
    said = re.sub(r"\b([ap])\.?\s?m\b\.?", r"\1m", text.lower().replace("@", " at "))
    said = re.sub(r"(?<=\d)([ap])\b", r"\1m", said)  # 7p
    return " ".join(re.sub(r"[,;!()]|(?<=[a-z])\.|[’']s?", " ", said).split())


def _hour(said: str, text: str) -> tuple[time, str]:
    """The one clock time in it, and the words that are left."""
    found = list(_CLOCK.finditer(said)) or list(_BARE.finditer(said))
    if not found:
        raise NotNow(f"“{_short(text)}” has no clock time: write a day and a time, as in {EXAMPLE}.")
    if len(found) > 1:
        raise NotNow(f"There are two times in “{_short(text)}”: write only when the night begins.")
    match = found[0]
    rest = f"{said[: match.start()]} {said[match.end() :]}"
    if match[0] == "noon":
        return time(12), rest
    numbers = [group for group in match.groups() if group and group.isdigit()]
    hour, minute = int(numbers[0]), int(numbers[1]) if len(numbers) > 1 else 0
    if hour > 23 or minute > 59:
        raise NotNow(f"There is no “{match[0].strip()}” on a clock: write a time such as 7pm or 19:30.")
    half = match[3] if match.re is _CLOCK else None
    return _of_day(hour, minute, half, numbers[0], said), rest


def _of_day(hour: int, minute: int, half: str | None, typed: str, said: str) -> time:
    """The hour of the day, once it is plain whether it is in the morning or in the evening."""
    part = _PART.search(said)
    hours, meant = _HOURS[part[0]] if part else (range(0), "")
    if half is None and (hour > 12 or hour == 0 or typed.startswith("0")):
        return time(hour, minute)
    if half is None and hour in hours:
        half = meant
    if half is None:
        at = f"{hour}:{minute:02}" if minute else f"{hour}"
        raise NotNow(f"{at} can be in the morning or in the evening: add am or pm.")
    if not 1 <= hour <= 12:
        raise NotNow(f"There is no {hour} {half} on a clock: write a time such as 7pm or 19:30.")
    if part and half != meant:
        raise NotNow(
            f"{hour} {half} with “{part[0]}” can be two days: leave “{part[0]}” out and write the day it is on."
        )
    return time(hour % 12 + (12 if half == "pm" else 0), minute)


def _ahead(said: Said, hour: time, now: datetime, zone: str) -> Reading:
    """The moment, if it is still to come and not too far."""
    reading = fit(said.day, hour, zone)
    when = f"{clock(hour)} on {spoken_day(said.day)}"
    if reading.moment <= now:
        raise NotNow(f"That would be {when}, which has passed: write a time that is still to come.")
    if reading.moment - now > FARTHEST:
        raise NotNow(f"That would be {when}, more than two years away: check the year.")
    return Reading(reading.moment, (*said.notes, *reading.notes))


def _short(text: str) -> str:
    """What was typed, not too much of it."""
    one_line = " ".join(text.split())
    return one_line if len(one_line) <= 60 else f"{one_line[:59]}…"
