"""Which table is meant, and how it stands: found, or refused in a sentence. No Discord here."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from cogs.shared.refusals import Refusal
from data.downs import downs_of
from data.nights import night_open
from data.players import Player, player_with, players
from data.store import Store, Transaction
from data.tables import Kept, Taken, steps_of, table_at, table_of_channel, tables_of
from league.table import Step, Table

GONE = "There is no such table in this league any more: /table open opens one."
NO_TABLE = "No table is open tonight: a host opens one with /table open."


@dataclass(frozen=True)
class Asker:
    """Who wants something done, and at which table: the one named, or else the one that is meant there.

    `table_id`: of the card that was pressed; `table_number`: as it was typed; None: not told. `also_closed`: tables that
    were closed tonight may be meant, too.
    """

    user_id: int
    name: str
    is_staff: bool
    channel_id: int | None = None
    is_thread: bool = False
    table_number: int | None = None
    table_id: int | None = None
    also_closed: bool = False


@dataclass(frozen=True)
class Look:
    """A table as it stands, with everybody it names. `down_at`: since when its dealer deals it, None: no down."""

    kept: Kept
    people: Mapping[int, Player]
    down_at: datetime | None

    @property
    def table(self) -> Table:
        """The table itself."""
        return self.kept.table


# ------------------------------------------------------------------ tables


def find_table(tx: Transaction, league_id: int, asker: Asker) -> Kept:
    """The table that is meant. Raises Refusal where none is, or where several may be."""
    if asker.table_id is not None:
        kept = table_at(tx, league_id, asker.table_id)
        if kept is None:
            raise Refusal(GONE)
        return kept
    if asker.table_number is None and asker.is_thread and asker.channel_id is not None:
        kept = table_of_channel(tx, league_id, asker.channel_id)
        if kept is not None:
            return kept
    tables = tables_tonight(tx, league_id, also_closed=asker.also_closed)
    if not tables:
        raise Refusal(NO_TABLE)
    numbers = [kept.table_number for kept in tables]
    if asker.table_number is not None:
        if asker.table_number not in numbers:
            raise Refusal(f"Table {asker.table_number} is not open tonight: {_listed(numbers)}.")
        return tables[numbers.index(asker.table_number)]
    here = [kept for kept in tables if kept.channel_id == asker.channel_id]
    me = player_with(tx, league_id, asker.user_id)
    mine = [kept for kept in tables if me is not None and kept.table.has(me.player_id)]
    for fitting in (here, mine, tables):
        if len(fitting) == 1:
            return fitting[0]
    raise Refusal(f"Which table? {_listed(numbers)}: give its number, or go to its own thread.")


def tables_tonight(tx: Transaction, league_id: int, *, also_closed: bool = False) -> list[Kept]:
    """The tables of the night that is open, by number; those that are closed come last, the newest first."""
    night = night_open(tx, league_id)
    if night is None:
        return []
    tables = tables_of(tx, league_id, night.night_id, open_only=not also_closed)
    return [
        *(kept for kept in tables if kept.closed_at is None),
        *sorted((kept for kept in tables if kept.closed_at is not None), key=lambda kept: -kept.table_id),
    ]


def _listed(numbers: Collection[int]) -> str:
    *others, last = map(str, sorted(set(numbers)))
    return f"tables {', '.join(others)} and {last} are open" if others else f"table {last} is open"


# ------------------------------------------------------------------ looking


async def look(store: Store, league_id: int, asker: Asker) -> Look:
    """The table that is meant, with everybody it names. Raises Refusal."""
    return await store.read(_looked, league_id, asker)


async def look_at(store: Store, league_id: int, table_id: int) -> Look | None:
    """One table; None: this league has none with this id."""
    return await store.read(_looked_at, league_id, table_id)


async def tables_open(store: Store, league_id: int) -> list[Kept]:
    """The open tables of the night that is open."""
    return await store.read(tables_tonight, league_id)


def _looked(tx: Transaction, league_id: int, asker: Asker) -> Look:
    return seen(tx, find_table(tx, league_id, asker))


def _looked_at(tx: Transaction, league_id: int, table_id: int) -> Look | None:
    kept = table_at(tx, league_id, table_id)
    return None if kept is None else seen(tx, kept)


def seen(tx: Transaction, kept: Kept) -> Look:
    """A table with everybody it names."""
    dealt = (down for down in downs_of(tx, kept.league_id, kept.night_id) if down.ended_at is None)
    down_at = next((down.started_at for down in dealt if down.table_number == kept.table_number), None)
    return Look(kept, people_of(tx, kept), down_at)


def people_of(tx: Transaction, kept: Kept, lines: Collection[Taken] = ()) -> dict[int, Player]:
    """Everybody whom a table names, and these lines of its log."""
    table = kept.table
    named = {seated.player_id for seated in table.seated} | {table.dealer_id, *table.dealt_in, *table.winners}
    for step in (*table.waiting, *(line.step for line in lines)):
        named |= _named_in(step)
    return players(tx, kept.league_id, {player_id for player_id in named if player_id is not None})


def _named_in(step: Step | None) -> set[int | None]:
    return {getattr(step, "player_id", None), *getattr(step, "winners", ())}


async def logged(store: Store, league_id: int, asker: Asker, most: int) -> tuple[Look, list[Taken]]:
    """The table that is meant and the newest lines of its log, newest first, with everybody they name."""
    return await store.read(_logged, league_id, asker, most)


def _logged(tx: Transaction, league_id: int, asker: Asker, most: int) -> tuple[Look, list[Taken]]:
    found = _looked(tx, league_id, asker)
    lines = steps_of(tx, league_id, found.kept.table_id, most)
    return replace(found, people=people_of(tx, found.kept, lines)), lines
