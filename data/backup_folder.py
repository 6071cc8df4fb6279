"""The folder with the daily backups: what they are called, when the next is due, which are old enough to go.

Only files that are called as the bot calls them are counted, and only those are ever deleted. Times are
handed in, and UTC in a name.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from data.backup import copy_books
from data.store import StoreError

DAILY = timedelta(days=1)
STAMP = "%Y-%m-%dT%H%M%SZ"


@dataclass(frozen=True)
class LastBackup:
    """How the newest backup went, or the newest try, with a sentence about it; `where` is its file."""

    at: datetime
    is_ok: bool
    where: Path
    sentence: str


@dataclass(frozen=True)
class Kept:
    """A file of the folder. `is_whole` False: an empty one, which a program that was killed long ago may have left."""

    made_at: datetime
    path: Path
    is_whole: bool


@dataclass(frozen=True)
class BackupFolder:
    """Where the backups of these books lie, and for how many days each is kept."""

    database: Path
    folder: Path
    days: int

    def path_at(self, now: datetime) -> Path:
        """The file that a backup made now has."""
        return self.folder / f"{self.database.stem}-{now.astimezone(UTC):{STAMP}}.sqlite3"

    def newest(self, now: datetime) -> LastBackup | None:
        """The newest backup that is there. One from the future, by a clock that was wrong, does not count."""
        made = [kept for kept in self._kept() if kept.is_whole and kept.made_at <= now]
        if not made:
            return None
        last = max(made, key=lambda kept: kept.made_at)
        return LastBackup(last.made_at, True, last.path, f"The newest backup is {last.path}.")

    def back_up(self, now: datetime, is_stopping: Callable[[], bool]) -> LastBackup | None:
        """Make the day's backup if it is due, and let go of old ones first: the disk may be full of them.

        None: the newest is not a day old. Raises StoreError with one sentence.
        """
        try:
            newest = self.newest(now)
            if newest is not None and now - newest.at < DAILY:
                return None
            self._let_go(now, newest)
        except OSError as error:
            raise StoreError(f"The backups in {self.folder} cannot be looked through: {error}.") from error
        path = self.path_at(now)
        books = copy_books(self.database, path, is_stopping)
        return LastBackup(now, True, path, f"The backup {path} is made and checked: {books}.")

    def _let_go(self, now: datetime, newest: LastBackup | None) -> None:
        """Delete what is older than it is to be kept, never the newest backup; and yesterday's empty files."""
        for kept in self._kept():
            allowed = timedelta(days=self.days) if kept.is_whole else DAILY
            if now - kept.made_at > allowed and (newest is None or kept.path != newest.where):
                kept.path.unlink(missing_ok=True)

    def _kept(self) -> list[Kept]:
        """Every file here that the bot has made of these books."""
        called = re.compile(re.escape(self.database.stem) + r"-(\d{4}-\d\d-\d\dT\d{6}Z)\.sqlite3")
        found = []
        for path in self.folder.iterdir() if self.folder.exists() else ():
            match = called.fullmatch(path.name)
            made_at = match and _moment(match[1])
            if match and made_at and path.is_file():
                found.append(Kept(made_at, path, path.stat().st_size > 0))
        return found


def _moment(stamp: str) -> datetime | None:
    try:
        return datetime.strptime(stamp, STAMP).replace(tzinfo=UTC)
    except ValueError:
        return None  # a name like ours with a day that no calendar has
