"""Amounts as they are typed, read and shared out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.money import amount, decimal, is_unusual, minor, most, read_amount, signed, split
from league.refusing import NotNow


@pytest.mark.parametrize(
    ("typed", "currency", "value"),
    [
        ("25", "USD", 2500),
        ("$25", "USD", 2500),
        (" $ 25.5 ", "USD", 2550),
        ("25.50", "USD", 2550),
        ("25,50", "EUR", 2550),
        ("€25", "EUR", 2500),
        ("25 EUR", "EUR", 2500),
        ("1,000", "USD", 100000),
        ("1,000.25", "USD", 100025),
        ("1,000,000", "USD", 100000000),
        ("007", "USD", 700),
        (".50", "USD", 50),
        ("5.", "USD", 500),
        ("3000", "JPY", 3000),
        ("¥3,000", "JPY", 3000),
        ("1.234", "KWD", 1234),
    ],
)
def test_an_amount_is_read_by_its_currency(typed: str, currency: str, value: int) -> None:
    assert read_amount(typed, currency) == value


@pytest.mark.parametrize(
    ("typed", "currency", "said"),
    [
        ("", "USD", "not an amount"),
        ("-0", "USD", "below zero"),
        ("1" + "0" * 30, "USD", "digit too many"),
        ("5 EUR", "USD", "not an amount"),
        ("５", "USD", "not an amount"),
        ("lots", "USD", "not an amount"),
        ("nan", "USD", "not an amount"),
        ("1e3", "USD", "not an amount"),
        ("5 5", "USD", "not an amount"),
        ("١٢", "USD", "not an amount"),
        ("1,00,0", "USD", "not an amount"),
        ("$$5", "USD", "not an amount"),
        ("=5", "USD", "not an amount"),
        ("-5", "USD", "below zero"),
        ("-$5", "USD", "below zero"),
        ("−5", "USD", "below zero"),
        ("$-5", "USD", "below zero"),
        ("0", "USD", "nothing at all"),
        ("0.00", "USD", "nothing at all"),
        ("1.234", "USD", "2 digits after the point"),
        ("1,2345", "USD", "2 digits after the point"),
        ("1.5", "JPY", "whole numbers only"),
        ("1,234", "KWD", "two ways"),
        ("1000001", "USD", "digit too many"),
        ("9" * 5000, "USD", "digit too many"),
        ("€5", "USD", "not its sign"),
        ("$5", "EUR", "not its sign"),
    ],
)
def test_what_is_no_amount_is_refused_in_a_sentence(typed: str, currency: str, said: str) -> None:
    with pytest.raises(NotNow, match=said) as refused:
        read_amount(typed, currency)
    assert str(refused.value).endswith(".")


def test_nothing_will_do_where_it_is_asked_for() -> None:
    assert read_amount("0", "USD", zero=True) == 0


@given(st.integers(0, 10**8), st.sampled_from(["USD", "JPY", "KWD"]))
def test_what_is_written_is_read_back(value: int, currency: str) -> None:
    value = min(value, minor(1_000_000, currency))
    assert read_amount(amount(value, currency), currency, zero=True) == value
    assert read_amount(decimal(value, currency), currency, zero=True) == value


def test_differences_have_their_sign() -> None:
    assert [signed(value, "USD") for value in (-2050, 0, 2050)] == ["-20.50 USD", "0.00 USD", "+20.50 USD"]
    assert decimal(-5, "USD") == "-0.05"


@given(st.integers(0, 10**9), st.lists(st.integers(0, 10**6), min_size=1, max_size=30), st.randoms())
def test_shares_sum_to_what_is_shared_and_are_as_near_as_can_be(value: int, weights: list[int], chance: object) -> None:
    order = list(range(len(weights)))
    chance.shuffle(order)  # type: ignore[attr-defined]
    shares = split(value, weights, order)
    parts = weights if any(weights) else [1] * len(weights)
    assert sum(shares) == value
    for share, part in zip(shares, parts, strict=True):
        assert abs(share * sum(parts) - value * part) < sum(parts), "more than a cent from the exact share"
        assert part or not share


def test_what_rounding_leaves_goes_to_the_largest_fraction_then_by_the_order() -> None:
    assert split(100, [1, 1, 1], [2, 0, 1]) == [33, 33, 34]
    assert split(10, [5, 3, 3]) == [4, 3, 3]
    assert split(11, [5, 3, 3]) == [5, 3, 3]
    assert split(0, [1, 2]) == [0, 0]
    assert split(5, [0, 0]) == [3, 2]


@pytest.mark.parametrize(("value", "weights"), [(1, []), (-1, [1]), (1, [-1, 2])])
def test_nothing_is_shared_with_nobody(value: int, weights: list[int]) -> None:
    with pytest.raises(ValueError, match="share"):
        split(value, weights)


def test_an_unusual_amount_is_more_than_twenty_entries() -> None:
    assert not is_unusual(100000, 5000, "USD") and is_unusual(100001, 5000, "USD")
    assert not is_unusual(100000, None, "USD") and is_unusual(100001, None, "USD")
    assert not is_unusual(100_000, None, "JPY") and is_unusual(100_001, None, "JPY")


def test_a_currency_without_decimals_counts_in_hundreds() -> None:
    """A buy-in of two million dong is an ordinary one; a hundred million and one is a slip of the thumb."""
    assert read_amount("2,000,000", "VND") == 2_000_000
    assert read_amount("100000000", "VND") == most("VND")
    with pytest.raises(NotNow, match="more than 100,000,000 VND"):
        read_amount("100000001", "VND")
    assert most("USD") == 100_000_000 and most("KWD") == 1_000_000_000
