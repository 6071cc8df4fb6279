"""The books that decide: every folder under books/ with a rulings.py, and the words its rulings are told in.

A further book is a further folder of the same shape, and nothing here changes. Knows no Discord, no clock.

>>> sorted(shelf())
['psp', 'rrp', 'tda']
>>> words("tda").rulings["short_button_acted"].title
'Dead hand: the button acted on too few cards'
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

from rules.rulings import Rulings

FOLDER = Path(__file__).parent / "books"


@dataclass(frozen=True)
class RulingWords:
    """How a ruling is told. `turns`: what would turn it, empty if nothing would.

    `note`: None where the text is not open, else both readings.
    """

    title: str
    why: str
    turns: str
    note: str | None


@dataclass(frozen=True)
class BookWords:
    """A book's words: each ruling by its rule id; `silences`: incident id -> why the book is silent there."""

    rulings: Mapping[str, RulingWords]
    silences: Mapping[str, str]


@cache
def shelf() -> Mapping[str, Rulings]:
    """Every book that decides, by its id."""
    folders = sorted(file.parent.name for file in FOLDER.glob("*/rulings.py"))
    return {book: import_module(f"rules.books.{book}.rulings").rulings for book in folders}


@cache
def words(book: str) -> BookWords:
    """The words of a book's rulings. Raises KeyError where one lacks its title, its why or its turns."""
    with (FOLDER / book / "words.toml").open("rb") as stream:
        text = tomllib.load(stream)
    rulings = {
        rule_id: RulingWords(entry["title"], entry["why"], entry["turns"], entry.get("note"))
        for rule_id, entry in text["ruling"].items()
    }
    return BookWords(rulings, text.get("silence", {}))
