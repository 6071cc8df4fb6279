"""Words no book answered: without the asker, for ninety days."""

from __future__ import annotations

from datetime import timedelta

from conftest import Clock, act

from data.handled import once
from data.misses import clear_misses, forget_expired_misses, recent_misses, record_miss
from data.store import Store, Transaction

NOW = Clock().moment


async def test_a_miss_is_forgotten_after_ninety_days(store: Store) -> None:
    await store.write(record_miss, act(), "who gets the last beer", "Noted.")
    for days, seen in ((89, 1), (90, 0)):
        assert len(await store.read(recent_misses, 1, NOW + timedelta(days=days), 20)) == seen
    assert await store.write(forget_expired_misses, NOW + timedelta(days=89)) == 0
    assert await store.write(forget_expired_misses, NOW + timedelta(days=90)) == 1
    assert await store.read(lambda tx: tx.all("SELECT * FROM missed_question")) == []


async def test_a_miss_is_kept_without_the_asker(store: Store) -> None:
    await store.write(once, act("miss:9", by=1234567890123), record_miss, "who gets the last beer", "Noted.")

    def everything(tx: Transaction) -> str:
        tables = [row["name"] for row in tx.all("SELECT name FROM pragma_table_list WHERE type = 'table'")]
        return str([tx.all(f"SELECT * FROM {name}") for name in tables])

    assert "1234567890123" not in await store.read(everything)


async def test_the_newest_misses_come_first_and_long_words_are_cut(store: Store) -> None:
    for number in range(30):
        await store.write(record_miss, act(), f"{number} " + "x" * 400, "")
    rows = await store.read(recent_misses, 1, NOW, 20)
    assert [row["words"].split()[0] for row in rows] == [str(number) for number in range(29, 9, -1)]
    assert {len(row["words"]) for row in rows} == {300}


async def test_only_the_words_that_were_shown_are_cleared(store: Store) -> None:
    for words in ("older", "first", "second", "newer"):
        await store.write(record_miss, act(), words, "")
    assert await store.write(clear_misses, act(), 2, 3) == "2"
    assert [row["words"] for row in await store.read(recent_misses, 1, NOW, 20)] == ["newer", "older"]


async def test_a_late_press_of_delete_spares_words_nobody_has_read(store: Store) -> None:
    await store.write(record_miss, act(), "read", "")
    await store.write(clear_misses, act(), 1, 1)
    await store.write(record_miss, act(), "unread", "")
    assert await store.write(clear_misses, act("2"), 1, 1) == "0"
