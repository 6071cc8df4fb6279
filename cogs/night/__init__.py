"""`/night`: one evening of play, its staff, and the host's cockpit."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cogs.client import FloorBot


async def setup(bot: FloorBot) -> None:
    """Add the commands, the cockpit, and what falls due in a night."""
    from cogs.night.cog import NightCog

    await bot.add_cog(NightCog(bot))
