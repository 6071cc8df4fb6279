"""The server's own scheduled event of a night, kept as the night is. Without the right to make one all else works."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

from cogs.shared.checks import act_of, league_of
from cogs.shared.replies import Interaction
from data.due import Job, finish_job
from data.plans import EVENT, Planned, place_event, planned
from data.settings import all_settings, record_settings
from data.store import Transaction
from league.plan import GAMES
from league.settings import settings_at

if TYPE_CHECKING:
    from cogs.client import FloorBot

LOG = logging.getLogger(__name__)
SAID = "said.no_events"  # this league has been told
MISSING = (
    "I may not make scheduled events in this server, so the night has its card alone; a host can give me Create Events."
)
ABOUT = "Sign up on the night's card in this server."


async def keep_in_step(client: FloorBot, job: Job) -> None:
    """Make, change or call off the event of a night, as the night is."""
    night = await client.store.read(planned, job.league_id, job.subject)
    guild = client.get_guild(job.league_id)
    if night is not None and guild is not None and may_make(guild):
        try:
            await _in_step(client, guild, night, job)
        except discord.HTTPException as error:
            if error.status >= 500 or error.status == 429:
                raise
            LOG.warning("a scheduled event is not kept in step: %s", error)
    await client.store.write(finish_job, job)


def may_make(guild: discord.Guild) -> bool:
    """Has the bot the right to make scheduled events?"""
    me = guild.me
    return me is not None and (me.guild_permissions.create_events or me.guild_permissions.manage_events)


async def _in_step(client: FloorBot, guild: discord.Guild, night: Planned, job: Job) -> None:
    event = await _event(guild, night, job)
    now, plan = client.clock(), night.plan
    if night.cancelled_at is not None:
        if event is not None and event.status == discord.EventStatus.scheduled:
            await event.edit(status=discord.EventStatus.cancelled)
        return
    if plan.starts_at <= now:
        return
    about = f"{GAMES[plan.game]} · {ABOUT}"
    if event is None or event.status != discord.EventStatus.scheduled:
        event = await guild.create_scheduled_event(
            name=plan.title,
            start_time=plan.starts_at,
            end_time=plan.ends_at,
            entity_type=discord.EntityType.external,
            privacy_level=discord.PrivacyLevel.guild_only,
            location=plan.place,
            description=about,
        )
        await client.store.write(place_event, night.league_id, night.night_id, event.id)
        return
    await event.edit(
        name=plan.title, start_time=plan.starts_at, end_time=plan.ends_at, location=plan.place, description=about
    )


async def _event(guild: discord.Guild, night: Planned, job: Job) -> discord.ScheduledEvent | None:
    """The night's event; after a try that was cut off one that is just like it counts as it."""
    if night.event_id is not None:
        try:
            return await guild.fetch_scheduled_event(night.event_id)
        except discord.NotFound:
            return None
    if job.attempts > 1:
        for event in await guild.fetch_scheduled_events():
            same = event.name == night.plan.title and event.start_time == night.plan.starts_at
            if same and guild.me is not None and event.creator_id == guild.me.id:
                return event
    return None


async def missing_right(interaction: Interaction) -> str | None:
    """The one sentence about the missing right, to the first host who plans a night without it."""
    guild = interaction.guild
    if guild is None or may_make(guild):
        return None
    act = act_of(interaction, league_of(interaction), f"no events {interaction.guild_id}")

    def whole(tx: Transaction) -> bool:
        if settings_at(all_settings(tx, act.league_id), act.at).values.get(SAID):
            return False
        record_settings(tx, act, {SAID: True}, act.at, "")
        return True

    return MISSING if await interaction.client.store.write(whole) else None


WORKERS = {EVENT: keep_in_step}
