"""The rules at the command line: each command reads JSON lines and writes one JSON line for each, in order.

    ask    {"question": "burn got flipped, leave it up?", "book": null, "top": 5}
           {"answers": [{"id": "psp-flashed-burn", "book": "psp", "score": 0.83}, ...], "covered": true}
    judge  {"book": "tda", "incident": "boxed_card", "facts": {"boxed_count": "two_or_more", "action": "one"}}
           {"outcome": "misdeal", "cites": ["tda-35-a-1"], "floor": false, "steps": [...], ...}
    story  {"story": "dealer flashed two in my omaha game before anyone acted"}
           {"incidents": ["exposed_on_deal", ...], "facts": {"game": "flop", ...}}

A line that cannot be read gets `{"error": "..."}` in its place, and the rest goes on.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from typing import Any

TOP = 5
MOST = 1000  # far more than there are clauses


class BadLine(ValueError):
    """The line is not what the command reads; the text says what to write instead."""


def ask(line: Mapping[str, Any]) -> dict[str, Any]:
    """The clauses that answer a question; none, and `covered` false, where no book answers it."""
    from rules import search  # the other commands need neither, and start sooner without
    from rules.names import BOOK_IDS

    question = line.get("question")
    if not isinstance(question, str):
        raise BadLine('"question" must be a text, for example "is a string bet allowed".')
    book = line.get("book")
    if book is not None and book not in BOOK_IDS:
        raise BadLine(f'"book" must be one of {", ".join(BOOK_IDS)}, or null for all of them.')
    top = line.get("top")
    if top is None:
        top = TOP
    if not isinstance(top, int) or isinstance(top, bool) or not 1 <= top <= MOST:
        raise BadLine(f'"top" must be a whole number from 1 to {MOST}.')
    result = search.load().ask(question, book, top)
    answers = [
        {"id": found.clause_id, "book": found.clause_id.partition("-")[0], "score": found.score}
        for found in result.found
        if result.covered
    ]
    return {"answers": answers, "covered": result.covered}


def judge(line: Mapping[str, Any]) -> dict[str, Any]:
    """What one book rules on the facts of a case."""
    from rules.engine import BadCase
    from rules.judge import judge as decided

    try:
        return decided(line)
    except BadCase as fault:
        raise BadLine(str(fault)) from fault


def story(line: Mapping[str, Any]) -> dict[str, Any]:
    """What went wrong in a story, and the facts it states."""
    from rules.story import read_story

    told = line.get("story")
    if not isinstance(told, str):
        raise BadLine('"story" must be a text, for example "dealer flashed two cards, nobody acted".')
    reading = read_story(told)
    return {"incidents": list(reading.incidents), "facts": reading.facts}


COMMANDS: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {"ask": ask, "judge": judge, "story": story}


def answer_line(command: Callable[[Mapping[str, Any]], dict[str, Any]], line: str) -> dict[str, Any]:
    """What one line gets: the command's answer, or the sentence that says what is wrong with it."""
    try:
        read = json.loads(line)
    except (ValueError, RecursionError):
        return {"error": "This line is not JSON."}
    if not isinstance(read, dict):
        return {"error": "This line must be a JSON object."}
    try:
        return command(read)
    except BadLine as fault:
        return {"error": str(fault)}


def main(arguments: list[str]) -> int:
    """Run one command over standard input. Returns the exit code."""
    if len(arguments) != 1 or arguments[0] not in COMMANDS:
        sys.stderr.write(f"Usage: python -m rules {'|'.join(COMMANDS)} < lines.jsonl\n")
        return 2
    command = COMMANDS[arguments[0]]
    for raw in sys.stdin.buffer:
        answer = answer_line(command, raw.decode("utf-8", "replace"))
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
