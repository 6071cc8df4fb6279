"""Downs as they are kept: each ends once, no table and no dealer has two, and the push is due."""

from __future__ import annotations

import sqlite3

import pytest
from conftest import act
from dealing_night import NOW, at, night

from data.downs import begin_down, downs_of, end_down, end_downs
from data.due import next_due
from data.store import Store, Transaction
from league.rotation import Down


async def test_a_down_begins_ends_and_is_due_after_the_leagues_minutes(store: Store) -> None:
    def begun(tx: Transaction) -> int:
        night_id = night(tx)
        tx.run("DELETE FROM due_job WHERE league_id = 1")
        begin_down(tx, act(), night_id, 2, 1, 40)
        return night_id

    night_id = await store.write(begun)
    assert await store.read(next_due) == at(40)
    assert await store.read(downs_of, 1, night_id) == [Down(2, 1, NOW)]
    assert await store.write(end_down, act(at=at(35)), night_id, 2) == 1
    assert await store.read(next_due) is None
    assert await store.read(downs_of, 1, night_id) == [Down(2, 1, NOW, at(35))]
    assert await store.write(end_down, act(at=at(36)), night_id, 2) is None


async def test_a_down_never_ends_before_it_began(store: Store) -> None:
    def lived(tx: Transaction) -> list[Down]:
        night_id = night(tx)
        begin_down(tx, act(), night_id, 2, 1, 30)
        end_down(tx, act(at=at(-1)), night_id, 2)  # the machine's clock was set back
        return downs_of(tx, 1, night_id)

    assert await store.write(lived) == [Down(2, 1, NOW, NOW)]


@pytest.mark.parametrize(("table_number", "player_id"), [(2, 2), (3, 1)])
async def test_nobody_deals_two_tables_and_no_table_has_two_dealers(
    store: Store, table_number: int, player_id: int
) -> None:
    def begun(tx: Transaction) -> None:
        night_id = night(tx)
        begin_down(tx, act(), night_id, 2, 1, 30)
        begin_down(tx, act(), night_id, table_number, player_id, 30)

    with pytest.raises(sqlite3.IntegrityError):
        await store.write(begun)


async def test_the_end_of_a_night_ends_every_down(store: Store) -> None:
    def lived(tx: Transaction) -> list[Down]:
        night_id = night(tx)
        begin_down(tx, act(), night_id, 2, 1, 30)
        begin_down(tx, act(), night_id, 3, 2, 30)
        end_downs(tx, act(at=at(20)), night_id)
        return downs_of(tx, 1, night_id)

    assert await store.write(lived) == [Down(2, 1, NOW, at(20)), Down(3, 2, NOW, at(20))]
