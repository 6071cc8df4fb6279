"""What the commands and presses of a night do. The id says all; nothing is remembered here."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import discord

from cogs.night import actions, cockpit, planning, render, signup_views, wording
from cogs.night.cockpit import Look
from cogs.shared import routes
from cogs.shared.checks import act_of, league_of, verify_runs_league, verify_staff
from cogs.shared.live import COCKPIT, NIGHT_CARD, TABLE_CARD, Drawn, Kind, retire
from cogs.shared.refusals import Refusal
from cogs.shared.replies import Interaction, say, show
from cogs.shared.routes import Handler, Route, verify_number
from cogs.shared.who import oneself
from data.nights import nights_open

if TYPE_CHECKING:
    from cogs.client import FloorBot

NO_CHANNEL = "This works in a channel of a league's own server."


async def look(client: FloorBot, league_id: int, night_id: int) -> Look | None:
    """The night as it stands; None where the league has none of that number."""
    minutes = (await client.leagues.now(league_id)).settings.down_minutes
    return await cockpit.look(client.store, league_id, night_id, minutes, client.clock())


async def drawn(client: FloorBot, league_id: int, night_id: int) -> Drawn | None:
    """The cockpit as it is to look now; None where it stands nowhere."""
    found = await look(client, league_id, night_id)
    if found is None:
        return None
    night = found.night
    if night.channel_id is None or (night.closed_at is not None and night.cockpit_message_id is None):
        return None
    return Drawn(
        channel_id=night.channel_id,
        message_id=night.cockpit_message_id,
        posted_at=night.cockpit_posted_at,
        message={"view": render.cockpit_card(found, client.live.note(COCKPIT, league_id, night_id))},
        is_over=night.closed_at is not None,
    )


def live_card(client: FloorBot) -> Kind:
    """How the cockpit is drawn and kept."""
    return Kind(partial(drawn, client), partial(cockpit.placed, client.store), partial(client.store.read, nights_open))


# ------------------------------------------------------------------ commands


async def open_night(interaction: Interaction, kind: str | None, day: str | None) -> None:
    """Open tonight; one that is open is shown."""
    league_id = await verify_runs_league(interaction)
    client, channel_id = interaction.client, interaction.channel_id
    if channel_id is None:
        raise Refusal(NO_CHANNEL)
    settings = (await client.leagues.now(league_id)).settings
    usual = settings.kind_of(channel_id, getattr(interaction.channel, "parent_id", None))
    act, host = act_of(interaction, league_id), oneself(interaction).name
    opened = await actions.open_night(client.store, client.leagues, act, host, kind, day, channel_id, usual)
    if not opened.is_new:
        await show_night(interaction)
        return
    told = f"{wording.on_day(opened.night.day)}, {wording.KIND_NAMES[opened.night.kind]}"
    await say(
        interaction,
        f"The night is open: {told}. The host's cockpit stands below; /table open, where it is played, opens a table.",
    )
    client.live.place(COCKPIT, league_id, opened.night.night_id)
    client.live.touch(NIGHT_CARD, league_id, opened.night.night_id)


async def show_night(interaction: Interaction, night_id: int | None = None) -> None:
    """Tonight, privately, for everybody; else the planned night that was chosen, or the next."""
    league_id = league_of(interaction)
    if night_id is None and (await interaction.client.leagues.now(league_id)).night_id is None:
        nights = await planning.ahead(interaction.client.store, league_id, interaction.client.clock())
        night_id = nights[0].night_id if nights else None
    if night_id is not None:
        await signup_views.show_one(interaction, night_id)
        await _say_card_trouble(interaction, league_id, night_id)
        return
    found = await _tonight(interaction, league_id)
    client = interaction.client
    fee = await actions.fee(client.store, league_id, found.night.night_id, client.clock())
    await show(interaction, render.night_card(found, fee))
    await _say_trouble(interaction, league_id)


async def close(interaction: Interaction) -> None:
    """Close tonight, or ask first where tables are open."""
    league_id = await verify_staff(interaction)
    night = await actions.tonight(interaction.client.store, league_id)
    await _close(interaction, league_id, night.night_id, with_tables=False)


async def move_cockpit(interaction: Interaction) -> None:
    """The cockpit stands in this channel from now on."""
    league_id = await verify_staff(interaction)
    client, channel_id = interaction.client, interaction.channel_id
    if channel_id is None:
        raise Refusal(NO_CHANNEL)
    before, is_new = await actions.move_cockpit(client.store, act_of(interaction, league_id), channel_id)
    await say(interaction, "The host's cockpit stands in this channel from now on.")
    if not is_new:
        return
    client.live.place(COCKPIT, league_id, before.night_id)
    if before.cockpit_message_id is not None and before.channel_id is not None:
        old = client.get_partial_messageable(before.channel_id, guild_id=league_id)
        message = old.get_partial_message(before.cockpit_message_id)
        await retire(message, f"has moved to <#{channel_id}>.", before.cockpit_posted_at, client.clock())


async def add_staff(interaction: Interaction, person: discord.Member) -> None:
    """Somebody is staff for tonight."""
    league_id = await verify_runs_league(interaction)
    client = interaction.client
    if person.bot:
        raise Refusal("A bot cannot help to run the night: choose a person.")
    is_new = await actions.add_staff(client.store, client.leagues, act_of(interaction, league_id), person.id)
    what = "is staff for this night" if is_new else "was staff for this night already"
    await say(interaction, f"{person.mention} {what}: all that touches tables, dealers and cases, but not /league.")
    await client.touch_cockpit(league_id)
    await _say_trouble(interaction, league_id)


async def remove_staff(interaction: Interaction, person: discord.Member) -> None:
    """Somebody is staff no longer."""
    league_id = await verify_runs_league(interaction)
    client = interaction.client
    was_staff = await actions.remove_staff(client.store, client.leagues, act_of(interaction, league_id), person.id)
    what = "is not staff for this night any more" if was_staff else "is not staff for this night"
    await say(interaction, f"{person.mention} {what}.")
    await client.touch_cockpit(league_id)
    await _say_trouble(interaction, league_id)


async def list_staff(interaction: Interaction) -> None:
    """Who is staff for tonight alone."""
    found = await _tonight(interaction, league_of(interaction))
    await say(interaction, wording.staff_line(found))


async def _tonight(interaction: Interaction, league_id: int) -> Look:
    night_id = (await interaction.client.leagues.now(league_id)).night_id
    found = None if night_id is None else await look(interaction.client, league_id, night_id)
    if found is None:
        raise Refusal(actions.NO_NIGHT)
    return found


async def _say_card_trouble(interaction: Interaction, league_id: int, night_id: int) -> None:
    trouble = interaction.client.live.trouble(NIGHT_CARD, league_id, night_id)
    if trouble is not None:
        await say(interaction, f"About the night's card: {trouble} /night card posts it anew.")


async def _say_trouble(interaction: Interaction, league_id: int) -> None:
    """What keeps the cockpit from being drawn is said to whoever asks next."""
    client = interaction.client
    night_id = (await client.leagues.now(league_id)).night_id
    if night_id is None:
        return
    place = COCKPIT, league_id, night_id
    trouble = client.live.trouble(*place) or client.live.note(*place)
    if trouble is not None:
        await say(interaction, f"About the host's cockpit: {trouble} /night cockpit posts it anew.")


# ------------------------------------------------------------------ presses


async def press_close(interaction: Interaction, night: str) -> None:
    """[Close the night] on the cockpit."""
    league_id = await verify_staff(interaction)
    await _close(interaction, league_id, _night_id(night), with_tables=False)


async def press_close_all(interaction: Interaction, night: str) -> None:
    """The second press, with the tables that are open."""
    league_id = await verify_staff(interaction)
    await _close(interaction, league_id, _night_id(night), with_tables=True)


async def _close(interaction: Interaction, league_id: int, night_id: int, *, with_tables: bool) -> None:
    client = interaction.client
    found = await look(client, league_id, night_id)
    if found is None or found.night.closed_at is not None:
        raise Refusal(actions.OVER)
    act = act_of(interaction, league_id)
    if not await actions.close(client.store, client.leagues, act, night_id, with_tables=with_tables):
        await show(interaction, render.close_card(found))
        return
    left = await actions.left_by(client.store, league_id, night_id, act.at)
    if left.has_open_books:
        await show(interaction, render.books_card(night_id))
    else:
        await say(interaction, render.CLOSED)
    touch_all(client, found)
    client.due.wake()  # the line about tips


def touch_all(client: FloorBot, found: Look) -> None:
    """The night has closed: its cockpit and the cards of its tables are drawn a last time."""
    client.live.touch(COCKPIT, found.night.league_id, found.night.night_id)
    client.live.touch(NIGHT_CARD, found.night.league_id, found.night.night_id)
    for kept in found.tables:
        client.live.touch(TABLE_CARD, kept.league_id, kept.table_id)


async def count_stub(interaction: Interaction, table: str) -> None:
    """[Counted]: the stub of a table has been counted."""
    league_id = await verify_staff(interaction)
    client, table_id = interaction.client, verify_number(table, actions.OVER)
    kept = await actions.stub_counted(client.store, act_of(interaction, league_id), table_id)
    client.live.touch(TABLE_CARD, league_id, table_id)
    await client.live.answer(interaction, COCKPIT, kept.night_id)


async def show_dealt(interaction: Interaction, night: str) -> None:
    """[Who has dealt]."""
    found = await look(interaction.client, league_of(interaction), _night_id(night))
    if found is None:
        raise Refusal(actions.OVER)
    await show(interaction, render.dealt_card(found))


def _night_id(typed: str) -> int:
    return verify_number(typed, actions.OVER)


ROUTES: dict[Route, Handler] = {
    routes.NIGHT_CLOSE: press_close,
    routes.NIGHT_CLOSE_ALL: press_close_all,
    routes.NIGHT_STUB: count_stub,
    routes.NIGHT_DEALT: show_dealt,
}
