"""What goes wrong at a real table: mistakes taken back, people at two tables, penalties that wander, cards that vanish."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import League, words
from played import Played, open_table

from cogs.shared import routes
from cogs.shared.refusals import Refusal
from cogs.table.people import read_people
from data.dealers import duties_of
from data.downs import dealing_now, downs_of
from data.players import players
from data.store import Store


async def names(table: Played) -> dict[int, str]:
    found = await table.store.read(players, table.league.guild.id)
    return {player_id: player.name for player_id, player in found.items()}


async def seats(table: Played) -> dict[int, str]:
    known = await names(table)
    return {one.seat: known[one.player_id] for one in (await table.kept()).table.seated}


async def place(table: Played, name: str) -> Any:
    known = await names(table)
    return next(one for one in (await table.kept()).table.seated if known[one.player_id] == name)


async def dealing(table: Played) -> dict[int, str]:
    """Which table has whose down."""
    downs = await table.store.read(downs_of, table.league.guild.id, (await table.kept()).night_id)
    known = await names(table)
    return {number: known[player_id] for number, player_id in dealing_now(downs).items()}


async def playing(league: League, store: Store, *people: str, **options: Any) -> Played:
    """A table with these people, the button at seat 1."""
    table = await open_table(league, store, **options)
    await table.say("seat", who=", ".join(people))
    await table.say("button", seat=1)
    return table


async def dealer(league: League, name: str, **options: Any) -> str:
    return words(await league.slash(league.host, f"dealer {name}", league.cash, **options))


# ------------------------------------------------------------------ taken back


async def test_whoever_sat_down_later_keeps_the_seat_when_an_earlier_one_is_taken_back(
    league: League, store: Store
) -> None:
    table = await open_table(league, store)
    await table.say("seat", who="ann, bob, cy")
    await table.say("undo", step=1)
    assert await seats(table) == {2: "bob", 3: "cy"}


async def test_taking_a_move_back_gives_nobody_a_second_seat(league: League, store: Store) -> None:
    first = await playing(league, store, "ann", "bob", "cy")
    second = await playing(league, store, "dan", "eve")
    await first.say("hand")
    await first.say("move", who="cy", to=2)
    assert "cy sits at table 2" in await first.say("undo")
    await second.say("undo")
    assert "Taken back" in await first.say("undo")
    assert "From the next hand" not in await first.text()


async def test_a_broken_table_whose_players_sit_elsewhere_stays_broken(league: League, store: Store) -> None:
    first = await playing(league, store, "ann", "bob")
    second = await playing(league, store, "dan", "eve")
    await second.say("break")
    await first.say("seat", who="eve")
    assert "eve sits at table 1" in await second.say("undo", table=2)
    assert (await second.kept()).closed_at is not None
    await first.say("stand", who="eve")
    assert "Taken back" in await second.say("undo", table=2)
    assert await seats(second) == {1: "dan", 2: "eve"}


async def test_the_down_goes_with_a_dealer_who_is_taken_back(league: League, store: Store) -> None:
    table = await playing(league, store, "ann", "bob", "cy")
    await dealer(league, "start", table=1, guest="xia")
    table.clock.advance(minutes=10)
    await dealer(league, "start", table=1, guest="yun")
    before = await store.read(downs_of, league.guild.id, 1)
    pushed = await league.slash(league.host, "dealer push", league.cash, table=1)
    await league.host.click(pushed.response, label="Push now")
    assert await dealing(table) == {1: "yun"}
    assert "yun is the dealer" in await table.say("undo")
    assert await dealing(table) == {1: "xia"}
    assert await store.read(downs_of, league.guild.id, 1) == before  # nobody has a down too many
    await table.say("undo")
    assert await dealing(table) == {}


async def test_a_closing_taken_back_has_its_dealer_dealing_and_owing_again(league: League, store: Store) -> None:
    table = await playing(league, store, "ann", "bob", "cy", kind="tournament")
    await dealer(league, "start", table=1, guest="xia", balance="10")
    await dealer(league, "bust", guest="xia")
    assert "Free of their duty: xia" in await table.say("close")
    assert "Owing to deal here again: xia" in await table.say("undo", table=1)
    assert await dealing(table) == {1: "xia"}
    [kept] = await store.read(duties_of, league.guild.id, 1)
    assert (kept.duty.state, kept.duty.balance) == ("busted", 1000)
    assert "xia has no table" not in await dealer(league, "release", guest="xia")


async def test_a_dealer_who_deals_elsewhere_meanwhile_does_not_deal_twice(league: League, store: Store) -> None:
    first = await playing(league, store, "ann", "bob")
    await playing(league, store, "dan", "eve")
    await dealer(league, "start", table=1, guest="xia")
    await first.say("close")
    await dealer(league, "start", table=2, guest="xia")
    assert "xia deals another table now" in await first.say("undo", table=1)
    assert await dealing(first) == {2: "xia"}
    assert (await first.kept()).table.dealer_id is None


async def test_a_table_of_a_night_that_is_over_stays_closed(league: League, store: Store) -> None:
    table = await playing(league, store, "ann", "bob")
    more = await table.more()
    undo = routes.TABLE_DO.id(table.table_id, "undo", 4)
    await table.say("close")
    await league.slash(league.host, "night close", league.cash)
    said = words(await league.forge(league.host, more.response, undo))
    assert said.startswith("The night of this table is over")
    assert (await table.kept()).closed_at is not None


# ------------------------------------------------------------------ penalties and who is away


@pytest.mark.parametrize("hands", [0, 1])
async def test_a_penalty_goes_along_to_another_table(league: League, store: Store, hands: int) -> None:
    first = await playing(league, store, "ann", "bob", "cy", kind="tournament")
    second = await playing(league, store, "dan", "eve", kind="tournament")
    await first.say("penalty", who="cy", hands=3)
    for _ in range(hands):
        await first.say("hand")
    await first.say("away", who="cy")
    left = 3 - hands
    assert f"sits out {left} hands" in await first.say("move", who="cy", to=2)
    cy = await place(second, "cy")
    assert (cy.penalty_hands, cy.is_away) == (left, True)
    await first.say("hand") if hands else None
    await second.say("hand")
    await second.say("move", who="cy", to=1)
    await second.say("hand")
    await first.say("hand") if hands else None
    assert (await place(first, "cy")).penalty_hands == left - 1


async def test_a_penalty_outlasts_its_table(league: League, store: Store) -> None:
    first = await playing(league, store, "ann", "bob", "cy")
    second = await playing(league, store, "dan", "eve")
    await first.say("penalty", who="cy", hands=3)
    await first.say("hand")
    await first.say("break")
    assert "cy (guest, seat 3, sits out 2 hands)" in await second.say("seat", who="cy")
    for _ in range(3):
        await second.say("hand")
    third = await open_table(league, store)
    await second.say("stand", who="cy")
    await second.say("hand")
    assert "cy (guest, seat 1)" in await third.say("seat", who="cy")  # it has been sat out


async def test_a_penalty_given_in_a_hand_is_shown_as_the_next_ones(league: League, store: Store) -> None:
    table = await playing(league, store, "ann", "bob", "cy")
    await table.say("hand")
    await table.say("penalty", who="ann", hands=2)
    assert (await table.first_line()).startswith("**ann deals**")
    assert "Penalty: ann, 2 hands from the next hand on" in await table.text()
    await table.next_hand()
    assert "Penalty: ann, 2 hands left, dealt in and killed" in await table.text()


# ------------------------------------------------------------------ decks and the stub


async def test_the_first_stub_count_is_due_half_an_hour_after_the_first_hand(league: League, store: Store) -> None:
    table = await playing(league, store, "ann", "bob")
    await dealer(league, "start", table=1, guest="xia")
    table.clock.advance(hours=1)
    await table.say("hand")
    assert "overdue" not in await table.text()
    table.clock.advance(minutes=31)
    await table.say("away", who="bob")
    assert "stub count overdue" in await table.text()


async def test_a_marred_deck_is_not_dealt_again_after_a_misdeal(league: League, store: Store) -> None:
    table = await playing(league, store, "ann", "bob")
    await table.say("hand")
    await league.forge(league.host, (await table.more()).response, routes.TABLE_DO.id(table.table_id, "again", 1))
    assert "Deck 1 goes out at table 1, for the redeal" in await table.say("deck", what="change_marred")
    assert "Deck 2 is dealt · deck 1 is out" in await table.text()


# ------------------------------------------------------------------ how people write it


@pytest.mark.parametrize("typed", ["3 ann", "seat 3 ann", "Seat 3: ann", "ann (3)", "ann: 3", "ann=3", "ann Seat 3"])
def test_a_seat_is_read_wherever_it_stands(typed: str) -> None:
    assert [(one.name, one.seat) for one in read_people(typed)] == [("ann", 3)]


def test_an_ampersand_stands_between_two() -> None:
    assert [one.name for one in read_people("ann & bob;cy")] == ["ann", "bob", "cy"]


@pytest.mark.parametrize("typed", ["\u202e", "ann, \u200b", "@", "\u3164 3", "<@&55>", "<#55>"])
def test_what_shows_as_nothing_or_is_nobody_seats_nobody(typed: str) -> None:
    with pytest.raises(Refusal):
        read_people(typed)


# ------------------------------------------------------------------ threads and cards


async def test_two_tables_with_one_channel_are_told_apart_by_who_asks(league: League, store: Store) -> None:
    first = await playing(league, store, "ann")
    second = await open_table(league, store)
    thread = (await first.kept()).channel_id
    await store.write(lambda tx: tx.run("UPDATE game_table SET channel_id = :channel_id", channel_id=thread))
    channel = await first.channel()
    assert "Which table?" in words(await league.host.slash(channel, "table away", who="ann"))
    await league.slash(league.player, "table seat", channel, table=1)
    await league.slash(league.player, "table away", channel)
    assert (await place(first, "Practice player")).is_away and not await seats(second)


@pytest.mark.parametrize("what", ["message", "thread"])
async def test_a_card_that_was_deleted_comes_back_where_staff_do_something_next(
    league: League, store: Store, what: str
) -> None:
    table = await playing(league, store, "ann", "bob")
    await table.card()
    kept = await table.kept()
    if what == "message":
        del league.env.backend.messages[kept.channel_id][kept.message_id]
    else:
        del league.env.backend.channels[kept.channel_id]
    await league.slash(league.host, "table hand", league.cash, table=1)
    table.clock.advance(seconds=6)
    await league.env.advance_time(6)
    said = words(await league.slash(league.host, "table hand", league.cash, table=1))
    assert said.endswith("The card was lost, so it stands in this channel from now on.")
    assert (await table.first_line()).startswith("**bob deals**")
    assert (await table.kept()).channel_id == league.cash.id


# ------------------------------------------------------------------ a push


async def test_a_push_of_a_table_without_a_dealer_takes_nobody_from_another_table(league: League, store: Store) -> None:
    await playing(league, store, "ann", "bob")
    second = await playing(league, store, "dan", "eve", mode="psp_dedicated")
    await dealer(league, "start", table=1, guest="xia")
    assert "Nobody is free to deal" in await dealer(league, "push", table=2)
    await dealer(league, "start", table=1, guest="yun")
    pushed = await league.slash(league.host, "dealer push", league.cash, table=2)
    await league.host.click(pushed.response, label="Push now")
    assert await dealing(second) == {1: "xia", 2: "yun"}


async def test_a_broken_table_frees_its_dealer_for_the_others(league: League, store: Store) -> None:
    first = await playing(league, store, "ann", "bob")
    await playing(league, store, "dan", "eve", mode="psp_dedicated")
    await dealer(league, "start", table=1, guest="xia")
    await first.say("break")
    pushed = await league.slash(league.host, "dealer push", league.cash)
    await league.host.click(pushed.response, label="Push now")
    assert await dealing(first) == {2: "xia"}
    assert "xia deals another table now" in await first.say("undo", table=1)
