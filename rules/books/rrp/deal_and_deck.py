"""Rules of Real Poker, from the start of the hand to deck changes: what each clause decides.

In the book's own order; the words stand in words.toml beside this file, under the same names.
"""

from __future__ import annotations

from rules.books.rrp.remedies import (
    DEAL_AGAIN,
    JOKER_FOULS,
    KEPT,
    MONEY_BACK,
    MONEY_FORFEITED,
    REPLACED,
    needs_replacing,
    rule,
)
from rules.rulings import CONTINUES, FOULED_DECK, MISDEAL, World
from rules.steps import (
    Announce,
    BurnAndTurn,
    CallFloor,
    ChangeDeck,
    DealTheHand,
    FillPlace,
    FinishBetting,
    FinishDeal,
    PassOver,
    PlayOn,
    ReplaceFromTop,
    SetAside,
    Show,
    ShuffleIn,
    Step,
    TurnWithoutBurn,
)

# Start of the hand


@rule(
    incident="interrupted_after_riffle",
    cites="rrp-start-of-the-hand",
    outcome=CONTINUES,
    steps=(DealTheHand("deal"), DealTheHand("unless")),
)
def dealt_once_riffled(_: World) -> bool:
    """Once the first riffle has begun the hand is dealt, whatever comes up. Source: rrp, start of the hand."""
    return True


# Exposed cards


@rule(
    incident="exposed_on_deal",
    cites="rrp-exposed-cards",
    outcome=CONTINUES,
    steps=KEPT,
)
def shown_by_its_player(w: World) -> bool:
    """A card its own player exposed, on purpose or not, is not replaced. Source: rrp, exposed cards."""
    return not needs_replacing(w)


@rule(
    incident="exposed_on_deal",
    cites=("rrp-exposed-cards", "rrp-dealer-announcements"),
    outcome=CONTINUES,
    steps=REPLACED,
)
def replaced_by_the_burn(w: World) -> bool:
    """Hold'em and draw: the burn replaces the exposed card, which becomes the burn. Source: rrp, exposed cards."""
    return needs_replacing(w) and w.exposed_count == "one" and w.game != "stud"


@rule(
    incident="flashed_burn",
    cites=("rrp-exposed-cards", "rrp-dealer-announcements", "rrp-burning"),
    outcome=CONTINUES,
    steps=(Show("burn"), Announce("burn"), PlayOn("unmoved")),
)
def burn_shown(_: World) -> bool:
    """A flashed burn is an exposed card from the deck: announced, and still the burn.

    Source: rrp, exposed cards; dealer announcements b; burning.
    """
    return True


@rule(
    incident="flashed_discard",
    cites=("rrp-exposed-cards", "rrp-dealer-announcements"),
    outcome=CONTINUES,
    steps=(Show("discard"), Announce("discard"), PlayOn("replaced")),
)
def discard_shown(_: World) -> bool:
    """A card exposed by discarding, and only that one, is shown and announced. Source: rrp, exposed cards."""
    return True


@rule(
    incident="flashed_draw_card",
    cites=("rrp-exposed-cards", "rrp-dealer-announcements"),
    outcome=CONTINUES,
    steps=(FinishDeal(), ReplaceFromTop("draw_burn"), Show("exposed"), Announce("new_burn")),
)
def draw_card_replaced(_: World) -> bool:
    """Draw: a flashed replacement is an exposed card, so a new one is given. Source: rrp, exposed cards."""
    return True


# Boxed card


@rule(
    incident="boxed_card",
    cites="rrp-boxed-card",
    outcome=CONTINUES,
    steps=(PassOver("boxed"), FillPlace("next_card")),
)
def boxed_card_passed_over(_: World) -> bool:
    """A boxed card does not exist: the next card is dealt in its place. Source: rrp, boxed card."""
    return True


@rule(
    incident="boxed_card",
    cites=("rrp-boxed-card", "rrp-misdeals-i"),
    outcome=MISDEAL,
    steps=DEAL_AGAIN,
    overrides=("boxed_card_passed_over",),
)
def two_boxed_cards(w: World) -> bool:
    """Two or more, found before substantial action: fouled deck and misdeal. Source: rrp, boxed card; misdeals i."""
    return w.boxed_count == "two_or_more" and not w.substantial_action


# Joker in the deck


def _replace_joker(w: World) -> tuple[Step, ...]:
    return (PassOver("joker"), FillPlace("next_card" if w.face == "up" else "after_all"))


@rule(incident="foreign_card", cites="rrp-joker-in-the-deck", outcome=CONTINUES, steps=_replace_joker)
def joker_passed_over(w: World) -> bool:
    """A stray joker does not exist and is replaced. Source: rrp, joker in the deck."""
    return w.foreign_kind == "joker"


@rule(
    incident="foreign_card",
    cites=("rrp-joker-in-the-deck", "rrp-fouled-deck"),
    outcome=FOULED_DECK,
    steps=MONEY_BACK,
    overrides=("joker_passed_over",),
    switch=JOKER_FOULS,
)
def joker_fouls_the_deck(w: World) -> bool:
    """Alternate Rule: a stray joker fouls the deck. Source: rrp, joker in the deck, Alternate Rule."""
    return w.foreign_kind == "joker"


# Fouled deck


@rule(incident="foreign_card", cites="rrp-fouled-deck", outcome=FOULED_DECK, steps=MONEY_BACK)
def foreign_card_fouls_the_deck(w: World) -> bool:
    """Any other card the game does not use is one too many: fouled deck. Source: rrp, fouled deck."""
    return w.foreign_kind == "other"


def _money_back(w: World) -> tuple[Step, ...]:
    if w.knower_bet == "yes":
        return MONEY_FORFEITED
    return MONEY_BACK


@rule(incident="fouled_deck", cites="rrp-fouled-deck", outcome=FOULED_DECK, steps=_money_back)
def fouled_deck(w: World) -> bool:
    """Too many cards, an odd back or the same card twice: betting stops, money back. Source: rrp, fouled deck."""
    return w.when_found == "during_hand" and w.defect != "too_few"


@rule(incident="fouled_deck", cites=("rrp-fouled-deck", "rrp-misdeals-j"), outcome=FOULED_DECK, steps=_money_back)
def card_missing(w: World) -> bool:
    """Too few cards foul the deck as well, at any time. Source: rrp, fouled deck; misdeals j."""
    return w.when_found == "during_hand" and w.defect == "too_few"


# Dealing community cards early


@rule(
    incident="board_early",
    cites=("rrp-mis-dealt-flop", "rrp-dealing-community-cards-early", "rrp-dealers-and-decisions"),
    outcome=CONTINUES,
    steps=(
        CallFloor("cards"),
        FinishBetting("flop"),
        ShuffleIn("flop", "now"),
        TurnWithoutBurn("flop", 3),
        PlayOn("burn_as_usual"),
    ),
)
def early_flop(w: World) -> bool:
    """The flop but not the burn is shuffled in; a new flop without a burn. Source: rrp, mis-dealt flop."""
    return w.street == "flop"


@rule(
    incident="board_early",
    cites=("rrp-mis-dealt-turn", "rrp-dealing-community-cards-early", "rrp-dealers-and-decisions"),
    outcome=CONTINUES,
    steps=(
        CallFloor("cards"),
        FinishBetting("turn"),
        SetAside("turn"),
        BurnAndTurn("turn"),
        ShuffleIn("turn", "after_turn_betting"),
        TurnWithoutBurn("river", 1),
    ),
)
def early_turn(w: World) -> bool:
    """Burn and turn the would-be river; later shuffle the early card in, river without a burn.

    Source: rrp, mis-dealt turn.
    """
    return w.street == "turn"


@rule(
    incident="board_early",
    cites=("rrp-mis-dealt-river", "rrp-dealing-community-cards-early", "rrp-dealers-and-decisions"),
    outcome=CONTINUES,
    steps=(CallFloor("cards"), FinishBetting("river"), ShuffleIn("river", "now"), TurnWithoutBurn("river", 1)),
)
def early_river(w: World) -> bool:
    """The early river is shuffled in; a new river without a burn. Source: rrp, mis-dealt river."""
    return w.street == "river"


# Deck changes and set-ups


@rule(
    incident="marred_card",
    cites="rrp-deck-changes-and-set-ups",
    outcome=CONTINUES,
    steps=(ChangeDeck("change"), ChangeDeck("check"), ChangeDeck("mix")),
)
def marred_card(_: World) -> bool:
    """A marred card: change decks at once and call for a set-up. Source: rrp, deck changes and set-ups."""
    return True
