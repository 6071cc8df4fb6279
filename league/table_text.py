"""A table and a step as text, as short as may be: what is as it was at the opening is left out.

>>> step_json(step_from('{"do":"Seat","player_id":11,"seat":3}'))
'{"do":"Seat","player_id":11,"seat":3}'
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields
from datetime import datetime
from functools import lru_cache
from typing import Any, get_args

from league.decks import Decks
from league.table import Seated, Step, Table, Tally

STEPS: dict[str, type[Step]] = {kind.__name__: kind for kind in get_args(Step)}
ENCODER = json.JSONEncoder(separators=(",", ":"), check_circular=False)  # a table holds no circles
DEFAULTS: dict[type, list[tuple[str, Any]]] = {  # every field with what it is at the opening; MISSING: always told
    kind: [(one.name, one.default if one.default_factory is MISSING else one.default_factory()) for one in fields(kind)]
    for kind in (Table, Decks, *STEPS.values())
}
OF_MAPPINGS = ("tallies", "unserved")  # the parts that cannot be remembered by their value
TABLES_IN_MEMORY = 512  # many leagues' tables of one evening


_in_memory: dict[str, Table] = {}


def table_json(table: Table) -> str:
    """The table as text; `table_from` gives an equal one back."""
    text = _joined(_parts(table))
    _remember(text, table)
    return text


def replaced_json(before: Table, after: Table) -> str:
    """What a step replaced, by name, as the text of `before` has it; null: what that leaves out."""
    was, now, parts = vars(before), vars(after), _parts(before)
    return _joined({name: parts.get(name, "null") for name in was if was[name] != now[name]})


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
    """The table whose text holds these values."""
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


@lru_cache(maxsize=TABLES_IN_MEMORY)
def _parts(table: Table) -> dict[str, str]:
    """Each part of a table as JSON, by name; what is as at the opening is left out."""
    return {name: (_part_anew if name in OF_MAPPINGS else _part)(name, value) for name, value in _told(table).items()}


def _part_anew(name: str, value: Any) -> str:
    return ENCODER.encode(_written(name, value))


_part = lru_cache(maxsize=2 * TABLES_IN_MEMORY)(_part_anew)  # most of a table is as it was a hand ago


def _joined(parts: Mapping[str, str]) -> str:
    return "{" + ",".join([f'"{name}":{part}' for name, part in parts.items()]) + "}"


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
    return ENCODER.encode(_step_values(step))


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
    values = vars(value)
    return {name: now for name, default in DEFAULTS[type(value)] if (now := values[name]) != default}
