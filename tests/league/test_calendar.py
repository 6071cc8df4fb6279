"""The season's file, read back by a library that did not write it."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import available_timezones

import vobject
from hypothesis import given
from hypothesis import strategies as st

from league.calendar import Entry, calendar_file
from league.series import WEEKLY, Series, next_nights

NOW = datetime(2026, 10, 20, tzinfo=UTC)
SOON = datetime(2026, 10, 30, 23, tzinfo=UTC)


def read_back(entries: list[Entry], name: str = "Home games") -> list[Any]:
    text = calendar_file(name, entries, NOW).decode()
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    calendar = vobject.readOne(text)
    assert calendar.contents["x-wr-calname"][0].value == name
    return list(calendar.contents.get("vevent", []))


def test_a_season_of_nights_in_every_zone_says_the_same_instants() -> None:
    entries = [
        Entry(f"{zone}-{night.day}", zone, night.moment, 360)
        for zone in sorted(available_timezones())
        for night in next_nights(Series(WEEKLY, date(2027, 3, 5), time(19), zone), NOW, 5)
    ]
    read = {event.uid.value: event for event in read_back(entries)}
    assert len(read) == len(entries) > 2_500
    for entry in entries:
        event = read[entry.uid]
        assert event.dtstart.value == entry.starts_at
        assert event.dtend.value == entry.starts_at.astimezone(UTC) + timedelta(hours=6)


def test_a_night_says_what_and_where_it_is_and_whether_it_was_called_off() -> None:
    entries = [
        Entry(
            "night-2", "Omaha; “the big one”", SOON + timedelta(days=7), 360, "ask the host", "Fee $20,\n$10 off", True
        ),
        Entry("night-1", "Hold'em \\ cash", SOON, 90),
    ]
    first, second = read_back(entries)
    assert (first.summary.value, first.status.value) == ("Hold'em \\ cash", "CONFIRMED")
    assert "location" not in first.contents and "description" not in first.contents
    assert first.dtend.value - first.dtstart.value == timedelta(minutes=90)
    assert (second.summary.value, second.status.value) == ("Omaha; “the big one”", "CANCELLED")
    assert (second.location.value, second.description.value) == ("ask the host", "Fee $20,\n$10 off")
    assert second.uid.value == "night-2" and second.dtstamp.value == NOW


def test_a_season_without_nights_is_still_a_calendar() -> None:
    assert read_back([]) == []


lines = st.text(st.characters(exclude_categories=("C", "Zl", "Zp")), min_size=1, max_size=120)


@given(title=lines, about=lines)
def test_whatever_a_host_calls_a_night_comes_back_as_it_was(title: str, about: str) -> None:
    (event,) = read_back([Entry("night-1", title, SOON, 60, about=about)], name=title)
    assert (event.summary.value, event.description.value) == (title, about)
