"""Tips: sums that nobody's gift can be told from, and each giver's own receipts.

Until a night's tips are booked nothing of them is in the books, in no balance, number or time of a booking; then they
are booked once, as sums. Only functions that begin with a giver's own account read receipts. See docs/money.md.
"""

from __future__ import annotations

from dataclasses import dataclass

from data.downs import downs_of
from data.fees import Books, books_of, open_books
from data.handled import Act
from data.ledger import book, bookings_of
from data.nights import night_of
from data.players import players
from data.store import Row, Transaction
from data.times import to_micros
from league.books import BANK_PLACE, TIP_POOL, TIPS, Booking, Move, player, tip_box
from league.refusing import NotNow
from league.rotation import Facts, facts
from league.tips import VOLUNTEERS, pool_shares

BOOKED = "Tonight's tips are booked, so none can be added or changed: hand it over in person, that is as welcome."
NO_RECEIPT = "You have no receipt of that number: /me tips lists yours."


@dataclass(frozen=True)
class Receipt:
    """A giver's own record. `recipient_id`: a player, or VOLUNTEERS."""

    receipt_id: int
    night_id: int
    recipient_id: int
    amount: int
    currency: str


@dataclass(frozen=True)
class NightTips:
    """What a night's tips came to, once they are booked. `pool`: what was given for the volunteers together."""

    currency: str
    by_player: dict[int, int]
    pool: int
    split: str

    @property
    def total(self) -> int:
        """All of them."""
        return sum(self.by_player.values())


# ------------------------------------------------------------------ giving


def give(
    tx: Transaction,
    act: Act,
    night_id: int,
    recipient_id: int,
    amount: int,
    *,
    has_receipt: bool = True,
    first_number: int = 1,
    books: Books | None = None,
) -> str:
    """A tip for a dealer, the host or the VOLUNTEERS; the number of the giver's receipt, "0" without one.

    The answer names nobody and no amount, because answers are kept for a day. `first_number`: a receipt's where the
    giver has none, by chance, so that an old button finds no later tip once receipts are deleted, and nothing need be
    kept of them. `books`: the night's, where they have been read in this transaction. Raises NotNow.
    """
    currency = _taking(books or books_of(tx, act.league_id, night_id, act.at))
    _verify_recipient(tx, act, night_id, recipient_id)
    _add(tx, act.league_id, night_id, recipient_id, amount)
    if not has_receipt:
        return "0"
    row = tx.one(
        "INSERT INTO tip_receipt (league_id, giver_id, receipt_id, night_id, recipient_id, amount, currency)"
        " SELECT :league_id, :giver_id, COALESCE(MAX(receipt_id) + 1, :first_number), :night_id, :recipient_id, :amount, :currency"
        " FROM tip_receipt WHERE league_id = :league_id AND giver_id = :giver_id RETURNING receipt_id",
        league_id=act.league_id,
        giver_id=act.by,
        first_number=first_number,
        night_id=night_id,
        recipient_id=recipient_id,
        amount=amount,
        currency=currency,
    )
    assert row is not None  # RETURNING gives the row just added
    return str(row["receipt_id"])


def redirect(tx: Transaction, act: Act, receipt_id: int, recipient_id: int) -> str:
    """The giver lets a tip go to somebody else, as when the host passes one on; "redirected". Raises NotNow."""
    receipt = _own(tx, act, receipt_id)
    _verify_recipient(tx, act, receipt.night_id, recipient_id)
    _add(tx, act.league_id, receipt.night_id, receipt.recipient_id, -receipt.amount)
    _add(tx, act.league_id, receipt.night_id, recipient_id, receipt.amount)
    tx.run(
        "UPDATE tip_receipt SET recipient_id = :recipient_id"
        " WHERE league_id = :league_id AND giver_id = :giver_id AND receipt_id = :receipt_id",
        recipient_id=recipient_id,
        league_id=act.league_id,
        giver_id=act.by,
        receipt_id=receipt_id,
    )
    return "redirected"


def take_back(tx: Transaction, act: Act, receipt_id: int) -> str:
    """The giver mistyped: the tip was never given; "taken back". Raises NotNow once the tips are booked."""
    receipt = _own(tx, act, receipt_id)
    _add(tx, act.league_id, receipt.night_id, receipt.recipient_id, -receipt.amount)
    tx.run(
        "UPDATE tip_receipt SET amount = 0"  # its number stays taken: an old button must not find a later tip
        " WHERE league_id = :league_id AND giver_id = :giver_id AND receipt_id = :receipt_id",
        league_id=act.league_id,
        giver_id=act.by,
        receipt_id=receipt_id,
    )
    return "taken back"


def _open_tips(tx: Transaction, act: Act, night_id: int) -> str:
    """The currency of a night that tips can still be given at. Raises NotNow."""
    return _taking(books_of(tx, act.league_id, night_id, act.at))  # no row of the night changes with a tip


def _taking(books: Books) -> str:
    if books.tips_closed_at is not None:
        raise NotNow(BOOKED)
    return books.currency


def _verify_recipient(tx: Transaction, act: Act, night_id: int, recipient_id: int) -> None:
    if recipient_id == VOLUNTEERS:
        if not _volunteers(tx, act, night_id):
            raise NotNow("Nobody has dealt as a volunteer tonight yet: name a dealer, or try again later.")
        return
    recipient = players(tx, act.league_id, [recipient_id]).get(recipient_id)
    if recipient is None:
        raise NotNow("This league knows no such dealer: name somebody who deals tonight, or the volunteers.")
    if recipient.user_id == act.by:
        raise NotNow("That is you: a tip goes to somebody else.")


def _add(tx: Transaction, league_id: int, night_id: int, recipient_id: int, amount: int) -> None:
    tx.run(
        "INSERT INTO tip_sum (league_id, night_id, recipient_id, amount)"
        " VALUES (:league_id, :night_id, :recipient_id, MAX(:amount, 0))"
        " ON CONFLICT (league_id, night_id, recipient_id) DO UPDATE SET amount = amount + :amount",
        league_id=league_id,
        night_id=night_id,
        recipient_id=recipient_id,
        amount=amount,
    )


# ------------------------------------------------------------------ the giver's own


def own_receipts(tx: Transaction, league_id: int, giver_id: int, most: int = -1) -> list[Receipt]:
    """A giver's receipts, oldest first: for this account's eyes alone, never for another's command.

    `most`: of many the newest.
    """
    rows = tx.all(
        "SELECT receipt_id, night_id, recipient_id, amount, currency FROM tip_receipt"
        " WHERE league_id = :league_id AND giver_id = :giver_id AND amount > 0 ORDER BY receipt_id DESC LIMIT :most",
        league_id=league_id,
        giver_id=giver_id,
        most=most,
    )
    return [_receipt(row) for row in reversed(rows)]


def own_receipt(tx: Transaction, league_id: int, giver_id: int, receipt_id: int) -> Receipt | None:
    """One of them; None where this giver has none of that number."""
    row = tx.one(
        "SELECT receipt_id, night_id, recipient_id, amount, currency FROM tip_receipt"
        " WHERE league_id = :league_id AND giver_id = :giver_id AND receipt_id = :receipt_id AND amount > 0",
        league_id=league_id,
        giver_id=giver_id,
        receipt_id=receipt_id,
    )
    return None if row is None else _receipt(row)


def is_first_for(tx: Transaction, league_id: int, giver_id: int, receipt: Receipt) -> bool:
    """Has this giver no earlier receipt of the night for the same recipient?"""
    row = tx.one(
        "SELECT 1 AS earlier FROM tip_receipt WHERE league_id = :league_id AND giver_id = :giver_id"
        " AND receipt_id < :receipt_id AND night_id = :night_id AND recipient_id = :recipient_id AND amount > 0 LIMIT 1",
        league_id=league_id,
        giver_id=giver_id,
        receipt_id=receipt.receipt_id,
        night_id=receipt.night_id,
        recipient_id=receipt.recipient_id,
    )
    return row is None


def forget_receipts(tx: Transaction, act: Act) -> str:
    """Delete the giver's own receipts; the sums stay, and nothing links them to the giver. How many went."""
    return str(
        tx.run(
            "DELETE FROM tip_receipt WHERE league_id = :league_id AND giver_id = :giver_id",
            league_id=act.league_id,
            giver_id=act.by,
        )
    )


def _own(tx: Transaction, act: Act, receipt_id: int) -> Receipt:
    receipt = own_receipt(tx, act.league_id, act.by, receipt_id)
    if receipt is None:
        raise NotNow(NO_RECEIPT)
    _open_tips(tx, act, receipt.night_id)
    return receipt


def _receipt(row: Row) -> Receipt:
    return Receipt(row["receipt_id"], row["night_id"], row["recipient_id"], row["amount"], row["currency"])


# ------------------------------------------------------------------ the night's end


def book_tips(tx: Transaction, act: Act, night_id: int) -> list[int]:
    """Book the night's tips from its tip box to the dealers, once and for all; the bookings' numbers.

    Called when the books close, or in the morning if nobody closes them. Afterwards none can be given for this night.
    """
    if books_of(tx, act.league_id, night_id, act.at).tips_closed_at is not None:
        return []
    books = open_books(tx, act, night_id)
    rows = tx.all(
        "SELECT recipient_id, amount FROM tip_sum WHERE league_id = :league_id AND night_id = :night_id AND amount > 0"
        " ORDER BY recipient_id",
        league_id=act.league_id,
        night_id=night_id,
    )
    sums = {row["recipient_id"]: row["amount"] for row in rows}
    pool = sums.pop(VOLUNTEERS, 0)
    booked = []
    if sums:
        booked.append(_book(tx, act, night_id, TIPS, sums, books.currency, ""))
    if pool:
        shares = pool_shares(pool, _volunteers(tx, act, night_id), books.tip_split)
        given = {player_id: share for player_id, share in shares.items() if share}
        booked.append(_book(tx, act, night_id, TIP_POOL, given, books.currency, books.tip_split))
    tx.run(
        "UPDATE night_money SET tips_closed_at = :at WHERE league_id = :league_id AND night_id = :night_id",
        at=to_micros(act.at),
        league_id=act.league_id,
        night_id=night_id,
    )
    return booked


def _book(tx: Transaction, act: Act, night_id: int, what: str, sums: dict[int, int], currency: str, reason: str) -> int:
    box = tip_box(night_id)
    moves = [Move(BANK_PLACE, box, sum(sums.values()))]
    moves += [Move(box, player(player_id), value) for player_id, value in sums.items()]
    return book(tx, act, what, moves, currency, night_id, reason=reason, by_nobody=True)


def _volunteers(tx: Transaction, act: Act, night_id: int) -> dict[int, Facts]:
    """Who shares in the pool, with what they have dealt: whoever dealt a down, else whoever took part.

    The host who opened the night has no part unless nobody else dealt. Source: psp-tips.
    """
    night = night_of(tx, act.league_id, night_id)
    assert night is not None  # its books are open
    dealt = facts(downs_of(tx, act.league_id, night_id), act.at)
    if not dealt:
        rows = tx.all(
            "SELECT player_id FROM night_dealer WHERE league_id = :league_id AND night_id = :night_id",
            league_id=act.league_id,
            night_id=night_id,
        )
        dealt = {row["player_id"]: Facts(0, 0) for row in rows}
    known = players(tx, act.league_id, dealt)
    others = {one: those for one, those in dealt.items() if known[one].user_id != night.opened_by}
    return others or dealt


def night_tips(tx: Transaction, league_id: int, night_id: int) -> NightTips | None:
    """What a night's tips came to for each dealer; None until they are booked, also if there are none."""
    booked = [one for one in bookings_of(tx, league_id, night_id) if one.what in (TIPS, TIP_POOL)]
    if not booked:
        return None
    by_player: dict[int, int] = {}
    for booking in booked:
        for player_id, value in _received(booking).items():
            by_player[player_id] = by_player.get(player_id, 0) + value
    shared = next((one for one in booked if one.what == TIP_POOL), None)
    return NightTips(booked[0].currency, by_player, shared.total if shared else 0, shared.reason if shared else "")


def _received(booking: Booking) -> dict[int, int]:
    return {move.target.of: move.amount for move in booking.moves[1:]}


def holds_tips_of(tx: Transaction, league_id: int, user_id: int) -> bool:
    """Has this account opened a night whose tips are not booked? Who shares in them depends on who opened it."""
    row = tx.one(
        "SELECT 1 AS found FROM tip_sum AS t JOIN night AS n USING (league_id, night_id)"
        " LEFT JOIN night_money AS m USING (league_id, night_id)"
        " WHERE t.league_id = :league_id AND n.opened_by = :user_id AND t.amount > 0 AND m.tips_closed_at IS NULL",
        league_id=league_id,
        user_id=user_id,
    )
    return row is not None
