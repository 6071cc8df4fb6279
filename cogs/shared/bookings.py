"""What is in the books, in words: for the host's view and for everybody's own statement. No Discord here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from cogs.shared.replies import clipped
from data.ledger import Entry
from data.players import Player
from league.books import (
    BUY_IN,
    BUY_OUT,
    CASH_OUT,
    CLOSING,
    DISCOUNT,
    ENTRY,
    PAY_OUT,
    PAYMENT,
    PLAYER,
    PRIZE,
    REBUY,
    REENTRY,
    REVERSAL,
    SETTLEMENT,
    TIP_POOL,
    TIPS,
    Booking,
)
from league.exports import day_of
from league.money import amount, signed

NAMES = {
    ENTRY: "entry", REENTRY: "re-entry", BUY_IN: "buy-in", REBUY: "re-buy", CASH_OUT: "cash-out", PRIZE: "prize",
    PAYMENT: "paid to the host", PAY_OUT: "paid out", DISCOUNT: "discount", BUY_OUT: "buy-out of dealing",
    TIPS: "tips", TIP_POOL: "tips for the volunteers", CLOSING: "closing", REVERSAL: "reversal", SETTLEMENT: "settlement of a dispute",
}  # fmt: skip
METHODS = {"cash": "cash", "transfer": "bank transfer", "app": "app", "other": "another way"}  # as kept, as read
LONGEST_NAME = 32
MOST_WHY = 4  # entries that say what a balance is made of
PERSONAL = (ENTRY, REENTRY, BUY_IN, REBUY, CASH_OUT, PRIZE, PAYMENT, PAY_OUT, BUY_OUT)  # one player's, booked by hand


def on_day(day: date) -> str:
    """A day as people say it: 14 March."""
    return f"{day.day} {day:%B}"


def player_in(booking: Booking) -> int | None:
    """Whose booking it is; None where it is nobody's alone."""
    if booking.what in (TIPS, TIP_POOL, CLOSING):
        return None
    places = [place for move in booking.moves for place in (move.source, move.target)]
    return next((place.of for place in places if place.kind == PLAYER), None)


def name_of(people: Mapping[int, Player], player_id: int | None) -> str:
    """A name as a card shows it; of two who share it also the player's number."""
    player = people.get(player_id or 0)
    if player is None:
        return "somebody"
    is_shared = sum(one.name.casefold() == player.name.casefold() for one in people.values()) > 1
    return clipped(player.name, LONGEST_NAME) + (f" (player {player.player_id})" if is_shared else "")


def booking_words(booking: Booking) -> str:
    """What a booking is and how much: "entry 50.00 USD, 10.00 USD less for dealing, cash"."""
    what, much = NAMES.get(booking.what, booking.what), amount(booking.total, booking.currency)
    told = [f"{what} {much}"] if booking.reverses is None else [f"{what} of booking {booking.reverses}", much]
    if booking.what == ENTRY:
        off = sum(move.amount for move in booking.moves if move.source.kind == "discounts")
        told += [f"{amount(off, booking.currency)} less for dealing"] if off else []
    if booking.method:
        told.append(METHODS.get(booking.method, clipped(booking.method, 40)))
    if booking.reason:
        told.append(clipped(booking.reason, 80))
    return ", ".join(told)


def booking_line(booking: Booking, people: Mapping[int, Player]) -> str:
    """A booking with its number and whose it is."""
    whose = player_in(booking)
    who = "" if whose is None else f"{name_of(people, whose)}, "
    gone = "" if booking.reversed_by is None else f" (reversed by {booking.reversed_by})"
    return f"{booking.booking_id}: {who}{booking_words(booking)}{gone}"


def balance_words(value: int, currency: str) -> str:
    """A balance from its owner's side: owed to them or by them."""
    if value < 0:
        return f"owes {amount(-value, currency)}"
    return f"is owed {amount(value, currency)}" if value else "is even"


def own_balance_words(value: int, currency: str) -> str:
    """The same to its owner."""
    if value < 0:
        return f"You owe {amount(-value, currency)}"
    return f"You are owed {amount(value, currency)}" if value else "You are even"


def why(entries: Sequence[Entry]) -> list[Entry]:
    """What a balance is made of: the newest entries, MOST_WHY at most, since it was last at zero."""
    since = 0
    for at, entry in enumerate(entries):
        if entry.balance == 0:
            since = at + 1
    return list(entries[since:])[-MOST_WHY:]


def change_words(entry: Entry) -> str:
    """What one entry did to a balance: "entry -40.00 USD"."""
    name = NAMES.get(entry.booking.what, entry.booking.what)
    return f"{name} {signed(entry.change, entry.booking.currency)}"


def statement_line(entry: Entry, zone: str) -> str:
    """A line of somebody's own statement: what it was, also where it was paid at once; the day, never the hour."""
    booking = entry.booking
    day = on_day(day_of(booking, zone))
    gone = "" if booking.reversed_by is None else ", reversed since"
    stands = amount(entry.balance, booking.currency)
    return f"- {day}, booking {booking.booking_id}: {_statement_words(entry)}{gone}; then {stands}"


def _statement_words(entry: Entry) -> str:
    booking = entry.booking
    is_shared = player_in(booking) is None  # its total is not this player's alone
    if is_shared or (abs(entry.change) == booking.total and booking.reverses is None):
        return change_words(entry)
    change = f": {signed(entry.change, booking.currency)}" if entry.change else ""
    return f"{booking_words(booking)}{change}"
