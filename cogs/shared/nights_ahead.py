"""The nights ahead, as a list that opens while one types."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from discord import app_commands

from cogs.shared.checks import league_of
from cogs.shared.replies import Interaction
from cogs.shared.who import MOST_CHOICES
from data.plans import Planned, nights_ahead


async def suggest(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """The nights ahead whose title or day fits what is being typed."""
    client, league_id = interaction.client, league_of(interaction)
    nights = await client.store.read(nights_ahead, league_id, client.clock())
    names = {night.night_id: f"{_local(night):%a %d %b %H:%M} · {night.plan.title}"[:100] for night in nights}
    fitting = [(number, name) for number, name in names.items() if typed.casefold() in name.casefold()]
    return [app_commands.Choice(name=name, value=number) for number, name in fitting[:MOST_CHOICES]]


def _local(night: Planned) -> datetime:
    return night.plan.starts_at.astimezone(ZoneInfo(night.plan.zone))
