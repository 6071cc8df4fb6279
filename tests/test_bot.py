"""Start-up: every wrong setting is one sentence, and nothing starts half."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

import bot
from bot import BotSettings, WrongSetting, main, read_settings
from data.store import Store, connect

TOKEN = "MTIz.abc-DEF_456"


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("DISCORD_TOKEN", "DATABASE_URL", "DISCORD_API_BASE", "LOG_LEVEL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("dotenv.load_dotenv", lambda *_, **__: False)
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:], root.level = handlers, level


def test_without_settings_the_practice_page_is_served() -> None:
    assert read_settings({}) == BotSettings(None, Path("var/league.sqlite3"), None, "INFO")


def test_settings_are_read_as_written() -> None:
    environment = {
        "DISCORD_TOKEN": f" {TOKEN}\n",
        "DATABASE_URL": "sqlite:////srv/league.sqlite3",
        "DISCORD_API_BASE": "http://127.0.0.1:8080/api/v10/",
        "LOG_LEVEL": "debug",
    }
    expected = BotSettings(TOKEN, Path("/srv/league.sqlite3"), "http://127.0.0.1:8080/api/v10", "DEBUG")
    assert read_settings(environment) == expected


@pytest.mark.parametrize("blank", ["", " ", "\n"])
def test_an_empty_setting_is_the_same_as_none(blank: str) -> None:
    names = ("DISCORD_TOKEN", "DATABASE_URL", "DISCORD_API_BASE", "LOG_LEVEL")
    assert read_settings(dict.fromkeys(names, blank)) == read_settings({})


WRONG = [
    ("DISCORD_TOKEN", "my token"),
    ("DISCORD_TOKEN", "tökén"),
    ("DISCORD_TOKEN", "abc\x00def"),
    ("DISCORD_TOKEN", "abc\u200bdef"),
    ("DATABASE_URL", "league.sqlite3"),
    ("DATABASE_URL", "postgresql:///league"),
    ("DATABASE_URL", "sqlite://league.sqlite3"),
    ("DATABASE_URL", "sqlite:///"),
    ("DISCORD_API_BASE", "127.0.0.1:8080"),
    ("DISCORD_API_BASE", "ftp://x"),
    ("LOG_LEVEL", "loud"),
    ("LOG_LEVEL", "10"),
]


@pytest.mark.parametrize(("name", "value"), WRONG)
def test_a_wrong_setting_is_one_sentence_that_names_it(name: str, value: str) -> None:
    with pytest.raises(WrongSetting) as error:
        read_settings({name: value})
    said = str(error.value)
    assert said.startswith(name)
    assert said.endswith(".")
    assert "\n" not in said
    assert name != "DISCORD_TOKEN" or value not in said, "a token is never shown"


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, value in WRONG if "\x00" not in value])
def test_main_ends_with_two_and_says_why(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(name, value)
    assert main() == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(name)


def in_the_way(folder: Path) -> Path:
    (folder / "var").write_text("not a folder", encoding="utf-8")
    return folder / "var" / "league.sqlite3"


def no_database(folder: Path) -> Path:
    (folder / "league.sqlite3").write_text("a shopping list\n" * 100, encoding="utf-8")
    return folder / "league.sqlite3"


def newer(folder: Path) -> Path:
    path = folder / "league.sqlite3"
    import asyncio

    async def made() -> None:
        await (await Store.open(path)).close()

    asyncio.run(made())
    connection = connect(path)
    connection.execute("INSERT INTO schema_migration VALUES (9998, '9998_later', 1)")
    connection.close()
    return path


@pytest.mark.parametrize("spoil", [in_the_way, no_database, newer])
def test_main_ends_with_two_where_the_database_cannot_be_used(
    spoil: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert callable(spoil)
    path = spoil(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{path}")
    assert main() == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "database" in err
    assert TOKEN not in err


def test_complaints_go_to_standard_error_with_their_status(capsys: pytest.CaptureFixture[str]) -> None:
    assert bot.complain("No.", 1) == 1
    assert capsys.readouterr() == ("", "No.\n")
