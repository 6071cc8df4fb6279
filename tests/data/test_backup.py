"""A copy of the books: whole or not there, beside a running bot, and back again."""

import os
import resource
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from data.backup import copy_books, restore_books, verify_books
from data.store import StoreError, connect, migrate


@pytest.fixture
def books(tmp_path: Path):
    connection = connect(tmp_path / "league.sqlite3")
    migrate(connection)
    connection.execute("CREATE TABLE mark (number INTEGER)")
    connection.execute("INSERT INTO mark VALUES (1)")
    yield connection
    connection.close()


def test_a_backup_holds_what_still_lies_in_the_wal_and_leaves_the_wal_alone(books, tmp_path: Path):
    database, wal = tmp_path / "league.sqlite3", tmp_path / "league.sqlite3-wal"
    before = (wal.read_bytes(), database.read_bytes())
    copy_books(database, tmp_path / "kept" / "one.sqlite3")
    assert (wal.read_bytes(), database.read_bytes()) == before
    books.execute("INSERT INTO mark VALUES (2)")  # the bot goes on
    copy = sqlite3.connect(tmp_path / "kept" / "one.sqlite3")
    assert copy.execute("SELECT number FROM mark").fetchall() == [(1,)]
    copy.close()


def test_a_backup_leaves_out_a_change_that_is_not_committed(books, tmp_path: Path):
    books.execute("BEGIN IMMEDIATE")
    books.execute("INSERT INTO mark VALUES (2)")
    copy_books(tmp_path / "league.sqlite3", tmp_path / "one.sqlite3")
    books.execute("COMMIT")
    copy = sqlite3.connect(tmp_path / "one.sqlite3")
    assert copy.execute("SELECT number FROM mark").fetchall() == [(1,)]
    copy.close()


def test_a_backup_never_overwrites_a_file(books, tmp_path: Path):
    there = tmp_path / "one.sqlite3"
    there.write_bytes(b"kept")
    with pytest.raises(StoreError, match="already"):
        copy_books(tmp_path / "league.sqlite3", there)
    assert there.read_bytes() == b"kept"


def test_a_file_that_is_no_database_is_refused_and_leaves_nothing(tmp_path: Path):
    (tmp_path / "text.sqlite3").write_text("no books " * 200)
    with pytest.raises(StoreError):
        verify_books(tmp_path / "text.sqlite3")
    with pytest.raises(StoreError):
        copy_books(tmp_path / "text.sqlite3", tmp_path / "one.sqlite3")
    assert [file.name for file in tmp_path.iterdir()] == ["text.sqlite3"]


def names(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir()}


def numbers(path: Path) -> list[int]:
    with closing(sqlite3.connect(path)) as copy:
        return [number for (number,) in copy.execute("SELECT number FROM mark")]


def test_of_two_backups_at_once_into_one_name_the_second_is_refused_and_the_first_stands(books, tmp_path: Path):
    kept, made = tmp_path / "kept" / "one.sqlite3", []

    def another_is_made() -> bool:
        if not made:
            made.append(copy_books(tmp_path / "league.sqlite3", kept))
            books.execute("INSERT INTO mark VALUES (2)")
        return False

    with pytest.raises(StoreError, match="already"):
        copy_books(tmp_path / "league.sqlite3", kept, another_is_made)
    assert numbers(kept) == [1]
    assert names(kept.parent) == {"one.sqlite3"}


def test_on_a_disk_without_second_names_a_copy_is_made_and_none_is_overwritten(books, tmp_path: Path, monkeypatch):
    def none(*_: object) -> None:
        raise OSError("no second names here")

    monkeypatch.setattr("os.link", none)
    copy_books(tmp_path / "league.sqlite3", tmp_path / "kept" / "one.sqlite3")
    assert names(tmp_path / "kept") == {"one.sqlite3"}
    with pytest.raises(StoreError, match="already"):
        copy_books(tmp_path / "league.sqlite3", tmp_path / "kept" / "one.sqlite3")


def test_what_a_killed_copy_left_is_cleared_by_the_next_and_a_copy_under_way_is_left_alone(books, tmp_path: Path):
    database, kept = tmp_path / "league.sqlite3", tmp_path / "kept"
    kept.mkdir()
    left = {f"league-2026-03-1{day}.sqlite3.abcdefg{day}.part{more}" for day in "12" for more in ("", "-journal")}
    others = {"league-2026-03-11.sqlite3.part", "film.abcdefgh.part", "practice-2026-03-11.sqlite3.abcdefgh.part"}
    for name in left | others:
        (kept / name).write_bytes(b"half")
    under_way = []

    def another_is_made() -> bool:
        if not under_way:
            under_way.append(names(kept) - others)
            copy_books(database, kept / "league-2026-03-15.sqlite3")
        return False

    copy_books(database, kept / "league-2026-03-14.sqlite3", another_is_made)
    assert len(under_way[0]) == 1, "its own piece alone"
    assert names(kept) == {*others, "league-2026-03-14.sqlite3", "league-2026-03-15.sqlite3"}


def test_an_empty_file_is_no_obstacle_to_a_backup_or_to_a_restore(books, tmp_path: Path):
    kept, new = tmp_path / "one.sqlite3", tmp_path / "new.sqlite3"
    for path in (kept, new):
        path.touch()
    copy_books(tmp_path / "league.sqlite3", kept)
    restore_books(kept, new)
    assert numbers(kept) == numbers(new) == [1]


def test_a_backup_is_of_one_moment_though_people_go_on_while_it_is_made(
    books, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("data.backup.STEP_PAGES", 8)
    steps = []

    def another_row() -> bool:
        steps.append(books.execute("INSERT INTO mark VALUES (2)"))
        return False

    copy_books(tmp_path / "league.sqlite3", tmp_path / "one.sqlite3", another_row)
    assert len(steps) > 1
    assert numbers(tmp_path / "one.sqlite3") == [1]


def test_a_backup_given_up_leaves_nothing(books, tmp_path: Path):
    with pytest.raises(StoreError, match="stopping"):
        copy_books(tmp_path / "league.sqlite3", tmp_path / "kept" / "one.sqlite3", lambda: True)
    assert names(tmp_path / "kept") == set()


def test_a_check_can_be_given_up(books, tmp_path: Path):
    books.execute(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)"
        " INSERT INTO mark SELECT i FROM n"
    )
    with pytest.raises(StoreError, match="interrupted"):
        verify_books(tmp_path / "league.sqlite3", lambda: True)


def test_a_copy_with_other_rows_than_the_books_is_thrown_away(books, tmp_path: Path):
    kept = tmp_path / "kept"

    def a_row_is_lost() -> bool:
        (piece,) = (path for path in kept.iterdir() if path.suffix == ".part")
        with closing(sqlite3.connect(piece)) as copy:
            copy.execute("DELETE FROM mark")
            copy.commit()
        return False

    with pytest.raises(StoreError, match="other rows"):
        copy_books(tmp_path / "league.sqlite3", kept / "one.sqlite3", a_row_is_lost)
    assert names(kept) == set()


def test_books_that_are_damaged_make_no_backup(books, tmp_path: Path):
    books.execute("CREATE INDEX by_number ON mark (number)")
    books.execute("PRAGMA writable_schema = ON")
    books.execute("DELETE FROM sqlite_master WHERE name = 'by_number'")  # its page belongs to nothing now
    with pytest.raises(StoreError, match="damaged"):
        copy_books(tmp_path / "league.sqlite3", tmp_path / "kept" / "one.sqlite3")
    assert names(tmp_path / "kept") == set()


def test_a_row_that_points_nowhere_makes_no_backup(books, tmp_path: Path):
    books.execute("PRAGMA foreign_keys = OFF")
    books.execute("CREATE TABLE pointer (number INTEGER REFERENCES schema_migration (number))")
    books.execute("INSERT INTO pointer VALUES (999)")
    with pytest.raises(StoreError, match="damaged"):
        copy_books(tmp_path / "league.sqlite3", tmp_path / "one.sqlite3")


def test_a_full_disk_is_one_sentence_and_leaves_nothing(books, tmp_path: Path):
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, limits[1]))  # no file may grow larger
    try:
        with pytest.raises(StoreError, match=r"is there room.*\?$"):
            copy_books(tmp_path / "league.sqlite3", tmp_path / "kept" / "one.sqlite3")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert names(tmp_path / "kept") == set()


def test_a_check_says_the_schema_and_every_row(books, tmp_path: Path):
    assert (tmp_path / "league.sqlite3").is_file()
    found = verify_books(tmp_path / "league.sqlite3")
    assert found.rows["mark"] == 1
    assert found.schema == found.rows["schema_migration"]
    assert str(found) == f"schema {found.schema}, {sum(found.rows.values())} rows"


def test_a_restored_backup_is_the_books_as_they_stood(books, tmp_path: Path):
    copy_books(tmp_path / "league.sqlite3", tmp_path / "one.sqlite3")
    restored = restore_books(tmp_path / "one.sqlite3", tmp_path / "new" / "league.sqlite3")
    assert restored.rows["mark"] == 1
    assert names(tmp_path / "new") == {"league.sqlite3"}
    with closing(connect(tmp_path / "new" / "league.sqlite3")) as again:
        assert migrate(again) == restored.schema


@pytest.mark.parametrize("left", ["", "-wal", "-shm", "-journal"])
def test_nothing_is_restored_over_books_or_over_what_is_left_of_some(left: str, books, tmp_path: Path):
    copy_books(tmp_path / "league.sqlite3", tmp_path / "one.sqlite3")
    there = tmp_path / "new" / f"league.sqlite3{left}"
    there.parent.mkdir()
    there.write_bytes(b"kept")  # a WAL of other books would be played onto the restored ones
    with pytest.raises(StoreError, match=r"stop the bot, move league\.sqlite3.* to another folder"):
        restore_books(tmp_path / "one.sqlite3", tmp_path / "new" / "league.sqlite3")
    assert there.read_bytes() == b"kept"
    assert names(there.parent) == {there.name}


def test_a_damaged_backup_is_not_restored(books, tmp_path: Path):
    copy_books(tmp_path / "league.sqlite3", tmp_path / "one.sqlite3")
    whole = (tmp_path / "one.sqlite3").read_bytes()
    for number, spoilt in enumerate((whole[: len(whole) // 2], whole[:8192] + os.urandom(8192) + whole[16384:])):
        (tmp_path / f"spoilt-{number}").write_bytes(spoilt)
        with pytest.raises(StoreError, match=f"^[^ ]*spoilt-{number} "):  # the backup is to blame, by its name
            restore_books(tmp_path / f"spoilt-{number}", tmp_path / "new.sqlite3")
    with pytest.raises(StoreError, match="There is no file"):
        restore_books(tmp_path / "gone", tmp_path / "new.sqlite3")
    assert not (tmp_path / "new.sqlite3").exists()
