"""Pushes, breaks and downs: proposed, done, and told. No Discord here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from zlib import crc32

from cogs.dealer.box import empty, is_dedicated, put_in_the_box
from cogs.dealer.tonight import done_once, tonight
from cogs.shared.leagues import Leagues
from cogs.shared.people import Person, known, named
from cogs.shared.refusals import Refusal
from data import tables
from data.dealers import dealers_of, set_break, set_rests
from data.downs import dealing_now, downs_of, end_down, move_pushes
from data.handled import Act, Done
from data.nights import Night, night_open
from data.players import Player, players
from data.settings import record_settings
from data.store import Store, Transaction
from league.rotation import Dealer, Facts, Push, facts, next_push
from league.settings import Settings

WHYS = {
    "all_deal": "everybody deals",
    "fewest_downs": "fewest downs so far",
    "longest_rest": "rested longest",
    "shortest_run": "shortest time without a break",
    "nobody_else": "wanted a rest, but nobody else can",
}


@dataclass(frozen=True)
class Proposal:
    """A push as it would be now. `mark`: what it rests on; with another mark it is another push."""

    push: Push
    people: Mapping[int, Player]
    mark: str


@dataclass(frozen=True)
class Tonight:
    """What everybody has dealt tonight, and who is next. `due`: table -> when its down is over."""

    facts: Mapping[int, Facts]
    shuffles: Mapping[int, int]
    dealers: tuple[Dealer, ...]
    dealing: Mapping[int, int]
    due: Mapping[int, datetime]
    push: Push
    people: Mapping[int, Player]
    down_minutes: int


async def propose(store: Store, league_id: int, table_number: int | None, now: datetime) -> Proposal:
    """Who would go where. Raises Refusal where there is nothing to push."""
    return await store.read(_propose, league_id, table_number, now)


def _propose(tx: Transaction, league_id: int, table_number: int | None, now: datetime) -> Proposal:
    night = tonight(tx, league_id)
    dealt = [number for number in _dealt_tables(tx, night) if table_number in (None, number)]
    if not dealt:
        which = "No table has a" if table_number is None else f"Table {table_number} has no"
        raise Refusal(f"{which} dedicated dealer tonight: /dealer start puts the first one in.")
    downs = downs_of(tx, league_id, night.night_id)
    push = next_push(dealers_of(tx, league_id, night.night_id), dealt, downs, now)
    if not push.assignments:
        raise Refusal("Nobody is free to deal: somebody joins with /dealer start, or comes back from a break.")
    begun = [(down.table_number, down.player_id, down.started_at.isoformat()) for down in downs if not down.ended_at]
    placed = [(each.table_number, each.player_id) for each in push.assignments]
    return Proposal(push, players(tx, league_id), f"{crc32(repr((begun, placed)).encode()):08x}")


def _dealt_tables(tx: Transaction, night: Night) -> list[int]:
    """The open tables that have a dedicated dealer, or get one with the next hand."""
    return [
        kept.table_number for kept in tables.tables_of(tx, night.league_id, night.night_id) if is_dedicated(kept.table)
    ]


async def push(store: Store, act: Act, settings: Settings, table_number: int | None, mark: str) -> str:
    """Do what was proposed, and say it in lines; empty where it is not what would be proposed now."""
    return (await done_once(store, act, _push, settings, table_number, mark)).answer


def _push(tx: Transaction, act: Act, settings: Settings, table_number: int | None, mark: str) -> str:
    proposal = _propose(tx, act.league_id, table_number, act.at)
    if proposal.mark != mark:
        return ""
    night = tonight(tx, act.league_id)
    before = dealing_now(downs_of(tx, act.league_id, night.night_id))
    placed = {each.table_number: each.player_id for each in proposal.push.assignments}
    for number, player_id in before.items():
        if number in placed or player_id in placed.values():
            end_down(tx, act, night.night_id, number)
        if number not in placed and player_id in placed.values():
            empty(tx, act, night, number)
    for kept in tables.tables_of(tx, act.league_id, night.night_id):
        if kept.table_number in placed:
            put_in_the_box(tx, act, night, kept, placed[kept.table_number], settings.down_minutes)
    return "\n".join(push_lines(proposal.push, proposal.people))


def push_lines(push: Push, people: Mapping[int, Player]) -> list[str]:
    """Who goes where and why, who rests, which tables nobody can deal."""
    lines = [
        f"Table {each.table_number}: {named(people[each.player_id])} ({WHYS[each.why]})" for each in push.assignments
    ]
    if push.resting:
        lines.append(f"Rest: {', '.join(named(people[player_id]) for player_id in push.resting)}")
    return [*lines, *(f"Table {number}: nobody can take it, so it stays as it is" for number in push.without)]


async def take_break(store: Store, act: Act, person: Person, after_each: bool | None) -> Done:
    """On a break or back from it; `after_each`: always a rest after a down, or as everybody."""
    return await done_once(store, act, _take_break, person, after_each)


def _take_break(tx: Transaction, act: Act, person: Person, after_each: bool | None) -> str:
    night = tonight(tx, act.league_id)
    player = known(tx, act.league_id, person)
    dealer = next(
        (one for one in dealers_of(tx, act.league_id, night.night_id) if one.player_id == player.player_id), None
    )
    if dealer is None:
        raise Refusal(f"{named(player)} is not in tonight's rotation: /dealer start joins it.")
    if after_each is not None:
        set_rests(tx, act, night.night_id, player.player_id, rests=after_each)
        how = "rests after each down while somebody else can deal" if after_each else "deals on as everybody does"
        return f"{named(player)} {how}."
    set_break(tx, act, night.night_id, player.player_id, is_on_break=not dealer.is_on_break)
    if dealer.is_on_break:
        return f"{named(player)} is back, and in the next push again."
    dealing = dealing_now(downs_of(tx, act.league_id, night.night_id))
    there = next((number for number, player_id in dealing.items() if player_id == player.player_id), None)
    if there is None:
        return f"{named(player)} is on a break; the same command ends it."
    return f"{named(player)} has a break from the next push on, and deals table {there} until then."


async def set_down_minutes(store: Store, leagues: Leagues, act: Act, minutes: int) -> Done:
    """How long a down lasts from now on, also those being dealt."""
    done = await done_once(store, act, _set_down_minutes, minutes)
    leagues.changed(act.league_id)
    return done


def _set_down_minutes(tx: Transaction, act: Act, minutes: int) -> str:
    night = night_open(tx, act.league_id)
    if night is not None:
        move_pushes(tx, act.league_id, night.night_id, minutes)
    answer = f"A down lasts {minutes} minutes from now on, also those being dealt."
    return record_settings(tx, act, {"down_minutes": minutes}, act.at, answer)


async def seen_tonight(store: Store, league_id: int, settings: Settings, now: datetime) -> Tonight:
    """Everybody's downs tonight, and who is next. Raises Refusal while no night is open."""
    return await store.read(_seen_tonight, league_id, settings, now)


def _seen_tonight(tx: Transaction, league_id: int, settings: Settings, now: datetime) -> Tonight:
    night = tonight(tx, league_id)
    downs = downs_of(tx, league_id, night.night_id)
    dealers = dealers_of(tx, league_id, night.night_id)
    length = timedelta(minutes=settings.down_minutes)
    return Tonight(
        facts=facts(downs, now),
        shuffles=_shuffles(tx, night),
        dealers=tuple(dealers),
        dealing=dealing_now(downs),
        due={down.table_number: down.started_at + length for down in downs if down.ended_at is None},
        push=next_push(dealers, _dealt_tables(tx, night), downs, now),
        people=players(tx, league_id),
        down_minutes=settings.down_minutes,
    )


def _shuffles(tx: Transaction, night: Night) -> dict[int, int]:
    found: dict[int, int] = {}
    for kept in tables.tables_of(tx, night.league_id, night.night_id, open_only=False):
        for player_id, tally in kept.table.tallies.items():
            found[player_id] = found.get(player_id, 0) + tally.shuffles
    return {player_id: shuffles for player_id, shuffles in found.items() if shuffles}
