"""Closing a night's books against a count, and opening them again. No Discord here."""

from __future__ import annotations

from datetime import date

from cogs.money.actions import night_meant
from cogs.money.looking import night_books
from cogs.shared.people import done_once
from data.closing import close_books, reopen
from data.handled import Act
from data.store import Store, Transaction

CLOSED, CHANGED = "closed", "changed"


async def close(store: Store, act: Act, night_id: int, counted: int | None, mark: str, reason: str = "") -> bool:
    """Close the books that the card showed; False where they have changed since. Raises Refusal."""
    return (await done_once(store, act, _close, night_id, counted, mark, reason)).answer == CLOSED


def _close(tx: Transaction, act: Act, night_id: int, counted: int | None, mark: str, reason: str) -> str:
    if night_books(tx, act.league_id, night_id, act.at, counted).mark != mark:
        return CHANGED
    close_books(tx, act, night_id, counted, reason)
    return CLOSED


async def open_again(store: Store, act: Act, reason: str, day: date | None) -> int:
    """Open the last night's books again, or a day's; which night. Raises Refusal."""
    return int((await done_once(store, act, _open_again, reason, day)).answer)


def _open_again(tx: Transaction, act: Act, reason: str, day: date | None) -> str:
    night = night_meant(tx, act.league_id, day, are_closed=True)
    reopen(tx, act, night.night_id, reason)
    return str(night.night_id)
