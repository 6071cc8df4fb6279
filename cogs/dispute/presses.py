"""Everything that the commands, presses and due work of disputes need, in one import when somebody first needs it."""

from __future__ import annotations

from cogs.dispute import deciding, opening, pressed, telling, views

__all__ = ["ROUTES", "deciding", "opening", "pressed", "telling", "views"]

ROUTES = {**opening.ROUTES, **views.ROUTES, **deciding.ROUTES}
