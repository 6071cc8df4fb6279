"""A copy of the league's books, taken while the bot goes on writing, and checked before it counts.

Knows files and SQLite; must not know Discord, the rules or the time.
"""

from __future__ import annotations

import fcntl
import os
import re
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from data.store import StoreError, connect_reading

STEP_PAGES = 1_024  # copied, and on the disk, before the next are: 4 MB at most stand between a change and the disk
COMPANIONS = ("-wal", "-shm", "-journal")  # what SQLite keeps beside a file

Question = Callable[[], bool]


@dataclass(frozen=True)
class Books:
    """What a file holds that is whole: its schema's number, and how many rows each table has."""

    schema: int
    rows: Mapping[str, int]

    def __str__(self) -> str:
        return f"schema {self.schema}, {sum(self.rows.values()):,} rows"


def _never() -> bool:
    return False


def copy_books(database: Path, target: Path, is_stopping: Question = _never) -> Books:
    """Copy the books as they stand at this moment into a new file, which is there whole or not at all.

    The database is read through a connection of its own that cannot write: with a WAL one view is held, so
    nobody waits for it, and nothing is moved from the WAL into the file. `is_stopping`: give up soon.
    Raises StoreError with one sentence; then there is no new file.
    """
    try:
        _verify_is_free(target)
        target.parent.mkdir(parents=True, exist_ok=True)
        _clear_pieces(target)
        with _piece_of(target) as (piece, handle):
            rows = _copy(database, piece, handle, is_stopping)
            books = _verify_copy(database, piece, rows, is_stopping)
            _put_in_place(piece, target)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(
            f"The copy {target} could not be made ({error}): is there room, and may whoever runs this write there?"
        ) from error
    return books


@contextmanager
def _piece_of(target: Path) -> Iterator[tuple[Path, int]]:
    """A file beside the target, of a name that nobody else has, also when two copy at once; gone afterwards."""
    while True:
        handle, name = tempfile.mkstemp(".part", f"{target.name}.", target.parent)
        with suppress(OSError):  # a disk without locks: nobody there can take it for a leftover
            fcntl.flock(handle, fcntl.LOCK_EX)
        if os.fstat(handle).st_nlink:
            break
        os.close(handle)  # cleared away before it was locked
    try:
        yield Path(name), handle
    finally:
        _delete(Path(name))
        os.close(handle)


def _delete(piece: Path) -> None:
    for companion in (*COMPANIONS, ""):  # the piece last: by it the others are found
        Path(f"{piece}{companion}").unlink(missing_ok=True)


def _clear_pieces(target: Path) -> None:
    """Delete what a killed program left of this copy, or of one that is called like it but for the moment.

    Whoever is at work on a piece holds its lock, which a killed program lets go of.
    """
    like = re.compile(re.sub(r"\d", r"\\d", re.escape(target.name)) + r"\.\w{8}\.part")
    for path in target.parent.iterdir():
        if like.fullmatch(path.name):
            with suppress(OSError), path.open("rb") as piece:
                fcntl.flock(piece, fcntl.LOCK_EX | fcntl.LOCK_NB)
                _delete(path)


def _copy(database: Path, piece: Path, handle: int, is_stopping: Question) -> Mapping[str, int]:
    """Copy into a file that nobody reads yet; the rows of each table as they were read."""

    def flush(_status: int, _left: int, _pages: int) -> None:
        if is_stopping():
            raise sqlite3.OperationalError("the bot is stopping")
        os.fsync(handle)

    with closing(_read_only(database, is_stopping)) as source, closing(sqlite3.connect(piece)) as copy:
        source.execute("BEGIN")  # one view, for the rows and for the copy
        rows = _rows(source)
        source.backup(copy, pages=STEP_PAGES, progress=flush)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, with nothing beside it
    os.fsync(handle)
    return rows


def _verify_copy(database: Path, piece: Path, rows: Mapping[str, int], is_stopping: Question) -> Books:
    """Is the copy whole, and does it hold what was read?"""
    try:
        books = verify_books(piece, is_stopping)
    except StoreError as error:
        raise StoreError(
            f"The copy of {database} is damaged, and perhaps the file is: look with `python -m data check`,"
            " and keep the older backups."
        ) from error
    if books.rows != rows:
        raise StoreError(f"The copy of {database} has other rows than the file: back it up again.")
    return books


def _put_in_place(piece: Path, target: Path) -> None:
    """Give the file its name in one step, unless another file has got it meanwhile."""
    try:
        os.link(piece, target)  # the other name is gone with the piece
    except OSError:  # an empty file is there, which is in nobody's way; or the disk has no second names
        _verify_is_free(target)
        piece.replace(target)
    folder = os.open(target.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _verify_is_free(target: Path) -> None:
    if _is_there(target):
        raise StoreError(f"There is a file {target} already: choose another name, or move it away first.")


def _is_there(path: Path) -> bool:
    """Is there a file that is worth keeping? An empty one is nobody's books."""
    return path.exists() and not (path.is_file() and path.stat().st_size == 0)


def restore_books(backup: Path, database: Path) -> Books:
    """Put a backup where the bot looks for its books; only where there are none.

    Raises StoreError with one sentence; then nothing has changed.
    """
    beside = [Path(f"{database}{name}") for name in COMPANIONS]
    there = [path for path in (database, *beside) if _looked(path, _is_there if path == database else Path.exists)]
    if there:
        raise StoreError(
            f"Nothing was restored, since there are books at {database}:"
            f" stop the bot, move {', '.join(path.name for path in there)} to another folder, and restore again."
        )
    verify_books(backup)
    copy_books(backup, database)
    return verify_books(database)


def verify_books(path: Path, is_stopping: Question = _never) -> Books:
    """Is the file whole, and what does it hold? Raises StoreError when it is damaged or something else."""
    try:
        with closing(_read_only(path, is_stopping)) as books:
            books.execute("BEGIN")
            faults = [row[0] for row in books.execute("PRAGMA integrity_check(1)") if row[0] != "ok"]
            loose = books.execute("PRAGMA foreign_key_check").fetchone()
            schema = books.execute("SELECT max(number) FROM schema_migration").fetchone()[0]
            rows = _rows(books)
    except sqlite3.Error as error:
        raise StoreError(f"{path} cannot be read as a league's books: {error}.") from error
    if faults or loose or schema is None:
        raise StoreError(f"{path} is damaged or empty: take another backup.")
    return Books(int(schema), rows)


def _rows(books: sqlite3.Connection) -> Mapping[str, int]:
    tables = books.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    return {name: books.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for (name,) in tables.fetchall()}


def _looked(path: Path, question: Callable[[Path], bool]) -> bool:
    """What a look at the disk says. Raises StoreError where it cannot be looked at: another's folder, too long a name."""
    try:
        return question(path)
    except OSError as error:
        raise StoreError(f"{path} cannot be looked at ({error.strerror}): check its name and its folder.") from error


def _read_only(path: Path, is_stopping: Question) -> sqlite3.Connection:
    """A connection to a file that is there. Raises StoreError where it is not."""
    if not _looked(path, Path.is_file):
        raise StoreError(f"There is no file {path}: check its name, or DATABASE_URL.")
    return connect_reading(path, is_stopping)
