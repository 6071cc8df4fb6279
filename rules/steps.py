"""What a dealer does with which card: the typed steps of a ruling, in the dealer's order.

The sentence people read, the picture and the deck that tests play on all come from the same step. The
sentences stand in steps.toml, one for each step and manner. Knows no book, no Discord, no clock.

>>> say(BurnAndTurn("turn"))
'Burn again and turn: the card due as the river is now the turn.'
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import ClassVar

FILE = Path(__file__).parent / "steps.toml"


@dataclass(frozen=True)
class Step:
    """One thing the dealer does or says. `name`: its table in steps.toml, which is called as the class is."""

    name: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        cls.name = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()


@dataclass(frozen=True)
class CallFloor(Step):
    """The dealer stops and calls the floorperson. `about` says why."""

    about: str


@dataclass(frozen=True)
class FinishBetting(Step):
    """The betting that was cut short is completed first. `before`: the street whose cards came early."""

    before: str


@dataclass(frozen=True)
class FinishDeal(Step):
    """The deal is completed in the same order, as if nothing had happened. `manner`: same_order or next_card_down."""

    manner: str = "same_order"


@dataclass(frozen=True)
class SwapForBurn(Step):
    """The card due as the burn replaces the exposed one, which is the burn from now on. `lies`: up or shown."""

    lies: str


@dataclass(frozen=True)
class Show(Step):
    """A card is shown to the whole table. `what`: exposed, burn, discard or discards."""

    what: str


@dataclass(frozen=True)
class Announce(Step):
    """The dealer says something aloud. `what`: new_burn, kept, burn, discard or misdeal."""

    what: str


@dataclass(frozen=True)
class LeaveUp(Step):
    """A card stays face up. `what`: new_burn (until mucked before the flop), burn, or door_card."""

    what: str


@dataclass(frozen=True)
class SetAside(Step):
    """The early card is laid aside for now. `street`: turn."""

    street: str


@dataclass(frozen=True)
class BurnAndTurn(Step):
    """One burn, one board card. `street`: where the card belongs; twice for two cards of a new flop."""

    street: str
    times: int = 1


@dataclass(frozen=True)
class ShuffleIn(Step):
    """The early board cards go back into the stub, which is shuffled; every burn stays out. `street`: which came early."""

    street: str
    manner: str = "now"


@dataclass(frozen=True)
class TurnWithoutBurn(Step):
    """Board cards come from the top of the stub with no burn. `cards`: how many."""

    street: str
    cards: int


@dataclass(frozen=True)
class PlayOn(Step):
    """The hand goes on. `manner` says how, and what is left as it is."""

    manner: str


@dataclass(frozen=True)
class TakeAllBack(Step):
    """Every card comes back to the dealer: hands, board, burns, muck and stub."""

    manner: str = "misdeal"


@dataclass(frozen=True)
class ShuffleAndCut(Step):
    """The whole deck is shuffled and cut for the new deal. `manner`: the book's own way."""

    manner: str


@dataclass(frozen=True)
class Redeal(Step):
    """The hand is dealt again. `manner`: the book's own way."""

    manner: str


@dataclass(frozen=True)
class KillHand(Step):
    """One player's hand goes to the muck. `whose` says whose."""

    whose: str


@dataclass(frozen=True)
class MoveToOwners(Step):
    """Unseen cards that went astray are pushed on to the players they belong to."""


@dataclass(frozen=True)
class PutRight(Step):
    """An agreed correction. `what`: order, skipped_seat, extra_card or missing_card."""

    what: str


@dataclass(frozen=True)
class ExtraBackAsBurn(Step):
    """The unseen extra card goes back and lies as the burn it was to be."""


@dataclass(frozen=True)
class GiveTopCard(Step):
    """A short player gets what is missing off the top of the stub. `whose`: due or button."""

    whose: str


@dataclass(frozen=True)
class PassOver(Step):
    """A card that counts for nothing is taken out of play. `what`: boxed, joker or foreign."""

    what: str


@dataclass(frozen=True)
class FillPlace(Step):
    """What was passed over is replaced from the stub. `manner`: next_card, after_all or as_due."""

    manner: str


@dataclass(frozen=True)
class StopPlay(Step):
    """No more bets, no more cards: the hand is void."""


@dataclass(frozen=True)
class ReturnMoney(Step):
    """Money in the pot goes back. `manner`: all, or forfeit and split where one knew and loses his."""

    manner: str


@dataclass(frozen=True)
class NextHand(Step):
    """The next hand. `manner`: same_button, where button and blinds stay."""

    manner: str


@dataclass(frozen=True)
class ReplaceFromTop(Step):
    """Flashed cards are replaced from the top of the stub once all are served. `what`: stud_river, draw_card or draw_burn."""

    what: str


@dataclass(frozen=True)
class Muck(Step):
    """A card goes to the muck. `what`: discards, or the burn before the flop."""

    what: str


@dataclass(frozen=True)
class TurnSharedRiver(Step):
    """Stud: one card, face up, is the river of everybody."""


@dataclass(frozen=True)
class KeepOwnDiscardsOut(Step):
    """Draw: what a player still to be served threw away this round stays out of the reshuffle."""


@dataclass(frozen=True)
class ReshuffleMuck(Step):
    """Draw: the muck is shuffled and is the stub from now on, after what is left of the old one."""


@dataclass(frozen=True)
class PickUpDeck(Step):
    """The dropped stub is picked up in the order it had."""


@dataclass(frozen=True)
class SortOut(Step):
    """Cards that may be discards or burns are laid with the muck; only surely unused ones are the stub."""


@dataclass(frozen=True)
class ReshuffleUnused(Step):
    """The unused cards, and nothing else, are shuffled and cut."""


@dataclass(frozen=True)
class ChangeDeck(Step):
    """A new deck comes to the table. `part`: change, check or mix."""

    part: str


@dataclass(frozen=True)
class DealTheHand(Step):
    """A hand whose first riffle has begun is dealt, whatever else came up. `part`: deal or unless."""

    part: str


@dataclass(frozen=True)
class CorrectBurn(Step):
    """The dealer puts a forgotten burn right himself."""


@dataclass(frozen=True)
class LetStand(Step):
    """Nothing is undone: the result of the finished hand stands."""


@cache
def sentences(file: Path = FILE) -> Mapping[str, Mapping[str, str]]:
    """Every sentence a step can be said in: step name -> manner -> sentence."""
    with file.open("rb") as stream:
        text: Mapping[str, Mapping[str, str]] = tomllib.load(stream)
    return text


def say(step: Step) -> str:
    """The step as the dealer reads it. Raises KeyError where steps.toml has no sentence for its manner."""
    values = [str(getattr(step, part.name)) for part in fields(step) if part.name not in ("times", "cards")]
    return sentences()[step.name][".".join(values) or "plain"]
