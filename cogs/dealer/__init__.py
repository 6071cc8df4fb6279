"""`/dealer`: a dealer's duty from signing up to the release, downs and pushes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cogs.client import FloorBot


async def setup(bot: FloorBot) -> None:
    """Add the commands and the answers to their buttons."""
    from cogs.dealer.cog import DealerCog

    await bot.add_cog(DealerCog(bot))
