"""kill -9 at every statement of every migration, from every schema there has been, with rows in it.

What is found afterwards is the old schema or a newer one, whole, with every row; and it goes on to the newest.
"""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from data.store import MIGRATIONS, Store, connect, migrate

pytestmark = pytest.mark.prove

FILES = sorted(MIGRATIONS.glob("[0-9]*.sql"))
ROWS = {  # a few rows of each schema, to be there afterwards
    1: (
        "INSERT INTO setting (league_id, setting_id, name, value, effective_at) VALUES (1, 1, 'zone', '\"UTC\"', 1)",
        "INSERT INTO handled (league_id, key, answer, handled_at) VALUES (1, 'a', 'done', 7), (2, 'a', 'done', 8)",
    ),
    2: (
        "INSERT INTO case_file (league_id, case_number, opened_at, opened_by, channel_id, kind, orders, editions,"
        " alternates, own_rules, last_press_at) VALUES (1, 1, 1, 5, 9, 'cash', '{}', '{}', '[]', '[]', 1)",
        "INSERT INTO due_job (league_id, kind, subject, due_at) VALUES (1, 'case.close', 1, 99)",
    ),
    3: (
        "INSERT INTO player (league_id, player_id, user_id, name, met_at) VALUES (1, 1, 11, 'ann', 1)",
        "INSERT INTO night (league_id, night_id, day, zone, kind) VALUES (1, 1, '2026-03-14', 'UTC', 'cash')",
    ),
    4: (
        "INSERT INTO account (league_id, account_id, kind, player_id, currency) VALUES (1, 1, 'player', 1, 'USD'),"
        " (1, 2, 'bank', NULL, 'USD')",
        "INSERT INTO booking (league_id, booking_id, booked_at, what, currency, line_count)"
        " VALUES (1, 1, 1, 'payment', 'USD', 1)",
        "INSERT INTO line (league_id, booking_id, line_id, from_account, to_account, amount, currency)"
        " VALUES (1, 1, 1, 1, 2, 500, 'USD')",
    ),
}


def released(folder: Path, number: int) -> Path:
    """The database of somebody who uses this schema; number 0: none has been made yet."""
    database = folder / f"{number}.sqlite3"
    with closing(connect(database)) as connection:
        for last in range(1, number + 1):
            files = folder / f"schema-{last}"
            files.mkdir(exist_ok=True)
            for file in FILES[:last]:
                shutil.copy(file, files)
            migrate(connection, files)
            for statement in ROWS.get(last, ()):
                connection.execute(statement)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return database


def shape(connection: sqlite3.Connection) -> list[tuple[str, ...]]:
    """Everything the schema is made of, the record of it apart."""
    rows = connection.execute(
        "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' AND name <> 'schema_migration'"
    )
    return sorted(tuple(str(value) for value in dict(row).values()) for row in rows)


def contents(connection: sqlite3.Connection, tables: list[str]) -> dict[str, list[dict[str, Any]]]:
    return {name: [dict(row) for row in connection.execute(f"SELECT * FROM {name}")] for name in tables}


def killed_at(database: Path, statement: int) -> bool:
    """Migrate in a process of its own that dies before this statement; False: there are not so many."""
    process = os.fork()
    if process == 0:
        seen = 0

        def before(_: str) -> None:
            nonlocal seen
            seen += 1
            if seen == statement:
                os.kill(os.getpid(), signal.SIGKILL)

        try:
            connection = connect(database)
            connection.set_trace_callback(before)
            migrate(connection)
        finally:
            os._exit(0)
    _, status = os.waitpid(process, 0)
    return os.WIFSIGNALED(status)


def verify_whole(found: Path, shapes: list[list[tuple[str, ...]]], before: dict[str, list[dict[str, Any]]]) -> int:
    """One schema, whole, with every row it had; which."""
    with closing(connect(found)) as connection:
        assert [dict(row) for row in connection.execute("PRAGMA integrity_check")] == [{"integrity_check": "ok"}]
        recorded = 0
        if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'schema_migration'").fetchall():
            numbers = [row["number"] for row in connection.execute("SELECT number FROM schema_migration")]
            recorded = max(numbers, default=0)
        assert shape(connection) == shapes[recorded], f"half of schema {recorded + 1}"
        for name, rows in contents(connection, list(before)).items():
            kept = [{key: row[key] for key in was} for row, was in zip(rows, before[name], strict=True)]
            assert kept == before[name], name
    return recorded


async def test_a_kill_at_any_statement_of_any_migration_leaves_a_whole_schema_that_goes_on(tmp_path: Path) -> None:
    databases = [released(tmp_path, number) for number in range(len(FILES) + 1)]
    shapes = []
    for database in databases:
        with closing(connect(database)) as connection:
            shapes.append(shape(connection))
    kills = [0] * len(databases)
    for number, database in enumerate(databases[:-1]):
        with closing(connect(database)) as connection:
            before = contents(connection, [row[1] for row in shapes[number] if row[0] == "table"])
        left = []
        for statement in range(1, 10_000):
            victim = tmp_path / "victim.sqlite3"
            for old in tmp_path.glob("victim.sqlite3*"):
                old.unlink()
            shutil.copy(database, victim)
            if not killed_at(victim, statement):
                break
            kills[number] += 1
            left.append(verify_whole(victim, shapes, before))
            store = await Store.open(victim)
            await store.close()
            assert verify_whole(victim, shapes, before) == len(FILES)
        assert set(left) == {*range(number, len(FILES))}, left
    print(f"{sum(kills)} kills, from schema 0 to {len(FILES) - 1}: {kills[:-1]}; each left one whole schema")
