"""Every interaction that any test of the cogs makes is delivered twice: at once, and once more after a stop.

At once, every test still sees what it saw. After a stop nothing that is kept changes by it; there a test that holds on
to the bot that was stopped may fail for that alone. Every command and every route is among what was delivered.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import discord
import pytest
from conftest import ROOT, Clock

from cogs.client import COGS, FloorBot
from cogs.shared import routes
from data.store import Store

pytestmark = pytest.mark.prove

HERE = Path(__file__).parent
APART = (  # they count requests or log lines, or the second delivery meets what was to fail in the first
    "test_settings_are_read_once_until_they_change",
    "test_a_picture_that_cannot_be_drawn_keeps_no_ruling_back",
    "test_an_answer_whose_redrawing_was_lost_is_drawn_by_the_next_press",
    "test_a_lost_answer_to_the_ruling_keeps_nothing_from_the_tables_card",
    "test_a_card_that_was_deleted_comes_back_where_staff_do_something_next",
    "test_what_breaks_is_told_in_one_sentence_and_logged",
    "test_a_picture_that_cannot_be_drawn_is_said_in_a_sentence",
    "test_a_chart_that_cannot_be_drawn_is_said_in_a_sentence",
    "test_an_answer_counts_as_slow_after_two_seconds",
    "test_a_command_and_a_press_that_fail_count_and_a_refusal_does_not",
    "test_everybody_does_what_the_table_allows_and_nothing_else",  # it reads what each delivery raised
    "test_live",  # a feature made up for the test, which counts every press
)


def run(how: str, log: Path) -> tuple[subprocess.CompletedProcess[str], list[tuple[str, list[str], str]]]:
    """The cogs' tests with everything delivered twice in this way; what was delivered, and what changed by it."""
    environment = {
        **os.environ,
        "DELIVERED": how,
        "DELIVERED_LOG": str(log),
        "PYTHONPATH": f"{HERE}{os.pathsep}{HERE.parent}",
    }
    command = [sys.executable, "-m", "pytest", "-q", "-p", "delivering", "--timeout=600", "tests/cogs"]
    which = ["-m", "not browser and not prove", "-k", f"not ({' or '.join(APART)})"]
    done = subprocess.run(
        [*command, *which], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=1700, check=False
    )
    return done, [tuple(json.loads(line)) for line in log.read_text(encoding="utf-8").splitlines()]


async def everything(store: Store) -> set[str]:
    """Every command and every route there is."""
    bot = FloorBot(store, clock=Clock())
    for name in COGS:
        await bot.load_extension(name)
    commands = {one.qualified_name for one in bot.tree.walk_commands() if not hasattr(one, "commands")}
    menus = {one.name for one in bot.tree.get_commands(type=discord.AppCommandType.message)}
    return commands | menus | {one.name for one in vars(routes).values() if isinstance(one, routes.Route)}


async def test_delivered_twice_at_once_everything_is_as_if_it_came_once(tmp_path: Path, store: Store) -> None:
    done, delivered = run("at_once", tmp_path / "log")
    assert done.returncode == 0, done.stdout[-6000:]
    print(f"{len(delivered):,} interactions delivered twice at once, {len({one[0] for one in delivered})} kinds")
    assert await everything(store) - {one[0] for one in delivered} == set()


async def test_delivered_again_after_a_stop_nothing_changes(tmp_path: Path, store: Store) -> None:
    _, delivered = run("after_a_stop", tmp_path / "log")
    changed = [one for one in delivered if one[1]]
    print(f"{len(delivered):,} interactions delivered again after a stop, {len(changed)} of them changed something")
    assert changed == []
    assert await everything(store) - {one[0] for one in delivered} == set()
