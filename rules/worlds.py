"""Every possible world of an incident with what a book decides in it, laid out so that a question costs little.

A set of worlds is one integer, a bit for each: worlds are numbered as in an odometer, the last fact turning
fastest, so that changing one fact is a shift. Impossible worlds keep their number and are never in a set.
Knows no Discord, no SQL, no clock.

>>> sheet = table("tda", "boxed_card", frozenset())
>>> sheet.possible.bit_count()
10
>>> sorted({result.outcome for result in sheet.results})
['continues', 'misdeal', 'silent']
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product

from rules.facts import vocabulary
from rules.rulings import SILENT, Rule, World
from rules.shelf import shelf
from rules.steps import Step

Verdict = tuple[str, bool, tuple[Step, ...]]


@dataclass(frozen=True)
class Result:
    """What is decided in a set of worlds: the rules, what they come to, and the worlds as bits."""

    rules: tuple[Rule, ...]
    outcome: str
    floor: bool
    steps: tuple[Step, ...]
    worlds: int

    @property
    def verdict(self) -> Verdict:
        """What people at the table notice: outcome, floor call and steps."""
        return (self.outcome, self.floor, self.steps)


@dataclass(frozen=True)
class Table:
    """All worlds of one incident in one book. `with_value`: fact -> value -> the worlds where it has it.

    `strides`: fact -> by how many places its next value is away. `verdicts`, `outcomes`: the same worlds,
    grouped by what is noticed, and by outcome alone.
    """

    facts: tuple[str, ...]
    possible: int
    with_value: Mapping[str, Mapping[str, int]]
    strides: Mapping[str, int]
    results: tuple[Result, ...]
    verdicts: tuple[int, ...]
    outcomes: tuple[int, ...]

    def given(self, facts: Mapping[str, str]) -> int:
        """The possible worlds in which these facts hold. 0: they cannot hold together."""
        alive = self.possible
        for fact, value in facts.items():
            alive &= self.with_value[fact][value]
        return alive

    def live(self, alive: int) -> list[Result]:
        """The results that are still possible."""
        return [result for result in self.results if result.worlds & alive]

    def matters(self, fact: str, alive: int, groups: Iterable[int]) -> bool:
        """Are there two worlds that differ in this fact alone and fall into different groups?"""
        seen = 0
        stride = self.strides[fact]
        masks = tuple(self.with_value[fact].values())
        for group in groups:
            folded = 0
            for place, mask in enumerate(masks):
                folded |= (group & alive & mask) >> (place * stride)
            if folded & seen:
                return True
            seen |= folded
        return False

    def narrows(self, fact: str, alive: int, groups: Iterable[int]) -> bool:
        """Would some answer rule a group out that is still possible?"""
        return any(
            group & alive and not group & alive & mask
            for mask in self.with_value[fact].values()
            if alive & mask
            for group in groups
        )

    def score(self, fact: str, alive: int, groups: Iterable[int]) -> tuple[int, int]:
        """How much asking it brings: worlds settled, then (negative) pairs of worlds still left unlike."""
        settled = unsettled_pairs = 0
        for mask in self.with_value[fact].values():
            sizes = [(group & alive & mask).bit_count() for group in groups]
            total = sum(sizes)
            if max(sizes) == total:
                settled += total
            unsettled_pairs += total * total - sum(size * size for size in sizes)
        return settled, -unsettled_pairs


@cache
def table(book: str, incident: str, house_rules: frozenset[str]) -> Table:
    """Walk every world of an incident in one book once. `house_rules`: the Alternate Rules switched on."""
    words = vocabulary()
    names = words.incidents[incident].facts
    found: dict[tuple[tuple[Rule, ...], bool, tuple[Step, ...]], int] = {}
    with_value = {name: dict.fromkeys(words.facts[name].values, 0) for name in names}
    possible = 0
    for number, values in enumerate(product(*(words.facts[name].values for name in names))):
        bit = 1 << number
        facts = dict(zip(names, values, strict=True))
        for name, value in facts.items():
            with_value[name][value] |= bit
        if not words.is_possible(facts):
            continue
        possible |= bit
        world = World(facts)
        rules = shelf()[book].decide(incident, world, house_rules)
        key = (rules, rules[0].floor_in(world), rules[0].steps_in(world)) if rules else ((), False, ())
        found[key] = found.get(key, 0) | bit
    results = tuple(
        Result(rules, rules[0].outcome if rules else SILENT, floor, steps, worlds)
        for (rules, floor, steps), worlds in found.items()
    )
    return Table(
        facts=names,
        possible=possible,
        with_value=with_value,
        strides=_strides(names),
        results=results,
        verdicts=_grouped((result.verdict, result.worlds) for result in results),
        outcomes=_grouped((result.outcome, result.worlds) for result in results),
    )


def _strides(names: tuple[str, ...]) -> dict[str, int]:
    strides, stride = {}, 1
    for name in reversed(names):
        strides[name] = stride
        stride *= len(vocabulary().facts[name].values)
    return strides


def _grouped(pairs: Iterable[tuple[object, int]]) -> tuple[int, ...]:
    groups: dict[object, int] = {}
    for key, worlds in pairs:
        groups[key] = groups.get(key, 0) | worlds
    return tuple(groups.values())
