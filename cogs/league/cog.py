"""The `/league` commands: for staff, in servers only."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from cogs.shared.choosing import Choice, choices
from cogs.shared.feature import Feature
from cogs.shared.names import KIND_NAMES
from cogs.shared.replies import Interaction
from cogs.shared.who import Guest
from league.settings import OUTCOMES

if TYPE_CHECKING:
    from types import ModuleType

    from cogs.client import FloorBot

KIND_CHOICES = choices(**KIND_NAMES)
OUTCOME_CHOICES = choices(**OUTCOMES)
FROM_HELP = "From which day, like 2026-03-14; empty: from now on"


def presses() -> ModuleType:
    """What the commands and their buttons do, imported when somebody first needs it."""
    from cogs.league import doing

    return doing


@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True, users=False)
@app_commands.default_permissions(manage_guild=True)
class LeagueCog(Feature, group_name="league", group_description="How this league is set up (staff)"):
    """Settings: every change is dated, and what was in force earlier stays known."""

    house_rule = app_commands.Group(name="house-rule", description="Alternate Rules, and rules of your own")

    def __init__(self, bot: FloorBot) -> None:
        super().__init__(bot, presses)

    @app_commands.command(name="setup")
    async def setup(self, interaction: Interaction) -> None:
        """Set the league up, screen by screen; everything works before it, too."""
        await presses().setup(interaction)

    @app_commands.command(name="week")
    @app_commands.describe(where="In which channel a rule is posted every Monday at noon; without it none is any more")
    async def week(self, interaction: Interaction, where: discord.TextChannel | None = None) -> None:
        """Have a rule of the week posted in a channel, to talk about; or stop it."""
        await presses().week(interaction, where)

    @app_commands.command(name="show")
    @app_commands.describe(on="The day to look at, like 2026-03-14; empty: now")
    async def show(self, interaction: Interaction, on: str | None = None) -> None:
        """Show what is in force, or what was on a day."""
        await presses().show_settings(interaction, on)

    @app_commands.command(name="status")
    async def status(self, interaction: Interaction) -> None:
        """Show how the bot is: Discord, the books, what falls due, the last backup, late answers."""
        await presses().status(interaction)

    @app_commands.command(name="history")
    async def history(self, interaction: Interaction) -> None:
        """Show who changed what, newest first."""
        await presses().history(interaction)

    @app_commands.command(name="books")
    @app_commands.describe(kind="For which games", order="The book that rules comes first", start=FROM_HELP)
    @app_commands.rename(start="from")
    @app_commands.choices(kind=KIND_CHOICES)
    async def books(self, interaction: Interaction, kind: str, order: str, start: str | None = None) -> None:
        """Set the order of books for one kind of game."""
        await presses().books(interaction, kind, order, start)

    @books.autocomplete("order")
    async def suggest_order(self, interaction: Interaction, typed: str) -> list[Choice]:
        """Every order of the books, by name."""
        offered: list[Choice] = presses().orders(typed)
        return offered

    @house_rule.command(name="alternate")
    @app_commands.describe(rule="The Alternate Rule", on="On or off", start=FROM_HELP)
    @app_commands.rename(start="from")
    async def alternate(self, interaction: Interaction, rule: str, on: bool, start: str | None = None) -> None:
        """Switch an Alternate Rule of the Rulebook on or off."""
        await presses().alternate(interaction, rule, on, start)

    @alternate.autocomplete("rule")
    async def suggest_alternate(self, interaction: Interaction, typed: str) -> list[Choice]:
        """The Alternate Rules, in a line each."""
        offered: list[Choice] = presses().alternates(typed)
        return offered

    @house_rule.command(name="own")
    @app_commands.describe(
        incident="What it settles, if it settles an incident",
        outcome="How it is settled, e.g. misdeal",
        start=FROM_HELP,
    )
    @app_commands.rename(start="from")
    @app_commands.choices(outcome=OUTCOME_CHOICES)
    async def own(
        self,
        interaction: Interaction,
        incident: str | None = None,
        outcome: str | None = None,
        start: str | None = None,
    ) -> None:
        """Write a rule of your own; it stands ahead of the books."""
        await presses().own(interaction, incident, outcome, start)

    @own.autocomplete("incident")
    async def suggest_incident(self, interaction: Interaction, typed: str) -> list[Choice]:
        """What can go wrong at a table."""
        offered: list[Choice] = presses().incidents(typed)
        return offered

    @house_rule.command(name="withdraw")
    @app_commands.describe(number="The rule's number in /league show", start=FROM_HELP)
    @app_commands.rename(start="from")
    async def withdraw(
        self, interaction: Interaction, number: app_commands.Range[int, 1, 100_000], start: str | None = None
    ) -> None:
        """Take a rule of your own out of force; what it ruled before stays known."""
        await presses().withdraw(interaction, number, start)

    @app_commands.command(name="misses")
    async def misses(self, interaction: Interaction) -> None:
        """Questions no rule answered, without who asked."""
        await presses().misses(interaction)

    @app_commands.command(name="forget")
    @app_commands.describe(
        person="Somebody with an account; its id will do when they have left", guest="A guest by name"
    )
    async def forget(
        self, interaction: Interaction, person: discord.User | None = None, guest: Guest | None = None
    ) -> None:
        """Have somebody forgotten who asked for it: read first what goes and what stays."""
        await presses().forget(interaction, person, guest)
