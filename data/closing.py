"""Closing a night's books: what was counted against what the books say, and every account of the night at zero."""

from __future__ import annotations

from dataclasses import dataclass

from data.audit import record_audit
from data.fees import books_of, open_books
from data.handled import Act
from data.ledger import balance, book, bookings_of
from data.money import adjust_discounts
from data.store import Transaction
from data.times import to_micros
from data.tips import book_tips
from league.books import (
    BANK_PLACE,
    CLOSING,
    HOUSE_PLACE,
    PLAYER,
    REVERSAL,
    TIP_POOL,
    TIPS,
    Booking,
    Likely,
    Move,
    Place,
    balances_of,
    discounts,
    likely,
    pool,
    turned_round,
)
from league.entry import POOL_BEARS
from league.money import signed
from league.refusing import NotNow


@dataclass(frozen=True)
class CountDown:
    """A night's money before its books close; tips are no part of it.

    `left`: what the pool still holds once the discounts are settled, above zero too much, below too little.
    `discounts`: what they come to. `held`: what the host should hold of this night. `counted` None: not counted.
    `unpaid`: what the night left on players' accounts and still stands, by player.
    """

    night_id: int
    currency: str
    left: int
    discounts: int
    bearer: str
    held: int
    counted: int | None
    likely: tuple[Likely, ...]
    unpaid: dict[int, int]

    @property
    def difference(self) -> int:
        """What was counted beyond what the books say: above zero there is more money than booked."""
        return 0 if self.counted is None else self.counted - self.held

    @property
    def agrees(self) -> bool:
        """Can the books close without a reason?"""
        return self.left == 0 and self.difference == 0


def count_down(tx: Transaction, act: Act, night_id: int, counted: int | None) -> CountDown:
    """What was counted (the night's money without the tip box, in minor units) against the books."""
    books = books_of(tx, act.league_id, night_id, act.at)
    bookings = [one for one in bookings_of(tx, act.league_id, night_id) if one.what not in (TIPS, TIP_POOL)]
    held = -sum(one.moved(BANK_PLACE) for one in bookings)
    off = -balance(tx, act.league_id, discounts(night_id), books.currency)
    in_pool = balance(tx, act.league_id, pool(night_id), books.currency)
    left = in_pool - off if books.terms.bearer == POOL_BEARS else in_pool
    gap = left if counted is None or counted == held else counted - held
    return CountDown(
        night_id=night_id,
        currency=books.currency,
        left=left,
        discounts=off,
        bearer=books.terms.bearer,
        held=held,
        counted=counted,
        likely=tuple(likely(gap, bookings)),
        unpaid=_unpaid(tx, act, bookings, books.currency),
    )


def _unpaid(tx: Transaction, act: Act, bookings: list[Booking], currency: str) -> dict[int, int]:
    """What the night left, as far as it still stands: a debt of another night may have been paid in this one."""
    found = {}
    for (place, _), value in sorted(balances_of(bookings).items()):
        if place.kind == PLAYER:
            whole = balance(tx, act.league_id, place, currency)
            stands = min(value, whole) if value > 0 else max(value, whole)
            if value * stands > 0:
                found[place.of] = stands
    return found


def close_books(tx: Transaction, act: Act, night_id: int, counted: int | None, reason: str) -> int | None:
    """Settle the discounts, book the tips, bring every account of the night to zero; the closing's number, if any.

    Raises NotNow where something is left over or missing and no reason is given.
    """
    open_books(tx, act, night_id)
    down = count_down(tx, act, night_id, counted)
    if not down.agrees and not reason.strip():
        raise NotNow(_named(down))
    book_tips(tx, act, night_id)
    moves = [*_settled(down), *_evened(down)]
    booking_id = None
    if moves:
        booking_id = book(tx, act, CLOSING, moves, down.currency, night_id, reason=reason.strip())
    tx.run(
        "UPDATE night_money SET closed_at = :at WHERE league_id = :league_id AND night_id = :night_id",
        at=to_micros(act.at),
        league_id=act.league_id,
        night_id=night_id,
    )
    record_audit(tx, act, "books closed", night_id=night_id, left=down.left, difference=down.difference, reason=reason)
    return booking_id


def _named(down: CountDown) -> str:
    parts = []
    if down.left:
        much = "too much" if down.left > 0 else "too little"
        parts.append(f"the pool holds {signed(down.left, down.currency)}, which is {much}")
    if down.difference:
        much = "more" if down.difference > 0 else "less"
        parts.append(f"the count is {signed(down.difference, down.currency)}, {much} than booked")
    return f"The night does not come out even: {' and '.join(parts)}. Mend the booking, or close with a reason."


def _settled(down: CountDown) -> list[Move]:
    bearer = pool(down.night_id) if down.bearer == POOL_BEARS else HOUSE_PLACE
    return [_move(bearer, discounts(down.night_id), down.discounts)] if down.discounts else []


def _evened(down: CountDown) -> list[Move]:
    moves = []
    if down.left:
        moves.append(_move(pool(down.night_id), HOUSE_PLACE, down.left))
    if down.difference:
        moves.append(_move(BANK_PLACE, HOUSE_PLACE, down.difference))
    return moves


def _move(source: Place, target: Place, value: int) -> Move:
    return Move(source, target, value) if value > 0 else Move(target, source, -value)


def reopen(tx: Transaction, act: Act, night_id: int, reason: str) -> None:
    """Open a closed night's books again; the closing is reversed, the tips stay as they are booked. Raises NotNow."""
    if books_of(tx, act.league_id, night_id, act.at).closed_at is None:
        raise NotNow("The books of this night are open already.")
    if not reason.strip():
        raise NotNow("Opening closed books says why: give a reason in a few words.")
    tx.run(
        "UPDATE night_money SET closed_at = NULL WHERE league_id = :league_id AND night_id = :night_id",
        league_id=act.league_id,
        night_id=night_id,
    )
    for booking in bookings_of(tx, act.league_id, night_id):
        if booking.what == CLOSING and booking.reversed_by is None:
            book(
                tx, act, REVERSAL, turned_round(booking.moves), booking.currency, night_id,
                reason=reason.strip(), reverses=booking.booking_id,
            )  # fmt: skip
    adjust_discounts(tx, act, night_id)  # duties may have changed meanwhile
    record_audit(tx, act, "books opened again", night_id=night_id, reason=reason.strip())
