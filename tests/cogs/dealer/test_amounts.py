"""Amounts as people type and read them: whole minor units, by the currency's own digits."""

from __future__ import annotations

import pytest

from cogs.dealer.amounts import amount, read_amount
from cogs.shared.refusals import Refusal


@pytest.mark.parametrize(
    ("typed", "currency", "minor", "shown"),
    [
        ("10", "USD", 1000, "10.00 USD"),
        ("12.5", "USD", 1250, "12.50 USD"),
        ("0,05", "EUR", 5, "0.05 EUR"),
        (" 3000 ", "JPY", 3000, "3000 JPY"),
        ("1.005", "KWD", 1005, "1.005 KWD"),
        ("0", "GBP", 0, "0.00 GBP"),
        ("1000000", "USD", 100_000_000, "1000000.00 USD"),
    ],
)
def test_an_amount_is_read_and_shown_in_its_currency(typed: str, currency: str, minor: int, shown: str) -> None:
    assert read_amount(typed, currency) == minor
    assert amount(minor, currency) == shown


@pytest.mark.parametrize(
    ("typed", "currency"),
    [("", "USD"), ("-1", "USD"), ("1.005", "USD"), ("1.5", "JPY"), ("1e3", "USD"), ("1000001", "USD"), ("٣", "USD"),
     ("1.", "USD"), ("$5", "USD"), ("1,000.50", "USD")],
)  # fmt: skip
def test_what_is_no_amount_is_refused_with_an_example(typed: str, currency: str) -> None:
    with pytest.raises(Refusal, match=f"in {currency} as a plain number, for example 10") as refused:
        read_amount(typed, currency)
    assert str(refused.value).endswith(".")
