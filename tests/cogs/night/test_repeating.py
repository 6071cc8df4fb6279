"""Nights that repeat at the same hour, the season as a file, and the server's scheduled events kept in step."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from conftest import Clock, League, Wire, custom_id, is_sentence, labels, words
from planned import Ahead, plan_night, running

from data.plans import nights_ahead
from data.store import Store

NEW_YORK = ZoneInfo("America/New_York")


async def starts(ahead: Ahead) -> list[datetime]:
    nights = await ahead.store.read(nights_ahead, ahead.league_id, ahead.clock())
    return [night.plan.starts_at.astimezone(NEW_YORK) for night in nights]


async def repeat(ahead: Ahead, how: str, label: int = 0) -> Any:
    result = await ahead.command("repeat", how=how)
    ids = [custom_id(result, "night1:repeat")]
    assert labels(result)
    return await ahead.league.forge(ahead.league.host, result.response, ids[label])


async def test_four_nights_of_a_series_are_ahead_at_any_time(
    league: League, store: Store, clock: Clock, wire: Wire
) -> None:
    ahead = await plan_night(league, store, clock, most=9)
    await repeat(ahead, "weekly")
    await wire.again()
    assert [f"{each:%d %b %H}" for each in await starts(ahead)] == ["20 Mar 19", "27 Mar 19", "03 Apr 19", "10 Apr 19"]
    await ahead.wait(days=7)
    assert [f"{each:%d %b %H}" for each in await starts(ahead)] == ["27 Mar 19", "03 Apr 19", "10 Apr 19", "17 Apr 19"]
    nights = await store.read(nights_ahead, ahead.league_id, clock())
    assert {night.plan.max_players for night in nights} == {9}


async def test_the_hour_stays_when_the_clocks_change(league: League, store: Store, clock: Clock) -> None:
    clock.moment = datetime.fromisoformat("2026-10-20T12:00+00:00")
    ahead = await plan_night(league, store, clock, "friday 7pm")
    await repeat(ahead, "fortnightly")
    assert [f"{each:%d %b %H:%M %Z}" for each in await starts(ahead)] == [
        "23 Oct 19:00 EDT", "06 Nov 19:00 EST", "20 Nov 19:00 EST", "04 Dec 19:00 EST",
    ]  # fmt: skip


async def test_an_hour_that_the_clocks_skip_is_said_before_it_counts(
    league: League, store: Store, clock: Clock
) -> None:
    clock.moment = datetime.fromisoformat("2027-02-26T12:00+00:00")
    ahead = await plan_night(league, store, clock, "feb 28 2:30 am")
    assert "the clocks skip 2:30 am" in words(await ahead.command("repeat", how="weekly"))


async def test_a_fourth_weekday_that_is_the_last_can_be_either(league: League, store: Store, clock: Clock) -> None:
    ahead = await plan_night(league, store, clock, "april 24 7pm")
    assert labels(await ahead.command("repeat", how="monthly")) == ["The fourth of the month", "The last of the month"]
    assert words(
        await ahead.league.forge(league.host, await ahead.card(), f"night1:repeat:{ahead.night_id}:monthly:-1")
    ).startswith("The night repeats")
    assert [f"{each:%d %b}" for each in await starts(ahead)] == ["24 Apr", "29 May", "26 Jun", "31 Jul"]


async def test_a_later_nights_card_is_posted_eight_days_ahead(league: League, store: Store, clock: Clock) -> None:
    ahead = await plan_night(league, store, clock)
    await repeat(ahead, "weekly")
    second = Ahead(league, store, clock, 2, ahead.people, ahead.users)
    await ahead.signup("play", guest="zoe", night=2)
    await ahead.settle()
    assert (await second.night()).message_id is None
    assert is_sentence(await ahead.command("card", night=2))
    await ahead.wait(days=6)
    assert "zoe" in await second.shown()


async def test_a_night_repeats_once_and_its_series_can_end(league: League, store: Store, clock: Clock) -> None:
    ahead = await plan_night(league, store, clock)
    await repeat(ahead, "weekly")
    assert is_sentence(await ahead.command("repeat", how="weekly"))
    result = await ahead.command("cancel")
    assert "No further night" in words(
        await ahead.league.forge(league.host, result.response, custom_id(result, "night1:end"))
    )
    await ahead.wait(days=8)
    assert len(await starts(ahead)) == 3
    assert is_sentence(await ahead.league.forge(league.host, result.response, custom_id(result, "night1:end")))


async def test_a_moved_night_of_a_series_is_not_planned_again(league: League, store: Store, clock: Clock) -> None:
    ahead = await plan_night(league, store, clock)
    await repeat(ahead, "weekly")
    result = await ahead.command("move", when="april 11 8pm", night=4)
    await ahead.league.forge(league.host, result.response, custom_id(result, "night1:move"))
    await ahead.wait(days=7)
    assert [f"{each:%d %b}" for each in await starts(ahead)] == ["27 Mar", "03 Apr", "11 Apr", "17 Apr"]


async def test_the_calendar_file_has_every_night_of_the_season(league: League, store: Store, clock: Clock) -> None:
    assert is_sentence(await league.slash(league.player, "night calendar"))
    ahead = await plan_night(league, store, clock, place="ann's")
    await repeat(ahead, "weekly")
    result = await league.slash(league.player, "night calendar")
    attachment = result.response.attachments[0]
    assert attachment.filename == "nights.ics"
    assert result.response.ephemeral


# ------------------------------------------------------------------ scheduled events


def scheduled(league: League) -> list[Any]:
    return list(league.env.backend.get_guild(league.guild.id).scheduled_events.values())


async def test_a_scheduled_event_is_kept_in_step(league: League, store: Store, clock: Clock) -> None:
    ahead = await plan_night(league, store, clock, place="ann's")
    assert [event.name for event in scheduled(league)] == ["Friday Omaha"]
    await ahead.command("edit", title="Friday stud")
    await ahead.settle()
    assert [event.name for event in scheduled(league)] == ["Friday stud"]
    await league.send_form(league.host, f"night1:cancelled:{ahead.night_id}", reason="")
    await ahead.settle()
    assert [event.status for event in scheduled(league)] in ([4], []), "it was called off"


async def test_without_the_right_the_night_works_and_that_is_said_once(
    league: League, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    events = running("events")
    monkeypatch.setattr(events, "may_make", lambda guild: False)
    said = []
    for title in ("First", "Second"):
        result = await league.slash(league.host, "night create", title=title, when="next friday 7pm")
        said.append(words(await league.forge(league.host, result.response, custom_id(result, "night1:post"))))
    assert ["Create Events" in each for each in said] == [True, False]
    ahead = Ahead(league, store, clock)
    assert "First" in await ahead.shown()
    assert not scheduled(league)
