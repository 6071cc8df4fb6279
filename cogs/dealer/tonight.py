"""Tonight's night, tables and duties as a command means them: found, or refused in a sentence. No Discord here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cogs.shared import people
from cogs.shared.entry_fee import keeps_books
from cogs.shared.people import Person, known, named
from cogs.shared.refusals import Refusal
from data import tables
from data.dealers import KeptDuty, duties_of, open_duty
from data.handled import Act, Done
from data.money import adjust_discounts
from data.nights import Night, night_open
from data.players import Player
from data.store import Store, Transaction
from league.dealer import OBLIGATION
from league.refusing import NotNow

NO_DUTY = "This card is from an earlier night, or the league has no such duty: /dealer downs shows tonight."


async def done_once(store: Store, act: Act, change: Callable[..., str], *args: Any, **kwargs: Any) -> Done:
    """Make the change unless this interaction has made it; the entries' discounts follow. Raises Refusal."""
    return await people.done_once(store, act, _followed, change, *args, **kwargs)


def _followed(tx: Transaction, act: Act, change: Callable[..., str], *args: Any, **kwargs: Any) -> str:
    answer = change(tx, act, *args, **kwargs)
    night = night_open(tx, act.league_id)
    if night is not None:
        adjust_discounts(tx, act, night.night_id)
    return answer


def tonight(tx: Transaction, league_id: int) -> Night:
    """The night that is open. Raises Refusal."""
    night = night_open(tx, league_id)
    if night is None:
        raise Refusal("No night is open, so nobody deals: a host begins one with /night open.")
    return night


def table_tonight(tx: Transaction, night: Night, table_number: int) -> tables.Kept:
    """An open table by its number. Raises Refusal."""
    for kept in tables.tables_of(tx, night.league_id, night.night_id):
        if kept.table_number == table_number:
            return kept
    raise Refusal(f"Table {table_number} is not open tonight: choose one that is, or open it with /table open.")


def owed_by(tx: Transaction, night: Night, person: Person) -> tuple[KeptDuty, Player]:
    """What this person owes tonight. Raises Refusal, or NotNow for somebody whose duty is over."""
    player = known(tx, night.league_id, person)
    kept = open_duty(tx, night.league_id, night.night_id, player.player_id)
    if kept is not None:
        return kept, player
    if any(kept.duty.player_id == player.player_id for kept in duties_of(tx, night.league_id, night.night_id)):
        raise NotNow(f"{named(player)} owes nothing more tonight: that duty is over.", OBLIGATION)
    raise Refusal(f"{named(player)} has no tournament dealer's duty tonight: /dealer start begins one.")


def verify_balance(tx: Transaction, act: Act, night: Night, balance: int | None) -> None:
    """Raises NotNow for a balance that was typed where the books say it."""
    if balance is not None and keeps_books(tx, act.league_id, night.night_id, act.at):
        raise NotNow("Tonight's books know what of each entry is still to be paid: leave the balance out.")
