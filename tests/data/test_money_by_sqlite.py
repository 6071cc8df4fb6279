"""What somebody writes into the file past the bot: the database itself refuses what would break the books."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from conftest import act
from money_night import begin

from data.fees import books_of
from data.ledger import check
from data.money import enter
from data.store import Store, Transaction, connect, migrate
from data.tips import book_tips, give


@pytest.fixture(params=["ON", "OFF"])
async def file(request: pytest.FixtureRequest, store: Store, tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """The bot's own file with a few bookings of two leagues, opened as anybody can: with foreign keys and without."""
    for league_id in (1, 2):
        await store.write(begin, league_id=league_id)
        await store.write(enter, act(league_id=league_id), 1, 1, method="cash")
    await store.write(give, act(by=102), 1, 1, 500)
    connection = sqlite3.connect(tmp_path / "league.sqlite3", isolation_level=None)
    connection.execute(f"PRAGMA foreign_keys={request.param}")
    with closing(connection):
        yield connection


BOOKING = (
    "INSERT INTO booking (league_id, booking_id, night_id, booked_at, what, currency, line_count)"
    " VALUES (1, 50, 1, 0, 'payment', 'USD', 1)"
)
LINE = (
    "INSERT {or_} INTO line (league_id, booking_id, line_id, from_account, to_account, amount, currency)"
    " VALUES ({league_id}, {booking_id}, {line_id}, {source}, {target}, {amount}, '{currency}')"
)
GOOD = {
    "or_": "", "league_id": 1, "booking_id": 50, "line_id": 1, "source": 1, "target": 2, "amount": 5, "currency": "USD",
}  # fmt: skip


def test_a_line_that_is_right_is_taken_and_moves_both_balances(file: sqlite3.Connection) -> None:
    before = file.execute("SELECT balance FROM account WHERE league_id = 1 AND account_id IN (1, 2)").fetchall()
    file.execute(BOOKING)
    file.execute(LINE.format(**GOOD))
    after = file.execute("SELECT balance FROM account WHERE league_id = 1 AND account_id IN (1, 2)").fetchall()
    assert [now[0] - was[0] for was, now in zip(before, after, strict=True)] == [-5, 5]


@pytest.mark.parametrize(
    "wrong",
    [
        {"amount": -5},
        {"amount": 0},
        {"amount": "5.5"},
        {"amount": "'five'"},
        {"amount": 2**62},
        {"target": "NULL"},
        {"source": "NULL"},
        {"target": 1},
        {"target": 99},
        {"currency": "EUR"},
        {"line_id": 2},
        {"line_id": 0},
        {"booking_id": 51},
        {"booking_id": 1},
        {"booking_id": 1, "or_": "OR REPLACE"},
        {"league_id": 3},
    ],
    ids=str,
)
def test_a_line_that_is_wrong_is_refused(file: sqlite3.Connection, wrong: dict[str, object]) -> None:
    file.execute(BOOKING)
    before = list(file.iterdump())
    with pytest.raises(sqlite3.IntegrityError):
        file.execute(LINE.format(**{**GOOD, **wrong}))
    assert list(file.iterdump()) == before


def test_an_account_of_a_foreign_league_is_refused(file: sqlite3.Connection) -> None:
    file.execute(
        "INSERT INTO account (league_id, account_id, kind, player_id, currency) VALUES (2, 77, 'player', 5, 'USD')"
    )
    file.execute(BOOKING)
    with pytest.raises(sqlite3.IntegrityError):
        file.execute(LINE.format(**{**GOOD, "target": 77}))
    with pytest.raises(sqlite3.IntegrityError):
        file.execute(LINE.format(**{**GOOD, "league_id": 2}))  # the booking is of league 1


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE line SET amount = 1",
        "UPDATE line SET to_account = 3",
        "DELETE FROM line",
        "UPDATE booking SET reason = 'x'",
        "UPDATE booking SET what = 'prize'",
        "UPDATE booking SET booked_at = 1",
        "UPDATE booking SET reverses = 1",
        "UPDATE booking SET booked_by = 7",
        "DELETE FROM booking",
        "INSERT OR REPLACE INTO booking (league_id, booking_id, booked_at, what, currency, line_count)"
        " VALUES (1, 1, 0, 'x', 'USD', 9)",
        "UPDATE account SET player_id = 3 WHERE kind = 'player'",
        "UPDATE account SET currency = 'EUR'",
        "DELETE FROM account",
        "INSERT OR REPLACE INTO account (league_id, account_id, kind, player_id, currency)"
        " VALUES (1, 1, 'player', 2, 'USD')",
        "INSERT OR REPLACE INTO account (league_id, account_id, kind, player_id, currency)"
        " VALUES (1, 99, 'player', 1, 'USD')",
        "INSERT INTO account (league_id, account_id, kind, currency, balance) VALUES (1, 99, 'bank', 'EUR', 5)",
        "UPDATE night_money SET fee = 1",
        "UPDATE night_money SET terms = '{}'",
        "INSERT INTO booking (league_id, booking_id, booked_at, what, currency, line_count, reverses)"
        " VALUES (1, 60, 0, 'reversal', 'USD', 1, 1)",
        "UPDATE tip_sum SET amount = -1",
    ],
)
def test_what_is_booked_stays(file: sqlite3.Connection, sql: str) -> None:
    before = list(file.iterdump())
    with pytest.raises(sqlite3.IntegrityError):
        file.execute(sql)
    assert list(file.iterdump()) == before


def test_a_booking_is_reversed_once_also_past_the_bot(file: sqlite3.Connection) -> None:
    reversal = (
        "INSERT INTO booking (league_id, booking_id, booked_at, what, currency, line_count, reverses, reason)"
        " VALUES (1, {}, 0, 'reversal', 'USD', 1, 1, 'x')"
    )
    file.execute(reversal.format(60))
    for or_ in ("", "OR REPLACE "):
        with pytest.raises(sqlite3.IntegrityError, match="reversed once"):
            file.execute(reversal.replace("INTO", f"{or_}INTO", 1).format(61))


def test_an_author_can_be_erased(file: sqlite3.Connection) -> None:
    file.execute("UPDATE booking SET booked_by = NULL")
    assert file.execute("SELECT COUNT(*) FROM booking WHERE booked_by IS NOT NULL").fetchone() == (0,)


async def test_closed_books_and_booked_tips_are_refused_too(store: Store, tmp_path: Path) -> None:
    await store.write(begin)
    await store.write(give, act(by=102), 1, 1, 500)
    await store.write(book_tips, act(), 1)
    with closing(sqlite3.connect(tmp_path / "league.sqlite3", isolation_level=None)) as file:
        for sql in ("UPDATE tip_sum SET amount = 9", "INSERT INTO tip_sum VALUES (1, 1, 4, 9)"):
            with pytest.raises(sqlite3.IntegrityError, match="are booked"):
                file.execute(sql)
        file.execute("UPDATE night_money SET closed_at = 1")
        with pytest.raises(sqlite3.IntegrityError, match="are closed"):
            file.execute(BOOKING)
    assert (await store.read(books_of, 1, 1, act().at)).closed_at is not None


def test_a_balance_that_was_tampered_with_is_found(tmp_path: Path) -> None:
    with closing(connect(tmp_path / "x.sqlite3")) as connection:
        migrate(connection)
        tx = Transaction(connection)
        begin(tx)
        enter(tx, act(), 1, 1)
        assert check(tx, 1).faults == ()
        connection.execute("UPDATE account SET balance = balance + 1 WHERE account_id = 1")
        faults = check(tx, 1).faults
        assert faults == (
            "Account 1 is kept at -4999; its lines give -5000.",
            "The accounts in USD sum to 1, not to zero.",
        )
