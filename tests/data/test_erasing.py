"""The statements of docs/privacy.md erase what they say, and leave the books' own guards in place."""

from __future__ import annotations

import re
from datetime import timedelta

from conftest import ROOT, act
from money_night import HOST, begin, fresh, volunteer

from data import store
from data.closing import close_books
from data.drafts import keep_draft
from data.handled import Act
from data.letters import write_letter
from data.money import enter
from data.plans import plan_night
from data.series import begin_series
from data.signups import record
from data.store import Transaction
from data.tips import give
from data.wishes import Wish, mark_game, record_free, record_wish
from league.plan import Plan
from league.series import Series
from league.signup import Ask, Board, Decision, play

NOW = act().at


def statements(headline: str) -> list[str]:
    """What the page prints below one of its comments."""
    text = (ROOT / "docs" / "privacy.md").read_text(encoding="utf-8").split(f"    -- {headline}")[1]
    lines = [line.strip() for line in text.splitlines()[1:] if line.startswith("    ")]
    ends = next((at for at, line in enumerate(lines) if line.startswith(("--", "VACUUM"))), len(lines))
    return store.statements("\n".join(lines[:ends]))


def ahead(tx: Transaction, by: Act) -> None:
    """A night that repeats, with two people signed up, one of them asked, told and with wishes."""
    keep_draft(tx, by, {})
    plan = Plan("Friday", NOW + timedelta(days=6), "UTC", "cash", "omaha", tables=2, dealt=(2,))
    night_id = plan_night(tx, by, plan, 7)
    begin_series(tx, by, Series("weekly", (NOW + timedelta(days=6)).date(), NOW.time(), "UTC"), night_id)
    record(tx, by.league_id, night_id, play(Board(), 1))
    until = NOW + timedelta(hours=1)
    record(tx, by.league_id, night_id, Decision(asks=(Ask(1, 2, NOW, until),)))
    write_letter(tx, by, night_id, 1, "ask", until, 2)
    record_wish(tx, by.league_id, 1, Wish(may_ask=True))
    record_free(tx, by.league_id, night_id, 1, is_free=True)
    mark_game(tx, by.league_id, 1, "omaha", can=True)


def two_leagues() -> Transaction:
    tx = fresh()
    begin(tx, league_id=2)
    volunteer(tx, 1, 3)
    for league_id in (1, 2):
        enter(tx, act(league_id=league_id, by=HOST), 1, 1, method="cash")
        give(tx, act(league_id=league_id, by=HOST), 1, 1, 500)
        close_books(tx, act(league_id=league_id, by=HOST), 1, None, "left over")
        ahead(tx, act(league_id=league_id, by=HOST))
    return tx


def tables(tx: Transaction) -> list[str]:
    rows = tx.all("SELECT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c ON c.name = 'league_id'"
                  " WHERE m.type = 'table'")  # fmt: skip
    return [row["name"] for row in rows]


def test_a_league_is_erased_whole_and_the_other_stays() -> None:
    tx = two_leagues()
    guards = tx.all("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name")
    other = {name: tx.all(f"SELECT * FROM {name} WHERE league_id = 2") for name in tables(tx)}
    printed: list[str] = []
    for sql in statements("one league, whole"):
        rows = tx.all(sql.replace("222", "1"))
        printed += [str(value) for row in rows for value in row.values()]
    for name in tables(tx):
        assert tx.all(f"SELECT * FROM {name} WHERE league_id = 1") == [], name
        assert tx.all(f"SELECT * FROM {name} WHERE league_id = 2") == other[name]
    assert len(printed) == 3
    for sql in printed:
        tx.run(sql)
    assert tx.all("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name") == guards


def test_a_person_is_erased_everywhere() -> None:
    tx = two_leagues()
    for sql in statements("one person, everywhere"):
        tx.run(sql.replace("111", str(HOST)))
    for name in tables(tx):
        found = [row for row in tx.all(f"SELECT * FROM {name}") if HOST in row.values()]
        assert found == [], name
    assert not re.search(rf"\b{HOST}\b", str(tx.all("SELECT * FROM audit")))
