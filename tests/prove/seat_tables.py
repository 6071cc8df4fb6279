"""python tests/prove/seat_tables.py DATABASE LEAGUE: three tables with players, each with a hand in play.

Written by the store itself, beside the bot, and stamped by the clock that this process is given.
"""

from __future__ import annotations

import asyncio
import sys
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from data.handled import Act
from data.nights import night_open
from data.players import guest_of
from data.store import Store, Transaction
from data.tables import open_table, table_at, take_step
from league.table import Button, Hand, Seat, opened


def seat(tx: Transaction, act: Act) -> int:
    night = night_open(tx, act.league_id)
    assert night is not None
    for number in (1, 2, 3):
        table = opened(number, "tournament", "holdem", "psp_dedicated", 9, 4 - number, act.at)
        table_id = open_table(tx, act, night.night_id, table)
        players = [guest_of(tx, act.league_id, f"player {number}{place}", act.at) for place in range(1, 7)]
        for step in [*(Seat(player.player_id, place) for place, player in enumerate(players, 1)), Button(1), Hand()]:
            kept = table_at(tx, act.league_id, table_id)
            assert kept is not None
            take_step(tx, act, kept, step)
    return 3


async def main(database: str, league: str) -> None:
    store = await Store.open(Path(database))
    print(await store.write(seat, Act(int(league), "seats", 1, datetime.now(UTC))))
    await store.close()


asyncio.run(main(*sys.argv[1:]))
