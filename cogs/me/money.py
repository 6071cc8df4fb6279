"""One person's own money: their statement, the tips they gave, and as a dealer what they were given. No Discord here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from cogs.shared.bookings import PERSONAL, player_in
from cogs.shared.people import done_once
from data.handled import Act
from data.ledger import Entry, confirmed_at, currencies_of, statement
from data.nights import night_of
from data.players import Player, player_with, players
from data.store import Store, Transaction
from data.tips import Receipt, forget_receipts, own_receipts
from league.books import TIP_POOL, TIPS

LOOKED_THROUGH = 100  # of somebody's bookings the newest, of which a card shows some


@dataclass(frozen=True)
class Account:
    """A statement in one currency. `to_confirm`: the newest booking that its player has not called right, if any."""

    currency: str
    entries: tuple[Entry, ...]
    to_confirm: int | None


@dataclass(frozen=True)
class Tips:
    """The receipts of whoever asks, and what they were given as a dealer, by day: known once a night's books close."""

    given: tuple[Receipt, ...]
    received: tuple[tuple[date, int, str], ...]
    days: Mapping[int, date]
    people: Mapping[int, Player]


def accounts_of(tx: Transaction, league_id: int, user_id: int) -> list[Account]:
    """The statement of this account's own player, a currency each; none for somebody who is in no booking."""
    player = player_with(tx, league_id, user_id)
    if player is None:
        return []
    player_id, found = player.player_id, []
    for currency in currencies_of(tx, league_id, player_id):
        entries = statement(tx, league_id, player_id, currency, LOOKED_THROUGH)
        found.append(Account(currency, tuple(entries), _to_confirm(tx, league_id, player_id, entries)))
    return found


def _to_confirm(tx: Transaction, league_id: int, player_id: int, entries: list[Entry]) -> int | None:
    for entry in reversed(entries):
        booking = entry.booking
        if booking.what in PERSONAL and booking.reversed_by is None and player_in(booking) == player_id:
            done = player_id in confirmed_at(tx, league_id, booking.booking_id)
            return None if done else booking.booking_id
    return None


def tips_of(tx: Transaction, league_id: int, user_id: int) -> Tips:
    """What this account gave, by its own receipts, and what it was given."""
    given = own_receipts(tx, league_id, user_id, LOOKED_THROUGH)
    received: dict[tuple[int, str], int] = {}
    player = player_with(tx, league_id, user_id)
    player_id = 0 if player is None else player.player_id
    for currency in currencies_of(tx, league_id, player_id):
        for entry in statement(tx, league_id, player_id, currency, LOOKED_THROUGH):
            if entry.booking.what in (TIPS, TIP_POOL) and entry.booking.night_id is not None:
                key = (entry.booking.night_id, currency)
                received[key] = received.get(key, 0) + entry.change
    days = {}
    for night_id in {receipt.night_id for receipt in given} | {night_id for night_id, _ in received}:
        night = night_of(tx, league_id, night_id)
        assert night is not None  # nights are never deleted
        days[night_id] = night.day
    return Tips(
        given=tuple(given),
        received=tuple((days[night_id], value, currency) for (night_id, currency), value in sorted(received.items())),
        days=days,
        people=players(tx, league_id),
    )


async def forget(store: Store, act: Act) -> int:
    """Delete the receipts of whoever asks; how many there were."""
    return int((await done_once(store, act, forget_receipts)).answer)
