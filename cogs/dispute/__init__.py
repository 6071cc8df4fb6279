"""`/dispute`: an argument after the game, heard and ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cogs.client import FloorBot


async def setup(bot: FloorBot) -> None:
    """Add the commands, the presses, the cards and what falls due."""
    from cogs.dispute.cog import DisputeCog

    await bot.add_cog(DisputeCog(bot))
