"""From a question and a league's order of books to what is shown: who rules, why, and who differs.

Pure: no Discord, no SQL, no clock. A league's own rules come in as plain values and stand ahead of the
books. A silent book is said to be silent, never filled in by guess.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules import search
from rules.books import Book, Clause, Library, Position, Topic, load
from rules.search import Found

NEIGHBOURS = 3
SECONDARY = 0.5  # what a topic's second clause of a book weighs beside its first


@dataclass(frozen=True)
class OwnText:
    """A rule the league made itself; `incident` is what it settles, None if it settles none."""

    number: int
    title: str
    text: str
    incident: str | None = None


@dataclass(frozen=True)
class Other:
    """Another book of the order beside the one in force."""

    book: Book
    agrees: bool
    position: Position
    clause: Clause


@dataclass(frozen=True)
class Answer:
    """What the books say to one question, for one order of books.

    `own`: the league's own rule where it has one. `clause`: the clause in force, None where every book of
    the order is silent. `silent`: the books that come before it in the order and say nothing.
    `topic`: None only when nothing covers the question; `neighbours` are then the closest topics.
    """

    order: tuple[Book, ...]
    topic: Topic | None = None
    own: OwnText | None = None
    clause: Clause | None = None
    silent: tuple[Book, ...] = ()
    leans_on: tuple[Clause, ...] = ()
    others: tuple[Other, ...] = ()
    neighbours: tuple[Topic, ...] = ()

    @property
    def is_covered(self) -> bool:
        """Does any book of the order, or the league itself, answer this?"""
        return self.own is not None or self.clause is not None


def answer_question(question: str, order: Sequence[str], own_rules: Sequence[OwnText] = ()) -> Answer:
    """The answer to a question in chat."""
    library = load()
    result = search.load().ask(question, top=len(library.clauses))
    topics = rank_topics(library, result.found)
    own = search.find_own(question, own_rules, topics[0].incidents if result.covered and topics else ())
    if not result.covered or not topics:
        return Answer(_books(library, order), own=own, neighbours=tuple(topics[:NEIGHBOURS]))
    speaking = [topic for topic in topics if any(book_id in topic.positions for book_id in order)]
    if not speaking:
        return Answer(_books(library, order), topic=topics[0], own=own, silent=_books(library, order))
    return answer_topic(speaking[0], order, result.found, own, speaking[1 : 1 + NEIGHBOURS])


def answer_topic(
    topic: Topic,
    order: Sequence[str],
    found: Sequence[Found] = (),
    own: OwnText | None = None,
    neighbours: Sequence[Topic] = (),
    prefer: str | None = None,
) -> Answer:
    """The answer a topic gives; where a book has several clauses on it, the best found or `prefer` of them."""
    library = load()
    score = {hit.clause_id: hit.score for hit in found} | ({prefer: float("inf")} if prefer else {})
    chosen = {
        book_id: library.clause(max(position.clauses, key=lambda clause_id: score.get(clause_id, 0.0)))
        for book_id, position in topic.positions.items()
    }
    speaking = [book_id for book_id in order if book_id in chosen]
    if not speaking:
        return Answer(_books(library, order), topic, own, silent=_books(library, order), neighbours=tuple(neighbours))
    first = speaking[0]
    clause = chosen[first]
    return Answer(
        order=_books(library, order),
        topic=topic,
        own=own,
        clause=clause,
        silent=_books(library, list(order)[: list(order).index(first)]),
        leans_on=tuple(library.clause(clause_id) for clause_id in clause.leans_on),
        others=tuple(
            Other(library.books[book_id], topic.agrees(first, book_id), topic.positions[book_id], chosen[book_id])
            for book_id in speaking[1:]
        ),
        neighbours=tuple(neighbours),
    )


def rank_topics(library: Library, found: Sequence[Found]) -> list[Topic]:
    """The topics of the clauses found, best first: the more a topic shares with what was found, and the less else it holds."""
    score = {hit.clause_id: hit.score for hit in found}
    worth: dict[str, float] = {}
    for topic in library.topics.values():
        weight = {
            clause_id: SECONDARY**rank
            for position in topic.positions.values()
            for rank, clause_id in enumerate(position.clauses)
        }
        shared = sum(share * score.get(clause_id, 0.0) for clause_id, share in weight.items())
        if shared:
            worth[topic.topic_id] = shared / sum(share * share for share in weight.values()) ** 0.25
    return [library.topics[topic_id] for topic_id in sorted(worth, key=lambda key: -worth[key])]


def _books(library: Library, order: Sequence[str]) -> tuple[Book, ...]:
    return tuple(library.books[book_id] for book_id in order)
