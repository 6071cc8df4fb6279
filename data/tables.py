"""Tables: each as it stands, and the log of its steps, by which any of the last twenty can be taken back.

The log is added to, never changed: a step taken back is a further line. A line keeps the values that its step
replaced, so that the table before it comes back exactly and without reading the log from its beginning.
"""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from data.due import drop_job, set_job
from data.handled import Act
from data.nights import STUB
from data.numbered import add_numbered
from data.store import Row, Transaction
from data.times import from_micros, micros_if, moment_if, to_micros
from league.copies import but
from league.decks import stub_count_due
from league.refusing import NotNow
from league.seating import settled
from league.steps import after
from league.table import Step, Table
from league.table_text import (
    replaced_json,
    step_from,
    step_json,
    table_from,
    table_from_values,
    table_json,
)

UNDO_REACH = 20  # how many of the newest steps can be taken back
TABLES = (
    "SELECT league_id, table_id, night_id, table_number, state, last_step, opened_at, closed_at, channel_id, message_id,"
    " posted_at FROM game_table WHERE league_id = :league_id"
)


@dataclass(frozen=True)
class Kept:
    """A table as it is kept. `last_step`: the newest line of its log, 0: none. `closed_at` None: open.

    `channel_id`, `message_id`, `posted_at`: where its card stands and since when; None: nowhere yet.
    """

    league_id: int
    table_id: int
    night_id: int
    table_number: int
    table: Table
    last_step: int
    opened_at: datetime
    closed_at: datetime | None
    channel_id: int | None
    message_id: int | None
    posted_at: datetime | None


@dataclass(frozen=True)
class Taken:
    """A line of a table's log. `step`: what was done, None: a step was taken back, `undoes` says which.

    `undone`: it was taken back later.
    """

    step_id: int
    at: datetime
    by: int
    step: Step | None
    undoes: int | None
    undone: bool


def open_table(tx: Transaction, act: Act, night_id: int, table: Table) -> int:
    """Open a table in a night; the answer is its id. Raises NotNow when its number is in use."""
    try:
        return add_numbered(
            tx, act.league_id, "game_table", "table_id",
            night_id=night_id, table_number=table.table_number, state=table_json(table), opened_at=to_micros(act.at),
        )  # fmt: skip
    except sqlite3.IntegrityError as error:
        raise _number_in_use(table.table_number) from error


def tables_of(tx: Transaction, league_id: int, night_id: int, *, open_only: bool = True) -> list[Kept]:
    """The tables of a night, by number, then in the order they were opened."""
    rows = tx.all(
        f"{TABLES} AND night_id = :night_id AND (closed_at IS NULL OR NOT :open_only) ORDER BY table_number, table_id",
        league_id=league_id,
        night_id=night_id,
        open_only=int(open_only),
    )
    return [_kept(row) for row in rows]


def table_at(tx: Transaction, league_id: int, table_id: int) -> Kept | None:
    """One table; None: this league has none with this id."""
    row = tx.one(
        f"{TABLES} AND table_id = :table_id",
        league_id=league_id,
        table_id=table_id,
    )
    return None if row is None else _kept(row)


def table_of_channel(tx: Transaction, league_id: int, channel_id: int) -> Kept | None:
    """The one open table whose card stands in this channel or thread; None: there is none, or there are several."""
    rows = tx.all(
        f"{TABLES} AND channel_id = :channel_id AND closed_at IS NULL LIMIT 2",
        league_id=league_id,
        channel_id=channel_id,
    )
    return _kept(rows[0]) if len(rows) == 1 else None


def place_table(
    tx: Transaction, league_id: int, table_id: int, channel_id: int, message_id: int | None, at: datetime | None
) -> None:
    """Remember the message that is the table's card, and since when it stands there."""
    tx.run(
        "UPDATE game_table SET channel_id = :channel_id, message_id = :message_id, posted_at = :at"
        " WHERE league_id = :league_id AND table_id = :table_id",
        league_id=league_id,
        table_id=table_id,
        channel_id=channel_id,
        message_id=message_id,
        at=micros_if(at),
    )


def take_step(tx: Transaction, act: Act, kept: Kept, step: Step) -> Kept:
    """Do something at a table. Raises NotNow when it cannot be done as the table stands.

    `kept` may be older than the table: then the step is taken at the table as it stands now.
    """
    done = settled(kept.table, step, act.at)
    taken = _record(tx, act, kept, after(kept.table, done, act.at), done)
    return taken or take_step(tx, act, _now(tx, kept), step)


def undo(tx: Transaction, act: Act, kept: Kept, step_id: int | None = None) -> Kept:
    """Take back one of the last twenty steps, None: the newest; all the others stay.

    The table goes back to before that step, then the later ones are taken again as they were. Raises NotNow when
    there is no such step, or when a later one cannot stand without it.
    """
    kept = _now(tx, kept)
    reach = _standing(tx, kept)
    if not reach:
        raise NotNow("Nothing has been done at this table that could be taken back.")
    step_id = reach[0] if step_id is None else step_id
    if step_id not in reach:
        raise NotNow(
            f"Step {step_id} is not one of the last {UNDO_REACH} that still stand: look at the table's log for those."
        )
    lines = _lines_back_to(tx, kept, step_id)
    values = json.loads(table_json(kept.table))
    for line in lines:
        values = _before(values, json.loads(line["was"]))
    table = table_from_values(values)
    taken_back = {step_id, *(line["undoes"] for line in lines)}
    for line in reversed(lines):
        if line["undoes"] is None and line["step_id"] not in taken_back:
            table = _taken_again(table, line)
    taken = _record(tx, act, kept, table, undoes=step_id)
    assert taken is not None  # the table was read in this transaction
    return taken


def steps_of(tx: Transaction, league_id: int, table_id: int, most: int, made_at: datetime | None = None) -> list[Taken]:
    """The newest lines of a table's log, newest first. `made_at`: only those of this moment, None: of all."""
    rows = tx.all(
        "SELECT step_id, made_at, made_by, step, undoes, EXISTS (SELECT 1 FROM table_step AS later"
        "  WHERE later.league_id = :league_id AND later.table_id = :table_id"
        "  AND later.step_id > line.step_id AND later.undoes = line.step_id) AS undone"
        " FROM table_step AS line WHERE league_id = :league_id AND table_id = :table_id"
        " AND (:made_at IS NULL OR made_at = :made_at) ORDER BY step_id DESC LIMIT :most",
        league_id=league_id,
        table_id=table_id,
        most=most,
        made_at=micros_if(made_at),
    )
    return [
        Taken(
            row["step_id"],
            from_micros(row["made_at"]),
            row["made_by"],
            None if row["undoes"] is not None else step_from(row["step"]),
            row["undoes"],
            bool(row["undone"]),
        )
        for row in rows
    ]


def _record(
    tx: Transaction, act: Act, kept: Kept, table: Table, step: Step | None = None, undoes: int | None = None
) -> Kept | None:
    """Keep the table as it stands now and add the line; None: somebody else was there in between."""
    step_id = kept.last_step + 1
    closed_at = (kept.closed_at or act.at) if table.is_closed else None
    try:
        updated = tx.run(
            "UPDATE game_table SET state = :state, last_step = :step_id"
            " WHERE league_id = :league_id AND table_id = :table_id AND last_step = :step_id - 1",
            league_id=kept.league_id,
            table_id=kept.table_id,
            state=table_json(table),
            step_id=step_id,
        )
        if updated and closed_at != kept.closed_at:  # by itself: an index is written with it
            tx.run(
                "UPDATE game_table SET closed_at = :closed_at WHERE league_id = :league_id AND table_id = :table_id",
                league_id=kept.league_id,
                table_id=kept.table_id,
                closed_at=micros_if(closed_at),
            )
    except sqlite3.IntegrityError as error:  # its closing is taken back, and its number has been given out again
        raise _number_in_use(kept.table_number) from error
    if not updated:
        return None
    tx.run(
        "INSERT INTO table_step (league_id, table_id, step_id, made_at, made_by, step, was, undoes)"
        " VALUES (:league_id, :table_id, :step_id, :at, :by, :step, :was, :undoes)",
        league_id=kept.league_id,
        table_id=kept.table_id,
        step_id=step_id,
        at=to_micros(act.at),
        by=act.by,
        step="null" if step is None else step_json(step),
        was=replaced_json(kept.table, table),
        undoes=undoes,
    )
    _set_stub_count(tx, act, kept, table)
    return but(kept, table=table, last_step=step_id, closed_at=closed_at)


def _set_stub_count(tx: Transaction, act: Act, kept: Kept, table: Table) -> None:
    """When the stub is to be counted next falls due then; a count that is overdue already is not told of again."""
    has_begun = (kept.table.hand > 0) != (table.hand > 0)
    if not (
        has_begun or table.is_closed or kept.table.is_closed or kept.table.decks.counted_at != table.decks.counted_at
    ):
        return
    due_at = stub_count_due(table.decks, down_started_at=None)
    if table.is_closed or table.hand == 0 or due_at <= act.at:
        drop_job(tx, kept.league_id, STUB, kept.table_id)
    else:
        set_job(tx, kept.league_id, STUB, kept.table_id, due_at)


def _standing(tx: Transaction, kept: Kept) -> list[int]:
    """The newest steps that have not been taken back, newest first, as many as undo reaches."""
    rows = tx.all(
        "SELECT step_id FROM table_step AS line WHERE league_id = :league_id AND table_id = :table_id"
        " AND undoes IS NULL AND NOT EXISTS (SELECT 1 FROM table_step AS later"
        "  WHERE later.league_id = :league_id AND later.table_id = :table_id"
        "  AND later.step_id > line.step_id AND later.undoes = line.step_id)"
        " ORDER BY step_id DESC LIMIT :most",
        league_id=kept.league_id,
        table_id=kept.table_id,
        most=UNDO_REACH,
    )
    return [row["step_id"] for row in rows]


def _lines_back_to(tx: Transaction, kept: Kept, step_id: int) -> list[Row]:
    """The log back to a step, newest first; further back where a line in between took back an earlier step."""
    while True:
        lines = tx.all(
            "SELECT step_id, made_at, step, was, undoes FROM table_step"
            " WHERE league_id = :league_id AND table_id = :table_id AND step_id >= :step_id ORDER BY step_id DESC",
            league_id=kept.league_id,
            table_id=kept.table_id,
            step_id=step_id,
        )
        first = min(line["undoes"] or step_id for line in lines)
        if first >= step_id:
            return lines
        step_id = first


def _before(values: dict[str, Any], was: dict[str, Any]) -> dict[str, Any]:
    """The table's values before a step that replaced these; None: there was none."""
    return {name: value for name, value in (values | was).items() if value is not None}


def _taken_again(table: Table, line: Row) -> Table:
    try:
        return after(table, step_from(line["step"]), from_micros(line["made_at"]))
    except NotNow as refused:
        raise NotNow(
            f"Step {line['step_id']} came later and cannot stand without it: take that one back first. ({refused})",
            refused.clause,
        ) from refused


def _now(tx: Transaction, kept: Kept) -> Kept:
    now = table_at(tx, kept.league_id, kept.table_id)
    if now is None:
        raise NotNow("There is no such table in this league: open one first.")
    return now


def _kept(row: Row) -> Kept:
    return Kept(
        row["league_id"],
        row["table_id"],
        row["night_id"],
        row["table_number"],
        table_from(row["state"]),
        row["last_step"],
        from_micros(row["opened_at"]),
        moment_if(row["closed_at"]),
        row["channel_id"],
        row["message_id"],
        moment_if(row["posted_at"]),
    )


def _number_in_use(table_number: int) -> NotNow:
    return NotNow(f"Table {table_number} is open already tonight: close that one first, or use another number.")
