"""A process of ours is let live for a moment and then killed."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent


def lived(program: str, database: Path, life_seconds: float) -> list[tuple[int, str]]:
    """Let it work for so long, kill it, and return what it had acknowledged: league and key."""
    process = subprocess.Popen([sys.executable, HERE / program, database], stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    time.sleep(life_seconds)
    process.kill()
    said = process.stdout.read().decode()
    process.wait()
    process.stdout.close()
    whole = said[: said.rfind("\n") + 1]
    return [(int(league_id), key) for league_id, key in (line.split(" ") for line in whole.splitlines())]
