"""Who changed what, and where the standing messages are."""

from __future__ import annotations

import json
import sqlite3

import pytest
from conftest import Clock, act

from data.audit import recent_audit, record_audit
from data.settings import record_own_rule, record_settings, withdraw_own_rule
from data.standing import record_standing_message, record_synced_tree, standing_messages, synced_tree
from data.store import Store

NOW = Clock().moment


async def test_every_change_of_a_setting_leaves_a_line(store: Store) -> None:
    await store.write(record_settings, act("1", by=11), {"zone": "UTC"}, NOW, "")
    await store.write(record_own_rule, act("2", by=12), "Rabbit", "No.", None, None, NOW)
    await store.write(withdraw_own_rule, act("3", by=13), 1, NOW)
    lines = await store.read(recent_audit, 1, 10)
    told = [(row["audit_id"], row["changed_by"], row["what"]) for row in lines]
    assert told == [(3, 13, "own rule withdrawn"), (2, 12, "own rule added"), (1, 11, "settings")]
    assert json.loads(lines[2]["detail"])["values"] == {"zone": "UTC"}


@pytest.mark.parametrize("sql", ["UPDATE audit SET changed_by = 6", "UPDATE audit SET detail = '{}'"])
async def test_an_audit_line_cannot_be_changed(store: Store, sql: str) -> None:
    await store.write(record_audit, act(), "settings")
    with pytest.raises(sqlite3.IntegrityError, match="never changed"):
        await store.write(lambda tx: tx.run(sql))


async def test_a_standing_message_takes_the_place_of_the_one_before(store: Store) -> None:
    for message_id in (8, 9):
        await store.write(record_standing_message, act(str(message_id)), 7, message_id)
    assert await store.read(standing_messages, 1) == {7: 9}


async def test_the_command_tree_is_remembered_for_each_application(store: Store) -> None:
    for application_id, tree_hash in ((1, "a"), (1, "b"), (2, "c")):
        await store.write(record_synced_tree, application_id, tree_hash)
    assert [await store.read(synced_tree, key) for key in (1, 2, 3)] == ["b", "c", None]
