"""A row with a number of its own: the next one in its league, or there in what it belongs to (a case, a dispute)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from data.store import Transaction


def add_numbered(
    tx: Transaction, league_id: int, table: str, number: str, within: Mapping[str, int] | None = None, /, **values: Any
) -> int:
    """Add a row of these values; its number. `number`: the column it stands in; `within`: what is counted anew."""
    owner = within or {}
    row = tx.one(_adding(table, number, tuple(owner), tuple(values)), league_id=league_id, **owner, **values)
    assert row is not None  # RETURNING gives the row just added
    return int(row[number])


@cache
def _adding(table: str, number: str, owner: tuple[str, ...], values: tuple[str, ...]) -> str:
    kept = (*owner, *values)
    where = "".join(f" AND {column} = :{column}" for column in owner)
    return (
        f"INSERT INTO {table} (league_id, {number}, {', '.join(kept)})"
        f" SELECT :league_id, COALESCE(MAX({number}), 0) + 1, {', '.join(f':{column}' for column in kept)}"
        f" FROM {table} WHERE league_id = :league_id{where} RETURNING {number}"
    )
