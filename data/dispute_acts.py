"""What people do in a dispute, written down. Whether they may is decided before, in the same transaction."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict

from data.dispute_steps import end, note, schedule, unseal
from data.disputes import dispute_of
from data.handled import Act
from data.money import settle
from data.numbered import add_numbered
from data.store import Transaction
from data.times import micros_if, to_micros
from league.dispute import (
    ACCEPTED,
    ADDED,
    AGREED,
    APPEAL,
    APPEAL_MADE,
    BOOKED,
    DECISION,
    DECLINED,
    EVIDENCE,
    FINAL,
    FORGOTTEN,
    HOUSE_RULE,
    NAMED,
    OPENED,
    REOPENED,
    SIDE,
    Decision,
    Dispute,
    Involved,
)
from league.dispute_roles import IN_HAND, WITNESS


def open_dispute(tx: Transaction, act: Act, new: Dispute) -> int:
    """Open this one, whose number is not given yet; its number."""
    number = add_numbered(
        tx,
        act.league_id,
        "dispute",
        "dispute_number",
        opened_at=to_micros(act.at),
        opened_by=new.opener,
        source=new.source,
        case_number=new.case_number,
        table_id=new.table_id,
        hand_number=new.hand_number,
        night_id=new.night_id,
        link=new.link,
        words=new.words,
        kind=new.rules.kind,
        books=json.dumps(list(new.rules.order)),
        editions=json.dumps(dict(new.rules.editions), ensure_ascii=False),
        alternates=json.dumps(list(new.rules.alternates)),
        own_rules=json.dumps([dict(rule) for rule in new.rules.own_rules], ensure_ascii=False),
        incident=new.incident,
        facts=json.dumps(dict(new.facts)),
        clauses=json.dumps(list(new.clauses)),
        table_outcome=new.table_outcome,
        terms=json.dumps(asdict(new.terms)),
        sealed_until=micros_if(new.sealed_until),
    )
    for one in new.involved:
        _involve(tx, act, number, one)
    note(tx, act.league_id, number, act.at, OPENED, new.opener)
    return number


def _involve(tx: Transaction, act: Act, number: int, one: Involved) -> None:
    tx.run(
        "INSERT INTO dispute_person (league_id, dispute_number, player_id, role, was_in_hand)"
        " VALUES (:league_id, :number, :player_id, :role, :was_in_hand)"
        " ON CONFLICT DO UPDATE SET role = excluded.role, was_in_hand = excluded.was_in_hand",
        league_id=act.league_id,
        number=number,
        player_id=one.player_id,
        role=one.role,
        was_in_hand=int(one.was_in_hand),
    )


def add_person(tx: Transaction, act: Act, dispute: Dispute, by: int, added: int, role: str) -> None:
    """A witness is added, or somebody who was in the hand; who is both stays a witness who was in the hand."""
    before = next((one for one in dispute.involved if one.player_id == added), None)
    was_in_hand = role == IN_HAND or (before is not None and before.was_in_hand)
    role = role if before is None or role == WITNESS else before.role
    _involve(tx, act, dispute.number, Involved(added, role, was_in_hand))
    note(tx, act.league_id, dispute.number, act.at, ADDED, by, added)


def step_out(tx: Transaction, act: Act, number: int, player_id: int) -> None:
    """Somebody with a part in it has been forgotten: they are waited for no more, and decide nothing."""
    dispute = dispute_of(tx, act.league_id, number)
    assert dispute is not None  # they had a part in it
    if dispute.decider is not None and dispute.decider.player_id == player_id:
        answer_naming(tx, act, number, player_id, accepts=False)
    note(tx, act.league_id, number, act.at, FORGOTTEN, player_id)
    unseal(tx, dispute, act.at)


def place(tx: Transaction, act: Act, number: int, thread_id: int | None, card_id: int | None) -> None:
    """Its thread and the card in it; None: it has no thread now. Time runs anew when it gets another."""
    tx.run(
        "UPDATE dispute SET thread_id = :thread_id, card_id = :card_id, placed_at = CASE WHEN :thread_id IS NULL"
        " THEN NULL WHEN thread_id = :thread_id THEN placed_at ELSE :at END"
        " WHERE league_id = :league_id AND dispute_number = :number",
        thread_id=thread_id,
        card_id=card_id,
        at=to_micros(act.at),
        league_id=act.league_id,
        number=number,
    )
    dispute = dispute_of(tx, act.league_id, number)
    if dispute is not None and not (thread_id is not None and unseal(tx, dispute, act.at)):
        schedule(tx, dispute, act.at)


def add_side(tx: Transaction, act: Act, number: int, player_id: int, text: str, facts: Mapping[str, str]) -> None:
    """Somebody says what happened."""
    side_id = add_numbered(
        tx, act.league_id, "dispute_side", "side_id", {"dispute_number": number},
        player_id=player_id, given_at=to_micros(act.at), text=text, facts=json.dumps(dict(facts)),
    )  # fmt: skip
    note(tx, act.league_id, number, act.at, SIDE, player_id, side_id)
    dispute = dispute_of(tx, act.league_id, number)
    assert dispute is not None  # a side was added to it
    unseal(tx, dispute, act.at)


def add_evidence(
    tx: Transaction,
    act: Act,
    number: int,
    player_id: int,
    name: str,
    media_type: str,
    words: str,
    content: bytes | None,
) -> None:
    """Somebody hands something in."""
    evidence_id = add_numbered(
        tx,
        act.league_id,
        "dispute_evidence",
        "evidence_id",
        {"dispute_number": number},
        player_id=player_id,
        given_at=to_micros(act.at),
        name=name,
        media_type=media_type,
        words=words,
        size=len(words.encode()) if content is None else len(content),
        content=content,
    )
    note(tx, act.league_id, number, act.at, EVIDENCE, player_id, evidence_id)


def name_decider(tx: Transaction, act: Act, dispute: Dispute, by: int | None, named: int) -> None:
    """Somebody is asked to decide it, or its appeal. `by` None: the league's settings name them."""
    add_numbered(
        tx, act.league_id, "dispute_decider", "decider_id", {"dispute_number": dispute.number},
        instance=dispute.instance, player_id=named, named_at=to_micros(act.at),
    )  # fmt: skip
    note(tx, act.league_id, dispute.number, act.at, NAMED, by, named)


def answer_naming(tx: Transaction, act: Act, number: int, player_id: int, *, accepts: bool) -> None:
    """Whoever was asked last accepts; or gives it back."""
    tx.run(
        "UPDATE dispute_decider SET accepted_at = CASE WHEN :accepts THEN :at END,"
        " declined_at = CASE WHEN NOT :accepts THEN :at END"
        " WHERE league_id = :league_id AND dispute_number = :number AND decider_id = (SELECT MAX(decider_id)"
        "  FROM dispute_decider WHERE league_id = :league_id AND dispute_number = :number)",
        accepts=int(accepts),
        at=to_micros(act.at),
        league_id=act.league_id,
        number=number,
    )
    note(tx, act.league_id, number, act.at, ACCEPTED if accepts else DECLINED, player_id)


def record_decision(tx: Transaction, act: Act, dispute: Dispute, made: Decision) -> None:
    """Somebody decides; without an appeal left it is final at once."""
    payment = made.payment
    tx.run(
        "INSERT INTO dispute_decision (league_id, dispute_number, instance, decided_at, decided_by, outcome, found, reason,"
        " correction, next_time, payer_id, payee_id, amount, currency) VALUES (:league_id, :number, :instance, :at, :by,"
        " :outcome, :found, :reason, :correction, :next_time, :payer_id, :payee_id, :amount, :currency)",
        league_id=act.league_id,
        number=dispute.number,
        instance=made.instance,
        at=to_micros(made.at),
        by=made.by,
        outcome=made.outcome,
        found=made.found,
        reason=made.reason,
        correction=made.correction,
        next_time=made.next_time,
        payer_id=None if payment is None else payment.payer_id,
        payee_id=None if payment is None else payment.payee_id,
        amount=None if payment is None else payment.amount,
        currency=None if payment is None else payment.currency,
    )
    note(tx, act.league_id, dispute.number, act.at, DECISION, made.by, made.instance)
    if made.instance == APPEAL or dispute.terms.appeal_days == 0:
        end(tx, act.league_id, dispute.number, act.at, FINAL)


def agree(tx: Transaction, act: Act, dispute: Dispute, player_id: int) -> None:
    """One who pays or is paid agrees; with the last of them it is booked, and the dispute is final."""
    made = dispute.decision
    assert made is not None  # that is what was verified
    payment = made.payment
    assert payment is not None  # likewise
    note(tx, act.league_id, dispute.number, act.at, AGREED, player_id)
    booking_id = None
    if set(payment.people) == {*payment.agreed, player_id}:
        booking_id = settle(
            tx, act, payment.payer_id, payment.payee_id, payment.amount, payment.currency, dispute.night_id,
            f"dispute {dispute.number}",
        )  # fmt: skip
    tx.run(
        "INSERT INTO dispute_agreed (league_id, dispute_number, instance, player_id, agreed_at, booking_id)"
        " VALUES (:league_id, :number, :instance, :player_id, :at, :booking_id)",
        league_id=act.league_id,
        number=dispute.number,
        instance=made.instance,
        player_id=player_id,
        at=to_micros(act.at),
        booking_id=booking_id,
    )
    if booking_id is not None:
        note(tx, act.league_id, dispute.number, act.at, BOOKED, None, booking_id)
        if dispute.ended is None:
            end(tx, act.league_id, dispute.number, act.at, FINAL)


def record_appeal(tx: Transaction, act: Act, number: int, player_id: int, why: str) -> None:
    """Somebody appeals."""
    tx.run(
        "UPDATE dispute SET appealed_at = :at, appealed_by = :by"
        " WHERE league_id = :league_id AND dispute_number = :number",
        at=to_micros(act.at),
        by=player_id,
        league_id=act.league_id,
        number=number,
    )
    note(tx, act.league_id, number, act.at, APPEAL_MADE, player_id, words=why)


def reopen(tx: Transaction, act: Act, number: int, player_id: int, reason: str) -> None:
    """It goes on, with all the time that anybody has."""
    tx.run(
        "UPDATE dispute SET ended_at = NULL, ended_how = NULL, ended_by = NULL, reopened_at = :at"
        " WHERE league_id = :league_id AND dispute_number = :number",
        at=to_micros(act.at),
        league_id=act.league_id,
        number=number,
    )
    note(tx, act.league_id, number, act.at, REOPENED, player_id, words=reason)
    dispute = dispute_of(tx, act.league_id, number)
    assert dispute is not None  # it goes on
    unseal(tx, dispute, act.at)


def keep_rule(tx: Transaction, act: Act, number: int, player_id: int, own_rule_id: int) -> None:
    """A rule of the league was made of it."""
    tx.run(
        "UPDATE dispute SET own_rule_id = :own_rule_id WHERE league_id = :league_id AND dispute_number = :number",
        own_rule_id=own_rule_id,
        league_id=act.league_id,
        number=number,
    )
    note(tx, act.league_id, number, act.at, HOUSE_RULE, player_id, own_rule_id)
