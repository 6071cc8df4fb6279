"""A server that removed the bot: all that is kept of it goes after a while, unless the bot is back before.

An outage is no removal: Discord then still names the server, as unavailable.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import discord

from data.due import Job, drop_job, has_job, set_job, take_up
from data.erasing import erase_league, leagues_kept
from data.store import Transaction

if TYPE_CHECKING:
    from cogs.client import FloorBot

LOG = logging.getLogger(__name__)
PURGE = "league.purge"
SUBJECT = 0  # a league has one such job
KEPT_FOR = timedelta(days=30)  # docs/privacy.md says so


def is_gone(client: FloorBot, league_id: int) -> bool:
    """Does Discord no longer name this server among the bot's own, not even as unavailable?"""
    return client.get_guild(league_id) is None


async def removed(client: FloorBot, league_id: int) -> None:
    """The bot has been removed from this server."""
    if league_id in await client.store.read(leagues_kept):
        await client.store.write(_set_purges, [league_id], client.clock())
    client.due.wake()


async def back(client: FloorBot, league_id: int) -> None:
    """The bot is in this server, again or for the first time."""
    await client.store.write(_keep, [league_id])
    client.due.wake()


async def take_stock(client: FloorBot) -> None:
    """What was left or joined while the bot did not hear of it."""
    kept = await client.store.read(leagues_kept)
    gone = [league_id for league_id in kept if is_gone(client, league_id)]
    await client.store.write(_set_purges, gone, client.clock())
    await client.store.write(_keep, [league_id for league_id in kept if league_id not in gone])


def _set_purges(tx: Transaction, league_ids: list[int], now: datetime) -> None:
    for league_id in league_ids:
        if not has_job(tx, league_id, PURGE, SUBJECT):
            set_job(tx, league_id, PURGE, SUBJECT, now + KEPT_FOR)


def _keep(tx: Transaction, league_ids: list[int]) -> None:
    for league_id in league_ids:
        if has_job(tx, league_id, PURGE, SUBJECT):
            drop_job(tx, league_id, PURGE, SUBJECT)
            take_up(tx, league_id)


async def purge(client: FloorBot, job: Job) -> None:
    """The time is over: if the server still is gone, and Discord says so when asked, everything of it goes."""
    if not is_gone(client, job.league_id) or await _is_there(client, job.league_id):
        await client.store.write(_keep, [job.league_id])
        return
    if await client.store.write(_erase, job.league_id):
        client.leagues.drop(job.league_id)
        LOG.info("a league is erased: its server removed the bot")


def _erase(tx: Transaction, league_id: int) -> bool:
    """Everything goes, unless the bot came back while Discord was asked."""
    if not has_job(tx, league_id, PURGE, SUBJECT):
        return False
    erase_league(tx, league_id)
    return True


async def _is_there(client: FloorBot, league_id: int) -> bool:
    try:
        await client.fetch_guild(league_id, with_counts=False)
    except (discord.NotFound, discord.Forbidden):
        return False
    return True
