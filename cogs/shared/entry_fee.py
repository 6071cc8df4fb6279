"""What tonight's entry costs and what dealing takes off it, said before anybody pays. No Discord here."""

from __future__ import annotations

from datetime import datetime

from data.dealers import open_duty
from data.fees import Books, books_of, dues
from data.store import Transaction
from league.entry import POOL_BEARS
from league.money import amount


def fee_lines(tx: Transaction, league_id: int, night_id: int, now: datetime) -> list[str]:
    """The entry, the dealers' discounts and who bears them; nothing while no host has set a fee."""
    books = books_of(tx, league_id, night_id, now)
    if books.fee is None:
        return []
    lines = [f"Entry: {amount(books.fee, books.currency)}"]
    by_table = [
        f"table {number} {amount(off, books.currency)}" for number, off in sorted(books.terms.discounts.items()) if off
    ]
    if by_table:
        lines.append(f"Less for whoever deals, off the first entry only: {', '.join(by_table)}")
        lines.append(bearing(books, sum(dues(tx, books).values())))
    return lines


def bearing(books: Books, off: int) -> str:
    """What the discounts do to the pool."""
    told = amount(off, books.currency)
    if books.terms.bearer == POOL_BEARS:
        return f"The pool bears the discounts: with tonight's dealers it is {told} smaller"
    return f"The house bears the discounts, {told} with tonight's dealers: the pool stays whole"


def own_line(tx: Transaction, league_id: int, night_id: int, player_id: int, now: datetime) -> str | None:
    """What one player's first entry comes to; None while no host has set a fee."""
    books = books_of(tx, league_id, night_id, now)
    if books.fee is None:
        return None
    off = dues(tx, books).get(player_id, 0)
    fee = amount(books.fee, books.currency)
    if not off:
        return f"The entry is {fee}."
    owed = open_duty(tx, league_id, night_id, player_id)
    why = "for dealing" if owed is None else f"for dealing table {owed.duty.table_number}"
    return f"The entry is {fee}, {amount(off, books.currency)} less {why}: {amount(books.fee - off, books.currency)}."


def keeps_books(tx: Transaction, league_id: int, night_id: int, now: datetime) -> bool:
    """Has a host set an entry fee, so that what dealers owe is in the books?"""
    return books_of(tx, league_id, night_id, now).fee is not None
