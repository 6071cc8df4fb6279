from itertools import product

import pytest

from rules.refund import RefundProblem, Stake, read_pot, share_out


def gets(text, knower=None):
    return {share.name: share.gets for share in share_out(read_pot(text), knower).shares}


def test_a_pot_is_read_a_player_a_line_or_a_comma_apart():
    pot = (Stake("ann", 40, True), Stake("bob", 25, False))
    for text in (
        "ann 40 in\nbob 25 out",
        "ann 40 in, bob 25 out",
        " ann 40 ;\n\n bob  25 FOLDED ",
        "ann $40 In,bob 25 out",
    ):
        assert read_pot(text) == pot


@pytest.mark.parametrize(
    ("line", "is_in"),
    [
        ("ann: 40 in", True),
        ("ann = 40", True),
        ("ann 40 all in", True),
        ("ann 40 all-in", True),
        ("ann 40 still in", True),
        ("ann 40 fold", False),
        ("ann:40 out", False),
    ],
)
def test_a_line_is_read_as_players_write_it(line, is_in):
    assert read_pot(line) == (Stake("ann", 40, is_in),)


def test_an_amount_split_by_a_blank_is_not_read_as_nothing():
    with pytest.raises(RefundProblem, match="whole chips"):
        read_pot("ann 1 000 in")


def test_thousands_and_names_with_blanks_are_read():
    assert read_pot("Big Al 1,250 in, Jo 2 12'000 out, kim 3") == (
        Stake("Big Al", 1250, True),
        Stake("Jo 2", 12000, False),
        Stake("kim", 3, True),
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Nobody is named: write a player a line, like: ann 40 in"),
        (" \n,", "Nobody is named: write a player a line, like: ann 40 in"),
        ("ann forty in", "I cannot read 'ann forty in': write the name, the amount in whole chips, and in or out."),
        ("ann 12.50 in", "I cannot read 'ann 12.50 in': write the name, the amount in whole chips, and in or out."),
        ("ann -5 in", "I cannot read 'ann -5 in': write the name, the amount in whole chips, and in or out."),
        ("40 in", "I cannot read '40 in': write the name, the amount in whole chips, and in or out."),
        ("ann 40 in, Ann 3 out", "Ann is named twice: write each player once, with all he put in."),
        ("ann 1000000000001 in", "1000000000001 is more than any pot holds: check the amount of ann."),
        (
            "\n".join(f"p{number}x 1" for number in range(13)),
            "These are 13 players; a table has 12 at most.",
        ),
    ],
)
def test_a_pot_that_cannot_be_read_is_refused_in_a_sentence(text, sentence):
    with pytest.raises(RefundProblem) as told:
        read_pot(text)
    assert str(told.value) == sentence


def test_twelve_players_and_a_million_million_chips_are_read():
    assert len(read_pot("\n".join(f"p{number}x 1" for number in range(12)))) == 12
    assert read_pot("ann 1000000000000")[0].units == 10**12


def test_without_a_knowing_player_everybody_gets_his_own_back():
    refund = share_out(read_pot("ann 40 in, bob 25 out, cy 0 in"))
    assert [(share.name, share.put_in, share.own, share.from_forfeit) for share in refund.shares] == [
        ("ann", 40, 40, 0),
        ("bob", 25, 25, 0),
        ("cy", 0, 0, 0),
    ]
    assert (refund.forfeited, refund.odd_to, refund.nobody_left) == (0, (), False)
    assert refund.paid_in == refund.paid_out == 65


def test_the_knowing_players_money_is_split_equally_among_those_still_in():
    assert gets("ann 100 in, bob 25 out, cy 10 in, di 90 in", "ann") == {"ann": 0, "bob": 25, "cy": 60, "di": 140}


def test_odd_units_go_to_the_next_seats_left_of_the_button():
    refund = share_out(read_pot("di 5 in, ann 11 in, bob 5 in, cy 5 in"), "Ann")
    assert {share.name: share.from_forfeit for share in refund.shares} == {"di": 4, "ann": 0, "bob": 4, "cy": 3}
    assert refund.odd_to == ("di", "bob")
    assert refund.forfeited == 11
    assert not refund.nobody_left


def test_with_nobody_left_all_who_paid_in_share_it():
    refund = share_out(read_pot("ann 21 in, bob 25 out, cy 0 out, di 4 out"), "ann")
    assert {share.name: share.gets for share in refund.shares} == {"ann": 0, "bob": 36, "cy": 0, "di": 14}
    assert refund.nobody_left
    assert refund.odd_to == ("bob",)


def test_a_player_still_in_shares_even_if_he_paid_nothing():
    assert gets("ann 10 out, bob 0 in", "ann") == {"ann": 0, "bob": 10}


def test_money_nobody_else_can_get_is_left_to_the_floor():
    with pytest.raises(RefundProblem) as told:
        share_out(read_pot("ann 10 in, bob 0 out"), "ann")
    assert str(told.value) == "Nobody else put anything in, so nobody can get the forfeited money: ask the floor."


def test_a_knowing_player_must_be_in_the_pot():
    with pytest.raises(RefundProblem) as told:
        share_out(read_pot("ann 10 in"), "zoe")
    assert str(told.value) == "zoe is not in this pot: name the player as in the list."


def test_what_goes_back_is_what_went_in_whatever_the_pot():
    for amounts in product((0, 1, 7, 100), repeat=3):
        for states in product((True, False), repeat=3):
            stakes = [Stake(name, units, is_in) for name, units, is_in in zip("abc", amounts, states, strict=True)]
            for knower in (None, "b"):
                if knower and not (states[0] or states[2] or amounts[0] or amounts[2]):
                    continue
                refund = share_out(stakes, knower)
                assert refund.paid_out == refund.paid_in == sum(amounts)
                parts = [s.from_forfeit for s in refund.shares if s.from_forfeit]
                assert not parts or max(parts) - min(parts) <= 1
