"""How a case begins: the first screen, and every way in."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from conftest import BURN, Clock, League, found_league, is_sentence, labels, verify_card, words
from tables import open_table, ruled_table

from cogs.misdeal import casebook
from cogs.shared.replies import quoted
from rules.facts import vocabulary
from rules.story import Reading

STORY = "dealer flashed two in my omaha game before anyone acted"


@pytest.fixture
def read(league: League, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reader makes this of every story."""
    facts = {"game": "flop", "exposed_count": "two_or_more", "action": "none"}
    told = Reading(("exposed_on_deal", "boxed_card", "flashed_burn", "stub_mixed"), facts, 0.9)
    monkeypatch.setattr(sys.modules["cogs.misdeal.casebook"], "read_story", lambda story: told)
    monkeypatch.setattr(sys.modules["cogs.misdeal.actions"], "read_facts", lambda story, incident: {"action": "none"})


async def test_the_first_screen_stops_the_table_at_once(league: League) -> None:
    table = await open_table(league)
    first, *_ = table.text.splitlines()
    for word in ("Stop", "mucks", "shuffles", "stub"):
        assert word in first
    assert "Case 1 · Cash game · House › Rulebook › TDA" in table.text
    assert "Call the floor" in table.labels
    verify_card(table.card.components, 1300)


async def test_without_a_story_three_incidents_are_buttons_and_all_are_in_one_list(league: League) -> None:
    table = await open_table(league)
    buttons = [key.split(":")[3] for key in table.ids if key.startswith("case1:name:")]
    assert buttons == ["exposed_on_deal", "too_many_cards", "board_early"]
    assert table.offered("case1:pick") == [*vocabulary().incidents, "other"]


async def test_the_three_buttons_are_what_the_league_has_met_most(league: League) -> None:
    for incident in ("stub_mixed", "stub_mixed", "flashed_burn"):
        await ruled_table(league, incident, {})
    second = found_league(league.env, league.wire, "Second")
    buttons = [key.split(":")[3] for key in (await open_table(league)).ids if key.startswith("case1:name:")]
    assert buttons == ["stub_mixed", "flashed_burn", "exposed_on_deal"]
    others = [key.split(":")[3] for key in (await open_table(second)).ids if key.startswith("case1:name:")]
    assert others == list(casebook.FIRST_INCIDENTS), "another league's cases do not count"


async def test_the_kind_of_game_is_the_channels_and_can_be_switched(league: League) -> None:
    await league.staff("books", kind="tournament", order="tda")
    table = await open_table(league)
    await table.press("case1:kind")
    assert "Case 1 · Tournament · TDA" in table.text
    await table.press("case1:kind")
    assert "Case 1 · Cash game · House › Rulebook › TDA" in table.text


async def test_a_story_is_shown_with_what_was_read_from_it(league: League, read: None) -> None:
    table = await open_table(league, STORY)
    assert STORY in table.text
    assert "A card was exposed on the deal" in table.text
    for told in ("cards exposed: two or more", "action: nobody has acted"):
        assert told in table.text
    assert {"That's it", "Call the floor"} <= set(table.labels)
    verify_card(table.card.components, 1300)


async def test_what_was_read_counts_once_it_is_confirmed(league: League, read: None) -> None:
    table = await open_table(league, STORY)
    await table.press("case1:confirm")
    assert "cards exposed: two or more" in table.text
    assert table.asks not in ("game", "exposed_count", "action")


async def test_a_fact_read_wrongly_can_be_fixed_before_it_counts(league: League, read: None) -> None:
    table = await open_table(league, STORY)
    await table.select("case1:change", "exposed_count:one")
    assert "cards exposed: one" in table.text
    assert "That's it" in table.labels
    await table.select("case1:change", "action:ask")
    assert "action:" not in table.text


async def test_another_incident_can_be_chosen_and_what_still_fits_stays(league: League, read: None) -> None:
    table = await open_table(league, STORY)
    await table.select("case1:pick", "boxed_card")
    assert "Boxed card · action: nobody has acted" in table.text
    assert table.asks == "boxed_count" or table.asks is None


async def test_the_next_guesses_have_buttons_beside_what_was_read(league: League, read: None) -> None:
    table = await open_table(league, STORY)
    assert [key.split(":")[3] for key in table.ids if key.startswith("case1:name:")] == ["boxed_card", "flashed_burn"]
    await table.name("boxed_card")
    assert "Boxed card · action: nobody has acted" in table.text


async def test_a_story_that_could_be_anything_is_not_said_to_be_read(
    league: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = Reading(("stub_mixed", "boxed_card", "flashed_burn", "marred_card"), {}, 0.1)
    monkeypatch.setattr(sys.modules["cogs.misdeal.casebook"], "read_story", lambda story: told)
    table = await open_table(league, "something odd happened")
    assert "I could not read" in table.text
    assert [key.split(":")[3] for key in table.ids if key.startswith("case1:name:")] == list(told.incidents[:3])


async def test_a_story_can_be_told_after_the_start(league: League, read: None) -> None:
    table = await open_table(league)
    form = await table.press("case1:tell")
    await league.player.submit_modal(form, {"story": STORY})
    assert STORY in table.text
    assert "A card was exposed on the deal" in table.text


async def test_a_story_told_after_it_was_named_changes_nothing_and_is_given_back(league: League, read: None) -> None:
    table = await open_table(league)
    form = await table.press("case1:tell")
    await table.name("boxed_card")
    before = table.text
    said = words(await league.player.submit_modal(form, {"story": STORY}))
    assert said.startswith("What went wrong was named while you wrote")
    assert f"> {quoted(STORY)}" in said
    assert table.text == before


async def test_something_else_is_left_to_the_floor_with_the_closest_clauses(league: League) -> None:
    table = await open_table(league, "somebody wants to run it twice and the burn was flashed")
    await table.select("case1:pick", "other")
    assert table.text.startswith("**The floor decides**")
    assert "*(" in table.text
    assert {"Call the floor", "Rule"} <= set(table.labels)
    await table.select("case1:pick", "flashed_burn")
    assert table.text.startswith("**The hand goes on**"), "it can still be named"


async def test_something_else_without_a_story_asks_for_one(league: League) -> None:
    table = await open_table(league)
    await table.select("case1:pick", "other")
    assert "Tell it in words" in table.labels
    verify_card(table.card.components)


# ------------------------------------------------------------------ ways in


async def standing_message(league: League) -> Any:
    screen = await league.slash(league.host, "league setup")
    for _ in range(4):
        screen = await league.host.click(screen.response, label="Next")
    await league.host.select(screen.response, [league.cash], custom_id="league1:standing")
    return league.cash.last_message


async def test_the_standing_message_opens_a_public_case(league: League) -> None:
    opened = await league.player.click(await standing_message(league), label="Something went wrong")
    assert not opened.response.ephemeral
    assert "Case 1" in words(opened)


async def test_an_answer_about_an_incident_offers_the_ruling(league: League) -> None:
    asked = await league.ask(BURN)
    assert "Get the ruling" in labels(asked)
    opened = await league.player.click(asked.response, label="Get the ruling")
    assert not opened.response.ephemeral
    assert "burn got flipped, leave it up?" in words(opened)


async def test_an_answer_about_nothing_gone_wrong_offers_none(league: League) -> None:
    assert "Get the ruling" not in labels(await league.ask("how much do I tip the dealer"))


async def test_a_message_can_be_the_story(league: League) -> None:
    message = await league.other.send(league.cash, STORY)
    opened = await league.player.context_menu(league.cash, "Get a ruling", message)
    assert not opened.response.ephemeral
    assert STORY in words(opened)


async def test_a_message_without_words_gets_a_sentence(league: League) -> None:
    message = await open_table(league)
    opened = await league.player.context_menu(league.cash, "Get a ruling", message.shown)
    assert is_sentence(opened)


async def test_somebodys_words_never_ping_or_format(league: League) -> None:
    table = await open_table(league, "@everyone **flop** <@1> \u202e [x](http://y) " + "*" * 600)
    verify_card(table.card.components)
    assert "<@1>" not in table.text
    assert table.card.mention_everyone is False


async def test_a_number_goes_to_every_case_of_a_league_in_turn(league: League) -> None:
    second = found_league(league.env, league.wire, "Second")
    assert [(await open_table(league)).number for _ in range(3)] == [1, 2, 3]
    assert (await open_table(second)).number == 1


# ------------------------------------------------------------------ what a case keeps


async def test_a_case_is_decided_by_the_rules_it_was_opened_under(league: League, clock: Clock) -> None:
    table = await open_table(league)
    await table.name("stub_mixed")
    before = table.text
    await league.staff("books", kind="cash", order="tda")
    form = await league.slash(league.host, "league house-rule own", incident="stub_mixed", outcome="misdeal")
    await league.host.submit_modal(form, {"title": "Mixed", "text": "Deal again."})
    await table.select("case1:change", "kind:tournament")
    await table.select("case1:change", "kind:cash")
    assert table.text == before
    kept = (await casebook.look(league.bot.store, league.guild.id, 1)).case
    assert kept.editions["tda"]
    later = await open_table(league)
    await later.name("stub_mixed")
    assert later.text.startswith("**Misdeal: deal again** · Our own rule 1: Mixed")


async def test_an_alternate_rule_counts_as_it_stood_at_the_opening(league: League) -> None:
    facts = {"foreign_kind": "joker", "face": "up", "action": "none"}
    await league.staff("books", kind="cash", order="rrp")
    table = await ruled_table(league, "foreign_card", facts)
    assert table.text.startswith("**The hand goes on**")
    await league.staff("house-rule alternate", rule="rrp-joker-in-the-deck:fouls", on=True)
    await table.select("case1:change", "face:down" if "face" in table.text else "kind:cash")
    assert table.text.startswith("**The hand goes on**")
    assert (await ruled_table(league, "foreign_card", facts)).text.startswith("**Fouled deck")


async def test_the_leagues_own_rule_stands_ahead_and_the_books_below(league: League) -> None:
    form = await league.slash(league.host, "league house-rule own", incident="exposed_on_deal", outcome="continues")
    await league.host.submit_modal(form, {"title": "Keep it", "text": "Whoever sees it *keeps* it."})
    table = await open_table(league)
    await table.name("exposed_on_deal")
    assert table.asks is None, "nothing that is asked could change it"
    assert table.text.startswith("**The hand goes on** · Our own rule 1: Keep it")
    assert "Rulebook: depends on" in table.text
    assert "Rule so" in table.labels


async def test_of_two_own_rules_about_one_incident_the_newest_in_force_stands_ahead(
    league: League, clock: Clock
) -> None:
    for title, outcome, more in (
        ("Keep it", "continues", {"from": "2026-03-20"}),
        ("Again", "misdeal", {}),
        ("Dead", "hand_dead", {}),
    ):
        form = await league.slash(
            league.host, "league house-rule own", incident="exposed_on_deal", outcome=outcome, **more
        )
        await league.host.submit_modal(form, {"title": title, "text": "So it is."})
    for days, ahead in ((0, "Our own rule 3: Dead"), (10, "Our own rule 1: Keep it")):
        clock.advance(days=days)
        table = await open_table(league)
        await table.name("exposed_on_deal")
        assert ahead in table.text.split("\n")[0]
        asked = words(await league.ask("dealer flashed a card on the deal"))
        assert ahead in asked, asked
