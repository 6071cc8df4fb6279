"""Everything that the commands, presses and due work of a night need, in one place.

The cog imports it when somebody first needs it, so that the bot starts as fast as before.
"""

from __future__ import annotations

from cogs.night import announce, cockpit, events, fill_views, planning_views, repeat_views, signup_views, telling, views
from cogs.shared.live import COCKPIT, NIGHT_CARD

__all__ = [
    "CARDS",
    "ROUTES",
    "WORKERS",
    "cockpit",
    "fill_views",
    "planning_views",
    "repeat_views",
    "signup_views",
    "views",
]

CARDS = {COCKPIT: views.live_card, NIGHT_CARD: signup_views.live_card}
ROUTES = {
    **views.ROUTES,
    **planning_views.ROUTES,
    **signup_views.ROUTES,
    **telling.ROUTES,
    **fill_views.ROUTES,
    **repeat_views.ROUTES,
}
WORKERS = {**announce.WORKERS, **telling.WORKERS, **events.WORKERS, **repeat_views.WORKERS, **fill_views.WORKERS}
