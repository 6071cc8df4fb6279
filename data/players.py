"""Who plays and deals in a league, with or without a Discord account.

Everything else names them by their player's number, so that a name stands in one place only.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime

from data.numbered import add_numbered
from data.store import Row, Transaction
from data.times import to_micros

LONGEST_NAME = 40  # characters; the schema's own limit


@dataclass(frozen=True)
class Player:
    """Somebody at the league's tables. `user_id` None: a guest without a Discord account."""

    player_id: int
    user_id: int | None
    name: str

    @property
    def is_erased(self) -> bool:
        """Is this only a number that bookings and downs stand under since somebody was forgotten?"""
        return self.user_id is None and self.name == pseudonym(self.player_id)


def pseudonym(player_id: int) -> str:
    """What stands in the books in the place of somebody's name once they are erased."""
    return f"Player {player_id}"


def player_of(tx: Transaction, league_id: int, user_id: int, name: str, at: datetime) -> Player:
    """This account as a player of the league, with its newest name; added the first time."""
    known = player_with(tx, league_id, user_id)
    name = name[:LONGEST_NAME]
    if known is None:
        return _added(tx, league_id, user_id, name, at)
    if known.name != name:
        tx.run(
            "UPDATE player SET name = :name WHERE league_id = :league_id AND player_id = :player_id",
            name=name,
            league_id=league_id,
            player_id=known.player_id,
        )
    return replace(known, name=name)


def guest_of(tx: Transaction, league_id: int, name: str, at: datetime) -> Player:
    """The guest of this name, whatever its case; added the first time."""
    return guest_named(tx, league_id, name) or _added(tx, league_id, None, name[:LONGEST_NAME], at)


def guest_named(tx: Transaction, league_id: int, name: str) -> Player | None:
    """The same; None: the league knows no such guest."""
    wanted = name[:LONGEST_NAME].casefold()
    rows = tx.all(
        "SELECT player_id, user_id, name FROM player WHERE league_id = :league_id AND user_id IS NULL ORDER BY player_id",
        league_id=league_id,
    )
    return next((_player(row) for row in rows if row["name"].casefold() == wanted), None)


def players(tx: Transaction, league_id: int, player_ids: Collection[int] | None = None) -> dict[int, Player]:
    """The league's players by number: all, or those asked for."""
    wanted = {f"p{place}": player_id for place, player_id in enumerate(player_ids or ())}
    those = "" if player_ids is None else f" AND player_id IN ({', '.join(f':{name}' for name in wanted)})"
    rows = tx.all(
        f"SELECT player_id, user_id, name FROM player WHERE league_id = :league_id{those} ORDER BY player_id",
        league_id=league_id,
        **wanted,
    )
    return {row["player_id"]: _player(row) for row in rows}


def player_with(tx: Transaction, league_id: int, user_id: int) -> Player | None:
    """This account as a player of the league; None: it has not been one yet."""
    row = tx.one(
        "SELECT player_id, user_id, name FROM player WHERE league_id = :league_id AND user_id = :user_id",
        league_id=league_id,
        user_id=user_id,
    )
    return None if row is None else _player(row)


def _added(tx: Transaction, league_id: int, user_id: int | None, name: str, at: datetime) -> Player:
    player_id = add_numbered(tx, league_id, "player", "player_id", user_id=user_id, name=name, met_at=to_micros(at))
    return Player(player_id, user_id, name)


def _player(row: Row) -> Player:
    return Player(row["player_id"], row["user_id"], row["name"])
