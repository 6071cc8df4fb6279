"""The loop that backs the books up: it never stops the bot, tries again, and says how the last one went."""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from conftest import Clock, League

from cogs.client import FloorBot
from cogs.shared import backups
from cogs.shared.backups import BackupLoop
from data.backup_folder import BackupFolder
from data.store import Store


@pytest.fixture
def folder(tmp_path: Path, store: Store) -> BackupFolder:
    return BackupFolder(tmp_path / "league.sqlite3", tmp_path / "backups", 14)


def made(folder: BackupFolder) -> int:
    return len(list(folder.folder.iterdir()))


async def test_a_backup_a_day_is_made_and_the_last_is_told(folder: BackupFolder, clock: Clock) -> None:
    loop = BackupLoop(folder, clock)
    assert loop.last is None
    for hours in range(49):
        await loop.look()
        assert loop.last is not None and loop.last.is_ok
        assert loop.last.at == clock.moment - timedelta(hours=hours % 24)
        clock.advance(hours=1)
    assert made(folder) == 3


async def test_what_fails_is_one_sentence_and_is_tried_again(
    folder: BackupFolder, clock: Clock, broken: list[logging.LogRecord]
) -> None:
    loop = BackupLoop(folder, clock)
    folder.folder.write_text("in the way")
    await loop.look()
    assert loop.last is not None
    assert (loop.last.at, loop.last.is_ok) == (clock.moment, False)
    (record,) = broken
    assert record.getMessage() == loop.last.sentence
    assert record.exc_info is None, "a sentence, no trace"
    broken.clear()
    folder.folder.unlink()
    await loop.look()
    assert loop.last.is_ok and made(folder) == 1
    assert backups.LOOKS_EVERY <= 3600, "within the hour"


async def test_even_what_nobody_foresaw_does_not_end_the_loop(
    folder: BackupFolder, clock: Clock, broken: list[logging.LogRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*_: Any) -> None:
        raise RuntimeError("burst")

    loop = BackupLoop(folder, clock)
    monkeypatch.setattr(BackupFolder, "back_up", breaks)
    await loop.look()
    assert loop.last is not None and not loop.last.is_ok
    assert "burst" not in loop.last.sentence
    broken.clear()


async def test_it_begins_soon_after_the_start_and_says_where(
    folder: BackupFolder, clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    slept: list[float] = []
    sleep = asyncio.sleep

    async def asleep(seconds: float) -> None:
        slept.append(seconds)
        await sleep(0 if len(slept) < 3 else 3600)

    monkeypatch.setattr(backups.asyncio, "sleep", asleep)
    loop = BackupLoop(folder, clock)
    with caplog.at_level(logging.INFO, "cogs.shared.backups"):
        await loop.start()
        while len(slept) < 3:
            await sleep(0.001)
    await loop.stop()
    assert slept == [backups.SOON, backups.LOOKS_EVERY, backups.LOOKS_EVERY]
    assert str(folder.folder) in caplog.messages[0] and "14 days" in caplog.messages[0]
    assert made(folder) == 1


async def test_a_bot_that_stops_gives_up_the_copy(folder: BackupFolder, clock: Clock) -> None:
    loop = BackupLoop(folder, clock)
    await loop.stop()
    await loop.look()
    assert made(folder) == 0
    assert loop.last is not None and not loop.last.is_ok


async def test_the_running_bot_keeps_backups_where_it_is_told_where(
    league: League, store: Store, clock: Clock, folder: BackupFolder
) -> None:
    assert league.bot.backups is None, "the practice page keeps none"
    bot = FloorBot(store, clock=clock, backups=folder)
    await league.env.restart_bot(bot)
    assert bot.backups is not None
    assert [task.get_name() for task in asyncio.all_tasks()].count("backups") == 1
    await bot.close()
    assert [task.get_name() for task in asyncio.all_tasks()].count("backups") == 0
