"""A process whose eight tasks book as fast as they can, and say each booking aloud once it is acknowledged.

python tests/prove/booking.py DATABASE    (for test_money_lasts.py, which kills it)
"""

from __future__ import annotations

import asyncio
import os
import sys
from datetime import UTC, date, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from data.handled import Act, once
from data.money import enter, pay, pay_from_pool, undo
from data.nights import open_night
from data.players import player_of
from data.store import Store, Transaction
from data.tips import give
from league.books import BUY_IN, CASH_OUT

TASKS = 8
LEAGUES = (1, 2)


def begin(tx: Transaction) -> int:
    """Two leagues with a cash night each, found or made; how many bookings and tips there were."""
    for league_id in LEAGUES:
        act = Act(league_id, "begin", 1, datetime.now(UTC))
        open_night(tx, act, date(2026, 3, 14), "UTC", "cash", None)
        for number in range(1, TASKS + 1):
            player_of(tx, league_id, 100 + number, f"player {number}", act.at)
    return int(tx.all("SELECT COUNT(*) AS lives FROM handled")[0]["lives"])


def unit(tx: Transaction, act: Act, number: int, task: int) -> str:
    """One thing of those that happen, in turn; `act.key` stands in what it leaves behind."""
    kind = number % 5
    if kind == 0:
        return str(enter(tx, act, 1, task, BUY_IN, 100 + number, act.key))
    if kind == 1:
        return str(pay_from_pool(tx, act, 1, task, 1 + number, CASH_OUT, act.key))
    newest = _newest(tx, act.league_id) if kind == 3 else None
    if newest is not None:
        return str(undo(tx, act, newest, act.key))
    if kind in (2, 3):
        return str(pay(tx, act, task, 7, "USD", act.key, None))
    return give(tx, act, 1, 1 + task % TASKS, 3)


def _newest(tx: Transaction, league_id: int) -> int | None:
    """The newest booking that can still be reversed."""
    row = tx.one(
        "SELECT MAX(booking_id) AS newest FROM booking b WHERE league_id = :league_id AND reverses IS NULL"
        " AND NOT EXISTS (SELECT 1 FROM booking r WHERE r.league_id = b.league_id AND r.reverses = b.booking_id)",
        league_id=league_id,
    )
    assert row is not None  # MAX always gives a row
    newest: int | None = row["newest"]
    return newest


async def book_on(store: Store, task: int, life: int) -> None:
    """One of the eight."""
    league_id = LEAGUES[task % len(LEAGUES)]
    number = 0
    while True:
        act = Act(league_id, f"{life}:{task}:{number}", by=100 + task, at=datetime.now(UTC))
        await store.write(once, act, unit, number, task)
        os.write(1, f"{league_id} {act.key}\n".encode())
        number += 1


async def main() -> None:
    store = await Store.open(Path(sys.argv[1]))
    life = await store.write(begin)
    os.write(1, b"ready\n")
    await asyncio.gather(*(book_on(store, task, life) for task in range(1, TASKS + 1)))


if __name__ == "__main__":
    asyncio.run(main())
