"""One line of JSON in, one line of JSON out: what a book rules on a case, by the casebook's contract.

A line that cannot be decided gets {"error": one sentence} in its place. Knows no Discord, no SQL, no clock.

>>> import json
>>> json.loads(judge_line('{"book": "tda", "incident": "fouled_deck", "facts": {"when_found": "hand_over"}}'))["outcome"]
'result_stands'
>>> judge_line('{"book": "xyz", "incident": "fouled_deck"}')
'{"error": "There is no book named xyz."}'
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import product
from typing import Any

from rules.engine import BadCase, Branch, Decision, decide
from rules.steps import say


def judge_line(text: str) -> str:
    """Decide one case, given and answered as a line of JSON. Never raises."""
    try:
        case = _parsed(text)
    except BadCase as problem:
        return json.dumps({"error": str(problem)})
    return json.dumps(judged(case))


def judged(case: Mapping[str, Any]) -> dict[str, Any]:
    """Decide one case as the contract writes it; where it cannot be decided, {"error": one sentence}."""
    try:
        return judge(case)
    except BadCase as problem:
        return {"error": str(problem)}


def judge(case: Mapping[str, Any]) -> dict[str, Any]:
    """Decide one case as the contract writes it. Raises BadCase with one sentence where it cannot be decided."""
    return _as_json(
        decide(
            _text(case, "book"),
            _text(case, "incident"),
            _facts(case),
            _texts(case, "not_known"),
            _texts(case, "house_rules"),
        )
    )


def _parsed(text: str) -> dict[str, Any]:
    try:
        case = json.loads(text)
    except (ValueError, RecursionError):
        raise BadCase("This line is not JSON.") from None
    if not isinstance(case, dict):
        raise BadCase("A case must be a JSON object.")
    return case


def _text(case: Mapping[str, Any], key: str) -> str:
    value = case.get(key)
    if not isinstance(value, str):
        raise BadCase(f"A case needs {key}, given as text.")
    return value


def _facts(case: Mapping[str, Any]) -> dict[str, str]:
    facts = case.get("facts", {})
    if not isinstance(facts, dict) or not all(isinstance(value, str) for value in facts.values()):
        raise BadCase("The facts must be a JSON object of texts.")
    return facts


def _texts(case: Mapping[str, Any], key: str) -> list[str]:
    values = case.get(key)
    if values is None:
        return []
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise BadCase(f"The value of {key} must be a list of texts.")
    return values


def _as_json(decision: Decision) -> dict[str, Any]:
    return {
        "outcome": decision.outcome,
        "cites": list(decision.cites),
        "floor": decision.floor,
        "steps": [say(step) for step in decision.steps],
        "note": decision.note,
        "ask": decision.ask,
        "branches": [way for branch in decision.branches for way in _ways(branch)],
    }


def _ways(branch: Branch) -> list[dict[str, Any]]:
    """A branch once for each combination of values that leads to it."""
    return [
        {"facts": dict(zip(branch.facts, values, strict=True)), "outcome": branch.outcome, "cites": list(branch.cites)}
        for values in product(*branch.facts.values())
    ]
