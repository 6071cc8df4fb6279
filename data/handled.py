"""What has been done already: one interaction delivered twice has one effect.

`once` wraps a change: the first delivery does it and keeps the sentence it answered with; any later
one gets that sentence and changes nothing, so a crash between the change and its answer loses nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Concatenate, ParamSpec

from data.store import Transaction
from data.times import to_micros

KEPT = timedelta(hours=24)  # an interaction's token lives 15 minutes; a day covers any replay

P = ParamSpec("P")


@dataclass(frozen=True)
class Act:
    """Who changes something, where, when, and under which key it counts once.

    `key` is the interaction's id, or another name for the thing that may happen once only.
    """

    league_id: int
    key: str
    by: int
    at: datetime


@dataclass(frozen=True)
class Done:
    """The sentence a change is answered with; `repeated` when it had been made before."""

    answer: str
    repeated: bool


def once(
    tx: Transaction,
    act: Act,
    change: Callable[Concatenate[Transaction, Act, P], str],
    *args: P.args,
    **kwargs: P.kwargs,
) -> Done:
    """Make the change unless this key has made it; return what it was answered with."""
    before = tx.one(
        "SELECT answer FROM handled WHERE league_id = :league_id AND key = :key",
        league_id=act.league_id,
        key=act.key,
    )
    if before is not None:
        return Done(before["answer"], repeated=True)
    answer = change(tx, act, *args, **kwargs)
    forget_handled(tx, act.at)
    tx.run(
        "INSERT INTO handled (league_id, key, answer, handled_at) VALUES (:league_id, :key, :answer, :at)",
        league_id=act.league_id,
        key=act.key,
        answer=answer,
        at=to_micros(act.at),
    )
    return Done(answer, repeated=False)


def take_back(tx: Transaction, act: Act) -> None:
    """What this key stood for did not happen after all: it may be tried again."""
    tx.run("DELETE FROM handled WHERE league_id = :league_id AND key = :key", league_id=act.league_id, key=act.key)


def forget_handled(tx: Transaction, now: datetime) -> int:
    """Delete what is older than a day, in every league; how many went."""
    return tx.run("DELETE FROM handled WHERE handled_at < :old", old=to_micros(now - KEPT))
