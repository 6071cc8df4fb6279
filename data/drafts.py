"""What somebody has typed or been proposed and not posted yet: kept a day at most, for its maker alone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from data.handled import Act
from data.numbered import add_numbered
from data.store import Transaction
from data.times import to_micros

KEPT = timedelta(days=1)


def keep_draft(tx: Transaction, act: Act, draft: Mapping[str, Any]) -> int:
    """Keep it until its maker posts it; what is older than a day goes. Its number."""
    draft_id = add_numbered(
        tx, act.league_id, "night_draft", "draft_id",
        made_at=to_micros(act.at), made_by=act.by, draft=json.dumps(draft),
    )  # fmt: skip
    tx.run(  # after it: a number that is out on a button is not given again
        "DELETE FROM night_draft WHERE league_id = :league_id AND made_at < :old",
        league_id=act.league_id,
        old=to_micros(act.at - KEPT),
    )
    return draft_id


def draft_of(tx: Transaction, league_id: int, draft_id: int, made_by: int) -> Mapping[str, Any] | None:
    """The draft of that number, if this account made it."""
    row = tx.one(
        "SELECT draft FROM night_draft WHERE league_id = :league_id AND draft_id = :draft_id AND made_by = :made_by",
        league_id=league_id,
        draft_id=draft_id,
        made_by=made_by,
    )
    if row is None:
        return None
    kept: Mapping[str, Any] = json.loads(row["draft"])
    return kept


def change_draft(tx: Transaction, league_id: int, draft_id: int, draft: Mapping[str, Any]) -> None:
    """Its maker wants it otherwise."""
    tx.run(
        "UPDATE night_draft SET draft = :draft WHERE league_id = :league_id AND draft_id = :draft_id",
        draft=json.dumps(draft),
        league_id=league_id,
        draft_id=draft_id,
    )


def drop_draft(tx: Transaction, league_id: int, draft_id: int) -> None:
    """It has been posted: nothing of it is left but its number, which no later draft gets."""
    change_draft(tx, league_id, draft_id, {})
