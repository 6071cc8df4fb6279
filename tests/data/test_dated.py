"""Settings and own rules are added, never changed."""

from __future__ import annotations

import sqlite3
from datetime import timedelta
from typing import Any

import pytest
from conftest import Clock, act

from data.settings import all_own_rules, all_settings, record_own_rule, record_settings, withdraw_own_rule
from data.store import Store
from league.settings import Setting

NOW = Clock().moment


async def test_settings_come_back_in_the_order_they_were_made(store: Store) -> None:
    values: dict[str, Any] = {"order.cash": ["rrp", "tda"], "zone": "Europe/Zürich", "set_up": True, "channel.7": None}
    await store.write(record_settings, act(), values, NOW + timedelta(days=3, microseconds=1), "")
    await store.write(record_settings, act("2"), {"zone": "UTC"}, NOW, "")
    expected = [Setting(name, value, NOW + timedelta(days=3, microseconds=1)) for name, value in values.items()]
    assert await store.read(all_settings, 1) == [*expected, Setting("zone", "UTC", NOW)]


async def test_an_own_rule_gets_the_next_number_of_its_league(store: Store) -> None:
    numbers = [
        await store.write(record_own_rule, act(league_id=league_id), "Rabbit", "No.", None, None, NOW)
        for league_id in (1, 1, 2)
    ]
    assert numbers == ["1", "2", "1"]


async def test_a_withdrawn_rule_stays_for_the_days_it_ruled(store: Store) -> None:
    await store.write(record_own_rule, act(), "Rabbit", "No.", "flashed_burn", "continues", NOW)
    later = NOW + timedelta(days=1)
    assert await store.write(withdraw_own_rule, act("2"), 1, later) == "Rabbit"
    rules = await store.read(all_own_rules, 1)
    assert [(rule.version, rule.withdrawn, rule.effective_at) for rule in rules] == [(1, False, NOW), (2, True, later)]


@pytest.mark.parametrize(("league_id", "number"), [(1, 2), (2, 1)])
async def test_a_rule_that_is_not_there_cannot_be_withdrawn(store: Store, league_id: int, number: int) -> None:
    await store.write(record_own_rule, act(), "Rabbit", "No.", None, None, NOW)
    assert await store.write(withdraw_own_rule, act(league_id=league_id), number, NOW) == ""


async def test_a_rule_is_withdrawn_once(store: Store) -> None:
    await store.write(record_own_rule, act(), "Rabbit", "No.", None, None, NOW)
    answers = [await store.write(withdraw_own_rule, act(key), 1, NOW) for key in "23"]
    assert answers == ["Rabbit", ""]


async def test_an_incident_is_never_kept_without_its_outcome(store: Store) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        await store.write(record_own_rule, act(), "Rabbit", "No.", "flashed_burn", None, NOW)
