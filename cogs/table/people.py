"""Who is meant at a table, as it was typed: found, added, or refused in a sentence. No Discord here."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from cogs.shared.refusals import Refusal
from cogs.shared.replies import clipped, tidy
from data.players import LONGEST_NAME, Player, guest_of, player_of, players
from data.store import Transaction
from league.table import SEATS, Table

ME = "me"
SEVERAL = re.compile(r"[,;\n]+|\s+(?:and|&)\s+")
MENTION = re.compile(r"<@!?(\d{1,19})>")
WITH_SEAT = re.compile(r"(?P<name>.+?)[\s:=]+(?:(?:at|in)\s+)?\(?(?:seat\s+)?#?(?P<seat>\d{1,3})\)?", re.IGNORECASE)
SEAT_FIRST = re.compile(r"(?:seat\s+)?#?(?P<seat>\d{1,3})[\s:=.)]+(?P<name>.*\D.*)", re.IGNORECASE)
CHOSEN = re.compile(r"#(\d{1,15})")  # a player picked from the list that opens while one types


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
