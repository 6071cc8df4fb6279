"""Everything that the commands and presses of the books need, in one place.

The cog imports it when somebody first needs it, so that the bot starts as fast as before.
"""

from __future__ import annotations

from cogs.money import views

__all__ = ["ROUTES", "views"]

ROUTES = views.ROUTES
