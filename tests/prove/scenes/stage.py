"""What every scene stands on: a rig, our bot as a real process on it, people, and the checks that always hold.

Run by the rig's interpreter (see bench/rig.py): it knows the product only as a process and a database file.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

RIG = Path(os.environ["RIG_DIR"])
PRODUCT = Path(os.environ["PRODUCT_DIR"])
PYTHON = os.environ["PRODUCT_PYTHON"]
sys.path[:0] = [str(RIG), str(PRODUCT)]

from loopback import Rig  # noqa: E402 - its place is known only now

QUESTION = "the button got one card too many and betting has started"
NO_PINGS = {"users": [], "roles": [], "everyone": False}
BROKEN = "Something broke"
CALLBACK = r"^/interactions/\d+/.*/callback"

Scene = Callable[..., Awaitable[dict[str, Any] | None]]
SCENES: dict[str, Scene] = {}


def scene(function: Scene) -> Scene:
    """Make a scene known by its name."""
    SCENES[function.__name__] = function
    return function


class Stage:
    """One rig with one bot; `errors_expected` says that the scene makes the bot log errors on purpose."""

    def __init__(self, rig: Any, folder: Path) -> None:
        self.rig, self.folder = rig, folder
        self.host = rig.add_user("hanna", permissions="manage_guild")
        self.ann, self.bob = rig.add_user("ann"), rig.add_user("bob")
        self.logs: list[Path] = []
        self.errors_expected = False
        self.failures_expected = False

    @property
    def database(self) -> Path:
        return self.folder / "league.sqlite3"

    def environment(self, **more: str) -> dict[str, str]:
        return {"DATABASE_URL": f"sqlite:///{self.database}", "LOG_LEVEL": "INFO", **more}

    async def start(self, **more: str) -> Any:
        """Start the bot, or start it again on the same database."""
        bot = await self.rig.launch_bot([PYTHON, "bot.py"], cwd=PRODUCT, env=self.environment(**more))
        self.logs.append(bot.log_path)
        return bot

    async def ask(self, who: Any = None, words: str = QUESTION, **more: Any) -> Any:
        return await self.rig.slash(who or self.ann, "rule ask", question=words, **more)

    async def asked(self, who: Any = None, words: str = QUESTION, **more: Any) -> Any:
        """Ask, and see that a whole private answer comes."""
        answer = await self.ask(who, words, **more)
        check_private(answer)
        assert BROKEN not in answer.text, (answer.text, self.log_lines()[-1:])
        return answer

    def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """Read the database file from outside."""
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as connection:
            return connection.execute(sql, values).fetchall()

    def log_lines(self) -> list[dict[str, Any]]:
        """Every line of every start's log; fails on a line that is no JSON object."""
        lines = []
        for log in self.logs:
            for line in log.read_text(encoding="utf-8", errors="replace").splitlines():
                entry = json.loads(line)
                assert isinstance(entry, dict) and {"at", "level", "says"} <= entry.keys(), line
                lines.append(entry)
        return lines

    def check(self) -> None:
        """What holds at the end of every scene."""
        cut = "RIG BUG: ConnectionResetError"  # the rig's word for a process that ended while it was answered
        broken = [entry for entry in self.rig.violations if not entry["reason"].startswith(cut)]
        assert broken == [], broken
        failed = [] if self.failures_expected else self.rig.failed_requests()
        assert failed == [], failed
        bad = [line for line in self.log_lines() if line["level"] in ("error", "critical")]
        assert self.errors_expected or bad == [], bad
        for log in self.logs:
            assert self.rig.server.token not in log.read_text(encoding="utf-8", errors="replace"), (
                "the token is in the log"
            )


def check_private(response: Any) -> None:
    """One private message that pings nobody, accepted by Discord."""
    assert response.ok, response
    assert response.kind == 4, response
    assert response.ephemeral, response
    assert len(response.messages) == 1, response.messages
    assert response.text.strip(), response
    check_no_pings(response)


def check_no_pings(response: Any) -> None:
    for message in response.new + response.edits:
        assert message.pings == NO_PINGS, (message.pings, message.text)


@asynccontextmanager
async def staged(*, start: bool = True, **options: Any) -> AsyncIterator[Stage]:
    """A stage with the bot on it; at the end everything is checked that always holds."""
    with tempfile.TemporaryDirectory() as folder:
        rig = await Rig.start(log_dir=folder, **options)
        try:
            stage = Stage(rig, Path(folder))
            if start:
                await stage.start()
            yield stage
            if rig.bot is not None and rig.bot.returncode is None:
                assert await rig.stop_bot() == 0, rig.bot.log[-2000:]
            stage.check()
        finally:
            await rig.close()
