"""A ruling at a table reaches it: the hand is dealt again, and no longer when that is overruled."""

from __future__ import annotations

import pytest
from conftest import League, NewBot, Wire, words
from sittings import EXPOSED, Sitting, overruled, sit_down
from tables import TWO_FLASHED, Table, at_once

from data.store import Store
from data.tables import Taken
from league.table import Misdeal

TOLD = "Table 1 was told: hand 1 is dealt again, same button, nobody new."
TAKEN_BACK = "Table 1 was told: hand 1 is not dealt again by this case."
AGAIN = "**Hand 1 is dealt again:**"


async def ruled(table: Sitting) -> Table:
    case = await table.misdeal()
    await case.press("case1:so")
    return case


def misdeals(log: list[Taken]) -> list[Misdeal]:
    """Those of a table's log that still stand, newest first."""
    return [line.step for line in log if isinstance(line.step, Misdeal) and not line.undone]


async def test_a_misdeal_has_the_table_deal_its_hand_again(league: League, store: Store) -> None:
    table = await sit_down(league, store)
    before = (await table.kept()).table
    case = await ruled(table)
    after = (await table.kept()).table
    assert (after.is_redeal, after.hand, after.button) == (True, 1, before.button)
    assert after.dealt_in == before.dealt_in
    assert TOLD in case.text
    assert AGAIN in await table.text()
    assert (await table.log())[0].by == league.player.id
    assert "misdeal by case 1: the hand is dealt again" in await table.say("log")
    await table.say("hand")
    assert (await table.kept()).table.hand == 2
    assert AGAIN not in await table.text()


@pytest.mark.parametrize(("outcome", "follows"), [("fouled_deck", True), ("hand_dead", False), ("floor", False)])
async def test_a_host_who_rules_otherwise_reaches_the_table_too(
    league: League, store: Store, outcome: str, follows: bool
) -> None:
    table = await sit_down(league, store)
    case = await table.wrong()
    await case.select("case1:pick", "other")
    await overruled(case, outcome)
    assert (await table.kept()).table.is_redeal is follows
    assert (TOLD in case.text) is follows
    assert misdeals(await table.log()) == ([Misdeal(outcome, 1)] if follows else [])


async def test_a_ruling_that_is_no_misdeal_leaves_the_table_alone(league: League, store: Store) -> None:
    table = await sit_down(league, store)
    steps = len(await table.log())
    case = await table.wrong()
    await case.name(EXPOSED)
    await case.answer_all({**TWO_FLASHED, "action": "three_or_more"})
    await case.press("case1:so")
    assert "Ruled so" in case.text
    assert "was told" not in case.text
    assert len(await table.log()) == steps


async def test_what_is_overruled_is_taken_back_at_the_table(league: League, store: Store) -> None:
    table = await sit_down(league, store)
    before = (await table.kept()).table
    case = await ruled(table)
    await overruled(case)
    assert (await table.kept()).table == before
    assert TAKEN_BACK in case.text
    assert TOLD not in case.text
    assert AGAIN not in await table.text()
    assert not misdeals(await table.log())
    await overruled(case, "misdeal")
    assert misdeals(await table.log()) == [Misdeal("misdeal", 1)]
    assert TOLD in case.text
    assert AGAIN in await table.text()


async def test_from_a_misdeal_to_a_fouled_deck_the_table_stays_at_its_redeal(league: League, store: Store) -> None:
    table = await sit_down(league, store)
    case = await ruled(table)
    steps = len(await table.log())
    await overruled(case, "fouled_deck")
    assert len(await table.log()) == steps
    assert TOLD in case.text
    await overruled(case)
    assert not (await table.kept()).table.is_redeal
    assert TAKEN_BACK in case.text


async def test_a_hand_that_is_over_is_not_dealt_again(league: League, store: Store) -> None:
    table = await sit_down(league, store)
    case = await table.misdeal()
    await table.say("hand")
    await case.press("case1:so")
    assert "Ruled so" in case.text
    assert "was told" not in case.text
    assert not (await table.kept()).table.is_redeal
    assert not misdeals(await table.log())


async def test_a_redeal_that_is_over_is_not_taken_back(league: League, store: Store) -> None:
    table = await sit_down(league, store)
    case = await ruled(table)
    await table.say("hand")
    steps = len(await table.log())
    await overruled(case)
    assert len(await table.log()) == steps
    assert "Ruled otherwise" in case.text
    assert TAKEN_BACK not in case.text


async def test_before_the_first_hand_there_is_none_to_deal_again(league: League, store: Store) -> None:
    table = await sit_down(league, store)
    await table.say("undo")
    case = await table.misdeal(league.host)
    await case.press("case1:so", league.host)
    assert "Ruled so" in case.text
    assert not misdeals(await table.log())


@pytest.mark.parametrize("how", ["break", "close"])
async def test_a_table_that_is_gone_meanwhile_stops_no_ruling(league: League, store: Store, how: str) -> None:
    table = await sit_down(league, store)
    case = await table.misdeal()
    await table.say(how)
    await case.press("case1:so", league.host)
    assert "Ruled so" in case.text
    assert "Table 1, hand 1" in case.text
    second = await sit_down(league, store)
    other = await ruled(second)
    await second.say(how)
    await overruled(other)
    assert "Ruled otherwise" in other.text
    assert not misdeals(await table.log())


# ------------------------------------------------------------------ twice, at once, after a stop


async def test_a_ruling_delivered_twice_reaches_the_table_once(league: League, store: Store, wire: Wire) -> None:
    table = await sit_down(league, store)
    case = await ruled(table)
    steps = len(await table.log())
    await wire.again()
    assert len(await table.log()) == steps
    await overruled(case)
    steps = len(await table.log())
    await wire.again()
    assert len(await table.log()) == steps
    assert not (await table.kept()).table.is_redeal


async def test_an_opening_delivered_twice_is_one_case_of_the_table(league: League, store: Store, wire: Wire) -> None:
    table = await sit_down(league, store)
    await table.wrong()
    await table.say("hand")
    listed = words(await league.slash(league.host, "misdeal cases"))
    wire.sent = [sent for sent in wire.sent if "case1:table" in str(sent)]
    await wire.again()
    assert words(await league.slash(league.host, "misdeal cases")) == listed


async def test_two_who_rule_at_once_reach_the_table_once(league: League, store: Store) -> None:
    table = await sit_down(league, store)
    case = await table.misdeal()
    key = case.id("case1:so")
    await at_once(league, league.forge(league.player, case.card, key), league.forge(league.host, case.card, key))
    assert misdeals(await table.log()) == [Misdeal("misdeal", 1)]


async def test_two_cases_of_one_hand_each_have_their_own_line(league: League, store: Store) -> None:
    table = await sit_down(league, store)
    first, second = await table.misdeal(), await table.misdeal(league.other)
    await at_once(
        league,
        league.forge(league.player, first.card, first.id("case1:so")),
        league.forge(league.player, second.card, second.id("case1:so")),
    )
    assert {step.case_number for step in misdeals(await table.log())} == {1, 2}
    await overruled(first)
    assert (await table.kept()).table.is_redeal, "the other case still asks for it"
    assert AGAIN in await table.text()
    assert TOLD in second.text
    await overruled(second)
    assert not (await table.kept()).table.is_redeal
    assert AGAIN not in await table.text()


async def test_a_redeal_by_a_press_at_the_table_outlives_the_case(league: League, store: Store) -> None:
    table = await sit_down(league, store)
    case = await table.misdeal()
    card = await table.card()
    await league.forge(league.player, card, f"table1:do:{table.table_id}:again:1")
    assert misdeals(await table.log()) == [Misdeal()]
    await case.press("case1:so")
    await overruled(case)
    assert (await table.kept()).table.is_redeal, "somebody else said so, too"


async def test_what_the_table_has_taken_back_itself_is_overruled_in_peace(league: League, store: Store) -> None:
    table = await sit_down(league, store)
    case = await ruled(table)
    assert "Taken back" in await table.say("undo")
    assert not (await table.kept()).table.is_redeal
    steps = len(await table.log())
    await overruled(case)
    assert len(await table.log()) == steps
    assert "Ruled otherwise" in case.text


async def test_the_cases_card_says_that_its_table_has_taken_the_redeal_back(league: League, store: Store) -> None:
    table = await sit_down(league, store)
    case = await ruled(table)
    await table.say("undo")
    await table.card()
    assert "Table 1 has taken that back since: hand 1 is not dealt again by this case." in case.text
    assert TOLD not in case.text


async def test_a_ruling_is_overruled_after_a_restart(league: League, store: Store, new_bot: NewBot) -> None:
    table = await sit_down(league, store)
    case = await ruled(table)
    await league.env.restart_bot(new_bot())
    assert AGAIN in await table.text()
    await overruled(case)
    assert TAKEN_BACK in case.text
    assert AGAIN not in await table.text()


async def test_a_lost_answer_to_the_ruling_keeps_nothing_from_the_tables_card(league: League, store: Store) -> None:
    table = await sit_down(league, store)
    case = await table.misdeal()
    league.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    await case.press("case1:so")
    assert TOLD not in case.text
    assert AGAIN in await table.text()


async def test_a_lost_answer_to_the_ruling_is_given_by_its_second_delivery(
    league: League, store: Store, wire: Wire
) -> None:
    table = await sit_down(league, store)
    case = await table.misdeal()
    league.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    await case.press("case1:so")
    await wire.again()
    assert TOLD in case.text
    assert len(misdeals(await table.log())) == 1
