"""The downs dealt tonight: begun, ended, and when the next push is due."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from data.due import drop_job, set_job
from data.handled import Act
from data.nights import PUSH, hasten_stub
from data.numbered import add_numbered
from data.store import Row, Transaction
from data.times import MICROSECOND, from_micros, moment_if, to_micros
from league.decks import EARLY_IN_A_DOWN
from league.rotation import Down


def begin_down(tx: Transaction, act: Act, night_id: int, table_number: int, player_id: int, minutes: int) -> None:
    """This dealer deals this table from now on; the push is due after so many minutes."""
    down_id = add_numbered(
        tx, act.league_id, "down", "down_id",
        night_id=night_id, table_number=table_number, player_id=player_id, started_at=to_micros(act.at),
    )  # fmt: skip
    set_job(tx, act.league_id, PUSH, down_id, act.at + timedelta(minutes=minutes))
    hasten_stub(tx, act.league_id, night_id, table_number, act.at + EARLY_IN_A_DOWN)


def down_at(tx: Transaction, league_id: int, down_id: int) -> Down | None:
    """The league's down of that number; None if it has none."""
    row = tx.one(
        "SELECT table_number, player_id, started_at, ended_at FROM down"
        " WHERE league_id = :league_id AND down_id = :down_id",
        league_id=league_id,
        down_id=down_id,
    )
    return None if row is None else _down(row)


def move_pushes(tx: Transaction, league_id: int, night_id: int, minutes: int) -> None:
    """Downs last so long from now on, also those being dealt; what has fallen due already is not due again."""
    tx.run(
        "UPDATE due_job SET due_at = :length + (SELECT started_at FROM down"
        "  WHERE league_id = :league_id AND down_id = due_job.subject)"
        " WHERE league_id = :league_id AND kind = :kind AND subject IN (SELECT down_id FROM down"
        "  WHERE league_id = :league_id AND night_id = :night_id AND ended_at IS NULL)",
        league_id=league_id,
        kind=PUSH,
        night_id=night_id,
        length=timedelta(minutes=minutes) // MICROSECOND,
    )


def end_down(tx: Transaction, act: Act, night_id: int, table_number: int) -> int | None:
    """The down at this table is over; whose it was, None if nobody dealt."""
    row = tx.one(
        "UPDATE down SET ended_at = CASE WHEN started_at > :at THEN started_at ELSE :at END"
        " WHERE league_id = :league_id AND night_id = :night_id"
        " AND table_number = :table_number AND ended_at IS NULL RETURNING down_id, player_id",
        at=to_micros(act.at),
        league_id=act.league_id,
        night_id=night_id,
        table_number=table_number,
    )
    if row is None:
        return None
    drop_job(tx, act.league_id, PUSH, row["down_id"])
    return int(row["player_id"])


def end_downs(tx: Transaction, act: Act, night_id: int) -> None:
    """The night is over, and with it every down."""
    for table_number in dealing_now(downs_of(tx, act.league_id, night_id)):
        end_down(tx, act, night_id, table_number)


def downs_of(tx: Transaction, league_id: int, night_id: int) -> list[Down]:
    """Every down of a night, in the order they began."""
    rows = tx.all(
        "SELECT table_number, player_id, started_at, ended_at FROM down"
        " WHERE league_id = :league_id AND night_id = :night_id ORDER BY started_at, down_id",
        league_id=league_id,
        night_id=night_id,
    )
    return [_down(row) for row in rows]


def dealing_now(downs: Iterable[Down]) -> dict[int, int]:
    """Who deals which table at this moment: table to player."""
    return {down.table_number: down.player_id for down in downs if down.ended_at is None}


def _down(row: Row) -> Down:
    return Down(row["table_number"], row["player_id"], from_micros(row["started_at"]), moment_if(row["ended_at"]))
