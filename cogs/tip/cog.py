"""The `/tip` commands: in servers only, for everybody, privately."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from cogs.shared.choosing import Choice, choices, value_of
from cogs.shared.feature import Feature
from cogs.shared.replies import Interaction

if TYPE_CHECKING:
    from types import ModuleType

    from cogs.client import FloorBot

EVENINGS = choices(felted="I was felted", even="About even", big_win="A big win")
SPLITS = choices(downs="By the downs each has dealt", minutes="By the minutes each has dealt", equally="Equally")


def presses() -> ModuleType:
    """What the commands and their buttons do, imported when somebody first needs it."""
    from cogs.tip import views

    return views


@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True, users=False)
class TipCog(Feature, group_name="tip", group_description="Thank the volunteers who deal: any amount or nothing"):
    """Tips, between the giver and the tip box."""

    def __init__(self, bot: FloorBot) -> None:
        super().__init__(bot, presses)

    @app_commands.command(name="give")
    @app_commands.describe(
        dealer="A dealer, the volunteers together, or the host",
        amount="How much; without it, choose",
        receipt="No: not even you keep a note of it, and it cannot be taken back",
    )
    async def give(
        self,
        interaction: Interaction,
        dealer: app_commands.Range[str, 1, 60] | None = None,
        amount: str | None = None,
        receipt: bool = True,
    ) -> None:
        """Note a tip for tonight's dealers; nobody sees who gave it."""
        await presses().give(interaction, dealer, amount, receipt)

    @give.autocomplete("dealer")
    async def dealers(self, interaction: Interaction, typed: str) -> list[Choice]:
        """Tonight's dealers."""
        offered: list[Choice] = await presses().dealers(interaction, typed)
        return offered

    @app_commands.command(name="suggest")
    @app_commands.describe(evening="How the night turned out for you")
    @app_commands.choices(evening=EVENINGS)
    async def suggest(self, interaction: Interaction, evening: Choice | None = None) -> None:
        """What the house suggests, for you alone."""
        await presses().suggest(interaction, value_of(evening))

    @app_commands.command(name="policy")
    @app_commands.describe(
        suggests="Does the league suggest a range? (host or TD)",
        low="From how much (host or TD)",
        high="Up to how much (host or TD)",
        split="How what is given for the volunteers is shared (host or TD)",
        from_day="From which day, like 2026-03-14; without it, from now on",
    )
    @app_commands.rename(from_day="from")
    @app_commands.choices(split=SPLITS)
    async def policy(
        self,
        interaction: Interaction,
        suggests: bool | None = None,
        low: str | None = None,
        high: str | None = None,
        split: Choice | None = None,
        from_day: str | None = None,
    ) -> None:
        """The league's way with tips; hosts and TDs set it."""
        await presses().policy(interaction, suggests, low, high, value_of(split), from_day)
