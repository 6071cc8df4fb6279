"""The host's cockpit: next due first, a button for each, within Discord's limits, never an old message edited."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest
import pytest_asyncio
from conftest import Clock, League, NewBot, is_sentence, labels, parts, verify_card, words
from evenings import Evening, open_evening

from cogs.night.cockpit import look
from cogs.night.render import cockpit_card
from data.dealers import set_break
from data.nights import add_staff
from data.store import Store
from league.agenda import NO_DEALER, PUSH, Due
from league.table import Away, Dealer


@pytest_asyncio.fixture
async def evening(league: League, store: Store, clock: Clock) -> Evening:
    return await open_evening(league, store, clock, kind="tournament")


async def touched(evening: Evening) -> str:
    """What it shows once it has been touched."""
    await evening.league.slash(evening.league.host, "night staff add", person=evening.league.other)
    await evening.wait(seconds=6)
    return await evening.shown()


async def test_everything_that_is_due_has_its_line_and_what_is_open_or_overdue_comes_first(evening: Evening) -> None:
    league = evening.league
    await evening.played_table(1, break_order=3)
    dedicated = await evening.played_table(2, "eve", "fay", mode="psp_dedicated", break_order=1)
    await evening.down(1, "ann")
    await evening.step(dedicated, Dealer(await evening.down(2, "bob")))
    await league.slash(league.player, "misdeal start", league.cash)
    await evening.wait(minutes=31)
    lines = (await touched(evening)).split("\n")
    assert [line.split("<t:")[0] for line in lines[1:7]] == [
        "Case 1 is not decided yet, since ",
        "**Overdue** ",
        "**Overdue** ",
        "**Overdue** ",
        "**Overdue** ",
        "Table 2 can break: the others have seats for all its players. /table break there says who moves",
    ]
    told = "\n".join(lines)
    assert "table 1: bob takes over from ann" in told
    assert "table 2: ann takes over from bob" in told
    assert "Table 1: 3 players, hand 1, ann deals" in told
    buttons = {part["label"]: part for part in parts((await evening.cockpit()).components) if part.get("label")}
    assert buttons["Open the table"]["url"] == f"https://discord.com/channels/{evening.league_id}/{league.cash.id}/77"
    assert buttons["Open the case"]["url"].startswith(f"https://discord.com/channels/{evening.league_id}/")
    assert {"Counted", "Who has dealt", "Close the night"} <= buttons.keys()
    await evening.step(dedicated, Dealer(None))
    assert "Table 2 has no dealer" in await touched_again(evening)
    await evening.step(dedicated, Dealer(await evening.player("eve2")))
    assert "has no dealer" not in await touched_again(evening)
    await evening.step(dedicated, Away(await evening.player("eve2")))
    assert "has no dealer" in await touched_again(evening)


async def touched_again(evening: Evening) -> str:
    await evening.league.slash(evening.league.host, "night staff remove", person=evening.league.other)
    return await touched(evening)


async def test_the_push_is_proposed_from_the_cockpit_and_done(evening: Evening) -> None:
    league = evening.league
    for number, name in ((1, "ann"), (2, "bob")):
        await evening.played_table(number, mode="psp_dedicated")
        await evening.down(number, name)
    await evening.wait(minutes=31)
    proposed = await evening.press(league.host, "deal1:next:1")
    assert proposed.response.ephemeral
    assert "Push now" in labels(proposed)
    assert is_sentence(await evening.press(league.player, "deal1:next:1"))


async def test_a_busted_dealer_is_released_from_the_cockpit_after_eleven(evening: Evening) -> None:
    league = evening.league
    await evening.played_table(1, mode="psp_dedicated")
    await evening.busted_dealer(1, "cy")
    player_id = await evening.down(1, "cy")
    key = f"deal1:release:{player_id}"
    await evening.wait(minutes=1)
    await touched(evening)
    assert "11 pm" in words(await evening.press(league.host, key))
    await evening.wait_until("2026-03-15T03:01+00:00")
    assert is_sentence(await evening.press(league.player, key))
    assert "cy is released" in words(await evening.press(league.host, key))
    await evening.wait(seconds=6)
    assert key not in await evening.ids()


async def test_a_decided_case_is_not_open_any_more(evening: Evening) -> None:
    league = evening.league
    case = await league.slash(league.host, "misdeal start", league.cash)
    await evening.wait(seconds=6)
    assert "Case 1" in await evening.shown()
    await evening.store.write(
        lambda tx: tx.run(
            "INSERT INTO case_decision (league_id, case_number, decision_id, decided_at, decided_by, in_hand, outcome,"
            " otherwise) VALUES (:league_id, 1, 1, 0, 5, 0, 'misdeal', 0)",
            league_id=evening.league_id,
        )
    )
    assert case.response is not None
    assert "Case 1" not in await touched(evening)


async def test_a_case_opened_before_the_night_is_not_tonights(league: League, store: Store, clock: Clock) -> None:
    await league.slash(league.host, "misdeal start", league.cash)
    clock.advance(minutes=1)
    evening = await open_evening(league, store, clock)
    assert "Case 1" not in await evening.shown()


async def test_a_full_evening_fits_on_a_card(evening: Evening) -> None:
    for number in range(1, 13):
        people = [f"{'W' * 38}{letter}" for letter in "abcdefghi"]
        await evening.played_table(number, *people, mode="psp_dedicated", break_order=number)
        await evening.down(number, f"{number} {'*' * 36}")
    for _ in range(12):
        await evening.league.slash(evening.league.player, "misdeal start", evening.league.cash)
    await evening.wait(minutes=40)
    verify_card((await evening.cockpit()).components)
    shown = await evening.league.slash(evening.league.player, "night show")
    verify_card(shown.response.components)
    closing = await evening.league.slash(evening.league.host, "night close")
    verify_card(closing.response.components)
    await evening.league.host.click(closing.response, label="Close all")
    await evening.wait(seconds=6)
    verify_card((await evening.cockpit()).components)
    await evening.wait_until("2026-03-15T13:00+00:00")
    told = evening.league.env.backend.messages[evening.league.rules.id]
    verify_card(told[max(told)].components)


async def test_many_helpers_many_tables_and_much_that_is_due_fit_on_a_card(evening: Evening) -> None:
    league = evening.league
    for number in range(1, 31):
        await evening.played_table(number, mode="psp_dedicated")
        await evening.down(number, f"{number} {'*' * 36}")
    for number in range(60):
        person = league.guild.add_member(league.env.create_user(f"helper {number}"))
        await evening.store.write(add_staff, evening.act(), 1, person.id)
    await evening.wait(minutes=40)
    verify_card((await evening.cockpit()).components)
    assert "and 40 more" in await evening.shown()
    assert "tables more" in await evening.shown()


async def test_a_missing_dealer_with_nobody_to_follow_says_what_to_do(evening: Evening) -> None:
    await evening.played_table(1, mode="psp_dedicated")
    assert "Table 1 has no dealer: /dealer start puts one in" in await touched(evening)


async def test_a_down_that_ends_with_nobody_to_follow_says_what_to_do(evening: Evening) -> None:
    await evening.played_table(1, mode="psp_dedicated")
    player_id = await evening.down(1, "ann")
    await evening.store.write(partial(set_break, is_on_break=True), evening.act(), 1, player_id)
    assert "nobody is next: /dealer start brings somebody in" in await touched(evening)


async def test_two_lines_that_one_press_sees_to_have_one_button(evening: Evening) -> None:
    await evening.played_table(1, "ann", "bob", mode="psp_dedicated")
    await evening.down(1, "dee")
    seen = await look(evening.store, evening.league.guild.id, 1, 30, evening.clock())
    assert seen is not None
    dee = next(iter(seen.people))
    both = (Due(PUSH, evening.clock(), True, 1, dee, dee), Due(NO_DEALER, None, False, 1, next_id=dee))
    card = cockpit_card(replace(seen, due=both)).to_components()
    verify_card(card)
    assert [part.get("label") for part in parts(card)].count("Next push") == 1


async def test_who_has_dealt_is_shown_to_everybody_in_private(evening: Evening) -> None:
    await evening.down(1, "dee")
    await evening.wait(minutes=17)
    result = await evening.press(evening.league.player, "night1:dealt:1")
    assert result.response.ephemeral
    assert "dee: 1 down (17 minutes)" in words(result)


@pytest.mark.parametrize("key", ["night1:stub:99", "night1:dealt:99", "night1:close:99", "night1:closeall:99"])
async def test_a_forged_number_changes_nothing(evening: Evening, key: str) -> None:
    result = await evening.league.forge(evening.league.host, await evening.cockpit(), key)
    assert result.response.ephemeral
    assert (await evening.night()).closed_at is None


async def test_six_hours_of_cockpit_edit_no_message_older_than_an_hour(
    evening: Evening, new_bot: NewBot, clock: Clock
) -> None:
    table_id = await evening.played_table(1)
    born, before = {}, dict[int, str]()
    for turn in range(36):
        await evening.wait(minutes=10)
        if turn % 6 == 5:
            await evening.league.env.restart_bot(new_bot())
        if f"night1:stub:{table_id}" in await evening.ids():
            await evening.press(evening.league.host, f"night1:stub:{table_id}")
        messages = evening.league.env.backend.messages[evening.league.rules.id]
        for message_id, message in messages.items():
            born.setdefault(message_id, clock.moment)
            told = str(message.components)
            if before.get(message_id, told) != told:
                assert (clock.moment - born[message_id]).total_seconds() <= 3600
            before[message_id] = told
    with_buttons = [key for key in born if key in messages and "night1:close" in str(messages[key].components)]
    assert with_buttons == [(await evening.night()).cockpit_message_id]
