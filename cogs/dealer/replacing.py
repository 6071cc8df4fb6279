"""Buying out and being replaced: the balance is paid, somebody at the table is willing and able. No Discord here."""

from __future__ import annotations

from dataclasses import dataclass

from cogs.dealer.box import put_in_the_box
from cogs.dealer.tonight import NO_DUTY, done_once, owed_by, table_tonight, tonight, verify_balance
from cogs.shared.entry_fee import keeps_books
from cogs.shared.people import Person, known, named
from cogs.shared.refusals import Refusal
from data import money
from data.dealers import KeptDuty, duties_of, duty_at, open_duty, sign_up, take_duty
from data.downs import dealing_now, downs_of
from data.handled import Act, Done
from data.nights import Night, night_of
from data.players import Player, players
from data.store import Store, Transaction
from data.tables import take_step
from league.dealer import (
    BOUGHT_OUT,
    DISCOUNTS,
    OBLIGATION,
    SIGNED_UP,
    Agree,
    Ask,
    BuyOut,
    Owe,
    Relieve,
    Vouch,
    taken_over,
)
from league.money import amount
from league.refusing import NotNow
from league.settings import Settings
from league.table import Deals


@dataclass(frozen=True)
class Look:
    """An obligation with the people in it."""

    kept: KeptDuty
    dealer: Player
    successor: Player | None


# ------------------------------------------------------------------ buying out


async def buy_out(store: Store, act: Act, settings: Settings, person: Person, balance: int | None) -> int:
    """Ask to be bought out; which duty it is."""
    done = await done_once(store, act, _buy_out, settings, person, balance)
    return int(done.answer)


def _buy_out(tx: Transaction, act: Act, settings: Settings, person: Person, balance: int | None) -> str:
    night = tonight(tx, act.league_id)
    owed, player = owed_by(tx, night, person)
    duty = owed.duty
    if duty.state == SIGNED_UP:
        raise NotNow(f"{named(player)} has not begun to deal yet, so there is nothing to buy out of.")
    verify_balance(tx, act, night, balance)
    if balance is not None:
        owed = take_duty(
            tx, act, owed, Owe(balance), f"{amount(balance, settings.currency)} to be paid, as a host says"
        )
    elif duty.balance is None and keeps_books(tx, act.league_id, night.night_id, act.at):
        raise NotNow(f"{named(player)}'s entry is not in the books yet: /money enter comes first.", OBLIGATION)
    elif duty.balance is None:
        off = DISCOUNTS.get(duty.table_number)
        hint = f", as a rule the discount of {off}" if off and duty.has_discount else ""
        raise NotNow(
            f"A host says first what of {named(player)}'s full entry is still to be paid{hint}:"
            " /dealer buyout with the balance.",
            OBLIGATION,
        )
    if owed.duty.paid_at is not None:
        raise NotNow("The balance is paid already: /dealer replace names who deals on.", OBLIGATION)
    return str(owed.duty_id)


async def confirm_paid(store: Store, act: Act, settings: Settings, duty_id: int, balance: int) -> Done:
    """A host has the balance that the card showed."""
    return await done_once(store, act, _confirm_paid, settings, duty_id, balance)


def _confirm_paid(tx: Transaction, act: Act, settings: Settings, duty_id: int, balance: int) -> str:
    night, owed = _pressed(tx, act, duty_id)
    if owed.duty.balance != balance and owed.duty.paid_at is None:
        raise Refusal("What is owed has changed since this card was drawn: ask for it anew with /dealer buyout.")
    if keeps_books(tx, act.league_id, night.night_id, act.at):
        money.buy_out(tx, act, night.night_id, owed.duty.player_id, "")
        return "paid"
    take_duty(tx, act, owed, BuyOut(), f"{amount(balance, settings.currency)} paid, confirmed by a host")
    return "paid"


# ------------------------------------------------------------------ a replacement


async def ask(
    store: Store, act: Act, asker: Person, candidate: Person, table_number: int | None, *, is_staff: bool
) -> int:
    """Name who is to deal on; which duty it is. Staff name somebody for the dealer of a table, and vouch for them."""
    done = await done_once(store, act, _ask, asker, candidate, table_number, is_staff=is_staff)
    return int(done.answer)


def _ask(
    tx: Transaction, act: Act, asker: Person, candidate: Person, table_number: int | None, *, is_staff: bool
) -> str:
    night = tonight(tx, act.league_id)
    owed = owed_by(tx, night, asker)[0] if table_number is None else _leaving(tx, night, table_number)
    successor = known(tx, act.league_id, candidate)
    step = Ask(successor.player_id, *_place_of(tx, night, owed, successor.player_id))
    owed = take_duty(tx, act, owed, step, "named by staff" if is_staff else "named by the dealer")
    if is_staff:
        take_duty(tx, act, owed, Vouch(successor.player_id), "staff name somebody who can deal")
    return str(owed.duty_id)


def _place_of(tx: Transaction, night: Night, owed: KeptDuty, player_id: int) -> tuple[bool, bool]:
    """Does somebody sit at the dealer's table, and do they owe dealing themselves?"""
    table = table_tonight(tx, night, owed.duty.table_number).table
    is_at_table = table.player(player_id) is not None and not table.is_leaving(player_id)
    return is_at_table, open_duty(tx, night.league_id, night.night_id, player_id) is not None


def _leaving(tx: Transaction, night: Night, table_number: int) -> KeptDuty:
    """Whose duty at this table is to be taken over: who has bought out, else who deals."""
    duties = [
        kept
        for kept in duties_of(tx, night.league_id, night.night_id)
        if kept.duty.table_number == table_number and not kept.duty.is_over
    ]
    dealing = dealing_now(downs_of(tx, night.league_id, night.night_id)).get(table_number)
    duties.sort(key=lambda kept: (kept.duty.state != BOUGHT_OUT, kept.duty.player_id != dealing))
    if not duties:
        raise Refusal(f"Nobody owes dealing at table {table_number} tonight, so there is nobody to replace.")
    return duties[0]


async def agree(
    store: Store,
    act: Act,
    settings: Settings,
    duty_id: int,
    successor_id: int,
    *,
    is_staff: bool,
    is_dealer: bool,
) -> Done:
    """Whoever was named deals on; staff say so for a guest. `is_dealer`: they hold the league's role for dealers."""
    return await done_once(store, act, _agree, settings, duty_id, successor_id, is_staff=is_staff, is_dealer=is_dealer)


def _agree(
    tx: Transaction,
    act: Act,
    settings: Settings,
    duty_id: int,
    successor_id: int,
    *,
    is_staff: bool,
    is_dealer: bool,
) -> str:
    night, owed = _pressed(tx, act, duty_id)
    successor = players(tx, act.league_id, [successor_id]).get(successor_id)
    if successor is None:
        raise Refusal(NO_DUTY)
    is_guest = successor.user_id is None
    if successor.user_id != act.by and not (is_guest and is_staff):
        who = "a host says so for a guest" if is_guest else "only they can say so themselves"
        raise Refusal(f"{named(successor)} was asked to deal on, and {who}.")
    reason = "a guest's word, taken by staff" if is_guest else "willing, by their own press"
    owed = take_duty(tx, act, owed, Agree(successor_id), reason)
    if is_dealer and not is_guest and not owed.duty.is_vouched:
        owed = take_duty(tx, act, owed, Vouch(successor_id), "one of the league's dealers")
    return _hand_over(tx, act, settings, night, owed)


async def vouch(store: Store, act: Act, settings: Settings, duty_id: int, successor_id: int) -> Done:
    """A host says that whoever was named can deal."""
    return await done_once(store, act, _vouch, settings, duty_id, successor_id)


def _vouch(tx: Transaction, act: Act, settings: Settings, duty_id: int, successor_id: int) -> str:
    night, owed = _pressed(tx, act, duty_id)
    owed = take_duty(tx, act, owed, Vouch(successor_id), "able to deal, confirmed by a host")
    return _hand_over(tx, act, settings, night, owed)


async def relieve(store: Store, act: Act, settings: Settings, person: Person, *, is_staff: bool) -> Done:
    """Let the replacement deal on who has agreed; staff vouch for them by it."""
    return await done_once(store, act, _relieve, settings, person, is_staff=is_staff)


def _relieve(tx: Transaction, act: Act, settings: Settings, person: Person, *, is_staff: bool) -> str:
    night = tonight(tx, act.league_id)
    owed, _ = owed_by(tx, night, person)
    if is_staff and owed.duty.agreed_at is not None and not owed.duty.is_vouched:
        owed = take_duty(tx, act, owed, Vouch(owed.duty.successor_id or 0), "able to deal, confirmed by a host")
    return _relieved(tx, act, settings, night, owed)


def _hand_over(tx: Transaction, act: Act, settings: Settings, night: Night, owed: KeptDuty) -> str:
    if owed.duty.may_be_relieved:
        return _relieved(tx, act, settings, night, owed)
    return "waiting"


def _relieved(tx: Transaction, act: Act, settings: Settings, night: Night, owed: KeptDuty) -> str:
    """The replacement has a duty of their own from now on, and deals where the dealer dealt."""
    place = _place_of(tx, night, owed, owed.duty.successor_id or 0)
    after = take_duty(tx, act, owed, Relieve(*place), "a replacement deals on")
    table_number = after.duty.table_number
    theirs = sign_up(tx, act, night.night_id, taken_over(after.duty), "takes over, without a discount")
    dealing = dealing_now(downs_of(tx, act.league_id, night.night_id))
    is_free = dealing.get(table_number) in (None, after.duty.player_id)
    if is_free and theirs.duty.player_id not in dealing.values():
        kept = table_tonight(tx, night, table_number)
        seated = kept.table.player(theirs.duty.player_id)
        if seated is not None and not seated.deals:  # they have just said yes to it
            kept = take_step(tx, act, kept, Deals(theirs.duty.player_id, deals=True))
        put_in_the_box(tx, act, night, kept, theirs.duty.player_id, settings.down_minutes)
    names = players(tx, act.league_id, [after.duty.player_id, theirs.duty.player_id])
    return (
        f"{named(names[theirs.duty.player_id])} deals on at table {table_number};"
        f" {named(names[after.duty.player_id])} is relieved."
    )


# ------------------------------------------------------------------ looking


async def look(store: Store, league_id: int, duty_id: int) -> Look:
    """An obligation as it stands. Raises Refusal where the league has none of that number."""
    found = await store.read(_look, league_id, duty_id)
    if found is None:
        raise Refusal(NO_DUTY)
    return found


def _look(tx: Transaction, league_id: int, duty_id: int) -> Look | None:
    kept = duty_at(tx, league_id, duty_id)
    if kept is None:
        return None
    people = players(tx, league_id)
    return Look(kept, people[kept.duty.player_id], people.get(kept.duty.successor_id or 0))


def _pressed(tx: Transaction, act: Act, duty_id: int) -> tuple[Night, KeptDuty]:
    """The duty a card is about, and its night while it is open. Raises Refusal."""
    owed = duty_at(tx, act.league_id, duty_id)
    night = None if owed is None else night_of(tx, act.league_id, owed.night_id)
    if owed is None or night is None or night.closed_at is not None:
        raise Refusal(NO_DUTY)
    return night, owed
