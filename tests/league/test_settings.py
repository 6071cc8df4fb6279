"""A league's settings as they stood at any moment."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import permutations
from typing import Any

import pytest

from league.settings import OwnRule, Setting, Settings, coming, newest_first, own_rules_at, settings_at

DAY = datetime(2026, 3, 1, tzinfo=UTC)


def on(day: int, name: str = "zone", value: Any = "UTC") -> Setting:
    return Setting(name, value, DAY + timedelta(days=day))


def rule(number: int = 1, version: int = 1, day: int = 0, *, withdrawn: bool = False) -> OwnRule:
    return OwnRule(
        number, version, f"Rule {number}", f"Version {version}", None, None, withdrawn, DAY + timedelta(days=day)
    )


@pytest.mark.parametrize(
    ("rows", "day", "expected"),
    [
        ([], 0, {}),
        ([on(0, value="a")], -1, {}),
        ([on(0, value="a")], 0, {"zone": "a"}),
        ([on(0, value="a"), on(2, value="b")], 1, {"zone": "a"}),
        ([on(0, value="a"), on(2, value="b")], 2, {"zone": "b"}),
        ([on(2, value="b"), on(0, value="a")], 3, {"zone": "b"}),  # made earlier, in force later
        ([on(0, value="a"), on(0, value="b")], 0, {"zone": "b"}),  # the same date: the later row
        ([on(0, value="a"), on(1, value=None)], 1, {}),  # taken back
        ([on(0, value="a"), on(1, value=None)], 0, {"zone": "a"}),
        ([on(0, value=None), on(1, value="a")], 1, {"zone": "a"}),
        ([on(0, "zone", "a"), on(0, "currency", "EUR")], 0, {"zone": "a", "currency": "EUR"}),
        ([on(0, value=False)], 0, {"zone": False}),
    ],
)
def test_the_newest_row_in_force_on_a_day_wins(rows: list[Setting], day: int, expected: dict[str, Any]) -> None:
    assert settings_at(rows, DAY + timedelta(days=day)).values == expected


@pytest.mark.parametrize("rows", permutations([rule(2), rule(1), rule(1, 2, day=2), rule(1, 3, day=4, withdrawn=True)]))
def test_an_own_rule_stands_from_its_date_until_it_is_withdrawn(rows: tuple[OwnRule, ...]) -> None:
    def standing(day: float) -> list[tuple[int, str]]:
        return [(found.own_rule_id, found.text) for found in own_rules_at(rows, DAY + timedelta(days=day))]

    assert standing(-0.001) == []
    assert standing(0) == [(1, "Version 1"), (2, "Version 1")]
    assert standing(2) == [(1, "Version 2"), (2, "Version 1")]
    assert standing(4) == [(2, "Version 1")]


def test_a_rule_withdrawn_on_the_day_it_was_made_never_stands() -> None:
    assert own_rules_at([rule(), rule(1, 2, withdrawn=True)], DAY) == ()


def test_a_rule_withdrawn_before_its_first_day_never_stands() -> None:
    rows = [rule(1, 1, day=10), rule(1, 2, day=3, withdrawn=True)]
    assert [own_rules_at(rows, DAY + timedelta(days=day)) for day in (0, 5, 12)] == [(), (), ()]


def test_the_newest_own_rule_goes_ahead_by_its_day_and_then_by_its_number() -> None:
    rules = [rule(1, day=5), rule(2, day=3), rule(3, day=5), rule(4, day=0)]
    assert [found.own_rule_id for found in newest_first(rules)] == [3, 1, 2, 4]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([], None),
        ([on(-1), on(0)], None),
        ([on(3), on(1), rule(day=2)], 1),
        ([on(3), rule(day=2)], 2),
    ],
)
def test_the_next_change_is_the_first_that_lies_ahead(rows: list[Any], expected: int | None) -> None:
    soonest = [row.effective_at for row in coming(rows, DAY)][:1]
    assert soonest == ([] if expected is None else [DAY + timedelta(days=expected)])


@pytest.mark.parametrize(
    ("values", "kind", "order"),
    [
        ({}, "cash", ("psp", "rrp", "tda")),
        ({}, "tournament", ("tda", "psp", "rrp")),
        ({"order.cash": ["tda"]}, "cash", ("tda",)),
        ({"order.cash": ["tda"]}, "tournament", ("tda", "psp", "rrp")),
    ],
)
def test_a_league_has_an_order_of_books_before_it_sets_one(
    values: dict[str, Any], kind: str, order: tuple[str, ...]
) -> None:
    assert Settings(values).order(kind) == order


@pytest.mark.parametrize(
    ("channels", "kind"),
    [
        ((), "cash"),
        ((7,), "tournament"),
        ((8,), "cash"),
        ((99, 7), "tournament"),
        ((8, 7), "cash"),
        ((99, None), "cash"),
    ],
)
def test_a_thread_is_played_as_its_channel_is(channels: tuple[int | None, ...], kind: str) -> None:
    assert Settings({"channel.7": "tournament", "channel.8": "cash"}).kind_of(*channels) == kind


def test_what_is_not_set_has_its_stated_default() -> None:
    bare = Settings({})
    assert (bare.zone, bare.currency, bare.is_set_up, bare.uses_sample_book) == ("America/New_York", "USD", False, True)
    assert (bare.roles("host"), bare.floor_callers, bare.channels("cash")) == ((), (), ())
    assert not bare.alternates_on
    assert (bare.down_minutes, Settings({"down_minutes": 45}).down_minutes) == (30, 45)


def test_what_is_set_is_told() -> None:
    values = {
        "order.cash": ["rrp"],
        "order.tournament": ["tda", "rrp"],
        "channel.7": "tournament",
        "channel.8": "cash",
        "roles.td": [3, 4],
        "floor_call": [5],
        "alternate.rrp-misdeals-l:dead": True,
        "alternate.rrp-end-of-the-hand:top-lost": False,
        "set_up": True,
    }
    told = Settings(values)
    assert (told.channels("tournament"), told.channels("cash")) == ((7,), (8,))
    assert (told.roles("td"), told.floor_callers) == ((3, 4), (5,))
    assert told.alternates_on == {"rrp-misdeals-l:dead"}
    assert told.is_set_up
    assert not told.uses_sample_book
