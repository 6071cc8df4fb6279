"""The `/night` commands: in servers only."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.shared.live import COCKPIT
from cogs.shared.replies import Interaction
from data.nights import CLOSE, MORNING, PUSH, RELEASE, STUB, THANKS

if TYPE_CHECKING:
    from datetime import datetime
    from types import ModuleType

    from cogs.client import FloorBot
    from cogs.shared.live import Drawn
    from data.due import Job

KINDS = [
    app_commands.Choice(name="Cash game", value="cash"),
    app_commands.Choice(name="Tournament", value="tournament"),
]
DUE = (PUSH, STUB, RELEASE, MORNING, CLOSE, THANKS)


def presses() -> ModuleType:
    """What a night needs, imported when somebody first needs it."""
    from cogs.night import presses as everything

    return everything


@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True, users=False)
class NightCog(commands.GroupCog, group_name="night", group_description="Tonight: open it, staff it, run it"):
    """One night at a time, with one cockpit for its host."""

    staff = app_commands.Group(name="staff", description="Who is staff for tonight alone")

    def __init__(self, bot: FloorBot) -> None:
        self._bot = bot

    async def cog_load(self) -> None:
        """Answer the cockpit's buttons, draw it, do the due work."""
        self._bot.router.add_later(lambda: presses().ROUTES)
        self._bot.live.add(COCKPIT, self._draw, self._placed, self._standing)
        for kind in DUE:
            self._bot.due.add(kind, self._work)

    async def cog_unload(self) -> None:
        """Stop all three."""
        for route in presses().ROUTES:
            self._bot.router.remove(route)
        self._bot.live.remove(COCKPIT)
        for kind in DUE:
            self._bot.due.remove(kind)

    async def _draw(self, league_id: int, night_id: int) -> Drawn | None:
        drawn: Drawn | None = await presses().views.drawn(self._bot, league_id, night_id)
        return drawn

    async def _placed(
        self, league_id: int, night_id: int, channel_id: int, message_id: int, posted_at: datetime
    ) -> None:
        await presses().cockpit.placed(self._bot.store, league_id, night_id, channel_id, message_id, posted_at)

    async def _standing(self) -> list[tuple[int, int]]:
        from data.nights import nights_open

        return await self._bot.store.read(nights_open)

    async def _work(self, job: Job) -> None:
        await presses().announce.WORKERS[job.kind](self._bot, job)

    @app_commands.command(name="open")
    @app_commands.describe(
        kind="Cash game or tournament; without it, as this channel is set up",
        day="The day, like 2026-03-14; without it, tonight",
    )
    @app_commands.choices(kind=KINDS)
    async def open(
        self, interaction: Interaction, kind: app_commands.Choice[str] | None = None, day: str | None = None
    ) -> None:
        """Open tonight and post the host's cockpit in this channel (staff)."""
        await presses().views.open_night(interaction, None if kind is None else kind.value, day)

    @app_commands.command(name="close")
    async def close(self, interaction: Interaction) -> None:
        """Close tonight, with the tables that are still open (staff)."""
        await presses().views.close(interaction)

    @app_commands.command(name="show")
    async def show(self, interaction: Interaction) -> None:
        """Show tonight: its tables, what is due, who has dealt how much."""
        await presses().views.show_night(interaction)

    @app_commands.command(name="cockpit")
    async def cockpit(self, interaction: Interaction) -> None:
        """Post the host's cockpit in this channel, or move it here (staff)."""
        await presses().views.move_cockpit(interaction)

    @staff.command(name="add")
    @app_commands.describe(person="Who helps to run tonight's games")
    async def add_staff(self, interaction: Interaction, person: discord.Member) -> None:
        """Make somebody staff for tonight alone (hosts and TDs)."""
        await presses().views.add_staff(interaction, person)

    @staff.command(name="remove")
    @app_commands.describe(person="Who is staff no longer")
    async def remove_staff(self, interaction: Interaction, person: discord.Member) -> None:
        """Take somebody off tonight's staff (hosts and TDs)."""
        await presses().views.remove_staff(interaction, person)

    @staff.command(name="list")
    async def list_staff(self, interaction: Interaction) -> None:
        """Show who is staff for tonight alone."""
        await presses().views.list_staff(interaction)
