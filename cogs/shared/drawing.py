"""What every picture is drawn with: letters that fit, and the PNG it becomes. Imported when the first one is drawn.

Pillow's own font has Latin letters alone, and needs no file of its own.
"""

from __future__ import annotations

import io
import unicodedata
from functools import cache
from typing import Any

from PIL import Image, ImageFont

FINE = 2  # drawn so many times larger, then made smaller: smooth edges
COLOURS = 64  # of the PNG's palette


@cache
def font(size: int) -> Any:
    """The font in a size of pixels."""
    return ImageFont.load_default(size)


def latin(name: str) -> str:
    """What the font can show of a name.

    >>> latin("José"), latin("日本")
    ('Jose', '')
    """
    return unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().replace("\n", " ").strip()


def fitting(words: str, size: int, room: float) -> str:
    """As much of a line as there is room, in pixels."""
    cut = words
    while font(size).getlength(cut) > room:
        words = words[:-1].rstrip()
        cut = f"{words}…"
    return cut


def smooth_png(image: Image.Image) -> bytes:
    """What was drawn FINE times larger, as a PNG."""
    small = image.reduce(FINE)
    return png(small.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE))


def png(image: Image.Image) -> bytes:
    """A picture as a PNG."""
    written = io.BytesIO()
    image.save(written, "PNG", optimize=True)
    return written.getvalue()
