"""A season of 52 nights and 60 people with everything that can fail failing, twice: the same books to the byte.

The seed is printed; SEASON_SEED plays the same season again.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from season import Season
from season_world import Faults

pytestmark = pytest.mark.prove

NIGHTS = 52
PEOPLE = 60
NIGHTS_OF_CANCELLING = 13
ONE_IN_FOUR = Faults(at_once=0, again=0, after_stop=0, cancelled=70, posts=0)  # not each comes to its last transaction


@pytest.fixture
def seed() -> int:
    number = int(os.environ.get("SEASON_SEED") or random.SystemRandom().randrange(10**9))
    print(f"SEASON_SEED={number}")
    return number


async def test_a_season_holds_at_each_step_and_its_seed_gives_the_same_books_again(tmp_path: Path, seed: int) -> None:
    seasons = [Season(tmp_path / f"{run}.sqlite3", seed, PEOPLE) for run in (1, 2)]
    books = [await season.play(NIGHTS) for season in seasons]
    world = seasons[0].world
    faults = {name: world.seen[name] for name in world.faults.kinds}
    print(f"{NIGHTS} nights, {PEOPLE} people, {world.steps:,} interactions, of them {faults}")
    print(f"{len(books[0]['csv'].splitlines()):,} lines of books")
    assert min(faults.values()) > NIGHTS
    assert books[0] == books[1]


async def test_one_task_in_four_cancelled_leaves_nothing_by_half_and_loses_nothing(tmp_path: Path, seed: int) -> None:
    season = Season(tmp_path / "league.sqlite3", seed, PEOPLE, ONE_IN_FOUR)
    await season.play(NIGHTS_OF_CANCELLING)
    cancelled = season.world.seen["cancelled"]
    print(f"{cancelled:,} of {season.world.steps:,} tasks cancelled in {NIGHTS_OF_CANCELLING} nights of all features")
    assert cancelled * 4 >= season.world.steps
