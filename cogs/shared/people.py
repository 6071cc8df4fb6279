"""Who is meant, as a player of the league: found, added or refused in a sentence. No Discord here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Concatenate, ParamSpec, TypeVar

from cogs.shared.refusals import Refusal, cited
from cogs.shared.replies import clipped
from data.handled import Act, Done, once
from data.players import LONGEST_NAME, Player, guest_named, guest_of, player_of, player_with, players
from data.store import Store, Transaction
from league.refusing import NotNow

P = ParamSpec("P")
T = TypeVar("T")
UNNAMED = "somebody"


@dataclass(frozen=True)
class Person:
    """Who is meant: an account with its name in this league, or a guest by name (`user_id` None)."""

    user_id: int | None
    name: str


async def done_once(store: Store, act: Act, change: Callable[..., str], *args: Any, **kwargs: Any) -> Done:
    """Make the change unless this interaction has made it. Raises Refusal, with the clause where a book forbids it."""
    return await written(store, once, act, change, *args, **kwargs)


async def written(store: Store, work: Callable[Concatenate[Transaction, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What a whole transaction comes to. Raises Refusal, with the clause where a book forbids it."""
    try:
        return await store.write(work, *args, **kwargs)
    except NotNow as no:
        raise cited(no) from no


async def seen(store: Store, look: Callable[Concatenate[Transaction, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What a read finds. Raises Refusal, with the clause where a book forbids it."""
    try:
        return await store.read(look, *args, **kwargs)
    except NotNow as no:
        raise cited(no) from no


def met(tx: Transaction, act: Act, person: Person) -> Player:
    """The person as a player of the league, added the first time."""
    if person.user_id is None:
        return guest_of(tx, act.league_id, person.name, act.at)
    return player_of(tx, act.league_id, person.user_id, person.name, act.at)


def met_by_account(tx: Transaction, act: Act, user_id: int) -> Player:
    """The same where no name is known; whoever is no player yet is UNNAMED until they do something."""
    return player_with(tx, act.league_id, user_id) or player_of(tx, act.league_id, user_id, UNNAMED, act.at)


def found(tx: Transaction, league_id: int, person: Person) -> Player | None:
    """The same for somebody who may be known already."""
    if person.user_id is None:
        return guest_named(tx, league_id, person.name)
    return player_with(tx, league_id, person.user_id)


def known_by_name(tx: Transaction, league_id: int, person: Person) -> Person:
    """Whoever has left the server is named like a guest. Raises Refusal where several are called so."""
    if person.user_id is not None or found(tx, league_id, person) is not None:
        return person
    namesakes = [one for one in players(tx, league_id).values() if one.name.casefold() == person.name.casefold()]
    if len(namesakes) > 1:
        raise Refusal("Several players are called that, so the books cannot tell whom you mean: choose the player.")
    return Person(namesakes[0].user_id, namesakes[0].name) if namesakes else person


def known(tx: Transaction, league_id: int, person: Person) -> Player:
    """The same for somebody who must be known already. Raises Refusal."""
    player = found(tx, league_id, person)
    if player is None:
        raise Refusal(f"{clipped(person.name, LONGEST_NAME)} has not played or dealt in this league yet.")
    return player


def plain_name(player: Player | None) -> str:
    """A name for a list to choose from, where nothing comes alive."""
    return UNNAMED if player is None else player.name


def named(player: Player | None) -> str:
    """A name as a sentence or card shows it."""
    return clipped(plain_name(player), LONGEST_NAME)
