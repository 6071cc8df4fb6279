"""A league's books as files: CSV for a spreadsheet, and plain-text double entry as beancount reads it. Pure.

Days only, never a time: nothing in a file tells when a tip was given. In the double entry file signs are those of
bookkeeping: what the host holds stands above zero, what the league owes its players below.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from zoneinfo import ZoneInfo

from league.books import BANK, DISCOUNTS, HOUSE, PLAYER, POOL, TIP_BOX, Booking, Place, balances_of
from league.money import decimal

COLUMNS = (
    "booking", "day", "night", "what", "from", "to", "amount", "currency", "method", "reason", "reverses", "reversed by",
)  # fmt: skip
FORMULA = (
    "=",
    "+",
    "-",
    "@",
    "\t",
    "\r",
    "\n",
    "|",
    "＝",
    "＋",
    "－",
    "＠",
)  # what a spreadsheet would begin to reckon at
OPENED = {BANK: "Assets:Bank", HOUSE: "Equity:House", PLAYER: "Liabilities:Player-{}", POOL: "Liabilities:Night-{}:Pool",
          DISCOUNTS: "Liabilities:Night-{}:Discounts", TIP_BOX: "Liabilities:Night-{}:TipBox"}  # fmt: skip


def csv_text(bookings: Iterable[Booking], names: Mapping[int, str], zone: str) -> str:
    """Every move of the books, a row each. `names`: player number to name."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\r\n")
    rows.writerow(COLUMNS)
    for booking in bookings:
        for move in booking.moves:
            rows.writerow(
                [
                    booking.booking_id,
                    day_of(booking, zone).isoformat(),
                    booking.night_id or "",
                    booking.what,
                    harmless(told(move.source, names)),
                    harmless(told(move.target, names)),
                    decimal(move.amount, booking.currency),
                    booking.currency,
                    harmless(booking.method),
                    harmless(booking.reason),
                    booking.reverses or "",
                    booking.reversed_by or "",
                ]
            )
    return out.getvalue()


def distinct(names: Mapping[int, str]) -> dict[int, str]:
    """Names that nobody else has, nor a place of the books: else the player's number stands by them.

    >>> distinct({1: "ann", 2: "Ann", 3: "Bank", 4: "cy"})
    {1: 'ann (player 1)', 2: 'Ann (player 2)', 3: 'Bank (player 3)', 4: 'cy'}
    """
    often = Counter(name.casefold() for name in names.values())
    return {
        player_id: f"{name} (player {player_id})" if often[name.casefold()] > 1 or _is_place(name) else name
        for player_id, name in names.items()
    }


def _is_place(name: str) -> bool:
    return name.casefold() in (BANK, HOUSE) or name.casefold().startswith(("night ", "player "))


def harmless(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    flat = " ".join(text.split())
    return f"'{flat}" if flat.startswith(FORMULA) else flat


def day_of(booking: Booking, zone: str) -> date:
    """The day of a booking where the league is."""
    return booking.booked_at.astimezone(ZoneInfo(zone)).date()


def told(place: Place, names: Mapping[int, str]) -> str:
    """A place as a person reads it."""
    if place.kind == PLAYER:
        return names.get(place.of, f"player {place.of}")
    words = place.kind.replace("_", " ")
    return f"night {place.of}, {words}" if place.of else words


def beancount_text(bookings: Iterable[Booking], names: Mapping[int, str], zone: str, title: str = "The league") -> str:
    """The books as a beancount file, with every balance asserted at its end. `bookings` are gone through three times."""
    out = [f'option "title" {_quoted(title)}', ""]
    balances = balances_of(bookings)
    days = [day_of(booking, zone) for booking in bookings]
    if not days:
        return "\n".join(out)
    first, last = min(days), max(days)
    currencies: dict[Place, list[str]] = {}
    for place, currency in sorted(balances):
        currencies.setdefault(place, []).append(currency)
    for place, used in currencies.items():
        out.append(f"{first} open {_account(place)} {','.join(used)}")
        if place.kind == PLAYER:
            out.append(f"  name: {_quoted(names.get(place.of, ''))}")
    for booking, day in zip(bookings, days, strict=True):
        out += ["", *_transaction(booking, day)]
    out.append("")
    out += [
        f"{last + timedelta(days=1)} balance {_account(place)} {decimal(-value, currency)} {currency}"
        for (place, currency), value in sorted(balances.items())
    ]
    return "\n".join(out) + "\n"


def _transaction(booking: Booking, day: date) -> list[str]:
    links = f"^booking-{booking.booking_id}" + (f" ^booking-{booking.reverses}" if booking.reverses else "")
    lines = [f"{day} * {_quoted(booking.what)} {_quoted(booking.reason)} {links}"]
    if booking.method:
        lines.append(f"  method: {_quoted(booking.method)}")
    for move in booking.moves:
        value = decimal(move.amount, booking.currency)
        lines.append(f"  {_account(move.source)}  {value} {booking.currency}")
        lines.append(f"  {_account(move.target)}  -{value} {booking.currency}")
    return lines


def _account(place: Place) -> str:
    return OPENED[place.kind].format(place.of)


def _quoted(text: str) -> str:
    flat = " ".join("".join(sign for sign in text if sign.isprintable() or sign.isspace()).split())
    return '"' + flat.replace("\\", "\\\\").replace('"', '\\"') + '"'
