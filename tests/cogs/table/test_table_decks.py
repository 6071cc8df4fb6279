"""Deck care at a table: changes, set-ups, limits, the checklists, the stub."""

from __future__ import annotations

import pytest
from conftest import Clock, League, verify_card, words
from played import Played, open_table

from cogs.table import deck
from cogs.table.cog import DECK
from data.store import Store


async def in_play(league: League, store: Store) -> Played:
    table = await open_table(league, store)
    await table.say("seat", who="ann, bob, cy")
    await table.button_is(1)
    await table.next_hand()
    return table


async def test_a_player_waits_two_laps_for_a_deck_change_and_the_clause_is_named(league: League, store: Store) -> None:
    table = await in_play(league, store)
    said = await table.say("deck", what="change_asked")
    assert said.startswith("A player can have the deck changed once two laps of the button have been played")
    assert said.endswith("(Rulebook, Deck changes and set-ups).")
    for _ in range(6):
        await table.next_hand()
    said = await table.say("deck", what="change_asked")
    assert said.startswith("The deck is changed at table 1, from the next hand on (Rulebook, Start of the hand)")
    assert "the deck is changed (a player asked)" in await table.text(), "it waits for the next hand"


async def test_the_alternate_rule_lets_a_player_ask_at_any_time(league: League, store: Store) -> None:
    table = await in_play(league, store)
    await league.staff("house-rule alternate", rule=deck.ALTERNATE, on=True)
    assert (await table.say("deck", what="change_asked")).startswith("The deck is changed")


async def test_a_marred_card_changes_the_deck_and_calls_for_a_set_up(league: League, store: Store) -> None:
    table = await in_play(league, store)
    said = await table.say("deck", what="change_marred")
    assert said.startswith("Deck 1 goes out at table 1")
    assert "**A new deck**" in said
    assert "Spread the new deck face up" in said
    await table.next_hand()
    assert "**bring a set-up**" in await table.text()
    assert (await table.say("deck", what="setup_asked")).startswith("Players can ask for a set-up over a marred card")
    assert (await table.say("deck", what="setup_marred")).startswith("New decks come to table 1")
    await table.next_hand()
    assert "set-up" not in await table.text()


async def test_posted_limits_hold(league: League, store: Store, clock: Clock) -> None:
    table = await in_play(league, store)
    assert (await table.say("deck", what="limits_on")).startswith(
        "Posted at table 1: a deck change once in half an hour"
    )
    assert (await table.say("deck", what="change_asked")).startswith("The deck is changed")
    await table.next_hand()
    clock.advance(minutes=10)
    assert "ask again in" in await table.say("deck", what="change_asked")
    assert "Limits are posted" in await table.say("deck")
    assert (await table.say("deck", what="limits_off")).startswith("The limits at table 1 are taken down")


async def test_the_checklist_is_of_the_book_in_force(league: League, store: Store) -> None:
    table = await in_play(league, store)
    assert "- Riffle three times or more, strip once, riffle once more. · *House, How to shuffle*" in (
        await table.say("deck")
    )
    await league.staff("books", kind="cash", order="rrp")
    said = await table.say("deck")
    assert "*Rulebook, The shuffle and cut*" in said
    assert "House" not in said
    await league.staff("books", kind="cash", order="tda")
    assert "Your books say nothing about it." in await table.say("deck")


async def test_a_stub_that_does_not_come_out_says_what_to_do(league: League, store: Store) -> None:
    table = await in_play(league, store)
    assert await table.say("stub") == "The stub of table 1 is counted: all there. Thank you."
    assert "51 cards" in await table.say("stub", cards=51)
    assert (await table.kept()).table.decks.counted == 51


async def test_the_private_screen_has_the_same(league: League, store: Store) -> None:
    table = await in_play(league, store)
    panel = await table.more()
    verify_card(panel.response.components)
    answer = await league.host.select(panel.response, ["change_marred"], custom_id=f"table1:deck:{table.table_id}")
    assert "Deck 1 goes out" in words(answer)
    panel = await league.host.click((await table.more()).response, label="Stub counted: all there")
    assert "all there" in words(panel)
    assert "The last step: the stub is counted" in words(panel)
    sheet = await league.host.click(panel.response, label="Shuffle and cut")
    assert "**Shuffle and cut**" in words(sheet)


async def test_a_penalty_is_given_by_form(league: League, store: Store) -> None:
    table = await in_play(league, store)
    form = await league.host.click((await table.more()).response, label="Penalty")
    bob = (await table.kept()).table.seated[1].player_id
    sent = await league.host.submit_modal(form, {"player": [str(bob)], "hands": "2"})
    assert "bob sits out 2 hands" in words(sent)
    assert (await table.kept()).table.seated[1].penalty_hands == 2


@pytest.mark.parametrize("choice", DECK)
def test_every_choice_of_the_command_is_known_by_the_same_name(choice: object) -> None:
    value, name = choice.value, choice.name  # type: ignore[attr-defined]  # a choice of discord.py
    assert value == deck.LOOK or deck.ACTS[value].label == name


def test_the_command_offers_everything() -> None:
    assert {choice.value for choice in DECK} == {deck.LOOK, *deck.ACTS}
