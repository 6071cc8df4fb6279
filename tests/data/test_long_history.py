"""A league that has played for years: what is looked up at a table takes no longer than on its first evening.

What a look takes is counted in steps of SQLite's own machine, which are the same in every run.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from conftest import act
from money_night import begin

from bench.many_rows import fill
from data.dealers import duties_of, sign_up
from data.dispute_acts import open_dispute, record_decision
from data.dispute_lists import decided_by, decided_on, disputes_seen_by, open_numbers
from data.dispute_steps import end
from data.disputes import dispute_of
from data.downs import begin_down, downs_of
from data.fees import night_with_books
from data.ledger import balance, bookings_of, owing, statement
from data.money import enter, pay
from data.plans import nights_ahead, plan_for, plan_night
from data.signups import board_of, days_dealt, downs_this_season, spots_of
from data.store import Transaction, connect, migrate
from data.tables import tables_of
from data.times import to_micros
from data.tips import own_receipts
from league.books import BUY_IN, player
from league.dealer import signed_up
from league.dispute import FINAL, Decision, Dispute, Involved, RulesThen, Terms
from league.dispute_roles import OPENER, OTHER
from league.plan import Plan

NOW = datetime(2026, 3, 14, 19, 30, tzinfo=UTC)
ROWS = 20_000  # a table: forty nights in this league, and hundreds of other leagues
EVERY = 10  # steps that are counted at once

LOOKS: Mapping[str, Callable[[Transaction], Any]] = {
    "a night's bookings": lambda tx: bookings_of(tx, 1, 1),
    "the newest of a statement": lambda tx: statement(tx, 1, 1, "USD", 4),
    "a balance": lambda tx: balance(tx, 1, player(1), "USD"),
    "who owes": lambda tx: owing(tx, 1),
    "a night's duties": lambda tx: duties_of(tx, 1, 1),
    "a night's tables": lambda tx: tables_of(tx, 1, 1),
    "the night of a day": lambda tx: night_with_books(tx, 1, NOW.date(), are_closed=False),
    "the night planned for a day": lambda tx: plan_for(tx, 1, "2026-03-20", None, NOW),
    "a night's downs": lambda tx: downs_of(tx, 1, 1),
    "nights ahead": lambda tx: nights_ahead(tx, 1, NOW),
    "who comes": lambda tx: board_of(tx, 1, 2),
    "one's spots": lambda tx: spots_of(tx, 1, 1, NOW),
    "downs of a season": lambda tx: downs_this_season(tx, 1, NOW),
    "days dealt in a season": lambda tx: days_dealt(tx, 1, NOW),
    "the newest receipts": lambda tx: own_receipts(tx, 1, 101, 4),
    "like decisions": lambda tx: decided_on(tx, 1, "boxed_card", 0, 3),
    "decisions by a clause": lambda tx: decided_by(tx, 1, ("tda-35-e",), "fouled_deck", 0, 3),
    "one's disputes": lambda tx: disputes_seen_by(tx, 1, 1, 4, is_staff=False),
    "one's disputes that go on": lambda tx: disputes_seen_by(tx, 1, 1, 4, is_staff=False, open_only=True),
    "a host's disputes": lambda tx: disputes_seen_by(tx, 1, 5, 4, is_staff=True),
    "what somebody has opened": lambda tx: open_numbers(tx, 1, 1),
}


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, sqlite3.Connection]]:
    folder = tmp_path_factory.mktemp("books")
    few, many = folder / "few.sqlite3", folder / "many.sqlite3"
    with closing(connect(few)) as connection:
        migrate(connection)
        connection.execute("BEGIN")
        _an_evening(Transaction(connection))
        connection.execute("COMMIT")
    fill(few, many, 1, ROWS, to_micros(NOW))
    with closing(connect(few)) as first, closing(connect(many)) as later:
        yield {"few": first, "many": later}


def _an_evening(tx: Transaction) -> None:
    """A night with its bookings and a dealer, and one ahead that somebody comes to."""
    begin(tx)
    for one in (1, 2, 3):
        enter(tx, act(), 1, one, BUY_IN, 5000)
    for _ in range(4):
        pay(tx, act(), 1, 100, "USD", "cash", 1)
    sign_up(tx, act(), 1, signed_up(3, 2, None), "deals")
    begin_down(tx, act(), 1, 3, 2, 30)
    plan_night(tx, act(), Plan("Friday", NOW + timedelta(days=6), "UTC", "cash", "holdem"), 5)
    _disputes(tx)


def _disputes(tx: Transaction) -> None:
    """More that are decided than are looked for of one kind, and one that goes on."""
    between = (Involved(1, OPENER, False), Involved(2, OTHER, False))
    rules = RulesThen("tournament", ("tda",), {}, (), [])
    for number in range(1, 6):
        told = Dispute(
            league_id=1, number=0, opened_at=NOW, source="words", rules=rules, terms=Terms(), involved=between,
            incident="boxed_card" if number < 5 else "fouled_deck", clauses=("tda-35-e",),
        )  # fmt: skip
        open_dispute(tx, act(), told)
        found = dispute_of(tx, 1, number)
        assert found is not None
        if number < 5:
            record_decision(tx, act(), found, Decision(1, 4, NOW, "upheld", "two cards", "the hand was over"))
            end(tx, 1, number, NOW, FINAL)


def steps(connection: sqlite3.Connection, look: Callable[[Transaction], Any]) -> int:
    """How many steps a look takes."""
    count = 0

    def another() -> int:
        nonlocal count
        count += 1
        return 0

    connection.set_progress_handler(another, EVERY)
    look(Transaction(connection))
    connection.set_progress_handler(None, EVERY)
    return count


@pytest.mark.parametrize("what", LOOKS)
def test_years_behind_a_league_cost_nothing_at_the_table(what: str, books: dict[str, sqlite3.Connection]) -> None:
    few, many = (steps(books[side], LOOKS[what]) for side in ("few", "many"))
    assert many <= max(few * 1.3, few + 3), (few, many)
