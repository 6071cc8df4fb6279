"""A tournament night to keep books of: five players, the first two dealers at tables 3 and 1."""

from __future__ import annotations

from datetime import date
from functools import cache

from conftest import Clock, act
from in_memory import copied, new_books

from data.dealers import KeptDuty, sign_up, take_duty
from data.downs import begin_down
from data.fees import set_fee
from data.nights import open_night
from data.players import player_of
from data.store import Transaction
from league.dealer import Start, signed_up

NOW = Clock().moment
NAMES = ("ann", "bob", "cy", "dee", "eve")
HOST = 900  # the account that opens the night; the players have 101, 102 ...


def fresh(kind: str = "tournament") -> Transaction:
    """A database in memory with one night of league 1 open."""
    return Transaction(copied(_empty(kind)))


@cache
def _empty(kind: str) -> bytes:
    connection = new_books()
    begin(Transaction(connection), kind)
    return connection.serialize()


def begin(tx: Transaction, kind: str = "tournament", league_id: int = 1, fee: int = 5000) -> int:
    """A night with five players and, at a tournament, its fee; its number."""
    night = open_night(tx, act(league_id=league_id, by=HOST), date(2026, 3, 14), "UTC", kind, None)
    for number, name in enumerate(NAMES, 1):
        player_of(tx, league_id, 100 + number, name, NOW)
    if kind == "tournament":
        set_fee(tx, act(league_id=league_id, by=HOST), night.night_id, fee)
    return night.night_id


def volunteer(tx: Transaction, player_id: int, table_number: int, *, starts: bool = True) -> KeptDuty:
    """Somebody signs up to deal a table tonight, and begins."""
    kept = sign_up(tx, act(), 1, signed_up(table_number, player_id, None), "volunteers")
    if starts:
        begin_down(tx, act(), 1, table_number, player_id, 30)
        kept = take_duty(tx, act(), kept, Start(), "deals")
    return kept
