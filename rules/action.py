"""The substantial-action counter: takes the actions of a hand one by one and says what they amount to.

Only actions in turn count; posted blinds, antes and straddles are no action. The second player has acted
with the second action in turn: nobody acts twice running. Knows no Discord, no clock.

>>> counter = Counter().take("fold").take("call")
>>> counter.value, counter.substantial_by, counter.second_player_by
('two_with_chips', 1, 1)
>>> counter.undo().value
'one'
>>> Counter.read("fX").write()
'fX'
"""

from __future__ import annotations

from dataclasses import dataclass

CODES = {"fold": "f", "check": "x", "call": "c", "bet": "b", "raise": "r", "post": "p"}
KINDS = {code: kind for kind, code in CODES.items()}
WITH_CHIPS = frozenset({"call", "bet", "raise"})
ENOUGH_WITH_CHIPS = 2  # tda 36 A
ENOUGH = 3  # tda 36 B
SECOND_PLAYER = 2  # psp, once a second player has acted


class BadAction(ValueError):
    """What was to be counted is no action; the text says so in a sentence."""


@dataclass(frozen=True)
class Action:
    """One thing a player did. `kind`: a key of CODES; `in_turn`: False where it was out of turn."""

    kind: str
    in_turn: bool = True

    @property
    def counts(self) -> bool:
        """Does it count? Out of turn it does not, and a post is no action. Source: tda 36."""
        return self.in_turn and self.kind != "post"


@dataclass(frozen=True)
class Counter:
    """The actions since the deal, in order. `take` and `undo` give a new counter."""

    actions: tuple[Action, ...] = ()

    def take(self, kind: str, in_turn: bool = True) -> Counter:
        """One more action. Raises BadAction for a kind nobody knows."""
        if kind not in CODES:
            raise BadAction(f"{kind} is no action at a poker table.")
        return Counter((*self.actions, Action(kind, in_turn)))

    def undo(self) -> Counter:
        """Without the latest action; with none, as it is."""
        return Counter(self.actions[:-1])

    @property
    def value(self) -> str:
        """What the adjudicator is told: the value of its fact `action`."""
        kinds = [action.kind for action in self.actions if action.counts]
        if len(kinds) >= ENOUGH:
            return "three_or_more"
        if len(kinds) == ENOUGH_WITH_CHIPS:
            return "two_with_chips" if WITH_CHIPS.intersection(kinds) else "two_without_chips"
        return "one" if kinds else "none"

    @property
    def substantial_by(self) -> int | None:
        """The place (from 0) of the action that made it substantial, None if it is not. Source: tda 36."""
        for place in range(len(self.actions)):
            if Counter(self.actions[: place + 1]).value in ("two_with_chips", "three_or_more"):
                return place
        return None

    @property
    def second_player_by(self) -> int | None:
        """The place (from 0) of the second player's action, None before it.

        Two folds count. Source: psp, once a second player has acted.
        """
        places = [place for place, action in enumerate(self.actions) if action.counts]
        return places[SECOND_PLAYER - 1] if len(places) >= SECOND_PLAYER else None

    def write(self) -> str:
        """The actions as letters, capitals for those out of turn: short enough for a button's id."""
        return "".join(CODES[action.kind] if action.in_turn else CODES[action.kind].upper() for action in self.actions)

    @classmethod
    def read(cls, letters: str) -> Counter:
        """The counter that was written so. Raises BadAction for letters nobody writes."""
        counter = cls()
        for letter in letters:
            kind = KINDS.get(letter.lower())
            if kind is None:
                raise BadAction(f"{letter} stands for no action.")
            counter = counter.take(kind, in_turn=letter.islower())
        return counter
