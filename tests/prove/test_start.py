"""The real process with a wrong setting: one sentence on the screen, status 2, and the token nowhere."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from data.store import MIGRATIONS

pytestmark = pytest.mark.prove

ROOT = Path(__file__).resolve().parents[2]
TOKEN = "MTk4NjIyNDgzNDcx.Cl2FMQ.secret-part-of-it"
NOWHERE = "http://127.0.0.1:9/api/v10"  # nobody listens there: a setting that is let through fails at once


def started(**settings: str) -> subprocess.CompletedProcess[str]:
    """Start the bot as it is started for real, with these settings and no others."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    environment = {**kept, "DISCORD_TOKEN": TOKEN, "DISCORD_API_BASE": NOWHERE, **settings}
    return subprocess.run(
        [sys.executable, "bot.py"], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=40, check=False
    )


def check_sentence(done: subprocess.CompletedProcess[str], *named: str) -> None:
    lines = (done.stdout + done.stderr).strip().splitlines()
    said = "\n".join(line for line in lines if not line.startswith('{"at": '))  # the log goes the same way
    assert done.returncode == 2, (done.returncode, said)
    assert len(said.splitlines()) == 1, said
    assert said.endswith("."), said
    assert TOKEN not in done.stdout + done.stderr
    for name in named:
        assert name in said, said


@pytest.mark.parametrize("level", ["LOUD", "TRACE", "7", "debug info"])
def test_a_wrong_log_level_is_told_in_one_sentence(level: str) -> None:
    check_sentence(started(LOG_LEVEL=level), "LOG_LEVEL", "INFO")


@pytest.mark.parametrize(("name", "value"), [("BACKUP_KEEP", "0"), ("BACKUP_KEEP", "weeks"), ("BACKUP_DIR", __file__)])
def test_a_wrong_place_for_backups_is_told_in_one_sentence(name: str, value: str) -> None:
    check_sentence(started(**{name: value}), name)


@pytest.mark.parametrize("token", ["two words", "tab\there", "naïve", "Bot abc.def.ghi", '"quoted token"'])
def test_a_token_that_cannot_be_one_is_told_in_one_sentence(token: str) -> None:
    done = started(DISCORD_TOKEN=token)
    check_sentence(done, "DISCORD_TOKEN")
    assert token not in done.stderr


@pytest.mark.parametrize("base", ["ftp://127.0.0.1/api", "127.0.0.1:80", "x", "http://", "http://[::1"])
def test_a_wrong_api_base_is_told_in_one_sentence(base: str) -> None:
    check_sentence(started(DISCORD_API_BASE=base), "DISCORD_API_BASE")


@pytest.mark.parametrize(("name", "value"), [("HEALTH_PORT", "http"), ("HEALTH_PORT", "0"), ("HEALTH_HOST", "here")])
def test_a_wrong_health_page_is_told_in_one_sentence(name: str, value: str) -> None:
    check_sentence(started(**{name: value}), name)


def test_an_api_base_where_nobody_listens_is_told_in_one_sentence() -> None:
    check_sentence(started(), "DISCORD_API_BASE")


@pytest.mark.parametrize(
    "url", ["postgresql://localhost/league", "league.sqlite3", "sqlite:league", "sqlite:///", "sqlite://", "mysql:///x"]
)
def test_a_database_url_of_another_shape_is_told_in_one_sentence(url: str) -> None:
    check_sentence(started(DATABASE_URL=url), "DATABASE_URL")


@pytest.fixture
def answering_base() -> str:
    """The database is opened after Discord has answered; here an address that answers like Discord."""
    import json
    import threading
    from http.server import BaseHTTPRequestHandler, HTTPServer

    class Gateway(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = json.dumps({"url": "ws://127.0.0.1:9/gateway", "message": "401: Unauthorized"}).encode()
            self.send_response(200 if self.path.endswith("/gateway/bot") else 401)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *ignored: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Gateway)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/api/v10"
    server.shutdown()
    server.server_close()


@pytest.fixture
def wrong_databases(tmp_path: Path) -> dict[str, str]:
    """Files that cannot be the league's database, by what is wrong with them."""
    text = tmp_path / "text.sqlite3"
    text.write_text("This is no database, it is a shopping list. " * 200, encoding="utf-8")
    newer = tmp_path / "newer.sqlite3"
    with closing(sqlite3.connect(newer)) as connection:
        connection.execute("CREATE TABLE schema_migration (number INTEGER PRIMARY KEY, name TEXT, applied_at INTEGER)")
        connection.execute("INSERT INTO schema_migration VALUES (9999, 'from the future', 0)")
        connection.commit()
    broken = tmp_path / "broken.sqlite3"
    with closing(sqlite3.connect(broken)) as connection:
        connection.execute("CREATE TABLE setting (x)")
        connection.executemany("INSERT INTO setting VALUES (?)", [("x" * 500,) for _ in range(200)])
        connection.commit()
    broken.write_bytes(broken.read_bytes()[:100] + b"\xff" * 9000)
    foreign = tmp_path / "foreign.sqlite3"
    with closing(sqlite3.connect(foreign)) as connection:
        connection.execute("CREATE TABLE setting (id INTEGER)")
        connection.commit()
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    return {
        "a directory": str(tmp_path),
        "below a file": str(file / "league.sqlite3"),
        "where nothing can be made": "/proc/league/league.sqlite3",
        "a full disk": "/dev/full",
        "text": str(text),
        "broken": str(broken),
        "newer": str(newer),
        "another program's": str(foreign),
    }


@pytest.mark.parametrize(
    "wrong",
    [
        "a directory",
        "below a file",
        "where nothing can be made",
        "a full disk",
        "text",
        "broken",
        "newer",
        "another program's",
    ],
)
def test_a_database_that_cannot_be_used_is_told_in_one_sentence(
    wrong: str, wrong_databases: dict[str, str], answering_base: str
) -> None:
    path = wrong_databases[wrong]
    for _ in range(3):  # a thread that is left behind complains now and then only
        check_sentence(started(DATABASE_URL=f"sqlite:///{path}", DISCORD_API_BASE=answering_base), "database")


def test_a_newer_schema_is_named_with_what_to_do(wrong_databases: dict[str, str], answering_base: str) -> None:
    done = started(DATABASE_URL=f"sqlite:///{wrong_databases['newer']}", DISCORD_API_BASE=answering_base)
    known = max(int(file.name[:4]) for file in MIGRATIONS.glob("*.sql"))
    check_sentence(done, "9999", str(known))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_database_is_told_in_one_sentence(tmp_path: Path, answering_base: str) -> None:
    file = tmp_path / "league.sqlite3"
    file.write_bytes(b"")
    file.chmod(0o400)
    tmp_path.chmod(0o500)
    check_sentence(started(DATABASE_URL=f"sqlite:///{file}", DISCORD_API_BASE=answering_base), "database")


def test_a_token_discord_refuses_is_told_in_one_sentence(tmp_path: Path, answering_base: str) -> None:
    done = started(DATABASE_URL=f"sqlite:///{tmp_path}/league.sqlite3", DISCORD_API_BASE=answering_base)
    check_sentence(done, "DISCORD_TOKEN")
