"""Draws a table with its seats, button and duties. Values in, a PNG out; some 50 ms, so call it off the loop.

It stands upright and its letters are large: a card on a phone shows it at little more than a third of its size.
Of names that are not in Latin letters the picture shows the seat, and its words say the name.
"""

from __future__ import annotations

import math
from bisect import bisect
from itertools import accumulate, pairwise

from PIL import Image, ImageDraw

from cogs.shared.drawing import FINE, fitting, font, latin, smooth_png
from cogs.table.sketch import Spot, View

WIDTH, HEIGHT = 800, 940
CENTRE = (WIDTH / 2, HEIGHT / 2)
TABLE = (222, 352)  # half the oval's width and height
CHAIRS = (300, 420)  # where the plates of the seats stand around it
DISC = (150, 270)  # where the button lies
PLATE = (91, 44)  # half a plate's width and height
STEPS = 720  # the way around, to measure it: enough for a hair's breadth
LARGE, NAME, SMALL = 42, 31, 28  # of letters; on a phone some 15, 11 and 10 points

FLOOR, CLOTH, RAIL, PAPER, INK = "#2b2f2d", "#1f6f4a", "#5b3a1e", "#fffdf7", "#16211c"
AWAY, FREE, AWAY_INK = "#6d726f", "#3a403d", "#d5d8d6"
DEALS, WORKS = "#ffe14d", "#7fe0a7"


def draw(view: View) -> bytes:
    """The picture as a PNG."""
    image = Image.new("RGB", (WIDTH * FINE, HEIGHT * FINE), FLOOR)
    pen = ImageDraw.Draw(image)
    for grown, colour in ((26, RAIL), (0, CLOTH)):
        half = (TABLE[0] + grown, TABLE[1] + grown)
        pen.ellipse(_box(CENTRE, half), fill=colour)
    lines = view.centre if view.dealer is None else (*view.centre, f"dealer: {view.dealer}")
    for number, line in enumerate(lines):
        middle = CENTRE[1] + (number - (len(lines) - 1) / 2) * 54
        _write(pen, (CENTRE[0], middle), _fitting(latin(line), LARGE, TABLE[0] - 40), LARGE, PAPER)
    for spot, angle in zip(view.spots, _angles(len(view.spots)), strict=True):
        _seat(pen, spot, angle)
    return smooth_png(image)


def _angles(seats: int) -> list[float]:
    """Seat 1 sits left of the middle below, and the numbers go clockwise, as the deal does, equally far apart."""
    turns = [math.pi / 2 + 2 * math.pi * step / STEPS for step in range(STEPS + 1)]
    lengths = [math.dist(_around(one, CHAIRS), _around(next_one, CHAIRS)) for one, next_one in pairwise(turns)]
    walked = list(accumulate(lengths))
    return [turns[bisect(walked, (seat + 0.5) * walked[-1] / seats)] for seat in range(seats)]


def _around(angle: float, half: tuple[float, float]) -> tuple[float, float]:
    return CENTRE[0] + math.cos(angle) * half[0], CENTRE[1] + math.sin(angle) * half[1]


def _seat(pen: ImageDraw.ImageDraw, spot: Spot, angle: float) -> None:
    x, y = _around(angle, CHAIRS)
    fill = FREE if spot.name is None else AWAY if spot.is_away else PAPER
    ink = AWAY_INK if spot.name is None or spot.is_away else INK
    edge = DEALS if "deals" in spot.marks else WORKS if spot.marks else fill
    pen.rounded_rectangle(_box((x, y), PLATE), 14 * FINE, fill=fill, outline=edge, width=6 * FINE)
    name = "free" if spot.name is None else latin(spot.name) or f"seat {spot.seat}"
    under = "away" if spot.is_away else ", ".join(spot.marks)
    _write(pen, (x, y - 17 if under else y), _fitting(f"{spot.seat}  {name}", NAME), NAME, ink)
    _write(pen, (x, y + 19), _fitting(under, SMALL), SMALL, ink)
    if spot.has_button:
        where = _around(angle, DISC)
        pen.ellipse(_box(where, (30, 30)), fill=PAPER, outline=INK, width=2 * FINE)
        _write(pen, where, "D", 36, INK)


def _fitting(words: str, size: int, half: float = PLATE[0] - 9) -> str:
    """As much of a line as there is room, by half: as a plate is wide unless told."""
    return fitting(words, size * FINE, 2 * half * FINE)


def _box(middle: tuple[float, float], half: tuple[float, float]) -> tuple[float, float, float, float]:
    return (
        (middle[0] - half[0]) * FINE,
        (middle[1] - half[1]) * FINE,
        (middle[0] + half[0]) * FINE,
        (middle[1] + half[1]) * FINE,
    )


def _write(pen: ImageDraw.ImageDraw, where: tuple[float, float], words: str, size: int, ink: str) -> None:
    pen.text((where[0] * FINE, where[1] * FINE), words, fill=ink, font=font(size * FINE), anchor="mm")
