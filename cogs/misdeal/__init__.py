"""`/misdeal`: something went wrong at a table, and what is done about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cogs.client import FloorBot


async def setup(bot: FloorBot) -> None:
    """Add the commands and the answers to a case's buttons."""
    from cogs.misdeal.cog import MisdealCog

    await bot.add_cog(MisdealCog(bot))
