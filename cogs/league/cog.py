"""The `/league` commands: for staff, in servers only."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.league import actions, render, views
from cogs.shared.checks import act_of, verify_runs_league
from cogs.shared.choosing import choices, fitting
from cogs.shared.dates import effective_from, when
from cogs.shared.health import look
from cogs.shared.refusals import Refusal
from cogs.shared.replies import Interaction, fitted, open_form, say, show
from cogs.shared.who import Guest, another
from data.audit import recent_audit
from league.settings import KINDS, OUTCOMES
from rules.library import load

if TYPE_CHECKING:
    from types import ModuleType

    from cogs.client import FloorBot

KIND_CHOICES = choices(**render.KIND_NAMES)
OUTCOME_CHOICES = choices(**OUTCOMES)
FROM_HELP = "From which day, like 2026-03-14; empty: from now on"
AUDIT_SHOWN = 10
MOST_CONTENT = 1900  # characters of a plain message: Discord takes 2,000


def forgetting() -> ModuleType:
    """What forgetting somebody needs, imported when a host first asks for it."""
    from cogs.league import forgetting as everything

    return everything


@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True, users=False)
@app_commands.default_permissions(manage_guild=True)
class LeagueCog(commands.GroupCog, group_name="league", group_description="How this league is set up (staff)"):
    """Settings: every change is dated, and what was in force earlier stays known."""

    house_rule = app_commands.Group(name="house-rule", description="Alternate Rules, and rules of your own")

    def __init__(self, bot: FloorBot) -> None:
        self._bot = bot

    async def cog_load(self) -> None:
        """Answer the setup's screens."""
        self._bot.router.add_all(views.ROUTES)
        self._bot.router.add_later(lambda: forgetting().ROUTES)

    async def cog_unload(self) -> None:
        """Stop answering them."""
        self._bot.router.remove_all({**views.ROUTES, **forgetting().ROUTES})

    @app_commands.command(name="setup")
    async def setup(self, interaction: Interaction) -> None:
        """Set the league up, screen by screen; everything works before it, too."""
        league_id = await verify_runs_league(interaction)
        standing = await self._bot.leagues.now(league_id)
        await show(interaction, render.setup_card("books", standing.settings, interaction.id))

    @app_commands.command(name="week")
    @app_commands.describe(where="In which channel a rule is posted every Monday at noon; without it none is any more")
    async def week(self, interaction: Interaction, where: discord.TextChannel | None = None) -> None:
        """Have a rule of the week posted in a channel, to talk about; or stop it."""
        league_id = await verify_runs_league(interaction)
        act = act_of(interaction, league_id)
        channel_id = None if where is None else where.id
        done = await actions.rule_of_the_week(self._bot.store, self._bot.leagues, act, channel_id)
        self._bot.due.wake()
        await say(interaction, done.answer)

    @app_commands.command(name="show")
    @app_commands.describe(on="The day to look at, like 2026-03-14; empty: now")
    async def show(self, interaction: Interaction, on: str | None = None) -> None:
        """Show what is in force, or what was on a day."""
        league_id = await verify_runs_league(interaction)
        standing, moment = await actions.standing_on(self._bot.leagues, league_id, on, self._bot.clock())
        await show(interaction, render.show_card(standing, moment))

    @app_commands.command(name="status")
    async def status(self, interaction: Interaction) -> None:
        """Show how the bot is: Discord, the books, what falls due, the last backup, late answers."""
        league_id = await verify_runs_league(interaction)
        await show(interaction, render.status_card(await look(self._bot, league_id)))

    @app_commands.command(name="history")
    async def history(self, interaction: Interaction) -> None:
        """Show who changed what, newest first."""
        league_id = await verify_runs_league(interaction)
        lines = [render.audit_line(row) for row in await self._bot.store.read(recent_audit, league_id, AUDIT_SHOWN)]
        await say(interaction, fitted(lines, "more", MOST_CONTENT) or "Nothing has been changed yet.")

    @app_commands.command(name="books")
    @app_commands.describe(kind="For which games", order="The book that rules comes first", start=FROM_HELP)
    @app_commands.rename(start="from")
    @app_commands.choices(kind=KIND_CHOICES)
    async def books(self, interaction: Interaction, kind: str, order: str, start: str | None = None) -> None:
        """Set the order of books for one kind of game."""
        books = actions.read_order(order)
        if kind not in KINDS:
            raise Refusal("Choose cash games or tournaments from the list.")
        name = f"order.{kind}"
        await self._set(interaction, {name: books, "set_up": True}, start, render.named_setting(name, books))

    @books.autocomplete("order")
    async def suggest_order(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Every order of the books, by name."""
        return fitting([(actions.order_name(order.split("-")), order) for order in actions.ORDERS], typed)

    @house_rule.command(name="alternate")
    @app_commands.describe(rule="The Alternate Rule", on="On or off", start=FROM_HELP)
    @app_commands.rename(start="from")
    async def alternate(self, interaction: Interaction, rule: str, on: bool, start: str | None = None) -> None:
        """Switch an Alternate Rule of the Rulebook on or off."""
        if load().alternate(rule) is None:
            raise Refusal("That is no Alternate Rule: choose one from the list.")
        name = f"alternate.{rule}"
        await self._set(interaction, {name: on}, start, render.named_setting(name, on))

    @alternate.autocomplete("rule")
    async def suggest_alternate(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The Alternate Rules, in a line each."""
        return fitting(
            [(f"{clause.cite}: {clause.alternate}", clause.alternate_id or "") for clause in load().alternates()], typed
        )

    @house_rule.command(name="own")
    @app_commands.describe(
        incident="What it settles, if it settles an incident",
        outcome="How it is settled, e.g. misdeal",
        start=FROM_HELP,
    )
    @app_commands.rename(start="from")
    @app_commands.choices(outcome=OUTCOME_CHOICES)
    async def own(
        self,
        interaction: Interaction,
        incident: str | None = None,
        outcome: str | None = None,
        start: str | None = None,
    ) -> None:
        """Write a rule of your own; it stands ahead of the books."""
        league_id = await verify_runs_league(interaction)
        standing = await self._bot.leagues.now(league_id)
        actions.verify_settles((incident or "", outcome or ""))
        if start:
            effective_from(start, standing.settings.zone, self._bot.clock())
        form = render.own_rule_form(incident or "none", outcome or "none", (start or "now").strip())
        await open_form(interaction, form)

    @own.autocomplete("incident")
    async def suggest_incident(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """What can go wrong at a table."""
        return fitting([(key.replace("_", " ").capitalize(), key) for key in actions.incidents()], typed)

    @house_rule.command(name="withdraw")
    @app_commands.describe(number="The rule's number in /league show", start=FROM_HELP)
    @app_commands.rename(start="from")
    async def withdraw(
        self, interaction: Interaction, number: app_commands.Range[int, 1, 100_000], start: str | None = None
    ) -> None:
        """Take a rule of your own out of force; what it ruled before stays known."""
        league_id = await verify_runs_league(interaction)
        standing = await self._bot.leagues.now(league_id)
        act = act_of(interaction, league_id)
        moment = effective_from(start, standing.settings.zone, act.at)
        done = await actions.withdraw(self._bot.store, self._bot.leagues, act, number, moment)
        if done.answer:
            await say(interaction, f"Our own rule {number} is out of force from {when(moment, 'D')}.")
        else:
            await say(
                interaction, f"There is no rule of your own with number {number} to withdraw; /league show lists them."
            )

    @app_commands.command(name="misses")
    async def misses(self, interaction: Interaction) -> None:
        """Questions no rule answered, without who asked."""
        league_id = await verify_runs_league(interaction)
        await show(interaction, render.misses_card(await actions.misses(self._bot.store, league_id, self._bot.clock())))

    @app_commands.command(name="forget")
    @app_commands.describe(
        person="Somebody with an account; its id will do when they have left", guest="A guest by name"
    )
    async def forget(
        self, interaction: Interaction, person: discord.User | None = None, guest: Guest | None = None
    ) -> None:
        """Have somebody forgotten who asked for it: read first what goes and what stays."""
        await verify_runs_league(interaction)
        await forgetting().ask_forget(interaction, another(person, guest, "Of a bot nothing is kept."))

    async def _set(self, interaction: Interaction, values: dict[str, object], start: str | None, named: str) -> None:
        league_id = await verify_runs_league(interaction)
        standing = await self._bot.leagues.now(league_id)
        act = act_of(interaction, league_id)
        moment = effective_from(start, standing.settings.zone, act.at)
        start_told = "from now on" if moment == act.at else f"from {when(moment, 'D')}"
        done = await actions.change(self._bot.store, self._bot.leagues, act, values, moment, f"{named}, {start_told}.")
        await say(interaction, done.answer)
