"""Words no book answered: kept for the host without the asker, 90 days."""

from __future__ import annotations

from datetime import datetime, timedelta

from data.audit import record_audit
from data.handled import Act
from data.numbered import add_numbered
from data.store import Row, Transaction
from data.times import to_micros

KEPT = timedelta(days=90)
LONGEST = 300  # characters; the schema's own limit


def record_miss(tx: Transaction, act: Act, words: str, answer: str) -> str:
    """Keep the words and not who asked them; return the answer handed in."""
    forget_expired_misses(tx, act.at)
    add_numbered(
        tx, act.league_id, "missed_question", "question_id",
        words=words[:LONGEST], asked_at=to_micros(act.at), expires_at=to_micros(act.at + KEPT),
    )  # fmt: skip
    return answer


def forget_expired_misses(tx: Transaction, now: datetime) -> int:
    """Delete what is older than 90 days, in every league; how many went."""
    return tx.run("DELETE FROM missed_question WHERE expires_at <= :now", now=to_micros(now))


def recent_misses(tx: Transaction, league_id: int, now: datetime, most: int) -> list[Row]:
    """The league's newest unanswered words, newest first."""
    return tx.all(
        "SELECT question_id, words, asked_at FROM missed_question"
        " WHERE league_id = :league_id AND expires_at > :now AND words IS NOT NULL ORDER BY question_id DESC LIMIT :most",
        league_id=league_id,
        now=to_micros(now),
        most=most,
    )


def clear_misses(tx: Transaction, act: Act, first_id: int, last_id: int) -> str:
    """Delete the words the host has read, from the first to the last shown; the answer is how many went."""
    gone = tx.run(
        "UPDATE missed_question SET words = NULL WHERE league_id = :league_id"
        " AND question_id BETWEEN :first_id AND :last_id AND words IS NOT NULL",
        league_id=act.league_id,
        first_id=first_id,
        last_id=last_id,
    )
    record_audit(tx, act, "unanswered questions deleted", count=gone)
    return str(gone)
