"""Cases: what went wrong, what was answered, what was shown and what a person decided.

Answers and decisions are added, never changed: the last one about a fact counts, and the last decision
stands. A case closes 24 hours after the last press that changed it; its job is set once, at the opening, and
when that comes due it is set again for whatever is left.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

from data.due import drop_job, set_job
from data.handled import Act
from data.numbered import add_numbered
from data.players import Player
from data.store import Row, Transaction
from data.times import from_micros, to_micros
from league.table import MISDEALS

CLOSE = "case.close"  # close the case
DRAW = "case.draw"  # let its card say that it is closed, or what its table has done since
OPEN_FOR = timedelta(hours=24)
NOT_KNOWN = "?"
REMEMBERED = 256  # texts of what cases were opened under


@dataclass(frozen=True)
class Given:
    """An answer in force. `value` may be NOT_KNOWN. `from_story`: read from the story, not pressed."""

    value: str
    by: int
    at: datetime
    from_story: bool


@dataclass(frozen=True)
class Decision:
    """What a person decided. `otherwise`: not what was proposed, then with a reason.

    `weighed`: ids of what weighed. `ruling`: what was proposed then, None if nothing was. `table_step`: the line
    that it made in the log of the case's table, None: none. `is_taken_back`: somebody at the table took that back.
    """

    by: int
    at: datetime
    in_hand: bool
    outcome: str
    otherwise: bool = False
    reason: str = ""
    weighed: tuple[str, ...] = ()
    ruling: Mapping[str, Any] | None = None
    table_step: int | None = None
    is_taken_back: bool = False


@dataclass(frozen=True)
class AtTable:
    """The hand at a table that a case is about. `hand_number` 0: none had begun. `dealer` None: nobody dealt it."""

    table_id: int
    table_number: int
    hand_number: int
    dealer: Player | None

    def is_dealt_by(self, user_id: int) -> bool:
        """Is this the account of whoever dealt that hand?"""
        return self.dealer is not None and self.dealer.user_id == user_id


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


@dataclass(frozen=True)
class Case:
    """A case as it stands. `answers`: those in force by fact, the latest given last. `table` None: at no table.

    `incident` None: not named, or with `is_confirmed` something that no book names. `message_id` None: its card
    has not been seen yet. `ruling` None: nothing has been shown yet.
    """

    league_id: int
    case_number: int
    opened_at: datetime
    opened_by: int
    channel_id: int
    message_id: int | None
    kind: str
    orders: Mapping[str, Sequence[str]]
    editions: Mapping[str, str]
    alternates: tuple[str, ...]
    own_rules: Sequence[Mapping[str, Any]]
    story: str
    incident: str | None
    is_confirmed: bool
    answers: Mapping[str, Given]
    ruling: Mapping[str, Any] | None
    decisions: tuple[Decision, ...]
    floor_called_at: datetime | None
    closed_at: datetime | None
    table: AtTable | None = None

    @property
    def order(self) -> tuple[str, ...]:
        """The books of its kind of game, as the league's order stood when it was opened."""
        return tuple(self.orders[self.kind])

    @property
    def decision(self) -> Decision | None:
        """The decision that stands, None if nobody has decided."""
        return self.decisions[-1] if self.decisions else None

    @property
    def redeal(self) -> Decision | None:
        """The decision by which its table deals the hand again; None: none that stands told it so."""
        made = [decision for decision in self.decisions if decision.table_step is not None]
        return made[-1] if made and made[-1].outcome in MISDEALS else None

    @property
    def redeal_step(self) -> int | None:
        """The line of its table's log by which the hand is dealt again; None: no decision that stands made one."""
        return None if self.redeal is None else self.redeal.table_step


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
    set_job(tx, act.league_id, CLOSE, case_number, act.at + OPEN_FOR)
    return str(case_number)


def press(tx: Transaction, act: Act, case_number: int, ruling: Mapping[str, Any] | None) -> None:
    """The case was pressed and stays open for another 24 hours. `ruling`: what is shown now; None: no ruling is."""
    tx.run(
        "UPDATE case_file SET last_press_at = :at, ruling = :ruling"
        " WHERE league_id = :league_id AND case_number = :case_number",
        at=to_micros(act.at),
        ruling=None if ruling is None else json.dumps(dict(ruling), ensure_ascii=False),
        league_id=act.league_id,
        case_number=case_number,
    )


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
    tx.run(
        "UPDATE case_file SET incident = :incident, is_confirmed = :is_confirmed"
        " WHERE league_id = :league_id AND case_number = :case_number",
        incident=incident,
        is_confirmed=int(is_confirmed),
        league_id=act.league_id,
        case_number=case_number,
    )


def tell_story(tx: Transaction, act: Act, case_number: int, story: str) -> None:
    """What happened, in somebody's own words, in place of what was told before."""
    tx.run(
        "UPDATE case_file SET story = :story WHERE league_id = :league_id AND case_number = :case_number",
        story=story,
        league_id=act.league_id,
        case_number=case_number,
    )


def choose_kind(tx: Transaction, act: Act, case_number: int, kind: str) -> None:
    """The other kind of game, with its order of books."""
    tx.run(
        "UPDATE case_file SET kind = :kind WHERE league_id = :league_id AND case_number = :case_number",
        kind=kind,
        league_id=act.league_id,
        case_number=case_number,
    )


def place_card(tx: Transaction, league_id: int, case_number: int, message_id: int) -> None:
    """Remember the message that is the case's card."""
    tx.run(
        "UPDATE case_file SET message_id = :message_id WHERE league_id = :league_id AND case_number = :case_number",
        message_id=message_id,
        league_id=league_id,
        case_number=case_number,
    )


def call_floor(tx: Transaction, league_id: int, case_number: int, at: datetime | None) -> None:
    """The floor has been called; None: the call did not get out."""
    tx.run(
        "UPDATE case_file SET floor_called_at = :at WHERE league_id = :league_id AND case_number = :case_number",
        at=None if at is None else to_micros(at),
        league_id=league_id,
        case_number=case_number,
    )


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
    set_job(tx, league_id, DRAW, case_number, at)


def close_case(tx: Transaction, league_id: int, case_number: int, at: datetime) -> bool:
    """Close a case whose time is over and let its card say so; False if it was pressed meanwhile or is closed."""
    row = tx.one(
        "SELECT last_press_at, closed_at FROM case_file WHERE league_id = :league_id AND case_number = :case_number",
        league_id=league_id,
        case_number=case_number,
    )
    if row is None or row["closed_at"] is not None:
        drop_job(tx, league_id, CLOSE, case_number)
        return False
    closing = from_micros(row["last_press_at"]) + OPEN_FOR
    if closing > at:
        set_job(tx, league_id, CLOSE, case_number, closing)
        return False
    tx.run(
        "UPDATE case_file SET closed_at = :at WHERE league_id = :league_id AND case_number = :case_number",
        at=to_micros(at),
        league_id=league_id,
        case_number=case_number,
    )
    drop_job(tx, league_id, CLOSE, case_number)
    set_job(tx, league_id, DRAW, case_number, at)
    return True


def case_of(tx: Transaction, league_id: int, case_number: int) -> Case | None:
    """The league's case of that number as it stands; None if it has none."""
    row = tx.one(
        "SELECT c.*, t.table_number, p.user_id AS dealer_user_id, p.name AS dealer_name FROM case_file AS c"
        " LEFT JOIN game_table AS t ON t.league_id = c.league_id AND t.table_id = c.table_id"
        " LEFT JOIN player AS p ON p.league_id = c.league_id AND p.player_id = c.dealer_id"
        " WHERE c.league_id = :league_id AND c.case_number = :case_number",
        league_id=league_id,
        case_number=case_number,
    )
    if row is None:
        return None
    return _case(row, _answers(tx, league_id, case_number), _decisions(tx, league_id, case_number))


def _answers(tx: Transaction, league_id: int, case_number: int) -> dict[str, Given]:
    rows = tx.all(
        "SELECT fact, value, answered_at, answered_by, from_story FROM case_answer"
        " WHERE league_id = :league_id AND case_number = :case_number ORDER BY answer_id",
        league_id=league_id,
        case_number=case_number,
    )
    answers: dict[str, Given] = {}
    for row in rows:
        answers.pop(row["fact"], None)
        if row["value"] is not None:
            answers[row["fact"]] = Given(
                row["value"], row["answered_by"], from_micros(row["answered_at"]), bool(row["from_story"])
            )
    return answers


def _decisions(tx: Transaction, league_id: int, case_number: int) -> tuple[Decision, ...]:
    rows = tx.all(
        "SELECT made.*, EXISTS (SELECT 1 FROM case_file AS file JOIN table_step AS later"
        "  ON later.league_id = file.league_id AND later.table_id = file.table_id"
        "  WHERE file.league_id = :league_id AND file.case_number = :case_number"
        "  AND later.step_id > made.table_step AND later.undoes = made.table_step) AS is_taken_back"
        " FROM case_decision AS made WHERE league_id = :league_id AND case_number = :case_number ORDER BY decision_id",
        league_id=league_id,
        case_number=case_number,
    )
    return tuple(
        Decision(
            by=row["decided_by"],
            at=from_micros(row["decided_at"]),
            in_hand=bool(row["in_hand"]),
            outcome=row["outcome"],
            otherwise=bool(row["otherwise"]),
            reason=row["reason"],
            weighed=tuple(row["weighed"].split()),
            ruling=_json(row["ruling"]),
            table_step=row["table_step"],
            is_taken_back=bool(row["is_taken_back"]),
        )
        for row in rows
    )


def _case(row: Row, answers: Mapping[str, Given], decisions: tuple[Decision, ...]) -> Case:
    return Case(
        league_id=row["league_id"],
        case_number=row["case_number"],
        opened_at=from_micros(row["opened_at"]),
        opened_by=row["opened_by"],
        channel_id=row["channel_id"],
        message_id=row["message_id"],
        kind=row["kind"],
        orders=_read(row["orders"]),
        editions=_read(row["editions"]),
        alternates=tuple(_read(row["alternates"])),
        own_rules=_read(row["own_rules"]),
        story=row["story"],
        incident=row["incident"],
        is_confirmed=bool(row["is_confirmed"]),
        answers=answers,
        ruling=_json(row["ruling"]),
        decisions=decisions,
        floor_called_at=None if row["floor_called_at"] is None else from_micros(row["floor_called_at"]),
        closed_at=None if row["closed_at"] is None else from_micros(row["closed_at"]),
        table=_table(row),
    )


def _table(row: Row) -> AtTable | None:
    if row["table_number"] is None:
        return None
    has_dealer = row["dealer_name"] is not None
    dealer = Player(row["dealer_id"], row["dealer_user_id"], row["dealer_name"]) if has_dealer else None
    return AtTable(row["table_id"], row["table_number"], row["hand_number"], dealer)


def _json(text: str | None) -> Any:
    return None if text is None else json.loads(text)


@lru_cache(maxsize=REMEMBERED)
def _read(text: str) -> Any:
    """What a case was opened under: the same few texts in all cases of a league, and never changed."""
    return json.loads(text)
