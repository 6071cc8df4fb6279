"""Every column of the schema is known to hold a person or nobody, and a person leaves every one of them."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from typing import Any

import pytest
from in_memory import bare

from data.erasing import Whom, erase_league, erase_person, league_tables, leagues_kept
from data.exporting import ELSEWHERE, HEADINGS, export_person
from data.registry import HELD, NO_LEAGUE, NOBODY, held_in, tables_with_people
from data.store import Row, Transaction

ANN, BOB = 700_000_000_000_000_017, 700_000_000_000_000_018
NAME = "Annika_Q"
ANN_PLAYER = 17
WHOM = Whom(1, ANN, ANN_PLAYER, (NAME,))


def columns(tx: Transaction) -> list[str]:
    rows = tx.all("SELECT m.name || '.' || c.name AS name FROM sqlite_master m JOIN pragma_table_info(m.name) c"
                  " WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'")  # fmt: skip
    return [row["name"] for row in rows]


def nobodys() -> list[str]:
    return [f"{table}.{column}" for table, names in NOBODY.items() for column in names.split()]


def test_every_column_is_known_to_hold_a_person_or_nobody() -> None:
    real = {name for name in columns(bare()) if not name.startswith(NO_LEAGUE) and not name.endswith(".league_id")}
    assert real - HELD.keys() - set(nobodys()) == set(), "say in data/registry.py how these are erased and exported"
    assert (HELD.keys() | set(nobodys())) - real == set(), "no such columns"
    assert HELD.keys() & set(nobodys()) == set()


def test_every_table_belongs_to_leagues_but_the_programs_own() -> None:
    tx = bare()
    tables = {name.partition(".")[0] for name in columns(tx)}
    assert tables - set(league_tables(tx)) == set(NO_LEAGUE)


def test_every_table_with_a_person_is_exported_under_a_heading_or_left_out_by_name() -> None:
    assert set(tables_with_people()) == set(HEADINGS) | set(ELSEWHERE)


# ------------------------------------------------------------------ a person in every column


def triggers(tx: Transaction) -> list[Row]:
    return tx.all("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name")


def plant(
    tx: Transaction, table: str, numbers: Iterator[int], league_id: int, who: tuple[int, int], words: str
) -> None:
    """A row of this person, with these words wherever words stand; all else is of no matter."""
    held, values = held_in(table), {}
    account, number = who
    for column in tx.all(f"SELECT name, type FROM pragma_table_info('{table}')"):
        name, at = column["name"], next(numbers)
        kept = held.get(name)
        values[name] = {"TEXT": f"x{at}", "BLOB": f"{NAME if account == ANN else 'bob'}.png".encode()}.get(
            column["type"], at
        )
        if name == "league_id":
            values[name] = league_id
        elif kept is not None and kept.whose and column["type"] != "BLOB":
            values[name] = account if kept.whose == "account" else number
        elif kept is not None and kept.how in ("words", "pseudonym"):
            values[name] = words
        elif kept is not None and kept.how == "ids inside":
            inside = {"user_id": account, "values": {"floor_call": [account, BOB]}, "reason": words}
            values[name] = json.dumps(inside)
        elif name in ("detail", "step", "state", "was", "draft", "payload", "value", "dealt", "ruling", "own_rules",
                      "facts", "clauses"):  # fmt: skip
            values[name] = "{}"
    names = ", ".join(values)
    tx.run(f"INSERT INTO {table} ({names}) VALUES ({', '.join(f':{name}' for name in values)})", **values)


@pytest.fixture
def planted() -> Transaction:
    """Ann and Bob in every column of league 1, Ann in the words about Bob, and Ann in league 2 as well."""
    tx, numbers = bare(), itertools.count(100)
    guards = triggers(tx)
    for pragma in ("foreign_keys = OFF", "ignore_check_constraints = ON"):
        tx.run(f"PRAGMA {pragma}")
    for guard in guards:
        tx.run(f"DROP TRIGGER {guard['name']}")
    for table in league_tables(tx):
        plant(tx, table, numbers, 1, (ANN, ANN_PLAYER), f"{NAME} said so")
        plant(tx, table, numbers, 1, (BOB, 18), "bob and annika_queen said so")
        plant(tx, table, numbers, 2, (ANN, ANN_PLAYER), f"{NAME} said so")
    told_of = ("case_file", "case_decision", "booking", "handled", "night_plan", "audit", "missed_question", "dispute",
               "dispute_side", "dispute_evidence", "dispute_decision", "dispute_step")  # fmt: skip
    for table in told_of:
        plant(tx, table, numbers, 1, (BOB, 19), f"told of {NAME}, <@{ANN}> and Annika\\_Q")
    for guard in guards:
        tx.run(guard["sql"])
    return tx


def rows(tx: Transaction, table: str, league_id: int) -> list[Row]:
    return tx.all(f"SELECT * FROM {table} WHERE league_id = {league_id}")


def is_anns(row: Row) -> bool:
    told = "\n".join(map(str, row.values())).replace("\\", "")
    return str(ANN) in told or NAME in told or ANN_PLAYER in row.values()


def test_who_is_forgotten_is_in_no_column_any_more_and_nobody_else_is_touched(planted: Transaction) -> None:
    guards = triggers(planted)
    others = {table: [row for row in rows(planted, table, 1) if not is_anns(row)] for table in league_tables(planted)}
    elsewhere = {table: rows(planted, table, 2) for table in league_tables(planted)}
    assert all(len(those) >= 1 for those in others.values())
    erase_person(planted, WHOM)
    for table in league_tables(planted):
        left = rows(planted, table, 1)
        told = "\n".join(str(value) for row in left for value in row.values()).replace("\\", "")
        assert str(ANN) not in told, table
        assert NAME not in told, table
        assert [row for row in others[table] if row not in left] == [], table
        assert rows(planted, table, 2) == elsewhere[table], table
    assert triggers(planted) == guards
    (player,) = planted.all("SELECT * FROM player WHERE league_id = 1 AND player_id = 17")
    assert (player["name"], player["user_id"]) == ("Player 17", None)


def is_seen(name: str) -> bool:
    """Would somebody still be there without this column's rule? Not where a number stands, or all of the row goes."""
    whole_row = "row goes" in [held.how for held in held_in(name.partition(".")[0]).values()]
    says_who = HELD[name].how not in ("number stays", "empty") or name in (
        "booking.booked_by", "player.user_id", "dispute_evidence.content"
    )  # fmt: skip
    return says_who and (HELD[name].how == "row goes" or not whole_row)


@pytest.mark.parametrize("name", [name for name in HELD if is_seen(name)])
def test_a_column_that_the_registry_forgets_is_found_out(
    name: str, planted: Transaction, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The proof above looks at each column: with any one left out, somebody is still there."""
    monkeypatch.delitem(HELD, name)
    erase_person(planted, WHOM)
    told = str([row for table in league_tables(planted) for row in rows(planted, table, 1)]).replace("\\", "")
    if name.startswith(("letter.", "dealer_")):
        table = name.partition(".")[0]
        assert [row for row in rows(planted, table, 1) if row["player_id"] == ANN_PLAYER]
    else:
        assert str(ANN) in told or NAME in told


def test_an_export_has_a_part_of_every_table_and_no_other_account(planted: Transaction) -> None:
    planted.run("UPDATE booking SET booked_by = NULL WHERE league_id = 1 AND booked_by = :ann", ann=ANN)
    planted.run("UPDATE game_table SET state = :state", state=json.dumps({"tallies": {"17": [3, 1]}}))
    kept = export_person(planted, WHOM)
    told = json.dumps(kept)
    missing = {heading for table, heading in HEADINGS.items() if heading not in kept and table != "booking"}
    assert missing == set()
    assert kept["seats at tables"][0] | {"dealt": 3, "shuffled": 1} == kept["seats at tables"][0]
    assert str(BOB) not in told and "bob" not in told
    assert "told of" not in told  # what others typed
    assert "tip sum" not in kept and not any("recipient" in row for row in kept.get("tip_sum", ()))


def test_a_league_that_goes_leaves_no_row_and_the_other_all(planted: Transaction) -> None:
    guards, tables = triggers(planted), league_tables(planted)
    other = {table: rows(planted, table, 2) for table in tables}
    planted.run("BEGIN")
    erase_league(planted, 1)
    planted.run("COMMIT")
    for table in tables:
        assert rows(planted, table, 1) == [], table
        assert rows(planted, table, 2) == other[table], table
    assert triggers(planted) == guards
    assert leagues_kept(planted) == [2]


# ------------------------------------------------------------------ words


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Annika_Q mucked", "Player 17 mucked"),
        ("Annika_Queen mucked", "Annika_Queen mucked"),
        (f"ask <@!{ANN}>.", "ask Player 17."),
        ("Annika\\_Q is seated", "Player 17 is seated"),
        ("a " * 40 + "Annika_Q", "a " * 40 + "…"),  # longer than it was: it must fit its column
        ("nothing", "nothing"),
    ],
)
def test_a_name_leaves_others_words_as_a_whole_word_and_never_makes_them_longer(text: str, left: str) -> None:
    from data.erasing import Scrub

    assert Scrub(WHOM).words(text) == left


@pytest.mark.parametrize("name", ["A", "Jo", "100", "7 2"])
def test_a_name_too_short_to_be_told_from_cards_and_numbers_is_not_looked_for(name: str) -> None:
    from data.erasing import Scrub

    told: Any = f"{name} of hearts, {name}"
    assert Scrub(Whom(1, None, 17, (name,))).words(told) == told
