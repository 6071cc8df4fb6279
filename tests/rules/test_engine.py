from collections import Counter
from itertools import product

import pytest
from everything import BOOKS, INCIDENTS, partial_facts, worlds

from rules.engine import BadCase, Turn, decide, turning
from rules.facts import vocabulary
from rules.shelf import shelf, words
from rules.steps import (
    Announce,
    CallFloor,
    ExtraBackAsBurn,
    FillPlace,
    FinishDeal,
    GiveTopCard,
    LeaveUp,
    NextHand,
    PassOver,
    PlayOn,
    ReturnMoney,
    StopPlay,
    SwapForBurn,
    TakeAllBack,
)


def noticed(ruling):
    return ruling.outcome, ruling.floor, ruling.steps


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("incident", INCIDENTS)
def test_a_ruling_with_facts_missing_holds_for_every_completion(book, incident):
    full = {tuple(world.values()): decide(book, incident, world) for world in worlds(incident)}
    for known, left in partial_facts(incident):
        ruling = decide(book, incident, known)
        ends = list({id(end): end for end in (full[tuple(world.values())] for world in left)}.values())
        outcomes = {end.outcome for end in ends}
        assert ruling.outcome == (outcomes.pop() if len(outcomes) == 1 else "depends"), known
        assert ruling.floor == all(end.floor for end in ends)
        assert all(end.steps[: len(ruling.steps)] == ruling.steps for end in ends)
        assert set(ruling.cites) == {cite for end in ends for cite in end.cites}
        assert {rule.rule_id for rule in ruling.rules} == {rule.rule_id for end in ends for rule in end.rules}


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("incident", INCIDENTS)
def test_the_rules_that_decide_most_completions_come_first_and_else_the_books_order_holds(book, incident):
    order = list(shelf()[book].rules.values())
    full = {tuple(world.values()): decide(book, incident, world).rules for world in worlds(incident)}
    for known, left in partial_facts(incident):
        if len(known) < 2:
            count = Counter(rule for world in left for rule in full[tuple(world.values())])
            ranked = sorted(count, key=lambda rule: (-count[rule], order.index(rule)))
            ruling = decide(book, incident, known)
            assert list(ruling.rules) == ranked, known
            assert list(ruling.cites) == list(dict.fromkeys(cite for rule in ranked for cite in rule.cites))


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("incident", INCIDENTS)
def test_a_question_is_asked_exactly_while_an_answer_can_change_something(book, incident):
    kinds = {}
    full = {
        tuple(world.values()): kinds.setdefault(noticed(decide(book, incident, world)), len(kinds))
        for world in worlds(incident)
    }
    for known, left in partial_facts(incident):
        ask = decide(book, incident, known).ask
        ends = {full[tuple(world.values())] for world in left}
        assert (ask is None) == (len(ends) == 1), known
        if ask is not None:
            assert ask not in known
            by_rest = {}
            for world in left:
                rest = tuple(value for name, value in world.items() if name != ask)
                by_rest.setdefault(rest, set()).add(full[tuple(world.values())])
            assert any(len(group) > 1 for group in by_rest.values()), (known, ask)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("incident", INCIDENTS)
def test_the_branches_of_an_open_case_cover_each_completion_once_and_tell_it_right(book, incident):
    for known, left in partial_facts(incident):
        ruling = decide(book, incident, known)
        assert bool(ruling.branches) == (ruling.outcome == "depends")
        if not ruling.branches:
            continue
        for world in left:
            fitting = [b for b in ruling.branches if all(world[name] in ways for name, ways in b.facts.items())]
            assert len(fitting) == 1
            full = decide(book, incident, world)
            assert fitting[0].outcome == full.outcome
            assert set(full.cites) <= set(fitting[0].cites)
        assert not any(name in known for branch in ruling.branches for name in branch.facts)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("incident", INCIDENTS)
def test_a_conversation_ends_whatever_is_answered_and_never_asks_the_same_twice(book, incident):
    facts = vocabulary().incidents[incident].facts

    def talk(known, not_known):
        ask = decide(book, incident, known, not_known).ask
        if ask is None:
            return 0
        assert ask in facts
        assert ask not in known
        assert ask not in not_known
        ways = [talk(known, {*not_known, ask})]
        for value in vocabulary().facts[ask].values:
            if any({**known, ask: value}.items() <= world.items() for world in worlds(incident)):
                ways.append(talk({**known, ask: value}, not_known))
        return 1 + max(ways)

    assert talk({}, set()) <= 6


def most_worth(facts, left, end_of):
    """Of the facts that can change the end of a world, the one whose answer settles most; None if none can."""

    def worth(fact):
        parts = [[end_of[tuple(w.values())] for w in left if w[fact] == v] for v in vocabulary().facts[fact].values]
        settled = sum(len(part) for part in parts if len(set(part)) == 1)
        unlike = sum(one != other for part in parts for one in part for other in part)
        return settled, -unlike

    def can_matter(fact):
        ends = {}
        for world in left:
            rest = tuple(value for name, value in world.items() if name != fact)
            ends.setdefault(rest, set()).add(end_of[tuple(world.values())])
        return any(len(group) > 1 for group in ends.values())

    return max(filter(can_matter, facts), key=worth, default=None)


QUICKLY_WALKED = [incident for incident in INCIDENTS if incident != "exposed_on_deal"]


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("incident", QUICKLY_WALKED)
def test_of_the_questions_that_can_matter_the_one_that_settles_most_worlds_comes_first(book, incident):
    full = {tuple(world.values()): noticed(decide(book, incident, world)) for world in worlds(incident)}
    for known, left in partial_facts(incident):
        open_facts = [fact for fact in left[0] if fact not in known]
        assert decide(book, incident, known).ask == most_worth(open_facts, left, full), known


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("incident", QUICKLY_WALKED)
def test_an_open_case_is_split_first_by_the_fact_that_settles_most_outcomes(book, incident):
    full = {tuple(world.values()): decide(book, incident, world).outcome for world in worlds(incident)}
    for known, left in partial_facts(incident):
        open_facts = [fact for fact in left[0] if fact not in known]
        split_by = {next(iter(branch.facts)) for branch in decide(book, incident, known).branches}
        assert split_by == {most_worth(open_facts, left, full)} - {None}, known


def test_values_that_lead_the_same_way_are_one_branch():
    ruling = decide("psp", "no_shuffle_or_cut", {})
    assert [(dict(branch.facts), branch.outcome) for branch in ruling.branches] == [
        ({"action": ("none", "one")}, "silent"),
        ({"action": ("two_without_chips", "two_with_chips", "three_or_more")}, "continues"),
    ]


def test_what_settles_most_is_asked_first():
    assert decide("rrp", "fouled_deck", {}).ask == "when_found"
    assert decide("tda", "fouled_deck", {}).ask in ("when_found", "defect")
    assert decide("psp", "out_of_sequence", {}).ask == "action"
    assert decide("rrp", "exposed_on_deal", {"action": "none", "game": "flop"}).ask == "exposed_by"


def test_a_fact_asked_and_not_known_is_never_asked_again_and_leaves_both_ways_open():
    ruling = decide("rrp", "forgot_burn", {}, ["objection"])
    assert ruling.outcome == "depends"
    assert ruling.ask is None
    assert [(dict(b.facts), b.outcome, b.cites) for b in ruling.branches] == [
        ({"objection": ("yes",)}, "floor", ("rrp-dealers-and-decisions",)),
        ({"objection": ("no",)}, "continues", ("rrp-dealers-and-decisions",)),
    ]


def test_a_fact_that_only_tells_about_another_is_asked_when_that_one_is_not_known():
    known = {"dealt_out_who": "committed_or_button"}
    assert decide("rrp", "dealt_out", known).ask == "action"
    assert decide("rrp", "dealt_out", known, ["action"]).ask == "others_complete"
    assert decide("rrp", "dealt_out", {**known, "others_complete": "no"}, ["action"]).outcome == "misdeal"
    assert decide("rrp", "dealt_out", {**known, "others_complete": "yes"}, ["action"]).ask is None


def test_a_fact_that_only_tells_which_steps_another_would_order_is_asked_when_that_one_is_not_known():
    ruling = decide("psp", "dealt_out", {"fix_agreed": "yes"}, ["action"])
    assert ruling.outcome == "continues"
    assert ruling.ask == "others_complete"


def test_two_facts_that_settle_something_only_together_are_asked_one_after_the_other():
    known = {"exposed_by": "dealer", "exposure": "turned_up", "action": "none"}
    assert decide("tda", "exposed_on_deal", known, ["game"]).ask == "exposed_count"
    assert decide("tda", "exposed_on_deal", {**known, "exposed_count": "one"}, ["game"]).ask == "first_two"


def test_a_fact_that_only_changes_the_steps_is_asked_too():
    ruling = decide("rrp", "fouled_deck", {"defect": "duplicate", "when_found": "during_hand"})
    assert ruling.outcome == "fouled_deck"
    assert ruling.ask == "knower_bet"
    assert ruling.steps == (StopPlay(),)
    known = {"defect": "duplicate", "when_found": "during_hand"}
    assert decide("rrp", "fouled_deck", {**known, "knower_bet": "no"}).steps == (
        StopPlay(),
        ReturnMoney("all"),
        TakeAllBack("fouled"),
        NextHand("same_button"),
    )
    assert decide("rrp", "fouled_deck", {**known, "knower_bet": "yes"}).steps == (
        StopPlay(),
        ReturnMoney("forfeit"),
        ReturnMoney("split"),
        TakeAllBack("fouled"),
        NextHand("same_button"),
    )


def test_too_late_for_a_misdeal_one_card_is_still_replaced_and_more_are_left_as_they_lie():
    base = {"exposed_by": "dealer", "exposure": "turned_up", "first_two": "yes", "action": "two_with_chips"}
    for game in ("flop", "stud", "draw"):
        for count in ("one", "two_or_more"):
            ruling = decide("rrp", "exposed_on_deal", {**base, "game": game, "exposed_count": count})
            is_replaced = SwapForBurn("shown") in ruling.steps
            assert is_replaced == (count == "one" and game != "stud")
            assert is_replaced or ruling.steps == (PlayOn("as_it_lies"),)
            kept = decide(
                "rrp", "exposed_on_deal", {**base, "game": game, "exposed_count": count, "exposed_by": "player"}
            )
            assert kept.steps[0] == Announce("kept")
    assert ruling.cites == ("rrp-misdeals",)


def test_the_house_swaps_one_flashed_card_early_or_late_and_in_stud_the_player_keeps_it():
    base = {"exposed_by": "struck_hand", "exposure": "turned_up", "first_two": "yes", "exposed_count": "one"}
    for action in vocabulary().facts["action"].values:
        for game in ("flop", "stud", "draw"):
            steps = decide("psp", "exposed_on_deal", {**base, "game": game, "action": action}).steps
            assert steps[-1] == (FinishDeal("next_card_down") if game == "stud" else LeaveUp("new_burn"))
    two = {**base, "game": "flop", "exposed_count": "two_or_more", "action": "three_or_more"}
    assert decide("psp", "exposed_on_deal", two).steps == (PlayOn("live"),)
    own = {**base, "game": "flop", "exposed_by": "player", "action": "three_or_more"}
    assert decide("psp", "exposed_on_deal", own).steps == (PlayOn("live"),)


def test_a_joker_face_up_is_replaced_at_once_and_one_face_down_when_the_others_are_served():
    for face, manner in (("up", "next_card"), ("down", "after_all")):
        facts = {"foreign_kind": "joker", "face": face, "action": "none"}
        assert decide("rrp", "foreign_card", facts).steps == (PassOver("joker"), FillPlace(manner))


def test_too_late_for_a_misdeal_a_wrong_count_goes_to_the_floor_unless_it_can_simply_be_put_right():
    late = {"fix_agreed": "no", "action": "three_or_more"}
    floor = (PlayOn("as_it_lies"), CallFloor("count"))
    for burn, looked in product(("yes", "no"), repeat=2):
        facts = {**late, "extra_is_burn": burn, "looked_at": looked}
        can_go_back = (burn, looked) == ("yes", "no")
        expected = (ExtraBackAsBurn(), PlayOn("replaced")) if can_go_back else floor
        assert decide("rrp", "too_many_cards", facts).steps == expected
    for due in ("yes", "no"):
        facts = {**late, "short_who": "other", "short_acted": "no", "due_top_card": due}
        expected = (GiveTopCard("due"), PlayOn("replaced")) if due == "yes" else floor
        assert decide("rrp", "too_few_cards", facts).steps == expected


def test_the_rule_that_decides_most_completions_is_cited_first():
    ruling = decide("tda", "too_few_cards", {"due_top_card": "yes", "short_acted": "no", "action": "two_with_chips"})
    assert ruling.cites == ("tda-35-d", "tda-37")
    assert ruling.outcome == "continues"
    one_shown = decide("rrp", "exposed_on_deal", {"game": "flop", "exposed_by": "dealer", "exposed_count": "one"})
    assert one_shown.cites == ("rrp-exposed-cards", "rrp-dealer-announcements", "rrp-misdeals", "rrp-misdeals-g")


def test_two_clauses_that_both_void_a_deal_are_both_cited_in_the_books_order():
    facts = {
        "game": "draw",
        "exposed_by": "dealer",
        "exposure": "off_table",
        "exposed_count": "two_or_more",
        "first_two": "yes",
        "action": "one",
    }
    assert decide("rrp", "exposed_on_deal", facts).cites == ("rrp-misdeals-g", "rrp-misdeals-h")


def test_notes_are_there_where_the_text_is_open_and_nowhere_else():
    assert decide("tda", "boxed_card", {"boxed_count": "two_or_more", "action": "one"}).note is None
    assert decide("tda", "boxed_card", {"boxed_count": "two_or_more"}).note is None
    assert decide("rrp", "cards_run_out", {"short_of_cards": "stud"}).note == words("rrp").silences["cards_run_out"]
    assert decide("tda", "stub_mixed", {}).note is None
    both = decide("rrp", "exposed_on_deal", {"exposed_by": "player", "action": "three_or_more"}).note
    told = words("rrp").rulings
    assert both == f"{told['shown_by_its_player'].note} {told['exposed_but_too_late'].note}"


def test_what_would_turn_a_ruling_is_told_fact_by_fact():
    facts = {"boxed_count": "two_or_more", "action": "one"}
    assert turning("tda", "boxed_card", facts) == [
        Turn("boxed_count", "one", "silent"),
        Turn("action", "two_with_chips", "continues"),
        Turn("action", "three_or_more", "continues"),
    ]
    assert turning("tda", "boxed_card", {"action": "none"}) == [
        Turn("action", "two_with_chips", "continues"),
        Turn("action", "three_or_more", "continues"),
    ]
    short = {"short_who": "button", "short_acted": "yes", "action": "one"}
    assert Turn("short_acted", "no", "continues") in turning("tda", "too_few_cards", short)
    assert all(turn.value != "none" for turn in turning("tda", "too_few_cards", short))
    unposted = {"dealt_in_why": "unposted", "action": "none"}
    assert [t.outcome for t in turning("rrp", "dealt_in", unposted)] == ["hand_dead", "continues", "continues"]
    assert turning("rrp", "dealt_in", unposted, ["rrp-misdeals-l:dead"]) == []


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("incident", QUICKLY_WALKED)
def test_whatever_is_known_each_single_change_that_comes_to_another_outcome_is_told_and_none_that_leaves_it_open(
    book, incident
):
    for known, _ in partial_facts(incident):
        now = decide(book, incident, known).outcome
        changes = [
            (fact, value, {**known, fact: value})
            for fact in known
            for value in vocabulary().facts[fact].values
            if value != known[fact] and vocabulary().is_possible({**known, fact: value})
        ]
        told = [Turn(fact, value, decide(book, incident, changed).outcome) for fact, value, changed in changes]
        assert turning(book, incident, known) == [turn for turn in told if turn.outcome not in (now, "depends")], known


@pytest.mark.parametrize(
    ("case", "sentence"),
    [
        (("xyz", "boxed_card", {}), "There is no book named xyz."),
        (("tda", "rain", {}), "There is no incident named rain."),
        (("tda", "boxed_card", {"street": "flop"}), "The incident boxed_card has no fact named street."),
        (("tda", "boxed_card", {}, ["street"]), "The incident boxed_card has no fact named street."),
        (("tda", "boxed_card", {"action": "lots"}), "The fact action has no value lots."),
        (
            ("tda", "boxed_card", {"action": "one"}, ["action"]),
            "The fact action is given and said to be not known at the same time.",
        ),
        (("tda", "boxed_card", {}, [], ["rrp-x:y"]), "There is no Alternate Rule named rrp-x:y."),
        (
            ("tda", "deck_dropped", {"top_known": "no", "integrity_doubt": "no"}),
            "These facts cannot all be true at once.",
        ),
    ],
)
def test_a_case_that_cannot_be_decided_is_refused_in_one_sentence(case, sentence):
    with pytest.raises(BadCase) as told:
        decide(*case)
    assert str(told.value) == sentence
