"""A night under odd presses, strangers, other leagues' numbers, lost channels and permissions, and restarts at any step."""

from __future__ import annotations

import pytest
import pytest_asyncio
from conftest import Clock, League, NewBot, Wire, found_league, is_sentence, verify_card, words
from evenings import Evening, kept_by, open_evening

from cogs.shared import routes
from data.dealers import duties_of
from data.downs import downs_of
from data.store import Store


@pytest_asyncio.fixture
async def evening(league: League, store: Store, clock: Clock) -> Evening:
    return await open_evening(league, store, clock, kind="tournament")


async def dealt(evening: Evening) -> None:
    """Table 1, the final one, is dealt by ann, who has busted; bob rests."""
    league = evening.league
    await evening.played_table(1, mode="psp_dedicated")
    await league.slash(league.host, "dealer start", table=1, guest="ann", balance="30")
    await league.slash(league.host, "dealer start", table=1, guest="bob")
    await league.slash(league.host, "dealer bust", guest="ann")


def every_id() -> list[str]:
    return [
        routes.NIGHT_CLOSE.id(1), routes.NIGHT_CLOSE_ALL.id(1), routes.NIGHT_STUB.id(1), routes.DEALER_NEXT.id(1),
        routes.DEALER_NEXT.id(0), routes.DEALER_RELEASE.id(4), routes.DEALER_PAID.id(1, 3000),
        routes.DEALER_AGREE.id(1, 2), routes.DEALER_ABLE.id(1, 2), routes.DEALER_TAKE.id(1, 1),
        routes.DEALER_PUSH.id(1, "abc"),
    ]  # fmt: skip


async def test_a_stranger_changes_nothing_by_any_press_of_the_night(evening: Evening) -> None:
    await dealt(evening)
    await evening.wait_until("2026-03-15T03:30+00:00")
    before = await kept_by(evening.store)
    for key in every_id():
        assert is_sentence(await evening.league.forge(evening.league.player, await evening.cockpit(), key)), key
    assert await kept_by(evening.store) == before


async def test_another_leagues_host_changes_nothing_by_this_ones_numbers(
    evening: Evening, store: Store, wire: Wire
) -> None:
    await dealt(evening)
    await evening.wait_until("2026-03-15T03:30+00:00")
    other = found_league(evening.league.env, wire, "Elsewhere")
    posted = await other.slash(other.host, "night show")
    own = await other.slash(other.player, "misdeal start", other.cash)
    assert "No night is open" in words(posted)
    before = await kept_by(store)
    for key in every_id():
        assert is_sentence(await other.forge(other.host, own.response, key)), key
    assert await kept_by(store) == before


@pytest.mark.parametrize("number", ["0", "-1", "9223372036854775807", "9" * 30, "1e3", "", "1' OR 1=1"])
async def test_a_number_that_is_none_is_refused_in_a_sentence(evening: Evening, number: str) -> None:
    await dealt(evening)
    before = await kept_by(evening.store)
    for name in ("night1:stub", "night1:close", "night1:closeall", "night1:dealt", "deal1:next", "deal1:release"):
        if name == "deal1:next" and number == "0":
            continue  # every table
        result = await evening.league.forge(evening.league.host, await evening.cockpit(), f"{name}:{number}")
        assert is_sentence(result), name
    assert await kept_by(evening.store) == before


async def test_a_deleted_channel_of_the_cockpit_is_told_of_and_it_is_posted_elsewhere(evening: Evening) -> None:
    league = evening.league
    env = league.env
    for method, path in (("PATCH", "/channels/*/messages/*"), ("POST", "/channels/*/messages")):
        env.inject_error(method, path, status=404, code=10003, times=None)
    await evening.played_table(3)
    await evening.wait(minutes=31)
    told = words(await league.slash(league.host, "night show", league.cash))
    assert "was deleted" in told and "/night cockpit" in told
    env.backend.faults.clear()
    await league.slash(league.host, "night cockpit", league.cash)
    await evening.wait(seconds=6)
    assert (await evening.night()).channel_id == league.cash.id
    assert "count the stub" in await evening.shown()
    assert "was deleted" not in words(await league.slash(league.host, "night show", league.cash))


async def test_a_night_opened_where_nothing_can_be_posted_says_so(league: League, store: Store, clock: Clock) -> None:
    league.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=None)
    evening = await open_evening(league, store, clock)
    assert (await evening.night()).cockpit_message_id is None
    told = words(await league.slash(league.host, "night show"))
    assert "missing a permission" in told and "/night cockpit" in told
    league.env.backend.faults.clear()
    await league.slash(league.host, "night cockpit", league.cash)
    assert (await evening.shown()).startswith("**Tonight**")


async def test_names_with_marks_and_mentions_stay_words(evening: Evening) -> None:
    league = evening.league
    names = ["# Big", "**x**", "<@5>", "@everyone", "[a](http://b)", "||s||", "1. one", "`c`"]
    await evening.played_table(1, mode="psp_dedicated")
    for name in names:
        await league.slash(league.host, "dealer start", table=1, guest=name)
    await evening.wait(minutes=31)
    shown = [
        await evening.shown(),
        words(await league.slash(league.host, "dealer downs")),
        words(await league.slash(league.host, "dealer push")),
        words(await league.slash(league.host, "night show")),
    ]
    for told in shown:
        for living in ("**x**", "<@5>", " @everyone", "\n@everyone", " [a](", "||s||", "`c`", "\n# Big"):
            assert living not in told, (living, told)


async def test_a_restart_after_each_step_of_a_buyout_loses_nothing(
    evening: Evening, store: Store, new_bot: NewBot
) -> None:
    league = evening.league
    await evening.played_table(3, "eve", "fay", mode="psp_dedicated")
    await league.host.slash(league.rules, "table seat", table=3, who=f"<@{league.player.id}>, <@{league.other.id}>")
    ann, bob = league.player, league.other

    async def again() -> None:
        await league.env.restart_bot(new_bot())

    await league.slash(league.host, "table hand", table=3)
    await again()
    await league.slash(league.host, "dealer start", table=3, player=ann, balance="10")
    await again()
    await league.slash(ann, "dealer bust")
    await again()
    asked = await league.slash(ann, "dealer buyout")
    await again()
    await league.host.click(asked.response, label="Balance paid")
    await again()
    card = await league.slash(ann, "dealer replace", player=bob)
    await again()
    await bob.click(card.response, label="I deal on")
    await again()
    await league.host.click(card.response, label="Able to deal")
    await again()
    kept = await store.read(duties_of, evening.league_id, 1)
    assert [each.duty.state for each in kept] == ["relieved", "dealing"]
    downs = await store.read(downs_of, evening.league_id, 1)
    assert [down.ended_at is None for down in downs] == [False, True]


async def test_two_nights_in_a_row_keep_their_own_staff_duties_and_downs(
    evening: Evening, store: Store, clock: Clock
) -> None:
    league = evening.league
    await dealt(evening)
    await league.slash(league.host, "night staff add", person=league.other)
    asked = await league.slash(league.host, "night close")
    await league.host.click(asked.response, label="Close all")
    await evening.wait_until("2026-03-15T22:00+00:00")
    await league.slash(league.host, "night open", kind="tournament")
    second = Evening(league, store, clock, 2)
    await second.table(1, mode="psp_dedicated")
    await second.wait_until("2026-03-16T03:30+00:00")
    assert "may go" not in await second.shown() and "ann" not in await second.shown()
    assert "Only a host" in words(await league.slash(league.other, "night close"))
    told = words(await league.slash(league.host, "dealer release", guest="ann"))
    assert "no tournament dealer's duty tonight" in told
    verify_card((await second.cockpit()).components)
    mornings = [said for said in evening.said() if said.startswith("**What the night came to**")]
    assert len(mornings) == 1
