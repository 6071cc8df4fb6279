"""`/money`: who owes what and why, and books that close to zero."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cogs.client import FloorBot


async def setup(bot: FloorBot) -> None:
    """Add the commands and the answers to their buttons."""
    from cogs.money.cog import MoneyCog

    await bot.add_cog(MoneyCog(bot))
