"""Which tables a volunteer deals, when a table breaks, and how long somebody has to answer."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from league.plan import LONGEST_ANSWER, SHORTEST_ANSWER, answer_by, breaks, cover_from, dealt_tables

NOW = datetime(2026, 3, 14, 19, tzinfo=UTC)


@pytest.mark.parametrize(
    ("kind", "game", "dealers", "follows_house", "dealt"),
    [
        ("tournament", "holdem", "house", True, ()),
        ("tournament", "omaha", "house", True, (1, 2, 3)),
        ("tournament", "mixed", "house", True, (1, 2, 3)),
        ("cash", "holdem", "house", True, (2, 3)),
        ("cash", "stud", "house", True, (2, 3)),
        ("tournament", "holdem", "house", False, (1, 2, 3)),
        ("cash", "holdem", "house", False, (1, 2, 3)),
        ("tournament", "holdem", "all", True, (1, 2, 3)),
        ("tournament", "omaha", "none", True, ()),
    ],
)
def test_the_house_says_which_tables_have_a_volunteer(
    kind: str, game: str, dealers: str, follows_house: bool, dealt: tuple[int, ...]
) -> None:
    assert dealt_tables(kind, game, 3, dealers, follows_house=follows_house) == dealt


def test_the_last_table_breaks_first_and_the_first_is_the_final_one() -> None:
    assert [breaks(number, 5) for number in (5, 4, 3, 2, 1)] == [
        "breaks first", "breaks second", "breaks third", "breaks as number 4", "final table",
    ]  # fmt: skip
    assert breaks(1, 1) == "final table"


@pytest.mark.parametrize(
    ("ahead", "wait"),
    [
        (timedelta(days=9), LONGEST_ANSWER),
        (timedelta(hours=8), timedelta(hours=2)),
        (timedelta(minutes=20), SHORTEST_ANSWER),
    ],
)
def test_somebody_who_is_asked_has_a_quarter_of_the_time_left(ahead: timedelta, wait: timedelta) -> None:
    assert answer_by(NOW, NOW + ahead) - NOW == wait


def test_an_open_table_is_offered_two_days_ahead_or_at_once() -> None:
    assert cover_from(NOW, NOW + timedelta(days=9)) == NOW + timedelta(days=7)
    assert cover_from(NOW, NOW + timedelta(days=1)) == NOW
