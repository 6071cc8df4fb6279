"""Fouled-deck money: who put in what, who gets what back, to the unit, and the proof that the sums agree.

Everybody gets back what he put in. Where one player alone knew and bet to win, what he put in is split
equally among the players still in, or among all who paid in if nobody is left; odd units go to the next
seats left of the button. Players are named in that order. Source: rrp, fouled deck. Knows no Discord, no clock.

>>> pot = read_pot("ann 40 in\\nbob 25 out\\ncy 40 in")
>>> [(share.name, share.gets) for share in share_out(pot, knower="ann").shares]
[('ann', 0), ('bob', 25), ('cy', 80)]
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

MOST_PLAYERS = 12  # more than any table seats
MOST_UNITS = 10**12
OUT = ("out", "fold", "folded")
LINE = re.compile(
    r"(?P<name>.*[^\s:=])(?:\s*[:=]\s*|\s+)"
    r"[$€£]?(?!0\d)(?P<amount>\d{1,3}(?:[,']\d{3})+|\d+)"
    r"(?:\s+(?P<state>(?:still |all[ -])?in|out|fold(?:ed)?))?",
    re.I,
)


class RefundProblem(ValueError):
    """The pot cannot be read or shared; the text says in a sentence what to change."""


@dataclass(frozen=True)
class Stake:
    """What one player put in, in units of chips, and whether he is still in the hand."""

    name: str
    units: int
    is_in: bool


@dataclass(frozen=True)
class Share:
    """What one player gets: `own` of what he put in, and `from_forfeit` of what the knowing player lost."""

    name: str
    put_in: int
    own: int
    from_forfeit: int

    @property
    def gets(self) -> int:
        """All he gets, in units."""
        return self.own + self.from_forfeit


@dataclass(frozen=True)
class Refund:
    """Every player's share, in the order given. `forfeited`: what the knowing player lost, 0 without one.

    `odd_to`: who got an odd unit more. `nobody_left`: the split went to all who paid in.
    """

    shares: tuple[Share, ...]
    forfeited: int
    odd_to: tuple[str, ...]
    nobody_left: bool

    @property
    def paid_in(self) -> int:
        """All units that went in."""
        return sum(share.put_in for share in self.shares)

    @property
    def paid_out(self) -> int:
        """All units that go back; the same, or the programme is wrong."""
        return sum(share.gets for share in self.shares)


def read_pot(text: str) -> tuple[Stake, ...]:
    """Read a pot, a player a line or a comma apart: name, amount, in or out. From the seat left of the button on.

    Without "in" or "out" a player is still in. Raises RefundProblem naming the line.
    """
    parts = [part.strip() for part in re.split(r"[\n;]|,(?!\d{3}(?!\d))", text)]
    stakes = tuple(_stake(part) for part in parts if part)
    if not stakes:
        raise RefundProblem("Nobody is named: write a player a line, like: ann 40 in")
    if len(stakes) > MOST_PLAYERS:
        raise RefundProblem(f"These are {len(stakes)} players; a table has {MOST_PLAYERS} at most.")
    seen: set[str] = set()
    for stake in stakes:
        if stake.name.casefold() in seen:
            raise RefundProblem(f"{stake.name} is named twice: write each player once, with all he put in.")
        seen.add(stake.name.casefold())
    return stakes


def _stake(part: str) -> Stake:
    found = LINE.fullmatch(part)
    if found is None:
        raise RefundProblem(f"I cannot read '{part}': write the name, the amount in whole chips, and in or out.")
    units = int(re.sub(r"[,']", "", found["amount"]))
    if units > MOST_UNITS:
        raise RefundProblem(f"{units} is more than any pot holds: check the amount of {found['name']}.")
    return Stake(found["name"], units, (found["state"] or "in").lower() not in OUT)


def share_out(stakes: Sequence[Stake], knower: str | None = None) -> Refund:
    """What everybody gets. `knower`: the one player who alone knew and bet to win, None if there was none.

    Raises RefundProblem when the knower is not named in the pot, or nobody else could get his money.
    Source: rrp, fouled deck; tda 35 E returns all bets and knows no forfeit, so there is no knower under it.
    """
    lost = _stake_of(stakes, knower) if knower is not None else None
    heirs, nobody_left = _heirs(stakes, lost)
    gains = _split(lost.units, heirs) if lost else {}
    shares = tuple(
        Share(stake.name, stake.units, 0 if stake == lost else stake.units, gains.get(stake.name, 0))
        for stake in stakes
    )
    odd = lost.units % len(heirs) if lost else 0
    refund = Refund(shares, lost.units if lost else 0, tuple(heirs[:odd]), nobody_left)
    if refund.paid_in != refund.paid_out:
        raise AssertionError("What goes back is not what went in.")
    return refund


def _stake_of(stakes: Sequence[Stake], name: str) -> Stake:
    for stake in stakes:
        if stake.name.casefold() == name.casefold():
            return stake
    raise RefundProblem(f"{name} is not in this pot: name the player as in the list.")


def _heirs(stakes: Sequence[Stake], lost: Stake | None) -> tuple[list[str], bool]:
    """Who shares what was forfeited, left of the button first, and whether nobody else was left in the hand."""
    if lost is None:
        return [], False
    others = [stake for stake in stakes if stake != lost]
    left = [stake.name for stake in others if stake.is_in]
    heirs = left or [stake.name for stake in others if stake.units]
    if not heirs:
        raise RefundProblem("Nobody else put anything in, so nobody can get the forfeited money: ask the floor.")
    return heirs, not left


def _split(units: int, names: Sequence[str]) -> dict[str, int]:
    """Equal shares; odd units one each to the first, who sit left of the button. House: as with a split pot."""
    each, odd = divmod(units, len(names))
    return {name: each + (1 if place < odd else 0) for place, name in enumerate(names)}
