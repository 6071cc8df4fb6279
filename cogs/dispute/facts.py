"""A dispute's facts and what the rules as they stood make of them, with each disputed one either way. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from cogs.dispute.values import Way
from league.dispute import Dispute, RulesThen, SideBySide
from rules.engine import decide
from rules.facts import vocabulary
from rules.rulings import SILENT
from rules.story import read_facts, read_story

SURE_ENOUGH = 0.3  # of a reading, below which nothing is said to have been read
OWN = "own"  # stands where a book's id does: the league's own rule


def reading(words: str) -> tuple[str | None, Mapping[str, str]]:
    """What went wrong by these words, and the facts they state, for nobody is to be blamed by a guess; None where they
    tell it too vaguely.
    """
    read = read_story(words) if words else None
    if read is None or not read.incidents or read.sure < SURE_ENOUGH:
        return None, {}
    return read.incidents[0], read_facts(words, read.incidents[0], supposes=False)


def possible(incident: str | None, said: Mapping[str, str]) -> dict[str, str]:
    """Of these facts those that belong to the incident and can be together; the later said goes ahead."""
    if incident is None or incident not in vocabulary().incidents:
        return {}
    known: dict[str, str] = {}
    for fact, value in reversed(list(said.items())):
        if fact in vocabulary().incidents[incident].facts and value in vocabulary().facts[fact].labels:
            merged = {**known, fact: value}
            known = merged if vocabulary().is_possible(merged) else known
    return {fact: known[fact] for fact in vocabulary().incidents[incident].facts if fact in known}


def either_way(dispute: Dispute, told: SideBySide) -> tuple[Way, ...]:
    """What the ruling would be if a disputed fact were as one side says, and as the other says."""
    if dispute.incident is None or dispute.incident not in vocabulary().incidents:
        return ()
    return tuple(
        _way(dispute.rules, dispute.incident, told.agreed, fact, value)
        for fact, by in told.disputed.items()
        for value in dict.fromkeys(by.values())
        if possible(dispute.incident, {fact: value})
    )


def _way(rules: RulesThen, incident: str, agreed: Mapping[str, str], fact: str, value: str) -> Way:
    outcome, book, cites = ruled(rules, incident, possible(incident, {**agreed, fact: value}))
    return Way(fact, value, outcome, book, cites)


def ruled(
    rules: RulesThen, incident: str, facts: Mapping[str, str], *, with_own: bool = True
) -> tuple[str, str | None, tuple[str, ...]]:
    """Outcome, book and clauses by the first rule that speaks; book OWN: the league's own; None: all are silent."""
    for rule in rules.own_rules if with_own else ():
        if rule["incident"] == incident and rule["outcome"]:
            return rule["outcome"], OWN, ()
    not_known = [fact for fact in vocabulary().incidents[incident].facts if fact not in facts]
    for book in rules.order:
        told = decide(book, incident, facts, not_known, rules.alternates)
        if told.outcome != SILENT:
            return told.outcome, book, told.cites
    return SILENT, None, ()
