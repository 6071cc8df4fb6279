"""What the search learns from: the phrase bank, and what the books and the glossary call their clauses.

The phrase bank is asked/*.txt: "= clause clause ..." names the clauses (of any book) that answer the phrases
below it, best first; "= none subject" names a subject that no book settles. Knows no words, no weights.

>>> sayings = read_asked(["= tda-36", "# a comment", "how many actions is too late", "= none payouts", "who gets paid"])
>>> sayings[0]
Saying(answers=('tda-36',), text='how many actions is too late')
>>> sayings[1].answers
('none payouts',)
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from rules.library import Library
from rules.weights import NONE

FOLDER = Path(__file__).parent / "asked"


class BrokenBank(ValueError):
    """A file of the phrase bank cannot be read; the text says where and why."""


@dataclass(frozen=True)
class Saying:
    """One way a player puts it. `answers`: the clauses that answer, best first, or one `none <subject>`."""

    answers: tuple[str, ...]
    text: str


def read_asked(lines: Iterable[str], where: str = "the phrase bank") -> list[Saying]:
    """The sayings of one file. Raises BrokenBank for a phrase or a subject in the wrong place."""
    sayings: list[Saying] = []
    answers: tuple[str, ...] = ()
    for number, line in enumerate(map(str.strip, lines), 1):
        if line.startswith("="):
            answers = tuple(line[1:].split())
            if answers and answers[0] == NONE.strip():
                answers = (" ".join(answers[:2]),)
            if not answers:
                raise BrokenBank(f"Line {number} of {where} names no clause and not none.")
        elif line and not line.startswith("#"):
            if not answers:
                raise BrokenBank(f"Line {number} of {where} is a phrase before the first clause.")
            sayings.append(Saying(answers, line))
    return sayings


def read_bank(folder: Path = FOLDER) -> list[Saying]:
    """Every saying of every file."""
    return [
        saying
        for file in sorted(folder.glob("*.txt"))
        for saying in read_asked(file.read_text(encoding="utf-8").splitlines(), file.name)
    ]


def names(library: Library) -> list[Saying]:
    """What the books and the glossary call their clauses, as sayings."""
    sayings = [
        Saying((clause.clause_id,), text)
        for clause in library.clauses.values()
        for text in (clause.heading, clause.short, *clause.called)
    ]
    sayings += [Saying(term.see, text) for term in library.terms if term.see for text in (term.word, *term.also)]
    return sayings


def fingerprint(sayings: Iterable[Saying], lexicon: str) -> str:
    """A mark of everything that was learnt from: it differs as soon as a saying or the lexicon does."""
    digest = hashlib.sha256(lexicon.encode())
    for saying in sayings:
        digest.update(f"\n{' '.join(saying.answers)}|{saying.text}".encode())
    return digest.hexdigest()[:16]
