"""What a night says by itself when something falls due: each once, and only while it is still of use.

What was due while the bot was away still stands in the cockpit; it is said late where that helps, and else not.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from cogs.night import actions, render, views, wording
from cogs.night.cockpit import Look, look_at, morning_at
from cogs.night.posting import post
from cogs.shared.dates import when
from cogs.shared.live import COCKPIT
from cogs.shared.replies import nonce
from data.dealers import duty_at
from data.downs import down_at
from data.due import Job, finish_job, set_job
from data.handled import Act
from data.nights import CLOSE, MORNING, PUSH, RELEASE, STUB, THANKS, night_of
from data.store import Transaction
from data.tables import table_at
from league import agenda
from league.agenda import Due
from league.tips import closing_line, policy_of

if TYPE_CHECKING:
    from cogs.client import FloorBot

USEFUL_FOR = {  # how late something is still said
    PUSH: timedelta(minutes=30),
    STUB: timedelta(minutes=30),
    RELEASE: timedelta(hours=6),  # for the rest of the night
    MORNING: timedelta(hours=24),
    CLOSE: timedelta(hours=24),
}
WHATS = {PUSH: agenda.PUSH, STUB: agenda.STUB, RELEASE: agenda.RELEASE}


async def say_due(client: FloorBot, job: Job) -> None:
    """A push, a stub count or the release: said if it is still to be done."""
    standing = await client.leagues.now(job.league_id)
    now = client.clock()
    if standing.night_id is None:
        await client.store.write(finish_job, job)
        return
    found, due = await client.store.read(_found, job, standing.night_id, standing.settings.down_minutes, now)
    if due is not None and due.due_at is not None:
        if due.due_at > now:  # the league's downs have become longer
            await client.store.write(set_job, job.league_id, job.kind, job.subject, due.due_at)
        elif now - due.due_at <= USEFUL_FOR[job.kind]:
            line = wording.what_line(found, due)
            late = f" (since {when(due.due_at, 't')})" if now - due.due_at > timedelta(minutes=1) else ""
            await post(client, found.night, nonce_of(job, due.due_at), content=f"{line[:1].upper()}{line[1:]}{late}.")
    await client.store.write(finish_job, job)
    client.live.touch(COCKPIT, job.league_id, standing.night_id)


def _found(tx: Transaction, job: Job, night_id: int, down_minutes: int, now: datetime) -> tuple[Look, Due | None]:
    """The night, and what this job is about if it is still to be done."""
    look = look_at(tx, job.league_id, night_id, down_minutes, now)
    assert look is not None  # the night that is open
    fitting = (due for due in look.due if due.what == WHATS[job.kind] and _is_about(tx, job, due))
    return look, next(fitting, None)


def _is_about(tx: Transaction, job: Job, due: Due) -> bool:
    """Is this what the job was set for: the same down, table or obligation, not one that came after?"""
    if job.kind == PUSH:
        down = down_at(tx, job.league_id, job.subject)
        return down is not None and down.ended_at is None and down.table_number == due.number
    if job.kind == STUB:
        kept = table_at(tx, job.league_id, job.subject)
        return kept is not None and kept.closed_at is None and kept.table_number == due.number
    owed = duty_at(tx, job.league_id, job.subject)
    return owed is not None and owed.duty.player_id == due.player_id


async def say_morning(client: FloorBot, job: Job) -> None:
    """The morning after: what the night came to."""
    minutes = (await client.leagues.now(job.league_id)).settings.down_minutes
    now = client.clock()
    morning = await client.store.read(morning_at, job.league_id, job.subject, minutes, now)
    if morning is not None and now - job.due_at <= USEFUL_FOR[MORNING]:
        await post(client, morning.look.night, nonce_of(job, job.due_at), view=render.morning_card(morning))
    await client.store.write(actions.end_morning, job, _by_itself(client, job, now))


async def say_thanks(client: FloorBot, job: Job) -> None:
    """The one gentle line about tips, to everybody and nobody, when a night has been closed by hand."""
    settings = (await client.leagues.now(job.league_id)).settings
    night = await client.store.read(night_of, job.league_id, job.subject)
    left = await actions.left_by(client.store, job.league_id, job.subject, client.clock())
    line = closing_line(policy_of(settings), settings.currency)
    if night is not None and left.can_tip and line is not None:
        await post(client, night, nonce(job.league_id, "tips", job.subject), content=line)
    await client.store.write(finish_job, job)


async def close_unattended(client: FloorBot, job: Job) -> None:
    """Nobody closed the night: at noon it closes and says so."""
    night = await client.store.read(night_of, job.league_id, job.subject)
    if night is None or night.closed_at is not None:
        await client.store.write(finish_job, job)
        return
    found = await views.look(client, job.league_id, job.subject)
    now = client.clock()
    if now - job.due_at <= USEFUL_FOR[CLOSE]:
        line = f"Nobody closed the night of {wording.on_day(night.day)}, so it is closed now, with its tables."
        await post(client, night, nonce_of(job, job.due_at), content=line)
    await actions.close_unattended(client.store, client.leagues, job, _by_itself(client, job, now))
    if found is not None:
        views.touch_all(client, found)


def _by_itself(client: FloorBot, job: Job, now: datetime) -> Act:
    assert client.user is not None  # it is logged in
    return Act(job.league_id, f"{job.kind}:{job.subject}", client.user.id, now)


def nonce_of(job: Job, due_at: datetime) -> str:
    """One message for one thing that falls due."""
    return nonce(job.league_id, job.kind, job.subject, due_at.isoformat())


WORKERS: dict[str, Callable[[FloorBot, Job], Awaitable[None]]] = {
    PUSH: say_due,
    STUB: say_due,
    RELEASE: say_due,
    MORNING: say_morning,
    CLOSE: close_unattended,
    THANKS: say_thanks,
}
