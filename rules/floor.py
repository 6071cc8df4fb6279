"""What the floor needs beside the rulings: short names of facts, how to find one out, the redeal sheet.

Read once from floor.toml. Knows no Discord, no SQL, no clock.

>>> floor_words().names["exposed_count"]
'cards exposed'
>>> [line.clause_id for line in redeal_sheet("misdeal", ("rrp", "tda"))][:2]
['rrp-misdeals-redeal', 'tda-35-c']
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from rules.library import load

FILE = Path(__file__).parent / "floor.toml"


@dataclass(frozen=True)
class RedealLine:
    """One line of the redeal sheet. `clause_id` None: no book of the order says it, the floor decides."""

    subject: str
    line: str
    clause_id: str | None


@dataclass(frozen=True)
class FloorWords:
    """Facts' short names and how to find each out; the redeal sheet's entries as they are written."""

    names: Mapping[str, str]
    find_out: Mapping[str, str]
    redeal: Sequence[Mapping[str, Any]]


@cache
def floor_words(file: Path = FILE) -> FloorWords:
    """The words, read once. Raises KeyError where a fact lacks its name or its way to find out."""
    with file.open("rb") as stream:
        text = tomllib.load(stream)
    facts = text["fact"].items()
    return FloorWords(
        {key: entry["name"] for key, entry in facts},
        {key: entry["find_out"] for key, entry in facts},
        text["redeal"],
    )


def redeal_sheet(outcome: str, order: Sequence[str]) -> list[RedealLine]:
    """What stays and what is done anew after this outcome, each line from the first book of the order that has it."""
    lines = []
    for entry in floor_words().redeal:
        if outcome in entry["after"]:
            book = next((book for book in order if book in entry), None)
            if book is None:
                lines.append(RedealLine(entry["subject"], "none of your books says: the floor decides", None))
            else:
                lines.append(RedealLine(entry["subject"], entry[book]["line"], entry[book]["clause"]))
    return lines


def closest_clauses(incident: str, order: Sequence[str], cited: Collection[str] = (), most: int = 3) -> list[str]:
    """The clauses nearest to an incident on which every book of the order is silent; those of the order first."""
    library = load()
    near = [
        clause_id
        for topic in library.topics.values()
        if incident in topic.incidents
        for position in topic.positions.values()
        for clause_id in position.clauses[:1]
    ]
    ranked = sorted(dict.fromkeys(near), key=lambda key: library.clause(key).book.book_id not in order)
    return [clause_id for clause_id in ranked if clause_id not in cited][:most]
