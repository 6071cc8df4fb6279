"""The real process on the loopback rig: it answers, breaks no rule of Discord, survives, and ends cleanly.

Each test plays one scene of scenes/ in the rig's own interpreter; without the rig all are skipped.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench.rig import NO_RIG, find_rig

pytestmark = pytest.mark.prove

SCENES = Path(__file__).with_name("scenes")
Play = Callable[..., Any]


@pytest.fixture(scope="session")
def play() -> Play:
    rig = find_rig()
    if rig is None:
        pytest.skip(NO_RIG)

    def play(name: str, *arguments: object) -> Any:
        figures = rig.figures(SCENES, name, *map(str, arguments))
        print(f"{name}: {json.dumps(figures, ensure_ascii=False)}")
        return figures

    return play


def test_twenty_five_questions_are_answered_privately_and_in_shape(play: Play) -> None:
    assert play("twenty_five_questions")["answers"] == 25


def test_every_press_of_an_answer_works_also_after_a_restart(play: Play) -> None:
    play("every_press_of_an_answer")


def test_every_other_command_answers(play: Play) -> None:
    play("the_other_commands")


def test_the_setup_works_on_every_screen_and_its_message_after_a_restart(play: Play) -> None:
    play("the_setup")


def test_a_case_of_each_group_comes_to_its_ruling_also_through_a_restart(play: Play) -> None:
    assert play("a_case_of_each_group")["cases"] == 10


def test_three_cases_at_once_each_come_to_their_own_ruling(play: Play) -> None:
    play("three_cases_at_once")


def test_odd_presses_of_a_case_change_nothing_and_break_nothing(play: Play) -> None:
    play("odd_presses_of_a_case")


def test_an_expired_token_loses_no_press_and_is_one_line_of_the_log(play: Play) -> None:
    assert play("an_expired_token_in_a_case")["lost answers"] == 3


def test_an_expired_token_after_a_deferral_loses_nothing_that_was_done(play: Play) -> None:
    play("an_expired_token_after_a_deferral")


def test_a_night_of_six_hours_keeps_its_cockpit_right_and_says_nothing_twice(play: Play) -> None:
    told = play("a_night_of_six_hours")
    assert told["stub"] > 10
    assert told["takes over"] > 10


def test_a_cockpit_through_trouble_comes_right_by_itself_and_tells_what_was_not_said(play: Play) -> None:
    play("a_cockpit_through_trouble")


def test_a_dropped_gateway_and_an_invalid_session_cost_no_answer(play: Play) -> None:
    play("the_gateway_drops")


def test_an_answer_under_way_comes_though_the_gateway_drops(play: Play) -> None:
    play("the_gateway_drops_in_mid_answer")


def test_an_outage_of_the_server_loses_nothing(play: Play) -> None:
    play("an_outage_of_the_server")


def test_a_500_and_a_429_in_mid_answer_cost_no_answer_and_make_no_second(play: Play) -> None:
    play("a_failure_in_mid_answer")


def test_an_answer_that_cannot_be_given_is_logged_with_its_league_and_interaction(play: Play) -> None:
    play("discord_is_down_for_an_answer")


def test_the_same_interaction_twice_has_one_answer_and_one_effect(play: Play) -> None:
    play("the_same_interaction_twice")


def test_a_share_that_failed_can_be_pressed_again(play: Play) -> None:
    play("a_failed_share_can_be_shared_again")


def test_a_slow_thread_does_not_leave_the_press_unanswered(play: Play) -> None:
    play("a_slow_thread_is_waited_for")


def test_a_missing_permission_is_said_in_one_sentence(play: Play) -> None:
    play("a_missing_permission_is_named")


def test_a_dispute_comes_to_its_end_through_every_trouble_of_its_thread(play: Play) -> None:
    assert play("a_thread_in_trouble")["told twice"] == 0


def test_a_dispute_without_the_right_to_threads_goes_on_by_private_screens(play: Play) -> None:
    play("no_right_to_open_threads")


def test_a_dispute_goes_on_after_a_restart_in_each_state_and_through_an_outage(play: Play) -> None:
    assert play("a_restart_in_each_state")["starts"] == 6


def test_sixty_four_questions_at_once_are_all_answered_in_time(play: Play) -> None:
    assert play("many_at_once")["worst_ms"] < 3000


def test_junk_questions_get_one_private_answer_and_ping_nobody(play: Play) -> None:
    play("junk_questions")


def test_junk_settings_are_refused_in_one_sentence(play: Play) -> None:
    play("junk_settings")


def test_forged_presses_change_nothing(play: Play) -> None:
    play("forged_presses")


def test_sigterm_ends_it_within_five_seconds_and_the_answer_under_way_comes(play: Play) -> None:
    assert max(play("told_to_stop").values()) < 5


def test_sigterm_ends_it_while_it_is_still_connecting(play: Play) -> None:
    assert max(play("told_to_stop_while_connecting").values()) < 5


def test_a_wrong_token_is_told_in_one_sentence(play: Play) -> None:
    play("a_wrong_token")


def test_a_token_withdrawn_while_it_runs_is_told_in_one_sentence(play: Play) -> None:
    play("a_token_withdrawn_while_running")


def test_a_refusal_by_the_gateway_ends_it_with_one_sentence_and_no_trace(play: Play) -> None:
    assert len(play("refused_at_the_gateway")) == 12


def test_a_gateway_that_is_away_is_tried_again_in_a_line_each_time(play: Play) -> None:
    assert play("no_gateway_for_a_while")["tried again"] > 2


def test_two_shards_are_both_answered_one_may_drop_and_a_removal_is_found(play: Play) -> None:
    assert play("two_connections")["identifies"] == 3


def test_the_health_page_names_what_is_wrong_and_comes_right_again(play: Play) -> None:
    assert play("the_health_page")["ok"]


def test_the_token_is_never_in_the_log(play: Play) -> None:
    play("the_token_stays_out_of_the_log")


def test_two_leagues_see_nothing_of_each_other(play: Play) -> None:
    play("two_leagues")


def test_of_two_hundred_who_press_the_last_place_one_has_it_and_the_others_a_sentence(play: Play) -> None:
    assert play("two_hundred_press_the_last_place")["wait"] == 199


def test_a_bot_killed_inside_a_letter_loses_none_and_sends_none_twice(play: Play) -> None:
    assert play("killed_inside_a_letter", 6, 50)["kills"] == 50


def test_a_month_of_nights_keeps_every_place_and_tells_everything_once(play: Play) -> None:
    told = play("a_month_of_nights", 6)
    assert told["letters"] > 40
    assert told["asked to deal"].get("taken", 0) > 0


def test_under_every_fault_of_discord_each_feature_does_a_thing_once_and_answers(play: Play) -> None:
    told = play("every_fault_over_every_feature", 6)
    unanswered = {name for name in told if name.startswith("no answer")}
    assert unanswered <= {"no answer: token expired"}
    assert told["answered"] == (told["faults"] - 1) * told["features"]
