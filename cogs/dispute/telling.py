"""What a dispute's thread is told, its card, and what falls due. Those involved are pinged once, when it is opened."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

import discord

from cogs.dispute import actions, looking, render, thread, wording
from cogs.dispute.values import Look
from cogs.shared.live import DISPUTE_CARD, Drawn, Kind, reason
from cogs.shared.places import url
from cogs.shared.replies import Card, card, clipped, nonce, text
from data.dispute_lists import cards_standing
from data.due import Job, finish_job, note_on_job
from data.due_names import ALONE, BY_TIME, TELL
from data.handled import Act
from league.dispute import ADDED, ENDED, NAMED, OPENED, Dispute, Step
from league.dispute_roles import WITNESS

if TYPE_CHECKING:
    from cogs.client import FloorBot

LOG = logging.getLogger(__name__)
ARCHIVED = 50083
LOCKED = (
    "Its thread is locked, and I have no right to Manage Threads: somebody who has it can unlock it, or give it to me."
    " Until then it goes on here; Make its thread tells what was not told."
)


# ------------------------------------------------------------------ the card


async def drawn(client: FloorBot, league_id: int, number: int) -> Drawn | None:
    """The card as it is to look now; None: it has no thread."""
    look = await looking.thread_look(client.store, league_id, number, client.clock())
    told = look.dispute
    if told.thread_id is None:
        return None
    return Drawn(
        channel_id=told.thread_id,
        message_id=told.card_id,
        posted_at=told.placed_at,
        message={"view": render.dispute_card(look)},
        is_over=look.state == ENDED,
        stays=True,
    )


async def placed(
    client: FloorBot, league_id: int, number: int, channel_id: int, message_id: int, posted_at: datetime
) -> None:
    """The card has been posted."""
    await actions.placed(client.store, Act(league_id, "card", 0, posted_at), number, channel_id, message_id)


def live_card(client: FloorBot) -> Kind:
    """How a dispute's card is drawn and kept."""
    return Kind(partial(drawn, client), partial(placed, client), partial(client.store.read, cards_standing))


def changed(client: FloorBot, league_id: int, number: int) -> None:
    """Something has happened in it: its card is drawn and its thread is told."""
    client.live.touch(DISPUTE_CARD, league_id, number)
    client.due.wake()


# ------------------------------------------------------------------ telling


async def tell(client: FloorBot, job: Job) -> None:
    """Tell the thread what it has not been told, line by line. Without a thread it is told once it has one."""
    telling = await looking.to_tell(client.store, job.league_id, job.subject, client.clock())
    thread_id = telling.look.dispute.thread_id
    if thread_id is None or not telling.steps:
        await client.store.write(finish_job, job)
        return
    for step in telling.steps:
        if not await _say(client, telling.look, thread_id, step):
            await client.store.write(finish_job, job)
            return
        invited = _invited(telling.look, step)
        if invited is not None:
            await thread.invite(client, thread_id, invited)
        await actions.told(client.store, job.league_id, job.subject, step.step_id)
    client.live.set_note(DISPUTE_CARD, job.league_id, job.subject, None)
    client.live.touch(DISPUTE_CARD, job.league_id, job.subject)


def _invited(look: Look, step: Step) -> int | None:
    """The account that comes into the thread with this line: whoever is asked to decide, or saw it; None: nobody."""
    is_witness = step.what == ADDED and look.dispute.role_of(step.about_id or 0) == WITNESS
    player = look.people.get(step.about_id or 0) if step.what == NAMED or is_witness else None
    return None if player is None else player.user_id


async def _say(client: FloorBot, look: Look, thread_id: int, step: Step) -> bool:
    """Say one line; False: the thread is gone or takes nothing, which is noted."""
    message = _message(look, step)
    if message is None:
        return True
    view, pinged = message
    league_id, number = look.dispute.league_id, look.dispute.number
    channel = client.get_partial_messageable(thread_id, guild_id=league_id)
    only = discord.AllowedMentions(users=[discord.Object(each) for each in pinged], everyone=False, roles=False)
    try:
        try:
            await channel.send(view=view, nonce=_nonce(look, step), allowed_mentions=only)
        except discord.HTTPException as error:
            if error.code != ARCHIVED:
                raise
            await _wake(client, thread_id)
            await channel.send(view=view, nonce=_nonce(look, step), allowed_mentions=only)
    except discord.HTTPException as error:
        if error.status >= 500 or error.status == 429:
            raise
        LOG.warning("a dispute's thread is not told: %s", error)
        if isinstance(error, discord.NotFound):
            await thread.lost(client, league_id, number)
        else:
            why = LOCKED if error.code == ARCHIVED else f"Its thread takes nothing. {reason(error)}"
            client.live.set_note(DISPUTE_CARD, league_id, number, why)
        return False
    return True


async def _wake(client: FloorBot, thread_id: int) -> None:
    found = await client.fetch_channel(thread_id)
    if isinstance(found, discord.Thread):
        await thread.wake(found)


def _message(look: Look, step: Step) -> tuple[Card | discord.ui.LayoutView, list[int]] | None:
    """What is said and who is pinged; None: nothing."""
    if step.what == OPENED:
        people = thread.accounts(look)
        return card(text(opening(look.dispute, people))), people
    lines = wording.told(look, step)
    return (render.told_card(look, lines), []) if lines else None


def opening(told: Dispute, user_ids: Iterable[int]) -> str:
    """Its first message, which pings these: what it is about, with no word of anybody's, and where its card is."""
    its_card = "Its card"
    if told.thread_id and told.card_id:
        its_card = f"[Its card]({url(told.league_id, told.thread_id, told.card_id)})"
    lines = [
        f"{' '.join(f'<@{each}>' for each in user_ids)} Dispute {told.number} is open.",
        *wording.matter(told),
        f"{its_card} in this thread says the rest: press **My side** there.",
    ]
    return "\n".join(lines)


def _nonce(look: Look, step: Step) -> str:
    """One message for one line: Discord drops a second."""
    told = look.dispute
    return nonce("dispute", told.league_id, told.number, told.thread_id, step.step_id)


async def deleted(client: FloorBot, league_id: int, thread_id: int) -> None:
    """A thread was deleted; if it was a dispute's, that is noted."""
    number = await actions.number_of_thread(client.store, league_id, thread_id)
    if number is not None:
        await thread.lost(client, league_id, number)


async def fall_due(client: FloorBot, job: Job) -> None:
    """Time opens a seal, reminds, or ends it."""
    if await actions.due(client.store, job, client.clock()):
        changed(client, job.league_id, job.subject)


# ------------------------------------------------------------------ without a thread


async def write(client: FloorBot, job: Job) -> None:
    """Its thread could not be made: everybody concerned but the opener reads in a direct message that it is open."""
    look = await looking.thread_look(client.store, job.league_id, job.subject, client.clock())
    told, opener = look.dispute, look.people.get(look.dispute.opener)
    done = [*job.payload.get("written", ()), None if opener is None else opener.user_id]
    waiting = [] if told.thread_id is not None or look.state == ENDED else thread.accounts(look)
    for user_id in waiting:
        if user_id in done or await client.has_left(job.league_id, user_id):
            continue
        try:
            direct = await client.create_dm(discord.Object(user_id))
            await direct.send(
                view=card(text(_letter(client, told))), nonce=nonce("dispute", told.league_id, told.number)
            )
        except discord.Forbidden as error:
            LOG.info("no direct message: %s", error)
        done.append(user_id)
        await client.store.write(note_on_job, job, {"written": done})
    await client.store.write(finish_job, job)


def _letter(client: FloorBot, told: Dispute) -> str:
    guild = client.get_guild(told.league_id)
    where = f" in {clipped(guild.name, 100)}" if guild is not None and guild.name else ""
    lines = [
        f"**Dispute {told.number}{where} is open, and you are named in it.**",
        *wording.matter(told),
        f"Look at it and give your side with /dispute show {told.number} in that server: it has no thread.",
    ]
    return "\n".join(lines)


Worker = Callable[["FloorBot", Job], Awaitable[None]]
WORKERS: dict[str, Worker] = {TELL: tell, ALONE: write, **dict.fromkeys(BY_TIME, fall_due)}
