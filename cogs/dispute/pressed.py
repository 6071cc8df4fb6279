"""Who presses, which dispute they mean, and how a press is answered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ParamSpec

import discord
from discord.ui import LayoutView

from cogs.dispute import actions, looking, render, telling, wording
from cogs.dispute.values import Line, Look, Presser
from cogs.shared.checks import league_of, runs_league
from cogs.shared.live import DISPUTE_CARD
from cogs.shared.people import Person
from cogs.shared.refusals import Refusal
from cogs.shared.replies import Interaction, say, tidy, update
from cogs.shared.routes import number_in
from cogs.shared.who import LONGEST_NAME, oneself
from league.dispute import ENDED
from league.dispute_roles import NO_BOT

P = ParamSpec("P")


async def presser_of(interaction: Interaction) -> tuple[int, Presser]:
    """The league and who presses; staff for a night alone is no host or TD here."""
    league_id = league_of(interaction)
    standing = await interaction.client.leagues.now(league_id)
    return league_id, Presser(oneself(interaction), runs_league(interaction, standing.settings))


async def looked(interaction: Interaction, number: str | int) -> tuple[Presser, Look]:
    """The dispute as whoever presses may see it. Raises Refusal."""
    league_id, presser = await presser_of(interaction)
    client = interaction.client
    return presser, await looking.look(client.store, league_id, number_in(str(number)) or 0, presser, client.clock())


def me_in(interaction: Interaction, look: Look) -> int:
    """Whoever presses, as one of those in it; 0: they are none of them."""
    return next((who for who, player in look.people.items() if player.user_id == interaction.user.id), 0)


async def number_meant(interaction: Interaction, typed: int | None) -> int:
    """The dispute that was named, else the one of this thread, else the only open one. Raises Refusal."""
    if typed is not None:
        return typed
    here = await number_here(interaction)
    if here is not None:
        return here
    league_id, presser = await presser_of(interaction)
    client = interaction.client
    lines = await looking.listed(client.store, league_id, presser, client.clock(), open_only=True)
    if not lines:
        raise Refusal("You have no open dispute here: /dispute open opens one, /dispute list shows those that ended.")
    if len(lines) > 1:
        raise which(lines)
    return lines[0].number


async def number_here(interaction: Interaction) -> int | None:
    """The dispute whose thread this is; None: it is nobody's."""
    league_id = league_of(interaction)
    return await actions.number_of_thread(interaction.client.store, league_id, interaction.channel_id or 0)


async def heard_in(interaction: Interaction) -> list[Line]:
    """The disputes in which whoever presses is heard now. Raises Refusal where there is none."""
    league_id, presser = await presser_of(interaction)
    client, own = interaction.client, Presser(presser.person, is_staff=False)
    lines = await looking.listed(client.store, league_id, own, client.clock(), open_only=True)
    heard = [line for line in lines if line.is_heard]
    if not heard:
        raise Refusal("Only those a dispute is between and its witnesses are heard in it: you have none open here.")
    return heard


def which(lines: Sequence[Line]) -> Refusal:
    """Several are open, and it is not told which is meant."""
    numbers = ", ".join(str(line.number) for line in lines)
    return Refusal(f"Which dispute? Open are {numbers}: give its number, or do it in its thread.")


def people_in(data: Any, chosen: Any) -> tuple[Person, ...]:
    """The people chosen in a select, with their names here. Raises Refusal for a bot."""
    resolved = data.get("resolved") or {}
    found = []
    for user_id in chosen or ():
        user = (resolved.get("users") or {}).get(str(user_id))
        if user is None or number_in(str(user_id)) is None:
            raise Refusal("I cannot tell who that is: choose them once more.")
        if user.get("bot"):
            raise Refusal(NO_BOT)
        member = (resolved.get("members") or {}).get(str(user_id)) or {}
        name = member.get("nick") or user.get("global_name") or user["username"]
        found.append(Person(int(user_id), tidy(str(name), LONGEST_NAME) or "somebody"))
    return tuple(found)


async def answered(interaction: Interaction, presser: Presser, look: Look, said: str) -> None:
    """It is done: the card and the thread follow, and whoever pressed reads how it stands."""
    client, told = interaction.client, look.dispute
    telling.changed(client, told.league_id, told.number)
    note = said if look.state == ENDED else f"{said} {wording.headline(look)}"
    is_private = interaction.message is not None and interaction.message.flags.ephemeral
    if is_private and not interaction.response.is_done():
        await update(interaction, _shown(interaction, presser, look, note))
    else:
        await say(interaction, note)


def _shown(interaction: Interaction, presser: Presser, look: Look, note: str, *, is_whole: bool = True) -> LayoutView:
    may_add = presser.is_staff or me_in(interaction, look) == look.dispute.opener
    return render.show_card(look, is_staff=presser.is_staff, may_add=may_add, note=note, is_whole=is_whole)


async def show_dispute(interaction: Interaction, number: str | int) -> None:
    """The private screen of a dispute, with what is wrong with its thread."""
    presser, look = await looked(interaction, number)
    client, told = interaction.client, look.dispute
    key = (DISPUTE_CARD, told.league_id, told.number)
    note = client.live.note(*key) or client.live.trouble(*key)
    layout = _shown(interaction, presser, look, note or "", is_whole=not note)
    if interaction.type is discord.InteractionType.component:
        await update(interaction, layout)
    else:
        await interaction.response.send_message(view=layout, ephemeral=True)
