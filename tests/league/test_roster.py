"""Fair filling: as good as any there is on all three goals, told with its reasons, and possible without HiGHS."""

from __future__ import annotations

import subprocess
import sys
from datetime import date

import pytest
from dealing_seasons import by_flow, by_trying_all, season

from league.roster import Choice, Filling, Why, explained, fill, greedy_filling
from league.volunteers import Score, Slot, Volunteer, score

FRIDAYS = [date(2026, 11, day) for day in (6, 13, 20, 27)]
ANN, BOB, CY = 1, 2, 3


def table(night: int, number: int = 1, game: str | None = None) -> Slot:
    return Slot(night, FRIDAYS[night - 1], number, game)


def who(filling: Filling) -> dict[tuple[int, int], int]:
    return {(choice.slot.night_id, choice.slot.table_number): choice.player_id for choice in filling.choices}


def whys(filling: Filling) -> list[tuple[str, ...]]:
    return [tuple(why.what for why in choice.why) for choice in filling.choices]


@pytest.mark.parametrize("seed", range(12))
def test_no_season_can_be_filled_better_than_by_a_flow(seed: int) -> None:
    slots, volunteers = season(seed, 20, 30, 2, wishes=False)
    filling = fill(slots, volunteers)
    assert filling.status == "best"
    assert (filling.score.open, filling.score.squares) == by_flow(slots, volunteers)


@pytest.mark.parametrize("seed", range(12))
def test_no_season_with_wishes_can_be_filled_better_than_by_trying_all(seed: int) -> None:
    slots, volunteers = season(seed, 4, 4, 2, wishes=True)
    filling = fill(slots, volunteers)
    assert filling.status == "best"
    assert filling.score == by_trying_all(slots, volunteers)


@pytest.mark.parametrize("seed", range(6))
def test_each_reason_is_true(seed: int) -> None:
    slots, volunteers = season(seed, 12, 12, 2, wishes=True)
    filling = fill(slots, volunteers)
    by_id = {volunteer.player_id: volunteer for volunteer in volunteers}
    tonight = {(choice.slot.day, choice.player_id) for choice in filling.choices}
    for choice in filling.choices:
        slot, chosen, days = choice.slot, by_id[choice.player_id], set(by_id[choice.player_id].dealt)
        others = [v for v in volunteers if v.can_deal(slot) and (slot.day, v.player_id) not in tonight]
        days |= {each.slot.day for each in filling.choices if each.player_id == chosen.player_id}
        before, after = filling.downs[chosen.player_id]
        assert after == len(days)
        least = min((filling.downs[other.player_id][1] for other in others), default=None)
        for why in choice.why:
            assert {
                "nobody_else": not others,
                "fewest_downs": all(before == why.number <= other.downs for other in others),
                "evens_out": why.number == after and least is not None and after <= least,
                "shares": why.number == after and least is not None and after == least + 1,
                "table": why.number == slot.table_number and slot.table_number in chosen.tables,
                "running": chosen.rests and len(days) > 1,
                "month": chosen.most_a_month == why.number < sum(day.month == slot.day.month for day in days),
            }[why.what]
    for slot, reason in filling.open:
        able = [v.player_id for v in volunteers if v.can_deal(slot)]
        assert reason == ("all_deal" if able else "nobody_can")
        assert all((slot.day, player_id) in tonight for player_id in able)


def test_whoever_dealt_least_and_asked_for_the_table_gets_it_and_is_told_so() -> None:
    ann = Volunteer(ANN, dealt=(date(2026, 10, 2),), tables=frozenset({2}))
    bob = Volunteer(BOB, dealt=(date(2026, 10, 2), date(2026, 10, 9)))
    filling = fill([table(1, 2)], [bob, ann])
    assert filling.choices == (Choice(table(1, 2), ANN, (Why("fewest_downs", 1), Why("table", 2))),)
    assert filling.downs == {ANN: (1, 2), BOB: (2, 2)}
    assert filling.score == Score(open=0, squares=8, wishes=1)


def test_a_table_is_never_left_open_for_the_sake_of_fairness() -> None:
    ann = Volunteer(ANN, dealt=tuple(FRIDAYS[:2]))
    bob = Volunteer(BOB, nights={3: False})
    assert who(fill([table(3), table(4)], [ann, bob])) == {(3, 1): ANN, (4, 1): BOB}


def test_a_wish_is_granted_where_it_costs_nobody_a_down() -> None:
    rests = [Volunteer(player_id, rests=True) for player_id in (ANN, BOB)]
    filled = who(fill([table(night) for night in (1, 2, 3, 4)], rests))
    assert filled[1, 1] == filled[3, 1] != filled[2, 1] == filled[4, 1]


def test_a_wish_that_cannot_be_granted_is_told() -> None:
    ann = Volunteer(ANN, dealt=(FRIDAYS[0],), rests=True, most_a_month=1)
    filling = fill([table(2)], [ann])
    assert filling.choices[0].why == (Why("nobody_else"), Why("running"), Why("month", 1))
    assert filling.score.wishes == -2


def test_nobody_deals_what_or_when_they_cannot() -> None:
    people = [
        Volunteer(ANN, games=frozenset({"omaha"})),
        Volunteer(BOB, weekdays=frozenset({5})),
        Volunteer(CY, weekdays=frozenset(), nights={1: True}, dealt=(FRIDAYS[1],)),
    ]
    filling = fill([table(1, 1, "stud"), table(1, 2, "stud"), table(2, 1, "stud")], people)
    assert set(who(filling).values()) == {CY}
    assert [reason for _, reason in filling.open] == ["all_deal", "nobody_can"]
    assert not people[2].can_deal(table(2)), "she has promised to deal that evening already"


def test_one_person_deals_one_table_an_evening() -> None:
    filling = fill([table(1, 1), Slot(9, FRIDAYS[0], 1)], [Volunteer(ANN)])
    assert len(filling.choices) == 1
    with pytest.raises(ValueError, match="two tables"):
        score([table(1), table(1, 2)], [Volunteer(ANN)], {table(1): ANN, table(1, 2): ANN})
    with pytest.raises(ValueError, match="cannot"):
        score([table(1)], [Volunteer(ANN, nights={1: False})], {table(1): ANN})


def test_without_slots_or_people_there_is_nothing_to_choose() -> None:
    assert fill([], [Volunteer(ANN)]).status == "best"
    filling = fill([table(1)], [])
    assert (filling.choices, filling.open, filling.status) == ((), ((table(1), "nobody_can"),), "best")


def test_the_same_season_is_filled_the_same_way_again() -> None:
    slots, volunteers = season(5, 12, 12, 2, wishes=True)
    assert fill(slots, volunteers) == fill(slots, volunteers)


def test_without_highs_a_season_is_filled_slot_by_slot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "highspy", None)
    slots, volunteers = season(5, 12, 12, 2, wishes=True)
    filling = fill(slots, volunteers)
    assert filling.status == "greedy"
    assert who(filling) == {(s.night_id, s.table_number): p for s, p in greedy_filling(slots, volunteers).items()}


@pytest.mark.parametrize(("most_work", "sought"), [(0, 0), (3_000, 1), (6_000, 2)])
def test_when_the_work_is_used_up_the_best_that_was_found_is_given_and_called_so(most_work: int, sought: int) -> None:
    slots, volunteers = season(4, 40, 50, 3, wishes=True)  # about 3,000 entries, sought in one node for each of 3 goals
    filling, whole = fill(slots, volunteers, most_work), fill(slots, volunteers)
    assert (filling.status, whole.status) == ("best_found", "best")
    assert filling.score.rank[:sought] == whole.score.rank[:sought]
    assert whole.score.rank < filling.score.rank <= score(slots, volunteers, greedy_filling(slots, volunteers)).rank


def test_what_so_much_work_finds_is_the_same_again_though_it_is_not_the_best() -> None:
    slots, volunteers = season(4, 40, 50, 3, wishes=True)
    fillings = [fill(slots, volunteers, 6_000) for _ in range(3)]
    assert fillings[0].status == "best_found"
    assert fillings[0] == fillings[1] == fillings[2]


def test_a_filling_that_a_host_changed_is_explained_as_it_is() -> None:
    ann, bob = Volunteer(ANN), Volunteer(BOB, dealt=(date(2026, 10, 2), date(2026, 10, 9)))
    filling = explained([table(1), table(2)], [ann, bob], {table(1): BOB}, "changed", {table(1)})
    assert [why.what for why in filling.choices[0].why] == ["host"], "no word of who dealt least"
    filling = explained([table(1), table(2)], [ann, bob], {table(1): BOB}, "greedy")
    assert whys(filling) == [("needed",)]
    assert filling.open == ((table(2), "free"),)
    assert filling.score == Score(1, 9, 0)


def test_a_greedy_filling_grants_wishes_among_those_who_dealt_as_little() -> None:
    people = [Volunteer(ANN, dealt=(FRIDAYS[0],), rests=True), Volunteer(BOB, dealt=(date(2026, 9, 4),))]
    assert greedy_filling([table(2)], people) == {table(2): BOB}
    assert greedy_filling([table(1, 2)], [Volunteer(ANN), Volunteer(BOB, tables=frozenset({2}))]) == {table(1, 2): BOB}


def test_a_greedy_filling_shares_and_fills_first_what_fewest_can_deal() -> None:
    people = [Volunteer(ANN), Volunteer(BOB)]
    assert sorted(greedy_filling([table(1), table(2), table(3), table(4)], people).values()) == [ANN, ANN, BOB, BOB]
    only_ann = [Volunteer(ANN), Volunteer(BOB, games=frozenset({"stud"}))]
    slots = [table(1, 1, "stud"), table(1, 2, "omaha")]
    assert greedy_filling(slots, only_ann) == {slots[0]: BOB, slots[1]: ANN}
    wants = [Volunteer(ANN, dealt=(FRIDAYS[0],), tables=frozenset({1})), Volunteer(BOB)]
    assert greedy_filling([table(2)], wants) == {table(2): BOB}, "fair comes before wished"


def test_a_proposal_is_told_night_by_night_and_table_by_table() -> None:
    slots = [table(2, 1), table(1, 2), table(1, 1)]
    filling = fill(slots, [Volunteer(ANN), Volunteer(BOB)])
    assert list(who(filling)) == [(1, 1), (1, 2), (2, 1)]


def test_the_heavy_libraries_are_not_read_at_the_start() -> None:
    modules = "league.roster, league.calendar, league.series, league.when, league.signup, league.cover"
    heavy = "{'highspy', 'numpy', 'icalendar', 'dateutil'}"
    code = f"import sys, {modules}; sys.exit(str({heavy} & set(sys.modules)) if {heavy} & set(sys.modules) else 0)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=30, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_highs_says_nothing_aloud(capfd: pytest.CaptureFixture[str]) -> None:
    fill(*season(1, 4, 4, 1, wishes=True))
    assert capfd.readouterr() == ("", "")
