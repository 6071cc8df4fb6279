"""Which table and which people are meant: found, or refused in a sentence. No Discord here."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from cogs.shared.refusals import Refusal
from cogs.shared.replies import clipped, tidy
from data.dealers import downs_of
from data.nights import night_open
from data.players import LONGEST_NAME, Player, guest_of, player_of, player_with, players
from data.store import Store, Transaction
from data.tables import Kept, Taken, steps_of, table_at, table_of_channel, tables_of
from league.table import SEATS, Step, Table

GONE = "There is no such table in this league any more: /table open opens one."
NO_TABLE = "No table is open tonight: a host opens one with /table open."
ME = "me"
SEVERAL = re.compile(r"[,;\n]+|\s+(?:and|&)\s+")
MENTION = re.compile(r"<@!?(\d{1,19})>")
WITH_SEAT = re.compile(r"(?P<name>.+?)[\s:=]+(?:(?:at|in)\s+)?\(?(?:seat\s+)?#?(?P<seat>\d{1,3})\)?", re.IGNORECASE)
SEAT_FIRST = re.compile(r"(?:seat\s+)?#?(?P<seat>\d{1,3})[\s:=.)]+(?P<name>.*\D.*)", re.IGNORECASE)
CHOSEN = re.compile(r"#(\d{1,15})")  # a player picked from the list that opens while one types


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
class Named:
    """Somebody as typed: an account (`user_id`), a name, or oneself (neither); and the seat, None: any."""

    user_id: int | None
    name: str
    seat: int | None = None

    @property
    def is_asker(self) -> bool:
        """Does somebody mean themselves?"""
        return self.user_id is None and not self.name


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


# ------------------------------------------------------------------ people


def read_people(typed: str) -> tuple[Named, ...]:
    """Who is meant by "ann, bob 3, <@55>": names, accounts and seats; by nothing: oneself. Raises Refusal.

    >>> [(one.user_id, one.name, one.seat) for one in read_people("ann, bob 3 and <@55> 9")]
    [(None, 'ann', None), (None, 'bob', 3), (55, '', 9)]
    """
    parts = [part for part in SEVERAL.split(MENTION.sub(r",\g<0>", typed)) if part.strip()]
    if len(parts) > SEATS[-1]:
        raise Refusal(f"No table has more than {SEATS[-1]} seats: name at most so many people at once.")
    return tuple(map(read_person, parts)) or (Named(None, ""),)


def read_person(typed: str) -> Named:
    """One of them. Raises Refusal for a seat without a name, and for a name that shows as nothing.

    >>> read_person("me").is_asker, read_person("Bob in seat 4").seat, read_person("3 ann")
    (True, 4, Named(user_id=None, name='ann', seat=3))
    """
    words = tidy(typed, 2 * LONGEST_NAME)
    if not words:
        raise Refusal("A name needs letters that can be seen: write for example ann 3, bob 4.")
    seated = WITH_SEAT.fullmatch(words) or SEAT_FIRST.fullmatch(words)
    name, seat = (seated["name"], int(seated["seat"])) if seated else (words, None)
    mentioned = MENTION.fullmatch(name)
    if mentioned:
        return Named(int(mentioned[1]), "", seat)
    name = name.removeprefix("@").strip()
    if not name:
        raise Refusal("A name needs letters that can be seen: write for example ann 3, bob 4.")
    if name.isdecimal() or name.casefold() == "seat":
        raise Refusal("A seat needs a name before it: write for example ann 3, bob 4.")
    if name.startswith("<") and name.endswith(">"):
        raise Refusal("Only people sit down: mention a person, or write a guest's name.")
    if len(name) > LONGEST_NAME:
        raise Refusal(f"A name has at most {LONGEST_NAME} characters: write a shorter one, and a comma between names.")
    return Named(None, "" if name.casefold() == ME else name, seat)


def met(tx: Transaction, league_id: int, named: Named, at: datetime) -> Player:
    """The person as a player of the league, added the first time.

    A name is whoever of the league bears it alone; where several do, the guest of that name.
    """
    if named.user_id is not None:
        return player_of(tx, league_id, named.user_id, named.name, at)
    wanted = named.name.casefold()
    bearing = [player for player in players(tx, league_id).values() if player.name.casefold() == wanted]
    return bearing[0] if len(bearing) == 1 else guest_of(tx, league_id, named.name, at)


def somebody_at(people: Mapping[int, Player], table: Table, typed: str) -> Player:
    """One of these by name, mention, seat or choice from the list. Raises Refusal."""
    words = tidy(typed, 2 * LONGEST_NAME)
    chosen, mentioned = CHOSEN.fullmatch(words), MENTION.fullmatch(words)
    if chosen:
        fitting = [player for player in people.values() if player.player_id == int(chosen[1])]
    elif mentioned:
        fitting = [player for player in people.values() if player.user_id == int(mentioned[1])]
    elif words.isdecimal():
        seated = table.at(int(words))
        fitting = [] if seated is None else [people[seated.player_id]]
    else:
        wanted = words.removeprefix("@").casefold()
        fitting = [player for player in people.values() if player.name.casefold() == wanted]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise Refusal(f"Several at this table are called {clipped(words, LONGEST_NAME)}: choose one from the list.")
    raise Refusal(f"Nobody at this table is called {clipped(words, LONGEST_NAME)}: choose somebody from the list.")


def plain_name(player: Player | None) -> str:
    """A name for a list to choose from, where nothing comes alive."""
    return "somebody" if player is None else player.name


def shown_name(player: Player | None) -> str:
    """A name as a sentence or card shows it."""
    return clipped(plain_name(player), LONGEST_NAME)
