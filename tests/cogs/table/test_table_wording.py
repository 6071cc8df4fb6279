"""Every reason, step and value has its words."""

from __future__ import annotations

from typing import get_args

import pytest

from cogs.table import wording
from data.players import Player
from league import plan
from league.duties import WHYS, Duty
from league.table import (
    DECK_REASONS,
    GAMES,
    MISDEALS,
    MODES,
    Away,
    Back,
    BreakTable,
    Button,
    CloseTable,
    Dealer,
    Deals,
    DeckChange,
    Game,
    Hand,
    Limits,
    Misdeal,
    Mode,
    Move,
    Penalty,
    Seat,
    SetUp,
    Stand,
    Step,
    StubCount,
    Winner,
)

PEOPLE = {1: Player(1, 55, "ann"), 2: Player(2, None, "bob")}
STEPS = [
    (Seat(1, 3), "ann sits down at seat 3"),
    (Seat(1), "ann sits down"),
    (Seat(2, 3, deals=False), "bob sits down at seat 3, and would rather not deal"),
    (Stand(1), "ann leaves"),
    (Move(1, 4), "ann moves to seat 4"),
    (Away(1), "ann steps away"),
    (Back(1), "ann is back"),
    (Deals(1, True), "ann deals"),
    (Deals(1, False), "ann would rather not deal"),
    (Button(3), "the button is at seat 3"),
    (Hand(), "the next hand begins"),
    (Hand((1, 2)), "the next hand begins, ann and bob won the last pot"),
    (Winner((2,)), "bob won the last pot"),
    (Misdeal(), "misdeal: the hand is dealt again"),
    (Misdeal("fouled_deck"), "fouled deck: the hand is dealt again"),
    (Misdeal("misdeal", 31), "misdeal by case 31: the hand is dealt again"),
    (Dealer(1), "ann is the dealer"),
    (Dealer(None), "the table has no dedicated dealer"),
    (Penalty(1, 1), "ann sits out 1 hand"),
    (Penalty(1, 0), "ann's penalty is lifted"),
    (Mode("rrp"), "players deal, by the Rulebook"),
    (Game("holdem"), "the game is hold'em"),
    (DeckChange("asked"), "the deck is changed (a player asked)"),
    (SetUp("marred"), "new decks come in (a card is marred)"),
    (StubCount(), "the stub is counted: all there"),
    (StubCount(51), "the stub is counted: 51 cards"),
    (Limits(True), "limits on deck changes are posted"),
    (Limits(False), "limits on deck changes are taken down"),
    (BreakTable(), "the table breaks"),
    (CloseTable(), "the table is closed"),
    (Stand(9), "somebody leaves"),
]


@pytest.mark.parametrize(("step", "said"), STEPS)
def test_a_step_is_told(step: Step, said: str) -> None:
    assert wording.told(step, PEOPLE) == said


def test_every_kind_of_step_is_told() -> None:
    assert {type(step) for step, _ in STEPS} == set(get_args(Step))


@pytest.mark.parametrize("why", WHYS)
def test_every_reason_has_its_words(why: str) -> None:
    somebody = wording.duty_line("Deal", Duty(1, 1, "rrp-player-dealt-games", why, covers_for=2), PEOPLE)
    assert (why in wording.IN_PLACE) is not (why in wording.WHYS)
    if why in wording.IN_PLACE:
        assert somebody == f"Deal: **ann**, for bob, who {wording.IN_PLACE[why]} · *Rulebook, Player-dealt games*"
    else:
        assert somebody == f"Deal: **ann**, who {wording.WHYS[why]} · *Rulebook, Player-dealt games*"
        nobody = wording.duty_line("Deal", Duty(None, None, "rrp-player-dealt-games", why), PEOPLE)
        assert nobody == f"Deal: **nobody**, {wording.WHYS[why]} · *Rulebook, Player-dealt games*"


def test_every_value_of_a_table_has_its_name() -> None:
    assert set(plan.GAMES) == set(GAMES)
    assert set(wording.MODES) == set(MODES)
    assert set(wording.DECK_REASONS) == set(DECK_REASONS)
    assert set(MISDEALS) == {"misdeal", "fouled_deck"}
