"""Who deals tonight: obligations with every change of them, and the rotation.

A change of an obligation is a further line with when, by whom and why; lines are added, never changed.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from data.downs import end_down
from data.due import drop_job, set_job
from data.handled import Act
from data.nights import RELEASE, night_of
from data.numbered import add_numbered
from data.store import Row, Transaction
from data.times import from_micros, micros_if, moment_if, to_micros
from league.dealer import NAMES, BackIn, Bust, Duty, Step, TableBroke, after
from league.night import release_at
from league.rotation import Dealer

SIGNED_UP = "signed_up"  # what the first line of every obligation is called


@dataclass(frozen=True)
class KeptDuty:
    """An obligation as it stands."""

    league_id: int
    duty_id: int
    night_id: int
    duty: Duty


@dataclass(frozen=True)
class Change:
    """One line of an obligation's trail: when, by which account, what and why."""

    changed_at: datetime
    changed_by: int
    what: str
    reason: str


# ------------------------------------------------------------------ obligations


def sign_up(tx: Transaction, act: Act, night_id: int, duty: Duty, reason: str) -> KeptDuty:
    """Somebody takes on dealing at a table for tonight, and joins the rotation."""
    duty_id = add_numbered(
        tx,
        act.league_id,
        "dealer_duty",
        "duty_id",
        night_id=night_id,
        table_number=duty.table_number,
        player_id=duty.player_id,
        state=duty.state,
        has_discount=int(duty.has_discount),
        balance=duty.balance,
    )
    record_change(tx, act, duty_id, SIGNED_UP, reason)
    join(tx, act, night_id, duty.player_id)
    return KeptDuty(act.league_id, duty_id, night_id, duty)


def take_duty(tx: Transaction, act: Act, kept: KeptDuty, step: Step, reason: str) -> KeptDuty:
    """Let this happen to an obligation, and record it. Raises NotNow where it cannot."""
    duty = after(kept.duty, step, act.at)
    tx.run(
        "UPDATE dealer_duty SET state = :state, balance = :balance, paid_at = :paid_at, successor_id = :successor_id,"
        " agreed_at = :agreed_at WHERE league_id = :league_id AND duty_id = :duty_id",
        state=duty.state,
        balance=duty.balance,
        paid_at=micros_if(duty.paid_at),
        successor_id=duty.successor_id,
        agreed_at=micros_if(duty.agreed_at),
        league_id=act.league_id,
        duty_id=kept.duty_id,
    )
    record_change(tx, act, kept.duty_id, NAMES[type(step)], reason)
    kept = KeptDuty(kept.league_id, kept.duty_id, kept.night_id, duty)
    if duty.is_over:
        leave(tx, act, kept.night_id, duty.player_id)
    if duty.is_over or isinstance(step, BackIn):
        drop_job(tx, act.league_id, RELEASE, kept.duty_id)
    elif isinstance(step, Bust):
        set_release(tx, act, kept)
    return kept


def set_release(tx: Transaction, act: Act, kept: KeptDuty) -> None:
    """From 23:00 on whoever has busted at the final table may go: said then, or at once where it is past."""
    night = night_of(tx, act.league_id, kept.night_id)
    if night is not None:
        set_job(tx, act.league_id, RELEASE, kept.duty_id, max(act.at, release_at(night.day, night.zone)))


def duties_of(tx: Transaction, league_id: int, night_id: int) -> list[KeptDuty]:
    """Every obligation of a night, in the order they were taken on; those that are over, too."""
    rows = tx.all(
        f"{_DUTIES} WHERE d.league_id = :league_id AND d.night_id = :night_id ORDER BY d.duty_id",
        league_id=league_id,
        night_id=night_id,
    )
    return [_duty(row) for row in rows]


def duty_at(tx: Transaction, league_id: int, duty_id: int) -> KeptDuty | None:
    """The league's obligation of that number; None if it has none."""
    row = tx.one(
        f"{_DUTIES} WHERE d.league_id = :league_id AND d.duty_id = :duty_id", league_id=league_id, duty_id=duty_id
    )
    return None if row is None else _duty(row)


def open_duty(tx: Transaction, league_id: int, night_id: int, player_id: int) -> KeptDuty | None:
    """What this person owes tonight; None if nothing."""
    owed = (kept for kept in duties_of(tx, league_id, night_id) if not kept.duty.is_over)
    return next((kept for kept in owed if kept.duty.player_id == player_id), None)


def changes_of(tx: Transaction, league_id: int, duty_id: int) -> list[Change]:
    """An obligation's trail, oldest first."""
    rows = tx.all(
        "SELECT changed_at, changed_by, what, reason FROM duty_change"
        " WHERE league_id = :league_id AND duty_id = :duty_id ORDER BY change_id",
        league_id=league_id,
        duty_id=duty_id,
    )
    return [Change(from_micros(row["changed_at"]), row["changed_by"], row["what"], row["reason"]) for row in rows]


def release_table(tx: Transaction, act: Act, night_id: int, table_number: int) -> list[int]:
    """The table breaks or closes: its down is over, and whoever owed dealing at it is free. Who that is, by player.

    The one that is left may be the final table now.
    """
    end_down(tx, act, night_id, table_number)
    freed = []
    for kept in duties_of(tx, act.league_id, night_id):
        if kept.duty.is_over:
            continue
        if kept.duty.table_number == table_number:
            take_duty(tx, act, kept, TableBroke(), f"table {table_number} is no more")
            freed.append(kept.duty.player_id)
        elif kept.duty.has_busted:
            set_release(tx, act, kept)
    return freed


def record_change(tx: Transaction, act: Act, duty_id: int, what: str, reason: str) -> None:
    """Add a line to an obligation's trail."""
    add_numbered(
        tx, act.league_id, "duty_change", "change_id", {"duty_id": duty_id},
        changed_at=to_micros(act.at), changed_by=act.by, what=what, reason=reason,
    )  # fmt: skip


_DUTIES = (
    "SELECT d.*,"
    " (SELECT c.what FROM duty_change c WHERE c.league_id = d.league_id AND c.duty_id = d.duty_id"
    " AND c.what IN ('busted', 'back_in') ORDER BY c.change_id DESC LIMIT 1) IS 'busted' AS has_busted,"
    " (SELECT c.what FROM duty_change c WHERE c.league_id = d.league_id AND c.duty_id = d.duty_id"
    " AND c.what IN ('asked', 'vouched') ORDER BY c.change_id DESC LIMIT 1) AS last_word"
    " FROM dealer_duty d"
)


def _duty(row: Row) -> KeptDuty:
    duty = Duty(
        table_number=row["table_number"],
        player_id=row["player_id"],
        state=row["state"],
        has_discount=bool(row["has_discount"]),
        balance=row["balance"],
        has_busted=bool(row["has_busted"]),
        paid_at=moment_if(row["paid_at"]),
        successor_id=row["successor_id"],
        agreed_at=moment_if(row["agreed_at"]),
        is_vouched=row["last_word"] == "vouched",
    )
    return KeptDuty(row["league_id"], row["duty_id"], row["night_id"], duty)


# ------------------------------------------------------------------ the rotation


def join(tx: Transaction, act: Act, night_id: int, player_id: int) -> None:
    """Take part in tonight's rotation; whoever left it comes back as somebody who joins now."""
    tx.run(
        "INSERT INTO night_dealer (league_id, night_id, player_id, joined_at)"
        " VALUES (:league_id, :night_id, :player_id, :at)"
        " ON CONFLICT (league_id, night_id, player_id) DO UPDATE"
        " SET left_at = NULL, is_on_break = 0, joined_at = excluded.joined_at WHERE night_dealer.left_at IS NOT NULL",
        league_id=act.league_id,
        night_id=night_id,
        player_id=player_id,
        at=to_micros(act.at),
    )


def leave(tx: Transaction, act: Act, night_id: int, player_id: int) -> bool:
    """Take part in the rotation no longer; a down that is being dealt goes on. False if they did not take part."""
    left = tx.run(
        "UPDATE night_dealer SET left_at = :at WHERE league_id = :league_id AND night_id = :night_id"
        " AND player_id = :player_id AND left_at IS NULL",
        at=to_micros(act.at),
        league_id=act.league_id,
        night_id=night_id,
        player_id=player_id,
    )
    return left == 1


def set_break(tx: Transaction, act: Act, night_id: int, player_id: int, *, is_on_break: bool) -> None:
    """On a break from the next push on, or back from it."""
    tx.run(
        "UPDATE night_dealer SET is_on_break = :is_on_break"
        " WHERE league_id = :league_id AND night_id = :night_id AND player_id = :player_id",
        is_on_break=int(is_on_break),
        league_id=act.league_id,
        night_id=night_id,
        player_id=player_id,
    )


def set_rests(tx: Transaction, act: Act, night_id: int, player_id: int, *, rests: bool) -> None:
    """Never two downs in a row for this person, or as for everybody."""
    tx.run(
        "UPDATE night_dealer SET rests = :rests"
        " WHERE league_id = :league_id AND night_id = :night_id AND player_id = :player_id",
        rests=int(rests),
        league_id=act.league_id,
        night_id=night_id,
        player_id=player_id,
    )


def dealers_of(tx: Transaction, league_id: int, night_id: int) -> list[Dealer]:
    """Who takes part in the rotation now, in the order they joined."""
    owed = {
        kept.duty.player_id: kept.duty.table_number
        for kept in duties_of(tx, league_id, night_id)
        if not kept.duty.is_over
    }
    rows = tx.all(
        "SELECT player_id, rests, is_on_break, joined_at FROM night_dealer"
        " WHERE league_id = :league_id AND night_id = :night_id AND left_at IS NULL ORDER BY joined_at, player_id",
        league_id=league_id,
        night_id=night_id,
    )
    return [
        Dealer(
            player_id=row["player_id"],
            joined_at=from_micros(row["joined_at"]),
            rests=bool(row["rests"]),
            is_on_break=bool(row["is_on_break"]),
            only_at=owed.get(row["player_id"]),
        )
        for row in rows
    ]
