"""Where the standing messages are, and which command tree Discord was given last."""

from __future__ import annotations

from data.audit import record_audit
from data.handled import Act
from data.store import Transaction


def standing_messages(tx: Transaction, league_id: int) -> dict[int, int]:
    """The league's standing messages: channel to message."""
    rows = tx.all(
        "SELECT channel_id, message_id FROM standing_message WHERE league_id = :league_id", league_id=league_id
    )
    return {row["channel_id"]: row["message_id"] for row in rows}


def record_standing_message(tx: Transaction, act: Act, channel_id: int, message_id: int) -> None:
    """Remember the standing message of this channel in place of any earlier one."""
    tx.run(
        "INSERT INTO standing_message (league_id, channel_id, message_id)"
        " VALUES (:league_id, :channel_id, :message_id)"
        " ON CONFLICT (league_id, channel_id) DO UPDATE SET message_id = excluded.message_id",
        league_id=act.league_id,
        channel_id=channel_id,
        message_id=message_id,
    )
    record_audit(tx, act, "standing message", channel_id=channel_id)


def synced_tree(tx: Transaction, application_id: int) -> str | None:
    """The hash of the command tree this application was given last; None if never."""
    row = tx.one(
        "SELECT tree_hash FROM synced_command_tree WHERE application_id = :application_id",
        application_id=application_id,
    )
    return None if row is None else row["tree_hash"]


def record_synced_tree(tx: Transaction, application_id: int, tree_hash: str) -> None:
    """Remember which command tree Discord has now."""
    tx.run(
        "INSERT INTO synced_command_tree (application_id, tree_hash) VALUES (:application_id, :tree_hash)"
        " ON CONFLICT (application_id) DO UPDATE SET tree_hash = excluded.tree_hash",
        application_id=application_id,
        tree_hash=tree_hash,
    )
