"""What a host sees to next: pushes, stub counts, the late release, a table that can break, who is missing. Pure.

>>> from datetime import UTC, datetime
>>> now = datetime(2026, 3, 14, 20, tzinfo=UTC)
>>> due_of(Evening(date(2026, 3, 14), "UTC", 30, cases=[(7, now)]), now)[0].what
'case'
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from league.dealer import Duty
from league.decks import stub_count_due
from league.night import release_at
from league.rotation import Dealer, Down, Push, next_push
from league.table import Table

DEDICATED = "psp_dedicated"
PUSH, STUB, RELEASE, BREAK, NO_DEALER, CASE = "push", "stub", "release", "break", "no_dealer", "case"


@dataclass(frozen=True)
class Due:
    """Something the host sees to. `due_at`: when, or since when; None: as soon as it can be.

    `number`: of the case, or else of the table. `player_id`: who deals there now; `next_id`: who deals there next,
    None: nobody is known or free.
    """

    what: str
    due_at: datetime | None
    is_overdue: bool
    number: int
    player_id: int | None = None
    next_id: int | None = None


@dataclass(frozen=True)
class Evening:
    """A night as it stands, with all that decides what is due. `tables`: those that are open.

    `cases`: number and opening of every case that nobody has decided.
    """

    day: date
    zone: str
    down_minutes: int
    tables: Sequence[Table] = ()
    dealers: Sequence[Dealer] = ()
    downs: Sequence[Down] = ()
    duties: Sequence[Duty] = ()
    cases: Sequence[tuple[int, datetime]] = ()


def due_of(evening: Evening, now: datetime) -> tuple[Due, ...]:
    """What the host sees to next: what is open or overdue first, then by its time."""
    found = [
        *_cases(evening),
        *_missing_dealers(evening, now),
        *_breaking(evening),
        *_pushes(evening, now),
        *_stubs(evening, now),
        *_releases(evening),
    ]
    return tuple(sorted(found, key=lambda due: now if due.due_at is None else due.due_at))


def _cases(evening: Evening) -> list[Due]:
    return [Due(CASE, opened_at, False, number) for number, opened_at in evening.cases]


def _missing_dealers(evening: Evening, now: datetime) -> list[Due]:
    """Tables that a dedicated dealer is to deal, and nobody does; whoever rests may be next."""
    busy = {down.player_id for down in evening.downs if down.ended_at is None}
    free = [dealer for dealer in evening.dealers if dealer.player_id not in busy]
    lacking = [table.table_number for table in evening.tables if _lacks_dealer(table)]
    following = _placed(next_push(free, lacking, evening.downs, now))
    return [Due(NO_DEALER, None, False, number, next_id=following.get(number)) for number in lacking]


def _lacks_dealer(table: Table) -> bool:
    if table.mode != DEDICATED:
        return False
    seated = table.player(table.dealer_id)
    return table.dealer_id is None or (seated is not None and seated.is_away)


def _breaking(evening: Evening) -> list[Due]:
    """The next table in the order of breaking, once the other tables have seats for all its players."""
    in_order = sorted(
        (table for table in evening.tables if table.kind == "tournament" and table.break_order is not None),
        key=lambda table: table.break_order or 0,
    )
    if len(in_order) < 2:
        return []
    first, *others = in_order
    free = sum(table.seat_count - len(table.seated) for table in others)
    if not first.seated or len(first.seated) > free:
        return []
    return [Due(BREAK, None, False, first.table_number)]


def _pushes(evening: Evening, now: datetime) -> list[Due]:
    """Downs that end, where somebody else is there to deal on."""
    found = []
    for down in evening.downs:
        due_at = down.started_at + timedelta(minutes=evening.down_minutes)
        next_id = _after_push(evening, max(now, due_at)).get(down.table_number)
        if down.ended_at is None and next_id != down.player_id:
            found.append(Due(PUSH, due_at, due_at <= now, down.table_number, down.player_id, next_id))
    return found


def _after_push(evening: Evening, at: datetime) -> dict[int, int]:
    """Who would deal which table after a push at that moment."""
    dealt = {down.table_number for down in evening.downs if down.ended_at is None}
    dedicated = {table.table_number for table in evening.tables if table.mode == DEDICATED}
    return _placed(next_push(evening.dealers, sorted(dealt | dedicated), evening.downs, at))


def _placed(push: Push) -> dict[int, int]:
    return {assigned.table_number: assigned.player_id for assigned in push.assignments}


def _stubs(evening: Evening, now: datetime) -> list[Due]:
    """Source: rrp-count-the-stub."""
    started = {down.table_number: down.started_at for down in evening.downs if down.ended_at is None}
    found = []
    for table in evening.tables:
        if table.hand > 0:
            due_at = stub_count_due(table.decks, started.get(table.table_number))
            found.append(Due(STUB, due_at, due_at <= now, table.table_number))
    return found


def _releases(evening: Evening) -> list[Due]:
    """A busted dealer of the final table, who may go from 23:00 on. Source: psp-final-table-dealer."""
    final = final_table(evening)
    return [
        Due(RELEASE, release_at(evening.day, evening.zone), False, duty.table_number, duty.player_id)
        for duty in evening.duties
        if duty.has_busted and not duty.is_over and duty.table_number == final
    ]


def final_table(evening: Evening) -> int | None:
    """The one tournament table that is left; None: there are more, or none."""
    left = [table.table_number for table in evening.tables if table.kind == "tournament"]
    return left[0] if len(left) == 1 else None
