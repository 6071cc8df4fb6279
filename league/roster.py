"""Who deals which table over the nights to come: few open, shared fairly, wishes granted, each choice explained. Pure.

>>> from datetime import date
>>> slot = Slot(1, date(2026, 11, 6), 2)
>>> filling = fill([slot], [Volunteer(7, dealt=(date(2026, 10, 30),)), Volunteer(8, tables=frozenset({2}))])
>>> filling.choices
(Choice(slot=Slot(night_id=1, day=datetime.date(2026, 11, 6), table_number=2, game=None), player_id=8, why=(Why(what='fewest_downs', number=0), Why(what='table', number=2))),)
>>> filling.status
'best'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from league.optimum import best_filling
from league.volunteers import Filled, Score, Slot, Volunteer, month_of, pairwise_nights, score

MOST_WORK = 250_000  # as league.optimum counts it: two seconds or so of a small server, a host waits for it
BEST, BEST_FOUND, GREEDY, CHANGED = STATUSES = (
    "best",  # nothing better exists
    "best_found",  # the best found before the work was used up
    "greedy",  # one slot after the other: HiGHS is not installed
    "changed",  # a host has put somebody else at a table, or nobody
)
WHYS = (
    "host",  # the host chose them
    "nobody_else",  # nobody else who can deal it is free that evening
    "fewest_downs",  # has dealt `number` this season, nobody else free that evening fewer
    "evens_out",  # comes to `number` this season, nobody else free that evening to fewer
    "shares",  # comes to `number` this season, one more than somebody else free that evening
    "needed",  # the others' downs leave it so: HiGHS was not at hand or not done
    "table",  # asked for this table
    "running",  # against their wish the night right after another
    "month",  # against their wish more than `number` that month
)
OPEN_WHYS = (
    "nobody_can",  # nobody who deals it can come that night
    "all_deal",  # all who could deal another table that evening
    "free",  # somebody could: a host left it open
)


@dataclass(frozen=True)
class Why:
    """A reason, one of WHYS, and the number that goes with it."""

    what: str
    number: int = 0


@dataclass(frozen=True)
class Choice:
    """Who deals a slot, and why."""

    slot: Slot
    player_id: int
    why: tuple[Why, ...]


@dataclass(frozen=True)
class Filling:
    """A proposal for a host. `open`: slots without a dealer, each with one of OPEN_WHYS.

    `downs`: per person the season's downs before and after. `status`: one of STATUSES.
    """

    choices: tuple[Choice, ...]
    open: tuple[tuple[Slot, str], ...]
    downs: Mapping[int, tuple[int, int]]
    score: Score
    status: str


def fill(slots: Sequence[Slot], volunteers: Sequence[Volunteer], most_work: int = MOST_WORK) -> Filling:
    """The fairest filling of these slots. It takes some seconds for the largest, so it is asked for in a thread."""
    by_hand = greedy_filling(slots, volunteers)
    try:
        found, is_best = best_filling(slots, volunteers, most_work)
    except ImportError:
        return explained(slots, volunteers, by_hand, GREEDY)
    filled = min(found, by_hand, key=lambda each: score(slots, volunteers, each).rank)
    return explained(slots, volunteers, filled, BEST if is_best else BEST_FOUND)


def greedy_filling(slots: Sequence[Slot], volunteers: Sequence[Volunteer]) -> dict[Slot, int]:
    """One slot after the other, those that fewest can deal first: to whoever has fewest downs, then by wishes."""
    able = {slot: [volunteer for volunteer in volunteers if volunteer.can_deal(slot)] for slot in slots}
    running = pairwise_nights(slots, volunteers)
    filled: dict[Slot, int] = {}
    counts = {volunteer.player_id: volunteer.downs for volunteer in volunteers}
    days: dict[int, set[date]] = {volunteer.player_id: set() for volunteer in volunteers}
    for slot in sorted(slots, key=lambda slot: (len(able[slot]), slot.day, slot.table_number)):
        free = [volunteer for volunteer in able[slot] if slot.day not in days[volunteer.player_id]]
        if not free:
            continue

        def turn(volunteer: Volunteer, slot: Slot = slot) -> tuple[int, int, int]:
            dealt = days[volunteer.player_id]
            return (
                counts[volunteer.player_id],
                len(_against(volunteer, slot, dealt, running)) - (slot.table_number in volunteer.tables),
                volunteer.player_id,
            )

        who = min(free, key=turn).player_id
        filled[slot] = who
        counts[who] += 1
        days[who].add(slot.day)
    return filled


def explained(
    slots: Sequence[Slot],
    volunteers: Sequence[Volunteer],
    filled: Filled,
    status: str,
    by_host: Collection[Slot] = (),
) -> Filling:
    """A filling with the reason for each choice and each open slot. `by_host`: where its host chose who deals."""
    counts = Counter(filled.values())
    after = {volunteer.player_id: volunteer.downs + counts[volunteer.player_id] for volunteer in volunteers}
    busy = {(slot.day, who) for slot, who in filled.items()}
    running = pairwise_nights(slots, volunteers)
    choices, left = [], []
    for slot in sorted(slots, key=lambda slot: (slot.day, slot.night_id, slot.table_number)):
        able = [volunteer for volunteer in volunteers if volunteer.can_deal(slot)]
        others = [volunteer for volunteer in able if (slot.day, volunteer.player_id) not in busy]
        if slot not in filled:
            left.append((slot, "free" if others else "all_deal" if able else "nobody_can"))
            continue
        chosen = next(volunteer for volunteer in able if volunteer.player_id == filled[slot])
        days = {each.day for each, who in filled.items() if who == chosen.player_id}
        asked = (Why("table", slot.table_number),) if slot.table_number in chosen.tables else ()
        first = Why("host") if slot in by_host else _share(chosen, others, after)
        why = (first, *asked, *_against(chosen, slot, days, running))
        choices.append(Choice(slot, chosen.player_id, why))
    downs = {volunteer.player_id: (volunteer.downs, after[volunteer.player_id]) for volunteer in volunteers}
    return Filling(tuple(choices), tuple(left), downs, score(slots, volunteers, filled), status)


# ------------------------------------------------------------------ how it is worked out


def _share(chosen: Volunteer, others: Sequence[Volunteer], after: Mapping[int, int]) -> Why:
    """Why it is fair that this one deals and not one of the others who could."""
    if not others:
        return Why("nobody_else")
    if chosen.downs <= min(other.downs for other in others):
        return Why("fewest_downs", chosen.downs)
    mine, least = after[chosen.player_id], min(after[other.player_id] for other in others)
    if mine <= least:
        return Why("evens_out", mine)
    return Why("shares" if mine == least + 1 else "needed", mine)


def _against(
    volunteer: Volunteer, slot: Slot, days: set[date], running: Sequence[tuple[date, date]]
) -> tuple[Why, ...]:
    """The wishes that dealing this slot passes over, with the other days they deal."""
    both = days | set(volunteer.dealt) | {slot.day}
    found = []
    if volunteer.rests and any(slot.day == second and first in both for first, second in running):
        found.append(Why("running"))
    most = volunteer.most_a_month
    if most is not None and sum(month_of(day) == month_of(slot.day) for day in both) > most:
        found.append(Why("month", most))
    return tuple(found)
