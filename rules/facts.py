"""What can go wrong at a table: the incidents, the facts that decide them and the words people are asked with.

Read once from vocabulary.toml. Knows no book, no Discord, no clock.

>>> words = vocabulary()
>>> words.incidents["boxed_card"].facts
('boxed_count', 'action')
>>> words.facts["boxed_count"].labels["one"]
'One'
>>> len(words.worlds("boxed_card"))
10
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent / "vocabulary.toml"


class BrokenVocabulary(ValueError):
    """vocabulary.toml contradicts itself; the text names every fault."""


@dataclass(frozen=True)
class Fact:
    """A thing to be found out. `labels`: value id -> what its button says, in the order of the buttons."""

    fact_id: str
    ask: str
    why: str
    labels: Mapping[str, str]

    @property
    def values(self) -> tuple[str, ...]:
        """The ids of its values, in order."""
        return tuple(self.labels)


@dataclass(frozen=True)
class Incident:
    """One kind of thing that goes wrong. `facts`: the ids of all facts that can decide it in some book."""

    incident_id: str
    name: str
    label: str
    facts: tuple[str, ...]


@dataclass(frozen=True)
class Vocabulary:
    """Every incident (in the order of a hand), fact, outcome and Alternate Rule, by id."""

    facts: Mapping[str, Fact]
    incidents: Mapping[str, Incident]
    impossible: tuple[Mapping[str, str], ...]
    outcomes: Mapping[str, str]
    house_rules: Mapping[str, str]

    def is_possible(self, world: Mapping[str, str]) -> bool:
        """Can this be? False when it holds everything a declared impossibility names."""
        return not any(bar.items() <= world.items() for bar in self.impossible)

    def worlds(self, incident_id: str) -> list[dict[str, str]]:
        """Every possible world of an incident: one value for each of its facts."""
        names = self.incidents[incident_id].facts
        every = product(*(self.facts[name].values for name in names))
        return [world for values in every if self.is_possible(world := dict(zip(names, values, strict=True)))]


@cache
def vocabulary(file: Path = FILE) -> Vocabulary:
    """The vocabulary of the adjudicator. Raises BrokenVocabulary naming all faults at once."""
    with file.open("rb") as stream:
        text = tomllib.load(stream)
    facts = {
        fact_id: Fact(fact_id, entry["ask"], entry["why"], dict(entry["values"]))
        for fact_id, entry in text["fact"].items()
    }
    incidents = {
        entry["id"]: Incident(entry["id"], entry["name"], entry["label"], tuple(entry["facts"]))
        for entry in text["incident"]
    }
    _verify(text, facts, incidents)
    return Vocabulary(
        facts, incidents, tuple(dict(bar) for bar in text["impossible"]), text["outcomes"], text["house_rules"]
    )


def _verify(text: dict[str, Any], facts: dict[str, Fact], incidents: dict[str, Incident]) -> None:
    faults = [f"{fact_id} needs two values at least." for fact_id, fact in facts.items() if len(fact.labels) < 2]
    if len(incidents) != len(text["incident"]):
        faults.append("Two incidents have the same id.")
    for incident in incidents.values():
        faults += [
            f"{incident.incident_id} asks for {name}, which is no fact." for name in incident.facts if name not in facts
        ]
    for bar in text["impossible"]:
        faults += [
            f"An impossible world gives {name} the unknown value {value}."
            for name, value in bar.items()
            if name not in facts or value not in facts[name].labels
        ]
    if faults:
        raise BrokenVocabulary("\n".join(faults))
