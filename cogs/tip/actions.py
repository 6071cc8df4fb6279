"""Giving a tip, letting it go elsewhere, taking it back; the league's policy. No Discord here.

Answers that are kept against a second delivery name neither an amount nor anybody.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from cogs.shared.leagues import Leagues
from cogs.shared.people import done_once, written
from cogs.shared.refusals import Refusal
from cogs.tip.looking import HOST, NO_NIGHT, VOLUNTEERS, TipNight, meant, tip_night
from data import tips
from data.handled import Act, once
from data.players import player_of
from data.settings import all_settings, record_settings
from data.store import Store, Transaction
from data.tips import Receipt
from league.money import is_unusual, read_amount
from league.refusing import NotNow
from league.settings import settings_at
from league.tips import SPLITS, policy_of

UNKNOWN_HOST = "The host"  # until the bot knows the host's name


@dataclass(frozen=True)
class Gift:
    """A tip and the night it is for. `to`: as in `looking.meant`; `given` False: this much wants a second press.

    `receipt` None: there is none (any more); `offers`: it is the giver's first of the night for the host.
    """

    found: TipNight
    to: str
    amount: int
    given: bool
    receipt: Receipt | None = None
    offers: bool = False


async def give(
    store: Store,
    act: Act,
    night_id: int | None,
    to: str,
    amount: str | int,
    *,
    has_receipt: bool,
    first_number: int,
) -> Gift:
    """Note a tip, and the giver's receipt if they want one; `first_number` as in `tips.give`. Raises Refusal.

    An amount as it was typed may be unusually much, and then waits for a press; one on a button has been read.
    """
    return await written(store, _give_or_ask, act, night_id, to, amount, has_receipt, first_number)


def _give_or_ask(
    tx: Transaction,
    act: Act,
    night_id: int | None,
    to: str,
    amount: str | int,
    has_receipt: bool,
    first_number: int,
) -> Gift:
    found = tip_night(tx, act.league_id, act.at, night_id, with_dealers=not to.isdecimal())
    to = meant(found, to)
    value = read_amount(amount, found.currency) if isinstance(amount, str) else amount
    if isinstance(amount, str) and is_unusual(value, found.books.fee, found.currency):
        return Gift(found, to, value, given=False)
    done = once(tx, act, _give, found, to, value, has_receipt, first_number)
    if not has_receipt:
        return Gift(found, to, value, given=True)
    return _seen(tx, found, act.by, int(done.answer), to)


def _give(
    tx: Transaction, act: Act, found: TipNight, to: str, amount: int, has_receipt: bool, first_number: int
) -> str:
    recipient_id = _host(tx, act, found) if to == HOST else int(to)
    night_id = found.night.night_id
    return tips.give(
        tx, act, night_id, recipient_id, amount,
        has_receipt=has_receipt, first_number=first_number, books=found.books,
    )  # fmt: skip


def _host(tx: Transaction, act: Act, found: TipNight) -> int:
    if found.host_id is not None:
        return found.host_id
    if not found.night.opened_by:
        raise Refusal(NO_NIGHT)
    return player_of(tx, act.league_id, found.night.opened_by, UNKNOWN_HOST, act.at).player_id


def _seen(tx: Transaction, found: TipNight, giver_id: int, receipt_id: int, to: str = "") -> Gift:
    """A receipt of the giver's own."""
    receipt = tips.own_receipt(tx, found.night.league_id, giver_id, receipt_id)
    if receipt is None:
        return Gift(found, VOLUNTEERS, 0, given=True)
    is_for_host = to == HOST or receipt.recipient_id == found.host_id
    offers = is_for_host and tips.is_first_for(tx, found.night.league_id, giver_id, receipt)
    return Gift(found, HOST if is_for_host else str(receipt.recipient_id), receipt.amount, True, receipt, offers)


async def move(store: Store, act: Act, receipt_id: int, recipient_id: int | None) -> Gift:
    """The giver lets a tip go to another dealer or the volunteers; None: it stays. Raises Refusal."""
    return await written(store, _move_or_stay, act, receipt_id, recipient_id)


def _move_or_stay(tx: Transaction, act: Act, receipt_id: int, recipient_id: int | None) -> Gift:
    receipt = tips.own_receipt(tx, act.league_id, act.by, receipt_id)
    if receipt is None:
        raise NotNow(tips.NO_RECEIPT)
    found = tip_night(tx, act.league_id, act.at, receipt.night_id)
    if recipient_id is not None:
        once(tx, act, tips.redirect, receipt_id, recipient_id)
    return replace(_seen(tx, found, act.by, receipt_id), offers=False)


async def take_back(store: Store, act: Act, receipt_id: int) -> None:
    """The giver mistyped. Raises Refusal once the tips are booked."""
    await done_once(store, act, tips.take_back, receipt_id)


async def change_policy(
    store: Store,
    leagues: Leagues,
    act: Act,
    is_on: bool | None,
    low: str | None,
    high: str | None,
    split: str | None,
    from_when: datetime,
) -> None:
    """Set the league's way with tips from a moment on. Raises Refusal."""
    await done_once(store, act, _change_policy, is_on, low, high, split, from_when)
    leagues.changed(act.league_id)


def _change_policy(
    tx: Transaction,
    act: Act,
    is_on: bool | None,
    low: str | None,
    high: str | None,
    split: str | None,
    from_when: datetime,
) -> str:
    settings = settings_at(all_settings(tx, act.league_id), max(act.at, from_when))
    policy = policy_of(settings)
    least = policy.low if low is None else read_amount(low, settings.currency, zero=True)
    most = policy.high if high is None else read_amount(high, settings.currency)
    if least > most:
        raise NotNow("The range goes from the smaller amount to the larger: give both, low and high.")
    values: dict[str, Any] = {} if is_on is None else {"tips.on": is_on}
    if low is not None or high is not None:
        values |= {"tips.low": least, "tips.high": most}
    if split is not None:
        if split not in SPLITS:
            raise Refusal("Choose from the list how the volunteers' tips are shared.")
        values["tips.split"] = split
    return record_settings(tx, act, values, from_when, "set")
