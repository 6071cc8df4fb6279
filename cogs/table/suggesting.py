"""What the lists offer that open while somebody types: tables, people, seats, steps."""

from __future__ import annotations

from discord import app_commands

from cogs.shared.checks import league_of
from cogs.shared.choosing import suggested
from cogs.shared.people import plain_name
from cogs.shared.refusals import Refusal
from cogs.shared.replies import Interaction
from cogs.table import render
from cogs.table.finding import Look, logged, look, tables_open
from cogs.table.taking_back import LOG_LOOKED_THROUGH
from cogs.table.views import asker_of
from data.tables import UNDO_REACH


async def tables(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """The open tables of tonight."""
    found = await tables_open(interaction.client.store, league_of(interaction))
    return suggested(((render.table_name(kept.table), kept.table_number) for kept in found), typed)


async def people(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Everybody at the table that is meant."""
    found = await _looked(interaction)
    if found is None:
        return []
    return suggested(((player.name, f"#{player.player_id}") for player in found.people.values()), typed)


async def seats(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """The seats of the table that is meant, each with its player."""
    found = await _looked(interaction)
    if found is None:
        return []
    names = [
        (f"Seat {one.seat}: {plain_name(found.people.get(one.player_id))}", one.seat) for one in found.table.seated
    ]
    return suggested(names, typed)


async def steps(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """The steps of the table that can be taken back, newest first."""
    try:
        asker = await asker_of(interaction, getattr(interaction.namespace, "table", None), also_closed=True)
        found, lines = await logged(interaction.client.store, league_of(interaction), asker, LOG_LOOKED_THROUGH)
    except Refusal:
        return []
    standing = [line for line in lines if line.step is not None and not line.undone][:UNDO_REACH]
    names = [(render.step_name(line, found.people), line.step_id) for line in standing]
    return suggested(names, typed)


async def _looked(interaction: Interaction) -> Look | None:
    try:
        asker = await asker_of(interaction, getattr(interaction.namespace, "table", None))
        return await look(interaction.client.store, league_of(interaction), asker)
    except Refusal:
        return None  # the command itself says why
