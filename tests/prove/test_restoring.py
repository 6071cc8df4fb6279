"""Backups while people play: all that was acknowledged before one began is in it, its books balance, nobody waits long."""

from __future__ import annotations

import asyncio
import json
import os
import random
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from shutil import copyfile

import pytest
from test_money_lasts import check_whole

from bench.rig import NO_RIG, find_rig
from data.backup import copy_books, restore_books, verify_books
from data.handled import Act, once
from data.settings import record_settings
from data.store import Store, connect, migrate

pytestmark = pytest.mark.prove

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
BACKUPS = 20
KILLS = 30
LONGEST_LIFE = {"copy_books": 0.3, "restore_books": 0.6}  # seconds from the begin to the kill, at most
LOAD_MB = 20  # so that a copy lasts, and people book meanwhile
COPYING = """
import sys; from pathlib import Path
from data import backup
print(flush=True); getattr(backup, sys.argv[1])(Path(sys.argv[2]), Path(sys.argv[3]))
"""
BIG_MB = int(os.environ.get("BACKUP_MB") or 200)
LONGEST_WAIT = 1.5  # seconds for one change while the big file is copied; Discord waits three


def fill(database: Path, megabytes: int) -> None:
    """A league of a great many changes."""
    with closing(connect(database)) as connection:
        migrate(connection)
        connection.execute("BEGIN")
        connection.executemany(
            "INSERT INTO audit VALUES (9, :number, 1, 1, 'zone', :detail)",
            ({"number": number, "detail": f'"{os.urandom(350).hex()}"'} for number in range(1, megabytes * 1_200)),
        )
        connection.execute("COMMIT")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def handled_in(path: Path) -> set[tuple[int, str]]:
    """What a file holds that was copied without its WAL."""
    try:
        with closing(sqlite3.connect(path)) as connection:
            return set(connection.execute("SELECT league_id, key FROM handled"))
    except sqlite3.DatabaseError:
        return set()


class Bookers:
    """Eight tasks of another process that book without a pause; `acknowledged` grows while they live."""

    def __init__(self, database: Path) -> None:
        self.acknowledged: list[tuple[int, str]] = []
        self.process = subprocess.Popen([sys.executable, HERE / "booking.py", database], stdout=subprocess.PIPE)
        self._listener = threading.Thread(target=self._listen)

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            league_id, key = line.decode().split()
            self.acknowledged.append((int(league_id), key))

    def __enter__(self) -> Bookers:
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == b"ready\n"
        self._listener.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()  # what it says is whole lines: each is one write
        self.process.wait()
        self._listener.join()

    def said(self, more: int) -> list[tuple[int, str]]:
        """What they have said, once so much more was."""
        limit, enough = time.monotonic() + 30, len(self.acknowledged) + more
        while len(self.acknowledged) < enough and time.monotonic() < limit:
            time.sleep(0.002)
        assert len(self.acknowledged) >= enough, "they do not book"
        return self.acknowledged[:]


def test_a_restored_backup_holds_all_that_was_acknowledged_before_it_began(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    database = tmp_path / "league.sqlite3"
    fill(database, LOAD_MB)
    before: list[list[tuple[int, str]]] = []
    booked = 0
    with Bookers(database) as bookers:
        for number in range(BACKUPS):
            before.append(bookers.said(chance.randrange(1, 40)))
            copy_books(database, tmp_path / f"{number}.sqlite3")
            copyfile(database, tmp_path / f"plain-{number}")
            booked += len(bookers.acknowledged) - len(before[-1])
    assert booked > BACKUPS, "nobody booked while a backup was made"
    held = 0
    for number, acknowledged in enumerate(before):
        restored = tmp_path / f"new-{number}" / "league.sqlite3"
        restore_books(tmp_path / f"{number}.sqlite3", restored)
        lost, held = check_whole(restored, acknowledged)
        assert lost == 0
    plain = [len(set(acknowledged) - handled_in(tmp_path / f"plain-{n}")) for n, acknowledged in enumerate(before)]
    assert any(plain), "a copy of the one file loses nothing, so this test cannot fail"
    print(
        f"{BACKUPS} backups under load, {len(before[-1]):,} changes acknowledged before the last, {booked:,} while they"
        f" were made, {held:,} in the last: lost 0, books off 0;"
        f" of copies of the file alone {sum(map(bool, plain))} lost some, {sum(plain):,} in all"
    )


def kill(chance: random.Random, verb: str, source: Path, target: Path) -> None:
    """Copy or restore in another process, which is killed at some moment."""
    process = subprocess.Popen(
        [sys.executable, "-c", COPYING, verb, source, target], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(chance.random() * LONGEST_LIFE[verb])
    process.kill()
    assert b"Error" not in process.communicate()[1], "what an earlier one left is in the way"


def test_a_backup_that_is_killed_leaves_no_file_that_is_taken_for_one(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    database, folder = tmp_path / "league.sqlite3", tmp_path / "kept"
    folder.mkdir()
    fill(database, LOAD_MB)
    in_the_middle = 0
    with Bookers(database) as bookers:
        bookers.said(200)
        for number in range(KILLS):
            kill(chance, "copy_books", database, folder / f"{number:02}")
            in_the_middle += any(folder.glob("*.part"))
        copy_books(database, folder / "99")
    whole = [path for path in folder.iterdir() if path.name != "99"]
    for path in whole:
        assert path.suffix == "" and path.stat().st_size
        verify_books(path)
    print(f"{KILLS} kills: {in_the_middle} in the middle of the copy, {len(whole)} after it, and these are whole")
    assert in_the_middle and whole, "the moments are all alike"


def test_a_restore_that_is_killed_leaves_nothing_in_the_way_of_the_next(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    database, backup = tmp_path / "league.sqlite3", tmp_path / "kept.sqlite3"
    fill(database, LOAD_MB)
    copy_books(database, backup)
    held, new = verify_books(backup), tmp_path / "new"
    done = 0
    for _ in range(KILLS):
        kill(chance, "restore_books", backup, new / "league.sqlite3")
        there = {path.name for path in new.iterdir() if path.suffix != ".part-journal"} if new.exists() else set()
        assert len(there) <= 1, there
        if there == {"league.sqlite3"}:
            done += 1
            assert verify_books(new / "league.sqlite3") == held
            (new / "league.sqlite3").unlink()
    assert restore_books(backup, new / "league.sqlite3") == held
    assert {path.name for path in new.iterdir()} == {"league.sqlite3"}
    print(f"{KILLS} kills: {done} after the books were in place, and these are whole")
    assert 0 < done < KILLS, "the moments are all alike"


async def waits_of(store: Store, until: threading.Event) -> list[float]:
    """How long each change took, in seconds, one after the other until then."""
    waits: list[float] = []
    while not until.is_set():
        act = Act(1, f"{time.monotonic_ns()}", by=1, at=datetime.now(UTC))
        began = time.monotonic()
        await store.write(once, act, record_settings, {"zone": act.key}, act.at, act.key)
        waits.append(time.monotonic() - began)
    return waits


async def test_a_change_waits_little_while_a_big_file_is_backed_up(tmp_path: Path) -> None:
    database = tmp_path / "league.sqlite3"
    fill(database, BIG_MB)
    store = await Store.open(database)
    figures = {}
    for name, job in (("alone", lambda: time.sleep(3)), ("backup", lambda: copy_books(database, tmp_path / "kept"))):
        done = threading.Event()
        writing = asyncio.create_task(waits_of(store, done))
        began = time.monotonic()
        await asyncio.to_thread(job)
        took = time.monotonic() - began
        done.set()
        waits = sorted(await writing)
        figures[name] = waits[-1]
        print(
            f"{name}: {took:.1f} s, {len(waits):,} changes, half within {waits[len(waits) // 2] * 1000:.1f} ms,"
            f" 99 % within {waits[len(waits) * 99 // 100] * 1000:.1f} ms, longest {waits[-1] * 1000:.0f} ms"
        )
    await store.close()
    print(f"the file: {database.stat().st_size / 1e6:.0f} MB")
    assert figures["backup"] < LONGEST_WAIT


def test_the_running_bot_makes_its_first_backup_soon_and_gives_it_up_when_it_is_stopped() -> None:
    rig = find_rig()
    if rig is None:
        pytest.skip(NO_RIG)
    print(json.dumps(rig.figures(HERE / "scenes", "backed_up_while_running", timeout=600)))
