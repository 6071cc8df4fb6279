"""Nights ahead under forged ids, another league's numbers, odd titles, people who have left, and long lists."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import vobject
from conftest import Clock, League, NewBot, custom_id, found_league, is_sentence, verify_card, words
from evenings import kept_by
from planned import Ahead, plan_night, running

from cogs.night import repeating
from cogs.shared import routes
from cogs.shared.routes import Route
from data.players import guest_of, player_of
from data.store import Store

OMAHA = {"kind": "tournament", "game": "omaha", "tables": 2, "fee": "50"}
NIGHT_ROUTES = sorted(
    (
        each
        for each in vars(routes).values()
        if isinstance(each, Route) and each.arguments and each.name.startswith("night1:")
    ),
    key=lambda route: route.name,
)
SELECTS = {"night1:filltable": ["2.1"], "night1:fillwho": ["2"]}
FORMS = {"night1:cancelled": {"reason": "ill"}}


@pytest.fixture
async def ahead(league: League, store: Store, clock: Clock) -> Ahead:
    return await plan_night(league, store, clock, **OMAHA)


async def another_league(ahead: Ahead) -> Ahead:
    """Another league with two nights, a series, a waiting draft, a filling, people signed up and letters."""
    league = found_league(
        ahead.league.env, ahead.league.wire, "Elsewhere", ahead.users.get("ann") or _user(ahead, "ann")
    )
    for title in ("Theirs", "Theirs, too"):
        theirs = await plan_night(league, ahead.store, ahead.clock, title=title, **OMAHA)
    for what, name in (("play", "p"), ("standby", "s")):
        await theirs.press(name, what)
    await theirs.press("d", "take", 1)
    await theirs.press("d", "own", "cover")
    again = await theirs.command("repeat", how="weekly")
    await league.forge(league.host, again.response, custom_id(again, "night1:repeat"))
    await theirs.command("create", title="Draft", when="next friday 7pm")
    await theirs.command("deals", player=theirs.person("p"), game="omaha")
    await theirs.command("fill")
    await theirs.settle()
    return theirs


def _user(ahead: Ahead, name: str) -> Any:
    ahead.person(name)
    return ahead.users[name]


def of_the_other(route: Route, theirs: Ahead) -> list[str]:
    """Ids of this route with the numbers of another league."""
    if route == routes.NIGHT_ANSWER:
        return [route.id(theirs.league_id, letter, what) for letter in (1, 2) for what in ("yes", "no", "off")]
    if route == routes.NIGHT_OWN:
        return [route.id(2, what) for what in ("drop", "cover", "keep", "write", "silent")]
    if route == routes.NIGHT_MOVE:
        return [route.id(2, 1774650000)]
    if route == routes.NIGHT_REPEAT:
        return [route.id(2, "weekly", 0), route.id(2, "monthly", 3)]
    if route in (routes.NIGHT_POST, routes.NIGHT_FILL, routes.NIGHT_FILL_TABLE):
        return [route.id(number) for number in (2, 3, 4)]
    if route == routes.NIGHT_FILL_WHO:
        return [route.id(4, 2, 2), route.id(1, 2, 1)]
    if route == routes.NIGHT_END:
        return [route.id(1)]
    return [route.id(*[2, 1][: route.arguments])]


@pytest.mark.parametrize("route", NIGHT_ROUTES, ids=lambda route: route.name)
async def test_no_press_reaches_a_night_of_another_league(ahead: Ahead, route: Route) -> None:
    theirs, league = await another_league(ahead), ahead.league
    card = await ahead.card()
    ahead.person("eve")
    before = await kept_by(ahead.store)
    for who in (league.host, ahead.person("eve")):
        for key in of_the_other(route, theirs):
            if route.name in FORMS:
                result = await league.send_form(who, key, **FORMS[route.name])
            else:
                result = await league.forge(who, card, key, SELECTS.get(route.name))
            said = words(result)
            assert is_sentence(result), (key, said)
            assert "Theirs" not in said
    assert await kept_by(ahead.store) == before


ODD = ["x", "-1", "0", "999", "9223372036854775808", "9" * 40, "1e3", "", "1' OR 1=1", "\u0661"]


@pytest.mark.parametrize("number", ODD)
async def test_a_number_that_is_no_night_gets_a_sentence_and_changes_nothing(ahead: Ahead, number: str) -> None:
    card = await ahead.card()
    before = await kept_by(ahead.store)
    for route in NIGHT_ROUTES:
        for place in range(route.arguments):
            values: list[Any] = [1, 1, 1][: route.arguments]
            values[place] = number
            key = ":".join((route.name, *map(str, values)))
            if len(key) > 100:
                continue
            if route.name in FORMS:
                result = await ahead.league.send_form(ahead.league.host, key, **FORMS[route.name])
            else:
                result = await ahead.league.forge(ahead.league.host, card, key, SELECTS.get(route.name))
            assert is_sentence(result), (key, words(result))
    assert await kept_by(ahead.store) == before


# ------------------------------------------------------------------ people who have left


async def test_whoever_has_left_the_server_is_neither_asked_nor_written_to(ahead: Ahead) -> None:
    await ahead.press("ann", "take", 1)
    await ahead.press("bob", "standby")
    await ahead.press("cy", "standby")
    await ahead.press("dee", "play")
    for name in ("bob", "dee"):
        ahead.league.guild.remove_member(ahead.person(name))
    await ahead.wait(minutes=11)  # who is there is remembered for a while
    await ahead.press("ann", "own", "drop")
    await ahead.settle()
    assert not ahead.letters("bob")
    assert ahead.told("cy")[0].startswith("**Will you deal?** Table 1"), "nobody waits for an answer that cannot come"
    await ahead.wait(days=5, hours=4)
    assert not ahead.letters("dee") and not ahead.letters("bob")
    night = await ahead.night()
    if night.thread_id is not None:
        assert not [line for line in ahead.in_thread(night.thread_id) if "You have a place" in line]


async def test_a_host_drops_whoever_has_left_by_name_and_the_next_moves_up(
    league: League, store: Store, clock: Clock
) -> None:
    ahead = await plan_night(league, store, clock, most=1)
    await ahead.press("ann", "play")
    await ahead.press("bob", "play")
    league.guild.remove_member(ahead.person("ann"))
    assert "\nann" in await ahead.shown()
    assert "(1): ann" in words(await ahead.press("bob", "who"))
    assert await ahead.signup("drop", guest="Ann") == "ann is not signed up any more."
    assert await ahead.names("play") == ["bob"]


@pytest.mark.parametrize("namesake", ["a guest", "a player"])
async def test_whoever_has_left_is_dropped_by_name_also_where_somebody_without_a_spot_is_called_so(
    ahead: Ahead, namesake: str
) -> None:
    for name in ("bob", "cy"):
        await ahead.press(name, "play")
    if namesake == "a guest":
        await ahead.store.write(guest_of, ahead.league_id, "Bob", ahead.clock())
    else:
        await ahead.store.write(player_of, ahead.league_id, ahead.person("dan").id, "Bob", ahead.clock())
    ahead.league.guild.remove_member(ahead.person("bob"))
    assert await ahead.signup("drop", guest="bob") == "bob is not signed up any more."
    assert await ahead.names("play") == ["cy"]


async def test_a_host_sees_who_has_left_the_server_and_nobody_else_does(ahead: Ahead) -> None:
    for name in ("ann", "bob"):
        await ahead.press(name, "play")
    await ahead.signup("play", guest="zoe")
    assert "Not in this server any more" not in words(await ahead.command("show"))
    ahead.league.guild.remove_member(ahead.person("ann"))
    await ahead.wait(minutes=11)  # who is there is remembered for a while
    for shown in (await ahead.command("show"), await ahead.press(ahead.league.host, "who")):
        told = words(shown)
        assert "**Not in this server any more** (1): ann\n" in told and "/night signup with drop" in told
    assert "Not in this server any more" not in words(await ahead.press("bob", "who"))


async def test_guests_take_nobodys_place_among_those_of_whom_discord_is_asked(
    ahead: Ahead, monkeypatch: pytest.MonkeyPatch
) -> None:
    await ahead.signup("play", guest="zoe")
    await ahead.press("ann", "play")
    ahead.league.guild.remove_member(ahead.person("ann"))
    monkeypatch.setattr(running("signup_views"), "MOST_ASKED", 1)
    assert "**Not in this server any more** (1): ann\n" in words(await ahead.command("show"))


async def test_whether_somebody_has_left_holds_no_answer_up(ahead: Ahead, monkeypatch: pytest.MonkeyPatch) -> None:
    async def slow(*_: Any) -> bool:
        await asyncio.sleep(60)  # of the simulated Discord's own time
        return True

    await ahead.press("ann", "play")
    monkeypatch.setattr(ahead.league.bot, "has_left", slow)
    result = await ahead.command("show")
    await ahead.league.env.advance_time(2)
    assert "(1): ann" in words(result) and "Not in this server" not in words(result)


async def test_a_guest_called_like_a_member_is_signed_up_for_themselves(ahead: Ahead) -> None:
    await ahead.press("ann", "play")
    await ahead.signup("play", guest="ann")
    assert await ahead.names("play") == ["ann", "ann"]
    await ahead.signup("drop", guest="ann")
    board = await ahead.board()
    assert [row.is_live for row in sorted(board.rows, key=lambda row: row.order_no)] == [True, False]


async def test_an_answer_of_whoever_has_left_counts_for_nothing(ahead: Ahead, new_bot: NewBot) -> None:
    await ahead.press("bob", "standby")
    await ahead.wait(days=4, hours=5)
    ahead.league.guild.remove_member(ahead.person("bob"))
    await ahead.league.env.restart_bot(new_bot())
    assert "have left" in words(await ahead.answer("bob", "yes"))
    assert not await ahead.names("deal")


# ------------------------------------------------------------------ several people by the host


async def test_several_people_whom_the_host_signs_up_come_in_order_and_are_not_written_to(
    league: League, store: Store, clock: Clock
) -> None:
    ahead = await plan_night(league, store, clock, most=4, kind="tournament", game="omaha", tables=2)
    for name in ("ann", "bob", "cy"):
        await ahead.signup("play", player=ahead.person(name))
    await ahead.signup("deal", guest="zoe", table=1)
    await ahead.signup("deal", player=ahead.person("dee"), table=2)
    await ahead.signup("stand_by", player=ahead.person("eve"))
    assert await ahead.names("play") == ["ann", "bob"]
    assert await ahead.names("play", "waiting") == ["cy"]
    assert "already deal table 1" in await ahead.signup("deal", guest="zoe", table=2)
    for name in ("ann", "bob"):
        await ahead.signup("drop", player=ahead.person(name))
    assert await ahead.names("play") == ["cy"]
    await ahead.wait(days=5, hours=4)
    for name in ("ann", "bob", "cy", "dee", "eve"):
        assert not ahead.told(name), name
    verify_card((await ahead.card()).components)


# ------------------------------------------------------------------ titles, in the calendar file, too


TITLES = [
    "a,b;c\\n", "BEGIN:VEVENT", "x\r\nEND:VCALENDAR\r\nx", "“quoted”: \"so\"", "\\,\\;\\\\", "🂡🂱" * 20, "é" * 80,
    "\u202eabc", "Omaha\u2028Hi", " padded ", "'; DROP TABLE night; --", "=1+1", "x" * 80, "العربية ليلة",
]  # fmt: skip


async def test_odd_titles_come_back_from_the_calendar_file_as_the_night_has_them(
    league: League, store: Store, clock: Clock
) -> None:
    for title in TITLES:
        await plan_night(league, store, clock, title=title, place=title)
    nights = {}
    for night_id in range(1, len(TITLES) + 1):
        night = await Ahead(league, store, clock, night_id).night()
        nights[f"night-{league.guild.id}-{night_id}@call-the-floor"] = night.plan
    file = await store.read(repeating.season_file, league.guild.id, "Home; games, x\\n", clock())
    calendar = vobject.readOne(file.decode())
    assert calendar.contents["x-wr-calname"][0].value == "Home; games, x\\n"
    events = {event.uid.value: event for event in calendar.contents["vevent"]}
    assert events.keys() == nights.keys()
    for uid, plan in nights.items():
        event = events[uid]
        assert (event.summary.value, event.location.value) == (plan.title, plan.place)
        assert event.dtstart.value == plan.starts_at
