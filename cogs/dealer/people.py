"""Tonight's night, tables and people as a command means them: found, or refused in a sentence. No Discord here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cogs.shared.refusals import Refusal, cited
from cogs.shared.replies import clipped
from data import tables
from data.dealers import KeptDuty, duties_of, open_duty
from data.handled import Act, Done, once
from data.nights import Night, night_open
from data.players import LONGEST_NAME, Player, guest_of, player_of, players
from data.store import Store, Transaction
from league.dealer import OBLIGATION
from league.refusing import NotNow

NO_DUTY = "This card is from an earlier night, or the league has no such duty: /dealer downs shows tonight."


@dataclass(frozen=True)
class Person:
    """Who is meant: an account with its name in this league, or a guest by name (`user_id` None)."""

    user_id: int | None
    name: str


async def done_once(store: Store, act: Act, change: Callable[..., str], *args: Any, **kwargs: Any) -> Done:
    """Make the change unless this interaction has made it. Raises Refusal, with the clause where a book forbids it."""
    try:
        return await store.write(once, act, change, *args, **kwargs)
    except NotNow as no:
        raise cited(no) from no


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


def met(tx: Transaction, act: Act, person: Person) -> Player:
    """The person as a player of the league, added the first time."""
    if person.user_id is None:
        return guest_of(tx, act.league_id, person.name, act.at)
    return player_of(tx, act.league_id, person.user_id, person.name, act.at)


def known(tx: Transaction, league_id: int, person: Person) -> Player:
    """The same for somebody who must be known already. Raises Refusal."""
    for player in players(tx, league_id).values():
        if person.user_id is None:
            is_meant = player.user_id is None and player.name.casefold() == person.name[:LONGEST_NAME].casefold()
        else:
            is_meant = player.user_id == person.user_id
        if is_meant:
            return player
    raise Refusal(f"{clipped(person.name, LONGEST_NAME)} has not played or dealt in this league yet.")


def owed_by(tx: Transaction, night: Night, person: Person) -> tuple[KeptDuty, Player]:
    """What this person owes tonight. Raises Refusal, or NotNow for somebody whose duty is over."""
    player = known(tx, night.league_id, person)
    kept = open_duty(tx, night.league_id, night.night_id, player.player_id)
    if kept is not None:
        return kept, player
    if any(kept.duty.player_id == player.player_id for kept in duties_of(tx, night.league_id, night.night_id)):
        raise NotNow(f"{named(player)} owes nothing more tonight: that duty is over.", OBLIGATION)
    raise Refusal(f"{named(player)} has no tournament dealer's duty tonight: /dealer start begins one.")


def named(player: Player) -> str:
    """A name as a sentence shows it."""
    return clipped(player.name, LONGEST_NAME)
