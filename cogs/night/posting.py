"""What a night says by itself: where its cockpit stands, in its thread, or once in a channel."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

import discord

from cogs.shared.live import COCKPIT, reason
from cogs.shared.replies import nonce, walk
from data.due import Job, note_on_job
from data.nights import Night
from data.plans import Planned, place_thread

if TYPE_CHECKING:
    from cogs.client import FloorBot

LOG = logging.getLogger(__name__)
MOST_LOOKED_AT = 100  # messages of a place


async def post(client: FloorBot, night: Night, key: str, **message: Any) -> None:
    """Say it where the cockpit stands. What Discord will not take is not tried again: the cockpit says so."""
    if night.channel_id is None:
        return
    channel = client.get_partial_messageable(night.channel_id, guild_id=night.league_id)
    trouble = None
    try:
        await channel.send(nonce=key, **message)
    except discord.HTTPException as error:
        if error.status >= 500 or error.status == 429:
            raise
        LOG.warning("what fell due cannot be said: %s", error)
        trouble = f"What fell due could not be said. {reason(error)}"
    client.live.set_note(COCKPIT, night.league_id, night.night_id, trouble)


async def say_once(client: FloorBot, job: Job, place: discord.PartialMessageable, told: str, **message: Any) -> None:
    """Say this there for the job in hand, unless it stands there already. `told`: its words, by which it is found.

    Discord drops a second message of one nonce for some minutes only. So it is noted after which message it is going
    to stand (`after` of the job), and a later try looks there first.
    """
    after = job.payload.get("after")
    if after is None:
        newest = [said.id async for said in _said(place, limit=1)]
        after = newest[0] if newest else place.id
        await client.store.write(note_on_job, job, {**job.payload, "after": after})
    elif [
        said
        async for said in _said(place, after=discord.Object(after))
        if _words(said) == told and said.author == client.user
    ]:
        return
    try:
        await place.send(nonce=nonce(job.league_id, job.kind, job.subject, job.due_at.timestamp()), **message)
    except (discord.Forbidden, discord.NotFound) as error:
        LOG.warning("what fell due cannot be said: %s", error)


async def _said(
    place: discord.PartialMessageable, *, limit: int = MOST_LOOKED_AT, after: discord.Object | None = None
) -> AsyncIterator[discord.Message]:
    """What stands in a place; nothing where that may not be read."""
    try:
        async for message in place.history(limit=limit, after=after):
            yield message
    except (discord.Forbidden, discord.NotFound) as error:
        LOG.info("what was said cannot be looked for: %s", error)


def _words(message: discord.Message) -> str:
    """A message's text, or its card's."""
    shown = (part.content for part in walk(message.components) if isinstance(part, discord.TextDisplay))
    return message.content or "\n".join(shown)


async def thread_of(client: FloorBot, night: Planned) -> discord.PartialMessageable | None:
    """The night's own thread, made when it is first needed."""
    if night.thread_id is not None:
        return client.get_partial_messageable(night.thread_id, guild_id=night.league_id)
    guild = client.get_guild(night.league_id)
    channel = None if guild is None or night.channel_id is None else guild.get_channel(night.channel_id)
    if not isinstance(channel, discord.TextChannel):
        return (
            None
            if night.channel_id is None
            else client.get_partial_messageable(night.channel_id, guild_id=night.league_id)
        )
    try:
        thread = await channel.create_thread(
            name=night.plan.title, type=discord.ChannelType.public_thread, auto_archive_duration=10080
        )
    except discord.HTTPException as error:
        if error.status >= 500 or error.status == 429:
            raise
        LOG.warning("a night gets no thread: %s", error)
        return None
    await client.store.write(place_thread, night.league_id, night.night_id, thread.id)
    return client.get_partial_messageable(thread.id, guild_id=night.league_id)
