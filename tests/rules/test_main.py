"""The command line's contract: one JSON line out for each line in, in order, and never a stop."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rules.__main__ import COMMANDS, answer_line

HOME = Path(__file__).resolve().parents[2]


def asked(line: object) -> dict[str, Any]:
    return answer_line(COMMANDS["ask"], line if isinstance(line, str) else json.dumps(line))


def run(text: bytes, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "rules", *arguments], input=text, capture_output=True, cwd=HOME, check=False, timeout=30
    )


def test_an_answer_names_clauses_with_their_book_and_falling_scores() -> None:
    answer = asked({"question": "burn got flipped, leave it up?", "book": None, "top": 5})
    assert answer["covered"] is True
    assert len(answer["answers"]) == 5
    assert all(hit["id"].startswith(hit["book"] + "-") for hit in answer["answers"])
    scores = [hit["score"] for hit in answer["answers"]]
    assert scores == sorted(scores, reverse=True)


def test_book_and_top_may_be_left_out() -> None:
    question = "flop came too early"
    assert asked({"question": question}) == asked({"question": question, "book": None, "top": None})


def test_a_named_book_answers_alone() -> None:
    answer = asked({"question": "flop came too early", "book": "psp", "top": 2})
    assert [hit["book"] for hit in answer["answers"]] == ["psp", "psp"]


def test_nothing_is_guessed_where_no_book_answers() -> None:
    assert asked({"question": "does a flush beat a straight"}) == {"answers": [], "covered": False}


@pytest.mark.parametrize(
    "line",
    [
        "",
        "nonsense",
        "[]",
        "3",
        "null",
        '"text"',
        "{",
        {},
        {"question": None},
        {"question": 3},
        {"question": ["a"]},
        {"question": "a", "book": "abc"},
        {"question": "a", "book": 1},
        {"question": "a", "book": ["psp"]},
        {"question": "a", "top": 0},
        {"question": "a", "top": -1},
        {"question": "a", "top": 1.5},
        {"question": "a", "top": "5"},
        {"question": "a", "top": True},
        {"question": "a", "top": 10**9},
        "[" * 100_000,
    ],
)
def test_a_bad_line_gets_a_sentence_in_its_place(line: object) -> None:
    answer = asked(line)
    assert list(answer) == ["error"]
    assert answer["error"].endswith(".")


def test_lines_are_answered_in_order_and_a_bad_one_stops_nothing() -> None:
    good = json.dumps({"question": "who shuffles when we deal ourselves", "top": 1}).encode()
    done = run(good + b"\nnot json\n\xff\xfe\n" + good, "ask")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert not done.stderr
    assert ["error" in answer for answer in answers] == [False, True, True, False]
    assert answers[0] == answers[3]


def test_an_unknown_command_says_how_it_is_used_and_writes_nothing_to_standard_output() -> None:
    done = run(b"", "dance")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"Usage" in done.stderr
