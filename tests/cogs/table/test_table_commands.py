"""`/table` as people type it: who is meant, which table is meant, moving for balance, the end of a table."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from conftest import League, is_sentence, words
from played import Played, open_table

from cogs.shared.refusals import Refusal
from cogs.table.people import read_people, read_person
from data.players import players
from data.store import Store


async def seats(table: Played) -> dict[int, str]:
    """Who sits where, by name."""
    found = await table.store.read(players, table.league.guild.id)
    return {one.seat: found[one.player_id].name for one in (await table.kept()).table.seated}


# ------------------------------------------------------------------ opening


async def test_the_first_table_opens_the_night_and_the_next_one_has_the_next_number(
    league: League, store: Store
) -> None:
    first = await open_table(league, store)
    second = await open_table(league, store)
    nights = await store.read(lambda tx: tx.all("SELECT night_id, day, kind FROM night"))
    assert nights == [{"night_id": 1, "day": "2026-03-14", "kind": "cash"}]
    assert [(await table.kept()).table_number for table in (first, second)] == [1, 2]


async def test_a_table_is_as_it_was_asked_for(league: League, store: Store) -> None:
    table = await open_table(
        league, store, number=7, kind="tournament", game="omaha", mode="rrp", seats=6, break_order=2
    )
    kept = (await table.kept()).table
    assert (kept.table_number, kept.kind, kept.game, kept.mode, kept.seat_count, kept.break_order) == (
        7, "tournament", "omaha", "rrp", 6, 2,
    )  # fmt: skip


async def test_without_a_word_it_is_as_the_channel_and_the_books_are(league: League, store: Store) -> None:
    await league.staff("books", kind="cash", order="tda-rrp-psp")
    table = await open_table(league, store, league.rules)
    assert ((await table.kept()).table.kind, (await table.kept()).table.mode) == ("cash", "rrp")


async def test_a_number_in_use_is_refused(league: League, store: Store) -> None:
    await open_table(league, store, number=3)
    said = words(await league.slash(league.host, "table open", league.cash, number=3))
    assert said.startswith("Table 3 is open already tonight")


async def test_without_the_right_to_make_threads_the_card_stands_in_the_channel_and_that_is_said_once(
    league: League, store: Store
) -> None:
    await deny_threads(league)
    opened = await league.slash(league.host, "table open", league.cash)
    assert "its card stands in this channel" in words(opened)
    table = Played(league, store, league.bot.clock, 1)  # type: ignore[arg-type]  # the test's own clock
    assert (await table.kept()).channel_id == league.cash.id
    assert (await table.first_line()).startswith("**Nobody sits here yet")
    assert "threads" not in await table.say("seat", who="ann, bob")


async def deny_threads(league: League) -> None:
    """Take the right to make threads from the bot."""
    backend = league.env.backend
    guild = backend.guilds[league.guild.id]
    for role in guild.roles.values():
        role.permissions &= ~discord.Permissions(create_public_threads=True, administrator=True).value


async def test_a_table_opened_in_a_thread_gets_its_own_beside_it(league: League, store: Store) -> None:
    await open_table(league, store)
    await open_table(league, store, league.cash.threads[0])
    assert len(league.cash.threads) == 2


# ------------------------------------------------------------------ people


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("", [(None, "", None)]),
        ("me", [(None, "", None)]),
        ("ann", [(None, "ann", None)]),
        ("ann, bob 3, @cy", [(None, "ann", None), (None, "bob", 3), (None, "cy", None)]),
        ("ann;bob\ncy and dee", [(None, "ann", None), (None, "bob", None), (None, "cy", None), (None, "dee", None)]),
        ("<@55> 9 <@!66>", [(55, "", 9), (66, "", None)]),
        ("ann 3 <@55>, me 2", [(None, "ann", 3), (55, "", None), (None, "", 2)]),
        ("Mary Ann at seat 4, Al in 5, Jo #6", [(None, "Mary Ann", 4), (None, "Al", 5), (None, "Jo", 6)]),
        ("Sandy, Ferdinand", [(None, "Sandy", None), (None, "Ferdinand", None)]),
        ("a\u202eb", [(None, "ab", None)]),
        (" , ,", [(None, "", None)]),
    ],
)
def test_names_mentions_and_seats_are_read(typed: str, read: list[Any]) -> None:
    assert [(one.user_id, one.name, one.seat) for one in read_people(typed)] == read


@pytest.mark.parametrize("typed", ["3", "seat 3", "@7", "x" * 41, "y" * 500])
def test_what_is_no_name_is_refused(typed: str) -> None:
    with pytest.raises(Refusal):
        read_person(typed)


def test_no_more_people_are_read_than_a_table_seats() -> None:
    assert len(read_people(", ".join("abcdefghijkl"))) == 12
    with pytest.raises(Refusal):
        read_people(", ".join("abcdefghijklm"))


async def test_each_is_read_back_with_the_seat(league: League, store: Store) -> None:
    table = await open_table(league, store)
    said = await table.say("seat", who=f"ann, bob 3, <@{league.player.id}>, cy")
    assert said == "Table 1: ann (guest, seat 1), bob (guest, seat 3), Practice player (seat 2), cy (guest, seat 4)."
    assert await seats(table) == {1: "ann", 2: "Practice player", 3: "bob", 4: "cy"}


async def test_all_are_seated_or_nobody_and_it_says_who_could_not_be(league: League, store: Store) -> None:
    table = await open_table(league, store)
    await table.say("seat", who="ann 3")
    said = await table.say("seat", who="bob, cy 3, dee")
    assert said.startswith("cy: Seat 3 is taken")
    assert said.endswith("Nobody was seated.")
    assert await seats(table) == {3: "ann"}


async def test_a_name_is_the_player_who_bears_it_whatever_its_case(league: League, store: Store) -> None:
    table = await open_table(league, store)
    await table.say("seat", who="Ann")
    await table.say("stand", who="ann")
    await table.say("seat", who=f"aNN, <@{league.player.id}>")
    await table.say("stand", who="practice PLAYER")
    assert "Practice player (seat 2)" in await table.say("seat", who="practice player")
    assert len(await store.read(lambda tx: tx.all("SELECT 1 FROM player"))) == 2


async def test_who_is_not_in_the_server_and_bots_do_not_sit(league: League, store: Store) -> None:
    table = await open_table(league, store)
    bot = league.env.backend.bot_user.id
    for strange, said in ((12345, "is not in this server"), (bot, "bots do not play")):
        assert said in await table.say("seat", who=f"ann, <@{strange}>")
    assert await seats(table) == {}


async def test_nobody_sits_at_two_tables(league: League, store: Store) -> None:
    first, second = await open_table(league, store), await open_table(league, store)
    await first.say("seat", who="ann")
    assert (await second.say("seat", who="ann")).startswith("ann sits at table 1")
    assert (await second.say("seat", who="bob, ann")).startswith("ann sits at table 1"), "named once"
    await first.say("stand", who="ann")
    assert "ann (guest, seat 1)" in await second.say("seat", who="ann")


async def test_who_sits_already_is_told_to_prefer_not_to_deal(league: League, store: Store) -> None:
    table = await open_table(league, store)
    await table.say("seat", who="ann, bob")
    assert "ann would rather not deal" in await table.say("seat", who="ann", deals=False)
    assert [one.deals for one in (await table.kept()).table.seated] == [False, True]
    assert "cy (guest, seat 3, would rather not deal)" in await table.say("seat", who="cy", deals=False)
    assert [one.deals for one in (await table.kept()).table.seated] == [False, True, False]


async def test_a_person_is_named_by_name_mention_seat_or_from_the_list(league: League, store: Store) -> None:
    table = await open_table(league, store)
    await table.say("seat", who=f"ann, bob, <@{league.player.id}>, dee")
    offered = await league.host.autocomplete(await table.channel(), "table away", "who", "b")
    assert [choice["name"] for choice in offered] == ["bob"]
    for who in ("ann", offered[0]["value"], f"<@{league.player.id}>", "4"):
        assert "is away" in await table.say("away", who=who)
    assert all(one.is_away for one in (await table.kept()).table.seated)
    for who in ("eve", "#99", "<@12345>", "9"):
        assert (await table.say("away", who=who)).startswith("Nobody at this table is called")


# ------------------------------------------------------------------ which table


async def test_a_table_is_found_by_number_thread_seat_or_as_the_only_one(league: League, store: Store) -> None:
    first = await open_table(league, store)
    assert "ann (guest, seat 1)" in words(await league.host.slash(league.rules, "table seat", who="ann"))
    second = await open_table(league, store)
    await second.say("seat", by=league.player)
    await league.slash(league.player, "table away", league.rules)
    assert (await second.kept()).table.seated[0].is_away, "the table one sits at"
    assert words(await league.slash(league.host, "table stub", league.rules)).startswith("Which table? tables 1 and 2")
    assert "table 1" in words(await league.slash(league.host, "table stub", league.rules, table=1))
    assert "table 2" in await second.say("stub"), "the thread one is in"
    assert "table 1" in await second.say("stub", table=1), "what is typed goes before the thread"
    assert "table 1" in await first.say("stub")


async def test_open_tables_seats_and_steps_are_offered_while_one_types(league: League, store: Store) -> None:
    table = await open_table(league, store)
    await table.say("seat", who="ann, *b*")
    channel = await table.channel()
    offered = await league.host.autocomplete(channel, "table hand", "table", "")
    assert [(choice["name"], choice["value"]) for choice in offered] == [("Table 1 (cash, hold'em)", 1)]
    offered = await league.host.autocomplete(channel, "table button", "seat", "")
    assert [(choice["name"], choice["value"]) for choice in offered] == [("Seat 1: ann", 1), ("Seat 2: *b*", 2)]
    offered = await league.host.autocomplete(channel, "table undo", "step", "")
    assert [(choice["name"], choice["value"]) for choice in offered] == [
        ("2: *b* sits down at seat 2", 2),
        ("1: ann sits down at seat 1", 1),
    ]


async def test_nothing_is_offered_where_no_table_is_open(league: League) -> None:
    for name, option in (("hand", "table"), ("button", "seat"), ("undo", "step"), ("away", "who")):
        assert await league.host.autocomplete(league.rules, f"table {name}", option, "") == []


@pytest.mark.parametrize("name", ["hand", "stand", "away", "duties", "picture", "log", "undo", "stub", "deck", "close"])
async def test_without_an_open_table_a_command_says_so(league: League, name: str) -> None:
    result = await league.slash(league.host, f"table {name}")
    assert is_sentence(result)
    assert words(result).startswith("No table is open tonight")


# ------------------------------------------------------------------ moving, leaving, the end


async def test_a_move_for_balance_takes_the_player_with_what_they_prefer(league: League, store: Store) -> None:
    first, second = await open_table(league, store), await open_table(league, store)
    await first.say("seat", who="ann, bob, cy")
    await first.say("seat", who="cy", deals=False)
    await second.say("seat", who="dee, eve")
    assert await first.say("move", who="cy", to=2) == "cy leaves table 1 and sits down at table 2, seat 3."
    assert await seats(first) == {1: "ann", 2: "bob"}
    assert await seats(second) == {1: "dee", 2: "eve", 3: "cy"}
    assert not (await second.kept()).table.seated[2].deals


async def test_a_move_to_a_full_table_moves_nobody(league: League, store: Store) -> None:
    first, second = await open_table(league, store), await open_table(league, store, seats=2)
    await first.say("seat", who="ann, bob")
    await second.say("seat", who="dee, eve")
    assert (await first.say("move", who="ann", to=2)).startswith("Every seat of this table is taken")
    assert await seats(first) == {1: "ann", 2: "bob"}


async def test_a_move_needs_a_seat_or_a_table(league: League, store: Store) -> None:
    table = await open_table(league, store)
    await table.say("seat", who="ann")
    assert (await table.say("move", who="ann")).startswith("Where to?")
    assert await table.say("move", who="ann", seat=6) == "ann moves to seat 6."
    assert await seats(table) == {6: "ann"}


async def test_a_table_that_breaks_names_who_is_to_be_seated_and_frees_its_dealer(league: League, store: Store) -> None:
    table = await open_table(league, store, kind="tournament", mode="psp_dedicated")
    await table.say("seat", who="ann, bob")
    await league.slash(league.host, "dealer start", league.cash, table=1, guest="zoe")
    assert await table.say("break") == (
        "Table 1 has broken. To be seated elsewhere, with /table seat there: ann and bob. Free of their duty: zoe."
    )
    assert "closed" in await table.text()


async def test_who_has_a_seat_elsewhere_is_not_named_when_a_table_breaks(league: League, store: Store) -> None:
    table, second = await open_table(league, store), await open_table(league, store)
    await table.say("seat", who="ann, bob, cy")
    await second.say("seat", who="dee, eve")
    for one in (table, second):
        await one.button_is(1)
        await one.next_hand()
    assert (await table.say("move", who="cy", to=2)).count("next hand") == 2, "from then on here, and there"
    assert "To be seated elsewhere, with /table seat there: ann and bob." in await table.say("break")


async def test_the_winner_of_a_pot_can_be_told_with_the_next_hand(league: League, store: Store) -> None:
    table = await open_table(league, store)
    await table.say("seat", who="ann, bob, cy")
    await table.button_is(1)
    await table.next_hand()
    assert (await table.say("hand", winner="ann, cy")).startswith("Hand 2: bob deals")
    assert len((await table.kept()).table.winners) == 2
    assert (await table.say("hand", winner="zoe")).startswith("Nobody at this table is called zoe")
    assert (await table.kept()).table.hand == 2


async def test_the_button_counts_the_hands_that_went_by(league: League, store: Store) -> None:
    table = await open_table(league, store)
    await table.say("seat", who="ann, bob, cy, dee")
    assert await table.say("button", seat=1) == "The button is at seat 1."
    await table.say("hand")
    assert (await table.say("button", seat=4)).endswith("That counts as 3 hands since.")
    assert (await table.say("button", seat=9)).startswith("Nobody sits at seat 9")


async def test_the_league_keeps_a_trail_of_what_staff_did(league: League, store: Store) -> None:
    table = await open_table(league, store)
    await table.say("seat", who="ann, bob")
    await table.say("penalty", who="ann", hands=2)
    await table.say("deck", what="limits_on")
    await table.say("close")
    trail = await store.read(lambda tx: tx.all("SELECT what FROM audit ORDER BY audit_id"))
    assert [row["what"] for row in trail] == ["night opened", "table opened", "penalty", "deck limits", "table closed"]
    assert "penalty" in await league.staff("history")
