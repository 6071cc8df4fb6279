"""Everything that the commands, presses and cards of a table need, in one place.

The cog imports it when somebody first needs it, so that the bot starts as fast as before.
"""

from __future__ import annotations

from cogs.shared.live import TABLE_CARD
from cogs.shared.routes import Handler, Route
from cogs.table import actions, deck, opening, panels, people, suggesting, taking_back, views

__all__ = ["CARDS", "ROUTES", "actions", "deck", "opening", "panels", "people", "suggesting", "taking_back", "views"]

CARDS = {TABLE_CARD: views.live_card}
ROUTES: dict[Route, Handler] = {**views.ROUTES, **panels.ROUTES}
