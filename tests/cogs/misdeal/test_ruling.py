"""The ruling card as everybody sees it, what is looked at privately, and what people decide."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from conftest import Clock, League, found_league, is_sentence, verify_card, words
from tables import TWO_FLASHED, Table, at_once, kept, open_table, ruled_table

from cogs.misdeal.wording import list_line
from data.case_lists import Line
from data.store import Store
from rules.engine import decide
from rules.facts import vocabulary
from rules.library import load

EXPOSED = "exposed_on_deal"
FOULED = {"defect": "duplicate", "when_found": "during_hand", "knower_bet": "no"}


async def misdeal(league: League, who: Any = None) -> Table:
    return await ruled_table(league, EXPOSED, TWO_FLASHED, who)


async def overrule(table: Table, who: Any, **values: Any) -> Any:
    form = await table.press("case1:otherwise", who)
    sent = {"outcome": ["continues"], "reason": "They had all looked away.", "weighed": ["accident"], **values}
    return await who.submit_modal(form, sent)


# ------------------------------------------------------------------ the card


async def test_the_card_says_outcome_steps_why_turn_and_the_other_books_in_this_order(league: League) -> None:
    lines = (await misdeal(league)).text.splitlines()
    assert lines[0] == "**Misdeal: deal again** · House, Two cards flashed on the deal"
    assert lines[1].startswith("1. ")
    starts = ["1. ", "Why: ", "Would turn with “", "Rulebook: ", "-# Read two ways: ", "-# Exposed card", "-# Case 1"]
    places = [next(i for i, line in enumerate(lines) if line.startswith(start)) for start in starts]
    assert places == sorted(places)
    assert len([line for line in lines if line[:1].isdigit()]) <= 6


async def test_books_that_agree_are_said_to_agree(league: League) -> None:
    table = await ruled_table(league, "flashed_draw_card", {})
    assert "agree" in table.text or ";" in table.text or "silent" in table.text


async def test_all_silent_is_the_floors_with_the_closest_clauses(league: League) -> None:
    await league.staff("books", kind="cash", order="psp")
    table = await ruled_table(league, "stub_mixed", {})
    assert table.text.startswith("**The floor decides** · none of your books settles this")
    assert "Rule so" not in table.labels
    assert {"Rule", "Call the floor"} <= set(table.labels)


async def test_a_case_that_depends_shows_each_way_and_how_to_find_out(league: League) -> None:
    table = await ruled_table(league, EXPOSED, {**TWO_FLASHED, "action": "unknown"})
    assert table.text.startswith("**It depends on action** · House")
    assert "**misdeal**" in table.text
    assert "**the hand goes on**" in table.text
    assert "To find out action: start with the first player" in table.text
    assert "Rule so" not in table.labels


async def test_earlier_cases_like_it_are_named_newest_first(league: League) -> None:
    for _ in range(4):
        await misdeal(league)
    await ruled_table(league, EXPOSED, {**TWO_FLASHED, "action": "three_or_more"})
    second = found_league(league.env, league.wire, "Second")
    assert "Here before: case 4: misdeal; case 3: misdeal; case 2: misdeal" in (await misdeal(league)).text
    assert "Here before" not in (await misdeal(second)).text


async def test_the_card_says_in_a_line_that_a_text_is_read_two_ways_and_both_are_under_clauses(league: League) -> None:
    table = await ruled_table(league, "board_early", {"street": "flop"})
    assert "-# Read two ways: both are under Clauses." in table.text.splitlines()
    note = decide("psp", "board_early", {"street": "flop"}).note
    assert note
    assert note not in table.text
    for private in (await table.press("case1:clauses"), await league.slash(league.other, "misdeal case", number=1)):
        assert f"-# Read two ways: {note}" in words(private)


# ------------------------------------------------------------------ privately


async def test_the_clauses_are_restated_with_the_definition_they_lean_on(league: League) -> None:
    await league.staff("books", kind="cash", order="tda")
    table = await ruled_table(league, "boxed_card", {"boxed_count": "two_or_more", "action": "one"})
    told = await table.press("case1:clauses", who=league.other)
    assert told.ephemeral
    assert load().clause("tda-35-a-1").says in words(told)
    assert load().clause("tda-36").says in words(told)
    verify_card(told.response.components)


async def test_the_other_books_are_told_in_full_with_their_conditions(league: League) -> None:
    table = await misdeal(league)
    told = await table.press("case1:books", who=league.other)
    assert told.ephemeral
    assert "Rulebook" in words(told)
    assert "TDA" in words(told)
    assert "first or second card" in words(told), "it was never asked, so they depend on it"
    verify_card(told.response.components)


async def test_what_if_changes_one_fact_on_a_copy(league: League, store: Store) -> None:
    table = await misdeal(league)
    before, shown = await kept(store), table.text
    opened = await table.press("case1:whatif", who=league.other)
    assert opened.ephemeral
    tried = await league.other.select(opened.response, ["action:three_or_more"], custom_id="case1:ifso:1")
    assert "The hand goes on" in words(tried)
    again = await league.other.select(tried.response, ["exposed_count:one"], custom_id="case1:ifso:1")
    assert "One card flashed" in words(again) or "asked" in words(again)
    assert await kept(store) == before
    assert table.text == shown


@pytest.mark.parametrize("order", ["psp-rrp-tda", "tda-psp", "rrp", "psp"])
async def test_the_redeal_sheet_cites_the_first_book_that_has_each_line(league: League, order: str) -> None:
    await league.staff("books", kind="cash", order=order)
    table = await ruled_table(league, EXPOSED, {**TWO_FLASHED, "first_two": "yes"})
    assert table.text.startswith("**Misdeal")
    told = words(await table.press("case1:redeal", who=league.other))
    assert ("Button and blinds: the button stays where it was *(TDA 35 C)*" in told) == ("tda" in order)
    assert ("none of your books says" in told) == ("tda" not in order)
    assert ("*(House, " in told) == ("psp" in order)


async def test_a_fouled_deck_has_the_redeal_sheet_and_the_refund(league: League) -> None:
    table = await ruled_table(league, "fouled_deck", FOULED)
    assert table.text.startswith("**Fouled deck")
    assert {"Redeal sheet", "Who gets what back"} <= set(table.labels)
    told = words(await table.press("case1:redeal"))
    assert "both stay where they are for the next hand" in told


# ------------------------------------------------------------------ deciding


@pytest.mark.parametrize(("who", "label"), [("host", "Rule so"), ("player", "Rule so, I was in the hand")])
async def test_the_card_says_who_ruled_and_whether_they_were_in_the_hand(league: League, who: str, label: str) -> None:
    table = await misdeal(league)
    person = getattr(league, who)
    await person.click(table.shown, label=label)
    assert f"Ruled so by <@{person.id}>" in table.text
    assert ("who was in the hand" in table.text) == ("in the hand" in label)
    assert table.text.startswith("**Misdeal: deal again**")
    assert "Rule so" not in table.labels
    assert "Rule otherwise" in table.labels


async def test_a_stranger_rules_nothing(league: League, store: Store) -> None:
    table = await misdeal(league)
    for begins in ("case1:so", "case1:otherwise"):
        assert is_sentence(await table.press(begins, league.other))
    assert is_sentence(await table.press("case1:otherwise")), "nor does whoever opened it, otherwise"
    assert (await kept(store))["case_decision"] == []


async def test_ruling_otherwise_keeps_the_outcome_the_reason_and_what_weighed(league: League, store: Store) -> None:
    table = await misdeal(league)
    await overrule(table, league.host)
    first = table.text.splitlines()[0]
    assert first.startswith(f"**Ruled otherwise: the hand goes on**, by <@{league.host.id}>")
    assert "They had all looked away." in first
    assert "Weighed: accident." in first
    assert "**Misdeal: deal again** · House" in table.text, "the books' ruling stays below"
    row = (await kept(store))["case_decision"][0]
    assert (row["outcome"], row["otherwise"], row["weighed"], row["in_hand"]) == ("continues", 1, "accident", 0)
    assert '"outcome": "misdeal"' in row["ruling"]


async def test_a_reason_sent_while_a_question_is_open_again_is_given_back(league: League, store: Store) -> None:
    table = await misdeal(league)
    form = await table.press("case1:otherwise", league.host)
    await table.select("case1:change", "action:ask")
    said = words(await league.host.submit_modal(form, {"outcome": ["continues"], "reason": "They had looked away."}))
    assert said.startswith("A question is still open")
    assert said.endswith("> They had looked away.")
    assert (await kept(store))["case_decision"] == []


async def test_staff_may_overrule_later_that_night(league: League, clock: Clock, store: Store) -> None:
    table = await misdeal(league)
    await table.press("case1:so:1:hand")
    clock.advance(hours=3)
    await overrule(table, league.host, reason="Found out it was three cards.")
    assert "overruling an earlier decision" in table.text
    assert len((await kept(store))["case_decision"]) == 2


async def test_whoever_opened_it_changes_no_answer_of_what_staff_have_ruled(league: League, store: Store) -> None:
    table = await misdeal(league)
    await table.press("case1:so:1:no", league.host)
    before = await kept(store)
    assert is_sentence(await table.select("case1:change", "action:one"))
    assert await kept(store) == before
    await table.select("case1:change", "action:three_or_more", league.host)
    assert "Answers were changed since." in table.text
    assert "Rule so" in table.labels


async def test_a_ruling_that_has_changed_since_is_not_ruled_by_an_old_press(league: League, store: Store) -> None:
    table = await misdeal(league)
    old = table.id("case1:so:1:no")
    await table.select("case1:change", "action:three_or_more")
    await league.forge(league.host, table.shown, old)
    assert (await kept(store))["case_decision"] == []


async def test_of_two_rulings_at_once_by_staff_and_opener_the_first_stands(league: League, store: Store) -> None:
    table = await misdeal(league)
    await at_once(league, table.press("case1:so:1:no", league.host), table.press("case1:so:1:hand"))
    assert [row["decided_by"] for row in (await kept(store))["case_decision"]] == [league.host.id]
    assert f"Ruled so by <@{league.host.id}>" in table.text


@pytest.mark.parametrize(("first", "second"), [("host", "host"), ("player", "host")])
async def test_a_ruling_that_stands_is_not_given_again(league: League, store: Store, first: str, second: str) -> None:
    table = await misdeal(league)
    presses = [table.press("case1:so:1:no", getattr(league, who)) for who in (first, second)]
    await at_once(league, *presses)
    assert [row["decided_by"] for row in (await kept(store))["case_decision"]] == [getattr(league, first).id]
    assert "overruling" not in table.text


async def test_whoever_ruled_and_then_mends_an_answer_rules_anew(league: League, store: Store) -> None:
    table = await misdeal(league)
    await table.press("case1:so:1:no")
    await table.select("case1:change", "action:three_or_more")
    assert table.text.startswith(f"✓ Ruled: misdeal, by <@{league.player.id}>"), "not what is shown now"
    await table.press("case1:so:1:no")
    assert [row["outcome"] for row in (await kept(store))["case_decision"]] == ["misdeal", "continues"]
    assert f"✓ Ruled so by <@{league.player.id}>" in table.text


async def test_the_buttons_below_a_ruling_follow_what_a_person_decided(league: League) -> None:
    table = await misdeal(league)
    await overrule(table, league.host)
    assert "Redeal sheet" not in table.labels, "the hand goes on"
    await overrule(table, league.host, outcome=["fouled_deck"])
    assert {"Redeal sheet", "Who gets what back"} <= set(table.labels)
    assert (await table.press("case1:refund")).modal is not None


async def test_where_no_book_settles_it_staff_rule_with_a_reason(league: League) -> None:
    await league.staff("books", kind="cash", order="psp")
    table = await ruled_table(league, "stub_mixed", {})
    await overrule(table, league.host, outcome=["misdeal"])
    assert table.text.startswith(f"**Ruled: misdeal**, by <@{league.host.id}>")


async def test_a_reason_is_required(league: League, store: Store) -> None:
    table = await misdeal(league)
    assert is_sentence(await overrule(table, league.host, reason="  \u202e "))
    assert (await kept(store))["case_decision"] == []


async def test_words_of_a_reason_never_format(league: League) -> None:
    table = await misdeal(league)
    await overrule(table, league.host, reason="**@everyone** <@1> " + "_" * 250)
    verify_card(table.card.components, 1300)
    assert "<@1>" not in table.text


# ------------------------------------------------------------------ looked up


async def test_a_case_can_be_looked_up_with_all_it_kept(league: League) -> None:
    table = await misdeal(league)
    await overrule(table, league.host)
    told = await league.slash(league.other, "misdeal case", number=1)
    assert told.ephemeral
    text = words(told)
    for kept_too in (
        "**Case 1**",
        f"opened by <@{league.player.id}>",
        "**Misdeal: deal again** · House",
        f"cards exposed: two or more ·  <@{league.player.id}>".replace("  ", " "),
        "They had all looked away.",
        "against misdeal",
        "Editions:",
        "Case 1 · Cash game · House › Rulebook › TDA",
    ):
        assert kept_too in text, kept_too
    verify_card(told.response.components)


async def test_story_and_reasons_are_for_those_who_can_see_the_channel_staff_and_whoever_opened_it(
    league: League,
) -> None:
    hidden = discord.PermissionOverwrite(view_channel=False)
    seen = discord.PermissionOverwrite(view_channel=True)
    private = league.guild.create_text_channel(
        "high-stakes", overwrites={league.guild.default_role: hidden, league.player: seen}
    )
    table = await open_table(league, "the dealer flashed two of my cards", channel=private)
    await table.name(EXPOSED)
    await table.answer_all(TWO_FLASHED)
    await overrule(table, league.host)
    written = ("the dealer flashed two of my cards", "They had all looked away.")
    for who, reads in ((league.player, True), (league.host, True), (league.other, False)):
        text = words(await league.slash(who, "misdeal case", number=1))
        listed = await league.slash(who, "misdeal cases")
        opened = words(await who.select(listed.response, ["1"], custom_id="case1:open"))
        for shown in (text, opened):
            assert [part in shown for part in written] == [reads, reads], (who, shown)
            assert ("left out" in shown) != reads
            assert "**Misdeal: deal again** · House" in shown


async def test_words_from_a_channel_nobody_knows_any_more_are_for_staff_and_whoever_opened_it(league: League) -> None:
    await open_table(league, "the dealer flashed two of my cards")
    await league.bot.store.write(lambda tx: tx.run("UPDATE case_file SET channel_id = 4711"))
    for who, reads in ((league.player, True), (league.host, True), (league.other, False)):
        text = words(await league.slash(who, "misdeal case", number=1))
        assert ("flashed two" in text) == reads, who


async def test_words_from_a_thread_are_for_those_who_ask_in_it(league: League) -> None:
    said = await league.bot.get_channel(league.rules.id).send("The last hand")
    await said.create_thread(name="The last hand")
    thread = league.rules.threads[0]
    await open_table(league, "the dealer flashed two of my cards", channel=thread)
    for channel, reads in ((thread, True), (league.rules, False)):
        text = words(await league.slash(league.other, "misdeal case", channel, number=1))
        assert ("flashed two" in text) == reads, channel.name


async def test_cases_are_listed_by_incident_and_by_day(league: League, clock: Clock) -> None:
    await misdeal(league)
    await ruled_table(league, "stub_mixed", {})
    clock.advance(days=2)
    await ruled_table(league, "stub_mixed", {})
    everything = words(await league.slash(league.other, "misdeal cases"))
    assert [line.split("**")[1] for line in everything.splitlines()] == ["3", "2", "1"]
    mixed = words(await league.slash(league.other, "misdeal cases", incident="stub_mixed"))
    assert [line.split("**")[1] for line in mixed.splitlines()] == ["3", "2"]
    that_day = words(await league.slash(league.other, "misdeal cases", day="2026-03-14"))
    assert [line.split("**")[1] for line in that_day.splitlines()] == ["2", "1"]
    second = found_league(league.env, league.wire, "Second")
    assert "No cases here" in words(await second.slash(second.player, "misdeal cases"))


@pytest.mark.parametrize("incident", vocabulary().incidents)
def test_a_line_of_the_list_says_nothing_twice(incident: str, clock: Clock) -> None:
    for outcome in vocabulary().outcomes:
        line = list_line(Line(1, clock(), incident, outcome, False), "today")
        said = line.lower().split(" · ")[2].split(": ")
        assert len(set(said)) == len(said), line


async def test_a_list_leads_to_older_cases_and_opens_one(league: League) -> None:
    for _ in range(22):
        await open_table(league)
    page = await league.slash(league.player, "misdeal cases")
    older = await league.player.click(page.response, label="Older")
    assert [line.split("**")[1] for line in words(older).splitlines()] == ["2", "1"]
    opened = await league.player.select(older.response, ["1"], custom_id="case1:open")
    assert words(opened).startswith("**Case 1**")


@pytest.mark.parametrize("given", [{"incident": "lunch"}, {"day": "yesterday"}, {"day": "2026-02-31"}])
async def test_a_list_of_nothing_known_gets_a_sentence(league: League, given: dict[str, str]) -> None:
    assert is_sentence(await league.slash(league.player, "misdeal cases", **given))
