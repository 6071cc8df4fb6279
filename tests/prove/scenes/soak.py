"""A compressed month: ten leagues play every evening on one bot, by the rig's clock; what it holds is looked at each day.

The expected load of a process is one league's evening a day: somebody plays, asks, has a case, pays and tips. Here ten
leagues do so each day, which is ten times as much.
"""

from __future__ import annotations

import asyncio
import json
import re
import signal
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from cases import GROUPS, answer_all
from stage import PRODUCT, PYTHON, scene, staged

from bench.questions import question

LEAGUES = 10
HANDS, ASKED_A_HAND = 12, 3
SEATED = ("bob", "cy", "dan", "eve", "fay", "gus")
SETTLED = 2  # days after which memory is to stand
NUMBER = re.compile(r"\d+")  # discord.py and asyncio number their tasks


class Club:
    """One league of the ten, and what its people do in one evening."""

    def __init__(self, stage: Any, number: int) -> None:
        self.rig, self.number = stage.rig, number
        self.guild = stage.rig.guild if number == 0 else stage.rig.add_guild(f"League {number}")
        self.channel = next(iter(self.guild.channels.values()))
        self.host = stage.rig.add_user(f"host {number}", permissions="manage_guild", guild=self.guild)
        self.ann = stage.rig.add_user(f"ann {number}", guild=self.guild)
        self.done = 0

    async def run(self, name: str, by: Any = None, /, **options: Any) -> Any:
        answer = await self.rig.slash(by or self.host, name, channel=self.channel, settle=False, **options)
        assert answer.ok, (name, options, answer)
        self.done += 1
        return answer

    async def evening(self, day: int) -> None:
        """A night with a table, twelve hands, questions, a case, money and a tip."""
        await self.run("night open", kind="tournament")
        await self.run("money night", fee="50")
        await self.run("table open", number=1, kind="tournament")
        await self.run("table seat", table=1, who=", ".join(SEATED))
        await self.run("table button", table=1, seat=1)
        for name in SEATED:
            await self.run("money enter", what="entry", guest=name, method="cash")
        await self.run("dealer start", table=1, guest=SEATED[0])
        for hand in range(HANDS):
            await self.run("table hand", table=1)
            for asked in range(ASKED_A_HAND):
                await self.run(
                    "rule ask", self.ann, question=question((day * LEAGUES + self.number) * 97 + hand * 7 + asked)
                )
        await self.case(day)
        for what in ("list", "dealing", "show"):
            await self.run(f"night {what}", self.ann)
        await self.run("tip give", self.ann, dealer="0", amount="5")
        await self.run("me statement", self.ann)
        await self.run("money owe", guest=SEATED[1])
        await self.run("table log", self.ann, table=1)
        closing = await self.run("night close")
        assert (await self.rig.click(self.host, closing, label="Close all")).ok

    async def case(self, day: int) -> None:
        """Something goes wrong at the table."""
        incident, facts = list(GROUPS.items())[(day + self.number) % len(GROUPS)]
        card = (await self.run("misdeal start", self.ann)).message
        picked = next(one for one in card.selects if one["custom_id"].startswith("case1:pick:"))
        assert (await self.rig.choose(self.ann, card, [incident], custom_id=picked["custom_id"])).ok
        self.done += 1 + await answer_all(self, self.ann, card, facts)


@scene
async def a_month_at_ten_times_the_load(days: str) -> dict[str, Any]:
    """Memory each day; after the second it stands, no task is left over, and the log is free of errors."""
    async with staged(start=False, rate_limits=False) as stage:
        clubs = [Club(stage, number) for number in range(LEAGUES)]
        told = stage.folder / "tasks.json"
        counted = str(Path(__file__).with_name("counted.py"))
        bot = await stage.rig.launch_bot(
            [PYTHON, counted, str(told)], cwd=PRODUCT, env=stage.environment(LOG_LEVEL="WARNING"), clock=True
        )
        stage.logs.append(bot.log_path)
        await stage.rig.advance(seconds=until_evening(stage))
        memory, tasks = [], []
        for day in range(int(days)):
            await asyncio.gather(*(club.evening(day) for club in clubs))
            for hours in (1, 11, 11):  # cards are drawn, the morning comes, what is due is done
                await stage.rig.advance(hours=hours)
            await stage.rig.advance(seconds=until_evening(stage))
            memory.append(round(bot.rss_mb, 2))
            tasks.append(await tasks_of(stage, told))
            forget(stage)
        left = {name: tasks[-1].count(name) - tasks[0].count(name) for name in tasks[-1]}
        over = {name: more for name, more in left.items() if more > 0}
        check_done(stage, LEAGUES * int(days))
        return {
            "interactions a day": round(sum(club.done for club in clubs) / int(days)),
            "memory": memory,
            "growth a day": round(slope(memory[SETTLED - 1 :]), 3),
            "tasks": [len(names) for names in tasks],
            "left over": over,
            "errors": [line for line in stage.log_lines() if line["level"] in ("error", "critical")][:5],
        }


def check_done(stage: Any, evenings: int) -> None:
    """Everything that each evening was to bring is in the books: none of it was refused."""
    for what, each in (
        ("night WHERE closed_at IS NOT NULL", 1),
        ("table_step", len(SEATED) + 1 + HANDS),
        ("case_file WHERE incident IS NOT NULL", 1),
        ("booking WHERE what = 'entry'", len(SEATED)),
        ("tip_receipt WHERE amount > 0", 1),
    ):
        ((count,),) = stage.rows(f"SELECT COUNT(*) FROM {what}")
        assert count >= evenings * each, (what, count, evenings)


def until_evening(stage: Any) -> float:
    """Seconds until it is half past midnight in London, seven or eight in the evening in New York."""
    now: datetime = stage.rig.now
    return (timedelta(minutes=30) - timedelta(hours=now.hour, minutes=now.minute)) / timedelta(seconds=1) % 86400


async def tasks_of(stage: Any, told: Path) -> list[str]:
    """The names of the bot's tasks, numbers apart."""
    told.unlink(missing_ok=True)
    stage.rig.bot.proc.send_signal(signal.SIGUSR1)
    assert await stage.rig.wait_for(told.exists, timeout=10), "the bot does not count its tasks"
    return [NUMBER.sub("", name) for name in json.loads(told.read_text(encoding="utf-8"))]


def forget(stage: Any) -> None:
    """The rig need not remember what was written the day before."""
    for guild in stage.rig.world.guilds.values():
        for channel in guild.channels.values():
            for key in list(channel.messages)[:-60]:
                del channel.messages[key]
    del stage.rig.server.log[:]


def slope(values: list[float]) -> float:
    """How much they grow from one to the next: the line that fits them best."""
    middle, mean = (len(values) - 1) / 2, sum(values) / len(values)
    spread = sum((number - middle) ** 2 for number in range(len(values)))
    return sum((number - middle) * (value - mean) for number, value in enumerate(values)) / spread if spread else 0.0
