"""The `/rule` commands and "Look up the rule" on a message."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from cogs.shared.choosing import Choice, choices
from cogs.shared.feature import Feature
from cogs.shared.names import ALL_BOOKS, BOOK_CHOICES
from cogs.shared.replies import Interaction
from data.week import WEEK
from rules.names import CARD_PARTS

if TYPE_CHECKING:
    from types import ModuleType

    from cogs.client import FloorBot

EVERYWHERE = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
BOTH_INSTALLS = app_commands.AppInstallationType(guild=True, user=True)
PART_CHOICES = choices(**CARD_PARTS)


def presses() -> ModuleType:
    """What the commands and their buttons do, imported when somebody first needs it."""
    from cogs.rule import presses as everything

    return everything


class RuleCog(Feature, group_name="rule", group_description="What the books say, and which one is in force tonight"):
    """Questions about the rules: every answer is private until it is shared."""

    def __init__(self, bot: FloorBot) -> None:
        look_up_rule = app_commands.ContextMenu(
            name="Look up the rule",
            callback=look_up,
            allowed_contexts=EVERYWHERE,
            allowed_installs=BOTH_INSTALLS,
        )
        super().__init__(bot, presses, due=(WEEK,), menus=(look_up_rule,))

    async def cog_load(self) -> None:
        """A question can be asked anywhere, also in direct messages."""
        group = self.app_command
        assert group is not None  # a GroupCog always has one
        group.allowed_contexts, group.allowed_installs = EVERYWHERE, BOTH_INSTALLS
        await super().cog_load()

    @app_commands.command(name="ask")
    @app_commands.describe(question="What happened, or what you want to know", book="Only this book")
    @app_commands.choices(book=BOOK_CHOICES)
    async def ask(self, interaction: Interaction, question: str, book: str = ALL_BOOKS) -> None:
        """Ask any rule question in your own words."""
        await presses().views.ask(interaction, question, book)

    @app_commands.command(name="show")
    @app_commands.describe(rule="A number, a heading or what players call it")
    async def show(self, interaction: Interaction, rule: str) -> None:
        """Show a rule, or a topic with the books side by side."""
        await presses().views.show_value(interaction, rule)

    @show.autocomplete("rule")
    async def suggest(self, interaction: Interaction, typed: str) -> list[Choice]:
        """Topics, clauses, words and the league's own rules that fit what is typed."""
        offered: list[Choice] = await presses().views.suggested(interaction, typed)
        return offered

    @app_commands.command(name="card")
    @app_commands.describe(part="Which part of the card")
    @app_commands.choices(part=PART_CHOICES)
    async def card(self, interaction: Interaction, part: str = "before") -> None:
        """The dealer's pocket card: what to do and say, each line with its rule."""
        await presses().views.pocket_card(interaction, part)


async def look_up(interaction: Interaction, message: discord.Message) -> None:
    """Look up the rule a message is about."""
    await presses().views.ask(interaction, message.content)
