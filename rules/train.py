"""Learns the search's weights from the phrase bank: `python -m rules.train`, after any edit of it or the lexicon.

A softmax regression over terms, by plain gradient steps in a fixed order, in plain Python: the same bank gives
the same weights. While it learns, a part of each saying's terms is left out, so that no answer rests on one word.
"""

from __future__ import annotations

import math
import sys
from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from rules import bank, library, weights, words

ROUNDS = 16  # times through the bank: more moves the figures on held-back files by less than their noise
PACE = 5.0  # the first step's length; it shrinks evenly to nothing
FADE = 1e-5  # how strongly weights are drawn to nothing, for each saying
LEFT_OUT = 20  # of a hundred terms, left out while learning
NEXT_BEST = 0.85  # what each further clause of a header counts, of the one before
CROWD = 0.25  # how much an answer with many sayings is held back, so that it does not win by their number
SMALLEST = 1e-3  # an answer this little wrong is left alone
CONCEPT = 1.0  # what a concept counts, beside a word as rare
PAIR_MET = 5  # how many sayings two words must stand together in, to count as a pair
FINEST = 127  # the largest whole number of one byte


@dataclass(frozen=True)
class Lesson:
    """One saying, ready to learn from: its terms' numbers and what each answer ought to get."""

    terms: tuple[int, ...]
    wanted: dict[int, float]


def rarities(termed: Sequence[Sequence[str]]) -> dict[str, float]:
    """How much each term tells: the rarer, the more; a concept counts as much as its words."""
    met = Counter(term for terms in termed for term in set(terms))
    return {
        term: round(math.sqrt(math.log((len(termed) + 1) / (count + 0.5))) * (CONCEPT if term[0] in "#@" else 1.0), 3)
        for term, count in sorted(met.items())
    }


def shares(answers: Sequence[str]) -> dict[str, float]:
    """What each clause of a header ought to get, together 1."""
    worth = {answer: NEXT_BEST**place for place, answer in enumerate(answers)}
    total = sum(worth.values())
    return {answer: part / total for answer, part in worth.items()}


def learn(
    sayings: Sequence[bank.Saying], made_from: str, terms_of: Callable[[str], Sequence[str]] = words.terms
) -> weights.Weights:
    """The weights that this bank teaches; `terms_of` a saying are what is counted."""
    termed = _without_rare_pairs([terms_of(saying.text) for saying in sayings])
    rarity = rarities(termed)
    number = {term: place for place, term in enumerate(rarity)}
    answers = sorted({answer for saying in sayings for answer in saying.answers})
    place_of = {answer: place for place, answer in enumerate(answers)}
    lessons = [
        Lesson(
            tuple(sorted({number[term] for term in terms})),
            {place_of[answer]: share for answer, share in shares(saying.answers).items()},
        )
        for terms, saying in zip(termed, sayings, strict=True)
        if terms
    ]
    rows, bias = _descend(lessons, tuple(rarity.values()), len(answers))
    for answer, crowd in enumerate(_crowds(lessons, len(answers))):
        bias[answer] -= CROWD * math.log(crowd + 1)
    largest = max(max(map(abs, row)) for row in rows)
    step = largest / FINEST
    table = array("b")
    for row in rows:
        table.extend(round(value / step) for value in row)
    return weights.Weights(
        made_from, tuple(answers), tuple(round(value, 4) for value in bias), step, number, tuple(rarity.values()), table
    )


def _without_rare_pairs(termed: Sequence[Sequence[str]]) -> list[list[str]]:
    met = Counter(term for terms in termed for term in set(terms) if " " in term)
    return [[term for term in terms if " " not in term or met[term] >= PAIR_MET] for terms in termed]


def _crowds(lessons: Sequence[Lesson], width: int) -> list[float]:
    crowds = [0.0] * width
    for lesson in lessons:
        for answer, share in lesson.wanted.items():
            crowds[answer] += share
    return crowds


def _descend(lessons: Sequence[Lesson], rarity: Sequence[float], width: int) -> tuple[list[list[float]], list[float]]:
    rows = [[0.0] * width for _ in rarity]
    bias = [0.0] * width
    chance = _chances()
    total = ROUNDS * len(lessons)
    done = 0
    for _ in range(ROUNDS):
        order = sorted(range(len(lessons)), key=lambda _: next(chance))
        for place in order:
            pace = PACE * (1 - done / total)
            done += 1
            lesson = lessons[place]
            kept = [term for term in lesson.terms if next(chance) >= LEFT_OUT] or list(lesson.terms)
            scale = 1 / math.sqrt(sum(rarity[term] ** 2 for term in kept))
            sums = map(sum, zip(*[rows[term] for term in kept], strict=True))
            logits = [before + scale * gained for before, gained in zip(bias, sums, strict=True)]
            top = max(logits)
            raised = [math.exp(logit - top) for logit in logits]
            whole = sum(raised)
            wrong = [(answer, value / whole) for answer, value in enumerate(raised) if value > SMALLEST * whole]
            wrong = [(answer, part) for answer, part in wrong if answer not in lesson.wanted]
            wrong += [(answer, raised[answer] / whole - share) for answer, share in lesson.wanted.items()]
            for term in kept:
                row = rows[term]
                length = pace * scale * rarity[term] ** 2
                for answer, part in wrong:
                    row[answer] -= length * part
            for answer, part in wrong:
                bias[answer] -= 0.02 * pace * part
        fade = 1 - FADE * PACE * (1 - done / total) * len(lessons)
        rows = [[value * fade for value in row] for row in rows]
    return rows, bias


def _chances() -> Iterator[int]:
    """Numbers from 0 to 99 that look like chance and are the same every time."""
    state = 1
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        yield (state >> 33) % 100


def lessons_of_the_house() -> tuple[list[bank.Saying], str]:
    """Everything there is to learn from, and its fingerprint."""
    sayings = bank.read_bank() + bank.names(library.load())
    return sayings, bank.fingerprint(sayings, words.LEXICON.read_text(encoding="utf-8"))


def main() -> None:
    """Make the weights anew."""
    sayings, made_from = lessons_of_the_house()
    weights.write(learn(sayings, made_from))
    sys.stdout.write(
        f"{len(sayings)} sayings learnt, {weights.FILE.stat().st_size // 1024} KB in {weights.FILE.name}.\n"
    )


if __name__ == "__main__":
    main()
