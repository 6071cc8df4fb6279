"""Pushes: downs stay equal, breaks come in a fair order, nobody deals twice in a row who asked not to."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.rotation import WHYS, Dealer, Down, Facts, Push, facts, next_push

BEGAN = datetime(2026, 3, 14, 19, tzinfo=UTC)
HALF_HOUR = timedelta(minutes=30)


def dealers(*player_ids: int, rests: tuple[int, ...] = (), only_at: dict[int, int] | None = None) -> list[Dealer]:
    return [
        Dealer(player_id, BEGAN, rests=player_id in rests, only_at=(only_at or {}).get(player_id))
        for player_id in player_ids
    ]


class Evening:
    """A night's downs, dealt by the book of its pushes."""

    def __init__(self, there: list[Dealer], tables: list[int]) -> None:
        self.there, self.tables, self.now = there, tables, BEGAN
        self.downs: list[Down] = []
        self.pushes: list[Push] = []

    def push(self) -> Push:
        found = next_push(self.there, self.tables, self.downs, self.now)
        self.downs = [
            Down(down.table_number, down.player_id, down.started_at, down.ended_at or self.now) for down in self.downs
        ]
        self.downs += [Down(each.table_number, each.player_id, self.now) for each in found.assignments]
        self.pushes.append(found)
        self.now += HALF_HOUR
        return found

    def counts(self) -> dict[int, int]:
        dealt = facts(self.downs, self.now)
        return {dealer.player_id: dealt.get(dealer.player_id, Facts(0, 0)).downs for dealer in self.there}

    def rows(self) -> list[dict[int, int]]:
        return [{each.player_id: each.table_number for each in push.assignments} for push in self.pushes]


def who(push: Push) -> dict[int, int]:
    return {each.table_number: each.player_id for each in push.assignments}


def test_the_first_push_puts_whoever_joined_first_at_the_first_tables() -> None:
    there = [Dealer(player_id, BEGAN + timedelta(minutes=player_id)) for player_id in (4, 3, 2, 1)]
    push = next_push(there, [1, 2], [], BEGAN + HALF_HOUR)
    assert (who(push), push.resting, push.without) == ({1: 1, 2: 2}, (3, 4), ())


def test_whoever_continues_moves_on_to_another_table() -> None:
    evening = Evening(dealers(1, 2, 3), [1, 2, 3])
    for row in ({1: 1, 2: 2, 3: 3}, {1: 2, 2: 3, 3: 1}, {1: 3, 2: 1, 3: 2}, {1: 1, 2: 2, 3: 3}):
        push = evening.push()
        assert {each.player_id: each.table_number for each in push.assignments} == row
        assert {each.why for each in push.assignments} == {"all_deal"}


def test_breaks_come_in_a_fair_order() -> None:
    evening = Evening(dealers(1, 2, 3, 4), [1, 2, 3])
    resting = [evening.push().resting for _ in range(8)]
    assert sorted(resting[:4]) == [(1,), (2,), (3,), (4,)]
    assert resting[4:] == resting[:4]


def test_the_longest_run_rests_first_among_equals() -> None:
    downs = [
        Down(1, 1, BEGAN, BEGAN + HALF_HOUR),
        Down(2, 2, BEGAN, BEGAN + HALF_HOUR),
        Down(2, 1, BEGAN + HALF_HOUR),  # dealt on
        Down(2, 2, BEGAN - 2 * HALF_HOUR, BEGAN - HALF_HOUR),
        Down(1, 3, BEGAN - HALF_HOUR, BEGAN),
        Down(1, 3, BEGAN + HALF_HOUR),  # after a rest
    ]
    push = next_push(dealers(1, 2, 3), [1, 2], downs, BEGAN + 2 * HALF_HOUR)
    assert push.resting == (1,)
    assert {each.player_id: each.why for each in push.assignments} == {2: "longest_rest", 3: "shortest_run"}


def test_a_dealer_on_a_break_is_left_out_and_an_empty_table_is_named() -> None:
    there = [Dealer(1, BEGAN, is_on_break=True), Dealer(2, BEGAN)]
    push = next_push(there, [1, 2], [], BEGAN)
    assert (who(push), push.resting, push.without) == ({1: 2}, (), (2,))
    nobody = next_push([], [1, 2], [], BEGAN)
    assert (nobody.assignments, nobody.without) == ((), (1, 2))
    assert next_push(there, [], [], BEGAN) == Push((), (2,), ())


def test_a_dealer_who_owes_it_to_one_table_deals_there_alone() -> None:
    evening = Evening(dealers(1, 2, 3, 4, only_at={1: 3, 2: 3, 3: 1}), [1, 2, 3])
    for _ in range(6):
        row = who(evening.push())
        assert row[3] in (1, 2)
        assert row[1] == 3 and row[2] == 4
    assert evening.counts() == {1: 3, 2: 3, 3: 6, 4: 6}


def test_a_push_at_one_table_takes_nobody_from_another() -> None:
    push = next_push(dealers(1, 2, 3, only_at={1: 2}), [1], [Down(3, 2, BEGAN)], BEGAN)
    assert (who(push), push.resting) == ({1: 3}, ())


def test_a_newcomer_is_not_made_to_catch_up() -> None:
    evening = Evening(dealers(1, 2), [1])
    for _ in range(6):
        evening.push()
    evening.there.append(Dealer(3, evening.now))
    for _ in range(6):
        evening.push()
    assert evening.counts() == {1: 5, 2: 5, 3: 2}


def test_whoever_asked_deals_twice_in_a_row_only_where_nobody_else_can() -> None:
    evening = Evening(dealers(1, 2, rests=(1,)), [1])
    assert [who(evening.push())[1] for _ in range(4)] == [1, 2, 1, 2]
    alone = Evening(dealers(1, rests=(1,)), [1])
    assert [alone.push().assignments[0].why for _ in range(2)] == ["all_deal", "nobody_else"]


@pytest.mark.parametrize(
    ("downs", "said"),
    [
        ([], {}),
        ([Down(1, 7, BEGAN)], {7: Facts(1, 75)}),
        ([Down(1, 7, BEGAN, BEGAN + timedelta(minutes=30, seconds=59))], {7: Facts(1, 30)}),
        ([Down(1, 7, BEGAN, BEGAN + HALF_HOUR), Down(2, 7, BEGAN + HALF_HOUR)], {7: Facts(2, 75)}),
    ],
)
def test_facts_are_downs_and_whole_minutes(downs: list[Down], said: dict[int, Facts]) -> None:
    assert facts(downs, BEGAN + timedelta(minutes=75)) == said


@given(people=st.integers(1, 14), tables=st.integers(1, 4), pushes=st.integers(1, 24), tireless=st.integers(0, 14))
def test_downs_are_equal_and_nobody_deals_on_who_asked_while_another_can(
    people: int, tables: int, pushes: int, tireless: int
) -> None:
    asked = tuple(range(tireless + 1, people + 1))
    evening = Evening(dealers(*range(1, people + 1), rests=asked), list(range(1, tables + 1)))
    before: dict[int, int] = {}
    for _ in range(pushes):
        push = evening.push()
        now = {each.player_id: each.table_number for each in push.assignments}
        assert len(now) == len(push.assignments) == min(people, tables)
        assert now.keys() | set(push.resting) == set(range(1, people + 1)) and now.keys().isdisjoint(push.resting)
        assert {each.why for each in push.assignments} <= set(WHYS)
        twice = [player_id for player_id in now if player_id in asked and player_id in before]
        if twice:  # then everybody else deals, or has just dealt and asked, too
            assert all(player_id in asked and player_id in before for player_id in push.resting)
        before = now
    alike = range(1, tireless + 1) if 0 < tireless < people else range(1, people + 1)  # who asked for nothing, or all
    counts = [evening.counts()[player_id] for player_id in alike]
    assert max(counts) - min(counts) <= 1, evening.rows()
    if people >= 2 * tables:
        every = evening.counts().values()
        assert max(every) - min(every) <= 1
        assert all(first.keys().isdisjoint(second) for first, second in pairwise(evening.rows()))
