"""One question at a time: who may answer, what is changed, presses that come twice, late, at once or forged."""

from __future__ import annotations

from typing import Any

import aiohttp
import discord
import pytest
from conftest import Clock, League, NewBot, Wire, found_league, is_sentence, parts, verify_card, words
from tables import TWO_FLASHED, Table, at_once, kept, open_table, ruled_table

from cogs.shared import routes
from data.store import Store
from rules.facts import vocabulary

EXPOSED = "exposed_on_deal"


async def asked_table(league: League, incident: str = EXPOSED, who: Any = None) -> Table:
    table = await open_table(league, who=who)
    await table.name(incident)
    assert table.asks is not None
    return table


# ------------------------------------------------------------------ questions


async def test_one_question_is_asked_with_not_sure_and_why(league: League) -> None:
    table = await asked_table(league)
    facts = {key.split(":")[3] for key in table.ids if key.startswith("case1:answer:")}
    assert facts == {table.asks}
    assert {"Not sure", "Why?", "Call the floor"} <= set(table.labels)
    assert table.text.startswith(f"**{vocabulary().facts[table.asks or ''].ask}**")


async def test_ids_carry_the_fact_and_the_value_of_the_vocabulary(league: League) -> None:
    table = await asked_table(league, "no_shuffle_or_cut")
    values = [key for key in table.ids if key.startswith("case1:answer:")]
    assert values == [f"case1:answer:1:action:{value}" for value in (*vocabulary().facts["action"].values, "unknown")]


async def test_action_is_one_row_of_five_buttons_with_a_counter_below(league: League) -> None:
    table = await asked_table(league, "no_shuffle_or_cut")
    rows = [row["components"] for row in parts(table.card.components) if row["type"] == 1]
    assert [button["label"] for button in rows[0]] == list(vocabulary().facts["action"].labels.values())
    assert [button["label"] for button in rows[1]] == ["Not sure", "Count it for me", "Why?", "Call the floor"]
    assert rows[1][1]["custom_id"] == routes.MISDEAL_COUNT.id(1)


async def test_why_is_told_privately(league: League) -> None:
    table = await asked_table(league)
    before = table.text
    told = await table.press("case1:why", who=league.other)
    assert told.ephemeral
    assert vocabulary().facts[table.asks or ""].why in words(told)
    assert table.text == before


async def test_not_sure_is_never_asked_again(league: League) -> None:
    table = await open_table(league)
    await table.name(EXPOSED)
    asked = await table.answer_all({})
    assert len(set(asked)) == len(asked)
    assert table.text.startswith("**It depends on")
    assert "To find out" in table.text


async def test_the_whole_conversation_is_one_message(league: League) -> None:
    table = await ruled_table(league, EXPOSED, TWO_FLASHED)
    assert table.text.startswith("**Misdeal: deal again** · House, Two cards flashed on the deal")
    assert len(league.said_in(league.cash)) == 1
    verify_card(table.card.components, 1300)


async def test_an_answer_that_cannot_be_is_not_offered(league: League) -> None:
    await league.staff("books", kind="cash", order="tda")
    table = await ruled_table(league, "too_few_cards", {"short_who": "button", "short_acted": "yes"})
    await table.select("case1:change", "kind:tournament")
    if table.asks == "action":
        dead = [part for part in parts(table.card.components) if part.get("disabled")]
        assert [part["custom_id"] for part in dead] == ["case1:answer:1:action:none"]


# ------------------------------------------------------------------ changing an answer


async def test_an_earlier_answer_can_be_changed_and_the_others_stay(league: League) -> None:
    table = await ruled_table(league, EXPOSED, TWO_FLASHED)
    await table.select("case1:change", "exposed_count:one")
    assert table.asks == "game", "only what matters now is asked besides"
    await table.answer("flop")
    assert table.text.startswith("**The hand goes on** · House, One card flashed on the deal")
    await table.select("case1:change", "exposed_count:two_or_more")
    assert table.text.startswith("**Misdeal: deal again** · House, Two cards flashed on the deal")


async def test_an_answer_can_be_changed_while_a_question_is_open(league: League) -> None:
    table = await asked_table(league)
    first = table.asks or ""
    values = vocabulary().facts[first].values
    await table.answer(values[0])
    assert table.asks is not None
    await table.select("case1:change", f"{first}:{values[1]}")
    assert f": {vocabulary().facts[first].labels[values[1]].lower()}"[:12] in table.text.lower()
    await table.select("case1:change", f"{first}:ask")
    assert first not in {choice.split(":")[0] for choice in table.offered("case1:change")}


async def test_what_went_wrong_can_be_said_anew_and_answers_that_fit_stay(league: League) -> None:
    table = await ruled_table(league, EXPOSED, TWO_FLASHED)
    await table.select("case1:change", "what")
    assert "That's it" in table.labels
    await table.select("case1:pick", "no_shuffle_or_cut")
    assert "action: nobody has acted" in table.text
    assert table.asks is None


async def test_an_answer_that_rules_out_an_earlier_one_takes_its_place(league: League) -> None:
    await league.staff("books", kind="cash", order="tda")
    facts = {"short_who": "button", "short_acted": "yes", "action": "one"}
    table = await ruled_table(league, "too_few_cards", facts)
    assert table.text.startswith("**One hand is dead")
    if "action:ask" in table.offered("case1:change"):
        await table.select("case1:change", "action:none")
        assert "short player acted: yes" not in table.text


# ------------------------------------------------------------------ who


async def test_a_stranger_gets_one_private_sentence_and_changes_nothing(league: League, store: Store) -> None:
    table = await asked_table(league)
    before, shown = await kept(store), table.text
    for begins in ("case1:answer", "case1:change"):
        pressed = await (table.press(begins, league.other) if begins == "case1:answer" else table.select(begins, "what", league.other))  # fmt: skip
        assert is_sentence(pressed)
    assert await kept(store) == before
    assert table.text == shown


async def test_staff_may_answer_anybodys_case(league: League) -> None:
    table = await asked_table(league)
    first = table.asks
    await table.answer("unknown", who=league.host)
    assert table.asks != first


@pytest.mark.parametrize("begins", ["case1:confirm", "case1:name", "case1:kind"])
async def test_a_stranger_cannot_settle_the_first_screen(league: League, store: Store, begins: str) -> None:
    table = await open_table(league, "the burn card was flashed before the flop" if begins == "case1:confirm" else "")
    before = await kept(store)
    assert is_sentence(await table.press(begins, league.other))
    assert await kept(store) == before


# ------------------------------------------------------------------ twice, late, at once


async def test_the_same_press_delivered_twice_counts_once(league: League, wire: Wire, store: Store) -> None:
    table = await asked_table(league)
    await table.answer("unknown")
    before, shown = await kept(store), table.text
    await wire.again()
    await wire.again()
    assert await kept(store) == before
    assert table.text == shown


async def test_the_same_start_delivered_twice_opens_one_case(league: League, wire: Wire, store: Store) -> None:
    await open_table(league)
    await wire.again()
    assert len((await kept(store))["case_file"]) == 1
    assert len(league.said_in(league.cash)) == 1


async def test_a_press_on_a_question_that_is_gone_shows_the_one_that_is_open(league: League, store: Store) -> None:
    table = await asked_table(league)
    gone = routes.MISDEAL_ANSWER.id(1, table.asks, "unknown")
    await table.answer(vocabulary().facts[table.asks or ""].values[0])
    before, shown = await kept(store), table.text
    pressed = await league.forge(league.player, table.shown, gone)
    assert pressed.acknowledged
    assert await kept(store) == before
    assert table.text == shown


async def test_of_two_presses_at_once_the_first_counts_and_both_see_the_new_question(
    league: League, store: Store
) -> None:
    table = await asked_table(league)
    fact = table.asks or ""
    one, two = vocabulary().facts[fact].values[:2]
    results = await at_once(league, table.answer(one), table.answer(two, who=league.host))
    assert all(result.acknowledged for result in results)
    answers = (await kept(store))["case_answer"]
    assert [(row["fact"], row["value"], row["answered_by"]) for row in answers] == [(fact, one, league.player.id)]
    assert table.asks not in (fact, None)


async def test_ten_presses_at_once_leave_the_latest_card(league: League, store: Store) -> None:
    table = await ruled_table(league, EXPOSED, TWO_FLASHED)
    presses = [table.select("case1:change", f"exposed_count:{value}") for value in ("one", "one", "one")]
    presses += [table.select("case1:change", f"exposed_count:{value}", league.host) for value in ("one", "one")]
    await at_once(league, *presses, table.select("case1:change", "action:one"))
    answers = (await kept(store))["case_answer"]
    assert [row["value"] for row in answers][-1] == "one"
    assert "action: one player acted" in table.text
    assert "cards exposed: one" in table.text


async def test_a_restart_in_the_middle_loses_nothing(league: League, new_bot: NewBot) -> None:
    table = await asked_table(league)
    while table.asks is not None:
        await table.answer(TWO_FLASHED[table.asks])
        shown = table.text
        await league.env.restart_bot(new_bot())
        assert table.text == shown
    assert table.text.startswith("**Misdeal: deal again** · House, Two cards flashed on the deal")
    await table.press("case1:so", league.host)
    await league.env.restart_bot(new_bot())
    told = await table.press("case1:clauses")
    assert told.ephemeral


@pytest.mark.parametrize(("status", "code"), [(404, 10062), (404, 10015), (401, 50027)])
async def test_an_answer_whose_redrawing_was_lost_is_drawn_by_the_next_press(
    league: League, wire: Wire, store: Store, status: int, code: int
) -> None:
    table = await asked_table(league)
    first = table.asks
    league.env.inject_error("POST", "/interactions/*/callback", status=status, code=code)
    lost = await table.answer("unknown")
    assert lost.response is None, "nobody is told that something broke"
    assert table.asks == first, "the old card still stands"
    assert len((await kept(store))["case_answer"]) == 1
    await wire.again()
    assert table.asks != first


async def test_a_card_whose_place_was_not_noted_is_found_by_its_first_press(league: League, store: Store) -> None:
    table = await open_table(league)
    await store.write(lambda tx: tx.run("UPDATE case_file SET message_id = NULL"))
    await table.name(EXPOSED)
    assert [row["message_id"] for row in (await kept(store))["case_file"]] == [table.shown.id]


# ------------------------------------------------------------------ forged


@pytest.mark.parametrize(
    "key",
    ["case1:answer:1:action:chess", "case1:answer:1:game:chess", "case1:answer:1:lunch:yes", "case1:answer:99:game:flop", "case1:answer:x:game:flop", "case1:name:1:lunch", "case1:so:1:hand:00000000", "case1:confirm:1", "case1:kind:1:chess", "case1:redeal:1", "case1:whatif:1", "case1:books:1", "case1:why:1:lunch", "case1:list:lunch:any:5", "case1:list:all:someday:5", "case1:ifso:1"],
)  # fmt: skip
async def test_a_forged_id_changes_nothing(league: League, store: Store, key: str) -> None:
    table = await asked_table(league)
    before, shown = await kept(store), table.text
    pressed = await league.forge(league.player, table.shown, key, [])
    assert pressed.acknowledged
    assert pressed.response is None or "broke" not in words(pressed)
    assert {**await kept(store)} == before
    assert table.text == shown


async def test_a_case_of_another_league_is_out_of_reach(league: League, store: Store) -> None:
    theirs = await asked_table(league)
    second = found_league(league.env, league.wire, "Second")
    before = await kept(store)
    mine = await second.ask()
    for key in (theirs.id("case1:answer"), "case1:clauses:1", "case1:floor:1", "case1:why:1:game", "case1:otherwise:1"):
        pressed = await second.forge(second.host, mine.response, key)
        assert is_sentence(pressed), key
    assert await kept(store) == before
    shown = await second.slash(second.host, "misdeal case", number=1)
    assert is_sentence(shown)


async def test_a_press_from_another_message_does_not_reach_the_case(league: League, store: Store) -> None:
    first, second = await asked_table(league), await asked_table(league)
    before = await kept(store)
    pressed = await league.forge(league.player, second.shown, first.id("case1:answer"))
    assert is_sentence(pressed) or "goes on at" in words(pressed)
    assert await kept(store) == before


async def test_a_number_no_league_has_gets_a_sentence(league: League) -> None:
    assert is_sentence(await league.slash(league.player, "misdeal case", number=77))


# ------------------------------------------------------------------ the floor


async def test_the_floor_is_called_once_and_only_those_who_agreed_are_pinged(league: League, clock: Clock) -> None:
    step = await league.slash(league.host, "league setup")
    for _ in range(2):
        step = await league.host.click(step.response, label="Next")
    await league.host.select(step.response, [league.host, league.other], custom_id="league1:floor")
    table = await asked_table(league)
    called = await table.press("case1:floor", who=league.other)
    assert not called.ephemeral
    assert set(called.response.message.raw_mentions) >= {league.host.id, league.other.id}
    clock.advance(minutes=5)
    again = await table.press("case1:floor")
    assert again.ephemeral
    assert f"<t:{int((clock.moment).timestamp()) - 300}:R>" in words(again)


async def test_a_floor_call_that_nobody_agreed_to_pings_nobody(league: League, store: Store) -> None:
    table = await asked_table(league)
    assert (await table.press("case1:floor")).ephemeral
    assert [row["floor_called_at"] for row in (await kept(store))["case_file"]] == [None]


async def test_a_floor_call_that_failed_can_be_tried_again(league: League, store: Store, broken: list[Any]) -> None:
    step = await league.slash(league.host, "league setup")
    for _ in range(2):
        step = await league.host.click(step.response, label="Next")
    await league.host.select(step.response, [league.host], custom_id="league1:floor")
    table = await asked_table(league)
    league.env.inject_error("POST", "/interactions/*/callback", status=500, code=0, times=6)
    await table.press("case1:floor")
    league.env.backend.faults.clear()
    broken.clear()
    assert not (await table.press("case1:floor")).ephemeral
    assert [row["floor_called_at"] for row in (await kept(store))["case_file"]] != [None]
    broken.clear()


async def test_a_floor_call_that_the_connection_swallowed_can_be_tried_again(
    league: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lost(*args: Any, **values: Any) -> None:
        raise aiohttp.ClientConnectionError

    step = await league.slash(league.host, "league setup")
    for _ in range(2):
        step = await league.host.click(step.response, label="Next")
    await league.host.select(step.response, [league.host], custom_id="league1:floor")
    table = await asked_table(league)
    with monkeypatch.context() as cut:
        cut.setattr(discord.InteractionResponse, "send_message", lost)
        await table.press("case1:floor")
    assert not (await table.press("case1:floor")).ephemeral


async def test_every_screen_has_the_floor_call(league: League) -> None:
    table = await open_table(league)
    screens = [table.labels]
    await table.name(EXPOSED)
    screens.append(table.labels)
    await table.answer_all(TWO_FLASHED)
    screens.append(table.labels)
    assert all("Call the floor" in screen for screen in screens)
