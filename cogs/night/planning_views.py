"""What the commands about nights ahead do, and the presses that make them count."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import discord

from cogs.night import card, planning
from cogs.night.planning import Wanted
from cogs.night.signup_views import changed, listed, waits
from cogs.shared import routes
from cogs.shared.checks import act_of, league_of, verify_runs_league
from cogs.shared.live import NIGHT_CARD
from cogs.shared.people import seen
from cogs.shared.refusals import Refusal
from cogs.shared.replies import Interaction, open_form, say, show
from cogs.shared.routes import Handler, Route, fields, verify_number
from data.plans import LONGEST_REASON

if TYPE_CHECKING:
    from cogs.client import FloorBot

NO_CHANNEL = "This works in a channel of a league's own server."
LONGEST_WHEN = 100  # characters of a time


async def create(interaction: Interaction, when: str, typed: tuple[Any, ...]) -> None:
    """A night as it was typed, shown as it was understood."""
    wanted = Wanted(*typed)
    league_id = await verify_runs_league(interaction)
    client, act = interaction.client, act_of(interaction, league_id)
    settings = (await client.leagues.now(league_id)).settings
    reading = planning.read_when(when[:LONGEST_WHEN], act.at, settings.zone)
    if wanted.kind is None:
        kind = settings.kind_of(interaction.channel_id, getattr(interaction.channel, "parent_id", None))
        wanted = replace(wanted, kind=kind)
    plan = planning.plan_from(wanted, reading.moment.astimezone(UTC), settings)
    draft_id = await planning.draft(client.store, act, plan)
    await show(interaction, card.reading_card(plan, reading.notes, draft_id))


async def press_post(interaction: Interaction, draft: str) -> None:
    """[Post it here]."""
    league_id = await verify_runs_league(interaction)
    if interaction.channel_id is None:
        raise Refusal(NO_CHANNEL)
    client, act = interaction.client, act_of(interaction, league_id)
    night_id = await planning.post(client.store, act, _number(draft), interaction.channel_id)
    await say(interaction, "The night is planned, and its card stands below.")
    place(client, league_id, night_id)
    await say_missing_right(interaction)


def place(client: FloorBot, league_id: int, night_id: int) -> None:
    """The card is to stand in its channel."""
    client.live.place(NIGHT_CARD, league_id, night_id)
    client.due.wake()


async def edit(interaction: Interaction, night_id: int | None, typed: tuple[Any, ...]) -> None:
    """All but the time of a night ahead."""
    wanted = Wanted(*typed)
    league_id = await verify_runs_league(interaction)
    client, act = interaction.client, act_of(interaction, league_id)
    if wanted == Wanted():
        raise Refusal("Say what is to be otherwise, for example tables or fee; /night move changes the time.")
    night = await planning.meant(client.store, league_id, night_id, act.at)
    settings = (await client.leagues.now(league_id)).settings
    await planning.edit(client.store, act, night.night_id, wanted, settings)
    changed(client, league_id, night.night_id)
    plan = (await planning.meant(client.store, league_id, night.night_id, act.at)).plan
    await say(interaction, f"The night is changed, and its card with it: {card.dealing_line(plan)}")


async def move(interaction: Interaction, when: str, night_id: int | None) -> None:
    """Another time for a night, shown as it was understood."""
    league_id = await verify_runs_league(interaction)
    client, now = interaction.client, interaction.client.clock()
    night = await planning.meant(client.store, league_id, night_id, now)
    await seen(client.store, planning.verify_open_plan, league_id, night.night_id, now)
    reading = planning.read_when(when[:LONGEST_WHEN], now, night.plan.zone)
    await show(interaction, card.moved_card(night, reading.moment, reading.notes))


async def press_move(interaction: Interaction, night: str, seconds: str) -> None:
    """[Move it]."""
    league_id = await verify_runs_league(interaction)
    client, night_id = interaction.client, _number(night)
    try:
        starts_at = datetime.fromtimestamp(_number(seconds), UTC)
    except (OverflowError, ValueError, OSError):
        raise Refusal(planning.NO_PLAN) from None
    await planning.move(client.store, act_of(interaction, league_id), night_id, starts_at)
    changed(client, league_id, night_id)
    await say(interaction, "The night is moved, and its card with it.")


async def cancel(interaction: Interaction, night_id: int | None) -> None:
    """Ask before a night is called off."""
    league_id = await verify_runs_league(interaction)
    client, now = interaction.client, interaction.client.clock()
    night = await planning.meant(client.store, league_id, night_id, now)
    await seen(client.store, planning.verify_open_plan, league_id, night.night_id, now)
    await show(interaction, card.cancel_card(await listed(client, league_id, night.night_id)))


async def press_cancel(interaction: Interaction, night: str) -> None:
    """[Call it off]: opens the form for the reason."""
    league_id = await verify_runs_league(interaction)
    client = interaction.client
    await seen(client.store, planning.verify_open_plan, league_id, _number(night), client.clock())
    form: discord.ui.Modal = discord.ui.Modal(
        title="Call the night off", custom_id=routes.NIGHT_CANCELLED.id(_number(night))
    )
    field: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        custom_id="reason", required=False, max_length=LONGEST_REASON, placeholder="the host is ill"
    )
    form.add_item(discord.ui.Label(text="Why? Everybody reads it on the card.", component=field))
    await open_form(interaction, form)


async def called_off(interaction: Interaction, night: str) -> None:
    """The form was sent: the night is called off."""
    league_id = await verify_runs_league(interaction)
    client, night_id = interaction.client, _number(night)
    reason = str(fields(interaction.data).get("reason") or "")
    await planning.cancel(client.store, act_of(interaction, league_id), night_id, reason)
    changed(client, league_id, night_id)
    await say(interaction, "The night is called off, and its card says so.")


async def list_nights(interaction: Interaction) -> None:
    """What is planned, privately."""
    league_id = league_of(interaction)
    client = interaction.client
    nights = await planning.ahead(client.store, league_id, client.clock())
    if not nights:
        raise Refusal(planning.NONE_AHEAD)
    settings = (await client.leagues.now(league_id)).settings
    await show(interaction, card.list_card(nights, settings.zone))


async def post_again(interaction: Interaction, night_id: int | None) -> None:
    """The card of a night stands in this channel from now on."""
    league_id = await verify_runs_league(interaction)
    client = interaction.client
    if interaction.channel_id is None:
        raise Refusal(NO_CHANNEL)
    night = await planning.meant(client.store, league_id, night_id, client.clock())
    if waits(night, client.clock()):
        raise Refusal("The card of this night is posted eight days ahead; until then sign up with /night show.")
    await planning.stand_in(client.store, act_of(interaction, league_id), night.night_id, interaction.channel_id)
    await say(interaction, "The night's card stands in this channel from now on.")
    place(client, league_id, night.night_id)


async def say_missing_right(interaction: Interaction) -> None:
    """Where the bot may not make scheduled events, that is said once."""
    from cogs.night import events

    line = await events.missing_right(interaction)
    if line is not None:
        await say(interaction, line)


def _number(typed: str) -> int:
    return verify_number(typed, planning.NO_PLAN)


ROUTES: dict[Route, Handler] = {
    routes.NIGHT_POST: press_post,
    routes.NIGHT_MOVE: press_move,
    routes.NIGHT_CANCEL: press_cancel,
    routes.NIGHT_CANCELLED: called_off,
}
