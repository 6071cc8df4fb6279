"""A night that changes under the people who signed up: who is asked anew, who is told, and who is told one thing only."""

from __future__ import annotations

import logging

import pytest
from conftest import Clock, League, NewBot, Wire, is_sentence, parts, words, words_of
from planned import Ahead, plan_night, running

from data.players import players
from data.store import Store
from data.wishes import Wish, mark_game, record_wish

OMAHA = {"kind": "tournament", "game": "omaha", "tables": 2, "fee": "50"}
TWO_DAYS_AHEAD = {"days": 4, "hours": 5}
DAY_AHEAD = {"days": 5, "hours": 3, "minutes": 31}


@pytest.fixture
async def ahead(league: League, store: Store, clock: Clock) -> Ahead:
    return await plan_night(league, store, clock, **OMAHA)


async def stud_dealer(ahead: Ahead) -> None:
    """Dee deals stud, and may be asked about any night."""
    other = await plan_night(ahead.league, ahead.store, ahead.clock, "april 25 7pm", title="Other")
    other.people, other.users = ahead.people, ahead.users
    await other.press("dee", "play")
    known = await ahead.store.read(players, ahead.league_id)
    who = next(one.player_id for one in known.values() if one.name == "dee")
    await ahead.store.write(mark_game, ahead.league_id, who, "stud", can=True)
    await ahead.store.write(record_wish, ahead.league_id, who, Wish(may_ask=True))


def asked(ahead: Ahead, name: str) -> list[str]:
    return [told for told in ahead.told(name) if told.startswith("**Will you deal?**")]


# ------------------------------------------------------------------ another game


async def test_another_game_asks_anew_where_nobody_was_left_to_ask(
    ahead: Ahead,
) -> None:
    await ahead.press("cy", "standby")
    await ahead.wait(**TWO_DAYS_AHEAD)
    await ahead.answer("cy", "no")
    await ahead.settle()
    await ahead.answer("cy", "no")
    await ahead.settle()
    await ahead.command("edit", place="bob's", night=1)
    await ahead.settle()
    assert (len(ahead.letters("cy")), asked(ahead, "cy")) == (2, []), "of both tables, and both are answered"
    await ahead.command("edit", game="stud", night=1)
    await ahead.settle()
    assert len(asked(ahead, "cy")) == 1


async def test_whoever_can_deal_the_new_game_is_asked(ahead: Ahead) -> None:
    await stud_dealer(ahead)
    await ahead.wait(**TWO_DAYS_AHEAD)
    assert not asked(ahead, "dee")
    await ahead.command("edit", game="stud", night=ahead.night_id)
    await ahead.settle()
    assert len(asked(ahead, "dee")) == 1


async def test_a_question_about_the_old_game_is_of_no_use_any_more(ahead: Ahead) -> None:
    await ahead.press("cy", "standby")
    await ahead.wait(**TWO_DAYS_AHEAD)
    old = ahead.letters("cy")[-1]
    await ahead.wait(minutes=1)
    await ahead.command("edit", game="stud")
    await ahead.wait(hours=1)
    ids = [part["custom_id"] for part in parts(old.components) if "custom_id" in part]
    assert "Nobody is waiting for your answer" in words(await ahead.league.forge(ahead.users["cy"], old, ids[0]))
    assert "You deal table" in words_of((await ahead.answer("cy", "yes")).response)


async def test_a_host_sees_how_many_can_still_be_asked(ahead: Ahead) -> None:
    assert "Tables 1, 2 have no dealer; nobody is left to ask." in words(await ahead.command("show"))
    await stud_dealer(ahead)
    assert "nobody is left to ask" in words(await ahead.command("show", night=1)), "dee deals no Omaha"
    await ahead.command("edit", game="stud", night=1)
    assert "Tables 1, 2 have no dealer; 1 can still be asked." in words(await ahead.command("show", night=1))
    await ahead.press("cy", "standby")
    await ahead.press("bob", "take", 1)
    seen = words(await ahead.press(ahead.league.host, "who"))
    assert "bob has not confirmed table 1 yet: 2 can still be asked." in seen
    assert "Table 2 has no dealer; 2 can still be asked." in seen
    assert "can still be asked" not in words(await ahead.press("bob", "who"))


# ------------------------------------------------------------------ another table


async def test_a_dealer_whom_the_host_moves_is_told_and_can_ask_for_cover(ahead: Ahead, wire: Wire) -> None:
    await ahead.press("ann", "take", 1)
    await ahead.signup("move", player=ahead.person("ann"), table=2)
    await wire.again()
    await ahead.settle()
    (told,) = ahead.told("ann")
    assert told.startswith("**You deal table 2 now:**")
    await ahead.answer("ann", "no")
    assert await ahead.names("deal", "cover_wanted") == ["ann"]


async def test_a_dealer_who_is_not_to_be_written_to_is_moved_unsaid(ahead: Ahead) -> None:
    await ahead.press("ann", "take", 1)
    await ahead.press("ann", "own", "silent")
    await ahead.signup("move", player=ahead.person("ann"), table=2)
    await ahead.settle()
    assert not ahead.told("ann")


async def test_a_dealer_moved_twice_before_a_letter_goes_is_told_of_the_last_table(
    ahead: Ahead, monkeypatch: pytest.MonkeyPatch, broken: list[logging.LogRecord]
) -> None:
    """While nothing can be sent, a dealer is asked whether they still deal, and moved."""
    telling = running("telling")
    send = telling._send

    async def cut(*given: object) -> None:
        raise ConnectionError("cut off")

    await ahead.press("ann", "take", 1)
    monkeypatch.setattr(telling, "_send", cut)
    await ahead.wait(**DAY_AHEAD)
    await ahead.signup("move", player=ahead.person("ann"), table=2)
    await ahead.signup("move", player=ahead.person("ann"), table=1)
    await ahead.signup("move", player=ahead.person("ann"), table=2)
    await ahead.settle()
    assert not ahead.told("ann")
    monkeypatch.setattr(telling, "_send", send)
    await ahead.wait(hours=2)
    broken.clear()
    told = ahead.told("ann")
    assert sum(each.startswith("**Do you still deal table 2?**") for each in told) == 1
    assert not any("table 1" in each.lower() for each in told), told


# ------------------------------------------------------------------ within a day


async def test_a_night_moved_to_within_a_day_is_one_letter_that_reminds_and_asks(ahead: Ahead, new_bot: NewBot) -> None:
    await ahead.press("ann", "play")
    await ahead.press("bob", "take", 1)
    await ahead.press("dee", "standby")
    await ahead.wait(hours=5)
    await ahead.move("tomorrow 7pm")
    await ahead.league.env.restart_bot(new_bot())
    await ahead.wait(hours=20)
    assert ahead.told("ann") == [
        "**The night has moved:** this is its new time. You keep your spot unless you drop it."
    ]
    assert len(ahead.told("bob")) == 1
    assert ahead.told("bob")[0].startswith("**The night has moved: do you deal table 1 at this time?**")
    assert sum("has moved" in told for told in ahead.told("dee")) == 1
    await ahead.answer("bob", "yes")
    assert (await ahead.board()).row(2).reconfirmed_at is not None  # type: ignore[union-attr]  # bob's


async def test_a_night_moved_on_again_is_reminded_of_a_day_ahead(ahead: Ahead) -> None:
    await ahead.press("ann", "play")
    await ahead.wait(hours=5)
    await ahead.move("tomorrow 7pm")
    await ahead.move("march 27 7pm")
    await ahead.wait(days=12)
    assert [told[:14] for told in ahead.told("ann")] == ["**The night ha", "**The night ha", "**You have a p"]


# ------------------------------------------------------------------ old letters, and those who wait


async def test_yes_to_a_letter_of_another_time_counts_for_nothing_and_no_does(ahead: Ahead) -> None:
    await ahead.press("ann", "play")
    await ahead.press("bob", "take", 1)
    await ahead.wait(**DAY_AHEAD)
    old = {name: ahead.letters(name)[-1] for name in ("ann", "bob")}
    await ahead.move("april 4 7pm")
    for name, letter in old.items():
        ids = [part["custom_id"] for part in parts(letter.components) if "custom_id" in part]
        result = await ahead.league.forge(ahead.users[name], letter, ids[0])
        assert "has another time since this was sent" in words(result) and is_sentence(result)
    board = await ahead.board()
    assert [row.reconfirmed_at for row in board.rows] == [None, None]
    ids = [part["custom_id"] for part in parts(old["ann"].components) if "custom_id" in part]
    await ahead.league.forge(ahead.users["ann"], old["ann"], ids[1])
    assert not await ahead.names("play"), "whoever cannot come need not look for another letter"


async def test_whoever_waits_is_told_so_when_they_answer_that_they_come(
    league: League, store: Store, clock: Clock
) -> None:
    ahead = await plan_night(league, store, clock, most=1)
    await ahead.press("ann", "play")
    await ahead.press("bob", "play")
    await ahead.move("march 27 7pm")
    assert "number 1 on the waiting list" in words(await ahead.answer("bob", "yes"))
    assert await ahead.names("play", "waiting") == ["bob"]
    await ahead.answer("bob", "no")
    assert not await ahead.names("play", "waiting")


# ------------------------------------------------------------------ fewer tables


async def test_fewer_tables_than_dealers_leave_dealers_as_players_who_are_told(ahead: Ahead) -> None:
    await ahead.command("edit", tables=3, most=3)
    for table_number, name in enumerate(("ann", "bob", "cy"), 1):
        await ahead.press(name, "take", table_number)
    await ahead.press("dee", "play")
    await ahead.press("eve", "standby")
    await ahead.press("cy", "own", "cover")
    await ahead.settle()
    assert len(asked(ahead, "eve")) == 1
    assert "changed" in words(await ahead.command("edit", tables=1))
    await ahead.settle()
    assert await ahead.names("deal") == ["ann"]
    assert await ahead.names("play") == ["bob", "cy"]
    assert await ahead.names("play", "waiting") == ["dee"]
    for name, table_number in (("bob", 2), ("cy", 3)):
        assert f"Table {table_number} is not dealt by a volunteer any more" in ahead.told(name)[-1]
    assert "need not answer" in ahead.told("eve")[-1]
    assert not ahead.told("ann")
    assert "Table 3" not in await ahead.shown()
    await ahead.command("edit", dealers="none")
    await ahead.wait(days=5)
    assert await ahead.names("play") == ["ann", "bob", "cy"]
    assert len(asked(ahead, "eve")) == 1, "nobody is looked for"
