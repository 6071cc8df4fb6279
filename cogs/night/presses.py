"""Everything that the commands, presses and due work of a night need, in one place.

The cog imports it when somebody first needs it, so that the bot starts as fast as before.
"""

from __future__ import annotations

from cogs.night import announce, cockpit, views

__all__ = ["ROUTES", "announce", "cockpit", "views"]

ROUTES = views.ROUTES
