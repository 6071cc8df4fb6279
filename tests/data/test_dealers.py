"""Obligations and the rotation as they are kept: every change a further line."""

from __future__ import annotations

import pytest
from conftest import act
from dealing_night import NOW, at, night

from data.dealers import (
    KeptDuty,
    changes_of,
    dealers_of,
    duties_of,
    duty_at,
    join,
    leave,
    open_duty,
    release_table,
    set_break,
    set_rests,
    sign_up,
    take_duty,
)
from data.downs import begin_down, dealing_now, downs_of, end_down
from data.store import Store, Transaction
from league.dealer import Agree, Ask, Bust, BuyOut, Duty, Owe, Relieve, Start, Step, Vouch, signed_up
from league.refusing import NotNow
from league.rotation import Dealer


def owed(tx: Transaction, player_id: int = 1, table_number: int = 3) -> KeptDuty:
    return sign_up(tx, act(), night(tx), signed_up(table_number, player_id, 1000), "volunteers")


def taken(tx: Transaction, kept: KeptDuty, *steps: Step) -> KeptDuty:
    for minute, step in enumerate(steps):
        kept = take_duty(tx, act(by=50 + minute, at=at(minute)), kept, step, f"why {minute}")
    return kept


STEPS = (Start(), Bust(), Owe(900), BuyOut(), Ask(2, is_at_table=True), Agree(2), Vouch(2))


@pytest.mark.parametrize("many", range(len(STEPS) + 1))
async def test_an_obligation_is_read_back_as_it_was_left(store: Store, many: int) -> None:
    def lived(tx: Transaction) -> tuple[KeptDuty, KeptDuty | None]:
        kept = taken(tx, owed(tx), *STEPS[:many])
        return kept, duty_at(tx, 1, kept.duty_id)

    kept, again = await store.write(lived)
    assert again == kept
    assert await store.read(duties_of, 1, kept.night_id) == [kept]
    assert await store.read(open_duty, 1, kept.night_id, 1) == kept


async def test_a_further_candidate_is_not_vouched_for_by_the_word_for_an_earlier_one(store: Store) -> None:
    def lived(tx: Transaction) -> Duty:
        kept = taken(tx, owed(tx), *STEPS, Ask(3, is_at_table=True))
        found = duty_at(tx, 1, kept.duty_id)
        assert found is not None
        return found.duty

    duty = await store.write(lived)
    assert (duty.successor_id, duty.agreed_at, duty.is_vouched) == (3, None, False)


async def test_every_change_is_dated_with_who_and_why(store: Store) -> None:
    kept = await store.write(lambda tx: taken(tx, owed(tx), *STEPS, Relieve(is_at_table=True)))
    trail = await store.read(changes_of, 1, kept.duty_id)
    assert [change.what for change in trail] == [
        "signed_up", "started", "busted", "owes", "bought_out", "asked", "agreed", "vouched", "relieved",
    ]  # fmt: skip
    assert [change.changed_by for change in trail] == [5, *range(50, 58)]
    assert [change.changed_at for change in trail] == [NOW, *(at(minute) for minute in range(8))]
    assert all(change.reason for change in trail)


async def test_what_is_refused_leaves_no_line_behind(store: Store) -> None:
    kept = await store.write(owed)
    with pytest.raises(NotNow):
        await store.write(take_duty, act(), kept, Bust(), "x")
    assert [change.what for change in await store.read(changes_of, 1, kept.duty_id)] == ["signed_up"]


async def test_a_table_that_breaks_frees_its_own_dealers_alone(store: Store) -> None:
    def lived(tx: Transaction) -> list[int]:
        first = taken(tx, owed(tx), Start(), Bust())
        sign_up(tx, act(), first.night_id, signed_up(1, 2, None), "volunteers")
        sign_up(tx, act(), first.night_id, signed_up(3, 3, None), "volunteers")
        begin_down(tx, act(), first.night_id, 3, 1, 30)
        begin_down(tx, act(), first.night_id, 1, 2, 30)
        return release_table(tx, act(by=9, at=at(40)), first.night_id, 3)

    assert await store.write(lived) == [1, 3]
    duties = await store.read(duties_of, 1, 1)
    assert [kept.duty.state for kept in duties] == ["released", "signed_up", "released"]
    last = (await store.read(changes_of, 1, 1))[-1]
    assert (last.what, last.changed_by, last.changed_at, last.reason) == (
        "table_broke",
        9,
        at(40),
        "table 3 is no more",
    )
    assert dealing_now(await store.read(downs_of, 1, 1)) == {1: 2}
    assert [dealer.player_id for dealer in await store.read(dealers_of, 1, 1)] == [2]
    assert await store.write(release_table, act(), 1, 3) == []


async def test_a_dealer_is_bound_to_the_table_of_the_obligation(store: Store) -> None:
    def lived(tx: Transaction) -> list[Dealer]:
        kept = owed(tx)
        join(tx, act(at=at(1)), kept.night_id, 2)
        join(tx, act(at=at(2)), kept.night_id, 2)  # once more changes nothing
        set_break(tx, act(), kept.night_id, 2, is_on_break=True)
        set_rests(tx, act(), kept.night_id, 2, rests=True)
        return dealers_of(tx, 1, kept.night_id)

    assert await store.write(lived) == [Dealer(1, NOW, only_at=3), Dealer(2, at(1), rests=True, is_on_break=True)]


async def test_whoever_comes_back_joins_anew(store: Store) -> None:
    def lived(tx: Transaction) -> list[Dealer]:
        night_id = night(tx)
        join(tx, act(), night_id, 1)
        set_break(tx, act(), night_id, 1, is_on_break=True)
        assert leave(tx, act(), night_id, 1)
        assert not leave(tx, act(), night_id, 1)
        assert dealers_of(tx, 1, night_id) == []
        join(tx, act(at=at(5)), night_id, 1)
        return dealers_of(tx, 1, night_id)

    assert await store.write(lived) == [Dealer(1, at(5))]


async def test_another_league_sees_none_of_it(store: Store) -> None:
    def lived(tx: Transaction) -> None:
        kept = owed(tx)
        begin_down(tx, act(), kept.night_id, 3, 1, 30)
        assert night(tx, league_id=2) == kept.night_id

    await store.write(lived)
    for work in (duties_of, dealers_of, downs_of, duty_at, changes_of):
        assert await store.read(work, 1, 1)
        assert not await store.read(work, 2, 1)
    assert await store.write(end_down, act(league_id=2), 1, 3) is None
    assert await store.write(release_table, act(league_id=2), 1, 3) == []
