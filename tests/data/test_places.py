"""Where the books and their backups lie, as it is set."""

from __future__ import annotations

from pathlib import Path

import pytest

from data.backup_folder import BackupFolder
from data.places import WrongSetting, read_backups, read_database

BOOKS = Path("/srv/floor/league.sqlite3")


def test_backups_lie_beside_the_books_for_two_weeks_where_nothing_is_set() -> None:
    assert read_backups({}, BOOKS) == BackupFolder(BOOKS, Path("/srv/floor/backups"), 14)
    assert read_backups({"BACKUP_DIR": " ", "BACKUP_KEEP": ""}, BOOKS) == read_backups({}, BOOKS)


@pytest.mark.parametrize(("days", "kept"), [("1", 1), (" 30\n", 30), ("3650", 3650)])
def test_backups_lie_where_they_are_told_to_for_as_long(days: str, kept: int, tmp_path: Path) -> None:
    environment = {"BACKUP_DIR": str(tmp_path / "not" / "there"), "BACKUP_KEEP": days}
    assert read_backups(environment, BOOKS) == BackupFolder(BOOKS, tmp_path / "not" / "there", kept)


@pytest.mark.parametrize("days", ["0", "-1", "+7", "7.5", "a week", "1_0", "٧", "3651", "9" * 5000])
def test_a_number_of_days_that_is_none_is_refused(days: str) -> None:
    with pytest.raises(WrongSetting, match=r"^BACKUP_KEEP must be a number of days from 1 to 3650"):
        read_backups({"BACKUP_KEEP": days}, BOOKS)


@pytest.mark.parametrize("name", ["file", "x" * 300])
def test_a_folder_that_cannot_be_one_is_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(WrongSetting, match=r"^BACKUP_DIR must name a folder.*\.$"):
        read_backups({"BACKUP_DIR": str(tmp_path / name)}, BOOKS)


def test_a_home_folder_is_meant_as_people_type_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert read_database({"DATABASE_URL": "sqlite:///~/league.sqlite3"}) == tmp_path / "league.sqlite3"
    assert read_backups({"BACKUP_DIR": "~/backups"}, BOOKS).folder == tmp_path / "backups"


def test_a_home_folder_of_nobody_is_refused() -> None:
    with pytest.raises(WrongSetting, match=r"^BACKUP_DIR begins with a home folder that is not known"):
        read_backups({"BACKUP_DIR": "~nobody-of-that-name/backups"}, BOOKS)
