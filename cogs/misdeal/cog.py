"""The `/misdeal` commands and "Get a ruling" on a message: in servers only."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from cogs.shared.choosing import Choice, value_of
from cogs.shared.feature import Feature
from cogs.shared.names import BOOK_CHOICES
from cogs.shared.refusals import Refusal
from cogs.shared.replies import Interaction, tidy
from data.due_names import CLOSE_CASE, DRAW_CASE

if TYPE_CHECKING:
    from types import ModuleType

    from cogs.client import FloorBot

LARGEST_CASE = 2**53 - 1  # what Discord takes as a number


def presses() -> ModuleType:
    """What a case needs, imported when somebody first needs it."""
    from cogs.misdeal import presses as everything

    return everything


@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True, users=False)
class MisdealCog(Feature, group_name="misdeal", group_description="Something went wrong at the table: get a ruling"):
    """One public card a case, drawn in place."""

    def __init__(self, bot: FloorBot) -> None:
        get_a_ruling = app_commands.ContextMenu(
            name="Get a ruling",
            callback=get_ruling,
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        super().__init__(bot, presses, due=(CLOSE_CASE, DRAW_CASE), menus=(get_a_ruling,))

    @app_commands.command(name="start")
    @app_commands.describe(story="What happened, in your own words; you can leave it out")
    async def start(self, interaction: Interaction, story: str = "") -> None:
        """Something went wrong: a few presses, and everybody sees the ruling."""
        await presses().views.start(interaction, story)

    @app_commands.command(name="cases")
    @app_commands.describe(incident="What went wrong", day="The day, like 2026-03-14")
    async def cases(self, interaction: Interaction, incident: str | None = None, day: str | None = None) -> None:
        """List this league's cases, newest first."""
        await presses().looks.show_cases(interaction, incident, day)

    @cases.autocomplete("incident")
    async def suggest_incident(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """What can go wrong at a table, in the order of a hand."""
        fitting = [
            app_commands.Choice(name=entry.name, value=key)
            for key, entry in presses().vocabulary().incidents.items()
            if typed.lower() in f"{entry.name} {entry.label}".lower()
        ]
        return fitting[:25]

    @app_commands.command(name="case")
    @app_commands.describe(number="The case's number")
    async def case(self, interaction: Interaction, number: app_commands.Range[int, 1, LARGEST_CASE]) -> None:
        """Show a case as it is kept: the ruling, the answers, who decided."""
        await presses().looks.show_case(interaction, str(number))

    @app_commands.command(name="action")
    async def action(self, interaction: Interaction) -> None:
        """Count the action of a hand tap by tap: is it substantial yet?"""
        await presses().count_views.open_counter(interaction)

    @app_commands.command(name="refund")
    async def refund(self, interaction: Interaction) -> None:
        """Fouled deck: what each player gets back from the pot."""
        await presses().refund_views.open_refund(interaction)

    @app_commands.command(name="drill")
    @app_commands.describe(book="The book to practise; without it, the one in force here")
    @app_commands.choices(book=BOOK_CHOICES)
    async def drill(self, interaction: Interaction, book: Choice | None = None) -> None:
        """Practise: a situation to rule, then the answer with its why. No score is kept."""
        await presses().drill_views.start(interaction, value_of(book))


async def get_ruling(interaction: Interaction, message: discord.Message) -> None:
    """Open a case with a message as its story."""
    if not tidy(message.content):
        raise Refusal("That message has no words to read: open a case with /misdeal start and tell what happened.")
    await presses().views.start(interaction, message.content)
