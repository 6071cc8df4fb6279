"""One person's own nights, and what they deal and wish for as a dealer. No Discord here."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from cogs.shared.people import Person, done_once, found, met
from cogs.shared.refusals import Refusal
from data.handled import Act
from data.plans import Planned, planned
from data.signups import Spot, spots_of
from data.store import Store, Transaction
from data.wishes import EVERY_DAY, Wish, games_dealt, record_free, record_wish, wish_of

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
NO_NIGHT = "No such night is planned here: /night list shows those that are."
NO_DAYS = "Write the days as “fri sat”, or “all”: Mon, Tue, Wed, Thu, Fri, Sat, Sun."


@dataclass(frozen=True)
class OwnNights:
    """Somebody's spots at nights ahead, and the nights where a host noted them as missing."""

    spots: tuple[tuple[Planned, Spot], ...]


@dataclass(frozen=True)
class OwnDealing:
    """What somebody deals and wishes for."""

    wish: Wish
    games: frozenset[str]


@dataclass(frozen=True)
class Wanted:
    """What somebody typed about their wishes. None: as it was; `most` and `table` 0: none."""

    days: str | None = None
    not_running: bool | None = None
    most: int | None = None
    table: int | None = None
    may_ask: bool | None = None
    night_id: int | None = None
    is_free: bool | None = None


def nights_at(tx: Transaction, act: Act, person: Person) -> OwnNights:
    """Whoever asks, at the nights of this league."""
    player = found(tx, act.league_id, person)
    if player is None:
        return OwnNights(())
    pairs = []
    for spot in spots_of(tx, act.league_id, player.player_id, act.at):
        night = planned(tx, act.league_id, spot.night_id)
        assert night is not None  # a spot belongs to a planned night
        pairs.append((night, spot))
    return OwnNights(tuple(pairs))


def dealing_at(tx: Transaction, league_id: int, person: Person) -> OwnDealing:
    """What whoever asks deals and wishes for."""
    player = found(tx, league_id, person)
    if player is None:
        return OwnDealing(Wish(), frozenset())
    games = games_dealt(tx, league_id).get(player.player_id, frozenset())
    return OwnDealing(wish_of(tx, league_id, player.player_id), games)


async def wish(store: Store, act: Act, person: Person, wanted: Wanted) -> None:
    """Change what whoever asks wishes for. Raises Refusal."""
    days = None if wanted.days is None else read_days(wanted.days)

    def change(tx: Transaction, act: Act) -> str:
        player = met(tx, act, person)
        before = wish_of(tx, act.league_id, player.player_id)
        values = {
            "weekdays": days,
            "not_running": wanted.not_running,
            "most_a_month": wanted.most,
            "table_number": wanted.table,
            "may_ask": wanted.may_ask,
        }
        made = replace(before, **{name: value for name, value in values.items() if value is not None})  # type: ignore[arg-type]  # each fits its field
        made = replace(made, most_a_month=made.most_a_month or None, table_number=made.table_number or None)
        record_wish(tx, act.league_id, player.player_id, made)
        if wanted.is_free is not None:
            night_id = wanted.night_id
            if night_id is None or planned(tx, act.league_id, night_id) is None:
                raise Refusal(NO_NIGHT)
            record_free(tx, act.league_id, night_id, player.player_id, is_free=wanted.is_free)
        return ""

    await done_once(store, act, change)


def read_days(typed: str) -> str:
    """Days of the week as they were typed, a digit each. Raises Refusal.

    >>> read_days("Fri, saturday"), read_days("all")
    ('45', '0123456')
    """
    words = re.findall(r"[a-z]+", typed.lower())
    if words in (["all"], ["any"], ["every", "day"]):
        return EVERY_DAY
    if not words or any(len(word) < 3 or word[:3] not in DAYS for word in words):
        raise Refusal(NO_DAYS)
    return "".join(sorted({str(DAYS.index(word[:3])) for word in words}))
