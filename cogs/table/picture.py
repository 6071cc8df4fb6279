"""The picture of a table. Pillow is read when the first one is drawn, and drawing happens off the loop."""

from __future__ import annotations

import asyncio
import io
import logging

import discord

from cogs.shared.replies import Part
from cogs.table.sketch import View

LOG = logging.getLogger(__name__)
NAME = "table.png"
LONGEST_ALT = 1024  # Discord's limit


async def drawn(view: View) -> bytes | None:
    """The picture; None where it cannot be drawn: its words are there all the same."""
    try:
        return await asyncio.to_thread(_draw, view)
    except Exception:
        LOG.exception("a picture cannot be drawn")
        return None


def _draw(view: View) -> bytes:
    from cogs.table.drawing import draw

    return draw(view)


def file_of(png: bytes, words: str) -> discord.File:
    """The picture as Discord takes it."""
    return discord.File(io.BytesIO(png), NAME, description=words[:LONGEST_ALT])


def gallery(words: str) -> Part:
    """The part of a card that shows it."""
    shown = {"media": {"url": f"attachment://{NAME}"}, "description": words[:LONGEST_ALT]}
    return {"type": discord.ComponentType.media_gallery.value, "items": [shown]}
