"""python -m data: what a host types to back up, check and restore, and what it answers."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from data.__main__ import main
from data.store import connect, migrate

NOW = datetime(2026, 3, 14, 19, 30, tzinfo=UTC)
BACKUP = "league-2026-03-14T193000Z.sqlite3"
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The books of a bot that runs and goes on writing."""
    monkeypatch.setattr("dotenv.load_dotenv", lambda *_, **__: False)
    monkeypatch.setattr("os.umask", lambda _: 0)
    for name in ("BACKUP_DIR", "BACKUP_KEEP"):
        monkeypatch.delenv(name, raising=False)
    database = tmp_path / "league.sqlite3"
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{database}")
    with closing(connect(database)) as books:
        migrate(books)
        yield database


def both(database: Path) -> tuple[bytes, bytes]:
    return database.read_bytes(), database.with_name(f"{database.name}-wal").read_bytes()


def test_a_backup_beside_a_running_bot_leaves_file_and_wal_as_they_are(running: Path) -> None:
    before = both(running)
    assert before[1], "nothing lies in the WAL, so nothing is shown"
    command = [sys.executable, "-m", "data"]
    subprocess.run([*command, "backup"], cwd=ROOT, check=True, timeout=30, stdout=subprocess.DEVNULL)
    subprocess.run([*command, "check"], cwd=ROOT, check=True, timeout=30, stdout=subprocess.DEVNULL)
    assert both(running) == before
    assert len(list((running.parent / "backups").iterdir())) == 1


def test_a_backup_goes_where_it_is_told_and_says_where(running: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["backup", "--to", str(running.parent / "stick")], NOW) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"{running.parent / 'stick' / BACKUP} is made and checked: schema ")
    assert main(["backup"], NOW) == 0
    assert (running.parent / "backups" / BACKUP).is_file()


def test_a_backup_is_restored_where_no_books_are(
    running: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    main(["backup"], NOW)
    backup = str(running.parent / "backups" / BACKUP)
    assert main(["restore", backup], NOW) == 1
    assert "stop the bot, move league.sqlite3, league.sqlite3-wal" in capsys.readouterr().err
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{running.parent / 'new' / 'league.sqlite3'}")
    assert main(["restore", backup], NOW) == 0
    assert capsys.readouterr().out.endswith("Start the bot.\n")
    assert main(["check"], NOW) == 0


@pytest.mark.parametrize(
    ("typed", "status", "says"),
    [
        (["check", "gone.sqlite3"], 1, "There is no file gone.sqlite3"),
        (["restore", "gone.sqlite3"], 1, "Nothing was restored"),
        (["check", __file__], 1, "cannot be read as a league's books"),
        (["check", "a" * 5_000], 1, "cannot be looked at (File name too long)"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    typed: list[str], status: int, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(typed, NOW) == status
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert says in err


@pytest.mark.parametrize("typed", [["backup"], ["check"], ["restore", __file__]])
def test_books_that_cannot_be_looked_at_are_one_sentence(
    typed: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{'a' * 5_000}")
    assert main(typed, NOW) == 1
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)


@pytest.mark.parametrize("name", ["DATABASE_URL", "BACKUP_KEEP"])
def test_a_wrong_setting_ends_it_with_two_and_is_named(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, "x")
    assert main(["backup"], NOW) == 2
    assert capsys.readouterr().err.startswith(name)


@pytest.mark.parametrize("typed", [[], ["burn"], ["restore"], ["backup", "here"]])
def test_asked_wrongly_it_says_how_to_ask(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(typed, NOW)
    assert left.value.code == 2
    assert "usage: python -m data" in capsys.readouterr().err
