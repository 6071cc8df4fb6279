"""Cases as they stand: what went wrong, what was answered, what was shown and what a person decided.

The last answer about a fact counts, and the last decision stands.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from data.players import Player
from data.store import Row, Transaction
from data.times import from_micros, moment_if
from league.table import MISDEALS

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
        floor_called_at=moment_if(row["floor_called_at"]),
        closed_at=moment_if(row["closed_at"]),
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
