"""Nights that repeat, and the season's calendar: what the commands and presses do."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import discord

from cogs.night import card, planning, repeating
from cogs.night.repeating import Way
from cogs.shared import routes
from cogs.shared.checks import act_of, league_of, verify_runs_league
from cogs.shared.dates import when
from cogs.shared.people import seen
from cogs.shared.replies import CLOTH, Interaction, button, row, say, show, text
from cogs.shared.replies import card as frame
from cogs.shared.routes import Handler, Route, verify_number
from data.due import Job
from data.handled import Act
from data.plans import SERIES, Planned
from data.series import AHEAD
from league.series import NTHS, spoken

if TYPE_CHECKING:
    from cogs.client import FloorBot


async def repeat(interaction: Interaction, how: str, night_id: int | None) -> None:
    """How a night would repeat, with its next dates; it counts on a press."""
    league_id = await verify_runs_league(interaction)
    client, act = interaction.client, act_of(interaction, league_id)
    meant = await planning.meant(client.store, league_id, night_id, act.at)
    night, ways = await seen(client.store, repeating.ways_at, act, meant.night_id, how)
    await show(interaction, ways_card(night, ways))


def ways_card(night: Planned, ways: list[Way]) -> discord.ui.LayoutView:
    """Each way with its next nights and what the clocks do to them."""
    lines = ["**Repeat this night?**", card.head(night.plan)]
    found = []
    for way in ways:
        begins = spoken(way.series)
        lines.append(f"{begins[:1].upper()}{begins[1:]}, {way.series.zone}. Next:")
        lines += [f"- {when(each.moment, 'F')}" for each in way.nights]
        lines += [f"- {note}" for each in way.nights for note in each.notes]
        label = "Repeat it" if len(ways) == 1 else f"The {NTHS[way.series.nth or 1]} of the month"
        key = routes.NIGHT_REPEAT.id(night.night_id, way.series.repeat, way.series.nth or 0)
        found.append(button(label, key, discord.ButtonStyle.success))
    lines.append(f"-# {AHEAD} nights are planned at any time; each card is posted eight days ahead.")
    return frame(text("\n".join(lines)), row(*found), accent=CLOTH)


async def press_repeat(interaction: Interaction, night: str, how: str, nth: str) -> None:
    """[Repeat it]. The last weekday of a month comes as -1."""
    league_id = await verify_runs_league(interaction)
    number = verify_number(night, planning.NO_PLAN)
    which = -1 if nth == "-1" else verify_number(nth, planning.NO_PLAN)
    client = interaction.client
    await repeating.repeat(client.store, act_of(interaction, league_id), number, how, which)
    client.due.wake()
    await say(interaction, "The night repeats: /night list shows what is planned.")


async def press_end(interaction: Interaction, series: str) -> None:
    """[End the series]."""
    league_id = await verify_runs_league(interaction)
    act = act_of(interaction, league_id)
    await repeating.end(interaction.client.store, act, verify_number(series, repeating.NO_SERIES))
    await say(interaction, "No further night of this series is planned; those that are planned stay.")


async def calendar(interaction: Interaction) -> None:
    """The season's nights as a file, privately."""
    league_id, client = league_of(interaction), interaction.client
    name = interaction.guild.name if interaction.guild is not None else "Home games"
    made = await seen(client.store, repeating.season_file, league_id, name, client.clock())
    file = discord.File(io.BytesIO(made), "nights.ics")
    told = "The season's nights: open this file with your calendar. A newer file takes the place of this one."
    await interaction.response.send_message(told, file=file, ephemeral=True)


async def go_on(client: FloorBot, job: Job) -> None:
    """A night of a series has begun: another is planned."""
    assert client.user is not None  # it is logged in
    act = Act(job.league_id, f"{job.kind}:{job.subject}:{job.due_at.timestamp()}", client.user.id, client.clock())
    await client.store.write(repeating.go_on, job, act)


WORKERS = {SERIES: go_on}
ROUTES: dict[Route, Handler] = {
    routes.NIGHT_REPEAT: press_repeat,
    routes.NIGHT_END: press_end,
}
