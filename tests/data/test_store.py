"""One hop per transaction, one writer, and a schema that is whole or untouched."""

from __future__ import annotations

import asyncio
import inspect
import re
import shutil
import sqlite3
import threading
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from typing import Any

import aiosqlite
import pytest
from conftest import ROOT

from data.store import MIGRATIONS, Store, StoreError, Transaction, connect, migrate, prove_writable, statements

NO_LEAGUE = {"schema_migration", "synced_command_tree"}  # about the program, not about a league


def add(tx: Transaction, channel_id: int = 1) -> int:
    tx.run("INSERT INTO standing_message VALUES (1, :channel_id, 7)", channel_id=channel_id)
    return channel_id


def count(tx: Transaction) -> Any:
    row = tx.one("SELECT COUNT(*) AS n FROM standing_message")
    assert row is not None
    return row["n"]


def schema(connection: sqlite3.Connection) -> list[Any]:
    return connection.execute("SELECT type, name, sql FROM sqlite_schema ORDER BY type, name").fetchall()


async def test_a_transaction_is_one_hop(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    hops = []
    execute = aiosqlite.Connection._execute

    async def counted(self: Any, function: Any, *args: Any, **kwargs: Any) -> Any:
        hops.append(function)
        return await execute(self, function, *args, **kwargs)

    monkeypatch.setattr(aiosqlite.Connection, "_execute", counted)
    await store.write(lambda tx: [add(tx, channel_id) for channel_id in range(5)])
    assert await store.read(count) == 5
    assert len(hops) == 2


async def test_the_hop_of_aiosqlite_is_the_one_that_was_wrapped() -> None:
    assert str(inspect.signature(aiosqlite.Connection._execute)) == "(self, fn, *args, **kwargs)"
    assert isinstance(aiosqlite.Connection.__dict__["_conn"], property)
    assert f"aiosqlite=={version('aiosqlite')}" in (ROOT / "requirements.txt").read_text(encoding="utf-8").split()


async def test_an_error_takes_the_whole_transaction_back(store: Store) -> None:
    def fail(tx: Transaction) -> None:
        add(tx, 1)
        add(tx, 1)

    with pytest.raises(sqlite3.IntegrityError):
        await store.write(fail)
    assert await store.read(count) == 0
    await store.write(add)
    assert await store.read(count) == 1


async def test_a_read_changes_nothing(store: Store) -> None:
    await store.read(add)
    assert await store.read(count) == 0


async def test_what_is_read_aside_is_of_one_moment_and_the_others_go_on(store: Store) -> None:
    begun, may_end = threading.Event(), threading.Event()

    def long_read(tx: Transaction) -> tuple[int, int]:
        before = count(tx)
        begun.set()
        assert may_end.wait(5), "the others waited"
        return before, count(tx)

    await store.write(add, 1)
    reading = asyncio.create_task(store.read_aside(long_read))
    await asyncio.to_thread(begun.wait, 5)
    await store.write(add, 2)
    assert await store.read(count) == 2
    may_end.set()
    assert await reading == (1, 1)
    assert await store.read_aside(count) == 2


async def test_nothing_is_written_aside(store: Store) -> None:
    with pytest.raises(StoreError, match="readonly"):
        await store.read_aside(add)
    assert await store.read(count) == 0


async def test_what_is_read_aside_is_given_up_when_the_store_is_closed(tmp_path: Path) -> None:
    opened = await Store.open(tmp_path / "league.sqlite3")
    begun = threading.Event()

    def endless(tx: Transaction) -> None:
        begun.set()
        tx.all("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n WHERE i < 0")

    reading = asyncio.create_task(opened.read_aside(endless))
    await asyncio.to_thread(begun.wait, 5)
    await opened.close()
    with pytest.raises(StoreError, match="interrupted"):
        await reading


async def test_a_cancelled_task_leaves_no_transaction_open(store: Store) -> None:
    begun, may_end = threading.Event(), threading.Event()

    def slow(tx: Transaction) -> None:
        begun.set()
        add(tx, 1)
        may_end.wait(5)

    for task in [asyncio.create_task(store.write(slow)), *(asyncio.create_task(store.write(add, 2)) for _ in "ab")]:
        await asyncio.to_thread(begun.wait, 5)
        task.cancel()
    may_end.set()
    assert [await store.write(add, channel_id) for channel_id in range(10, 50)] == list(range(10, 50))
    assert await store.read(count) >= 41  # what had begun was finished whole


async def test_two_writers_at_once_lose_nothing(store: Store) -> None:
    def more(tx: Transaction) -> None:
        tx.run("UPDATE standing_message SET message_id = message_id + 1")

    await store.write(add)
    await asyncio.gather(*(store.write(more) for _ in range(100)))
    row = await store.read(lambda tx: tx.one("SELECT message_id FROM standing_message"))
    assert row == {"message_id": 107}


async def test_a_writer_waits_for_another_process(store: Store, tmp_path: Path) -> None:
    other = connect(tmp_path / "league.sqlite3")
    other.execute("BEGIN IMMEDIATE")
    waiting = asyncio.create_task(store.write(add))
    await store_is_asked(store)
    other.execute("COMMIT")
    other.close()
    assert await waiting == 1


async def store_is_asked(store: Store) -> None:
    await asyncio.sleep(0)  # the task puts its work in the queue
    for _ in range(100):
        if store._connection._tx.empty():
            break
        await asyncio.sleep(0)


async def test_every_connection_is_durable_checks_keys_and_writes_over_what_is_deleted(store: Store) -> None:
    def pragmas(tx: Transaction) -> list[Any]:
        names = ("journal_mode", "synchronous", "foreign_keys", "secure_delete", "busy_timeout")
        return [next(iter((tx.one(f"PRAGMA {name}") or {}).values())) for name in names]

    assert await store.read(pragmas) == ["wal", 2, 1, 1, 1500]


async def test_the_log_is_emptied_and_is_left_while_somebody_reads_what_was_before(
    store: Store, tmp_path: Path
) -> None:
    log = tmp_path / "league.sqlite3-wal"
    await store.write(add)
    with closing(connect(tmp_path / "league.sqlite3")) as backup:
        backup.execute("BEGIN")
        assert backup.execute("SELECT COUNT(*) AS n FROM standing_message").fetchone() == {"n": 1}
        await store.write(add, 2)
        assert not await store.empty_log()
        assert log.stat().st_size > 0
        backup.execute("ROLLBACK")
    assert await store.empty_log()
    assert log.stat().st_size == 0
    assert await store.read(lambda tx: tx.one("PRAGMA busy_timeout")) == {"timeout": 1500}


# ------------------------------------------------------------------ opening


def a_folder(var: Path) -> None:
    (var / "league.sqlite3").mkdir(parents=True)


def no_database(var: Path) -> None:
    var.mkdir()
    (var / "league.sqlite3").write_bytes(b"a shopping list " * 100)


def a_file_in_the_way(var: Path) -> None:
    var.write_text("not a folder", encoding="utf-8")


@pytest.mark.parametrize("spoil", [a_folder, no_database, a_file_in_the_way])
async def test_a_database_that_cannot_be_used_is_one_sentence(tmp_path: Path, spoil: Any) -> None:
    spoil(tmp_path / "var")
    path = tmp_path / "var" / "league.sqlite3"
    before = set(threading.enumerate())
    with pytest.raises(StoreError) as error:
        await Store.open(path)
    assert re.fullmatch(rf"The database {re.escape(str(path))} cannot be .*\.", str(error.value))
    verify_no_thread_is_left(before)


def verify_no_thread_is_left(before: set[threading.Thread]) -> None:
    for thread in set(threading.enumerate()) - before:
        thread.join(5)
        assert not thread.is_alive(), "a thread keeps the process alive"


async def test_a_newer_schema_is_refused_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "league.sqlite3"
    await (await Store.open(path)).close()
    connection = connect(path)
    connection.execute("INSERT INTO schema_migration VALUES (9998, '9998_later', 1)")
    before = schema(connection)
    with pytest.raises(StoreError, match=r"has schema 9998 and this program knows \d+:.* start the newer program"):
        await Store.open(path)
    assert schema(connection) == before
    connection.close()


async def test_a_closed_store_lets_its_thread_go(tmp_path: Path) -> None:
    before = set(threading.enumerate())
    opened = await Store.open(tmp_path / "league.sqlite3")
    await opened.close()
    verify_no_thread_is_left(before)


# ------------------------------------------------------------------ migrations


def folder_of(tmp_path: Path, *scripts: str) -> Path:
    """The real migrations, followed by these."""
    folder = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, folder)
    for number, script in enumerate(scripts, 9001):
        (folder / f"{number}_more.sql").write_text(script, encoding="utf-8")
    return folder


def test_a_migration_is_applied_once(tmp_path: Path) -> None:
    connection = connect(tmp_path / "a")
    folder = folder_of(tmp_path, "CREATE TABLE chip (league_id INTEGER) STRICT;")
    assert [migrate(connection, folder) for _ in range(3)] == [9001] * 3
    applied = connection.execute("SELECT number, name FROM schema_migration ORDER BY number").fetchall()
    assert applied[-1] == {"number": 9001, "name": "9001_more"}
    assert len(applied) == len(list(folder.iterdir()))
    connection.close()


def test_an_upgraded_database_has_the_schema_of_a_fresh_one(tmp_path: Path) -> None:
    script = "ALTER TABLE person ADD COLUMN note TEXT;\nCREATE INDEX person_note ON person (note);"
    folder = folder_of(tmp_path, script)
    fresh, upgraded = connect(tmp_path / "fresh"), connect(tmp_path / "upgraded")
    migrate(upgraded)
    for connection in (fresh, upgraded):
        migrate(connection, folder)
    assert schema(fresh) == schema(upgraded)
    for connection in (fresh, upgraded):
        connection.close()


class Killed(BaseException):
    """The power went."""


class Mortal(sqlite3.Connection):
    """A connection whose process dies before its nth statement."""

    left = 0

    def execute(self, *args: Any) -> sqlite3.Cursor:
        self.left -= 1
        if self.left < 0:
            raise Killed
        return super().execute(*args)


FILES = sorted(MIGRATIONS.glob("*.sql"))
COSTS = [len(statements(file.read_text(encoding="utf-8"))) + 3 for file in FILES]  # BEGIN, its record, COMMIT
STEPS = 2 + sum(COSTS)


@pytest.mark.parametrize("alive", range(STEPS + 1))
def test_a_kill_at_any_statement_leaves_the_schema_and_its_record_or_neither(tmp_path: Path, alive: int) -> None:
    path = tmp_path / "league.sqlite3"
    mortal = sqlite3.connect(path, isolation_level=None, factory=Mortal)
    mortal.row_factory = lambda cursor, row: {
        column[0]: value for column, value in zip(cursor.description, row, strict=True)
    }
    mortal.left = alive
    died = False
    try:
        migrate(mortal)
    except Killed:
        died = True
    mortal.close()
    assert died == (alive < STEPS)
    connection = connect(path)
    names = {row["name"] for row in schema(connection)}
    whole = [number for number in range(1, len(COSTS) + 1) if alive >= 2 + sum(COSTS[:number])]
    recorded = connection.execute("SELECT number FROM schema_migration").fetchall() if names else []
    assert [row["number"] for row in recorded] == whole
    assert ("setting" in names, "case_file" in names) == (1 in whole, 2 in whole)
    assert migrate(connection) >= 1
    assert "setting" in {row["name"] for row in schema(connection)}
    connection.close()


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("SELECT 1;\nSELECT 2;", ["SELECT 1;", "SELECT 2;"]),
        ("-- first\nSELECT\n  1;\n", ["-- first\nSELECT\n  1;"]),
        ("SELECT ';';\n", ["SELECT ';';"]),
        (
            "CREATE TRIGGER t BEFORE UPDATE ON a BEGIN\n SELECT 1;\n SELECT 2;\nEND;\nSELECT 3;",
            ["CREATE TRIGGER t BEFORE UPDATE ON a BEGIN\n SELECT 1;\n SELECT 2;\nEND;", "SELECT 3;"],
        ),
        ("SELECT 1;\n-- the end\n\n", ["SELECT 1;"]),
        ("", []),
    ],
)
def test_a_script_is_taken_apart_statement_by_statement(script: str, expected: list[str]) -> None:
    assert statements(script) == expected


def test_a_script_that_ends_in_the_middle_is_refused() -> None:
    with pytest.raises(ValueError, match="middle of a statement"):
        statements("SELECT 1;\nCREATE TABLE half (")


def test_every_migration_has_a_number_of_its_own_and_a_reason() -> None:
    names = sorted(file.name for file in MIGRATIONS.iterdir())
    assert all(re.fullmatch(r"\d{4}_[a-z_]+\.sql", name) for name in names)
    assert [int(name[:4]) for name in names] == list(range(1, len(names) + 1))


# ------------------------------------------------------------------ tables


async def test_every_table_is_strict_and_names_its_league_first(store: Store) -> None:
    def tables(tx: Transaction) -> dict[str, Any]:
        found = tx.all("SELECT name, strict FROM pragma_table_list WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
        columns = "SELECT name, pk FROM pragma_table_info(:table) WHERE pk > 0 ORDER BY pk"
        return {row["name"]: (row["strict"], tx.all(columns, table=row["name"])) for row in found}

    for name, (strict, key) in (await store.read(tables)).items():
        assert strict == 1, name
        assert name in NO_LEAGUE or key[0]["name"] == "league_id", name


async def test_trying_the_books_writes_to_the_disk_and_changes_nothing(store: Store, tmp_path: Path) -> None:
    await store.write(add)
    with closing(sqlite3.connect(tmp_path / "league.sqlite3")) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        assert (tmp_path / "league.sqlite3-wal").stat().st_size == 0
        before = list(other.iterdump())
        await store.write(prove_writable)
        assert (tmp_path / "league.sqlite3-wal").stat().st_size > 0
        assert list(other.iterdump()) == before


async def test_trying_books_that_cannot_be_written_fails_with_a_sentence(store: Store, tmp_path: Path) -> None:
    await store.read(lambda tx: tx._connection.execute("PRAGMA query_only = ON"))
    with pytest.raises(StoreError, match=r"cannot be reached just now .*\.$"):
        await store.write(prove_writable)
