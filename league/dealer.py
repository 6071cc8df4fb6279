"""A tournament dealer's obligation for one night, from signing up until somebody lets them go. Pure.

Signed up, dealing, busted and dealing on, bought out, relieved by a replacement; or released, because the table
broke or, at the final table, because it is late. No state is skipped, and what a book forbids is refused with its
clause. Money is a plain due amount in minor units, as a host typed it.

>>> from datetime import UTC, datetime
>>> now = datetime(2026, 3, 14, 20, tzinfo=UTC)
>>> duty = after(after(signed_up(3, player_id=7, balance=1000), Start(), now), Bust(), now)
>>> duty.state, duty.owes
('busted', 1000)
>>> after(duty, Relieve(is_at_table=True), now)
Traceback (most recent call last):
league.refusing.NotNow: First the balance of the full entry is paid and a host confirms it: this dealer deals on until then.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from league.refusing import NotNow

SIGNED_UP, DEALING, BUSTED, BOUGHT_OUT, RELIEVED, RELEASED = STATES = (
    "signed_up", "dealing", "busted", "bought_out", "relieved", "released",
)  # fmt: skip
OVER = (RELIEVED, RELEASED)
IN_THE_BOX = (DEALING, BUSTED, BOUGHT_OUT)  # whoever deals, and owes it

OBLIGATION = "psp-dealer-obligation"
DISCOUNT = "psp-dealer-discount"
FINAL_TABLE = "psp-final-table-dealer"
DISCOUNTS = {1: 30, 2: 20, 3: 10}  # table number -> whole units off the first entry. Source: psp-dealer-discount


@dataclass(frozen=True)
class Duty:
    """One person's obligation at one table. `balance`: what of the full entry is still to be paid; None: not said.

    `has_busted`: out of the tournament as a player. `successor_id`: who was asked to take over; `agreed_at`: when
    that person said yes; `is_vouched`: they are known to be able to deal.
    """

    table_number: int
    player_id: int
    state: str
    has_discount: bool
    balance: int | None
    has_busted: bool = False
    paid_at: datetime | None = None
    successor_id: int | None = None
    agreed_at: datetime | None = None
    is_vouched: bool = False

    @property
    def is_over(self) -> bool:
        """Is nothing owed any more, neither dealing nor money?"""
        return self.state in OVER

    @property
    def owes(self) -> int | None:
        """What is to be paid before somebody else may take over, in minor units; None: a host has not said."""
        return 0 if self.paid_at is not None else self.balance

    @property
    def may_be_relieved(self) -> bool:
        """Has everything been done that a replacement needs?"""
        return self.state == BOUGHT_OUT and self.agreed_at is not None and self.is_vouched


# ------------------------------------------------------------------ what can happen to it


@dataclass(frozen=True)
class Start:
    """The dealer's first down begins."""


@dataclass(frozen=True)
class Owe:
    """A host says what of the full entry is still to be paid, in minor units."""

    balance: int


@dataclass(frozen=True)
class Bust:
    """The dealer is out of the tournament and deals on."""


@dataclass(frozen=True)
class BackIn:
    """The bust was a mistake: the dealer is in the tournament still."""


@dataclass(frozen=True)
class BuyOut:
    """A host confirms that the balance is paid."""


@dataclass(frozen=True)
class Ask:
    """Somebody is named to take over. `is_at_table`: they sit at this very table; `has_duty`: they owe dealing, too."""

    successor_id: int
    is_at_table: bool
    has_duty: bool = False


@dataclass(frozen=True)
class Agree:
    """Whoever was named is willing to deal on."""

    successor_id: int


@dataclass(frozen=True)
class Vouch:
    """Whoever was named is able to deal: staff say so, or they are one of the league's dealers."""

    successor_id: int


@dataclass(frozen=True)
class Relieve:
    """The replacement deals on; this dealer is done. `is_at_table`, `has_duty`: of the replacement, as when asked."""

    is_at_table: bool
    has_duty: bool = False


@dataclass(frozen=True)
class TableBroke:
    """The table is no more, and nobody owes dealing at it."""


@dataclass(frozen=True)
class Depart:
    """A busted dealer goes and the host deals on. `may_go_from`: 23:00 of the night's day in its zone."""

    is_final_table: bool
    may_go_from: datetime


@dataclass(frozen=True)
class Withdraw:
    """Staff take somebody off the list who has not dealt yet."""


Step = Start | Owe | Bust | BackIn | BuyOut | Ask | Agree | Vouch | Relieve | TableBroke | Depart | Withdraw
NAMES = {
    Start: "started", Owe: "owes", Bust: "busted", BackIn: "back_in", BuyOut: "bought_out",
    Ask: "asked", Agree: "agreed", Vouch: "vouched", Relieve: "relieved", TableBroke: "table_broke", Depart: "departed", Withdraw: "withdrawn",
}  # fmt: skip


def signed_up(table_number: int, player_id: int, balance: int | None) -> Duty:
    """Somebody will deal at this table for the discount. Source: psp-dealer-discount."""
    return Duty(table_number, player_id, SIGNED_UP, has_discount=True, balance=balance)


def taken_over(duty: Duty) -> Duty:
    """The replacement's own obligation: without a discount, so nothing is owed. Source: psp-dealer-obligation."""
    assert duty.successor_id is not None  # a duty is relieved by somebody
    return Duty(duty.table_number, duty.successor_id, SIGNED_UP, has_discount=False, balance=0)


def reopened(duty: Duty, *, has_started: bool) -> Duty:
    """The obligation as it was before its table was closed by mistake."""
    if duty.paid_at is not None:
        return replace(duty, state=BOUGHT_OUT)
    if duty.has_busted:
        return replace(duty, state=BUSTED)
    return replace(duty, state=DEALING if has_started else SIGNED_UP)


def after(duty: Duty, step: Step, at: datetime) -> Duty:
    """The obligation once this has happened. Raises NotNow where it cannot, with the clause."""
    if duty.is_over:
        raise NotNow("This dealer's duty at the table is over: nothing more is owed.", OBLIGATION)
    match step:
        case Start():
            return _started(duty)
        case Bust():
            return _busted(duty)
        case BackIn():
            return _back_in(duty)
        case Owe(balance):
            return _owing(duty, balance)
        case BuyOut():
            return _bought_out(duty, at)
        case Ask():
            return _asked(duty, step)
        case Agree(successor_id):
            _verify_named(duty, successor_id)
            return replace(duty, agreed_at=duty.agreed_at or at)
        case Vouch(successor_id):
            _verify_named(duty, successor_id)
            return replace(duty, is_vouched=True)
        case Relieve():
            return _relieved(duty, step)
        case TableBroke():
            return replace(duty, state=RELEASED)
        case Depart():
            return _departed(duty, step, at)
        case Withdraw():
            if duty.state != SIGNED_UP:
                raise NotNow("This dealer has begun: dealing goes on until the table breaks or the duty is bought out.", OBLIGATION)  # fmt: skip
            return replace(duty, state=RELEASED)


def _started(duty: Duty) -> Duty:
    if duty.state != SIGNED_UP:
        raise NotNow("This dealer has begun already: a further down begins with a push.")
    return replace(duty, state=DEALING)


def _busted(duty: Duty) -> Duty:
    _verify_dealing(duty)
    if duty.has_busted:
        raise NotNow("This dealer has busted already, and deals on until the table breaks.", OBLIGATION)
    return replace(duty, has_busted=True, state=BUSTED if duty.state == DEALING else duty.state)


def _back_in(duty: Duty) -> Duty:
    if not duty.has_busted:
        raise NotNow("This dealer has not busted: there is nothing to take back.")
    return replace(duty, has_busted=False, state=DEALING if duty.state == BUSTED else duty.state)


def _owing(duty: Duty, balance: int) -> Duty:
    if duty.paid_at is not None:
        raise NotNow("The balance is paid already, so the amount cannot be changed.", OBLIGATION)
    if not duty.has_discount and balance:
        raise NotNow("A replacement has no discount, so nothing of the entry is left to pay.", OBLIGATION)
    return replace(duty, balance=balance)


def _bought_out(duty: Duty, at: datetime) -> Duty:
    _verify_dealing(duty)
    if duty.paid_at is not None:
        raise NotNow("The balance is paid already: what is left is a replacement from this table.", OBLIGATION)
    if duty.balance is None:
        raise NotNow("A host says first what of the full entry is still to be paid.", OBLIGATION)
    return replace(duty, state=BOUGHT_OUT, paid_at=at)


def _asked(duty: Duty, ask: Ask) -> Duty:
    _verify_paid(duty)
    if ask.successor_id == duty.player_id:
        raise NotNow("Nobody replaces themselves: name somebody else at this table.", OBLIGATION)
    _verify_free(ask)
    return replace(duty, successor_id=ask.successor_id, agreed_at=None, is_vouched=False)


def _relieved(duty: Duty, step: Relieve) -> Duty:
    _verify_paid(duty)
    if duty.agreed_at is None:
        raise NotNow("Somebody at this table must agree to deal on first: name them, and they say yes themselves.", OBLIGATION)  # fmt: skip
    if not duty.is_vouched:
        raise NotNow("A replacement must be able to deal: a host confirms that first.", OBLIGATION)
    _verify_free(step)
    return replace(duty, state=RELIEVED)


def _departed(duty: Duty, step: Depart, at: datetime) -> Duty:
    if not step.is_final_table:
        raise NotNow(
            "This is not the final table: its dealer deals on until it breaks,"
            " or pays the balance and finds a replacement.",
            OBLIGATION,
        )
    if not duty.has_busted:
        raise NotNow("This dealer is still in the tournament: only one who has busted may go.", FINAL_TABLE)
    if at < step.may_go_from:
        raise NotNow("It is not yet 11 pm: until then the final table's dealer deals on.", FINAL_TABLE)
    return replace(duty, state=RELEASED)


def _verify_dealing(duty: Duty) -> None:
    if duty.state not in IN_THE_BOX:
        raise NotNow("This dealer has not begun to deal yet: the first down comes first.")


def _verify_paid(duty: Duty) -> None:
    _verify_dealing(duty)
    if duty.state != BOUGHT_OUT:
        raise NotNow(
            "First the balance of the full entry is paid and a host confirms it: this dealer deals on until then.",
            OBLIGATION,
        )


def _verify_named(duty: Duty, successor_id: int) -> None:
    _verify_paid(duty)
    if duty.successor_id != successor_id:
        raise NotNow("Somebody else has been asked to take over meanwhile.", OBLIGATION)


def _verify_free(step: Ask | Relieve) -> None:
    if not step.is_at_table:
        raise NotNow("A replacement comes from the same table: name somebody who sits there.", OBLIGATION)
    if step.has_duty:
        raise NotNow("That person is a dealer tonight already: name somebody at this table who is not.", OBLIGATION)
