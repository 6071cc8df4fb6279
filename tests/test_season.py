"""Three nights of a season with everything that can fail failing; the whole of it is tests/prove/test_whole_season.py."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest
from season import Season
from season_world import AtOnce, Interrupted

from data.store import Transaction

SEED = 8
QUICK, SLOW = 1, 100_000  # how far a transaction counts before it is done


@pytest.mark.timeout(300)  # twice three nights, on a machine that others use, too
async def test_three_nights_hold_and_a_seed_gives_the_same_books_again(tmp_path: Path) -> None:
    books = [await Season(tmp_path / f"{run}.sqlite3", SEED, people=20).play(3) for run in (1, 2)]
    assert len(books[0]["csv"].splitlines()) > 20
    assert books[0] == books[1]


async def order_of(file: Path, seed: int, slow: str) -> str:
    """Three tasks, each with ten transactions, something in a thread and a while of its own; one has slow ones."""
    asyncio.get_running_loop().set_default_executor(AtOnce())
    store, done = await Interrupted.open(file), list[str]()
    await store.go_by(Random(seed))

    def work(_: Transaction, name: str) -> None:
        assert sum(range(SLOW if name == slow else QUICK)) >= 0
        done.append(name)

    async def task(name: str, turns: int) -> None:
        for _ in range(10):
            for _ in range(turns):
                await asyncio.sleep(0)
            await store.write(work, name)
            await asyncio.to_thread(sum, range(SLOW if name == slow else QUICK))

    await asyncio.gather(task("a", 0), task("b", 5), task("c", 9))
    await store.close()
    return "".join(done)


async def test_which_task_gets_to_the_store_first_is_up_to_the_seed_and_not_to_the_machine(tmp_path: Path) -> None:
    orders = [await order_of(tmp_path / "league.sqlite3", 1, slow) for slow in "abc"]
    assert orders[0] == orders[1] == orders[2]
    assert await order_of(tmp_path / "league.sqlite3", 2, "a") != orders[0]
