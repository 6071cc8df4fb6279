"""Who is known where, and which league a direct message means."""

from __future__ import annotations

from datetime import timedelta

from conftest import Clock

from data.people import choose_league, chosen_league, leagues_of, meet
from data.store import Store

NOW = Clock().moment


async def test_a_person_is_met_once_in_each_league(store: Store) -> None:
    met = [await store.write(meet, league_id, 5, NOW + timedelta(hours=league_id)) for league_id in (2, 1, 2)]
    assert met == [True, True, False]
    assert await store.read(leagues_of, 5) == [1, 2]
    assert await store.read(leagues_of, 6) == []


async def test_the_chosen_league_comes_first_until_another_is_chosen(store: Store) -> None:
    for league_id in (1, 2):
        await store.write(meet, league_id, 5, NOW)
    assert await store.read(chosen_league, 5) is None
    for chosen, order in ((2, [2, 1]), (1, [1, 2])):
        assert await store.write(choose_league, chosen, 5)
        assert await store.read(chosen_league, 5) == chosen
        assert await store.read(leagues_of, 5) == order


async def test_a_league_where_nobody_knows_you_cannot_be_chosen(store: Store) -> None:
    await store.write(meet, 1, 6, NOW)
    assert await store.write(choose_league, 1, 5) is False
    assert await store.read(chosen_league, 6) is None
