"""A night's day and hours, in three zones and where the clocks change."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from league.night import closes_at, day_of, moment_of, morning_at, release_at

DAY = date(2026, 3, 14)


@pytest.mark.parametrize(
    ("local", "day"),
    [("2026-03-14T19:00", 14), ("2026-03-15T00:00", 14), ("2026-03-15T05:59", 14), ("2026-03-15T06:00", 15)],
)
@pytest.mark.parametrize("zone", ["America/New_York", "Europe/Berlin", "Pacific/Auckland"])
def test_a_night_goes_on_until_six_in_the_morning(local: str, day: int, zone: str) -> None:
    moment = datetime.fromisoformat(local).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)
    assert day_of(moment, zone) == date(2026, 3, day)


@pytest.mark.parametrize(
    ("zone", "release", "morning"),
    [
        ("America/New_York", "2026-03-15T03:00", "2026-03-15T13:00"),
        ("Europe/Berlin", "2026-03-14T22:00", "2026-03-15T08:00"),
        ("Pacific/Auckland", "2026-03-14T10:00", "2026-03-14T20:00"),
    ],
)
def test_a_nights_hours_are_those_of_its_zone(zone: str, release: str, morning: str) -> None:
    assert release_at(DAY, zone) == datetime.fromisoformat(release).replace(tzinfo=UTC)
    assert morning_at(DAY, zone) == datetime.fromisoformat(morning).replace(tzinfo=UTC)
    assert closes_at(DAY, zone) - morning_at(DAY, zone) == timedelta(hours=3)


@pytest.mark.parametrize(
    ("day", "zone", "morning"),
    [
        ("2026-03-07", "America/New_York", "2026-03-08T13:00"),  # the clocks go forward in that night
        ("2026-10-31", "America/New_York", "2026-11-01T14:00"),  # and back
        ("2026-03-28", "Europe/Berlin", "2026-03-29T07:00"),
        ("2026-10-24", "Europe/Berlin", "2026-10-25T08:00"),
        ("2026-09-26", "Pacific/Auckland", "2026-09-26T20:00"),
        ("2026-04-04", "Pacific/Auckland", "2026-04-04T21:00"),
    ],
)
def test_nine_in_the_morning_is_nine_after_a_change_of_clocks(day: str, zone: str, morning: str) -> None:
    found = morning_at(date.fromisoformat(day), zone)
    assert found == datetime.fromisoformat(morning).replace(tzinfo=UTC)
    assert found.astimezone(ZoneInfo(zone)).time() == time(9)


@pytest.mark.parametrize(
    ("day", "hour", "zone", "moment"),
    [
        ("2026-03-08", "02:30", "America/New_York", "2026-03-08T07:00"),
        ("2026-10-04", "02:15", "Australia/Lord_Howe", "2026-10-03T15:30"),  # half an hour is skipped
        ("2026-04-24", "00:00", "Africa/Cairo", "2026-04-23T22:00"),
        ("2011-12-30", "23:00", "Pacific/Apia", "2011-12-30T10:00"),  # a whole day is skipped
    ],
)
def test_an_hour_that_does_not_come_is_the_first_moment_after_the_gap(
    day: str, hour: str, zone: str, moment: str
) -> None:
    found = moment_of(date.fromisoformat(day), time.fromisoformat(hour), zone)
    assert found == datetime.fromisoformat(moment).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("day", "hour", "zone", "moment"),
    [
        ("2026-11-01", "01:30", "America/New_York", "2026-11-01T05:30"),
        ("2026-10-29", "23:00", "Africa/Cairo", "2026-10-29T20:00"),  # the release itself comes twice
    ],
)
def test_an_hour_that_comes_twice_is_the_first(day: str, hour: str, zone: str, moment: str) -> None:
    found = moment_of(date.fromisoformat(day), time.fromisoformat(hour), zone)
    assert found == datetime.fromisoformat(moment).replace(tzinfo=UTC)
