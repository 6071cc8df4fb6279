"""A copy of what is kept of somebody, and being forgotten."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import discord

from cogs.shared import forgetting, routes
from cogs.shared.checks import act_of, league_of
from cogs.shared.files import send_file
from cogs.shared.people import found
from cogs.shared.replies import Interaction, button, card, row, show, text, update
from cogs.shared.who import oneself
from data.erasing import Whom
from data.exporting import export_person

FILE = "kept-of-you.json"


async def send_export(interaction: Interaction) -> None:
    """Everything that is kept of whoever asks in this league, as a file, privately."""
    client, league_id = interaction.client, league_of(interaction)
    await interaction.response.defer(ephemeral=True)
    person = oneself(interaction)
    known = await client.store.read(found, league_id, person)
    whom = Whom(league_id, person.user_id, None if known is None else known.player_id, (person.name,))
    kept = await client.store.read_aside(export_person, whom)
    made = {"league": league_id, "account": person.user_id, "written at": client.clock().isoformat(), "kept": kept}
    content = await asyncio.to_thread(as_file, made)  # evidence can make it large
    count = sum(len(rows) for rows in kept.values())
    told = (
        f"All that I keep of you in this league: {count} entries." if count else "I keep nothing of you in this league."
    )
    await send_file(interaction, told, FILE, content)


def as_file(made: dict[str, Any]) -> bytes:
    """The copy as it is written into its file."""
    return json.dumps(made, ensure_ascii=False, indent=1).encode()


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
