"""Finds the clauses that answer a question put in a player's words, or says that none does. (first version)"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Protocol, TypeVar

from rules.bank import NONE
from rules.weights import Weights, read
from rules.words import stems_of, terms

DOUBT = 0.25  # from this share for "no book answers" on, that is the answer


@dataclass(frozen=True)
class Found:
    """A clause and how well it answers."""

    clause_id: str
    score: float


@dataclass(frozen=True)
class Result:
    """The clauses found, best first; `covered` is False where no book answers the question."""

    found: tuple[Found, ...]
    covered: bool


class Own(Protocol):
    """What is read of a rule that a league made itself."""

    @property
    def title(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def incident(self) -> str | None: ...


OwnRule = TypeVar("OwnRule", bound=Own)


class Index:
    """The weights, ready to be asked."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._clauses = [
            (place, answer, answer.partition("-")[0])
            for place, answer in enumerate(weights.answers)
            if not answer.startswith(NONE)
        ]
        self._unsettled = [place for place, answer in enumerate(weights.answers) if answer.startswith(NONE)]

    def ask(self, question: str, book: str | None = None, top: int = 5) -> Result:
        """The clauses that answer, best first; of one `book` only where it is named.

        `covered` is about all books: a book that is silent on a covered question still names its nearest clauses.
        """
        shares = self._shares(question)
        unsettled = sum(shares[place] for place in self._unsettled)
        settled = 1 - unsettled or 1.0
        found = [
            (-round(shares[place] / settled, 4), clause_id)
            for place, clause_id, of_book in self._clauses
            if book is None or of_book == book
        ]
        found.sort()
        return Result(tuple(Found(clause_id, -score) for score, clause_id in found[:top]), unsettled < DOUBT)

    def _shares(self, question: str) -> list[float]:
        """How likely each answer is, together 1."""
        weights = self._weights
        numbers = {weights.row_of[term] for term in terms(question) if term in weights.row_of}
        if not numbers:
            none = len(self._unsettled)
            return [1 / none if answer.startswith(NONE) else 0.0 for answer in weights.answers]
        scale = weights.step / math.sqrt(sum(weights.rarity[number] ** 2 for number in numbers))
        sums = map(sum, zip(*map(weights.row, sorted(numbers)), strict=True))
        logits = [before + scale * gained for before, gained in zip(weights.bias, sums, strict=True)]
        highest = max(logits)
        raised = [math.exp(logit - highest) for logit in logits]
        whole = sum(raised)
        return [value / whole for value in raised]


@cache
def load() -> Index:
    """The index, read once from the weights that `python -m rules.train` made."""
    return Index(read())


def find_own(question: str, own_rules: Sequence[OwnRule], incidents: tuple[str, ...] = ()) -> OwnRule | None:
    """The league's own rule that answers, if one does."""
    asked = set(stems_of(question))
    best, most = None, 0.0
    for rule in own_rules:
        title, text = set(stems_of(rule.title)), set(stems_of(rule.text))
        worth = len(asked & title) / (len(title) or 1) + 0.5 * len(asked & text) / (len(asked) or 1)
        if worth > most:
            best, most = rule, worth
    if best is not None and most >= 0.6:
        return best
    return next((rule for rule in own_rules if rule.incident and rule.incident in incidents), None)
