"""Several sides that take turns in one process, and how long each takes: medians over rounds, and ratios.

What one side does in a moment when the machine is busy, the others do in it, too: so the ratio is what counts.
"""

from __future__ import annotations

import gc
import statistics
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

SHARES = {"p50": 0.5, "p99": 0.99}
ROUNDS, EACH, BLOCK, WARM = 5, 140, 10, 60  # things of each side in a round; in a row before the next side's turn
EMPTY = "empty"  # the side of the bot that does nothing, which the others are measured against
Side = Callable[[int], Awaitable[float]]  # does one thing, given its number; the seconds it took


@dataclass(frozen=True)
class Found:
    """What each side took: by side and share, round by round, in milliseconds."""

    rounds: Mapping[tuple[str, str], Sequence[float]]

    def has(self, side: str) -> bool:
        """Was this side measured?"""
        return any(measured == side for measured, _ in self.rounds)

    def milliseconds(self, side: str, share: str) -> float:
        """The median over the rounds."""
        return statistics.median(self.rounds[side, share])

    def ratio(self, side: str, share: str, against: str = EMPTY) -> float:
        """The median over the rounds of what a side took, in times of another."""
        pairs = zip(self.rounds[side, share], self.rounds[against, share], strict=True)
        return statistics.median(ours / theirs for ours, theirs in pairs)


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which this share of them lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


async def take_turns(
    sides: Mapping[str, Side], rounds: int = ROUNDS, each: int = EACH, block: int = BLOCK, warm: int = WARM
) -> Found:
    """Let every side do `each` things in each round, `block` in a row before the next side, after `warm` uncounted."""
    gc.collect()
    gc.freeze()  # what waits for its turn is not the sides' to look through
    numbers = count(1)
    for seconds in sides.values():
        for _ in range(warm):
            await seconds(next(numbers))
    found: dict[tuple[str, str], list[float]] = {(side, share): [] for side in sides for share in SHARES}
    for _ in range(rounds):
        times: dict[str, list[float]] = {side: [] for side in sides}
        for _ in range(each // block):
            for side, seconds in sides.items():
                times[side] += [await seconds(next(numbers)) for _ in range(block)]
        for side, values in times.items():
            for share, part in SHARES.items():
                found[side, share].append(percentile(values, part) * 1000)
    return Found(found)
