"""The `/dealer` commands: in servers only. Staff for what touches others, anyone for themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from cogs.shared.feature import Feature
from cogs.shared.replies import Interaction
from cogs.shared.who import Guest

if TYPE_CHECKING:
    from types import ModuleType

    from cogs.client import FloorBot

Table = app_commands.Range[int, 1, 99]
WHO = {"player": "Who, if not you (staff)", "guest": "The same by name, for somebody without Discord (staff)"}


def presses() -> ModuleType:
    """What the commands and their buttons do, imported when somebody first needs it."""
    from cogs.dealer import views

    return views


@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True, users=False)
class DealerCog(Feature, group_name="dealer", group_description="Who deals: duty, downs, pushes and breaks"):
    """A dealer's evening."""

    def __init__(self, bot: FloorBot) -> None:
        super().__init__(bot, presses)

    @app_commands.command(name="start")
    @app_commands.describe(
        table="The table's number", balance="What of the full entry is still to be paid (staff)", **WHO
    )
    async def start(
        self,
        interaction: Interaction,
        table: Table,
        player: discord.Member | None = None,
        guest: Guest | None = None,
        balance: str | None = None,
    ) -> None:
        """Begin to deal at a table, or join its rotation if somebody deals."""
        await presses().start(interaction, table, player, guest, balance)

    @app_commands.command(name="bust")
    @app_commands.describe(undo="Yes: it was a mistake, and the seat is given back", **WHO)
    async def bust(
        self,
        interaction: Interaction,
        player: discord.Member | None = None,
        guest: Guest | None = None,
        undo: bool = False,
    ) -> None:
        """Out of the tournament: deal on until the table breaks."""
        await presses().bust(interaction, player, guest, undo=undo)

    @app_commands.command(name="buyout")
    @app_commands.describe(balance="What of the full entry is still to be paid (staff)", **WHO)
    async def buyout(
        self,
        interaction: Interaction,
        player: discord.Member | None = None,
        guest: Guest | None = None,
        balance: str | None = None,
    ) -> None:
        """Buy out of dealing: what is due, and a host confirms it."""
        await presses().buy_out(interaction, player, guest, balance)

    @app_commands.command(name="replace")
    @app_commands.describe(
        player="Who is to deal on, from the same table",
        guest="The same by name, for somebody without Discord",
        table="Whose dealer, if it is not you (staff)",
    )
    async def replace(
        self,
        interaction: Interaction,
        player: discord.Member | None = None,
        guest: Guest | None = None,
        table: Table | None = None,
    ) -> None:
        """Ask somebody at the table to deal on after a buy-out."""
        await presses().replace(interaction, player, guest, table)

    @app_commands.command(name="relieve")
    @app_commands.describe(**WHO)
    async def relieve(
        self, interaction: Interaction, player: discord.Member | None = None, guest: Guest | None = None
    ) -> None:
        """The replacement who agreed deals on, and the dealer is done."""
        await presses().relieve(interaction, player, guest)

    @app_commands.command(name="release")
    @app_commands.describe(**WHO)
    async def release(
        self, interaction: Interaction, player: discord.Member | None = None, guest: Guest | None = None
    ) -> None:
        """Let a dealer go, where the rules do."""
        await presses().release(interaction, player, guest)

    @app_commands.command(name="push")
    @app_commands.describe(table="One table alone; empty: every table")
    async def push(self, interaction: Interaction, table: Table | None = None) -> None:
        """Staff: the next dealers for the tables, to look at before it counts."""
        await presses().propose(interaction, table)

    @app_commands.command(name="break")
    @app_commands.describe(after_each="Yes: always a rest after a down; no: as everybody does", **WHO)
    async def take_break(
        self,
        interaction: Interaction,
        player: discord.Member | None = None,
        guest: Guest | None = None,
        after_each: bool | None = None,
    ) -> None:
        """Have a break from the next push on; again: back from it."""
        await presses().take_break(interaction, player, guest, after_each)

    @app_commands.command(name="downs")
    @app_commands.describe(minutes="How many minutes a down lasts from now on (host or TD)")
    async def downs(self, interaction: Interaction, minutes: app_commands.Range[int, 10, 120] | None = None) -> None:
        """Tonight's downs, minutes and shuffles, and who is next."""
        await presses().downs(interaction, minutes)
