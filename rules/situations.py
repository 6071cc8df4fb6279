"""Situations to practise on: one incident with all its facts, by chance, told as a short story.

Chance is an argument. A situation is made the same from the same seed, whatever a league plays, so that an id
can carry it. Knows no Discord, no SQL, no clock.

>>> import random
>>> pick = situation("tda", random.Random(7))
>>> pick.incident in vocabulary().incidents and pick == situation("tda", random.Random(7))
True
>>> story("board_early", {"street": "river"})
'Board cards came before the betting was done. The river was out before the betting on the turn was done.'
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Protocol, TypeVar

from rules.engine import decide
from rules.facts import vocabulary
from rules.rulings import SILENT

FILE = Path(__file__).parent / "situations.toml"
FIRST = ("game", "short_of_cards")  # told before what went wrong
LAST = ("action",)

Item = TypeVar("Item")


class Chance(Protocol):
    """What chance must be able to do."""

    def choice(self, items: Sequence[Item]) -> Item:
        """One of them."""


@dataclass(frozen=True)
class Situation:
    """One thing that went wrong at a table, with every fact of it."""

    incident: str
    facts: Mapping[str, str]


def situation(book: str, chance: Chance) -> Situation:
    """A situation on which a book is worth asking: each ruling of each incident comes as often as any other."""
    incident, outcome = chance.choice(_rulings(book))
    return Situation(incident, chance.choice(_worlds(book, incident)[outcome]))


@cache
def _rulings(book: str) -> Sequence[tuple[str, str]]:
    """Every incident that the book rules on at all, with each outcome it can come to."""
    spoken = [incident for incident in vocabulary().incidents if set(_worlds(book, incident)) != {SILENT}]
    return [(incident, outcome) for incident in spoken for outcome in sorted(_worlds(book, incident))]


@cache
def _worlds(book: str, incident: str) -> Mapping[str, Sequence[Mapping[str, str]]]:
    """The possible worlds of an incident by what the book comes to in them, no Alternate Rule switched on."""
    found: dict[str, list[Mapping[str, str]]] = {}
    for world in vocabulary().worlds(incident):
        found.setdefault(decide(book, incident, world).outcome, []).append(world)
    return found


@cache
def sentences(file: Path = FILE) -> Mapping[str, Mapping[str, str]]:
    """How each value of each fact is told, by fact, and under "incident" how some incidents are; read once."""
    with file.open("rb") as stream:
        text = tomllib.load(stream)
    return {**text["fact"], "incident": text["incident"]}


def story(incident: str, facts: Mapping[str, str]) -> str:
    """What happened, in short sentences: the game, what went wrong, its facts, how much action there was."""
    told = sentences()
    names = [fact for fact in vocabulary().incidents[incident].facts if fact in facts]
    first = [told[fact][facts[fact]] for fact in names if fact in FIRST]
    last = [told[fact][facts[fact]] for fact in names if fact in LAST]
    rest = [told[fact][facts[fact]] for fact in names if fact not in (*FIRST, *LAST)]
    wrong = told["incident"].get(incident, f"{vocabulary().incidents[incident].name}.")
    return " ".join([*first, wrong, *rest, *last])
