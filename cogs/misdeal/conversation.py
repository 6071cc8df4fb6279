"""From a case as it stands to what comes next: the start, a question, a ruling, or the floor. Pure.

Everything is decided by what the case itself keeps: the order of books, Alternate Rules and own rules as
they stood when it was opened. Knows no Discord and no SQL.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from data.cases import NOT_KNOWN, Case
from rules.answers import OwnText
from rules.engine import Branch, Decision, Turn, decide, turning
from rules.facts import vocabulary
from rules.rulings import DEPENDS, SILENT

REMEMBERED = 2048  # screens kept: the tables of a busy evening meet a few hundred different ones
NONE_OF_THEM = "other"  # the choice "Something else" in the list of incidents


@dataclass(frozen=True)
class Start:
    """Nothing is settled yet. `incident` and `facts`: what was read from the story; None where nothing was."""

    incident: str | None
    facts: Mapping[str, str]


@dataclass(frozen=True)
class Question:
    """The one question that is open. `values`: those that can be, in the order of the buttons.

    `book`: the book that needs it. `facts`: what is known already.
    """

    incident: str
    facts: Mapping[str, str]
    not_known: tuple[str, ...]
    book: str
    fact: str
    values: tuple[str, ...]


@dataclass(frozen=True, eq=False)  # a screen is remembered and stands for itself, so what is told of it can be, too
class Ruled:
    """What is in force on what is known, by the books of `order`. `own`: the league's own rule, which stands ahead of every book.

    `decision`: of the book in force, `depends` where nobody can know more; None where only `own` speaks or
    every book is silent. `others`: the other books of the order, decided on the same facts. `deciding`: the
    facts without which it would not be decided so. `turn`: one changed fact that would turn it.
    """

    incident: str
    facts: Mapping[str, str]
    not_known: tuple[str, ...]
    order: tuple[str, ...]
    alternates: tuple[str, ...]
    own: OwnText | None
    decision: Decision | None
    others: tuple[Decision, ...]
    deciding: Mapping[str, str]
    turn: Turn | None

    @property
    def outcome(self) -> str:
        """What it comes to; `silent` where neither a book nor the league itself settles it."""
        if self.own is not None and self.own.outcome is not None:
            return self.own.outcome
        return SILENT if self.decision is None else self.decision.outcome

    @property
    def is_settled(self) -> bool:
        """Is there a ruling that can be followed as it is?"""
        return self.outcome not in (SILENT, DEPENDS)


@dataclass(frozen=True)
class SomethingElse:
    """No incident that a book names: the floor decides."""


Screen = Start | Question | Ruled | SomethingElse


def screen_of(case: Case) -> Screen:
    """What the case's card shows next."""
    if not case.is_confirmed:
        return Start(case.incident, {} if case.incident is None else facts_of(case, case.incident))
    if case.incident is None:
        return SomethingElse()
    return next_screen(case, case.incident, facts_of(case, case.incident))


def facts_of(case: Case, incident: str) -> Mapping[str, str]:
    """What is known of this incident, the latest answers first: an earlier one that cannot be beside it gives way."""
    return _facts_of(incident, tuple((fact, given.value) for fact, given in case.answers.items()))


@lru_cache(maxsize=REMEMBERED)
def _facts_of(incident: str, given: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    known: dict[str, str] = {}
    for fact, value in reversed(given):
        if fact in vocabulary().incidents[incident].facts and value in vocabulary().facts[fact].labels:
            merged = {**known, fact: value}
            known = merged if vocabulary().is_possible(merged) else known
    return {fact: known[fact] for fact in vocabulary().incidents[incident].facts if fact in known}


def next_screen(case: Case, incident: str, facts: Mapping[str, str]) -> Question | Ruled:
    """The open question or the ruling on these facts, by the case's own rules and order of books."""
    wanted = vocabulary().incidents[incident].facts
    not_known = tuple(
        fact for fact in wanted if fact not in facts and fact in case.answers and case.answers[fact].value == NOT_KNOWN
    )
    own = own_rule(case, incident)
    return _next_screen(incident, tuple(facts.items()), not_known, own, case.order, case.alternates)


@lru_cache(maxsize=REMEMBERED)
def _next_screen(
    incident: str,
    given: tuple[tuple[str, str], ...],
    not_known: tuple[str, ...],
    own: OwnText | None,
    order: tuple[str, ...],
    alternates: tuple[str, ...],
) -> Question | Ruled:
    facts = dict(given)
    told = [decide(book, incident, facts, not_known, alternates) for book in order]
    in_force = None
    for decision in told:
        if own is None and decision.ask is not None:
            values = tuple(
                value for value in vocabulary().facts[decision.ask].values if _can_be(value, decision.ask, facts)
            )
            return Question(incident, facts, not_known, decision.book, decision.ask, values)
        if decision.outcome != SILENT:
            in_force = decision
            break
    if own is not None:
        return Ruled(incident, facts, not_known, order, alternates, own, None, tuple(told), {}, None)
    others = tuple(decision for decision in told if decision is not in_force)
    if in_force is None or in_force.outcome == DEPENDS:
        return Ruled(incident, facts, not_known, order, alternates, None, in_force, others, facts, None)
    return Ruled(
        incident, facts, not_known, order, alternates, None, in_force, others,
        deciding(in_force, facts, not_known, alternates), first_turn(in_force, facts, alternates),
    )  # fmt: skip


def _can_be(value: str, fact: str, facts: Mapping[str, str]) -> bool:
    return vocabulary().is_possible({**facts, fact: value})


def own_rule(case: Case, incident: str) -> OwnText | None:
    """The league's own rule that names this incident, the newest as it stood when the case was opened."""
    for rule in case.own_rules:
        if rule["incident"] == incident and rule["outcome"]:
            return OwnText(rule["number"], rule["title"], rule["text"], rule["incident"], rule["outcome"])
    return None


def deciding(
    decision: Decision, facts: Mapping[str, str], not_known: Sequence[str], alternates: Sequence[str]
) -> dict[str, str]:
    """The facts that are enough for this ruling: without any one of them it would not be given so."""
    left = dict(facts)
    for fact in facts:
        fewer = {key: value for key, value in left.items() if key != fact}
        again = decide(decision.book, decision.incident, fewer, not_known, alternates)
        if (again.outcome, again.floor, again.steps) == (decision.outcome, decision.floor, decision.steps):
            left = fewer
    return left


def first_turn(decision: Decision, facts: Mapping[str, str], alternates: Sequence[str]) -> Turn | None:
    """One changed fact that would turn the ruling: the action if it would, since time is what tables argue about."""
    turns = [turn for turn in turning(decision.book, decision.incident, facts, alternates) if turn.outcome != SILENT]
    return next((turn for turn in turns if turn.fact == "action"), turns[0] if turns else None)


def after_silence(ruled: Ruled, branch: Branch) -> tuple[str, str] | None:
    """Where the book in force is silent on one way of it: the next book that speaks there and what it says.

    None: none of the books after it does.
    """
    assert ruled.decision is not None  # only a book in force has branches
    later = ruled.order[ruled.order.index(ruled.decision.book) + 1 :]
    ways = [dict(zip(branch.facts, values, strict=True)) for values in product(*branch.facts.values())]
    worlds = [merged for way in ways if vocabulary().is_possible(merged := {**ruled.facts, **way})]
    for book in later:
        outcomes = {
            decide(
                book, ruled.incident, world, [key for key in ruled.not_known if key not in world], ruled.alternates
            ).outcome
            for world in worlds
        }
        if outcomes != {SILENT}:
            return book, outcomes.pop() if len(outcomes) == 1 else DEPENDS
    return None


def what_if(case: Case, ruled: Ruled, fact: str, value: str) -> Question | Ruled:
    """The same case with one fact changed, on a copy; what cannot be beside it is left out."""
    changed = {fact: value}
    for other, known in ruled.facts.items():
        if other != fact and vocabulary().is_possible({**changed, other: known}):
            changed[other] = known
    return next_screen(case, ruled.incident, changed)


def changes(incident: str, facts: Mapping[str, str], not_known: Sequence[str] = ()) -> list[tuple[str, str]]:
    """Every other answer that could be given to what has been answered: pairs of fact and value."""
    return [
        (fact, value)
        for fact in vocabulary().incidents[incident].facts
        if fact in facts or fact in not_known
        for value in vocabulary().facts[fact].values
        if value != facts.get(fact)
    ]


def is_answer(fact: str, value: str) -> bool:
    """Is this a value of a fact of the vocabulary, or "not known" to one?"""
    return fact in vocabulary().facts and (value == NOT_KNOWN or value in vocabulary().facts[fact].labels)
