"""The same interaction delivered twice has one effect."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest
from conftest import Clock, act

from data.handled import Act, Done, once
from data.settings import all_settings, record_settings
from data.store import Store, Transaction

NOW = Clock().moment


def rename(tx: Transaction, act: Act, name: str) -> str:
    return record_settings(tx, act, {"name": name}, act.at, f"Called {name}.")


async def test_the_same_interaction_twice_has_one_effect_and_one_answer(store: Store) -> None:
    first = await store.write(once, act("7"), rename, "Ann")
    second = await store.write(once, act("7"), rename, "Bea")
    assert (first, second) == (Done("Called Ann.", False), Done("Called Ann.", True))
    assert len(await store.read(all_settings, 1)) == 1


async def test_the_same_interaction_twice_at_once_has_one_effect(store: Store) -> None:
    done = await asyncio.gather(*(store.write(once, act("7"), rename, "Ann") for _ in range(20)))
    assert [one.repeated for one in done].count(False) == 1
    assert len(await store.read(all_settings, 1)) == 1


@pytest.mark.parametrize("other", [act("8"), act("7", league_id=2)])
async def test_another_interaction_or_league_counts_by_itself(store: Store, other: Act) -> None:
    await store.write(once, act("7"), rename, "Ann")
    assert (await store.write(once, other, rename, "Bea")).answer == "Called Bea."


async def test_a_change_that_failed_may_be_made_again(store: Store) -> None:
    def fail(tx: Transaction, act: Act) -> str:
        raise RuntimeError

    with pytest.raises(RuntimeError):
        await store.write(once, act("7"), fail)
    assert not (await store.write(once, act("7"), rename, "Ann")).repeated


async def test_a_key_is_kept_for_a_day(store: Store) -> None:
    await store.write(once, act("7"), rename, "Ann")
    for hours, repeated in ((24, True), (25, False)):
        late = act("7", at=NOW + timedelta(hours=hours))
        await store.write(once, act(f"{hours}", at=late.at), rename, "somebody else's change tidies up")
        assert (await store.write(once, late, rename, "Ann")).repeated is repeated
