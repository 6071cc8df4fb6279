"""Somebody with a part in a dispute is erased or asks for a copy: their words go, and nobody else's are shown."""

from __future__ import annotations

import base64
import json
import sqlite3
from datetime import timedelta

import pytest
from conftest import act
from money_night import fresh

from data.dispute_acts import (
    add_evidence,
    add_side,
    answer_naming,
    name_decider,
    open_dispute,
    place,
    record_appeal,
    record_decision,
    step_out,
)
from data.disputes import dispute_of, evidence_content, log_of
from data.erasing import Whom, erase_league, erase_person, league_tables
from data.exporting import export_person
from data.store import Transaction
from league.dispute import Decision, Dispute, Involved, Payment, RulesThen, Terms, is_sealed
from league.dispute_roles import OPENER, OTHER, WITNESS

AT = act().at
ANN, BOB, CY, DEE, EVE = range(1, 6)  # accounts 101 to 105
NAMES = ("", "ann", "bob", "cy", "dee", "eve")
PEOPLE = (Involved(ANN, OPENER, True), Involved(BOB, OTHER, True), Involved(CY, WITNESS, False))


def whom(player_id: int) -> Whom:
    return Whom(1, 100 + player_id, player_id, (NAMES[player_id],))


def begun(sealed: bool = True, appeal_to: int | None = None) -> Transaction:
    """ann's dispute with bob, which cy saw; each has given a side but bob, and ann handed in a picture."""
    tx = fresh()
    new = Dispute(
        1, 0, AT, "message", RulesThen("cash", ("rrp",), {}, (), ()), Terms(appeal_to=appeal_to), PEOPLE,
        words="ann's pot", link="https://discord.com/channels/1/2/3", night_id=1,
        sealed_until=AT + timedelta(hours=48) if sealed else None,
    )  # fmt: skip
    place(tx, act(), open_dispute(tx, act(), new), 900, 901)
    add_side(tx, act(), 1, ANN, "bob took it", {"action": "one"})
    add_side(tx, act(), 1, CY, "ann had the nine, bob the eight", {})
    add_evidence(tx, act(), 1, ANN, "ann.png", "image/png", "the river", b"\x89PNG")
    return tx


def of(tx: Transaction) -> Dispute:
    found = dispute_of(tx, 1, 1)
    assert found is not None
    return found


def forget(tx: Transaction, player_id: int) -> None:
    erase_person(tx, whom(player_id))
    step_out(tx, act(), 1, player_id)


def test_the_words_and_files_of_who_is_forgotten_go_and_that_they_were_there_stays() -> None:
    tx = begun()
    forget(tx, ANN)
    told = of(tx)
    assert (told.words, told.link) == ("", "")
    assert [(side.player_id, side.text) for side in told.sides] == [
        (ANN, ""),
        (CY, "Player 1 had the nine, bob the eight"),
    ]
    assert told.sides[0].facts == {"action": "one"}
    (paper,) = told.evidence
    assert (paper.name, paper.words, paper.size, paper.has_content) == ("", "", 4, False)
    assert evidence_content(tx, 1, 1, 1) is None
    assert log_of(tx, 1, 1)[-1].what == "forgotten"


def test_the_four_texts_of_a_decision_go_together_with_who_made_it_and_the_decision_stays() -> None:
    tx = begun(sealed=False)
    made = Decision(1, DEE, AT, "corrected", "two cards", "bob said so", "hand 1: dead", "count")
    record_decision(tx, act(), of(tx), made)
    record_appeal(tx, act(), 1, BOB, "ann lied")
    forget(tx, BOB)
    forget(tx, DEE)
    (left,) = of(tx).decisions
    assert (left.by, left.outcome) == (DEE, "corrected")
    assert (left.found, left.reason, left.correction, left.next_time) == ("", "", "", "")
    assert [step.words for step in log_of(tx, 1, 1) if step.what == "appeal"] == [""]


def test_a_seal_that_waited_for_them_opens_and_what_was_to_be_decided_by_them_is_given_back() -> None:
    tx = begun()
    name_decider(tx, act(), of(tx), ANN, EVE)
    answer_naming(tx, act(), 1, EVE, accepts=True)
    assert is_sealed(of(tx), AT)
    forget(tx, EVE)
    assert of(tx).decider is None and is_sealed(of(tx), AT)
    forget(tx, BOB)
    assert not is_sealed(of(tx), AT)
    assert [step.what for step in log_of(tx, 1, 1)][-4:] == ["declined", "forgotten", "forgotten", "unsealed"]


@pytest.mark.parametrize("who", [(ANN,), (BOB,), (ANN, BOB), (ANN, BOB, CY)])
@pytest.mark.parametrize("sealed", [True, False])
def test_whoever_is_forgotten_something_still_falls_due_that_ends_it(who: tuple[int, ...], sealed: bool) -> None:
    tx = begun(sealed)
    for player_id in who:
        forget(tx, player_id)
    kinds = {row["kind"] for row in tx.all("SELECT kind FROM due_job WHERE subject = 1 AND kind LIKE 'dispute.%'")}
    assert kinds & {"dispute.lapse", "dispute.quiet", "dispute.sides"}


def test_the_database_guards_a_decision_again_afterwards() -> None:
    tx = begun(sealed=False)
    record_decision(tx, act(), of(tx), Decision(1, DEE, AT, "upheld", "found", "so"))
    forget(tx, ANN)
    for change in ("reason = 'other'", "outcome = 'apology'"):
        with pytest.raises(sqlite3.IntegrityError):
            tx.run(f"UPDATE dispute_decision SET {change}")


def test_who_hears_appeals_is_nobody_once_they_are_forgotten() -> None:
    tx = begun(appeal_to=105)
    forget(tx, EVE)
    assert of(tx).terms.appeal_to is None
    assert "105" not in tx.all("SELECT terms FROM dispute")[0]["terms"]


# ------------------------------------------------------------------ a copy


@pytest.mark.parametrize("player_id", [ANN, BOB, CY, DEE])
def test_a_copy_has_ones_own_sides_and_files_and_nobody_elses(player_id: int) -> None:
    tx = begun()
    record = json.dumps(export_person(tx, whom(player_id)))
    theirs = {"bob took it": ANN, "had the nine": CY, "ann.png": ANN, "ann's pot": ANN, "the river": ANN}
    assert {words for words in theirs if words in record} == {one for one, by in theirs.items() if by == player_id}
    assert (base64.b64encode(b"\x89PNG").decode() in record) == (player_id == ANN)


def test_a_copy_of_who_pays_has_the_sum_and_not_the_deciders_words() -> None:
    tx = begun(sealed=False)
    owed = Payment(BOB, ANN, 1200, "USD")
    record_decision(tx, act(), of(tx), Decision(1, DEE, AT, "money", "two cards", "cards speak", payment=owed))
    bobs = export_person(tx, whom(BOB))["decisions of disputes, or payments by them"]
    assert [(row["amount"], row["payer"]) for row in bobs] == [("12.00", BOB)]
    assert "cards speak" not in json.dumps(bobs)
    assert "cards speak" in json.dumps(export_person(tx, whom(DEE)))


def test_a_league_is_erased_with_its_disputes() -> None:
    tx = begun()
    record_decision(tx, act(), of(tx), Decision(1, DEE, AT, "upheld", "found", "so"))
    tx.run("BEGIN")
    erase_league(tx, 1)
    tx.run("COMMIT")
    assert not any(tx.all(f"SELECT 1 FROM {table} WHERE league_id = 1") for table in league_tables(tx))
