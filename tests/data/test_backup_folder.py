"""The folder with the daily backups: one a day, kept by age, and nothing else in it is touched."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from data.backup import verify_books
from data.backup_folder import BackupFolder
from data.store import StoreError, connect, migrate

NOW = datetime(2026, 3, 14, 19, 30, tzinfo=UTC)


def go_on() -> bool:
    return False


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[BackupFolder]:
    with closing(connect(tmp_path / "league.sqlite3")) as books:
        migrate(books)
        yield BackupFolder(tmp_path / "league.sqlite3", tmp_path / "backups", 14)


def put(folder: BackupFolder, **age: float) -> Path:
    """A backup that was made so long ago."""
    path = folder.path_at(NOW - timedelta(**age))
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"books")
    return path


def names(folder: BackupFolder) -> set[str]:
    return {path.name for path in folder.folder.iterdir()}


def test_the_first_backup_is_made_at_once_and_is_called_by_its_moment_in_utc(folder: BackupFolder) -> None:
    made = folder.back_up(NOW.astimezone(timezone(timedelta(hours=-5))), go_on)
    assert made is not None and made.is_ok and made.at == NOW
    assert made.where.name == "league-2026-03-14T193000Z.sqlite3"
    assert str(verify_books(made.where)) in made.sentence


def test_the_next_one_is_made_when_the_newest_is_a_day_old(folder: BackupFolder) -> None:
    folder.back_up(NOW, go_on)
    assert folder.back_up(NOW + timedelta(hours=23, minutes=59), go_on) is None
    assert folder.back_up(NOW + timedelta(hours=24), go_on) is not None
    assert len(names(folder)) == 2


def test_what_is_older_than_it_is_to_be_kept_goes(folder: BackupFolder) -> None:
    old, young, newest = put(folder, days=14, seconds=1), put(folder, days=14), put(folder, days=1)
    made = folder.back_up(NOW, go_on)
    assert made is not None
    assert names(folder) == {young.name, newest.name, made.where.name}
    assert old.name not in names(folder)


def test_the_newest_is_never_deleted_however_old_and_though_no_other_can_be_made(folder: BackupFolder) -> None:
    newest = put(folder, days=100)
    put(folder, days=101)
    with pytest.raises(StoreError):
        folder.back_up(NOW, lambda: True)
    assert names(folder) == {newest.name}


def test_nothing_else_in_the_folder_is_counted_or_deleted(folder: BackupFolder) -> None:
    folder.folder.mkdir()
    others = (
        "before-upgrade.sqlite3",
        "league.sqlite3",
        "league-2001-01-01T000000Z.sqlite3.kept",
        "league-2001-01-01T000000Z-mine.sqlite3",
        "league-2001-99-01T000000Z.sqlite3",
        "league-2-2001-01-01T000000Z.sqlite3",
        "xleague-2001-01-01T000000Z.sqlite3",
    )
    for name in others:
        (folder.folder / name).write_bytes(b"books")
    (folder.folder / "league-2001-01-01T000001Z.sqlite3").mkdir()
    assert folder.newest(NOW) is None
    folder.back_up(NOW, go_on)
    assert {*others, "league-2001-01-01T000001Z.sqlite3"} < names(folder)


def test_what_a_killed_copy_left_goes_with_the_next_and_an_empty_file_after_a_day(folder: BackupFolder) -> None:
    old, young = folder.path_at(NOW - timedelta(days=2)).name, folder.path_at(NOW - timedelta(hours=2)).name
    folder.folder.mkdir()
    for left in (f"{old}.a_b9cdef.part", f"{old}.a_b9cdef.part-journal", old, f"{young}.abcdwxyz.part", young):
        (folder.folder / left).touch()
    made = folder.back_up(NOW, go_on)
    assert made is not None
    assert names(folder) == {young, made.where.name}


def test_a_backup_from_the_future_neither_counts_nor_goes(folder: BackupFolder) -> None:
    later = put(folder, days=-400)
    assert folder.newest(NOW) is None
    made = folder.back_up(NOW, go_on)
    assert made is not None
    assert names(folder) == {later.name, made.where.name}


def test_after_a_start_the_newest_that_lies_there_is_the_last_backup(folder: BackupFolder) -> None:
    assert folder.newest(NOW) is None
    put(folder, days=3)
    newest = put(folder, days=2)
    last = folder.newest(NOW)
    assert last is not None
    assert (last.at, last.is_ok, last.where) == (NOW - timedelta(days=2), True, newest)


def test_a_folder_that_cannot_be_used_is_one_sentence(folder: BackupFolder) -> None:
    folder.folder.write_text("not a folder")
    with pytest.raises(StoreError, match=r"^The backups in .* cannot be looked through"):
        folder.back_up(NOW, go_on)
