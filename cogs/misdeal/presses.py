"""Everything that the commands and presses of a case need, in one place.

The cog imports it when somebody first needs it, so that the bot starts as fast as before.
"""

from __future__ import annotations

from cogs.misdeal import count_views, drill_views, looks, refund_views, views
from cogs.shared.routes import Handler, Route
from rules.facts import vocabulary

__all__ = ["ROUTES", "WORKERS", "count_views", "drill_views", "looks", "refund_views", "views", "vocabulary"]

WORKERS = views.WORKERS
ROUTES: dict[Route, Handler] = {
    **views.ROUTES,
    **count_views.ROUTES,
    **refund_views.ROUTES,
    **drill_views.ROUTES,
}
