"""The three books and what players call their clauses, read once from the TOML beside this file.

A book is a folder: another of the same shape is another book. Knows no Discord, no SQL, no clock.

>>> library = load()
>>> library.clause("tda-36").cite
'TDA 36'
>>> [book.short for book in library.books.values()]
['House', 'Rulebook', 'TDA']
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
BOOK_IDS = ("psp", "rrp", "tda")
CARD_PARTS = {
    "before": "Before the deal",
    "shuffle": "Shuffle and cut",
    "during": "During the hand",
    "announce": "Say it aloud",
    "showdown": "Showdown and end",
    "new_deck": "A new deck",
    "absent": "Absent players",
}


class BrokenBook(ValueError):
    """The rule files contradict each other or miss something; every fault is named in the text."""


@dataclass(frozen=True)
class Book:
    """One rulebook. `short` is what cards call it; `silent_on` says in a line what it leaves out."""

    book_id: str
    short: str
    title: str
    edition: str
    source: str
    covers: str
    silent_on: str


@dataclass(frozen=True)
class CardLine:
    """A line of the dealer's pocket card. Of lines `about` one thing, only the first book's are heard."""

    part: str
    line: str
    about: str | None = None


@dataclass(frozen=True)
class Clause:
    """One clause, restated. `do` is what to do at the table; `short` is one line for comparisons.

    `leans_on`: the definitions it needs. `alternate_id`: the switch of its Alternate Rule, None where
    the book prints none. `reading`: where the text is open, how it is read here. Empty text: nothing to say.
    """

    clause_id: str
    book: Book
    number: str
    heading: str
    do: tuple[str, ...]
    says: str
    short: str
    called: tuple[str, ...]
    leans_on: tuple[str, ...] = ()
    see_also: tuple[str, ...] = ()
    alternate: str = ""
    alternate_id: str | None = None
    reading: str = ""
    card: tuple[CardLine, ...] = ()

    @property
    def cite(self) -> str:
        """How the clause is cited: the book and its number, or its heading where it has none."""
        return f"{self.book.short} {self.number or self.heading}"


@dataclass(frozen=True)
class Position:
    """What one book says about a topic: its clauses, best first, and its answer in a line."""

    clauses: tuple[str, ...]
    line: str


@dataclass(frozen=True)
class Topic:
    """One situation at the table and what each book says about it; a silent book has no position.

    `agree` groups the books that come to the same answer.
    """

    topic_id: str
    name: str
    incidents: tuple[str, ...]
    differs: str
    agree: tuple[frozenset[str], ...]
    positions: dict[str, Position]

    def agrees(self, one: str, other: str) -> bool:
        """Do these two books come to the same answer here?"""
        return any(one in group and other in group for group in self.agree)


@dataclass(frozen=True)
class Term:
    """A word of table talk."""

    word: str
    also: tuple[str, ...]
    means: str
    see: tuple[str, ...]


@dataclass(frozen=True)
class Library:
    """Everything the books say."""

    books: dict[str, Book]
    clauses: dict[str, Clause]
    topics: dict[str, Topic]
    terms: tuple[Term, ...]
    topics_of: dict[str, tuple[Topic, ...]] = field(repr=False)

    def clause(self, clause_id: str) -> Clause:
        """The clause with this id. Raises KeyError for an id no book has."""
        return self.clauses[clause_id]

    def alternates(self) -> list[Clause]:
        """The clauses with an Alternate Rule that a league can switch on."""
        return [clause for clause in self.clauses.values() if clause.alternate_id]


@cache
def load(folder: Path = FOLDER) -> Library:
    """Read every book, topic and term. Raises BrokenBook naming all faults at once."""
    books: dict[str, Book] = {}
    clauses: dict[str, Clause] = {}
    for book_id in BOOK_IDS:
        book = _book(_toml(folder / "books" / book_id / "book.toml"))
        books[book_id] = book
        for entry in _toml(folder / "books" / book_id / "clauses.toml")["clause"]:
            clause = _clause(book, entry)
            clauses[clause.clause_id] = clause
    topics = {entry["id"]: _topic(entry) for entry in _toml(folder / "topics.toml")["topic"]}
    terms = tuple(
        Term(entry["word"], tuple(entry.get("also", ())), entry["means"], tuple(entry.get("see", ())))
        for entry in _toml(folder / "glossary.toml")["term"]
    )
    _verify(clauses, topics, terms)
    topics_of = {
        clause_id: tuple(
            topic
            for topic in topics.values()
            if any(clause_id in position.clauses for position in topic.positions.values())
        )
        for clause_id in clauses
    }
    return Library(books, clauses, topics, terms, topics_of)


def _toml(file: Path) -> dict[str, Any]:
    with file.open("rb") as stream:
        return tomllib.load(stream)


def _book(entry: dict[str, Any]) -> Book:
    return Book(
        book_id=entry["id"],
        **{key: entry[key] for key in ("short", "title", "edition", "source", "covers", "silent_on")},
    )


def _clause(book: Book, entry: dict[str, Any]) -> Clause:
    return Clause(
        clause_id=entry["id"],
        book=book,
        number=entry["number"],
        heading=entry["heading"],
        do=tuple(entry["do"]),
        says=entry["says"],
        short=entry["short"],
        called=tuple(entry["called"]),
        leans_on=tuple(entry.get("leans_on", ())),
        see_also=tuple(entry.get("see_also", ())),
        alternate=entry.get("alternate", ""),
        alternate_id=entry.get("alternate_id"),
        reading=entry.get("reading", ""),
        card=tuple(CardLine(line["part"], line["line"], line.get("about")) for line in entry.get("card", ())),
    )


def _topic(entry: dict[str, Any]) -> Topic:
    return Topic(
        topic_id=entry["id"],
        name=entry["name"],
        incidents=tuple(entry.get("incidents", ())),
        differs=entry.get("differs", ""),
        agree=tuple(frozenset(group) for group in entry.get("agree", ())),
        positions={
            book_id: Position(tuple(entry[book_id]["clauses"]), entry[book_id]["line"])
            for book_id in BOOK_IDS
            if book_id in entry
        },
    )


def _verify(clauses: dict[str, Clause], topics: dict[str, Topic], terms: tuple[Term, ...]) -> None:
    faults = []
    for clause in clauses.values():
        for other in clause.leans_on + clause.see_also:
            if other not in clauses:
                faults.append(f"{clause.clause_id} points to {other}, which no book has.")
        faults += [
            f"{clause.clause_id} has a card line for the unknown part {line.part}."
            for line in clause.card
            if line.part not in CARD_PARTS
        ]
    placed: set[str] = set()
    for topic in topics.values():
        for book_id, position in topic.positions.items():
            placed.update(position.clauses)
            for clause_id in position.clauses:
                if clause_id not in clauses or clauses[clause_id].book.book_id != book_id:
                    faults.append(f"Topic {topic.topic_id} names {clause_id}, which is no clause of {book_id}.")
    faults += [f"{clause_id} is in no topic." for clause_id in clauses if clause_id not in placed]
    faults += [
        f"The glossary's {term.word} points to {clause_id}, which no book has."
        for term in terms
        for clause_id in term.see
        if clause_id not in clauses
    ]
    if faults:
        raise BrokenBook("\n".join(faults))
