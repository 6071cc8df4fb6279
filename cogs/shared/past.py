"""What the league decided before in a like dispute, for any feature that shows it below the rules. No Discord here.

Whoever looks may not have been part of it: no names are shown, nor words that name a player of the league.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from data.dispute_lists import Decided, decided_by, decided_on
from data.players import players
from data.store import Transaction

MOST_PAST = 3
SHORTEST_NAME = 2  # letters: a name of one letter is every word
FORGOTTEN = re.compile(r"Player [0-9]+")
MENTION = re.compile(r"<[@#][!&]?[0-9]+>|https?://\S+")


@dataclass(frozen=True)
class Past:
    """An earlier decision like it. `like`: "incident", "clauses" or "words"."""

    number: int
    at: datetime
    incident: str | None
    outcome: str
    reason: str
    like: str


def past_like(
    tx: Transaction, league_id: int, incident: str | None, clauses: Sequence[str], but: int = 0
) -> tuple[Past, ...]:
    """The newest decisions of the same incident, then of a shared clause. `but`: not this dispute's own."""
    same = [] if incident is None else decided_on(tx, league_id, incident, but, MOST_PAST)
    shared = decided_by(tx, league_id, clauses, incident, but, MOST_PAST - len(same)) if len(same) < MOST_PAST else []
    found = [*(_past(one, "incident") for one in same), *(_past(one, "clauses") for one in shared)]
    return without_names(tx, league_id, found) if found else ()


def _past(one: Decided, like: str) -> Past:
    return Past(one.number, one.at, one.incident, one.outcome, one.reason, like)


def without_names(tx: Transaction, league_id: int, past: Iterable[Past]) -> tuple[Past, ...]:
    """The same with everybody's name out of the reasons."""
    names = [player.name for player in players(tx, league_id).values()]
    return tuple(replace(one, reason=anonymous(one.reason, names)) for one in past)


def _parts(name: str) -> tuple[str, ...]:
    """What of a name gives somebody away; of "Player 17", as whoever was forgotten is called, only the whole."""
    return (name,) if FORGOTTEN.fullmatch(name) else (name, *name.split())


def anonymous(text: str, names: Iterable[str]) -> str:
    """A text without these names, mentions and links.

    >>> anonymous("Ann showed it to <@7>; ann's hand is dead", ["ann"])
    "somebody showed it to somebody; somebody's hand is dead"
    >>> anonymous("the player in seat 17 was Player 17", ["Player 17"])
    'the player in seat 17 was somebody'
    """
    told = MENTION.sub("somebody", text)
    every = {part for name in names for part in _parts(name) if len(part) >= SHORTEST_NAME}
    if not every:
        return told
    longest_first = sorted(every, key=lambda name: (-len(name), name))
    return re.sub(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)", "somebody", told, flags=re.I)
