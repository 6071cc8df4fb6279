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
    """What was read: incidents, best first, empty if the story tells none; facts by their ids."""

    incidents: tuple[str, ...]
    facts: Mapping[str, str] = field(default_factory=dict)


def read_story(story: str) -> Reading:
    """The incidents a story may tell, best first, and the facts it states."""
    library = load()
    result = search.load().ask(story, top=len(library.clauses))
    if not result.covered:
        return Reading(())
    topics = rank_topics(library, story, result.found)
    return Reading(tuple(dict.fromkeys(key for topic in topics[:5] for key in topic.incidents)))
