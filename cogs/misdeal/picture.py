"""The picture beside a ruling: the table before and after it, drawn when it is first wanted and kept a while.

Pillow is read when the first picture is drawn, not when the bot starts; drawing happens off the loop.
"""

from __future__ import annotations

import asyncio
import io
import logging
from collections import OrderedDict
from dataclasses import dataclass

import discord

from cogs.misdeal.before_after import Pair, before_after
from cogs.misdeal.conversation import Ruled, Screen
from cogs.shared.replies import Part

LOG = logging.getLogger(__name__)
NAME = "table.png"
LONGEST_ALT = 1024  # Discord's limit
KEPT = 64  # pictures of 20 kB: more than there are different ones

_drawn: OrderedDict[Pair, bytes] = OrderedDict()


@dataclass(frozen=True)
class Picture:
    """A picture with the same in words for those who cannot see it."""

    png: bytes
    alt: str

    def file(self) -> discord.File:
        """The picture as Discord takes it, once."""
        return discord.File(io.BytesIO(self.png), NAME, description=self.alt)


def pair_of(screen: Screen) -> Pair | None:
    """The table before and after the ruling that is shown; None where no card is replaced or put back."""
    if not isinstance(screen, Ruled) or screen.decision is None or not screen.is_settled:
        return None
    return before_after(screen.incident, screen.facts, screen.decision.steps)


async def picture_of(screen: Screen) -> Picture | None:
    """The picture that belongs to this screen; None where there is none."""
    pair = pair_of(screen)
    return None if pair is None else await drawn(pair)


async def drawn(pair: Pair) -> Picture | None:
    """A table as a picture; None where it cannot be drawn: a ruling never waits for its picture."""
    png = _drawn.get(pair)
    if png is None:
        try:
            png = await asyncio.to_thread(_draw, pair)
        except Exception:
            LOG.exception("a picture cannot be drawn")
            return None
        _drawn[pair] = png
        while len(_drawn) > KEPT:
            _drawn.popitem(last=False)
    else:
        _drawn.move_to_end(pair)
    return Picture(png, f"An example table. {pair.words}"[:LONGEST_ALT])


def _draw(pair: Pair) -> bytes:
    from cogs.misdeal.table_drawing import draw

    return draw(pair)


def gallery(picture: Picture) -> Part:
    """The part of a card that shows it."""
    shown = {"media": {"url": f"attachment://{NAME}"}, "description": picture.alt}
    return {"type": discord.ComponentType.media_gallery.value, "items": [shown]}
