"""How the volunteers' pool is shared, and what is said about tips."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from league.rotation import Facts
from league.settings import Settings
from league.tips import EVENINGS, SPLITS, closing_line, policy_of, pool_shares, suggestion

DEALT = {4: Facts(3, 60), 5: Facts(1, 60), 6: Facts(0, 0)}


def test_the_pool_is_shared_by_downs_by_minutes_or_equally() -> None:
    assert pool_shares(400, DEALT, "downs") == {4: 300, 5: 100, 6: 0}
    assert pool_shares(400, DEALT, "minutes") == {4: 200, 5: 200, 6: 0}
    assert pool_shares(402, DEALT, "equally") == {4: 134, 5: 134, 6: 134}


def test_what_rounding_leaves_goes_to_the_largest_fraction_then_the_fewest_downs_then_the_lower_number() -> None:
    assert pool_shares(1, {1: Facts(2, 0), 2: Facts(1, 0)}, "downs") == {1: 1, 2: 0}
    assert pool_shares(1, {1: Facts(2, 30), 2: Facts(1, 30)}, "minutes") == {1: 0, 2: 1}
    assert pool_shares(1, {1: Facts(1, 30), 2: Facts(1, 30)}, "minutes") == {1: 1, 2: 0}


def test_where_nobody_has_dealt_yet_all_who_took_part_share_alike() -> None:
    assert pool_shares(100, {1: Facts(0, 0), 2: Facts(0, 0)}, "downs") == {1: 50, 2: 50}


@given(
    st.integers(1, 10**8),
    st.dictionaries(
        st.integers(1, 99), st.builds(Facts, st.integers(0, 20), st.integers(0, 600)), min_size=1, max_size=9
    ),
    st.sampled_from(SPLITS),
)
def test_the_shares_are_the_pool(value: int, dealt: dict[int, Facts], by: str) -> None:
    shares = pool_shares(value, dealt, by)
    assert sum(shares.values()) == value and set(shares) == set(dealt)


def test_the_policy_is_5_to_10_by_downs_unless_a_league_sets_it() -> None:
    policy = policy_of(Settings({}))
    assert (policy.is_on, policy.low, policy.high, policy.split) == (True, 500, 1000, "downs")
    set_up = policy_of(Settings({"tips.on": False, "tips.low": 0, "tips.high": 300, "tips.split": "minutes"}))
    assert (set_up.is_on, set_up.low, set_up.high, set_up.split) == (False, 0, 300, "minutes")


def test_a_suggestion_is_words_for_who_asks_and_never_a_sum_to_pay() -> None:
    policy = policy_of(Settings({}))
    said = {evening: suggestion(policy, evening, "USD") for evening in EVENINGS}
    assert all("5.00 USD to 10.00 USD" in text and "Any amount or nothing" in text for text in said.values())
    assert "less is fine" in said["felted"] and "perhaps more" in said["big_win"]
    assert len(set(said.values())) == 3


def test_a_league_without_a_tip_policy_suggests_nothing_and_says_nothing_at_the_end() -> None:
    off = policy_of(Settings({"tips.on": False}))
    assert "suggests nothing" in suggestion(off, "felted", "USD") and closing_line(off, "USD") is None
    line = closing_line(policy_of(Settings({})), "USD")
    assert line is not None and "nothing is right" in line and len(line) < 240
