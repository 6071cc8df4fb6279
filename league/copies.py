"""Values that never change, made anew with something different: what happens with every hand should cost little."""

from __future__ import annotations

from typing import Any, TypeVar

T = TypeVar("T")


def but(value: T, **changes: Any) -> T:
    """The same with these fields changed: `dataclasses.replace` at a fifth of its cost, with no names checked.

    >>> from league.table import Seated
    >>> but(Seated(11, 3), is_away=True)
    Seated(player_id=11, seat=3, is_away=True, deals=True, covers=0, penalty_hands=0)
    """
    made = object.__new__(type(value))
    vars(made).update(vars(value), **changes)
    return made
