"""What a picture of a table shows, and the same in words. Values in and out; no Discord here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cogs.shared.people import plain_name
from cogs.table.finding import Look
from league.duties import Duties, duties


@dataclass(frozen=True)
class Spot:
    """A seat. `name` None: free. `marks`: what its player does, in a word each."""

    seat: int
    name: str | None
    is_away: bool = False
    has_button: bool = False
    marks: tuple[str, ...] = ()


@dataclass(frozen=True)
class View:
    """A table to draw. `centre`: lines on its cloth. `dealer`: who deals without a seat, None: nobody."""

    spots: tuple[Spot, ...]
    centre: tuple[str, ...]
    dealer: str | None = None


def view_of(look: Look) -> View:
    """What is drawn of a table."""
    table, told = look.table, duties(look.table)
    button = table.button if table.hand else told.next_button
    spots = []
    for seat in range(1, table.seat_count + 1):
        seated = table.at(seat)
        if seated is None:
            spots.append(Spot(seat, None, has_button=seat == button))
            continue
        name = plain_name(look.people.get(seated.player_id))
        marks = _marks(told, seated.player_id)
        spots.append(Spot(seat, name, seated.is_away, seat == button, marks))
    centre = (f"Table {table.table_number}", f"hand {table.hand}" if table.hand else "no hand yet")
    is_standing = told.dealer.player_id is not None and told.dealer.seat is None
    dealer = plain_name(look.people.get(told.dealer.player_id or 0)) if is_standing else None
    return View(tuple(spots), centre, dealer)


def _marks(told: Duties, player_id: int) -> tuple[str, ...]:
    does = (("deals", told.dealer), ("shuffles", told.shuffler), ("cuts", told.cutter))
    return tuple(what for what, duty in does if duty.player_id == player_id)


def words_of(view: View, shown: Callable[[str], str] = str) -> str:
    """The same in words, seat by seat. `shown`: how a name is written."""
    lines = [", ".join(view.centre)]
    if view.dealer is not None:
        lines.append(f"Dealer: {shown(view.dealer)}")
    for spot in view.spots:
        if spot.name is None and not spot.has_button:
            continue
        about = [word for word in ("button" if spot.has_button else "", "away" if spot.is_away else "") if word]
        name = "free" if spot.name is None else shown(spot.name)
        lines.append(f"Seat {spot.seat}: {', '.join([name, *about, *spot.marks])}")
    return "\n".join(lines)
