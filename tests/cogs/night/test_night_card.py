"""The night card stays where it is for days, whatever is pressed, and goes on after a restart."""

from __future__ import annotations

import pytest
from conftest import Clock, League, NewBot, words_of
from planned import Ahead, plan_night

from data.store import Store


@pytest.fixture
async def ahead(league: League, store: Store, clock: Clock) -> Ahead:
    return await plan_night(league, store, clock, most=9)


async def test_the_card_stays_where_it_is_for_days(ahead: Ahead) -> None:
    message_id = (await ahead.night()).message_id
    for day in range(4):
        await ahead.wait(days=1)
        await ahead.press(f"player {day}", "play")
    assert "**4** of 9 come" in await ahead.shown()
    assert (await ahead.night()).message_id == message_id
    posted = ahead.league.said_in(ahead.league.rules, ahead.league.other)
    assert sum("**Friday Omaha**" in said for said in posted) == 1


async def test_an_old_card_is_edited_seldom(ahead: Ahead) -> None:
    await ahead.wait(hours=2)
    await ahead.press("ann", "play")
    card = await ahead.card()
    edits = []
    for number in range(20):  # two minutes of presses
        await ahead.league.forge(ahead.person(f"player {number}"), card, f"night1:spot:{ahead.night_id}")
        await ahead.league.forge(ahead.person(f"player {number}"), card, f"night1:play:{ahead.night_id}")
        await ahead.wait(seconds=6)
        edits.append(words_of(ahead.league.env.backend.get_message(card.channel_id, card.id)))
    assert len(set(edits)) <= 2
    assert "**9** of 9 come · 12 wait" in await ahead.shown()


async def test_a_restart_draws_what_changed_meanwhile(ahead: Ahead, new_bot: NewBot) -> None:
    await ahead.press("ann", "play")
    await ahead.league.env.restart_bot(new_bot())
    assert "ann" in await ahead.shown()


async def test_once_it_is_over_the_card_has_no_buttons(ahead: Ahead) -> None:
    await ahead.wait(days=6, hours=10)
    card = await ahead.card()
    assert "This night is over." in words_of(card)
    assert not [part for part in card.components[0]["components"] if part["type"] == 1]
