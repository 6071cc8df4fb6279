"""The drill: a situation, a pick, the answer with its why; private, and nothing is kept."""

from __future__ import annotations

import random
from typing import Any

import pytest
from conftest import League, NewBot, custom_id, is_sentence, labels, parts, verify_card, words

from cogs.misdeal import drill
from cogs.misdeal.drill import PICKS
from rules.engine import decide
from rules.facts import vocabulary
from rules.library import load
from rules.names import BOOK_IDS
from rules.situations import sentences, situation, story


def seed_of(result: Any) -> tuple[str, int]:
    _, _, book, seed, _ = custom_id(result, "case1:drilled").split(":")
    return book, int(seed)


async def started(league: League, book: str = "tda") -> Any:
    return await league.slash(league.player, "misdeal drill", book=book)


async def picked(league: League, task: drill.Task, outcome: str, message: Any = None) -> Any:
    message = message or (await started(league)).response
    return await league.forge(league.player, message, f"case1:drilled:{task.book}:{task.seed}:{outcome}")


def right(task: drill.Task) -> str:
    return drill.ruled(task, ()).outcome


async def test_a_drill_is_a_private_situation_with_every_ruling_to_pick(league: League) -> None:
    result = await started(league)
    assert result.response.ephemeral
    book, seed = seed_of(result)
    assert drill.task_of(book, seed).story in words(result)
    assert f"What is the ruling?\n-# By {load().books[book].short} · " in words(result)
    assert labels(result) == list(PICKS.values())
    verify_card(result.response.components, 700)


async def test_without_a_book_it_is_the_one_in_force_here(league: League) -> None:
    assert seed_of(await league.slash(league.player, "misdeal drill", league.cash))[0] == "psp"
    await league.staff("books", kind="cash", order="tda")
    assert seed_of(await league.slash(league.player, "misdeal drill", league.cash))[0] == "tda"


async def test_the_right_pick_is_told_with_its_why_and_clause(league: League) -> None:
    result = await started(league)
    task = drill.task_of(*seed_of(result))
    answer = await league.player.click(result.response, label=PICKS[right(task)])
    said = words(answer)
    assert said.startswith("✓ **Right")
    assert task.story in said
    assert labels(answer) == ["Another"]
    if decided := drill.ruled(task, ()).cites:
        assert load().clause(decided[0]).says in said
        assert "Why:" in said


async def test_a_wrong_pick_is_told_gently_with_the_same_answer(league: League) -> None:
    result = await started(league)
    task = drill.task_of(*seed_of(result))
    wrong = next(outcome for outcome in PICKS if outcome != right(task))
    said = words(await league.player.click(result.response, label=PICKS[wrong]))
    assert said.startswith("✗ **Not here.** You picked:")
    assert task.story in said


async def test_another_is_another_situation_of_the_same_book(league: League) -> None:
    result = await started(league, "rrp")
    seeds = set()
    for _ in range(4):
        seeds.add(seed_of(result))
        answer = await league.player.click(result.response, label="Misdeal")
        result = await league.player.click(answer.response, label="Another")
        assert result.response.ephemeral
    assert len(seeds) == 4
    assert {book for book, _ in seeds} == {"rrp"}


async def test_a_drill_goes_on_after_a_restart(league: League, new_bot: NewBot) -> None:
    result = await started(league)
    await league.env.restart_bot(new_bot())
    answer = await league.player.click(result.response, label="Misdeal")
    await league.env.restart_bot(new_bot())
    assert labels(await league.player.click(answer.response, label="Another")) == list(PICKS.values())


async def test_an_alternate_rule_that_the_league_plays_is_the_answer(league: League) -> None:
    task = next(
        task
        for task in (drill.task_of("rrp", seed) for seed in range(2000))
        if task.situation.incident == "foreign_card" and right(task) == "continues"
    )
    answer = words(await picked(league, task, "fouled_deck"))
    assert answer.startswith("✗")
    await league.staff("house-rule alternate", rule="rrp-joker-in-the-deck:fouls", on=True)
    assert words(await picked(league, task, "fouled_deck")).startswith("✓ **Right: fouled deck")


def with_picture(after: bool) -> drill.Task:
    for seed in range(2000):
        task = drill.task_of("rrp", seed)
        pair = drill.picture_after(task, ())
        if task.at_the_table is not None and pair is not None and (pair.after is not None) == after:
            return task
    raise AssertionError


async def test_a_situation_with_a_picture_shows_it_and_the_answer_shows_what_became_of_it(league: League) -> None:
    task = with_picture(after=True)
    answer = await picked(league, task, "misdeal")
    (item,) = (item for part in parts(answer.response.components) if part["type"] == 12 for item in part["items"])
    assert "After:" in item["description"]
    assert len(answer.response.attachments) == 1
    another = await league.player.click(answer.response, label="Another")
    shown = [part for part in parts(another.response.components) if part["type"] == 12]
    assert len(shown) == len(another.response.attachments) <= 1


@pytest.mark.parametrize(
    "key",
    ["case1:drilled:xyz:1:misdeal", "case1:drilled:tda:x:misdeal", "case1:drilled:tda:1:depends",
     f"case1:drilled:tda:{2**32}:misdeal", "case1:drilled:tda:-1:misdeal", "case1:drill:none"],
)  # fmt: skip
async def test_a_forged_drill_gets_one_sentence(league: League, key: str) -> None:
    assert is_sentence(await league.forge(league.player, (await started(league)).response, key))


async def test_a_drill_keeps_nothing(league: League, store: Any) -> None:
    async def everything() -> dict[str, Any]:
        names = await store.read(lambda tx: tx.all("SELECT name FROM sqlite_master WHERE type = 'table'"))
        return {
            row["name"]: await store.read(lambda tx, row=row: tx.all(f"SELECT * FROM {row['name']}")) for row in names
        }

    result = await started(league)
    before = await everything()
    answer = await league.player.click(result.response, label="Misdeal")
    await league.player.click(answer.response, label="Another")
    assert await everything() == before


# ------------------------------------------------------------------ the situations


def test_every_fact_and_value_can_be_told_and_nothing_else() -> None:
    told = {key: set(values) for key, values in sentences().items() if key != "incident"}
    assert told == {key: set(fact.values) for key, fact in vocabulary().facts.items()}
    assert set(sentences()["incident"]) <= set(vocabulary().incidents)
    for values in sentences().values():
        assert all(sentence.endswith(".") and len(sentence) <= 110 for sentence in values.values())


@pytest.mark.parametrize("book", BOOK_IDS)
def test_situations_can_be_are_told_differently_and_are_the_same_from_the_same_seed(book: str) -> None:
    outcomes = []
    for seed in range(300):
        found = situation(book, random.Random(seed))
        assert found == situation(book, random.Random(seed))
        assert vocabulary().is_possible(found.facts)
        assert set(found.facts) == set(vocabulary().incidents[found.incident].facts)
        outcomes.append(decide(book, found.incident, found.facts).outcome)
    assert max(outcomes.count(outcome) for outcome in outcomes) <= 200, "one answer is not nearly always right"
    assert set(outcomes) <= set(PICKS)


def test_two_worlds_of_an_incident_are_told_apart() -> None:
    for incident in vocabulary().incidents:
        worlds = vocabulary().worlds(incident)
        assert len({story(incident, world) for world in worlds}) == len(worlds)


async def test_every_answer_fits_on_a_card() -> None:
    for book in BOOK_IDS:
        for seed in range(200):
            task = drill.task_of(book, seed)
            lines = drill.answer_lines(task, "misdeal", ())
            assert len("\n".join(lines)) < 2200
            assert len("\n".join(drill.task_lines(task))) < 600
