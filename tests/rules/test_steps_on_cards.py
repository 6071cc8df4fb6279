"""Every ruling in every world, played on a deck: where each card is after each step and at the end."""

import tomllib

import pytest
from everything import BOOKS, INCIDENTS, decided, switch_sets, worlds

from rules import steps
from rules.layout import Layout, play
from rules.rulings import World
from rules.scenes import BUTTON, DECK, JOKER, scene
from rules.steps import (
    BurnAndTurn,
    FinishDeal,
    KillHand,
    LeaveUp,
    Muck,
    PlayOn,
    ReshuffleMuck,
    SetAside,
    ShuffleAndCut,
    ShuffleIn,
    Step,
    TurnWithoutBurn,
    say,
    sentences,
)

EVERY = [
    (book, incident, facts, on)
    for book in BOOKS
    for on in switch_sets(book)
    for incident in INCIDENTS
    for facts in worlds(incident)
    if decided(book, incident, facts, on)
]


def turned_round(cards):
    """A shuffle that is the same each time and leaves no card where it was, but for a middle one."""
    return list(reversed(list(cards)))


def played(book, incident, facts, on=frozenset()):
    rules = decided(book, incident, facts, on)
    before, table = scene(incident, facts), scene(incident, facts)
    orders = rules[0].steps_in(World(facts))
    for step in orders:
        play(step, table, turned_round)
        assert sorted(table.cards()) == sorted(before.cards()), (book, incident, facts, step)
    return rules[0].outcome, before, table, orders


def seats_in(table):
    return {seat: len(hand) for seat, hand in table.hands.items()}


def test_every_example_shows_a_whole_deck_with_each_card_once():
    for incident in INCIDENTS:
        for facts in worlds(incident):
            cards = scene(incident, facts).cards()
            assert len(set(cards)) == len(cards)
            if incident == "foreign_card":
                assert sorted(cards) == sorted([*DECK, JOKER])
            elif incident != "fouled_deck":
                assert sorted(cards) == sorted(DECK)


def test_each_card_lies_in_one_place_after_each_step_of_each_ruling():
    for case in EVERY:
        played(*case)


def test_no_burn_and_no_discard_is_reshuffled_unless_the_clause_says_so():
    for case in EVERY:
        _, before, table, orders = played(*case)
        whole_deck_again = any(isinstance(step, ShuffleAndCut) for step in orders)
        muck_again = any(isinstance(step, ReshuffleMuck) for step in orders)
        assert muck_again == (case[0] == "psp" and case[2].get("short_of_cards") == "draw")
        for pile in table.shuffled:
            if not whole_deck_again:
                assert not pile & {*before.burns, *table.burns, *before.doubtful, *before.own}, case
                assert muck_again or not pile & set(before.muck), case
                assert not pile & {card for hand in before.hands.values() for card in hand}


def test_a_misdeal_is_dealt_again_from_the_whole_deck_with_the_right_hands():
    for case in EVERY:
        outcome, before, table, _ = played(*case)
        if outcome != "misdeal":
            continue
        assert table.shuffled == [frozenset(before.cards())]
        assert set(seats_in(table).values()) <= {table.hand_size}
        assert not (table.board or table.burns or table.aside or table.waiting or table.up)
        killed = [case[0] == "tda" and before.dead is not None]
        assert bool(table.muck) == killed[0]


def test_a_fouled_deck_is_taken_in_and_nothing_is_dealt():
    fouled = [case for case in EVERY if decided(*case)[0].outcome == "fouled_deck"]
    assert fouled
    for case in fouled:
        _, before, table, _ = played(*case)
        assert sorted(table.stub) == sorted(before.cards())
        assert table.shuffled == []


@pytest.mark.parametrize(
    ("book", "street", "board", "burns", "burns_at_the_end"),
    [
        ("rrp", "flop", 3, 1, 3),
        ("rrp", "turn", 5, 3, 3),
        ("rrp", "river", 5, 3, 3),
        ("psp", "flop", 3, 3, 5),
        ("psp", "turn", 4, 3, 4),
        ("psp", "river", 5, 3, 3),
    ],
)
def test_after_an_early_street_the_board_and_the_burns_are_complete(book, street, board, burns, burns_at_the_end):
    _, before, table, _ = played(book, "board_early", {"street": street})
    assert (len(table.board), len(table.burns)) == (board, burns)
    assert table.board[: {"flop": 0, "turn": 3, "river": 4}[street]] == before.board[: -len(before.early)]
    assert table.burns[: len(before.burns)] == before.burns
    while len(table.board) < 5:
        play(BurnAndTurn("turn"), table, turned_round)
    assert len(table.burns) == burns_at_the_end
    assert not table.aside
    assert len(table.shuffled) == 1
    assert set(before.early) <= table.shuffled[0]
    assert set(table.board) <= table.up


def test_an_early_turn_is_replaced_by_the_card_due_as_the_river():
    for book in ("psp", "rrp"):
        _, before, table, orders = played(book, "board_early", {"street": "turn"})
        assert table.board[3] == before.stub[1]
        assert table.burns[2] == before.stub[0]
        where = [type(step) for step in orders]
        assert where.index(SetAside) < where.index(BurnAndTurn) < where.index(ShuffleIn)


def test_the_new_flop_of_the_house_starts_with_the_cards_due_as_turn_and_river():
    _, before, table, _ = played("psp", "board_early", {"street": "flop"})
    assert table.board[:2] == [before.stub[1], before.stub[3]]
    assert table.burns == [*before.burns, before.stub[0], before.stub[2]]
    assert table.board[2] == before.early[-1]  # the top of the shuffled stub, as these tests shuffle


def test_a_replaced_card_is_the_burn_and_its_holder_has_the_card_due_as_the_burn():
    for book in ("psp", "rrp"):
        for game in ("flop", "draw"):
            facts = {
                "game": game,
                "exposed_by": "dealer",
                "exposure": "turned_up",
                "exposed_count": "one",
                "first_two": "no",
                "action": "none",
            }
            _, before, table, _ = played(book, "exposed_on_deal", facts)
            [(card, seat)] = before.exposed.items()
            assert table.burns == [card]
            assert card in table.up
            assert table.hands[seat][-1] == before.stub[len(before.waiting)]
            assert set(seats_in(table).values()) == {table.hand_size}
            for waiting, dealt in zip(before.waiting, before.stub, strict=False):
                assert table.hands[waiting][-1] == dealt


def test_hands_have_the_right_size_whenever_the_hand_goes_on():
    """Too late for a misdeal a wrong count may stay, and a skipped seat without a card; nothing else may."""
    for book, incident, facts, on in EVERY:
        outcome, _, table, orders = played(book, incident, facts, on)
        if outcome in ("misdeal", "fouled_deck", "floor"):
            continue
        as_it_lies = any(step in (PlayOn("as_it_lies"), PlayOn("live")) for step in orders)
        without_seat = PlayOn("without_seat") in orders
        if incident in ("cards_run_out", "flashed_discard", "marred_card") or as_it_lies or without_seat:
            continue
        if incident in ("flashed_stud_river",):
            assert set(seats_in(table).values()) == {7}
        else:
            assert set(seats_in(table).values()) == {table.hand_size}, (book, incident, facts)
        assert table.waiting == [] or incident == "dealt_in"


def test_a_wrong_count_that_stays_is_that_players_alone():
    for book, incident, facts, on in EVERY:
        if incident in ("too_many_cards", "too_few_cards"):
            _, before, table, _ = played(book, incident, facts, on)
            wrong = {seat for seat, size in seats_in(table).items() if size != 2}
            assert wrong <= {before.dead}


def test_a_dead_hand_is_in_the_muck_and_the_others_are_whole():
    dead = [case for case in EVERY if decided(*case)[0].outcome == "hand_dead"]
    assert dead
    for case in dead:
        _, before, table, orders = played(*case)
        assert any(isinstance(step, KillHand) for step in orders)
        assert table.muck == before.hands[before.dead]
        assert seats_in(table) == {seat: 2 for seat in before.hands if seat != before.dead}


def test_when_stud_runs_out_one_card_is_everybodys_river():
    _, before, table, _ = played("psp", "cards_run_out", {"short_of_cards": "stud"})
    assert len(before.stub) < len(before.waiting)
    assert table.board == before.stub[:1]
    assert table.waiting == []


def test_when_draw_runs_out_the_muck_is_dealt_and_nobody_gets_his_own_discards():
    _, before, table, _ = played("psp", "cards_run_out", {"short_of_cards": "draw"})
    assert len(before.stub) < len(before.waiting)
    assert seats_in(table) == dict.fromkeys(range(6), 5)
    assert not set(before.own) & set(table.hands[BUTTON])
    assert table.aside == before.own
    assert table.hands[BUTTON][2:4] == before.stub
    assert table.muck == []


def test_flashed_cards_of_later_streets_are_replaced_when_all_are_served():
    for book, incident in (("psp", "flashed_stud_river"), ("psp", "flashed_draw_card"), ("rrp", "flashed_draw_card")):
        _, before, table, _ = played(book, incident, {})
        [(card, seat)] = before.exposed.items()
        assert table.hands[seat][-1] == before.stub[len(before.waiting)]
        assert card in (table.burns if book == "rrp" else table.muck)


def test_an_unseen_extra_card_lies_as_the_burn_again():
    facts = {"extra_is_burn": "yes", "looked_at": "no", "fix_agreed": "no", "action": "none"}
    _, before, table, _ = played("rrp", "too_many_cards", facts)
    assert table.burns == list(before.extra.values())
    assert seats_in(table) == dict.fromkeys(range(6), 2)


def test_an_agreed_fix_puts_every_card_where_it_belongs():
    whole = scene("no_shuffle_or_cut", {"action": "none"})
    fixed = {"fix_agreed": "yes", "action": "one"}
    for incident, more in (
        ("first_card_wrong_seat", {}),
        ("out_of_sequence", {"pushbacks": "three_or_more", "looked_at": "yes"}),
        ("too_many_cards", {"extra_is_burn": "no", "looked_at": "no"}),
        ("too_few_cards", {"short_who": "other", "due_top_card": "no", "short_acted": "no"}),
        ("dealt_out", {"dealt_out_who": "other_player", "others_complete": "yes"}),
    ):
        _, _, table, _ = played("psp", incident, {**more, **fixed})
        assert table.hands.keys() == whole.hands.keys()
        assert all(sorted(table.hands[seat]) == sorted(whole.hands[seat]) for seat in whole.hands)
        assert table.stub == whole.stub


def test_a_skipped_player_is_served_while_the_deal_goes_on():
    facts = {"dealt_out_who": "absent_asked", "others_complete": "no", "fix_agreed": "yes", "action": "none"}
    _, _, table, _ = played("psp", "dealt_out", facts)
    assert seats_in(table) == dict.fromkeys(range(6), 2)


def test_at_most_two_unseen_cards_are_moved_and_then_lie_right():
    whole = scene("no_shuffle_or_cut", {"action": "none"})
    for pushbacks in ("one", "two"):
        facts = {"pushbacks": pushbacks, "looked_at": "no", "fix_agreed": "no", "action": "one"}
        _, before, table, _ = played("rrp", "out_of_sequence", facts)
        assert len(before.astray) == {"one": 1, "two": 2}[pushbacks]
        assert all(sorted(table.hands[seat]) == sorted(whole.hands[seat]) for seat in whole.hands)


def test_cards_that_count_for_nothing_are_out_of_play_and_replaced():
    for count, gone in (("one", 1), ("two_or_more", 2)):
        _, before, table, _ = played("rrp", "boxed_card", {"boxed_count": count, "action": "three_or_more"})
        assert table.aside == before.void
        assert len(table.aside) == gone
        assert set(seats_in(table).values()) == {2}
    for face in ("up", "down"):
        facts = {"foreign_kind": "joker", "face": face, "action": "three_or_more"}
        for book in ("rrp", "tda"):
            _, before, table, _ = played(book, "foreign_card", facts)
            assert table.aside == [JOKER]
            assert set(seats_in(table).values()) == {2}
    holder = 3
    assert before.hands[holder][-1] == JOKER
    assert table.hands[holder][-1] == before.stub[len(before.waiting)]  # after all the others


def test_a_deck_in_doubt_keeps_every_doubtful_card_out():
    for incident, facts in (("stub_mixed", {}), ("deck_dropped", {"top_known": "no", "integrity_doubt": "yes"})):
        _, before, table, _ = played("rrp", incident, facts)
        assert before.doubtful
        assert not set(before.doubtful) & set(table.stub)
        assert table.shuffled == [frozenset(table.stub)]
        assert len(table.stub) >= 9
    _, before, table, _ = played("rrp", "deck_dropped", {"top_known": "yes", "integrity_doubt": "no"})
    assert table.stub == before.stub
    assert table.shuffled == []


def test_a_forgotten_burn_put_right_leaves_every_card_where_it_belongs():
    _, before, table, _ = played("rrp", "forgot_burn", {"objection": "no"})
    assert table.burns == before.board[:1]
    assert table.board == [*before.board[1:], before.stub[0]]


def test_a_flashed_burn_is_mucked_before_the_flop_by_the_house_and_stays_by_the_rulebook():
    _, before, table, _ = played("psp", "flashed_burn", {})
    assert (table.burns, table.muck) == ([], before.burns)
    _, before, table, _ = played("rrp", "flashed_burn", {})
    assert (table.burns, table.muck) == (before.burns, [])
    assert set(table.burns) <= table.up


def test_a_hand_that_was_riffled_is_dealt():
    _, _, table, _ = played("rrp", "interrupted_after_riffle", {})
    assert set(seats_in(table).values()) == {2}
    assert table.hands[0] == [DECK[0], DECK[6]]


def test_a_flashed_discard_of_the_house_goes_to_the_muck():
    _, before, table, _ = played("psp", "flashed_discard", {})
    assert table.muck == list(before.exposed)


def test_every_kind_of_step_has_a_table_of_sentences_and_no_table_is_left_over():
    kinds = {kind.name for kind in vars(steps).values() if isinstance(kind, type) and issubclass(kind, Step)} - {""}
    assert kinds == set(sentences())


def test_a_step_is_said_in_the_words_of_its_manner():
    assert say(ShuffleIn("flop")) == sentences()["shuffle_in"]["flop.now"]
    assert say(FinishDeal()) == sentences()["finish_deal"]["same_order"]
    assert say(TurnWithoutBurn("third", 1)) == sentences()["turn_without_burn"]["third"]
    assert say(BurnAndTurn("flop", times=2)) == sentences()["burn_and_turn"]["flop"]
    assert say(ReshuffleMuck()) == sentences()["reshuffle_muck"]["plain"]
    with pytest.raises(KeyError):
        say(Muck("everything"))


def test_the_sentences_are_read_from_a_table_of_tables():
    assert tomllib.loads(steps.FILE.read_text(encoding="utf-8")) == sentences()


def test_a_step_that_moves_no_card_leaves_the_table_as_it_is():
    table, same = Layout(stub=["2c"], hands={0: ["3c"]}), Layout(stub=["2c"], hands={0: ["3c"]})
    play(PlayOn("live"), table, turned_round)
    play(LeaveUp("burn"), table, turned_round)
    play(KillHand("absent"), table, turned_round)
    assert table == same
