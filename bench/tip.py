"""`/tip give` end to end, HTTP stubbed, against an empty bot's command in the same process.

Both bots get INTERACTION_CREATE through discord.py's own parser; a command counts until its answer has been handed to
HTTP and the task that gave it has ended. The real bot has its real store, synchronous=FULL, on the disk of the
temporary folder: a night with its fee, a dealer who deals, and a giver whose receipts grow with every tip. Beside it,
the same with the database in memory, and what the disk takes for one row.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from functools import partial
from typing import Any

from bench import step
from bench.answer import CHANNEL, GUILD, PERSON, EmptyBot, Stub, connect, payload, ping
from bench.turns import EMPTY, Found, Side, take_turns
from data.dealers import sign_up
from data.downs import begin_down
from data.fees import set_fee
from data.handled import Act
from data.nights import open_night
from data.players import guest_of
from data.store import Transaction
from league.dealer import signed_up


def tip(number: int) -> dict[str, Any]:
    """`/tip give` to the one dealer, another amount each time."""
    given = [{"name": "dealer", "type": 3, "value": "1"}, {"name": "amount", "type": 3, "value": str(5 + number % 5)}]
    return payload(number, "tip", [{"name": "give", "type": 1, "options": given}])


async def measure() -> Found:
    """What an empty bot's command and `/tip give` take, on disk and in memory, and the disk alone."""
    async with AsyncExitStack() as stack:
        empty = EmptyBot()
        connect(empty)
        stub = Stub()
        sides: dict[str, Side] = {EMPTY: partial(stub.answered_in, empty, ping)}
        for name, folder in (("tip", None), ("memory", step.MEMORY)):
            if folder is None or folder.is_dir():
                floor = await step.floor_bot(stack, folder)
                await floor.store.write(_prepare)
                floor.leagues.changed(int(GUILD))
                sides[name] = partial(stub.answered_in, floor, tip)
                if folder is None:
                    sides[step.DISK] = partial(step.disk, floor.store)
        return await take_turns(sides)


def _prepare(tx: Transaction) -> None:
    """A night that somebody else hosts, with a fee and a dealer at table 3."""
    act = Act(int(GUILD), "bench", int(PERSON) + 1, datetime.now(UTC))
    night = open_night(tx, act, act.at.date(), "UTC", "tournament", int(CHANNEL))
    set_fee(tx, act, night.night_id, 5000)
    dealer = guest_of(tx, act.league_id, "gil", act.at)
    sign_up(tx, act, night.night_id, signed_up(3, dealer.player_id, None), "deals")
    begin_down(tx, act, night.night_id, 3, dealer.player_id, 30)


if __name__ == "__main__":
    print(asyncio.run(measure()))
