"""What the Rules of Real Poker have a dealer do, in lists that several of their clauses share.

Every rule of the book is written down in `rulings`.
"""

from __future__ import annotations

from rules.rulings import Rulings, World
from rules.steps import (
    Announce,
    CallFloor,
    ExtraBackAsBurn,
    FinishDeal,
    GiveTopCard,
    NextHand,
    PlayOn,
    Redeal,
    ReturnMoney,
    Show,
    ShuffleAndCut,
    StopPlay,
    SwapForBurn,
    TakeAllBack,
)

rulings = Rulings("rrp")
rule = rulings.rule

JOKER_FOULS = "rrp-joker-in-the-deck:fouls"
UNPOSTED_DEAD = "rrp-misdeals-l:dead"

# Misdeals, redeal: all cards come back and are scrambled, shuffled, cut and dealt.
DEAL_AGAIN = (
    Announce("misdeal"),
    TakeAllBack("misdeal"),
    ShuffleAndCut("rrp"),
    Redeal("again"),
)
# Exposed cards: the burn replaces the exposed card, which is shown, announced and the burn from then on.
REPLACED = (
    FinishDeal(),
    SwapForBurn("shown"),
    Show("exposed"),
    Announce("new_burn"),
)
MONEY_BACK = (StopPlay(), ReturnMoney("all"), TakeAllBack("fouled"), NextHand("same_button"))
MONEY_FORFEITED = (
    StopPlay(),
    ReturnMoney("forfeit"),
    ReturnMoney("split"),
    TakeAllBack("fouled"),
    NextHand("same_button"),
)
KEPT = (Announce("kept"), FinishDeal(), PlayOn("unmoved"))
AS_IT_LIES = (PlayOn("as_it_lies"),)
WITHOUT_HIM = (PlayOn("without_seat"),)
BURN_RETURNED = (ExtraBackAsBurn(), PlayOn("replaced"))
TOP_CARD_GIVEN = (GiveTopCard("due"), PlayOn("replaced"))
# Dealers and decisions: any doubt goes to the floor, and what becomes of a wrong count is not said.
ASK_ABOUT_THE_COUNT = (PlayOn("as_it_lies"), CallFloor("count"))


def needs_replacing(w: World) -> bool:
    """The dealer, or a pitch that struck a hand, exposed it; a player's own exposure is never replaced."""
    return w.exposed_by != "player"
