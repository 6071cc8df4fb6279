"""`/table`: whose deal, whose shuffle, whose cut, and everything that is done at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cogs.client import FloorBot


async def setup(bot: FloorBot) -> None:
    """Add the commands, the answers to a table's buttons and its live card."""
    from cogs.table.cog import TableCog

    await bot.add_cog(TableCog(bot))
