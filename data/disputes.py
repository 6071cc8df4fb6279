"""Disputes as they stand, read back; what is done in one is written in `dispute_acts.py` and `dispute_steps.py`."""

from __future__ import annotations

import json

from data.store import Row, Transaction
from data.times import from_micros, moment_if, to_micros
from league.dispute import (
    ENDS,
    Decider,
    Decision,
    Dispute,
    Ended,
    Evidence,
    Involved,
    Payment,
    RulesThen,
    Side,
    Step,
    terms_from,
)

ROLE_ORDER = "CASE p.role WHEN 'opener' THEN 0 WHEN 'other' THEN 1 WHEN 'witness' THEN 2 ELSE 3 END"


def dispute_of(tx: Transaction, league_id: int, number: int) -> Dispute | None:
    """The league's dispute of that number as it stands; None if it has none."""
    row = tx.one(
        "SELECT * FROM dispute WHERE league_id = :league_id AND dispute_number = :number",
        league_id=league_id,
        number=number,
    )
    if row is None:
        return None
    return Dispute(
        league_id=league_id,
        number=number,
        opened_at=from_micros(row["opened_at"]),
        source=row["source"],
        rules=RulesThen(
            row["kind"],
            tuple(json.loads(row["books"])),
            json.loads(row["editions"]),
            tuple(json.loads(row["alternates"])),
            json.loads(row["own_rules"]),
        ),
        terms=terms_from(json.loads(row["terms"])),
        involved=_involved(tx, league_id, number),
        words=row["words"],
        link=row["link"],
        case_number=row["case_number"],
        table_id=row["table_id"],
        hand_number=row["hand_number"],
        night_id=row["night_id"],
        incident=row["incident"],
        facts=json.loads(row["facts"]),
        clauses=tuple(json.loads(row["clauses"])),
        table_outcome=row["table_outcome"],
        sealed_until=moment_if(row["sealed_until"]),
        thread_id=row["thread_id"],
        card_id=row["card_id"],
        placed_at=moment_if(row["placed_at"]),
        sides=_sides(tx, league_id, number),
        evidence=_evidence(tx, league_id, number),
        deciders=_deciders(tx, league_id, number),
        decisions=_decisions(tx, league_id, number),
        appealed_at=moment_if(row["appealed_at"]),
        appealed_by=row["appealed_by"],
        reopened_at=moment_if(row["reopened_at"]),
        reminded_at=moment_if(row["reminded_at"]),
        waits_until=moment_if(row["waits_until"]),
        ended=_ended(tx, league_id, number, row),
        own_rule_id=row["own_rule_id"],
    )


def _involved(tx: Transaction, league_id: int, number: int) -> tuple[Involved, ...]:
    rows = tx.all(
        "SELECT p.player_id, p.role, p.was_in_hand, a.user_id IS NOT NULL AS has_account FROM dispute_person AS p"
        " JOIN player AS a ON a.league_id = p.league_id AND a.player_id = p.player_id"
        f" WHERE p.league_id = :league_id AND p.dispute_number = :number ORDER BY {ROLE_ORDER}, p.player_id",
        league_id=league_id,
        number=number,
    )
    return tuple(
        Involved(row["player_id"], row["role"], bool(row["was_in_hand"]), bool(row["has_account"])) for row in rows
    )


def _sides(tx: Transaction, league_id: int, number: int) -> tuple[Side, ...]:
    rows = tx.all(
        "SELECT * FROM dispute_side WHERE league_id = :league_id AND dispute_number = :number ORDER BY side_id",
        league_id=league_id,
        number=number,
    )
    return tuple(
        Side(
            row["side_id"], row["player_id"], from_micros(row["given_at"]), row["text"], json.loads(row["facts"])
        )
        for row in rows
    )  # fmt: skip


def _evidence(tx: Transaction, league_id: int, number: int) -> tuple[Evidence, ...]:
    rows = tx.all(
        "SELECT evidence_id, player_id, given_at, name, media_type, words, size, content IS NOT NULL AS has_content"
        " FROM dispute_evidence WHERE league_id = :league_id AND dispute_number = :number ORDER BY evidence_id",
        league_id=league_id,
        number=number,
    )
    return tuple(
        Evidence(
            row["evidence_id"],
            row["player_id"],
            from_micros(row["given_at"]),
            row["name"],
            row["media_type"],
            row["words"],
            row["size"],
            bool(row["has_content"]),
        )
        for row in rows
    )


def evidence_content(tx: Transaction, league_id: int, number: int, evidence_id: int) -> bytes | None:
    """The file that was handed in; None: words alone, or erased."""
    row = tx.one(
        "SELECT content FROM dispute_evidence"
        " WHERE league_id = :league_id AND dispute_number = :number AND evidence_id = :evidence_id",
        league_id=league_id,
        number=number,
        evidence_id=evidence_id,
    )
    return None if row is None else row["content"]


def _deciders(tx: Transaction, league_id: int, number: int) -> tuple[Decider, ...]:
    rows = tx.all(
        "SELECT * FROM dispute_decider WHERE league_id = :league_id AND dispute_number = :number ORDER BY decider_id",
        league_id=league_id,
        number=number,
    )
    return tuple(
        Decider(
            row["instance"],
            row["player_id"],
            from_micros(row["named_at"]),
            moment_if(row["accepted_at"]),
            moment_if(row["declined_at"]),
        )
        for row in rows
    )


def _decisions(tx: Transaction, league_id: int, number: int) -> tuple[Decision, ...]:
    rows = tx.all(
        "SELECT * FROM dispute_decision WHERE league_id = :league_id AND dispute_number = :number ORDER BY instance",
        league_id=league_id,
        number=number,
    )
    return tuple(
        Decision(
            row["instance"],
            row["decided_by"],
            from_micros(row["decided_at"]),
            row["outcome"],
            row["found"],
            row["reason"],
            row["correction"],
            row["next_time"],
            _payment(tx, league_id, number, row),
        )
        for row in rows
    )


def _payment(tx: Transaction, league_id: int, number: int, row: Row) -> Payment | None:
    if row["amount"] is None:
        return None
    pressed = tx.all(
        "SELECT player_id, booking_id FROM dispute_agreed"
        " WHERE league_id = :league_id AND dispute_number = :number AND instance = :instance",
        league_id=league_id,
        number=number,
        instance=row["instance"],
    )
    booked = [one["booking_id"] for one in pressed if one["booking_id"] is not None]
    return Payment(
        row["payer_id"],
        row["payee_id"],
        row["amount"],
        row["currency"],
        frozenset(one["player_id"] for one in pressed),
        booked[0] if booked else None,
    )


def _ended(tx: Transaction, league_id: int, number: int, row: Row) -> Ended | None:
    if row["ended_at"] is None:
        return None
    line = [step for step in log_of(tx, league_id, number) if step.what in ENDS][-1]
    return Ended(from_micros(row["ended_at"]), row["ended_how"], row["ended_by"], line.words)


def log_of(tx: Transaction, league_id: int, number: int, after: int = 0) -> tuple[Step, ...]:
    """The lines of its log later than one, oldest first."""
    rows = tx.all(
        "SELECT * FROM dispute_step"
        " WHERE league_id = :league_id AND dispute_number = :number AND step_id > :after ORDER BY step_id",
        league_id=league_id,
        number=number,
        after=after,
    )
    return tuple(
        Step(
            row["step_id"],
            from_micros(row["made_at"]),
            row["what"],
            row["player_id"],
            row["about_id"],
            row["words"],
        )
        for row in rows
    )  # fmt: skip


def number_of_thread(tx: Transaction, league_id: int, thread_id: int) -> int | None:
    """The dispute of this thread; None: it is nobody's."""
    row = tx.one(
        "SELECT dispute_number FROM dispute WHERE league_id = :league_id AND thread_id = :thread_id",
        league_id=league_id,
        thread_id=thread_id,
    )
    return None if row is None else row["dispute_number"]


def may_be_forgotten_one(tx: Transaction, dispute: Dispute, player_id: int) -> bool:
    """Could this player be somebody of the dispute who was forgotten and came back, which nothing tells any more?

    So it is with whoever became a player after it was opened, once anybody of it has been forgotten.
    """
    gone = tx.one(
        "SELECT 1 AS there FROM dispute_person AS p JOIN player AS a ON a.league_id = p.league_id"
        " AND a.player_id = p.player_id WHERE p.league_id = :league_id AND p.dispute_number = :number"
        " AND a.user_id IS NULL AND a.name = 'Player ' || a.player_id",
        league_id=dispute.league_id,
        number=dispute.number,
    )
    known_before = tx.one(
        "SELECT 1 AS there FROM player WHERE league_id = :league_id AND player_id = :player_id AND met_at <= :opened_at",
        league_id=dispute.league_id,
        player_id=player_id,
        opened_at=to_micros(dispute.opened_at),
    )
    return gone is not None and known_before is None
