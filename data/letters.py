"""What one person is told about a night, once each: kept when it is decided, sent when it is due.

Before it is sent it is noted that it is about to be; a later try looks for the message first. So none is lost, and
nobody sees two, also where the bot stopped in between and came back much later.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from data.due import set_job
from data.handled import Act
from data.numbered import add_numbered
from data.plans import TELL
from data.players import players
from data.store import Row, Transaction
from data.times import from_micros, moment_if, to_micros

PROMOTED, COVERED, NOT_NEEDED, PLAYS = "promoted", "covered", "not_needed", "plays"
ASK, REMINDER, RECONFIRM, MOVED, TERMS, CANCELLED = "ask", "reminder", "reconfirm", "moved", "terms", "cancelled"
MOVED_SOON = "moved_soon"  # to a dealer, whom it also asks whether they still deal: the night is within a day
OTHER_TABLE = "other_table"  # to a dealer, whom a host has put at another table
TO_DEALERS = (RECONFIRM, MOVED_SOON, OTHER_TABLE)  # answered with: I deal it, or cover me


@dataclass(frozen=True)
class Letter:
    """One thing that one person is told. `tried_at`: when it was first about to be sent. `message_id`: what was sent."""

    league_id: int
    letter_id: int
    night_id: int
    player_id: int
    what: str
    table_number: int | None
    useful_until: datetime
    tried_at: datetime | None
    message_id: int | None


def write_letter(
    tx: Transaction,
    act: Act,
    night_id: int,
    player_id: int,
    what: str,
    useful_until: datetime,
    table_number: int | None = None,
) -> None:
    """Let this person be told this, as soon as may be; a guest without an account cannot be."""
    player = players(tx, act.league_id, [player_id]).get(player_id)
    if player is None or player.user_id is None:
        return
    letter_id = add_numbered(
        tx,
        act.league_id,
        "letter",
        "letter_id",
        night_id=night_id,
        player_id=player_id,
        what=what,
        table_number=table_number,
        useful_until=to_micros(useful_until),
    )
    set_job(tx, act.league_id, TELL, letter_id, act.at)


def letter_of(tx: Transaction, league_id: int, letter_id: int) -> Letter | None:
    """The league's letter of that number; None if it has none."""
    row = tx.one(
        "SELECT * FROM letter WHERE league_id = :league_id AND letter_id = :letter_id",
        league_id=league_id,
        letter_id=letter_id,
    )
    return None if row is None else _letter(row)


def follow_dealer(tx: Transaction, league_id: int, night_id: int, player_id: int, table_number: int) -> None:
    """They deal this table now: what asks them whether they still deal and was not sent yet asks about this one."""
    tx.run(
        "UPDATE letter SET table_number = :table_number WHERE league_id = :league_id AND night_id = :night_id"
        " AND player_id = :player_id AND what IN (:reconfirm, :moved_soon) AND message_id IS NULL",
        table_number=table_number,
        league_id=league_id,
        night_id=night_id,
        player_id=player_id,
        reconfirm=RECONFIRM,
        moved_soon=MOVED_SOON,
    )


def about_to_send(tx: Transaction, letter: Letter, at: datetime) -> None:
    """It is sent now; should the bot stop before that is noted, the next try looks for it."""
    tx.run(
        "UPDATE letter SET tried_at = COALESCE(tried_at, :at) WHERE league_id = :league_id AND letter_id = :letter_id",
        at=to_micros(at),
        league_id=letter.league_id,
        letter_id=letter.letter_id,
    )


def sent(tx: Transaction, letter: Letter, channel_id: int | None, message_id: int) -> None:
    """It stands on Discord; 0: it was dropped."""
    tx.run(
        "UPDATE letter SET channel_id = :channel_id, message_id = :message_id"
        " WHERE league_id = :league_id AND letter_id = :letter_id",
        channel_id=channel_id,
        message_id=message_id,
        league_id=letter.league_id,
        letter_id=letter.letter_id,
    )


def _letter(row: Row) -> Letter:
    return Letter(
        league_id=row["league_id"],
        letter_id=row["letter_id"],
        night_id=row["night_id"],
        player_id=row["player_id"],
        what=row["what"],
        table_number=row["table_number"],
        useful_until=from_micros(row["useful_until"]),
        tried_at=moment_if(row["tried_at"]),
        message_id=row["message_id"],
    )
