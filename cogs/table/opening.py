"""How a table is opened; the first one opens the night. No Discord here."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from cogs.shared.people import written
from data.audit import record_audit
from data.handled import Act, once
from data.opening import open_tonight
from data.store import Store, Transaction
from data.tables import open_table, place_table, table_at, tables_of
from league.agenda import DEDICATED
from league.night import day_of
from league.settings import Settings
from league.table import opened

MODE_OF_BOOK = {"rrp": "rrp", "psp": "psp_self"}  # how players deal by the book that comes first
SEATS = 9


@dataclass(frozen=True)
class Opening:
    """A table as it was asked for. None: as the league plays, or the first number that is free."""

    channel_id: int
    kind: str
    game: str
    mode: str | None = None
    number: int | None = None
    seats: int = SEATS
    break_order: int | None = None


@dataclass(frozen=True)
class Opened:
    """The table that was opened. `thread_name`: what its own thread is called. `has_dealer`: is it to get one?"""

    table_id: int
    table_number: int
    thread_name: str
    has_dealer: bool


async def open_one(store: Store, act: Act, settings: Settings, opening: Opening) -> Opened:
    """Open a table; its card stands in the channel until it has a thread. Raises Refusal."""
    return await written(store, _opened, act, settings, opening)


def _opened(tx: Transaction, act: Act, settings: Settings, opening: Opening) -> Opened:
    table_id = int(once(tx, act, _open, settings, opening).answer)
    kept = table_at(tx, act.league_id, table_id)
    assert kept is not None  # it was opened, now or with the first delivery
    day = day_of(kept.opened_at, settings.zone)
    thread_name = f"Table {kept.table_number} · {day.day} {day:%B}"
    return Opened(table_id, kept.table_number, thread_name, kept.table.mode == DEDICATED)


def _open(tx: Transaction, act: Act, settings: Settings, opening: Opening) -> str:
    day = day_of(act.at, settings.zone)
    night = open_tonight(tx, act, day, settings.zone, None, opening.channel_id, opening.kind)
    taken = {kept.table_number for kept in tables_of(tx, act.league_id, night.night_id)}
    number = opening.number or next(number for number in range(1, len(taken) + 2) if number not in taken)
    mode = opening.mode or default_mode(settings, opening.kind)
    table = opened(number, opening.kind, opening.game, mode, opening.seats, opening.break_order, act.at)
    table_id = open_table(tx, act, night.night_id, table)
    place_table(tx, act.league_id, table_id, opening.channel_id, None, None)
    record_audit(tx, act, "table opened", table_number=number, kind=opening.kind)
    return str(table_id)


def default_mode(settings: Settings, kind: str) -> str:
    """How players deal here: by the first of the league's books that says how."""
    return next((MODE_OF_BOOK[book] for book in settings.order(kind) if book in MODE_OF_BOOK), "rrp")


async def move_card(store: Store, league_id: int, table_id: int, channel_id: int, now: datetime) -> None:
    """The table's card is to stand there from now on."""
    await store.write(place_table, league_id, table_id, channel_id, None, now)
