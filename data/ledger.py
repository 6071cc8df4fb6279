"""The books: bookings are added, never changed; a mistake is reversed by a booking that names it.

The database itself keeps the balances and refuses what would break them (migrations/0004_money.sql).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import itemgetter

from data.handled import Act
from data.numbered import add_numbered
from data.store import Row, Transaction
from data.times import from_micros, to_micros
from league.books import (
    BUY_OUT,
    CLOSING,
    PLAYER,
    REVERSAL,
    TIP_POOL,
    TIPS,
    Balances,
    Booking,
    Move,
    Place,
    player,
    turned_round,
)
from league.refusing import NotNow

LONGEST_REASON = 200  # characters; the schema's own limit
LONGEST_METHOD = 40
NO_BOOKING = "This league has no booking of that number: /money night lists tonight's."


@dataclass(frozen=True)
class Entry:
    """A line of somebody's statement: what a booking did to their balance, and what it was then."""

    booking: Booking
    change: int
    balance: int


@dataclass(frozen=True)
class Check:
    """What proving the books came to. `faults`: each a sentence; none: sound."""

    bookings: int
    lines: int
    faults: tuple[str, ...]


# ------------------------------------------------------------------ booking


def book(
    tx: Transaction,
    act: Act,
    what: str,
    moves: Sequence[Move],
    currency: str,
    night_id: int | None = None,
    *,
    method: str = "",
    reason: str = "",
    reverses: int | None = None,
    by_nobody: bool = False,
) -> int:
    """Add a booking of these moves; its number. `by_nobody`: it is nobody's in particular, as with tips."""
    booking_id = add_numbered(
        tx,
        act.league_id,
        "booking",
        "booking_id",
        night_id=night_id,
        booked_at=to_micros(act.at),
        booked_by=None if by_nobody else act.by,
        what=what,
        currency=currency,
        line_count=len(moves),
        method=method[:LONGEST_METHOD],
        reason=reason[:LONGEST_REASON],
        reverses=reverses,
    )
    accounts = {
        place: _account(tx, act.league_id, place, currency)
        for place in dict.fromkeys(place for move in moves for place in (move.source, move.target))
    }
    for number, move in enumerate(moves, 1):
        tx.run(
            "INSERT INTO line (league_id, booking_id, line_id, from_account, to_account, amount, currency)"
            " VALUES (:league_id, :booking_id, :line_id, :source, :target, :amount, :currency)",
            league_id=act.league_id,
            booking_id=booking_id,
            line_id=number,
            source=accounts[move.source],
            target=accounts[move.target],
            amount=move.amount,
            currency=currency,
        )
    return booking_id


def _account(tx: Transaction, league_id: int, place: Place, currency: str) -> int:
    """The number of a place's account, which is opened the first time."""
    row = _kept(tx, league_id, place, currency)
    if row is not None:
        return int(row["account_id"])
    night_id, player_id = (None, place.of) if place.kind == PLAYER else (place.of or None, None)
    return add_numbered(
        tx, league_id, "account", "account_id",
        kind=place.kind, night_id=night_id, player_id=player_id, currency=currency,
    )  # fmt: skip


def _kept(tx: Transaction, league_id: int, place: Place, currency: str) -> Row | None:
    """A place's account and its balance; None if nothing was ever booked on it."""
    return tx.one(
        "SELECT account_id, balance FROM account WHERE league_id = :league_id AND kind = :kind"
        " AND COALESCE(night_id, 0) = :night_id AND COALESCE(player_id, 0) = :player_id AND currency = :currency",
        league_id=league_id,
        kind=place.kind,
        night_id=0 if place.kind == PLAYER else place.of,
        player_id=place.of if place.kind == PLAYER else 0,
        currency=currency,
    )


def reverse(tx: Transaction, act: Act, booking_id: int, reason: str) -> int:
    """Undo a booking by one with the same moves turned round; its number. Raises NotNow."""
    booking = booking_of(tx, act.league_id, booking_id)
    if booking is None:
        raise NotNow(NO_BOOKING)
    if not reason.strip():
        raise NotNow("A reversal says why: give a reason in a few words.")
    if booking.reversed_by is not None:
        raise NotNow(f"Booking {booking_id} has been reversed already, by booking {booking.reversed_by}.")
    if booking.what in FIXED:
        raise NotNow(FIXED[booking.what])
    return book(
        tx, act, REVERSAL, turned_round(booking.moves), booking.currency, booking.night_id,
        method=booking.method, reason=reason.strip(), reverses=booking_id,
    )  # fmt: skip


_TIPS_STAY = "Tips are booked in one sum that nobody's gift can be told from, so they are not reversed."
FIXED = {  # what has no reversal, and what to do instead
    REVERSAL: "That booking is a reversal itself: book what was meant anew.",
    TIPS: _TIPS_STAY,
    TIP_POOL: _TIPS_STAY,
    BUY_OUT: "A buy-out has changed the dealer's duty, too, so it stays: pay the money back with /money pay.",
    CLOSING: "A closing is taken back with /money reopen, which opens the night's books again.",
}


# ------------------------------------------------------------------ looking


def balance(tx: Transaction, league_id: int, place: Place, currency: str) -> int:
    """What a place holds: in minus out."""
    row = _kept(tx, league_id, place, currency)
    return 0 if row is None else int(row["balance"])


def balances(tx: Transaction, league_id: int) -> Balances:
    """What every place holds that was ever booked on, as it is kept."""
    rows = tx.all(
        "SELECT kind, night_id, player_id, currency, balance FROM account WHERE league_id = :league_id",
        league_id=league_id,
    )
    return {(_place(row), row["currency"]): row["balance"] for row in rows}


def owing(tx: Transaction, league_id: int, player_id: int | None = None) -> list[tuple[int, str, int]]:
    """Whose balance is not zero, of all or of one: player, currency, balance; who owes most comes first."""
    whose = "" if player_id is None else " AND player_id = :player_id"
    rows = tx.all(
        "SELECT player_id, currency, balance FROM account WHERE league_id = :league_id AND kind = 'player'"
        f" AND balance <> 0{whose} ORDER BY currency, balance, player_id",
        league_id=league_id,
        player_id=player_id,
    )
    return [(row["player_id"], row["currency"], row["balance"]) for row in rows]


def booking_of(tx: Transaction, league_id: int, booking_id: int) -> Booking | None:
    """The league's booking of that number; None if it has none."""
    return next(_bookings(tx, league_id, "b.booking_id = :booking_id", booking_id=booking_id), None)


def bookings_of(tx: Transaction, league_id: int, night_id: int) -> list[Booking]:
    """A night's bookings, oldest first."""
    return list(_bookings(tx, league_id, "b.night_id = :night_id", night_id=night_id))


def all_bookings(tx: Transaction, league_id: int) -> list[Booking]:
    """The whole of a league's books, oldest first."""
    return list(WholeBooks(tx, league_id))


@dataclass(frozen=True)
class WholeBooks:
    """The same, read anew each time that it is gone through and never all in memory: there may be a million."""

    tx: Transaction
    league_id: int

    def __iter__(self) -> Iterator[Booking]:
        return _bookings(self.tx, self.league_id, "1")

    def __len__(self) -> int:
        row = self.tx.one("SELECT COUNT(*) AS n FROM booking WHERE league_id = :league_id", league_id=self.league_id)
        assert row is not None  # a count always has a row
        return int(row["n"])


def currencies_of(tx: Transaction, league_id: int, player_id: int) -> list[str]:
    """In which currencies a player was ever booked on."""
    rows = tx.all(
        "SELECT currency FROM account WHERE league_id = :league_id AND kind = 'player' AND COALESCE(night_id, 0) = 0"
        " AND COALESCE(player_id, 0) = :player_id ORDER BY currency",  # as account_place has it
        league_id=league_id,
        player_id=player_id,
    )
    return [row["currency"] for row in rows]


def statement(tx: Transaction, league_id: int, player_id: int, currency: str, most: int = 1_000) -> list[Entry]:
    """What happened to one player's balance, oldest first; of a long one the newest entries."""
    row = _kept(tx, league_id, player(player_id), currency)
    if row is None:
        return []
    newest = (
        "SELECT DISTINCT booking_id FROM line WHERE league_id = :league_id AND {} = :account_id"
        " ORDER BY booking_id DESC LIMIT :most"
    )
    which = (
        f"b.booking_id IN (SELECT booking_id FROM (SELECT * FROM ({newest.format('from_account')})"
        f" UNION SELECT * FROM ({newest.format('to_account')})) ORDER BY booking_id DESC LIMIT :most)"
    )
    found = list(_bookings(tx, league_id, which, account_id=row["account_id"], most=most))
    changes = [booking.moved(player(player_id)) for booking in found]
    entries, so_far = [], row["balance"] - sum(changes)
    for booking, change in zip(found, changes, strict=True):
        so_far += change
        entries.append(Entry(booking, change, so_far))
    return entries


def _bookings(tx: Transaction, league_id: int, which: str, **values: object) -> Iterator[Booking]:
    rows = tx.each(  # CROSS JOIN: from the bookings to their lines, never from all lines of the league
        "SELECT b.booking_id, b.night_id AS of_night, b.booked_at, b.booked_by, b.what, b.currency, b.method, b.reason,"
        " b.reverses, r.booking_id AS reversed_by, l.amount, f.kind, f.night_id, f.player_id,"
        " t.kind AS to_kind, t.night_id AS to_night, t.player_id AS to_player"
        " FROM booking b CROSS JOIN line l ON l.league_id = b.league_id AND l.booking_id = b.booking_id"
        " JOIN account f ON f.league_id = l.league_id AND f.account_id = l.from_account"
        " JOIN account t ON t.league_id = l.league_id AND t.account_id = l.to_account"
        " LEFT JOIN booking r ON r.league_id = b.league_id AND r.reverses = b.booking_id"
        f" WHERE b.league_id = :league_id AND {which} ORDER BY b.booking_id, l.line_id",
        league_id=league_id,
        **values,
    )
    for _, found in groupby(rows, key=itemgetter("booking_id")):
        lines = list(found)
        yield _booking(lines[0], tuple(map(_move, lines)))


def _booking(row: Row, moves: tuple[Move, ...]) -> Booking:
    return Booking(
        booking_id=row["booking_id"],
        night_id=row["of_night"],
        booked_at=from_micros(row["booked_at"]),
        booked_by=row["booked_by"],
        what=row["what"],
        currency=row["currency"],
        moves=moves,
        method=row["method"],
        reason=row["reason"],
        reverses=row["reverses"],
        reversed_by=row["reversed_by"],
    )


def _move(row: Row) -> Move:
    return Move(_place(row), Place(row["to_kind"], row["to_player"] or row["to_night"] or 0), row["amount"])


def _place(row: Row) -> Place:
    return Place(row["kind"], row["player_id"] or row["night_id"] or 0)


# ------------------------------------------------------------------ both sides, and proving


def confirm(tx: Transaction, act: Act, booking_id: int, player_id: int) -> bool:
    """A player says that a booking on their account is right; False if they have said so already. Raises NotNow."""
    booking = booking_of(tx, act.league_id, booking_id)
    if booking is None or not any(player(player_id) in (move.source, move.target) for move in booking.moves):
        raise NotNow("That booking is not on your account, so there is nothing for you to confirm.")
    if booking.reversed_by is not None:
        raise NotNow("That booking has been reversed meanwhile: there is nothing left to confirm.")
    added = tx.run(
        "INSERT INTO booking_confirmed (league_id, booking_id, player_id, confirmed_at)"
        " VALUES (:league_id, :booking_id, :player_id, :at) ON CONFLICT DO NOTHING",
        league_id=act.league_id,
        booking_id=booking_id,
        player_id=player_id,
        at=to_micros(act.at),
    )
    return added == 1


def confirmed_at(tx: Transaction, league_id: int, booking_id: int) -> dict[int, datetime]:
    """Which players have confirmed a booking, and when."""
    rows = tx.all(
        "SELECT player_id, confirmed_at FROM booking_confirmed WHERE league_id = :league_id AND booking_id = :booking_id",
        league_id=league_id,
        booking_id=booking_id,
    )
    return {row["player_id"]: from_micros(row["confirmed_at"]) for row in rows}


def check(tx: Transaction, league_id: int) -> Check:
    """Prove the books from their lines: kept balances, zero in every currency, no half booking."""
    off = tx.all(
        "WITH moved AS (SELECT account_id, SUM(amount) AS total FROM"
        " (SELECT to_account AS account_id, amount FROM line WHERE league_id = :league_id"
        "  UNION ALL SELECT from_account, -amount FROM line WHERE league_id = :league_id) GROUP BY account_id)"
        " SELECT a.account_id, a.balance, COALESCE(m.total, 0) AS worked_out FROM account a"
        " LEFT JOIN moved m ON m.account_id = a.account_id"
        " WHERE a.league_id = :league_id AND a.balance <> COALESCE(m.total, 0)",
        league_id=league_id,
    )
    faults = [
        f"Account {row['account_id']} is kept at {row['balance']}; its lines give {row['worked_out']}." for row in off
    ]
    sums = tx.all(
        "SELECT currency, SUM(balance) AS total FROM account WHERE league_id = :league_id GROUP BY currency",
        league_id=league_id,
    )
    faults += [f"The accounts in {row['currency']} sum to {row['total']}, not to zero." for row in sums if row["total"]]
    halves = tx.all(
        "SELECT b.booking_id FROM booking b WHERE b.league_id = :league_id AND b.line_count <>"
        " (SELECT COUNT(*) FROM line l WHERE l.league_id = b.league_id AND l.booking_id = b.booking_id)",
        league_id=league_id,
    )
    faults += [f"Booking {row['booking_id']} is not whole." for row in halves]
    counts = tx.one(
        "SELECT (SELECT COUNT(*) FROM booking WHERE league_id = :league_id) AS bookings,"
        " (SELECT COUNT(*) FROM line WHERE league_id = :league_id) AS lines",
        league_id=league_id,
    )
    assert counts is not None  # counts always give a row
    return Check(counts["bookings"], counts["lines"], tuple(faults))
