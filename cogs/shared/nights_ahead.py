"""The nights ahead, as a list that opens while one types."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from discord import app_commands

from cogs.shared.checks import league_of
from cogs.shared.choosing import offered
from cogs.shared.replies import Interaction
from data.plans import Planned, nights_ahead


async def suggest_nights(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """The nights ahead whose title or day fits what is being typed."""
    return await offered(_nights(interaction), typed)


async def _nights(interaction: Interaction) -> list[tuple[str, int]]:
    client, league_id = interaction.client, league_of(interaction)
    nights = await client.store.read(nights_ahead, league_id, client.clock())
    return [(f"{_local(night):%a %d %b %H:%M} · {night.plan.title}", night.night_id) for night in nights]


def _local(night: Planned) -> datetime:
    return night.plan.starts_at.astimezone(ZoneInfo(night.plan.zone))
