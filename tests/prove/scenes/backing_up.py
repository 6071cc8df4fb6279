"""The running bot backs its books up by itself, and gives a backup up when it is told to stop."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from ending import ended
from stage import Stage, scene, staged

SOONEST = 120.0  # seconds from the start to the first backup, at most
MEGABYTES = 200


def fill(database: Path) -> None:
    """Books so big that a copy lasts a while."""
    rows = ((number, f'"{os.urandom(350).hex()}"') for number in range(1, MEGABYTES * 1_200))
    with closing(sqlite3.connect(database)) as connection:
        connection.executemany("INSERT INTO audit VALUES (9, ?, 1, 1, 'zone', ?)", rows)
        connection.commit()


async def appeared(stage: Stage, pattern: str) -> Path:
    """The file of the backups' folder that is called so, as soon as it is there."""
    limit = time.monotonic() + SOONEST
    while time.monotonic() < limit:
        for path in (stage.folder / "backups").glob(pattern):
            return path
        await asyncio.sleep(0.01)
    raise AssertionError(f"no {pattern} within {SOONEST:.0f} s")


@scene
async def backed_up_while_running() -> dict[str, Any]:
    """Stopped in the middle of its first backup, it leaves nothing; started again, it makes it, and answers meanwhile."""
    async with staged() as stage:
        await ended(stage)
        fill(stage.database)
        await stage.start()
        await appeared(stage, "*.part")
        stopping = await ended(stage)
        assert list((stage.folder / "backups").iterdir()) == []
        await stage.start()
        await appeared(stage, "*.part")
        began = time.monotonic()
        await stage.asked()
        answered = time.monotonic() - began
        made = await appeared(stage, "*.sqlite3")
        await asyncio.sleep(0.5)
        says = [line["says"] for line in stage.log_lines()]
        assert any(str(made.parent) in line and "14 days" in line for line in says), says
        assert any(line.startswith(f"The backup {made} is made and checked") for line in says), says
        with closing(sqlite3.connect(f"file:{made}?mode=ro", uri=True)) as connection:
            held = connection.execute("SELECT COUNT(*) FROM audit WHERE league_id = 9").fetchone()[0]
        assert held == MEGABYTES * 1_200 - 1
        return {
            "megabytes": made.stat().st_size // 10**6,
            "stopped in the middle within s": round(stopping, 2),
            "answered meanwhile within s": round(answered, 2),
        }
