"""How a book's decisions are written down: each under the clause it restates, as a set and not a list.

A rule says in which worlds its clause speaks. An exception names the rules it overrides; an Alternate Rule
names its switch. Nothing depends on the order of the rules: that is the book's own, for the reader. Knows
no Discord, no SQL, no clock.

>>> demo = Rulings("demo")
>>> @demo.rule(incident="boxed_card", cites="demo-1", outcome="continues")
... def one_boxed_card(w: World) -> bool:
...     return w.boxed_count == "one"
>>> demo.rules["one_boxed_card"].applies(World({"boxed_count": "one"}))
True
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from rules.steps import CallFloor, Step

MISDEAL = "misdeal"
CONTINUES = "continues"
HAND_DEAD = "hand_dead"
FOULED_DECK = "fouled_deck"
RESULT_STANDS = "result_stands"
FLOOR = "floor"
SILENT = "silent"
DEPENDS = "depends"


class World:
    """One complete possibility: every fact of the incident has a value, read as an attribute."""

    def __init__(self, facts: Mapping[str, str]) -> None:
        self._facts = facts

    def __getattr__(self, fact: str) -> str:
        try:
            return self._facts[fact]
        except KeyError:
            raise AttributeError(f"The incident has no fact {fact}.") from None

    @property
    def substantial_action(self) -> bool:
        """Two actions in turn with chips in, or any three. Source: tda 36; borrowed for rrp, which defines none."""
        return self.action in ("two_with_chips", "three_or_more")

    @property
    def second_player_acted(self) -> bool:
        """Two players have acted, chips or not; two folds count. Source: psp, once a second player has acted."""
        return self.action in ("two_without_chips", "two_with_chips", "three_or_more")


Test = Callable[[World], bool]
Steps = tuple[Step, ...] | Callable[[World], tuple[Step, ...]]


class BrokenRulings(ValueError):
    """A book's rulings contradict each other; the text names the rules and the world."""


@dataclass(frozen=True)
class Rule:
    """One decision of a book. `switch`: the Alternate Rule it belongs to, None for the book's main rules."""

    rule_id: str
    book: str
    incidents: tuple[str, ...]
    cites: tuple[str, ...]
    outcome: str
    test: Test = field(compare=False, repr=False)
    steps: Steps = field(compare=False, repr=False)
    overrides: tuple[str, ...] = ()
    switch: str | None = None

    def applies(self, world: World) -> bool:
        """Does the clause speak in this world?"""
        return self.test(world)

    def steps_in(self, world: World) -> tuple[Step, ...]:
        """What the dealer does in this world, in order."""
        return self.steps(world) if callable(self.steps) else self.steps

    def floor_in(self, world: World) -> bool:
        """Does the book itself want the floor called in this world? It does where that is one of its steps."""
        return any(isinstance(step, CallFloor) for step in self.steps_in(world))


class Rulings:
    """The decisions of one book, by the name of the function that tells when each applies."""

    def __init__(self, book: str) -> None:
        self.book = book
        self.rules: dict[str, Rule] = {}

    def rule(
        self,
        *,
        incident: str | tuple[str, ...],
        cites: str | tuple[str, ...],
        outcome: str,
        steps: Steps = (),
        overrides: tuple[str, ...] = (),
        switch: str | None = None,
    ) -> Callable[[Test], Test]:
        """Write a decision down. `overrides` names rules of this book; they may stand before or after it."""

        def write_down(test: Test) -> Test:
            rule_id = test.__name__
            if rule_id in self.rules:
                raise BrokenRulings(f"The book {self.book} has two rules named {rule_id}.")
            self.rules[rule_id] = Rule(
                rule_id=rule_id,
                book=self.book,
                incidents=(incident,) if isinstance(incident, str) else incident,
                cites=(cites,) if isinstance(cites, str) else cites,
                outcome=outcome,
                test=test,
                steps=steps,
                overrides=overrides,
                switch=switch,
            )
            return test

        return write_down

    @property
    def switches(self) -> frozenset[str]:
        """The Alternate Rules that change a decision of this book."""
        return frozenset(rule.switch for rule in self.rules.values() if rule.switch is not None)

    def in_force(self, incident: str, house_rules: frozenset[str]) -> list[Rule]:
        """The rules about an incident, in the book's order, with the Alternate Rules that are switched on."""
        return [
            rule
            for rule in self.rules.values()
            if incident in rule.incidents and (rule.switch is None or rule.switch in house_rules)
        ]

    def decide(self, incident: str, world: World, house_rules: frozenset[str] = frozenset()) -> tuple[Rule, ...]:
        """The rules that decide a world: those that apply, less those overridden by one that stands. Empty: silent.

        Raises BrokenRulings when two that are left want different things.
        """
        fired = [rule for rule in self.in_force(incident, house_rules) if rule.applies(world)]
        left = tuple(rule for rule in fired if _stands(rule, fired))
        if len({(rule.outcome, rule.floor_in(world), rule.steps_in(world)) for rule in left}) > 1:
            names = ", ".join(rule.rule_id for rule in left)
            raise BrokenRulings(f"In {self.book}, for {incident}, these rules want different things: {names}.")
        return left


def _stands(rule: Rule, fired: Sequence[Rule]) -> bool:
    """An exception that is itself overridden overrides nothing."""
    return not any(rule.rule_id in other.overrides and _stands(other, fired) for other in fired)
