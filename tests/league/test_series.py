"""Nights that come again keep their hour on the wall, in every zone there is."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo, available_timezones

import pytest
from dateutil import rrule
from hypothesis import given
from hypothesis import strategies as st

from league.series import FORTNIGHTLY, MONTHLY, WEEKLY, Series, choices, next_nights, spoken

NEW_YORK = "America/New_York"
ZONES = sorted(available_timezones())
FIRST = date(2026, 10, 30)  # a Friday, and the last of its month
BEFORE = datetime(2026, 10, 20, tzinfo=UTC)
TWO_YEARS = 105


def days(series: Series, number: int, after: datetime = BEFORE) -> list[str]:
    return [night.day.isoformat() for night in next_nights(series, after, number)]


def changes(zone: str) -> list[date]:
    """The days of two years on which the clocks of a zone change."""
    noons = [datetime(2026, 10, 24, 12, tzinfo=ZoneInfo(zone)) + timedelta(days=each) for each in range(731)]
    return [second.date() for first, second in pairwise(noons) if first.utcoffset() != second.utcoffset()]


def times_shown(day: date, hour: time, zone: str) -> int:
    """How often the clocks of a zone show this hour on this day: with the offset before it, with the one after."""
    here, local = ZoneInfo(zone), datetime.combine(day, hour)
    offsets = {(local + timedelta(hours=each)).replace(tzinfo=here).utcoffset() or timedelta() for each in (-36, 36)}
    moments = [(local - offset).replace(tzinfo=UTC) for offset in offsets]
    return sum(moment.astimezone(here).replace(tzinfo=None, fold=0) == local for moment in moments)


@pytest.mark.parametrize("hour", [time(19), time(2, 30)])
def test_two_years_of_weekly_nights_keep_their_hour_in_every_zone(hour: time) -> None:
    said = 0
    for zone in ZONES:
        nights = next_nights(Series(WEEKLY, date(2026, 10, 25), hour, zone), BEFORE, TWO_YEARS)
        assert [night.day for night in nights] == [
            date(2026, 10, 25) + week * timedelta(7) for week in range(TWO_YEARS)
        ]
        for night in nights:
            is_kept = night.moment.replace(tzinfo=None) == datetime.combine(night.day, hour)
            assert is_kept or night.notes, (zone, night)
            said += len(night.notes)
    assert (said > 0) == (hour == time(2, 30)), "on Sundays at half past two the clocks change somewhere"


def test_a_missing_or_doubled_hour_is_said_and_no_other() -> None:
    seen = {0: 0, 1: 0, 2: 0}
    for zone in ZONES:
        for day in changes(zone):
            for half_hours in range(48):
                hour = time(half_hours // 2, half_hours % 2 * 30)
                (night,) = next_nights(Series(WEEKLY, day, hour, zone), BEFORE, 1)
                shown = times_shown(day, hour, zone)
                said = [("skip" in note, "twice" in note) for note in night.notes]
                assert said == ([] if shown == 1 else [(shown == 0, shown == 2)]), (zone, night)
                assert (night.moment.replace(tzinfo=None) == datetime.combine(day, hour)) == (shown > 0)
                seen[shown] += 1
    assert min(seen.values()) > 500


def test_a_week_over_a_change_of_clocks_is_not_168_hours() -> None:
    first, second = next_nights(Series(WEEKLY, FIRST, time(19), NEW_YORK), BEFORE, 2)
    assert second.moment.astimezone(UTC) - first.moment.astimezone(UTC) == timedelta(hours=169)


def test_other_weeks_are_counted_from_the_first_night() -> None:
    series = Series(FORTNIGHTLY, FIRST, time(19), NEW_YORK)
    assert days(series, 3) == ["2026-10-30", "2026-11-13", "2026-11-27"]
    assert days(series, 2, datetime(2026, 11, 7, tzinfo=UTC)) == ["2026-11-13", "2026-11-27"]


def test_the_second_weekday_of_each_month() -> None:
    assert days(Series(MONTHLY, date(2026, 11, 13), time(19), NEW_YORK, 2), 3) == [
        "2026-11-13",
        "2026-12-11",
        "2027-01-08",
    ]


def test_the_last_weekday_is_the_fifth_where_there_is_one() -> None:
    assert days(Series(MONTHLY, FIRST, time(19), NEW_YORK, -1), 4) == [
        "2026-10-30",
        "2026-11-27",
        "2026-12-25",
        "2027-01-29",
    ]


@given(
    first=st.dates(date(2020, 1, 1), date(2030, 1, 1)),
    begin=st.dates(date(2019, 1, 1), date(2032, 1, 1)),
    data=st.data(),
)
def test_the_days_are_those_of_another_library(first: date, begin: date, data: st.DataObject) -> None:
    series = data.draw(st.sampled_from(choices(first, time(19), "UTC")))
    start = datetime.combine(first, time(19))
    if series.nth is None:
        rule = rrule.rrule(rrule.WEEKLY, start, interval=1 if series.repeat == WEEKLY else 2)
    else:
        rule = rrule.rrule(rrule.MONTHLY, start, byweekday=rrule.weekday(first.weekday(), series.nth))
    expected = rule.xafter(datetime.combine(begin, time(19)), count=6)
    after = datetime.combine(begin, time(19), UTC)
    assert [night.day for night in next_nights(series, after, 6)] == [found.date() for found in expected]


def test_the_next_night_begins_after_the_moment() -> None:
    series = Series(WEEKLY, FIRST, time(19), NEW_YORK)
    first, second = next_nights(series, BEFORE, 2)
    assert next_nights(series, first.moment, 1) == (second,)


def test_a_last_fourth_weekday_can_repeat_in_four_ways_and_a_fifth_only_as_the_last() -> None:
    def ways(first: date) -> list[str]:
        return [spoken(series) for series in choices(first, time(19), NEW_YORK)]

    assert ways(date(2026, 11, 27)) == [
        "every Friday at 7 pm",
        "every other Friday at 7 pm",
        "the fourth Friday of every month at 7 pm",
        "the last Friday of every month at 7 pm",
    ]
    assert ways(FIRST)[2:] == ["the last Friday of every month at 7 pm"]
    assert ways(date(2026, 11, 13))[2:] == ["the second Friday of every month at 7 pm"]
