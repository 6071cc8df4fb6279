"""The picture beside a ruling: one hook, so that a card can carry it and everything else stays as it is."""

from __future__ import annotations

from dataclasses import dataclass

from cogs.misdeal.conversation import Screen

NAME = "table.png"


@dataclass(frozen=True)
class Picture:
    """A picture with the same in words for those who cannot see it."""

    png: bytes
    alt: str


def picture_of(screen: Screen) -> Picture | None:
    """The picture that belongs to this screen; None where there is none."""
    return None
