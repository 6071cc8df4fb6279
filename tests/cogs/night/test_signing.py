"""Signing up on the night's card: a place, a table, the waiting list, stand-bys, cover, and who is told what."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from conftest import Clock, League, NewBot, Wire, act, is_sentence, labels, verify_card, words, words_of
from planned import Ahead, plan_night
from simcord.backend import errors
from simcord.http.routes import messages

from cogs.night.card import who_card
from cogs.night.signing import change_own, listed_at
from cogs.shared.people import Person
from cogs.shared.replies import MOST_TEXT
from data.players import Player, players
from data.store import Store
from data.wishes import Wish, mark_game, record_wish
from league.cover import at_risk
from league.signup import COVER_WANTED, DEAL, IN, PLAY, STAND_BY, WAITING, SignUp

OMAHA = {"kind": "tournament", "game": "omaha", "tables": 2, "fee": "50"}


@pytest.fixture
async def ahead(league: League, store: Store, clock: Clock) -> Ahead:
    return await plan_night(league, store, clock, **OMAHA)


async def player_id(ahead: Ahead, name: str) -> int:
    known = await ahead.store.read(players, ahead.league_id)
    return next(one.player_id for one in known.values() if one.name == name)


# ------------------------------------------------------------------ a place


async def test_play_gives_a_place_and_says_what_is_written(ahead: Ahead) -> None:
    result = await ahead.press("ann", "play")
    assert result.response.ephemeral
    assert "You have a place." in words(result)
    assert "I may write to you about this night" in words(result)
    assert labels(result) == ["Drop", "Turn off"]
    verify_card(result.response.components)
    shown = await ahead.shown()
    assert "**1** come" in shown and "\nann" in shown


async def test_a_press_delivered_twice_counts_once(ahead: Ahead, wire: Wire) -> None:
    await ahead.press("ann", "play")
    await wire.again()
    assert await ahead.names("play") == ["ann"]
    assert "already have a place" in words(await ahead.press("ann", "play"))


async def test_beyond_twelve_names_are_a_count_and_all_on_a_press(ahead: Ahead) -> None:
    for number in range(14):
        await ahead.press(f"player {number:02}", "play")
    shown = await ahead.shown()
    assert "player 11 and 2 more" in shown and "player 12" not in shown
    everybody = words(await ahead.press("player 00", "who"))
    assert "player 12, player 13" in everybody
    assert "At risk" not in everybody


async def test_two_hundred_want_the_last_place_at_once_and_one_has_it(
    league: League, store: Store, clock: Clock
) -> None:
    ahead = await plan_night(league, store, clock, most=1)
    acts = [act(f"press {number}", ahead.league_id, 7000 + number, clock.moment) for number in range(200)]
    await asyncio.gather(*(change_own(store, one, Person(one.by, f"player {one.by}"), 1, "play") for one in acts))
    board = await ahead.board()
    assert (len(board.players), len(board.waiting)) == (1, 199)
    assert [row.order_no for row in board.waiting] == list(range(2, 201)), "each has a place of their own on the list"
    verify_card((await ahead.card()).components)


async def test_however_many_come_and_however_long_their_names_are_the_list_of_them_is_shown(
    ahead: Ahead, clock: Clock
) -> None:
    found = await ahead.store.read(listed_at, ahead.league_id, ahead.night_id, clock())
    assert found is not None
    spots = [(PLAY, IN), (PLAY, WAITING), (STAND_BY, IN)]
    rows = [SignUp(number, DEAL, COVER_WANTED, number, number) for number in range(1, 21)]
    rows += [SignUp(number, *spots[number % 3], number) for number in range(21, 200)]
    people = {row.player_id: Player(row.player_id, None, f"{row.player_id} {'*' * 30}") for row in rows}
    board = replace(found.board, tables=tuple(range(1, 21)), rows=tuple(rows))
    risks = at_risk(board)
    assert len(risks) == 20
    shown = who_card(replace(found, board=board, people=people), risks, is_staff=True, signs_up=True)
    verify_card(shown.to_components(), MOST_TEXT)


async def test_who_finds_no_place_is_told_where_on_the_list_they_are(
    league: League, store: Store, clock: Clock
) -> None:
    ahead = await plan_night(league, store, clock, most=1)
    card = await ahead.card()
    people = [ahead.person(f"player {number}") for number in range(9)]
    said = [words(await league.forge(who, card, f"night1:play:{ahead.night_id}")) for who in people]
    assert "You have a place." in said[0]
    for place in range(1, 9):
        assert f"You are number {place} on the waiting list" in said[place]


# ------------------------------------------------------------------ a table


async def test_deal_a_table_shows_fee_and_duty_and_counts_on_the_second_press(ahead: Ahead) -> None:
    result = await ahead.press("ann", "deal")
    told = words(result)
    assert "Omaha; a full entry is 50.00 USD." in told and "- Table 1 (final table): your entry is 20.00 USD" in told
    assert "until it breaks, also after busting" in told and "after 11 pm" in told
    assert result.response.ephemeral
    verify_card(result.response.components)
    assert not (await ahead.board()).rows
    assert "You deal table 1" in words(await ahead.press("ann", "take", 1))
    assert "- Table 1: ann deals (pays 20.00 USD)" in await ahead.shown()
    assert is_sentence(await ahead.press("bob", "take", 1))
    assert is_sentence(await ahead.press("ann", "take", 2)), "nobody deals two tables of one night"
    assert labels(await ahead.press("bob", "deal")) == ["Deal table 2"]


async def test_a_dealer_who_wants_cover_deals_until_somebody_takes_the_table(ahead: Ahead) -> None:
    await ahead.press("ann", "take", 1)
    assert "until somebody covers you" in words(await ahead.press("ann", "own", "cover"))
    assert "ann deals, **cover wanted**" in await ahead.shown()
    assert labels(await ahead.press("ann", "spot")) == ["I deal after all", "Drop", "Turn off"]
    assert "covers ann" in words(await ahead.press("bob", "deal"))
    await ahead.press("bob", "take", 1)
    await ahead.settle()
    assert await ahead.names("deal") == ["bob"]
    assert ahead.told("ann")[-1].startswith("**You are covered:** somebody else deals table 1")


async def test_a_dealer_can_deal_after_all(ahead: Ahead) -> None:
    await ahead.press("ann", "take", 1)
    await ahead.press("ann", "own", "cover")
    await ahead.press("ann", "own", "keep")
    assert await ahead.names("deal") == ["ann"]
    assert is_sentence(await ahead.press("bob", "take", 1))


# ------------------------------------------------------------------ the waiting list


async def test_whoever_waits_moves_up_is_told_once_and_can_say_no(league: League, store: Store, clock: Clock) -> None:
    ahead = await plan_night(league, store, clock, most=1)
    for name in ("ann", "bob", "cy"):
        await ahead.press(name, "play")
    assert "You are number 2 on the waiting list" in words(await ahead.press("cy", "spot"))
    await ahead.press("ann", "own", "drop")
    await ahead.settle()
    assert ahead.told("bob") == [
        "**A place has come free, and it is yours.** If you cannot come, say so now: the next gets it."
    ]
    assert not ahead.told("cy")
    assert "goes to whoever is next" in words_of((await ahead.answer("bob", "no")).response)
    await ahead.settle()
    assert await ahead.names("play") == ["cy"]
    assert len(ahead.told("cy")) == 1


async def test_who_turned_messages_off_is_told_nothing(league: League, store: Store, clock: Clock) -> None:
    ahead = await plan_night(league, store, clock, most=1)
    await ahead.press("ann", "play")
    await ahead.press("bob", "play")
    assert "I do not write to you" in words(await ahead.press("bob", "own", "silent"))
    await ahead.press("ann", "own", "drop")
    await ahead.settle()
    assert await ahead.names("play") == ["bob"]
    assert not ahead.told("bob")
    assert "I may write to you" in words(await ahead.press("bob", "own", "write"))


async def test_whoever_turns_messages_off_before_the_letter_goes_gets_none(
    league: League, store: Store, clock: Clock
) -> None:
    ahead = await plan_night(league, store, clock)
    await ahead.press("ann", "play")
    await ahead.wait(days=4)
    assert len(ahead.told("ann")) == 0
    await ahead.press("ann", "own", "silent")
    await ahead.wait(days=1, hours=4)
    assert not ahead.told("ann")


# ------------------------------------------------------------------ cover


async def test_dropping_asks_the_stand_bys_one_at_a_time_until_somebody_takes_it(ahead: Ahead) -> None:
    await ahead.press("ann", "take", 1)
    assert "only if nobody else does" in words(await ahead.press("bob", "standby"))
    await ahead.press("cy", "standby")
    await ahead.press("ann", "own", "drop")
    await ahead.settle()
    assert ahead.told("bob")[0].startswith("**Will you deal?** Table 1")
    assert not ahead.told("cy")
    assert "Somebody else is asked" in words_of((await ahead.answer("bob", "no")).response)
    await ahead.settle()
    assert ahead.told("cy")[0].startswith("**Will you deal?** Table 1")
    assert not await ahead.names("deal")
    assert "You deal table 1. Thank you!" in words_of((await ahead.answer("cy", "yes")).response)
    assert await ahead.names("deal") == ["cy"]


async def test_whoever_does_not_answer_in_time_makes_room_for_the_next(ahead: Ahead) -> None:
    await ahead.press("ann", "take", 1)
    await ahead.press("bob", "standby")
    await ahead.press("cy", "standby")
    await ahead.press("ann", "own", "cover")
    await ahead.settle()
    await ahead.wait(hours=12, minutes=1)
    assert len(ahead.told("cy")) == 1
    assert await ahead.names("deal", "cover_wanted") == ["ann"], "it passes only when somebody takes it"
    assert "You deal table 1" in words(await ahead.answer("bob", "yes")), "late, and still in time"
    await ahead.settle()
    assert ahead.told("cy")[-1].startswith("**Table 1 has a dealer again:**")


async def test_a_table_open_two_days_ahead_is_offered_to_those_who_stand_by(ahead: Ahead) -> None:
    await ahead.press("bob", "standby")
    await ahead.wait(days=4)
    assert not ahead.told("bob")
    await ahead.wait(hours=4)
    assert len(ahead.told("bob")) == 1


async def test_the_able_are_asked_only_if_they_agreed(ahead: Ahead) -> None:
    for name in ("ann", "bob", "cy"):
        await ahead.press(name, "play")
        await ahead.press(name, "own", "drop")
    await ahead.press("dan", "take", 1)
    bob = await player_id(ahead, "bob")
    await ahead.press("eve", "play")
    eve, league_id = await player_id(ahead, "eve"), ahead.league_id
    for who in (bob, eve):
        await ahead.store.write(mark_game, league_id, who, "omaha", can=True)
    await ahead.press("dan", "own", "cover")
    await ahead.settle()
    assert not ahead.told("bob"), "he dropped this night and has not agreed to be asked"
    assert ahead.told("eve")[0].startswith("**Will you deal?** Table 1")


async def test_those_who_agreed_to_be_asked_are_asked_for_a_night_they_are_not_in(ahead: Ahead) -> None:
    other = await plan_night(ahead.league, ahead.store, ahead.clock, "march 28 7pm")
    await other.press("bob", "play")
    bob = await player_id(ahead, "bob")
    await ahead.store.write(mark_game, ahead.league_id, bob, "omaha", can=True)
    await ahead.store.write(record_wish, ahead.league_id, bob, Wish(may_ask=True))
    await ahead.press("ann", "take", 1)
    await ahead.press("ann", "own", "drop")
    await ahead.settle()
    assert other.told("bob")[0].startswith("**Will you deal?** Table 1")
    await other.answer("bob", "off")
    await ahead.press("cy", "take", 1)
    await ahead.settle()
    assert not [told for told in other.told("bob") if "has a dealer again" in told]


async def test_a_closed_direct_message_is_a_mention_in_the_nights_thread(
    ahead: Ahead, monkeypatch: pytest.MonkeyPatch
) -> None:
    bob, allowed = ahead.person("bob"), messages._send_permissions

    def closed(ctx: Any, channel_id: int) -> None:
        if bob.id in ctx.backend.get_channel(channel_id).recipient_ids:
            raise errors.cannot_dm_bot()
        allowed(ctx, channel_id)

    monkeypatch.setattr(messages, "_send_permissions", closed)
    await ahead.press("ann", "take", 1)
    await ahead.press("bob", "standby")
    await ahead.press("ann", "own", "drop")
    await ahead.settle()
    night = await ahead.night()
    assert night.thread_id is not None
    told = [words_of(message) for message in ahead.league.env.backend.messages[night.thread_id].values()]
    assert [each.split("\n")[0] for each in told if each] == [f"<@{bob.id}>"]


# ------------------------------------------------------------------ the host, for others


async def test_the_host_signs_up_moves_and_drops_anybody(ahead: Ahead) -> None:
    assert await ahead.signup("play", guest="zoe") == "zoe is signed up to play."
    assert await ahead.signup("deal", player=ahead.person("ann"), table=1) == "ann deals table 1."
    assert await ahead.signup("move", player=ahead.person("ann"), table=2) == "ann deals table 2 now."
    assert await ahead.signup("drop", guest="zoe") == "zoe is not signed up any more."
    assert await ahead.names("deal") == ["ann"]
    assert not await ahead.names("play")
    assert "not signed up" in await ahead.signup("drop", guest="nobody")
    assert "Say which table" in await ahead.signup("move", player=ahead.person("ann"))
    await ahead.settle()
    assert not ahead.told("ann"), "somebody else signed her up: she has not agreed to be written to"


async def test_a_host_sees_what_is_at_risk_and_players_do_not(ahead: Ahead) -> None:
    await ahead.press("ann", "take", 1)
    seen = words(await ahead.command("show"))
    assert "Table 2 has no dealer; nobody is left to ask." in seen
    assert "ann has not confirmed table 1 yet: one no, and table 1 has no dealer." in seen
    assert "At risk" not in words(await ahead.command("show", ahead.person("ann")))


async def test_who_was_missing_is_noted_by_the_host_and_forgotten_after_a_season(ahead: Ahead) -> None:
    await ahead.press("ann", "play")
    assert "has not begun" in await ahead.signup("missing", player=ahead.person("ann"))
    await ahead.wait(days=6, hours=4)
    assert "ann is noted as missing" in await ahead.signup("missing", player=ahead.person("ann"), night=1)
    row = (await ahead.board()).rows[0]
    assert row.no_show_at is not None
    await ahead.wait(days=183)
    assert (await ahead.board()).rows[0].no_show_at is None


# ------------------------------------------------------------------ who may press, and after a restart


@pytest.mark.parametrize("press", ["play", "deal", "standby", "spot", "who"])
async def test_everybody_may_press_the_card_for_themselves(ahead: Ahead, press: str) -> None:
    await ahead.press("player", "play")
    await ahead.press("dealer", "take", 1)
    people: dict[str, Any] = {name: ahead.person(name) for name in ("stranger", "player", "dealer", "td")}
    people["host"] = ahead.league.host
    for role, who in people.items():
        result = await ahead.press(who, press)
        assert result.response.ephemeral, role
        assert "Only a host" not in words(result), role
    names = {row.player_id for row in (await ahead.board()).rows}
    assert len(names) == (5 if press in ("play", "standby") else 2)


async def test_a_letter_is_answered_by_its_own_person_alone(ahead: Ahead) -> None:
    await ahead.press("ann", "take", 1)
    await ahead.press("bob", "standby")
    await ahead.press("ann", "own", "drop")
    await ahead.settle()
    for name in ("stranger", "ann"):
        result = await ahead.league.forge(
            ahead.person(name), await ahead.card(), f"night1:answer:{ahead.league_id}:1:yes"
        )
        assert "for somebody else" in words(result)
    assert is_sentence(await ahead.league.forge(ahead.person("bob"), await ahead.card(), "night1:answer:5:1:yes"))
    assert not await ahead.names("deal")


async def test_the_cards_buttons_work_after_a_restart(ahead: Ahead, new_bot: NewBot) -> None:
    await ahead.press("ann", "play")
    await ahead.league.env.restart_bot(new_bot())
    assert "You have a place" in words(await ahead.press("bob", "play"))
    assert await ahead.names("play") == ["ann", "bob"]


@pytest.mark.parametrize("what", ["no", "nothing"])
async def test_whoever_does_not_deal_one_table_is_asked_about_the_other(ahead: Ahead, what: str) -> None:
    await ahead.press("bob", "standby")
    await ahead.wait(days=4, hours=5)
    if what == "no":
        await ahead.answer("bob", "no")
        await ahead.settle()
    else:
        await ahead.wait(hours=12)
    assert len(ahead.letters("bob")) == 2
    assert {each.table_number for each in (await ahead.board()).asks} == {1, 2}
    said = ahead.in_thread((await ahead.night()).thread_id)
    assert len([line for line in said if "Nobody is left" in line]) <= 2
