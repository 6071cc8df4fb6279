"""A table's seats, hands, penalties and text."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from conftest import Clock

from league.refusing import NotNow
from league.steps import after, hands_owed
from league.table import (
    Away,
    Back,
    BreakTable,
    Button,
    CloseTable,
    Dealer,
    Deals,
    DeckChange,
    Game,
    Hand,
    Misdeal,
    Mode,
    Move,
    Penalty,
    Seat,
    Seated,
    Stand,
    Step,
    Table,
    Tally,
    Winner,
    opened,
)
from league.table_text import step_from, step_json, table_from, table_from_values, table_json

AT = Clock().moment


def done(table: Table, *steps: Step) -> Table:
    for step in steps:
        table = after(table, step, AT)
    return table


def bare(kind: str = "cash", seats: int = 9) -> Table:
    return opened(1, kind, "holdem", "rrp", seats, None, AT)


def dealt(players: int = 4, kind: str = "cash", seats: int = 9) -> Table:
    table = done(bare(kind, seats), *(Seat(player_id) for player_id in range(1, players + 1)))
    return done(table, Button(1), Hand())


def seats(table: Table) -> dict[int, int]:
    return {one.player_id: one.seat for one in table.seated}


# ------------------------------------------------------------------ seats


def test_before_the_first_hand_people_sit_where_they_like_at_once() -> None:
    table = done(bare(), Seat(7), Seat(8, 5), Seat(9), Move(9, 3), Stand(7))
    assert seats(table) == {9: 3, 8: 5}


def test_the_button_goes_with_whoever_moves_before_the_first_hand() -> None:
    table = done(bare(), Seat(1), Seat(2), Button(1), Move(1, 4))
    assert table.button == 4
    assert done(table, Stand(1)).button == 2
    assert done(table, Stand(1), Stand(2)).button is None


def test_in_a_hand_seats_change_with_the_next_one() -> None:
    table = done(dealt(), Seat(5, 9), Stand(2), Move(3, 2), Game("omaha"), Mode("psp_self"))
    assert seats(table) == {1: 1, 2: 2, 3: 3, 4: 4}
    assert (table.game, table.mode, len(table.waiting)) == ("holdem", "rrp", 5)
    table = done(table, Hand())
    assert seats(table) == {1: 1, 3: 2, 4: 4, 5: 9}
    assert (table.game, table.mode, table.waiting) == ("omaha", "psp_self", ())
    assert (table.button, table.dealt_in) == (2, (1, 3, 4, 5))


def test_an_open_seat_is_chosen_when_it_is_asked_for() -> None:
    table = done(dealt(3), Seat(8), Seat(9))
    assert table.waiting == (Seat(8, 4), Seat(9, 5))


def test_a_seat_that_is_about_to_be_free_can_be_promised() -> None:
    table = done(dealt(2, seats=2), Stand(2), Seat(3))
    assert seats(done(table, Hand())) == {1: 1, 3: 2}


@pytest.mark.parametrize(
    ("step", "says"),
    [
        (Seat(1), "already, at seat 1"),
        (Seat(9, 2), "Seat 2 is taken"),
        (Seat(9, 0), "seats 1 to 4"),
        (Seat(9), "Every seat"),
        (Stand(9), "does not sit"),
        (Move(1, 2), "Seat 2 is taken"),
        (Move(1, 12), "seats 1 to 4"),
        (Away(9), "does not sit"),
        (Back(9), "does not sit"),
        (Deals(9, True), "does not sit"),
        (Penalty(9, 1), "does not sit"),
        (Penalty(1, -1), "0 to 99"),
        (Penalty(1, 100), "0 to 99"),
        (Button(9), "Nobody sits at seat 9"),
        (Hand((9,)), "dealt in"),
        (Winner((1,)), "No pot"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(step: Step, says: str) -> None:
    with pytest.raises(NotNow, match=says):
        done(dealt(4, seats=4), step)


def test_a_promised_seat_is_taken() -> None:
    with pytest.raises(NotNow, match="Seat 7 is taken"):
        done(dealt(), Seat(8, 7), Seat(9, 7))


def test_who_prefers_not_to_deal_is_not_made_the_dealer() -> None:
    with pytest.raises(NotNow, match="seat 2 prefers not to deal"):
        done(dealt(), Deals(2, False), Dealer(2))
    assert done(dealt(), Dealer(77)).dealer_id == 77


@pytest.mark.parametrize("count", [1, 13])
def test_no_table_is_that_small_or_large(count: int) -> None:
    with pytest.raises(NotNow, match="2 to 12 seats"):
        bare(seats=count)


# ------------------------------------------------------------------ hands


def test_the_first_hand_begins_where_the_button_was_set() -> None:
    table = done(bare(), Seat(1), Seat(2), Seat(3), Button(2))
    assert (table.hand, table.button) == (0, 2)
    table = done(table, Button(3), Hand())
    assert (table.hand, table.button, table.dealt_in) == (1, 3, (1, 2, 3))
    assert table.tallies == {}


def test_no_hand_begins_without_a_button_or_with_one_player() -> None:
    with pytest.raises(NotNow, match="button has not been set"):
        done(bare(), Seat(1), Seat(2), Hand())
    with pytest.raises(NotNow, match="two players"):
        done(bare(), Seat(1), Button(1), Hand())
    with pytest.raises(NotNow, match="two players"):
        done(dealt(2), Stand(1), Hand())


def test_the_button_counts_the_hands_it_must_have_passed() -> None:
    table = done(dealt(6), Penalty(3, 9), Button(5))
    assert (table.hand, table.button) == (5, 5)
    assert {player_id: tally.deals for player_id, tally in table.tallies.items() if tally.deals} == {1: 1, 2: 2, 4: 1}
    assert table.player(3).penalty_hands == 6  # type: ignore[union-attr]  # seated above
    assert done(table, Button(5)) == table
    assert done(table, Button(4)).hand == 10


def test_the_button_applies_what_waits() -> None:
    table = done(dealt(4), Stand(2), Seat(9, 9), Button(9))
    assert (table.hand, table.button, table.dealt_in) == (4, 9, (1, 3, 4, 9))


def test_pressed_hand_by_hand_or_by_the_button_comes_to_the_same() -> None:
    table = done(dealt(7), Deals(3, False), Away(5), Penalty(6, 2))
    assert done(table, Button(6)) == done(table, *[Hand()] * 4)
    tournament = done(dealt(7, "tournament"), Deals(3, False), Away(5), Penalty(6, 2))
    assert done(tournament, Button(6)) == done(tournament, *[Hand()] * 5)


def test_in_a_cash_game_who_is_away_is_not_dealt_in_and_in_a_tournament_dealt_and_killed() -> None:
    cash = done(dealt(), Away(2))
    assert cash.dealt_in == (1, 2, 3, 4) and cash.killed == ()
    assert done(cash, Hand()).dealt_in == (1, 3, 4)
    tournament = done(dealt(kind="tournament"), Away(2), Hand())
    assert tournament.dealt_in == (1, 2, 3, 4) and tournament.killed == (2,)
    assert done(tournament, Back(2), Misdeal()).killed == (2,), "tda-35-c: back for the redeal is too late"


def test_a_tournaments_button_comes_to_who_is_away_and_a_cash_games_does_not() -> None:
    assert done(dealt(kind="tournament"), Away(2), Hand()).button == 2
    assert done(dealt(), Away(2), Hand()).button == 3


# ------------------------------------------------------------------ misdeals and penalties


def test_a_misdeal_moves_nothing_and_lets_nobody_in() -> None:
    table = done(dealt(), Seat(9))
    again = done(table, Misdeal())
    assert again.is_redeal
    assert (again.hand, again.button, again.dealt_in, again.waiting) == (1, 1, (1, 2, 3, 4), (Seat(9, 5),))
    after_it = done(again, Hand())
    assert not after_it.is_redeal and 9 in after_it.dealt_in


def test_before_the_first_hand_there_is_nothing_to_deal_again() -> None:
    with pytest.raises(NotNow) as refused:
        done(bare(), Misdeal())
    assert refused.value.clause == "tda-35-c"


def left(table: Table, player_id: int = 2) -> int:
    one = table.player(player_id)
    assert one is not None
    return one.penalty_hands


def test_a_penalty_begins_with_the_next_hand_and_counts_whole_hands() -> None:
    table = done(dealt(), Penalty(2, 2))
    assert left(table) == 2 and table.killed == ()
    table = done(table, Hand())
    assert left(table) == 2 and table.killed == (2,)
    table = done(table, Hand())
    assert left(table) == 1 and table.killed == (2,)
    table = done(table, Hand())
    assert left(table) == 0 and table.killed == ()


def test_a_misdeal_and_its_redeal_are_one_hand_of_a_penalty() -> None:
    table = done(dealt(), Penalty(2, 2), Hand(), Misdeal(), Misdeal())
    assert left(table) == 2
    assert left(done(table, Hand())) == 1


def test_a_penalty_goes_on_while_its_player_is_away_from_a_cash_game() -> None:
    table = done(dealt(), Away(2), Penalty(2, 2), Hand(), Hand())
    assert left(table) == 1 and table.killed == ()


def test_nobody_escapes_a_penalty_by_getting_up() -> None:
    table = done(dealt(), Penalty(2, 3), Hand(), Stand(2), Hand())
    assert table.player(2) is None and table.unserved == {2: 2}
    assert table_from_values(json.loads(table_json(table))) == table
    table = done(table, Hand(), Seat(2), Hand())
    assert left(table) == 2 and table.killed == (2,) and table.unserved == {}
    assert left(done(table, Stand(2), Seat(2), Hand())) == 1


def test_a_penalty_can_be_lifted_and_is_never_below_nothing() -> None:
    table = done(dealt(), Penalty(2, 1), Hand(), Penalty(2, 0), Hand(), Hand())
    assert left(table) == 0


# ------------------------------------------------------------------ winners, the end, text


def test_winners_are_of_the_last_pot_and_forgotten_with_the_next() -> None:
    table = done(dealt(), Hand((3, 1, 3)))
    assert table.winners == (3, 1)
    assert done(table, Winner((2,))).winners == (2,)
    assert done(table, Hand()).winners == ()
    assert done(table, Button(4)).winners == ()


@pytest.mark.parametrize("ends", [BreakTable(), CloseTable()])
def test_a_table_that_is_over_counts_its_last_hand_and_takes_no_step(ends: Step) -> None:
    table = done(dealt(), Stand(2), ends)
    assert table.is_closed and not table.seated and not table.waiting and table.button is None
    assert table.tallies[1] == Tally(deals=1)
    with pytest.raises(NotNow, match="closed"):
        done(table, Seat(1))


def test_a_hand_is_counted_as_it_was_dealt_and_not_by_what_waited() -> None:
    table = done(dealt(), Mode("psp_dedicated"), Seat(9), Hand())
    assert table.tallies == {1: Tally(deals=1), 4: Tally(shuffles=1)}


def test_the_tally_stays_when_somebody_leaves() -> None:
    table = done(dealt(), Hand(), Stand(1), Hand(), Hand())
    assert table.player(1) is None and table.tallies[1].deals == 1


def test_a_table_is_the_same_as_text_and_back() -> None:
    table = done(dealt(kind="tournament"), Away(2), Penalty(3, 2), Seat(9), DeckChange("marred"), Hand((1, 4)), Seat(8))
    text = table_json(table)
    assert table_from(text) == table == table_from_values(json.loads(text))
    assert table_from(text) is table_from(text)
    assert json.loads(text)["seated"][1] == [2, 2, 1, 1, 0, 0]


def test_a_full_table_late_in_the_night_is_short() -> None:
    table = done(dealt(9), Stand(2), Seat(10), *[Hand()] * 400)
    assert len(table_json(table)) < 700


def test_what_stands_as_at_the_opening_is_not_written() -> None:
    assert set(json.loads(table_json(bare()))) == {
        "table_number",
        "kind",
        "game",
        "mode",
        "seat_count",
        "break_order",
        "decks",
    }


@pytest.mark.parametrize("step", [Seat(1), Hand((1, 2)), DeckChange("asked", True), CloseTable(), Dealer(None)])
def test_a_step_is_the_same_as_text_and_back(step: Step) -> None:
    assert step_from(step_json(step)) == step


def test_what_is_none_of_the_known_words_is_a_fault() -> None:
    for step in (Mode("x"), Game("x"), DeckChange("x"), Misdeal("x")):
        with pytest.raises(ValueError, match="x"):
            done(dealt(), step)
    with pytest.raises(ValueError, match="no such table"):
        opened(1, "cash", "x", "rrp", 9, None, AT)


def test_seats_go_up_to_the_left() -> None:
    table = done(bare(), Seat(1, 2), Seat(2, 5), Seat(3, 9))
    order = [one.seat for one in table.leftwards(5)]
    assert order == [9, 2, 5]
    assert [one.seat for one in table.rightwards(5)] == [2, 9, 5]
    assert [one.seat for one in table.leftwards(4)] == [5, 9, 2]
    assert table.at(5) == Seated(2, 5) and table.at(4) is None and table.free_seat == 1


def test_waiting_times_do_not_matter_to_seats() -> None:
    table = dealt()
    later = after(after(table, Seat(9), AT), Hand(), AT + timedelta(hours=1))
    assert later == done(table, Seat(9), Hand())


# ------------------------------------------------------------------ penalties from table to table


def test_a_penalty_is_sat_out_once_over_all_the_tables_of_a_night() -> None:
    here, there = done(dealt(), Penalty(2, 3), Hand()), dealt()
    assert hands_owed(here, 2, AT) == 2  # the hand in play is one of them
    here = done(here, Stand(2), Hand())
    there = done(there, Stand(2), Hand(), Seat(2, penalty_hands=hands_owed(here, 2, AT)), Hand(), Hand())
    assert left(there) == 1 and hands_owed(here, 2, AT) + hands_owed(there, 2, AT) == 0
    there = done(there, Stand(2), Hand())
    here = done(here, Seat(2, penalty_hands=hands_owed(there, 2, AT)), Hand())
    assert left(here) == 0


def test_a_table_that_breaks_keeps_in_mind_who_is_on_penalty() -> None:
    table = done(dealt(), Penalty(2, 3), Hand(), BreakTable())
    assert hands_owed(table, 2, AT) == 2 and hands_owed(table, 1, AT) == 0


def test_whoever_comes_from_another_table_away_is_away() -> None:
    assert done(bare(), Seat(1, is_away=True)).seated[0].is_away


# ------------------------------------------------------------------ decks in a redeal, the first count


def test_for_a_redeal_a_deck_is_changed_at_once_and_all_else_waits() -> None:
    for steps in ((Misdeal(), DeckChange("marred")), (DeckChange("marred"), Misdeal())):
        table = done(dealt(), Seat(9), *steps)
        assert (table.decks.in_play, table.decks.out) == (2, 1)
        assert [type(step) for step in table.waiting] == [Seat]


def test_the_first_stub_count_runs_from_the_first_hand() -> None:
    later = AT + timedelta(hours=1)
    table = after(done(bare(), Seat(1), Seat(2), Button(1)), Hand(), later)
    assert table.decks.counted_at == later
    assert after(table, Hand(), later + timedelta(minutes=5)).decks.counted_at == later
