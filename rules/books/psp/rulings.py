"""The house's dealing policy: what each clause decides, in the house's own order.

The words of every ruling stand in words.toml beside this file, under the same name.
"""

from __future__ import annotations

from rules.rulings import CONTINUES, HAND_DEAD, MISDEAL, Rulings, World
from rules.steps import (
    Announce,
    BurnAndTurn,
    CallFloor,
    FinishBetting,
    FinishDeal,
    KeepOwnDiscardsOut,
    KillHand,
    LeaveUp,
    Muck,
    PlayOn,
    PutRight,
    Redeal,
    ReplaceFromTop,
    ReshuffleMuck,
    SetAside,
    Show,
    ShuffleAndCut,
    ShuffleIn,
    Step,
    SwapForBurn,
    TakeAllBack,
    TurnSharedRiver,
    TurnWithoutBurn,
)

rulings = Rulings("psp")
rule = rulings.rule

# Shuffle and cut as the house lays them down.
DEAL_AGAIN = (
    Announce("misdeal"),
    TakeAllBack("misdeal"),
    ShuffleAndCut("psp"),
    Redeal("again"),
)

SWAPPED = (FinishDeal(), SwapForBurn("up"), LeaveUp("new_burn"))
KEPT_UP = (LeaveUp("door_card"), FinishDeal("next_card_down"))


def _is_flashed(w: World) -> bool:
    """A card was seen that its own player did not show: the house speaks of nothing else."""
    return w.exposed_by != "player" and w.exposure == "turned_up"


# Initial deal


@rule(
    incident="exposed_on_deal",
    cites=("psp-one-flashed", "psp-draw-initial"),
    outcome=CONTINUES,
    steps=SWAPPED,
)
def one_flashed_card(w: World) -> bool:
    """One flashed card, stud apart: the burn replaces it and it becomes the burn.

    Source: psp, initial deal, 1 flashed card; draw, initial deal.
    """
    return _is_flashed(w) and w.exposed_count == "one" and w.game != "stud"


@rule(
    incident="exposed_on_deal",
    cites=("psp-two-flashed", "psp-draw-initial"),
    outcome=MISDEAL,
    steps=DEAL_AGAIN,
)
def two_flashed_cards(w: World) -> bool:
    """Two flashed cards: the whole deal is dead, no exception. Source: psp, initial deal, 2 flashed cards."""
    return _is_flashed(w) and w.exposed_count == "two_or_more"


# Community cards


@rule(incident="flashed_burn", cites="psp-flashed-burn", outcome=CONTINUES, steps=(LeaveUp("burn"), Muck("burn")))
def flashed_burn(_: World) -> bool:
    """A flashed burn stays up until it is mucked before the flop. Source: psp, flashed burn."""
    return True


@rule(
    incident="board_early",
    cites="psp-flashed-flop",
    outcome=CONTINUES,
    steps=(
        FinishBetting("flop"),
        BurnAndTurn("flop", times=2),
        ShuffleIn("flop", "third"),
        TurnWithoutBurn("third", 1),
        PlayOn("burn_as_usual"),
    ),
)
def early_flop(w: World) -> bool:
    """Two burn-and-turn cards start the new flop, the old one is shuffled in. Source: psp, flashed flop."""
    return w.street == "flop"


@rule(
    incident="board_early",
    cites="psp-flashed-turn",
    outcome=CONTINUES,
    steps=(
        FinishBetting("turn"),
        SetAside("turn"),
        BurnAndTurn("turn"),
        ShuffleIn("turn", "before_river"),
        PlayOn("next_burn_as_usual"),
    ),
)
def early_turn(w: World) -> bool:
    """New burn, the card due as the river is the turn, the old turn is shuffled in. Source: psp, flashed turn."""
    return w.street == "turn"


@rule(
    incident="board_early",
    cites="psp-flashed-river",
    outcome=CONTINUES,
    steps=(FinishBetting("river"), ShuffleIn("river", "now"), TurnWithoutBurn("river", 1)),
)
def early_river(w: World) -> bool:
    """The river goes back in, the burn stays, a new river without a burn. Source: psp, flashed river."""
    return w.street == "river"


# Stud


@rule(
    incident="exposed_on_deal",
    cites=("psp-stud-down-card", "psp-one-flashed"),
    outcome=CONTINUES,
    steps=KEPT_UP,
)
def flashed_down_card_in_stud(w: World) -> bool:
    """Stud: he keeps it as his door card, his next card comes down. Source: psp, stud, flashed down card."""
    return _is_flashed(w) and w.exposed_count == "one" and w.game == "stud"


@rule(
    incident="flashed_stud_river",
    cites="psp-stud-river",
    outcome=CONTINUES,
    steps=(FinishDeal(), ReplaceFromTop("stud_river"), PlayOn("nobody_dead")),
)
def flashed_river_in_stud(_: World) -> bool:
    """Stud: a flashed river is replaced from the top at the deal's end. Source: psp, stud, flashed river."""
    return True


# Draw


@rule(
    incident="flashed_discard",
    cites="psp-draw-discards",
    outcome=CONTINUES,
    steps=(Show("discards"), Muck("discards"), PlayOn("replaced")),
)
def flashed_discards(_: World) -> bool:
    """Draw: flashed discards are shown to all and mucked. Source: psp, draw, flashed discards."""
    return True


@rule(
    incident="flashed_draw_card",
    cites="psp-draw-cards",
    outcome=CONTINUES,
    steps=(FinishDeal(), ReplaceFromTop("draw_card"), PlayOn("nobody_dead")),
)
def flashed_draw_cards(_: World) -> bool:
    """Draw: replaced from the top after all exchanges, no hand dies. Source: psp, draw, flashed draw cards."""
    return True


# Deal out of sequence

DEALT_WRONG = ("first_card_wrong_seat", "out_of_sequence", "dealt_out", "too_many_cards", "too_few_cards")


@rule(incident=DEALT_WRONG, cites="psp-out-of-sequence", outcome=MISDEAL, steps=DEAL_AGAIN)
def out_of_sequence(w: World) -> bool:
    """A deal out of sequence is dead as a whole. Source: psp, deal out of sequence."""
    return not w.second_player_acted


def _agreed_fix(what: str) -> tuple[Step, ...]:
    return (PutRight(what), PlayOn("replaced"))


@rule(
    incident=("first_card_wrong_seat", "out_of_sequence"),
    cites="psp-out-of-sequence",
    outcome=CONTINUES,
    steps=_agreed_fix("order"),
    overrides=("out_of_sequence",),
)
def order_put_right(w: World) -> bool:
    """Quick, easy and agreed by all: the order is put right. Source: psp, deal out of sequence, exception."""
    return w.fix_agreed == "yes" and not w.second_player_acted


@rule(
    incident="dealt_out",
    cites="psp-out-of-sequence",
    outcome=CONTINUES,
    steps=_agreed_fix("skipped_seat"),
    overrides=("out_of_sequence",),
)
def skipped_seat_put_right(w: World) -> bool:
    """Quick, easy and agreed by all: the skipped player gets his cards. Source: psp, deal out of sequence, exception."""
    return w.fix_agreed == "yes" and not w.second_player_acted


@rule(
    incident="too_many_cards",
    cites="psp-out-of-sequence",
    outcome=CONTINUES,
    steps=_agreed_fix("extra_card"),
    overrides=("out_of_sequence",),
)
def extra_card_put_right(w: World) -> bool:
    """Quick, easy and agreed by all: the extra card comes back. Source: psp, deal out of sequence, exception."""
    return w.fix_agreed == "yes" and not w.second_player_acted


@rule(
    incident="too_few_cards",
    cites="psp-out-of-sequence",
    outcome=CONTINUES,
    steps=_agreed_fix("missing_card"),
    overrides=("out_of_sequence",),
)
def missing_card_put_right(w: World) -> bool:
    """Quick, easy and agreed by all: the missing card is given. Source: psp, deal out of sequence, exception."""
    return w.fix_agreed == "yes" and not w.second_player_acted


# Once a second player has acted


def _flashed_late(w: World) -> tuple[Step, ...]:
    if not _is_flashed(w) or w.exposed_count == "two_or_more":
        return (PlayOn("live"),)
    return KEPT_UP if w.game == "stud" else SWAPPED


@rule(
    incident="exposed_on_deal",
    cites="psp-second-player-acted",
    outcome=CONTINUES,
    steps=_flashed_late,
    overrides=("two_flashed_cards",),
)
def flashed_but_live(w: World) -> bool:
    """Two players have acted: flashed cards kill nothing any more. Source: psp, once a second player has acted."""
    return w.second_player_acted


@rule(
    incident=(
        "first_card_wrong_seat",
        "out_of_sequence",
        "dealt_out",
        "dealt_in",
        "no_shuffle_or_cut",
        "board_card_dealt_in",
    ),
    cites="psp-second-player-acted",
    outcome=CONTINUES,
    steps=(PlayOn("live"),),
)
def live_after_two_acted(w: World) -> bool:
    """Two players have acted: the hand is live. Source: psp, once a second player has acted."""
    return w.second_player_acted


@rule(
    incident=("too_many_cards", "too_few_cards"),
    cites="psp-second-player-acted",
    outcome=HAND_DEAD,
    steps=(CallFloor("host"), KillHand("wrong_count"), PlayOn("others")),
)
def wrong_count_after_two_acted(w: World) -> bool:
    """From then on a hand with a wrong number of cards can be ruled dead; the host decides.

    Source: psp, once a second player has acted.
    """
    return w.second_player_acted


# If cards run out


@rule(
    incident="cards_run_out",
    cites="psp-run-out-stud",
    outcome=CONTINUES,
    steps=(TurnSharedRiver(), PlayOn("replaced")),
)
def stud_runs_out(w: World) -> bool:
    """Stud: one card is everybody's river. Source: psp, if cards run out, stud."""
    return w.short_of_cards == "stud"


@rule(
    incident="cards_run_out",
    cites="psp-run-out-draw",
    outcome=CONTINUES,
    steps=(KeepOwnDiscardsOut(), ReshuffleMuck()),
)
def draw_runs_out(w: World) -> bool:
    """Draw: the muck is reshuffled, nobody gets his own discards of this round. Source: psp, if cards run out, draw."""
    return w.short_of_cards == "draw"
