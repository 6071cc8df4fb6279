"""Money at a night: entries with their discounts, buy-ins, cash-outs, payments, and buying out of a duty.

Each is one booking in one transaction; with a method the money changes hands in the same booking.
"""

from __future__ import annotations

from collections.abc import Sequence

from data.dealers import duties_of, open_duty, take_duty
from data.fees import books_of, dues, fee_of, freeze, open_books
from data.handled import Act
from data.ledger import book, bookings_of, confirm, reverse
from data.players import players
from data.store import Transaction
from league.books import (
    BANK_PLACE,
    BUY_OUT,
    CASH_OUT,
    DISCOUNT,
    ENTRY,
    HOUSE_PLACE,
    PAID_FROM,
    PAID_IN,
    PAY_OUT,
    PAYMENT,
    SETTLEMENT,
    Booking,
    Move,
    discounts,
    player,
    pool,
)
from league.dealer import OBLIGATION, BuyOut, Owe
from league.refusing import NotNow

NO_PLAYER = "This league knows no such player: name somebody who has played or dealt here."


def enter(
    tx: Transaction,
    act: Act,
    night_id: int,
    player_id: int,
    what: str = ENTRY,
    amount: int | None = None,
    method: str = "",
) -> int:
    """A player pays into the night's pool (one of PAID_IN); the booking's number. Raises NotNow.

    A first entry is the night's fee less a dealer's discount; a re-entry without an amount is the whole fee.
    `method`: how it is paid, in the same booking; empty: it is owed.
    """
    assert what in PAID_IN
    _verify_player(tx, act.league_id, player_id)
    books = open_books(tx, act, night_id)
    off = 0
    if what == ENTRY:
        if player_id in entered(bookings_of(tx, act.league_id, night_id)):
            raise NotNow("This player has entered tonight already: what comes now is a re-entry, at the full fee.")
        amount = fee_of(books)
        off = dues(tx, books).get(player_id, 0)
        freeze(tx, act, books)
    value = fee_of(books) if amount is None else amount
    moves = [Move(player(player_id), pool(night_id), value)]
    if off:
        moves.append(Move(discounts(night_id), player(player_id), off))
    if method and value > off:
        moves.append(Move(BANK_PLACE, player(player_id), value - off))
    booking_id = book(tx, act, what, moves, books.currency, night_id, method=method)
    if what == ENTRY:
        adjust_discounts(tx, act, night_id)
    return booking_id


def pay_from_pool(
    tx: Transaction, act: Act, night_id: int, player_id: int, amount: int, what: str = CASH_OUT, method: str = ""
) -> int:
    """A cash-out or a prize (PAID_FROM): from the pool to the player; with a method it is handed over at once."""
    assert what in PAID_FROM
    _verify_player(tx, act.league_id, player_id)
    books = open_books(tx, act, night_id)
    moves = [Move(pool(night_id), player(player_id), amount)]
    if method:
        moves.append(Move(player(player_id), BANK_PLACE, amount))
    return book(tx, act, what, moves, books.currency, night_id, method=method)


def pay(
    tx: Transaction, act: Act, player_id: int, amount: int, currency: str, method: str, night_id: int | None
) -> int:
    """A player pays the host what they owe, or in advance; the booking's number."""
    return _pay(tx, act, PAYMENT, Move(BANK_PLACE, player(player_id), amount), currency, method, night_id)


def pay_out(
    tx: Transaction, act: Act, player_id: int, amount: int, currency: str, method: str, night_id: int | None
) -> int:
    """The host pays a player what the league owes them; the booking's number."""
    return _pay(tx, act, PAY_OUT, Move(player(player_id), BANK_PLACE, amount), currency, method, night_id)


def settle(
    tx: Transaction,
    act: Act,
    payer_id: int | None,
    payee_id: int | None,
    amount: int,
    currency: str,
    night_id: int | None,
    reason: str,
) -> int:
    """What a dispute came to, once all who pay or are paid have agreed; the booking's number.

    None: the league itself pays or is paid. It stands on the accounts and is paid as any debt is.
    """
    source, target = (HOUSE_PLACE if one is None else player(one) for one in (payer_id, payee_id))
    people = [one for one in (payer_id, payee_id) if one is not None]
    for player_id in people:
        _verify_player(tx, act.league_id, player_id)
    night_id = _open_night(tx, act, night_id)
    booking_id = book(tx, act, SETTLEMENT, [Move(source, target, amount)], currency, night_id, reason=reason)
    for player_id in people:
        confirm(tx, act, booking_id, player_id)
    return booking_id


def _open_night(tx: Transaction, act: Act, night_id: int | None) -> int | None:
    """The night, unless it has been counted: what is paid later is no part of it."""
    is_counted = night_id is not None and books_of(tx, act.league_id, night_id, act.at).closed_at is not None
    return None if is_counted else night_id


def _pay(tx: Transaction, act: Act, what: str, move: Move, currency: str, method: str, night_id: int | None) -> int:
    _verify_player(tx, act.league_id, max(move.source.of, move.target.of))
    return book(tx, act, what, [move], currency, _open_night(tx, act, night_id), method=method)


def undo(tx: Transaction, act: Act, booking_id: int, reason: str) -> int:
    """Reverse a booking, and let the discounts follow; the reversal's number. Raises NotNow."""
    row = tx.one(
        "SELECT night_id FROM booking WHERE league_id = :league_id AND booking_id = :booking_id",
        league_id=act.league_id,
        booking_id=booking_id,
    )
    night_id = None if row is None else row["night_id"]
    if night_id is not None:
        open_books(tx, act, night_id)
    reversal = reverse(tx, act, booking_id, reason)
    if night_id is not None:
        adjust_discounts(tx, act, night_id)
    return reversal


# ------------------------------------------------------------------ discounts and the duty


def entered(bookings: Sequence[Booking]) -> set[int]:
    """Who has made a first entry that stands."""
    return {booking.moves[0].source.of for booking in bookings if booking.what == ENTRY and booking.reversed_by is None}


def discounts_booked(bookings: Sequence[Booking], night_id: int) -> dict[int, int]:
    """What each player's entry is less by, as the bookings have it."""
    found: dict[int, int] = {}
    for booking in bookings:
        for move in booking.moves:
            if move.source == discounts(night_id) and move.target.kind == "player":
                found[move.target.of] = found.get(move.target.of, 0) + move.amount
            elif move.target == discounts(night_id) and move.source.kind == "player":
                found[move.source.of] = found.get(move.source.of, 0) - move.amount
    return {player_id: off for player_id, off in found.items() if off}


def adjust_discounts(tx: Transaction, act: Act, night_id: int) -> list[int]:
    """Book what a change of duties makes of the discounts of those who have entered; the bookings' numbers.

    To be called in the transaction of the change: somebody signs up, is taken off the list, a table breaks or a
    dealer moves. Nothing is booked once the night's books are closed.
    """
    books = books_of(tx, act.league_id, night_id, act.at)
    if books.closed_at is not None or books.entered_at is None:
        return []
    bookings = bookings_of(tx, act.league_id, night_id)
    there = entered(bookings)
    due = {player_id: off for player_id, off in dues(tx, books).items() if player_id in there}
    booked = discounts_booked(bookings, night_id)
    added = []
    for player_id in sorted({*due, *booked}):
        off = due.get(player_id, 0) - booked.get(player_id, 0)
        if off:
            places = [discounts(night_id), player(player_id)]
            source, target = places if off > 0 else reversed(places)
            added.append(book(tx, act, DISCOUNT, [Move(source, target, abs(off))], books.currency, night_id,
                              reason="as the dealer's duty stands"))  # fmt: skip
    _tell_duties(tx, act, night_id, due, there)
    return added


def _tell_duties(tx: Transaction, act: Act, night_id: int, due: dict[int, int], there: set[int]) -> None:
    """A duty's balance is the discount: what a dealer pays to buy out."""
    for kept in duties_of(tx, act.league_id, night_id):
        duty = kept.duty
        if duty.player_id not in there or duty.is_over or not duty.has_discount or duty.paid_at is not None:
            continue
        if duty.balance != due.get(duty.player_id, 0):
            take_duty(tx, act, kept, Owe(due.get(duty.player_id, 0)), "the discount of the entry")


def buy_out(tx: Transaction, act: Act, night_id: int, player_id: int, method: str) -> int | None:
    """A dealer pays the balance of the full entry, and the duty knows: both or neither. Raises NotNow.

    The booking's number; None where no discount is left to pay back. Source: psp-dealer-obligation.
    """
    books = open_books(tx, act, night_id)
    kept = open_duty(tx, act.league_id, night_id, player_id)
    if kept is None:
        raise NotNow("This player owes no dealing tonight, so there is nothing to buy out of.", OBLIGATION)
    bookings = bookings_of(tx, act.league_id, night_id)
    if player_id not in entered(bookings):
        raise NotNow("This dealer's entry is not in the books yet: /money enter comes first.", OBLIGATION)
    off = discounts_booked(bookings, night_id).get(player_id, 0)
    if kept.duty.balance != off:
        kept = take_duty(tx, act, kept, Owe(off), "the discount of the entry")
    take_duty(tx, act, kept, BuyOut(), "the balance is paid and booked")
    if not off:
        return None
    moves = [Move(player(player_id), discounts(night_id), off), Move(BANK_PLACE, player(player_id), off)]
    return book(tx, act, BUY_OUT, moves, books.currency, night_id, method=method)


def _verify_player(tx: Transaction, league_id: int, player_id: int) -> None:
    if player_id not in players(tx, league_id, [player_id]):
        raise NotNow(NO_PLAYER)
