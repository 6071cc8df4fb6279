"""What the reader of stories learns from, and the learning: `python -m rules.told`, after any edit of it.

told/*.txt holds stories as people tell them, "= incident" above those that tell it. The phrases of asked/ whose
clauses are a topic of one incident are learnt as well, and besides.txt is said beside every story. What is told of
betting, payouts or a second burn is no incident: some phrases that no book answers and told/none.txt teach that.

>>> incidents = {saying.answers[0] for saying in stories()}
>>> "boxed_card" in incidents, "deck_dropped" in incidents
(True, True)
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from rules import bank, library, train, weights, words
from rules.bank import Saying
from rules.story_signs import FILE as SIGNS
from rules.story_signs import signs
from rules.story_words import plain

FOLDER = Path(__file__).parent / "told"
BESIDES = Path(__file__).parent / "besides.txt"
FILE = Path(__file__).parent / "told.bin"
CLOSE = 0.3  # how much a phrase's clauses and a topic's must have in common, of all in both
MOST_ASKED = 120  # phrases of asked/ for one incident: more would drown the stories
MOST_OF_NO_INCIDENT = 10  # phrases of one subject that no book answers: more would drown the stories
NO_INCIDENT = "none"  # the answer where nothing of the vocabulary went wrong
TIMES = 4  # how often a story is learnt with something beside it


@lru_cache(maxsize=4096)
def story_terms(text: str) -> tuple[str, ...]:
    """What the reader counts: the stems of the plain words, each two that stand together, concepts and cues."""
    told = plain(text)
    stems = [words.stem(word) for word in told.split() if word not in ".,"]
    concepts = [term for term in words.terms(text) if term[0] in "#@"]
    cues = [f"#!{cue}" for cue in signs()["cue"].values(told)]
    return (*stems, *(f"{one} {other}" for one, other in pairwise(stems)), *concepts, *cues)


def stories(folder: Path = FOLDER) -> list[Saying]:
    """Every story told of an incident, which is the answer."""
    return [saying for saying in bank.read_bank(folder) if not _is_none(saying)]


def stories_of_no_incident() -> list[Saying]:
    """The stories of told/none.txt."""
    return [Saying((NO_INCIDENT,), saying.text) for saying in bank.read_bank(FOLDER) if _is_none(saying)]


def about_no_incident() -> list[Saying]:
    """The phrases of asked/ that no book answers, at most MOST_OF_NO_INCIDENT of a subject."""
    found: list[Saying] = []
    met: Counter[str] = Counter()
    for saying in filter(_is_none, bank.read_bank()):
        subject = saying.answers[0]
        met[subject] += 1
        if met[subject] <= MOST_OF_NO_INCIDENT:
            found.append(Saying((NO_INCIDENT,), saying.text))
    return found


def _is_none(saying: Saying) -> bool:
    return saying.answers[0].startswith(weights.NONE)


def asked_about_incidents() -> list[Saying]:
    """The phrases of asked/ that are about one incident, at most MOST_ASKED for each."""
    topics = [
        (frozenset(clause for position in topic.positions.values() for clause in position.clauses), topic.incidents)
        for topic in library.load().topics.values()
    ]
    found: list[Saying] = []
    met: Counter[str] = Counter()
    for saying in bank.read_bank():
        clauses = frozenset(saying.answers)
        close, incidents = max(
            ((len(clauses & theirs) / len(clauses | theirs), incidents) for theirs, incidents in topics),
            key=lambda pair: pair[0],
        )
        if close >= CLOSE and len(incidents) == 1 and met[incidents[0]] < MOST_ASKED:
            met[incidents[0]] += 1
            found.append(Saying(tuple(incidents), saying.text))
    return found


def with_besides(told: Sequence[Saying], besides: Sequence[str], times: int = TIMES) -> list[Saying]:
    """The stories as they are, and again `times` times with a line before or after them."""
    said = list(told)
    for time in range(times):
        for place, saying in enumerate(told):
            line = besides[(place * 7 + time * 11) % len(besides)]
            text = f"{line} {saying.text}" if (place + time) % 3 == 0 else f"{saying.text} {line}"
            said.append(Saying(saying.answers, text))
    return said


def besides() -> list[str]:
    """The lines of besides.txt."""
    return [line for line in BESIDES.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]


def learn(told: Sequence[Saying], asked: Sequence[Saying], made_from: str = "") -> weights.Weights:
    """The weights that these stories teach, and what is about no incident."""
    told = [*told, *stories_of_no_incident()]
    return train.learn([*with_besides(told, besides()), *asked, *about_no_incident()], made_from, story_terms)


def made_from() -> str:
    """A mark of everything that is learnt from."""
    texts = [file.read_text(encoding="utf-8") for file in (words.LEXICON, SIGNS, BESIDES)]
    learnt = [*stories(), *stories_of_no_incident(), *asked_about_incidents(), *about_no_incident()]
    return bank.fingerprint(learnt, "".join(texts))


def main() -> None:
    """Make the weights anew."""
    told, asked = stories(), asked_about_incidents()
    weights.write(learn(told, asked, made_from()), FILE)
    sys.stdout.write(
        f"{len(told)} stories and {len(asked)} phrases of incidents learnt, {FILE.stat().st_size // 1024} KB.\n"
    )


if __name__ == "__main__":
    main()
