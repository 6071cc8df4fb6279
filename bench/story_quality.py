"""How often a story's incident is found and how many of the facts it states are read, with 95 % intervals.

    python -m bench.story_quality [--held-back] [set.jsonl ...]

Always the casebook's stories (folder CASEBOOK_DIR, else ../shared/casebook beside the project) where they are at
hand, and the sets named. --held-back: also a tenth of the told stories at a time, read by what the others teach.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.search_quality import interval
from rules import told
from rules.bank import Saying
from rules.story import read_story
from rules.weights import Scorer

HOME = Path(__file__).resolve().parent.parent
CASEBOOK = Path(os.environ.get("CASEBOOK_DIR", HOME.parent / "shared" / "casebook"))
KEPT_ASIDE = [
    HOME / "tests" / "rules" / name for name in ("stories_unseen.jsonl", "stories_check.jsonl", "stories_fresh.jsonl")
]
SURE_ENOUGH = 0.3  # as /misdeal start asks for
FOLDS = 10


def table(stories: Sequence[dict[str, Any]]) -> dict[str, str]:
    """Every figure of one set; a stated fact counts as read only where the incident was found first.

    A story whose `incident` is null tells of none; `open` are facts that a story mentions and leaves open.
    """
    first = in_three = stated = read = contradicted = beside = doubtful = guessed = 0
    nothing = [line for line in stories if line["incident"] is None]
    stories = [line for line in stories if line["incident"] is not None]
    for line in stories:
        reading = read_story(line["story"])
        first += reading.incidents[:1] == (line["incident"],)
        in_three += line["incident"] in reading.incidents[:3]
        for fact_id, value in line["facts"].items():
            stated += 1
            read += reading.facts.get(fact_id) == value
            contradicted += reading.facts.get(fact_id, value) != value
        doubtful += len(line.get("open", ()))
        guessed += sum(fact_id in reading.facts for fact_id in line.get("open", ()))
        beside += sum(fact_id not in line["facts"] for fact_id in reading.facts)
    figures = {
        "incident first": interval(first, len(stories)),
        "incident in three": interval(in_three, len(stories)),
        "stated facts read": interval(read, stated),
        "stated facts contradicted": interval(contradicted, stated),
        "facts given that are not labelled": str(beside),
    }
    if doubtful:
        figures["facts left open, guessed"] = interval(guessed, doubtful)
    if nothing:
        told_so = sum(read_story(line["story"]).sure < SURE_ENOUGH for line in nothing)
        figures["no incident, told so"] = interval(told_so, len(nothing))
    return figures


def timed(stories: Sequence[dict[str, Any]]) -> str:
    """Milliseconds a story takes: the middle one and the 99th of a hundred, of three rounds."""
    took = []
    for _ in range(3):
        told.story_terms.cache_clear()
        for line in stories:
            start = time.perf_counter()
            read_story(line["story"])
            took.append(1000 * (time.perf_counter() - start))
    return f"p50 {statistics.median(took):.2f} ms, p99 {statistics.quantiles(took, n=100)[98]:.2f} ms"


def misses(stories: Sequence[dict[str, Any]]) -> list[str]:
    """What went wrong, a line each."""
    lines = []
    for line in stories:
        reading = read_story(line["story"])
        if line["incident"] is not None and reading.incidents[:1] != (line["incident"],):
            lines.append(f"{line['id']} {line['incident']}: {', '.join(reading.incidents[:3])}")
        lines += [
            f"{line['id']} {fact_id}: {value} is told, {reading.facts[fact_id]} was read"
            for fact_id, value in line["facts"].items()
            if reading.facts.get(fact_id, value) != value
        ]
    return lines


def report(name: str, stories: Sequence[dict[str, Any]]) -> None:
    figures = table(stories) | {"time a story": timed(stories)}
    print(f"\n{name}: {len(stories)} stories\n\n| | |\n| --- | --- |")
    for line, figure in figures.items():
        print(f"| {line} | {figure} |")


def held_back() -> None:
    """The bank's own stories, each read by weights that never saw it."""
    stories, asked = told.stories(), told.asked_about_incidents()
    first = in_three = 0
    confused: Counter[str] = Counter()
    for fold in range(FOLDS):
        kept = [saying for place, saying in enumerate(stories) if place % FOLDS != fold]
        weights = told.learn(kept, asked)
        scorer = Scorer(weights)
        for saying in stories[fold::FOLDS]:
            likely = scorer.likelihoods(told.story_terms(saying.text)) or []
            ranked = _ranked(weights.answers, likely)
            first += ranked[:1] == [saying.answers[0]]
            in_three += saying.answers[0] in ranked[:3]
            confused[_pair(saying, ranked)] += ranked[:1] != [saying.answers[0]]
    print(f"\ntold/ held back by tenths: {len(stories)} stories\n\n| | |\n| --- | --- |")
    print(f"| incident first | {interval(first, len(stories))} |")
    print(f"| incident in three | {interval(in_three, len(stories))} |")
    print("\n" + "\n".join(f"{count} {pair}" for pair, count in confused.most_common(8)))


def _ranked(answers: Sequence[str], likely: Sequence[float]) -> list[str]:
    return [answer for _, answer in sorted(zip((-value for value in likely), answers, strict=False))]


def _pair(saying: Saying, ranked: Sequence[str]) -> str:
    return f"{saying.answers[0]} taken for {ranked[0] if ranked else 'nothing'}"


def read(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]


def main(arguments: Sequence[str]) -> None:
    given = [Path(name) for name in arguments if not name.startswith("--")]
    files = [CASEBOOK / "stories.jsonl", *(given or KEPT_ASIDE)]
    start = time.perf_counter()
    read_story("warm up: the dealer flashed a card")
    print(f"Loaded in {1000 * (time.perf_counter() - start):.0f} ms.")
    for file in files:
        if file.is_file():
            report(file.name, read(file))
            if "--misses" in arguments:
                print("\n" + "\n".join(misses(read(file))))
        else:
            print(f"\n{file.name} is not at hand.")
    if "--held-back" in arguments:
        held_back()


if __name__ == "__main__":
    main(sys.argv[1:])
