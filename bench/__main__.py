"""Every benchmark in one run, as ratios: prints the markdown of docs/benchmarks.md.

python -m bench            everything
python -m bench answer     one part: answer, step, table, decision, money, due, rows, start, load, mix, leagues or search
python -m bench rows --rows 20000    in smaller books than those of a million rows a table
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import sqlite3
import sys
from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

from bench import answer, decision, due, money, rows, step, table, tip
from bench.rig import NO_RIG, Rig, find_rig
from bench.turns import EMPTY, Found

ON_RIG = Path(__file__).with_name("on_rig.py")
MANY_ON_RIG = Path(__file__).with_name("many_on_rig.py")
ON_THE_RIG = {"start", "load", "mix", "leagues"}
HEAD = "| what | ours | against | ratio | bar | |\n| --- | --- | --- | --- | --- | --- |"


def machine() -> str:
    """What it ran on, without naming it."""
    model = "unknown processor"
    for line in (
        Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines() if Path("/proc/cpuinfo").exists() else ()
    ):
        if line.startswith("model name"):
            model = line.partition(":")[2].strip()
            break
    parts = [
        f"{os.cpu_count()} x {model}",
        f"{platform.system()} {platform.release().split('-')[0]}",
        f"Python {platform.python_version()}",
        f"SQLite {sqlite3.sqlite_version}",
        f"discord.py {version('discord.py')}",
    ]
    return ", ".join(parts)


def line(what: str, ours: str, theirs: str, ratio: float, bar: float | None = None, *, at_least: bool = False) -> str:
    """One row of the table; a row without a bar is told for its own sake."""
    if bar is None:
        return f"| {what} | {ours} | {theirs} | {ratio:.2f} | | |"
    held = ratio >= bar if at_least else ratio <= bar
    return f"| {what} | {ours} | {theirs} | {ratio:.2f} | {'≥' if at_least else '≤'} {bar:g} | {'holds' if held else 'MISSED'} |"


def row(found: Found, what: str, side: str, share: str, bar: float | None = None, against: str = EMPTY) -> str:
    """One row about sides that took turns."""
    ours, theirs = (f"{found.milliseconds(name, share):.3f} ms" for name in (side, against))
    return line(f"{what}, {share}", ours, theirs, found.ratio(side, share, against), bar)


def answer_rows() -> list[str]:
    """`/rule ask` in process with HTTP stubbed, against an empty bot's command."""
    found = asyncio.run(answer.measure())
    return [
        row(found, "`/rule ask`, HTTP stubbed, 25 questions in turn", "ask", "p50", 3.0),
        row(found, "the same", "ask", "p99"),
        row(found, "`/rule ask`, HTTP stubbed, words that never come twice", "anew", "p50"),
        row(found, "the same", "anew", "p99"),
    ]


def step_rows() -> list[str]:
    """An answer in a case in process with HTTP stubbed, against an empty bot's button."""
    found = asyncio.run(step.measure())
    rows = [
        row(found, "an answer in a case, HTTP stubbed, kept on disk", "step", "p50", 8.0),
        row(found, "the same", "step", "p99"),
        row(found, "what the disk alone takes to keep one row", step.DISK, "p50"),
    ]
    if found.has("memory"):
        rows.append(row(found, "an answer in a case, the database in memory", "memory", "p50"))
    return rows


def table_rows() -> list[str]:
    """`/table hand` in process with HTTP stubbed, against an empty bot's command, and with a long history."""
    found = asyncio.run(table.measure())
    rows = [
        row(found, "`/table hand`, HTTP stubbed, kept on disk", "short", "p50", 10.0),
        row(found, "the same", "short", "p99"),
        row(found, "`/table hand` after 100,000 steps, beside 100", "long", "p50", 1.2, against="short"),
        row(found, "the same", "long", "p99", against="short"),
    ]
    if found.has("memory"):
        rows.append(row(found, "`/table hand`, the database in memory", "memory", "p50"))
    return rows


def decision_rows() -> list[str]:
    """One decision of one book, against a millisecond."""
    found = decision.measure()

    def row(what: str, side: str, share: str, bar: float | None = 1.0) -> str:
        return line(f"{what}, {share}", f"{found[f'{side}_{share}']:.4f} ms", "1 ms", found[f"{side}_{share}"], bar)

    return [
        row(f"one decision found out, {found['decisions']} of them", "cold", "p50"),
        row("the same", "cold", "p99"),
        row("one decision remembered", "cached", "p50"),
        row("the same", "cached", "p99"),
        row("laying out an incident's worlds, once after the start", "layout", "p50", None),
        row("the same", "layout", "p99", None),
    ]


def money_rows() -> list[str]:
    """A booking against raw sqlite3, a balance in large books against small ones, a tip against an empty bot."""
    given = asyncio.run(tip.measure())
    tips = [
        row(given, "`/tip give`, HTTP stubbed, kept on disk", "tip", "p50", 10.0),
        row(given, "the same", "tip", "p99"),
        row(given, "what the disk alone takes to keep one row", step.DISK, "p50"),
    ]
    if given.has("memory"):
        tips.append(row(given, "`/tip give`, the database in memory", "memory", "p50"))
    booked = asyncio.run(money.bookings())
    looked = money.balances()
    return [
        line(
            "bookings per second, kept on disk",
            f"{booked['ours_per_second']:.0f}",
            f"{booked['raw_per_second']:.0f}",
            booked["ratio"],
            0.4,
            at_least=True,
        ),
        line(
            f"a balance at {money.LARGE:,} lines, against {money.SMALL:,}",
            f"{looked['large']:.1f} µs",
            f"{looked['small']:.1f} µs",
            looked["ratio"],
            1.2,
        ),
        *tips,
    ]


def due_rows() -> list[str]:
    """The due query among many jobs that lie ahead, against few."""
    found = asyncio.run(due.measure())
    what = f"taking what is due among {due.MANY:,} jobs ahead, beside {due.FEW:,}"
    return [row(found, what, "many", "p50", 1.2, "few"), row(found, "the same", "many", "p99", None, "few")]


def rows_rows(count: int) -> list[str]:
    """Every command and press in books of so many rows a table, against the same books with a hundred."""
    found = sorted(asyncio.run(rows.measure(count)), key=lambda one: one.ratio, reverse=True)
    told, apart = [], []
    for took in found:
        few, many = (f"{took.milliseconds(side):.2f} ms" for side in rows.SIDES)
        what = f"`{took.thing}` in books of {count:,} rows a table"
        if took.is_apart:
            what += f", which goes through all there is, to its end; the others wait {took.others_wait:.1f} ms"
            apart.append(line(what, many, few, took.ratio))
        else:
            told.append(line(what, many, few, took.ratio, 1.3))
    held = sum(one.ratio <= 1.3 for one in found if not one.is_apart)
    within = f"| {held} of {len(told)} commands and presses are within | | | | | |"
    return [*told[: len(told) - held + 5], within, *apart]


def mix_rows(rig: Rig) -> list[str]:
    """Interactions per second of a realistic mix, against the echo bot."""
    found = rig.figures(MANY_ON_RIG, "mix")
    ours, theirs = (f"{found[f'{side}_per_second']:.0f}" for side in ("bot", "echo"))
    spent = (f"{found[f'{side}_cpu']:.2f} ms" for side in ("bot", "echo"))
    return [
        line("a realistic mix per second, 16 at once", ours, theirs, found["ratio"], 0.4, at_least=True),
        line("processor time of one", *spent, found["bot_cpu"] / found["echo_cpu"]),
    ]


def leagues_rows(rig: Rig) -> list[str]:
    """Start-up and memory with a thousand leagues, against the echo bot in as many servers."""
    found = rig.figures(MANY_ON_RIG, "leagues", timeout=3600)

    def row(what: str, name: str, unit: str, digits: int) -> str:
        ours, theirs = (f"{found[f'{side}_{name}']:.{digits}f} {unit}" for side in ("bot", "echo"))
        return line(f"{what}, 1,000 leagues", ours, theirs, found[f"ratio_{name}"], 2.0)

    return [
        row("process start to the first answer", "seconds", "s", 2),
        row("resident memory then", "megabytes", "MB", 1),
        row("resident memory twenty seconds later", "later", "MB", 1),
    ]


def start_rows(rig: Rig) -> list[str]:
    """Process start to IDENTIFY and memory then, against the echo bot."""
    found = rig.figures(ON_RIG, "start")

    def row(what: str, name: str, unit: str, bar: float | None, digits: int) -> str:
        ours, theirs = found[f"bot_{name}"], found[f"echo_{name}"]
        return line(what, f"{ours:.{digits}f} {unit}", f"{theirs:.{digits}f} {unit}", found[f"ratio_{name}"], bar)

    return [
        row("process start to IDENTIFY", "seconds", "s", 1.5, 2),
        row("resident memory at IDENTIFY", "megabytes", "MB", 1.5, 1),
        row("resident memory five seconds later", "later", "MB", None, 1),
    ]


def load_rows(rig: Rig) -> list[str]:
    """Interactions per second at 16 at once, against the echo bot."""
    found = rig.figures(ON_RIG, "load")
    return [
        line(
            "`/rule ask` per second, 16 at once",
            f"{found['bot_per_second']:.0f}",
            f"{found['echo_per_second']:.0f}",
            found["ratio"],
            0.6,
            at_least=True,
        ),
        line(
            "processor time of one",
            f"{found['bot_cpu']:.2f} ms",
            f"{found['echo_cpu']:.2f} ms",
            found["bot_cpu"] / found["echo_cpu"],
        ),
        line(
            "first response under that load, p99",
            f"{found['bot_p99']:.1f} ms",
            f"{found['echo_p99']:.1f} ms",
            found["bot_p99"] / found["echo_p99"],
        ),
    ]


def search_table() -> None:
    """How often a question finds its clause, and a story its incident and facts."""
    from bench import search_quality, story_quality

    print("\n## Search")
    search_quality.main([])
    print("\n## Stories")
    story_quality.main([])


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description="Every benchmark, or some parts.")
    parser.add_argument("parts", nargs="*", metavar="PART")
    parser.add_argument("--rows", type=int, default=rows.ROWS, metavar="N", help="rows a table in the part rows")
    asked_for = parser.parse_args(arguments)
    wanted = asked_for.parts
    parts: dict[str, Callable[..., list[str]]] = {
        "answer": answer_rows,
        "step": step_rows,
        "table": table_rows,
        "decision": decision_rows,
        "money": money_rows,
        "due": due_rows,
        "rows": partial(rows_rows, asked_for.rows),
        "start": start_rows,
        "load": load_rows,
        "mix": mix_rows,
        "leagues": leagues_rows,
    }
    unknown = set(wanted) - {*parts, "search"}
    if unknown:
        print(f"No such part: {', '.join(sorted(unknown))}. There are {', '.join(parts)} and search.", file=sys.stderr)
        return 2
    asked = wanted or [*parts, "search"]
    if asked != ["search"]:
        print(f"{machine()}. Median of five rounds in one run, the two sides in turn.\n\n{HEAD}")
    rig = find_rig() if ON_THE_RIG & set(asked) else None
    for name, told in parts.items():
        if name not in asked:
            continue
        arguments: list[Any] = [rig] if name in ON_THE_RIG else []
        if arguments == [None]:
            print(f"| {name} | {NO_RIG} | | | | |")
            continue
        print("\n".join(told(*arguments)), flush=True)
    if "search" in asked:
        search_table()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
