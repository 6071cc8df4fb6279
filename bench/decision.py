"""One decision of one book, over every set of facts that can be known of every incident: nothing, a part, a world.

In processor time, since it waits for nothing. Asked twice: the first time it has to be found out, the second time
it is remembered. The first decision about an incident after the start lays out its worlds as well; that is told apart.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from itertools import product

from bench.turns import SHARES, percentile
from rules import engine
from rules.facts import vocabulary
from rules.shelf import shelf
from rules.worlds import table

ROUNDS = 5
NONE_ON: frozenset[str] = frozenset()


def known(incident: str) -> Iterator[dict[str, str]]:
    """Everything that can be known of an incident: any of its facts, as far as they can be true together."""
    words = vocabulary()
    names = words.incidents[incident].facts
    for values in product(*((None, *words.facts[name].values) for name in names)):
        facts = {name: value for name, value in zip(names, values, strict=True) if value is not None}
        if words.is_possible(facts):
            yield facts


def measure(rounds: int = ROUNDS) -> dict[str, float]:
    """p50 and p99 in milliseconds of a decision, found out and remembered: medians over the rounds; how many."""
    asked = [
        (book, incident, facts) for book in shelf() for incident in vocabulary().incidents for facts in known(incident)
    ]
    found: dict[str, list[float]] = {}
    for _ in range(rounds):
        table.cache_clear()
        engine._decide.cache_clear()
        laid_out, cold, cached = [], [], []
        for book, incident, facts in asked:
            if not facts:
                start = time.process_time()
                table(book, incident, NONE_ON)
                laid_out.append(time.process_time() - start)
            for times in (cold, cached):
                start = time.process_time()
                engine.decide(book, incident, facts)
                times.append(time.process_time() - start)
        for name, times in (("cold", cold), ("cached", cached), ("layout", laid_out)):
            for share, part in SHARES.items():
                found.setdefault(f"{name}_{share}", []).append(percentile(times, part) * 1000)
    return {"decisions": len(asked), **{name: statistics.median(values) for name, values in found.items()}}


if __name__ == "__main__":
    print(measure())
