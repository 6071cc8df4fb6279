"""Discord's shards: with many servers it wants several connections, each for its share of them.

discord.py asks Discord how many, and opens them one after the other, five seconds apart.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

import aiohttp
import yarl
from discord.ext import commands
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.shard import Shard
from discord.state import AutoShardedConnectionState

if TYPE_CHECKING:
    from cogs.client import FloorBot

    State = AutoShardedConnectionState[FloorBot]
else:
    State = AutoShardedConnectionState

LOG = logging.getLogger(__name__)
PASSING = (OSError, TimeoutError, aiohttp.ClientError, ReconnectWebSocket)  # what ends by itself
WAIT_SECONDS = 5.0  # Discord takes one connection in five seconds
LONGEST_WAIT_SECONDS = 60.0


class ShardedState(State):
    """What is known of the servers. A shard's new session names all that are left in its share.

    discord.py keeps those it does not name, unless there is one connection only: a server that removed the bot
    while it was away would count as there.
    """

    def parse_ready(self, data: Any) -> None:
        """A new session: what was known of this shard's servers is told anew."""
        for guild in list(self.guilds):
            if guild.shard_id == data["shard"][0]:
                self._remove_guild(guild)
        super().parse_ready(data)


class ShardedBot(commands.AutoShardedBot):
    """Opens its connections at the start until Discord takes them, or ends where it never will."""

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        """Open one connection; while Discord is away it is tried again, less and less often.

        discord.py tries again whatever was said, each try inside the one before, with all their traces in the log.
        Raises discord.ConnectionClosed where Discord refuses for good.
        """
        wait = WAIT_SECONDS
        while True:
            try:
                opening = DiscordWebSocket.from_client(self, initial=initial, gateway=gateway, shard_id=shard_id)
                socket = await asyncio.wait_for(opening, self.shard_connect_timeout)
                break
            except PASSING as error:
                LOG.warning("no connection %d: %s; tried again in %d s", shard_id, told(error), wait)
                await asyncio.sleep(wait)
                wait = min(2 * wait, LONGEST_WAIT_SECONDS)
        inside: Any = self  # discord.py keeps both to itself
        shard = Shard(socket, self, inside._AutoShardedClient__queue.put_nowait)
        inside._AutoShardedClient__shards[shard_id] = shard
        shard.launch()


def told(error: BaseException | None) -> str:
    """What went wrong with a connection, in a few words."""
    return f"{type(error).__name__} {error}".strip()


def without_trace(record: logging.LogRecord) -> bool:
    """A connection that is tried again is one line of the log. discord.py would give every try its trace."""
    if record.exc_info:
        record.msg, record.args = f"{record.getMessage()} ({told(record.exc_info[1])})", ()
        record.exc_info, record.levelno, record.levelname = None, logging.WARNING, "WARNING"
    return True


logging.getLogger("discord.shard").addFilter(without_trace)
