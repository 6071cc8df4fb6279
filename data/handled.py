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

UNFINISHED = timedelta(seconds=10)  # Discord takes a first answer for three seconds only
CLOSED = "closed"

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
        "SELECT answer FROM handled WHERE league_id = :league_id AND key = :key AND handled_at >= :old",
        league_id=act.league_id,
        key=act.key,
        old=to_micros(act.at - KEPT),
    )
    if before is not None:
        return Done(before["answer"], repeated=True)
    answer = change(tx, act, *args, **kwargs)
    _keep(tx, act, answer)
    return Done(answer, repeated=False)


def _keep(tx: Transaction, act: Act, answer: str) -> None:
    tx.run(  # it may have been handled more than a day ago, which counts no more
        "INSERT OR REPLACE INTO handled (league_id, key, answer, handled_at) VALUES (:league_id, :key, :answer, :at)",
        league_id=act.league_id,
        key=act.key,
        answer=answer,
        at=to_micros(act.at),
    )


def claim(tx: Transaction, act: Act, interaction_id: int) -> bool:
    """Take on what may happen once and is done outside the database: True for whoever may do it now.

    What was taken on and not closed within UNFINISHED has failed, and may be taken on again.
    """
    row = tx.one(
        "SELECT answer, handled_at FROM handled WHERE league_id = :league_id AND key = :key",
        league_id=act.league_id,
        key=act.key,
    )
    if row is not None and row["answer"] != str(interaction_id):
        if row["answer"] == CLOSED or row["handled_at"] > to_micros(act.at - UNFINISHED):
            return False
        give_up(tx, act)
    if row is None or row["answer"] != str(interaction_id):
        _keep(tx, act, str(interaction_id))
    return True


def close_claim(tx: Transaction, act: Act) -> None:
    """What was taken on has been done."""
    tx.run(
        "UPDATE handled SET answer = :closed WHERE league_id = :league_id AND key = :key",
        closed=CLOSED,
        league_id=act.league_id,
        key=act.key,
    )


def give_up(tx: Transaction, act: Act) -> None:
    """What was taken on did not happen: it may be tried again."""
    tx.run("DELETE FROM handled WHERE league_id = :league_id AND key = :key", league_id=act.league_id, key=act.key)


def forget_handled(tx: Transaction, now: datetime) -> int:
    """Delete what is older than a day, in every league; how many went. It counts for nothing any more."""
    return tx.run("DELETE FROM handled WHERE handled_at < :old", old=to_micros(now - KEPT))
