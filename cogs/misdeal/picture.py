"""The picture of a ruling: the table before and after it, drawn when it is first wanted and kept a while."""

from __future__ import annotations

from collections import OrderedDict

from cogs.misdeal.before_after import Pair, before_after
from cogs.misdeal.conversation import Ruled, Screen
from cogs.shared.pictures import Picture, pictured

NAME = "table.png"
KEPT = 64  # pictures of 20 kB: more than there are different ones

_drawn: OrderedDict[Pair, Picture] = OrderedDict()


def pair_of(screen: Screen) -> Pair | None:
    """The table before and after the ruling that is shown; None where no card is replaced or put back."""
    if not isinstance(screen, Ruled) or screen.decision is None or not screen.is_settled:
        return None
    return before_after(screen.incident, screen.facts, screen.decision.steps)


async def drawn(pair: Pair) -> Picture | None:
    """A table as a picture; None where it cannot be drawn: a ruling says the same in words."""
    found = _drawn.get(pair) or await pictured(_draw, pair, f"An example table. {pair.words}", NAME)
    if found is not None:
        _drawn[pair] = found
        _drawn.move_to_end(pair)
        while len(_drawn) > KEPT:
            _drawn.popitem(last=False)
    return found


def _draw(pair: Pair) -> bytes:
    from cogs.misdeal.table_drawing import draw

    return draw(pair)
