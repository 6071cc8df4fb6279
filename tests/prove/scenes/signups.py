"""Nights ahead on the rig: the last place pressed by two hundred, and letters through kills of the bot."""

from __future__ import annotations

import asyncio
import random
import re
import signal
from typing import Any

from nights import start
from stage import scene, staged

PEOPLE = 200
AWAY_MINUTES = 10  # longer than Discord remembers a nonce
LONGEST_LIFE = 0.2  # seconds from the press to the kill, at most


def card_of(stage: Any, title: str) -> Any:
    """The newest message that is the card of the night of this title."""
    found = [
        message
        for message in stage.rig.channel_messages(stage.rig.channel)
        if not message.deleted
        and f"**{title}**" in message.text
        and any(b.get("label") == "Play" for b in message.buttons)
    ]
    return found[-1] if found else None


async def planned(stage: Any, title: str, **options: Any) -> Any:
    """A night that its host plans and posts; its card."""
    rig = stage.rig
    reading = await rig.slash(stage.host, "night create", title=title, **options)
    assert reading.ok, reading
    assert (await rig.click(stage.host, reading, label="Post it here")).ok
    assert await rig.wait_for(lambda: card_of(stage, title), timeout=10)
    return card_of(stage, title)


@scene
async def two_hundred_press_the_last_place() -> dict[str, Any]:
    """One has it, the others a sentence with their place on the list; the card says so."""
    async with staged(start=False) as stage:
        rig = stage.rig
        await start(stage)
        people = [rig.add_user(f"player {number}") for number in range(PEOPLE)]
        card = await planned(stage, "Last place", when="in 3 days at 8pm", most=1)
        answers = await asyncio.gather(*(rig.click(who, card, label="Play", settle=False) for who in people))
        assert all(answer.ok and answer.ephemeral for answer in answers)
        have = sum("You have a place." in answer.text for answer in answers)
        wait = {
            found[1] for answer in answers if (found := re.search(r"number (\d+) on the waiting list", answer.text))
        }
        assert (have, len(wait)) == (1, PEOPLE - 1)
        rows = stage.rows("SELECT state, COUNT(*) FROM signup GROUP BY state ORDER BY state")
        assert rows == [("in", 1), ("waiting", PEOPLE - 1)], rows
        await rig.advance(seconds=10)
        assert f"{PEOPLE - 1} wait" in card_of(stage, "Last place").text
        slowest = max(answer.latency_ms for answer in answers)
        return {"have": have, "wait": len(wait), "slowest ms": round(slowest)}


@scene
async def killed_inside_a_letter(seed: str, kills: str) -> dict[str, Any]:
    """A place comes free, and the bot is killed while it tells so; ten minutes later it comes back."""
    chance, seen, found = random.Random(int(seed)), 0, 0
    async with staged(start=False) as stage:
        rig = stage.rig
        stage.failures_expected = True
        await start(stage)
        for number in range(int(kills)):
            title = f"Night {number}"
            card = await planned(stage, title, when="in 9 days at 8pm", most=1)
            for who in (stage.ann, stage.bob):
                assert (await rig.click(who, card, label="Play")).ok
            spot = await rig.click(stage.ann, card, label="My spot")
            before = len(told(stage, title))
            dropping = asyncio.create_task(rig.click(stage.ann, spot, label="Drop", settle=False))
            await asyncio.sleep(chance.random() ** 2 * LONGEST_LIFE)
            await rig.stop_bot(signal.SIGKILL)
            dropping.cancel()
            await asyncio.gather(dropping, return_exceptions=True)
            dropped = bool(stage.rows("SELECT 1 FROM letter WHERE night_id = ?", number + 1))
            seen += len(told(stage, title)) - before
            await rig.advance(minutes=AWAY_MINUTES)
            await start(stage)
            if dropped:
                await rig.wait_for(lambda title=title: told(stage, title), timeout=10)
                await rig.advance(seconds=10)
            letters = told(stage, title)
            assert len(letters) == int(dropped), (number, dropped, [letter.text for letter in letters])
            found += int(dropped)
            rig.violations.clear()  # answers of a process that had died meanwhile
        return {"kills": int(kills), "dropped": found, "sent before the kill": seen}


def told(stage: Any, title: str) -> list[Any]:
    """What bob was told about the night of this title."""
    return [message for message in stage.rig.dms(stage.bob) if f"**{title}**" in message.text]


WEEKS = 4
CROWD = 12
DAYS_AHEAD = 6


def unique_letters(stage: Any, people: list[Any]) -> int:
    """How many letters all have; fails where somebody has one twice."""
    count = 0
    for who in people:
        ids = [
            button["custom_id"].rsplit(":", 1)[0]
            for message in stage.rig.dms(who)
            for button in message.buttons[-1:]
            if (button.get("custom_id") or "").startswith("night1:answer:")
        ]
        assert len(set(ids)) == len(ids), (who, ids)
        count += len(ids)
    return count


@scene
async def a_month_of_nights(seed: str) -> dict[str, Any]:
    """Four nights of two tables: people come, drop, want cover and answer, with the bot started anew each day."""
    chance = random.Random(int(seed))
    async with staged(start=False, rate_limits=False) as stage:
        rig = stage.rig
        await start(stage)
        crowd = [rig.add_user(f"player {number}") for number in range(CROWD)]
        letters = refused = 0
        for week in range(1, WEEKS + 1):
            title = f"Week {week}"
            await planned(
                stage, title, when="in 6 days at 8pm", kind="tournament", game="omaha", tables=2, fee="50", most=8
            )
            for _ in range(DAYS_AHEAD):
                for who in crowd:
                    refused += not await one_press(stage, chance, who, title)
                check_board(stage, week)
                await rig.advance(hours=23)
                assert await rig.stop_bot() == 0
                await start(stage)
                await rig.advance(seconds=400)
                await answer_letters(stage, chance, crowd)
                check_board(stage, week)
            letters = unique_letters(stage, crowd)
            await rig.advance(days=1)
        rows = stage.rows("SELECT COUNT(*) FROM letter WHERE message_id > 0")
        assert rows[0][0] == letters, (rows, letters)
        waiting = stage.rows("SELECT COUNT(*) FROM letter WHERE message_id IS NULL")[0][0]
        assert waiting == 0, waiting
        answers = dict(stage.rows("SELECT answer, COUNT(*) FROM signup_ask GROUP BY answer"))
        return {"letters": letters, "presses refused": refused, "asked to deal": answers}


async def one_press(stage: Any, chance: random.Random, who: Any, title: str) -> bool:
    """Somebody presses something on the card, or under My spot; False where a sentence said no."""
    rig, card = stage.rig, card_of(stage, title)
    label = chance.choice(["Play", "Play", "Deal a table", "Stand by", "Stand by", "My spot", "My spot", "My spot"])
    first = await rig.click(who, card, label=label)
    assert first.ok, first
    offered = [
        button["label"]
        for message in first.messages
        for button in message.buttons
        if button["label"].startswith(("Deal table", "Drop", "Cover me", "I deal after all"))
    ]
    if label in ("Deal a table", "My spot") and offered and chance.random() < 0.6:
        second = await rig.click(who, first, label=chance.choice(offered))
        assert second.ok, second
    return bool(first.messages and first.messages[0].buttons)


async def answer_letters(stage: Any, chance: random.Random, crowd: list[Any]) -> None:
    """Some answer the newest letter they have."""
    for who in crowd:
        newest = stage.rig.dms(who)[-1:]
        labels = [
            button["label"]
            for message in newest
            for button in message.buttons
            if button["label"] != "Turn off messages"
        ]
        if labels and chance.random() < 0.9:
            assert (await stage.rig.click(who, newest[0], label=chance.choice(labels))).ok


def check_board(stage: Any, night_id: int) -> None:
    """Never over the limit, nobody twice, no table with two dealers, nobody waits where there is room."""
    rows = stage.rows(
        "SELECT what, state, table_number FROM signup WHERE night_id = ? AND state <> 'dropped'", night_id
    )
    tables = [table for _, _, table in rows if table is not None]
    players = sum(row[:2] == ("play", "in") for row in rows)
    assert len(set(tables)) == len(tables), rows
    assert players + 2 <= 8, rows
    assert players + 2 == 8 or not any(row[1] == "waiting" for row in rows), rows
