"""A league's dated settings and own rules: rows are added, never changed."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from data.audit import record_audit
from data.handled import Act
from data.numbered import add_numbered
from data.store import Transaction
from data.times import from_micros, to_micros
from league.settings import OwnRule, Setting, Settings, settings_at


def all_settings(tx: Transaction, league_id: int) -> list[Setting]:
    """Every setting the league ever made, oldest first."""
    rows = tx.all(
        "SELECT name, value, effective_at FROM setting WHERE league_id = :league_id ORDER BY setting_id",
        league_id=league_id,
    )
    return [Setting(row["name"], json.loads(row["value"]), from_micros(row["effective_at"])) for row in rows]


def record_settings(tx: Transaction, act: Act, values: Mapping[str, Any], effective_at: datetime, answer: str) -> str:
    """Add settings that take effect together, with their audit line; return the answer handed in."""
    for name, value in values.items():
        add_numbered(
            tx, act.league_id, "setting", "setting_id",
            name=name, value=json.dumps(value, ensure_ascii=False), effective_at=to_micros(effective_at),
        )  # fmt: skip
    record_audit(tx, act, "settings", values=dict(values), effective_at=effective_at.isoformat())
    return answer


def fold_settings(tx: Transaction, act: Act, fold: Callable[[Settings], Mapping[str, Any]], answer: str) -> str:
    """Add what follows from the settings as they stand in this very transaction; nothing if nothing follows."""
    values = fold(settings_at(all_settings(tx, act.league_id), act.at))
    return record_settings(tx, act, values, act.at, answer) if values else answer


def all_own_rules(tx: Transaction, league_id: int) -> list[OwnRule]:
    """Every version of every rule the league made itself."""
    rows = tx.all(
        "SELECT own_rule_id, version, title, text, incident, outcome, withdrawn, effective_at"
        " FROM own_rule WHERE league_id = :league_id ORDER BY own_rule_id, version",
        league_id=league_id,
    )
    return [
        OwnRule(
            own_rule_id=row["own_rule_id"],
            version=row["version"],
            title=row["title"],
            text=row["text"],
            incident=row["incident"],
            outcome=row["outcome"],
            withdrawn=bool(row["withdrawn"]),
            effective_at=from_micros(row["effective_at"]),
        )
        for row in rows
    ]


def record_own_rule(
    tx: Transaction,
    act: Act,
    title: str,
    text: str,
    incident: str | None,
    outcome: str | None,
    effective_at: datetime,
) -> str:
    """Add a rule of the league's own; the answer is its number."""
    own_rule_id = add_numbered(
        tx,
        act.league_id,
        "own_rule",
        "own_rule_id",
        version=1,
        title=title,
        text=text,
        incident=incident,
        outcome=outcome,
        effective_at=to_micros(effective_at),
    )
    when = effective_at.isoformat()
    record_audit(tx, act, "own rule added", own_rule_id=own_rule_id, title=title, effective_at=when)
    return str(own_rule_id)


def withdraw_own_rule(tx: Transaction, act: Act, own_rule_id: int, effective_at: datetime) -> str:
    """Take a rule out of force from a date; its earlier versions stay for the days they ruled.

    The answer is the rule's title, or nothing when the league has no such rule in force.
    """
    row = tx.one(
        "INSERT INTO own_rule (league_id, own_rule_id, version, title, text, incident, outcome, withdrawn, effective_at)"
        " SELECT league_id, own_rule_id, version + 1, title, text, incident, outcome, 1, :effective_at"
        " FROM own_rule WHERE league_id = :league_id AND own_rule_id = :own_rule_id"
        " AND version = (SELECT MAX(version) FROM own_rule"
        "  WHERE league_id = :league_id AND own_rule_id = :own_rule_id)"
        " AND (withdrawn = 0 OR effective_at > :effective_at) RETURNING title",
        league_id=act.league_id,
        own_rule_id=own_rule_id,
        effective_at=to_micros(effective_at),
    )
    if row is None:
        return ""
    record_audit(tx, act, "own rule withdrawn", own_rule_id=own_rule_id, effective_at=effective_at.isoformat())
    return str(row["title"])
