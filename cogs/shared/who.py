"""Who a command is about, as it was chosen: somebody of the server, or a guest by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from cogs.shared.replies import Interaction, tidy

if TYPE_CHECKING:
    from cogs.shared.people import Person

LONGEST_NAME = 40  # characters: what the books can hold


class GuestName(app_commands.Transformer):
    """A guest's name, chosen from those the league knows or typed."""

    @property
    def min_value(self) -> int:
        """The fewest characters of a name."""
        return 1

    @property
    def max_value(self) -> int:
        """The most characters of a name."""
        return LONGEST_NAME

    async def transform(self, interaction: Interaction, value: str, /) -> str:  # type: ignore[override]  # our own client
        """The name as it was typed."""
        return value

    async def autocomplete(self, interaction: Interaction, value: str, /) -> list[app_commands.Choice[str]]:  # type: ignore[override]  # our own client
        """The league's guests."""
        from cogs.shared.choosing import offered

        return await offered(_guests(interaction), value)


Guest = app_commands.Transform[str, GuestName]


def oneself(interaction: Interaction) -> Person:
    """Whoever asks."""
    return _member(interaction.user)


def another(player: discord.Member | discord.User | None, guest: str | None, no_bot: str) -> Person:
    """Whoever was named. Raises Refusal for nobody, both, or a bot: then with the sentence given."""
    from cogs.shared.people import Person
    from cogs.shared.refusals import Refusal

    if player is not None and guest is None:
        if player.bot:
            raise Refusal(no_bot)
        return _member(player)
    name = tidy(guest or "", LONGEST_NAME)
    if player is not None or not name:
        raise Refusal("Name one person: somebody of this server as player, or a guest by name.")
    return Person(None, name)


async def _guests(interaction: Interaction) -> list[tuple[str, str]]:
    from cogs.shared.checks import league_of
    from data.players import players

    everybody = await interaction.client.store.read(players, league_of(interaction))
    guests = [player for player in everybody.values() if player.user_id is None and not player.is_erased]
    names = sorted(player.name for player in guests)
    return [(name, name) for name in names]


def _member(user: discord.Member | discord.User) -> Person:
    from cogs.shared.people import Person

    return Person(user.id, tidy(user.display_name, LONGEST_NAME) or "somebody")
