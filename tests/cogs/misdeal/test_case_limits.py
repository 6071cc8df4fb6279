"""Every screen of every incident in every world: Discord takes it, and a phone shows it on one screen."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from itertools import product
from typing import Any

import pytest
from conftest import parts, verify_card

from cogs.misdeal import render, wording
from cogs.misdeal.casebook import Look
from cogs.misdeal.conversation import Question, Ruled, facts_of, screen_of
from data.case_lists import Line
from data.cases import NOT_KNOWN, Case, Decision, Given
from rules.answers import answer_question
from rules.facts import vocabulary
from rules.floor import floor_words, redeal_sheet
from rules.library import load
from rules.rulings import DEPENDS, SILENT

NOW = datetime(2026, 3, 14, 19, 30, tzinfo=UTC)
PHONE = 1300
ORDERS = {"cash": ("psp", "rrp", "tda"), "tournament": ("tda", "rrp", "psp")}
ALTERNATES = tuple(vocabulary().house_rules)
WHO = 1456074443980800007
BEFORE = tuple(Line(99_990 + n, NOW, None, "hand_dead", True) for n in range(3))
LONG_DECISION = Decision(WHO, NOW, True, "hand_dead", True, "*" * 300, tuple(wording.WEIGHED), {"outcome": "misdeal"})
OWN = {"number": 100_000, "title": "*" * 100, "text": "_" * 1000}


def case_with(incident: str | None, facts: dict[str, str], **more: Any) -> Case:
    answers = {fact: Given(value, WHO, NOW, from_story=True) for fact, value in facts.items()}
    blank = Case(
        league_id=WHO, case_number=99_999, opened_at=NOW, opened_by=WHO, channel_id=WHO, message_id=WHO,
        kind="tournament", orders=ORDERS, editions={"psp": "*" * 80, "rrp": "x", "tda": "x"}, alternates=(), own_rules=(),
        story="*" * 500, incident=incident, is_confirmed=True, answers=answers, ruling=None, decisions=(),
        floor_called_at=NOW, closed_at=None,
    )  # fmt: skip
    return replace(blank, **more)


@cache
def walk(kind: str, alternates: tuple[str, ...] = ()) -> list[tuple[Case, Ruled]]:
    """Every incident in every world, and in every state in which something is not known, with its ruling."""
    found = []
    for incident in vocabulary().incidents.values():
        every = [(*vocabulary().facts[name].values, NOT_KNOWN) for name in incident.facts]
        for values in product(*every):
            facts = dict(zip(incident.facts, values, strict=True))
            if vocabulary().is_possible(facts):
                case = case_with(incident.incident_id, facts, kind=kind, alternates=alternates)
                screen = screen_of(case)
                assert isinstance(screen, Ruled), "everything is known or not to be known"
                found.append((case, screen))
    return found


def card(case: Case, before: tuple[Line, ...] = BEFORE) -> Any:
    closest = answer_question("burn got flipped, leave it up?", case.order)
    return render.case_card(Look(case, screen_of(case), before, tuple(vocabulary().incidents)[:3]), closest)


def written(layout: Any) -> int:
    return sum(len(part["content"]) for part in parts(layout.to_components()) if "content" in part)


@pytest.mark.parametrize(("kind", "alternates"), [("cash", ()), ("tournament", ALTERNATES)])
def test_every_ruling_in_every_world_fits_one_phone_screen(kind: str, alternates: tuple[str, ...]) -> None:
    seen: dict[tuple[Any, ...], int] = {}
    for case, screen in walk(kind, alternates):
        longest = len("\n".join(render.ruled_lines(Look(case, screen, BEFORE, ()), screen)))
        assert longest <= PHONE, (case.incident, case.answers)
        shape = (case.incident, screen.outcome, screen.decision and screen.decision.cites)
        if seen.setdefault(shape, longest) == longest:
            verify_card(card(case).to_components(), PHONE)


def test_a_decision_otherwise_and_a_floor_call_still_fit() -> None:
    for case, screen in walk("cash"):
        if screen.outcome in (DEPENDS, SILENT) or NOT_KNOWN in {given.value for given in case.answers.values()}:
            continue
        decided = replace(case, decisions=(LONG_DECISION, LONG_DECISION))
        verify_card(render.case_card(Look(decided, screen, BEFORE, ())).to_components(), PHONE)


def test_the_card_never_has_more_than_six_steps_and_begins_with_its_outcome() -> None:
    for _, screen in walk("tournament"):
        lines = wording.ruling_lines(screen)
        assert lines[0].startswith("**")
        if screen.is_settled:
            assert lines[0].startswith(f"**{vocabulary().outcomes[screen.outcome]}** · ")
        assert len([line for line in lines if line[:2].rstrip(".").isdigit()]) <= 6


def test_every_question_of_every_world_is_a_card() -> None:
    shown = set()
    for case, _ in walk("cash"):
        answers: dict[str, Given] = {}
        asking = replace(case, answers=answers, own_rules=())
        while isinstance(screen := screen_of(asking), Question):
            key = (screen.incident, screen.fact, len(screen.facts), len(screen.not_known))
            if key not in shown:
                shown.add(key)
                verify_card(card(asking).to_components(), PHONE)
            answers[screen.fact] = case.answers[screen.fact]
            asking = replace(asking, answers=dict(answers))
    assert len(shown) > 40


def test_every_private_look_at_every_ruling_fits_discord() -> None:
    shown = set()
    for case, screen in walk("cash"):
        key = (case.incident, screen.outcome, tuple(other.outcome for other in screen.others), len(screen.facts))
        if key in shown:
            continue
        shown.add(key)
        others = [line for other in screen.others for line in wording.book_lines(other)]
        for lines in (wording.clause_lines(screen), others, wording.redeal_lines("misdeal", case.order)):
            verify_card(render.what_if_card(case, lines or ["-"]).to_components() if case.answers else [])


@pytest.mark.parametrize("confirmed", [True, False])
def test_the_first_screen_the_file_and_the_closed_card_hold_the_longest_words(confirmed: bool) -> None:
    longest = {"game": "flop", "exposed_by": "struck_hand", "exposure": "suspected", "exposed_count": "two_or_more", "first_two": "no", "action": "two_without_chips"}  # fmt: skip
    own = [
        {**OWN, "incident": "exposed_on_deal", "outcome": "fouled_deck"},
        *[{**OWN, "incident": None, "outcome": None}] * 9,
    ]
    for incident in ("exposed_on_deal", None):
        for rules in ((), own):
            ruling = {"lines": ["*" * 900], "outcome": "misdeal"}
            case = case_with(
                incident, longest, is_confirmed=confirmed, own_rules=rules, decisions=(LONG_DECISION,) * 6, ruling=ruling, alternates=ALTERNATES
            )  # fmt: skip
            for each in (case, replace(case, closed_at=NOW)):
                verify_card(card(each).to_components())
            for with_words in (True, False):
                verify_card(render.file_card(case, with_words=with_words).to_components())


def test_the_list_holds_a_page_of_the_longest_lines() -> None:
    lines = [Line(99_999 - n, NOW, "board_card_dealt_in", "hand_dead", True) for n in range(21)]
    verify_card(render.cases_card(lines, "interrupted_after_riffle", "2026-03-14").to_components())


def test_facts_that_cannot_be_together_never_reach_the_books() -> None:
    case = case_with("too_few_cards", {"action": "none", "short_acted": "yes"})
    assert facts_of(case, "too_few_cards") == {"short_acted": "yes"}, "the latest answer counts"


# ------------------------------------------------------------------ the words beside the rulings


def test_every_fact_has_a_name_and_a_way_to_find_it_out() -> None:
    words = floor_words()
    assert set(words.names) == set(words.find_out) == set(vocabulary().facts)
    for fact in words.names:
        assert len(words.names[fact]) <= 30
        assert words.find_out[fact][-1] in ".?"


def test_every_line_of_the_redeal_sheet_cites_a_clause_of_its_book() -> None:
    for entry in floor_words().redeal:
        assert set(entry["after"]) <= {"misdeal", "fouled_deck"}
        for book in load().books:
            if book in entry:
                assert load().clause(entry[book]["clause"]).book.book_id == book
    for order in (("psp",), ("rrp", "tda"), ("tda", "rrp", "psp")):
        for outcome in ("misdeal", "fouled_deck"):
            sheet = redeal_sheet(outcome, order)
            assert len({line.subject for line in sheet}) == len(sheet)
