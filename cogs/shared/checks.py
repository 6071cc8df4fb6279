"""Who may do what: checked again at every press, since an id comes back from outside."""

from __future__ import annotations

import discord

from cogs.shared.leagues import Standing
from cogs.shared.refusals import Refusal
from cogs.shared.replies import Interaction
from data.handled import Act
from league.settings import Settings

STAFF_ROLES = ("host", "td")


def runs_league(interaction: Interaction, settings: Settings) -> bool:
    """Does this person run the league: Manage Server, or the league's role for hosts or TDs?"""
    member = interaction.user
    if not isinstance(member, discord.Member):
        return False
    if interaction.permissions.manage_guild:  # Discord's word with the press, right in an outage, too
        return True
    staff = {role_id for name in STAFF_ROLES for role_id in settings.roles(name)}
    return any(role.id in staff for role in member.roles)


def is_staff(interaction: Interaction, standing: Standing) -> bool:
    """Does this person run the league, or help to run tonight's games?"""
    is_tonight = isinstance(interaction.user, discord.Member) and interaction.user.id in standing.staff_tonight
    return is_tonight or runs_league(interaction, standing.settings)


def can_see(interaction: Interaction, channel_id: int) -> bool:
    """Can this person see that channel of the server? No where it is unknown, is a thread or is gone."""
    if interaction.channel_id == channel_id:
        return True
    channel = None if interaction.guild is None else interaction.guild.get_channel(channel_id)
    member = interaction.user
    return channel is not None and isinstance(member, discord.Member) and channel.permissions_for(member).view_channel


def league_of(interaction: Interaction) -> int:
    """The league this is about. Raises Refusal where there is none."""
    if interaction.guild_id is None or not interaction.is_guild_integration():
        raise Refusal("This works in a league's own server, where the bot is a member.")
    return interaction.guild_id


async def verify_staff(interaction: Interaction) -> int:
    """The league's id, if this person is staff, be it for tonight alone. Raises Refusal otherwise."""
    league_id = league_of(interaction)
    if not is_staff(interaction, await interaction.client.leagues.now(league_id)):
        raise Refusal("Only a host or TD of this league, or staff for tonight, can do that: ask one of them.")
    return league_id


async def verify_runs_league(interaction: Interaction) -> int:
    """The league's id, if this person runs it for good. Raises Refusal otherwise."""
    league_id = league_of(interaction)
    standing = await interaction.client.leagues.now(league_id)
    if not runs_league(interaction, standing.settings):
        raise Refusal("Only a host or TD of this league, or somebody who may manage the server, can change that.")
    return league_id


def act_on_card(interaction: Interaction, league_id: int) -> Act:
    """A press that counts once on its card, however often it is pressed: for what would be money twice."""
    assert interaction.message is not None  # only components are pressed
    return act_of(interaction, league_id, key=f"card:{interaction.message.id}")


def act_of(interaction: Interaction, league_id: int, key: str | None = None) -> Act:
    """This interaction as a change to the books: who, where, when, counted once by `key` or its own id."""
    return Act(league_id, key or str(interaction.id), interaction.user.id, interaction.client.clock())
