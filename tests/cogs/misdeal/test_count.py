"""The counter of a hand's action: by command, and for a case that asks for it."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import League, NewBot, custom_id, found_league, is_sentence, labels, parts, verify_card, words
from tables import Table, at_once, kept, open_table

from cogs.misdeal import casebook
from cogs.misdeal.counting import MOST_ACTIONS
from cogs.shared import routes
from rules.story import Reading


async def tap(who: Any, counter: Any, *taps: str) -> Any:
    for label in taps:
        counter = await who.click(counter.response, label=label)
    return counter


async def counter_of(league: League, *taps: str) -> Any:
    return await tap(league.player, await league.slash(league.player, "misdeal action"), *taps)


async def asked(league: League, who: Any = None) -> Table:
    """A case that asks for the action: cards were not shuffled."""
    table = await open_table(league, who=who)
    await table.name("no_shuffle_or_cut")
    assert table.asks == "action"
    return table


async def test_the_counter_is_private_and_begins_with_nobody(league: League) -> None:
    counter = await league.slash(league.player, "misdeal action")
    assert counter.response.ephemeral
    assert words(counter).startswith("**No substantial action yet** · nobody has acted")
    assert labels(counter) == ["Fold", "Check", "Call", "Bet", "Raise", "Out of turn", "Undo"]
    verify_card(counter.response.components, 600)


@pytest.mark.parametrize(
    ("taps", "head", "tda", "house"),
    [
        ("Fold", "No substantial action yet** · one player acted", None, None),
        ("Fold Fold", "No substantial action yet** · two, no chips in", None, "2 fold"),
        ("Fold Call", "Substantial action** · two, chips went in", "2 call", "2 call"),
        ("Check Check Check", "Substantial action** · three or more", "3 check", "2 check"),
        ("Bet Raise Fold", "Substantial action** · three or more", "2 raise", "2 raise"),
    ],
)
async def test_it_says_which_action_made_which_test(
    league: League, taps: str, head: str, tda: str | None, house: str | None
) -> None:
    said = words(await counter_of(league, *taps.split()))
    assert said.startswith(f"**{head}")
    for begins, by in (("TDA 36", tda), ("House", house)):
        line = next(line for line in said.splitlines() if begins in line)
        assert line.endswith("not reached." if by is None else f"reached with **{by}**."), line


async def test_an_action_out_of_turn_does_not_count_and_the_next_tap_is_in_turn_again(league: League) -> None:
    counter = await counter_of(league, "Fold", "Out of turn")
    assert "Next tap is out of turn" in labels(counter)
    counter = await tap(league.player, counter, "Raise")
    assert "~~2 raise~~ out of turn" in words(counter)
    assert words(counter).startswith("**No substantial action yet** · one player acted")
    counter = await tap(league.player, counter, "Call")
    assert "reached with **3 call**" in words(counter)


async def test_out_of_turn_can_be_taken_back(league: League) -> None:
    counter = await counter_of(league, "Out of turn", "Next tap is out of turn", "Call")
    assert "~~" not in words(counter)


async def test_undo_takes_the_latest_action_back(league: League) -> None:
    counter = await counter_of(league, "Fold", "Call", "Undo")
    assert words(counter).startswith("**No substantial action yet** · one player acted")
    assert "Counted: 1 fold" in words(counter)


async def test_a_counter_counts_on_after_a_restart(league: League, new_bot: NewBot) -> None:
    counter = await counter_of(league, "Fold")
    await league.env.restart_bot(new_bot())
    assert "two, chips went in" in words(await tap(league.player, counter, "Call"))


async def test_a_full_counter_takes_no_more_and_still_fits(league: League) -> None:
    counter = await counter_of(league, *["Out of turn", "Raise"] * MOST_ACTIONS)
    verify_card(counter.response.components, 1500)
    disabled = [part["label"] for part in parts(counter.response.components) if part.get("disabled")]
    assert disabled == ["Fold", "Check", "Call", "Bet", "Raise", "Out of turn"]
    assert "Next tap" not in words(await tap(league.player, counter, "Undo"))


@pytest.mark.parametrize(
    "key",
    [
        "case1:tap:0:q:in:f",
        "case1:tap:0:-:sideways:f",
        "case1:tap:0:-:in:p",
        "case1:tap:0:-:in:F",
        "case1:tap:0:-:in:",
        f"case1:tap:0:{'f' * 31}:in:f",
        f"case1:undo:0:{'f' * 60}",
        "case1:turn:-3:f:in",
        "case1:use:0:fc",
        "case1:use:999:fc",
        "case1:count:999",
    ],
)
async def test_a_forged_counter_gets_one_sentence(league: League, key: str) -> None:
    counter = await counter_of(league)
    assert is_sentence(await league.forge(league.player, counter.response, key))


# ------------------------------------------------------------------ for a case


async def counted(league: League, table: Table, *taps: str, who: Any = None) -> Any:
    who = who or league.player
    return await tap(who, await table.press("case1:count", who), *taps)


async def test_the_count_answers_the_case(league: League) -> None:
    table = await asked(league)
    counter = await counted(league, table, "Fold", "Call")
    assert counter.response.ephemeral
    assert table.asks == "action", "nothing is answered by counting alone"
    used = await tap(league.player, counter, "Use this")
    assert "This is the answer in case 1 now" in words(used)
    assert labels(used) == []
    assert table.asks is None
    assert "action: two, chips went in" in table.text
    assert table.text.startswith("**The hand goes on**")


async def test_a_stranger_can_count_but_not_answer(league: League) -> None:
    table = await asked(league)
    counter = await counted(league, table, "Fold", who=league.other)
    refused = await league.other.click(counter.response, label="Use this")
    assert is_sentence(refused)
    assert "opened this case" in words(refused)
    assert table.asks == "action"


async def test_staff_can_answer_with_a_count(league: League) -> None:
    table = await asked(league)
    counter = await counted(league, table, who=league.host)
    await league.host.click(counter.response, label="Use this")
    assert "action: nobody has acted" in table.text


async def test_a_count_comes_too_late_once_it_was_answered(league: League, store: Any) -> None:
    table = await asked(league)
    counter = await counted(league, table, "Fold", "Call")
    await table.answer("none")
    before = await kept(store)
    late = await league.player.click(counter.response, label="Use this")
    assert is_sentence(late)
    assert "not asked in case 1 now" in words(late)
    assert await kept(store) == before


async def test_of_a_count_and_an_answer_at_once_the_first_counts(league: League, store: Any) -> None:
    table = await asked(league)
    counter = await counted(league, table, "Fold", "Call")
    use = custom_id(counter, "case1:use")
    await at_once(
        league,
        league.player.click(table.shown, custom_id=table.id("case1:answer:1:action:none")),
        league.forge(league.player, counter.response, use),
    )
    answers = [row["value"] for row in (await kept(store))["case_answer"] if row["fact"] == "action"]
    assert answers == ["none"]


@pytest.mark.parametrize(("status", "code"), [(404, 10008), (429, 30046), (403, 50001)])
async def test_a_count_is_not_said_to_be_lost_where_only_the_card_cannot_be_drawn(
    league: League, store: Any, status: int, code: int
) -> None:
    table = await asked(league)
    counter = await counted(league, table, "Fold", "Call")
    league.env.inject_error("PATCH", "/channels/*/messages/*", status=status, code=code)
    used = await tap(league.player, counter, "Use this")
    assert "This is the answer in case 1 now" in words(used)
    assert used.followups == []
    assert [row["value"] for row in (await kept(store))["case_answer"] if row["fact"] == "action"] == ["two_with_chips"]


async def test_a_count_delivered_twice_answers_once(league: League, store: Any) -> None:
    table = await asked(league)
    counter = await counted(league, table, "Fold", "Call")
    await league.player.click(counter.response, label="Use this")
    before = await kept(store)
    await league.wire.again()
    assert await kept(store) == before


async def test_a_count_that_cannot_be_beside_other_answers_is_refused(
    league: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = Reading(("too_few_cards",), {"short_who": "other", "short_acted": "yes"}, 0.9)
    monkeypatch.setattr(casebook, "read_story", lambda story: told)
    await league.staff("books", kind="cash", order="tda")
    table = await open_table(league, "one seat is short, and he had called already")
    await table.press("case1:confirm")
    assert table.asks == "action"
    counter = await counted(league, table)
    refused = await league.player.click(counter.response, label="Use this")
    assert is_sentence(refused)
    assert "cannot be beside" in words(refused)
    assert table.asks == "action"


async def test_a_count_for_another_leagues_case_is_no_case(league: League) -> None:
    table = await asked(league)
    counter = await counted(league, table, "Fold", "Call")
    second = found_league(league.env, league.wire, "Second")
    theirs = await second.slash(second.host, "misdeal action")
    forged = await second.forge(second.host, theirs.response, custom_id(counter, "case1:use"))
    assert is_sentence(forged)
    assert "no such case" in words(forged)
    assert table.asks == "action"


async def test_counting_is_offered_only_where_the_action_is_asked(league: League) -> None:
    table = await open_table(league)
    await table.name("board_early")
    assert "Count it for me" not in table.labels
    late = await league.forge(league.player, table.card, routes.MISDEAL_COUNT.id(1))
    assert is_sentence(late)
