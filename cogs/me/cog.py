"""The `/me` commands: for everybody, about themselves only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from cogs.me import actions
from cogs.shared import routes
from cogs.shared.checks import act_of, league_of
from cogs.shared.nights_ahead import suggest_nights
from cogs.shared.replies import Interaction, Part, button, card, row, say, show, text
from cogs.shared.routes import Handler, Route
from cogs.shared.who import oneself

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
    "- If you are in the league's books: each booking of yours, its amount and day, for good, since books are only added"
    " to. Hosts see it, other players do not.\n"
    "- If you tip: only your own receipt, which nobody but you can read and you can delete with /me tips.\n"
    "- In a dispute: your part in it, what you say and hand in, what you decide, and when; what is sealed nobody sees.\n"
    "- If you sign up for a night: for what, when you came in the order, whether I may write to you about it, what I wrote"
    " and what you answered. If you were missing, that a host noted it: forgotten after half a year.\n"
    "- As a dealer: the games hosts say you deal, and your wishes, with /me wishes.\n"
    "- A question no rule answered, if you press “None of these”: the words without your name, 90 days.\n"
    "- The ids of the last day's presses that changed something, so that none counts twice.\n"
    "/me export gives you all of it as a file. /me forget takes your account, name and words out of this league. If the"
    " server removes me, all that I keep of it goes after 30 days. Backups on the host's machine are deleted later, as a"
    " rule two weeks.\n"
    "I read no chat. Questions and answers are private until you share them, and I do not keep them."
)


@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True, users=False)
class MeCog(commands.GroupCog, group_name="me", group_description="What I keep of you, and your own settings"):
    """One person's own affairs."""

    def __init__(self, bot: FloorBot) -> None:
        self._bot = bot

    async def cog_load(self) -> None:
        """Answer the buttons."""
        self._bot.router.add_all(ROUTES)

    async def cog_unload(self) -> None:
        """Stop answering them."""
        self._bot.router.remove_all(ROUTES)

    @app_commands.command(name="privacy")
    async def privacy(self, interaction: Interaction) -> None:
        """What I keep of you and why."""
        standing = await self._bot.leagues.now(league_of(interaction))
        parts: list[Part] = [text(PRIVACY)]
        if interaction.user.id in standing.settings.floor_callers:
            parts.append(text("You agreed that a floor call pings you here."))
            parts.append(row(button("Stop pinging me", routes.ME_NO_FLOOR.id())))
        await show(interaction, card(*parts))

    @app_commands.command(name="statement")
    async def statement(self, interaction: Interaction) -> None:
        """Your own account: every booking, and what you owe or are owed."""
        from cogs.me import money, render

        league_id = league_of(interaction)
        accounts = await self._bot.store.read(money.accounts_of, league_id, interaction.user.id)
        zone = (await self._bot.leagues.now(league_id)).settings.zone
        await show(interaction, render.statement_card(accounts, zone))

    @app_commands.command(name="tips")
    async def tips(self, interaction: Interaction) -> None:
        """The tips you gave, and as a dealer what you were given."""
        from cogs.me import money, render

        found = await self._bot.store.read(money.tips_of, league_of(interaction), interaction.user.id)
        await show(interaction, render.tips_card(found))

    @app_commands.command(name="nights")
    async def nights(self, interaction: Interaction) -> None:
        """The nights you have signed up for."""
        from cogs.me import nights, render

        act = act_of(interaction, league_of(interaction))
        await show(
            interaction, render.nights_card(await self._bot.store.read(nights.nights_at, act, oneself(interaction)))
        )

    @app_commands.command(name="games")
    async def games(self, interaction: Interaction) -> None:
        """The games you can deal, as hosts have marked."""
        from cogs.me import nights, render

        own = await self._bot.store.read(nights.dealing_at, league_of(interaction), oneself(interaction))
        await show(interaction, render.games_card(own))

    @app_commands.command(name="wishes")
    @app_commands.describe(
        days="On which days you can deal: fri sat, or all",
        not_running="Never two nights running",
        most="On how many nights a month at most; 0 for no limit",
        table="Which table you would like best; 0 for any",
        may_ask="May I write to you when a table needs a dealer?",
        night="A night that your days do not fit",
        free="Whether you can deal on that night",
    )
    @app_commands.autocomplete(night=suggest_nights)
    async def wishes(
        self,
        interaction: Interaction,
        days: app_commands.Range[str, 1, 60] | None = None,
        not_running: bool | None = None,
        most: app_commands.Range[int, 0, 31] | None = None,
        table: app_commands.Range[int, 0, 20] | None = None,
        may_ask: bool | None = None,
        night: int | None = None,
        free: bool | None = None,
    ) -> None:
        """What you wish for as a dealer: look, or change it."""
        from cogs.me import nights, render

        league_id = league_of(interaction)
        wanted = nights.Wanted(days, not_running, most, table, may_ask, night, free)
        if wanted != nights.Wanted():
            await nights.wish(self._bot.store, act_of(interaction, league_id), oneself(interaction), wanted)
        own = await self._bot.store.read(nights.dealing_at, league_id, oneself(interaction))
        await show(interaction, render.wishes_card(own))

    @app_commands.command(name="export")
    async def export(self, interaction: Interaction) -> None:
        """A file with everything I keep of you in this league."""
        from cogs.me import leaving

        await leaving.send_export(interaction)

    @app_commands.command(name="forget")
    async def forget(self, interaction: Interaction) -> None:
        """Be forgotten in this league: read first what goes and what stays."""
        from cogs.me import leaving

        await leaving.ask_forget(interaction)


async def stop_floor_calls(interaction: Interaction) -> None:
    """Take the person off the list of those a floor call pings."""
    client = interaction.client
    act = act_of(interaction, league_of(interaction))
    done = await actions.stop_floor_calls(client.store, client.leagues, act)
    await say(interaction, done.answer)


async def forget_receipts(interaction: Interaction) -> None:
    """Delete the receipts of the tips that whoever presses has given; what was given stays given."""
    from cogs.me import money

    act = act_of(interaction, league_of(interaction))
    count = await money.forget(interaction.client.store, act)
    receipts = "1 receipt is" if count == 1 else f"{count} receipts are"
    await say(interaction, f"{receipts} deleted: nothing says any more which tips were yours.")


async def forget_me(interaction: Interaction) -> None:
    """Forget whoever presses."""
    from cogs.me import leaving

    await leaving.forget_me(interaction)


ROUTES: dict[Route, Handler] = {
    routes.ME_NO_FLOOR: stop_floor_calls,
    routes.ME_NO_RECEIPTS: forget_receipts,
    routes.ME_FORGET: forget_me,
}
