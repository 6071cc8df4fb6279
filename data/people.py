"""Who has used the bot in which league, and which league a person's direct messages mean."""

from __future__ import annotations

from datetime import datetime

from data.store import Transaction
from data.times import to_micros


def leagues_of(tx: Transaction, user_id: int) -> list[int]:
    """The leagues this person is known in, the chosen one first, then in order of acquaintance."""
    rows = tx.all(
        "SELECT league_id FROM person WHERE user_id = :user_id ORDER BY is_chosen DESC, first_seen_at, league_id",
        user_id=user_id,
    )
    return [row["league_id"] for row in rows]


def chosen_league(tx: Transaction, user_id: int) -> int | None:
    """The league this person chose for direct messages; None if they never chose."""
    row = tx.one("SELECT league_id FROM person WHERE user_id = :user_id AND is_chosen = 1", user_id=user_id)
    return None if row is None else row["league_id"]


def meet(tx: Transaction, league_id: int, user_id: int, at: datetime) -> bool:
    """Remember that this person has used the bot in this league; True the first time."""
    added = tx.run(
        "INSERT INTO person (league_id, user_id, first_seen_at) VALUES (:league_id, :user_id, :at)"
        " ON CONFLICT (league_id, user_id) DO NOTHING",
        league_id=league_id,
        user_id=user_id,
        at=to_micros(at),
    )
    return added == 1


def choose_league(tx: Transaction, league_id: int, user_id: int) -> bool:
    """Make this the league of the person's direct messages; False if they are not known there."""
    known = tx.one(
        "SELECT 1 AS known FROM person WHERE league_id = :league_id AND user_id = :user_id",
        league_id=league_id,
        user_id=user_id,
    )
    if known is None:
        return False
    tx.run(
        "UPDATE person SET is_chosen = CASE WHEN league_id = :league_id THEN 1 ELSE 0 END WHERE user_id = :user_id",
        league_id=league_id,
        user_id=user_id,
    )
    return True
