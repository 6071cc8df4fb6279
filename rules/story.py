"""Reads a story told in chat: what went wrong, and the facts that the story itself states.

The incident is weighed as `rules.told` learnt it; the facts are read off signs.txt and by counting actions. A fact
that the story leaves open is left out: a wrong one would cost more than one question. Knows no book, no Discord.

>>> reading = read_story("dealer flashed two in my omaha game before anyone acted")
>>> reading.incidents[0], reading.facts["exposed_count"], reading.facts["action"]
('exposed_on_deal', 'two_or_more', 'none')
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from rules import told, weights
from rules.facts import vocabulary
from rules.story_action import told_action
from rules.story_signs import signs
from rules.story_words import plain, undisputed


@dataclass(frozen=True)
class Reading:
    """What was understood. `incidents`: best first, none if no word was known. `facts`: of the first incident.

    `sure`: the share of the first incident, from 0 to 1; 0 where it is likelier that none of them is told.
    """

    incidents: tuple[str, ...]
    facts: dict[str, str]
    sure: float = 0.0


@cache
def _learnt() -> tuple[tuple[str, ...], weights.Scorer]:
    learnt = weights.read(told.FILE)
    return learnt.answers, weights.Scorer(learnt)


def read_story(story: str) -> Reading:
    """What went wrong, best guess first, and what the story states of the facts of that incident."""
    answers, scorer = _learnt()
    likely = scorer.likelihoods(told.story_terms(story))
    if likely is None:
        return Reading((), {})
    every = dict(zip(answers, likely, strict=True))
    nothing = every.pop(told.NO_INCIDENT)
    incidents = tuple(sorted(every, key=lambda incident: (-every[incident], incident)))
    first = every[incidents[0]]
    sure = first / sum(likely) if first > nothing else 0.0
    return Reading(incidents, read_facts(story, incidents[0]), round(sure, 4))


def read_facts(story: str, incident_id: str, *, supposes: bool = True) -> dict[str, str]:
    """The facts that a story states, of those that can decide this incident; what is disputed in it states none.

    `supposes`: also what is likely where nothing says otherwise, as that it was the dealer who showed a card.
    """
    said, agreed = plain(story), plain(undisputed(story))
    facts = _facts_told(said, incident_id, supposes)
    if agreed != said:
        plainly = _facts_told(agreed, incident_id, supposes)
        facts = {fact_id: value for fact_id, value in facts.items() if plainly.get(fact_id) == value}
    return _settled(facts)


def _facts_told(said: str, incident_id: str, supposes: bool) -> dict[str, str]:
    facts: dict[str, str] = {}
    for fact_id in vocabulary().incidents[incident_id].facts:
        value = told_action(said) if fact_id == "action" else signs()[fact_id].value(said, supposes=supposes)
        if value is not None:
            facts[fact_id] = value
    return facts


def _settled(facts: dict[str, str]) -> dict[str, str]:
    """The facts without those that say nothing beside another, or that cannot be true together."""
    if facts.get("exposed_by") == "player":
        facts.pop("exposed_count", None)  # only cards exposed by somebody else are counted
    if facts.get("foreign_kind") == "other":
        facts.pop("face", None)  # only a joker is handled by how it came off the deck
    for bar in vocabulary().impossible:
        if bar.items() <= facts.items():
            for fact_id in bar:
                facts.pop(fact_id, None)
    return facts
