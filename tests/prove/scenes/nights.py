"""A night on the rig, by its clock: six hours, three tables, twelve volunteers, two hosts at once, a restart each hour."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from typing import Any

from stage import PRODUCT, PYTHON, scene, staged

COCKPIT = "night1:close"
STEP_MINUTES = 10
HOURS = 6
FAKETIME = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1"


async def start(stage: Any) -> None:
    bot = await stage.rig.launch_bot([PYTHON, "bot.py"], cwd=PRODUCT, env=stage.environment(), clock=True)
    stage.logs.append(bot.log_path)


async def seat_tables(stage: Any) -> None:
    """Three tables with a hand in play, as the bot's clock has it."""
    clock = {"FAKETIME_TIMESTAMP_FILE": str(stage.rig.clock_file), "FAKETIME_NO_CACHE": "1", "NO_FAKE_STAT": "1"}
    process = await asyncio.create_subprocess_exec(
        PYTHON, str(PRODUCT / "tests/prove/seat_tables.py"), str(stage.database), str(stage.rig.guild.id),
        env={**os.environ, "LD_PRELOAD": FAKETIME, **clock}, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    said, _ = await process.communicate()
    assert said.strip() == b"3", said


def messages(stage: Any) -> list[Any]:
    return [message for message in stage.rig.channel_messages(stage.rig.channel) if not message.deleted]


def key_of(message: Any, begins: str) -> str | None:
    """The id of the first button that begins so."""
    keys = (button.get("custom_id") or "" for button in message.buttons)
    return next((key for key in keys if key.startswith(begins)), None)


def cockpit(stage: Any) -> Any:
    """The one message with the cockpit's buttons on it."""
    (card,) = (message for message in messages(stage) if key_of(message, COCKPIT))
    return card


def announced(stage: Any) -> list[str]:
    return [message.text for message in messages(stage) if message.text.strip().startswith("Table ")]


async def press(stage: Any, begins: str) -> None:
    """Two hosts press the same button at once, and a push that is proposed then."""
    card, hosts = cockpit(stage), (stage.host, stage.ann)
    key = key_of(card, begins)
    if key is None:
        return
    answers = await asyncio.gather(*(stage.rig.click(who, card, custom_id=key) for who in hosts))
    assert all(answer.ok for answer in answers), answers
    proposals = [
        (who, message)
        for who, answer in zip(hosts, answers, strict=True)
        for message in answer.messages
        if key_of(message, "deal1:push")
    ]
    pushed = await asyncio.gather(*(stage.rig.click(who, proposal, label="Push now") for who, proposal in proposals))
    assert all(answer.ok for answer in pushed), pushed


@scene
async def a_night_of_six_hours() -> dict[str, Any]:
    """The cockpit stands once, shows what is overdue, and nothing is said twice."""
    async with staged(start=False) as stage:
        rig = stage.rig
        await start(stage)
        assert (await rig.slash(stage.host, "night open", kind="tournament")).ok
        assert (await rig.slash(stage.host, "night staff add", person=stage.ann)).ok
        await seat_tables(stage)
        for number in range(12):
            table, place = number % 3 + 1, number // 3 + 1
            assert (await rig.slash(stage.host, "dealer start", table=table, guest=f"player {table}{place}")).ok
        told: Counter[str] = Counter()
        for turn in range(1, HOURS * 60 // STEP_MINUTES + 1):
            before = len(announced(stage))
            await rig.advance(minutes=STEP_MINUTES)
            if turn % (60 // STEP_MINUTES) == 0:
                assert await rig.stop_bot() == 0
                await start(stage)
            await rig.advance(seconds=10)
            new = announced(stage)[before:]
            assert len(set(new)) == len(new), new
            for line in new:
                what = "count the stub" if "count the stub" in line else "takes over from"
                assert "Overdue" in cockpit(stage).text and what in cockpit(stage).text, (new, cockpit(stage).text)
                told[what] += 1
            for _ in range(3):
                if "count the stub" in cockpit(stage).text.split("Next push")[0]:
                    await press(stage, "night1:stub")
            if any("takes over" in line for line in new):
                await press(stage, "deal1:next")
            await rig.advance(seconds=10)
        closing = await rig.slash(stage.host, "night close")
        assert (await rig.click(stage.host, closing, label="Close all")).ok
        await rig.advance(seconds=10)
        assert not any(key_of(message, COCKPIT) for message in messages(stage))
        await rig.advance(hours=16)
        mornings = [message for message in messages(stage) if "What the night came to" in message.text]
        assert len(mornings) == 1, [message.text for message in mornings]
        return {**told, "cockpits": sum("The night is over" in message.text for message in messages(stage))}
