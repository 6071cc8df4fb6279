"""Everything that is kept of one person in a league, as plain values with names that people read.

Which rows are theirs follows from data/registry.py. Other people stand in them as a player's number at most. What was
tipped to them is in their bookings as a sum alone.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable
from typing import Any

from data.erasing import Whom
from data.ledger import currencies_of, statement
from data.registry import HELD, held_in, tables_with_people, wrote
from data.store import Row, Transaction
from data.times import from_micros
from league.money import decimal

HEADINGS = {
    "person": "use of the bot here",
    "audit": "changes of settings, rules and nights",
    "case_file": "cases opened, or dealt",
    "case_answer": "answers in cases",
    "case_decision": "decisions in cases",
    "player": "as a player",
    "night": "nights opened or closed",
    "night_staff": "staff for a night",
    "table_step": "steps at tables",
    "dealer_duty": "duties as a dealer",
    "duty_change": "changes of duties",
    "night_dealer": "places in the rotation of dealers",
    "down": "downs",
    "booking": "bookings made for others or oneself",
    "booking_confirmed": "bookings called right",
    "tip_receipt": "receipts of tips given",
    "night_plan": "nights planned",
    "night_draft": "nights typed and not posted",
    "signup": "sign-ups",
    "signup_ask": "asked to deal",
    "letter": "messages sent about nights",
    "dealer_game": "games dealt",
    "dealer_wish": "wishes as a dealer",
    "dealer_free": "nights free or not",
    "dispute": "disputes opened, appealed or closed",
    "dispute_person": "part in disputes",
    "dispute_side": "sides given in disputes",
    "dispute_evidence": "evidence handed in, files in base64",
    "dispute_decider": "asked to decide disputes",
    "dispute_decision": "decisions of disputes, or payments by them",
    "dispute_agreed": "payments agreed to",
    "dispute_step": "steps in disputes",
}
ELSEWHERE = (  # told in another way, of no person's own, or not to be known before the books close
    "setting", "game_table", "account", "tip_sum", "missed_question", "handled", "due_job",
)  # fmt: skip
RULES = ("orders", "books", "editions", "alternates", "own_rules", "terms")  # what everybody can look up
MOMENTS = ("_at", "_until", "answer_by")
JSON = ("detail", "draft", "step", "ruling", "dealt", "facts", "clauses")
YOU = "you"


def export_person(tx: Transaction, whom: Whom) -> dict[str, Any]:
    """All that is kept of them here, by what it is; what there is nothing of is left out."""
    found: dict[str, Any] = {}
    for table in tables_with_people():
        if table not in ELSEWHERE:
            found[HEADINGS.get(table, table.replace("_", " "))] = [
                _told(table, row, whom) for row in _rows(tx, table, whom)
            ]
    found["floor calls that ping you, as set"] = _as_set(tx, whom, "floor_call")
    found["appeals that come to you, as set"] = _as_set(tx, whom, "disputes.appeal_to")
    found["seats at tables"] = _seats(tx, whom)
    found["statement"] = _statement(tx, whom)
    return {heading: rows for heading, rows in found.items() if rows}


def _rows(tx: Transaction, table: str, whom: Whom) -> Iterable[Row]:
    theirs = []
    for column, held in held_in(table).items():
        value = whom.user_id if held.whose == "account" else whom.player_id
        if (
            held.whose
            and held.how != "empty"
            and value is not None
            and (table, column) != ("tip_receipt", "recipient_id")
        ):
            theirs.append(f"{column} = :{held.whose}")
    if whom.user_id is not None:
        theirs += {"booking": ["booked_by = :account"], "audit": ["json_extract(detail, '$.user_id') = :account"]}.get(
            table, []
        )
    if table == "table_step" and whom.player_id is not None:
        theirs.append("json_extract(step, '$.player_id') = :player")
    if not theirs:
        return []
    values = {"league_id": whom.league_id, "account": whom.user_id, "player": whom.player_id}
    named = {name: value for name, value in values.items() if value is not None}
    return tx.all(f"SELECT * FROM {table} WHERE league_id = :league_id AND ({' OR '.join(theirs)})", **named)


def _told(table: str, row: Row, whom: Whom) -> dict[str, Any]:
    """One row in words; other people's accounts are left out, their numbers as players stay."""
    told: dict[str, Any] = {}
    for column, value in row.items():
        held = HELD.get(f"{table}.{column}")
        if column in ("league_id", "was", *RULES) or value is None:
            continue
        if held is not None and held.whose == "account":
            if value != whom.user_id:
                continue
            value = YOU if column != "user_id" else value
        elif held is not None and held.by and not wrote(table, held, row, whom.user_id, whom.player_id):
            continue  # somebody else's words
        told[column.removesuffix("_id").replace("_", " ")] = _value(column, value, row, whom)
    return told


def _value(column: str, value: Any, row: Row, whom: Whom) -> Any:
    if column.endswith(MOMENTS):
        return from_micros(value).isoformat()
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    if column in JSON:
        return _without_others(json.loads(value), whom)
    if column in ("amount", "fee", "balance") and row.get("currency"):
        return decimal(value, row["currency"])
    return value


def _without_others(value: Any, whom: Whom) -> Any:
    """What a line tells, without other people's accounts."""
    if not isinstance(value, dict):
        return value
    told = {name: _without_others(one, whom) for name, one in value.items() if name != "user_id" or one == whom.user_id}
    if "floor_call" in told:
        told["floor_call"] = [one for one in told["floor_call"] if one == whom.user_id]
    return told


def _as_set(tx: Transaction, whom: Whom, name: str) -> list[dict[str, Any]]:
    """Since when this setting named them, be it alone or in a list."""
    rows = tx.all(
        "SELECT value, effective_at FROM setting WHERE league_id = :league_id AND name = :name ORDER BY setting_id",
        league_id=whom.league_id,
        name=name,
    )
    read = [(row["effective_at"], json.loads(row["value"])) for row in rows]
    return [
        {"from": from_micros(since).isoformat()}
        for since, value in read
        if whom.user_id in (value if isinstance(value, list) else [value])
    ]


def _seats(tx: Transaction, whom: Whom) -> list[dict[str, Any]]:
    """What tables know of them: a seat while one is taken, and how often they dealt and shuffled."""
    rows = tx.all("SELECT * FROM game_table WHERE league_id = :league_id ORDER BY table_id", league_id=whom.league_id)
    found = []
    for row in rows:
        state = json.loads(row["state"])
        told = {"table": row["table_number"], "night": row["night_id"]}
        tally = state.get("tallies", {}).get(str(whom.player_id))
        seat = next((one for one in state.get("seated", ()) if one[0] == whom.player_id), None)
        if tally is not None:
            told |= {"dealt": tally[0], "shuffled": tally[1]}
        if seat is not None:
            told |= {"seat": seat[1], "away": bool(seat[2]), "deals": bool(seat[3]), "penalty hands": seat[5]}
        if tally is not None or seat is not None:
            found.append(told)
    return found


def _statement(tx: Transaction, whom: Whom) -> list[dict[str, Any]]:
    if whom.player_id is None:
        return []
    found = []
    for currency in currencies_of(tx, whom.league_id, whom.player_id):
        for entry in statement(tx, whom.league_id, whom.player_id, currency, most=1_000_000):
            booking = entry.booking
            told = {
                "booking": booking.booking_id,
                "booked at": booking.booked_at.isoformat(),
                "night": booking.night_id,
                "what": booking.what,
                "change": decimal(entry.change, currency),
                "then": decimal(entry.balance, currency),
                "currency": currency,
                "method": booking.method,
                "reason": booking.reason,
            }
            found.append({name: value for name, value in told.items() if value not in (None, "")})
    return found
