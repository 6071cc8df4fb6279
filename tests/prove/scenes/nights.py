"""A night on the rig, by its clock: six hours, three tables, twelve volunteers, two hosts at once, a restart each hour."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from stage import PRODUCT, PYTHON, scene, staged

ZONE = ZoneInfo("America/New_York")  # the league's, as nobody has set another
COCKPIT = "night1:close"
STEP_MINUTES = 10
STEPS = 6 * 60 // STEP_MINUTES  # from seven in the evening to one in the morning
BREAK_BEGINS, BREAK_ENDS = 5, 11
BREAKS = {12: 3, 18: 2}  # step -> the table that breaks then
LEAVE = {15: {1: ("p15", "p16"), 2: ("p25", "p26", "p35", "p36")}}  # step -> who is out of the tournament, by table
TO_SEAT = {3: (2, "p35, p36"), 2: (1, "p21, p22")}  # a table that broke -> where some of its players go on
BUSTS, GOES = 21, 25  # half past ten; ten past eleven
ELEVEN = 24
RESTS = "p14"
DUE = re.compile(r"(\*\*Overdue\*\* )?<t:(\d+):R>: [Tt]able (\d): (count the stub|(\w+) takes over|\w+ has busted)")
SAID = re.compile(r"Table (\d): (count the stub|\w+ takes over|\w+ has busted)")
NEAR = 20  # seconds between what the books say and what this scene saw


@dataclass
class Evening:
    """What the scene knows by itself: when each open table's stub was counted, and what was said of what was due."""

    stage: Any
    counted: dict[int, float] = field(default_factory=dict)
    said: Counter[tuple[str, int, int]] = field(default_factory=Counter)
    busted: str | None = None

    @property
    def now(self) -> float:
        return float(_moment(self.stage.rig.now).timestamp())

    async def run(self, name: str, **options: Any) -> str:
        answer = await self.stage.rig.slash(self.stage.host, name, **options)
        assert answer.ok, (name, answer)
        return str(answer.text)

    def expected(self) -> dict[tuple[str, int], int]:
        """What is due at which second: by the downs in the books, the counts that were pressed, and the wall clock."""
        downs = self.stage.rows("SELECT table_number, started_at, player_id FROM down WHERE ended_at IS NULL")
        found = {}
        for number, started_at, _ in downs:
            started = started_at / 1_000_000
            found["takes over", number] = round(started + 30 * 60)
            early = started + 10 * 60 if self.counted[number] < started else float("inf")
            found["stub", number] = round(min(self.counted[number] + 30 * 60, early))
        if self.busted is not None:
            found["busted", 1] = round(_eleven(self.stage).timestamp())
        return found

    def check(self, fresh: list[str]) -> None:
        """The cockpit shows exactly that, overdue as overdue; each thing that fell due was said once."""
        shown = cockpit(self.stage).text
        found = {(_what(told), int(number)): (int(at), bool(late)) for late, at, number, told, _ in DUE.findall(shown)}
        expected = self.expected()
        assert found.keys() == expected.keys(), (expected, shown)
        for key, at in expected.items():
            assert abs(found[key][0] - at) < NEAR, (key, at, shown)
            if key[0] != "busted" and abs(at - self.now) > NEAR:
                assert found[key][1] == (at <= self.now), (key, at, self.now, shown)
        for line in fresh:
            told = SAID.match(line)
            assert told is not None, line
            key = _what(told[2]), int(told[1])
            assert expected[key] <= self.now + NEAR, line
            self.said[(*key, expected[key] // (2 * NEAR))] += 1
        assert all(count == 1 for count in self.said.values()), self.said


def _what(told: str) -> str:
    return next(what for what in ("stub", "takes over", "busted") if what in told)


def _moment(now: Any) -> datetime:
    return now if isinstance(now, datetime) else datetime.fromtimestamp(now, ZONE)


def _eleven(stage: Any) -> datetime:
    """Eleven in the evening of this night's day."""
    local = _moment(stage.rig.now).astimezone(ZONE)
    day = local.date() if local.hour >= 6 else local.date() - timedelta(days=1)
    return datetime(day.year, day.month, day.day, 23, tzinfo=ZONE)


async def start(stage: Any) -> None:
    bot = await stage.rig.launch_bot([PYTHON, "bot.py"], cwd=PRODUCT, env=stage.environment(), clock=True)
    stage.logs.append(bot.log_path)


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
    return [message.text for message in messages(stage) if SAID.match(message.text.strip())]


async def press(stage: Any, begins: str) -> list[Any]:
    """Two hosts press the same button at once, and a push that is proposed then."""
    card, hosts = cockpit(stage), (stage.host, stage.ann)
    key = key_of(card, begins)
    assert key is not None, (begins, card.text)
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
    return list(answers)


async def open_tables(evening: Evening) -> None:
    """Three tables of six with a hand in play, and four volunteers for each."""
    for number in (1, 2, 3):
        said = await evening.run(
            "table open", number=number, kind="tournament", mode="psp_dedicated", break_order=4 - number
        )
        assert "is open" in said, said
        evening.counted[number] = evening.now
        await evening.run("table seat", table=number, who=", ".join(f"p{number}{place}" for place in range(1, 7)))
        await evening.run("table button", table=number, seat=1)
        await evening.run("table hand", table=number)
    for number in range(12):
        table, place = number % 3 + 1, number // 3 + 1
        said = await evening.run("dealer start", table=table, guest=f"p{table}{place}", balance="30")
        assert "deals table" in said or "in the rotation" in said, said


async def what_happens(evening: Evening, step: int) -> None:
    """What people do at this step, apart from what is due."""
    if step in (BREAK_BEGINS, BREAK_ENDS):
        said = await evening.run("dealer break", guest=RESTS)
        assert ("break" if step == BREAK_BEGINS else "is back") in said, said
    for table, people in LEAVE.get(step, {}).items():
        for who in people:
            await evening.run("table stand", table=table, who=who)
    for table in evening.counted:
        await evening.run("table hand", table=table)
    if step in BREAKS:
        number = BREAKS[step]
        assert f"Table {number} can break" in cockpit(evening.stage).text
        said = await evening.run("table break", table=number)
        assert all(f"p{number}{place}" in said.split("Free of their duty")[1] for place in range(1, 5)), said
        del evening.counted[number]
        table, who = TO_SEAT[number]
        await evening.run("table seat", table=table, who=who)
    if step == BUSTS:
        ((player_id,),) = evening.stage.rows("SELECT player_id FROM down WHERE ended_at IS NULL")
        ((evening.busted,),) = evening.stage.rows("SELECT name FROM player WHERE player_id = ?", player_id)
        assert "has busted and deals on" in await evening.run("dealer bust", guest=evening.busted)
        assert "not yet 11 pm" in await evening.run("dealer release", guest=evening.busted)
    if step == GOES:
        answers = await press(evening.stage, "deal1:release")
        told = [answer.text for answer in answers]
        assert sum("is released" in text for text in told) == 1, told
        evening.busted = None


@scene
async def a_night_of_six_hours() -> dict[str, Any]:
    """The cockpit stands once and is right at each step, and nothing is said twice."""
    async with staged(start=False) as stage:
        rig = stage.rig
        seven = _eleven(stage) - timedelta(hours=4)
        local = _moment(rig.now).astimezone(ZONE)
        await start(stage)
        await rig.advance(seconds=((seven - local) % timedelta(days=1)).total_seconds())
        await rig.advance(seconds=1)
        evening = Evening(stage)
        await evening.run("night open", kind="tournament")
        await evening.run("night staff add", person=stage.ann)
        await open_tables(evening)
        told: Counter[str] = Counter()
        for step in range(1, STEPS + 1):
            before = len(announced(stage))
            await rig.advance(minutes=STEP_MINUTES)
            if step % 6 == 0:
                assert await rig.stop_bot() == 0
                await start(stage)
            await rig.advance(seconds=10)
            fresh = announced(stage)[before:]
            evening.check(fresh)
            told.update(_what(line) for line in fresh)
            is_resting = BREAK_BEGINS < step <= BREAK_ENDS
            assert not (is_resting and f"{RESTS} takes over" in cockpit(stage).text), cockpit(stage).text
            assert (told["busted"] == 1) == (step >= ELEVEN), (step, told)
            await what_happens(evening, step)
            for key, due_at in evening.expected().items():
                if key[0] == "stub" and due_at <= evening.now:
                    await press(stage, f"night1:stub:{key[1]}")
                    evening.counted[key[1]] = evening.now
                elif key[0] == "takes over" and due_at <= evening.now:
                    await press(stage, f"deal1:next:{key[1]}")
            await rig.advance(seconds=10)
            evening.check([])
        closing = await rig.slash(stage.host, "night close")
        assert (await rig.click(stage.host, closing, label="Close all")).ok
        await rig.advance(seconds=10)
        assert not any(key_of(message, COCKPIT) for message in messages(stage))
        await rig.advance(hours=16)
        mornings = [message for message in messages(stage) if "What the night came to" in message.text]
        assert len(mornings) == 1, [message.text for message in mornings]
        return {**told, "cockpits": sum("The night is over" in message.text for message in messages(stage))}


EDIT, POST = r"^/channels/\d+/messages/\d+$", r"^/channels/\d+/messages$"


@scene
async def a_cockpit_through_trouble() -> None:
    """Refused, held back or silenced, the cockpit comes right by itself and tells what could not be said."""
    async with staged(start=False) as stage:
        rig, evening = stage.rig, Evening(stage)
        await start(stage)
        await evening.run("night open", kind="tournament")
        await evening.run("table open", number=1, kind="tournament", mode="psp_dedicated")
        await evening.run("table seat", table=1, who="p1, p2, p3")
        await evening.run("table button", table=1, seat=1)
        await evening.run("table hand", table=1)
        await rig.advance(seconds=10)
        rig.fail_next("PATCH", EDIT, 500, times=8)
        await evening.run("night staff add", person=stage.ann)
        for _ in range(14):
            await rig.advance(seconds=30)
        assert f"<@{stage.ann.id}>" in cockpit(stage).text, cockpit(stage).text
        rig.clear_faults()
        rig.rate_limit_next("PATCH", EDIT, retry_after=60)
        await evening.run("night staff add", person=stage.bob)
        for _ in range(14):
            await rig.advance(seconds=30)
        assert f"<@{stage.bob.id}>" in cockpit(stage).text, cockpit(stage).text
        rig.fail_next("POST", POST, 403, times=1)
        await rig.advance(minutes=20)
        await rig.advance(seconds=10)
        shown = cockpit(stage).text
        assert "could not be said" in shown and "Overdue" in shown, shown
