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
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from rules.names import BOOK_IDS, CARD_PARTS

FOLDER = Path(__file__).parent
BOOK_FILES = tuple(f"books/{book_id}/book.toml" for book_id in BOOK_IDS)
CLAUSE_FILES = tuple(f"books/{book_id}/clauses.toml" for book_id in BOOK_IDS)
TOPIC_FILE = "topics.toml"
TERM_FILE = "glossary.toml"
KEYS = {  # what an entry of each kind must and may have
    "book": ({"id", "short", "title", "edition", "source", "covers", "silent_on"}, set[str]()),
    "clause": (
        {"id", "number", "heading", "do", "says", "short", "called"},
        {"leans_on", "see_also", "alternate", "alternate_id", "reading", "card"},
    ),
    "topic": ({"id", "name"}, {"incidents", "needs", "differs", "agree", *BOOK_IDS}),
    "term": ({"word", "means"}, {"also", "see"}),
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
        if self.number[:1].isdigit():
            return f"{self.book.short} {self.number}"
        return f"{self.book.short}, {self.number or self.heading}"


@dataclass(frozen=True)
class Position:
    """What one book says about a topic: its clauses, best first, and its answer in a line."""

    clauses: tuple[str, ...]
    line: str


@dataclass(frozen=True, eq=False)
class Topic:
    """One situation at the table and what each book says about it; a silent book has no position.

    `agree` groups the books that come to the same answer. `needs`: concepts of the lexicon of which a
    question has to hold one to be about this, where another topic has the same clauses; empty: none.
    """

    topic_id: str
    name: str
    incidents: tuple[str, ...]
    needs: frozenset[str]
    differs: str
    agree: tuple[frozenset[str], ...]
    positions: dict[str, Position]

    @cached_property
    def clause_ids(self) -> frozenset[str]:
        """The clauses of every book that speaks here."""
        return frozenset(key for position in self.positions.values() for key in position.clauses)

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

    def alternate(self, alternate_id: str) -> Clause | None:
        """The clause with this Alternate Rule; None for an id no book has."""
        return next((clause for clause in self.alternates() if clause.alternate_id == alternate_id), None)

    def pocket_card(self, order: Sequence[str], part: str) -> list[tuple[str, Clause]]:
        """The lines of one part of the dealer's card, each with its clause, the book in force first.

        Of the lines about one thing only those of the first book that has any are heard.
        """
        lines: list[tuple[str, Clause]] = []
        heard: dict[str, str] = {}
        for book_id in order:
            for clause in self.clauses.values():
                if clause.book.book_id != book_id:
                    continue
                for entry in clause.card:
                    speaker = heard.setdefault(entry.about, book_id) if entry.about else book_id
                    if entry.part == part and speaker == book_id:
                        lines.append((entry.line, clause))
        return lines


@cache
def load(folder: Path = FOLDER) -> Library:
    """Read every book, topic and term. Raises BrokenBook naming all faults at once."""
    files = {name: _toml(folder / name) for name in (*BOOK_FILES, *CLAUSE_FILES, TOPIC_FILE, TERM_FILE)}
    _complain(_misshapen(files))
    books = {book_id: _book(files[f"books/{book_id}/book.toml"]) for book_id in BOOK_IDS}
    written = [
        _clause(books[book_id], entry)
        for book_id, file in zip(BOOK_IDS, CLAUSE_FILES, strict=True)
        for entry in files[file]["clause"]
    ]
    topics = [_topic(entry) for entry in files[TOPIC_FILE]["topic"]]
    terms = tuple(
        Term(entry["word"], tuple(entry.get("also", ())), entry["means"], tuple(entry.get("see", ())))
        for entry in files[TERM_FILE]["term"]
    )
    _complain([*_wrong_clauses(written), *_wrong_topics(written, topics), *_wrong_terms(written, terms)])
    clauses = {clause.clause_id: clause for clause in written}
    return Library(
        books,
        clauses,
        {topic.topic_id: topic for topic in topics},
        terms,
        {key: tuple(topic for topic in topics if key in topic.clause_ids) for key in clauses},
    )


def _toml(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BrokenBook(f"{file.parent.name}/{file.name} cannot be read: {error}.") from error


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
        needs=frozenset(entry.get("needs", ())),
        differs=entry.get("differs", ""),
        agree=tuple(frozenset(group) for group in entry.get("agree", ())),
        positions={
            book_id: Position(tuple(entry[book_id]["clauses"]), entry[book_id]["line"])
            for book_id in BOOK_IDS
            if book_id in entry
        },
    )


def _complain(faults: Sequence[str]) -> None:
    if faults:
        raise BrokenBook("\n".join(faults))


def _misshapen(files: Mapping[str, dict[str, Any]]) -> list[str]:
    """Entries with a key too few or too many: a misspelt key would be passed over in silence."""
    faults = []
    for name, content in files.items():
        kind = {"book.toml": "book", "clauses.toml": "clause", TOPIC_FILE: "topic", TERM_FILE: "term"}[
            name.split("/")[-1]
        ]
        must, may = KEYS[kind]
        for entry in [content] if kind == "book" else content.get(kind, []):
            called = entry.get("id") or entry.get("word") or "an entry without id"
            faults += [f"{name}: {called} has no {key}." for key in sorted(must - entry.keys())]
            faults += [f"{name}: {called} has the unknown key {key}." for key in sorted(entry.keys() - must - may)]
    return faults


def _wrong_clauses(clauses: Sequence[Clause]) -> list[str]:
    known = {clause.clause_id for clause in clauses}
    faults = [f"{key} is written twice." for key in _twice(clause.clause_id for clause in clauses)]
    for clause in clauses:
        key = clause.clause_id
        faults += [
            f"{key} points to {other}, which no book has."
            for other in clause.leans_on + clause.see_also
            if other not in known
        ]
        faults += [
            f"{key} has a card line for the unknown part {line.part}."
            for line in clause.card
            if line.part not in CARD_PARTS
        ]
        if bool(clause.alternate) != bool(clause.alternate_id):
            faults.append(f"{key} needs both alternate and alternate_id, or neither.")
    return faults


def _wrong_topics(clauses: Sequence[Clause], topics: Sequence[Topic]) -> list[str]:
    book_of = {clause.clause_id: clause.book.book_id for clause in clauses}
    placed = {key for topic in topics for key in topic.clause_ids}
    faults = [f"{key} is written twice." for key in _twice(topic.topic_id for topic in topics)]
    for topic in topics:
        key = topic.topic_id
        for book_id, position in topic.positions.items():
            strange = [clause_id for clause_id in position.clauses if book_of.get(clause_id) != book_id]
            faults += [f"Topic {key} names {clause_id}, which is no clause of {book_id}." for clause_id in strange]
        silent = sorted(frozenset().union(*topic.agree) - topic.positions.keys())
        faults += [f"Topic {key} lets {book_id} agree, which says nothing there." for book_id in silent]
    return faults + [f"{key} is in no topic." for key in book_of if key not in placed]


def _wrong_terms(clauses: Sequence[Clause], terms: Sequence[Term]) -> list[str]:
    known = {clause.clause_id for clause in clauses}
    return [
        f"The glossary's {term.word} points to {key}, which no book has."
        for term in terms
        for key in term.see
        if key not in known
    ]


def _twice(keys: Iterable[str]) -> list[str]:
    return [key for key, count in Counter(keys).items() if count > 1]
