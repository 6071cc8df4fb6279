"""Disputes in the database: what stays as it stood, who was in a hand, what falls due, and what can be erased."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from conftest import act
from money_night import begin, fresh

from data.dispute_acts import (
    add_evidence,
    add_side,
    agree,
    answer_naming,
    keep_rule,
    name_decider,
    open_dispute,
    place,
    record_appeal,
    record_decision,
    reopen,
)
from data.dispute_lists import decided, decided_by, decided_on, disputes_seen_by, open_numbers
from data.dispute_steps import end, note_told, run_due, told_step
from data.disputes import dispute_of, evidence_content, log_of, number_of_thread
from data.due_names import LAPSE, QUIET, SIDES_DUE, TELL, TURN
from data.hands import in_hand
from data.ledger import booking_of, check, confirmed_at
from data.money import undo
from data.store import MIGRATIONS, Transaction, connect, migrate
from data.tables import open_table, table_at, take_step
from data.tables import undo as take_back
from data.times import from_micros
from league.books import HOUSE_PLACE, player
from league.dispute import (
    CLOSED,
    FINAL,
    LEFT,
    TABLE_STANDS,
    Decision,
    Dispute,
    Involved,
    Payment,
    RulesThen,
    Terms,
    as_seen_by,
)
from league.dispute_rights import verify_may_decide
from league.dispute_roles import IN_HAND, OPENER, OTHER, WITNESS
from league.refusing import NotNow
from league.table import Button, Dealer, Hand, Misdeal, Seat, opened

AT = act().at
ANN, BOB, CY, DEE, EVE = 1, 2, 3, 4, 5  # as the night's players are numbered
RULES = RulesThen("cash", ("psp", "rrp"), {"psp": "1"}, ("x",), [{"number": 1, "title": "Ours"}])
PEOPLE = (
    Involved(ANN, OPENER, True),
    Involved(BOB, OTHER, True),
    Involved(CY, IN_HAND, True),
    Involved(EVE, WITNESS, False),
)
SO = Decision(1, DEE, AT, "upheld", "two cards", "the hand was over")


def new(tx: Transaction, key: str = "1", league_id: int = 1, **changed: Any) -> int:
    told = {
        "league_id": league_id, "number": 0, "opened_at": AT, "source": "table", "rules": RULES, "terms": Terms(),
        "involved": PEOPLE, "night_id": 1, "incident": "boxed_card", "facts": {"action": "one"}, "clauses": ("tda-35-e",),
    }  # fmt: skip
    number = open_dispute(tx, act(key, league_id), Dispute(**{**told, **changed}))
    place(tx, act(key, league_id), number, 900 + number, 901)
    return number


def of(tx: Transaction, number: int = 1) -> Dispute:
    found = dispute_of(tx, 1, number)
    assert found is not None
    return found


def due(tx: Transaction) -> dict[str, Any]:
    rows = tx.all(
        "SELECT kind, due_at FROM due_job WHERE league_id = 1 AND kind LIKE 'dispute.%' AND kind <> :tell", tell=TELL
    )
    return {row["kind"]: from_micros(row["due_at"]) for row in rows}


def refused(work: Any) -> str:
    with pytest.raises(sqlite3.IntegrityError) as error:
        work()
    return str(error.value)


# ------------------------------------------------------------------ as it stood


def test_a_dispute_comes_back_as_it_was_opened() -> None:
    tx = fresh()
    new(tx, words="the pot", link="https://discord.com/1", sealed_until=AT + timedelta(hours=48), case_number=7)
    told = of(tx)
    assert told.rules == RULES and told.terms == Terms() and set(told.involved) == set(PEOPLE)
    assert (told.words, told.link, told.case_number, told.facts) == (
        "the pot",
        "https://discord.com/1",
        7,
        {"action": "one"},
    )
    assert told.sealed_until == AT + timedelta(hours=48) and told.clauses == ("tda-35-e",)
    assert told.thread_id == 901 and number_of_thread(tx, 1, 901) == 1
    assert [step.what for step in log_of(tx, 1, 1)] == ["opened"]


def test_two_leagues_see_nothing_of_each_others_disputes() -> None:
    tx = fresh()
    new(tx)
    assert dispute_of(tx, 2, 1) is None and number_of_thread(tx, 2, 901) is None
    assert log_of(tx, 2, 1) == () and decided(tx, 2) == []
    assert disputes_seen_by(tx, 2, ANN, 9, is_staff=True) == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("UPDATE dispute SET facts = '{}' WHERE league_id = 1", "as it stood"),
        ("UPDATE dispute SET words = 'other' WHERE league_id = 1", "only erased"),
        ("UPDATE dispute_side SET text = 'other' WHERE league_id = 1", "only erased"),
        ("UPDATE dispute_side SET facts = '{\"action\":\"none\"}', text = '' WHERE league_id = 1", "only erased"),
        ("UPDATE dispute_evidence SET words = 'other' WHERE league_id = 1", "only erased"),
        ("UPDATE dispute_decision SET reason = 'other' WHERE league_id = 1", "only erased"),
        ("UPDATE dispute_decision SET outcome = 'apology' WHERE league_id = 1", "never changed"),
        ("UPDATE dispute_step SET words = 'other' WHERE league_id = 1", "only erased"),
        ("UPDATE dispute_person SET role = 'witness' WHERE role = 'other'", "stays so"),
        ("UPDATE dispute_person SET was_in_hand = 0 WHERE role = 'hand'", "stays so"),
        ("UPDATE dispute SET ended_at = NULL, ended_how = NULL WHERE league_id = 1", "stays so"),
        ("UPDATE dispute SET ended_how = 'closed' WHERE league_id = 1", "stays so"),
    ],
)
def test_the_database_itself_refuses_to_change_what_was_said_or_decided(change: str, words: str) -> None:
    tx = fresh()
    new(tx)
    add_side(tx, act(), 1, ANN, "mine", {"action": "two"})
    add_evidence(tx, act(), 1, ANN, "photo", "image/png", "look", b"png")
    record_decision(tx, act(), of(tx), SO)
    end(tx, 1, 1, AT, FINAL)
    assert words in refused(lambda: tx.run(change))


def test_texts_and_files_can_be_erased_and_nothing_else_goes() -> None:
    tx = fresh()
    new(tx, words="the pot")
    add_side(tx, act(), 1, ANN, "mine", {"action": "two"})
    add_evidence(tx, act(), 1, ANN, "photo", "image/png", "look", b"png")
    record_decision(tx, act(), of(tx), SO)
    end(tx, 1, 1, AT, CLOSED, ANN, "we made up")
    for change in (
        "UPDATE dispute SET words = '', link = '' WHERE league_id = 1",
        "UPDATE dispute_side SET text = '' WHERE league_id = 1",
        "UPDATE dispute_evidence SET name = '', words = '', content = NULL WHERE league_id = 1",
        "UPDATE dispute_decision SET found = '', reason = '', correction = '', next_time = '' WHERE league_id = 1",
        "UPDATE dispute_step SET words = '' WHERE league_id = 1",
    ):
        tx.run(change)
    told = of(tx)
    assert (told.words, told.sides[0].text, told.decisions[0].reason) == ("", "", "")
    assert told.evidence[0].size == 3 and not told.evidence[0].has_content
    assert told.decisions[0].outcome == "upheld" and told.sides[0].facts == {"action": "two"}


@pytest.mark.parametrize("by", [ANN, BOB, CY, EVE])
def test_the_database_itself_lets_nobody_decide_a_matter_of_their_own(by: int) -> None:
    tx = fresh()
    new(tx)
    add_side(tx, act(), 1, EVE, "I saw it", {})
    made = Decision(1, by, AT, "upheld", "", "so")
    assert "nobody decides" in refused(lambda: record_decision(tx, act(), of(tx), made))


def test_the_database_itself_wants_a_reason_and_a_dispute_that_is_open() -> None:
    tx = fresh()
    new(tx)
    assert "says why" in refused(lambda: record_decision(tx, act(), of(tx), Decision(1, DEE, AT, "upheld", "", " ")))
    record_decision(tx, act(), of(tx), SO)
    assert "never replaced" in refused(lambda: record_decision(tx, act(), of(tx), SO))
    new(tx, "2")
    end(tx, 1, 2, AT, CLOSED, ANN, "so")
    assert "over" in refused(lambda: record_decision(tx, act(), of(tx, 2), SO))


# ------------------------------------------------------------------ who was in the hand


def test_everybody_dealt_in_to_a_hand_that_is_over_is_found_again() -> None:
    tx, by = fresh(), act()
    kept = _table(tx)
    for step in (Seat(ANN), Seat(BOB), Seat(CY), Button(1), Hand(), Seat(DEE), Hand((BOB,)), Hand()):
        kept = take_step(tx, by, kept, step)
    assert set(in_hand(tx, 1, kept.table_id, 1)) == {ANN, BOB, CY}
    assert set(in_hand(tx, 1, kept.table_id, 2)) == set(in_hand(tx, 1, kept.table_id, 3)) == {ANN, BOB, CY, DEE}
    for number in (0, 4, 99):
        assert in_hand(tx, 1, kept.table_id, number) == ()
    assert in_hand(tx, 2, kept.table_id, 1) == () == in_hand(tx, 1, 77, 1)


def test_the_dealer_of_a_hand_was_in_it_and_a_hand_taken_back_counts_as_it_was_dealt() -> None:
    tx, by = fresh(), act()
    kept = _table(tx, "psp_dedicated")
    for step in (Dealer(EVE), Seat(ANN), Seat(BOB), Button(1), Hand(), Misdeal(), Hand()):
        kept = take_step(tx, by, kept, step)
    kept = take_back(tx, by, kept)
    kept = take_step(tx, by, kept, Dealer(None))
    assert set(in_hand(tx, 1, kept.table_id, 1)) == {ANN, BOB, EVE}


def _table(tx: Transaction, mode: str = "rrp") -> Any:
    table_id = open_table(tx, act(), 1, opened(1, "cash", "holdem", mode, 9, None, AT))
    return table_at(tx, 1, table_id)


# ------------------------------------------------------------------ what falls due


def test_only_the_one_whose_turn_it_is_is_reminded_and_waited_for() -> None:
    tx = fresh()
    new(tx, sealed_until=AT + timedelta(hours=48))
    assert due(tx) == {SIDES_DUE: AT + timedelta(hours=48), TURN: AT + timedelta(hours=24)}
    add_side(tx, act(at=AT + timedelta(hours=1)), 1, ANN, "mine", {})
    assert due(tx)[SIDES_DUE] == AT + timedelta(hours=48)
    add_side(tx, act(at=AT + timedelta(hours=2)), 1, BOB, "mine", {})
    assert [step.what for step in log_of(tx, 1, 1)] == ["opened", "side", "side", "unsealed"]
    assert due(tx) == {LAPSE: AT + timedelta(days=7, hours=2), TURN: AT + timedelta(days=3.5, hours=2)}
    end(tx, 1, 1, AT, CLOSED, ANN, "so")
    assert due(tx) == {}


def work(tx: Transaction, now: Any) -> list[str]:
    """Everything that is due then, the earliest first; what the log has more."""
    before = len(log_of(tx, 1, 1))
    for _ in range(9):
        kinds = sorted((at, kind) for kind, at in due(tx).items() if at <= now)
        if not kinds:
            return [step.what for step in log_of(tx, 1, 1)[before:]]
        run_due(tx, 1, 1, kinds[0][1], now)
    raise AssertionError("a job comes back for ever")


@pytest.mark.parametrize("seal", [None, AT + timedelta(hours=48)])
def test_an_outage_over_all_its_time_leaves_a_day_to_whoever_was_not_heard(seal: Any) -> None:
    tx = fresh()
    new(tx, sealed_until=seal)
    add_side(tx, act(), 1, ANN, "mine", {})
    back = AT + timedelta(days=10)
    assert set(work(tx, back)) == ({"reminded"} if seal is None else {"reminded", "unsealed"})
    with pytest.raises(NotNow, match="Both sides have not been heard"):
        verify_may_decide(of(tx), DEE, True, back + timedelta(hours=23))
    verify_may_decide(of(tx), DEE, True, back + timedelta(hours=24))
    assert work(tx, back + timedelta(hours=24)) == (["sides_over"] if seal is None else [])
    assert due(tx)[LAPSE] == back + timedelta(days=8)


def test_an_outage_over_the_end_of_a_turn_is_no_end_whoever_was_reminded_before() -> None:
    tx = fresh()
    new(tx)
    for who in (ANN, BOB):
        add_side(tx, act(), 1, who, "mine", {})
    assert work(tx, AT + timedelta(days=3.5)) == ["reminded"]
    assert work(tx, AT + timedelta(days=9)) == ["reminded"], "from then on it was out"
    assert work(tx, AT + timedelta(days=10)) == ["table_stands"]


def test_after_an_outage_the_reminder_comes_first_and_a_day_passes() -> None:
    tx = fresh()
    new(tx)
    for who in (ANN, BOB):
        add_side(tx, act(), 1, who, "mine", {})
    late = AT + timedelta(days=30)
    assert run_due(tx, 1, 1, LAPSE, late)
    assert log_of(tx, 1, 1)[-1].what == "reminded" and of(tx).ended is None
    assert due(tx) == {LAPSE: late + timedelta(hours=24)}
    assert not run_due(tx, 1, 1, LAPSE, late + timedelta(hours=23))
    assert run_due(tx, 1, 1, LAPSE, late + timedelta(hours=24))
    assert of(tx).ended is not None and of(tx).ended.how == TABLE_STANDS  # type: ignore[union-attr]
    assert not run_due(tx, 1, 1, LAPSE, late + timedelta(hours=48))


def test_what_the_opener_left_is_closed_without_a_thread_fourteen_days_later() -> None:
    tx = fresh()
    new(tx)
    assert due(tx) == {SIDES_DUE: AT + timedelta(hours=48), TURN: AT + timedelta(hours=24)}
    assert run_due(tx, 1, 1, TURN, AT + timedelta(hours=24))
    assert run_due(tx, 1, 1, SIDES_DUE, AT + timedelta(hours=48))
    assert [step.what for step in log_of(tx, 1, 1)] == ["opened", "reminded", "sides_over"]
    assert due(tx)[QUIET] == AT + timedelta(days=16)
    assert not run_due(tx, 1, 1, SIDES_DUE, AT + timedelta(hours=49))
    place(tx, act(at=AT + timedelta(hours=49)), 1, None, None)
    assert due(tx)[QUIET] == AT + timedelta(days=30)
    place(tx, act(at=AT + timedelta(days=20)), 1, 950, 951)
    assert due(tx)[SIDES_DUE] == AT + timedelta(days=22), "whoever has not been heard has all their time again"
    place(tx, act(at=AT + timedelta(days=21)), 1, None, None)
    assert run_due(tx, 1, 1, TURN, AT + timedelta(days=29)) and log_of(tx, 1, 1)[-1].what == "reminded"
    assert run_due(tx, 1, 1, QUIET, AT + timedelta(days=30))
    assert of(tx).ended is not None and of(tx).ended.how == LEFT  # type: ignore[union-attr]


def test_each_line_is_told_until_the_last_and_then_the_job_goes() -> None:
    tx = fresh()
    new(tx)
    add_side(tx, act(), 1, ANN, "mine", {})
    assert [step.step_id for step in log_of(tx, 1, 1, told_step(tx, 1, 1))] == [1, 2]
    note_told(tx, 1, 1, 1)
    assert tx.one("SELECT 1 AS there FROM due_job WHERE league_id = 1 AND kind = :tell", tell=TELL)
    note_told(tx, 1, 1, 2)
    note_told(tx, 1, 1, 1)
    assert told_step(tx, 1, 1) == 2
    assert tx.one("SELECT 1 AS there FROM due_job WHERE league_id = 1 AND kind = :tell", tell=TELL) is None


# ------------------------------------------------------------------ decided


def test_the_newest_who_was_asked_decides_and_can_give_it_back() -> None:
    tx = fresh()
    new(tx)
    name_decider(tx, act(), of(tx), BOB, DEE)
    answer_naming(tx, act(), 1, DEE, accepts=True)
    assert of(tx).decider is not None and of(tx).decider.accepted_at == AT  # type: ignore[union-attr]
    answer_naming(tx, act(), 1, DEE, accepts=False)
    assert of(tx).decider is None
    name_decider(tx, act(), of(tx), None, EVE)
    assert of(tx).decider.player_id == EVE  # type: ignore[union-attr]


def test_with_the_second_agreement_it_is_booked_once_and_final() -> None:
    tx = fresh()
    new(tx)
    record_decision(tx, act(), of(tx), Decision(1, DEE, AT, "money", "", "so", payment=Payment(ANN, BOB, 1200, "USD")))
    agree(tx, act(by=101), of(tx), ANN)
    assert of(tx).decisions[0].payment.booking_id is None and of(tx).ended is None  # type: ignore[union-attr]
    agree(tx, act(by=102), of(tx), BOB)
    made = of(tx).decisions[0].payment
    assert made is not None and made.booking_id is not None and of(tx).ended.how == FINAL  # type: ignore[union-attr]
    booking = booking_of(tx, 1, made.booking_id)
    assert booking is not None and booking.what == "settlement" and booking.reason == "dispute 1"
    assert (booking.moved(player(ANN)), booking.moved(player(BOB))) == (-1200, 1200)
    assert set(confirmed_at(tx, 1, made.booking_id)) == {ANN, BOB}
    undo(tx, act("9"), made.booking_id, "it was settled in cash")
    assert not check(tx, 1).faults


def test_the_league_itself_pays_when_the_one_who_is_paid_agrees() -> None:
    tx = fresh()
    new(tx)
    record_decision(tx, act(), of(tx), Decision(1, DEE, AT, "money", "", "so", payment=Payment(None, BOB, 500, "USD")))
    agree(tx, act(), of(tx), BOB)
    booking = booking_of(tx, 1, of(tx).decisions[0].payment.booking_id)  # type: ignore[union-attr, arg-type]
    assert booking is not None and (booking.moved(HOUSE_PLACE), booking.moved(player(BOB))) == (-500, 500)


def test_without_an_appeal_a_decision_is_final_at_once_and_an_appeals_always() -> None:
    tx = fresh()
    new(tx, terms=Terms(appeal_days=0))
    record_decision(tx, act(), of(tx), SO)
    assert of(tx).ended is not None
    new(tx, "2")
    record_decision(tx, act(), of(tx, 2), SO)
    record_appeal(tx, act(), 2, BOB, "the wrong hand")
    assert of(tx, 2).ended is None and of(tx, 2).instance == 2
    record_decision(tx, act(), of(tx, 2), Decision(2, EVE, AT, "no_fault", "", "both were right"))
    assert of(tx, 2).ended is not None and of(tx, 2).decision.outcome == "no_fault"  # type: ignore[union-attr]


def test_what_was_closed_goes_on_and_keeps_both_lines() -> None:
    tx = fresh()
    new(tx)
    end(tx, 1, 1, AT, CLOSED, ANN, "we made up")
    assert of(tx).ended.reason == "we made up"  # type: ignore[union-attr]
    reopen(tx, act(), 1, ANN, "we did not")
    assert of(tx).ended is None
    assert [(step.what, step.words) for step in log_of(tx, 1, 1)][1:] == [
        ("closed", "we made up"),
        ("reopened", "we did not"),
    ]


# ------------------------------------------------------------------ lists


def test_everybody_sees_their_own_disputes_and_staff_all() -> None:
    tx = fresh()
    new(tx)
    new(tx, "2", involved=(Involved(BOB, OPENER, False), Involved(CY, IN_HAND, True)))
    name_decider(tx, act(), of(tx, 2), BOB, DEE)

    def seen(player_id: int, **options: Any) -> list[int]:
        return [one.number for one in disputes_seen_by(tx, 1, player_id, 9, **{"is_staff": False, **options})]

    assert (seen(ANN), seen(BOB), seen(CY), seen(DEE), seen(CY, is_staff=True)) == ([1], [2, 1], [], [2], [2, 1])
    end(tx, 1, 2, AT, CLOSED, BOB, "so")
    assert seen(BOB, open_only=True) == [1] and seen(BOB, before=2) == [1]
    assert open_numbers(tx, 1, ANN) == [1] and open_numbers(tx, 1, BOB) == []


def test_a_decision_is_found_when_it_is_final_and_not_erased() -> None:
    tx = fresh()
    new(tx)
    record_decision(tx, act(), of(tx), SO)
    assert decided(tx, 1) == []
    end(tx, 1, 1, AT, FINAL)
    assert [(one.number, one.outcome, one.clauses) for one in decided(tx, 1)] == [(1, "upheld", ("tda-35-e",))]
    keep_rule(tx, act(), 1, DEE, 3)
    assert of(tx).own_rule_id == 3
    tx.run("UPDATE dispute_decision SET found = '', reason = '', correction = '', next_time = '' WHERE league_id = 1")
    assert decided(tx, 1) == []


def test_a_like_decision_is_found_by_its_incident_else_by_a_clause() -> None:
    tx = fresh()
    clauses = ("tda-35-e", "tda-35-e", "tda-1")

    def found(*by: str, incident: str | None = None, but: int = 0, most: int = 3) -> list[int]:
        return [one.number for one in decided_by(tx, 1, by, incident, but, most)]

    for number in (1, 2, 3):
        new(tx, str(number), incident="fouled_deck" if number == 2 else "boxed_card", clauses=clauses[: number + 1])
        record_decision(tx, act(), of(tx, number), SO)
        assert number not in found("tda-35-e")
        end(tx, 1, number, AT, FINAL)
    assert [one.number for one in decided_on(tx, 1, "boxed_card", 0, 3)] == [3, 1]
    assert [one.number for one in decided_on(tx, 1, "boxed_card", 3, 3)] == [1]
    assert [one.number for one in decided_on(tx, 1, "boxed_card", 0, 1)] == [3]
    assert found("tda-1", "tda-35-e") == [3, 2, 1] and found("tda-1") == [3, 2] and found() == found("tda-2") == []
    assert found("tda-35-e", incident="boxed_card") == [2] and found("tda-35-e", but=3, most=1) == [2]
    tx.run(
        "UPDATE dispute_decision SET found = '', reason = '', correction = '', next_time = '' WHERE dispute_number = 3"
    )
    assert found("tda-35-e", most=1) == [2] and decided_on(tx, 1, "boxed_card", 1, 3) == []


def test_what_was_final_before_it_was_noted_by_clause_is_found_all_the_same(tmp_path: Path) -> None:
    with closing(connect(tmp_path / "before")) as books:
        (tmp_path / "until").mkdir()
        for file in sorted(MIGRATIONS.glob("*.sql"))[:8]:
            shutil.copy(file, tmp_path / "until")
        assert migrate(books, tmp_path / "until") == 8
        tx = Transaction(books)
        begin(tx)
        new(tx)
        new(tx, "2")
        record_decision(tx, act(), of(tx), SO)
        end(tx, 1, 1, AT, FINAL)
        assert migrate(books) >= 9
        assert [one.number for one in decided_by(tx, 1, ("tda-35-e",), None, 0, 3)] == [1]


def test_a_file_comes_back_as_it_was_handed_in() -> None:
    tx = fresh()
    new(tx)
    add_evidence(tx, act(), 1, BOB, "hand.png", "image/png", "", b"\x89PNG\x00")
    add_evidence(tx, act(), 1, BOB, "message", "", "I saw two cards", None)
    assert evidence_content(tx, 1, 1, 1) == b"\x89PNG\x00"
    assert evidence_content(tx, 1, 1, 2) is None and evidence_content(tx, 2, 1, 1) is None
    assert [one.size for one in of(tx).evidence] == [5, 15]


def test_what_was_closed_sealed_stays_so_until_it_is_opened_again_which_its_thread_is_told() -> None:
    tx = fresh()
    new(tx, sealed_until=AT + timedelta(hours=48))
    add_side(tx, act(), 1, ANN, "mine", {})
    end(tx, 1, 1, AT + timedelta(hours=1), CLOSED, ANN, "we made up")
    late = AT + timedelta(days=9)
    assert as_seen_by(of(tx), BOB, late).sides == () and len(as_seen_by(of(tx), ANN, late).sides) == 1
    reopen(tx, act(at=late), 1, DEE, "")
    assert [step.what for step in log_of(tx, 1, 1)][-2:] == ["reopened", "unsealed"]
    assert len(as_seen_by(of(tx), BOB, late).sides) == 1
