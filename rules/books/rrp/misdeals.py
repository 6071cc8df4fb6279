"""Rules of Real Poker, misdeals: the opening line, then its letters, what each decides.

The article does not define substantial action; the definition of TDA 36 is borrowed, and every ruling that
turns on it says so. The letters are read as a closed list.
"""

from __future__ import annotations

from rules.books.rrp.remedies import (
    AS_IT_LIES,
    ASK_ABOUT_THE_COUNT,
    BURN_RETURNED,
    DEAL_AGAIN,
    KEPT,
    REPLACED,
    TOP_CARD_GIVEN,
    UNPOSTED_DEAD,
    WITHOUT_HIM,
    needs_replacing,
    rule,
)
from rules.rulings import CONTINUES, HAND_DEAD, MISDEAL, World
from rules.steps import KillHand, MoveToOwners, PlayOn, Step


def _exposed_late(w: World) -> tuple[Step, ...]:
    if not needs_replacing(w):
        return KEPT
    return REPLACED if w.exposed_count == "one" and w.game != "stud" else AS_IT_LIES


@rule(
    incident="exposed_on_deal",
    cites="rrp-misdeals",
    outcome=CONTINUES,
    steps=_exposed_late,
    overrides=("first_or_second_exposed", "two_to_be_replaced"),
)
def exposed_but_too_late(w: World) -> bool:
    """After substantial action an exposed card makes no misdeal any more. Source: rrp, misdeals, opening line."""
    return w.substantial_action


@rule(
    incident=("no_shuffle_or_cut", "first_card_wrong_seat", "out_of_sequence", "board_card_dealt_in"),
    cites="rrp-misdeals",
    outcome=CONTINUES,
    steps=AS_IT_LIES,
    overrides=(
        "not_shuffled_or_cut",
        "first_card_to_the_wrong_player",
        "cards_to_the_wrong_players",
        "unseen_cards_moved",
        "board_card_dealt",
    ),
)
def hand_goes_on(w: World) -> bool:
    """After substantial action the hand must go on. Source: rrp, misdeals, opening line."""
    return w.substantial_action


@rule(
    incident="dealt_out",
    cites="rrp-misdeals",
    outcome=CONTINUES,
    steps=WITHOUT_HIM,
    overrides=("committed_player_dealt_out",),
)
def skipped_but_too_late(w: World) -> bool:
    """After substantial action the hand goes on without the skipped player. Source: rrp, misdeals, opening line."""
    return w.substantial_action


def _many_late(w: World) -> tuple[Step, ...]:
    return BURN_RETURNED if _can_go_back(w) else ASK_ABOUT_THE_COUNT


@rule(
    incident="too_many_cards",
    cites="rrp-misdeals",
    outcome=CONTINUES,
    steps=_many_late,
    overrides=("too_many_cards",),
)
def too_many_but_too_late(w: World) -> bool:
    """After substantial action too many cards make no misdeal any more. Source: rrp, misdeals, opening line."""
    return w.substantial_action


def _few_late(w: World) -> tuple[Step, ...]:
    return TOP_CARD_GIVEN if w.due_top_card == "yes" else ASK_ABOUT_THE_COUNT


@rule(
    incident="too_few_cards",
    cites="rrp-misdeals",
    outcome=CONTINUES,
    steps=_few_late,
    overrides=("too_few_cards",),
)
def too_few_but_too_late(w: World) -> bool:
    """After substantial action too few cards make no misdeal any more. Source: rrp, misdeals, opening line."""
    return w.substantial_action


@rule(
    incident="dealt_in",
    cites="rrp-misdeals",
    outcome=CONTINUES,
    steps=(PlayOn("posting"),),
    overrides=("unposted_player_dealt_in",),
)
def unposted_but_too_late(w: World) -> bool:
    """After substantial action a player who owes the ante or post plays on. Source: rrp, misdeals, opening line."""
    return w.substantial_action and w.dealt_in_why == "unposted"


@rule(incident="no_shuffle_or_cut", cites="rrp-misdeals-a", outcome=MISDEAL, steps=DEAL_AGAIN)
def not_shuffled_or_cut(_: World) -> bool:
    """No shuffle, no cut, or neither before the deal. Source: rrp, misdeals a."""
    return True


@rule(incident="first_card_wrong_seat", cites="rrp-misdeals-b", outcome=MISDEAL, steps=DEAL_AGAIN)
def first_card_to_the_wrong_player(_: World) -> bool:
    """The first card went to the wrong player. Source: rrp, misdeals b."""
    return True


@rule(incident="out_of_sequence", cites="rrp-misdeals-c", outcome=MISDEAL, steps=DEAL_AGAIN)
def cards_to_the_wrong_players(_: World) -> bool:
    """Players did not get their proper cards. Source: rrp, misdeals c."""
    return True


@rule(
    incident="out_of_sequence",
    cites="rrp-misdeals-c",
    outcome=CONTINUES,
    steps=(MoveToOwners(), PlayOn("replaced")),
    overrides=("cards_to_the_wrong_players",),
)
def unseen_cards_moved(w: World) -> bool:
    """Two cards at most that nobody looked at are moved to their owners. Source: rrp, misdeals c, exception."""
    return w.looked_at == "no" and w.pushbacks != "three_or_more"


@rule(incident="dealt_out", cites="rrp-misdeals-d", outcome=MISDEAL, steps=DEAL_AGAIN)
def committed_player_dealt_out(w: World) -> bool:
    """A player with blinds or antes in, or on the button, got no cards. Source: rrp, misdeals d."""
    return w.dealt_out_who == "committed_or_button"


@rule(incident="dealt_out", cites="rrp-misdeals-d", outcome=MISDEAL, steps=DEAL_AGAIN)
def absent_player_dealt_out(w: World) -> bool:
    """Away but asked for a hand, and the others are not all served yet. Source: rrp, misdeals d."""
    return w.dealt_out_who == "absent_asked" and w.others_complete == "no"


@rule(incident="dealt_out", cites="rrp-misdeals-d", outcome=CONTINUES, steps=WITHOUT_HIM)
def absent_player_others_served(w: World) -> bool:
    """Away but asked for a hand, and all the others have theirs: no misdeal. Source: rrp, misdeals d, exception."""
    return w.dealt_out_who == "absent_asked" and w.others_complete == "yes"


@rule(incident="dealt_out", cites=("rrp-misdeals-d", "rrp-misdeals"), outcome=CONTINUES, steps=WITHOUT_HIM)
def uncommitted_player_dealt_out(w: World) -> bool:
    """Here, with no money in and not on the button: not on the closed list. Source: rrp, misdeals d."""
    return w.dealt_out_who == "other_player"


def _can_go_back(w: World) -> bool:
    return w.extra_is_burn == "yes" and w.looked_at == "no"


@rule(incident="too_many_cards", cites="rrp-misdeals-e", outcome=MISDEAL, steps=DEAL_AGAIN)
def too_many_cards(_: World) -> bool:
    """A player has too many cards. Source: rrp, misdeals e."""
    return True


@rule(
    incident="too_many_cards",
    cites="rrp-misdeals-e",
    outcome=CONTINUES,
    steps=BURN_RETURNED,
    overrides=("too_many_cards",),
)
def extra_card_was_the_burn(w: World) -> bool:
    """The last card dealt was to be the burn and nobody looked at it: it goes back. Source: rrp, misdeals e, exception."""
    return _can_go_back(w)


@rule(incident="too_few_cards", cites="rrp-misdeals-f", outcome=MISDEAL, steps=DEAL_AGAIN)
def too_few_cards(_: World) -> bool:
    """A player has too few cards. Source: rrp, misdeals f."""
    return True


@rule(
    incident="too_few_cards",
    cites="rrp-misdeals-f",
    outcome=CONTINUES,
    steps=TOP_CARD_GIVEN,
    overrides=("too_few_cards",),
)
def due_the_top_card(w: World) -> bool:
    """The short player is the one due the top card: he gets it. Source: rrp, misdeals f, exception."""
    return w.due_top_card == "yes"


@rule(
    incident="exposed_on_deal",
    cites="rrp-misdeals-g",
    outcome=MISDEAL,
    steps=DEAL_AGAIN,
    overrides=("replaced_by_the_burn",),
)
def first_or_second_exposed(w: World) -> bool:
    """The first or second card dealt is exposed, not by its own player. Source: rrp, misdeals g."""
    return needs_replacing(w) and w.first_two == "yes"


@rule(incident="exposed_on_deal", cites="rrp-misdeals-h", outcome=MISDEAL, steps=DEAL_AGAIN)
def two_to_be_replaced(w: World) -> bool:
    """Two or more exposed cards need replacing; in stud Article 6 would say whether they do. Source: rrp, misdeals h."""
    return needs_replacing(w) and w.exposed_count == "two_or_more" and w.game != "stud"


@rule(incident="board_card_dealt_in", cites="rrp-misdeals-k", outcome=MISDEAL, steps=DEAL_AGAIN)
def board_card_dealt(_: World) -> bool:
    """A card that was to be part of the flop or the draw was dealt. Source: rrp, misdeals k."""
    return True


@rule(incident="dealt_in", cites="rrp-misdeals-note", outcome=HAND_DEAD, steps=(KillHand("dealt_in"), PlayOn("others")))
def dealt_in_without_a_part(w: World) -> bool:
    """Dealt in without any part in the hand: the deal stands, that hand is dead. Source: rrp, misdeals, note."""
    return w.dealt_in_why == "not_entitled"


@rule(incident="dealt_in", cites="rrp-misdeals-l", outcome=MISDEAL, steps=DEAL_AGAIN)
def unposted_player_dealt_in(w: World) -> bool:
    """Dealt in a player in the game who owes the ante or post. Source: rrp, misdeals l."""
    return w.dealt_in_why == "unposted"


@rule(
    incident="dealt_in",
    cites="rrp-misdeals-l",
    outcome=HAND_DEAD,
    steps=(KillHand("unposted"), PlayOn("others")),
    overrides=("unposted_player_dealt_in", "unposted_but_too_late"),
    switch=UNPOSTED_DEAD,
)
def unposted_hand_is_dead(w: World) -> bool:
    """Alternate Rule: that hand is dead and it is no misdeal. Source: rrp, misdeals l, Alternate Rule."""
    return w.dealt_in_why == "unposted"
