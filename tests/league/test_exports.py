"""Books as files: no spreadsheet reckons with a cell, and beancount finds the same balances."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime
from decimal import Decimal

import pytest
from beancount import loader
from beancount.core import realization

from league.books import BANK_PLACE, HOUSE_PLACE, Booking, Move, balances_of, discounts, player, pool, tip_box
from league.exports import COLUMNS, OPENED, beancount_text, csv_text, harmless

LATE = datetime(2026, 3, 15, 3, 30, 59, tzinfo=UTC)  # still the evening before in New York
NAMES = {1: '=HYPERLINK("x")', 2: 'Bob "the\\nit" O\'Neil\nopen Assets:Bank'}
BOOKINGS = [
    Booking(1, 1, LATE, 9, "entry", "USD", (Move(player(1), pool(1), 5000), Move(discounts(1), player(1), 1005))),
    Booking(
        2, None, LATE, 9, "payment", "JPY", (Move(BANK_PLACE, player(2), 3000),), "@cash", '+1 "quoted"; and\n*more*'
    ),
    Booking(3, 1, LATE, None, "tips", "USD", (Move(BANK_PLACE, tip_box(1), 7), Move(tip_box(1), player(2), 7))),
    Booking(4, 1, LATE, 9, "reversal", "USD", (Move(pool(1), player(1), 5000),), reverses=1, reason="-typed wrong"),
    Booking(5, 1, LATE, 9, "closing", "USD", (Move(HOUSE_PLACE, discounts(1), 1005),)),
]


def loaded(text: str) -> dict[str, dict[str, Decimal]]:
    entries, errors, _ = loader.load_string(text)
    assert errors == []
    root = realization.realize(entries)
    found: dict[str, dict[str, Decimal]] = {}
    for account in realization.iter_children(root):
        for position in account.balance:
            found.setdefault(account.account, {})[position.units.currency] = position.units.number
    return found


def test_beancount_loads_the_books_and_finds_the_same_balances() -> None:
    found = loaded(beancount_text(BOOKINGS, NAMES, "America/New_York", 'Ann\'s "league"'))
    ours = {
        (OPENED[place.kind].format(place.of), currency): Decimal(-value) / (1 if currency == "JPY" else 100)
        for (place, currency), value in balances_of(BOOKINGS).items()
        if value
    }
    theirs = {(account, currency): number for account, held in found.items() for currency, number in held.items()}
    assert theirs == ours


def test_beancount_notices_a_changed_amount() -> None:
    text = beancount_text(BOOKINGS, NAMES, "UTC").replace(
        "  Liabilities:Player-1  50.00 USD", "  Liabilities:Player-1  51.00 USD"
    )
    assert loader.load_string(text)[1]


def test_nothing_booked_is_an_empty_file_that_loads() -> None:
    assert loaded(beancount_text([], {}, "UTC")) == {}
    assert csv_text([], {}, "UTC") == ",".join(COLUMNS) + "\r\n"


def test_every_move_is_a_row_with_the_leagues_own_day() -> None:
    rows = list(csv.DictReader(io.StringIO(csv_text(BOOKINGS, NAMES, "America/New_York"))))
    assert len(rows) == 7
    assert {row["day"] for row in rows} == {"2026-03-14"}
    assert (rows[0]["from"], rows[0]["to"], rows[0]["amount"]) == ('\'=HYPERLINK("x")', "night 1, pool", "50.00")
    assert (rows[2]["amount"], rows[2]["method"], rows[2]["reason"]) == ("3000", "'@cash", '\'+1 "quoted"; and *more*')
    assert rows[5]["reverses"] == "1"


def test_no_file_has_a_time_of_day() -> None:
    for text in (csv_text(BOOKINGS, NAMES, "UTC"), beancount_text(BOOKINGS, NAMES, "UTC")):
        assert "03:30" not in text and "30:59" not in text


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "＝1", "|calc"])
def test_a_text_is_never_a_formula(text: str) -> None:
    assert harmless(text).startswith("'")


def test_a_harmless_text_stays_as_it_is() -> None:
    assert harmless("Bob =;") == "Bob =;" and harmless("") == ""
