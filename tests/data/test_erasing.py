"""A person or a league is erased, the books stay true, and their own guards stand again afterwards."""

from __future__ import annotations

import re
import sqlite3
from datetime import timedelta

import pytest
from conftest import act
from money_night import HOST, begin, fresh, volunteer

from data.closing import close_books
from data.drafts import keep_draft
from data.erasing import Whom, erase_league, erase_person, league_tables
from data.handled import Act
from data.ledger import balances, check
from data.letters import write_letter
from data.money import enter
from data.plans import plan_night
from data.players import guest_of, player_of, players
from data.registry import HELD
from data.series import begin_series
from data.signups import record
from data.store import Row, Transaction
from data.tips import give
from data.wishes import Wish, mark_game, record_free, record_wish
from league.plan import Plan
from league.series import Series
from league.signup import Ask, Board, Decision, play

NOW = act().at


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


def whom(tx: Transaction, name: str = "ann", user_id: int | None = 101) -> Whom:
    row = tx.one("SELECT player_id FROM player WHERE league_id = 1 AND name = :name", name=name)
    return Whom(1, user_id, None if row is None else row["player_id"], (name,))


def everything(tx: Transaction) -> dict[str, list[Row]]:
    return {name: tx.all(f"SELECT * FROM {name} WHERE league_id = 1") for name in league_tables(tx)}


def test_a_league_is_erased_whole_with_its_books() -> None:
    tx = two_leagues()
    other = {name: tx.all(f"SELECT * FROM {name} WHERE league_id = 2") for name in league_tables(tx)}
    tx.run("BEGIN")
    erase_league(tx, 1)
    tx.run("COMMIT")
    assert not any(everything(tx).values())
    assert {name: tx.all(f"SELECT * FROM {name} WHERE league_id = 2") for name in league_tables(tx)} == other


def test_the_books_are_the_same_but_for_a_name_when_a_player_is_forgotten() -> None:
    tx = two_leagues()
    before, held = everything(tx), balances(tx, 1)
    erase_person(tx, whom(tx))
    assert balances(tx, 1) == held and check(tx, 1).faults == ()
    after = everything(tx)
    for name in ("booking", "line", "account", "booking_confirmed", "tip_sum", "down", "dealer_duty", "night"):
        assert after[name] == before[name], name
    assert players(tx, 1)[1].name == "Player 1" and players(tx, 1)[2].name == "bob"
    for name in ("letter", "dealer_wish", "dealer_free", "dealer_game"):
        assert before[name] and not after[name], name


def test_the_books_stay_as_they_are_when_their_host_is_forgotten() -> None:
    tx = two_leagues()
    held = balances(tx, 1)
    erase_person(tx, Whom(1, HOST, None, ("the host",)))
    assert balances(tx, 1) == held and check(tx, 1).faults == ()
    assert str(HOST) not in re.findall(r"\d+", str(everything(tx)))


def test_the_books_guard_themselves_again_afterwards() -> None:
    tx = two_leagues()
    erase_person(tx, whom(tx))
    for sql in ("UPDATE booking SET reason = 'x'", "DELETE FROM line", "UPDATE audit SET changed_by = 1"):
        with pytest.raises(sqlite3.IntegrityError):
            tx.run(sql)


def test_a_failure_in_the_middle_changes_nothing_and_the_guards_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    tx = two_leagues()
    before = everything(tx)
    guards = tx.all("SELECT sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name")
    monkeypatch.setitem(HELD, "no_such_table.column", HELD["person.user_id"])
    tx.run("BEGIN")
    with pytest.raises(sqlite3.OperationalError):
        erase_person(tx, whom(tx))
    tx.run("ROLLBACK")
    assert everything(tx) == before
    assert tx.all("SELECT sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name") == guards


def test_whoever_comes_back_is_somebody_new() -> None:
    tx = two_leagues()
    erase_person(tx, whom(tx))
    assert player_of(tx, 1, 101, "ann", NOW).player_id == 6
    assert all(place.of != 6 for place, _ in balances(tx, 1) if place.kind == "player")


def test_a_guest_is_forgotten_by_name() -> None:
    tx = two_leagues()
    guest = guest_of(tx, 1, "uncle Bo", NOW)
    erase_person(tx, Whom(1, None, guest.player_id, (guest.name,)))
    assert players(tx, 1)[guest.player_id].name == f"Player {guest.player_id}"
    assert "uncle" not in str(everything(tx))
