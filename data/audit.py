"""Who changed what, line by line; a line is never changed."""

from __future__ import annotations

import json
from typing import Any

from data.handled import Act
from data.numbered import add_numbered
from data.store import Row, Transaction
from data.times import to_micros


def record_audit(tx: Transaction, act: Act, what: str, **detail: Any) -> None:
    """Add one line to the league's trail, in the transaction of the change it tells of."""
    add_numbered(
        tx, act.league_id, "audit", "audit_id",
        changed_at=to_micros(act.at), changed_by=act.by, what=what, detail=json.dumps(detail, ensure_ascii=False),
    )  # fmt: skip


def recent_audit(tx: Transaction, league_id: int, most: int) -> list[Row]:
    """The league's newest lines, newest first."""
    return tx.all(
        "SELECT audit_id, changed_at, changed_by, what, detail FROM audit"
        " WHERE league_id = :league_id ORDER BY audit_id DESC LIMIT :most",
        league_id=league_id,
        most=most,
    )
