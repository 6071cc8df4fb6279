"""`/rule show` and `/rule card` as people see them, and what the standing message opens."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import BURN, League, custom_id, is_sentence, options, parts, verify_card, words

from cogs.rule.actions import suggestions
from rules.library import load
from rules.names import CARD_PARTS

LIBRARY = load()


async def suggest(league: League, typed: str, who: Any = None) -> list[dict[str, Any]]:
    return await (who or league.player).autocomplete(league.rules, "rule show", "rule", typed)


async def show(league: League, value: str) -> Any:
    return await league.slash(league.player, "rule show", rule=value)


# ------------------------------------------------------------------ autocomplete


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("35 A1", "clause:tda-35-a-1"),
        ("tda 36", "clause:tda-36"),
        ("rrp-misdeals-g", "clause:rrp-misdeals-g"),
        ("Misdeals g", "clause:rrp-misdeals-g"),
        ("boxed", "clause:rrp-boxed-card"),
        ("flashed burn", "clause:psp-flashed-burn"),
        ("muck", "term"),
        ("two cards exposed", "topic"),
    ],
)
async def test_a_rule_is_offered_by_number_heading_and_players_words(league: League, typed: str, value: str) -> None:
    offered = [choice["value"] for choice in await suggest(league, typed)]
    assert any(found.startswith(value) for found in offered), offered


def test_whatever_players_call_a_clause_it_is_offered() -> None:
    for clause in LIBRARY.clauses.values():
        for typed in (clause.heading, *clause.called):
            offered = [value for _, value in suggestions(LIBRARY, typed, ())]
            assert f"clause:{clause.clause_id}" in offered or len(offered) == 25, (typed, clause.clause_id)


@pytest.mark.parametrize("typed", ["", "a", "zzzz", "*", "x" * 500, "\u202e", "' OR 1=1 --"])
async def test_at_most_twenty_five_choices_of_a_hundred_characters_are_offered(league: League, typed: str) -> None:
    offered = await suggest(league, typed)
    assert len(offered) <= 25
    assert all(1 <= len(choice[key]) <= 100 for choice in offered for key in ("name", "value"))
    assert len({choice["value"] for choice in offered}) == len(offered)


async def test_everything_offered_can_be_shown(league: League) -> None:
    for typed in ("burn", "tda", "word"):
        for choice in await suggest(league, typed):
            shown = await show(league, choice["value"])
            assert shown.ephemeral
            assert parts(shown.response.components), choice
            verify_card(shown.response.components)


# ------------------------------------------------------------------ what is shown


async def test_a_clause_is_shown_whole_with_its_alternate_rule(league: League) -> None:
    clause = LIBRARY.clause("rrp-misdeals-l")
    shown = words(await show(league, "clause:rrp-misdeals-l"))
    for text in (clause.heading, clause.says, clause.alternate, "(off)", clause.book.title, clause.called[0]):
        assert text in shown
    for lean in clause.leans_on:
        assert LIBRARY.clause(lean).short in shown
    await league.staff("house-rule alternate", rule=clause.alternate_id, on=True)
    assert "(on in this league)" in words(await show(league, "clause:rrp-misdeals-l"))


async def test_a_topic_shows_the_books_side_by_side_and_what_differs(league: League) -> None:
    topic = LIBRARY.topics["flashed-burn"]
    result = await show(league, "topic:flashed-burn")
    for text in (
        topic.name,
        topic.positions["psp"].line,
        topic.positions["rrp"].line,
        "**TDA:** silent",
        topic.differs,
    ):
        assert text in words(result)
    assert "clause:psp-flashed-burn" in options(result, "rule1:show")


async def test_a_clause_of_a_topic_opens_in_place_and_leads_back(league: League) -> None:
    result = await show(league, "topic:flashed-burn")
    for value in ("clause:psp-flashed-burn", "topic:flashed-burn"):
        opened = await league.player.select(result.response, [value], custom_id=custom_id(result, "rule1:show"))
        assert opened.response.id == result.response.id
        assert opened.response.ephemeral
    assert LIBRARY.topics["flashed-burn"].name in words(opened)


async def test_a_word_of_table_talk_is_explained(league: League) -> None:
    place, term = next((place, term) for place, term in enumerate(LIBRARY.terms) if term.word == "muck")
    assert term.means in words(await show(league, f"term:{place}"))


@pytest.mark.parametrize("typed", ["psp-flashed-burn", " RRP-Boxed-Card ", "TDA 36", "36", "35 A1", "Boxed card"])
async def test_a_rule_typed_in_full_is_shown_without_choosing(league: League, typed: str) -> None:
    shown = await show(league, typed)
    assert "Players say:" in words(shown)


async def test_free_words_are_asked(league: League) -> None:
    assert LIBRARY.clause("psp-flashed-burn").says in words(await show(league, BURN))


async def test_an_own_rule_is_offered_and_shown_with_its_date(league: League) -> None:
    form = await league.slash(league.host, "league house-rule own")
    await league.host.submit_modal(form, {"title": "Rabbit *hunting*", "text": "Nobody sees the next card."})
    assert [choice["value"] for choice in await suggest(league, "rabbit")] == ["own:1"]
    shown = words(await show(league, "own:1"))
    assert "Our own rule 1: Rabbit \\*hunting\\*" in shown
    assert f"<t:{int(league.bot.clock().timestamp())}:D>" in shown


@pytest.mark.parametrize("value", ["own:1", "own:x", "topic:gone", "clause:gone", "term:99999", "term:-1"])
async def test_an_old_choice_gets_one_sentence(league: League, value: str) -> None:
    assert is_sentence(await show(league, value))


async def test_an_answer_in_place_leaves_no_trace_of_a_forged_choice(league: League) -> None:
    result = await show(league, "topic:flashed-burn")
    pressed = await league.forge(league.player, result.response, "rule1:show", ["is this a question"])
    assert is_sentence(pressed)


# ------------------------------------------------------------------ the pocket card


@pytest.mark.parametrize("part", CARD_PARTS)
async def test_each_part_of_the_pocket_card_cites_every_line(league: League, part: str) -> None:
    result = await league.slash(league.player, "rule card", part=part)
    lines = [line for line in words(result).splitlines() if line.startswith("- ")]
    assert result.ephemeral
    assert CARD_PARTS[part] in words(result)
    cites = [clause.cite for clause in LIBRARY.clauses.values()]
    assert lines
    assert all(any(f"*{cite}*" in line for cite in cites) for line in lines)


async def test_another_part_of_the_card_opens_in_place(league: League) -> None:
    result = await league.slash(league.player, "rule card")
    assert CARD_PARTS["before"] in words(result)
    offered = options(result, "rule1:part")
    assert len(offered) == len(CARD_PARTS)
    opened = await league.player.select(result.response, [offered[-1]], custom_id=custom_id(result, "rule1:part"))
    assert opened.response.id == result.response.id
    assert CARD_PARTS[offered[-1].split(":")[1]] in words(opened)


@pytest.mark.parametrize("value", ["cash:lunch", "lunch", "draw:before", "", ":"])
async def test_a_part_that_is_not_there_gets_one_sentence(league: League, value: str) -> None:
    result = await league.slash(league.player, "rule card")
    assert is_sentence(await league.forge(league.player, result.response, "rule1:part", [value]))


async def test_the_card_follows_the_order_of_books(league: League) -> None:
    await league.staff("books", kind="cash", order="rrp")
    result = await league.slash(league.player, "rule card", part="shuffle")
    lines = [line for line in words(result).splitlines() if line.startswith("- ")]
    assert lines
    assert all("*Rulebook" in line for line in lines)


# ------------------------------------------------------------------ the standing message


async def stand(league: League) -> Any:
    """The setup posts it; anybody sees it."""
    step = await league.slash(league.host, "league setup")
    for _ in range(4):
        step = await league.host.click(step.response, label="Next")
    await league.host.select(step.response, [league.cash], custom_id="league1:standing")
    return league.cash.last_message


async def test_the_standing_button_for_a_question_asks_in_a_form_and_answers_privately(league: League) -> None:
    message = await stand(league)
    form = await league.player.click(message, label="Ask a rule")
    assert form.modal is not None
    result = await league.player.submit_modal(form, {"question": BURN})
    assert result.ephemeral
    assert LIBRARY.clause("psp-flashed-burn").says in words(result)
    assert league.said_in(league.cash, league.other) == [words_of_standing(message)]


def words_of_standing(message: Any) -> str:
    return "\n".join(part.content for part in walked(message.components) if hasattr(part, "content"))


def walked(components: Any) -> Any:
    for component in components:
        yield component
        yield from walked(getattr(component, "children", ()))


async def test_who_shuffles_is_answered_at_once(league: League) -> None:
    result = await league.player.click(await stand(league), label="Who shuffles?")
    assert result.ephemeral
    assert "shuffle" in words(result).lower()


async def test_a_form_with_nothing_in_it_gets_one_sentence(league: League) -> None:
    for question in ("🃏", " ", "\u202e"):
        result = await league.send_form(league.player, "rule1:asked", question=question)
        assert result.response.ephemeral
        assert "in a sentence" in words(result)
    assert "in a sentence" in words(await league.send_form(league.player, "rule1:asked", other="x"))
