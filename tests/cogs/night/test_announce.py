"""What a night says by itself: once, in time, late only where it helps, also when the bot was away."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import pytest_asyncio
from conftest import Clock, League, NewBot, is_sentence, verify_card, words
from discord.abc import Messageable
from evenings import Evening, open_evening

from data.dealers import release_table
from data.downs import end_down
from data.due import set_job, take_due_job
from data.handled import Act
from data.misses import record_miss
from data.settings import record_settings
from data.store import Store
from data.tables import table_at, undo
from league.table import Button, CloseTable, StubCount


@pytest_asyncio.fixture
async def evening(league: League, store: Store, clock: Clock) -> Evening:
    return await open_evening(league, store, clock, kind="tournament")


async def set_zone(league: League, store: Store, zone: str) -> None:
    await store.write(record_settings, Act(league.guild.id, "zone", 1, datetime(2020, 1, 1, tzinfo=UTC)), {"zone": zone}, datetime(2020, 1, 1, tzinfo=UTC), "")  # fmt: skip


async def jobs(store: Store) -> set[str]:
    return {row["kind"] for row in await store.read(lambda tx: tx.all("SELECT kind FROM due_job"))}


# ------------------------------------------------------------------ pushes


async def test_a_push_is_said_when_the_down_is_over_and_once(evening: Evening) -> None:
    await evening.down(2, "ann")
    await evening.down(1, "bob")
    await evening.wait(minutes=29)
    assert evening.said() == []
    await evening.wait(minutes=1)
    assert sorted(evening.said()) == ["Table 1: ann takes over from bob.", "Table 2: bob takes over from ann."]
    assert "**Overdue**" in await evening.shown()
    await evening.wait(hours=1)
    assert len(evening.said()) == 2


async def test_a_down_that_ended_in_time_is_not_said(evening: Evening) -> None:
    await evening.down(1, "ann")
    await evening.down(2, "bob")
    await evening.wait(minutes=20)
    for number in (1, 2):
        await evening.store.write(end_down, evening.act(), 1, number)
    await evening.wait(minutes=20)
    assert evening.said() == []


async def test_longer_downs_move_the_push(evening: Evening) -> None:
    await evening.down(1, "ann")
    await evening.down(2, "bob")
    values = {"down_minutes": 45}
    await evening.store.write(record_settings, evening.act(), values, evening.clock.moment, "")
    evening.league.bot.leagues.changed(evening.league_id)
    await evening.wait(minutes=35)
    assert evening.said() == []
    await evening.wait(minutes=10)
    assert len(evening.said()) == 2


# ------------------------------------------------------------------ stub counts


async def test_a_stub_count_is_said_each_half_hour_since_the_last_count(evening: Evening) -> None:
    table_id = await evening.played_table(3)
    await evening.wait(minutes=30)
    assert evening.said() == ["Table 3: count the stub."]
    await evening.wait(minutes=50)
    assert len(evening.said()) == 1, "not counted yet, and it has been said"
    await evening.step(table_id, StubCount())
    await evening.wait(minutes=29)
    assert len(evening.said()) == 1
    await evening.wait(minutes=1)
    assert evening.said() == ["Table 3: count the stub."] * 2


async def test_a_new_down_brings_the_count_forward(evening: Evening) -> None:
    await evening.played_table(3)
    await evening.wait(minutes=5)
    await evening.down(3, "dee")
    await evening.wait(minutes=9)
    assert evening.said() == []
    await evening.wait(minutes=1)
    assert evening.said() == ["Table 3: count the stub."]


async def test_counting_on_the_cockpit_is_one_press(evening: Evening) -> None:
    table_id = await evening.played_table(3)
    await evening.wait(minutes=31)
    assert "**Overdue** <t:1773518400:R>: table 3: count the stub" in await evening.shown()
    key = f"night1:stub:{table_id}"
    league = evening.league
    assert is_sentence(await league.forge(league.player, await evening.cockpit(), key))
    assert "**Overdue**" in await evening.shown()
    await evening.press(league.host, key)
    assert "**Overdue**" not in await evening.shown()
    await league.wire.again()
    lines = await evening.store.read(lambda tx: tx.all("SELECT step FROM table_step WHERE step LIKE '%StubCount%' OR step LIKE '%stub%'"))  # fmt: skip
    assert len(lines) == 1, "the same press twice counts once"


async def test_a_count_taken_back_is_overdue_again_and_not_said_again(evening: Evening) -> None:
    table_id = await evening.played_table(3)
    await evening.wait(minutes=31)
    await evening.step(table_id, StubCount())
    kept = await evening.store.read(table_at, evening.league_id, table_id)
    assert kept is not None
    await evening.store.write(undo, evening.act(), kept, None)
    await evening.wait(minutes=1)
    assert len(evening.said()) == 1
    assert "count the stub" in await evening.shown()


async def test_a_table_that_closed_is_not_counted(evening: Evening) -> None:
    table_id = await evening.played_table(3)
    await evening.step(table_id, CloseTable())
    await evening.wait(minutes=31)
    assert evening.said() == []


async def test_a_closing_taken_back_brings_the_count_back(evening: Evening) -> None:
    table_id = await evening.played_table(3)
    await evening.step(table_id, CloseTable())
    kept = await evening.store.read(table_at, evening.league_id, table_id)
    assert kept is not None
    await evening.store.write(undo, evening.act(), kept, None)
    await evening.wait(minutes=30)
    assert evening.said() == ["Table 3: count the stub."]


async def test_hands_pressed_or_not_do_not_change_the_count(evening: Evening) -> None:
    table_id = await evening.played_table(3)
    for _ in range(5):
        await evening.wait(minutes=5)
        await evening.step(table_id, Button(2))
    await evening.wait(minutes=5)
    assert evening.said() == ["Table 3: count the stub."]


CHANGES = [  # zone, when its clocks change, in UTC
    ("America/New_York", "2026-03-08T07:00"),
    ("America/New_York", "2026-11-01T06:00"),
    ("Europe/Berlin", "2026-03-29T01:00"),
    ("Europe/Berlin", "2026-10-25T01:00"),
    ("America/Nuuk", "2026-03-29T01:00"),
    ("America/Nuuk", "2026-10-25T01:00"),
    ("Australia/Lord_Howe", "2026-04-04T15:00"),
    ("Australia/Lord_Howe", "2026-10-03T15:30"),
]


@pytest.mark.parametrize(("zone", "change"), CHANGES)
async def test_half_an_hour_is_half_an_hour_when_the_clocks_change_and_the_bot_is_down_over_it(
    league: League, store: Store, clock: Clock, new_bot: NewBot, zone: str, change: str
) -> None:
    await set_zone(league, store, zone)
    changes_at = datetime.fromisoformat(change).replace(tzinfo=UTC)
    assert (changes_at - timedelta(seconds=1)).astimezone(ZoneInfo(zone)).utcoffset() != changes_at.astimezone(
        ZoneInfo(zone)
    ).utcoffset()
    clock.moment = changes_at - timedelta(minutes=15)
    evening = await open_evening(league, store, clock, kind="tournament")
    table_id = await evening.played_table(3)
    due_at = clock.moment + timedelta(minutes=30)
    clock.moment = due_at - timedelta(minutes=1)
    await league.env.restart_bot(new_bot())
    assert evening.said() == [], "not before half an hour has gone by"
    clock.moment = due_at + timedelta(minutes=5)
    for _ in range(2):
        await league.env.restart_bot(new_bot())
        await evening.wait(minutes=1)
    assert evening.said() == [f"Table 3: count the stub (since <t:{int(due_at.timestamp())}:t>)."]
    assert f"**Overdue** <t:{int(due_at.timestamp())}:R>: table 3: count the stub" in await evening.shown()
    await evening.step(table_id, StubCount())
    await evening.wait(minutes=30)
    assert len(evening.said()) == 2


# ------------------------------------------------------------------ 23:00

NIGHTS = [  # zone, day of the night, its 23:00 in UTC
    ("America/New_York", "2026-03-14", "2026-03-15T03:00"),
    ("America/New_York", "2026-03-07", "2026-03-08T04:00"),  # the clocks go forward later that night
    ("America/New_York", "2026-10-31", "2026-11-01T03:00"),
    ("Europe/Berlin", "2026-03-28", "2026-03-28T22:00"),
    ("Europe/Berlin", "2026-10-24", "2026-10-24T21:00"),
    ("Africa/Cairo", "2026-10-29", "2026-10-29T20:00"),  # 23:00 comes twice: the first one counts
    ("Africa/Cairo", "2026-04-23", "2026-04-23T21:00"),
    ("America/Nuuk", "2026-03-28", "2026-03-29T01:00"),  # 23:00 is skipped: it is midnight at once
    ("America/Nuuk", "2026-10-24", "2026-10-25T00:00"),  # 23:00 comes twice
    ("Australia/Lord_Howe", "2026-04-04", "2026-04-04T12:00"),  # clocks that change by half an hour, later that night
    ("Australia/Lord_Howe", "2026-10-03", "2026-10-03T12:30"),
]


async def final_evening(league: League, store: Store, clock: Clock, zone: str, day: str) -> Evening:
    await set_zone(league, store, zone)
    clock.moment = datetime.fromisoformat(f"{day}T19:00").replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)
    evening = await open_evening(league, store, clock, kind="tournament")
    await evening.table(1)
    await evening.busted_dealer(1, "cy")
    return evening


@pytest.mark.parametrize(("zone", "day", "moment"), NIGHTS)
async def test_the_release_is_said_at_eleven_on_the_wall(
    league: League, store: Store, clock: Clock, zone: str, day: str, moment: str
) -> None:
    evening = await final_evening(league, store, clock, zone, day)
    eleven = datetime.fromisoformat(moment).replace(tzinfo=UTC)
    await evening.wait_until((eleven - timedelta(minutes=1)).isoformat())
    assert evening.said() == []
    assert f"<t:{int(eleven.timestamp())}:R>" in await evening.shown()
    await evening.wait(minutes=1)
    assert [said.split(";")[0] for said in evening.said()] == ["Table 1: cy has busted and may go from 11 pm on"]
    await evening.wait(hours=3)
    assert len(evening.said()) == 1


@pytest.mark.parametrize(("zone", "day", "moment"), NIGHTS)
async def test_the_release_is_said_late_when_the_bot_was_down_over_it(
    league: League, store: Store, clock: Clock, new_bot: NewBot, zone: str, day: str, moment: str
) -> None:
    evening = await final_evening(league, store, clock, zone, day)
    eleven = datetime.fromisoformat(moment).replace(tzinfo=UTC)
    clock.moment = eleven + timedelta(hours=2)
    await league.env.restart_bot(new_bot())
    assert len(evening.said()) == 1
    assert f"(since <t:{int(eleven.timestamp())}:t>)" in evening.said()[0]
    for _ in range(2):
        await league.env.restart_bot(new_bot())
        await evening.wait(minutes=10)
    assert len(evening.said()) == 1


async def may_go(evening: Evening) -> list[str]:
    """Who was said to be free to go, by name."""
    return [said.split(": ")[1].split()[0] for said in evening.said() if "may go from 11 pm on" in said]


async def test_each_of_two_busted_dealers_is_told_of_once(evening: Evening) -> None:
    await evening.table(1)
    await evening.busted_dealer(1, "cy")
    await evening.busted_dealer(1, "dee")
    await evening.wait_until("2026-03-15T03:00+00:00")
    await evening.wait(hours=2)
    assert sorted(await may_go(evening)) == ["cy", "dee"]


async def test_whoever_busts_after_eleven_is_told_of_then_and_once(evening: Evening) -> None:
    await evening.table(1)
    await evening.wait_until("2026-03-15T03:20+00:00")
    assert await may_go(evening) == []
    await evening.busted_dealer(1, "cy")
    await evening.wait(seconds=10)
    assert await may_go(evening) == ["cy"]
    await evening.wait(hours=1)
    assert await may_go(evening) == ["cy"]


async def test_a_table_that_becomes_the_final_one_after_eleven_frees_its_busted_dealer(evening: Evening) -> None:
    await evening.table(1)
    other = await evening.table(3)
    await evening.busted_dealer(1, "cy")
    await evening.busted_dealer(3, "dee")
    await evening.wait_until("2026-03-15T03:20+00:00")
    assert await may_go(evening) == []
    await evening.step(other, CloseTable())
    await evening.store.write(release_table, evening.act(), evening.night_id, 3)
    await evening.wait(seconds=10)
    assert await may_go(evening) == ["cy"]
    await evening.wait(hours=1)
    assert await may_go(evening) == ["cy"]


async def test_a_tournaments_table_in_a_cash_night_has_its_release(league: League, store: Store, clock: Clock) -> None:
    evening = await open_evening(league, store, clock, kind="cash")
    await evening.table(1)
    await evening.busted_dealer(1, "cy")
    await evening.wait_until("2026-03-15T03:00+00:00")
    assert await may_go(evening) == ["cy"]


async def test_whoever_is_free_before_eleven_is_not_told_of(evening: Evening) -> None:
    await evening.table(1)
    await evening.busted_dealer(1, "cy")
    await evening.store.write(release_table, evening.act(), evening.night_id, 1)
    assert "night.release" not in await jobs(evening.store)
    await evening.wait_until("2026-03-15T03:20+00:00")
    assert await may_go(evening) == []


async def test_nobody_is_released_who_still_plays(evening: Evening) -> None:
    await evening.table(1)
    await evening.down(1, "cy")
    await evening.wait_until("2026-03-15T03:30+00:00")
    assert not [said for said in evening.said() if "may go" in said]


# ------------------------------------------------------------------ away, restarts, crashes


async def test_what_fell_due_long_ago_is_shown_and_not_said(evening: Evening, new_bot: NewBot, clock: Clock) -> None:
    await evening.played_table(3)
    clock.advance(hours=2)
    await evening.league.env.restart_bot(new_bot())
    assert evening.said() == []
    assert "**Overdue**" in await evening.shown()


async def test_a_restart_each_ten_minutes_says_nothing_twice(evening: Evening, new_bot: NewBot) -> None:
    await evening.played_table(3)
    await evening.down(1, "ann")
    await evening.down(2, "bob")
    for _ in range(9):
        await evening.league.env.restart_bot(new_bot())
        await evening.wait(minutes=10)
    assert sorted(evening.said()) == [
        "Table 1: bob takes over from ann.",
        "Table 2: ann takes over from bob.",
        "Table 3: count the stub.",
    ]


async def test_a_crash_between_saying_and_noting_it_says_it_with_the_same_nonce(
    evening: Evening, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord drops the second by its nonce; this simulation does not, so the nonces are looked at."""
    nonces: list[Any] = []
    send = Messageable.send

    async def noted(self: Any, *args: Any, **options: Any) -> Any:
        if options.get("content"):
            nonces.append(options["nonce"])
        return await send(self, *args, **options)

    monkeypatch.setattr(Messageable, "send", noted)
    await evening.played_table(3)
    due_at = clock.moment + timedelta(minutes=30)
    await evening.wait(minutes=30)
    await store.write(set_job, evening.league_id, "night.stub", 1, due_at)  # as if the crash had kept it
    await evening.wait(minutes=1)
    assert len(nonces) == 2
    assert len(set(nonces)) == 1
    assert all(len(nonce) <= 25 for nonce in nonces)


async def test_a_channel_that_is_out_of_reach_is_tried_once(
    evening: Evening, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    await evening.played_table(3)
    evening.league.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=None)
    await evening.wait(minutes=30)
    assert "night.stub" not in await jobs(store)
    assert len([record for record in caplog.records if "cannot be said" in record.message]) == 1


async def test_what_cannot_be_said_is_told_to_the_host_on_the_cockpit_until_it_can(evening: Evening) -> None:
    league, table_id = evening.league, await evening.played_table(3)
    league.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=None)
    await evening.wait(minutes=30)
    await evening.wait(seconds=6)
    assert "What fell due could not be said. I am missing a permission" in await evening.shown()
    assert "could not be said" in words(await league.slash(league.host, "night show"))
    verify_card((await evening.cockpit()).components)
    league.env.backend.faults.clear()
    await evening.step(table_id, StubCount())
    await evening.wait(minutes=30)
    await evening.wait(seconds=6)
    assert "could not be said" not in await evening.shown()
    assert "could not be said" not in words(await league.slash(league.host, "night show"))


async def test_an_outage_of_discord_is_waited_out(evening: Evening, broken: list[Any]) -> None:
    await evening.played_table(3)
    evening.league.env.inject_error("POST", "/channels/*/messages", status=500, times=None)
    await evening.wait(minutes=30)
    evening.league.env.backend.faults.clear()
    await evening.wait(minutes=10)
    assert evening.said() == ["Table 3: count the stub (since <t:1773518400:t>)."]
    broken.clear()


async def test_a_job_of_a_night_that_is_over_is_dropped(evening: Evening, store: Store) -> None:
    await evening.league.slash(evening.league.host, "night close")
    for kind in ("night.push", "night.stub", "night.release"):
        await store.write(set_job, evening.league_id, kind, 1, evening.clock.moment)
    await evening.wait(seconds=1)
    assert await jobs(store) == {"night.morning"}
    assert await store.write(take_due_job, evening.clock.moment) is None
    assert evening.said() == []


# ------------------------------------------------------------------ the morning after, and noon

MORNING = "2026-03-15T13:00+00:00"  # nine in New York


async def test_the_morning_tells_who_dealt_and_what_is_left_open(evening: Evening, store: Store) -> None:
    league = evening.league
    await evening.played_table(1, "ann", "bob", "cy")
    await evening.down(1, "dee")
    await league.slash(league.player, "misdeal start", league.cash)
    await store.write(record_miss, evening.act(), "who gets the last beer", "")
    await evening.wait(minutes=31)
    asked = await league.slash(league.host, "night close")
    await league.host.click(asked.response, label="Close all")
    before = evening.said()
    await evening.wait_until(MORNING)
    told = evening.said()[len(before) :]
    assert len(told) == 1
    assert told[0].startswith("**What the night came to** · Saturday 14 March, tournament\n- dee: 1 down (31 minutes)")
    assert "dealt 1 hand" in told[0] or "shuffled once" in told[0]
    assert "1 question was answered by no rule: /league misses" in told[0]
    assert "beer" not in told[0], "what was asked is for staff alone"
    await evening.wait(hours=5)
    assert len(evening.said()) == len(before) + 1
    assert await jobs(store) <= {"case.close", "case.draw"}


async def test_a_case_nobody_decided_is_told_of_in_the_morning(evening: Evening) -> None:
    league = evening.league
    case = await league.slash(league.player, "misdeal start", league.cash)
    await league.slash(league.host, "night close")
    await evening.wait_until(MORNING)
    link = f"https://discord.com/channels/{evening.league_id}/{league.cash.id}/{case.response.id}"
    assert f"Case 1 is not decided yet: {link}" in evening.said()[-1]


async def test_a_night_without_anything_to_tell_has_no_morning(evening: Evening) -> None:
    await evening.league.slash(evening.league.host, "night close")
    await evening.wait_until(MORNING)
    assert evening.said() == []


async def test_the_morning_comes_late_when_the_bot_was_away_and_not_days_later(
    evening: Evening, new_bot: NewBot, clock: Clock
) -> None:
    await evening.played_table(1)
    await evening.down(1, "dee")
    clock.moment = datetime.fromisoformat(MORNING) + timedelta(hours=2)
    await evening.league.env.restart_bot(new_bot())
    assert [said for said in evening.said() if said.startswith("**What the night")]


async def test_what_is_days_old_is_said_no_more(evening: Evening, new_bot: NewBot, clock: Clock) -> None:
    await evening.played_table(1)
    await evening.down(1, "dee")
    clock.advance(days=4)
    await evening.league.env.restart_bot(new_bot())
    await evening.wait(minutes=10)
    assert evening.said() == []
    assert (await evening.night()).closed_at is not None


async def test_a_night_left_open_closes_at_noon_and_says_so(evening: Evening, store: Store) -> None:
    await evening.played_table(1)
    await evening.down(1, "dee")
    await evening.wait_until("2026-03-15T15:59+00:00")
    assert (await evening.night()).closed_at is None
    assert "The night is still open" in "\n".join(evening.said())
    await evening.wait(minutes=1)
    assert (await evening.night()).closed_at is not None
    told = [said for said in evening.said() if said.startswith("Nobody closed the night of Saturday 14 March")]
    assert len(told) == 1
    await evening.wait(minutes=5)
    assert (await evening.shown()).startswith("**The night is over**")
    rows = await store.read(lambda tx: tx.all("SELECT 1 AS x FROM game_table WHERE closed_at IS NULL"))
    assert rows == []
    verify_card((await evening.cockpit()).components)
    await evening.league.slash(evening.league.host, "night open")
    assert (await store.read(lambda tx: tx.one("SELECT COUNT(*) AS n FROM night"))) == {"n": 2}
