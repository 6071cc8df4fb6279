"""The `/dispute` commands, "Open a dispute" and "Add to the dispute" on a message: in servers only."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.shared.choosing import choices
from cogs.shared.feature import Feature
from cogs.shared.live import DISPUTE_CARD
from cogs.shared.replies import Interaction
from cogs.shared.who import Guest, another
from data.due_names import ALONE, BY_TIME, TELL
from league.dispute_roles import IN_HAND, NO_BOT, WITNESS

if TYPE_CHECKING:
    from types import ModuleType

    from cogs.client import FloorBot
    from cogs.shared.people import Person

NUMBER_HELP = "The dispute's number; without it the one of this thread, or your only open one"
LARGEST = 2**53 - 1  # what Discord takes as a number
PARTS = choices(**{WITNESS: "Saw it, so is heard", IN_HAND: "Was in the hand, so does not decide"})
Number = app_commands.Range[int, 1, LARGEST]
Words = app_commands.Range[str, 1, 2000]
Reason = app_commands.Range[str, 1, 1000]


def presses() -> ModuleType:
    """What a dispute needs, imported when somebody first needs it."""
    from cogs.dispute import presses as everything

    return everything


async def suggest_disputes(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """The disputes of whoever types, newest first."""
    found: list[app_commands.Choice[int]] = await presses().views.suggested(interaction, typed)
    return found


@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True, users=False)
class DisputeCog(Feature, group_name="dispute", group_description="An argument after the game, heard and ended"):
    """One private thread a dispute, with one card."""

    def __init__(self, bot: FloorBot) -> None:
        contexts = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
        installs = app_commands.AppInstallationType(guild=True, user=False)
        menus = [
            app_commands.ContextMenu(name=name, callback=callback, allowed_contexts=contexts, allowed_installs=installs)
            for name, callback in (("Open a dispute", open_from_message), ("Add to the dispute", add_message))
        ]
        super().__init__(bot, presses, cards=(DISPUTE_CARD,), due=(TELL, ALONE, *BY_TIME), menus=menus)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A thread was deleted by hand: if it was a dispute's, that is noted."""
        await presses().telling.deleted(self._bot, payload.guild_id, payload.thread_id)

    @app_commands.command(name="open")
    @app_commands.describe(
        about="What it is about, in your own words: the other side reads this at once",
        player="Who is on the other side",
        guest="Who is on the other side, if they have no account here",
        witness="Somebody who saw it",
        case="The case's number, if there is one",
        table="The table's number on the last night",
        hand="The hand at that table; without it the last one",
        sides_first="Keep what is said sealed until both sides are in",
    )
    async def open(
        self,
        interaction: Interaction,
        about: Words,
        player: discord.Member | None = None,
        guest: Guest | None = None,
        witness: discord.Member | None = None,
        case: Number | None = None,
        table: app_commands.Range[int, 1, 99] | None = None,
        hand: app_commands.Range[int, 1, 9999] | None = None,
        sides_first: bool = False,
    ) -> None:
        """Open a dispute in a private thread with those concerned."""
        others: list[Person] = []
        if player is not None:
            others.append(another(player, None, NO_BOT))
        if guest is not None:
            others.append(another(None, guest, NO_BOT))
        witnesses = () if witness is None else (another(witness, None, NO_BOT),)
        await presses().opening.by_command(
            interaction, about, tuple(others), witnesses, (case, table, hand), sides_first=sides_first
        )

    @app_commands.command(name="side")
    @app_commands.describe(dispute=NUMBER_HELP)
    @app_commands.autocomplete(dispute=suggest_disputes)
    async def side(self, interaction: Interaction, dispute: Number | None = None) -> None:
        """Say in a form what happened."""
        await presses().views.open_side(interaction, await self._meant(interaction, dispute))

    @app_commands.command(name="evidence")
    @app_commands.describe(file="A picture or file", words="In words, or what it shows", dispute=NUMBER_HELP)
    @app_commands.autocomplete(dispute=suggest_disputes)
    async def evidence(
        self,
        interaction: Interaction,
        file: discord.Attachment | None = None,
        words: Words | None = None,
        dispute: Number | None = None,
    ) -> None:
        """Hand something in; it is kept with the dispute."""
        number = await self._meant(interaction, dispute)
        files = [] if file is None else [presses().views.described(file)]
        await presses().views.hand_in(interaction, number, words or "", files)

    @app_commands.command(name="add")
    @app_commands.describe(
        part="What part they have in it",
        player="Who",
        guest="Who, if they have no account here",
        dispute=NUMBER_HELP,
    )
    @app_commands.choices(part=PARTS)
    @app_commands.autocomplete(dispute=suggest_disputes)
    async def add(
        self,
        interaction: Interaction,
        part: str,
        player: discord.Member | None = None,
        guest: Guest | None = None,
        dispute: Number | None = None,
    ) -> None:
        """Add somebody who saw it, or who was in the hand and so does not decide (its opener, hosts and TDs)."""
        number = await self._meant(interaction, dispute)
        await presses().views.add(interaction, number, another(player, guest, NO_BOT), part)

    @app_commands.command(name="list")
    @app_commands.describe(open_only="Only those that are open", before="Only those older than this number")
    async def list(self, interaction: Interaction, open_only: bool = False, before: Number | None = None) -> None:
        """The disputes you have a part in; hosts and TDs: all."""
        await presses().views.list_disputes(interaction, before, open_only=open_only)

    @app_commands.command(name="show")
    @app_commands.describe(dispute=NUMBER_HELP)
    @app_commands.autocomplete(dispute=suggest_disputes)
    async def show(self, interaction: Interaction, dispute: Number | None = None) -> None:
        """Show a dispute privately, with everything that can be done."""
        await presses().pressed.show_dispute(interaction, await self._meant(interaction, dispute))

    @app_commands.command(name="name")
    @app_commands.describe(player="Who is to decide it", dispute=NUMBER_HELP)
    @app_commands.autocomplete(dispute=suggest_disputes)
    async def name(self, interaction: Interaction, player: discord.Member, dispute: Number | None = None) -> None:
        """Ask somebody without a part in it to decide (hosts and TDs)."""
        number = await self._meant(interaction, dispute)
        await presses().deciding.name(interaction, number, another(player, None, NO_BOT))

    @app_commands.command(name="precedents")
    @app_commands.describe(text="What went wrong, in a few words")
    async def precedents(self, interaction: Interaction, text: app_commands.Range[str, 1, 300]) -> None:
        """What this league decided before, without names; the rules go ahead of it."""
        await presses().views.show_precedents(interaction, text)

    @app_commands.command(name="close")
    @app_commands.describe(reason="Why", dispute=NUMBER_HELP)
    @app_commands.autocomplete(dispute=suggest_disputes)
    async def close(self, interaction: Interaction, reason: Reason, dispute: Number | None = None) -> None:
        """Close a dispute that is not decided: yours, or as a host or TD without a part in it."""
        await presses().deciding.close(interaction, await self._meant(interaction, dispute), reason)

    @app_commands.command(name="reopen")
    @app_commands.describe(dispute="The dispute's number", reason="Why")
    @app_commands.autocomplete(dispute=suggest_disputes)
    async def reopen(self, interaction: Interaction, dispute: Number, reason: Reason = "") -> None:
        """Open one again that was closed, left or not decided; a final decision stays."""
        await presses().deciding.reopen(interaction, dispute, reason)

    @app_commands.command(name="export")
    @app_commands.describe(dispute=NUMBER_HELP)
    @app_commands.autocomplete(dispute=suggest_disputes)
    async def export(self, interaction: Interaction, dispute: Number | None = None) -> None:
        """The transcript of everything that went through me, as a file."""
        await presses().views.export(interaction, await self._meant(interaction, dispute))

    @app_commands.command(name="settings")
    @app_commands.describe(
        sealed_hours="How long sides stay sealed at most",
        decide_days="How long there is to decide",
        appeal_days="How long there is to appeal; 0 for no appeal",
        quiet_days="After how long one is closed whose opener says nothing",
        megabytes="How much evidence one dispute keeps",
        summary="Where summaries without names are posted",
        hears_appeals="Who hears appeals",
    )
    async def settings(
        self,
        interaction: Interaction,
        sealed_hours: app_commands.Range[int, 1, 336] | None = None,
        decide_days: app_commands.Range[int, 1, 60] | None = None,
        appeal_days: app_commands.Range[int, 0, 30] | None = None,
        quiet_days: app_commands.Range[int, 1, 90] | None = None,
        megabytes: app_commands.Range[int, 1, 25] | None = None,
        summary: discord.TextChannel | None = None,
        hears_appeals: discord.Member | None = None,
    ) -> None:
        """How the league runs its disputes: look, or change it (hosts and TDs)."""
        wanted = {
            "sides_first_hours": sealed_hours,
            "decide_days": decide_days,
            "appeal_days": appeal_days,
            "quiet_days": quiet_days,
            "evidence_megabytes": megabytes,
            "summary_channel": None if summary is None else summary.id,
            "appeal_to": None if hears_appeals is None else hears_appeals.id,
        }
        changes = {name: value for name, value in wanted.items() if value is not None}
        await presses().deciding.set_terms(interaction, changes)

    @staticmethod
    async def _meant(interaction: Interaction, dispute: int | None) -> int:
        number: int = await presses().pressed.number_meant(interaction, dispute)
        return number


async def open_from_message(interaction: Interaction, message: discord.Message) -> None:
    """Open a dispute about a message."""
    await presses().opening.from_message(interaction, message)


async def add_message(interaction: Interaction, message: discord.Message) -> None:
    """Hand a message in as evidence."""
    await presses().views.add_message(interaction, message)
