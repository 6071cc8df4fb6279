"""`/tip`: any amount or nothing, between the giver and the tip box."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cogs.client import FloorBot


async def setup(bot: FloorBot) -> None:
    """Add the commands and the answers to their buttons."""
    from cogs.tip.cog import TipCog

    await bot.add_cog(TipCog(bot))
