"""How the bot is: late and failed answers, late work, the books, the last backup; on /healthz and counted cheaply."""

from __future__ import annotations

import asyncio
import json
import sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from aiohttp.test_utils import make_mocked_request
from conftest import Clock, League, Wire, custom_id, found_league

from cogs.client import FloorBot
from cogs.shared import health
from cogs.shared.health import Answers, Health, look
from cogs.shared.healthz import HOLDS_FOR, HealthPage, report
from cogs.shared.leaving import PURGE
from cogs.shared.refusals import Refusal
from data.backup_folder import BackupFolder, LastBackup
from data.due import Late, set_job
from data.store import Store, StoreError

NOW = Clock().moment
WELL = Health(NOW, True, 42, None, Late(0, None), None, 0, 0)


def rule_views() -> Any:
    """Where /rule finds its answers now: a bot that stops takes its features' modules along."""
    return sys.modules["cogs.rule.views"]


def backup(*, is_ok: bool = True, ago: timedelta = timedelta(hours=1)) -> LastBackup:
    return LastBackup(NOW - ago, is_ok, Path("/srv/backups"), "The backup could not be made: the disk is full.")


# ------------------------------------------------------------------ what is wrong


@pytest.mark.parametrize(
    ("change", "part", "said"),
    [
        ({"is_connected": False}, "gateway", "not connected"),
        ({"store_fault": "The disk is full."}, "store", "The disk is full."),
        ({"late": Late(3, NOW - timedelta(minutes=11))}, "due", "not done: 3 in all, the oldest for 11 minutes."),
        ({"backup": backup(is_ok=False)}, "backup", "could not be made"),
        ({"backup": backup(ago=timedelta(days=2, seconds=1))}, "backup", "more than two days old"),
        ({"slow": 4, "failed": 6}, "answers", "4 answers took over two seconds and 6 failed"),
    ],
)
def test_each_part_that_is_wrong_is_named_with_a_sentence(change: dict[str, Any], part: str, said: str) -> None:
    wrong = replace(WELL, **change).wrong()
    assert list(wrong) == [part]
    assert said in wrong[part]
    assert wrong[part].endswith(".")


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"latency_ms": None},
        {"late": Late(3, NOW - timedelta(minutes=10))},
        {"backup": backup(ago=timedelta(days=2))},
        {"slow": 4, "failed": 5},
    ],
)
def test_a_little_of_everything_is_no_illness(change: dict[str, Any]) -> None:
    assert replace(WELL, **change).wrong() == {}


def test_the_report_tells_counts_and_no_place() -> None:
    told = report(replace(WELL, late=Late(2, NOW - timedelta(seconds=90)), backup=backup(), slow=1))
    assert told == {
        "ok": True,
        "wrong": {},
        "gateway": {"ready": True, "latency_ms": 42},
        "store": {"writable": True},
        "due": {"overdue": 2, "oldest_s": 90},
        "backup": {"at": "2026-03-14T18:30:00+00:00", "ok": True},
        "last_hour": {"slow": 1, "failed": 0},
    }


# ------------------------------------------------------------------ answers


def test_an_answer_counts_for_an_hour_in_its_league(clock: Clock) -> None:
    answers = Answers(clock)
    answers.failed(7)
    clock.advance(minutes=30)
    answers.failed(8)
    answers.failed(None)
    assert [answers.count(league_id) for league_id in (None, 7, 8)] == [(0, 3), (0, 1), (0, 1)]
    clock.advance(minutes=30)
    assert [answers.count(league_id) for league_id in (None, 7, 8)] == [(0, 2), (0, 0), (0, 1)]


async def test_a_command_a_press_and_a_list_that_are_answered_in_time_count_as_nothing(league: League) -> None:
    answer = await league.ask()
    await league.player.click(answer.response, label="Tournament instead")
    await league.player.autocomplete(league.rules, "rule show", "rule", "burn")
    assert league.bot.answers.count() == (0, 0)


@pytest.mark.parametrize(("seconds", "slow"), [(1.9, 0), (2.1, 1)])
async def test_an_answer_counts_as_slow_after_two_seconds(
    league: League, monkeypatch: pytest.MonkeyPatch, seconds: float, slow: int
) -> None:
    async def late(*_: object) -> None:
        await asyncio.sleep(seconds)  # of the simulated clock
        raise Refusal("Not now.")

    answer = await league.ask()
    monkeypatch.setattr(rule_views(), "ask", late)
    await league.ask()
    await league.env.advance_time(3)
    assert league.bot.answers.count(league.guild.id) == (slow, 0)
    monkeypatch.setattr(league.bot.router, "find", lambda _: (late, []))
    await league.player.click(answer.response, label="Tournament instead")
    await league.env.advance_time(3)
    assert league.bot.answers.count(league.guild.id) == (2 * slow, 0)
    assert league.bot.answers.count(99) == (0, 0)


async def test_an_answer_that_is_promised_in_time_is_not_slow(league: League, monkeypatch: pytest.MonkeyPatch) -> None:
    async def promised(interaction: Any, *_: object) -> None:
        await interaction.response.defer(ephemeral=True)
        await asyncio.sleep(60)

    monkeypatch.setattr(rule_views(), "ask", promised)
    await league.ask()
    await league.env.advance_time(61)
    assert league.bot.answers.count() == (0, 0)


@pytest.mark.parametrize(
    ("error", "failed"),
    [(Refusal("Not now."), 0), (StoreError("The books are away."), 1), (ValueError("broken"), 1), (TimeoutError(), 1)],
)
async def test_a_command_and_a_press_that_fail_count_and_a_refusal_does_not(
    league: League, broken: list[Any], monkeypatch: pytest.MonkeyPatch, error: Exception, failed: int
) -> None:
    async def fails(*_: object) -> None:
        raise error

    answer = await league.ask()
    switch = custom_id(answer, "rule1:kind")
    monkeypatch.setattr(rule_views(), "ask", fails)
    await league.ask()
    assert league.bot.answers.count(league.guild.id) == (0, failed)
    monkeypatch.setattr(league.bot.router, "find", lambda _: (fails, []))
    await league.player.click(answer.response, custom_id=switch)
    assert league.bot.answers.count(league.guild.id) == (0, 2 * failed)
    broken.clear()
    league.env._errors.clear()  # simcord notes what a command raised, too


async def test_the_same_interaction_twice_is_no_failure(league: League, wire: Wire) -> None:
    await league.ask()
    await wire.again()
    assert league.bot.answers.count() == (0, 0)


# ------------------------------------------------------------------ the books and what falls due


async def test_a_look_finds_all_well_and_changes_nothing(league: League, store: Store) -> None:
    seen = await look(league.bot)
    assert seen == Health(league.bot.clock(), True, 0, None, Late(0, None), None, 0, 0)
    assert await store.read(lambda tx: tx.all("SELECT * FROM due_job")) == []


async def test_late_work_is_told_for_all_or_for_one_league(league: League, env: Any, wire: Wire, store: Store) -> None:
    other = found_league(env, wire, "Elsewhere")
    now = league.bot.clock()
    for guild, kind, minutes in ((league, "draw", 20), (other, "draw", 30), (other, "fill", 2), (other, "late", 1)):
        await store.write(set_job, guild.guild.id, kind, 1, now - timedelta(minutes=minutes))
    everywhere, here = await look(league.bot), await look(league.bot, league.guild.id)
    assert (everywhere.late, everywhere.late_by) == (Late(3, now - timedelta(minutes=30)), timedelta(minutes=30))
    assert (here.late, here.late_by) == (Late(1, now - timedelta(minutes=20)), timedelta(minutes=20))


async def test_work_of_a_server_that_removed_the_bot_is_not_waited_for(league: League, store: Store) -> None:
    now = league.bot.clock()
    await store.write(set_job, 99, "draw", 1, now - timedelta(days=3))
    await store.write(set_job, 99, PURGE, 0, now + timedelta(days=27))
    assert (await look(league.bot)).wrong() == {}
    await store.write(set_job, 99, PURGE, 0, now - timedelta(minutes=11))
    assert (await look(league.bot)).late == Late(1, now - timedelta(minutes=11)), "that it is not erased is told"


async def test_books_that_were_moved_away_are_told(league: League, tmp_path: Path) -> None:
    (tmp_path / "league.sqlite3").rename(tmp_path / "elsewhere.sqlite3")
    seen = await look(league.bot)
    assert seen.late is None
    assert seen.wrong() == {"store": "The database file was moved or deleted: stop the bot and put it back."}
    assert report(seen)["due"] == {"overdue": None, "oldest_s": None}
    (tmp_path / "elsewhere.sqlite3").rename(tmp_path / "league.sqlite3")


async def test_books_that_do_not_answer_are_told(league: League, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "PATIENCE_SECONDS", 0)
    assert "took no word" in (await look(league.bot)).wrong()["store"]


async def test_a_bot_that_discord_does_not_hear_is_told(league: League, store: Store, clock: Clock) -> None:
    await league.bot.shards[1].disconnect()
    assert list((await look(league.bot)).wrong()) == ["gateway"]
    await league.bot.shards[1].connect()
    assert list((await look(FloorBot(store, clock=clock))).wrong()) == ["gateway"], "it has not begun yet"


async def test_the_last_backup_is_asked_for_at_each_look(store: Store, clock: Clock, tmp_path: Path) -> None:
    bot = FloorBot(store, clock=clock, backups=BackupFolder(tmp_path / "league.sqlite3", tmp_path, 14))
    told = []
    for bot.backups.last in (None, backup(is_ok=False), backup()):
        told.append((await look(bot)).wrong().get("backup"))
    assert told == [None, backup().sentence, None]


# ------------------------------------------------------------------ the page


async def asked(page: HealthPage) -> tuple[int, Any]:
    answer = await page.answer(make_mocked_request("GET", "/healthz"))
    assert isinstance(answer.text, str)
    return answer.status, json.loads(answer.text)


async def test_the_page_says_200_while_all_is_well_and_503_with_the_part_that_is_not(league: League) -> None:
    page = HealthPage(league.bot)
    status, told = await asked(page)
    assert (status, told["ok"]) == (200, True)
    await league.bot.shards[1].disconnect()
    assert (await asked(page))[0] == 200, "asked again at once, it does not look again"
    league.bot.clock.moment += HOLDS_FOR
    status, told = await asked(page)
    assert (status, told["ok"], list(told["wrong"])) == (503, False, ["gateway"])
    await league.bot.shards[1].connect()


async def test_the_page_holds_no_id_and_no_words(league: League) -> None:
    await league.ask("is rabbit hunting allowed")
    _, told = await asked(HealthPage(league.bot))
    said = json.dumps(told)
    for secret in (league.guild.id, league.player.id, league.bot.application_id, "rabbit", league.guild.name):
        assert str(secret) not in said
