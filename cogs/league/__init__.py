"""`/league`: how the league is set up, for its staff."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cogs.client import FloorBot


async def setup(bot: FloorBot) -> None:
    """Add the commands and the answers to the setup's screens."""
    from cogs.league.cog import LeagueCog

    await bot.add_cog(LeagueCog(bot))
