"""Books with a past: the same league with many nights behind it, among many other leagues, until each table is full.

Written past the product's own functions for speed alone: every row is one of the league's own, copied. Within the
league a copy is of an earlier day, and over; in another league it is as it stands. People stay as many as they were:
what grows in a league is its history.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from data.store import connect

APART = 10_000  # what each copy adds to a number; more than any number there is to begin with
LEAGUES_APART = 1_000_003  # the same for the ids of other servers, their people, channels and messages
DAY = 86_400_000_000  # microseconds
SEASON = 365  # days: the copies are of days before those that a season counts
NIGHTS_OF = 500  # in so many rows of a table one is a copy within the league, of an earlier day
NUMBERED = (
    "night_id", "table_id", "duty_id", "down_id", "booking_id", "reverses", "case_number", "series_id", "letter_id",
    "audit_id", "receipt_id", "dispute_number",
)  # fmt: skip
OWN_ACCOUNTS = ("account_id", "from_account", "to_account")  # a night's are numbered with it; a player's stay
OF_DISCORD = ("league_id", "user_id", "channel_id", "message_id", "thread_id", "card_id")
MOMENTS = ("starts_at", "planned_until", "useful_until", "answer_by")  # and whatever ends in _at
NO_HISTORY = (
    "player", "setting", "own_rule", "missed_question", "person", "standing_message", "handled", "due_job",
    "dealer_game", "dealer_wish", "night_draft",
)  # fmt: skip
OVER = {  # what makes a copy of an earlier day one that is over
    "night.opened_at": ":now", "night.closed_at": ":now", "game_table.closed_at": ":now", "down.ended_at": ":now",
    "night_dealer.left_at": ":now", "case_file.closed_at": ":now", "night_money.closed_at": ":now",
    "night_money.tips_closed_at": ":now", "series.ended_at": ":now", "letter.tried_at": ":now",
    "letter.message_id": "0", "dispute.ended_at": ":now", "dispute.ended_how": "'closed'",
}  # fmt: skip
CLOSED = (  # and its log says so
    "INSERT INTO main.dispute_step (league_id, dispute_number, step_id, made_at, what)"
    " SELECT league_id, dispute_number, 1000, ended_at, 'closed' FROM main.dispute AS d WHERE league_id = :league_id"
    " AND ended_how = 'closed' AND NOT EXISTS (SELECT 1 FROM main.dispute_step AS s WHERE s.league_id = d.league_id"
    "  AND s.dispute_number = d.dispute_number AND s.what = 'closed')"
)
INSTEAD = {
    "dealer_duty.state": "CASE WHEN state IN ('signed_up', 'dealing', 'busted') THEN 'released' ELSE state END",
    "signup_ask.answer": "CASE answer WHEN 'asked' THEN 'lapsed' ELSE answer END",
    "night.day": f"date(day, '-' || (k + {SEASON}) || ' days')",
    "dispute.thread_id": f"thread_id * 0 + dispute_number + k * {APART}",  # a league has one dispute in a thread
}


def fill(few: Path, many: Path, league_id: int, rows: int, now: int) -> None:
    """Make books of so many rows a table out of the few of a league."""
    with closing(connect(few)) as source:
        source.execute("VACUUM INTO :file", {"file": str(many)})
    with closing(connect(many)) as books:
        for pragma in ("journal_mode=OFF", "synchronous=OFF", "foreign_keys=OFF", "cache_size=-200000"):
            books.execute(f"PRAGMA {pragma}")
        books.execute("ATTACH :few AS few", {"few": str(few)})
        guards = books.execute("SELECT name, sql FROM main.sqlite_master WHERE type = 'trigger'").fetchall()
        books.execute("BEGIN")
        for guard in guards:
            books.execute(f"DROP TRIGGER main.{guard['name']}")
        for name in _tables(books):
            _fill_table(books, name, league_id, rows, now)
        books.execute(CLOSED, {"league_id": league_id})
        for guard in guards:
            books.execute(guard["sql"])
        books.execute("COMMIT")


def _tables(books: sqlite3.Connection) -> list[str]:
    """Every table that holds rows of a league."""
    return [
        row["name"]
        for row in books.execute("SELECT name FROM main.sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
        if "league_id" in _columns(books, row["name"])
    ]


def _columns(books: sqlite3.Connection, table: str) -> list[str]:
    return [row["name"] for row in books.execute(f"PRAGMA main.table_info({table})").fetchall()]


def _fill_table(books: sqlite3.Connection, table: str, league_id: int, rows: int, now: int) -> None:
    values = {"league_id": league_id, "now": now}
    own = _count(books, f"few.{table} WHERE league_id = :league_id", league_id=league_id)
    if own == 0:
        return
    if table not in NO_HISTORY:
        _copy(books, table, "earlier", {**values, "copies": rows // NIGHTS_OF})
    missing = rows - _count(books, f"main.{table}")
    _copy(books, table, "elsewhere", {**values, "copies": -(-missing // own)})


def _count(books: sqlite3.Connection, what: str, **values: int) -> int:
    return int(books.execute(f"SELECT COUNT(*) AS n FROM {what}", values).fetchone()["n"])


def _copy(books: sqlite3.Connection, table: str, where: str, values: Mapping[str, int]) -> None:
    """So many copies of the league's rows of a table: of earlier days, or in other leagues."""
    columns = _columns(books, table)
    made = [(_earlier if where == "earlier" else _elsewhere)(table, column) for column in columns]
    only = " AND night_id IS NOT NULL" if (table, where) == ("account", "earlier") else ""
    books.execute(
        "WITH RECURSIVE copy (k) AS (SELECT 1 WHERE :copies > 0 UNION ALL SELECT k + 1 FROM copy WHERE k < :copies)"
        f" INSERT INTO main.{table} ({', '.join(columns)}) SELECT {', '.join(made)}"
        f" FROM copy CROSS JOIN few.{table} WHERE league_id = :league_id{only} AND :now > 0",
        values,
    )


def _earlier(table: str, column: str) -> str:
    """What stands in a column of a copy of an earlier day in the same league."""
    name = f"{table}.{column}"
    if name in INSTEAD:
        return INSTEAD[name]
    kept = f"COALESCE({column}, {OVER[name]})" if name in OVER else column
    if column in MOMENTS or column.endswith("_at"):
        return f"{kept} - (k + {SEASON}) * {DAY}"
    if column in OWN_ACCOUNTS:
        nightly = "SELECT account_id FROM few.account WHERE league_id = :league_id AND night_id IS NOT NULL"
        return f"{column} + k * {APART} * ({column} IN ({nightly}))"
    return f"{column} + k * {APART}" if column in NUMBERED else kept


def _elsewhere(table: str, column: str) -> str:
    """What stands in a column of a copy in another league."""
    if (table, column) == ("due_job", "due_at"):
        return f"due_at + {DAY} + k * 1000000"
    return f"{column} + k * {LEAGUES_APART}" if column in OF_DISCORD else column
