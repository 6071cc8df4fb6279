"""kill -9 at 50 random moments while settings change: no acknowledged change is lost, and the file is sound.

Once on the store alone, and once through the real process on the rig, which must also start again.
The seed is printed; KILL_SEED plays the same moments again.
"""

from __future__ import annotations

import json
import random
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from killing import lived

from bench.rig import NO_RIG, find_rig

pytestmark = pytest.mark.prove

HERE = Path(__file__).parent
KILLS = 50
KILLS_OF_EVERYTHING = 300  # with the four scenes of 50 moments, 500 of the real process
LONGEST_LIFE = 0.25  # seconds from the first change to the kill, at most


def check_sound(database: Path, acknowledged: list[tuple[int, str]]) -> int:
    """The file is sound and whole, and holds every acknowledged change; how many changes it holds."""
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        handled = set(connection.execute("SELECT league_id, key FROM handled"))
        lost = set(acknowledged) - handled
        assert not lost, sorted(lost)[:5]
        for name in ("zone", "currency"):
            rows = connection.execute("SELECT league_id, value FROM setting WHERE name = ?", (name,)).fetchall()
            assert sorted((league_id, json.loads(value)) for league_id, value in rows) == sorted(handled), name
        audits = connection.execute("SELECT COUNT(*) FROM audit").fetchone()[0]
        assert audits == len(handled)
        return int(audits)


def test_kill_9_loses_no_acknowledged_change_of_the_store(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    database = tmp_path / "league.sqlite3"
    acknowledged: list[tuple[int, str]] = []
    for _ in range(KILLS):
        acknowledged += lived("writing.py", database, chance.random() * LONGEST_LIFE)
        changes = check_sound(database, acknowledged)
    assert len(acknowledged) > KILLS, "too few changes to prove anything"
    print(f"{KILLS} kills, {len(acknowledged)} acknowledged changes, {changes} in the file")


def test_kill_9_while_the_schema_is_made_leaves_all_of_it_or_nothing(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    for number in range(KILLS):
        database = tmp_path / f"{number}.sqlite3"
        process = subprocess.Popen([sys.executable, HERE / "writing.py", database], stdout=subprocess.PIPE)
        limit = time.monotonic() + 5
        while not database.exists() and time.monotonic() < limit:
            time.sleep(0.0005)
        time.sleep(chance.random() * 0.02)
        process.kill()
        process.communicate()
        if number % 10 == 0:
            assert lived("writing.py", database, 0.1), "it does not start again"
        else:
            with closing(sqlite3.connect(database)) as connection:
                assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
                tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
                recorded = "schema_migration" in tables and connection.execute(
                    "SELECT COUNT(*) FROM schema_migration"
                ).fetchone() != (0,)
            assert ("setting" in tables) == recorded


def test_kill_9_loses_no_acknowledged_change_of_the_bot_and_it_starts_again(seed: int) -> None:
    rig = find_rig()
    if rig is None:
        pytest.skip(NO_RIG)
    figures = rig.figures(HERE / "scenes", "killed_while_settings_change", str(seed), str(KILLS), timeout=1200)
    print(json.dumps(figures))
    assert figures["kills"] == KILLS
    assert figures["acknowledged"] > KILLS


def test_kill_9_in_a_conversation_loses_no_answer_and_counts_none_twice(seed: int) -> None:
    rig = find_rig()
    if rig is None:
        pytest.skip(NO_RIG)
    figures = rig.figures(HERE / "scenes", "killed_in_a_conversation", str(seed), str(KILLS), timeout=1200)
    print(json.dumps(figures))
    assert figures["kills"] == KILLS


def test_kill_9_around_a_due_job_closes_every_case_once(seed: int) -> None:
    rig = find_rig()
    if rig is None:
        pytest.skip(NO_RIG)
    figures = rig.figures(HERE / "scenes", "killed_around_a_due_job", str(seed), str(KILLS), timeout=1200)
    print(json.dumps(figures))
    assert figures["kills"] == KILLS


def test_kill_9_while_every_feature_is_used_loses_nothing_and_does_nothing_twice(seed: int) -> None:
    rig = find_rig()
    if rig is None:
        pytest.skip(NO_RIG)
    kills = str(KILLS_OF_EVERYTHING)
    figures = rig.figures(HERE / "scenes", "killed_while_everything_happens", str(seed), kills, timeout=1700)
    print(json.dumps(figures))
    assert figures["kills"] == KILLS_OF_EVERYTHING
    assert min(figures["done"].values()) > KILLS_OF_EVERYTHING, "too little of something to prove anything"
