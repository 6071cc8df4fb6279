"""What hangs on a table's step that is taken back: whose down it is, and who owes dealing there."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from data.dealers import Change, KeptDuty, changes_of, duties_of, join, open_duty, record_change, set_release, take_duty
from data.downs import begin_down, dealing_now, downs_of
from data.due import drop_job, set_job
from data.handled import Act
from data.nights import PUSH
from data.store import Transaction
from data.times import from_micros
from league.dealer import NAMES, BackIn, Bust, Start, TableBroke, reopened


def reopen_table(tx: Transaction, act: Act, night_id: int, table_number: int, closed_at: datetime) -> list[int]:
    """The table's closing is taken back: whoever it freed owes dealing there again. Who that is, by player."""
    bound = []
    for kept in duties_of(tx, act.league_id, night_id):
        trail = changes_of(tx, act.league_id, kept.duty_id)
        is_freed = (trail[-1].what, trail[-1].changed_at) == (NAMES[TableBroke], closed_at)
        player_id = kept.duty.player_id
        if kept.duty.table_number != table_number or not is_freed:
            continue
        if open_duty(tx, act.league_id, night_id, player_id) is not None:  # they deal elsewhere meanwhile
            continue
        duty = reopened(kept.duty, has_started=any(change.what == NAMES[Start] for change in trail))
        tx.run(
            "UPDATE dealer_duty SET state = :state WHERE league_id = :league_id AND duty_id = :duty_id",
            state=duty.state,
            league_id=act.league_id,
            duty_id=kept.duty_id,
        )
        record_change(tx, act, kept.duty_id, "reopened", f"table {table_number} goes on")
        if duty.state == "busted":
            set_release(tx, act, replace(kept, duty=duty))
        join(tx, act, night_id, player_id)
        bound.append(player_id)
    return bound


def bust_of(tx: Transaction, kept: KeptDuty) -> Change | None:
    """The line that says that this dealer is out of the tournament; None: they are not."""
    trail = reversed(changes_of(tx, kept.league_id, kept.duty_id))
    return next((change for change in trail if change.what == NAMES[Bust]), None) if kept.duty.has_busted else None


def take_bust_back(tx: Transaction, act: Act, night_id: int, player_id: int, left_at: datetime) -> bool:
    """Whoever gets the seat back that their bust took is in the tournament again; False: they left it otherwise."""
    kept = open_duty(tx, act.league_id, night_id, player_id)
    bust = None if kept is None else bust_of(tx, kept)
    if kept is None or bust is None or bust.changed_at != left_at:
        return False
    take_duty(tx, act, kept, BackIn(), "the bust was a mistake")
    return True


def take_down_back(
    tx: Transaction, act: Act, night_id: int, table_number: int, player_id: int | None, minutes: int
) -> bool:
    """This table has its former dealer again, None: nobody. A down begun by mistake never was; the one before goes on.

    False: the former dealer deals another table now, and this one has nobody.
    """
    dealing = dealing_now(downs_of(tx, act.league_id, night_id))
    if dealing.get(table_number) == player_id:
        return True
    begun = tx.one(
        "DELETE FROM down WHERE league_id = :league_id AND night_id = :night_id AND table_number = :table_number"
        " AND ended_at IS NULL RETURNING down_id",
        league_id=act.league_id,
        night_id=night_id,
        table_number=table_number,
    )
    if begun is not None:
        drop_job(tx, act.league_id, PUSH, begun["down_id"])
    if player_id is None or player_id in dealing.values():
        return player_id is None
    former = tx.one(
        "UPDATE down SET ended_at = NULL WHERE league_id = :league_id AND down_id = (SELECT MAX(down_id) FROM down"
        "  WHERE league_id = :league_id AND night_id = :night_id AND table_number = :table_number"
        "  AND player_id = :player_id) RETURNING down_id, started_at",
        league_id=act.league_id,
        night_id=night_id,
        table_number=table_number,
        player_id=player_id,
    )
    if former is None:
        begin_down(tx, act, night_id, table_number, player_id, minutes)
        return True
    due_at = from_micros(former["started_at"]) + timedelta(minutes=minutes)
    if due_at > act.at:  # else it has been said already
        set_job(tx, act.league_id, PUSH, former["down_id"], due_at)
    return True
