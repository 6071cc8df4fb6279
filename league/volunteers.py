"""Tables that need a dealer, people who volunteer, and what counts for and against a filling. Pure.

A filling is better with fewer open tables; among those that leave as few, with the smaller sum of the squares of
everybody's downs over the season, for that is least when they are shared evenly; among those, with more wishes
granted. A wish never leaves a table open, nor makes anybody deal more for another's sake.

>>> slot, ann = Slot(1, date(2026, 11, 6), 2), Volunteer(7, dealt=(date(2026, 10, 30),), rests=True, tables=frozenset({2}))
>>> score([slot], [ann], {slot: 7})  # her table, but two nights running
Score(open=0, squares=4, wishes=0)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import pairwise
from typing import NamedTuple


@dataclass(frozen=True)
class Slot:
    """A table of a night that needs a dealer. `day`: the night's. `game` None: anybody who deals can deal it."""

    night_id: int
    day: date
    table_number: int
    game: str | None = None


@dataclass(frozen=True)
class Volunteer:
    """Somebody who deals. Days are nights' days.

    `dealt`: the days of this season on which they dealt or have promised to, other than the slots to be filled.
    `games` None: they deal every game. `weekdays` None: they can on all, Monday is 0; `nights`: by night whether they
    can, whatever the weekday. Wishes: `rests`: not two nights running; `most_a_month` None: no limit; `tables`: those
    they would like best, none: any.
    """

    player_id: int
    dealt: tuple[date, ...] = ()
    games: frozenset[str] | None = None
    weekdays: frozenset[int] | None = None
    nights: Mapping[int, bool] = field(default_factory=dict)
    rests: bool = False
    most_a_month: int | None = None
    tables: frozenset[int] = frozenset()

    @property
    def downs(self) -> int:
        """How often they have dealt this season, promised nights included."""
        return len(self.dealt)

    def can_deal(self, slot: Slot) -> bool:
        """Do they deal this game, can they come that night, and do they not deal that evening already?"""
        knows = slot.game is None or self.games is None or slot.game in self.games
        on_weekday = self.weekdays is None or slot.day.weekday() in self.weekdays
        return knows and self.nights.get(slot.night_id, on_weekday) and slot.day not in self.dealt


Filled = Mapping[Slot, int]  # who deals which slot, by player


class Score(NamedTuple):
    """How good a filling is: open slots and squares as few as can be, then wishes as many.

    `wishes`: tables granted, less one for each night dealt right after another and each beyond the most of a month.
    """

    open: int
    squares: int
    wishes: int

    @property
    def rank(self) -> tuple[int, int, int]:
        """The lower, the better."""
        return self.open, self.squares, -self.wishes


def score(slots: Sequence[Slot], volunteers: Sequence[Volunteer], filled: Filled) -> Score:
    """What a filling comes to. Raises ValueError where somebody is put where they cannot deal."""
    by_id = {volunteer.player_id: volunteer for volunteer in volunteers}
    if len({(slot.day, who) for slot, who in filled.items()}) < len(filled):
        raise ValueError("Somebody deals two tables of one evening.")
    if not all(by_id[who].can_deal(slot) for slot, who in filled.items()):
        raise ValueError("Somebody deals what they cannot.")
    counts = Counter(filled.values())
    squares = sum((volunteer.downs + counts[volunteer.player_id]) ** 2 for volunteer in volunteers)
    running = pairwise_nights(slots, volunteers)
    wishes = sum(_wishes(volunteer, filled, running) for volunteer in volunteers)
    return Score(len(slots) - len(filled), squares, wishes)


def pairwise_nights(slots: Sequence[Slot], volunteers: Sequence[Volunteer]) -> tuple[tuple[date, date], ...]:
    """Every two nights that follow each other, of all that had or will have a volunteer dealer."""
    days = {slot.day for slot in slots} | {day for volunteer in volunteers for day in volunteer.dealt}
    return tuple(pairwise(sorted(days)))


def month_of(day: date) -> tuple[int, int]:
    """The month a night counts in."""
    return day.year, day.month


def _wishes(volunteer: Volunteer, filled: Filled, running: Sequence[tuple[date, date]]) -> int:
    """What the filling grants somebody, less what it asks of them against their wish; what was before is left out."""
    mine = [slot for slot, who in filled.items() if who == volunteer.player_id]
    days = {slot.day for slot in mine}
    granted = sum(slot.table_number in volunteer.tables for slot in mine)
    both = days | set(volunteer.dealt)
    in_a_row = sum(first in both and second in both and bool(days & {first, second}) for first, second in running)
    beyond = 0
    if volunteer.most_a_month is not None:
        before, all_ = Counter(map(month_of, volunteer.dealt)), Counter(map(month_of, both))
        most = volunteer.most_a_month
        beyond = sum(max(all_[month] - most, 0) - max(before[month] - most, 0) for month in all_)
    return granted - (in_a_row if volunteer.rests else 0) - beyond
