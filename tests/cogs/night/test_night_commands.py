"""`/night`: who may do what, which night is meant, and when it is over."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
import pytest_asyncio
from conftest import Clock, League, NewBot, Wire, is_sentence, labels, parts, verify_card, words
from evenings import Evening, open_evening

from data.nights import night_of
from data.store import Store


@pytest_asyncio.fixture
async def evening(league: League, store: Store, clock: Clock) -> Evening:
    return await open_evening(league, store, clock)


async def nights(store: Store) -> list[dict[str, Any]]:
    return await store.read(lambda tx: [dict(row) for row in tx.all("SELECT * FROM night ORDER BY night_id")])


# ------------------------------------------------------------------ opening


async def test_a_host_opens_the_night_and_the_cockpit_stands_in_the_channel(
    league: League, store: Store, clock: Clock
) -> None:
    result = await league.slash(league.host, "night open")
    assert result.response.ephemeral
    assert "Saturday 14 March, cash game" in words(result)
    evening = Evening(league, store, clock)
    assert (await evening.shown()).startswith("**Tonight** · Saturday 14 March, cash game\nNo table is open")
    verify_card((await evening.cockpit()).components)


async def test_the_kind_is_the_channels_or_the_one_chosen(league: League, store: Store) -> None:
    await store.write(
        lambda tx: tx.run(
            "INSERT INTO setting (league_id, setting_id, name, value, effective_at)"
            " VALUES (:league_id, 1, :name, '\"tournament\"', 0)",
            league_id=league.guild.id,
            name=f"channel.{league.tournament.id}",
        )
    )
    await league.slash(league.host, "night open", league.tournament)
    await league.slash(league.host, "night close")
    await league.slash(league.host, "night open", league.tournament, kind="cash")
    assert [night["kind"] for night in await nights(store)] == ["tournament", "cash"]


@pytest.mark.parametrize(
    ("now", "day"),
    [("2026-03-14T23:00+00:00", "2026-03-14"), ("2026-03-15T09:59+00:00", "2026-03-14"), ("2026-03-15T10:01+00:00", "2026-03-15")],
)  # fmt: skip
async def test_until_six_in_the_leagues_zone_it_is_still_yesterdays_night(
    league: League, store: Store, clock: Clock, now: str, day: str
) -> None:

    clock.moment = datetime.fromisoformat(now)  # New York is four hours behind
    await league.slash(league.host, "night open")
    assert [night["day"] for night in await nights(store)] == [day]


@pytest.mark.parametrize(("day", "fits"), [("2026-03-14", True), ("2026-03-15", True), ("2026-03-17", False), ("soon", False)])  # fmt: skip
async def test_a_night_is_opened_on_its_own_day(league: League, store: Store, day: str, fits: bool) -> None:
    result = await league.slash(league.host, "night open", day=day)
    assert [night["day"] for night in await nights(store)] == ([day] if fits else [])
    assert is_sentence(result)


async def test_a_day_whose_night_is_over_by_now_is_not_opened(league: League, store: Store, clock: Clock) -> None:
    result = await league.slash(league.host, "night open", day="2026-03-13")  # it is half past three in the afternoon
    assert is_sentence(result) and "over by now" in words(result)
    clock.moment = datetime.fromisoformat("2026-03-15T04:30+00:00")
    await league.slash(league.host, "night open", day="2026-03-14")  # half past midnight
    assert [night["day"] for night in await nights(store)] == ["2026-03-14"]


async def test_an_open_night_is_shown_and_no_second_one_opened(evening: Evening, store: Store) -> None:
    result = await evening.league.slash(evening.league.host, "night open", kind="tournament")
    assert words(result).startswith("**Tonight** · Saturday 14 March, cash game")
    assert len(await nights(store)) == 1


async def test_opening_twice_at_once_opens_one(league: League, store: Store, wire: Wire, clock: Clock) -> None:
    await league.slash(league.host, "night open")
    await wire.again()
    await league.env.advance_time(10)
    assert len(await nights(store)) == 1
    cockpits = [said for said in league.said_in(league.rules) if said.startswith("**Tonight**")]
    assert len(cockpits) == 1


# ------------------------------------------------------------------ who may

STAFF_ALONE = ("night open", "night close", "night cockpit", "night staff add", "night staff remove")


@pytest.mark.parametrize("name", STAFF_ALONE)
async def test_a_player_is_refused_in_a_sentence(evening: Evening, store: Store, name: str) -> None:
    league = evening.league
    options = {"person": league.other} if "staff" in name else {}
    before = await nights(store)
    assert is_sentence(await league.slash(league.player, name, **options))
    assert await nights(store) == before
    assert (await evening.night()).staff == frozenset()


@pytest.mark.parametrize("name", ["night show", "night staff list"])
async def test_everybody_may_look(evening: Evening, name: str) -> None:
    result = await evening.league.slash(evening.league.player, name)
    assert result.response.ephemeral
    assert "staff for tonight" in words(result)


@pytest.mark.parametrize("name", ["night show", "night staff list", "night close", "night cockpit", "night staff add"])
async def test_without_a_night_it_says_how_to_open_one(league: League, name: str) -> None:
    options = {"person": league.other} if "add" in name else {}
    result = await league.slash(league.host, name, **options)
    assert is_sentence(result)
    assert "/night open" in words(result)


async def test_tonights_staff_run_the_night_but_not_the_league(evening: Evening) -> None:
    league = evening.league
    result = await league.slash(league.host, "night staff add", person=league.player)
    assert f"<@{league.player.id}> is staff for this night" in words(result)
    assert f"<@{league.player.id}>" in words(await league.slash(league.other, "night staff list"))
    assert "stands in this channel" in words(await league.slash(league.player, "night cockpit", league.cash))
    for name, options in (
        ("night staff add", {"person": league.other}),
        ("night staff remove", {"person": league.player}),
    ):
        assert is_sentence(await league.slash(league.player, name, **options))
    assert (await evening.night()).staff == {league.player.id}
    assert is_sentence(await league.send_form(league.player, "league1:clear:1:9"))
    assert "The night is closed" in words(await league.slash(league.player, "night close"))


async def test_staff_for_tonight_are_staff_no_longer_once_removed_or_the_night_is_over(evening: Evening) -> None:
    league = evening.league
    await league.slash(league.host, "night staff add", person=league.player)
    assert "already" in words(await league.slash(league.host, "night staff add", person=league.player))
    await league.slash(league.host, "night staff remove", person=league.player)
    assert is_sentence(await league.slash(league.player, "night close"))
    await league.slash(league.host, "night staff add", person=league.other)
    await league.slash(league.other, "night close")
    await league.slash(league.host, "night open")
    refused = await league.slash(league.other, "night close")
    assert "staff for tonight" in words(refused)
    assert (await evening.night()).closed_at is not None


async def test_tonights_staff_decide_cases(evening: Evening) -> None:
    league = evening.league
    await league.slash(league.host, "night staff add", person=league.player)
    case = await league.slash(league.other, "misdeal start", league.cash)
    stopped = await league.forge(league.player, case.response, "case1:name:1:exposed_on_deal")
    assert stopped.response is None or not is_sentence(stopped)
    kept = await evening.store.read(lambda tx: tx.one("SELECT incident FROM case_file"))
    assert kept == {"incident": "exposed_on_deal"}


async def test_a_bot_helps_nobody(evening: Evening) -> None:
    league = evening.league
    robot = league.guild.add_member(league.env.create_user("robot", bot=True))
    assert is_sentence(await league.slash(league.host, "night staff add", person=robot))
    assert (await evening.night()).staff == frozenset()


async def test_another_league_has_its_own_night_and_staff(evening: Evening, store: Store) -> None:
    assert await store.read(night_of, evening.league_id + 1, 1) is None


# ------------------------------------------------------------------ closing


async def test_a_night_without_tables_closes_at_once_and_its_cockpit_says_so(evening: Evening) -> None:
    league = evening.league
    assert "The night is closed" in words(await league.slash(league.host, "night close"))
    await evening.wait(seconds=6)
    assert (await evening.shown()).startswith("**The night is over**")
    assert await evening.ids() == []


async def test_open_tables_close_on_a_second_press(evening: Evening, store: Store) -> None:
    league = evening.league
    await evening.played_table(1)
    await evening.played_table(2)
    await evening.down(1, "dee")
    asked = await league.slash(league.host, "night close")
    assert labels(asked) == ["Close all"]
    assert "Table 1: 3 players, hand 1, dee deals\nTable 2: 3 players, hand 1" in words(asked)
    assert (await evening.night()).closed_at is None
    assert is_sentence(await league.forge(league.player, asked.response, "night1:closeall:1"))
    assert (await evening.night()).closed_at is None
    await league.host.click(asked.response, label="Close all")
    assert (await evening.night()).closed_at is not None
    rows = await store.read(lambda tx: tx.all("SELECT closed_at FROM game_table"))
    assert all(row["closed_at"] is not None for row in rows)
    rows = await store.read(lambda tx: tx.all("SELECT ended_at FROM down"))
    assert [row["ended_at"] is None for row in rows] == [False]
    jobs = await store.read(lambda tx: tx.all("SELECT kind FROM due_job"))
    assert [job["kind"] for job in jobs] == ["night.morning"]


async def test_closing_comes_twice_and_closes_once(evening: Evening, wire: Wire, store: Store) -> None:
    league = evening.league
    await league.slash(league.host, "night close")
    await wire.again()
    audit = await store.read(lambda tx: tx.all("SELECT what FROM audit ORDER BY audit_id"))
    assert [row["what"] for row in audit] == ["night opened", "night closed"]


async def test_an_old_cockpits_buttons_say_that_the_night_is_over(evening: Evening) -> None:
    league, old = evening.league, await evening.cockpit()
    await league.slash(league.host, "night close")
    for key in ("night1:close:1", "night1:closeall:1"):
        pressed = await league.forge(league.host, old, key)
        assert is_sentence(pressed)
        assert "over" in words(pressed)


# ------------------------------------------------------------------ the cockpit's place


async def test_the_cockpit_moves_and_the_old_one_loses_its_buttons(evening: Evening) -> None:
    league, old = evening.league, await evening.cockpit()
    result = await league.slash(league.host, "night cockpit", league.cash)
    assert is_sentence(result)
    night = await evening.night()
    assert night.channel_id == league.cash.id
    left = league.env.backend.get_message(old.channel_id, old.id)
    assert not any("custom_id" in part for part in parts(left.components))
    assert (await evening.shown()).startswith("**Tonight**")


async def test_a_cockpit_moved_by_a_command_that_comes_twice_moves_once(evening: Evening, wire: Wire) -> None:
    await evening.league.slash(evening.league.host, "night cockpit", evening.league.cash)
    before = (await evening.night()).cockpit_message_id
    await wire.again()
    await evening.wait(seconds=6)
    assert (await evening.night()).cockpit_message_id == before
    assert not [said for said in evening.league.said_in(evening.league.cash) if "has moved" in said]


async def test_a_deleted_cockpit_is_told_of_and_posted_anew_on_request(evening: Evening) -> None:
    league, cockpit = evening.league, await evening.cockpit()
    del league.env.backend.messages[cockpit.channel_id][cockpit.id]
    await evening.wait(seconds=10)
    await league.slash(league.host, "night staff add", person=league.player)
    await evening.wait(seconds=10)
    told = await league.slash(league.host, "night show")
    assert "was deleted" in words(told) and "/night cockpit" in words(told)
    await league.slash(league.host, "night cockpit")
    assert f"<@{league.player.id}>" in await evening.shown()
    assert "was deleted" not in words(await league.slash(league.host, "night show"))


async def test_a_restart_draws_the_cockpit_of_an_open_night(evening: Evening, new_bot: NewBot, store: Store) -> None:
    await store.write(
        lambda tx: tx.run(
            "INSERT INTO night_staff (league_id, night_id, user_id, added_at, added_by) VALUES (:l, 1, 42, 0, 0)",
            l=evening.league_id,
        )
    )
    await evening.league.env.restart_bot(new_bot())
    assert "<@42>" in await evening.shown()
