"""The table before and after a ruling, as far as a picture shows it: hand, board, burns, stub. Pure.

Played on the example tables of `rules.scenes` with the very steps of the ruling, so that words and picture
cannot differ. Knows no Discord, no file, no chance.

>>> from rules.engine import decide
>>> told = decide("rrp", "board_early", {"street": "river"})
>>> pair = before_after("board_early", {"street": "river"}, told.steps)
>>> print(pair.after.words)
Board: 9 of diamonds, 5 of clubs, 8 of clubs, 7 of diamonds, 6 of hearts (new). Burns: three face-down cards. \
Stub: shuffled with the early card in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cache, lru_cache
from zlib import crc32

from rules.facts import vocabulary
from rules.layout import Layout, play
from rules.scenes import DECK, JOKER, scene
from rules.steps import (
    CorrectBurn,
    ExtraBackAsBurn,
    FinishDeal,
    GiveTopCard,
    PassOver,
    ReplaceFromTop,
    ShuffleIn,
    Step,
    SwapForBurn,
)

PICTURED = (SwapForBurn, ReplaceFromTop, ShuffleIn, CorrectBurn, ExtraBackAsBurn, PassOver, GiveTopCard)
REMEMBERED = 256  # tables kept: a busy evening asks for the same few again
FANNED = 4  # cards of the stub that are shown one by one
MOST_HANDS = 2
WRONG, NEW = "!", "new"  # marks beside the numbers of cards that come off the stub
RANKS = {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven")
WRONG_CARDS = {
    "board_early": "early",
    "foreign_card": "foreign",
    "boxed_card": "boxed",
    "too_many_cards": "extra",
    "forgot_burn": "first board card, due as the burn",
}  # elsewhere it is the exposed card
SEEN = ("exposed_on_deal", "board_early", "boxed_card", "flashed_draw_card", "flashed_burn", "forgot_burn")
FOUND = ("foreign_card",)  # whoever was dealt it turns it up


@dataclass(frozen=True)
class Spot:
    """A card where it lies: rank and suit ("Th") if it is face up. `mark`: "!", "new", a number from 1, or none."""

    card: str
    is_up: bool
    mark: str = ""


@dataclass(frozen=True)
class Pile:
    """Cards that lie together. `note`: what cannot be seen in it."""

    name: str
    spots: tuple[Spot, ...]
    note: str = ""


@dataclass(frozen=True)
class View:
    """A table at one moment."""

    piles: tuple[Pile, ...]
    wrong: str

    @property
    def words(self) -> str:
        """The same for those who cannot see it."""
        return " ".join(f"{pile.name}: {_pile_words(pile, self.wrong)}." for pile in self.piles)


@dataclass(frozen=True)
class Pair:
    """A table before and after. `wrong`: what the cards marked "!" are called."""

    before: View
    after: View | None
    wrong: str

    @property
    def words(self) -> str:
        """The whole picture in words."""
        after = f" After: {self.after.words}" if self.after is not None else ""
        return f"{'Before: ' if after else ''}{self.before.words}{after}"


def before_after(incident: str, facts: Mapping[str, str], steps: Sequence[Step]) -> Pair | None:
    """The table before and after these steps; None where no card is replaced or put back.

    What is not known of the facts is as in the first example that fits.
    """
    if not any(isinstance(step, PICTURED) for step in steps):
        return None
    return _played(incident, tuple(facts.items()), tuple(steps))


@lru_cache(maxsize=REMEMBERED)
def _played(incident: str, facts: tuple[tuple[str, str], ...], steps: tuple[Step, ...]) -> Pair:
    table = _example(incident, dict(facts))
    left = list(steps)
    while isinstance(left[0], FinishDeal) or (not isinstance(left[0], PICTURED) and _moves_nothing(left[0], table)):
        play(left.pop(0), table, _shuffled)
    before = deepcopy(table)
    mixed: set[str] = set()
    for step in left:
        shuffles = len(table.shuffled)
        play(step, table, _shuffled)
        for cards in table.shuffled[shuffles:]:
            mixed |= cards
    wrong = _wrong_cards(incident, before)
    seats = _seats_shown(before)
    traced = _traced(before, table, mixed, seats)
    called = WRONG_CARDS.get(incident, "exposed")
    marks = {**traced, **dict.fromkeys(wrong, WRONG)}
    has_board = bool(before.board or table.board)
    start = _view(incident, before, marks, seats, has_board, called, frozenset())
    end = _view(incident, table, marks, seats, has_board, called, frozenset(mixed))
    return Pair(start, end, called)


def before_only(incident: str, facts: Mapping[str, str]) -> Pair | None:
    """The table as it stands when something is noticed, without a hint of what is done about it."""
    if incident not in SEEN:
        return None
    table = _example(incident, facts)
    called = WRONG_CARDS.get(incident, "exposed")
    wrong = set() if incident == "forgot_burn" else _wrong_cards(incident, table)
    marks = dict.fromkeys(wrong, WRONG)
    view = _view(incident, table, marks, _seats_shown(table), bool(table.board), called, frozenset())
    return Pair(view, None, called)


@cache
def _names() -> Mapping[str, str]:
    """The cards of the examples lie in the order of a new deck: other names make them look shuffled."""
    mixed = sorted(DECK, key=lambda card: crc32(f"riffle {card}".encode()))
    return {**dict(zip(DECK, mixed, strict=True)), JOKER: JOKER}


def _shuffled(cards: Sequence[str] | object) -> list[str]:
    assert isinstance(cards, list)  # a pile
    return sorted(cards, key=lambda card: crc32(f"shuffled {card}".encode()))


def _example(incident: str, facts: Mapping[str, str]) -> Layout:
    world = next(world for world in vocabulary().worlds(incident) if facts.items() <= world.items())
    return scene(incident, world)


def _moves_nothing(step: Step, table: Layout) -> bool:
    copy = deepcopy(table)
    play(step, copy, _shuffled)
    return copy == table


def _wrong_cards(incident: str, table: Layout) -> set[str]:
    if incident == "forgot_burn":
        return {table.board[0]}
    return {*table.exposed, *table.early, *table.void, *table.extra.values()}


def _seats_shown(table: Layout) -> tuple[int, ...]:
    """The hands that something happens to."""
    holders = [seat for seat, hand in table.hands.items() if set(table.void) & set(hand)]
    next_ones = table.waiting[:1] if table.void and not holders else []
    held = [seat for card, seat in table.exposed.items() if card in table.hands.get(seat, ())]
    seats = [*held, *table.extra, *table.owed, *holders, *next_ones]
    return tuple(dict.fromkeys(seats))[:MOST_HANDS]


def _traced(before: Layout, after: Layout, mixed: set[str], seats: Sequence[int]) -> dict[str, str]:
    """Cards that come off the stub and end where the picture shows them: numbered in order, or new after a shuffle."""
    shown = {card for seat in seats for card in after.hands.get(seat, ())}
    shown |= {*after.board, *after.burns, *after.aside} - {*before.board, *before.burns}
    marks, number = {}, 0
    for card in before.stub:
        if card in shown and card not in mixed and card not in before.void:
            number += 1
            marks[card] = str(number)
    off_new = [card for card in shown if card in mixed]
    return {**marks, **dict.fromkeys(off_new, NEW)}


def _view(
    incident: str,
    table: Layout,
    marks: Mapping[str, str],
    seats: Sequence[int],
    has_board: bool,
    wrong: str,
    mixed: frozenset[str],
) -> View:
    seen = {*table.exposed, *(table.void if incident in FOUND else ())}

    def spots(cards: Sequence[str]) -> tuple[Spot, ...]:
        return tuple(Spot(_names()[card], card in table.up | seen, marks.get(card, "")) for card in cards)

    piles = [
        Pile("Hand" if len(seats) == 1 else f"Hand {place}", spots(table.hands[seat]))
        for place, seat in enumerate(seats, 1)
    ]
    if has_board:
        piles.append(Pile("Board", spots(table.board)))
    piles.append(Pile("Burns" if len(table.burns) > 1 else "Burn", spots(table.burns)))
    if mixed:
        inside = [card for card in table.stub if marks.get(card) == WRONG]
        note = f"shuffled with the {wrong} card{'s' if len(inside) > 1 else ''} in it" if inside else "shuffled"
        piles.append(Pile("Stub", tuple(Spot(_names()[card], False) for card in table.stub[:FANNED]), note))
    else:
        piles.append(Pile("Stub", spots(table.stub[:FANNED])))
    piles += [Pile("Out of play", spots(table.aside))] if table.aside else []
    thrown = [card for card in table.muck if marks.get(card)]
    piles += [Pile("Muck", spots(thrown))] if thrown else []
    return View(tuple(piles), wrong)


# ------------------------------------------------------------------ in words


def _pile_words(pile: Pile, wrong: str) -> str:
    if pile.note:
        return pile.note
    if pile.name == "Stub":
        marked = [_spot_words(spot, wrong) for spot in pile.spots if spot.mark or spot.is_up]
        return f"on top {', '.join(marked)}" if marked else "face down"
    if not pile.spots:
        return "none"
    words: list[str] = []
    plain = sum(1 for spot in pile.spots if not spot.is_up and not spot.mark)
    words = [_spot_words(spot, wrong) for spot in pile.spots if spot.is_up or spot.mark]
    if plain:
        words.insert(0, f"{COUNTS[plain]} face-down card{'s' if plain > 1 else ''}")
    return ", ".join(words)


def _spot_words(spot: Spot, wrong: str) -> str:
    name = card_name(spot.card) if spot.is_up else "a face-down card"
    if spot.mark == WRONG:
        return f"{name} ({wrong})"
    if spot.mark == NEW:
        return f"{name} (new)"
    return f"{name} (card {spot.mark} off the stub)" if spot.mark else name


def card_name(card: str) -> str:
    """A card as it is said aloud.

    >>> card_name("Th"), card_name("Jk")
    ('10 of hearts', 'joker')
    """
    return "joker" if card == JOKER else f"{RANKS.get(card[0], card[0])} of {SUITS[card[1]]}"
