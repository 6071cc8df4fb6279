"""What a book decides on what is known: a ruling, `depends` with each way, or `silent`, and the next question.

A decision looks at every possible completion of what is not known. If they all come to one outcome, that is
the ruling; if not, it depends. Each book is decided alone. Knows no Discord, no SQL, no clock.

>>> decide("tda", "boxed_card", {"boxed_count": "two_or_more", "action": "one"}).outcome
'misdeal'
>>> open_case = decide("tda", "boxed_card", {"boxed_count": "two_or_more"})
>>> open_case.outcome, open_case.ask
('depends', 'action')
>>> for branch in open_case.branches:
...     print(branch.outcome, branch.facts["action"])
misdeal ('none', 'one', 'two_without_chips')
continues ('two_with_chips', 'three_or_more')
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rules.facts import vocabulary
from rules.rulings import DEPENDS, SILENT, Rule
from rules.shelf import shelf, words
from rules.steps import Step
from rules.worlds import Result, Table, table

REMEMBERED = 4096  # decisions kept: a busy evening asks a few hundred different ones


class BadCase(ValueError):
    """What was asked cannot be decided; the text is one sentence that says why."""


@dataclass(frozen=True)
class Branch:
    """One way an open case can go. `facts`: for each fact that decides it, the values that lead here."""

    facts: Mapping[str, tuple[str, ...]]
    outcome: str
    cites: tuple[str, ...]
    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class Decision:
    """What one book says. `rules`: the rules that can decide it, best first; empty where the book is silent.

    `floor`: the book itself wants the floor, in every completion. `steps`: what is to be done in every
    completion, in order. `note`: None where the text is not open. `ask`: the next fact that can still change
    outcome, floor or steps, None when none can. `branches`: each way, where the outcome is `depends`.
    """

    book: str
    incident: str
    outcome: str
    rules: tuple[Rule, ...]
    cites: tuple[str, ...]
    floor: bool
    steps: tuple[Step, ...]
    note: str | None
    ask: str | None
    branches: tuple[Branch, ...]


@dataclass(frozen=True)
class Turn:
    """One fact that, given another value, would turn the ruling."""

    fact: str
    value: str
    outcome: str


def decide(
    book: str,
    incident: str,
    facts: Mapping[str, str],
    not_known: Collection[str] = (),
    house_rules: Collection[str] = (),
) -> Decision:
    """What the book decides on these facts. `not_known`: asked and not known, never asked again.

    Raises BadCase for an unknown book, incident, fact, value or Alternate Rule, and for facts that cannot be.
    """
    _verify(book, incident, facts, not_known, house_rules)
    sheet_rules = frozenset(house_rules) & shelf()[book].switches
    return _decide(book, incident, tuple(sorted(facts.items())), frozenset(not_known), sheet_rules)


def turning(book: str, incident: str, facts: Mapping[str, str], house_rules: Collection[str] = ()) -> list[Turn]:
    """Every single change of a known fact that would turn the ruling, with what it would be then."""
    now = decide(book, incident, facts, (), house_rules).outcome
    turns = []
    for fact, value in facts.items():
        for other in vocabulary().facts[fact].values:
            changed = {**facts, fact: other}
            if other == value or not vocabulary().is_possible(changed):
                continue
            outcome = decide(book, incident, changed, (), house_rules).outcome
            if outcome not in (now, DEPENDS):
                turns.append(Turn(fact, other, outcome))
    return turns


def _verify(
    book: str, incident: str, facts: Mapping[str, str], not_known: Collection[str], house_rules: Collection[str]
) -> None:
    known = vocabulary()
    if book not in shelf():
        raise BadCase(f"There is no book named {book}.")
    if incident not in known.incidents:
        raise BadCase(f"There is no incident named {incident}.")
    wanted = known.incidents[incident].facts
    for name in (*facts, *not_known):
        if name not in wanted:
            raise BadCase(f"The incident {incident} has no fact named {name}.")
    for name, value in facts.items():
        if value not in known.facts[name].values:
            raise BadCase(f"The fact {name} has no value {value}.")
        if name in not_known:
            raise BadCase(f"The fact {name} is given and said to be not known at the same time.")
    for switch in house_rules:
        if switch not in known.house_rules:
            raise BadCase(f"There is no Alternate Rule named {switch}.")
    if not table(book, incident, frozenset()).given(facts):
        raise BadCase("These facts cannot all be true at once.")


@lru_cache(maxsize=REMEMBERED)
def _decide(
    book: str,
    incident: str,
    facts: tuple[tuple[str, str], ...],
    not_known: frozenset[str],
    house_rules: frozenset[str],
) -> Decision:
    sheet = table(book, incident, house_rules)
    known = dict(facts)
    alive = sheet.given(known)
    live = sheet.live(alive)
    unknown = [name for name in sheet.facts if name not in known]
    rules = _best_first(book, live, alive)
    outcomes = {result.outcome for result in live}
    outcome = outcomes.pop() if len(outcomes) == 1 else DEPENDS
    return Decision(
        book=book,
        incident=incident,
        outcome=outcome,
        rules=rules,
        cites=_cites(rules),
        floor=all(result.floor for result in live),
        steps=_first_in_common([result.steps for result in live]),
        note=_note(book, incident, outcome, rules),
        ask=_next_question(sheet, alive, [name for name in unknown if name not in not_known]),
        branches=_branches(book, sheet, alive, unknown) if outcome == DEPENDS else (),
    )


def _best_first(book: str, live: Sequence[Result], alive: int) -> tuple[Rule, ...]:
    """The rules that decide most of what is possible come first; then the book's own order."""
    order = list(shelf()[book].rules.values())
    weight: Counter[str] = Counter()
    for result in live:
        for rule in result.rules:
            weight[rule.rule_id] += (result.worlds & alive).bit_count()
    return tuple(sorted((rule for rule in order if weight[rule.rule_id]), key=lambda rule: -weight[rule.rule_id]))


def _cites(rules: Sequence[Rule]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(cite for rule in rules for cite in rule.cites))


def _first_in_common(lists: Sequence[tuple[Step, ...]]) -> tuple[Step, ...]:
    """The steps that every completion begins with."""
    common = lists[0]
    for steps in lists[1:]:
        length = next((i for i, pair in enumerate(zip(common, steps, strict=False)) if pair[0] != pair[1]), None)
        common = common[: min(len(common), len(steps)) if length is None else length]
    return common


def _note(book: str, incident: str, outcome: str, rules: Sequence[Rule]) -> str | None:
    if outcome == SILENT:
        return words(book).silences.get(incident)
    if outcome == DEPENDS:
        return None
    notes = (words(book).rulings[rule.rule_id].note for rule in rules)
    return " ".join(dict.fromkeys(note for note in notes if note)) or None


def _next_question(sheet: Table, alive: int, may_ask: Sequence[str]) -> str | None:
    """The fact that settles most worlds, of those that can change what is noticed at the table."""
    useful = [name for name in may_ask if sheet.matters(name, alive, sheet.verdicts)]
    if not useful:
        useful = [name for name in may_ask if sheet.narrows(name, alive, sheet.verdicts)]
    return max(useful, key=lambda name: sheet.score(name, alive, sheet.verdicts), default=None)


def _branches(book: str, sheet: Table, alive: int, unknown: Sequence[str]) -> tuple[Branch, ...]:
    """Split what is possible by the facts that decide the outcome, until each part has one."""
    live = sheet.live(alive)
    if len({result.outcome for result in live}) == 1:
        rules = _best_first(book, live, alive)
        return (Branch({}, live[0].outcome, _cites(rules), rules),)
    useful = [name for name in unknown if sheet.matters(name, alive, sheet.outcomes)]
    fact = max(useful, key=lambda name: sheet.score(name, alive, sheet.outcomes))
    rest = [name for name in unknown if name != fact]
    return _joined(
        fact,
        [
            (value, _branches(book, sheet, alive & mask, rest))
            for value, mask in sheet.with_value[fact].items()
            if alive & mask
        ],
    )


def _joined(fact: str, ways: Sequence[tuple[str, tuple[Branch, ...]]]) -> tuple[Branch, ...]:
    """Values that lead to the very same branches are one way."""
    together: list[tuple[list[str], tuple[Branch, ...]]] = []
    for value, branches in ways:
        same = next((values for values, others in together if others == branches), None)
        if same is None:
            together.append(([value], branches))
        else:
            same.append(value)
    return tuple(
        Branch({fact: tuple(values), **branch.facts}, branch.outcome, branch.cites, branch.rules)
        for values, branches in together
        for branch in branches
    )
