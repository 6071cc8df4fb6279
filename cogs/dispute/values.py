"""What goes into a dispute's actions and comes out of them. No Discord here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from cogs.shared.past import Past
from cogs.shared.people import Person
from data.players import Player
from league.books import Booking
from league.dispute import Dispute, SideBySide, Step
from league.dispute_turns import Waiting


@dataclass(frozen=True)
class Presser:
    """Who does it: the account with its name in this league, and whether it is staff."""

    person: Person
    is_staff: bool


@dataclass(frozen=True)
class Opening:
    """What somebody opens: `source` one of SOURCES. `link`: of the message or card. `others`: the other side. `in_hand`: who
    else was in it, where no table tells.

    `hand_number` None: the hand in play or the last one of that table. `channels`: to tell the kind of game.
    """

    source: str
    words: str = ""
    link: str = ""
    case_number: int | None = None
    table_id: int | None = None
    hand_number: int | None = None
    others: tuple[Person, ...] = ()
    witnesses: tuple[Person, ...] = ()
    in_hand: tuple[Person, ...] = ()
    sides_first: bool = False
    channels: tuple[int | None, ...] = ()


@dataclass(frozen=True)
class Way:
    """What the rules as they stood come to if a disputed fact is so. `book` "own": the league's own rule; None: silent."""

    fact: str
    value: str
    outcome: str
    book: str | None
    cites: tuple[str, ...]


@dataclass(frozen=True)
class Look:
    """A dispute as this viewer may see it: what is sealed from them is not in it.

    `state`, `waiting`: as of now. `bookings`: of that night, before it was opened; staff and deciders see those of all
    parties, anybody else their own, the thread its opener's. `given`: who has given a side, also while those are sealed.
    """

    dispute: Dispute
    state: str
    is_sealed: bool
    waiting: Waiting
    people: Mapping[int, Player]
    facts: SideBySide
    ways: tuple[Way, ...]
    past: tuple[Past, ...]
    bookings: tuple[Booking, ...]
    log: tuple[Step, ...]
    given: frozenset[int]


@dataclass(frozen=True)
class DecisionForm:
    """What [Decide] is sent with. For money `payer` and `payee`, players (None: the league), and `amount` as typed."""

    outcome: str
    found: str
    reason: str
    next_time: str = ""
    correction: str = ""
    payer: int | None = None
    payee: int | None = None
    amount: str = ""


@dataclass(frozen=True)
class File:
    """A piece of evidence as it is handed in: a file's content, or a message's words (content None)."""

    name: str
    media_type: str = ""
    content: bytes | None = None
    words: str = ""


@dataclass(frozen=True)
class Telling:
    """Lines the thread has not been told, oldest first, with the dispute as its thread sees it."""

    look: Look
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Line:
    """A dispute in a list."""

    number: int
    opened_at: datetime
    incident: str | None
    state: str
    outcome: str | None
    how: str | None
    thread_id: int | None
    is_heard: bool  # whoever looks can give a side in it, or hand something in


@dataclass(frozen=True)
class RuleDraft:
    """A house rule drafted from a decision. `difference`: how it differs from what the books say; in force `from`."""

    title: str
    text: str
    incident: str | None
    outcome: str | None
    difference: str
