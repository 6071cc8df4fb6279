"""From what a player types to the terms the search counts: stemmed words and the game's concepts.

Knows nothing of clauses or scores. Anything may come in; what is too long is cut, nothing fails.

>>> words = terms("Two of my cards flashed!")
>>> words[:4], "my card" in words, "#exposed-two" in words
(('2', 'my', 'card', 'flash'), True, True)
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

LEXICON = Path(__file__).parent / "lexicon.txt"
LONGEST = 1000  # characters read of a question: the longest real one seen has 180
MOST_WORDS = 80
REMEMBERED = 20_000  # stems: several times the words players use
GAP = 2  # words that may stand between two words of a lexicon entry: "turned my last card over"

_WORD = re.compile(r"[a-z0-9]+")
_CARD = re.compile(r"(?:10|[2-9tjqka])[shdc]|10|[tjqk]")
_NUMBERS = {
    "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8",
    "nine": "9", "ten": "10", "1st": "first", "2nd": "second", "3rd": "third", "fourth": "4th", "fifth": "5th",
    "sixth": "6th", "seventh": "7th", "couple": "2", "both": "2", "twice": "2",
}  # fmt: skip
# Words that say nothing about the subject. "no", "not", "before", "after", "my" are kept: they tell clauses apart.
EMPTY = frozenset(
    [
        "a",
        "an",
        "the",
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "am",
        "im",
        "to",
        "of",
        "in",
        "on",
        "at",
        "for",
        "and",
        "or",
        "but",
        "it",
        "its",
        "this",
        "that",
        "these",
        "those",
        "i",
        "we",
        "he",
        "she",
        "they",
        "you",
        "u",
        "ur",
        "your",
        "his",
        "her",
        "their",
        "our",
        "us",
        "him",
        "them",
        "me",
        "if",
        "as",
        "by",
        "so",
        "do",
        "does",
        "did",
        "has",
        "have",
        "had",
        "will",
        "would",
        "could",
        "should",
        "can",
        "may",
        "just",
        "got",
        "get",
        "gets",
        "s",
        "t",
        "d",
        "ll",
        "ve",
        "re",
        "m",
        "there",
        "here",
        "then",
        "than",
        "too",
        "also",
        "very",
        "really",
        "please",
        "lol",
        "lmao",
        "btw",
        "ok",
        "okay",
    ]
)


class _Matcher:
    """The lexicon, ready to be found in a row of stems."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._class_of: dict[str, tuple[str, ...]] = {}
        self._single: dict[str, list[str]] = {}
        self._by_first_two: dict[str, dict[str, list[tuple[tuple[str, ...], str]]]] = {}
        for line in lines:
            name, _, phrases = line.partition(":")
            for phrase in filter(None, map(str.strip, phrases.split(","))):
                if name.startswith("@"):
                    word = stem(phrase)
                    self._class_of[word] = (*self._class_of.get(word, ()), name)
                else:
                    self._add(phrase, "#" + name)

    def _add(self, phrase: str, concept: str) -> None:
        first, *rest = [part if part[0] == "@" else stem(part) for part in phrase.split()]
        if not rest:
            self._single.setdefault(first, []).append(concept)
        else:
            after = self._by_first_two.setdefault(first, {})
            after.setdefault(rest[0], []).append((tuple(rest[1:]), concept))

    def concepts(self, stems: list[str]) -> list[str]:
        """The classes and concepts named in these stems, each once, in the order met."""
        met: dict[str, None] = {}
        row = [(stem, *self._class_of.get(stem, ())) for stem in stems]
        for place, names in enumerate(row):
            for name in names:
                if name[0] == "@":
                    met[name] = None
                for concept in self._single.get(name, ()):
                    met[concept] = None
                after = self._by_first_two.get(name)
                if after:
                    for spot in range(place + 1, min(place + 2 + GAP, len(row))):
                        for second in row[spot]:
                            for rest, concept in after.get(second, ()):
                                if concept not in met and _follows(row, spot + 1, rest):
                                    met[concept] = None
        return list(met)


def _follows(row: list[tuple[str, ...]], place: int, rest: tuple[str, ...]) -> bool:
    for name in rest:
        for spot in range(place, min(place + GAP + 1, len(row))):
            if name in row[spot]:
                place = spot + 1
                break
        else:
            return False
    return True


@cache
def _stemmer() -> Any:
    import snowballstemmer  # imported when first used: a bot that was asked nothing yet starts sooner

    return snowballstemmer.stemmer("english")


@lru_cache(maxsize=REMEMBERED)
def stem(word: str) -> str:
    """The stem of one lower-case word; a number word is a digit, a card's name is `card-name`."""
    number = _NUMBERS.get(word)
    if number:
        return number
    if _CARD.fullmatch(word):
        return "cardname"
    return str(_stemmer().stemWord(word))


def stems_of(text: str, keep_empty: bool = False) -> list[str]:
    """The stems of a text in their order."""
    text = text[:LONGEST].lower()
    if not text.isascii():
        text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    words = _WORD.findall(text.replace("'", ""))[:MOST_WORDS]
    return [stem(word) for word in words if keep_empty or word not in EMPTY]


@cache
def _lexicon() -> _Matcher:
    lines = LEXICON.read_text(encoding="utf-8").splitlines()
    return _Matcher(line for line in lines if line and line[0] != "#")


@lru_cache(maxsize=1024)
def terms(text: str) -> tuple[str, ...]:
    """What the search counts: the stems, each two that stand together, then the concepts."""
    stems = stems_of(text, keep_empty=True)
    telling = [word for word in stems if word not in EMPTY]
    pairs = [f"{one} {other}" for one, other in pairwise(telling)]
    return (*telling, *pairs, *_lexicon().concepts(stems))
