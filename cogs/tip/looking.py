"""Who can be tipped tonight: the dealers, the volunteers together, the host. Nothing of what was given. No Discord here."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from cogs.shared.refusals import Refusal
from data.dealers import dealers_of
from data.downs import downs_of
from data.fees import Books, books_of
from data.nights import Night, latest_night, night_of, night_open
from data.players import Player, players
from data.store import Transaction

NO_NIGHT = "There is no night to tip for: a host opens one with /night open."
VOLUNTEERS, HOST = "0", "host"  # who a tip can be for, besides a player's number
MENTION = re.compile(r"<@!?(\d{1,19})>")


@dataclass(frozen=True)
class TipNight:
    """A night as somebody who tips sees it. `dealers`: who has dealt or is to, by player, with their tables.

    `host_id`: the host as a player, None if not known as one yet.
    """

    night: Night
    books: Books
    dealers: Mapping[int, tuple[int, ...]]
    host_id: int | None
    people: Mapping[int, Player]

    @property
    def currency(self) -> str:
        """What is counted in."""
        return self.books.currency

    def others(self) -> list[int]:
        """The dealers besides the host: those of the other tables."""
        return [player_id for player_id in self.dealers if player_id != self.host_id]


def tip_night(
    tx: Transaction, league_id: int, now: datetime, night_id: int | None = None, *, with_dealers: bool = True
) -> TipNight:
    """The night that is open, else the last one; or the one asked for. Raises Refusal.

    `with_dealers` False: they are not looked up, where who is meant is clear without.
    """
    if night_id is None:
        night = night_open(tx, league_id) or latest_night(tx, league_id)
    else:
        night = night_of(tx, league_id, night_id)
    if night is None:
        raise Refusal(NO_NIGHT)
    people = players(tx, league_id)
    host = next((one.player_id for one in people.values() if one.user_id and one.user_id == night.opened_by), None)
    return TipNight(
        night=night,
        books=books_of(tx, league_id, night.night_id, now, night),
        dealers=_dealers(tx, night) if with_dealers else {},
        host_id=host,
        people=people,
    )


def _dealers(tx: Transaction, night: Night) -> dict[int, tuple[int, ...]]:
    tables: dict[int, set[int]] = {one.player_id: set() for one in dealers_of(tx, night.league_id, night.night_id)}
    for down in downs_of(tx, night.league_id, night.night_id):
        tables.setdefault(down.player_id, set()).add(down.table_number)
    return {player_id: tuple(sorted(numbers)) for player_id, numbers in sorted(tables.items())}


def meant(found: TipNight, typed: str) -> str:
    """Who a tip is for, as chosen from the list or typed: a player's number, VOLUNTEERS or HOST. Raises Refusal."""
    wanted = typed.strip()
    if wanted in (VOLUNTEERS, HOST):
        return wanted
    if wanted.casefold() in ("volunteers", "the volunteers", "pool"):
        return VOLUNTEERS
    if wanted.casefold() == "the host":
        return HOST
    account = MENTION.fullmatch(wanted)
    fitting = [
        player_id
        for player_id, player in found.people.items()
        if (account and player.user_id == int(account[1]))
        or wanted == str(player_id)
        or player.name.casefold() == wanted.casefold()
    ]
    tonight = [player_id for player_id in fitting if player_id in found.dealers] or fitting
    if len(tonight) != 1:
        raise Refusal("Choose from the list who it is for: a dealer of tonight, the volunteers together, or the host.")
    return str(tonight[0])
