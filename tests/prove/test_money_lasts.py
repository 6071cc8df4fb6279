"""kill -9 and power cuts while eight tasks book: no acknowledged booking is lost, none is there by half.

The seed is printed; KILL_SEED plays the same moments again.
"""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import booking
import pytest
from killing import lived
from power import Connection, Disk, PowerCut

from data.handled import Act, once
from data.ledger import check
from data.store import Transaction, connect, migrate

pytestmark = pytest.mark.prove

HERE = Path(__file__).parent
KILLS = 500
LONGEST_LIFE = 0.12  # seconds from the first booking to the kill, at most
CUTS = 200


def check_whole(database: Path, acknowledged: list[tuple[int, str]]) -> tuple[int, int]:
    """The file is sound, and each delivery left all it does or nothing; how many were lost, and how many it holds."""
    with closing(connect(database)) as connection:
        tx = Transaction(connection)
        assert [row["integrity_check"] for row in tx.all("PRAGMA integrity_check")] == ["ok"]
        for league_id in booking.LEAGUES:
            assert check(tx, league_id).faults == ()
        handled = {(row["league_id"], row["key"]) for row in tx.all("SELECT league_id, key FROM handled")}
        rows = tx.all("SELECT league_id, reverses, method, reason FROM booking")
        booked = [(row["league_id"], row["reason"] if row["reverses"] else row["method"]) for row in rows]
        tips = {one for one in handled if int(one[1].rsplit(":", 1)[1]) % 5 == 4}
        assert len(booked) == len(set(booked)), "a booking counts twice"
        assert set(booked) == handled - tips, "a booking without its delivery, or the other way round"
        receipts = tx.all("SELECT COUNT(*) AS many, COALESCE(SUM(amount), 0) AS total FROM tip_receipt")[0]
        given = tx.all("SELECT COALESCE(SUM(amount), 0) AS total FROM tip_sum")[0]["total"]
        assert receipts["many"] == len(tips) and receipts["total"] == given == 3 * len(tips)
        return len(set(acknowledged) - handled), len(handled)


def test_kill_9_loses_no_acknowledged_booking_and_leaves_none_by_half(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    database = tmp_path / "league.sqlite3"
    acknowledged: list[tuple[int, str]] = []
    held = 0
    for _ in range(KILLS):
        acknowledged += lived("booking.py", database, chance.random() * LONGEST_LIFE)
        lost, held = check_whole(database, acknowledged)
        assert lost == 0
    assert len(acknowledged) > KILLS, "too few bookings to prove anything"
    print(
        f"{KILLS} kills, {len(acknowledged):,} acknowledged deliveries, {held:,} in the file, none lost, none by half"
    )


def cut_at(folder: Path, number: int, synchronous: str, seed: int) -> tuple[int, int]:
    """Book until the power goes at a random write; how many acknowledged deliveries were lost, and were made."""
    chance = random.Random(seed + number)
    disk = Disk(writes=10**9, chance=chance)
    connection = disk.connect(folder / "league.sqlite3", synchronous)
    migrate(connection)  # type: ignore[arg-type]  # apsw stands in for sqlite3
    tx = Transaction(connection)  # type: ignore[arg-type]  # the same
    _whole(connection, lambda: booking.begin(tx))
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    disk.writes = chance.randrange(20, 1_500)
    acknowledged = []
    try:
        for made in range(10**6):
            task = 1 + chance.randrange(booking.TASKS)
            act = Act(booking.LEAGUES[task % 2], f"{number}:{task}:{made}", 100 + task, _moment(made))
            _whole(connection, lambda act=act, made=made, task=task: once(tx, act, booking.unit, made, task))
            acknowledged.append((act.league_id, act.key))
    except PowerCut:
        pass
    left = folder / "left"
    left.mkdir()
    survivor = disk.survives(left, share=0.0 if number % 2 else 0.5)
    disk.writes = 10**9  # the power is back: let the connection go in peace
    connection.inner.close(True)
    lost, _ = check_whole(survivor, acknowledged)
    return lost, len(acknowledged)


def _moment(made: int) -> datetime:
    return datetime(2026, 3, 14, 20, tzinfo=UTC) + timedelta(seconds=made)


def _whole(connection: Connection, work: object) -> None:
    """As data.store.Store.write does it."""
    connection.execute("BEGIN IMMEDIATE")
    work()  # type: ignore[operator]  # a function without arguments
    connection.execute("COMMIT")


def test_a_power_cut_loses_nothing_acknowledged_at_full_and_something_at_normal(tmp_path: Path, seed: int) -> None:
    lost: dict[str, list[int]] = {}
    for synchronous in ("FULL", "NORMAL"):
        made = 0
        lost[synchronous] = []
        for number in range(CUTS):
            folder = tmp_path / f"{synchronous}-{number}"
            folder.mkdir()
            gone, acknowledged = cut_at(folder, number, synchronous, seed)
            lost[synchronous].append(gone)
            made += acknowledged
        losing = sum(map(bool, lost[synchronous]))
        print(
            f"{synchronous}: {CUTS} cuts, {made:,} acknowledged deliveries; {losing} cuts lost some,"
            f" {sum(lost[synchronous])} in all; integrity and books sound after each"
        )
    assert not any(lost["FULL"])
    assert any(lost["NORMAL"]), "the control loses nothing, so this test cannot fail"


def test_the_store_opens_its_file_at_full(tmp_path: Path) -> None:
    with closing(connect(tmp_path / "x.sqlite3")) as connection:
        assert connection.execute("PRAGMA synchronous").fetchone() == {"synchronous": 2}
    assert sqlite3.sqlite_version_info >= (3, 37), "STRICT tables"
