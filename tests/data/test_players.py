"""Who is who at the tables: an account once, a guest by name once, each league for itself."""

from __future__ import annotations

from conftest import Clock

from data.players import guest_of, player_of, players
from data.store import Store

NOW = Clock().moment


async def test_an_account_is_one_player_and_keeps_its_newest_name(store: Store) -> None:
    first = await store.write(player_of, 1, 50, "ann", NOW)
    again = await store.write(player_of, 1, 50, "Ann B", NOW)
    assert (first.player_id, again.player_id) == (1, 1)
    assert (await store.read(players, 1))[1].name == "Ann B"


async def test_a_guest_is_found_by_name_whatever_its_case(store: Store) -> None:
    names = ["Bob", "cy", "BOB", "Ångström", "ångSTRÖM"]
    ids = [(await store.write(guest_of, 1, name, NOW)).player_id for name in names]
    assert ids == [1, 2, 1, 3, 3]
    assert (await store.read(players, 1))[1].name == "Bob"


async def test_a_guest_is_nobody_with_an_account(store: Store) -> None:
    member = await store.write(player_of, 1, 50, "bob", NOW)
    guest = await store.write(guest_of, 1, "bob", NOW)
    assert guest.user_id is None
    assert guest.player_id != member.player_id


async def test_every_league_has_its_own_players(store: Store) -> None:
    for league_id in (1, 2):
        assert (await store.write(player_of, league_id, 50, "ann", NOW)).player_id == 1
    assert not await store.read(players, 3)


async def test_only_those_asked_for_are_told(store: Store) -> None:
    for name in ("a", "b", "c"):
        await store.write(guest_of, 1, name, NOW)
    assert list(await store.read(players, 1, {3, 1, 9})) == [1, 3]


async def test_a_long_name_is_cut_and_found_again(store: Store) -> None:
    long = "x" * 60
    ids = [(await store.write(guest_of, 1, long, NOW)).player_id for _ in range(2)]
    assert ids == [1, 1]
    assert len((await store.write(player_of, 1, 50, long, NOW)).name) == 40
