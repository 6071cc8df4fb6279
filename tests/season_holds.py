"""What holds at every step of a season, read from the database alone; and what is dear, after each night."""

from __future__ import annotations

import json
from collections import Counter
from datetime import datetime
from typing import Any

from data.ledger import all_bookings, balances, check
from data.store import Transaction
from data.tables import steps_of, table_at
from data.times import to_micros
from league.books import balances_of
from league.steps import after
from league.table import opened
from league.table_text import table_from, table_from_values


def verify_step(tx: Transaction, now: datetime) -> None:
    """Cheap enough to be looked at after each interaction."""
    _books_come_to_nothing(tx)
    _nobody_sits_twice(tx)
    _sign_ups_fit(tx)
    _tips_are_what_receipts_say(tx)
    _nothing_due_is_lost(tx, now)


def _books_come_to_nothing(tx: Transaction) -> None:
    for row in tx.all("SELECT currency, SUM(balance) AS total FROM account GROUP BY currency"):
        assert row["total"] == 0, row
    left = tx.all(
        "SELECT * FROM account JOIN night_money USING (league_id, night_id)"
        " WHERE kind IN ('pool', 'discounts', 'tip_box') AND closed_at IS NOT NULL AND balance <> 0"
    )
    assert left == [], "a closed night has money left"


def _nobody_sits_twice(tx: Transaction) -> None:
    tables = [table_from(row["state"]) for row in tx.all("SELECT state FROM game_table WHERE closed_at IS NULL")]
    seated = Counter(
        one.player_id for table in tables for one in table.seated if not table.is_leaving(one.player_id)
    )  # who leaves with the next hand may sit down elsewhere now
    assert all(count == 1 for count in seated.values()), seated
    dealing = Counter(row["player_id"] for row in tx.all("SELECT player_id FROM down WHERE ended_at IS NULL"))
    assert all(count == 1 for count in dealing.values()), dealing
    owing = tx.all(
        "SELECT night_id, player_id FROM dealer_duty WHERE state NOT IN ('relieved', 'released')"
        " GROUP BY night_id, player_id HAVING COUNT(*) > 1"
    )
    assert owing == [], "somebody owes dealing twice"


def _sign_ups_fit(tx: Transaction) -> None:
    for row in tx.all(
        "SELECT night_id, max_players, json_array_length(dealt) AS dealt,"
        " SUM(what = 'play' AND state = 'in') AS playing, SUM(state = 'waiting') AS waiting"
        " FROM night_plan JOIN signup USING (league_id, night_id) WHERE max_players IS NOT NULL GROUP BY night_id"
    ):
        places = row["max_players"] - row["dealt"]
        assert row["playing"] <= max(places, 0), row
        assert row["playing"] >= places or not row["waiting"], row


def _tips_are_what_receipts_say(tx: Transaction) -> None:
    given = tx.all("SELECT night_id, recipient_id, SUM(amount) AS amount FROM tip_receipt GROUP BY 1, 2")
    sums = tx.all("SELECT night_id, recipient_id, amount FROM tip_sum")
    told = {(row["night_id"], row["recipient_id"]): row["amount"] for row in sums if row["amount"]}
    assert told == {(row["night_id"], row["recipient_id"]): row["amount"] for row in given if row["amount"]}


def _nothing_due_is_lost(tx: Transaction, now: datetime) -> None:
    waits: list[tuple[str, str, dict[str, Any]]] = [
        ("night.close", "SELECT night_id AS subject FROM night WHERE opened_at IS NOT NULL AND closed_at IS NULL", {}),
        ("case.close", "SELECT case_number AS subject FROM case_file WHERE closed_at IS NULL", {}),
        ("night.tell", "SELECT letter_id AS subject FROM letter WHERE message_id IS NULL", {}),
        (
            "night.over",
            "SELECT night_id AS subject FROM night_plan WHERE cancelled_at IS NULL"
            " AND starts_at + length_minutes * 60000000 > :now",
            {"now": to_micros(now)},
        ),
    ]
    jobs = {(row["kind"], row["subject"]) for row in tx.all("SELECT kind, subject FROM due_job")}
    for kind, sql, values in waits:
        lost = [row["subject"] for row in tx.all(sql, **values) if (kind, row["subject"]) not in jobs]
        assert not lost, (kind, lost)


def verify_night(tx: Transaction, league_id: int) -> None:
    """Dear: the file, the books from their first line, every table from its first step."""
    assert [dict(row) for row in tx.all("PRAGMA integrity_check")] == [{"integrity_check": "ok"}]
    assert tx.all("PRAGMA foreign_key_check") == []
    assert check(tx, league_id).faults == ()
    assert balances(tx, league_id) == balances_of(all_bookings(tx, league_id))
    for row in tx.all("SELECT table_id FROM game_table"):
        _is_folded_from_its_steps(tx, league_id, row["table_id"])
    givers = tx.all("SELECT 1 FROM audit WHERE what LIKE 'tip%' AND what <> 'tips_booked'")
    assert givers == [], "the trail tells who tips"
    late = tx.all("SELECT kind, subject, attempts FROM due_job WHERE attempts > 12")
    assert late == [], "due work that never comes right"


def _is_folded_from_its_steps(tx: Transaction, league_id: int, table_id: int) -> None:
    """The table as it stands is what its standing steps make of the table as it was opened."""
    kept = table_at(tx, league_id, table_id)
    assert kept is not None
    assert table_from_values(json.loads(_state(tx, table_id))) == kept.table
    lines = [line for line in reversed(steps_of(tx, league_id, table_id, 10_000)) if line.step and not line.undone]
    table = opened(
        kept.table_number,
        kept.table.kind,
        _first(tx, table_id, "game", kept.table.game),
        _first(tx, table_id, "mode", kept.table.mode),
        kept.table.seat_count,
        kept.table.break_order,
        kept.opened_at,
    )
    for line in lines:
        assert line.step is not None
        table = after(table, line.step, line.at)
    assert table == kept.table, table_id


def _state(tx: Transaction, table_id: int) -> str:
    row = tx.one("SELECT state FROM game_table WHERE table_id = :id", id=table_id)
    assert row is not None
    return str(row["state"])


def _first(tx: Transaction, table_id: int, name: str, now: str) -> str:
    """What this was before the first step that changed it."""
    for row in tx.all("SELECT was FROM table_step WHERE table_id = :id ORDER BY step_id", id=table_id):
        was = json.loads(row["was"])
        if name in was:
            return str(was[name])
    return now
