import json

import pytest
from casebook import IS_HERE, cases

from rules.__main__ import COMMANDS, answer_line

here = pytest.mark.skipif(not IS_HERE, reason="the casebook is not here")


def judged(**case):
    return answer_line(COMMANDS["judge"], json.dumps(case))


@here
@pytest.mark.parametrize("case", cases() if IS_HERE else [], ids=lambda case: case["id"])
def test_a_case_of_the_casebook_is_judged_right(case):
    expect, answer = case["expect"], answer_line(COMMANDS["judge"], json.dumps(case))
    assert answer["outcome"] in expect["outcome"]
    if expect.get("cites"):
        assert set(expect["cites"]) & set(answer["cites"])
    if expect.get("floor") is not None:
        assert answer["floor"] == expect["floor"]
    if answer["outcome"] == "depends":
        assert {branch["outcome"] for branch in answer["branches"]} == set(expect["branches"])
        assert answer["ask"] == expect["missing"]
    elif "missing" in expect:
        assert answer["ask"] in (None, expect["missing"])


def test_the_example_of_the_contract_comes_out_as_promised():
    answer = judged(
        book="tda",
        incident="boxed_card",
        facts={"boxed_count": "two_or_more", "action": "one"},
        not_known=[],
        house_rules=[],
    )
    steps = answer.pop("steps")
    assert answer == {
        "outcome": "misdeal",
        "cites": ["tda-35-a-1"],
        "floor": False,
        "note": None,
        "ask": None,
        "branches": [],
    }
    assert steps == [
        "Say 'misdeal': this deal is void.",
        "Take every card back: hands, burns, muck and stub.",
        "Shuffle and cut the whole deck.",
        "Deal an exact replay: same button, same limits, nobody new. It counts as the same hand for a penalty.",
        "Deal in whoever was away or on a penalty as well, then kill those hands.",
    ]


def test_each_value_that_leads_to_an_outcome_is_a_branch_of_its_own():
    answer = judged(book="tda", incident="foreign_card", facts={"foreign_kind": "joker"}, not_known=["action"])
    assert answer["ask"] is None
    assert answer["branches"] == [
        {"facts": {"action": value}, "outcome": outcome, "cites": [cite]}
        for value, outcome, cite in [
            ("none", "misdeal", "tda-35-a-6"),
            ("one", "misdeal", "tda-35-a-6"),
            ("two_without_chips", "misdeal", "tda-35-a-6"),
            ("two_with_chips", "continues", "tda-35-d"),
            ("three_or_more", "continues", "tda-35-d"),
        ]
    ]


def test_an_alternate_rule_comes_in_with_the_case():
    case = {"book": "rrp", "incident": "foreign_card", "facts": {"foreign_kind": "joker", "face": "up"}}
    assert judged(**case)["outcome"] == "continues"
    assert judged(**case, house_rules=["rrp-joker-in-the-deck:fouls"])["outcome"] == "fouled_deck"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "This line is not JSON."),
        ("{", "This line is not JSON."),
        ("[" * 100_000, "This line is not JSON."),
        ("[]", "This line must be a JSON object."),
        ("null", "This line must be a JSON object."),
        ("{}", "A case needs book, given as text."),
        ('{"book": 3}', "A case needs book, given as text."),
        ('{"book": "tda"}', "A case needs incident, given as text."),
        ('{"book": "tda", "incident": "dealt_in", "facts": []}', "The facts must be a JSON object of texts."),
        (
            '{"book": "tda", "incident": "dealt_in", "facts": {"action": 2}}',
            "The facts must be a JSON object of texts.",
        ),
        (
            '{"book": "tda", "incident": "dealt_in", "not_known": "action"}',
            "The value of not_known must be a list of texts.",
        ),
        (
            '{"book": "tda", "incident": "dealt_in", "house_rules": [1]}',
            "The value of house_rules must be a list of texts.",
        ),
        ('{"book": "TDA", "incident": "dealt_in"}', "There is no book named TDA."),
        (
            '{"book": "tda", "incident": "dealt_out", "facts": {"others_complete": "no", "action": "one"}}',
            "These facts cannot all be true at once.",
        ),
    ],
)
def test_a_bad_line_gets_one_sentence_in_its_place(line, sentence):
    assert answer_line(COMMANDS["judge"], line) == {"error": sentence}


def test_facts_not_known_and_house_rules_may_be_left_out():
    assert judged(book="psp", incident="flashed_burn")["outcome"] == "continues"
    assert judged(book="psp", incident="flashed_burn", facts={}, not_known=None)["outcome"] == "continues"
