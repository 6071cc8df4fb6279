"""A story in chat -> what went wrong and what the story itself says about it. Pure: no Discord, no SQL, no clock.

>>> read_story("the dealer flashed the burn card before the flop").incidents[0]
'flashed_burn'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules import search
from rules.answers import rank_topics
from rules.library import load


@dataclass(frozen=True)
class Reading:
    """What was read: incidents, best first; facts of the first by their ids; how sure the first is, 0 to 1."""

    incidents: tuple[str, ...]
    facts: Mapping[str, str] = field(default_factory=dict)
    sure: float = 0.0


def read_story(story: str) -> Reading:
    """The incidents a story may tell, best first, and the facts it states."""
    library = load()
    result = search.load().ask(story, top=len(library.clauses))
    if not result.covered:
        return Reading(())
    topics = rank_topics(library, story, result.found)
    incidents = tuple(dict.fromkeys(key for topic in topics[:5] for key in topic.incidents))
    return Reading(incidents, {}, 1.0 if incidents and incidents[0] in topics[0].incidents else 0.0)


def read_facts(story: str, incident_id: str) -> dict[str, str]:  # noqa: ARG001 - a stand-in reads none
    """The facts that a story states, of those that can decide this incident."""
    return {}
