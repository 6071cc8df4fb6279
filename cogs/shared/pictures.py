"""A picture on a card: drawn off the loop, with the same in words for those who cannot see it.

Pillow is read when the first one is drawn, not when the bot starts: `draw` imports what it draws with.
"""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import discord

from cogs.shared.replies import Interaction, Part

LOG = logging.getLogger(__name__)
LONGEST_ALT = 1024  # Discord's limit

T = TypeVar("T")


@dataclass(frozen=True)
class Picture:
    """A picture with what it shows in words, and its file's name."""

    png: bytes
    alt: str
    name: str

    def file(self) -> discord.File:
        """The picture as Discord takes it, once."""
        return discord.File(io.BytesIO(self.png), self.name, description=self.alt)

    def part(self) -> Part:
        """The part of a card that shows it."""
        shown = {"media": {"url": f"attachment://{self.name}"}, "description": self.alt}
        return {"type": discord.ComponentType.media_gallery.value, "items": [shown]}


async def pictured(draw: Callable[[T], bytes], values: T, words: str, name: str) -> Picture | None:
    """The picture of these values; None where it cannot be drawn: whoever shows it has the words all the same."""
    try:
        png = await asyncio.to_thread(draw, values)
    except Exception:
        LOG.exception("a picture cannot be drawn")
        return None
    return Picture(png, words[:LONGEST_ALT], name)


async def show_with(interaction: Interaction, layout: discord.ui.LayoutView, picture: Picture | None) -> None:
    """Answer privately with a card and the picture on it, where there is one."""
    files = [] if picture is None else [picture.file()]
    await interaction.response.send_message(view=layout, files=files, ephemeral=True)
