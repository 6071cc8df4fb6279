"""Draws the season's dealing as bars. Values in, a PNG out; call it off the loop.

Dealt is a full bar and promised an outlined one, so the two are told apart without colour; each line has its numbers.
Letters are large: a card on a phone shows it at less than half its size. Of names that are not in Latin letters the
picture shows a number, and its words say the name.
"""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from cogs.shared.drawing import fitting, font, latin, png

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
    pen.text((EDGE, TOP / 2), "The season's dealing", fill=INK, font=font(LETTERS), anchor="lm")
    most = max((dealt + promised for _, dealt, promised in shown), default=0) or 1
    for number, (name, dealt, promised) in enumerate(shown):
        middle = TOP + LINE * number + LINE // 2
        told = f"{dealt} + {promised}" if promised else f"{dealt}"
        words = fitting(latin(name) or f"no. {number + 1}", LETTERS, NAMES - EDGE - 12)
        pen.text((EDGE, middle), words, fill=INK, font=font(LETTERS), anchor="lm")
        _bar(pen, middle, (WIDTH - NAMES - NUMBERS - EDGE) / most, dealt, promised)
        pen.text((WIDTH - EDGE, middle), told, fill=INK, font=font(LETTERS), anchor="rm")
    more = f"; {left} more in the text" if left > 0 else ""
    foot = f"full: dealt; outlined: promised{more}"
    pen.text((EDGE, image.height - FOOT / 2), foot, fill=INK, font=font(SMALL), anchor="lm")
    return png(image.quantize(32, dither=Image.Dither.NONE))


def _bar(pen: ImageDraw.ImageDraw, middle: int, unit: float, dealt: int, promised: int) -> None:
    top, bottom, end = middle - BAR // 2, middle + BAR // 2, NAMES + unit * dealt
    if dealt:
        pen.rectangle((NAMES, top, end, bottom), fill=BLUE)
    if promised:
        pen.rectangle((end, top, end + unit * promised, bottom), outline=BLUE, width=4)
