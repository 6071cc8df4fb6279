"""Where every card of a table lies, and what each step of a ruling does to it.

The picture before and after a ruling is drawn from this, and the tests play every ruling on it. Chance is an
argument. Knows no book, no Discord, no clock.

>>> table = Layout(stub=["2c", "3c", "4c"], board=["Ah", "Kh", "Qh"], burns=["2d"], early=["Ah", "Kh", "Qh"])
>>> play(ShuffleIn("flop"), table, shuffle=sorted)
>>> table.board, table.burns, table.stub
([], ['2d'], ['2c', '3c', '4c', 'Ah', 'Kh', 'Qh'])
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from rules.steps import (
    BurnAndTurn,
    CorrectBurn,
    DealTheHand,
    ExtraBackAsBurn,
    FillPlace,
    FinishDeal,
    GiveTopCard,
    KeepOwnDiscardsOut,
    KillHand,
    LeaveUp,
    MoveToOwners,
    Muck,
    PassOver,
    PutRight,
    Redeal,
    ReplaceFromTop,
    ReshuffleMuck,
    ReshuffleUnused,
    SetAside,
    Show,
    ShuffleAndCut,
    ShuffleIn,
    SortOut,
    Step,
    SwapForBurn,
    TakeAllBack,
    TurnSharedRiver,
    TurnWithoutBurn,
)

Shuffle = Callable[[Iterable[str]], list[str]]


@dataclass
class Layout:
    """Every card is in exactly one of stub (its top first), hands, board, burns, muck and aside.

    The rest says what is special: `waiting` seats are still to be served, a card each; `exposed`, `early`,
    `void` and `doubtful` name cards; `astray` cards lie with the first seat and belong to the second; `owed`
    seats are short by so many cards; `extra` seats hold a card too many; `dead` is the seat whose hand can die;
    `own` are the discards of this round of players still to be served. `shuffled` records each shuffle.
    """

    stub: list[str] = field(default_factory=list)
    hands: dict[int, list[str]] = field(default_factory=dict)
    board: list[str] = field(default_factory=list)
    burns: list[str] = field(default_factory=list)
    muck: list[str] = field(default_factory=list)
    aside: list[str] = field(default_factory=list)
    up: set[str] = field(default_factory=set)
    hand_size: int = 2
    waiting: list[int] = field(default_factory=list)
    exposed: dict[str, int] = field(default_factory=dict)
    early: list[str] = field(default_factory=list)
    void: list[str] = field(default_factory=list)
    doubtful: list[str] = field(default_factory=list)
    astray: list[tuple[str, int, int]] = field(default_factory=list)
    owed: dict[int, int] = field(default_factory=dict)
    extra: dict[int, str] = field(default_factory=dict)
    dead: int | None = None
    own: list[str] = field(default_factory=list)
    shuffled: list[frozenset[str]] = field(default_factory=list)

    def cards(self) -> list[str]:
        """Every card of the table, wherever it lies."""
        piles = (self.stub, *self.hands.values(), self.board, self.burns, self.muck, self.aside)
        return [card for pile in piles for card in pile]

    def deal(self, seat: int) -> str:
        """The top card of the stub goes to a seat."""
        card = self.stub.pop(0)
        self.hands[seat].append(card)
        return card

    def burn(self) -> None:
        """The top card of the stub is burned, face down."""
        self.burns.append(self.stub.pop(0))

    def turn(self, cards: int = 1) -> None:
        """Cards come from the top of the stub onto the board."""
        for _ in range(cards):
            card = self.stub.pop(0)
            self.board.append(card)
            self.up.add(card)

    def serve_waiting(self) -> None:
        """Everybody still to be served gets a card, in order."""
        for seat in self.waiting:
            self.deal(seat)
        self.waiting = []

    def take_back(self, card: str) -> None:
        """Lift a card from the pile it lies in."""
        for pile in (self.stub, *self.hands.values(), self.board, self.burns, self.muck, self.aside):
            if card in pile:
                pile.remove(card)

    def serve_owed(self) -> None:
        """Everybody who is short gets what is missing."""
        for seat, missing in self.owed.items():
            for _ in range(missing):
                self.deal(seat)
        self.owed = {}

    def deal_hands(self) -> None:
        """A whole first deal, a card at a time to each seat."""
        for _ in range(self.hand_size):
            for seat in self.hands:
                self.deal(seat)

    def swap_exposed(self, pile: list[str]) -> None:
        """Each exposed card goes to a pile and its holder gets the top card of the stub."""
        for card, seat in self.exposed.items():
            self.hands[seat].remove(card)
            self.deal(seat)
            pile.append(card)

    def move_to_owners(self) -> None:
        """Every card that lies with the wrong player goes to the right one."""
        for card, holder, owner in self.astray:
            self.hands[holder].remove(card)
            self.hands[owner].append(card)

    def pass_over(self) -> None:
        """Cards that count for nothing leave play; a hand that held one is owed a card."""
        for card in self.void:
            self.owed.update({seat: 1 for seat, hand in self.hands.items() if card in hand})
            self.take_back(card)
            self.aside.append(card)

    def gather(self) -> None:
        """Every card comes back into one pile."""
        self.stub = self.cards()
        for pile in (*self.hands.values(), self.board, self.burns, self.muck, self.aside):
            pile.clear()
        self.waiting = []
        self.up.clear()

    def shuffle_stub(self, shuffle: Shuffle) -> None:
        """The stub is shuffled as it is; which cards were in it is recorded."""
        self.shuffled.append(frozenset(self.stub))
        self.up -= set(self.stub)
        self.stub = shuffle(self.stub)


def play(step: Step, table: Layout, shuffle: Shuffle) -> None:
    """Do one step. `shuffle` gives the cards it is handed in another order. Most steps move no card."""
    match step:
        case ShuffleAndCut() | ReshuffleUnused():
            table.shuffle_stub(shuffle)
        case ShuffleIn():
            for card in table.early:
                table.take_back(card)
                table.stub.append(card)
            table.shuffle_stub(shuffle)
        case ReshuffleMuck():
            table.shuffled.append(frozenset(table.muck))
            table.stub += shuffle(table.muck)
            table.muck.clear()
            table.serve_waiting()
        case TakeAllBack():
            table.gather()
        case Redeal() | DealTheHand(part="deal"):
            table.deal_hands()
        case _:
            _move(step, table)


def _move(step: Step, table: Layout) -> None:
    """A step that needs no chance."""
    match step:
        case FinishDeal():
            table.serve_waiting()
        case SwapForBurn() | ReplaceFromTop(what="draw_burn"):
            table.swap_exposed(table.burns)
        case ReplaceFromTop():
            table.swap_exposed(table.muck)
        case Show() | LeaveUp():
            table.up.update(table.exposed)
        case SetAside():
            _lay(table.early, table, table.aside)
        case BurnAndTurn(times=times):
            for _ in range(times):
                table.burn()
                table.turn()
        case TurnWithoutBurn(cards=cards):
            table.turn(cards)
        case TurnSharedRiver():
            table.turn()
            table.waiting = []
        case CorrectBurn():
            table.burns.append(table.board.pop(0))
            table.turn()
        case Muck():
            _lay(table.exposed, table, table.muck)
        case SortOut():
            _lay(table.doubtful, table, table.muck)
        case KeepOwnDiscardsOut():
            _lay(table.own, table, table.aside)
        case ExtraBackAsBurn():
            _lay(table.extra.values(), table, table.burns)
        case _:
            _serve(step, table)


def _serve(step: Step, table: Layout) -> None:
    """A step about one player's hand."""
    match step:
        case KillHand() if table.dead is not None:
            table.muck += table.hands.pop(table.dead)
        case MoveToOwners():
            table.move_to_owners()
        case GiveTopCard():
            table.serve_owed()
        case PassOver():
            table.pass_over()
        case FillPlace():
            table.serve_waiting()
            table.serve_owed()
        case PutRight():
            table.move_to_owners()
            for card in table.extra.values():
                table.take_back(card)
                table.stub.insert(0, card)
            table.serve_owed()
            table.serve_waiting()


def _lay(cards: Iterable[str], table: Layout, pile: list[str]) -> None:
    for card in list(cards):
        table.take_back(card)
        pile.append(card)
