"""Nights ahead and who comes, in the database: kept as they were, one dealer a table, leagues apart."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from datetime import timedelta

import pytest
from conftest import act

from data.due import next_due
from data.letters import about_to_send, letter_of, sent, write_letter
from data.nights import open_night
from data.opening import open_tonight
from data.plans import cancel_plan, change_plan, nights_ahead, plan_for, plan_night, planned
from data.players import player_of
from data.series import begin_series, end_series, plan_ahead, series_nights, series_of
from data.signups import board_of, record, spots_of
from data.store import Store
from league.plan import Plan
from league.series import Series
from league.signup import Board, Decision, SignUp, deal, play

NOW = act().at
PLAN = Plan("Friday", NOW + timedelta(days=6), "UTC", "tournament", "omaha", tables=2, dealt=(1, 2), fee=5000)


async def night(store: Store, league_id: int = 1, plan: Plan = PLAN) -> int:
    for user_id in (11, 12):
        await store.write(player_of, league_id, user_id, f"name of {user_id}", NOW)
    return await store.write(plan_night, act(league_id=league_id), plan, 7)


async def test_a_plan_is_kept_as_it_was_typed(store: Store) -> None:
    plan = replace(PLAN, place="ann's", minutes=200, min_players=4, max_players=9, currency="EUR")
    number = await night(store, plan=plan)
    found = await store.read(planned, 1, number)
    assert found is not None
    assert found.plan == plan
    changed = replace(plan, title="Saturday", starts_at=NOW + timedelta(days=7), dealt=(2,), fee=None)
    await store.write(change_plan, act(), found, changed)
    again = await store.read(planned, 1, number)
    assert again is not None
    assert again.plan == changed


async def test_leagues_see_nothing_of_each_others_nights(store: Store) -> None:
    number = await night(store)
    await store.write(record, 1, number, play(Board(), 1))
    assert await store.read(planned, 2, number) is None
    assert await store.read(nights_ahead, 2, NOW) == []
    assert not (await store.read(board_of, 2, number)).rows
    assert await store.read(spots_of, 2, 1, NOW) == []
    assert await store.read(plan_for, 2, "2026-03-20", None, NOW + timedelta(days=6)) is None


async def test_what_was_called_off_or_is_over_is_not_ahead(store: Store) -> None:
    first, second = await night(store), await night(store)
    await store.write(cancel_plan, act(), first, "ill")
    assert [each.night_id for each in await store.read(nights_ahead, 1, NOW)] == [second]
    assert await store.read(nights_ahead, 1, PLAN.ends_at) == []


async def test_a_board_is_read_back_as_it_was_written(store: Store) -> None:
    number = await night(store)
    board = await store.read(board_of, 1, number)
    for decision in (play(board, 1, may_write=False), Decision(rows=(SignUp(2, "deal", "in", 2, 1, True, NOW),))):
        await store.write(record, 1, number, decision)
        board = board.after(decision)
    assert await store.read(board_of, 1, number) == board


async def test_a_table_passes_from_one_dealer_to_another_and_never_has_two(store: Store) -> None:
    number = await night(store)
    await store.write(record, 1, number, deal(await store.read(board_of, 1, number), 1, 1))
    wants = Decision(rows=(replace((await store.read(board_of, 1, number)).rows[0], state="cover_wanted"),))
    await store.write(record, 1, number, wants)
    await store.write(record, 1, number, deal(await store.read(board_of, 1, number), 2, 1))
    dealer = (await store.read(board_of, 1, number)).dealer(1)
    assert dealer is not None
    assert dealer.player_id == 2
    with pytest.raises(sqlite3.IntegrityError):
        await store.write(record, 1, number, Decision(rows=(SignUp(1, "deal", "in", 9, 1),)))


async def test_the_planned_night_opens_as_its_own_row(store: Store) -> None:
    number = await night(store)
    at = PLAN.starts_at
    opened = await store.write(open_tonight, act(at=at), at.date(), "UTC", None, 7, "cash")
    assert (opened.night_id, opened.kind) == (number, "tournament")
    await store.write(lambda tx: tx.run("UPDATE night SET closed_at = 1 WHERE league_id = 1"))
    other = await store.write(open_tonight, act("2", at=at), at.date(), "UTC", None, 7, "cash")
    assert (other.night_id, other.kind) == (number + 1, "cash")
    assert (await store.write(open_night, act("3", at=at), at.date(), "UTC", "cash", 7)).night_id == other.night_id


async def test_a_letter_is_noted_before_and_after_it_is_sent(store: Store) -> None:
    number = await night(store)
    await store.write(write_letter, act(), number, 1, "reminder", PLAN.starts_at)
    letter = await store.read(letter_of, 1, 1)
    assert letter is not None
    assert (letter.tried_at, letter.message_id) == (None, None)
    for minutes in (0, 10):
        await store.write(about_to_send, letter, NOW + timedelta(minutes=minutes))
    await store.write(sent, letter, 5, 6)
    after = await store.read(letter_of, 1, 1)
    assert after is not None
    assert (after.tried_at, after.message_id) == (NOW, 6)
    assert await store.read(letter_of, 2, 1) is None


async def test_a_guest_gets_no_letter(store: Store) -> None:
    number = await night(store)
    await store.write(lambda tx: tx.run("UPDATE player SET user_id = NULL WHERE league_id = 1 AND player_id = 1"))
    await store.write(write_letter, act(), number, 1, "reminder", PLAN.starts_at)
    assert await store.read(letter_of, 1, 1) is None


async def test_a_series_plans_what_is_missing_and_nothing_twice(store: Store) -> None:
    number = await night(store)
    series = Series("weekly", PLAN.starts_at.date(), PLAN.starts_at.time(), "UTC")
    series_id = await store.write(begin_series, act(), series, number)
    starts = await store.read(series_nights, 1, series_id)
    assert starts == [PLAN.starts_at + timedelta(days=7 * week) for week in range(4)]
    assert await store.write(plan_ahead, act(), series_id) == []
    assert len(await store.write(plan_ahead, act(at=PLAN.starts_at), series_id)) == 1
    assert await store.write(end_series, act(), series_id)
    assert not await store.write(end_series, act(), series_id)
    assert await store.write(plan_ahead, act(at=PLAN.starts_at + timedelta(days=60)), series_id) == []
    kept = await store.read(series_of, 1, series_id)
    assert kept is not None
    assert kept.series == series
    assert await store.read(series_of, 2, series_id) is None
    assert await store.read(next_due) is not None
