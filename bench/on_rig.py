"""What the rig measures, run by the rig's own interpreter (see rig.py): starts, memory, interactions per second.

    python bench/on_rig.py start    -> process start to IDENTIFY and memory then, of the bot and of the echo bot
    python bench/on_rig.py load     -> interactions per second at 16 at once of both

Both bots run on the product's interpreter and packages. The last line is JSON.
"""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

RIG = Path(os.environ["RIG_DIR"])
PRODUCT = Path(os.environ["PRODUCT_DIR"])
PYTHON = os.environ["PRODUCT_PYTHON"]
sys.path[:0] = [str(RIG), str(PRODUCT)]

from loopback import Rig  # noqa: E402 - its place is known only now

from bench.questions import question  # noqa: E402

ROUNDS = int(os.environ.get("BENCH_ROUNDS", "5"))
LOAD = 1000
AT_ONCE = 16
SIDES = ("echo", "bot")


def process_of(side: str, folder: str) -> tuple[list[str], Path, dict[str, str]]:
    """How to start the echo bot or ours."""
    if side == "echo":
        return [PYTHON, "bot.py"], RIG / "echo_bot", {"PYTHONDONTWRITEBYTECODE": "1"}
    return [PYTHON, "bot.py"], PRODUCT, {"DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3", "LOG_LEVEL": "WARNING"}


async def start_once(rig: Any, side: str, folder: str) -> tuple[float, float, float]:
    """Seconds to IDENTIFY, megabytes at IDENTIFY, megabytes five seconds later."""
    argv, cwd, env = process_of(side, folder)
    environment = {**os.environ, "DISCORD_TOKEN": rig.server.token, "DISCORD_API_BASE": rig.base, **env}
    before = rig.server.identifies
    started = time.perf_counter()
    with (Path(folder) / f"{side}.log").open("ab") as log:
        process = await asyncio.create_subprocess_exec(*argv, cwd=cwd, env=environment, stdout=log, stderr=log)
    while rig.server.identifies == before:
        if process.returncode is not None or time.perf_counter() - started > 30:
            raise RuntimeError(f"the {side} did not identify:\n{(Path(folder) / f'{side}.log').read_text()[-2000:]}")
        await asyncio.sleep(0.001)
    seconds = time.perf_counter() - started
    memory = resident(process.pid)
    await asyncio.sleep(5)  # on_ready comes two seconds after the last server, and with it the rules
    later = resident(process.pid)
    process.terminate()
    await process.wait()
    rig.server.session = None
    rig.server.ready.clear()
    return seconds, memory, later


def resident(pid: int) -> float:
    """Megabytes of resident memory."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise RuntimeError("no VmRSS")


def of_starts(found: Mapping[str, Sequence[tuple[float, float, float]]]) -> dict[str, float]:
    """What starts came to: the medians of each side's rounds, and of the ratios round by round."""
    figures: dict[str, float] = {}
    for number, name in enumerate(("seconds", "megabytes", "later")):
        for side in SIDES:
            figures[f"{side}_{name}"] = statistics.median(row[number] for row in found[side])
        pairs = zip(found["bot"], found["echo"], strict=True)
        figures[f"ratio_{name}"] = statistics.median(bot[number] / echo[number] for bot, echo in pairs)
    return figures


async def starts() -> dict[str, float]:
    """Alternating starts; the first of each, which syncs commands and writes bytecode, is not counted."""
    found: dict[str, list[tuple[float, float, float]]] = {side: [] for side in SIDES}
    with tempfile.TemporaryDirectory() as folder:
        rigs = {side: await Rig.start() for side in SIDES}
        for turn in range(ROUNDS + 1):
            for side in SIDES:
                measured = await start_once(rigs[side], side, folder)
                if turn:
                    found[side].append(measured)
        for rig in rigs.values():
            await rig.close()
    return of_starts(found)


async def load() -> dict[str, float]:
    """Both bots stay up, each on a rig of its own; rounds of load alternate between them."""
    commands = {"echo": "echo", "bot": "rule ask"}
    options = {"echo": lambda i: {"text": question(i)}, "bot": lambda i: {"question": question(i)}}
    found: dict[str, list[dict[str, Any]]] = {side: [] for side in SIDES}
    with tempfile.TemporaryDirectory() as folder:
        rigs, users = {}, {}
        for side in SIDES:
            rigs[side] = await Rig.start()
            users[side] = [rigs[side].add_user(f"u{number}") for number in range(64)]
            argv, cwd, env = process_of(side, folder)
            await rigs[side].launch_bot(argv, cwd=cwd, env=env)
            await rigs[side].load(users[side], commands[side], 300, AT_ONCE, options=options[side])
        for _ in range(ROUNDS):
            for side in SIDES:
                rig = rigs[side]
                found[side].append(await rig.load(users[side], commands[side], LOAD, AT_ONCE, options=options[side]))
                for channel in rig.guild.channels.values():
                    channel.messages.clear()
                del rig.server.log[:]
        figures: dict[str, Any] = {"bot_megabytes": rigs["bot"].bot.rss_mb, "echo_megabytes": rigs["echo"].bot.rss_mb}
        for rig in rigs.values():
            await rig.close()
    for side in SIDES:
        rows = found[side]
        if any(row["errors"] or row["violations"] for row in rows):
            raise RuntimeError(f"errors under load: {[row['error_kinds'] for row in rows]}")
        figures[f"{side}_per_second"] = statistics.median(row["per_second"] for row in rows)
        figures[f"{side}_p99"] = statistics.median(row["first_ms"]["p99"] for row in rows)
        figures[f"{side}_cpu"] = statistics.median(row["bot_cpu_ms_each"] for row in rows)
    pairs = zip(found["bot"], found["echo"], strict=True)
    figures["ratio"] = statistics.median(bot["per_second"] / echo["per_second"] for bot, echo in pairs)
    return figures


if __name__ == "__main__":
    print(json.dumps(asyncio.run({"start": starts, "load": load}[sys.argv[1]]())))
