"""What a host books: entries, payments, the fee, the discounts, reversals. No Discord here.

Amounts come as they were typed and are read in the currency of the night.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from cogs.shared.leagues import Leagues
from cogs.shared.people import Person, done_once, found, known_by_name, met
from cogs.shared.refusals import Refusal
from data import ledger, money
from data.fees import Books, books_of, night_with_books, set_fee
from data.handled import Act
from data.nights import Night, latest_night, night_of, night_open
from data.players import player_with
from data.settings import all_settings, record_settings
from data.store import Store, Transaction
from league.books import PAID_FROM, PAID_IN, PAY_OUT, PAYMENT
from league.entry import CHOICES, DISCOUNTS_SETTING, terms_of
from league.money import is_unusual, read_amount
from league.refusing import NotNow
from league.settings import Settings, settings_at

NO_BOOKS = "No night's books are open: a host opens a night with /night open."
BY_FEE = ("entry", "reentry")  # without an amount: the night's fee
BOOKED, SURE = "booked", "sure"
CODE = re.compile(r"[A-Za-z]{3}")  # a currency's


@dataclass(frozen=True)
class Order:
    """What is to be booked. `typed`: the amount; `method` empty: it is owed. `night_id` None: the one at hand."""

    what: str
    typed: str | None
    method: str
    night_id: int | None = None


@dataclass(frozen=True)
class Outcome:
    """The booking made; or, `booking_id` None: this much wants a second press, which `amount` and the rest are for."""

    booking_id: int | None
    player_id: int
    amount: int
    night_id: int


# ------------------------------------------------------------------ which night


def night_at_hand(
    tx: Transaction, league_id: int, day: date | None = None, *, are_closed: bool = False
) -> Night | None:
    """The night that is open, else the last one; of a day: that day's.

    `are_closed`: whether closed books are wanted, where a day had several nights.
    """
    if day is None:
        return night_open(tx, league_id) or latest_night(tx, league_id)
    night_id = night_with_books(tx, league_id, day, are_closed=are_closed)
    return latest_night(tx, league_id, day) if night_id is None else night_of(tx, league_id, night_id)


def night_meant(tx: Transaction, league_id: int, day: date | None = None, *, are_closed: bool = False) -> Night:
    """The same. Raises Refusal where there is none."""
    night = night_at_hand(tx, league_id, day, are_closed=are_closed)
    if night is None and day is not None:
        raise Refusal(f"There was no night on {day.isoformat()}: give the day it was opened for.")
    if night is None:
        raise Refusal(NO_BOOKS)
    return night


# ------------------------------------------------------------------ booking


async def book(store: Store, act: Act, person: Person, order: Order) -> Outcome:
    """Book it; unusually much only after a second press. Raises Refusal."""
    return _outcome((await done_once(store, act, _book, person, order)).answer)


async def book_surely(store: Store, act: Act, player_id: int, order: Order, amount: int) -> Outcome:
    """The second press. Raises Refusal."""
    return _outcome((await done_once(store, act, _book_surely, player_id, order, amount)).answer)


def _outcome(answer: str) -> Outcome:
    which, booking_id, player_id, amount, night_id = answer.split()
    return Outcome(int(booking_id) if which == BOOKED else None, int(player_id), int(amount), int(night_id))


def _book(tx: Transaction, act: Act, person: Person, order: Order) -> str:
    night = night_at_hand(tx, act.league_id)
    books = None if night is None else books_of(tx, act.league_id, night.night_id, act.at, night)
    if night is None or books is None or (night.closed_at is not None and books.closed_at is not None):
        night = books = None  # that night is history: debts are still paid, and a new night begins new books
    currency = books.currency if books else settings_of(tx, act).currency
    if order.what in (PAYMENT, PAY_OUT):
        person = known_by_name(tx, act.league_id, person)
        named = _debt_named(tx, act, person, order)
        if named not in (None, currency):  # what is left from when the league counted in another currency
            value = read_amount(order.typed or "", str(named))
            return _booked(tx, act, met(tx, act, person).player_id, order, value, None, str(named))
    amount = _amount(order, books, currency)
    player = met(tx, act, person)
    if order.typed and is_unusual(amount, books.fee if books else None, currency):
        return f"{SURE} 0 {player.player_id} {amount} {night.night_id if night else 0}"
    return _booked(tx, act, player.player_id, order, amount, night.night_id if night else None, currency)


def _debt_named(tx: Transaction, act: Act, person: Person, order: Order) -> str | None:
    """The currency that stands by the amount, if this person has a balance in it."""
    codes = {word.upper() for word in CODE.findall(order.typed or "")}
    player = found(tx, act.league_id, person) if codes else None
    owed = [] if player is None else ledger.owing(tx, act.league_id, player.player_id)
    return next((currency for _, currency, _ in owed if currency in codes), None)


def _book_surely(tx: Transaction, act: Act, player_id: int, order: Order, amount: int) -> str:
    if order.night_id is None:
        currency = settings_of(tx, act).currency
    else:
        currency = books_of(tx, act.league_id, order.night_id, act.at).currency
    return _booked(tx, act, player_id, order, amount, order.night_id, currency)


def _amount(order: Order, books: Books | None, currency: str) -> int:
    if order.what in (*PAID_IN, *PAID_FROM) and books is None:
        raise Refusal(NO_BOOKS)
    if order.typed:
        if order.what == "entry":
            raise NotNow("A first entry is tonight's fee less a dealer's discount: leave the amount out.")
        return read_amount(order.typed, currency)
    if order.what not in BY_FEE or books is None:
        raise NotNow("How much? Give the amount.")
    if books.fee is None:
        raise NotNow("A host says first what tonight's entry costs: /money night with the fee.")
    return books.fee


def _booked(
    tx: Transaction, act: Act, player_id: int, order: Order, amount: int, night_id: int | None, currency: str
) -> str:
    if order.what in PAID_IN and night_id is not None:
        booking_id = money.enter(tx, act, night_id, player_id, order.what, amount, order.method)
    elif order.what in PAID_FROM and night_id is not None:
        booking_id = money.pay_from_pool(tx, act, night_id, player_id, amount, order.what, order.method)
    elif order.what == PAYMENT:
        booking_id = money.pay(tx, act, player_id, amount, currency, order.method, night_id)
    elif order.what == PAY_OUT:
        booking_id = money.pay_out(tx, act, player_id, amount, currency, order.method, night_id)
    else:
        raise Refusal("That cannot be booked: choose from the list what it is.")
    return f"{BOOKED} {booking_id} {player_id} {amount} {night_id or 0}"


def settings_of(tx: Transaction, act: Act) -> Settings:
    """The league's settings as they stand in this very transaction."""
    return settings_at(all_settings(tx, act.league_id), act.at)


async def reverse(store: Store, act: Act, booking_id: int, reason: str) -> int:
    """Undo a booking by another one; its number. Raises Refusal."""
    return int((await done_once(store, act, _reverse, booking_id, reason)).answer)


def _reverse(tx: Transaction, act: Act, booking_id: int, reason: str) -> str:
    return str(money.undo(tx, act, booking_id, reason))


async def confirm(store: Store, act: Act, booking_id: int) -> str:
    """The player says that a booking on their account is right; a sentence. Raises Refusal."""
    return (await done_once(store, act, _confirm, booking_id)).answer


def _confirm(tx: Transaction, act: Act, booking_id: int) -> str:
    player = player_with(tx, act.league_id, act.by)
    if player is None:
        raise NotNow("That booking is not on your account, so there is nothing for you to confirm.")
    if ledger.confirm(tx, act, booking_id, player.player_id):
        return f"Thank you: booking {booking_id} is right, says you, too."
    return f"You have said so already: booking {booking_id} is right."


# ------------------------------------------------------------------ what an entry costs


async def change_fee(store: Store, act: Act, typed: str) -> int:
    """What tonight's first entry costs; which night. Raises Refusal."""
    return int((await done_once(store, act, _change_fee, typed)).answer)


def _change_fee(tx: Transaction, act: Act, typed: str) -> str:
    night = night_open(tx, act.league_id)
    if night is None:
        raise Refusal("No night is open, and a fee is set for one that is: a host opens it with /night open.")
    currency = books_of(tx, act.league_id, night.night_id, act.at).currency
    set_fee(tx, act, night.night_id, read_amount(typed, currency))
    return str(night.night_id)


async def change_terms(
    store: Store,
    leagues: Leagues,
    act: Act,
    by_table: Mapping[int, str],
    chosen: Mapping[str, str],
    from_when: datetime,
) -> None:
    """Set discounts by table, and how open cases are settled, from a moment on. Raises Refusal."""
    await done_once(store, act, _change_terms, by_table, chosen, from_when)
    leagues.changed(act.league_id)


def _change_terms(
    tx: Transaction, act: Act, by_table: Mapping[int, str], chosen: Mapping[str, str], from_when: datetime
) -> str:
    rows = all_settings(tx, act.league_id)
    settings = settings_at(rows, max(act.at, from_when))
    values: dict[str, Any] = {}
    if by_table:
        discounts = dict(terms_of(settings).discounts)
        for table, typed in by_table.items():
            discounts[table] = read_amount(typed, settings.currency, zero=True)
        values[DISCOUNTS_SETTING] = {str(table): off for table, off in sorted(discounts.items()) if off}
    for name, value in chosen.items():
        if value not in CHOICES[name]:
            raise Refusal("Choose from the list.")
        values[name] = value
    return record_settings(tx, act, values, from_when, "set")


def verify_night(tx: Transaction, league_id: int, night_id: int) -> Night:
    """The night a card is about. Raises Refusal."""
    night = night_of(tx, league_id, night_id)
    if night is None:
        raise Refusal(NO_BOOKS)
    return night
