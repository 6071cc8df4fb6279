"""What the rig measures of many leagues, run by the rig's own interpreter (see rig.py).

    python bench/many_on_rig.py mix        -> interactions per second of a realistic mix, of the bot and of the echo bot
    python bench/many_on_rig.py leagues    -> start-up and memory with a thousand leagues, of both in as many servers

The last line is JSON. BENCH_LEAGUES and BENCH_ROUNDS make it smaller.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

sys.path.insert(0, os.environ["PRODUCT_DIR"])

from bench.on_rig import ROUNDS, SIDES, Rig, of_starts, process_of
from bench.questions import question

LEAGUES = int(os.environ.get("BENCH_LEAGUES", "1000"))
AT_ONCE = 16
MIXED = 600  # interactions of each side in a round
PLAYING = 8  # leagues that have a table in play meanwhile
LANES = 48  # cases under way, so that two presses of one case never meet
OF_TWENTY = {"rule": 12, "case": 3, "table": 3, "money": 2}  # 60, 15, 15 and 10 in a hundred
INCIDENTS = ("exposed_on_deal", "boxed_card", "too_many_cards", "board_early", "fouled_deck", "deck_dropped")
GUESTS = ("bob", "cy", "dan", "eve", "fay", "gus")
AFTER_START = 20.0  # seconds until memory is looked at: the rules have been read, cards have been drawn


class Club:
    """One league on the rig: its server, its channel and its people."""

    def __init__(self, rig: Any, number: int) -> None:
        self.rig = rig
        self.guild = rig.guild if number == 0 else rig.add_guild(f"League {number}")
        self.channel = next(iter(self.guild.channels.values()))
        self.host = rig.add_user(f"host {number}", permissions="manage_guild", guild=self.guild)
        self.people = [rig.add_user(f"player {number} {place}", guild=self.guild) for place in range(4)]

    async def run(self, name: str, by: Any = None, /, **options: Any) -> Any:
        """A command; what it answers."""
        return checked(await self.rig.slash(by or self.host, name, channel=self.channel, settle=False, **options), name)

    async def press(self, by: Any, message: Any, custom_id: str) -> Any:
        """A press; what it answers."""
        return checked(await self.rig.click(by, message, custom_id=custom_id, settle=False), custom_id)


def checked(answer: Any, what: str) -> Any:
    """The answer, if there was one that Discord takes."""
    if not answer.ok or "Something broke" in answer.text:
        raise RuntimeError(f"{what}: {answer}")
    return answer


# ------------------------------------------------------------------ the mix


class Lane:
    """One case after another, a step a turn: opened, what went wrong, each answer, ruled so."""

    def __init__(self, club: Club, number: int) -> None:
        self.club, self.who, self.number, self.card = club, club.people[number % 4], number, None

    async def step(self) -> None:
        if self.card is None:
            self.card = (await self.club.run("misdeal start", self.who)).message
            self.number += 1
            return
        pick = next((one for one in self.card.selects if one["custom_id"].startswith("case1:pick:")), None)
        keys = [button["custom_id"] for button in self.card.buttons]
        key = next((key for key in keys if key.startswith(("case1:answer:", "case1:so:"))), None)
        if key is not None:
            await self.club.press(self.who, self.card, key)
            if key.startswith("case1:so:"):
                self.card = None
        elif pick is not None and INCIDENTS[self.number % len(INCIDENTS)] in {one["value"] for one in pick["options"]}:
            chosen = [INCIDENTS[self.number % len(INCIDENTS)]]
            checked(
                await self.club.rig.choose(self.who, self.card, chosen, custom_id=pick["custom_id"], settle=False),
                "pick",
            )
        else:
            self.card = (await self.club.run("misdeal start", self.who)).message
            self.number += 1


class Mix:
    """A realistic mix in several leagues that play."""

    def __init__(self, clubs: list[Club]) -> None:
        self.clubs, self.number, self.lanes = clubs, 0, asyncio.Queue[Lane]()
        for number in range(LANES):
            self.lanes.put_nowait(Lane(clubs[number % len(clubs)], number))

    async def prepare(self) -> None:
        for club in self.clubs:
            await club.run("night open", kind="cash")
            await club.run("table open", number=1, kind="cash")
            await club.run("table seat", table=1, who=", ".join(GUESTS))
            await club.run("table button", table=1, seat=1)
            await club.run("table hand", table=1)

    async def do(self, kind: str) -> None:
        self.number += 1
        number, club = self.number, self.clubs[self.number % len(self.clubs)]
        guest, player = GUESTS[number % len(GUESTS)], club.people[number % 4]
        if kind == "rule":
            await club.run("rule ask", player, question=question(number))
        elif kind == "case":
            lane = await self.lanes.get()
            await lane.step()
            self.lanes.put_nowait(lane)
        elif kind == "table":
            name = ("hand", "hand", "duties", "log")[number % 4]
            await club.run(f"table {name}", table=1)
        else:
            name, options = (
                ("money enter", {"what": "buyin", "guest": guest, "amount": "20", "method": "cash"}),
                ("money owe", {"guest": guest}),
                ("night show", {}),
                ("money enter", {"what": "rebuy", "guest": guest, "amount": "10", "method": "cash"}),
                ("money pay", {"guest": guest, "amount": "5", "method": "cash"}),
                ("night list", {}),
            )[number % 6]
            await club.run(name, **options)


def shuffled(many: int) -> Iterator[str]:
    """So many kinds of interactions, in the shares of the mix and in no order."""
    hand = [kind for kind, share in OF_TWENTY.items() for _ in range(share)]
    kinds = [hand[number % len(hand)] for number in range(many)]
    random.Random(5).shuffle(kinds)
    return iter(kinds)


async def per_second(rig: Any, many: int, do: Callable[[str], Awaitable[None]]) -> tuple[float, float]:
    """How many a second, 16 at once, and the bot's processor time of one in milliseconds."""
    kinds = shuffled(many)

    async def worker() -> None:
        for kind in kinds:
            await do(kind)

    gc.collect()
    gc.disable()
    rig.server._record = False
    began, spent = time.monotonic(), rig.bot.cpu_s
    try:
        await asyncio.gather(*(worker() for _ in range(AT_ONCE)))
    finally:
        rig.server._record = True
        gc.enable()
    return many / (time.monotonic() - began), (rig.bot.cpu_s - spent) * 1000 / many


async def mix() -> dict[str, float]:
    """Both bots stay up, each on a rig of its own; rounds alternate between them."""
    found: dict[str, list[tuple[float, float]]] = {side: [] for side in SIDES}
    with tempfile.TemporaryDirectory() as folder:
        rigs, does = {}, {}
        for side in SIDES:
            rigs[side] = rig = await Rig.start(rate_limits=False)
            clubs = [Club(rig, number) for number in range(PLAYING)]
            argv, cwd, env = process_of(side, folder)
            await rig.launch_bot(argv, cwd=cwd, env=env)
            mixed = Mix(clubs)
            if side == "bot":
                await mixed.prepare()
            does[side] = mixed.do if side == "bot" else echo(clubs)
            await per_second(rig, 200, does[side])
        for _ in range(ROUNDS):
            for side in SIDES:
                found[side].append(await per_second(rigs[side], MIXED, does[side]))
                del rigs[side].server.log[:]
        broken = [rig.violations for rig in rigs.values() if rig.violations]
        for rig in rigs.values():
            await rig.close()
    if broken:
        raise RuntimeError(f"refused under the mix: {broken[0][:3]}")
    figures = {f"{side}_per_second": statistics.median(one[0] for one in found[side]) for side in SIDES}
    figures |= {f"{side}_cpu": statistics.median(one[1] for one in found[side]) for side in SIDES}
    pairs = zip(found["bot"], found["echo"], strict=True)
    return {**figures, "ratio": statistics.median(bot[0] / echo[0] for bot, echo in pairs)}


def echo(clubs: list[Club]) -> Callable[[str], Awaitable[None]]:
    """The echo bot's one command, in as many leagues."""
    done = 0

    async def do(_kind: str) -> None:
        nonlocal done
        done += 1
        club = clubs[done % len(clubs)]
        await club.run("echo", club.people[done % 4], text=question(done))

    return do


# ------------------------------------------------------------------ a thousand leagues


async def set_up(club: Club) -> None:
    """A league with an order of books, a night ahead with its card, and people who ask and sign up."""
    await club.run("league books", kind="cash", order="tda-rrp")
    reading = await club.run("night create", when="in 9 days at 8pm", title="Friday", most=9)
    post = next(
        button["custom_id"] for button in reading.message.buttons if button["custom_id"].startswith("night1:post")
    )
    await club.press(club.host, reading.message, post)
    for who in club.people:
        await club.run("rule ask", who, question=question(1))
    await club.run("night signup", what="play", guest="bob")


async def started(rig: Any, side: str, folder: str, club: Club) -> tuple[float, float, float]:
    """Seconds from the start of the process to the first answer, megabytes then and a while later."""
    argv, cwd, env = process_of(side, folder)
    began = time.perf_counter()
    bot = await rig.launch_bot(argv, cwd=cwd, env=env, wait_commands=False)
    name, options = ("league show", {}) if side == "bot" else ("echo", {"text": "here?"})
    await club.run(name, **options)
    seconds, memory = time.perf_counter() - began, bot.rss_mb
    await asyncio.sleep(AFTER_START)
    later = bot.rss_mb
    await rig.stop_bot()
    return seconds, memory, later


async def leagues() -> dict[str, float]:
    """Alternating starts of both in as many servers; ours has set up a league in each."""
    found: dict[str, list[tuple[float, float, float]]] = {side: [] for side in SIDES}
    with tempfile.TemporaryDirectory() as folder:
        rigs, clubs = {}, {}
        for side in SIDES:
            rigs[side] = rig = await Rig.start(rate_limits=False)
            clubs[side] = [Club(rig, number) for number in range(LEAGUES)]
            argv, cwd, env = process_of(side, folder)
            await rig.launch_bot(argv, cwd=cwd, env=env)
            if side == "bot":
                for at in range(0, LEAGUES, AT_ONCE):
                    await asyncio.gather(*(set_up(club) for club in clubs[side][at : at + AT_ONCE]))
                await rig.settle(1.0, 30.0)
            await rig.stop_bot()
        for _ in range(ROUNDS):
            for side in SIDES:
                found[side].append(await started(rigs[side], side, folder, clubs[side][-1]))
        for rig in rigs.values():
            await rig.close()
    return of_starts(found)


if __name__ == "__main__":
    print(json.dumps(asyncio.run({"mix": mix, "leagues": leagues}[sys.argv[1]]())))
