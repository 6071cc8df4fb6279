"""Fouled-deck money as people write it and read it: the pot line by line, read back, and what each gets.

No Discord here, and nothing is kept: the pot stands in the text of the card, numbered, a player a line, and is
read from there at the next press.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from cogs.misdeal.wording import cite, short
from cogs.shared.refusals import Refusal
from cogs.shared.replies import clipped, quoted, tidy, unquoted
from rules.refund import Refund, RefundProblem, Stake, read_pot, share_out

LONGEST_NAME = 32  # as long as a name on Discord
LONGEST_LINE = 60
LONGEST_POT = 700  # twelve players with room
ASK, ALL_BACK = "ask", "all"  # whether somebody may have known and bet, or all goes back by the ruling
NOBODY = "nobody"
STALE = "I cannot read this pot any more: enter it anew with /misdeal refund."
FORFEIT = "rrp-fouled-deck"
RETURNED = "tda-35-e"
_LINE = re.compile(r"\d{1,2}\\?\. (?P<name>.+): (?P<units>[0-9]{1,13}), (?P<state>still in|out)")


class Unread(Exception):
    """A line of the pot cannot be read; the text says which and how to write it, `typed` is what was written."""

    def __init__(self, problem: str, typed: str) -> None:
        super().__init__(problem)
        self.typed = typed


def pot_typed(text: str) -> tuple[Stake, ...]:
    """The pot as somebody typed it. Raises Unread naming the line that cannot be read."""
    lines = [tidy(line, LONGEST_LINE + 1) for line in re.split(r"[\n;]", text[:LONGEST_POT])]
    typed = "\n".join(line for line in lines if line)
    for line in lines:
        if len(line) > LONGEST_LINE:
            raise Unread(
                f"This line is too long: “{line[:30]}…”. Write a short name, the amount, and in or out.", typed
            )
    try:
        stakes = read_pot(typed)
    except RefundProblem as problem:
        raise Unread(str(problem), typed) from problem
    for stake in stakes:
        if len(stake.name) > LONGEST_NAME:
            raise Unread(f"The name “{stake.name}” is too long: {LONGEST_NAME} letters at most.", typed)
    return stakes


def pot_written(stakes: Sequence[Stake]) -> str:
    """The pot as it stands on a card, to be read again by `pot_shown`.

    >>> pot_shown(pot_written(read_pot("ann_b 40 in\\nbob 25 out")))[1]
    Stake(name='bob', units=25, is_in=False)
    """
    return "\n".join(
        f"{number}. {quoted(stake.name)}: {stake.units}, {'still in' if stake.is_in else 'out'}"
        for number, stake in enumerate(stakes, 1)
    )


def pot_shown(text: str | None) -> tuple[Stake, ...]:
    """The pot on a card that came back with a press. Raises Refusal where it cannot be read."""
    found = [_LINE.fullmatch(line.strip()) for line in (text or "").splitlines()]
    if not found or None in found:
        raise Refusal(STALE)
    typed = [f"{unquoted(line['name'])} {line['units']} {line['state'].split()[-1]}" for line in found if line]
    try:
        return pot_typed("\n".join(typed))
    except Unread as unread:
        raise Refusal(STALE) from unread


def pot_to_type(stakes: Sequence[Stake]) -> str:
    """The pot as it would be typed, for the form to be changed."""
    return "\n".join(f"{stake.name} {stake.units} {'in' if stake.is_in else 'out'}" for stake in stakes)


def read_back_lines(stakes: Sequence[Stake]) -> tuple[str, str]:
    """What stands above and below the pot when it is read back."""
    total = sum(stake.units for stake in stakes)
    players = f"{len(stakes)} players" if len(stakes) > 1 else "1 player"
    above = "**Is this what went in?** Nothing counts before you press."
    return above, f"Together: **{total}** from {players}. Line 1 sits left of the button, then round the table."


def shared(stakes: Sequence[Stake], knower: Stake | None) -> Refund:
    """Who gets what back. Raises Refusal where it cannot be shared."""
    try:
        return share_out(stakes, knower.name if knower else None)
    except RefundProblem as problem:
        raise Refusal(str(problem)) from problem


def knower_chosen(stakes: Sequence[Stake], choice: str) -> Stake | None:
    """The player somebody chose from the list, None for nobody. Raises Refusal for one who is not in it."""
    if choice == NOBODY:
        return None
    if not choice.isascii() or not choice.isdecimal() or len(choice) > 2 or int(choice) >= len(stakes):
        raise Refusal("That player is not in this pot: choose from the list.")
    return stakes[int(choice)]


def refund_lines(refund: Refund, knower: Stake | None, basis: str) -> list[str]:
    """Who gets what back, to the unit, why, and the proof that the sums agree."""
    lines = [f"**What each gets back** · {cite(FORFEIT)}"]
    for share in refund.shares:
        how = ""
        if knower is not None and share.name == knower.name:
            how = f" (put in {share.put_in}, knew and bet: forfeited)"
        elif share.from_forfeit:
            how = f" ({share.own} of his own and {share.from_forfeit} of the forfeit)"
        lines.append(f"- {quoted(share.name)}: **{share.gets}**{how}")
    if knower is not None:
        lines += _forfeit_lines(refund, knower)
    sums = [share.gets for share in refund.shares]
    added = f"{' + '.join(map(str, sums))} = {refund.paid_out}" if len(sums) > 1 else str(refund.paid_out)
    lines.append(f"Proof: {refund.paid_in} went in; {added} go back. Nothing is left over.")
    if knower is not None:
        lines.append(f"-# Only {short('rrp')} takes it from him. {cite(RETURNED)}: all bets go back, his too.")
    elif basis == ALL_BACK:
        lines.append("-# By this case's ruling all bets go back and nobody forfeits.")
    return lines


def _forfeit_lines(refund: Refund, knower: Stake) -> list[str]:
    who = "all who paid in, since nobody else is left" if refund.nobody_left else "the players still in"
    lines = [f"{clipped(knower.name, 80)} forfeits {refund.forfeited}, split equally among {who}."]
    if refund.odd_to:
        names = ", ".join(quoted(name) for name in refund.odd_to)
        odd = f"{len(refund.odd_to)} odd unit{'s' if len(refund.odd_to) > 1 else ''}"
        lines.append(f"{odd}, one each left of the button: {names}.")
    return lines
