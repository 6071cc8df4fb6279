"""Disputes in lists: who may see which, and what was decided before."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from data.disputes import dispute_of
from data.store import Row, Transaction
from data.times import from_micros
from league.dispute import Dispute

LAST = 2**62  # larger than any number
LOOKED_THROUGH = 200  # decisions that are searched for a like one

ALL = (
    "SELECT dispute_number FROM dispute WHERE league_id = :league_id AND dispute_number < :before"
    " ORDER BY dispute_number DESC LIMIT :most"
)
OPEN = (  # those that go on are few: each is looked at
    "SELECT dispute_number FROM dispute AS d WHERE league_id = :league_id AND dispute_number < :before"
    " AND ended_at IS NULL AND (:is_staff OR EXISTS (SELECT 1 FROM dispute_person AS p"
    "  WHERE p.league_id = d.league_id AND p.dispute_number = d.dispute_number AND p.player_id = :player_id"
    "  AND p.role <> 'hand') OR EXISTS (SELECT 1 FROM dispute_decider AS a WHERE a.league_id = d.league_id"
    "  AND a.dispute_number = d.dispute_number AND a.player_id = :player_id))"
    " ORDER BY dispute_number DESC LIMIT :most"
)
NEWEST = " AND dispute_number < :before ORDER BY dispute_number DESC LIMIT :most"
OWN = (  # the newest by either way to have to do with one
    "SELECT dispute_number FROM (SELECT dispute_number FROM dispute_person WHERE league_id = :league_id"
    f"  AND player_id = :player_id AND role <> 'hand'{NEWEST})"
    " UNION SELECT dispute_number FROM (SELECT DISTINCT dispute_number FROM dispute_decider"
    f"  WHERE league_id = :league_id AND player_id = :player_id{NEWEST}) ORDER BY dispute_number DESC LIMIT :most"
)
NEWEST_DECIDED = (
    "SELECT d.dispute_number, d.ended_at, d.incident, d.clauses, m.outcome, m.found, m.reason, m.correction,"
    " m.next_time FROM {found} CROSS JOIN dispute_decision AS m ON m.league_id = d.league_id"
    " AND m.dispute_number = d.dispute_number AND m.instance = (SELECT MAX(instance) FROM dispute_decision AS l"
    "  WHERE l.league_id = d.league_id AND l.dispute_number = d.dispute_number)"
    " WHERE {found_by} AND d.ended_how = 'final' AND m.reason <> '' ORDER BY {order}.dispute_number DESC LIMIT :most"
)


@dataclass(frozen=True)
class Decided:
    """A decision that is final. `clauses`: ids of those its ruling rested on."""

    number: int
    at: datetime
    incident: str | None
    clauses: tuple[str, ...]
    outcome: str
    found: str
    reason: str
    correction: str
    next_time: str


def disputes_seen_by(
    tx: Transaction,
    league_id: int,
    player_id: int,
    most: int,
    *,
    is_staff: bool,
    open_only: bool = False,
    before: int | None = None,
) -> list[Dispute]:
    """The newest disputes that somebody has to do with; staff: all of them."""
    which = OPEN if open_only else ALL if is_staff else OWN
    rows = tx.all(
        which,
        league_id=league_id,
        player_id=player_id,
        most=most,
        is_staff=int(is_staff),
        before=LAST if before is None else before,
    )
    found = [dispute_of(tx, league_id, row["dispute_number"]) for row in rows]
    return [dispute for dispute in found if dispute is not None]


def open_numbers(tx: Transaction, league_id: int, opener: int, case_number: int | None = None) -> list[int]:
    """The disputes somebody has open, None: about whatever case or none."""
    rows = tx.all(
        "SELECT d.dispute_number FROM dispute AS d JOIN dispute_person AS p ON p.league_id = d.league_id"
        " AND p.dispute_number = d.dispute_number AND p.role = 'opener' AND p.player_id = :opener"
        " WHERE d.league_id = :league_id AND d.ended_at IS NULL"
        " AND (:case_number IS NULL OR d.case_number = :case_number) ORDER BY d.dispute_number",
        league_id=league_id,
        opener=opener,
        case_number=case_number,
    )
    return [row["dispute_number"] for row in rows]


def decided(tx: Transaction, league_id: int) -> list[Decided]:
    """The league's newest final decisions whose reason is still kept, newest first."""
    sql = NEWEST_DECIDED.format(found="dispute AS d", found_by="d.league_id = :league_id", order="d")
    return [_decided(row) for row in tx.all(sql, league_id=league_id, most=LOOKED_THROUGH)]


def decided_on(tx: Transaction, league_id: int, incident: str, but: int, most: int) -> list[Decided]:
    """The newest of them of this incident. `but`: not this dispute's."""
    found_by = "d.league_id = :league_id AND d.incident = :incident AND d.dispute_number <> :but"
    sql = NEWEST_DECIDED.format(found="dispute AS d", found_by=found_by, order="d")
    return [_decided(row) for row in tx.all(sql, league_id=league_id, incident=incident, but=but, most=most)]


def decided_by(
    tx: Transaction, league_id: int, clauses: Iterable[str], incident: str | None, but: int, most: int
) -> list[Decided]:
    """The newest of them that share a clause with these, and are not of this incident."""
    sql = NEWEST_DECIDED.format(
        found="dispute_clause AS c CROSS JOIN dispute AS d ON d.league_id = c.league_id"
        " AND d.dispute_number = c.dispute_number",
        found_by="c.league_id = :league_id AND c.clause = :clause AND d.dispute_number <> :but"
        " AND (:incident IS NULL OR d.incident IS NOT :incident)",
        order="c",
    )
    found = {
        row["dispute_number"]: row
        for clause in clauses
        for row in tx.all(sql, league_id=league_id, clause=clause, incident=incident, but=but, most=most)
    }
    return [_decided(found[number]) for number in sorted(found, reverse=True)[:most]]


def _decided(row: Row) -> Decided:
    return Decided(
        row["dispute_number"],
        from_micros(row["ended_at"]),
        row["incident"],
        tuple(json.loads(row["clauses"])),
        row["outcome"],
        row["found"],
        row["reason"],
        row["correction"],
        row["next_time"],
    )


def cards_standing(tx: Transaction) -> list[tuple[int, int]]:
    """Every dispute whose card may still change, as league and number."""
    rows = tx.all("SELECT league_id, dispute_number FROM dispute WHERE ended_at IS NULL AND thread_id IS NOT NULL")
    return [(row["league_id"], row["dispute_number"]) for row in rows]
