"""What people do in a case, written down: opened, pressed, answered, decided, closed.

Answers and decisions are added, never changed. A case closes 24 hours after the last press that changed it; its
job is set once, at the opening, and when that comes due it is set again for whatever is left.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from data.cases import Decision
from data.due import drop_job, set_job
from data.due_names import CLOSE_CASE, DRAW_CASE
from data.handled import Act
from data.numbered import add_numbered
from data.store import Transaction
from data.times import from_micros, micros_if, to_micros

OPEN_FOR = timedelta(hours=24)


@dataclass(frozen=True)
class Opening:
    """What a case begins with: where, under which rules, and what the story told.

    `table_id`, `hand_number`, `dealer_id`: the hand it is about, None: at no table. `known`: what the table tells.
    """

    channel_id: int
    kind: str
    orders: Mapping[str, Sequence[str]]
    editions: Mapping[str, str]
    alternates: Sequence[str]
    own_rules: Sequence[Mapping[str, Any]]
    story: str
    incident: str | None
    facts: Mapping[str, str]
    table_id: int | None = None
    hand_number: int | None = None
    dealer_id: int | None = None
    known: Mapping[str, str] = field(default_factory=dict)


def open_case(tx: Transaction, act: Act, opening: Opening) -> str:
    """Open a case; the answer is its number."""
    case_number = add_numbered(
        tx,
        act.league_id,
        "case_file",
        "case_number",
        opened_at=to_micros(act.at),
        opened_by=act.by,
        channel_id=opening.channel_id,
        kind=opening.kind,
        orders=json.dumps({kind: list(order) for kind, order in opening.orders.items()}),
        editions=json.dumps(dict(opening.editions), ensure_ascii=False),
        alternates=json.dumps(sorted(opening.alternates)),
        own_rules=json.dumps([dict(rule) for rule in opening.own_rules], ensure_ascii=False),
        story=opening.story,
        incident=opening.incident,
        last_press_at=to_micros(act.at),
        table_id=opening.table_id,
        hand_number=opening.hand_number,
        dealer_id=opening.dealer_id,
    )
    for fact, value in opening.facts.items():
        record_answer(tx, act, case_number, fact, value, from_story=True)
    for fact, value in opening.known.items():
        record_answer(tx, act, case_number, fact, value)
    set_job(tx, act.league_id, CLOSE_CASE, case_number, act.at + OPEN_FOR)
    return str(case_number)


def press(tx: Transaction, act: Act, case_number: int, ruling: Mapping[str, Any] | None) -> None:
    """The case was pressed and stays open for another 24 hours. `ruling`: what is shown now; None: no ruling is."""
    shown = None if ruling is None else json.dumps(dict(ruling), ensure_ascii=False)
    _put(tx, act.league_id, case_number, last_press_at=to_micros(act.at), ruling=shown)


def record_answer(
    tx: Transaction, act: Act, case_number: int, fact: str, value: str | None, *, from_story: bool = False
) -> None:
    """Add an answer: a value, NOT_KNOWN, or None to withdraw what was said."""
    add_numbered(
        tx,
        act.league_id,
        "case_answer",
        "answer_id",
        {"case_number": case_number},
        answered_at=to_micros(act.at),
        answered_by=act.by,
        fact=fact,
        value=value,
        from_story=int(from_story),
    )


def name_incident(tx: Transaction, act: Act, case_number: int, incident: str | None, *, is_confirmed: bool) -> None:
    """Settle what went wrong; None: nothing that a book names. Not confirmed: it is being chosen again."""
    _put(tx, act.league_id, case_number, incident=incident, is_confirmed=int(is_confirmed))


def tell_story(tx: Transaction, act: Act, case_number: int, story: str) -> None:
    """What happened, in somebody's own words, in place of what was told before."""
    _put(tx, act.league_id, case_number, story=story)


def choose_kind(tx: Transaction, act: Act, case_number: int, kind: str) -> None:
    """The other kind of game, with its order of books."""
    _put(tx, act.league_id, case_number, kind=kind)


def place_card(tx: Transaction, league_id: int, case_number: int, message_id: int) -> None:
    """Remember the message that is the case's card."""
    _put(tx, league_id, case_number, message_id=message_id)


def call_floor(tx: Transaction, league_id: int, case_number: int, at: datetime | None) -> None:
    """The floor has been called; None: the call did not get out."""
    _put(tx, league_id, case_number, floor_called_at=micros_if(at))


def record_decision(tx: Transaction, act: Act, case_number: int, decision: Decision) -> None:
    """Add what a person decided."""
    add_numbered(
        tx,
        act.league_id,
        "case_decision",
        "decision_id",
        {"case_number": case_number},
        decided_at=to_micros(decision.at),
        decided_by=decision.by,
        in_hand=int(decision.in_hand),
        outcome=decision.outcome,
        otherwise=int(decision.otherwise),
        reason=decision.reason,
        weighed=" ".join(decision.weighed),
        ruling=None if decision.ruling is None else json.dumps(dict(decision.ruling), ensure_ascii=False),
        table_step=decision.table_step,
    )


def draw_case(tx: Transaction, league_id: int, case_number: int, at: datetime) -> None:
    """Something that its card tells of has changed elsewhere: let it be drawn anew."""
    set_job(tx, league_id, DRAW_CASE, case_number, at)


def close_case(tx: Transaction, league_id: int, case_number: int, at: datetime) -> bool:
    """Close a case whose time is over and let its card say so; False if it was pressed meanwhile or is closed."""
    row = tx.one(
        "SELECT last_press_at, closed_at FROM case_file WHERE league_id = :league_id AND case_number = :case_number",
        league_id=league_id,
        case_number=case_number,
    )
    if row is None or row["closed_at"] is not None:
        drop_job(tx, league_id, CLOSE_CASE, case_number)
        return False
    closing = from_micros(row["last_press_at"]) + OPEN_FOR
    if closing > at:
        set_job(tx, league_id, CLOSE_CASE, case_number, closing)
        return False
    _put(tx, league_id, case_number, closed_at=to_micros(at))
    drop_job(tx, league_id, CLOSE_CASE, case_number)
    set_job(tx, league_id, DRAW_CASE, case_number, at)
    return True


def _put(tx: Transaction, league_id: int, case_number: int, **values: Any) -> None:
    columns = ", ".join(f"{column} = :{column}" for column in values)
    tx.run(
        f"UPDATE case_file SET {columns} WHERE league_id = :league_id AND case_number = :case_number",
        league_id=league_id,
        case_number=case_number,
        **values,
    )
