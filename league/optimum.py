"""The best filling there is, found by HiGHS: one goal after the other, each kept while the next is sought. Pure.

A square grows by 1, 3, 5, ... with each further down, so a sum of squares is a sum of such steps, of which the
cheaper ones are taken first. HiGHS and numpy (0.1 to 0.3 s, 17 MB) are read when the first filling is sought.

It may do so much work and no more, which is counted and not timed: the same season is filled the same way on a slow
or busy machine.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from typing import Any, TypeVar

from league.volunteers import Slot, Volunteer, month_of, pairwise_nights, score

Terms = dict[int, float]  # by variable how much of it
Key = TypeVar("Key")


def best_filling(
    slots: Sequence[Slot], volunteers: Sequence[Volunteer], most_work: int
) -> tuple[dict[Slot, int], bool]:
    """Who deals what, by player, and whether nothing better exists: else it is the best that so much work found.

    Work is counted in entries of the rows that bind the variables, all of them once at each node of the search.
    Raises ImportError where HiGHS is not installed.
    """
    plan = _Plan(_solver(), slots, volunteers)
    filled: dict[Slot, int] = {}
    for goal in plan.goals if plan.deals else ():
        found, is_best = plan.minimise(goal, most_work)
        filled = min(found, filled, key=lambda each: score(slots, volunteers, each).rank)
        if not is_best:
            return filled, False
    return filled, True


def _solver() -> Any:
    """HiGHS, which prints nothing and stops at nothing but the best: goals are whole numbers."""
    import highspy

    class Silent(highspy.Highs):
        """It greets on the standard output as soon as it listens for callbacks, of which none are used."""

        def enableCallbacks(self) -> None:  # noqa: N802 (the name it is called by)
            self.silent()

    solver = Silent()  # type: ignore[no-untyped-call]  # its constructor has no types
    solver.setOptionValue("mip_rel_gap", 0.0)
    solver.setOptionValue("mip_abs_gap", 0.5)
    return solver


class _Plan:
    """The variables and what binds them: for each person and slot that they can deal, whether they do."""

    def __init__(self, solver: Any, slots: Sequence[Slot], volunteers: Sequence[Volunteer]) -> None:
        self.solver = solver
        self.size = self.work = 0
        self.deals = {
            (volunteer.player_id, slot): self.variable(is_whole=True)
            for volunteer in volunteers
            for slot in slots
            if volunteer.can_deal(slot)
        }
        filled, squares, wishes = Terms(), Terms(), Terms()
        for variable in self.deals.values():
            filled[variable] = -1
        for slot in slots:
            self.at_most(1, (self.deals[v.player_id, slot] for v in volunteers if (v.player_id, slot) in self.deals))
        running = pairwise_nights(slots, volunteers)
        for volunteer in volunteers:
            mine = {slot: self.deals[volunteer.player_id, slot] for slot in slots if volunteer.can_deal(slot)}
            self.share(volunteer, mine, squares)
            self.wish(volunteer, mine, running, wishes)
        self.goals = (filled, squares, wishes) if wishes else (filled, squares)

    def share(self, volunteer: Volunteer, mine: dict[Slot, int], squares: Terms) -> None:
        """One table an evening, and what each further down adds to the square of all."""
        evenings = _by(mine, lambda slot: slot.day)
        for variables in evenings.values():
            self.at_most(1, variables)
        steps = [self.variable() for _ in evenings]
        for number, step in enumerate(steps):
            squares[step] = 2 * (volunteer.downs + number) + 1
        self.row(0, 0, {**dict.fromkeys(mine.values(), 1.0), **dict.fromkeys(steps, -1.0)})

    def wish(
        self, volunteer: Volunteer, mine: dict[Slot, int], running: Sequence[tuple[date, date]], wishes: Terms
    ) -> None:
        """Tables granted count for a filling; nights running, and those beyond the most of a month, against it."""
        for slot, variable in mine.items():
            if slot.table_number in volunteer.tables:
                wishes[variable] = -1
        evenings = _by(mine, lambda slot: slot.day)
        if volunteer.rests:
            for pair in running:
                variables = [variable for day in pair for variable in evenings.get(day, ())]
                dealt = sum(day in volunteer.dealt for day in pair)
                if variables and dealt + sum(day in evenings for day in pair) == 2:
                    self.beyond(1 - dealt, variables, wishes, most=1)
        if volunteer.most_a_month is not None:
            for month, variables in _by(mine, lambda slot: month_of(slot.day)).items():
                left = volunteer.most_a_month - sum(month_of(day) == month for day in volunteer.dealt)
                self.beyond(max(left, 0), variables, wishes, most=len(variables))

    def beyond(self, free: int, variables: Sequence[int], wishes: Terms, most: int) -> None:
        """Each of these beyond so many free ones counts against the filling."""
        over = self.variable(most=most)
        wishes[over] = 1
        self.row(-float("inf"), free, {**dict.fromkeys(variables, 1.0), over: -1.0})

    def variable(self, *, most: float = 1, is_whole: bool = False) -> int:
        """A new variable from nought to `most`."""
        import highspy

        self.solver.addVar(0, most)
        if is_whole:
            self.solver.changeColIntegrality(self.size, highspy.HighsVarType.kInteger)
        self.size += 1
        return self.size - 1

    def at_most(self, most: float, variables: Iterable[int]) -> None:
        """No more than so many of these."""
        self.row(-float("inf"), most, dict.fromkeys(variables, 1.0))

    def row(self, least: float, most: float, terms: Terms) -> None:
        """A sum that stays between two bounds."""
        import numpy as np

        if terms:
            self.solver.addRow(
                least, most, len(terms), np.array(list(terms), dtype=np.int32), np.array(list(terms.values()), float)
            )

    def minimise(self, goal: Terms, most_work: int) -> tuple[dict[Slot, int], bool]:
        """The filling with the least of a goal, and whether that is proven; from then on it is no more than this.

        It may do what the goals before it have left of the work; where that is not even one node it is not begun.
        """
        import highspy

        entries = self.solver.getNumNz()
        nodes = (most_work - self.work) // entries
        if nodes < 1:
            return {}, False
        for variable in range(self.size):
            self.solver.changeColCost(variable, goal.get(variable, 0.0))
        self.solver.setOptionValue("mip_max_nodes", nodes)
        self.solver.run()
        told = self.solver.getInfo()
        self.work += entries * told.mip_node_count
        is_best = self.solver.getModelStatus() == highspy.HighsModelStatus.kOptimal
        if told.primal_solution_status != highspy.SolutionStatus.kSolutionStatusFeasible:
            return {}, False
        values = self.solver.getSolution().col_value
        self.row(-float("inf"), round(sum(values[variable] * weight for variable, weight in goal.items())), goal)
        return {slot: who for (who, slot), variable in self.deals.items() if values[variable] > 0.5}, is_best


def _by(mine: dict[Slot, int], key: Callable[[Slot], Key]) -> dict[Key, list[int]]:
    """The variables of these slots, by what the slots have in common."""
    found = defaultdict(list)
    for slot, variable in mine.items():
        found[key(slot)].append(variable)
    return found
