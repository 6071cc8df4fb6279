"""Everything that the commands, presses and due work of disputes need, in one import when somebody first needs it."""

from __future__ import annotations

from cogs.dispute import deciding, opening, pressed, telling, views
from cogs.shared.live import DISPUTE_CARD

__all__ = ["CARDS", "ROUTES", "WORKERS", "deciding", "opening", "pressed", "telling", "views"]

CARDS = {DISPUTE_CARD: telling.live_card}
WORKERS = telling.WORKERS
ROUTES = {**opening.ROUTES, **views.ROUTES, **deciding.ROUTES}
