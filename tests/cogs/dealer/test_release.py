"""`/dealer release`: when a dealer may go, in the night's own zone, and who deals on."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from boxes import Evening, open_evening
from conftest import League, NewBot, is_sentence, labels, verify_card, words

from data.dealers import release_table
from data.store import Store
from league.table import BreakTable

FINAL = 1


async def busted(league: League, store: Store, *numbers: int, **place: Any) -> Evening:
    """Ann deals the first of these tables and has busted; Bob sits there, too."""
    evening = await open_evening(league, store, *numbers, **place)
    await evening.seat(numbers[0], league.player, league.other)
    await evening.run("start", table=numbers[0], player=league.player, balance="30")
    await evening.run("bust", league.player)
    return evening


@pytest.mark.parametrize(
    ("zone", "day", "eleven"),
    [
        ("America/New_York", date(2026, 3, 7), "2026-03-08T04:00:00"),  # the clocks change later that night
        ("Europe/Berlin", date(2026, 10, 24), "2026-10-24T21:00:00"),
        ("America/Nuuk", date(2026, 3, 28), "2026-03-29T01:00:00"),  # 23:00 becomes midnight
        ("America/Nuuk", date(2026, 10, 24), "2026-10-25T00:00:00"),  # 23:00 comes twice
    ],
)
async def test_the_final_tables_dealer_goes_from_eleven_of_the_nights_zone(
    league: League, store: Store, new_bot: NewBot, zone: str, day: date, eleven: str
) -> None:
    from_then = datetime.fromisoformat(eleven).replace(tzinfo=UTC)
    league.bot.clock.moment = from_then - timedelta(hours=3)
    evening = await busted(league, store, FINAL, zone=zone, day=day)
    league.bot.clock.moment = from_then - timedelta(seconds=1)
    refused = await evening.run("release", league.player)
    assert is_sentence(refused)
    assert "not yet 11 pm" in words(refused) and "House, The final table's dealer" in words(refused)
    assert await evening.state() == "busted"
    clock = league.bot.clock
    await league.env.restart_bot(new_bot())  # stopped over the moment itself
    clock.moment = from_then
    assert "may go" in await evening.says("release", league.player)
    assert await evening.state() == "released"


async def test_after_midnight_it_is_past_the_nights_eleven(league: League, store: Store) -> None:
    evening = await busted(league, store, FINAL)
    league.bot.clock.moment = datetime(2026, 3, 15, 6, 30, tzinfo=UTC)  # half past two in New York
    assert "may go" in await evening.says("release", league.player)


@pytest.fixture
async def late(league: League, store: Store) -> Evening:
    """Past eleven at the final table."""
    evening = await busted(league, store, FINAL)
    league.bot.clock.moment = datetime(2026, 3, 15, 3, 30, tzinfo=UTC)
    return evening


async def test_the_host_takes_over_by_a_press(late: Evening) -> None:
    league = late.league
    going = await late.run("release", league.player)
    assert not going.ephemeral and labels(going) == ["I take over"]
    verify_card(going.response.components)
    assert (await late.dealing(), (await late.table(FINAL)).table.dealer_id) == ({}, None)
    for who in (league.player, league.other):
        assert is_sentence(await who.click(going.response, label="I take over"))
    done = await league.host.click(going.response, label="I take over")
    assert "deals on at table 1" in words(done) and labels(done) == []
    host = await late.id_of(league.host)
    assert (await late.dealing(), (await late.table(FINAL)).table.dealer_id) == ({FINAL: host}, host)
    await league.wire.again()
    assert len(await late.downs()) == 2
    assert len(await late.duties()) == 1  # the host deals without a duty


async def test_staff_who_release_take_over_at_once(late: Evening) -> None:
    answer = await late.run("release", player=late.league.player)
    assert is_sentence(answer)
    assert "is released" in words(answer) and "deals on at table 1" in words(answer)
    assert await late.dealing() == {FINAL: await late.id_of(late.league.host)}
    assert "owes nothing more" in await late.says("release", player=late.league.player)
    last = (await late.trail())[-1]
    assert (last.what, last.changed_by) == ("departed", late.league.host.id)


async def test_a_card_pressed_when_somebody_deals_again_changes_nothing(late: Evening) -> None:
    going = await late.run("release", late.league.player)
    await late.run("start", late.league.other, table=FINAL)
    refused = await late.league.host.click(going.response, label="I take over")
    assert is_sentence(refused) and "has a dealer again" in words(refused)


async def test_whoever_still_plays_stays_also_after_eleven(league: League, store: Store) -> None:
    evening = await open_evening(league, store, FINAL)
    await evening.run("start", league.player, table=FINAL)
    league.bot.clock.moment = datetime(2026, 3, 15, 3, 30, tzinfo=UTC)
    for who, options in ((league.player, {}), (league.host, {"player": league.player})):
        refused = await evening.run("release", who, **options)
        assert is_sentence(refused) and "still in the tournament" in words(refused)


async def test_a_table_that_is_not_the_final_one_is_dealt_until_it_breaks(league: League, store: Store) -> None:
    evening = await busted(league, store, 3, FINAL)
    league.bot.clock.moment = datetime(2026, 3, 15, 5, 0, tzinfo=UTC)
    refused = await evening.run("release", player=league.player)
    assert is_sentence(refused)
    assert "not the final table" in words(refused) and "House, Dealing on after you bust" in words(refused)


async def test_a_table_that_breaks_frees_its_dealers(league: League, store: Store) -> None:
    evening = await busted(league, store, 3, FINAL)
    await store.write(release_table, evening.act(), evening.night.night_id, 3)
    await evening.step(3, BreakTable())
    assert (await evening.state(), await evening.dealing()) == ("released", {})
    assert "owes nothing more" in await evening.says("release", league.player)


async def test_a_table_that_is_gone_binds_nobody(league: League, store: Store) -> None:
    evening = await busted(league, store, 3, FINAL)
    await evening.step(3, BreakTable())
    assert "is no more" in await evening.says("release", league.player)
    assert await evening.state() == "released"


async def test_staff_take_somebody_off_the_list_who_has_not_dealt(league: League, store: Store) -> None:
    evening = await busted(league, store, 3, FINAL)
    await evening.run("start", league.other, table=3)
    assert "not the final table" in await evening.says("release", league.other)
    assert "does not deal at table 3" in await evening.says("release", player=league.other)
    assert [duty.state for duty in await evening.duties()] == ["busted", "released"]


async def test_at_a_cash_table_anybody_may_stop(league: League, store: Store) -> None:
    evening = await open_evening(league, store, 1, kind="cash")
    await evening.run("start", league.player, table=1)
    assert "no entry to pay" in await evening.says("start", table=1, player=league.other, balance="10")
    answer = await evening.run("release", league.player)
    assert is_sentence(answer)
    assert "table 1 needs a dealer" in words(answer)
    assert (await evening.dealing(), (await evening.table(1)).table.dealer_id) == ({}, None)
    assert "no tournament dealer's duty" in await evening.says("release", league.player)
