"""The season as a calendar file, which any calendar program reads. Pure.

A night is one entry with its moment in UTC, which every program shows in its owner's own zone; so the file needs
no table of a zone's clock changes, and a night that was moved or called off needs no exception from a rule. A night
keeps its `uid`, so a newer file takes the place of an older one instead of adding to it.

>>> began = datetime(2026, 10, 30, 23, tzinfo=UTC)
>>> b"DTSTART:20261030T230000Z" in calendar_file("Home games", [Entry("night-1", "Omaha", began, 360)], began)
True
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

MAKER = "-//Call the Floor//Nights//EN"


@dataclass(frozen=True)
class Entry:
    """A night as the calendar shows it. `place`, `about` empty: nothing is said. `minutes`: how long it lasts.

    `uid`: the same for this night in every file, and for no other night anywhere.
    """

    uid: str
    title: str
    starts_at: datetime
    minutes: int
    place: str = ""
    about: str = ""
    is_cancelled: bool = False


def calendar_file(name: str, entries: Iterable[Entry], now: datetime) -> bytes:
    """The nights as an iCalendar file (RFC 5545), soonest first. `name`: the league's."""
    from icalendar import (
        Calendar,
        Event,
        vText,
    )  # read when the first file is asked for: the start does not wait for it

    calendar = Calendar()
    calendar.add("prodid", MAKER)
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", vText(name))  # no property of the standard: its commas are not marked otherwise
    for entry in sorted(entries, key=lambda entry: entry.starts_at):
        event = Event()
        event.add("uid", entry.uid)
        event.add("dtstamp", now.astimezone(UTC))
        event.add("dtstart", entry.starts_at.astimezone(UTC))
        event.add("dtend", entry.starts_at.astimezone(UTC) + timedelta(minutes=entry.minutes))
        event.add("summary", entry.title)
        if entry.place:
            event.add("location", entry.place)
        if entry.about:
            event.add("description", entry.about)
        event.add("status", "CANCELLED" if entry.is_cancelled else "CONFIRMED")
        calendar.add_component(event)
    return bytes(calendar.to_ical())
