"""What a night says by itself, where its cockpit stands."""

from __future__ import annotations

import logging
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import discord

from cogs.shared.live import COCKPIT, reason
from data.nights import Night

if TYPE_CHECKING:
    from cogs.client import FloorBot

LOG = logging.getLogger(__name__)


def nonce(*about: object) -> str:
    """One message for one thing: Discord drops a second, also after a crash before the first was noted."""
    return sha256(" ".join(map(str, about)).encode()).hexdigest()[:24]


async def post(client: FloorBot, night: Night, nonce: str, **message: Any) -> None:
    """Say it where the cockpit stands. What Discord will not take is not tried again: the cockpit says so."""
    if night.channel_id is None:
        return
    channel = client.get_partial_messageable(night.channel_id, guild_id=night.league_id)
    trouble = None
    try:
        await channel.send(nonce=nonce, **message)
    except discord.HTTPException as error:
        if error.status >= 500 or error.status == 429:
            raise
        LOG.warning("what fell due cannot be said: %s", error)
        trouble = f"What fell due could not be said. {reason(error)}"
    client.live.set_note(COCKPIT, night.league_id, night.night_id, trouble)
