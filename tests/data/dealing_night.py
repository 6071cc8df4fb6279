"""A night with three players, for what is kept of its dealing."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from conftest import Clock, act

from data.nights import open_night
from data.players import guest_of
from data.store import Transaction

NOW = Clock().moment


def night(tx: Transaction, league_id: int = 1) -> int:
    night_id = open_night(tx, act(league_id=league_id), date(2026, 3, 14), "UTC", "cash", None).night_id
    for name in ("ann", "bob", "cy"):
        guest_of(tx, league_id, name, NOW)
    return night_id


def at(minutes: float) -> datetime:
    return NOW + timedelta(minutes=minutes)
