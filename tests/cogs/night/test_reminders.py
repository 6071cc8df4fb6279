"""What people are told about a night: by their consent, in time, once, also when the bot stops in the middle."""

from __future__ import annotations

import logging

import pytest
from conftest import Clock, League, NewBot, Wire, parts, words, words_of
from planned import Ahead, plan_night, running

from data.letters import letter_of
from data.store import Store

OMAHA = {"kind": "tournament", "game": "omaha", "tables": 2, "fee": "50"}
DAY_AHEAD = {"days": 5, "hours": 3, "minutes": 31}


@pytest.fixture
async def ahead(league: League, store: Store, clock: Clock) -> Ahead:
    return await plan_night(league, store, clock, **OMAHA)


async def test_a_day_ahead_players_are_reminded_and_dealers_are_asked_once_more(ahead: Ahead) -> None:
    await ahead.press("ann", "play")
    await ahead.press("bob", "take", 1)
    await ahead.press("cy", "standby")
    await ahead.wait(**DAY_AHEAD)
    assert ahead.told("ann") == ["**You have a place.** If you cannot come, say so now: somebody may be waiting."]
    assert ahead.told("bob")[0].startswith("**Do you still deal table 1?**")
    assert [told[:18] for told in ahead.told("cy")] == ["**Will you deal?**"], "table 2 is open; no reminder"
    await ahead.wait(hours=1)
    assert len(ahead.told("ann")) == 1


async def test_a_dealer_who_confirms_is_not_at_risk_any_more(ahead: Ahead) -> None:
    await ahead.press("bob", "take", 1)
    await ahead.wait(**DAY_AHEAD)
    assert "see you there" in words_of((await ahead.answer("bob", "yes")).response)
    row = (await ahead.board()).rows[0]
    assert row.reconfirmed_at is not None
    assert "has not confirmed" not in words(await ahead.command("show"))


async def test_a_dealer_who_cannot_is_covered_before_the_table_passes(ahead: Ahead) -> None:
    await ahead.press("bob", "take", 1)
    await ahead.press("cy", "standby")
    await ahead.wait(days=4, hours=5)
    await ahead.answer("cy", "no")  # table 2
    await ahead.wait(days=1)
    assert "until somebody takes it the table is yours" in words_of((await ahead.answer("bob", "no")).response)
    await ahead.settle()
    assert await ahead.names("deal", "cover_wanted") == ["bob"]
    assert "Table 1" in ahead.told("cy")[-1]


async def test_dropping_from_the_reminder_frees_the_place(ahead: Ahead) -> None:
    await ahead.press("ann", "play")
    await ahead.wait(**DAY_AHEAD)
    await ahead.answer("ann", "no")
    assert not await ahead.names("play")


async def test_an_edit_reminds_nobody_twice_and_a_move_reminds_anew(ahead: Ahead) -> None:
    await ahead.press("ann", "play")
    await ahead.wait(**DAY_AHEAD)
    await ahead.command("edit", place="bob's")
    await ahead.settle()
    assert len(ahead.told("ann")) == 1
    result = await ahead.command("move", when="march 21 8pm")
    await ahead.league.forge(ahead.league.host, result.response, f"night1:move:1:{1774137600}")
    await ahead.wait(days=1, hours=1)
    assert len(ahead.told("ann")) == 3, "that it moved, and a reminder of the new time"


async def test_what_was_missed_is_said_late_while_it_helps(ahead: Ahead, new_bot: NewBot) -> None:
    await ahead.press("ann", "play")
    ahead.clock.advance(days=6)  # the bot was away when the reminder was due
    await ahead.league.env.restart_bot(new_bot())
    await ahead.settle()
    assert len(ahead.told("ann")) == 1


async def test_what_is_of_no_use_any_more_is_dropped(ahead: Ahead, new_bot: NewBot) -> None:
    await ahead.press("ann", "play")
    await ahead.press("bob", "play")
    await ahead.store.write(
        lambda tx: tx.run(
            "INSERT INTO letter (league_id, letter_id, night_id, player_id, what, useful_until)"
            " VALUES (:league_id, 9, 1, 1, 'reminder', 0)",
            league_id=ahead.league_id,
        )
    )
    await ahead.store.write(
        lambda tx: tx.run(
            "INSERT INTO due_job (league_id, kind, subject, due_at, payload) VALUES (:league_id, 'night.tell', 9, 0, '{}')",
            league_id=ahead.league_id,
        )
    )
    await ahead.press("cy", "play")  # the loop looks
    await ahead.settle()
    letter = await ahead.store.read(letter_of, ahead.league_id, 9)
    assert letter is not None and letter.message_id == 0
    assert not ahead.told("ann")
    ahead.clock.advance(days=7)
    await ahead.league.env.restart_bot(new_bot())
    await ahead.settle()
    assert not ahead.told("ann"), "the night was over before the bot came back"


@pytest.mark.parametrize("away_minutes", [0, 3, 10, 600])
@pytest.mark.parametrize("is_sent", [False, True])
async def test_a_bot_that_stops_inside_a_letter_sends_it_once(
    ahead: Ahead, new_bot: NewBot, monkeypatch: pytest.MonkeyPatch, away_minutes: int, is_sent: bool
) -> None:
    """The bot stops just before, or just after, Discord has taken the letter."""
    telling = running("telling")
    send = telling._send

    async def cut(*given: object) -> None:
        if is_sent:
            await send(*given)  # type: ignore[arg-type]
        raise ConnectionError("cut off")

    await ahead.press("ann", "play")
    monkeypatch.setattr(telling, "_send", cut)
    logging.getLogger("cogs").setLevel(logging.CRITICAL)
    await ahead.wait(**DAY_AHEAD)
    logging.getLogger("cogs").setLevel(logging.NOTSET)
    assert len(ahead.told("ann")) == int(is_sent)
    monkeypatch.setattr(telling, "_send", send)
    ahead.clock.advance(minutes=away_minutes)
    await ahead.league.env.restart_bot(new_bot())
    await ahead.wait(minutes=10)
    assert len(ahead.told("ann")) == 1, "neither lost nor seen twice"


async def test_a_letter_that_was_cut_off_is_sent_also_where_the_thread_is_gone_by_then(
    ahead: Ahead, new_bot: NewBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    telling = running("telling")
    send = telling._send

    async def cut(*_: object) -> None:
        raise ConnectionError("cut off")

    await ahead.press("ann", "play")
    await ahead.wait(days=4, hours=5)  # nobody is left to ask: that is said in the night's thread
    monkeypatch.setattr(telling, "_send", cut)
    logging.getLogger("cogs").setLevel(logging.CRITICAL)
    await ahead.wait(days=1)
    logging.getLogger("cogs").setLevel(logging.NOTSET)
    thread_id = (await ahead.night()).thread_id
    assert thread_id is not None
    ahead.league.env.backend.delete_channel(thread_id)
    monkeypatch.setattr(telling, "_send", send)
    await ahead.league.env.restart_bot(new_bot())
    await ahead.wait(minutes=10)
    assert len(ahead.told("ann")) == 1


async def test_a_letter_that_was_answered_before_it_was_noted_is_not_sent_again(
    ahead: Ahead, new_bot: NewBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    telling = running("telling")
    send = telling._send

    async def cut(*given: object) -> None:
        await send(*given)  # type: ignore[arg-type]
        raise ConnectionError("cut off")

    await ahead.press("ann", "play")
    monkeypatch.setattr(telling, "_send", cut)
    logging.getLogger("cogs").setLevel(logging.CRITICAL)
    await ahead.wait(**DAY_AHEAD)
    logging.getLogger("cogs").setLevel(logging.NOTSET)
    await ahead.answer("ann", "yes")
    monkeypatch.setattr(telling, "_send", send)
    await ahead.league.env.restart_bot(new_bot())
    await ahead.wait(minutes=10)
    assert ahead.told("ann") == ["See you there."]


async def test_guests_and_people_signed_up_by_the_host_are_not_written_to(ahead: Ahead) -> None:
    await ahead.signup("play", guest="zoe")
    await ahead.signup("play", player=ahead.person("ann"))
    await ahead.wait(**DAY_AHEAD)
    assert not ahead.told("ann")


async def test_a_question_of_the_old_time_cannot_be_answered_with_yes_and_is_asked_anew(ahead: Ahead) -> None:
    await ahead.press("cy", "standby")
    await ahead.wait(days=4, hours=5)
    assert len(ahead.told("cy")) == 1
    old = ahead.letters("cy")[-1]
    await ahead.move("april 4 7pm")
    await ahead.settle()
    ids = [part["custom_id"] for part in parts(old.components) if "custom_id" in part]
    result = await ahead.league.forge(ahead.users["cy"], old, ids[0])
    assert "Nobody is waiting for your answer about table" in words(result)
    assert not await ahead.names("deal")
    new = [each for each in ahead.letters("cy") if "Will you deal?" in words_of(each)][-1]
    assert sum(told.startswith("**Will you deal?**") for told in ahead.told("cy")) == 2
    ids = [part["custom_id"] for part in parts(new.components) if "custom_id" in part]
    await ahead.league.forge(ahead.users["cy"], new, ids[0])
    assert await ahead.names("deal") == ["cy"]


async def test_an_edit_does_not_put_off_the_end_of_a_question(ahead: Ahead) -> None:
    await ahead.press("bob", "take", 1)
    await ahead.press("cy", "standby")
    await ahead.press("bob", "own", "cover")
    await ahead.settle()
    await ahead.press("dee", "standby")
    await ahead.command("edit", place="bob's")
    await ahead.wait(hours=13)
    await ahead.settle()
    assert ahead.told("dee")[0].startswith("**Will you deal?**")


async def test_whoever_confirmed_the_old_time_is_asked_about_the_new_one(ahead: Ahead) -> None:
    await ahead.press("bob", "take", 1)
    await ahead.wait(**DAY_AHEAD)
    await ahead.answer("bob", "yes")
    await ahead.move("april 4 7pm")
    assert (await ahead.board()).rows[0].reconfirmed_at is None
    await ahead.wait(days=15)
    assert ahead.told("bob")[-1].startswith("**Do you still deal table 1?**")


async def test_whoever_has_dropped_is_not_told_see_you_there(ahead: Ahead) -> None:
    await ahead.press("ann", "play")
    await ahead.wait(**DAY_AHEAD)
    await ahead.press("ann", "own", "drop")
    result = await ahead.answer("ann", "yes")
    assert "not signed up" in words(result)


async def test_a_host_reads_in_the_thread_that_nobody_is_left_to_ask(ahead: Ahead) -> None:
    await ahead.wait(days=4, hours=5)
    thread_id = (await ahead.night()).thread_id
    assert thread_id is not None
    said = [message.content for message in ahead.league.env.backend.messages[thread_id].values()]
    assert [
        line for line in said if "Nobody is left to ask for table 1" in line and f"<@{ahead.league.host.id}>" in line
    ]


async def test_where_the_host_was_erased_nobody_is_left_to_ask_names_nobody(ahead: Ahead) -> None:
    asked = await ahead.league.slash(ahead.league.host, "me forget")
    await ahead.league.host.click(asked.response, label="Forget me")
    await ahead.wait(days=4, hours=5)
    (said,) = [line for line in ahead.in_thread((await ahead.night()).thread_id) if "ask for table 1" in line]
    assert said.startswith("Nobody is left to ask for table 1")


@pytest.mark.parametrize("what", ["yes", "no", "off"])
async def test_an_answer_delivered_twice_counts_once(ahead: Ahead, wire: Wire, new_bot: NewBot, what: str) -> None:
    await ahead.press("bob", "take", 1)
    await ahead.press("cy", "standby")
    await ahead.wait(**DAY_AHEAD)
    for who in ("bob", "cy"):
        await ahead.answer(who, what)
        before = await ahead.board()
        await wire.again()
        await ahead.league.env.restart_bot(new_bot())
        await wire.again()
        after = await ahead.board()
        assert after.rows == before.rows
        assert {(each.player_id, each.answer) for each in after.asks} == {
            (each.player_id, each.answer) for each in before.asks
        }
