"""A poker table as it stands, and everything that can be done at it; values only.

People are player ids, seats are numbers that go up to the left (clockwise). Knows no names, no Discord, no clock.
What a step makes of a table is in `league/steps.py`, who has which duty in `league/duties.py`.

>>> from datetime import UTC, datetime
>>> table = opened(1, "cash", "holdem", "rrp", 9, None, datetime(2026, 3, 14, 19, 30, tzinfo=UTC))
>>> (table.hand, table.button, table.free_seat)
(0, None, 1)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from league.decks import Decks
from league.refusing import NotNow

MODES = ("rrp", "psp_self", "psp_dedicated")  # player-dealt; self-dealt; a dedicated dealer
GAMES = ("holdem", "omaha", "stud", "draw", "mixed")
KINDS = ("cash", "tournament")
SEATS = range(2, 13)  # how many seats a table can have
MOST_PENALTY_HANDS = 99
DECK_REASONS = ("asked", "marred", "floor")
MISDEALS = ("misdeal", "fouled_deck")


# ------------------------------------------------------------------ what can be done


@dataclass(frozen=True)
class Seat:
    """Somebody sits down; seat None: the lowest that is free. `deals` False: prefers not to deal, shuffle or cut.

    `is_away`, `penalty_hands`: whoever comes from another table is away still, and sits out what is owed there; less
    than nothing where hands of a penalty given here have been sat out there.
    """

    player_id: int
    seat: int | None = None
    deals: bool = True
    is_away: bool = False
    penalty_hands: int = 0


@dataclass(frozen=True)
class Stand:
    """Somebody leaves the table: up, busted, or moved to another table."""

    player_id: int


@dataclass(frozen=True)
class Move:
    """Somebody changes to another seat of this table."""

    player_id: int
    seat: int


@dataclass(frozen=True)
class Away:
    """Somebody steps away from the table."""

    player_id: int


@dataclass(frozen=True)
class Back:
    """Somebody is at the table again."""

    player_id: int


@dataclass(frozen=True)
class Deals:
    """Somebody is willing to deal, shuffle and cut, or would rather not."""

    player_id: int
    deals: bool


@dataclass(frozen=True)
class Button:
    """Where the button is, however many hands went by unpressed."""

    seat: int


@dataclass(frozen=True)
class Hand:
    """The hand in play is over and the next one begins. `winners`: of its last pot; (): not told."""

    winners: tuple[int, ...] = ()


@dataclass(frozen=True)
class Winner:
    """Who won the last pot, told afterwards."""

    winners: tuple[int, ...]


@dataclass(frozen=True)
class Misdeal:
    """The hand in play is dealt again. `outcome`: "misdeal" or "fouled_deck". `case_number`: of the ruling, if any."""

    outcome: str = "misdeal"
    case_number: int | None = None


@dataclass(frozen=True)
class Dealer:
    """Who is the table's dedicated dealer, at the table or not; None: nobody."""

    player_id: int | None


@dataclass(frozen=True)
class Penalty:
    """Somebody sits out this many hands, beginning with the next; 0: the penalty is lifted."""

    player_id: int
    hands: int


@dataclass(frozen=True)
class Mode:
    """Another way of dealing, one of MODES."""

    mode: str


@dataclass(frozen=True)
class Game:
    """Another game, one of GAMES."""

    game: str


@dataclass(frozen=True)
class DeckChange:
    """The deck is changed. `why`: one of DECK_REASONS. `by_alternate`: the league plays by the Alternate Rule."""

    why: str
    by_alternate: bool = False


@dataclass(frozen=True)
class SetUp:
    """New decks are brought in. `why`, `by_alternate`: as for a deck change."""

    why: str
    by_alternate: bool = False


@dataclass(frozen=True)
class StubCount:
    """The stub has been counted. `cards`: what it came to, None: all there."""

    cards: int | None = None


@dataclass(frozen=True)
class Limits:
    """The host posts the limits on deck changes and set-ups at this table, or takes them down."""

    posted: bool


@dataclass(frozen=True)
class BreakTable:
    """The table breaks: its players go to other tables."""


@dataclass(frozen=True)
class CloseTable:
    """Play at this table is over."""


Step = (
    Seat
    | Stand
    | Move
    | Away
    | Back
    | Deals
    | Button
    | Hand
    | Winner
    | Misdeal
    | Dealer
    | Penalty
    | Mode
    | Game
    | DeckChange
    | SetUp
    | StubCount
    | Limits
    | BreakTable
    | CloseTable
)


# ------------------------------------------------------------------ how a table stands


@dataclass(frozen=True)
class Seated:
    """Somebody with a seat. `deals` False: prefers not to. `covers`: how often they dealt for somebody else.

    `penalty_hands`: hands still to sit out, the one in play included if it is one of them.
    """

    player_id: int
    seat: int
    is_away: bool = False
    deals: bool = True
    covers: int = 0
    penalty_hands: int = 0


@dataclass(frozen=True)
class Tally:
    """How often somebody dealt and shuffled at this table tonight."""

    deals: int = 0
    shuffles: int = 0


@dataclass(frozen=True)
class Table:
    """A table as it stands.

    `break_order`: its place in the order tables break in, None: none. `dealer_id`: the dedicated dealer, None: none.
    `button`: a seat, None: not set yet. `hand`: number of the hand in play, 0: none has begun. `is_redeal`: the hand
    in play is being dealt again. `waiting`: what takes effect with the next hand, in order. `dealt_in`: who is dealt
    in to the hand in play; `serving`: who is on penalty in it; `missing`: who was away when a tournament dealt it.
    `winners`: of the last pot, (): not told. `tallies`: by player id, also of who has left. `unserved`: by player id,
    the penalty hands left of who got up, less those they brought from another table: over all tables of a night it
    comes to what they have still to sit out when they sit down again.
    """

    table_number: int
    kind: str
    game: str
    mode: str
    seat_count: int
    break_order: int | None
    decks: Decks
    seated: tuple[Seated, ...] = ()
    dealer_id: int | None = None
    button: int | None = None
    hand: int = 0
    is_redeal: bool = False
    waiting: tuple[Step, ...] = ()
    dealt_in: tuple[int, ...] = ()
    serving: tuple[int, ...] = ()
    missing: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    tallies: Mapping[int, Tally] = field(default_factory=dict)
    unserved: Mapping[int, int] = field(default_factory=dict)
    is_closed: bool = False

    def __hash__(self) -> int:
        """So that what was found out about a table can be remembered: its mappings cannot be hashed."""
        return hash((self.decks.counted_at, self.hand, self.button))

    def player(self, player_id: int | None) -> Seated | None:
        """This player's place at the table; None: not seated here."""
        return next((seated for seated in self.seated if seated.player_id == player_id), None)

    def at(self, seat: int | None) -> Seated | None:
        """Who sits at this seat; None: nobody."""
        return next((seated for seated in self.seated if seated.seat == seat), None)

    def has(self, player_id: int) -> bool:
        """Does this player sit here, or sit down with the next hand, or deal?"""
        return self._has_seat(player_id) or self.dealer_id == player_id

    def keeps_seat(self, player_id: int) -> bool:
        """Does this player sit here, or sit down with the next hand, and not leave with it?"""
        return self._has_seat(player_id) and not self.is_leaving(player_id)

    def _has_seat(self, player_id: int) -> bool:
        sits_down = any(isinstance(step, Seat) and step.player_id == player_id for step in self.waiting)
        return self.player(player_id) is not None or sits_down

    @property
    def free_seat(self) -> int | None:
        """The lowest seat that is free; None: the table is full."""
        taken = {seated.seat for seated in self.seated}
        return next((seat for seat in range(1, self.seat_count + 1) if seat not in taken), None)

    @property
    def killed(self) -> tuple[int, ...]:
        """Whose cards of the hand in play are dealt and killed (tda-35-c)."""
        return tuple(player_id for player_id in self.dealt_in if player_id in {*self.serving, *self.missing})

    def is_leaving(self, player_id: int) -> bool:
        """Does this player keep the seat only until the next hand?"""
        return bool(self.waiting) and any(
            isinstance(step, Stand) and step.player_id == player_id for step in self.waiting
        )

    def is_on_penalty(self, seated: Seated) -> bool:
        """Does this player sit out the hand in play? A penalty given in it begins with the next one."""
        return seated.penalty_hands > 0 and (self.hand == 0 or seated.player_id in self.serving)

    def can_act(self, seated: Seated) -> bool:
        """May this player be asked to deal, shuffle or cut: here, willing, not on penalty, not about to leave?"""
        return (
            seated.deals
            and not seated.is_away
            and not self.is_on_penalty(seated)
            and not self.is_leaving(seated.player_id)
        )

    def leftwards(self, seat: int) -> tuple[Seated, ...]:
        """Everybody seated, from the left neighbour of a seat round to the one at the seat itself."""
        return (*[one for one in self.seated if one.seat > seat], *[one for one in self.seated if one.seat <= seat])

    def rightwards(self, seat: int) -> tuple[Seated, ...]:
        """Everybody seated, from the right neighbour of a seat round to the one at the seat itself."""
        here = self.seated[::-1]
        return (*[one for one in here if one.seat < seat], *[one for one in here if one.seat >= seat])

    def gets_button(self, seated: Seated) -> bool:
        """Does the button come to this player? In a tournament to everybody seated, else to whoever is here."""
        return self.kind == "tournament" or not seated.is_away

    def next_button(self, seat: int) -> int | None:
        """Where the button goes from this seat; None: there is nobody to have it."""
        return next((seated.seat for seated in self.leftwards(seat) if self.gets_button(seated)), None)

    @property
    def coming_button(self) -> int | None:
        """Where the button is when the next hand begins: the first one begins where it was set. None: nowhere."""
        if self.button is None:
            return None
        holder = self.at(self.button)
        stays = self.hand == 0 and holder is not None and self.gets_button(holder)
        return self.button if stays else self.next_button(self.button)


def opened(
    table_number: int,
    kind: str,
    game: str,
    mode: str,
    seat_count: int,
    break_order: int | None,
    at: datetime,
) -> Table:
    """A table is opened: nobody sits, two fresh decks lie on it. Raises NotNow for a size that no table has."""
    if kind not in KINDS or game not in GAMES or mode not in MODES:
        raise ValueError(f"no such table: {kind}, {game}, {mode}")
    if seat_count not in SEATS:
        raise NotNow(f"A table has {SEATS[0]} to {SEATS[-1]} seats: choose a number between them.")
    return Table(table_number, kind, game, mode, seat_count, break_order, Decks(counted_at=at))
