"""What the `/league` commands do, for whoever runs the league."""

from __future__ import annotations

import discord
from discord import app_commands

from cogs.league import actions, forgetting, render, views
from cogs.shared.checks import act_of, verify_runs_league
from cogs.shared.choosing import fitting
from cogs.shared.dates import effective_from, when
from cogs.shared.health import look
from cogs.shared.refusals import Refusal
from cogs.shared.replies import Interaction, fitted, open_form, say, show
from cogs.shared.routes import Handler, Route
from cogs.shared.who import another
from data.audit import recent_audit
from league.settings import KINDS
from rules.library import load

AUDIT_SHOWN = 10
MOST_CONTENT = 1900  # characters of a plain message: Discord takes 2,000


async def setup(interaction: Interaction) -> None:
    """Show the first screen of the setup."""
    standing = await interaction.client.leagues.now(await verify_runs_league(interaction))
    await show(interaction, render.setup_card("books", standing.settings, interaction.id))


async def week(interaction: Interaction, where: discord.TextChannel | None) -> None:
    """Have a rule of the week posted in a channel; None: no longer."""
    client = interaction.client
    act = act_of(interaction, await verify_runs_league(interaction))
    done = await actions.rule_of_the_week(client.store, client.leagues, act, None if where is None else where.id)
    client.due.wake()
    await say(interaction, done.answer)


async def show_settings(interaction: Interaction, on: str | None) -> None:
    """Show what is in force, or what was on a day."""
    league_id, client = await verify_runs_league(interaction), interaction.client
    standing, moment = await actions.standing_on(client.leagues, league_id, on, client.clock())
    await show(interaction, render.show_card(standing, moment))


async def status(interaction: Interaction) -> None:
    """Show how the bot is."""
    league_id = await verify_runs_league(interaction)
    await show(interaction, render.status_card(await look(interaction.client, league_id)))


async def history(interaction: Interaction) -> None:
    """Show who changed what, newest first."""
    rows = await interaction.client.store.read(recent_audit, await verify_runs_league(interaction), AUDIT_SHOWN)
    lines = [render.audit_line(row) for row in rows]
    await say(interaction, fitted(lines, "more", MOST_CONTENT) or "Nothing has been changed yet.")


async def books(interaction: Interaction, kind: str, order: str, start: str | None) -> None:
    """Set the order of books for one kind of game."""
    ids = actions.read_order(order)
    if kind not in KINDS:
        raise Refusal("Choose cash games or tournaments from the list.")
    name = f"order.{kind}"
    await _set(interaction, {name: ids, "set_up": True}, start, render.named_setting(name, ids))


def orders(typed: str) -> list[app_commands.Choice[str]]:
    """Every order of the books, by name."""
    return fitting([(actions.order_name(order.split("-")), order) for order in actions.ORDERS], typed)


async def alternate(interaction: Interaction, rule: str, on: bool, start: str | None) -> None:
    """Switch an Alternate Rule of the Rulebook on or off."""
    if load().alternate(rule) is None:
        raise Refusal("That is no Alternate Rule: choose one from the list.")
    name = f"alternate.{rule}"
    await _set(interaction, {name: on}, start, render.named_setting(name, on))


def alternates(typed: str) -> list[app_commands.Choice[str]]:
    """The Alternate Rules, in a line each."""
    return fitting(
        [(f"{clause.cite}: {clause.alternate}", clause.alternate_id or "") for clause in load().alternates()], typed
    )


async def own(interaction: Interaction, incident: str | None, outcome: str | None, start: str | None) -> None:
    """Open the form for a rule of the league's own."""
    client = interaction.client
    standing = await client.leagues.now(await verify_runs_league(interaction))
    actions.verify_settles((incident or "", outcome or ""))
    if start:
        effective_from(start, standing.settings.zone, client.clock())
    await open_form(interaction, render.own_rule_form(incident or "none", outcome or "none", (start or "now").strip()))


def incidents(typed: str) -> list[app_commands.Choice[str]]:
    """What can go wrong at a table."""
    return fitting([(key.replace("_", " ").capitalize(), key) for key in actions.incidents()], typed)


async def withdraw(interaction: Interaction, number: int, start: str | None) -> None:
    """Take a rule of the league's own out of force."""
    client = interaction.client
    act = act_of(interaction, await verify_runs_league(interaction))
    moment = effective_from(start, (await client.leagues.now(act.league_id)).settings.zone, act.at)
    done = await actions.withdraw(client.store, client.leagues, act, number, moment)
    if done.answer:
        await say(interaction, f"Our own rule {number} is out of force from {when(moment, 'D')}.")
    else:
        await say(
            interaction, f"There is no rule of your own with number {number} to withdraw; /league show lists them."
        )


async def misses(interaction: Interaction) -> None:
    """Show the questions no rule answered."""
    league_id, client = await verify_runs_league(interaction), interaction.client
    await show(interaction, render.misses_card(await actions.misses(client.store, league_id, client.clock())))


async def forget(interaction: Interaction, person: discord.User | None, guest: str | None) -> None:
    """Show what is forgotten of somebody and what stays."""
    await verify_runs_league(interaction)
    await forgetting.ask_forget(interaction, another(person, guest, "Of a bot nothing is kept."))


async def _set(interaction: Interaction, values: dict[str, object], start: str | None, named: str) -> None:
    client = interaction.client
    act = act_of(interaction, await verify_runs_league(interaction))
    moment = effective_from(start, (await client.leagues.now(act.league_id)).settings.zone, act.at)
    start_told = "from now on" if moment == act.at else f"from {when(moment, 'D')}"
    done = await actions.change(client.store, client.leagues, act, values, moment, f"{named}, {start_told}.")
    await say(interaction, done.answer)


ROUTES: dict[Route, Handler] = {**views.ROUTES, **forgetting.ROUTES}
