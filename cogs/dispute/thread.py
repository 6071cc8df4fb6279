"""The private thread of a dispute: made, found again, filled with those concerned, lost. Nobody in it can add others.

Where it cannot be, the dispute goes on through private screens, and everybody has more time.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

import discord

from cogs.dispute import actions, looking
from cogs.dispute.values import Look
from cogs.shared.checks import STAFF_ROLES
from cogs.shared.live import DISPUTE_CARD
from cogs.shared.replies import Interaction, clipped
from data.due import set_job
from data.due_names import TELL
from data.handled import Act
from league.dispute import Dispute
from league.dispute_roles import IN_HAND

if TYPE_CHECKING:
    from cogs.client import FloorBot

LOG = logging.getLogger(__name__)
WITHOUT = (
    "Nothing is lost: those concerned go on with /dispute show {number}, where Make its thread tries again. I write to"
    " them once, but not everybody takes messages from me: tell them, too. There is time: everybody has {days} days more."
)
CLOCKS_DIFFER = timedelta(minutes=5)  # Discord's and the bot's, at most


@dataclass(frozen=True)
class Placed:
    """Where it stands now; `note`: what whoever pressed is to know, a sentence or more."""

    thread_id: int | None
    note: str = ""


def name_of_thread(number: int) -> str:
    """What its thread is called: nothing of what it is about."""
    return f"Dispute {number}"


async def place(interaction: Interaction, league_id: int, number: int) -> Placed:
    """See that it has its thread, off the channel somebody presses in. One after another in a league."""
    client = interaction.client
    async with client.leagues.turn(league_id):
        look = await looking.thread_look(client.store, league_id, number, client.clock())
        told = look.dispute
        if told.thread_id is not None and await _stands(client, told.thread_id):
            if (
                client.live.trouble(DISPUTE_CARD, league_id, number) is not None
            ):  # its card is gone, or could not be drawn
                await actions.placed(client.store, _act(client, league_id), number, told.thread_id, None)
                client.live.place(DISPUTE_CARD, league_id, number)
            await client.store.write(set_job, league_id, TELL, number, client.clock())  # what it would not take before
            client.due.wake()
            return Placed(told.thread_id)
        thread = _found_again(client, league_id, told)
        if thread is None:
            made = await _made(interaction, number)
            if isinstance(made, str):
                return Placed(None, f"{made} {WITHOUT.format(number=number, days=told.terms.quiet_days)}")
            thread = made
        refused = await _fill(client, look, thread)
        act = _act(client, league_id)
        await actions.placed(client.store, act, number, thread.id, None)
        await client.store.write(set_job, league_id, TELL, number, act.at)  # what it has not been told yet
    client.live.place(DISPUTE_CARD, league_id, number)
    client.due.wake()
    missing = await _not_there(client, look, refused)
    gone = (
        f" Not in this server any more, so not in it: {', '.join(missing)}; it goes on without them." if missing else ""
    )
    return Placed(thread.id, gone.strip())


async def _stands(client: FloorBot, thread_id: int) -> bool:
    """Is it still there, be it put away? Then it is taken out again."""
    try:
        thread = await client.fetch_channel(thread_id)
    except discord.NotFound:
        return False
    if isinstance(thread, discord.Thread) and thread.archived:
        await wake(thread)
    return True


async def wake(thread: discord.Thread) -> None:
    """Take a thread out that was put away."""
    try:
        await thread.edit(archived=False)
    except discord.HTTPException as error:
        LOG.info("a dispute's thread stays put away: %s", error)


def _found_again(client: FloorBot, league_id: int, told: Dispute) -> discord.Thread | None:
    """A thread that was made just before the bot stopped, and not noted; never one of a dispute before the league was erased."""
    guild = client.get_guild(league_id)
    for thread in () if guild is None else guild.threads:
        is_ours = client.user is not None and thread.owner_id == client.user.id and thread.is_private()
        is_new = (thread.created_at or told.opened_at) >= told.opened_at - CLOCKS_DIFFER
        if is_ours and is_new and thread.name == name_of_thread(told.number):
            return thread
    return None


async def _made(interaction: Interaction, number: int) -> discord.Thread | str:
    """A new thread; or why there can be none, in a sentence."""
    channel = interaction.channel
    parent = channel.parent if isinstance(channel, discord.Thread) else channel
    if not isinstance(parent, discord.TextChannel):
        return "A private thread needs a text channel, and this is none."
    allowed = interaction.app_permissions
    needed = {
        "Create Private Threads": allowed.create_private_threads,
        "Send Messages in Threads": allowed.send_messages_in_threads,
    }
    lacking = " and ".join(name for name, has in needed.items() if not has)
    if lacking:
        return f"I am missing the permission {lacking} in <#{parent.id}>: a host can grant it."
    try:
        return await parent.create_thread(
            name=name_of_thread(number),
            type=discord.ChannelType.private_thread,
            invitable=False,
            auto_archive_duration=10080,
        )
    except discord.HTTPException as error:
        LOG.warning("a dispute gets no thread: %s", error)
        return "Discord would not make a private thread here just now."


# ------------------------------------------------------------------ who is in it


def accounts(look: Look) -> list[int]:
    """The accounts of those concerned: the sides, the witnesses and whoever was asked to decide."""
    told = look.dispute
    people = [one.player_id for one in told.involved if one.role != IN_HAND]
    people += [one.player_id for one in told.deciders if one.declined_at is None]
    known = (look.people.get(player_id) for player_id in dict.fromkeys(people))
    return [player.user_id for player in known if player is not None and player.user_id is not None]


async def _fill(client: FloorBot, look: Look, thread: discord.Thread) -> set[int]:
    return await add(thread, [*accounts(look), *await _staff(client, look.dispute.league_id, thread.guild)])


async def add(thread: discord.Thread, user_ids: Iterable[int]) -> set[int]:
    """Add these; those whom Discord would not add, since they have left the server."""
    refused = set()
    for user_id in dict.fromkeys(user_ids):
        try:
            await thread.add_user(discord.Object(user_id))
        except discord.HTTPException as error:
            if error.status >= 500:
                raise
            LOG.info("somebody is not added to a dispute's thread: %s", error)
            refused.add(user_id)
    return refused


async def invite(client: FloorBot, thread_id: int, user_id: int) -> None:
    """Whoever is asked to decide, or was added, comes into the thread; without one they use /dispute show."""
    try:
        thread = client.get_channel(thread_id) or await client.fetch_channel(thread_id)
    except discord.HTTPException as error:
        LOG.info("a dispute's thread is not to be reached: %s", error)
        return
    if isinstance(thread, discord.Thread):
        await add(thread, [user_id])


async def _staff(client: FloorBot, league_id: int, guild: discord.Guild) -> list[int]:
    """Hosts and TDs whose accounts the bot knows, since it has no list of members: floor callers and tonight's staff."""
    standing = await client.leagues.now(league_id)
    roles = {role for name in STAFF_ROLES for role in standing.settings.roles(name)}
    found = []
    for user_id in dict.fromkeys([*standing.settings.floor_callers, *standing.staff_tonight]):
        try:
            member = await guild.fetch_member(user_id)
        except discord.HTTPException as error:
            LOG.info("whether somebody is staff cannot be asked: %s", error)
            continue
        if member.guild_permissions.manage_guild or roles & {role.id for role in member.roles}:
            found.append(user_id)
    return found


async def _not_there(client: FloorBot, look: Look, refused: set[int]) -> list[str]:
    """The names of those who have left the server."""
    people = {player.user_id: player.name for player in look.people.values()}
    league_id = look.dispute.league_id
    return [
        clipped(people[each], 40)
        for each in accounts(look)
        if each in refused or not await client.is_member(league_id, each)
    ]


# ------------------------------------------------------------------ when it goes


async def lost(client: FloorBot, league_id: int, number: int) -> None:
    """Its thread was deleted: everybody has more time until somebody makes it anew."""
    LOG.info("the thread of a dispute is gone: league %d, dispute %d", league_id, number)
    await actions.thread_lost(client.store, _act(client, league_id), number)


def _act(client: FloorBot, league_id: int) -> Act:
    """What the bot itself notes."""
    return Act(league_id, "thread", 0, client.clock())
