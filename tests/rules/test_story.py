"""What a player sees who tells what happened: the incident, and only the facts that were really told."""

from itertools import combinations

import pytest

from rules import story_signs, told, weights
from rules.__main__ import COMMANDS, answer_line
from rules.facts import vocabulary
from rules.story import Reading, read_facts, read_story
from rules.story_action import told_action
from rules.story_words import plain

NO_INCIDENT = [
    "he said call and then put in a raise, is that a string bet",
    "two players tied for third, how is the payout split",
    "can I rebuy after the break",
    "the dealer burned twice before the turn",
]

JUNK = ["", " ", "?", "x" * 6000, "card " * 1200, "🂡🂱🔥", "\x00\x01", "\ud800", "<@1> @everyone", "ф" * 500, "0 " * 900]

ONE_OF_EACH = {
    "the dealer flashed my second card in holdem, nobody has acted": "exposed_on_deal",
    "a card was lying face up in the middle of the deck": "boxed_card",
    "one of my hole cards is a joker": "foreign_card",
    "we both hold the queen of spades, it is in the deck twice": "fouled_deck",
    "the flop was dealt while I still had to call the raise": "board_early",
    "the burn card was exposed before the turn": "flashed_burn",
    "the deal started at the wrong seat": "first_card_wrong_seat",
    "a card went to the wrong player on the second lap": "out_of_sequence",
    "the big blind was skipped and has no cards": "dealt_out",
    "a player who had not posted was dealt in": "dealt_in",
    "a player has three hole cards": "too_many_cards",
    "the button has only one card": "too_few_cards",
    "the deck was not shuffled and not cut": "no_shuffle_or_cut",
    "a card that belongs to the flop was dealt to a player": "board_card_dealt_in",
    "the dealer dropped the deck on the floor": "deck_dropped",
    "the stub was shuffled together with the muck": "stub_mixed",
    "not enough cards left in stud for everybody's last card": "cards_run_out",
    "a discard was exposed as it went to the muck": "flashed_discard",
    "the card I drew was exposed by the dealer on the draw": "flashed_draw_card",
    "the river in stud was dealt face up": "flashed_stud_river",
    "the dealer forgot to burn before the turn": "forgot_burn",
    "the ace of spades has a bent corner": "marred_card",
    "the first riffle was made when a player asked for a new deck": "interrupted_after_riffle",
}

ACTIONS = {
    "utg called and two folded": "three_or_more",
    "nobody has acted": "none",
    "no action yet": "none",
    "before anyone acted": "none",
    "action hadn't started": "none",
    "not a single person has bet": "none",
    "nobody had bet, called or folded yet": "none",
    "UTG folded": "one",
    "after one call": "one",
    "the first player checked": "one",
    "two folds": "two_without_chips",
    "a check and a fold": "two_without_chips",
    "UTG folded and UTG+1 folded as well": "two_without_chips",
    "UTG and the next player limped": "two_with_chips",
    "a fold and a raise": "two_with_chips",
    "under the gun raised and the guy next to him called": "two_with_chips",
    "call, raise, fold": "three_or_more",
    "three players limped": "three_or_more",
    "everyone folded to the button": "three_or_more",
    "noticed on the turn": "three_or_more",
    "seen after the preflop betting": "three_or_more",
    "it was folded by three": "three_or_more",
    "a guy raised and one called it": "two_with_chips",
    "UTG raises to 10 and the next player calls": "two_with_chips",
    "the wrong seat got it, the first player checked, the second checked": "two_without_chips",
    "UTG limped and nobody else has acted": "one",
    "UTG folded when I was called over": "one",
    "nobody noticed until a raise and a call": "two_with_chips",
    "I fold first to act": "one",
    "UTG made it 25": "one",
    "half the table folded": "three_or_more",
    "UTG raised and the raiser wants it back": "one",
    "UTG made a bet, the next guy called that bet": "two_with_chips",
    "UTG raised, the next player called the raise": "two_with_chips",
    "limp limp": "two_with_chips",
    "UTG raised, the next player is thinking about a call": "one",
    "the clock was called, nobody has acted": "none",
    "UTG folded, I'd have called with it": "one",
}

OPEN_ACTIONS = [
    "the button raised",  # those before him acted too
    "he called and then saw it",
    "two players acted",  # with chips or without?
    "he has not acted",  # others may have
    "I was facing a raise",
    "the dealer called the floor",
    "he checked his cards",
    "a card was passed over",
    "out on a phone call",
    "both blinds are posted",
    "everyone is shouting",
    "my neighbour called",  # where does he sit?
    "folds to the button, who raises",
    "UTG raised and two came along",
    "it was reraised",
    "UTG folded and so did the second",  # an action without its word
    "I opened for 12 under the gun and the next player called",
    "flop bet and a call",  # and before the flop?
    "someone moved the button",
    "he raised an objection",
    "before everyone had acted",
    "half the table wants a redeal",
    "he noticed before calling",
    "nobody noticed yet",
    "no further action",
    "button peeks at a lone 7, raises",  # the button is late, whichever word tells it
    "it's raised and folded to the button",
    "third guy acted",
    "nobody has acted except the button",
    "no action since the raise",
    "seats 3 and 4 folded",
]

OPEN_FACTS = [
    ("exposed_on_deal", "a card was turned up and then seat 5 got one as well", "exposed_count"),
    ("exposed_on_deal", "the dealer flipped one to me. Then he flipped one to seat 6", "exposed_count"),
    ("exposed_on_deal", "she slammed both her cards down, faces up", "exposed_by"),
    ("exposed_on_deal", "he reached for it and it flipped", "exposed_by"),
    ("boxed_card", "a boxed card went to me and then seat 5 got one", "boxed_count"),
    ("board_early", "I bet on the flop and he put something out", "street"),
    ("board_early", "it was the button's turn and he put it out", "street"),
    ("fouled_deck", "he bet 50 and I raised to 60", "defect"),
    ("fouled_deck", "Had the hand been over we would have let it go", "when_found"),
    ("out_of_sequence", "seat 3 and seat 4 have cards, it looks like a misdeal", "pushbacks"),
    ("out_of_sequence", "it looks like a misdeal", "looked_at"),
    ("out_of_sequence", "everybody agrees to it but Joe", "fix_agreed"),
    ("dealt_in", "he sat down straight away", "dealt_in_why"),
    ("dealt_out", "the seat two off the button was forgotten", "dealt_out_who"),
    ("too_few_cards", "UTG folded", "short_who"),
    ("too_few_cards", "he is not next to act", "due_top_card"),
    ("deck_dropped", "my question is what happens", "integrity_doubt"),
    ("forgot_burn", "one player wants to know", "objection"),
    ("exposed_on_deal", "The dealer says seat 2 flipped it, seat 2 says the dealer did", "exposed_by"),
    ("exposed_on_deal", "someone flipped a card", "exposed_by"),
    ("exposed_on_deal", "we were two laps in, then a card flipped", "exposed_count"),
    ("board_early", "both the turn and the river came", "street"),
    ("board_early", "the turn or the river came", "street"),
    ("out_of_sequence", "He says he hadn't looked, I say he had", "looked_at"),
    ("out_of_sequence", "we looked it up in the book", "looked_at"),
    ("out_of_sequence", "nobody saw how it happened", "looked_at"),
    ("out_of_sequence", "everybody was fine with the dealer", "fix_agreed"),
    ("out_of_sequence", "there is no way to tell", "fix_agreed"),
    ("dealt_out", "a player was skipped and the blinds are posted", "dealt_out_who"),
    ("dealt_out", "everyone else would fix it", "others_complete"),
    ("too_many_cards", "maybe it's the one that was going to be burned", "extra_is_burn"),
    ("too_many_cards", "the dealer was about to burn", "extra_is_burn"),
    ("too_few_cards", "I raised and saw that Bob had only one card", "short_acted"),
    ("too_few_cards", "a player has one card, and the button raised", "short_who"),
    ("fouled_deck", "I said nothing, then Bob bet", "knower_bet"),
    ("fouled_deck", "the short stack went home", "defect"),
    ("deck_dropped", "dealer says he knows the top card, I don't think he does", "top_known"),
    ("deck_dropped", "no idea what to do", "top_known"),
    ("forgot_burn", "What if somebody objects", "objection"),
]

STATED = [
    ("exposed_on_deal", "Omaha, two of my cards were flashed by the dealer, no action", {"game": "flop", "exposed_count": "two_or_more", "action": "none"}),
    ("exposed_on_deal", "the small blind's first card landed face up", {"first_two": "yes", "exposure": "turned_up", "exposed_count": "one"}),
    ("exposed_on_deal", "my second card dealt to me was flashed by the dealer", {"exposed_by": "dealer", "first_two": "no"}),
    ("exposed_on_deal", "dealer flashed one of my five", {"exposed_by": "dealer", "exposed_count": "one"}),
    ("exposed_on_deal", "neither of the two was among the first two off the deck", {"first_two": "no"}),
    ("exposed_on_deal", "a card flew off the table onto the carpet", {"exposure": "off_table"}),
    ("exposed_on_deal", "the card hit my stack and turned over", {"exposed_by": "struck_hand"}),
    ("exposed_on_deal", "he turned his own card over while peeking", {"exposed_by": "player"}),
    ("boxed_card", "a second boxed card turned up", {"boxed_count": "two_or_more"}),
    ("foreign_card", "a joker was among his hole cards", {"foreign_kind": "joker", "face": "down"}),
    ("foreign_card", "a deuce in our short deck", {"foreign_kind": "other"}),
    ("fouled_deck", "there are 51 cards, no action yet", {"defect": "too_few", "when_found": "during_hand", "knower_bet": "no"}),
    ("fouled_deck", "two aces of spades, found while gathering for the next shuffle", {"defect": "duplicate", "when_found": "hand_over"}),
    ("fouled_deck", "he said nothing about the same ace twice and shoved", {"defect": "duplicate", "knower_bet": "yes"}),
    ("board_early", "the turn came before my call on the flop, the river is still to come", {"street": "turn"}),
    ("too_few_cards", "the dealer puck has one card", {"short_who": "button"}),
    ("foreign_card", "there is a jester in my hand", {"foreign_kind": "joker", "face": "down"}),
    ("board_early", "the river came before the turn betting was over", {"street": "river"}),
    ("first_card_wrong_seat", "wrong seat, everybody agrees to fix it", {"fix_agreed": "yes"}),
    ("first_card_wrong_seat", "wrong seat, one player objects", {"fix_agreed": "no"}),
    ("out_of_sequence", "two cards must be moved, nobody has looked", {"pushbacks": "two", "looked_at": "no"}),
    ("dealt_out", "he asked for a hand and got none", {"dealt_out_who": "absent_asked"}),
    ("dealt_out", "the big blind got no cards, all others have theirs", {"dealt_out_who": "committed_or_button", "others_complete": "yes"}),
    ("dealt_in", "he had not posted", {"dealt_in_why": "unposted"}),
    ("dealt_in", "the seat is empty", {"dealt_in_why": "not_entitled"}),
    ("too_many_cards", "the last one should have been the burn and he has looked at it", {"extra_is_burn": "yes", "looked_at": "yes"}),
    ("too_few_cards", "the button called with one card", {"short_who": "button", "short_acted": "yes"}),
    ("too_few_cards", "I'm not the button and the top card would be mine", {"short_who": "other", "due_top_card": "yes"}),
    ("deck_dropped", "the top card is clear and nobody doubts it", {"top_known": "yes", "integrity_doubt": "no"}),
    ("deck_dropped", "can't tell which card was on top", {"top_known": "no"}),
    ("cards_run_out", "the stud deck ran out", {"short_of_cards": "stud"}),
    ("forgot_burn", "no burn, nobody objects", {"objection": "no"}),
]  # fmt: skip


@pytest.mark.parametrize(("told_story", "incident"), ONE_OF_EACH.items())
def test_a_plain_story_finds_its_incident_first(told_story: str, incident: str) -> None:
    assert read_story(told_story).incidents[0] == incident


def test_every_incident_has_its_plain_story_here_and_stories_in_the_bank() -> None:
    assert set(ONE_OF_EACH.values()) == set(vocabulary().incidents)
    assert {saying.answers[0] for saying in told.stories()} == set(vocabulary().incidents)


@pytest.mark.parametrize("told_story", NO_INCIDENT)
def test_a_story_of_no_incident_is_not_taken_for_one(told_story: str) -> None:
    reading = read_story(told_story)
    assert reading.sure == 0
    assert set(reading.incidents) == set(vocabulary().incidents)


def test_another_day_is_not_this_hand() -> None:
    said = "The deck was not cut, nobody has acted. "
    assert read_facts(said + "The same happened last week.", "no_shuffle_or_cut") == {"action": "none"}
    assert read_facts(said + "We had a similar hand on the turn an hour ago.", "no_shuffle_or_cut") in (
        {},
        {"action": "none"},
    )


def test_every_incident_is_offered_and_none_twice() -> None:
    assert sorted(read_story("a card was exposed").incidents) == sorted(vocabulary().incidents)


@pytest.mark.parametrize(("words", "action"), ACTIONS.items())
def test_actions_are_counted_in_turn(words: str, action: str) -> None:
    assert told_action(plain(f"The deck was not cut. {words}.")) == action


@pytest.mark.parametrize("words", OPEN_ACTIONS)
def test_an_action_that_leaves_the_count_open_is_not_guessed(words: str) -> None:
    assert told_action(plain(words)) is None


@pytest.mark.parametrize(("incident", "words", "facts"), STATED)
def test_a_stated_fact_is_read(incident: str, words: str, facts: dict[str, str]) -> None:
    assert facts.items() <= read_facts(words, incident).items()


@pytest.mark.parametrize(("incident", "words", "fact_id"), OPEN_FACTS)
def test_what_is_not_told_plainly_is_not_guessed(incident: str, words: str, fact_id: str) -> None:
    assert fact_id not in read_facts(f"Something went wrong. {words}.", incident)


@pytest.mark.parametrize("incident", [one for one in vocabulary().incidents if one != "exposed_on_deal"])
def test_a_story_that_states_no_fact_gets_none(incident: str) -> None:
    assert read_facts("something went wrong here", incident) == {}


def test_only_facts_of_the_first_incident_are_given() -> None:
    for saying in told.stories():
        reading = read_story(saying.text)
        assert set(reading.facts) <= set(vocabulary().incidents[reading.incidents[0]].facts)


def test_every_value_read_is_of_the_vocabulary_and_can_be_true() -> None:
    for saying in told.stories():
        facts = read_facts(saying.text, saying.answers[0])
        assert all(value in vocabulary().facts[fact_id].values for fact_id, value in facts.items())
        assert vocabulary().is_possible(facts)


def test_every_sign_is_of_a_fact_and_a_value_that_exist_and_every_value_has_signs() -> None:
    table = story_signs.signs()
    assert set(table) - {"cue"} == set(vocabulary().facts)
    for fact_id, fact in vocabulary().facts.items():
        values = {group.value for group in table[fact_id].groups} - {story_signs.OPEN, story_signs.ASIDE}
        if fact_id == "action":
            assert values == {"none", "three_or_more", "later_street"}
        else:
            assert values == set(fact.values)


def test_what_is_asked_at_the_end_is_not_taken_for_told() -> None:
    assert "action" not in read_facts("The deck was not cut. Is it too late after two folds?", "no_shuffle_or_cut")
    assert read_facts("Is it too late after two folds?", "no_shuffle_or_cut") == {"action": "two_without_chips"}


def test_what_is_only_supposed_is_not_taken_for_told() -> None:
    assert told_action(plain("UTG limped. If two players had called it would stand.")) == "one"
    assert told_action(plain("If the dealer flips my card and nobody has acted, then what?")) == "none"


def test_a_doubted_sign_is_no_sign() -> None:
    assert "extra_is_burn" not in read_facts("a burn probably slid in", "too_many_cards")
    assert "looked_at" not in read_facts("not sure if he looked", "too_many_cards")


def test_a_contradictory_story_leaves_the_fact_open() -> None:
    assert "short_of_cards" not in read_facts("stud or draw, the deck ran out", "cards_run_out")


def test_cards_a_player_shows_himself_are_not_counted() -> None:
    assert "exposed_count" not in read_facts("he turned his own card over", "exposed_on_deal")


@pytest.mark.parametrize("junk", JUNK)
def test_junk_is_read_without_failing(junk: str) -> None:
    reading = read_story(junk)
    assert set(reading.incidents) in (set(), set(vocabulary().incidents))


def test_a_story_without_a_known_word_names_no_incident() -> None:
    assert read_story("🂡🂱") == Reading((), {})


def test_the_same_story_is_read_the_same_way() -> None:
    text = "Dealer flashed two in my omaha game before anyone acted"
    assert read_story(text) == read_story(text)


def test_letter_case_and_curly_quotes_change_nothing() -> None:
    one, other = "Nobody's acted, it wasn't cut", "NOBODY’S ACTED, IT WASN’T CUT"
    assert read_story(one) == read_story(other)


def test_the_weights_belong_to_the_bank_as_it_is() -> None:
    assert weights.read(told.FILE).made_from == told.made_from()


def test_no_story_is_in_the_bank_twice() -> None:
    texts = [saying.text.lower() for saying in told.stories()]
    assert len(texts) == len(set(texts))


def test_a_line_is_answered_with_the_contracts_keys() -> None:
    answer = answer_line(COMMANDS["story"], '{"story": "dealer flashed two in my omaha game before anyone acted"}')
    assert set(answer) == {"incidents", "facts"}
    assert answer["incidents"][0] == "exposed_on_deal"
    assert {"game": "flop", "exposed_count": "two_or_more", "action": "none"}.items() <= answer["facts"].items()


@pytest.mark.parametrize("line", ["", "no json", "[]", "3", "{}", '{"story": null}', '{"story": 3}', "[" * 100_000])
def test_a_bad_line_gets_one_sentence_and_nothing_else(line: str) -> None:
    answer = answer_line(COMMANDS["story"], line)
    assert set(answer) == {"error"}
    assert answer["error"].endswith(".")


@pytest.mark.parametrize(
    "lines",
    [
        ["a sign"],
        ["= looked_at"],
        ["= looked_at yes maybe"],
        ["= looked_at yes", "<nobody> looked"],
        ["= a b", "looked .."],
    ],
)
def test_a_broken_table_of_signs_says_which_line(lines: list[str]) -> None:
    with pytest.raises(story_signs.BrokenSigns, match="Line"):
        story_signs.read_signs(lines)


def test_no_two_readings_of_one_fact_share_a_header() -> None:
    for fact in story_signs.signs().values():
        for one, other in combinations(fact.groups, 2):
            assert story_signs.ASIDE in (one.value, other.value) or (one.value, one.mode) != (other.value, other.mode)


def test_what_is_only_likely_is_left_out_where_nothing_is_to_be_supposed() -> None:
    assert read_facts("he saw my cards", "exposed_on_deal") == {"exposed_by": "dealer"}
    assert read_facts("he saw my cards", "exposed_on_deal", supposes=False) == {}
    told = read_facts("my card was turned over by the dealer", "exposed_on_deal", supposes=False)
    assert told["exposed_by"] == "dealer"
