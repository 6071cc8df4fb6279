"""Times as hosts type them: what is read, what is refused and how, and what the clocks do to an hour."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from league.days import spoken_day
from league.refusing import NotNow
from league.when import clock, fit, read_time

NEW_YORK, BERLIN = "America/New_York", "Europe/Berlin"
NOW = datetime(2026, 10, 28, 15, tzinfo=ZoneInfo(NEW_YORK))  # a Wednesday, four days before the clocks go back


def read(text: str, now: datetime = NOW, zone: str = NEW_YORK) -> str:
    return read_time(text, now, zone).moment.strftime("%Y-%m-%d %H:%M")


def refusal(text: str, now: datetime = NOW, zone: str = NEW_YORK) -> str:
    with pytest.raises(NotNow) as refused:
        read_time(text, now, zone)
    return str(refused.value)


READ = [
    ("next friday 7pm", "2026-11-06 19:00"),
    ("this friday at 7:30pm", "2026-10-30 19:30"),
    ("tomorrow 8pm", "2026-10-29 20:00"),
    ("sat 6pm", "2026-10-31 18:00"),
    ("nov 14 7pm", "2026-11-14 19:00"),
    ("in 3 days at 19:00", "2026-10-31 19:00"),
    ("friday the 13th at 8pm", "2026-11-13 20:00"),
    ("7pm tonight", "2026-10-28 19:00"),
    ("11/14 19:00", "2026-11-14 19:00"),
    ("a week from saturday 7pm", "2026-11-07 19:00"),
    ("first saturday of december 6pm", "2026-12-05 18:00"),
    ("oct 3 7pm", "2027-10-03 19:00"),
    ("tonight at 8", "2026-10-28 20:00"),
    ("tomorrow night 7:30", "2026-10-29 19:30"),
    ("wednesday 3:30 pm", "2026-10-28 15:30"),  # still ahead today
    ("wednesday 2pm", "2026-11-04 14:00"),  # today's has passed
    ("Saturday, November 14th 2026 @ 7 P.M.", "2026-11-14 19:00"),
    ("14 nov 19:30", "2026-11-14 19:30"),
    ("the 14th at 7pm", "2026-11-14 19:00"),
    ("2026-11-14 19:00", "2026-11-14 19:00"),
    ("14.11. 19:30", "2026-11-14 19:30"),
    ("sunday noon", "2026-11-01 12:00"),
    ("the day after tomorrow, 6:30pm", "2026-10-30 18:30"),
    ("friday week 8pm", "2026-11-06 20:00"),
    ("two weeks from friday 7pm", "2026-11-13 19:00"),
    ("last friday of the month 7pm", "2026-10-30 19:00"),
    ("third thursday in november 7pm", "2026-11-19 19:00"),
    ("first friday next month 7pm", "2026-11-06 19:00"),
    ("this week sat 7pm", "2026-10-31 19:00"),
    ("next week thurs 7p", "2026-11-05 19:00"),
    ("in two weeks 7pm", "2026-11-11 19:00"),
    ("29 feb 7pm", "2028-02-29 19:00"),
]


@pytest.mark.parametrize(("text", "moment"), READ)
def test_a_time_is_read_as_it_was_meant(text: str, moment: str) -> None:
    reading = read_time(text, NOW, NEW_YORK)
    assert reading.moment.strftime("%Y-%m-%d %H:%M") == moment
    assert reading.moment.tzinfo == ZoneInfo(NEW_YORK)


REFUSED = [
    ("blue cheese", "has no clock time"),
    ("7", "has no clock time"),
    ("friday 25:00", "no “25:00” on a clock"),
    ("next gameish", "has no clock time"),
    ("", "has no clock time"),
    ("friday", "has no clock time"),
    ("in 3 hours", "has no clock time"),
    ("7pm", "which day"),
    ("7 7pm", "which day"),
    ("soon at 8pm", "which day"),
    ("this weekend 7pm", "which day"),
    ("friday 7pm maybe", "which day"),
    ("friday at 7:30", "add am or pm"),
    ("friday 13pm", "There is no 13 pm"),
    ("friday 7:75pm", "no “7:75pm” on a clock"),
    ("friday midnight", "Midnight belongs to two days"),
    ("friday night 1am", "can be two days"),
    ("friday 7pm to 11pm", "two times"),
    ("friday 7pm est", "league's own zone, America/New_York"),
    ("every friday 7pm", "/night repeat"),
    ("fridays 7pm", "/night repeat"),
    ("nov 31 7pm", "November has no day 31"),
    ("29 feb 2027 7pm", "February has no day 29 in 2027"),
    ("13/13 7pm", "no month 13"),
    ("friday nov 14 7pm", "14 November 2026 is a Saturday, not a Friday"),
    ("today 1pm", "has passed"),
    ("monday this week 7pm", "has passed"),
    ("2026-10-01 7pm", "has passed"),
    ("nov 14 2031 7pm", "more than two years away"),
]


@pytest.mark.parametrize(("text", "why"), REFUSED)
def test_what_is_not_a_day_and_a_time_is_refused_in_one_sentence(text: str, why: str) -> None:
    sentence = refusal(text)
    assert why in sentence
    assert sentence.endswith(".") and sentence[0] in f"“{sentence[0].upper()}"
    assert ". " not in sentence and "?" not in sentence


def test_next_friday_is_next_weeks_and_says_that_another_friday_comes_first() -> None:
    assert read_time("next friday 7pm", NOW, NEW_YORK).notes == (
        "Friday 30 October 2026 comes before that: for it, write “this friday”.",
    )
    sunday = NOW + timedelta(days=4)
    assert read("next friday 7pm", sunday) == "2026-11-06 19:00"
    assert read_time("next friday 7pm", sunday, NEW_YORK).notes == ()
    assert read_time("next week friday 7pm", NOW, NEW_YORK).notes == ()


def test_numbers_alone_are_read_in_the_zones_own_order() -> None:
    assert read("11/7 7pm") == "2026-11-07 19:00"
    assert read("11/7 7pm", zone=BERLIN) == "2027-07-11 19:00"


@pytest.mark.parametrize("zone", ["US/Eastern", "Pacific/Honolulu"])
def test_the_month_comes_first_wherever_america_is(zone: str) -> None:
    assert read("11/7 7pm", zone=zone) == "2026-11-07 19:00"


@pytest.mark.parametrize("ahead", range(1, 8))
@pytest.mark.parametrize("form", ["%A", "%a", "this %A"])
def test_every_weekday_is_read_and_said(ahead: int, form: str) -> None:
    day = NOW.date() + timedelta(days=ahead)
    assert read_time(f"{day:{form}} 1pm", NOW, NEW_YORK).moment.date() == day
    assert spoken_day(day) == f"{day:%A} {day.day} {day:%B} {day.year}"


@pytest.mark.parametrize("month", range(1, 13))
@pytest.mark.parametrize("form", ["%B 5", "%b 5th", "5 %b", "the 5th of %B"])
def test_every_month_is_read_and_said(month: int, form: str) -> None:
    day = date(2026 if month > 10 else 2027, month, 5)
    assert read_time(f"{day:{form}} 7pm", NOW, NEW_YORK).moment.date() == day
    assert spoken_day(day) == f"{day:%A} {day.day} {day:%B} {day.year}"


@pytest.mark.parametrize(
    ("said", "day"),
    [("first", 2), ("1st", 2), ("second", 9), ("2nd", 9), ("third", 16), ("3rd", 16), ("fourth", 23), ("4th", 23)],
)
def test_every_count_of_a_weekday_is_read(said: str, day: int) -> None:
    assert read(f"{said} wednesday of december 7pm") == f"2026-12-{day:02} 19:00"


@pytest.mark.parametrize(
    ("said", "hour"),
    [
        ("tonight at 5", 17), ("tonight at 11", 23), ("wed evening at 5", 17), ("wed evening 11", 23),
        ("wed night at 5", 17), ("wed night 11", 23), ("thu afternoon at 1", 13), ("thu afternoon at 5", 17),
        ("thu morning at 6", 6), ("thu morning at 11", 11), ("thu morning 9:00", 9),
    ],
)  # fmt: skip
def test_a_part_of_the_day_tells_which_hour_is_meant(said: str, hour: int) -> None:
    assert read_time(said, NOW, NEW_YORK).moment.time() == time(hour)


@pytest.mark.parametrize(
    "said",
    ["tonight at 4", "wed evening at 12", "wed night at 12", "thu night at 4", "thu evening at 4",
     "thu afternoon at 6", "thu afternoon at 12", "thu morning at 5", "thu morning at 12"],
)  # fmt: skip
def test_an_hour_that_a_part_of_the_day_leaves_open_is_asked_for(said: str) -> None:
    assert "can be in the morning or in the evening" in refusal(said)


def test_two_years_ahead_is_as_far_as_a_night_is_set() -> None:
    assert read("2028-10-28 3pm") == "2028-10-28 15:00"
    assert "more than two years away" in refusal("2028-10-28 3:01pm")


def test_the_day_is_that_of_the_leagues_zone() -> None:
    late = datetime(2026, 10, 28, 23, 30, tzinfo=UTC)  # already Thursday in Berlin
    assert read("tomorrow 8pm", late, BERLIN) == "2026-10-30 20:00"
    assert read("tomorrow 8pm", late) == "2026-10-29 20:00"


def test_an_hour_that_the_clocks_skip_is_said() -> None:
    reading = read_time("3/14 2:30am", NOW, NEW_YORK)
    assert reading.moment.isoformat() == "2027-03-14T03:00:00-04:00"
    assert reading.notes == ("On Sunday 14 March 2027 the clocks skip 2:30 am: it begins at 3 am.",)


def test_an_hour_that_comes_twice_is_said() -> None:
    reading = read_time("sunday 1:30am", NOW, NEW_YORK)
    assert reading.moment.isoformat() == "2026-11-01T01:30:00-04:00"
    assert reading.notes == ("On Sunday 1 November 2026 the clocks show 1:30 am twice: it begins at the first.",)


def test_a_day_that_a_zone_skipped_begins_on_the_next() -> None:
    reading = fit(date(2011, 12, 30), time(19), "Pacific/Apia")
    assert reading.moment.isoformat() == "2011-12-31T00:00:00+14:00"
    assert reading.notes == (
        "On Friday 30 December 2011 the clocks skip 7 pm: it begins at 12 am on Saturday 31 December 2011.",
    )


def test_an_ordinary_hour_has_no_notes() -> None:
    assert fit(date(2026, 11, 1), time(2), NEW_YORK).notes == ()
    assert fit(date(2026, 11, 1), time(0, 59), NEW_YORK).notes == ()


WORDS = "next this friday sat the 13th 14 at 7 pm 7pm 19:00 nov of first week from a in 3 days tonight noon 2026"
typed = st.one_of(st.text(max_size=40), st.lists(st.sampled_from(WORDS.split()), max_size=6).map(" ".join))


@given(typed)
@example("٣ days 7pm")
@example("0 weeks 7pm")
@example("the 0th 7pm")
@example("0/0/0 7pm")
@example("99 weeks from saturday 7pm")
def test_whatever_is_typed_is_a_time_to_come_or_a_sentence(text: str) -> None:
    try:
        found = read_time(text, NOW, NEW_YORK).moment
    except NotNow:
        assert refusal(text).endswith(".")
    else:
        assert timedelta() < found - NOW <= timedelta(days=731)


@pytest.mark.parametrize("hour", [time(0), time(0, 5), time(11, 59), time(12), time(12, 30), time(23)])
def test_an_hour_is_read_as_it_is_said(hour: time) -> None:
    assert read_time(f"nov 14 {clock(hour)}", NOW, NEW_YORK).moment.time() == hour
