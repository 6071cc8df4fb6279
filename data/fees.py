"""What a night's entry costs: its fee and the terms of its discounts, frozen when the first player enters."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from data.audit import record_audit
from data.dealers import KeptDuty, changes_of, duties_of
from data.downs import downs_of
from data.handled import Act
from data.nights import Night, night_of
from data.settings import all_settings
from data.store import Transaction
from data.times import moment_if, to_micros
from league.dealer import NAMES as STEPS
from league.dealer import RELIEVED, Start, TableBroke, Withdraw
from league.entry import Claim, Terms, discounts_due, terms_from, terms_json, terms_of
from league.refusing import NotNow
from league.settings import settings_at
from league.tips import policy_of

NO_NIGHT = "There is no such night: a host opens one with /night open."


@dataclass(frozen=True)
class Books:
    """The money side of a night. `fee`: a first entry, None while no host has set it.

    `entered_at`: since when fee and terms are frozen; until then the terms are the league's as they stand.
    """

    league_id: int
    night_id: int
    currency: str
    fee: int | None
    terms: Terms
    tip_split: str
    entered_at: datetime | None
    tips_closed_at: datetime | None
    closed_at: datetime | None


def books_of(tx: Transaction, league_id: int, night_id: int, now: datetime, night: Night | None = None) -> Books:
    """A night's fee and terms as they stand; `night`: where it has been read already.

    Raises NotNow where the league has no such night.
    """
    night = night or night_of(tx, league_id, night_id)
    if night is None:
        raise NotNow(NO_NIGHT)
    row = tx.one(
        "SELECT * FROM night_money WHERE league_id = :league_id AND night_id = :night_id",
        league_id=league_id,
        night_id=night_id,
    )
    if row is None or row["entered_at"] is None:
        rows = all_settings(tx, league_id)
        before = settings_at(rows, night.opened_at or now)
        terms = terms_of(settings_at(rows, now), row["currency"] if row else before.currency)
        if row is None:
            split = policy_of(before).split
            return Books(league_id, night_id, before.currency, None, terms, split, None, None, None)
    else:
        terms = terms_from(row["terms"])
    return Books(
        league_id=league_id,
        night_id=night_id,
        currency=row["currency"],
        fee=row["fee"],
        terms=terms,
        tip_split=row["tip_split"],
        entered_at=moment_if(row["entered_at"]),
        tips_closed_at=moment_if(row["tips_closed_at"]),
        closed_at=moment_if(row["closed_at"]),
    )


def night_with_books(tx: Transaction, league_id: int, day: date, *, are_closed: bool) -> int | None:
    """Of a day with several nights the first whose bookings are not closed yet, or the last whose books are closed."""
    row = tx.one(
        "SELECT n.night_id FROM night n JOIN night_money m ON m.league_id = n.league_id AND m.night_id = n.night_id"
        " WHERE n.league_id = :league_id AND n.day = :day AND (m.closed_at IS NOT NULL) = :are_closed"
        " AND EXISTS (SELECT 1 FROM booking b WHERE b.league_id = n.league_id AND b.night_id = n.night_id"
        "  AND b.what NOT IN ('tips', 'tip pool'))"
        " ORDER BY CASE WHEN :are_closed THEN -n.night_id ELSE n.night_id END LIMIT 1",
        league_id=league_id,
        day=day.isoformat(),
        are_closed=are_closed,
    )
    return None if row is None else int(row["night_id"])


def open_books(tx: Transaction, act: Act, night_id: int) -> Books:
    """A night's books to write in, begun the first time; what was chosen before the night stays. Raises NotNow."""
    books = books_of(tx, act.league_id, night_id, act.at)
    if books.closed_at is not None:
        raise NotNow("The books of this night are closed: a host can open them again with /money reopen.")
    tx.run(
        "INSERT INTO night_money (league_id, night_id, currency, tip_split)"
        " VALUES (:league_id, :night_id, :currency, :tip_split) ON CONFLICT DO NOTHING",
        league_id=act.league_id,
        night_id=night_id,
        currency=books.currency,
        tip_split=books.tip_split,
    )
    return books


def set_fee(tx: Transaction, act: Act, night_id: int, fee: int) -> None:
    """What a first entry costs tonight, in minor units, above zero. Raises NotNow once somebody has entered."""
    books = open_books(tx, act, night_id)
    if books.entered_at is not None:
        raise NotNow("Somebody has entered already, so tonight's entry stays as it was promised.")
    tx.run(
        "UPDATE night_money SET fee = :fee WHERE league_id = :league_id AND night_id = :night_id",
        fee=fee,
        league_id=act.league_id,
        night_id=night_id,
    )
    record_audit(tx, act, "entry fee set", night_id=night_id, fee=fee, currency=books.currency)


def freeze(tx: Transaction, act: Act, books: Books) -> None:
    """The first player enters: fee and terms stay as they are for this night."""
    tx.run(
        "UPDATE night_money SET terms = :terms, entered_at = :at"
        " WHERE league_id = :league_id AND night_id = :night_id AND entered_at IS NULL",
        terms=terms_json(books.terms),
        at=to_micros(act.at),
        league_id=books.league_id,
        night_id=books.night_id,
    )


def dues(tx: Transaction, books: Books) -> dict[int, int]:
    """The discount of each dealer of the night as their duties stand: player to minor units."""
    return discounts_due(books.terms, books.fee or 0, claims(tx, books.league_id, books.night_id))


def claims(tx: Transaction, league_id: int, night_id: int) -> list[Claim]:
    """What counts of a night's duties for the discounts; replacements have none."""
    downs = downs_of(tx, league_id, night_id)
    found = []
    for kept in duties_of(tx, league_id, night_id):
        if not kept.duty.has_discount:
            continue
        ended_at, what = _ending(tx, kept)
        dealt = [
            down.table_number
            for down in downs
            if down.player_id == kept.duty.player_id and (ended_at is None or down.started_at < ended_at)
        ]
        found.append(
            Claim(
                player_id=kept.duty.player_id,
                table_number=kept.duty.table_number,
                dealt_at=dealt[-1] if dealt else None,
                has_come=STEPS[Withdraw] not in what,
                broke_early=STEPS[TableBroke] in what and STEPS[Start] not in what,
                is_bought_out=kept.duty.paid_at is not None or kept.duty.state == RELIEVED,
            )
        )
    return found


def _ending(tx: Transaction, kept: KeptDuty) -> tuple[datetime | None, set[str]]:
    """When a duty was over, if it is, and all that happened to it."""
    changes = changes_of(tx, kept.league_id, kept.duty_id)
    return changes[-1].changed_at if kept.duty.is_over else None, {change.what for change in changes}


def fee_of(books: Books) -> int:
    """What a first entry costs. Raises NotNow while no host has set it."""
    if books.fee is None:
        raise NotNow("A host says first what tonight's entry costs: /money night with the fee.")
    return books.fee
