"""Cases as they are kept: numbered by league, answers folded, decisions added, closed once."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from conftest import Clock, act

from data.case_acts import (
    OPEN_FOR,
    Opening,
    call_floor,
    choose_kind,
    close_case,
    name_incident,
    open_case,
    press,
    record_answer,
    record_decision,
)
from data.case_lists import cases, cases_like, frequent_incidents
from data.cases import NOT_KNOWN, AtTable, Decision, case_of
from data.due import next_due, take_due_job
from data.due_names import CLOSE_CASE, DRAW_CASE
from data.nights import open_night
from data.players import guest_of, player_of
from data.store import Store
from data.tables import open_table
from league.table import opened as opened_table

NOW = Clock().moment
OPENING = Opening(
    channel_id=7,
    kind="cash",
    orders={"cash": ["psp", "rrp"], "tournament": ["tda"]},
    editions={"psp": "2024"},
    alternates=["rrp-misdeals-l:dead"],
    own_rules=[{"number": 1, "title": "Rabbit", "text": "No.", "incident": None, "outcome": None}],
    story="it fell",
    incident="deck_dropped",
    facts={"top_known": "yes"},
)


async def opened(store: Store, league_id: int = 1) -> int:
    return int(await store.write(open_case, act(league_id=league_id), OPENING))


async def found(store: Store, number: int = 1, league_id: int = 1) -> Any:
    return await store.read(case_of, league_id, number)


async def test_every_league_numbers_its_own_cases(store: Store) -> None:
    assert [await opened(store) for _ in range(2)] == [1, 2]
    assert await opened(store, 2) == 1
    assert await found(store, 2, 2) is None


async def test_a_case_keeps_what_it_was_opened_under(store: Store) -> None:
    case = await found(store, await opened(store))
    assert (case.order, case.editions, case.alternates) == (("psp", "rrp"), {"psp": "2024"}, ("rrp-misdeals-l:dead",))
    assert case.own_rules == OPENING.own_rules
    assert (case.opened_by, case.channel_id, case.message_id, case.story) == (5, 7, None, "it fell")
    assert not case.is_confirmed
    await store.write(choose_kind, act(), 1, "tournament")
    assert (await found(store)).order == ("tda",)


async def seated(store: Store, league_id: int = 1) -> tuple[int, Any]:
    """A table of a league, and somebody with an account who deals there."""
    night = await store.write(open_night, act(league_id=league_id), NOW.date(), "UTC", "cash", 7)
    table = opened_table(2, "cash", "stud", "rrp", 9, None, NOW)
    table_id = await store.write(open_table, act(league_id=league_id), night.night_id, table)
    return table_id, await store.write(player_of, league_id, 55, "ann", NOW)


async def test_a_case_at_a_table_names_the_hand_and_who_dealt_it(store: Store) -> None:
    table_id, ann = await seated(store)
    here = replace(OPENING, table_id=table_id, hand_number=14, dealer_id=ann.player_id, known={"game": "stud"})
    await store.write(open_case, act(), here)
    case = await found(store)
    assert case.table == AtTable(table_id, 2, 14, ann)
    assert (case.table.is_dealt_by(55), case.table.is_dealt_by(5)) == (True, False)
    assert [(fact, given.from_story) for fact, given in case.answers.items()] == [("top_known", True), ("game", False)]
    guest = await store.write(guest_of, 1, "cy", NOW)
    for dealer, number in ((guest, 2), (None, 3)):
        dealt = replace(here, dealer_id=None if dealer is None else dealer.player_id)
        await store.write(open_case, act(), dealt)
        case = await found(store, number)
        assert case.table.dealer == dealer
        assert not case.table.is_dealt_by(55)
    await opened(store)
    assert (await found(store, 4)).table is None
    await store.write(open_case, act(league_id=2), here)
    assert (await found(store, 1, 2)).table is None, "another league's table"


async def test_the_line_that_a_decision_made_stands_until_one_takes_it_back(store: Store) -> None:
    await opened(store)
    assert (await found(store)).redeal_step is None
    made = (("misdeal", 31, 31), ("fouled_deck", None, 31), ("continues", 33, None), ("misdeal", 34, 34), ("floor", None, 34))  # fmt: skip
    for outcome, table_step, stands in made:
        await store.write(record_decision, act(), 1, Decision(5, NOW, False, outcome, table_step=table_step))
        assert (await found(store)).redeal_step == stands


async def test_the_last_answer_about_a_fact_counts_and_the_latest_stands_last(store: Store) -> None:
    await opened(store)
    for fact, value in (("a", "1"), ("b", "2"), ("a", "3"), ("b", None), ("c", NOT_KNOWN), ("a", "4")):
        await store.write(record_answer, act(by=9), 1, fact, value)
    answers = (await found(store)).answers
    assert [(fact, given.value, given.by) for fact, given in answers.items()] == [
        ("top_known", "yes", 5),
        ("c", NOT_KNOWN, 9),
        ("a", "4", 9),
    ]
    assert [given.from_story for given in answers.values()] == [True, False, False]


async def test_a_decision_otherwise_needs_its_reason(store: Store) -> None:
    await opened(store)
    with pytest.raises(sqlite3.IntegrityError):
        await store.write(record_decision, act(), 1, Decision(5, NOW, False, "misdeal", True))
    made = Decision(5, NOW, True, "misdeal", True, "It was late.", ("fairness", "accident"), {"outcome": "continues"})
    await store.write(record_decision, act(), 1, made)
    await store.write(record_decision, act(), 1, Decision(6, NOW, False, "continues"))
    case = await found(store)
    assert case.decisions[0] == made
    assert case.decision.by == 6


async def test_a_case_closes_24_hours_after_its_last_press_and_once(store: Store) -> None:
    await opened(store)
    await store.write(press, act(at=NOW + timedelta(hours=1)), 1, None)
    last = NOW + timedelta(hours=1) + OPEN_FOR
    assert await store.write(take_due_job, NOW + OPEN_FOR), "the job of the opening is looked at then"
    assert not await store.write(close_case, 1, 1, NOW + OPEN_FOR)
    assert await store.read(next_due) == last
    assert not await store.write(close_case, 1, 1, last - timedelta(microseconds=1))
    assert await store.write(close_case, 1, 1, last)
    assert not await store.write(close_case, 1, 1, last + timedelta(hours=1))
    assert (await found(store)).closed_at == last
    job = await store.write(take_due_job, last)
    assert job is not None and job.kind == DRAW_CASE, f"{CLOSE_CASE} is gone and the card is to be drawn"


async def test_a_case_that_no_longer_is_leaves_no_job(store: Store) -> None:
    assert not await store.write(close_case, 1, 99, NOW)
    assert await store.read(next_due) is None


async def test_the_floor_call_and_the_ruling_are_kept_and_taken_back(store: Store) -> None:
    await opened(store)
    await store.write(call_floor, 1, 1, NOW)
    await store.write(press, act(), 1, {"outcome": "misdeal"})
    case = await found(store)
    assert (case.floor_called_at, case.ruling) == (NOW, {"outcome": "misdeal"})
    await store.write(call_floor, 1, 1, None)
    await store.write(press, act(), 1, None)
    case = await found(store)
    assert (case.floor_called_at, case.ruling) == (None, None)


async def test_cases_are_listed_newest_first_with_what_was_decided(store: Store) -> None:
    for number in range(1, 4):
        await opened(store)
        await store.write(name_incident, act(), number, "stub_mixed" if number < 3 else None, is_confirmed=True)
    await store.write(record_decision, act(), 1, Decision(5, NOW, False, "continues"))
    await store.write(record_decision, act(), 1, Decision(5, NOW, False, "misdeal", True, "Late."))
    assert [line.case_number for line in await store.read(cases, 1, 20)] == [3, 2, 1]
    mixed = await store.read(cases, 1, 20, "stub_mixed")
    assert [(line.case_number, line.outcome, line.otherwise) for line in mixed] == [(2, None, False), (1, "misdeal", True)]  # fmt: skip
    assert [line.case_number for line in await store.read(cases, 1, 1, before=3)] == [2]
    assert await store.read(cases, 1, 20, span=(NOW + timedelta(seconds=1), NOW + timedelta(days=1))) == []
    assert await store.read(cases, 2, 20) == []


async def test_only_incidents_that_were_settled_count_as_met(store: Store) -> None:
    for number, (incident, is_confirmed) in enumerate(
        [("a", True), ("b", True), ("b", True), ("c", False), (None, True)], 1
    ):
        await opened(store)
        await store.write(name_incident, act(), number, incident, is_confirmed=is_confirmed)
    assert await store.read(frequent_incidents, 1, 3) == ["b", "a"]
    assert await store.read(frequent_incidents, 2, 3) == []


async def test_a_case_like_it_was_ruled_on_every_fact_that_decides(store: Store) -> None:
    known: tuple[Any, ...] = (
        {"a": "1", "b": "2"},
        {"a": "1"},
        None,
        {"a": "2", "b": "2"},
        {"a": "1", "b": "2", "c": "3"},
    )
    for facts in (*known, {"a": "1", "b": "2"}):
        number = await opened(store)
        if facts is not None:
            await store.write(press, act(), number, {"outcome": "misdeal", "facts": facts})

    async def like(facts: dict[str, str], before: int = 6, most: int = 3, looked_through: int = 9) -> list[int]:
        lines = await store.read(cases_like, 1, "deck_dropped", facts, before, most, looked_through)
        return [line.case_number for line in lines]

    assert await like({"a": "1", "b": "2"}) == [5, 1]
    assert await like({"a": "1"}) == [5, 2, 1]
    assert await like({}) == [5, 4, 2], "an open case is like none"
    assert await like({"a": "1"}, most=2) == [5, 2]
    assert await like({"a": "1"}, looked_through=4) == [5, 2]
    assert await like({"a": "1"}, before=2) == [1]
    assert await store.read(cases_like, 1, "board_early", {}, 6, 3, 9) == []
    assert await store.read(cases_like, 2, "deck_dropped", {}, 6, 3, 9) == []
