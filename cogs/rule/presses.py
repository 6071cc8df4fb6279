"""Everything that the commands and presses of the rules need, in one place; the cog imports it when it is needed."""

from __future__ import annotations

from cogs.rule import views
from cogs.rule.week import post_week
from data.week import WEEK

__all__ = ["ROUTES", "WORKERS", "views"]

ROUTES = views.ROUTES
WORKERS = {WEEK: post_week}
