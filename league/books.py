"""What books are made of: places where money stands, moves between them, bookings. Pure.

A player's balance above zero is owed to them; below, they owe it. The bank is what lies outside the books: its
balance is minus what the host holds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

PLAYER, POOL, DISCOUNTS, TIP_BOX, BANK, HOUSE = KINDS = ("player", "pool", "discounts", "tip_box", "bank", "house")

# What a booking can be.
ENTRY, REENTRY, BUY_IN, REBUY, CASH_OUT, PRIZE = "entry", "reentry", "buyin", "rebuy", "cashout", "prize"
PAYMENT, PAY_OUT, DISCOUNT, BUY_OUT = "payment", "payout", "discount", "buyout"
TIPS, TIP_POOL, CLOSING, REVERSAL = "tips", "tip pool", "closing", "reversal"
SETTLEMENT = "settlement"  # of a dispute, agreed by both: from one player, or the league itself, to another
PAID_IN = (ENTRY, REENTRY, BUY_IN, REBUY)  # into a night's pool
PAID_FROM = (CASH_OUT, PRIZE)  # out of it


@dataclass(frozen=True, order=True)
class Place:
    """Where money stands. `of`: the night of a pool, discounts or tip box; the player; 0 for bank and house."""

    kind: str
    of: int = 0


BANK_PLACE = Place(BANK)
HOUSE_PLACE = Place(HOUSE)


def player(player_id: int) -> Place:
    """A player's account."""
    return Place(PLAYER, player_id)


def pool(night_id: int) -> Place:
    """A night's pool: what its players put in."""
    return Place(POOL, night_id)


def discounts(night_id: int) -> Place:
    """A night's discounts: in minus until the night is closed."""
    return Place(DISCOUNTS, night_id)


def tip_box(night_id: int) -> Place:
    """A night's tip box."""
    return Place(TIP_BOX, night_id)


@dataclass(frozen=True)
class Move:
    """An amount (minor units, above zero) goes from one place to another."""

    source: Place
    target: Place
    amount: int


@dataclass(frozen=True)
class Booking:
    """One thing that happened to money. `booked_by` None: nobody in particular; `reverses`: which one it undoes."""

    booking_id: int
    night_id: int | None
    booked_at: datetime
    booked_by: int | None
    what: str
    currency: str
    moves: tuple[Move, ...]
    method: str = ""
    reason: str = ""
    reverses: int | None = None
    reversed_by: int | None = None

    def moved(self, place: Place) -> int:
        """What this booking adds to a place."""
        return sum(
            (move.amount if move.target == place else 0) - (move.amount if move.source == place else 0)
            for move in self.moves
        )

    @property
    def total(self) -> int:
        """What the host knows it by: its first move's amount."""
        return self.moves[0].amount


Balances = dict[tuple[Place, str], int]  # place and currency -> in minus out


def balances_of(bookings: Iterable[Booking]) -> Balances:
    """What every place holds after these bookings, worked out from their moves alone."""
    found: Counter[tuple[Place, str]] = Counter()
    for booking in bookings:
        for move in booking.moves:
            found[move.source, booking.currency] -= move.amount
            found[move.target, booking.currency] += move.amount
    return dict(found)


def turned_round(moves: Sequence[Move]) -> tuple[Move, ...]:
    """The moves that undo these."""
    return tuple(Move(move.target, move.source, move.amount) for move in reversed(moves))


@dataclass(frozen=True)
class Likely:
    """A booking that would explain a difference, and how: one of WHYS."""

    booking: Booking
    why: str


SAME, TWICE, DIGITS_SWAPPED, POINT_SLIPPED = WHYS = ("same", "twice", "digits_swapped", "point_slipped")


def likely(difference: int, bookings: Sequence[Booking], most: int = 5) -> list[Likely]:
    """The bookings that may be behind a difference of a count, the likeliest and newest first.

    Booked though it did not happen (or the reverse): as much as the difference. The wrong way round or twice: half
    of it. Two digits swapped, or the point slipped by a digit: the amount and what was meant are so far apart.
    """
    gap = abs(difference)
    found = []
    for booking in bookings:
        if not gap or booking.reverses is not None or booking.reversed_by is not None:
            continue
        why = _why(gap, {move.amount for move in booking.moves})
        if why is not None:
            found.append(Likely(booking, why))
    found.sort(key=lambda one: (WHYS.index(one.why), -one.booking.booking_id))
    return found[:most]


def _why(gap: int, amounts: set[int]) -> str | None:
    if gap in amounts:
        return SAME
    if any(2 * value == gap for value in amounts):
        return TWICE
    if any(gap in _swapped(value) for value in amounts):
        return DIGITS_SWAPPED
    if any(gap in (9 * value, value - value // 10) for value in amounts):
        return POINT_SLIPPED
    return None


def _swapped(value: int) -> set[int]:
    """How far a value is from those with two neighbouring digits swapped."""
    text = str(value)
    other = (int(text[:at] + text[at + 1] + text[at] + text[at + 2 :]) for at in range(len(text) - 1))
    return {abs(value - one) for one in other if one != value and len(str(one)) == len(text)}
