"""Every book, incident, world and set of Alternate Rules, for tests that walk them all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, combinations

from rules.facts import vocabulary
from rules.rulings import Rule, World
from rules.shelf import shelf

BOOKS = ("psp", "rrp", "tda")
INCIDENTS = tuple(vocabulary().incidents)


def switch_sets(book: str) -> list[frozenset[str]]:
    switches = sorted(shelf()[book].switches)
    sizes = range(len(switches) + 1)
    return [frozenset(chosen) for chosen in chain.from_iterable(combinations(switches, size) for size in sizes)]


def worlds(incident: str) -> list[dict[str, str]]:
    return vocabulary().worlds(incident)


def decided(book: str, incident: str, facts: Mapping[str, str], on: frozenset[str] = frozenset()) -> tuple[Rule, ...]:
    return shelf()[book].decide(incident, World(facts), on)


def partial_facts(incident: str) -> Iterator[tuple[dict[str, str], list[dict[str, str]]]]:
    """Every way to know some of the facts of an incident, as far as it can be, with the worlds that leaves."""
    yield from _known(list(vocabulary().incidents[incident].facts), {}, worlds(incident))


def _known(
    names: list[str], known: dict[str, str], left: list[dict[str, str]]
) -> Iterator[tuple[dict[str, str], list[dict[str, str]]]]:
    if not names:
        yield known, left
        return
    name, *others = names
    yield from _known(others, known, left)
    for value in vocabulary().facts[name].values:
        fitting = [world for world in left if world[name] == value]
        if fitting:
            yield from _known(others, {**known, name: value}, fitting)
