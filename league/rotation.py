"""Downs and pushes: who deals which table next, who rests, and why. Pure.

A dealer who owes it to one table deals there only; all others are pushed from table to table. Whoever has dealt
least comes first, so that downs stay equal; among equals the one who has rested longest deals, and the one who has
dealt longest without a break rests. Somebody who joins later, or asked never to deal twice in a row, is not made to
catch up: a newcomer begins at the least count of those who were there.

>>> from datetime import UTC, datetime, timedelta
>>> began = datetime(2026, 3, 14, 19, tzinfo=UTC)
>>> push = next_push([Dealer(1, began), Dealer(2, began)], [1], [Down(1, 1, began)], began + timedelta(minutes=30))
>>> push.assignments, push.resting
((Assignment(table_number=1, player_id=2, why='fewest_downs'),), (1,))
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

ALL_DEAL, FEWEST_DOWNS, LONGEST_REST, SHORTEST_RUN, NOBODY_ELSE = WHYS = (
    "all_deal", "fewest_downs", "longest_rest", "shortest_run", "nobody_else",
)  # fmt: skip


@dataclass(frozen=True)
class Dealer:
    """Somebody who takes part in tonight's rotation. `rests`: asked never to deal two downs in a row.

    `only_at`: the one table they owe it to; None: any table.
    """

    player_id: int
    joined_at: datetime
    rests: bool = False
    is_on_break: bool = False
    only_at: int | None = None


@dataclass(frozen=True)
class Down:
    """A dealer's stint at one table. `ended_at` None: dealing now."""

    table_number: int
    player_id: int
    started_at: datetime
    ended_at: datetime | None = None

    def minutes(self, now: datetime) -> int:
        """How long it has lasted, in whole minutes."""
        return ((self.ended_at or now) - self.started_at) // timedelta(minutes=1)


@dataclass(frozen=True)
class Assignment:
    """Who deals this table next, and which of WHYS it is."""

    table_number: int
    player_id: int
    why: str


@dataclass(frozen=True)
class Push:
    """A push: who goes where; who has no table and rests; which tables are left without a dealer."""

    assignments: tuple[Assignment, ...]
    resting: tuple[int, ...]
    without: tuple[int, ...]


@dataclass(frozen=True)
class Facts:
    """What somebody has dealt tonight."""

    downs: int
    minutes: int


def facts(downs: Iterable[Down], now: datetime) -> dict[int, Facts]:
    """Per person how many downs, the one being dealt included, and how many minutes in them."""
    found: dict[int, Facts] = {}
    for down in downs:
        so_far = found.get(down.player_id, Facts(0, 0))
        found[down.player_id] = Facts(so_far.downs + 1, so_far.minutes + down.minutes(now))
    return found


def next_push(dealers: Collection[Dealer], tables: Sequence[int], downs: Sequence[Down], now: datetime) -> Push:
    """The next push at these tables, as it would be now. Left out: who is on a break or deals another table."""
    records = _records(dealers, downs)
    elsewhere = {down.player_id for down in downs if down.ended_at is None and down.table_number not in tables}
    there = [
        dealer
        for dealer in dealers
        if not dealer.is_on_break and dealer.player_id not in elsewhere and dealer.only_at in (None, *tables)
    ]
    order = sorted(there, key=lambda dealer: _turn(dealer, records[dealer.player_id], now))
    chosen = _chosen(order, len(tables))
    left_out = [dealer for dealer in order if dealer not in chosen]
    placed = _placed(chosen, tables, records)
    return Push(
        assignments=tuple(
            Assignment(table, placed[table].player_id, _why(placed[table], table, left_out, records, now))
            for table in tables
            if table in placed
        ),
        resting=tuple(dealer.player_id for dealer in left_out),
        without=tuple(table for table in tables if table not in placed),
    )


# ------------------------------------------------------------------ how it is worked out


@dataclass(frozen=True)
class _Record:
    """What counts about a dealer so far. `run_since`: since when without a break, None while resting."""

    count: int
    last: Down | None
    run_since: datetime | None
    rested_since: datetime
    at_table: dict[int, int]


def _records(dealers: Collection[Dealer], downs: Sequence[Down]) -> dict[int, _Record]:
    records: dict[int, _Record] = {}
    head_start: dict[int, int] = {}
    by_player: dict[int, list[Down]] = {dealer.player_id: [] for dealer in dealers}
    for down in sorted(downs, key=lambda down: down.started_at):
        by_player.setdefault(down.player_id, []).append(down)
    joined = sorted(dealers, key=lambda dealer: (dealer.joined_at, dealer.player_id))
    for dealer in joined:
        counts = [
            head_start[other.player_id] + sum(down.started_at < dealer.joined_at for down in by_player[other.player_id])
            for other in joined
            if other.joined_at < dealer.joined_at and other.only_at == dealer.only_at and not other.is_on_break
        ]
        own = by_player[dealer.player_id]
        earlier = sum(down.started_at < dealer.joined_at for down in own)
        head_start[dealer.player_id] = max(min(counts, default=0) - earlier, 0)
        records[dealer.player_id] = _record(dealer, own, head_start[dealer.player_id])
    return records


def _record(dealer: Dealer, own: list[Down], head_start: int) -> _Record:
    last = own[-1] if own else None
    run_since = None
    if last is not None and last.ended_at is None:
        run_since = last.started_at
        for down in reversed(own):
            if down.ended_at not in (None, run_since):
                break
            run_since = down.started_at
    at_table: dict[int, int] = {}
    for down in own:
        at_table[down.table_number] = at_table.get(down.table_number, 0) + 1
    rested_since = last.ended_at if last is not None and last.ended_at is not None else dealer.joined_at
    return _Record(len(own) + head_start, last, run_since, rested_since, at_table)


def _turn(dealer: Dealer, record: _Record, now: datetime) -> tuple[bool, int, bool, float, int]:
    """Who comes first: not twice in a row for whoever asked, fewest downs, the longest rest, the shortest run."""
    run_since = record.run_since
    waited = record.rested_since.timestamp() if run_since is None else -run_since.timestamp()
    return _is_twice(dealer, record, now), record.count, run_since is not None, waited, dealer.player_id


def _is_twice(dealer: Dealer, record: _Record, now: datetime) -> bool:
    """Would it be two downs in a row for somebody who asked never to deal so?"""
    last = record.last
    return dealer.rests and last is not None and (last.ended_at is None or last.ended_at >= now)


def _chosen(order: Sequence[Dealer], places: int) -> list[Dealer]:
    """The first in order who can all be placed: of those who owe it to one table, one a table."""
    chosen: list[Dealer] = []
    taken: set[int] = set()
    for dealer in order:
        if len(chosen) < places and (dealer.only_at is None or dealer.only_at not in taken):
            chosen.append(dealer)
            if dealer.only_at is not None:
                taken.add(dealer.only_at)
    return chosen


def _placed(chosen: Sequence[Dealer], tables: Sequence[int], records: dict[int, _Record]) -> dict[int, Dealer]:
    """Each to a table: first who owes it there, then who moves on from one, to where they have dealt least."""
    placed = {dealer.only_at: dealer for dealer in chosen if dealer.only_at is not None}
    moving = sorted(
        (dealer for dealer in chosen if dealer.only_at is None),
        key=lambda dealer: records[dealer.player_id].run_since is None,
    )
    for dealer in moving:
        record = records[dealer.player_id]
        at = record.last.table_number if record.last is not None and record.run_since is not None else 0
        free = [table for table in tables if table not in placed]
        placed[min(free, key=lambda table: (table == at, record.at_table.get(table, 0), table < at, table))] = dealer
    return placed


def _why(
    dealer: Dealer, table_number: int, left_out: Sequence[Dealer], records: dict[int, _Record], now: datetime
) -> str:
    record = records[dealer.player_id]
    if _is_twice(dealer, record, now):
        return NOBODY_ELSE
    could = [records[other.player_id] for other in left_out if other.only_at in (None, table_number)]
    if not could:
        return ALL_DEAL
    if all(record.count < other.count for other in could):
        return FEWEST_DOWNS
    return LONGEST_REST if record.run_since is None else SHORTEST_RUN
