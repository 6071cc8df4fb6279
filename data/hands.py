"""Who was in a hand that is over, worked out from the table's log."""

from __future__ import annotations

import json

from data.store import Transaction
from league.duties import duties
from league.table import Table
from league.table_text import table_from_values


def in_hand(tx: Transaction, league_id: int, table_id: int, hand_number: int) -> tuple[int, ...]:
    """Everybody who was dealt in to that hand of a table at any moment of it, and who dealt it; (): no such hand."""
    people: dict[int, None] = {}
    for table in _tables_in(tx, league_id, table_id, hand_number):
        people |= dict.fromkeys(table.dealt_in)
        dealer_id = duties(table).dealer.player_id
        if dealer_id is not None:
            people[dealer_id] = None
    return tuple(people)


def _tables_in(tx: Transaction, league_id: int, table_id: int, hand_number: int) -> list[Table]:
    """The table at every moment of one hand, the last first: each line of the log keeps what it replaced."""
    row = tx.one(
        "SELECT state FROM game_table WHERE league_id = :league_id AND table_id = :table_id",
        league_id=league_id,
        table_id=table_id,
    )
    if row is None or hand_number < 1:
        return []
    values = json.loads(row["state"])
    lines = tx.all(
        "SELECT was FROM table_step WHERE league_id = :league_id AND table_id = :table_id ORDER BY step_id DESC",
        league_id=league_id,
        table_id=table_id,
    )
    found = [table_from_values(dict(values))] if values.get("hand", 0) == hand_number else []
    for line in lines:
        values = {name: value for name, value in (values | json.loads(line["was"])).items() if value is not None}
        if values.get("hand", 0) == hand_number:
            found.append(table_from_values(dict(values)))
    return found
