"""How a feature joins the bot: its slash command group, and what is imported when somebody first needs it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

if TYPE_CHECKING:
    from types import ModuleType

    from cogs.client import FloorBot
    from cogs.shared.live import Kind
    from data.due import Job


class Feature(commands.GroupCog):
    """One slash command group with its buttons, live cards, due work and entries in menus.

    `everything`: imports what does it all. There ROUTES answer the presses, CARDS tell how each kind of `cards` is
    drawn, and WORKERS do each kind of `due`.
    """

    def __init__(
        self,
        bot: FloorBot,
        everything: Callable[[], ModuleType],
        *,
        cards: Sequence[str] = (),
        due: Sequence[str] = (),
        menus: Sequence[app_commands.ContextMenu] = (),
    ) -> None:
        self._bot = bot
        self._everything = everything
        self._cards, self._due, self._menus = cards, due, menus

    async def cog_load(self) -> None:
        """Answer the presses, draw the cards, do the due work."""
        self._bot.router.add_later(lambda: self._everything().ROUTES)
        for kind in self._cards:
            self._bot.live.add_later(kind, partial(self._card, kind))
        for kind in self._due:
            self._bot.due.add(kind, self._work)
        for menu in self._menus:
            self._bot.tree.add_command(menu)

    async def cog_unload(self) -> None:
        """Stop all of it."""
        self._bot.router.remove_all(self._everything().ROUTES)
        for kind in self._cards:
            self._bot.live.remove(kind)
        for kind in self._due:
            self._bot.due.remove(kind)
        for menu in self._menus:
            self._bot.tree.remove_command(menu.name, type=menu.type)

    def _card(self, kind: str) -> Kind:
        drawn: Kind = self._everything().CARDS[kind](self._bot)
        return drawn

    async def _work(self, job: Job) -> None:
        await self._everything().WORKERS[job.kind](self._bot, job)
