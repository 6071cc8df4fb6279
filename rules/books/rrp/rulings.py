"""Rules of Real Poker, the article on dealers: all its decisions, in the book's own order.

The deal and the deck come first, then misdeals, each in a module of its own, then what is below. The words
stand in words.toml beside this file, under the names of the rules.
"""

from __future__ import annotations

from rules.books.rrp import deal_and_deck, misdeals
from rules.books.rrp.remedies import rule, rulings
from rules.rulings import CONTINUES, FLOOR, World
from rules.steps import CallFloor, CorrectBurn, PickUpDeck, PlayOn, ReshuffleUnused, SortOut, Step

__all__ = ["deal_and_deck", "misdeals", "rulings"]

# Only cards that are surely unused are reshuffled and cut; the deal goes on with every burn that is due.
SORTED_OUT = (CallFloor("doubt"), SortOut(), ReshuffleUnused(), PlayOn("all_burns"))


# Dealers and decisions


@rule(
    incident="forgot_burn",
    cites="rrp-dealers-and-decisions",
    outcome=CONTINUES,
    steps=(CorrectBurn(), PlayOn("replaced")),
)
def dealer_corrects_it(w: World) -> bool:
    """A slip that changes nobody's cards: the dealer puts it right. Source: rrp, dealers and decisions."""
    return w.objection == "no"


@rule(
    incident="forgot_burn",
    cites="rrp-dealers-and-decisions",
    outcome=FLOOR,
    steps=(CallFloor("objection"),),
)
def somebody_objects(w: World) -> bool:
    """A player objects: the floor decides. Source: rrp, dealers and decisions."""
    return w.objection == "yes"


# Improperly dropped deck


@rule(
    incident="deck_dropped",
    cites="rrp-improperly-dropped-deck",
    outcome=CONTINUES,
    steps=(PickUpDeck(), PlayOn("same_deck")),
)
def deck_picked_up(w: World) -> bool:
    """The top is known and nobody doubts: pick the deck up and go on. Source: rrp, improperly dropped deck."""
    return w.top_known == "yes" and w.integrity_doubt == "no"


def _reshuffle(w: World) -> tuple[Step, ...]:
    """With the top unknown the stub must be sorted out first."""
    return SORTED_OUT if w.top_known == "no" else (CallFloor("doubt"), ReshuffleUnused(), PlayOn("all_burns"))


@rule(
    incident="deck_dropped",
    cites=("rrp-improperly-dropped-deck", "rrp-reshuffles"),
    outcome=CONTINUES,
    steps=_reshuffle,
)
def deck_in_doubt(w: World) -> bool:
    """In doubt: floor, reshuffle and cut only unused cards, deal on. Source: rrp, improperly dropped deck; reshuffles."""
    return w.integrity_doubt == "yes"


@rule(
    incident="stub_mixed",
    cites=("rrp-improperly-dropped-deck", "rrp-reshuffles", "rrp-dealers-and-decisions"),
    outcome=CONTINUES,
    steps=SORTED_OUT,
)
def stub_mixed(_: World) -> bool:
    """Discards, burns and doubtful cards stay out of the reshuffle. Source: rrp, improperly dropped deck; reshuffles."""
    return True
