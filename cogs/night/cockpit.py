"""A night as its host looks at it: tables, what is due, who deals, and what it came to. No Discord here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from data.case_lists import OpenCase, cases_open
from data.dealers import dealers_of, duties_of
from data.downs import downs_of
from data.misses import recent_misses
from data.nights import Night, night_of, place_cockpit
from data.players import Player, players
from data.store import Store, Transaction
from data.tables import Kept, tables_of
from data.times import to_micros
from league.agenda import Due, Evening, due_of
from league.rotation import facts
from league.table import Tally

MOST_MISSES = 100  # counted one by one; "100 or more" is as good a number


@dataclass(frozen=True)
class Dealt:
    """What somebody has done for the tables: downs and minutes dealt, hands dealt and shuffled."""

    player_id: int
    downs: int
    minutes: int
    deals: int
    shuffles: int


@dataclass(frozen=True)
class Look:
    """A night with all that its card shows. `tables`: those that are open. `dealing`: table number -> who deals."""

    night: Night
    tables: tuple[Kept, ...]
    due: tuple[Due, ...]
    cases: Mapping[int, OpenCase]
    dealing: Mapping[int, int]
    dealt: tuple[Dealt, ...]
    people: Mapping[int, Player]

    def table(self, number: int) -> Kept | None:
        """The open table of that number."""
        return next((kept for kept in self.tables if kept.table_number == number), None)


@dataclass(frozen=True)
class Morning:
    """What a night came to, and what it left open. `misses`: questions that no rule answered."""

    look: Look
    misses: int


async def look(store: Store, league_id: int, night_id: int, down_minutes: int, now: datetime) -> Look | None:
    """The night as it stands; None where the league has none of that number."""
    return await store.read(look_at, league_id, night_id, down_minutes, now)


def look_at(tx: Transaction, league_id: int, night_id: int, down_minutes: int, now: datetime) -> Look | None:
    """The same within a transaction."""
    night = night_of(tx, league_id, night_id)
    if night is None or night.opened_at is None:
        return None
    every_table = tables_of(tx, league_id, night_id, open_only=False)
    tables = tuple(kept for kept in every_table if kept.closed_at is None)
    downs = downs_of(tx, league_id, night_id)
    cases = {case.case_number: case for case in cases_open(tx, league_id, night.opened_at)}
    evening = Evening(
        day=night.day,
        zone=night.zone,
        down_minutes=down_minutes,
        tables=[kept.table for kept in tables],
        dealers=dealers_of(tx, league_id, night_id),
        downs=downs,
        duties=[kept.duty for kept in duties_of(tx, league_id, night_id)],
        cases=[(case.case_number, case.opened_at) for case in cases.values()],
    )
    minutes = facts(downs, night.closed_at or now)
    return Look(
        night=night,
        tables=tables,
        due=due_of(evening, now) if night.closed_at is None else (),
        cases=cases,
        dealing={down.table_number: down.player_id for down in downs if down.ended_at is None},
        dealt=_dealt({key: (fact.downs, fact.minutes) for key, fact in minutes.items()}, every_table),
        people=players(tx, league_id),
    )


def _dealt(downs: Mapping[int, tuple[int, int]], tables: Sequence[Kept]) -> tuple[Dealt, ...]:
    """Per person, whoever has dealt longest first."""
    tallies: dict[int, Tally] = {}
    for kept in tables:
        for player_id, tally in kept.table.tallies.items():
            so_far = tallies.get(player_id, Tally())
            tallies[player_id] = Tally(so_far.deals + tally.deals, so_far.shuffles + tally.shuffles)
    found = []
    for player_id in sorted({*downs, *tallies}):
        (count, minutes), tally = downs.get(player_id, (0, 0)), tallies.get(player_id, Tally())
        if count or tally.deals or tally.shuffles:
            found.append(Dealt(player_id, count, minutes, tally.deals, tally.shuffles))
    return tuple(sorted(found, key=lambda dealt: (-dealt.minutes, -dealt.deals, -dealt.shuffles)))


def morning_at(tx: Transaction, league_id: int, night_id: int, down_minutes: int, now: datetime) -> Morning | None:
    """What the night came to; None where there is nothing to tell of it."""
    look = look_at(tx, league_id, night_id, down_minutes, now)
    if look is None or look.night.opened_at is None:
        return None
    since = look.night.opened_at
    words = recent_misses(tx, league_id, now, MOST_MISSES)
    misses = sum(row["asked_at"] >= to_micros(since) for row in words)
    return Morning(look, misses) if look.dealt or look.cases or misses else None


async def placed(
    store: Store, league_id: int, night_id: int, channel_id: int, message_id: int, posted_at: datetime
) -> None:
    """The cockpit has been posted; one that was moved to another channel meanwhile is not moved back."""

    def whole(tx: Transaction) -> None:
        night = night_of(tx, league_id, night_id)
        if night is not None and night.channel_id == channel_id:
            place_cockpit(tx, league_id, night_id, channel_id, message_id, posted_at)

    await store.write(whole)
