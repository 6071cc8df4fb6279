"""Who rules, who is silent and who differs, for a league's order of books. What the search finds is given."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import Any

import pytest

from rules import answers, search
from rules.answers import Answer, OwnText, answer_question, answer_topic
from rules.library import load
from rules.names import BOOK_IDS
from rules.search import Found, Result

LIBRARY = load()
SEARCH = search.load()
Ask = Callable[..., Answer]
ORDERS = [order for size in (1, 2, 3) for order in permutations(BOOK_IDS, size)]
RABBIT = OwnText(3, "Rabbit hunting", "Nobody sees the next card.")
OWN_BURN = OwnText(4, "Flashed burns", "Leave it.", "flashed_burn")


class Finds:
    """The search, but it always finds this."""

    def __init__(self, *clause_ids: str, covered: bool = True) -> None:
        self._search = SEARCH
        self.result = Result(tuple(Found(key, 0.9 / (n + 1)) for n, key in enumerate(clause_ids)), covered)

    def ask(self, question: str, book: str | None = None, top: int = 5) -> Result:
        return self.result

    def __getattr__(self, name: str) -> Any:
        return getattr(self._search, name)


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch) -> Ask:
    def answer(*clause_ids: str, covered: bool = True, order: Any = BOOK_IDS, own: Any = (), said: str = "?") -> Answer:
        monkeypatch.setattr(search, "load", lambda: Finds(*clause_ids, covered=covered))
        return answer_question.__wrapped__(said, tuple(order), tuple(own))  # unremembered: the search changes

    return answer


def shorts(things: Any) -> list[str]:
    return [getattr(thing, "book", thing).book_id for thing in things]


def test_the_first_book_of_the_order_that_speaks_is_in_force(ask: Ask) -> None:
    for order, in_force in [(("psp", "rrp"), "psp"), (("rrp", "psp"), "rrp"), (("tda", "rrp", "psp"), "rrp")]:
        answer = ask("psp-flashed-burn", "rrp-burning", order=order)
        assert answer.clause is not None
        assert answer.clause.book.book_id == in_force
        assert answer.is_covered


def test_a_silent_first_book_is_said_to_be_silent(ask: Ask) -> None:
    answer = ask("psp-flashed-burn", order=("tda", "psp", "rrp"))
    assert shorts(answer.silent) == ["tda"]
    assert shorts([answer.clause, *answer.others]) == ["psp", "rrp"]


def test_a_book_that_is_asked_alone_and_is_silent_gets_no_words_put_into_its_mouth(ask: Ask) -> None:
    for found in (["psp-flashed-burn"], ["psp-flashed-burn", "rrp-burning", *["psp-tips"] * 80, "tda-36"]):
        answer = ask(*found, order=("tda",))
        assert (answer.clause, answer.is_covered, shorts(answer.silent)) == (None, False, ["tda"])


def test_when_every_book_of_the_order_is_silent_none_answers(ask: Ask) -> None:
    topic = LIBRARY.topics["flashed-burn"]
    answer = answer_topic(topic, ("tda",))
    assert (answer.clause, answer.is_covered, shorts(answer.silent)) == (None, False, ["tda"])


def test_what_no_book_settles_is_told_so_with_the_nearest_topics(ask: Ask) -> None:
    answer = ask("psp-flashed-burn", "tda-36", covered=False)
    assert (answer.topic, answer.clause, answer.own, answer.is_covered) == (None, None, None, False)
    assert 1 <= len(answer.neighbours) <= 3


def test_the_leagues_own_rule_stands_ahead_of_the_books(ask: Ask) -> None:
    answer = ask("psp-flashed-burn", own=[RABBIT, OWN_BURN], said="burn card flashed")
    assert answer.own == OWN_BURN
    assert answer.clause is not None, "the books stand below it"


def test_an_own_rule_is_found_by_the_incident_it_settles(ask: Ask) -> None:
    assert ask("psp-flashed-burn", own=[RABBIT, OWN_BURN], said="the burn was seen").own == OWN_BURN
    assert ask("tda-36", own=[RABBIT, OWN_BURN], said="qqq").own is None


def test_an_own_rule_answers_what_no_book_does(ask: Ask) -> None:
    answer = ask("tda-36", covered=False, own=[RABBIT], said="is rabbit hunting allowed")
    assert (answer.own, answer.topic, answer.is_covered) == (RABBIT, None, True)


def test_an_own_rule_that_has_nothing_to_do_with_it_is_left_out(ask: Ask) -> None:
    assert ask("tda-36", own=[RABBIT], said="how many actions make it too late").own is None


@pytest.mark.parametrize("order", ORDERS, ids="-".join)
def test_every_topic_is_answered_in_the_order_asked_for(order: tuple[str, ...]) -> None:
    for topic in LIBRARY.topics.values():
        answer = answer_topic(topic, order)
        speaking = [book_id for book_id in order if book_id in topic.positions]
        assert shorts(answer.order) == list(order)
        assert shorts(filter(None, [answer.clause, *answer.others])) == speaking
        first = order.index(speaking[0]) if speaking else len(order)
        assert shorts(answer.silent) == list(order[:first])
        for other in answer.others:
            assert other.agrees == topic.agrees(speaking[0], other.book.book_id)
            assert other.clause.clause_id in topic.positions[other.book.book_id].clauses


def test_what_a_clause_leans_on_is_pulled_in() -> None:
    for topic in LIBRARY.topics.values():
        answer = answer_topic(topic, BOOK_IDS)
        assert answer.clause is not None
        assert tuple(clause.clause_id for clause in answer.leans_on) == answer.clause.leans_on


def test_every_clause_can_be_the_one_in_force() -> None:
    for clause_id, clause in LIBRARY.clauses.items():
        topic = LIBRARY.topics_of[clause_id][0]
        assert answer_topic(topic, (clause.book.book_id,), prefer=clause_id).clause == clause


def test_of_a_books_several_clauses_the_best_found_is_in_force(ask: Ask) -> None:
    topic = LIBRARY.topics["two-cards-exposed"]
    found = [Found("rrp-misdeals-g", 0.9), Found("rrp-misdeals-h", 0.2)]
    assert answer_topic(topic, ("rrp",), found).clause == LIBRARY.clause("rrp-misdeals-g")


def test_the_topic_in_force_is_never_its_own_neighbour(ask: Ask) -> None:
    for clause_id in LIBRARY.clauses:
        answer = ask(clause_id)
        assert answer.topic is not None
        assert clause_id in [key for place in answer.topic.positions.values() for key in place.clauses]
        assert answer.topic not in answer.neighbours
        assert len(answer.neighbours) <= answers.NEIGHBOURS
