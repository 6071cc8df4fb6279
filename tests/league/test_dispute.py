"""A dispute: what is sealed, whose turn it is, who may do what, and that it ends."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from league import dispute_rights as rights
from league.dispute import (
    APPEALED,
    CLOSED,
    DECIDED,
    DECIDING,
    ENDED,
    FINAL,
    LEFT,
    SIDES,
    TABLE,
    TABLE_STANDS,
    Decider,
    Decision,
    Dispute,
    Ended,
    Evidence,
    Involved,
    Payment,
    RulesThen,
    Side,
    Terms,
    as_seen_by,
    is_interested,
    is_sealed,
    side_by_side,
    state,
    terms_of,
)
from league.dispute_roles import IN_HAND, OPENER, OTHER, WITNESS
from league.dispute_turns import (
    FOR_ANSWER,
    FOR_APPEAL,
    FOR_DECIDER,
    FOR_HOST,
    FOR_NOBODY,
    FOR_OPENER,
    FOR_SIDES,
    end_by_time,
    ends_at,
    remind_at,
    whose_turn,
)
from league.refusing import NotNow
from league.settings import Settings

AT = datetime(2026, 3, 14, 23, tzinfo=UTC)
ANN, BOB, CY, DEE, EVE, FAY = 1, 2, 3, 4, 5, 6
RULES = RulesThen("cash", ("psp", "rrp", "tda"), {}, (), ())


def after(**by: float) -> datetime:
    return AT + timedelta(**by)


def opened(**changed: Any) -> Dispute:
    """ann against bob; cy, a host, was in the hand; fay saw it."""
    people = (
        Involved(ANN, OPENER, True), Involved(BOB, OTHER, True), Involved(CY, IN_HAND, True), Involved(FAY, WITNESS, False)
    )  # fmt: skip
    return replace(Dispute(1, 1, AT, "table", RULES, Terms(), people, placed_at=AT, thread_id=9), **changed)


def side(player_id: int, hours: float = 1, **facts: str) -> Side:
    return Side(1, player_id, after(hours=hours), f"what {player_id} saw", facts)


SEALED = opened(sealed_until=after(hours=48))
ALONE = opened(sides=(side(ANN),))  # bob has not spoken
HEARD = opened(sides=(side(ANN), side(BOB)))
MADE = Decision(1, DEE, after(days=1), "upheld", "two cards", "the hand was over")
RULED = replace(HEARD, decisions=(MADE,))


def refused(check: Any, *args: Any, **kwargs: Any) -> str:
    with pytest.raises(NotNow) as no:
        check(*args, **kwargs)
    return str(no.value)


# ------------------------------------------------------------------ what is sealed


def test_the_first_side_is_sealed_until_the_other_is_in() -> None:
    one = replace(SEALED, sides=(side(ANN),))
    assert is_sealed(one, after(hours=2))
    both = replace(SEALED, sides=(side(ANN), side(BOB, 2)))
    assert not is_sealed(both, after(hours=2))
    assert not is_sealed(opened(sides=(side(ANN),)), after(hours=2))


def test_the_seal_opens_when_the_time_has_passed() -> None:
    one = replace(SEALED, sides=(side(ANN),))
    assert is_sealed(one, after(hours=48) - timedelta(microseconds=1))
    assert not is_sealed(one, after(hours=48))


def test_whoever_cannot_write_here_keeps_no_seal_shut() -> None:
    guest = replace(SEALED, involved=(Involved(ANN, OPENER, True), Involved(BOB, OTHER, True, has_account=False)))
    assert not is_sealed(replace(guest, sides=(side(ANN),)), after(hours=2))


@pytest.mark.parametrize("viewer", [BOB, CY, DEE, FAY, None])
def test_a_sealed_side_and_its_evidence_are_seen_by_their_giver_alone(viewer: int | None) -> None:
    paper = Evidence(1, ANN, after(hours=1), "photo", "image/png", "", 10, True)
    one = replace(SEALED, sides=(side(ANN),), evidence=(paper,))
    seen = as_seen_by(one, viewer, after(hours=2))
    assert seen.sides == () and seen.evidence == ()
    assert as_seen_by(one, ANN, after(hours=2)) == one
    assert as_seen_by(one, viewer, after(hours=49)) == one


def test_of_facts_the_last_word_of_each_counts_and_the_record_is_a_voice() -> None:
    told = opened(
        facts={"action": "none", "count": "one"},
        sides=(side(ANN, action="two", count="one"), side(BOB, action="none"), side(ANN, 3, action="one", saw="yes")),
    )
    facts = side_by_side(told)
    assert facts.agreed == {"count": "one", "saw": "yes"}
    assert facts.disputed == {"action": {TABLE: "none", ANN: "one", BOB: "none"}}


# ------------------------------------------------------------------ where it stands, whose turn it is


@pytest.mark.parametrize(
    ("told", "hours", "where", "whom", "people"),
    [
        (SEALED, 1, SIDES, FOR_SIDES, (ANN, BOB)),
        (replace(SEALED, sides=(side(ANN),)), 2, SIDES, FOR_SIDES, (BOB,)),
        (replace(SEALED, sides=(side(BOB),)), 49, SIDES, FOR_OPENER, (ANN,)),
        (replace(SEALED, sides=(side(ANN),)), 49, DECIDING, FOR_HOST, ()),
        (opened(), 1, SIDES, FOR_SIDES, (ANN, BOB)),
        (opened(), 49, SIDES, FOR_OPENER, (ANN,)),
        (ALONE, 47, SIDES, FOR_SIDES, (BOB,)),
        (ALONE, 48, DECIDING, FOR_HOST, ()),
        (HEARD, 2, DECIDING, FOR_HOST, ()),
        (replace(HEARD, deciders=(Decider(1, DEE, after(hours=3)),)), 4, DECIDING, FOR_ANSWER, (DEE,)),
        (replace(HEARD, deciders=(Decider(1, DEE, AT, None, after(hours=3)),)), 4, DECIDING, FOR_HOST, ()),
        (replace(HEARD, deciders=(Decider(1, DEE, AT, after(hours=3)),)), 4, DECIDING, FOR_DECIDER, (DEE,)),
        (replace(HEARD, deciders=(Decider(1, FAY, AT, after(hours=1)),)), 4, DECIDING, FOR_DECIDER, (FAY,)),
        (replace(HEARD, sides=(*HEARD.sides, side(FAY)), deciders=(Decider(1, FAY, AT, AT),)), 4, DECIDING, FOR_HOST, ()),
        (replace(HEARD, reopened_at=after(hours=3), deciders=(Decider(1, DEE, AT, AT),)), 4, DECIDING, FOR_HOST, ()),
        (RULED, 25, DECIDED, FOR_APPEAL, (ANN, BOB)),
        (replace(RULED, appealed_at=after(days=2)), 50, APPEALED, FOR_HOST, ()),
        (replace(RULED, appealed_at=after(days=2), deciders=(Decider(1, DEE, AT, AT),)), 50, APPEALED, FOR_HOST, ()),
        (replace(RULED, ended=Ended(after(days=5), FINAL)), 200, ENDED, FOR_NOBODY, ()),
        (replace(HEARD, placed_at=None, thread_id=None), 2, DECIDING, FOR_HOST, ()),
    ],
)  # fmt: skip
def test_it_waits_for_whoever_is_next(
    told: Dispute, hours: float, where: str, whom: str, people: tuple[int, ...]
) -> None:
    now = after(hours=hours)
    turn = whose_turn(told, now)
    assert (state(told, now), turn.whom, turn.player_ids) == (where, whom, people)


def test_seven_days_run_from_when_everything_was_there() -> None:
    assert whose_turn(HEARD, after(hours=2)).until == after(hours=1, days=7)
    late = replace(SEALED, sides=(side(ANN), side(BOB, 30)))
    assert whose_turn(late, after(hours=31)).until == after(hours=30, days=7)
    for timed in (replace(SEALED, sides=(side(ANN),)), ALONE):
        assert whose_turn(timed, after(hours=49)).until == after(hours=48, days=7)
    again = replace(HEARD, reopened_at=after(days=20))
    assert whose_turn(again, after(days=21)).until == after(days=27)


def test_without_a_thread_nobody_is_told_so_everybody_has_fourteen_days_more_and_then_it_ends() -> None:
    for told, whom, days in ((HEARD, FOR_HOST, 7), (RULED, FOR_APPEAL, 3)):
        unplaced = replace(told, placed_at=None, thread_id=None)
        there, gone = whose_turn(told, after(hours=3)), whose_turn(unplaced, after(hours=3))
        assert gone.whom == there.whom == whom and there.until is not None
        assert gone.until == there.until + timedelta(days=14) and there.until - there.since == timedelta(days=days)
        assert ends_at(gone, replace(unplaced, reminded_at=after(days=9))) == gone.until
    waiting = replace(SEALED, placed_at=None, thread_id=None)
    assert whose_turn(waiting, after(hours=3)).until == SEALED.sealed_until, "a seal opens when it was said to"


def test_whoever_accepts_to_decide_has_the_whole_time_of_their_own() -> None:
    named = replace(HEARD, deciders=(Decider(1, DEE, after(days=6)),))
    assert whose_turn(named, after(days=6)).until == after(hours=1, days=7)
    accepted = replace(HEARD, deciders=(Decider(1, DEE, after(days=6), after(days=6)),))
    assert whose_turn(accepted, after(days=6)).until == after(days=13)


def test_time_runs_anew_from_when_there_is_a_thread_to_read() -> None:
    again = replace(HEARD, placed_at=after(days=30))
    assert whose_turn(again, after(days=30)).until == after(days=37)


def test_nothing_ends_by_time_within_a_day_of_the_reminder() -> None:
    turn = whose_turn(HEARD, after(days=9))
    assert remind_at(turn, HEARD) == after(hours=1, days=3.5)
    assert ends_at(turn, HEARD) is None
    reminded = replace(HEARD, reminded_at=after(days=9))
    assert remind_at(turn, reminded) is None
    assert ends_at(turn, reminded) == after(days=10)
    assert ends_at(turn, replace(HEARD, reminded_at=after(days=4))) == after(hours=1, days=7)
    of_another_turn = replace(HEARD, reminded_at=AT)
    assert ends_at(turn, of_another_turn) is None


@pytest.mark.parametrize(
    ("told", "days", "how"),
    [
        (opened(), 15, LEFT),
        (HEARD, 9, TABLE_STANDS),
        (RULED, 5, FINAL),
        (replace(RULED, appealed_at=after(days=2)), 10, FINAL),
    ],
)
def test_time_ends_each_turn_in_its_own_way(told: Dispute, days: int, how: str) -> None:
    assert end_by_time(whose_turn(told, after(days=days)), told) == how


# ------------------------------------------------------------------ who may do what


def test_whoever_was_in_it_decides_nothing_be_they_host() -> None:
    for one in (ANN, BOB, CY):
        assert is_interested(HEARD, one)
        assert refused(rights.verify_may_decide, HEARD, one, True, after(hours=2)) == rights.HAS_PART
    assert not is_interested(HEARD, FAY)
    assert is_interested(replace(HEARD, sides=(*HEARD.sides, side(FAY))), FAY)
    rights.verify_may_decide(HEARD, DEE, True, after(hours=2))


def test_a_member_decides_only_when_named_and_accepting() -> None:
    assert "Only a host" in refused(rights.verify_may_decide, HEARD, EVE, False, after(hours=2))
    asked = replace(HEARD, deciders=(Decider(1, EVE, AT),))
    assert "accept it first" in refused(rights.verify_may_decide, asked, EVE, False, after(hours=2))
    rights.verify_may_accept(asked, EVE, after(hours=2), accepts=True)
    accepted = replace(HEARD, deciders=(Decider(1, EVE, AT, AT),))
    rights.verify_may_decide(accepted, EVE, False, after(hours=2))
    assert "leave it to them" in refused(rights.verify_may_decide, accepted, DEE, True, after(hours=2))
    rights.verify_may_accept(accepted, EVE, after(hours=2), accepts=False)


def test_a_host_in_the_hand_names_somebody_who_was_not() -> None:
    rights.verify_may_name(HEARD, True, EVE, after(hours=2))
    assert refused(rights.verify_may_name, HEARD, True, BOB, after(hours=2)) == rights.HAS_PART
    assert "host or TD names" in refused(rights.verify_may_name, HEARD, False, EVE, after(hours=2))


def test_nobody_decides_what_is_sealed_or_over() -> None:
    one = replace(SEALED, sides=(side(ANN),))
    assert "sealed" in refused(rights.verify_may_decide, one, DEE, True, after(hours=2))
    over = replace(HEARD, ended=Ended(AT, CLOSED, ANN))
    assert refused(rights.verify_may_decide, over, DEE, True, AT) == rights.OVER
    assert "already" in refused(rights.verify_may_decide, RULED, DEE, True, after(days=2))


def test_nobody_decides_before_both_sides_are_heard_or_their_time_has_passed() -> None:
    assert "Both sides" in refused(rights.verify_may_decide, ALONE, DEE, True, after(hours=47.9))
    rights.verify_may_decide(ALONE, DEE, True, after(hours=48))
    rights.verify_may_decide(HEARD, DEE, True, after(hours=2))
    rights.verify_may_decide(ALONE, DEE, True, after(hours=2), {BOB})
    assert "Both sides" in refused(rights.verify_may_decide, opened(), DEE, True, after(hours=2), {BOB})
    nowhere = replace(ALONE, placed_at=None, thread_id=None)
    assert "no thread" in refused(rights.verify_may_decide, nowhere, DEE, True, after(hours=99))


@pytest.mark.parametrize("gone", [(BOB,), (ANN,), (ANN, BOB)])
def test_who_has_no_account_is_not_waited_for_and_time_ends_it(gone: tuple[int, ...]) -> None:
    left = tuple(replace(one, has_account=one.player_id not in gone) for one in ALONE.involved)
    told = replace(ALONE, involved=left, sealed_until=after(hours=48))
    if BOB in gone:
        rights.verify_may_decide(told, DEE, True, after(hours=2))
        assert whose_turn(told, after(hours=2)).until == after(hours=1, days=7)
    silent = replace(told, sides=())
    turn = whose_turn(silent, after(days=3))
    assert turn.until is not None and end_by_time(turn, silent) == LEFT


def test_an_opener_who_was_forgotten_before_speaking_does_not_keep_the_others_from_a_decision() -> None:
    left = (replace(ALONE.involved[0], has_account=False), *ALONE.involved[1:])
    assert state(opened(involved=left, sides=(side(BOB),)), after(hours=2)) == DECIDING


@pytest.mark.parametrize("by", [ANN, CY, DEE])
def test_the_opener_or_a_host_adds_a_witness_or_who_was_in_the_hand(by: int) -> None:
    now = after(hours=2)
    for added, role in ((EVE, WITNESS), (EVE, IN_HAND), (FAY, IN_HAND), (CY, WITNESS)):
        rights.verify_may_add(HEARD, by, by != ANN, added, role, now)


@pytest.mark.parametrize(
    ("told", "by", "added", "role", "sentence"),
    [
        (HEARD, BOB, EVE, WITNESS, "Only whoever opened"),
        (HEARD, FAY, EVE, WITNESS, "Only whoever opened"),
        (HEARD, ANN, EVE, OTHER, "as it was opened"),
        (HEARD, ANN, BOB, WITNESS, "already"),
        (HEARD, ANN, FAY, WITNESS, "already"),
        (HEARD, ANN, CY, IN_HAND, "already"),
        (RULED, ANN, EVE, WITNESS, "decided"),
        (replace(RULED, appealed_at=after(days=2)), ANN, DEE, IN_HAND, "gives the decision back"),
        (replace(HEARD, deciders=(Decider(1, EVE, AT, AT),)), ANN, EVE, IN_HAND, "gives the decision back"),
        (replace(HEARD, ended=Ended(AT, CLOSED, ANN)), ANN, EVE, WITNESS, rights.OVER),
        (opened(involved=(*HEARD.involved, *(Involved(n, IN_HAND, True) for n in range(10, 36)))), ANN, EVE, WITNESS, "30"),
    ],
)  # fmt: skip
def test_nobody_is_added_by_others_twice_or_to_undo_a_decision(
    told: Dispute, by: int, added: int, role: str, sentence: str
) -> None:
    assert sentence in refused(rights.verify_may_add, told, by, False, added, role, after(days=2))


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        (("upheld", " ", "", None, None), "reason"),
        (("perhaps", "so", "", None, None), "outcome"),
        (("corrected", "so", "", None, None), "record"),
        (("money", "so", "", None, None), "who pays"),
        (("money", "so", "", ANN, ANN), "who pays"),
        (("money", "so", "", ANN, DEE), "part of this dispute"),
        (("money", "so", "", CY, ANN), "part of this dispute"),
    ],
)
def test_a_decision_has_a_reason_and_what_its_outcome_needs(told: tuple[Any, ...], sentence: str) -> None:
    assert sentence in refused(rights.verify_decision, HEARD, *told)


def test_money_goes_between_those_involved_or_the_league() -> None:
    rights.verify_decision(HEARD, "money", "so", "", ANN, BOB)
    rights.verify_decision(HEARD, "money", "so", "", None, BOB)


def test_an_appeal_goes_to_one_other_named_person() -> None:
    rights.verify_may_appeal(RULED, BOB, after(days=2))
    assert "Only those" in refused(rights.verify_may_appeal, RULED, FAY, after(days=2))
    appealed = replace(RULED, appealed_at=after(days=2))
    assert "appealed already" in refused(rights.verify_may_appeal, appealed, ANN, after(days=2))
    assert "one person named" in refused(rights.verify_may_decide, appealed, EVE, True, after(days=3))
    assert "other than" in refused(rights.verify_may_decide, appealed, DEE, True, after(days=3))
    assert "other than" in refused(rights.verify_may_name, appealed, True, DEE, after(days=3))
    heard = replace(appealed, deciders=(Decider(1, DEE, AT, AT), Decider(2, EVE, AT, AT)))
    rights.verify_may_decide(heard, EVE, False, after(days=3))


def test_final_is_final() -> None:
    final = replace(RULED, ended=Ended(after(days=5), FINAL))
    now = after(days=6)
    assert "final" in refused(rights.verify_may_appeal, final, ANN, now)
    assert "final" in refused(rights.verify_may_reopen, final, DEE, True)
    assert refused(rights.verify_may_close, final, ANN, False, "so", now) == rights.OVER
    assert refused(rights.verify_may_decide, final, DEE, True, now) == rights.OVER
    assert refused(rights.verify_may_name, final, True, EVE, now) == rights.OVER
    assert refused(rights.verify_may_give_side, final, ANN, now) == rights.OVER


def test_closing_takes_a_reason_and_nobody_closes_what_is_against_them() -> None:
    now = after(hours=2)
    rights.verify_may_close(HEARD, ANN, False, "we made up", now)
    rights.verify_may_close(HEARD, DEE, True, "we made up", now)
    assert "reason" in refused(rights.verify_may_close, HEARD, ANN, False, " ", now)
    assert "no part" in refused(rights.verify_may_close, HEARD, CY, True, "nonsense", now)
    assert "no part" in refused(rights.verify_may_close, HEARD, BOB, False, "nonsense", now)
    assert "decided" in refused(rights.verify_may_close, RULED, ANN, False, "so", after(days=2))


def test_what_was_closed_is_opened_again_by_its_opener_or_a_neutral_host() -> None:
    closed = replace(HEARD, ended=Ended(after(days=1), CLOSED, ANN))
    rights.verify_may_reopen(closed, ANN, False)
    rights.verify_may_reopen(closed, DEE, True)
    assert "no part" in refused(rights.verify_may_reopen, closed, CY, True)
    by_host = replace(HEARD, ended=Ended(after(days=1), CLOSED, DEE))
    assert "no part" in refused(rights.verify_may_reopen, by_host, ANN, False)
    rights.verify_may_reopen(replace(HEARD, ended=Ended(after(days=1), LEFT)), ANN, False)
    assert "no part" in refused(
        rights.verify_may_reopen, replace(HEARD, ended=Ended(after(days=9), TABLE_STANDS)), ANN, False
    )
    assert "open" in refused(rights.verify_may_reopen, HEARD, DEE, True)


def test_a_payment_is_agreed_to_by_those_two_alone_and_once() -> None:
    owed = Payment(ANN, BOB, 1200, "USD")
    told = replace(HEARD, decisions=(replace(MADE, outcome="money", payment=owed),))
    now = after(days=2)
    rights.verify_may_agree(told, ANN, now)
    assert "whoever pays" in refused(rights.verify_may_agree, told, FAY, now)
    half = replace(told, decisions=(replace(MADE, outcome="money", payment=replace(owed, agreed=frozenset({ANN}))),))
    assert "already" in refused(rights.verify_may_agree, half, ANN, now)
    assert "appealed" in refused(rights.verify_may_agree, replace(told, appealed_at=now), ANN, now)
    assert "too long ago" in refused(rights.verify_may_agree, told, ANN, after(days=16))
    gone = tuple(replace(one, has_account=one.player_id != BOB) for one in told.involved)
    assert "forgotten" in refused(rights.verify_may_agree, replace(told, involved=gone), ANN, now)
    assert "not about money" in refused(rights.verify_may_agree, RULED, ANN, now)


def test_evidence_keeps_within_the_leagues_size_and_leaves_the_other_side_a_quarter() -> None:
    paper = Evidence(1, ANN, AT, "photo", "image/png", "", 6_000_000, True)
    told, now = replace(HEARD, evidence=(paper,)), after(hours=2)
    rights.verify_may_add_evidence(HEARD, ANN, 6_000_000, now)
    assert "6.0 MB are left to you" in refused(rights.verify_may_add_evidence, HEARD, ANN, 6_000_001, now)
    rights.verify_may_add_evidence(told, BOB, 2_000_000, now)
    assert "2.0 MB are left to you" in refused(rights.verify_may_add_evidence, told, BOB, 2_000_001, now)
    assert "heard" in refused(rights.verify_may_add_evidence, told, DEE, 1, now)
    erased = replace(told, evidence=(replace(paper, has_content=False),))
    rights.verify_may_add_evidence(erased, BOB, 6_000_000, now)


def test_nobody_hands_in_more_than_ten_pieces_nor_all_together_more_than_can_be_opened() -> None:
    words, now = Evidence(1, ANN, AT, "note", "", "so", 2, False), after(hours=2)
    many = replace(HEARD, evidence=(words,) * 10)
    assert "10 from you" in refused(rights.verify_may_add_evidence, many, ANN, 2, now)
    rights.verify_may_add_evidence(many, BOB, 2, now, 10)
    full = replace(HEARD, evidence=(*(words,) * 15, *(replace(words, player_id=FAY),) * 9))
    rights.verify_may_add_evidence(full, BOB, 2, now)
    assert "keeps 25 pieces" in refused(rights.verify_may_add_evidence, full, BOB, 2, now, 2)


def test_a_stranger_sees_nothing_and_the_decider_what_they_decide() -> None:
    for one in (ANN, BOB, FAY):
        rights.verify_may_see(HEARD, one, False)
    rights.verify_may_see(HEARD, DEE, True)
    assert refused(rights.verify_may_see, HEARD, EVE, False) == rights.NO_PART
    assert refused(rights.verify_may_see, HEARD, CY, False) == rights.NO_PART
    rights.verify_may_see(replace(HEARD, deciders=(Decider(1, EVE, AT),)), EVE, False)


def test_a_rule_is_made_once_of_what_is_final() -> None:
    final = replace(RULED, ended=Ended(after(days=5), FINAL))
    rights.verify_may_make_rule(final, True)
    assert "host" in refused(rights.verify_may_make_rule, final, False)
    assert "final" in refused(rights.verify_may_make_rule, RULED, True)
    assert "rule 4" in refused(rights.verify_may_make_rule, replace(final, own_rule_id=4), True)


def test_the_terms_are_the_leagues_settings_with_their_defaults() -> None:
    assert terms_of(Settings({})) == Terms(48, 7, 3, 14, 8, None, None)
    assert terms_of(Settings({"disputes.appeal_days": 0, "disputes.summary_channel": 77})) == Terms(
        appeal_days=0, summary_channel=77
    )
    assert terms_of(Settings({"disputes.appeal_to": 0})).appeal_to is None, "they were forgotten"
