"""Start-up: every wrong setting is one sentence, and nothing starts half."""

from __future__ import annotations

import logging
import socket
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import aiohttp
import pytest

import bot
from bot import BotSettings, WrongSetting, main, read_settings
from data.backup_folder import BackupFolder
from data.store import Store, connect

TOKEN = "MTIz.abc-DEF_456"
NAMES = (
    "DISCORD_TOKEN", "DATABASE_URL", "DISCORD_API_BASE", "LOG_LEVEL", "BACKUP_DIR", "BACKUP_KEEP", "HEALTH_PORT", "HEALTH_HOST",
)  # fmt: skip


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("dotenv.load_dotenv", lambda *_, **__: False)
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:], root.level = handlers, level


def test_without_settings_the_practice_page_is_served() -> None:
    database = Path("var/league.sqlite3")
    backups = BackupFolder(database, Path("var/backups"), 14)
    assert read_settings({}) == BotSettings(None, database, None, "INFO", backups)


def test_settings_are_read_as_written() -> None:
    environment = {
        "DISCORD_TOKEN": f" {TOKEN}\n",
        "DATABASE_URL": "sqlite:////srv/league.sqlite3",
        "DISCORD_API_BASE": "http://127.0.0.1:8080/api/v10/",
        "LOG_LEVEL": "debug",
        "BACKUP_DIR": "/srv/kept",
        "BACKUP_KEEP": "30",
        "HEALTH_PORT": " 8787 ",
        "HEALTH_HOST": "::1",
    }
    database = Path("/srv/league.sqlite3")
    backups = BackupFolder(database, Path("/srv/kept"), 30)
    expected = BotSettings(TOKEN, database, "http://127.0.0.1:8080/api/v10", "DEBUG", backups, 8787, "::1")
    assert read_settings(environment) == expected


@pytest.mark.parametrize("blank", ["", " ", "\n"])
def test_an_empty_setting_is_the_same_as_none(blank: str) -> None:
    assert read_settings(dict.fromkeys(NAMES, blank)) == read_settings({})


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
    ("BACKUP_DIR", __file__),
    ("BACKUP_KEEP", "for ever"),
    ("HEALTH_PORT", "0"),
    ("HEALTH_PORT", "65536"),
    ("HEALTH_PORT", "9" * 5000),
    ("HEALTH_PORT", "-1"),
    ("HEALTH_PORT", "80 80"),
    ("HEALTH_PORT", "٨٠"),
    ("HEALTH_PORT", "http"),
    ("HEALTH_HOST", "everywhere"),
    ("HEALTH_HOST", "127.0.0.1:80"),
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


def test_the_example_names_every_setting_of_a_bot_with_a_token() -> None:
    lines = (Path(bot.__file__).parent / ".env.example").read_text(encoding="utf-8").splitlines()
    named = {line.partition("=")[0] for line in lines if line and not line.startswith("#")}
    assert named == set(NAMES) - {"DISCORD_API_BASE"}  # that one is for tests


@pytest.mark.parametrize("host", ["127.0.0.1", "192.0.2.1"])
def test_main_ends_with_two_where_the_health_page_cannot_have_its_port(
    host: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
        monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/league.sqlite3")
        monkeypatch.setenv("HEALTH_PORT", str(port))
        monkeypatch.setenv("HEALTH_HOST", host)  # the second is nobody's
        assert main() == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(f"HEALTH_PORT {port} cannot be had on {host} (")


async def test_the_health_page_is_served_while_it_is_wanted_and_nothing_else(tmp_path: Path) -> None:
    from cogs.client import FloorBot

    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    settings = read_settings({"HEALTH_PORT": str(port)})
    store = await Store.open(tmp_path / "league.sqlite3")
    at = f"http://127.0.0.1:{port}"
    async with aiohttp.ClientSession() as session:
        async with bot.health_page(FloorBot(store, clock=lambda: datetime(2026, 3, 14, tzinfo=UTC)), settings):
            async with session.get(f"{at}/healthz") as answer:
                told = await answer.json()
                assert (answer.status, list(told["wrong"])) == (503, ["gateway"])
            async with session.get(f"{at}/") as answer:
                assert answer.status == 404
            async with session.post(f"{at}/healthz") as answer:
                assert answer.status == 405
        with pytest.raises(aiohttp.ClientConnectorError):
            await session.get(f"{at}/healthz")
    await store.close()


def test_a_bot_without_a_health_page_reads_no_web_server() -> None:
    found = "import bot, cogs.client, sys; print('aiohttp.web' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", found], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "False\n"


@pytest.mark.parametrize(
    ("code", "status"), [(4004, 2), (4010, 1), (4011, 1), (4012, 2), (4013, 2), (4014, 2), (4999, 2)]
)
def test_what_discord_refuses_for_good_is_one_sentence_with_its_status(code: int, status: int) -> None:
    sentence, found = bot.refused(code)
    assert found == status and sentence.endswith(".") and sentence.count(". ") == 0
    assert ("DISCORD_TOKEN" in sentence) == (code == 4004)
