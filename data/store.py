"""The one door to the database: whole transactions, one writer, one hop each.

A transaction is ONE function. It runs from BEGIN IMMEDIATE to COMMIT on the database's own thread,
so a cancelled task can never leave one open. Knows SQL and time; must not know Discord or the rules.

    store = await Store.open(path)
    order = await store.read(league_settings, league_id)
    text = await store.write(record_setting, league_id, ...)
    whole = await store.read_aside(export_person, whom)
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

import aiosqlite

MIGRATIONS = Path(__file__).with_name("migrations")
BUSY_TIMEOUT_MS = 1_500  # another process may hold the file for a moment; Discord waits three seconds
LOOKS_EVERY = 100_000  # of SQLite's own steps, between two looks whether to go on
PREPARED = 512  # statements kept ready: all this program has, so that none is read by SQLite again and again

P = ParamSpec("P")
T = TypeVar("T")
Row = Mapping[str, Any]


class StoreError(Exception):
    """The database cannot be used now; the text is one sentence."""


class Transaction:
    """What a unit of work sees: four verbs and named parameters, never a cursor."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def one(self, sql: str, **values: Any) -> Row | None:
        """The first row, or None."""
        row: Row | None = self._connection.execute(sql, values).fetchone()
        return row

    def all(self, sql: str, **values: Any) -> list[Row]:
        """Every row, in the order the statement asks for."""
        return self._connection.execute(sql, values).fetchall()

    def each(self, sql: str, **values: Any) -> Iterator[Row]:
        """The same, one at a time as they are read: for more than is wanted in memory at once."""
        return iter(self._connection.execute(sql, values))

    def run(self, sql: str, **values: Any) -> int:
        """Carry out a change; how many rows it touched."""
        return self._connection.execute(sql, values).rowcount


def prove_writable(tx: Transaction) -> None:
    """Write the books' first page as it is, so that the disk has to take it: nothing changes, nobody uses the number."""
    tx.run("PRAGMA user_version = 0")


Work = Callable[Concatenate[Transaction, P], T]


def connect(path: Path) -> sqlite3.Connection:
    """Open the file with the settings every connection of this program has.

    WAL with synchronous=FULL: an acknowledged change survives a power cut. secure_delete: what is deleted is written
    over with zeros, in pages that are let go of as well.
    """
    connection = sqlite3.connect(path, isolation_level=None, timeout=BUSY_TIMEOUT_MS / 1000, cached_statements=PREPARED)
    connection.row_factory = _row
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
        connection.execute(f"PRAGMA {pragma}")
    return connection


def connect_reading(path: Path, is_stopping: Callable[[], bool]) -> sqlite3.Connection:
    """A connection that cannot change the file, and gives up when it is told to."""
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
    connection.set_progress_handler(is_stopping, LOOKS_EVERY)
    return connection


def _row(cursor: sqlite3.Cursor, values: tuple[Any, ...]) -> dict[str, Any]:
    return dict(zip([column[0] for column in cursor.description], values, strict=True))


def migrate(connection: sqlite3.Connection, folder: Path = MIGRATIONS) -> int:
    """Bring the schema up to this program's; return its number.

    Each file is one transaction together with its own record, so a kill in the middle leaves either
    both or neither. Raises StoreError when the database was made by a newer program.
    """
    connection.execute(
        "CREATE TABLE IF NOT EXISTS schema_migration"
        " (number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT"
    )
    known = {int(file.name[:4]): file for file in sorted(folder.glob("[0-9][0-9][0-9][0-9]_*.sql"))}
    applied = {row["number"] for row in connection.execute("SELECT number FROM schema_migration")}
    if newer := applied - known.keys():
        raise StoreError(
            f"The database has schema {max(newer)} and this program knows {max(known)}:"
            " start the newer program, or restore the backup made before it."
        )
    for number in sorted(known.keys() - applied):
        connection.execute("BEGIN IMMEDIATE")
        try:
            for statement in statements(known[number].read_text(encoding="utf-8")):
                connection.execute(statement)
            connection.execute(
                "INSERT INTO schema_migration (number, name, applied_at) VALUES (:number, :name, :at)",
                {"number": number, "name": known[number].stem, "at": time.time_ns() // 1000},
            )
            connection.execute("COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            raise
    return max(known)


def statements(script: str) -> list[str]:
    """A migration's statements one by one: executescript would commit before the first of them."""
    found, pending = [], ""
    for line in script.splitlines(keepends=True):
        pending += line
        if sqlite3.complete_statement(pending):
            found.append(pending.strip())
            pending = ""
    if any(line.strip() and not line.strip().startswith("--") for line in pending.splitlines()):
        raise ValueError(f"the migration ends in the middle of a statement: {pending.strip()[:60]}")
    return found


class Store:
    """A league's memory, shared by everything the bot does."""

    def __init__(self, connection: aiosqlite.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path
        self._file = path.stat().st_ino
        self._is_closed = False

    @classmethod
    async def open(cls, path: Path) -> Store:
        """Open the file, migrate it, and be ready. Raises StoreError with one sentence."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            connect(path).close()  # what cannot be opened fails here, before there is a thread to leave behind
            connection = await aiosqlite.Connection(lambda: connect(path), iter_chunk_size=64)
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"The database {path} cannot be opened for writing: {error}.") from error
        store = cls(connection, path)
        try:
            await store._hop(migrate)
        except (StoreError, sqlite3.Error) as error:
            await store.close()
            fault = error.__cause__ or error
            if isinstance(fault, sqlite3.Error):
                raise StoreError(f"The database {path} cannot be written or is not a database: {fault}.") from error
            raise
        return store

    async def write(self, work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run `work` as one transaction; what it returns is committed when this returns."""

        def whole(connection: sqlite3.Connection) -> T:
            self._verify_file()
            connection.execute("BEGIN IMMEDIATE")
            try:
                result = work(Transaction(connection), *args, **kwargs)
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
            return result

        return await self._hop(whole)

    async def read(self, work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run `work` on one unchanging view of the data."""

        def whole(connection: sqlite3.Connection) -> T:
            connection.execute("BEGIN")
            try:
                return work(Transaction(connection), *args, **kwargs)
            finally:
                connection.execute("ROLLBACK")

        return await self._hop(whole)

    async def read_aside(self, work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The same for what reads all there is: on a thread and a connection of its own, so that nobody waits for it.

        It is of the moment at which it begins to read, and is given up when the store is closed.
        """

        def whole() -> T:
            with closing(connect_reading(self._path, lambda: self._is_closed)) as connection:
                connection.row_factory = _row
                connection.execute("BEGIN")
                return work(Transaction(connection), *args, **kwargs)

        try:
            return await asyncio.to_thread(whole)
        except sqlite3.OperationalError as error:
            raise _out_of_reach(error) from error

    async def empty_log(self) -> bool:
        """Move the log into the file and empty it, so that what was deleted stands in neither.

        False: somebody still reads what was before, such as a backup; nobody waits for that, so try again later.
        """

        def whole(connection: sqlite3.Connection) -> bool:
            connection.execute("PRAGMA busy_timeout = 0")
            try:
                return not connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()["busy"]
            finally:
                connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")

        return await self._hop(whole)

    def _verify_file(self) -> None:
        """A file moved or deleted under the bot would take every later change with it."""
        try:
            there = self._path.stat().st_ino == self._file
        except OSError:
            there = False
        if not there:
            raise StoreError("The database file was moved or deleted: stop the bot and put it back.")

    async def close(self) -> None:
        """Finish what is queued, then let the file go; an unclosed store keeps the process alive."""
        self._is_closed = True
        await self._connection.close()

    async def _hop(self, job: Callable[[sqlite3.Connection], T]) -> T:
        # aiosqlite's own hop to its thread is private; it is used here alone, and a test guards it.
        try:
            result: T = await self._connection._execute(  # type: ignore[no-untyped-call]  # aiosqlite leaves it untyped
                lambda: job(self._connection._conn)
            )
        except sqlite3.OperationalError as error:
            raise _out_of_reach(error) from error
        return result


def _out_of_reach(error: sqlite3.OperationalError) -> StoreError:
    return StoreError(f"The league's books cannot be reached just now ({error}): try again in a moment.")
