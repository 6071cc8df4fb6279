"""A booking through the store against raw sqlite3 doing the same SQL, and a balance in small and in large books.

The booking is a buy-in paid at once, as `/money enter` makes it, with the row that makes it count once and an audit
line: whole transactions at synchronous=FULL on the disk of the temporary folder. Its statements are recorded once in
memory; the raw side executes them between BEGIN IMMEDIATE and COMMIT on a connection of its own.
"""

from __future__ import annotations

import asyncio
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from data.audit import record_audit
from data.handled import Act, once
from data.ledger import balance
from data.money import enter
from data.nights import open_night
from data.players import player_of
from data.store import Row, Store, Transaction, connect, migrate
from league.books import BUY_IN, player

ROUNDS = 5
EACH = 200  # bookings of each side in a round
BLOCK = 10  # in a row before the other side takes its turn
WARM = 100
PEOPLE = 20
SMALL, LARGE = 1_000, 1_000_000  # lines of the books a balance is looked up in
LOOKS = 2_000
BEGAN = datetime(2026, 3, 14, 19, tzinfo=UTC)
Statements = list[tuple[str, dict[str, Any]]]


class Recording(Transaction):
    """A transaction that writes down what it is asked to do."""

    def __init__(self, connection: sqlite3.Connection, heard: Statements) -> None:
        super().__init__(connection)
        self._heard = heard

    def one(self, sql: str, **values: Any) -> Row | None:
        self._heard.append((sql, values))
        return super().one(sql, **values)

    def all(self, sql: str, **values: Any) -> list[Row]:
        self._heard.append((sql, values))
        return super().all(sql, **values)

    def run(self, sql: str, **values: Any) -> int:
        self._heard.append((sql, values))
        return super().run(sql, **values)


def begin(tx: Transaction) -> None:
    """A cash night with its people."""
    act = Act(1, "begin", 1, BEGAN)
    open_night(tx, act, date(2026, 3, 14), "UTC", "cash", None)
    for number in range(1, PEOPLE + 1):
        player_of(tx, 1, 100 + number, f"player {number}", BEGAN)


def buy_in(tx: Transaction, act: Act, number: int) -> str:
    """One booking and its audit line."""
    booking_id = enter(tx, act, 1, 1 + number % PEOPLE, BUY_IN, 2500, "cash")
    record_audit(tx, act, "booked", booking_id=booking_id)
    return str(booking_id)


def _act(number: int) -> Act:
    return Act(1, str(10**18 + number), 1, BEGAN + timedelta(seconds=number))


def recorded(many: int) -> list[Statements]:
    """The statements of so many bookings in turn."""
    heard: list[Statements] = []
    with _memory() as connection:
        begin(Transaction(connection))
        for number in range(many):
            heard.append([])
            once(Recording(connection, heard[-1]), _act(number), buy_in, number)
    return heard


@contextmanager
def _memory() -> Iterator[sqlite3.Connection]:
    with closing(connect(Path(":memory:"))) as connection:
        migrate(connection)
        yield connection


async def bookings(rounds: int = ROUNDS, each: int = EACH) -> dict[str, float]:
    """How many bookings a second each side makes, and the ratio: medians over the rounds."""
    heard = recorded(WARM + rounds * each)
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(Path(folder) / "ours.sqlite3")
        await store.write(begin)
        with closing(connect(Path(folder) / "raw.sqlite3")) as raw:
            migrate(raw)
            begin(Transaction(raw))
            raw.row_factory = None
            found = await _in_turn(store, raw, heard, rounds, each)
        await store.close()
    return found


async def _in_turn(
    store: Store, raw: sqlite3.Connection, heard: Sequence[Statements], rounds: int, each: int
) -> dict[str, float]:
    done = 0
    seconds: dict[str, list[float]] = {"ours": [], "raw": []}
    for size in (WARM, *[each] * rounds):
        spent = {"ours": 0.0, "raw": 0.0}
        for at in range(done, done + size, BLOCK):
            start = time.perf_counter()
            for number in range(at, at + BLOCK):
                await store.write(once, _act(number), buy_in, number)
            middle = time.perf_counter()
            for number in range(at, at + BLOCK):
                _raw(raw, heard[number])
            spent["ours"] += middle - start
            spent["raw"] += time.perf_counter() - middle
        done += size
        for side, value in spent.items():
            seconds[side].append(value / size)
    figures = {f"{side}_per_second": 1 / statistics.median(values[1:]) for side, values in seconds.items()}
    ratios = [raw_s / ours for ours, raw_s in zip(seconds["ours"][1:], seconds["raw"][1:], strict=True)]
    return {**figures, "ratio": statistics.median(ratios)}


def _raw(connection: sqlite3.Connection, statements: Statements) -> None:
    connection.execute("BEGIN IMMEDIATE")
    for sql, values in statements:
        connection.execute(sql, values).fetchall()
    connection.execute("COMMIT")


# ------------------------------------------------------------------ balances


def balances(rounds: int = ROUNDS) -> dict[str, float]:
    """What a balance takes in microseconds in small books and in large ones, and the ratio: medians."""
    with tempfile.TemporaryDirectory() as folder:
        books = {lines: _books(Path(folder) / f"{lines}.sqlite3", lines) for lines in (SMALL, LARGE)}
        try:
            found: dict[int, list[float]] = {lines: [] for lines in books}
            for _ in range(rounds):
                for lines, connection in books.items():
                    found[lines].append(_look(Transaction(connection)))
        finally:
            for connection in books.values():
                connection.close()
    ratio = statistics.median(large / small for small, large in zip(found[SMALL], found[LARGE], strict=True))
    return {"small": statistics.median(found[SMALL]), "large": statistics.median(found[LARGE]), "ratio": ratio}


def _books(path: Path, lines: int) -> sqlite3.Connection:
    """Books of so many lines among the same people, written past the product's own functions for speed alone."""
    connection = connect(path)
    migrate(connection)
    connection.execute("PRAGMA synchronous=OFF")
    connection.execute("BEGIN")
    begin(Transaction(connection))
    for number in range(PEOPLE):
        once(Transaction(connection), _act(number), buy_in, number)
    accounts = [row["account_id"] for row in connection.execute("SELECT account_id FROM account").fetchall()]
    first = 1 + connection.execute("SELECT MAX(booking_id) AS newest FROM booking").fetchone()["newest"]
    numbers = range(first, first + lines - 2 * PEOPLE)
    connection.executemany(
        "INSERT INTO booking (league_id, booking_id, night_id, booked_at, what, currency, line_count)"
        " VALUES (1, ?, 1, 0, 'payment', 'USD', 1)",
        ((number,) for number in numbers),
    )
    connection.executemany(
        "INSERT INTO line (league_id, booking_id, line_id, from_account, to_account, amount, currency)"
        " VALUES (1, ?, 1, ?, ?, 5, 'USD')",
        ((n, accounts[n % len(accounts)], accounts[(n + 1) % len(accounts)]) for n in numbers),
    )
    connection.execute("COMMIT")
    assert connection.execute("SELECT COUNT(*) AS many FROM line").fetchone()["many"] == lines
    return connection


def _look(tx: Transaction) -> float:
    start = time.perf_counter()
    for number in range(LOOKS):
        balance(tx, 1, player(1 + number % PEOPLE), "USD")
    return (time.perf_counter() - start) / LOOKS * 1_000_000


if __name__ == "__main__":
    print(asyncio.run(bookings()))
    print(balances())
