"""A dealer's obligation: no state is skipped, and what a book forbids is refused with its clause."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from league.dealer import (
    DISCOUNTS,
    FINAL_TABLE,
    OBLIGATION,
    Agree,
    Ask,
    BackIn,
    Bust,
    BuyOut,
    Depart,
    Duty,
    Owe,
    Relieve,
    Start,
    Step,
    TableBroke,
    Vouch,
    Withdraw,
    after,
    signed_up,
    taken_over,
)
from league.night import release_at
from league.refusing import NotNow
from rules.library import load

NOW = datetime(2026, 3, 14, 20, tzinfo=UTC)
ELEVEN = NOW + timedelta(hours=3)
LATER = ELEVEN + timedelta(minutes=5)
SIGNED = signed_up(3, 7, 1000)
ASKED = (Ask(8, is_at_table=True), Agree(8), Vouch(8))
GO = Depart(is_final_table=True, may_go_from=ELEVEN)

# Written from the clauses: from which state to which one may go.
NEXT = {
    "signed_up": {"dealing", "released"},
    "dealing": {"busted", "bought_out", "released"},
    "busted": {"bought_out", "released"},
    "bought_out": {"relieved", "released"},
    "relieved": set(),
    "released": set(),
}


def duty(*steps: Step, at: datetime = NOW) -> Duty:
    found = SIGNED
    for step in steps:
        found = after(found, step, at)
    return found


@pytest.mark.parametrize(
    ("steps", "state"),
    [
        ((), "signed_up"),
        ((Start(),), "dealing"),
        ((Start(), Bust()), "busted"),
        ((Start(), BuyOut()), "bought_out"),
        ((Start(), Bust(), BuyOut()), "bought_out"),
        ((Start(), BuyOut(), Bust()), "bought_out"),
        ((Start(), Bust(), BackIn()), "dealing"),
        ((Start(), Bust(), BuyOut(), BackIn()), "bought_out"),
        ((Start(), Bust(), BackIn(), Bust()), "busted"),
        ((Start(), Bust(), BuyOut(), *ASKED), "bought_out"),
        ((Start(), Bust(), BuyOut(), *ASKED, Relieve(is_at_table=True)), "relieved"),
        ((Start(), BuyOut(), ASKED[0], ASKED[2], ASKED[1], Relieve(is_at_table=True)), "relieved"),
        ((Withdraw(),), "released"),
        ((TableBroke(),), "released"),
        ((Start(), TableBroke()), "released"),
        ((Start(), Bust(), TableBroke()), "released"),
        ((Start(), Bust(), BuyOut(), TableBroke()), "released"),
    ],
)
def test_an_obligation_goes_from_state_to_state(steps: tuple[Step, ...], state: str) -> None:
    assert duty(*steps).state == state


@pytest.mark.parametrize(
    ("steps", "step", "clause", "said"),
    [
        ((), Bust(), None, "not begun"),
        ((), BuyOut(), None, "not begun"),
        ((), ASKED[0], None, "not begun"),
        ((Start(),), Start(), None, "begun already"),
        ((Start(), Bust()), Bust(), OBLIGATION, "busted already"),
        ((Start(),), BackIn(), None, "has not busted"),
        ((Start(), Bust(), TableBroke()), BackIn(), OBLIGATION, "is over"),
        ((Start(), BuyOut(), Bust()), Bust(), OBLIGATION, "busted already"),
        ((Start(),), Withdraw(), OBLIGATION, "until the table breaks"),
        ((Start(), Bust()), ASKED[0], OBLIGATION, "First the balance"),
        ((Start(), Bust()), Relieve(is_at_table=True), OBLIGATION, "First the balance"),
        ((Start(), BuyOut()), BuyOut(), OBLIGATION, "paid already"),
        ((Start(), BuyOut()), Owe(5), OBLIGATION, "paid already"),
        ((Start(), BuyOut()), Relieve(is_at_table=True), OBLIGATION, "must agree"),
        ((Start(), BuyOut()), Agree(8), OBLIGATION, "Somebody else has been asked"),
        ((Start(), BuyOut()), Ask(7, is_at_table=True), OBLIGATION, "Nobody replaces themselves"),
        ((Start(), BuyOut()), Ask(8, is_at_table=False), OBLIGATION, "from the same table"),
        ((Start(), BuyOut()), Ask(8, is_at_table=True, has_duty=True), OBLIGATION, "a dealer tonight already"),
        ((Start(), BuyOut(), ASKED[0]), Agree(9), OBLIGATION, "Somebody else has been asked"),
        ((Start(), BuyOut(), ASKED[0]), Vouch(9), OBLIGATION, "Somebody else has been asked"),
        ((Start(), BuyOut(), ASKED[0], ASKED[2]), Relieve(is_at_table=True), OBLIGATION, "must agree"),
        ((Start(), BuyOut(), ASKED[0], ASKED[1]), Relieve(is_at_table=True), OBLIGATION, "able to deal"),
        ((Start(), BuyOut(), *ASKED, Ask(9, is_at_table=True)), Relieve(is_at_table=True), OBLIGATION, "must agree"),
        ((Start(), BuyOut(), *ASKED), Relieve(is_at_table=False), OBLIGATION, "from the same table"),
        ((Start(), BuyOut(), *ASKED), Relieve(is_at_table=True, has_duty=True), OBLIGATION, "a dealer tonight already"),
        ((Start(), Bust(), TableBroke()), BuyOut(), OBLIGATION, "is over"),
        ((Start(), BuyOut(), *ASKED, Relieve(is_at_table=True)), TableBroke(), OBLIGATION, "is over"),
    ],
)
def test_what_is_not_allowed_is_refused_with_its_clause(
    steps: tuple[Step, ...], step: Step, clause: str | None, said: str
) -> None:
    with pytest.raises(NotNow, match=said) as refused:
        duty(*steps, step)
    assert refused.value.clause == clause
    assert str(refused.value).endswith(".")


def test_every_clause_that_is_cited_is_in_the_book() -> None:
    assert {OBLIGATION, FINAL_TABLE, "psp-dealer-discount"} <= load().clauses.keys()


@pytest.mark.parametrize(
    ("steps", "go", "at", "clause", "said"),
    [
        ((Start(), Bust()), GO, ELEVEN - timedelta(microseconds=1), FINAL_TABLE, "not yet 11 pm"),
        ((Start(),), GO, LATER, FINAL_TABLE, "still in the tournament"),
        ((), GO, LATER, FINAL_TABLE, "still in the tournament"),
        ((Start(), BuyOut()), GO, LATER, FINAL_TABLE, "still in the tournament"),
        ((Start(), Bust()), replace(GO, is_final_table=False), LATER, OBLIGATION, "not the final table"),
    ],
)
def test_nobody_goes_early(steps: tuple[Step, ...], go: Depart, at: datetime, clause: str, said: str) -> None:
    with pytest.raises(NotNow, match=said) as refused:
        after(duty(*steps), go, at)
    assert refused.value.clause == clause


@pytest.mark.parametrize("steps", [(Start(), Bust()), (Start(), Bust(), BuyOut()), (Start(), BuyOut(), Bust())])
def test_the_final_tables_busted_dealer_goes_from_eleven_on(steps: tuple[Step, ...]) -> None:
    assert after(duty(*steps), GO, ELEVEN).state == "released"


@pytest.mark.parametrize(
    ("zone", "day", "eleven"),
    [
        ("America/New_York", date(2026, 3, 14), "2026-03-15T03:00:00"),
        ("America/New_York", date(2026, 3, 7), "2026-03-08T04:00:00"),  # the clocks change at two that night
        ("America/New_York", date(2026, 10, 31), "2026-11-01T03:00:00"),
        ("Europe/Berlin", date(2026, 3, 28), "2026-03-28T22:00:00"),
        ("Europe/Berlin", date(2026, 10, 24), "2026-10-24T21:00:00"),
        ("America/Nuuk", date(2026, 3, 28), "2026-03-29T01:00:00"),  # 23:00 becomes 00:00: the hour is missing
        ("America/Nuuk", date(2026, 10, 24), "2026-10-25T00:00:00"),  # the hour from 23:00 comes twice
        ("America/Nuuk", date(2026, 7, 4), "2026-07-05T00:00:00"),
    ],
)
def test_eleven_is_eleven_in_the_nights_own_zone(zone: str, day: date, eleven: str) -> None:
    from_then = datetime.fromisoformat(eleven).replace(tzinfo=UTC)
    assert release_at(day, zone) == from_then
    busted, go = duty(Start(), Bust()), Depart(is_final_table=True, may_go_from=release_at(day, zone))
    with pytest.raises(NotNow, match="11 pm"):
        after(busted, go, from_then - timedelta(seconds=1))
    for since in (timedelta(), timedelta(hours=1), timedelta(hours=4), timedelta(days=2)):  # past midnight, too
        assert after(busted, go, from_then + since).state == "released"


@pytest.mark.parametrize(("steps", "owes"), [((), 1000), ((Owe(500),), 500), ((Start(), BuyOut()), 0)])
def test_what_is_owed_is_what_the_host_said_until_it_is_paid(steps: tuple[Step, ...], owes: int) -> None:
    assert duty(*steps).owes == owes


def test_nothing_is_bought_out_before_the_host_says_how_much() -> None:
    begun = after(signed_up(3, 7, None), Start(), NOW)
    assert begun.owes is None
    with pytest.raises(NotNow, match="A host says first"):
        after(begun, BuyOut(), NOW)


def test_a_replacement_has_no_discount_and_owes_nothing_but_dealing() -> None:
    theirs = taken_over(duty(Start(), Bust(), BuyOut(), *ASKED, Relieve(is_at_table=True)))
    assert (theirs.player_id, theirs.table_number, theirs.has_discount, theirs.owes) == (8, 3, False, 0)
    with pytest.raises(NotNow, match="no discount"):
        after(theirs, Owe(1000), NOW)


def test_a_second_yes_leaves_the_first_as_it_was() -> None:
    agreed = duty(Start(), BuyOut(), *ASKED)
    assert after(agreed, Agree(8), LATER).agreed_at == NOW


def test_the_discount_is_ten_more_for_each_table_that_lasts_longer() -> None:
    assert DISCOUNTS == {3: 10, 2: 20, 1: 30}


class Obligations(RuleBasedStateMachine):
    """Everything that can happen to a table's dealers, in any order, at any hour."""

    def __init__(self) -> None:
        super().__init__()
        self.now = NOW
        self.duty = signed_up(1, 7, None)
        self.before: list[Duty] = []
        self.refused: list[NotNow] = []
        self.trail: list[tuple[str, Step, datetime]] = []
        self.has_busted = self.is_paid = self.is_willing = self.is_able = False
        self.asked: int | None = None

    def take(self, step: Step) -> bool:
        try:
            done = after(self.duty, step, self.now)
        except NotNow as no:
            self.refused.append(no)
            return False
        if done.state != self.duty.state:
            assert done.state in NEXT[self.duty.state] or isinstance(step, BackIn)
            self.trail.append((done.state, step, self.now))
        self.duty = done
        return True

    @rule(minutes=st.integers(0, 90))
    def time_passes(self, minutes: int) -> None:
        self.now += timedelta(minutes=minutes)

    @rule()
    def start(self) -> None:
        self.take(Start())

    @rule(balance=st.integers(0, 9_999))
    def say_what_is_owed(self, balance: int) -> None:
        if self.take(Owe(balance)):
            assert self.duty.has_discount or balance == 0

    @rule()
    def bust(self) -> None:
        if self.take(Bust()):
            assert not self.has_busted
            self.has_busted = True

    @rule()
    def take_the_bust_back(self) -> None:
        assert self.take(BackIn()) is self.has_busted
        self.has_busted = False

    @rule()
    def pay(self) -> None:
        if self.take(BuyOut()):
            assert self.duty.balance is not None
            self.is_paid = True

    @rule(who=st.sampled_from([7, 8, 9]), is_at_table=st.booleans(), has_duty=st.booleans())
    def ask(self, who: int, is_at_table: bool, has_duty: bool) -> None:
        if self.take(Ask(who, is_at_table, has_duty)):
            assert is_at_table and not has_duty and who != self.duty.player_id
            self.asked, self.is_willing, self.is_able = who, False, False

    @rule(who=st.sampled_from([7, 8, 9]))
    def agree(self, who: int) -> None:
        if self.take(Agree(who)):
            assert who == self.asked
            self.is_willing = True

    @rule(who=st.sampled_from([7, 8, 9]))
    def vouch(self, who: int) -> None:
        if self.take(Vouch(who)):
            assert who == self.asked
            self.is_able = True

    @precondition(lambda self: self.duty.state == "bought_out" or len(self.trail) % 3 == 0)
    @rule()
    def relieve(self) -> None:
        could = self.duty.may_be_relieved
        if self.take(Relieve(is_at_table=True)):
            assert could and self.is_paid and self.is_willing and self.is_able
            self.before.append(self.duty)
            self.duty = taken_over(self.duty)  # the replacement's own, from its first state on
            assert self.duty.state == "signed_up" and not self.duty.has_discount and self.duty.owes == 0
            self.has_busted = self.is_paid = False
            self.asked = None
        else:
            assert not could

    @rule(is_final_table=st.booleans())
    def depart(self, is_final_table: bool) -> None:
        if self.take(Depart(is_final_table, ELEVEN)):
            assert is_final_table and self.has_busted and self.now >= ELEVEN
            self.next_one()

    @precondition(lambda self: self.now > ELEVEN)
    @rule()
    def table_breaks(self) -> None:
        assert self.take(TableBroke())
        assert self.duty.state == "released"
        self.next_one()

    @rule()
    def withdraw(self) -> None:
        had = self.duty.state
        if self.take(Withdraw()):
            assert had == "signed_up"
            self.next_one()

    def next_one(self) -> None:
        self.before.append(self.duty)
        self.duty = signed_up(1, 7, 3000)
        self.has_busted = self.is_paid = False
        self.asked = None

    @invariant()
    def what_is_over_stays_over(self) -> None:
        for duty in self.before[-3:]:
            assert duty.is_over
            for step in (Start(), Bust(), BuyOut(), TableBroke(), Withdraw()):
                with pytest.raises(NotNow):
                    after(duty, step, self.now)

    @invariant()
    def every_refusal_is_a_sentence_with_a_clause_that_there_is(self) -> None:
        for no in self.refused:
            assert str(no).endswith(".") and (no.clause is None or no.clause in load().clauses)
        self.refused = []

    @invariant()
    def the_trail_is_in_order(self) -> None:
        assert all(first[2] <= second[2] for first, second in pairwise(self.trail))

    @invariant()
    def nobody_is_bought_out_without_paying(self) -> None:
        assert (self.duty.state in ("bought_out", "relieved")) <= (self.duty.paid_at is not None)
        assert self.duty.has_busted == self.has_busted


TestObligations = Obligations.TestCase
