"""`/table hand` end to end, HTTP stubbed, against an empty bot's command in the same process.

Both bots get INTERACTION_CREATE through discord.py's own parser; a command counts until its answer has been handed to
HTTP and the task that gave it has ended. The real bot has its real store, synchronous=FULL, on the disk of the
temporary folder, and draws the table's card and the host's cockpit meanwhile, each at most once in five seconds. The
table has nine seats. Twice: with 100 steps of history and with 100,000, the second measured against the first. Beside
it, the same with the database in memory.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from functools import partial
from typing import Any

from bench import answer, step
from bench.answer import CHANNEL, GUILD, PERSON, EmptyBot, Stub, connect, payload, ping
from bench.turns import EMPTY, Found, Side, take_turns
from data.handled import Act
from data.nights import open_night
from data.players import guest_of
from data.store import Transaction
from data.tables import open_table, place_table, table_at, take_step
from league.table import Button, Hand, Seat, opened

SEATS = 9
SHORT, LONG = 100, 100_000  # steps behind the table
THREAD = {"type": 11, "parent_id": "66", "owner_id": answer.APPLICATION, "message_count": 1, "member_count": 1}
THREAD_DATA = {"archived": False, "auto_archive_duration": 1440, "archive_timestamp": "2026-03-14T20:00:00+00:00"}


def hand(number: int) -> dict[str, Any]:
    """`/table hand` in the table's own thread."""
    data = payload(number, "table", [{"name": "hand", "type": 1, "options": []}])
    return {**data, "channel": {**data["channel"], **THREAD, "thread_metadata": THREAD_DATA}}


async def measure() -> Found:
    """What an empty bot's command and `/table hand` take, with a short and a long history, on disk and in memory."""
    async with AsyncExitStack() as stack:
        empty = EmptyBot()
        connect(empty)
        stub = Stub()
        sides: dict[str, Side] = {EMPTY: partial(stub.answered_in, empty, ping)}
        for name, steps, folder in (("short", SHORT, None), ("long", LONG, None), ("memory", SHORT, step.MEMORY)):
            if folder is not None and not folder.is_dir():
                continue
            floor = await step.floor_bot(stack, folder)
            floor.http.request = _request  # type: ignore[method-assign]  # the live cards' edits are accepted at once
            await floor.store.write(_prepare, steps)
            floor.leagues.changed(int(GUILD))
            sides[name] = partial(stub.answered_in, floor, hand)
        return await take_turns(sides)


async def _request(route: Any, **request: Any) -> dict[str, Any]:
    return step.message(2 * 10**18, [])


def _prepare(tx: Transaction, steps: int) -> None:
    """A table of nine in play, with so many steps behind it."""
    act = Act(int(GUILD), "bench", int(PERSON), datetime.now(UTC))
    night = open_night(tx, act, act.at.date(), "UTC", "cash", int(CHANNEL))
    table_id = open_table(tx, act, night.night_id, opened(1, "cash", "holdem", "rrp", SEATS, None, act.at))
    place_table(tx, act.league_id, table_id, int(CHANNEL), 2 * 10**18, act.at)
    kept = table_at(tx, act.league_id, table_id)
    assert kept is not None
    for seat in range(1, SEATS + 1):
        kept = take_step(tx, act, kept, Seat(guest_of(tx, act.league_id, f"guest {seat}", act.at).player_id, seat))
    for one in (Button(1), *[Hand()] * (SHORT - SEATS - 1)):
        kept = take_step(tx, act, kept, one)
    tx.run(
        "WITH RECURSIVE later (step_id) AS (SELECT :newest + 1 WHERE :steps > :newest UNION ALL"
        "  SELECT step_id + 1 FROM later WHERE step_id < :steps)"
        " INSERT INTO table_step (league_id, table_id, step_id, made_at, made_by, step, was)"
        " SELECT league_id, table_id, later.step_id, made_at, made_by, step, was FROM table_step CROSS JOIN later"
        " WHERE league_id = :league_id AND table_id = :table_id AND table_step.step_id = :newest",
        newest=kept.last_step,
        steps=steps,
        league_id=kept.league_id,
        table_id=kept.table_id,
    )
    tx.run(
        "UPDATE game_table SET last_step = :steps WHERE league_id = :league_id", steps=steps, league_id=act.league_id
    )


if __name__ == "__main__":
    print(asyncio.run(measure()))
