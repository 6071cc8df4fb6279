"""What the lists offer that open while somebody types: tables, people, seats, steps."""

from __future__ import annotations

from discord import app_commands

from cogs.shared.checks import league_of
from cogs.shared.choosing import offered
from cogs.shared.people import plain_name
from cogs.shared.replies import Interaction
from cogs.table import render
from cogs.table.finding import Look, logged, look, tables_open
from cogs.table.taking_back import LOG_LOOKED_THROUGH
from cogs.table.views import asker_of
from data.tables import UNDO_REACH


async def tables(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """The open tables of tonight."""
    return await offered(_tables(interaction), typed)


async def people(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Everybody at the table that is meant."""
    return await offered(_people(interaction), typed)


async def seats(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """The seats of the table that is meant, each with its player."""
    return await offered(_seats(interaction), typed)


async def steps(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """The steps of the table that can be taken back, newest first."""
    return await offered(_steps(interaction), typed)


async def _tables(interaction: Interaction) -> list[tuple[str, int]]:
    found = await tables_open(interaction.client.store, league_of(interaction))
    return [(render.table_name(kept.table), kept.table_number) for kept in found]


async def _people(interaction: Interaction) -> list[tuple[str, str]]:
    found = await _looked(interaction)
    return [(player.name, f"#{player.player_id}") for player in found.people.values()]


async def _seats(interaction: Interaction) -> list[tuple[str, int]]:
    found = await _looked(interaction)
    return [(f"Seat {one.seat}: {plain_name(found.people.get(one.player_id))}", one.seat) for one in found.table.seated]


async def _steps(interaction: Interaction) -> list[tuple[str, int]]:
    asker = await asker_of(interaction, getattr(interaction.namespace, "table", None), also_closed=True)
    found, lines = await logged(interaction.client.store, league_of(interaction), asker, LOG_LOOKED_THROUGH)
    standing = [line for line in lines if line.step is not None and not line.undone][:UNDO_REACH]
    return [(render.step_name(line, found.people), line.step_id) for line in standing]


async def _looked(interaction: Interaction) -> Look:
    asker = await asker_of(interaction, getattr(interaction.namespace, "table", None))
    return await look(interaction.client.store, league_of(interaction), asker)
