"""The one way to say no: a sentence for the person. Knows no Discord, so actions can use it, too."""

from __future__ import annotations


class Refusal(Exception):
    """What was asked is not possible; the text is the one sentence the person gets, privately."""
