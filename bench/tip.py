"""`/tip give` end to end, HTTP stubbed, against an empty bot's command in the same process.

Both bots get INTERACTION_CREATE through discord.py's own parser; a command counts until its answer has been handed to
HTTP and the task that gave it has ended. The real bot has its real store, synchronous=FULL, on the disk of the
temporary folder: a night with its fee, a dealer who deals, and a giver whose receipts grow with every tip. Beside it,
the same with the database in memory, and what the disk takes for one row.
"""

from __future__ import annotations

import asyncio
import gc
import statistics
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from functools import partial
from itertools import count
from typing import Any

from bench import step
from bench.answer import CHANNEL, GUILD, PERSON, SHARES, EmptyBot, Stub, connect, payload, percentile, ping
from data.dealers import begin_down, sign_up
from data.fees import set_fee
from data.handled import Act
from data.nights import open_night
from data.players import guest_of
from data.store import Transaction
from league.dealer import signed_up

ROUNDS = 5
EACH = 140  # commands of each side in a round
BLOCK = 10  # commands in a row before the next side takes its turn
WARM = 60
Side = Callable[[Stub, int], Awaitable[float]]  # how long one command takes


def tip(number: int) -> dict[str, Any]:
    """`/tip give` to the one dealer, another amount each time."""
    given = [{"name": "dealer", "type": 3, "value": "1"}, {"name": "amount", "type": 3, "value": str(5 + number % 5)}]
    return payload(number, "tip", [{"name": "give", "type": 1, "options": given}])


async def measure(rounds: int = ROUNDS, each: int = EACH) -> dict[str, float]:
    """p50 and p99 in milliseconds of each side, and the ratios: medians over the rounds."""
    async with AsyncExitStack() as stack:
        empty = EmptyBot()
        connect(empty)
        sides: dict[str, Side] = {"empty": partial(_seconds, empty, ping)}
        for name, folder in (("tip", None), ("memory", step.MEMORY)):
            if folder is None or folder.is_dir():
                floor = await step.floor_bot(stack, folder)
                await floor.store.write(_prepare)
                floor.leagues.changed(int(GUILD))
                sides[name] = partial(_seconds, floor, tip)
                if folder is None:
                    sides[step.DISK] = partial(step.disk, floor.store)
        gc.collect()
        gc.freeze()
        return await _rounds(sides, rounds, each)


async def _seconds(bot: Any, data: Callable[[int], dict[str, Any]], stub: Stub, number: int) -> float:
    return await stub.seconds(bot, data(number))


def _prepare(tx: Transaction) -> None:
    """A night that somebody else hosts, with a fee and a dealer at table 3."""
    act = Act(int(GUILD), "bench", int(PERSON) + 1, datetime.now(UTC))
    night = open_night(tx, act, act.at.date(), "UTC", "tournament", int(CHANNEL))
    set_fee(tx, act, night.night_id, 5000)
    dealer = guest_of(tx, act.league_id, "gil", act.at)
    sign_up(tx, act, night.night_id, signed_up(3, dealer.player_id, None), "deals")
    begin_down(tx, act, night.night_id, 3, dealer.player_id, 30)


async def _rounds(sides: dict[str, Side], rounds: int, each: int) -> dict[str, float]:
    stub = Stub()
    numbers = count(1)
    for seconds in sides.values():
        for _ in range(WARM):
            await seconds(stub, next(numbers))
    found: dict[str, list[float]] = {f"{side}_{share}": [] for side in sides for share in SHARES}
    for _ in range(rounds):
        times: dict[str, list[float]] = {side: [] for side in sides}
        for _ in range(each // BLOCK):
            for side, seconds in sides.items():
                times[side] += [await seconds(stub, next(numbers)) for _ in range(BLOCK)]
        for side, values in times.items():
            for share, part in SHARES.items():
                found[f"{side}_{share}"].append(percentile(values, part) * 1000)
    figures = {name: statistics.median(values) for name, values in found.items()}
    for side in sides.keys() - {"empty"}:
        for share in SHARES:
            pairs = zip(found[f"{side}_{share}"], found[f"empty_{share}"], strict=True)
            figures[f"{side}_ratio_{share}"] = statistics.median(ours / theirs for ours, theirs in pairs)
    return figures


if __name__ == "__main__":
    print(asyncio.run(measure()))
