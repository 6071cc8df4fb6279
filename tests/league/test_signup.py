"""Places, tables to deal, the waiting list and cover: what each press does to a night's board."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test
from signup_machine import SEEN, Night

from league.cover import Risk, ask, at_risk, being_looked_for, can_be_asked, decline, lapse, moved, uncovered
from league.refusing import NotNow
from league.signup import (
    Board,
    Decision,
    Notice,
    allow_writing,
    change,
    deal,
    drop,
    keep,
    move,
    no_show,
    open_asks,
    play,
    reconfirm,
    stand_by,
    want_cover,
)

NOW = datetime(2026, 10, 28, 15, tzinfo=UTC)
LATER = datetime(2026, 10, 29, 3, tzinfo=UTC)
ANN, BOB, CY, DEE, EVE = 1, 2, 3, 4, 5


class Told:
    """A night as its presses leave it, and who was told what."""

    def __init__(self, tables: tuple[int, ...] = (1, 2), max_players: int | None = None, min_players: int = 0) -> None:
        self.board = Board(tables, max_players, min_players)
        self.notices: list[Notice] = []

    def do(self, what: Any, *args: Any, **kwargs: Any) -> Told:
        decision = what(self.board, *args, **kwargs)
        self.board, self.notices = self.board.after(decision), list(decision.notices)
        return self

    def refused(self, what: Any, *args: Any) -> str:
        with pytest.raises(NotNow) as no:
            what(self.board, *args)
        return str(no.value)

    def states(self) -> dict[int, str]:
        return {row.player_id: f"{row.what} {row.state}" for row in self.board.rows}


def test_nothing_in_any_order_breaks_a_nights_board() -> None:
    SEEN.clear()
    sought = ("promoted", "covered", "deal", "ask", "change", "play refused")
    for _ in range(4):  # chance may leave one out
        run_state_machine_as_test(Night, settings=settings(max_examples=150, stateful_step_count=40, deadline=None))
        if all(SEEN[what] for what in sought):
            break
    assert all(SEEN[what] for what in sought)


def test_whoever_comes_when_all_places_are_taken_waits_in_order() -> None:
    night = Told(tables=(), max_players=1)
    for player_id in (ANN, BOB, CY):
        night.do(play, player_id)
    assert [row.player_id for row in night.board.waiting] == [BOB, CY]
    assert night.refused(play, CY) == "You are number 2 on the waiting list and will be told when a place is free."
    assert night.refused(play, ANN) == "You already have a place."


def test_a_free_place_goes_to_the_first_who_waits_and_only_they_are_told() -> None:
    night = Told(tables=(), max_players=1)
    for player_id in (ANN, BOB, CY):
        night.do(play, player_id)
    night.do(drop, ANN)
    assert night.states() == {ANN: "play dropped", BOB: "play in", CY: "play waiting"}
    assert night.notices == [Notice(BOB, "promoted")]


def test_whoever_drops_and_comes_back_waits_at_the_end() -> None:
    night = Told(tables=(), max_players=1)
    for player_id in (ANN, BOB, CY):
        night.do(play, player_id)
    night.do(drop, BOB).do(play, BOB)
    assert [row.player_id for row in night.board.waiting] == [CY, BOB]


def test_a_dealer_never_waits_for_a_place() -> None:
    night = Told(tables=(1,), max_players=3)
    for player_id in (ANN, BOB, CY):
        night.do(play, player_id)
    assert night.states()[CY] == "play waiting"
    night.do(deal, DEE, 1)
    assert night.board.coming == 3


def test_a_player_who_takes_a_table_leaves_a_place_to_the_first_who_waits() -> None:
    night = Told(tables=(1,), max_players=2)
    night.do(play, ANN).do(play, BOB).do(deal, ANN, 1)
    assert night.states() == {ANN: "deal in", BOB: "play in"}
    assert night.notices == [Notice(BOB, "promoted")]


def test_whoever_waits_can_take_a_table_and_waits_no_more() -> None:
    night = Told(tables=(1,), max_players=2).do(play, ANN).do(play, BOB).do(deal, BOB, 1)
    assert night.states() == {ANN: "play in", BOB: "deal in"}
    assert night.notices == []


def test_a_table_has_one_dealer_and_a_dealer_one_table() -> None:
    night = Told().do(deal, ANN, 1)
    assert night.refused(deal, BOB, 1) == "Table 1 has a dealer by now: open is table 2."
    assert night.refused(deal, ANN, 2) == "You already deal table 1: drop that first under My spot."
    assert night.refused(deal, ANN, 1) == "You already deal table 1."
    assert night.refused(deal, BOB, 3) == "No volunteer deals table 3 that night: choose another table."
    assert night.refused(play, ANN) == ("You deal table 1 and play there: to only play, drop that first under My spot.")
    night.do(deal, BOB, 2)
    assert night.refused(deal, CY, 2).endswith("every table has one, but you can stand by.")


def test_cover_passes_a_table_only_when_somebody_takes_it() -> None:
    night = Told().do(deal, ANN, 1).do(want_cover, ANN)
    assert uncovered(night.board) == (1, 2)
    night.do(ask, BOB, 1, NOW, LATER).do(decline, BOB, 1)
    assert night.board.dealer(1) == night.board.row(ANN)
    night.do(ask, CY, 1, NOW, LATER).do(deal, CY, 1)
    assert night.states() == {ANN: "deal dropped", CY: "deal in"}
    assert night.notices == [Notice(ANN, "covered", 1, CY)]
    assert [each.answer for each in night.board.asks] == ["refused", "taken"]


def test_whoever_keeps_the_table_after_all_ends_the_search() -> None:
    night = Told().do(deal, ANN, 1).do(want_cover, ANN).do(ask, BOB, 1, NOW, LATER).do(keep, ANN)
    assert night.notices == [Notice(BOB, "not_needed", 1, ANN)]
    assert night.refused(decline, BOB, 1) == "Nobody is waiting for your answer about table 1 any more."
    night.do(want_cover, ANN).do(ask, BOB, 1, NOW, LATER).do(reconfirm, ANN, NOW)
    assert night.notices == [Notice(BOB, "not_needed", 1, ANN)]
    assert night.refused(keep, ANN) == "You deal table 1, and no cover is looked for."


def test_a_table_taken_by_another_settles_the_question_about_it() -> None:
    night = Told().do(ask, BOB, 1, NOW, LATER).do(deal, ANN, 1)
    assert night.notices == [Notice(BOB, "not_needed", 1, ANN)]
    assert open_asks(night.board) == ()


def test_whoever_drops_the_night_is_asked_no_more() -> None:
    night = Told().do(stand_by, BOB).do(ask, BOB, 1, NOW, LATER).do(drop, BOB)
    assert open_asks(night.board) == ()
    assert can_be_asked(night.board, 1, {}, (BOB,)) == ()


def test_stand_bys_are_asked_first_and_who_has_dealt_least_before_others() -> None:
    night = Told().do(stand_by, ANN).do(stand_by, BOB).do(stand_by, CY).do(play, DEE)
    assert can_be_asked(night.board, 1, {ANN: 2, BOB: 1, CY: 1, DEE: 0}, (DEE, EVE)) == (BOB, CY, ANN, DEE, EVE)
    night.do(deal, BOB, 2).do(ask, CY, 1, NOW, LATER).do(lapse, CY, 1)
    assert can_be_asked(night.board, 1, {}, (BOB,)) == (ANN,)
    assert can_be_asked(night.board, 2, {}) == (ANN, CY), "whoever said no to one table can deal another"


def test_of_those_who_dealt_as_little_the_first_to_stand_by_is_asked_first() -> None:
    night = Told().do(stand_by, CY).do(stand_by, ANN).do(stand_by, BOB)
    assert can_be_asked(night.board, 1, {CY: 1}) == (ANN, BOB, CY)
    assert can_be_asked(night.board, 1, {}) == (CY, ANN, BOB)


def test_one_person_is_asked_at_a_time_about_a_table_that_needs_somebody() -> None:
    night = Told().do(ask, ANN, 1, NOW, LATER)
    wait = "Somebody is being asked about table 1 already: wait for the answer."
    assert night.refused(ask, BOB, 1, NOW, LATER) == wait
    other = "They deal that night, have been asked already or are not coming: ask somebody else."
    assert night.refused(ask, ANN, 2, NOW, LATER) == other
    assert night.refused(decline, BOB, 1) == night.refused(lapse, ANN, 2).replace("table 2", "table 1")
    night.do(deal, CY, 2)
    nobody = "Table 2 needs nobody: it has a dealer, or no volunteer deals it."
    assert night.refused(ask, BOB, 2, NOW, LATER) == nobody


def test_standing_by_takes_no_place_and_is_for_those_who_are_not_coming_anyway() -> None:
    night = Told(tables=(1,), max_players=2).do(stand_by, ANN).do(play, BOB)
    assert night.states() == {ANN: "stand_by in", BOB: "play in"}
    assert night.refused(stand_by, ANN) == "You already stand by."
    assert night.refused(stand_by, BOB) == (
        "You are signed up for this night: to only stand by, drop that first under My spot."
    )
    assert night.do(play, ANN).states()[ANN] == "play waiting", "and whoever stands by can play after all"


def test_whoever_is_not_signed_up_has_nothing_to_drop_cover_or_confirm() -> None:
    night = Told().do(play, ANN)
    assert night.refused(drop, BOB).startswith("You are not signed up for this night")
    for what in (want_cover, keep):
        assert night.refused(what, ANN) == "You do not deal a table that night."
    night.do(deal, ANN, 1).do(want_cover, ANN)
    assert night.refused(want_cover, ANN) == ("Cover for table 1 is being looked for already; until then it is yours.")


def test_more_places_move_the_waiting_list_up() -> None:
    night = Told(tables=(1,), max_players=2)
    for player_id in (ANN, BOB, CY, DEE):
        night.do(play, player_id)
    decision = change(night.board, (1,), 4)
    assert [notice.player_id for notice in decision.notices] == [BOB, CY]
    assert [notice.player_id for notice in change(night.board, (1,), None).notices] == [BOB, CY, DEE]


def test_a_dealer_whose_table_is_not_dealt_any_more_plays() -> None:
    night = Told(tables=(1, 2), max_players=4).do(deal, ANN, 2).do(ask, BOB, 1, NOW, LATER)
    decision = change(night.board, (), 4)
    assert decision.notices == (Notice(ANN, "plays", 2), Notice(BOB, "not_needed", 1))
    row = night.board.after(decision).row(ANN)
    assert row is not None and (row.what, row.state, row.table_number) == ("play", "in", None)
    assert change(night.board, (1, 2), 4) == Decision(), "what stays is left alone"
    assert change(night.do(drop, ANN).board, (1,), 4) == Decision(), "and so is whoever dropped"


def test_nobody_is_put_out_by_fewer_places_or_more_tables() -> None:
    night = Told(tables=(1,), max_players=3).do(play, ANN).do(play, BOB)
    sentence = "With a place for each dealer 3 are needed: set the limit to 3 or more."
    assert night.refused(change, (1,), 2) == sentence
    assert change(night.board, (1,), 3) == change(night.board, (), 2) == Decision()
    assert night.refused(change, (1, 2), 3) == sentence.replace("3", "4")
    assert Told(tables=()).refused(change, (1, 2, 3), 2) == sentence


def test_a_host_moves_a_dealer_to_an_open_table_only() -> None:
    night = Told().do(deal, ANN, 1).do(ask, BOB, 2, NOW, LATER).do(move, ANN, 2)
    assert night.board.dealer(2) == night.board.row(ANN)
    assert night.notices == [Notice(ANN, "other_table", 2), Notice(BOB, "not_needed", 2, ANN)]
    assert "is not open" in night.do(deal, CY, 1).refused(move, CY, 2)
    assert night.do(play, DEE).refused(move, DEE, 1) == "They deal no table that night: sign them up for one."


def test_only_who_had_a_place_can_be_missing_and_the_mark_can_be_taken_back() -> None:
    night = Told().do(play, ANN).do(stand_by, BOB).do(no_show, ANN, NOW)
    assert night.board.rows[0].no_show_at == NOW
    assert night.do(no_show, ANN, None).board.row(ANN).no_show_at is None  # type: ignore[union-attr]
    assert "no place" in night.refused(no_show, BOB, NOW)


def test_who_turned_messages_off_is_not_written_to_after_coming_back() -> None:
    night = Told().do(play, BOB).do(deal, CY, 2).do(stand_by, DEE)
    assert all(row.may_write for row in night.board.rows), "signing up shows that it is on"
    night.do(play, ANN).do(allow_writing, ANN, False).do(drop, ANN).do(play, ANN)
    assert night.board.row(ANN).may_write is False  # type: ignore[union-attr]
    assert night.do(deal, ANN, 1).board.row(ANN).may_write is False  # type: ignore[union-attr]


def test_what_is_at_risk_says_how_many_can_still_be_asked() -> None:
    night = Told(tables=(1, 2, 3, 4), min_players=5).do(deal, ANN, 2).do(deal, BOB, 3).do(deal, CY, 4)
    night.do(want_cover, BOB).do(reconfirm, CY, NOW).do(stand_by, DEE)
    assert at_risk(night.board, {2: (EVE,)}) == (
        Risk("open_table", 1, None, 1),
        Risk("unconfirmed", 2, ANN, 2),
        Risk("wants_cover", 3, BOB, 1),
        Risk("too_few", left=2),
    )
    night.do(play, 11).do(play, 12)
    assert at_risk(night.board)[-1] == Risk("just_enough")
    night.do(play, 13)
    assert len(at_risk(night.board)) == 3
    assert at_risk(Board()) == ()


def test_a_night_at_another_time_asks_anew_what_was_asked_for_the_old_one() -> None:
    board = Board(tables=(1, 2))
    board = board.after(deal(board, 7, 1))
    board = board.after(reconfirm(board, 7, NOW))
    board = board.after(stand_by(board, 8))
    board = board.after(ask(board, 8, 2, NOW, NOW))
    assert being_looked_for(board) == (2,)
    board = board.after(moved(board))
    assert board.row(7) is not None and board.row(7).reconfirmed_at is None  # type: ignore[union-attr]
    assert not open_asks(board)
    assert can_be_asked(board, 2, {}) == (8,)
