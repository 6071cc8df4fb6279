"""`/rule`: a question, a clause, the dealer's pocket card."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cogs.client import FloorBot


async def setup(bot: FloorBot) -> None:
    """Add the commands and the answers to their buttons."""
    from cogs.rule.cog import RuleCog

    await bot.add_cog(RuleCog(bot))
