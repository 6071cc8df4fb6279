"""Erasing: one person of a league, or a league that is gone, each in one transaction.

What the schema's triggers keep from ever changing is changed here alone: they are taken off and put back in the same
transaction, word for word, so no other work ever finds the tables without them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from data.players import pseudonym
from data.registry import NOBODY_ID, Held, held_in, tables_with_people, wrote
from data.store import Row, Transaction

TIGHTEST = 40  # characters: the least that a column with words holds
SHORTEST_NAME = 3  # characters; a shorter one is not looked for in words: it would be found in everything


@dataclass(frozen=True)
class Whom:
    """Who is erased. `user_id` None: a guest; `player_id` None: they never played or dealt. `names`: all that is known."""

    league_id: int
    user_id: int | None
    player_id: int | None
    names: tuple[str, ...]

    @property
    def pseudonym(self) -> str:
        """What their bookings and downs stand under afterwards."""
        return "Somebody" if self.player_id is None else pseudonym(self.player_id)


def erase_person(tx: Transaction, whom: Whom) -> None:
    """Every trace of them in this league goes, by data/registry.py; what others rest on stays under a number."""
    tables = tables_with_people()
    _without_triggers(tx, tables, lambda: _erase(tx, whom, tables))


def erase_league(tx: Transaction, league_id: int) -> None:
    """Every row of this league goes, of every table."""
    tables = league_tables(tx)
    tx.run("PRAGMA defer_foreign_keys = ON")  # until this transaction ends

    def erase() -> None:
        for table in tables:
            tx.run(f"DELETE FROM {table} WHERE league_id = :league_id", league_id=league_id)

    _without_triggers(tx, tables, erase)


def leagues_kept(tx: Transaction) -> list[int]:
    """Every league that anything is kept of: in each table from one league to the next, past all the rows of each."""
    found: set[int] = set()
    for table in league_tables(tx):
        rows = tx.all(
            f"WITH RECURSIVE kept (league_id) AS (SELECT MIN(league_id) FROM {table} UNION ALL"
            f" SELECT (SELECT MIN(league_id) FROM {table} WHERE league_id > kept.league_id)"
            " FROM kept WHERE league_id IS NOT NULL) SELECT league_id FROM kept WHERE league_id IS NOT NULL"
        )
        found.update(row["league_id"] for row in rows)
    return sorted(found)


def league_tables(tx: Transaction) -> list[str]:
    """Every table whose rows belong to leagues, as the schema has it."""
    rows = tx.all(
        "SELECT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c ON c.name = 'league_id'"
        " WHERE m.type = 'table' ORDER BY m.name"
    )
    return [row["name"] for row in rows]


def _without_triggers(tx: Transaction, tables: Collection[str], work: Callable[[], None]) -> None:
    rows = tx.all("SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY rowid")
    guards = [row for row in rows if row["tbl_name"] in tables]
    for guard in guards:
        tx.run(f"DROP TRIGGER {guard['name']}")
    work()
    for guard in guards:
        tx.run(guard["sql"])


# ------------------------------------------------------------------ one person


def _erase(tx: Transaction, whom: Whom, tables: Collection[str]) -> None:
    for table in tables:
        columns = held_in(table)
        texts = {name: held for name, held in columns.items() if held.how in ("words", "ids inside")}
        if texts:  # before the accounts go by which words are known as theirs
            _rewrite(tx, whom, table, texts)
        for column, held in columns.items():
            _erase_column(tx, whom, table, column, held)


def _erase_column(tx: Transaction, whom: Whom, table: str, column: str, held: Held) -> None:
    key = column if held.whose == "account" else "player_id"
    value = whom.user_id if held.whose == "account" else whom.player_id
    if value is None:
        return
    values: dict[str, Any] = {"league_id": whom.league_id, "value": value}
    match held.how:
        case "row goes":
            tx.run(f"DELETE FROM {table} WHERE league_id = :league_id AND {key} = :value", **values)
        case "nobody":
            _set(tx, table, column, key, NOBODY_ID, values)
        case "empty":
            _set(tx, table, column, key, None, values)
        case "pseudonym":
            _set(tx, table, column, key, whom.pseudonym, values)


def _set(tx: Transaction, table: str, column: str, key: str, new: object, values: dict[str, Any]) -> None:
    tx.run(f"UPDATE {table} SET {column} = :new WHERE league_id = :league_id AND {key} = :value", new=new, **values)


def _rewrite(tx: Transaction, whom: Whom, table: str, texts: dict[str, Held]) -> None:
    """What was written: theirs goes, in others' their name and account are replaced."""
    keys = [
        row["name"] for row in tx.all(f"SELECT name FROM pragma_table_info('{table}') WHERE pk > 0")
    ]  # no league_id
    scrub = Scrub(whom)
    wanted = {*keys, *texts, *(held.by for held in texts.values() if held.by)}  # files of evidence are not read
    written = " OR ".join(f"{name} <> ''" for name in texts)
    for row in tx.all(
        f"SELECT {', '.join(sorted(wanted))} FROM {table} WHERE league_id = :league_id AND ({written})",
        league_id=whom.league_id,
    ):
        changed = {name: _rewritten(scrub, table, row, name, held) for name, held in texts.items() if row[name]}
        changed = {name: text for name, text in changed.items() if text != row[name]}
        if changed:
            sets = ", ".join(f"{name} = :new_{name}" for name in changed)
            where = " AND ".join(f"{key} = :{key}" for key in keys)
            values = {f"new_{name}": text for name, text in changed.items()} | {key: row[key] for key in keys}
            tx.run(f"UPDATE {table} SET {sets} WHERE league_id = :league_id AND {where}", **values)


def _rewritten(scrub: Scrub, table: str, row: Row, name: str, held: Held) -> str:
    text: str = row[name]
    if wrote(table, held, row, scrub.whom.user_id, scrub.whom.player_id):
        return held.blank
    if held.by and row[held.by] is None:  # nobody's words: the bot's own
        return text
    if held.how == "ids inside":
        before = json.loads(text)
        after = scrub.inside(before)
        return text if after == before else json.dumps(after, ensure_ascii=False)
    return scrub.words(text)


class Scrub:
    """Takes one person out of words and out of JSON."""

    def __init__(self, whom: Whom) -> None:
        self.whom = whom
        names = [name for name in whom.names if len(name) >= SHORTEST_NAME and any(map(str.isalpha, name))]
        wanted = [rf"(?<!\w){_as_shown(name)}(?!\w)" for name in sorted(names, key=len, reverse=True)]
        if whom.user_id is not None:
            wanted = [rf"<@!?{whom.user_id}>", rf"\b{whom.user_id}\b", *wanted]
        self._found = re.compile("|".join(wanted)) if wanted else None

    def words(self, text: str) -> str:
        """The words with a pseudonym in their place; never so much longer that they would not fit their column."""
        if self._found is None:
            return text
        put = self._found.sub(self.whom.pseudonym, text)
        return put if len(put) <= max(len(text), TIGHTEST) else self._found.sub("…", text)

    def inside(self, value: Any) -> Any:
        """The value without their account: out of lists, and nobody's where it stands alone."""
        if isinstance(value, dict):
            return {name: self.inside(one) for name, one in value.items()}
        if isinstance(value, list):
            return [self.inside(one) for one in value if not self._is_account(one)]
        if self._is_account(value):
            return NOBODY_ID
        return self.words(value) if isinstance(value, str) else value

    def _is_account(self, value: Any) -> bool:
        return self.whom.user_id is not None and not isinstance(value, bool) and value == self.whom.user_id


def _as_shown(name: str) -> str:
    """A pattern for a name as it was typed, and as it was written for Discord, with a backslash before its signs."""
    return "".join(rf"\\?{re.escape(letter)}" for letter in name)
