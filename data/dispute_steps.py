"""A dispute's log, what of it its thread has been told, and what falls due by it.

Every change of a dispute ends with `note`: its line, the job that tells it, and the jobs of whose turn it is now.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from data.disputes import dispute_of, log_of
from data.due import drop_job, set_job
from data.due_names import APPEAL_OVER, BY_TIME, LAPSE, QUIET, SIDES_DUE, TELL, TURN
from data.numbered import add_numbered
from data.store import Transaction
from data.times import micros_if, to_micros
from league.dispute import (
    REMINDED,
    SIDES_OVER,
    UNSEALED,
    Dispute,
    heard_until,
    is_sealed,
    running_since,
    unheard,
    waits_after,
    waits_for_sides,
    was_reminded_since,
)
from league.dispute_turns import (
    FOR_APPEAL,
    FOR_OPENER,
    FOR_SIDES,
    end_by_time,
    ends_at,
    remind_at,
    whose_turn,
)

ENDING = {FOR_SIDES: SIDES_DUE, FOR_OPENER: QUIET, FOR_APPEAL: APPEAL_OVER}  # any other turn lapses

LATE = timedelta(hours=1)  # an end that comes later than this comes after an outage


def note(
    tx: Transaction,
    league_id: int,
    number: int,
    at: datetime,
    what: str,
    player_id: int | None = None,
    about_id: int | None = None,
    words: str = "",
) -> None:
    """This has happened in it. `player_id` None: time did it."""
    add_numbered(
        tx, league_id, "dispute_step", "step_id", {"dispute_number": number},
        made_at=to_micros(at), player_id=player_id, what=what, about_id=about_id, words=words,
    )  # fmt: skip
    set_job(tx, league_id, TELL, number, at)
    dispute = dispute_of(tx, league_id, number)
    assert dispute is not None  # its line has just been added
    schedule(tx, dispute, at)


def schedule(tx: Transaction, dispute: Dispute, now: datetime) -> None:
    """Let what follows from whose turn it is fall due, and nothing else."""
    for kind in BY_TIME:
        drop_job(tx, dispute.league_id, kind, dispute.number)
    turn = whose_turn(dispute, now)
    ends = dispute.sealed_until if is_sealed(dispute, now) else ends_at(turn, dispute) or turn.until
    if ends is None or turn.until is None:
        return
    set_job(tx, dispute.league_id, ENDING.get(turn.whom, LAPSE), dispute.number, ends)
    reminds = remind_at(turn, dispute)
    if reminds is not None:
        set_job(tx, dispute.league_id, TURN, dispute.number, reminds)


def run_due(tx: Transaction, league_id: int, number: int, kind: str, now: datetime) -> bool:
    """Do what one of BY_TIME is for, if it is due as the dispute stands; True if something happened."""
    dispute = dispute_of(tx, league_id, number)
    if dispute is None:
        drop_job(tx, league_id, kind, number)
        return False
    if any([unseal(tx, dispute, now), _sides_over(tx, dispute, now, is_due=kind == SIDES_DUE)]):
        return True
    turn = whose_turn(dispute, now)
    if kind == TURN:
        reminds = remind_at(turn, dispute)
        has_opened = reminds is not None and reminds <= now and _remind(tx, dispute, turn.whom, now)
    else:
        has_opened = turn.whom != FOR_SIDES and turn.until is not None and turn.until <= now
        ends = ends_at(turn, dispute)
        if has_opened and (ends is None or now - ends > LATE):
            return _remind(tx, dispute, turn.whom, now)  # nobody has been told, or an outage took the end of the time
        if has_opened and ends is not None and ends <= now:
            end(tx, league_id, number, now, end_by_time(turn, dispute))
            return True
        has_opened = False
    if not has_opened:
        schedule(tx, dispute, now)
    return has_opened


def unseal(tx: Transaction, dispute: Dispute, now: datetime) -> bool:
    """Note once that the sides are open; False: they are not, never were sealed, or it has been noted."""
    if dispute.sealed_until is None or dispute.ended is not None or is_sealed(dispute, now):
        return False
    return _note_once(tx, dispute, now, UNSEALED)


def _sides_over(tx: Transaction, dispute: Dispute, now: datetime, *, is_due: bool) -> bool:
    """Note once that who has not been heard is waited for no longer; where an outage took the reminder or, as it falls
    due now, the end of their time, they are reminded first and waited for once more.
    """
    has_begun = dispute.placed_at is not None and not dispute.decisions and dispute.ended is None
    if not (has_begun and unheard(dispute)) or waits_for_sides(dispute, now):
        return False
    is_late = is_due and now - heard_until(dispute) > LATE
    if is_late or not was_reminded_since(dispute, running_since(dispute)):
        return _remind(tx, dispute, FOR_SIDES, now)
    return dispute.sealed_until is None and _note_once(tx, dispute, now, SIDES_OVER)


def _note_once(tx: Transaction, dispute: Dispute, now: datetime, what: str) -> bool:
    if any(step.what == what for step in log_of(tx, dispute.league_id, dispute.number)):
        return False
    note(tx, dispute.league_id, dispute.number, now, what)
    return True


def _remind(tx: Transaction, dispute: Dispute, whom: str, now: datetime) -> bool:
    waits = waits_after(dispute, now) if whom == FOR_SIDES else dispute.waits_until
    tx.run(
        "UPDATE dispute SET reminded_at = :at, waits_until = :waits"
        " WHERE league_id = :league_id AND dispute_number = :number",
        at=to_micros(now),
        waits=micros_if(waits),
        league_id=dispute.league_id,
        number=dispute.number,
    )
    note(tx, dispute.league_id, dispute.number, now, REMINDED, words=whom)
    return True


def end(
    tx: Transaction,
    league_id: int,
    number: int,
    at: datetime,
    how: str,
    by: int | None = None,
    reason: str = "",
) -> None:
    """It ends, in one of ENDS. `by` None: time did it, or it follows from what was just decided."""
    tx.run(
        "UPDATE dispute SET ended_at = :at, ended_how = :how, ended_by = :by"
        " WHERE league_id = :league_id AND dispute_number = :number",
        at=to_micros(at),
        how=how,
        by=by,
        league_id=league_id,
        number=number,
    )
    note(tx, league_id, number, at, how, by, words=reason)


# ------------------------------------------------------------------ telling


def told_step(tx: Transaction, league_id: int, number: int) -> int:
    """The last line its thread has been told, 0: none."""
    row = tx.one(
        "SELECT told_step FROM dispute WHERE league_id = :league_id AND dispute_number = :number",
        league_id=league_id,
        number=number,
    )
    return 0 if row is None else int(row["told_step"])


def note_told(tx: Transaction, league_id: int, number: int, step_id: int) -> None:
    """This line has been told, and those before it; with the last one the job goes."""
    tx.run(
        "UPDATE dispute SET told_step = MAX(told_step, :step_id)"
        " WHERE league_id = :league_id AND dispute_number = :number",
        step_id=step_id,
        league_id=league_id,
        number=number,
    )
    if not log_of(tx, league_id, number, told_step(tx, league_id, number)):
        drop_job(tx, league_id, TELL, number)
