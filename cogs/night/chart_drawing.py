"""Draws the season's dealing as bars. Values in, a PNG out; call it off the loop.

Dealt is a full bar and promised an outlined one, so the two are told apart without colour; each line has its numbers.
Letters are large: a card on a phone shows it at less than half its size. Pillow's own font has Latin letters alone:
of other names the picture shows a number, and its words say the name.
"""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Sequence
from functools import cache
from typing import Any

from PIL import Image, ImageDraw, ImageFont

WIDTH, LINE, TOP, FOOT, EDGE = 800, 64, 80, 64, 24
NAMES, NUMBERS = 250, 130  # the room left and right of the bars
LETTERS, SMALL = 34, 28  # on a phone some 15 and 12 points
MOST = 25  # people in one picture; the chart of text has more
BAR = 36  # a bar's height
GROUND, INK, BLUE = "#fffdf7", "#16211c", "#0b5fa5"


def draw(rows: Sequence[tuple[str, int, int]]) -> bytes:
    """Name, dealt and promised of each, most first, as a PNG."""
    shown, left = rows[:MOST], len(rows) - MOST
    image = Image.new("RGB", (WIDTH, TOP + LINE * len(shown) + FOOT), GROUND)
    pen = ImageDraw.Draw(image)
    pen.text((EDGE, TOP / 2), "The season's dealing", fill=INK, font=_font(LETTERS), anchor="lm")
    most = max((dealt + promised for _, dealt, promised in shown), default=0) or 1
    for number, (name, dealt, promised) in enumerate(shown):
        middle = TOP + LINE * number + LINE // 2
        told = f"{dealt} + {promised}" if promised else f"{dealt}"
        words = _fitting(_latin(name) or f"no. {number + 1}", NAMES - EDGE - 12)
        pen.text((EDGE, middle), words, fill=INK, font=_font(LETTERS), anchor="lm")
        _bar(pen, middle, (WIDTH - NAMES - NUMBERS - EDGE) / most, dealt, promised)
        pen.text((WIDTH - EDGE, middle), told, fill=INK, font=_font(LETTERS), anchor="rm")
    more = f"; {left} more in the text" if left > 0 else ""
    foot = f"full: dealt; outlined: promised{more}"
    pen.text((EDGE, image.height - FOOT / 2), foot, fill=INK, font=_font(SMALL), anchor="lm")
    written = io.BytesIO()
    image.quantize(32, dither=Image.Dither.NONE).save(written, "PNG", optimize=True)
    return written.getvalue()


def _bar(pen: ImageDraw.ImageDraw, middle: int, unit: float, dealt: int, promised: int) -> None:
    top, bottom, end = middle - BAR // 2, middle + BAR // 2, NAMES + unit * dealt
    if dealt:
        pen.rectangle((NAMES, top, end, bottom), fill=BLUE)
    if promised:
        pen.rectangle((end, top, end + unit * promised, bottom), outline=BLUE, width=4)


def _latin(name: str) -> str:
    return unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().replace("\n", " ").strip()


def _fitting(words: str, room: float) -> str:
    cut = words
    while _font(LETTERS).getlength(cut) > room:
        words = words[:-1].rstrip()
        cut = f"{words}\u2026"
    return cut


@cache
def _font(size: int) -> Any:
    return ImageFont.load_default(size)
