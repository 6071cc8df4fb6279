"""How a table looks at the moment something goes wrong: one example for each incident and its facts.

The picture "before" and the tests start here. Six seats, the button last; a short stack of cards in order
stands for a shuffled deck, so every example is the same each time. Knows no book, no Discord, no chance.

>>> table = scene("board_early", {"street": "turn"})
>>> len(table.board), len(table.burns), len(table.early)
(4, 2, 1)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.layout import Layout

SEATS = 6
BUTTON = SEATS - 1
HAND_SIZES = {"flop": 2, "stud": 3, "draw": 5}
DECK = tuple(rank + suit for suit in "cdhs" for rank in "23456789TJQKA")
JOKER = "Jk"
BOARD_BEFORE = {"flop": 0, "turn": 3, "river": 4}

Facts = Mapping[str, str]


def scene(incident: str, facts: Facts) -> Layout:
    """The table as it stands when the incident is noticed; `facts` must be complete."""
    return _SCENES[incident](facts)


def _undealt(game: str = "flop", deck: tuple[str, ...] = DECK) -> Layout:
    return Layout(stub=list(deck), hands={seat: [] for seat in range(SEATS)}, hand_size=HAND_SIZES[game])


def _dealt(game: str = "flop", but_the_last: int = 0, deck: tuple[str, ...] = DECK) -> Layout:
    """The first deal, less so many cards at its end: those seats are waiting."""
    table = _undealt(game, deck)
    order = [seat for _ in range(table.hand_size) for seat in range(SEATS)]
    cut = len(order) - but_the_last
    for seat in order[:cut]:
        table.deal(seat)
    table.waiting = order[cut:]
    return table


def _in_street(street: str) -> Layout:
    """Dealt, and the board is as it should be before a street; one burn for each street so far."""
    table = _dealt()
    if BOARD_BEFORE[street] >= 3:
        table.burn()
        table.turn(3)
    if BOARD_BEFORE[street] == 4:
        table.burn()
        table.turn()
    return table


def _exposed_on_deal(facts: Facts) -> Layout:
    # In stud the door cards are still to come; elsewhere two cards of the last round are.
    table = _dealt(facts["game"], but_the_last=SEATS if facts["game"] == "stud" else 2)
    first = table.hands[0][0] if facts["first_two"] == "yes" else table.hands[2][1]
    table.exposed = {first: 0 if facts["first_two"] == "yes" else 2}
    if facts["exposed_count"] == "two_or_more":
        table.exposed[table.hands[3][1]] = 3
    table.up.update(table.exposed)
    return table


def _boxed_card(facts: Facts) -> Layout:
    table = _dealt(but_the_last=3)
    table.void = [table.stub[0]]
    if facts["boxed_count"] == "two_or_more":
        table.void.append(table.stub[2])
    table.up.update(table.void)
    return table


def _foreign_card(facts: Facts) -> Layout:
    table = _dealt(but_the_last=3)
    if facts["face"] == "up":
        table.stub.insert(0, JOKER)
    else:
        table.hands[table.waiting.pop(0)].append(JOKER)
    table.void = [JOKER]
    return table


def _fouled_deck(facts: Facts) -> Layout:
    decks = {
        "duplicate": (*DECK[:-1], "2c again"),
        "wrong_back": (*DECK[:-1], "As, other back"),
        "too_many": (*DECK, "2c again"),
        "too_few": DECK[:-1],
    }
    return _dealt(deck=decks[facts["defect"]])


def _board_early(facts: Facts) -> Layout:
    table = _in_street(facts["street"])
    table.burn()
    before = len(table.board)
    table.turn(3 if facts["street"] == "flop" else 1)
    table.early = table.board[before:]
    return table


def _flashed_burn(_: Facts) -> Layout:
    table = _dealt()
    table.burn()
    table.exposed = {table.burns[0]: BUTTON}
    return table


def _astray(table: Layout, cards: int) -> Layout:
    """So many cards lie one seat too early."""
    for seat in range(cards):
        card = table.hands[seat + 1].pop()
        table.hands[seat].append(card)
        table.astray.append((card, seat, seat + 1))
    return table


def _first_card_wrong_seat(_: Facts) -> Layout:
    return _astray(_dealt(), 1)


def _out_of_sequence(facts: Facts) -> Layout:
    return _astray(_dealt(), {"one": 1, "two": 2, "three_or_more": 3}[facts["pushbacks"]])


def _dealt_out(facts: Facts) -> Layout:
    table = _dealt(but_the_last=2 if facts["others_complete"] == "no" else 0)
    table.stub = [*table.hands[3], *table.stub]
    table.hands[3] = []
    table.owed = {3: table.hand_size}
    return table


def _dealt_in(_: Facts) -> Layout:
    table = _dealt()
    table.dead = 3
    return table


def _too_many_cards(facts: Facts) -> Layout:
    table = _dealt()
    seat = BUTTON if facts["extra_is_burn"] == "yes" else 3
    table.extra = {seat: table.deal(seat)}
    table.dead = seat
    return table


def _too_few_cards(facts: Facts) -> Layout:
    table = _dealt()
    seat = BUTTON if facts["short_who"] == "button" else 3
    table.stub.insert(0, table.hands[seat].pop())
    table.owed = {seat: 1}
    table.dead = seat
    return table


def _no_shuffle_or_cut(_: Facts) -> Layout:
    return _dealt()


def _board_card_dealt_in(_: Facts) -> Layout:
    table = _dealt()
    table.extra = {2: table.deal(2)}
    return table


def _before_the_turn(_: Facts) -> Layout:
    """Flop out, two hands folded; some cards of the stub cannot be told from the folded ones."""
    table = _in_street("turn")
    for seat in (1, 2):
        table.muck += table.hands.pop(seat)
    return table


def _deck_dropped(facts: Facts) -> Layout:
    table = _before_the_turn(facts)
    if facts["top_known"] == "no":
        table.doubtful = table.stub[-4:]
    return table


def _stub_mixed(facts: Facts) -> Layout:
    table = _before_the_turn(facts)
    table.doubtful = [*table.stub[:3], *table.muck, *table.burns]
    table.stub = [*table.muck, *table.burns, *table.stub]
    table.muck, table.burns = [], []
    return table


def _stud_runs_out() -> Layout:
    table = _undealt("stud")
    for _ in range(6):
        table.waiting = list(range(SEATS))
        table.serve_waiting()
    for _ in range(4):
        table.burn()
    table.muck = [table.stub.pop() for _ in range(9)]
    table.waiting = list(range(SEATS))
    return table


def _draw_runs_out() -> Layout:
    """Everybody threw three; the button is the last to be served, and two cards are left."""
    table = _dealt("draw")
    for hand in table.hands.values():
        table.muck += [hand.pop() for _ in range(3)]
    table.own = table.muck[-3:]
    table.burn()
    table.waiting = [seat for seat in range(BUTTON) for _ in range(3)]
    table.serve_waiting()
    table.muck += [table.stub.pop() for _ in range(len(table.stub) - 2)]  # thrown away in the round before
    table.waiting = [BUTTON] * 3
    return table


def _cards_run_out(facts: Facts) -> Layout:
    return _stud_runs_out() if facts["short_of_cards"] == "stud" else _draw_runs_out()


def _flashed_discard(_: Facts) -> Layout:
    table = _dealt("draw")
    table.exposed = {table.hands[2][0]: 2}
    return table


def _flashed_draw_card(_: Facts) -> Layout:
    table = _dealt("draw")
    for seat in range(SEATS):
        table.muck.append(table.hands[seat].pop())
    table.burn()
    for seat in range(3):
        table.deal(seat)
    table.exposed = {table.hands[2][-1]: 2}
    table.waiting = [3, 4, BUTTON]
    return table


def _flashed_stud_river(_: Facts) -> Layout:
    table = _undealt("stud")
    table.hand_size = 7
    table.hands.pop(1)
    table.waiting = [*list(table.hands) * 6, 0]
    table.serve_waiting()
    table.exposed = {table.deal(2): 2}
    table.burns = [table.stub.pop() for _burn in range(4)]
    table.waiting = [3, 4, BUTTON]
    return table


def _forgot_burn(_: Facts) -> Layout:
    table = _dealt()
    table.turn(3)
    return table


def _gathered(_: Facts) -> Layout:
    return _undealt()


_SCENES: dict[str, Callable[[Facts], Layout]] = {
    "exposed_on_deal": _exposed_on_deal,
    "boxed_card": _boxed_card,
    "foreign_card": _foreign_card,
    "fouled_deck": _fouled_deck,
    "board_early": _board_early,
    "flashed_burn": _flashed_burn,
    "first_card_wrong_seat": _first_card_wrong_seat,
    "out_of_sequence": _out_of_sequence,
    "dealt_out": _dealt_out,
    "dealt_in": _dealt_in,
    "too_many_cards": _too_many_cards,
    "too_few_cards": _too_few_cards,
    "no_shuffle_or_cut": _no_shuffle_or_cut,
    "board_card_dealt_in": _board_card_dealt_in,
    "deck_dropped": _deck_dropped,
    "stub_mixed": _stub_mixed,
    "cards_run_out": _cards_run_out,
    "flashed_discard": _flashed_discard,
    "flashed_draw_card": _flashed_draw_card,
    "flashed_stud_river": _flashed_stud_river,
    "forgot_burn": _forgot_burn,
    "marred_card": _gathered,
    "interrupted_after_riffle": _gathered,
}
