"""Poker TDA rules 35 to 37: what each clause decides, in the order the league's post has them.

The words of every ruling stand in words.toml beside this file, under the same name.
"""

from __future__ import annotations

from rules.rulings import CONTINUES, FOULED_DECK, HAND_DEAD, MISDEAL, RESULT_STANDS, Rulings, World
from rules.steps import (
    Announce,
    FillPlace,
    GiveTopCard,
    KillHand,
    LetStand,
    PassOver,
    PlayOn,
    Redeal,
    ReturnMoney,
    ShuffleAndCut,
    StopPlay,
    TakeAllBack,
)

rulings = Rulings("tda")
rule = rulings.rule

# 35 C: the redeal is an exact replay.
REPLAY = (
    Announce("misdeal"),
    TakeAllBack("misdeal"),
    ShuffleAndCut("tda"),
    Redeal("replay"),
    KillHand("absent"),
)


# 35 A: what is a misdeal


@rule(incident="boxed_card", cites="tda-35-a-1", outcome=MISDEAL, steps=REPLAY)
def two_boxed_cards(w: World) -> bool:
    """Two or more boxed cards in the first deal. Source: tda 35 A1."""
    return w.boxed_count == "two_or_more"


@rule(incident="first_card_wrong_seat", cites="tda-35-a-2", outcome=MISDEAL, steps=REPLAY)
def first_card_to_the_wrong_seat(_: World) -> bool:
    """The first card went to the wrong seat. Source: tda 35 A2."""
    return True


@rule(incident="dealt_in", cites="tda-35-a-3", outcome=MISDEAL, steps=REPLAY)
def seat_not_entitled(_: World) -> bool:
    """Cards went to a seat with no right to a hand, whatever the reason. Source: tda 35 A3."""
    return True


@rule(incident="dealt_out", cites="tda-35-a-4", outcome=MISDEAL, steps=REPLAY)
def entitled_seat_dealt_out(_: World) -> bool:
    """A seat with a right to a hand got none, whoever sits there. Source: tda 35 A4."""
    return True


@rule(
    incident=("too_many_cards", "too_few_cards", "board_card_dealt_in"),
    cites="tda-35-a-5",
    outcome=MISDEAL,
    steps=REPLAY,
)
def wrong_number_of_cards(_: World) -> bool:
    """A player has a wrong number of cards; a board card dealt in leaves one too. Source: tda 35 A5."""
    return True


@rule(incident="foreign_card", cites="tda-35-a-6", outcome=MISDEAL, steps=REPLAY)
def card_not_of_this_game(_: World) -> bool:
    """A joker or another card this game does not use, found before substantial action. Source: tda 35 A6."""
    return True


@rule(incident="exposed_on_deal", cites="tda-35-a-7", outcome=MISDEAL, steps=REPLAY)
def exposed_by_dealer_error(w: World) -> bool:
    """Board games: one of the first two cards, or any two, turned up by the dealer's error. Source: tda 35 A7."""
    return (
        w.game == "flop"
        and w.exposed_by == "dealer"
        and w.exposure == "turned_up"
        and (w.first_two == "yes" or w.exposed_count == "two_or_more")
    )


# 35 D: after substantial action


@rule(
    incident=(
        "exposed_on_deal",
        "boxed_card",
        "first_card_wrong_seat",
        "out_of_sequence",
        "dealt_out",
        "dealt_in",
        "too_many_cards",
        "too_few_cards",
        "no_shuffle_or_cut",
        "board_card_dealt_in",
    ),
    cites="tda-35-d",
    outcome=CONTINUES,
    steps=(PlayOn("as_it_lies"),),
    overrides=(
        "two_boxed_cards",
        "first_card_to_the_wrong_seat",
        "seat_not_entitled",
        "entitled_seat_dealt_out",
        "wrong_number_of_cards",
        "exposed_by_dealer_error",
    ),
)
def no_misdeal_after_substantial_action(w: World) -> bool:
    """After substantial action nobody can declare a misdeal: the hand must go on. Source: tda 35 D, tda 36."""
    return w.substantial_action


@rule(
    incident="foreign_card",
    cites="tda-35-d",
    outcome=CONTINUES,
    steps=(PassOver("foreign"), FillPlace("as_due")),
    overrides=("card_not_of_this_game",),
)
def scrap_of_paper(w: World) -> bool:
    """Found after substantial action, a card this game does not use is a scrap of paper. Source: tda 35 D."""
    return w.substantial_action


# 35 E: fouled decks


@rule(
    incident="fouled_deck",
    cites="tda-35-e",
    outcome=FOULED_DECK,
    steps=(StopPlay(), ReturnMoney("all"), TakeAllBack("fouled")),
)
def same_card_twice(w: World) -> bool:
    """Two cards of one rank and suit: all bets go back, whatever the action. Source: tda 35 E."""
    return w.defect == "duplicate"


@rule(
    incident="fouled_deck",
    cites="tda-35-e",
    outcome=RESULT_STANDS,
    steps=(LetStand(),),
    overrides=("same_card_twice",),
)
def too_late_to_dispute(w: World) -> bool:
    """The hand is over: nobody can dispute it over a fouled deck any more. Source: tda 35 E."""
    return w.when_found == "hand_over"


# 37: button with too few cards


@rule(
    incident="too_few_cards",
    cites="tda-37",
    outcome=CONTINUES,
    steps=(GiveTopCard("button"), PlayOn("replaced")),
    overrides=("wrong_number_of_cards", "no_misdeal_after_substantial_action"),
)
def short_button_is_completed(w: World) -> bool:
    """The button is short and has not acted: he may be completed, even late. Source: tda 37, tda 35 B."""
    return w.short_who == "button" and w.short_acted == "no"


@rule(
    incident="too_few_cards",
    cites="tda-37",
    outcome=HAND_DEAD,
    steps=(KillHand("button"), PlayOn("others")),
    overrides=("wrong_number_of_cards", "no_misdeal_after_substantial_action"),
)
def short_button_acted(w: World) -> bool:
    """The button checked, bet, called or raised on too few cards: his hand is dead. Source: tda 37."""
    return w.short_who == "button" and w.short_acted == "yes"
