"""What a press, a choice or a form of the setup does: checked, set at once, and the screen drawn anew."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

import discord

from cogs.league import actions, render
from cogs.shared import routes
from cogs.shared.checks import act_of, verify_runs_league
from cogs.shared.dates import effective_from, when
from cogs.shared.refusals import Refusal
from cogs.shared.replies import Interaction, open_form, say, tidy, update
from cogs.shared.routes import Handler, Route, all_chosen, chosen, fields, verify_number
from data.standing import record_standing_message, standing_messages
from league.settings import KINDS, ROLES, Settings

TOO_MANY_OLD_EDITS = 30046  # Discord caps the edits of messages older than an hour
STALE = "This screen is from an earlier version. Run /league setup again."


def chosen_ids(interaction: Interaction, *sorts: str) -> list[int]:
    """The ids chosen in a select of people, roles or channels, each of which Discord itself resolved here."""
    data: Any = interaction.data
    resolved = data.get("resolved") or {}
    known = {key for sort in sorts for key in resolved.get(sort) or ()}
    values = all_chosen(interaction.data)
    if any(value not in known for value in values):
        raise Refusal("That is not from this server: choose again from the list.")
    return [int(value) for value in values]


async def set_values(
    interaction: Interaction, step: str, values: dict[str, Any] | Callable[[Settings], dict[str, Any]], answer: str
) -> None:
    """Set values, or what follows from those that stand, and draw the step's screen with what has been set."""
    league_id = await verify_runs_league(interaction)
    client = interaction.client
    fold = values if callable(values) else lambda _: values
    done = await actions.fold(
        client.store, client.leagues, act_of(interaction, league_id), lambda now: {**fold(now), "set_up": True}, answer
    )
    standing = await client.leagues.now(league_id)
    await update(interaction, render.setup_card(step, standing.settings, interaction.id, f"✓ {done.answer}"))


async def open_step(interaction: Interaction, step: str) -> None:
    """Another screen of the setup."""
    league_id = await verify_runs_league(interaction)
    if step not in render.STEPS:
        raise Refusal(STALE)
    standing = await interaction.client.leagues.now(league_id)
    await update(interaction, render.setup_card(step, standing.settings, interaction.id))


async def set_order(interaction: Interaction, kind: str) -> None:
    """The order of books for one kind of game."""
    if kind not in KINDS:
        raise Refusal(STALE)
    order = actions.read_order(chosen(interaction.data))
    await set_values(
        interaction, "books", {f"order.{kind}": order}, f"{render.KIND_NAMES[kind]}: {actions.order_name(order)}."
    )


async def set_channels(interaction: Interaction, kind: str) -> None:
    """The channels of one kind of game; what was named before and is not chosen now is taken back."""
    if kind not in KINDS:
        raise Refusal(STALE)
    named = chosen_ids(interaction, "channels")

    def fold(settings: Settings) -> dict[str, Any]:
        gone = set(settings.channels(kind)) - set(named)
        values: dict[str, Any] = {f"channel.{channel_id}": None for channel_id in sorted(gone)}
        return {**values, **{f"channel.{channel_id}": kind for channel_id in named}}

    count = f"{len(named)} channel" + ("" if len(named) == 1 else "s")
    await set_values(interaction, "channels", fold, f"{render.KIND_NAMES[kind]}: {count}.")


async def set_roles(interaction: Interaction, name: str) -> None:
    """The server's roles for host, TD or dealers."""
    if name not in ROLES:
        raise Refusal(STALE)
    roles = chosen_ids(interaction, "roles")
    if interaction.guild_id in roles:
        raise Refusal("Everyone holds that role, so it cannot make somebody host, TD or dealer: choose another.")
    said = " ".join(f"<@&{role_id}>" for role_id in roles) or "no role"
    await set_values(interaction, "roles", {f"roles.{name}": roles}, f"{render.ROLE_NAMES[name]}: {said}.")


async def set_floor(interaction: Interaction) -> None:
    """Who agreed to be pinged by a floor call."""
    people = chosen_ids(interaction, "members")
    said = " ".join(f"<@{user_id}>" for user_id in people) or "nobody"
    note = f"A floor call pings {said}. Each of them can stop it with /me privacy."
    await set_values(interaction, "roles", {"floor_call": people}, note)


async def set_zone(interaction: Interaction) -> None:
    """The league's time zone."""
    zone = actions.read_zone(chosen(interaction.data))
    await set_values(interaction, "place", {"zone": zone}, f"Time zone {zone}.")


async def set_currency(interaction: Interaction) -> None:
    """The league's currency."""
    code = actions.read_currency(chosen(interaction.data))
    await set_values(interaction, "place", {"currency": code}, f"Currency {code}.")


async def open_other(interaction: Interaction) -> None:
    """The form for any other zone and currency."""
    league_id = await verify_runs_league(interaction)
    standing = await interaction.client.leagues.now(league_id)
    await open_form(interaction, render.other_form(standing.settings))


async def set_other(interaction: Interaction) -> None:
    """Zone and currency from the form."""
    typed = fields(interaction.data)
    zone = actions.read_zone(str(typed.get("zone") or ""))
    code = actions.read_currency(str(typed.get("currency") or ""))
    await set_values(interaction, "place", {"zone": zone, "currency": code}, f"Time zone {zone}, currency {code}.")


async def post_standing(interaction: Interaction) -> None:
    """Post the standing message in the channels chosen; one that stands already is drawn anew."""
    league_id = await verify_runs_league(interaction)
    guild = interaction.guild
    channel_ids = chosen_ids(interaction, "channels")
    await interaction.response.defer()
    assert guild is not None  # verify_runs_league refuses elsewhere
    async with interaction.client.leagues.turn(league_id):  # two hosts at once post one message
        await _post_in(interaction, guild, channel_ids)


async def _post_in(interaction: Interaction, guild: discord.Guild, channel_ids: list[int]) -> None:
    league_id = guild.id
    before = await interaction.client.store.read(standing_messages, league_id)
    posted, failed = [], []
    for channel_id in channel_ids:
        channel = guild.get_channel(channel_id)
        try:
            if not isinstance(channel, discord.TextChannel):
                raise Refusal(STALE)
            message_id = await _stand(channel, before.get(channel_id), interaction.id)
        except (discord.HTTPException, Refusal):
            failed.append(channel_id)
            continue
        await interaction.client.store.write(
            record_standing_message, act_of(interaction, league_id), channel_id, message_id
        )
        posted.append(channel_id)
    notes = []
    if posted:
        notes.append("✓ It stands in " + " ".join(f"<#{channel_id}>" for channel_id in posted) + ".")
    if failed:
        where = " ".join(f"<#{channel_id}>" for channel_id in failed)
        notes.append(f"It could not be posted in {where}: give me View Channel and Send Messages there, and try again.")
    standing = await interaction.client.leagues.now(league_id)
    said = "\n".join(notes) or "No channel chosen."
    layout = render.setup_card("standing", standing.settings, interaction.id, said)
    await interaction.edit_original_response(view=layout)


async def _stand(channel: discord.TextChannel, message_id: int | None, nonce: int) -> int:
    """Draw the standing message of this channel, anew if it is gone or too old to be edited; its id."""
    old = None if message_id is None else channel.get_partial_message(message_id)
    if old is not None:
        try:
            await old.edit(view=render.standing_message())
            return old.id
        except discord.NotFound:
            old = None
        except discord.HTTPException as error:
            if error.code != TOO_MANY_OLD_EDITS:
                raise
    # the nonce lets Discord drop the double if this interaction is delivered twice
    message = await channel.send(view=render.standing_message(), nonce=f"{nonce % 10**15}-{channel.id % 10**8}")
    if old is not None:
        with contextlib.suppress(discord.HTTPException):  # gone by another hand: the new one counts
            await old.delete()
    return message.id


async def add_own_rule(interaction: Interaction, incident: str, outcome: str, day: str) -> None:
    """A rule of the league's own, from its form."""
    league_id = await verify_runs_league(interaction)
    client = interaction.client
    typed = fields(interaction.data)
    standing = await client.leagues.now(league_id)
    act = act_of(interaction, league_id)
    start = effective_from(None if day == "now" else day, standing.settings.zone, act.at, late=True)
    settles = None if incident == "none" else (incident, outcome)
    title, words = tidy(str(typed.get("title") or ""), 100), tidy(str(typed.get("text") or ""), 1000)
    done = await actions.add_own_rule(client.store, client.leagues, act, title, words, settles, start)
    await say(
        interaction,
        f"Our own rule {done.answer} is in force from {when(start, 'D')}, ahead of the books; /rule ask finds it.",
    )


async def clear_misses(interaction: Interaction, first: str, last: str) -> None:
    """Delete the unanswered questions shown."""
    league_id = await verify_runs_league(interaction)
    first_id, last_id = verify_number(first, STALE), verify_number(last, STALE)
    done = await actions.forget_misses(interaction.client.store, act_of(interaction, league_id), first_id, last_id)
    await say(interaction, f"Deleted: {done.answer}.")


ROUTES: dict[Route, Handler] = {
    routes.LEAGUE_STEP: open_step,
    routes.LEAGUE_ORDER: set_order,
    routes.LEAGUE_CHANNELS: set_channels,
    routes.LEAGUE_ROLES: set_roles,
    routes.LEAGUE_FLOOR: set_floor,
    routes.LEAGUE_ZONE: set_zone,
    routes.LEAGUE_CURRENCY: set_currency,
    routes.LEAGUE_OTHER: open_other,
    routes.LEAGUE_OTHER_SENT: set_other,
    routes.LEAGUE_STANDING: post_standing,
    routes.LEAGUE_OWN_SENT: add_own_rule,
    routes.LEAGUE_CLEAR_MISSES: clear_misses,
}
