import time
from dataclasses import astuple
from itertools import combinations
from pathlib import Path

import pytest
from casebook import IS_HERE, clause_ids
from everything import BOOKS, INCIDENTS, decided, switch_sets, worlds
from truth import truth

from rules.engine import decide
from rules.facts import vocabulary
from rules.rulings import CONTINUES, FOULED_DECK, HAND_DEAD, MISDEAL, BrokenRulings, Rulings, World
from rules.shelf import shelf, words
from rules.steps import PlayOn, say, sentences

FLOOR_WANTED = {
    ("psp", "too_many_cards"): lambda f: f["action"] not in ("none", "one"),
    ("psp", "too_few_cards"): lambda f: f["action"] not in ("none", "one"),
    ("rrp", "board_early"): lambda f: True,
    ("rrp", "stub_mixed"): lambda f: True,
    ("rrp", "deck_dropped"): lambda f: f["integrity_doubt"] == "yes",
    ("rrp", "forgot_burn"): lambda f: f["objection"] == "yes",
    ("rrp", "too_many_cards"): lambda f: (
        f["action"] in ("two_with_chips", "three_or_more")
        and not (f["extra_is_burn"] == "yes" and f["looked_at"] == "no")
    ),
    ("rrp", "too_few_cards"): lambda f: (
        f["action"] in ("two_with_chips", "three_or_more") and f["due_top_card"] == "no"
    ),
}


ORDERS = Path(__file__).with_name("orders.txt")


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("incident", INCIDENTS)
def test_a_book_decides_in_every_world_what_its_text_says(book, incident):
    for facts in worlds(incident):
        outcome, clause = truth(book, incident, facts)
        ruling = decide(book, incident, facts)
        assert ruling.outcome == outcome, facts
        assert ruling.floor == FLOOR_WANTED.get((book, incident), lambda f: False)(facts), facts
        assert ruling.branches == ()
        assert ruling.ask is None
        assert (clause in ruling.cites) if clause else ruling.cites == (), facts


def orders_told(book):
    """A book's rulings -> (the clauses each cites, every order of steps it can come to), as orders.txt has them."""
    told, ruling = {}, ""
    for line in ORDERS.read_text(encoding="utf-8").splitlines():
        if line.startswith("  "):
            told[ruling][1].add(tuple(line.strip().split(", ")))
        elif line and not line.startswith("#"):
            ruling, _, clauses = line.partition(": ")
            told[ruling] = (tuple(clauses.split()), set())
    return {ruling: order for ruling, order in told.items() if ruling.startswith(f"{book} ")}


@pytest.mark.parametrize("book", BOOKS)
def test_a_ruling_cites_the_clauses_and_orders_the_steps_of_its_text(book):
    found = {}
    for on in switch_sets(book):
        for incident in INCIDENTS:
            for facts in worlds(incident):
                for rule in decided(book, incident, facts, on):
                    steps = rule.steps_in(World(facts))
                    order = tuple(" ".join([step.name, *map(str, astuple(step))]) for step in steps)
                    found.setdefault(f"{book} {rule.rule_id}", (rule.cites, set()))[1].add(order)
    assert found == orders_told(book)


def test_every_world_of_every_incident_is_walked_in_under_five_seconds():
    begun = time.perf_counter()
    for book in BOOKS:
        for on in switch_sets(book):
            for incident in INCIDENTS:
                for facts in worlds(incident):
                    rules = decided(book, incident, facts, on)
                    assert len({rule.outcome for rule in rules}) <= 1
    assert time.perf_counter() - begun < 5


@pytest.mark.skipif(not IS_HERE, reason="the casebook is not here")
def test_every_clause_that_is_cited_exists_and_is_the_books_own():
    known = clause_ids()
    for book, rulings in shelf().items():
        for rule in rulings.rules.values():
            assert rule.cites, rule.rule_id
            assert set(rule.cites) <= known, rule.rule_id
            assert all(cite.startswith(f"{book}-") for cite in rule.cites)


def test_every_rule_can_be_the_ruling():
    for book in BOOKS:
        seen = {
            (rule.rule_id, incident)
            for on in switch_sets(book)
            for incident in INCIDENTS
            for facts in worlds(incident)
            for rule in decided(book, incident, facts, on)
        }
        written = {(rule.rule_id, inc) for rule in shelf()[book].rules.values() for inc in rule.incidents}
        assert seen == written


def test_rules_that_decide_the_same_world_together_are_these_and_no_others():
    together = {
        tuple(rule.rule_id for rule in rules)
        for book in BOOKS
        for on in switch_sets(book)
        for incident in INCIDENTS
        for facts in worlds(incident)
        if len(rules := decided(book, incident, facts, on)) > 1
    }
    assert together == {
        # an exposed card is dealt with alike, early or late
        ("one_flashed_card", "flashed_but_live"),
        ("flashed_down_card_in_stud", "flashed_but_live"),
        ("replaced_by_the_burn", "exposed_but_too_late"),
        ("shown_by_its_player", "exposed_but_too_late"),
        # two letters void the same deal
        ("first_or_second_exposed", "two_to_be_replaced"),
        # no misdeal by its letter, and too late for one
        ("skipped_but_too_late", "absent_player_others_served"),
        ("skipped_but_too_late", "uncommitted_player_dealt_out"),
        ("too_many_but_too_late", "extra_card_was_the_burn"),
        ("too_few_but_too_late", "due_the_top_card"),
    }


def test_every_override_names_a_rule_of_the_book_and_is_needed_in_some_world():
    for book, rulings in shelf().items():
        for rule in rulings.rules.values():
            for other in rule.overrides:
                assert other in rulings.rules, f"{rule.rule_id} overrides {other}"
                assert other != rule.rule_id
                overridden = rulings.rules[other]
                shared = set(rule.incidents) & set(overridden.incidents)
                assert any(
                    rule.applies(World(facts)) and overridden.applies(World(facts))
                    for incident in shared
                    for facts in worlds(incident)
                ), f"{book}: {rule.rule_id} never meets {other}"


def test_every_rule_is_about_incidents_that_exist_and_comes_to_an_outcome_that_exists():
    for book, rulings in shelf().items():
        assert rulings.book == book
        for rule in rulings.rules.values():
            assert rule.book == book
            assert set(rule.incidents) <= set(INCIDENTS)
            assert rule.outcome in vocabulary().outcomes
            assert rule.switch is None or rule.switch in vocabulary().house_rules
            assert rule.test.__doc__
            assert "Source: " in rule.test.__doc__


@pytest.mark.parametrize("incident", INCIDENTS)
def test_every_fact_of_an_incident_can_matter_in_some_book(incident):
    idle = set(vocabulary().incidents[incident].facts)
    for book in BOOKS:
        for first, second in combinations(worlds(incident), 2):
            differ = [name for name in first if first[name] != second[name]]
            if len(differ) == 1 and differ[0] in idle:
                one, other = decide(book, incident, first), decide(book, incident, second)
                if (one.outcome, one.floor, one.steps) != (other.outcome, other.floor, other.steps):
                    idle.discard(differ[0])
    assert not idle


def test_every_ruling_has_its_words_and_every_word_its_ruling():
    for book, rulings in shelf().items():
        assert set(words(book).rulings) == set(rulings.rules), book
        silent = {i for i in INCIDENTS for facts in worlds(i) if not decided(book, i, facts)}
        assert set(words(book).silences) <= silent
        for told in words(book).rulings.values():
            assert 0 < len(told.title) <= 60
            assert 0 < len(told.why) <= 150, told.why
            assert len(told.turns) <= 160, told.turns
            assert told.note is None or "other reading" in told.note.lower(), told.note
            assert told.note is None or len(told.note) <= 400, told.note


def test_every_ruling_of_the_rulebook_that_turns_on_substantial_action_says_whose_definition_it_borrows():
    for incident in INCIDENTS:
        for facts in worlds(incident):
            others = [{**facts, "action": v} for v in ("none", "three_or_more")] if "action" in facts else []
            possible = [other for other in others if vocabulary().is_possible(other)]
            if len({decide("rrp", incident, other).outcome for other in possible}) > 1:
                told = [words("rrp").rulings[rule.rule_id] for rule in decide("rrp", incident, facts).rules]
                silent = decide("rrp", incident, facts).outcome == "silent"
                assert silent or any("TDA 36" in (one.note or "") for one in told), facts


def test_every_ruling_orders_one_to_six_steps_that_can_be_said():
    for book in BOOKS:
        for on in switch_sets(book):
            for incident in INCIDENTS:
                for facts in worlds(incident):
                    for rule in decided(book, incident, facts, on):
                        steps = rule.steps_in(World(facts))
                        assert 1 <= len(steps) <= 6
                        assert all(0 < len(say(step)) <= 120 for step in steps)


def test_every_sentence_for_a_step_is_said_in_some_ruling():
    said = set()
    for book in BOOKS:
        for on in switch_sets(book):
            for incident in INCIDENTS:
                for facts in worlds(incident):
                    for rule in decided(book, incident, facts, on):
                        said.update(say(step) for step in rule.steps_in(World(facts)))
    assert {line for manners in sentences().values() for line in manners.values()} == said


def test_an_alternate_rule_changes_exactly_what_it_names():
    named = {
        "rrp-joker-in-the-deck:fouls": ("foreign_card", lambda f: f["foreign_kind"] == "joker", FOULED_DECK),
        "rrp-misdeals-l:dead": ("dealt_in", lambda f: f["dealt_in_why"] == "unposted", HAND_DEAD),
    }
    assert shelf()["rrp"].switches == set(named)
    assert shelf()["psp"].switches == shelf()["tda"].switches == frozenset()
    for switch in vocabulary().house_rules:
        touched, changes, outcome = named.get(switch, ("", lambda f: False, ""))
        for book in BOOKS:
            for incident in INCIDENTS:
                for facts in worlds(incident):
                    before, after = decide(book, incident, facts), decide(book, incident, facts, (), [switch])
                    if book == "rrp" and incident == touched and changes(facts):
                        assert after.outcome == outcome
                        assert after.cites[0] == switch.partition(":")[0]
                    else:
                        assert after == before


def test_substantial_action_is_two_with_chips_or_any_three():
    reached = [v for v in vocabulary().facts["action"].values if World({"action": v}).substantial_action]
    assert reached == ["two_with_chips", "three_or_more"]


def test_the_second_player_has_acted_after_two_folds_too():
    reached = [v for v in vocabulary().facts["action"].values if World({"action": v}).second_player_acted]
    assert reached == ["two_without_chips", "two_with_chips", "three_or_more"]


def test_two_rules_that_want_different_things_are_a_fault_that_names_both():
    book = Rulings("demo")
    book.rule(incident="boxed_card", cites="demo-1", outcome=MISDEAL)(_always)
    book.rule(incident="boxed_card", cites="demo-2", outcome=CONTINUES)(_also)
    with pytest.raises(BrokenRulings) as told:
        book.decide("boxed_card", World({}))
    assert str(told.value) == "In demo, for boxed_card, these rules want different things: _always, _also."


def test_two_rules_that_order_different_steps_are_a_fault_too():
    book = Rulings("demo")
    book.rule(incident="boxed_card", cites="demo-1", outcome=CONTINUES, steps=(PlayOn("live"),))(_always)
    book.rule(incident="boxed_card", cites="demo-2", outcome=CONTINUES)(_also)
    with pytest.raises(BrokenRulings):
        book.decide("boxed_card", World({}))


def test_two_rules_that_agree_both_decide():
    book = Rulings("demo")
    book.rule(incident=("boxed_card", "dealt_in"), cites="demo-1", outcome=MISDEAL)(_always)
    book.rule(incident="boxed_card", cites=("demo-2", "demo-3"), outcome=MISDEAL)(_also)
    assert [rule.cites for rule in book.decide("boxed_card", World({}))] == [("demo-1",), ("demo-2", "demo-3")]
    assert [rule.cites for rule in book.decide("dealt_in", World({}))] == [("demo-1",)]
    assert book.decide("dealt_out", World({})) == ()


def test_an_exception_decides_alone_wherever_it_stands_and_only_when_it_applies():
    book = Rulings("demo")
    book.rule(incident="boxed_card", cites="demo-1", outcome=CONTINUES, overrides=("_also",))(_one_boxed)
    book.rule(incident="boxed_card", cites="demo-2", outcome=MISDEAL)(_also)
    assert [rule.rule_id for rule in book.decide("boxed_card", World({"boxed_count": "one"}))] == ["_one_boxed"]
    assert [rule.rule_id for rule in book.decide("boxed_card", World({"boxed_count": "two_or_more"}))] == ["_also"]


def test_an_exception_that_is_itself_overridden_overrides_nothing():
    book = Rulings("demo")
    book.rule(incident="boxed_card", cites="demo-1", outcome=CONTINUES)(_always)
    book.rule(incident="boxed_card", cites="demo-2", outcome=MISDEAL, overrides=("_always",))(_also)
    book.rule(incident="boxed_card", cites="demo-3", outcome=CONTINUES, overrides=("_also",))(_one_boxed)
    world = World({"boxed_count": "one"})
    assert [rule.rule_id for rule in book.decide("boxed_card", world)] == ["_always", "_one_boxed"]


def test_no_two_rules_override_each_other_in_a_circle():
    for rulings in shelf().values():

        def below(rule_id, above, rules=rulings.rules):
            assert rule_id not in above
            for other in rules[rule_id].overrides:
                below(other, {*above, rule_id})

        for rule_id in rulings.rules:
            below(rule_id, set())


def test_a_switched_rule_is_asleep_until_its_switch_is_on():
    book = Rulings("demo")
    book.rule(incident="boxed_card", cites="demo-1", outcome=CONTINUES, switch="demo-1:alt")(_always)
    assert book.decide("boxed_card", World({})) == ()
    assert book.decide("boxed_card", World({}), frozenset({"demo-2:alt"})) == ()
    assert len(book.decide("boxed_card", World({}), frozenset({"demo-1:alt"}))) == 1
    assert book.switches == {"demo-1:alt"}


def test_a_rule_cannot_be_written_down_twice():
    book = Rulings("demo")
    book.rule(incident="boxed_card", cites="demo-1", outcome=CONTINUES)(_always)
    with pytest.raises(BrokenRulings, match=r"^The book demo has two rules named _always\.$"):
        book.rule(incident="dealt_in", cites="demo-1", outcome=CONTINUES)(_always)


def test_a_world_does_not_make_facts_up():
    with pytest.raises(AttributeError, match=r"^The incident has no fact colour\.$"):
        World({"action": "none"}).colour  # noqa: B018 - reading it is the test


def _always(_):
    return True


def _also(_):
    return True


def _one_boxed(world):
    return world.boxed_count == "one"
