"""The one way to say no: a sentence for the person. Knows no Discord, so actions can use it, too."""

from __future__ import annotations

from league.refusing import NotNow


class Refusal(Exception):
    """What was asked is not possible; the text is the one sentence the person gets, privately."""


def cited(no: NotNow) -> Refusal:
    """What the league's own logic refuses, with the clause behind it."""
    from rules.library import load  # imported when first used: the bot starts sooner

    clause = load().clauses.get(no.clause or "")
    return Refusal(str(no) if clause is None else f"{str(no).removesuffix('.')} ({clause.cite}).")
