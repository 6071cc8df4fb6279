"""The `/rule` commands and "Look up the rule" on a message."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.rule import actions, views
from cogs.shared.choosing import choices
from cogs.shared.names import BOOK_CHOICES
from cogs.shared.replies import Interaction
from data.due import Job
from data.week import WEEK
from rules.library import CARD_PARTS, load

if TYPE_CHECKING:
    from cogs.client import FloorBot

EVERYWHERE = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
BOTH_INSTALLS = app_commands.AppInstallationType(guild=True, user=True)
PART_CHOICES = choices(**CARD_PARTS)


class RuleCog(
    commands.GroupCog, group_name="rule", group_description="What the books say, and which one is in force tonight"
):
    """Questions about the rules: every answer is private until it is shared."""

    def __init__(self, bot: FloorBot) -> None:
        self._bot = bot
        self._look_up = app_commands.ContextMenu(
            name="Look up the rule",
            callback=look_up,
            allowed_contexts=EVERYWHERE,
            allowed_installs=BOTH_INSTALLS,
        )

    async def cog_load(self) -> None:
        """Add what a group cannot hold: the context menu and the buttons' answers."""
        group = self.app_command
        assert group is not None  # a GroupCog always has one
        group.allowed_contexts, group.allowed_installs = EVERYWHERE, BOTH_INSTALLS
        self._bot.tree.add_command(self._look_up)
        self._bot.router.add_all(views.ROUTES)
        self._bot.due.add(WEEK, self._post_week)

    async def cog_unload(self) -> None:
        """Take both away again."""
        self._bot.tree.remove_command(self._look_up.name, type=self._look_up.type)
        self._bot.router.remove_all(views.ROUTES)
        self._bot.due.remove(WEEK)

    async def _post_week(self, job: Job) -> None:
        from cogs.rule.week import post_week

        await post_week(self._bot, job)

    @app_commands.command(name="ask")
    @app_commands.describe(question="What happened, or what you want to know", book="Only this book")
    @app_commands.choices(book=BOOK_CHOICES)
    async def ask(self, interaction: Interaction, question: str, book: str = views.ALL_BOOKS) -> None:
        """Ask any rule question in your own words."""
        await views.ask(interaction, question, book)

    @app_commands.command(name="show")
    @app_commands.describe(rule="A number, a heading or what players call it")
    async def show(self, interaction: Interaction, rule: str) -> None:
        """Show a rule, or a topic with the books side by side."""
        await views.show_value(interaction, rule)

    @show.autocomplete("rule")
    async def suggest(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Topics, clauses, words and the league's own rules that fit what is typed."""
        place = await views.place_of(interaction)
        offers = actions.suggestions(load(), typed[:100], place.standing.own_rules)
        return [app_commands.Choice(name=name, value=value) for name, value in offers]

    @app_commands.command(name="card")
    @app_commands.describe(part="Which part of the card")
    @app_commands.choices(part=PART_CHOICES)
    async def card(self, interaction: Interaction, part: str = "before") -> None:
        """The dealer's pocket card: what to do and say, each line with its rule."""
        await views.pocket_card(interaction, part)


async def look_up(interaction: Interaction, message: discord.Message) -> None:
    """Look up the rule a message is about."""
    await views.ask(interaction, message.content)
