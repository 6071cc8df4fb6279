"""Discord's shards: with many servers it wants several connections, each for its share of them.

discord.py asks Discord how many, and opens them one after the other, five seconds apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord.state import AutoShardedConnectionState

if TYPE_CHECKING:
    from cogs.client import FloorBot

    State = AutoShardedConnectionState[FloorBot]
else:
    State = AutoShardedConnectionState


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
