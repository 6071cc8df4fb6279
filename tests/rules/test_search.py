"""What a league sees of the search: the right clause, the same every time, and a plain word where no book answers."""

import json
import os
from dataclasses import dataclass
from pathlib import Path

import pytest

from rules import bank, search, train, weights
from rules import library as books

HOME = Path(__file__).resolve().parents[2]
ASKED = Path(os.environ.get("CASEBOOK_DIR", HOME.parent / "shared" / "casebook")) / "questions.jsonl"

JUNK = [
    "",
    " ",
    "?",
    "x" * 6000,
    "card " * 1200,
    "🂡🂱🔥🔥🔥",
    "'; DROP TABLE clause; --",
    "%_*?[a-z]*",
    "\u202eold siht daer\u202c \u200f",
    "<@123456789> @everyone <#1>",
    "\x00\x01\x02",
    "\ud800",
    "flöp zu früh ausgeteilt ça va",
    "ф" * 500,
]

# One question a subject, in words nobody wrote into the phrase bank.
KNOWN = {
    "the flop hit the table and two players had not acted on the raise": "rrp-mis-dealt-flop",
    "do we have to use a cut card in this house": "psp-cut",
    "there is a joker in my hand, nobody has acted": "rrp-joker-in-the-deck",
    "both of us are holding the queen of spades": "rrp-fouled-deck",
    "what exactly is substantial action": "tda-36",
    "how much should i tip the volunteer who dealt": "psp-tips",
    "the seven stud deck ran out before the last card": "psp-run-out-stud",
    "two cards were flashed while dealing the hole cards": "rrp-misdeals-h",
    "the button has just one card and noticed after the raise": "tda-37",
    "is the level the same when a misdeal is dealt again": "tda-35-c",
}

NOBODY_ANSWERS = [
    "does a flush beat a full house",
    "how many rebuys are allowed in the tournament",
    "can i use my phone at the table",
    "what is the minimum raise after an all in",
    "when do the blinds go up",
    "who has to show first at showdown",
    "how is the prize money split for third place",
    "what is the weather tomorrow",
]


@pytest.mark.skipif(not ASKED.is_file(), reason="the casebook is not at hand")
def test_of_the_casebooks_questions_nine_in_ten_find_a_right_clause_among_three() -> None:
    questions = [json.loads(line) for line in ASKED.read_text(encoding="utf-8").splitlines()]
    right = [{clause_id for ids in question["relevant"].values() for clause_id in ids} for question in questions]
    results = [search.load().ask(question["q"], top=3) for question in questions]
    covered = [(ids, result) for ids, result in zip(right, results, strict=True) if ids]
    hits = sum(result.covered and any(hit.clause_id in ids for hit in result.found) for ids, result in covered)
    refused = sum(not result.covered for _, result in covered)
    assert hits >= 0.9 * len(covered)
    assert refused <= 0.03 * len(covered)


@dataclass(frozen=True)
class Own:
    title: str
    text: str
    incident: str | None = None


HOUSE = [
    Own("Phones", "No phone at the table during a hand. First a warning, then a dead hand."),
    Own("Straddles", "Only the player under the gun may straddle, for twice the big blind."),
    Own("Joker found", "A joker found in play voids the hand.", "wrong_card"),
]


@pytest.mark.parametrize(("question", "clause_id"), KNOWN.items())
def test_a_question_finds_its_clause_among_the_first_three(question: str, clause_id: str) -> None:
    result = search.load().ask(question, clause_id.partition("-")[0])
    assert result.covered
    assert clause_id in [found.clause_id for found in result.found[:3]]


@pytest.mark.parametrize("question", NOBODY_ANSWERS)
def test_a_question_in_nobodys_subject_is_told_so(question: str) -> None:
    assert not search.load().ask(question).covered


def test_the_same_question_gets_the_same_answer_in_the_same_order() -> None:
    question = "one card was turned over while dealing"
    assert search.load().ask(question) == search.Index(weights.read()).ask(question)


def test_scores_fall_and_equal_scores_stand_in_the_order_of_their_ids() -> None:
    found = search.load().ask("burn card face up", top=200).found
    assert list(found) == sorted(found, key=lambda hit: (-hit.score, hit.clause_id))


@pytest.mark.parametrize("book", books.BOOK_IDS)
def test_a_named_book_gives_only_its_own_clauses(book: str) -> None:
    library = books.load()
    found = search.load().ask("the river came too early", book, top=200).found
    assert {library.clause(hit.clause_id).book.book_id for hit in found} == {book}


@pytest.mark.parametrize("top", [1, 3, 10])
def test_no_more_answers_are_given_than_were_asked_for(top: int) -> None:
    assert len(search.load().ask("misdeal", top=top).found) == top


@pytest.mark.parametrize("question", JUNK)
def test_junk_is_answered_without_failing(question: str) -> None:
    for book in (None, *books.BOOK_IDS):
        assert len(search.load().ask(question, book).found) == 5


def test_a_question_without_a_known_word_is_not_covered() -> None:
    assert not search.load().ask("🂡🂱").covered
    assert not search.load().ask("").covered


def test_every_clause_can_be_found() -> None:
    found = {hit.clause_id for hit in search.load().ask("misdeal", top=500).found}
    assert found == set(books.load().clauses)


def test_every_clause_is_reached_by_what_players_call_it() -> None:
    index = search.load()
    lost = []
    for clause in books.load().clauses.values():
        reached = [
            clause.clause_id in [hit.clause_id for hit in index.ask(name, clause.book.book_id).found[:3]]
            for name in (clause.heading, clause.short, *clause.called)
        ]
        if sum(reached) < 0.75 * len(reached):
            lost.append(clause.clause_id)
    assert not lost


def test_the_phrase_bank_names_only_clauses_that_exist() -> None:
    named = {answer for saying in bank.read_bank() for answer in saying.answers if not answer.startswith(bank.NONE)}
    assert named <= set(books.load().clauses)


def test_every_clause_has_phrases_of_its_own_in_the_bank() -> None:
    named = {answer for saying in bank.read_bank() for answer in saying.answers}
    assert set(books.load().clauses) <= named


def test_no_phrase_stands_twice_under_different_clauses() -> None:
    under: dict[str, set[tuple[str, ...]]] = {}
    for saying in bank.read_bank():
        under.setdefault(saying.text.lower(), set()).add(saying.answers)
    assert not [text for text, headers in under.items() if len(headers) > 1]


def test_the_weights_were_learnt_from_the_bank_as_it_stands() -> None:
    _, made_from = train.lessons_of_the_house()
    assert weights.read().made_from == made_from, "Run python -m rules.train: the bank or the lexicon was edited."


def test_the_same_bank_teaches_the_same_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train, "ROUNDS", 2)
    sayings = bank.read_bank()[::50]
    assert train.learn(sayings, "mark") == train.learn(sayings, "mark")


def test_a_phrase_before_the_first_clause_is_refused_with_its_line() -> None:
    with pytest.raises(bank.BrokenBank, match=r"Line 2 of deal\.txt"):
        bank.read_asked(["# the deal", "who deals"], "deal.txt")


@pytest.mark.parametrize(
    ("question", "rule"),
    [
        ("are phones allowed at the table?", HOUSE[0]),
        ("someone is on his phone during the hand", HOUSE[0]),
        ("can i straddle from the button", HOUSE[1]),
        ("who may straddle and how much is it", HOUSE[1]),
        ("we found a joker in play", HOUSE[2]),
    ],
)
def test_a_leagues_own_rule_is_found_by_its_words(question: str, rule: Own) -> None:
    assert search.find_own(question, HOUSE) is rule


def test_a_leagues_own_rule_is_found_by_the_incident_it_settles() -> None:
    assert search.find_own("a strange one came off the top", HOUSE, ("wrong_card",)) is HOUSE[2]


@pytest.mark.parametrize(
    "question",
    [
        "who cuts the deck",
        "one card was exposed on the deal",
        "the big blind got no cards in this hand",
        "is the hand dead if the first card went to the wrong player",
        "the table is short of a dealer",
    ],
)
def test_a_leagues_own_rules_keep_silent_on_other_questions(question: str) -> None:
    assert search.find_own(question, HOUSE) is None


def test_nothing_asked_or_no_own_rules_find_nothing() -> None:
    assert search.find_own("", HOUSE) is None
    assert search.find_own("who cuts the deck", []) is None
