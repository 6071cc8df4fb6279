"""Every row and every query belongs to one league."""

from __future__ import annotations

import ast
from pathlib import Path

from conftest import ROOT, Clock, act

from data.audit import recent_audit
from data.misses import clear_misses, recent_misses, record_miss
from data.settings import all_own_rules, all_settings, record_own_rule, record_settings
from data.standing import record_standing_message, standing_messages
from data.store import Store

NOW = Clock().moment


async def test_two_leagues_see_nothing_of_each_other(store: Store) -> None:
    await store.write(record_settings, act(), {"zone": "UTC"}, NOW, "")
    await store.write(record_own_rule, act(), "Rabbit", "No.", None, None, NOW)
    await store.write(record_miss, act(), "who gets the last beer", "")
    await store.write(record_standing_message, act(), 7, 8)
    for work in (all_settings, all_own_rules, standing_messages):
        assert await store.read(work, 1)
        assert not await store.read(work, 2), work
    assert not await store.read(recent_misses, 2, NOW, 20)
    assert not await store.read(recent_audit, 2, 20)
    assert await store.write(clear_misses, act(league_id=2), 1, 999) == "0"
    assert len(await store.read(recent_misses, 1, NOW, 20)) == 1


def texts(file: Path) -> list[str]:
    """Every text of a program; of one with values in it, the part that is written down, as a whole."""
    found, parts = [], set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.JoinedStr):
            whole = [part for part in node.values if isinstance(part, ast.Constant)]
            parts |= {id(part) for part in whole}
            found.append("".join(str(part.value) for part in whole))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in parts:
            found.append(node.value)
    return found


VERBS = ("SELECT ", "INSERT INTO ", "UPDATE ", "DELETE FROM ", "CREATE ", "PRAGMA ")
EVERY_LEAGUE = (  # by age or by time
    "DELETE FROM handled WHERE handled_at",
    "DELETE FROM missed_question WHERE expires_at",
    "UPDATE due_job SET leased_until = 0 WHERE leased_until > 0",
    "SELECT MIN(due_at) AS due_at FROM (",
    'SELECT count(*) FROM ""',  # a copy is compared with the whole
)
NO_LEAGUE = ("schema_migration", "synced_command_tree", "sqlite_master", "pragma_table_info")


def test_every_query_names_its_league() -> None:
    queries = [text for file in (ROOT / "data").glob("*.py") for text in texts(file) if text.startswith(VERBS[:4])]
    assert len(queries) > 15
    for sql in queries:
        assert "league_id" in sql or sql.startswith(EVERY_LEAGUE) or any(table in sql for table in NO_LEAGUE), sql


def test_sql_is_written_in_data_alone() -> None:
    files = [ROOT / "bot.py", *(file for name in ("cogs", "rules", "league") for file in (ROOT / name).rglob("*.py"))]
    assert [(file.name, text) for file in files for text in texts(file) if text.startswith(VERBS)] == []
