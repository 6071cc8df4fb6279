"""The books as people look at them: a night as its host sees it, who owes what, one booking. No Discord here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from zlib import crc32

from cogs.money.actions import night_meant, verify_night
from cogs.shared.bookings import MOST_WHY, player_in, why
from cogs.shared.entry_fee import fee_lines, own_line
from cogs.shared.people import Person, found
from data.closing import CountDown, count_down
from data.fees import Books, books_of, dues
from data.handled import Act
from data.ledger import Entry, WholeBooks, booking_of, bookings_of, confirmed_at, owing, statement
from data.money import entered
from data.nights import Night, night_of, night_open
from data.players import Player, player_with, players
from data.store import Transaction
from data.tips import NightTips, night_tips
from league.books import BANK_PLACE, TIP_POOL, TIPS, Booking
from league.exports import beancount_text, csv_text, distinct

CSV = "csv"  # a form of the whole books; the other is plain text


@dataclass(frozen=True)
class NightBooks:
    """A night's money as its host sees it; of tips nothing until they are booked.

    `by_method`: what the host should hold, by how it was handed over. `mark`: what this rests on.
    """

    night: Night
    books: Books
    fee: tuple[str, ...]
    down: CountDown
    by_method: Mapping[str, int]
    discounts: Mapping[int, int]
    entered: frozenset[int]
    bookings: tuple[Booking, ...]
    confirmed: frozenset[int]
    tips: NightTips | None
    people: Mapping[int, Player]

    @property
    def mark(self) -> str:
        """Changes with every booking and every count."""
        newest = self.bookings[-1].booking_id if self.bookings else 0
        return f"{crc32(repr((newest, self.down.left, self.down.held, self.books.closed_at)).encode()):08x}"


@dataclass(frozen=True)
class Owing:
    """Somebody whose balance is not zero, and what it is made of."""

    player_id: int
    currency: str
    balance: int
    why: tuple[Entry, ...]


@dataclass(frozen=True)
class BooksFile:
    """The whole books as a file, and how many bookings are in it."""

    name: str
    content: bytes
    bookings: int


@dataclass(frozen=True)
class Seen:
    """One booking with everybody in it. `confirmed`: the players who said that it is right; `night`: whose books."""

    booking: Booking
    night: Night | None
    people: Mapping[int, Player]
    confirmed: frozenset[int]


def night_books(
    tx: Transaction, league_id: int, night_id: int, now: datetime, counted: int | None = None
) -> NightBooks:
    """A night's money. Raises Refusal where the league has no such night."""
    night = verify_night(tx, league_id, night_id)
    books = books_of(tx, league_id, night_id, now)
    bookings = bookings_of(tx, league_id, night_id)
    act = Act(league_id, "", 0, now)  # looking is nobody's doing
    by_method: Counter[str] = Counter()
    for booking in bookings:
        if booking.what not in (TIPS, TIP_POOL):
            by_method[booking.method] -= booking.moved(BANK_PLACE)
    return NightBooks(
        night=night,
        books=books,
        fee=tuple(fee_lines(tx, league_id, night_id, now)),
        down=count_down(tx, act, night_id, counted),
        by_method={method: value for method, value in by_method.items() if value},
        discounts=dues(tx, books),
        entered=frozenset(entered(bookings)),
        bookings=tuple(bookings),
        confirmed=frozenset(one.booking_id for one in bookings if confirmed_at(tx, league_id, one.booking_id)),
        tips=night_tips(tx, league_id, night_id),
        people=players(tx, league_id),
    )


def tonights_books(tx: Transaction, league_id: int, now: datetime, day: date | None = None) -> NightBooks:
    """The money of the night at hand, or of a day's. Raises Refusal."""
    return night_books(tx, league_id, night_meant(tx, league_id, day).night_id, now)


def who_owes(tx: Transaction, league_id: int, player_id: int | None = None) -> list[Owing]:
    """Everybody whose balance is not zero, or one player alone; who owes most comes first."""
    return [
        Owing(one, currency, balance, tuple(why(statement(tx, league_id, one, currency, MOST_WHY))))
        for one, currency, balance in owing(tx, league_id, player_id)
    ]


def everybody_owes(tx: Transaction, league_id: int) -> tuple[list[Owing], Mapping[int, Player]]:
    """All balances, for staff."""
    return who_owes(tx, league_id), players(tx, league_id)


def one_owes(tx: Transaction, league_id: int, person: Person, now: datetime) -> tuple[list[Owing], str | None]:
    """One player's balances, and what an entry would come to tonight if they have not entered."""
    player = found(tx, league_id, person)
    night = night_open(tx, league_id)
    entry = None
    if night is not None:
        player_id = 0 if player is None else player.player_id
        if player_id not in entered(bookings_of(tx, league_id, night.night_id)):
            entry = own_line(tx, league_id, night.night_id, player_id, now)
    return ([] if player is None else who_owes(tx, league_id, player.player_id)), entry


def booking_seen(tx: Transaction, league_id: int, booking_id: int) -> Seen | None:
    """A booking of the league with its people; None if it has none of that number."""
    booking = booking_of(tx, league_id, booking_id)
    if booking is None:
        return None
    night = None if booking.night_id is None else night_of(tx, league_id, booking.night_id)
    return Seen(booking, night, players(tx, league_id), frozenset(confirmed_at(tx, league_id, booking_id)))


def just_booked(tx: Transaction, league_id: int, booking_id: int) -> tuple[Seen, list[Owing]]:
    """A booking that was just made, and how its player stands now."""
    seen = booking_seen(tx, league_id, booking_id)
    assert seen is not None  # bookings are never deleted
    whose = player_in(seen.booking)
    return seen, [] if whose is None else who_owes(tx, league_id, whose)


def own_booking(tx: Transaction, league_id: int, booking_id: int, user_id: int) -> Seen | None:
    """The same for a player who is in it; None for anybody else."""
    seen = booking_seen(tx, league_id, booking_id)
    player = player_with(tx, league_id, user_id)
    is_theirs = seen is not None and player is not None and player_in(seen.booking) == player.player_id
    return seen if is_theirs else None


def books_file(tx: Transaction, league_id: int, form: str, zone: str, title: str) -> BooksFile:
    """All bookings, as a file of the form."""
    names = distinct({one.player_id: one.name for one in players(tx, league_id).values()})
    bookings = WholeBooks(tx, league_id)
    if form == CSV:
        text, name = csv_text(bookings, names, zone), "books.csv"
    else:
        text, name = beancount_text(bookings, names, zone, title), "books.beancount"
    return BooksFile(name, text.encode(), len(bookings))
