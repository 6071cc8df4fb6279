"""A table and a step as text, as short as may be: what is as it was at the opening is left out.

>>> step_json(step_from('{"do":"Seat","player_id":11,"seat":3}'))
'{"do":"Seat","player_id":11,"seat":3}'
"""

from __future__ import annotations

import json
from dataclasses import MISSING, fields
from datetime import datetime
from typing import Any, get_args

from league.decks import Decks
from league.table import Seated, Step, Table, Tally

STEPS: dict[str, type[Step]] = {kind.__name__: kind for kind in get_args(Step)}
ENCODER = json.JSONEncoder(separators=(",", ":"))
DEFAULTS: dict[type, list[tuple[str, Any]]] = {  # every field with what it is at the opening; MISSING: always told
    kind: [(one.name, one.default if one.default_factory is MISSING else one.default_factory()) for one in fields(kind)]
    for kind in (Table, Decks, *STEPS.values())
}
TABLES_IN_MEMORY = 512  # many leagues' tables of one evening


_in_memory: dict[str, Table] = {}


def table_json(table: Table) -> str:
    """The table as text; `table_from` gives an equal one back."""
    text = json_text(table_values(table))
    _remember(text, table)
    return text


def table_from(text: str) -> Table:
    """The table that `table_json` wrote down; one written or read lately is not read again."""
    table = _in_memory.get(text)
    if table is None:
        table = table_from_values(json.loads(text))
        _remember(text, table)
    return table


def _remember(text: str, table: Table) -> None:
    _in_memory[text] = table
    while len(_in_memory) > TABLES_IN_MEMORY:
        del _in_memory[next(iter(_in_memory))]


def table_from_values(values: dict[str, Any]) -> Table:
    """The table that `table_values` told."""
    values = _with_tuples(values)
    values["decks"] = _decks(values["decks"])
    values.setdefault("break_order", None)
    values["seated"] = tuple(
        Seated(player_id, seat, bool(away), bool(deals), covers, penalty)
        for player_id, seat, away, deals, covers, penalty in values.get("seated", ())
    )
    values["waiting"] = tuple(_step(step) for step in values.get("waiting", ()))
    values["tallies"] = {int(player_id): Tally(*tally) for player_id, tally in values.get("tallies", {}).items()}
    values["unserved"] = {int(player_id): hands for player_id, hands in values.get("unserved", {}).items()}
    return Table(**values)


def table_values(table: Table) -> dict[str, Any]:
    """The table as what JSON can hold, by name; what is as at the opening is left out."""
    return {name: _written(name, value) for name, value in _told(table).items()}


def values_replaced(before: Table, after: Table) -> dict[str, Any]:
    """What a step replaced, by name, as `table_values` has it; None: what it leaves out."""
    told = {
        name: (getattr(before, name), default)
        for name, default in DEFAULTS[Table]
        if getattr(before, name) != getattr(after, name)
    }
    return {name: None if value == default else _written(name, value) for name, (value, default) in told.items()}


def _written(name: str, value: Any) -> Any:
    match name:
        case "decks":
            told = _told(value).items()
            return {each: now.isoformat() if isinstance(now, datetime) else now for each, now in told}
        case "seated":
            return [
                [one.player_id, one.seat, int(one.is_away), int(one.deals), one.covers, one.penalty_hands]
                for one in value
            ]
        case "waiting":
            return [_step_values(step) for step in value]
        case "tallies":
            return {str(player_id): [one.deals, one.shuffles] for player_id, one in value.items()}
        case "unserved":
            return {str(player_id): hands for player_id, hands in value.items()}
        case _:
            return list(value) if isinstance(value, tuple) else value


def step_json(step: Step) -> str:
    """The step as text; `step_from` gives an equal one back."""
    return json_text(_step_values(step))


def step_from(text: str) -> Step:
    """The step that `step_json` wrote down."""
    return _step(json.loads(text))


def _step_values(step: Step) -> dict[str, Any]:
    return {"do": type(step).__name__, **_told(step)}


def _step(values: dict[str, Any]) -> Step:
    told = _with_tuples(values)
    return STEPS[told.pop("do")](**told)


def _decks(values: dict[str, Any]) -> Decks:
    told: dict[str, Any] = {
        name: datetime.fromisoformat(value) if name.endswith("_at") else value for name, value in values.items()
    }
    return Decks(**told)


def _with_tuples(values: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}


def _told(value: Table | Decks | Step) -> dict[str, Any]:
    """The fields that are not as they are by default."""
    return {name: now for name, default in DEFAULTS[type(value)] if (now := getattr(value, name)) != default}


def json_text(values: dict[str, Any]) -> str:
    """Values as JSON without a blank too many."""
    return ENCODER.encode(values)
