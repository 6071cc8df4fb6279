from itertools import product

import pytest

from rules.action import CODES, Action, BadAction, Counter


def counted(*kinds):
    counter = Counter()
    for kind in kinds:
        counter = counter.take(kind)
    return counter


@pytest.mark.parametrize(
    ("kinds", "value", "substantial_by", "second_player_by"),
    [
        ((), "none", None, None),
        (("fold",), "one", None, None),
        (("bet",), "one", None, None),
        (("fold", "fold"), "two_without_chips", None, 1),
        (("check", "check"), "two_without_chips", None, 1),
        (("check", "fold"), "two_without_chips", None, 1),
        (("fold", "call"), "two_with_chips", 1, 1),
        (("raise", "fold"), "two_with_chips", 1, 1),
        (("check", "bet"), "two_with_chips", 1, 1),
        (("fold", "fold", "fold"), "three_or_more", 2, 1),
        (("fold", "check", "call"), "three_or_more", 2, 1),
        (("call", "call", "raise", "fold"), "three_or_more", 1, 1),
        (("post", "post"), "none", None, None),
        (("post", "call", "post", "fold"), "two_with_chips", 3, 3),
    ],
)
def test_actions_amount_to_what_tda_36_and_the_house_say(kinds, value, substantial_by, second_player_by):
    counter = counted(*kinds)
    assert counter.value == value
    assert counter.substantial_by == substantial_by
    assert counter.second_player_by == second_player_by


def test_what_is_out_of_turn_does_not_count():
    counter = Counter().take("raise", in_turn=False).take("fold").take("call", in_turn=False).take("fold")
    assert counter.value == "two_without_chips"
    assert counter.substantial_by is None
    assert counter.second_player_by == 3
    assert not Action("raise", in_turn=False).counts
    assert Action("raise").counts
    assert not Action("post").counts


def test_the_latest_action_can_be_taken_back():
    assert counted("fold", "bet").undo() == counted("fold")
    assert counted("fold").undo().undo() == Counter()


def test_a_counter_written_as_letters_is_read_back_as_it_was():
    for kinds in product(CODES, (True, False), CODES):
        counter = Counter().take(kinds[0], in_turn=kinds[1]).take(kinds[2])
        assert Counter.read(counter.write()) == counter
    assert counted("fold", "check", "call", "bet", "raise", "post").write() == "fxcbrp"
    assert Counter().take("check", in_turn=False).write() == "X"


def test_nobody_can_take_an_action_that_poker_does_not_know():
    with pytest.raises(BadAction, match=r"^swim is no action at a poker table.$"):
        Counter().take("swim")
    with pytest.raises(BadAction, match=r"^z stands for no action.$"):
        Counter.read("fz")
