"""What commands and presses do at a table: who asks is looked up anew, one action, and the card is drawn."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Concatenate, ParamSpec

import discord

from cogs.shared import routes
from cogs.shared.checks import act_of, is_staff, league_of, verify_staff
from cogs.shared.live import TABLE_CARD, Drawn, Kind
from cogs.shared.refusals import Refusal
from cogs.shared.replies import Interaction, say, tidy
from cogs.shared.routes import Handler, Route, all_chosen, chosen, verify_number
from cogs.table import actions, opening, render
from cogs.table.actions import AtTable
from cogs.table.finding import Asker, look_at
from cogs.table.people import Named
from cogs.table.taking_back import take_back
from data.nights import nights_open
from data.players import LONGEST_NAME
from data.store import Transaction
from data.tables import place_table, tables_of

LOG = logging.getLogger(__name__)
STALE = "This button is from an earlier version: use the newest card of the table."
NO_THREADS = (
    " I have no right to make threads here, so its card stands in this channel: a host can give me Create Public"
    " Threads and Send Messages in Threads."
)

P = ParamSpec("P")


# ------------------------------------------------------------------ who asks


async def asker_of(
    interaction: Interaction,
    table_number: int | None = None,
    table_id: int | None = None,
    *,
    also_closed: bool = False,
) -> Asker:
    """Who asks, and where."""
    league_id = league_of(interaction)
    client = interaction.client
    await client.leagues.meet(league_id, interaction.user.id)
    return Asker(
        interaction.user.id,
        tidy(interaction.user.display_name, LONGEST_NAME) or str(interaction.user.id),
        is_staff(interaction, await client.leagues.now(league_id)),
        interaction.channel_id,
        isinstance(interaction.channel, discord.Thread),
        table_number,
        table_id,
        also_closed,
    )


async def pressed_at(interaction: Interaction, table: str) -> Asker:
    """The same for a press on something of one table."""
    return await asker_of(interaction, table_id=verify_number(table, STALE))


async def do(
    interaction: Interaction,
    asker: Asker,
    what: Callable[Concatenate[AtTable, P], str],
    *args: P.args,
    **kwargs: P.kwargs,
) -> actions.Result:
    """Do one thing, and let every card that shows it be drawn."""
    league_id, client = league_of(interaction), interaction.client
    result = await actions.change(client.store, act_of(interaction, league_id), asker, what, *args, **kwargs)
    for table_id in result.table_ids:
        client.live.touch(TABLE_CARD, league_id, table_id)
    if result.table_ids:
        await client.touch_cockpit(league_id)
    if what is take_back:
        client.due.wake()  # the card of a case whose redeal was taken back
    return result


async def command(
    interaction: Interaction,
    table_number: int | None,
    what: Callable[Concatenate[AtTable, P], str],
    *args: P.args,
    **kwargs: P.kwargs,
) -> None:
    """A command: do it, and answer in a private sentence. A closing can be taken back, too."""
    asker = await asker_of(interaction, table_number, also_closed=what is take_back)
    result = await do(interaction, asker, what, *args, **kwargs)
    await say(interaction, result.sentence + await card_mended(interaction, asker, result))


# ------------------------------------------------------------------ the live card


async def card_mended(interaction: Interaction, asker: Asker, result: actions.Result) -> str:
    """A card that cannot be drawn where it stood, deleted for example, moves to where staff do something next."""
    league_id, client = league_of(interaction), interaction.client
    lost = [table_id for table_id in result.table_ids if client.live.trouble(TABLE_CARD, league_id, table_id)]
    if not lost or not asker.is_staff or interaction.channel_id is None:
        return ""
    for table_id in lost:
        await opening.move_card(client.store, league_id, table_id, interaction.channel_id, client.clock())
        client.live.place(TABLE_CARD, league_id, table_id)
    return " The card was lost, so it stands in this channel from now on."


async def draw(client: Any, league_id: int, table_id: int) -> Drawn | None:
    """A table's card as it stands."""
    look = await look_at(client.store, league_id, table_id)
    if look is None or (channel_id := look.kept.channel_id) is None:
        return None
    message = {"view": render.table_card(look, client.clock())}
    return Drawn(channel_id, look.kept.message_id, look.kept.posted_at, message, look.table.is_closed)


async def placed(client: Any, league_id: int, table_id: int, channel_id: int, message_id: int, posted_at: Any) -> None:
    """The card has been posted."""
    await client.store.write(place_table, league_id, table_id, channel_id, message_id, posted_at)


async def standing(client: Any) -> list[tuple[int, int]]:
    """Every table that is open."""
    found: list[tuple[int, int]] = await client.store.read(_tables_open)
    return found


def live_card(client: Any) -> Kind:
    """How a table's card is drawn and kept."""
    return Kind(partial(draw, client), partial(placed, client), partial(standing, client))


def _tables_open(tx: Transaction) -> list[tuple[int, int]]:
    return [
        (league_id, kept.table_id)
        for league_id, night_id in nights_open(tx)
        for kept in tables_of(tx, league_id, night_id)
    ]


# ------------------------------------------------------------------ opening


async def open_table(interaction: Interaction, kind: str | None, asked: opening.Opening) -> None:
    """`/table open`: the table, the night if none is open, its own thread and its card there."""
    league_id = await verify_staff(interaction)
    await interaction.response.defer(ephemeral=True, thinking=True)  # Discord may take its time over a thread
    client, channel = interaction.client, interaction.channel
    settings = (await client.leagues.now(league_id)).settings
    channels = (interaction.channel_id, getattr(channel, "parent_id", None))
    asked = replace(asked, kind=kind or settings.kind_of(*channels))
    opened = await opening.open_one(client.store, act_of(interaction, league_id), settings, asked)
    client.leagues.changed(league_id)  # a night may have begun
    client.due.wake()
    thread_id = await _thread(interaction, opened.thread_name)
    if thread_id is not None:
        await opening.move_card(client.store, league_id, opened.table_id, thread_id, client.clock())
    client.live.place(TABLE_CARD, league_id, opened.table_id)
    await client.touch_cockpit(league_id)
    where = f"<#{thread_id or interaction.channel_id}>"
    note = NO_THREADS if thread_id is None else ""
    await say(interaction, f"Table {opened.table_number} is open in {where}. {_next(opened)}{note}")


def _next(opened: opening.Opened) -> str:
    """What the host does at a new table."""
    dealer = f", /dealer start {opened.table_number} for whoever deals" if opened.has_dealer else ""
    return f"Next, there: /table seat with everybody's names{dealer}; then whose the button is, on the table's card."


async def _thread(interaction: Interaction, name: str) -> int | None:
    """A table's own thread off the channel; None where there can be none."""
    channel = interaction.channel
    parent = channel.parent if isinstance(channel, discord.Thread) else channel
    allowed = interaction.app_permissions
    if not isinstance(parent, discord.TextChannel):
        return None
    if not (allowed.create_public_threads and allowed.send_messages_in_threads):
        return None
    try:
        thread = await parent.create_thread(
            name=name, type=discord.ChannelType.public_thread, auto_archive_duration=1440
        )
    except discord.HTTPException as error:
        LOG.info("a table gets no thread: %s", error)
        return None
    return thread.id


# ------------------------------------------------------------------ people who are mentioned


async def seat_people(
    interaction: Interaction, table_number: int | None, who: Sequence[Named], deals: bool | None
) -> None:
    """`/table seat`: those who are mentioned are asked for first, so that each has a name."""
    asker = await asker_of(interaction, table_number)
    named = await with_names(interaction, asker, who)
    result = await do(interaction, asker, actions.seat, named, deals)
    await say(interaction, result.sentence + await card_mended(interaction, asker, result))


async def with_names(interaction: Interaction, asker: Asker, who: Sequence[Named]) -> list[Named]:
    """The same people with the names their accounts bear in this server. Raises Refusal for who is not here."""
    strange = [one for one in who if one.user_id not in (None, asker.user_id)]
    if strange and not asker.is_staff:
        raise Refusal(actions.FOR_OTHERS)
    if strange:
        await interaction.response.defer(ephemeral=True, thinking=True)
    found = await asyncio.gather(*(_name_of(interaction, one.user_id) for one in strange))
    names = {asker.user_id: asker.name, **dict(zip([one.user_id for one in strange], found, strict=True))}
    return [one if one.user_id is None else replace(one, name=names[one.user_id]) for one in who]


async def _name_of(interaction: Interaction, user_id: int | None) -> str:
    assert interaction.guild is not None  # a league's own server
    assert user_id is not None
    try:
        member = await interaction.guild.fetch_member(user_id)
    except discord.NotFound:
        raise Refusal(f"<@{user_id}> is not in this server: write a guest's name instead.") from None
    if member.bot:
        raise Refusal(f"<@{user_id}> is a bot, and bots do not play.")
    return tidy(member.display_name, LONGEST_NAME) or str(user_id)


# ------------------------------------------------------------------ presses on the card


async def next_hand(interaction: Interaction, table: str, shown: str) -> None:
    """[Next hand]."""
    asker = await pressed_at(interaction, table)
    await _on_card(interaction, asker, actions.hand, shown_hand=_number(shown))


async def set_button(interaction: Interaction, table: str, step: str) -> None:
    """The select "Button is …"."""
    asker = await pressed_at(interaction, table)
    await _on_card(interaction, asker, actions.button, _number(chosen(interaction.data)))


async def tell_winner(interaction: Interaction, table: str, shown: str) -> None:
    """Who won the last pot."""
    asker = await pressed_at(interaction, table)
    winners = [_number(value) for value in all_chosen(interaction.data)]
    await _on_card(interaction, asker, actions.won, winners, _number(shown))


async def _on_card(
    interaction: Interaction,
    asker: Asker,
    what: Callable[Concatenate[AtTable, P], str],
    *args: P.args,
    **kwargs: P.kwargs,
) -> None:
    """A press on the card itself: do it, and answer by drawing the card."""
    league_id, client = league_of(interaction), interaction.client
    assert asker.table_id is not None  # a press says which table
    result = await actions.change(client.store, act_of(interaction, league_id), asker, what, *args, **kwargs)
    await client.live.answer(interaction, TABLE_CARD, asker.table_id)
    if result.table_ids:
        await client.touch_cockpit(league_id)


def _number(value: str) -> int:
    return verify_number(value, STALE)


ROUTES: dict[Route, Handler] = {
    routes.TABLE_NEXT: next_hand,
    routes.TABLE_BUTTON: set_button,
    routes.TABLE_WINNER: tell_winner,
}
