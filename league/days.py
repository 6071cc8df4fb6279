"""The day in a host's words: weekdays, dates, "a week from saturday", "the first saturday of december". Pure.

>>> now = datetime(2026, 10, 28, 15)
>>> day_said("first saturday of december", now, time(18), "America/New_York").day.isoformat()
'2026-12-05'
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from league.refusing import NotNow

MONTH_FIRST = ("America/", "US/", "Pacific/Honolulu")  # zones where 11/7 is the seventh of November
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip
COUNTS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "last": -1}
NUMBERS = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}
_WEEKDAY = r"(?P<weekday>mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r?s?(?:day)?)|fri(?:day)?|sat(?:urday)?|sun(?:day)?)"
_MONTH = r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
_ORDINAL = r"(?P<day>\d{1,2})(?:st|nd|rd|th)"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?: (?P<year>20\d\d))?"
_NUMBER = rf"(?P<number>\d{{1,2}}|{'|'.join(NUMBERS)})"
_FILLERS = re.compile(r"\b(at|on|the|of|coming|from now|starting|start)\b")


@dataclass(frozen=True)
class Said:
    """The day that was meant, and what there is to say about it."""

    day: date
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Now:
    """When and where it was said, and for which hour of the day: a day whose hour has passed is not meant."""

    local: datetime
    hour: time
    zone: str

    @property
    def first(self) -> date:
        """The first day on which that hour is still ahead."""
        today = self.local.date()
        return today if self.hour > self.local.time() else today + timedelta(days=1)


def day_said(text: str, local: datetime, hour: time, zone: str) -> Said | None:
    """The day meant by words without a clock time; None: they are not understood. `local`: now, in `zone`.

    Raises NotNow for a day that no calendar has, or that is another weekday than was said.
    """
    words = " ".join(_FILLERS.sub(" ", text).split())
    now = _Now(local, hour, zone)
    for pattern, read in _FORMS:
        match = pattern.fullmatch(words)
        if match is not None:
            return read(match, now)
    return None


def spoken_day(day: date) -> str:
    """A day in full: "Friday 13 November 2026"."""
    return f"{WEEKDAYS[day.weekday()].title()} {day.day} {MONTHS[day.month - 1].title()} {day.year}"


def nth_weekday(year: int, month: int, weekday: int, nth: int) -> date:
    """The nth weekday of a month, Monday is 0; -1 is the last.

    >>> nth_weekday(2026, 11, 3, -1).isoformat()
    '2026-11-26'
    """
    first, days = monthrange(year, month)
    day = 1 + (weekday - first) % 7 + 7 * (nth - 1)
    if nth == -1:
        day = days - (first + days - 1 - weekday) % 7
    return date(year, month, day)


# ------------------------------------------------------------------ how each form is read


def _near(match: re.Match[str], now: _Now) -> Said:
    days = {"today": 0, "tomorrow": 1, "day after tomorrow": 2}[match[1]]
    return Said(now.local.date() + timedelta(days=days))


def _in(match: re.Match[str], now: _Now) -> Said:
    days = _count(match["number"]) * (1 if match["unit"].startswith("day") else 7)
    return Said(now.local.date() + timedelta(days=days))


def _weekday(match: re.Match[str], now: _Now) -> Said:
    """A weekday alone, or "this": the next that is still ahead. "Next": the one of next week."""
    weekday, which = _number(match["weekday"], WEEKDAYS), match["which"]
    ahead = _weekday_ahead(match, now)
    if which in (None, "this"):
        return Said(ahead)
    monday = now.local.date() - timedelta(days=now.local.weekday())
    day = monday + timedelta(days=weekday + (0 if which == "this week" else 7))
    if which == "next" and ahead < day:
        return Said(day, (f"{spoken_day(ahead)} comes before that: for it, write “this {WEEKDAYS[weekday]}”.",))
    return Said(day)


def _weeks_from(match: re.Match[str], now: _Now) -> Said:
    """So many weeks after a day: the next such weekday, today or tomorrow."""
    day = now.local.date() + timedelta(days=match[0].endswith("tomorrow"))
    if match["weekday"]:
        day = _weekday_ahead(match, now)
    return Said(day + timedelta(days=7 * _count(match["number"] or "one")))


def _weekday_ahead(match: re.Match[str], now: _Now) -> date:
    return now.first + timedelta(days=(_number(match["weekday"], WEEKDAYS) - now.first.weekday()) % 7)


def _nth(match: re.Match[str], now: _Now) -> Said:
    """The nth weekday of a month that is named, of this one or of the next."""
    weekday, nth, today = _number(match["weekday"], WEEKDAYS), COUNTS[match["nth"]], now.local.date()
    if match["month"] is None:
        months = today.year * 12 + today.month - 1 + ("next" in match[0])
        return Said(nth_weekday(months // 12, months % 12 + 1, weekday, nth))
    month = _number(match["month"], MONTHS) + 1
    if match["year"]:
        return Said(nth_weekday(int(match["year"]), month, weekday, nth))
    day = nth_weekday(today.year, month, weekday, nth)
    return Said(day if day >= now.first else nth_weekday(today.year + 1, month, weekday, nth))


def _date(match: re.Match[str], now: _Now) -> Said:
    return _checked(int(match["day"]), _number(match["month"], MONTHS) + 1, match, now)


def _day_of_month(match: re.Match[str], now: _Now) -> Said | None:
    """The 14th, friday the 13th: the next such day within a year or so."""
    day, weekday = int(match["day"]), match["weekday"]
    for ahead in range(366 * 2):
        found = now.first + timedelta(days=ahead)
        if found.day == day and (weekday is None or found.weekday() == _number(weekday, WEEKDAYS)):
            return Said(found)
    return None


def _iso(match: re.Match[str], now: _Now) -> Said:
    return _checked(int(match["day"]), int(match["month"]), match, now)


def _slashes(match: re.Match[str], now: _Now) -> Said:
    day, month = int(match["second"]), int(match["first"])
    if not now.zone.startswith(MONTH_FIRST):
        day, month = month, day
    return _checked(day, month, match, now)


def _checked(day: int, month: int, match: re.Match[str], now: _Now) -> Said:
    """A date that exists, of the year given or the next one still ahead, on the weekday that was said."""
    year = match["year"]
    if not 1 <= month <= 12:
        raise NotNow(f"There is no month {month}: write the month's name, as in “14 nov 7pm”.")
    if day > (29 if month == 2 else monthrange(2026, month)[1]) or day < 1:
        raise NotNow(f"{MONTHS[month - 1].title()} has no day {day}: check the day.")
    years = [int(year) + (2000 if int(year) < 100 else 0)] if year else range(now.first.year, now.first.year + 9)
    there = [date(each, month, day) for each in years if day <= monthrange(each, month)[1]]
    found = next((each for each in there if year or each >= now.first), None)
    if found is None:
        raise NotNow(f"{MONTHS[month - 1].title()} has no day {day} in {year}: check the day.")
    weekday = match["weekday"]
    if weekday and found.weekday() != _number(weekday, WEEKDAYS):
        said = WEEKDAYS[_number(weekday, WEEKDAYS)].title()
        raise NotNow(
            f"{spoken_day(found)[len(WEEKDAYS[found.weekday()]) + 1 :]} is a "
            f"{WEEKDAYS[found.weekday()].title()}, not a {said}: check the day."
        )
    return Said(found)


def _count(word: str) -> int:
    return NUMBERS.get(word) or int(word)


def _number(word: str, names: tuple[str, ...]) -> int:
    return next(number for number, name in enumerate(names) if name.startswith(word[:3]))


_ON = rf"(?:{_WEEKDAY} )?"
_FORMS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], _Now], Said | None]], ...] = tuple(
    (re.compile(pattern), read)
    for pattern, read in (
        (r"(today|tomorrow|day after tomorrow)", _near),
        (rf"(?:in )?{_NUMBER} (?P<unit>days?|weeks?)", _in),
        (rf"(?:(?P<which>this|next) )?{_WEEKDAY}", _weekday),
        (rf"{_WEEKDAY} (?P<which>next week|this week)", _weekday),
        (rf"(?P<which>next week|this week) {_WEEKDAY}", _weekday),
        (rf"{_NUMBER} weeks? from (?:today|tomorrow|(?:this )?{_WEEKDAY})", _weeks_from),
        (rf"{_WEEKDAY} week(?P<number>)", _weeks_from),
        (rf"(?P<nth>{'|'.join(COUNTS)}) {_WEEKDAY}(?: in)? (?:{_MONTH}{_YEAR}|(?:this |next )?month)", _nth),
        (rf"{_ON}{_MONTH} {_DAY}{_YEAR}", _date),
        (rf"{_ON}{_DAY} {_MONTH}{_YEAR}", _date),
        (rf"{_ON}{_ORDINAL}", _day_of_month),
        (rf"{_ON}(?P<year>20\d\d)-(?P<month>\d\d?)-(?P<day>\d\d?)", _iso),
        (rf"{_ON}(?P<day>\d\d?)\.(?P<month>\d\d?)\.(?P<year>20\d\d)?", _iso),
        (rf"{_ON}(?P<first>\d\d?)/(?P<second>\d\d?)(?:/(?P<year>\d\d(?:\d\d)?))?", _slashes),
    )
)
