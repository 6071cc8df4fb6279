"""Whose deal, whose shuffle, whose cut: tables written by hand from the clauses.

Players are letters, seated from seat 1 on; seats go up to the left. A line of a night is one hand:
who has the button, who deals, who shuffles, who cuts.
"""

from __future__ import annotations

from typing import Any

import pytest
from conftest import Clock

from league.duties import CLAUSES, duties
from league.steps import after
from league.table import (
    Away,
    Back,
    Button,
    Dealer,
    Deals,
    Hand,
    Misdeal,
    Mode,
    Move,
    Penalty,
    Seat,
    Stand,
    Step,
    Table,
    Tally,
    Winner,
    opened,
)

AT = Clock().moment


def number(letter: str) -> int:
    return ord(letter) - ord("a") + 1


def letter(player_id: int | None) -> str:
    return "-" if player_id is None else chr(player_id + ord("a") - 1)


def done(table: Table, *steps: Step) -> Table:
    for step in steps:
        table = after(table, step, AT)
    return table


def dealt(mode: str, players: str, button: str = "a", kind: str = "cash", dealer: str = "", seats: int = 9) -> Table:
    """These players are seated, one beside the other, and the first hand is in play."""
    table = opened(1, kind, "holdem", mode, seats, None, AT)
    table = done(table, *(Seat(number(player)) for player in players))
    if dealer:
        table = done(table, Dealer(number(dealer)))
    place = table.player(number(button))
    assert place is not None
    return done(table, Button(place.seat), Hand())


def line(table: Table) -> str:
    told = duties(table)
    holder = table.at(table.button)
    people = (holder and holder.player_id, told.dealer.player_id, told.shuffler.player_id, told.cutter.player_id)
    return "".join(letter(player_id) for player_id in people)


def night(table: Table, hands: int, *winners: str) -> list[str]:
    """The lines of so many hands. `winners`: of each hand, in order."""
    lines = []
    for hand in range(hands):
        lines.append(line(table))
        won = winners[hand] if hand < len(winners) else ""
        table = done(table, Hand(tuple(number(player) for player in won)))
    return lines


def whys(table: Table) -> tuple[str, str, str]:
    told = duties(table)
    return told.dealer.why, told.shuffler.why, told.cutter.why


# ------------------------------------------------------------------ player-dealt: rrp-player-dealt-games


def test_player_dealt_left_cuts_and_right_shuffles() -> None:
    assert night(dealt("rrp", "abcde"), 6) == ["aaeb", "bbac", "ccbd", "ddce", "eeda", "aaeb"]
    assert whys(dealt("rrp", "abcde")) == ("button", "right_of_dealer", "left_of_dealer")


def test_the_deck_in_play_was_shuffled_by_the_player_two_to_the_right() -> None:
    table = dealt("rrp", "abcdefghi")
    for _ in range(20):
        shuffler, shuffled = duties(table).shuffler.seat, table.decks.other
        table = done(table, Hand())
        assert duties(table).deck == shuffled
        two_to_the_right = table.rightwards(table.button or 0)[1]
        assert shuffler == two_to_the_right.seat


def test_player_dealt_three_handed_all_three_have_a_part() -> None:
    assert night(dealt("rrp", "abc"), 4) == ["aacb", "bbac", "ccba", "aacb"]


def test_player_dealt_heads_up_the_other_shuffles_one_deck_and_cuts_the_other() -> None:
    table = dealt("rrp", "ab")
    assert night(table, 3) == ["aabb", "bbaa", "aabb"]
    assert whys(table) == ("button", "heads_up", "heads_up")


# ------------------------------------------------------------------ self-dealt: psp-shuffle-self-dealt


def test_self_dealt_behind_the_button_shuffles_and_the_dealer_cuts_or_has_the_left_neighbour_cut() -> None:
    table = dealt("psp_self", "abcde")
    assert night(table, 6) == ["aaea", "bbab", "ccbc", "ddcd", "eede", "aaea"]
    assert whys(table) == ("button", "behind_button", "dealer_cuts")
    may_cut = duties(table).may_cut
    assert may_cut is not None and letter(may_cut.player_id) == "b"


def test_self_dealt_heads_up_nobody_cuts_what_they_shuffled() -> None:
    table = dealt("psp_self", "ab")
    assert night(table, 2) == ["aaba", "bbab"]
    assert duties(table).may_cut is None


def test_self_dealt_three_handed() -> None:
    assert night(dealt("psp_self", "abc"), 4) == ["aaca", "bbab", "ccbc", "aaca"]


# ------------------------------------------------------------------ a dedicated dealer: psp-shuffle-dedicated


def test_a_dedicated_dealer_cuts_and_behind_the_button_shuffles() -> None:
    table = dealt("psp_dedicated", "abcd", dealer="z")
    assert night(table, 5) == ["azdz", "bzaz", "czbz", "dzcz", "azdz"]
    assert whys(table) == ("dedicated", "behind_button", "dealer_cuts")
    assert duties(table).dealer.seat is None


def test_when_the_dealer_is_behind_the_button_the_last_winner_shuffles() -> None:
    table = dealt("psp_dedicated", "abcd", button="b", dealer="d")
    assert night(table, 5, "a", "c", "b", "d", "a") == ["bdad", "cdbd", "ddcd", "adbd", "bdad"]
    table = done(table, Hand(), Hand(), Hand((2,)))
    assert whys(table)[1] == "winners_tax"
    assert duties(table).shuffler.clause == "psp-shuffle-dedicated"


def test_the_winner_is_asked_for_only_when_the_tax_falls_due() -> None:
    table = dealt("psp_dedicated", "abcd", button="b", dealer="d")
    asked = []
    for _ in range(8):
        asked.append((line(table), duties(table).needs_winner))
        table = done(table, Hand())
    assert [told for told, needs in asked if needs] == ["ad-d", "ad-d"]
    table = done(table, Button(1))
    assert duties(table).needs_winner and whys(table)[1] == "winner_not_told"
    assert line(done(table, Winner((3,)))) == "adcd"


def test_of_several_winners_the_one_with_fewest_shuffles_is_tapped_then_the_nearest_on_the_left() -> None:
    table = dealt("psp_dedicated", "abcd", button="d", dealer="d")
    table = done(table, Hand((2, 3)))
    assert (line(table), whys(table)[1]) == ("adbd", "split_pot")
    busy = done(dealt("psp_dedicated", "abcd", button="b", dealer="d"), Hand(), Hand(), Hand((2, 3)))
    assert busy.tallies[2] == Tally(shuffles=1) and busy.tallies[3] == Tally(shuffles=1)
    assert line(busy) == "adbd"
    more = done(busy, Hand(), Hand(), Hand(), Hand((2, 3)))
    assert more.tallies[2].shuffles > more.tallies[3].shuffles
    assert line(more) == "adcd"


def test_a_dealer_who_won_the_last_pot_hands_it_to_the_next_one_along() -> None:
    table = done(dealt("psp_dedicated", "abcd", button="d", dealer="d"), Hand((4,)))
    assert (line(table), whys(table)[1]) == ("adcd", "winner_cannot")


def test_a_winner_who_went_away_or_will_not_is_not_asked() -> None:
    table = done(dealt("psp_dedicated", "abcd", button="d", dealer="d"), Hand((2,)))
    for step in (Away(2), Deals(2, False), Stand(2)):
        assert (line(done(table, step)), whys(done(table, step))[1]) == ("adcd", "winner_cannot")


def test_before_any_pot_the_next_one_along_shuffles_for_the_dealer() -> None:
    table = dealt("psp_dedicated", "abcd", button="a", dealer="d")
    assert (line(table), whys(table)[1]) == ("adcd", "no_pot")
    assert not duties(table).needs_winner


def test_a_table_without_its_dealer_says_so() -> None:
    table = dealt("psp_dedicated", "abcd")
    assert (line(table), whys(table)) == ("a-d-", ("no_dealer", "behind_button", "no_dealer"))


def test_a_dealer_who_is_away_is_covered_and_a_busted_one_deals_on() -> None:
    table = dealt("psp_dedicated", "abcd", button="b", dealer="d")
    away = done(table, Away(4))
    assert (line(away), whys(away)[0], duties(away).dealer.covers_for) == ("bcac", "away", 4)
    busted = done(table, Stand(4))
    assert line(busted) == "bdad"
    assert line(done(busted, Hand())) == "cdbd"


def test_a_dedicated_dealer_heads_up_never_shuffles() -> None:
    assert night(dealt("psp_dedicated", "ab", button="b", dealer="a"), 3, "b", "b") == ["baba", "aaba", "baba"]


# ------------------------------------------------------------------ who is away or would rather not


def test_a_cash_game_passes_over_who_is_away() -> None:
    table = done(dealt("rrp", "abcde"), Away(2))
    assert night(table, 5) == ["aaec", "ccad", "ddce", "eeda", "aaec"]


def test_in_a_tournament_the_neighbour_deals_for_who_is_away() -> None:
    table = done(dealt("psp_self", "abcde", kind="tournament"), Away(2))
    assert night(table, 5) == ["aaea", "baea", "ccac", "ddcd", "eede"]
    at_b = done(table, Hand())
    assert (duties(at_b).dealer.why, duties(at_b).dealer.covers_for) == ("away", 2)
    assert (duties(at_b).shuffler.why, duties(at_b).shuffler.covers_for) == ("deals", 1)


def test_covering_goes_round_over_later_laps() -> None:
    table = done(dealt("rrp", "abcde"), Deals(3, False))
    dealers = [told[1] for told in night(table, 25) if told[0] == "c"]
    assert dealers == ["b", "a", "e", "d", "b"]


def test_two_who_do_not_deal_are_covered_evenly() -> None:
    table = done(dealt("psp_self", "abcdefghi"), Deals(3, False), Deals(7, False))
    for _ in range(9 * 7):
        table = done(table, Hand())
    deals = {letter(player_id): tally.deals for player_id, tally in table.tallies.items()}
    assert deals == dict.fromkeys("abdefhi", 9)


def test_shuffle_and_cut_go_to_the_next_willing_one_along() -> None:
    table = done(dealt("rrp", "abcdef"), Deals(2, False), Deals(6, False))
    assert line(table) == "aaec"
    told = duties(table)
    assert (told.shuffler.why, told.shuffler.covers_for) == ("unwilling", 6)
    assert (told.cutter.why, told.cutter.covers_for) == ("unwilling", 2)


def test_nobody_else_willing_is_said_and_nobody_is_named() -> None:
    table = done(dealt("rrp", "abc"), Deals(2, False), Away(3))
    assert (line(table), whys(table)) == ("aa--", ("button", "nobody", "nobody"))
    table = done(table, Deals(1, False))
    assert (line(table), whys(table)) == ("a---", ("nobody", "nobody", "nobody"))


def test_who_comes_back_makes_up_for_nothing() -> None:
    table = done(dealt("rrp", "abcd", kind="tournament"), Deals(4, False), Away(1))
    for _ in range(12):
        table = done(table, Hand())
    covers = {one.player_id: one.covers for one in table.seated}
    assert covers[1] == 0 and covers[2] == covers[3] == 3
    table = done(table, Back(1))
    assert table.seated[0].covers == 3
    table = done(table, Seat(5), Hand())
    assert table.at(5).covers == 3  # type: ignore[union-attr]  # just seated there


@pytest.mark.parametrize(
    ("step", "why"),
    [(Away(2), "away"), (Deals(2, False), "unwilling"), (Stand(2), "leaving")],
)
def test_whoever_deals_in_place_of_another_is_told_why(step: Step, why: str) -> None:
    table = done(dealt("rrp", "abcde", button="b"), step)
    dealer = duties(table).dealer
    assert (letter(dealer.player_id), dealer.why, dealer.covers_for) == ("a", why, 2)
    assert dealer.clause == CLAUSES["rrp"]


# ------------------------------------------------------------------ what changes in the middle


def test_who_joins_in_a_hand_has_a_part_from_the_next_one() -> None:
    table = done(dealt("rrp", "abd", seats=4), Move(4, 4), Hand(), Seat(3, 3))
    assert line(table) == "bbad"
    assert night(done(table, Hand()), 3) == ["ccbd", "ddca", "aadb"]


def test_who_leaves_on_the_button_is_followed_by_the_next_on_the_left() -> None:
    table = done(dealt("rrp", "abcde", button="c"), Stand(3))
    assert line(table) == "cbad"
    assert line(done(table, Hand())) == "ddbe"


def test_a_move_for_balance_takes_its_place_in_the_order_with_the_next_hand() -> None:
    table = done(dealt("rrp", "abcd"), Move(2, 9))
    assert line(table) == "aadb"
    assert night(done(table, Hand()), 4) == ["ccad", "ddcb", "bbda", "aabc"]


def test_a_misdeal_leaves_every_duty_as_it_is() -> None:
    table = dealt("rrp", "abcd")
    again = done(table, Misdeal(), Misdeal("fouled_deck"))
    assert duties(again) == duties(table)
    assert done(again, Hand()).tallies == {1: Tally(deals=1), 4: Tally(shuffles=1)}


def test_another_way_of_dealing_holds_from_the_next_hand() -> None:
    table = done(dealt("rrp", "abcd"), Mode("psp_self"))
    assert line(table) == "aadb"
    assert line(done(table, Hand())) == "bbab"


def test_what_comes_next_is_told() -> None:
    table = done(dealt("rrp", "abcde", kind="tournament"), Away(2), Seat(6))
    told = duties(table)
    assert (letter(told.next_dealer.player_id), told.next_dealer.why, told.next_button) == ("a", "away", 2)
    assert duties(done(dealt("rrp", "ab"), Stand(1), Stand(2))).next_button is None


def test_before_the_first_hand_the_button_says_how_it_would_begin() -> None:
    table = done(opened(1, "cash", "holdem", "rrp", 9, None, AT), Seat(1), Seat(2), Seat(3))
    assert whys(table) == ("no_button", "no_button", "no_button")
    table = done(table, Button(2))
    assert line(table) == "bbac"
    assert letter(duties(table).next_dealer.player_id) == "b"
    away = done(table, Away(2))
    assert duties(away).next_button == 3
    assert duties(away).dealer == duties(done(away, Hand())).dealer


def test_the_button_stays_set_while_the_only_player_is_away() -> None:
    table = done(opened(1, "cash", "holdem", "rrp", 9, None, AT), Seat(1), Button(1), Away(1))
    assert whys(table)[0] == "nobody" and duties(table).next_button is None


def test_every_duty_cites_the_clause_of_its_way_of_dealing() -> None:
    for mode, clause in CLAUSES.items():
        told: Any = duties(dealt(mode, "abcd", dealer="z"))
        assert {told.dealer.clause, told.shuffler.clause, told.cutter.clause} == {clause}


def test_a_penalty_given_in_a_hand_leaves_that_hand_as_it_is_and_begins_with_the_next() -> None:
    table = done(dealt("psp_self", "abcde", button="b"), Penalty(2, 2), Penalty(1, 1))
    assert (line(table), whys(table)[0]) == ("bbab", "button")
    assert duties(table).next_dealer.player_id == 3  # c, whatever b has to sit out
    coming = done(table, Hand())
    assert (letter(duties(coming).shuffler.player_id), whys(coming)[1]) == ("e", "penalty")


def test_whoever_deals_for_somebody_on_penalty_is_told_so_before_and_in_the_hand() -> None:
    table = done(dealt("rrp", "abcde", button="a"), Penalty(2, 2))
    coming = duties(table).next_dealer
    dealer = duties(done(table, Hand())).dealer
    assert coming == dealer
    assert (letter(dealer.player_id), dealer.why, dealer.covers_for) == ("a", "penalty", 2)


def test_who_comes_off_a_penalty_makes_up_for_nothing() -> None:
    table = done(dealt("rrp", "abcde", button="a"), Deals(5, False), Penalty(2, 9))
    for _ in range(10):
        table = done(table, Hand())
    covers = {one.player_id: one.covers for one in table.seated if one.deals}
    assert covers[2] == min(covers.values())
