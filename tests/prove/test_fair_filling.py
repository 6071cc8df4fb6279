"""700 seasons at random: the filling against a min-cost flow and against trying all, and its time beside greedy."""

from __future__ import annotations

from collections import Counter
from statistics import median
from time import perf_counter

import pytest
from dealing_seasons import by_flow, by_trying_all, season

from league.optimum import best_filling
from league.roster import MOST_WORK, greedy_filling
from league.volunteers import Slot, Volunteer, score

pytestmark = [pytest.mark.prove, pytest.mark.timeout(600)]  # on a machine that others use, too


def timed(
    slots: list[Slot], volunteers: list[Volunteer]
) -> tuple[dict[Slot, int], bool, float, dict[Slot, int], float]:
    """Both fillings and the milliseconds they took."""
    began = perf_counter()
    filled, is_best = best_filling(slots, volunteers, MOST_WORK)
    between = perf_counter()
    greedy = greedy_filling(slots, volunteers)
    return filled, is_best, (between - began) * 1e3, greedy, (perf_counter() - between) * 1e3


def told(what: str, seasons: int, as_good: int, highs: list[float], greedy: list[float]) -> None:
    print(
        f"{what}: {seasons} seasons, HiGHS best in all, greedy in {as_good}; "
        f"HiGHS median {median(highs):.1f} ms, longest {max(highs):.1f}; greedy median {median(greedy):.2f} ms"
    )


def test_no_flow_fills_a_season_better() -> None:
    best_filling(*season(0, 3, 3, 1, wishes=True), MOST_WORK)  # the library is read
    as_good, highs, by_hand = 0, [], []
    for seed in range(400):
        slots, volunteers = season(seed, 20, 30, 2, wishes=False)
        filled, is_best, took, greedy, greedy_took = timed(slots, volunteers)
        least = by_flow(slots, volunteers)
        assert is_best and score(slots, volunteers, filled)[:2] == least
        as_good += score(slots, volunteers, greedy)[:2] == least
        highs.append(took)
        by_hand.append(greedy_took)
    told("20 dealers, 60 slots, no wishes, against min-cost flow", 400, as_good, highs, by_hand)


def test_no_filling_at_all_is_better_with_wishes() -> None:
    as_good, highs, by_hand = 0, [], []
    goals: Counter[str] = Counter()
    for seed in range(200):
        slots, volunteers = season(seed, 5, 4, 2, wishes=True)
        filled, is_best, took, greedy, greedy_took = timed(slots, volunteers)
        best = by_trying_all(slots, volunteers)
        assert is_best and score(slots, volunteers, filled) == best
        as_good += score(slots, volunteers, greedy) == best
        goals.update({"open": best.open > 0, "wishes granted": best.wishes > 0, "wishes passed over": best.wishes < 0})
        highs.append(took)
        by_hand.append(greedy_took)
    told("5 dealers, 8 slots, with wishes, against trying all", 200, as_good, highs, by_hand)
    print(", ".join(f"{what} in {count}" for what, count in goals.items()))
    assert min(goals.values()) > 10


def test_a_whole_season_with_wishes_is_filled_within_the_work() -> None:
    as_good, highs, by_hand = 0, [], []
    for seed in range(100):
        slots, volunteers = season(seed, 20, 30, 2, wishes=True)
        filled, is_best, took, greedy, greedy_took = timed(slots, volunteers)
        assert is_best
        as_good += score(slots, volunteers, greedy) == score(slots, volunteers, filled)
        highs.append(took)
        by_hand.append(greedy_took)
    told("20 dealers, 60 slots, with wishes", 100, as_good, highs, by_hand)
