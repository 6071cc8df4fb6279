"""The one way to say no: a sentence for the person. Knows no Discord, so actions can use it, too."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from league.refusing import NotNow

P = ParamSpec("P")
T = TypeVar("T")


class Refusal(Exception):
    """What was asked is not possible; the text is the one sentence the person gets, privately."""


def cited(no: NotNow) -> Refusal:
    """What the league's own logic refuses, with the clause behind it."""
    from rules.library import load  # imported when first used: the bot starts sooner

    clause = load().clauses.get(no.clause or "")
    return Refusal(str(no) if clause is None else f"{str(no).removesuffix('.')} ({clause.cite}).")


def granted(logic: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What the league's own logic gives, asked outside a transaction. Raises Refusal, with the clause, where it refuses."""
    try:
        return logic(*args, **kwargs)
    except NotNow as no:
        raise cited(no) from no
