"""Who sits in the dealer's box of a table: a down begins or ends, and the table knows. No Discord here."""

from __future__ import annotations

from data import tables
from data.dealers import open_duty, take_duty
from data.downs import begin_down, dealing_now, downs_of, end_down
from data.handled import Act
from data.nights import Night
from data.store import Transaction
from league.dealer import SIGNED_UP, Start
from league.table import Dealer, Mode, Table

DEDICATED = "psp_dedicated"


def is_dedicated(table: Table) -> bool:
    """Does a dedicated dealer deal at this table, or from its next hand on?"""
    modes = [table.mode, *(step.mode for step in table.waiting if isinstance(step, Mode))]
    return modes[-1] == DEDICATED


def put_in_the_box(tx: Transaction, act: Act, night: Night, kept: tables.Kept, player_id: int, minutes: int) -> None:
    """This dealer deals this table from now on, whoever did before; the duty begins with its first down."""
    end_down(tx, act, night.night_id, kept.table_number)
    begin_down(tx, act, night.night_id, kept.table_number, player_id, minutes)
    if not is_dedicated(kept.table):
        kept = tables.take_step(tx, act, kept, Mode(DEDICATED))
    if kept.table.dealer_id != player_id:
        tables.take_step(tx, act, kept, Dealer(player_id))
    owed = open_duty(tx, act.league_id, night.night_id, player_id)
    if owed is not None and owed.duty.state == SIGNED_UP:
        take_duty(tx, act, owed, Start(), f"deals table {kept.table_number}")


def leave_the_box(tx: Transaction, act: Act, night: Night, player_id: int) -> int | None:
    """This dealer's down is over, and the table is without a dealer; its number, None if they dealt nowhere."""
    for table_number, dealing in dealing_now(downs_of(tx, act.league_id, night.night_id)).items():
        if dealing == player_id:
            end_down(tx, act, night.night_id, table_number)
            empty(tx, act, night, table_number)
            return table_number
    return None


def empty(tx: Transaction, act: Act, night: Night, table_number: int) -> None:
    """Nobody is this table's dealer now."""
    for kept in tables.tables_of(tx, act.league_id, night.night_id):
        if kept.table_number == table_number and kept.table.dealer_id is not None:
            tables.take_step(tx, act, kept, Dealer(None))
