"""The picture of the season's dealing."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.shared.pictures import Picture, pictured

NAME = "dealing.png"
Rows = Sequence[tuple[str, int, int]]  # whose, tables dealt, tables promised


async def drawn(rows: Rows) -> Picture | None:
    """The picture; None where it cannot be drawn: the text chart is there all the same."""
    return await pictured(_draw, rows, words_of(rows), NAME)


def words_of(rows: Rows) -> str:
    """What the picture says, in words."""
    told = [f"{name} {dealt}{f' and {promised} promised' if promised else ''}" for name, dealt, promised in rows]
    return f"Tables dealt in the last half year: {'; '.join(told)}."


def _draw(rows: Rows) -> bytes:
    from cogs.night.chart_drawing import draw

    return draw(rows)
