"""Every card of the rules, walked: Discord takes it, and a phone shows it on one screen."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import permutations
from typing import Any

import pytest
from conftest import parts, verify_card

from cogs.rule import render
from league.settings import OwnRule, Settings
from rules.answers import NEIGHBOURS, OwnText, answer_topic
from rules.library import load
from rules.names import BOOK_IDS, CARD_PARTS

LIBRARY = load()
ORDERS = [order for size in (1, 2, 3) for order in permutations(BOOK_IDS, size)]
PHONE = 1300  # characters on one screen; a part of the pocket card may be scrolled once
QUESTION = "dealer flipped my second card over while pitching, do i keep it or what"
LONGEST_NAMES = tuple(sorted(LIBRARY.topics.values(), key=lambda topic: -len(topic.name))[:NEIGHBOURS])


def written(layout: Any) -> int:
    return sum(len(part["content"]) for part in parts(layout.to_components()) if "content" in part)


ALTERNATES = frozenset(clause.alternate_id or "" for clause in LIBRARY.alternates())


def answer_cards(answer: Any, question: str = QUESTION, on: frozenset[str] = frozenset()) -> tuple[Any, Any, Any]:
    """The private answer, the first one with staff's hint, and the shared one; with the longest names there are."""
    setting = render.Setting("tournament", "all", LONGEST_NAMES[0].topic_id, switched_on=on)
    return (
        render.answer_card(answer, setting, question),
        render.answer_card(answer, setting, question, render.Hint.FOR_STAFF),
        render.shared_card(answer, setting, question, "<@1456074443980800007>", can_discuss=True),
    )


@pytest.mark.parametrize("order", ORDERS, ids="-".join)
def test_every_answer_fits_one_phone_screen(order: tuple[str, ...]) -> None:
    too_long = {}
    for topic in LIBRARY.topics.values():
        for clause_id in {key for position in topic.positions.values() for key in position.clauses}:
            answer = answer_topic(topic, order, neighbours=LONGEST_NAMES, prefer=clause_id)
            for on in (frozenset[str](), ALTERNATES):
                cards = answer_cards(answer, on=on)
                for card in cards:
                    verify_card(card.to_components())
                if written(cards[0]) > PHONE:
                    too_long[topic.topic_id, clause_id] = written(cards[0])
    assert not too_long


@pytest.mark.parametrize("clause", LIBRARY.clauses.values(), ids=LIBRARY.clauses)
def test_every_clause_shown_fits_one_phone_screen(clause: Any) -> None:
    settings = Settings({f"alternate.{clause.alternate_id}": True})
    verify_card(render.shown_card(clause, LIBRARY, settings).to_components(), PHONE)


def test_every_topic_and_term_shown_fits_one_phone_screen() -> None:
    for found in (*LIBRARY.topics.values(), *LIBRARY.terms):
        verify_card(render.shown_card(found, LIBRARY, Settings({})).to_components(), PHONE)
    for topic in LIBRARY.topics.values():
        verify_card(render.side_by_side(topic, LIBRARY, QUESTION).to_components(), PHONE)


@pytest.mark.parametrize("part", CARD_PARTS)
def test_every_part_of_the_pocket_card_fits_in_every_order(part: str) -> None:
    lengths = {}
    for order in ORDERS:
        lines = LIBRARY.pocket_card(order, part)
        layout = render.pocket(lines, "cash", [LIBRARY.books[book_id] for book_id in order], part)
        verify_card(layout.to_components())
        lengths[order] = written(layout)
    assert max(lengths.values()) <= 2 * PHONE, max(lengths.items(), key=lambda entry: entry[1])


def test_the_longest_own_rule_under_the_longest_question_is_still_a_card() -> None:
    own = OwnText(100_000, "*" * 100, "*" * 1000)
    rule = OwnRule(100_000, 1, own.title, own.text, None, None, False, datetime(2026, 3, 14, tzinfo=UTC))
    verify_card(render.own_rule_card(rule).to_components())
    for topic in LIBRARY.topics.values():
        answer = answer_topic(topic, BOOK_IDS, own=own, neighbours=LONGEST_NAMES)
        for card in answer_cards(answer, "*" * 300):
            verify_card(card.to_components())


def test_the_choice_of_leagues_holds_twenty_five_of_any_name() -> None:
    names = [(10**18 + number, "*" * 100) for number in range(40)]
    verify_card(render.choose_league_card(names, "all", "*" * 300).to_components())
