"""Draws a table before and after a ruling. Values in, a PNG out; it may take some 50 ms, so call it off the loop.

Suits are drawn as shapes. The only letters are plain English ones, for which Pillow's own font is enough.
"""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from cogs.misdeal.before_after import NEW, WRONG, Pair, Pile, Spot, View
from cogs.shared.drawing import FINE, font, smooth_png
from rules.scenes import JOKER

WIDTH = 1000
EDGE, GAP = 28, 34  # around everything; between piles
CARD = (88, 124)
TITLE, NAME, MARK, FOOT = 46, 40, 46, 54  # heights of a panel's rows of words
PANEL = TITLE + NAME + CARD[1] + MARK
STEP, CLOSE = 96, 54  # from card to card: side by side, and one over the other
CLOSEST = 38  # a badge still fits
FEWEST_CLOSE = 3  # so many cards of burns and stub lie one over the other

CLOTH, SHADE, INK, PAPER = "#1f6f4a", "#17553a", "#16211c", "#fffdf7"
BACK, LATTICE = "#31507e", "#6c8abf"
RED, BLACK = "#c4261d", "#1b1b1b"
MARKED = {WRONG: "#ff9d2e", NEW: "#7fe0a7"}  # numbers are yellow
NUMBERED = "#ffe14d"


def draw(pair: Pair) -> bytes:
    """The picture of a table, before alone or before and after, as a PNG."""
    views = [view for view in (pair.before, pair.after) if view is not None]
    titles = ("Before", "After") if len(views) > 1 else ("At the table",)
    legend = _legend(pair, views)
    height = EDGE + (PANEL + EDGE) * len(views) + (FOOT if legend else 0)
    image = Image.new("RGB", (WIDTH * FINE, height * FINE), CLOTH)
    pen = ImageDraw.Draw(image)
    top = EDGE
    for title, view in zip(titles, views, strict=True):
        if title == "After":
            pen.rectangle(_box(0, top - EDGE // 2, WIDTH, top + PANEL + EDGE // 2), fill=SHADE)
        _panel(pen, view, title, top)
        top += PANEL + EDGE
    if legend:
        _draw_legend(pen, legend, top - EDGE / 4)
    return smooth_png(image)


def _box(left: float, top: float, right: float, bottom: float) -> tuple[float, float, float, float]:
    return (left * FINE, top * FINE, right * FINE, bottom * FINE)


def _write(
    pen: ImageDraw.ImageDraw, where: tuple[float, float], words: str, size: int, ink: str, anchor: str = "la"
) -> None:
    pen.text((where[0] * FINE, where[1] * FINE), words, fill=ink, font=font(size * FINE), anchor=anchor)


# ------------------------------------------------------------------ piles


def _panel(pen: ImageDraw.ImageDraw, view: View, title: str, top: float) -> None:
    _write(pen, (EDGE, top), title, 34, PAPER)
    left = float(EDGE)
    steps = _steps(view.piles)
    for pile, step in zip(view.piles, steps, strict=True):
        _pile(pen, pile, left, top + TITLE, step)
        left += _width(pile, step) + GAP


def _steps(piles: Sequence[Pile]) -> list[float]:
    """How far apart the cards of each pile lie, so that all fit side by side: burns and stub give way first."""
    steps = [float(_closeness(pile)) for pile in piles]
    room = WIDTH - 2 * EDGE - GAP * (len(piles) - 1)
    while sum(map(_width, piles, steps)) > room:
        places = [place for place, pile in enumerate(piles) if _closeness(pile) == CLOSE and steps[place] > CLOSEST]
        widest = max(places or range(len(piles)), key=lambda place: (steps[place], len(piles[place].spots)))
        steps[widest] -= 2
    return steps


def _closeness(pile: Pile) -> int:
    is_close = (
        pile.name in ("Stub", "Burns") and len(pile.spots) >= FEWEST_CLOSE and not any(s.is_up for s in pile.spots[1:])
    )
    return CLOSE if is_close else STEP


def _width(pile: Pile, step: float) -> float:
    return max(step * (len(pile.spots) - 1) + CARD[0], _written_width(pile))


def _written_width(pile: Pile) -> float:
    return float(font(28 * FINE).getlength(_title_of(pile))) / FINE


def _title_of(pile: Pile) -> str:
    if pile.name != "Stub":
        return pile.name
    return "Stub, shuffled" if pile.note else "Stub, top first"


def _pile(pen: ImageDraw.ImageDraw, pile: Pile, left: float, top: float, step: float) -> None:
    _write(pen, (left, top), _title_of(pile), 28, PAPER)
    top += NAME
    if not pile.spots:
        _empty(pen, left, top)
    spots = list(enumerate(pile.spots))
    is_stub = pile.name == "Stub"
    for place, spot in reversed(spots) if is_stub else spots:  # the top of the stub lies above the next
        _card(pen, spot, left + place * step, top)
    for place, spot in spots:
        if spot.mark:
            # what is seen of a card that another covers is its left part, in the stub its right one
            covered = step < CARD[0]
            last = place == len(spots) - 1 if not is_stub else place == 0
            shift = 0 if not covered or last else (step - CARD[0]) / 2 * (1 if not is_stub else -1)
            _badge(pen, spot.mark, left + place * step + CARD[0] / 2 + shift, top + CARD[1] + MARK / 2 - 2)


def _empty(pen: ImageDraw.ImageDraw, left: float, top: float) -> None:
    pen.rounded_rectangle(_box(left, top, left + CARD[0], top + CARD[1]), 10 * FINE, outline=LATTICE, width=2 * FINE)


def _card(pen: ImageDraw.ImageDraw, spot: Spot, left: float, top: float) -> None:
    right, bottom = left + CARD[0], top + CARD[1]
    colour = _colour(spot.mark)
    pen.rounded_rectangle(_box(left, top, right, bottom), 10 * FINE, fill=PAPER, outline=INK, width=FINE)
    if spot.is_up:
        _face(pen, spot.card, left, top)
    else:
        pen.rounded_rectangle(_box(left + 6, top + 6, right - 6, bottom - 6), 6 * FINE, fill=BACK)
        for row in range(5):
            for column in range(3):
                _suit(pen, "d", left + 22 + column * 22, top + 22 + row * 20, 7, LATTICE)
    if colour:
        pen.rounded_rectangle(_box(left - 1, top - 1, right + 1, bottom + 1), 11 * FINE, outline=colour, width=6 * FINE)


def _face(pen: ImageDraw.ImageDraw, card: str, left: float, top: float) -> None:
    if card == JOKER:
        _write(pen, (left + CARD[0] / 2, top + CARD[1] / 2), "Joker", 28, BLACK, "mm")
        return
    ink = RED if card[1] in "dh" else BLACK
    rank = "10" if card[0] == "T" else card[0]
    _write(pen, (left + 27, top + 30), rank, 44 if rank != "10" else 38, ink, "mm")
    _suit(pen, card[1], left + 27, top + 70, 16, ink)
    _suit(pen, card[1], left + 62, top + 92, 20, ink)


def _colour(mark: str) -> str | None:
    return MARKED.get(mark, NUMBERED) if mark else None


def _badge(pen: ImageDraw.ImageDraw, mark: str, centre: float, middle: float) -> None:
    half = 18 if mark != NEW else 32
    pen.rounded_rectangle(_box(centre - half, middle - 18, centre + half, middle + 18), 18 * FINE, fill=_colour(mark))
    _write(pen, (centre, middle), mark, 28, INK, "mm")


# ------------------------------------------------------------------ suits as shapes


def _suit(pen: ImageDraw.ImageDraw, suit: str, x: float, y: float, half: float, ink: str) -> None:
    """A suit around a point, `half` as high and wide in each direction."""

    def round_at(dx: float, dy: float, radius: float) -> None:
        pen.ellipse(
            _box(
                x + (dx - radius) * half, y + (dy - radius) * half, x + (dx + radius) * half, y + (dy + radius) * half
            ),
            fill=ink,
        )

    def shape(*points: tuple[float, float]) -> None:
        pen.polygon([((x + dx * half) * FINE, (y + dy * half) * FINE) for dx, dy in points], fill=ink)

    if suit == "d":
        shape((0, -1), (0.78, 0), (0, 1), (-0.78, 0))
    elif suit == "h":
        round_at(-0.46, -0.4, 0.5)
        round_at(0.46, -0.4, 0.5)
        shape((-0.9, -0.17), (0.9, -0.17), (0, 0.98))
    elif suit == "s":
        round_at(-0.44, 0.25, 0.47)
        round_at(0.44, 0.25, 0.47)
        shape((-0.87, 0.06), (0.87, 0.06), (0, -1))
        shape((-0.35, 1), (0.35, 1), (0, 0.1))
    else:
        round_at(0, -0.5, 0.44)
        round_at(-0.5, 0.22, 0.44)
        round_at(0.5, 0.22, 0.44)
        shape((-0.35, 1), (0.35, 1), (0, -0.3))


# ------------------------------------------------------------------ what the marks mean


def _legend(pair: Pair, views: Sequence[View]) -> list[tuple[str, str]]:
    marks = {spot.mark for view in views for pile in view.piles for spot in pile.spots if spot.mark}
    legend = [(WRONG, f"{pair.wrong} card" if " " not in pair.wrong else "first board card")] if WRONG in marks else []
    if "1" in marks:
        legend.append(("1", "comes off the stub" if "2" not in marks else "come off the stub"))
    return [*legend, (NEW, "off the shuffled stub")] if NEW in marks else legend


def _draw_legend(pen: ImageDraw.ImageDraw, legend: Sequence[tuple[str, str]], top: float) -> None:
    left = float(EDGE)
    for mark, meaning in legend:
        half = 18 if mark != NEW else 32
        _badge(pen, mark, left + half, top + FOOT / 2)
        left += 2 * half + 12
        _write(pen, (left, top + FOOT / 2), meaning, 27, PAPER, "lm")
        left += float(font(27 * FINE).getlength(meaning)) / FINE + 34
