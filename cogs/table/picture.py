"""The picture of a table."""

from __future__ import annotations

from cogs.shared.pictures import Picture, pictured
from cogs.table.sketch import View, words_of

NAME = "table.png"


async def drawn(view: View) -> Picture | None:
    """The picture; None where it cannot be drawn: its words are there all the same."""
    return await pictured(_draw, view, words_of(view), NAME)


def _draw(view: View) -> bytes:
    from cogs.table.drawing import draw

    return draw(view)
