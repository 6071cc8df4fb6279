"""The `/me` commands: for everybody, about themselves only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from cogs.me import actions
from cogs.shared import routes
from cogs.shared.checks import act_of, league_of
from cogs.shared.replies import Interaction, Part, button, card, row, say, show, text

if TYPE_CHECKING:
    from cogs.client import FloorBot

PRIVACY = (
    "**What I keep of you in this league**\n"
    "- Your Discord id, that you have used me here, and whether you chose this league for direct messages:"
    " so that a direct message finds its league.\n"
    "- If a host named you for floor calls: your id among those it pings.\n"
    "- If you change a setting: who, what and when, so that the league can see it.\n"
    "- If you open, answer or decide a case of something gone wrong: your id beside it, when, and your words, so"
    " that the league can look its rulings up; beside a case of a hand that you dealt: that you did.\n"
    "- If you play or deal: your name here, so that tables can name you. If you open, close or help to run a night:"
    " your id, and when.\n"
    "- At a table: your seat, when you were away, rather did not deal or sat out, what you did there and when, how often"
    " you dealt and shuffled.\n"
    "- If you deal: your duty and its changes with when, by whom and why, your place in the rotation, and each down.\n"
    "- A question no rule answered, if you press “None of these”: the words without your name, 90 days.\n"
    "- The ids of the last day's presses that changed something, so that none counts twice.\n"
    "I read no chat. Questions and answers are private until you share them, and I do not keep them."
)


@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True, users=False)
class MeCog(commands.GroupCog, group_name="me", group_description="What I keep of you, and your own settings"):
    """One person's own affairs."""

    def __init__(self, bot: FloorBot) -> None:
        self._bot = bot

    async def cog_load(self) -> None:
        """Answer the one button."""
        self._bot.router.add(routes.ME_NO_FLOOR, stop_floor_calls)

    async def cog_unload(self) -> None:
        """Stop answering it."""
        self._bot.router.remove(routes.ME_NO_FLOOR)

    @app_commands.command(name="privacy")
    async def privacy(self, interaction: Interaction) -> None:
        """What I keep of you and why."""
        standing = await self._bot.leagues.now(league_of(interaction))
        parts: list[Part] = [text(PRIVACY)]
        if interaction.user.id in standing.settings.floor_callers:
            parts.append(text("You agreed that a floor call pings you here."))
            parts.append(row(button("Stop pinging me", routes.ME_NO_FLOOR.id())))
        await show(interaction, card(*parts))


async def stop_floor_calls(interaction: Interaction) -> None:
    """Take the person off the list of those a floor call pings."""
    client = interaction.client
    act = act_of(interaction, league_of(interaction))
    done = await actions.stop_floor_calls(client.store, client.leagues, act)
    await say(interaction, done.answer)
