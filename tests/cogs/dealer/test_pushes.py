"""`/dealer push`, `break`, `downs`: proposed first, counted once, told to everybody who asks."""

from __future__ import annotations

from typing import Any

import pytest
from boxes import GUEST, Evening, open_evening
from conftest import League, custom_id, is_sentence, labels, verify_card, words

from cogs.shared import routes
from data.store import Store
from league.table import Hand, Mode


@pytest.fixture
async def evening(league: League, store: Store) -> Evening:
    """Two cash tables: Ann deals the first, Bob the second, Gil rests."""
    found = await open_evening(league, store, 1, 2, kind="cash")
    await found.run("start", league.player, table=1)
    await found.run("start", league.other, table=2)
    await found.run("start", table=1, guest=GUEST)
    league.bot.clock.advance(minutes=30)
    return found


async def test_a_push_is_proposed_with_its_reasons_and_counts_with_the_press(evening: Evening) -> None:
    league = evening.league
    ann, bob, gil = [await evening.id_of(one) for one in (league.player, league.other, GUEST)]
    proposed = await evening.run("push")
    assert proposed.ephemeral and labels(proposed) == ["Push now"]
    verify_card(proposed.response.components)
    assert f"{GUEST} (fewest downs so far)" in words(proposed) and "Rest: " in words(proposed)
    assert await evening.dealing() == {1: ann, 2: bob}
    pushed = await league.host.click(proposed.response, label="Push now")
    assert not pushed.ephemeral and words(pushed).startswith("**Push**\nTable 1: ")
    dealing = await evening.dealing()
    assert gil in dealing.values() and len(dealing) == 2
    for number, player_id in dealing.items():
        assert (await evening.table(number)).table.dealer_id == player_id
    ended = [down for down in await evening.downs() if down.ended_at]
    assert [down.minutes(league.bot.clock()) for down in ended] == [30, 30]


async def test_a_push_delivered_twice_is_one_push(evening: Evening) -> None:
    proposed = await evening.run("push")
    await evening.league.host.click(proposed.response, label="Push now")
    before = await evening.downs()
    await evening.league.wire.again()
    assert await evening.downs() == before


async def test_of_two_hosts_presses_one_pushes_and_the_other_sees_what_is_next(evening: Evening) -> None:
    league = evening.league
    await evening.helper(league.other)
    first, second = await evening.run("push"), await evening.run("push", league.other)
    await league.host.click(first.response, label="Push now")
    before = await evening.downs()
    again = await league.other.click(second.response, label="Push now")
    assert "has changed" in words(again) and labels(again) == ["Push now"]
    assert await evening.downs() == before


async def test_only_staff_push(evening: Evening) -> None:
    league = evening.league
    assert is_sentence(await evening.run("push", league.player))
    proposed = await evening.run("push")
    shown = await league.ask(who=league.player)
    refused = await league.forge(league.player, shown.response, custom_id(proposed, "deal1:push"))
    assert is_sentence(refused) and len(await evening.downs()) == 2
    for mark in ("0", "zzz"):
        stale = await league.forge(league.host, proposed.response, routes.DEALER_PUSH.id(0, mark))
        assert "has changed" in words(stale)


async def test_one_table_is_pushed_alone(evening: Evening) -> None:
    bob = await evening.id_of(evening.league.other)
    proposed = await evening.run("push", table=1)
    assert "Table 2" not in words(proposed)
    await evening.league.host.click(proposed.response, label="Push now")
    assert await evening.dealing() == {1: await evening.id_of(GUEST), 2: bob}
    assert "has no dedicated dealer" in await evening.says("push", table=9)


async def test_a_table_that_deals_for_itself_is_not_pushed(evening: Evening) -> None:
    await evening.step(1, Mode("psp_self"))
    assert "Table 1" not in await evening.says("push")


async def test_a_push_begins_the_duty_of_whoever_waited(league: League, store: Store) -> None:
    evening = await open_evening(league, store, 3)
    await evening.run("start", league.player, table=3)
    await evening.run("start", league.other, table=3)
    league.bot.clock.advance(minutes=30)
    await league.host.click((await evening.run("push")).response, label="Push now")
    assert [duty.state for duty in await evening.duties()] == ["dealing", "dealing"]
    assert await evening.dealing() == {3: await evening.id_of(league.other)}


async def test_a_dealer_who_wants_a_break_deals_until_the_push(evening: Evening) -> None:
    league = evening.league
    answer = await evening.run("break", league.player)
    assert is_sentence(answer) and "deals table 1 until then" in words(answer)
    assert "Practice player" not in await evening.says("push")
    await league.host.click((await evening.run("push")).response, label="Push now")
    assert await evening.id_of(league.player) not in (await evening.dealing()).values()
    assert "is back" in await evening.says("break", league.player)
    assert "on a break" in await evening.says("break", league.player)


async def test_where_nobody_else_is_free_the_table_keeps_its_dealer(evening: Evening) -> None:
    league = evening.league
    for options in ({"player": league.player}, {"guest": GUEST}):
        await evening.run("break", **options)
    proposed = await evening.run("push")
    assert "nobody can take it" in words(proposed)
    await league.host.click(proposed.response, label="Push now")
    dealing = await evening.dealing()
    assert len(dealing) == 1 or await evening.id_of(league.other) in dealing.values()
    await evening.run("break", player=league.other)
    assert "Nobody is free to deal" in await evening.says("push")


async def test_whoever_asks_rests_after_each_down(evening: Evening) -> None:
    answer = await evening.run("break", evening.league.player, after_each=True)
    assert is_sentence(answer) and "rests after each down" in words(answer)
    assert "rests after each down" in await evening.says("downs", evening.league.player)
    assert "as everybody does" in await evening.says("break", evening.league.player, after_each=False)
    await evening.seat(1, evening.league.host)
    assert "not in tonight's rotation" in await evening.says("break", evening.league.host)


async def test_downs_tells_everybody_who_dealt_how_much_and_who_is_next(evening: Evening) -> None:
    league = evening.league
    await evening.seat(1, league.player, league.other, GUEST)
    await evening.in_play(1)
    await evening.step(1, Hand())
    await league.host.click((await evening.run("push")).response, label="Push now")
    league.bot.clock.advance(minutes=10)
    await evening.run("break", guest=GUEST)
    shown = await evening.run("downs", league.other)
    assert shown.ephemeral
    verify_card(shown.response.components)
    lines = words(shown).splitlines()
    assert lines[0] == "**Tonight's dealers** · a down is 30 minutes"
    told = {line.split(": ")[0]: line for line in lines[1:]}
    assert "2 downs, 40 min" in told["Practice player"] or "2 downs, 40 min" in told["Practice other"]
    assert "1 down, 10 min" in told[GUEST] and "on a break" in told[GUEST]
    assert not any(" 0 " in line for line in lines), "what nobody did is not told"
    assert "**Next push**" in lines
    assert sum("1 shuffle" in line or "2 shuffles" in line for line in lines) >= 1


async def test_the_minutes_of_a_down_are_a_dated_setting_of_the_league(evening: Evening) -> None:
    assert is_sentence(await evening.run("downs", minutes=40))
    assert "a down is 40 minutes" in await evening.says("downs", evening.league.player)
    assert "down minutes: 40" in await evening.league.staff("history")
    assert "A dealer's down lasts 40 minutes" in await evening.league.staff("show")
    assert "A dealer's down lasts 30 minutes" in await evening.league.staff("show", on="2026-03-13")


async def test_what_is_said_is_whose_names_are_whose(evening: Evening) -> None:
    rude: Any = "*@everyone*"
    answer = await evening.run("start", table=2, guest=rude)
    assert r"\*\@everyone\*" in words(answer)
    verify_card((await evening.run("downs")).response.components)
