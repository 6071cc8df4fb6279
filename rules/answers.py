"""From a question and a league's order of books to what is shown: who rules, why, and who differs.

Pure: no Discord, no SQL, no clock. A league's own rules come in as plain values and stand ahead of the
books. A silent book is said to be silent, never filled in by guess.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from rules import search
from rules.library import Book, Clause, Library, Position, Topic, load
from rules.search import Found
from rules.words import terms

NEIGHBOURS = 3
LOOKED_AT = 8  # clauses whose topics are weighed
REMEMBERED = 1024  # answers
CLOSE = 0.25  # of the best score: a clause of the league's books this near is preferred to silence
NAMED = 1.6  # what the concept a topic needs makes it worth more
LED = 1.5  # and the very best clause
SECONDARY = 0.5  # what a topic's second clause of a book weighs beside its first


@dataclass(frozen=True)
class OwnText:
    """A rule the league made itself; `incident` is what it settles and `outcome` how, None if it settles none."""

    number: int
    title: str
    text: str
    incident: str | None = None
    outcome: str | None = None


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


@lru_cache(maxsize=REMEMBERED)
def answer_question(
    question: str, order: tuple[str, ...], own_rules: tuple[OwnText, ...] = (), topic_id: str | None = None
) -> Answer:
    """The answer to a question in chat; `topic_id` is the neighbouring topic the asker chose instead.

    Answers are remembered: every switch, neighbour and share of a card asks its question again.
    """
    library = load()
    result = search.load().ask(question, top=LOOKED_AT)
    topics = rank_topics(library, question, result.found)
    if topic_id in library.topics:
        topics = [library.topics[topic_id], *(topic for topic in topics if topic.topic_id != topic_id)]
    elif not result.covered:
        return Answer(
            _books(library, order), own=search.find_own(question, own_rules), neighbours=tuple(topics[:NEIGHBOURS])
        )
    own = search.find_own(question, own_rules, topics[0].incidents)
    close = [hit for hit in result.found if hit.score >= CLOSE * result.found[0].score]
    heard = {hit.clause_id for hit in close if library.clause(hit.clause_id).book.book_id in order}
    speaking = next((topic for topic in topics if _speaks(topic, order) and _holds(topic, heard)), topics[0])
    if topic_id in library.topics:
        speaking = topics[0]
    others = [topic for topic in topics if topic is not speaking]
    return answer_topic(speaking, order, result.found, own, others[:NEIGHBOURS])


def _speaks(topic: Topic, order: Sequence[str]) -> bool:
    return any(book_id in topic.positions for book_id in order)


def _holds(topic: Topic, heard: Collection[str]) -> bool:
    return not topic.clause_ids.isdisjoint(heard)


def answer_topic(
    topic: Topic | None,
    order: Sequence[str],
    found: Sequence[Found] = (),
    own: OwnText | None = None,
    neighbours: Sequence[Topic] = (),
    prefer: str | None = None,
) -> Answer:
    """The answer a topic gives; where a book has several clauses on it, the best found or `prefer` of them.

    `topic` None: only the league's own rule speaks.
    """
    library = load()
    if topic is None:
        return Answer(_books(library, order), own=own)
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


def rank_topics(library: Library, question: str, found: Sequence[Found]) -> list[Topic]:
    """The topics of the best clauses found, best first.

    A topic is the better the more of its clauses were found and the less else it holds, with the very best
    clause or with a concept it needs; one that needs a concept the question does not hold comes last.
    """
    concepts = frozenset(terms(question))
    worth: dict[Topic, float] = {}
    for hit in found:
        root = hit.score**0.5
        for topic, weight in _weights()[hit.clause_id]:
            worth[topic] = worth.get(topic, 0.0) + weight * root
    first = library.topics_of[found[0].clause_id] if found else ()

    def rank(topic: Topic) -> tuple[bool, float]:
        named = not topic.needs.isdisjoint(concepts)
        value = worth[topic] * (NAMED if named else 1.0) * (LED if topic in first else 1.0)
        return named or not topic.needs, value

    return sorted(worth, key=rank, reverse=True)


@cache
def _weights() -> dict[str, list[tuple[Topic, float]]]:
    """What each clause weighs in each of its topics."""
    found: dict[str, list[tuple[Topic, float]]] = {}
    for topic in load().topics.values():
        weight = {
            clause_id: SECONDARY**rank
            for position in topic.positions.values()
            for rank, clause_id in enumerate(position.clauses)
        }
        whole = sum(share * share for share in weight.values()) ** 0.5
        for clause_id, share in weight.items():
            found.setdefault(clause_id, []).append((topic, share / whole))
    return found


def _books(library: Library, order: Sequence[str]) -> tuple[Book, ...]:
    return tuple(library.books[book_id] for book_id in order)
