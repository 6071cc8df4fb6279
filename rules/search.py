"""Finds the clauses that answer a question put in a player's words, or says that no book answers it.

A question's terms (`rules.words`) each speak for and against every answer as `rules.train` learnt it from the
phrase bank; what no book settles (betting, payouts, ...) is learnt as well, so that it can win. Read once, in memory.

>>> result = load().ask("burn got flipped, leave it up?")
>>> result.covered, result.found[0].clause_id
(True, 'psp-flashed-burn')
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple, Protocol, TypeVar

from rules.weights import NONE, Scorer, Weights, read
from rules.words import stems_of, terms

DOUBT = 0.45  # from this share for "no book answers" on, that is the answer

OWN_MATCH = 0.55  # most of its title has to be met, and some of the question


class Found(NamedTuple):
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
    def title(self) -> str:
        """What the league calls it."""

    @property
    def text(self) -> str:
        """What it says."""

    @property
    def incident(self) -> str | None:
        """The incident it settles, None if it settles none."""


OwnRule = TypeVar("OwnRule", bound=Own)


class Index:
    """The clauses, ready to be asked for."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._scorer = Scorer(weights)
        self._rarest = max(weights.rarity)
        self._unsettled = [place for place, answer in enumerate(weights.answers) if answer.startswith(NONE)]
        settled = [place for place, answer in enumerate(weights.answers) if not answer.startswith(NONE)]
        self._places: dict[str | None, list[int]] = {None: settled}  # of one book, or of all
        for place in settled:
            self._places.setdefault(weights.answers[place].partition("-")[0], []).append(place)

    def ask(self, question: str, book: str | None = None, top: int = 5) -> Result:
        """The clauses that answer, best first; of one `book` only where it is named.

        `covered` is about all books: a book that is silent on a covered question still names its nearest clauses.
        """
        raised = self._scorer.likelihoods(terms(question))
        if raised is None:
            raised = [float(answer.startswith(NONE)) for answer in self._weights.answers]
        whole = sum(raised)
        unsettled = sum([raised[place] for place in self._unsettled])
        settled = whole - unsettled or 1.0
        places = sorted(self._places.get(book, ()), key=raised.__getitem__, reverse=True)[:top]
        found = [Found(self._weights.answers[place], round(raised[place] / settled, 4)) for place in places]
        found.sort(key=lambda hit: (-hit.score, hit.clause_id))
        return Result(tuple(found), unsettled < DOUBT * whole)

    def rarity(self, stem: str) -> float:
        """How much a word tells; one never met tells most."""
        number = self._weights.row_of.get(stem)
        return self._rarest if number is None else self._weights.rarity[number]


@cache
def load() -> Index:
    """The index, read once from the weights that `python -m rules.train` made."""
    return Index(read())


def find_own(question: str, own_rules: Sequence[OwnRule], incidents: tuple[str, ...] = ()) -> OwnRule | None:
    """The league's own rule that answers: by its words, else by an incident it settles; None if none does.

    Rare words count more: "phone" names a rule, "card" hardly does. `incidents` are those of the question's topic.
    """
    if not own_rules:
        return None
    asked = frozenset(stems_of(question))
    told = [(_own_match(asked, rule), rule) for rule in own_rules]
    best, rule = max(told, key=lambda pair: pair[0], default=(0.0, None))
    if best >= OWN_MATCH:
        return rule
    return next((rule for rule in own_rules if rule.incident is not None and rule.incident in incidents), None)


def _own_match(asked: frozenset[str], rule: Own) -> float:
    """How well a league's rule fits the words asked: the share of its title met, and of the question met, together."""
    title, text = _stems(rule.title), _stems(rule.text)
    of_title = _worth(asked & title) / (_worth(title) or 1)
    of_question = _worth(asked & (title | text)) / (_worth(asked) or 1)
    return 0.6 * of_title + 0.4 * of_question


@lru_cache(maxsize=4096)
def _stems(text: str) -> frozenset[str]:
    return frozenset(stems_of(text))


def _worth(stems: Iterable[str]) -> float:
    return sum(load().rarity(stem) ** 2 for stem in stems)
