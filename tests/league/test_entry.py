"""What each dealer's entry is less by, for every open case and both ways of settling it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from league.entry import CHOICES, Claim, Terms, default_terms, discounts_due, terms_from, terms_json, terms_of
from league.settings import Setting, Settings, settings_at

FEE = 5000
DEFAULT = default_terms("USD")


def due(*claims: Claim, fee: int = FEE, **terms: str) -> dict[int, int]:
    return discounts_due(replace(DEFAULT, **terms), fee, claims)


def test_the_first_table_to_break_gives_10_the_second_20_and_the_final_table_30() -> None:
    assert due(Claim(1, 3), Claim(2, 2), Claim(3, 1)) == {1: 1000, 2: 2000, 3: 3000}
    assert due(Claim(1, 4)) == {}
    assert default_terms("JPY").discounts == {1: 30, 2: 20, 3: 10}


def test_a_discount_is_never_more_than_the_fee() -> None:
    assert due(Claim(1, 1), fee=2500) == {1: 2500}
    assert due(Claim(1, 1), fee=0) == {}


def test_a_dealer_moved_by_balancing_keeps_the_table_they_signed_up_for_unless_set_otherwise() -> None:
    assert due(Claim(1, 1, dealt_at=3)) == {1: 3000}
    assert due(Claim(1, 1, dealt_at=3), moved="dealt") == {1: 1000}
    assert due(Claim(1, 1), moved="dealt") == {1: 3000}


def test_a_table_that_breaks_before_its_dealer_dealt_leaves_the_discount_unless_set_otherwise() -> None:
    assert due(Claim(1, 3, broke_early=True)) == {1: 1000}
    assert due(Claim(1, 3, broke_early=True), broke_early="loses") == {}


def test_whoever_never_comes_loses_it_unless_set_otherwise() -> None:
    assert due(Claim(1, 3, has_come=False)) == {}
    assert due(Claim(1, 3, has_come=False), no_show="keeps") == {1: 1000}


def test_those_who_share_a_table_share_its_discount_to_the_cent_unless_set_otherwise() -> None:
    three = [Claim(9, 3), Claim(5, 3), Claim(7, 3)]
    assert due(*three) == {5: 334, 7: 333, 9: 333}
    assert due(*three, shared="each") == {5: 1000, 7: 1000, 9: 1000}
    assert due(Claim(1, 3), Claim(2, 3, has_come=False)) == {1: 1000}


def test_whoever_bought_out_has_none_and_their_part_stays_theirs() -> None:
    assert due(Claim(1, 3, is_bought_out=True), Claim(2, 3)) == {2: 500}


def test_a_leagues_terms_are_its_dated_settings() -> None:
    at = datetime(2026, 3, 1, tzinfo=UTC)
    assert terms_of(Settings({})) == DEFAULT
    assert terms_of(Settings({"currency": "JPY"})) == default_terms("JPY")
    rows = [Setting("money.discounts", {"1": 500, "4": 5}, at), Setting("money.bearer", "house", at)]
    assert terms_of(settings_at(rows, at)) == Terms({1: 500, 4: 5}, bearer="house")


@pytest.mark.parametrize("name", CHOICES)
def test_each_open_case_is_a_setting_of_its_own(name: str) -> None:
    field = name.removeprefix("money.")
    assert getattr(DEFAULT, field) == CHOICES[name][0]
    for choice in CHOICES[name]:
        terms = terms_of(Settings({name: choice}))
        assert terms == replace(DEFAULT, **{field: choice})
        assert terms_from(terms_json(terms)) == terms
