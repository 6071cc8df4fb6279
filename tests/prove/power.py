"""A disk whose power can be cut: what was written and not yet synced is lost, or some of it.

A file system for apsw that keeps, beside the real file, what of it would survive. Named in what `connect` opens:

    disk = Disk(writes=400, chance=Random(1))     # the power goes at the 401st write
    connection = disk.connect(path, "FULL")       # stands in for data.store.connect; raises PowerCut then
    disk.survives(folder)                         # the bytes on the disk afterwards
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import apsw

BEFORE_A_CHECKPOINT = 40  # pages of the log, so that several checkpoints fall into a short life


class PowerCut(Exception):
    """The power is gone."""


class Result:
    """What data.store expects of a statement's outcome."""

    def __init__(self, rows: list[dict[str, Any]], rowcount: int) -> None:
        self._rows = rows
        self.rowcount = rowcount

    def fetchone(self) -> dict[str, Any] | None:
        return self._rows[0] if self._rows else None

    def fetchall(self) -> list[dict[str, Any]]:
        return self._rows

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self._rows)


class Connection:
    """apsw as data.store uses sqlite3."""

    def __init__(self, path: Path, vfs: str) -> None:
        self.inner = apsw.Connection(str(path), vfs=vfs)
        self.inner.row_trace = lambda cursor, row: {
            column[0]: value for column, value in zip(cursor.get_description(), row, strict=True)
        }

    def execute(self, sql: str, values: Mapping[str, Any] | None = None) -> Result:
        """Run one statement to its end."""
        try:
            return Result(list(self.inner.execute(sql, values)), self.inner.changes())
        except apsw.IOError as error:
            raise PowerCut from error


class Disk:
    """Every file on it as it would be found after a cut, and what has been written since its last sync."""

    def __init__(self, writes: int, chance: Random) -> None:
        self.writes = writes
        self.chance = chance
        self.synced: dict[str, bytearray] = {}
        self.pending: dict[str, list[tuple[int, bytes]]] = {}
        self.name = f"disk-{id(self)}"
        self._vfs = _FileSystem(self)

    def connect(self, path: Path, synchronous: str) -> Connection:
        connection = Connection(path, self.name)
        for pragma in ("journal_mode=WAL", f"synchronous={synchronous}", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")
        connection.execute(f"PRAGMA wal_autocheckpoint={BEFORE_A_CHECKPOINT}")
        return connection

    def written(self, name: str, at: int, data: bytes) -> None:
        if self.writes <= 0:
            raise apsw.IOError("the power is gone")
        self.writes -= 1
        self.pending[name].append((at, data))

    def sync(self, name: str) -> None:
        if self.writes <= 0:
            raise apsw.IOError("the power is gone")
        for at, data in self.pending[name]:
            _put(self.synced[name], at, data)
        self.pending[name].clear()

    def survives(self, folder: Path, share: float) -> Path:
        """Write down what is left: all that was synced, and of the rest each write with this probability."""
        found = None
        for name, synced in self.synced.items():
            left = bytearray(synced)
            for at, data in self.pending[name]:
                if self.chance.random() < share:
                    _put(left, at, data)
            file = folder / Path(name).name
            file.write_bytes(left)
            if not name.endswith("-wal"):
                found = file
        assert found is not None
        return found


def _put(content: bytearray, at: int, data: bytes) -> None:
    if len(content) < at:
        content.extend(bytes(at - len(content)))
    content[at : at + len(data)] = data


class _FileSystem(apsw.VFS):
    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        super().__init__(disk.name, "")

    def xOpen(self, name: Any, flags: list[int]) -> _File:  # noqa: N802  # apsw's own name
        return _File(self._disk, name, flags)

    def xDelete(self, name: str, sync: bool) -> None:  # noqa: N802  # apsw's own name
        self._disk.synced.pop(name, None)
        self._disk.pending.pop(name, None)
        super().xDelete(name, sync)


class _File(apsw.VFSFile):
    def __init__(self, disk: Disk, name: Any, flags: list[int]) -> None:
        self._disk = disk
        self._name: str | None = name.filename() if isinstance(name, apsw.URIFilename) else name
        if self._name is not None:
            disk.synced.setdefault(self._name, bytearray())
            disk.pending.setdefault(self._name, [])
        super().__init__("", name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802  # apsw's own name
        if self._name is not None:
            self._disk.written(self._name, offset, bytes(data))
        super().xWrite(data, offset)

    def xSync(self, flags: int) -> None:  # noqa: N802  # apsw's own name
        if self._name is not None:
            self._disk.sync(self._name)  # the real disk is spared: only what it would hold counts

    def xTruncate(self, size: int) -> None:  # noqa: N802  # apsw's own name
        if self._name is not None:
            self._disk.pending[self._name].append((size, b""))
        super().xTruncate(size)
