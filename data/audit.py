"""Who changed what, line by line; a line is never changed."""

from __future__ import annotations

import json
from typing import Any

from data.handled import Act
from data.store import Row, Transaction
from data.times import to_micros


def record_audit(tx: Transaction, act: Act, what: str, **detail: Any) -> None:
    """Add one line to the league's trail, in the transaction of the change it tells of."""
    tx.run(
        "INSERT INTO audit (league_id, audit_id, changed_at, changed_by, what, detail)"
        " SELECT :league_id, COALESCE(MAX(audit_id), 0) + 1, :at, :by, :what, :detail"
        " FROM audit WHERE league_id = :league_id",
        league_id=act.league_id,
        at=to_micros(act.at),
        by=act.by,
        what=what,
        detail=json.dumps(detail, ensure_ascii=False),
    )


def recent_audit(tx: Transaction, league_id: int, most: int) -> list[Row]:
    """The league's newest lines, newest first."""
    return tx.all(
        "SELECT audit_id, changed_at, changed_by, what, detail FROM audit"
        " WHERE league_id = :league_id ORDER BY audit_id DESC LIMIT :most",
        league_id=league_id,
        most=most,
    )
