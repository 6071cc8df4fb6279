"""`/me`: what everybody can see and settle for themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cogs.client import FloorBot


async def setup(bot: FloorBot) -> None:
    """Add the command and its button's answer."""
    from cogs.me.cog import MeCog

    await bot.add_cog(MeCog(bot))
