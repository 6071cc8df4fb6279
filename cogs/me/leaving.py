"""A copy of what is kept of somebody, and being forgotten."""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from typing import Any

import discord

from cogs.shared import forgetting, routes
from cogs.shared.checks import act_of, league_of
from cogs.shared.people import found
from cogs.shared.replies import Interaction, button, card, row, show, text, update
from cogs.shared.who import oneself
from data.erasing import Whom
from data.exporting import export_person

FILE = "kept-of-you.json"
MOST_FILES = 10  # Discord takes no more with one message


async def send_export(interaction: Interaction) -> None:
    """Everything that is kept of whoever asks in this league, as a file, privately."""
    client, league_id = interaction.client, league_of(interaction)
    await interaction.response.defer(ephemeral=True)
    person = oneself(interaction)
    known = await client.store.read(found, league_id, person)
    whom = Whom(league_id, person.user_id, None if known is None else known.player_id, (person.name,))
    kept = await client.store.read(export_person, whom)
    made = {"league": league_id, "account": person.user_id, "written at": client.clock().isoformat(), "kept": kept}
    parts = await asyncio.to_thread(as_files, made, interaction.filesize_limit)  # evidence can make it large
    count = sum(len(rows) for rows in kept.values())
    told = (
        f"All that I keep of you in this league: {count} entries." if count else "I keep nothing of you in this league."
    )
    if len(parts) > 1:
        told += f" It comes in {len(parts)} parts: put together in their order they are one zip file."
    for start in range(0, len(parts), MOST_FILES):
        files = [discord.File(io.BytesIO(data), name) for name, data in parts[start : start + MOST_FILES]]
        await interaction.followup.send(told if start == 0 else "More of it.", files=files, ephemeral=True)


def as_files(made: dict[str, Any], most: int) -> list[tuple[str, bytes]]:
    """The copy as files that are none larger than this, in bytes."""
    return in_parts(json.dumps(made, ensure_ascii=False, indent=1).encode(), most)


def in_parts(content: bytes, most: int) -> list[tuple[str, bytes]]:
    """The file as Discord takes it: as it is, zipped, or zipped and cut. Names with what is in them.

    >>> in_parts(b"{}", 100)
    [('kept-of-you.json', b'{}')]
    """
    if len(content) <= most:
        return [(FILE, content)]
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(FILE, content)
    data = packed.getvalue()
    if len(data) <= most:
        return [(f"{FILE}.zip", data)]
    return [(f"{FILE}.zip.{at // most + 1:03}", data[at : at + most]) for at in range(0, len(data), most)]


async def ask_forget(interaction: Interaction) -> None:
    """What being forgotten means here, with the button that does it."""
    act = act_of(interaction, league_of(interaction))
    those = await interaction.client.store.read(forgetting.leaving, act, oneself(interaction))
    told = forgetting.told("**To be forgotten in this league**", those, is_self=True)
    end = "It cannot be undone. /me export gives you a copy first. Leave it unpressed to stay as you are."
    press = button("Forget me", routes.ME_FORGET.id(), discord.ButtonStyle.danger)
    await show(interaction, card(text(told), text(end), row(press)))


async def forget_me(interaction: Interaction) -> None:
    """Forget whoever presses; what changed by it is drawn anew."""
    client = interaction.client
    act = act_of(interaction, league_of(interaction))
    done = await forgetting.forget(client.store, client.leagues, act, oneself(interaction))
    await update(interaction, card(text(done.answer)))
    await forgetting.redraw(client, act.league_id)
