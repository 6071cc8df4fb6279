"""How a dispute is opened: from a ruling, a table's log, a message, or with words."""

from __future__ import annotations

import discord

from cogs.dispute import forms, looking, starting, thread
from cogs.dispute.pressed import people_in, presser_of
from cogs.dispute.values import Opening
from cogs.shared import routes
from cogs.shared.checks import act_of, league_of
from cogs.shared.people import Person
from cogs.shared.places import url
from cogs.shared.refusals import Refusal
from cogs.shared.replies import Interaction, open_form, say, tidy, told_back, walk
from cogs.shared.routes import Handler, Route, fields, number_in
from data.nights import latest_night
from data.store import Transaction
from data.tables import tables_of
from league.dispute import SOURCES

NOT_ASKED = "0"
ABOUT = {  # the button by which a card of the bot's own tells what it is about
    routes.MISDEAL_FLOOR.name: "case",
    routes.DISPUTE_CASE.name: "case",
    routes.TABLE_MORE.name: "table",
}
STALE = "This button is from an earlier version: open the dispute with /dispute open."


async def from_case(interaction: Interaction, case: str) -> None:
    """[Open a dispute] on a ruling."""
    await _ask(interaction, "case", case)


async def from_table(interaction: Interaction, table: str) -> None:
    """The same in a table's log."""
    await _ask(interaction, "table", table)


async def from_message(interaction: Interaction, message: discord.Message) -> None:
    """ "Open a dispute" on a message; on a card of the bot's own it is about that case or table."""
    if interaction.client.user is not None and message.author.id == interaction.client.user.id:
        for part in walk(message.components):
            custom_id = str(getattr(part, "custom_id", "") or "")
            route, _, value = custom_id.rpartition(":")
            if route in ABOUT and number_in(value):
                await _ask(interaction, ABOUT[route], value)
                return
    words = tidy(message.content, 2000)
    await _ask(interaction, "message", message.channel.id, message.id, words)


async def _ask(
    interaction: Interaction, source: str, first: object, second: object = NOT_ASKED, words: str = ""
) -> None:
    league_of(interaction)
    form = forms.opening_form(source, first, second, words, is_required=source in ("message", "words"))
    await open_form(interaction, form)


async def opened(interaction: Interaction, source: str, first: str, second: str) -> None:
    """The form, filled in."""
    sent = fields(interaction.data)
    number, message_id = number_in(first), number_in(second)
    if source not in SOURCES or number is None or message_id is None:
        raise Refusal(STALE)
    words = str(sent.get("words") or "")
    with told_back(words):
        opening = Opening(
            source=source,
            words=words,
            link=url(league_of(interaction), number, message_id) if source == "message" else "",
            case_number=number if source == "case" else None,
            table_id=number if source == "table" else None,
            others=people_in(interaction.data, sent.get("others")),
            witnesses=people_in(interaction.data, sent.get("witnesses")),
            in_hand=people_in(interaction.data, sent.get("hand")),
            sides_first="yes" in (sent.get("first") or ()),
            channels=_channels(interaction),
        )
        await open_one(interaction, opening)


async def by_command(
    interaction: Interaction,
    about: str,
    others: tuple[Person, ...],
    witnesses: tuple[Person, ...],
    where: tuple[int | None, int | None, int | None],
    *,
    sides_first: bool,
) -> None:
    """`/dispute open`. `where`: case, table number of tonight or the last night, hand."""
    case, table, hand = where
    table_id = None if table is None else await interaction.client.store.read(_table, league_of(interaction), table)
    source = "case" if case is not None else "table" if table_id is not None else "words"
    with told_back(about):
        opening = Opening(
            source=source,
            words=about,
            case_number=case,
            table_id=table_id,
            hand_number=hand,
            others=others,
            witnesses=witnesses,
            sides_first=sides_first,
            channels=_channels(interaction),
        )
        await open_one(interaction, opening)


def _table(tx: Transaction, league_id: int, table_number: int) -> int:
    night = latest_night(tx, league_id)
    for kept in () if night is None else reversed(tables_of(tx, league_id, night.night_id)):
        if kept.table_number == table_number:
            return kept.table_id
    raise Refusal(f"There was no table {table_number} on the last night: open the dispute without it.")


def _channels(interaction: Interaction) -> tuple[int | None, int | None]:
    return interaction.channel_id, getattr(interaction.channel, "parent_id", None)


async def open_one(interaction: Interaction, opening: Opening) -> None:
    """Open it with everything as it stands, and its thread."""
    client = interaction.client
    league_id, presser = await presser_of(interaction)
    await interaction.response.defer(ephemeral=True, thinking=True)  # Discord may take its time over a thread
    act = act_of(interaction, league_id)
    number = await starting.open_dispute(client.store, client.leagues, act, presser, opening)
    placed = await thread.place(interaction, league_id, number)
    where = f" in <#{placed.thread_id}>" if placed.thread_id is not None else f", number {number}"
    await say(interaction, f"The dispute is open{where}. {placed.note}".strip())


async def make_thread(interaction: Interaction, number: str) -> None:
    """[Make its thread], where it has none or it was deleted."""
    league_id, presser = await presser_of(interaction)
    client, which = interaction.client, number_in(number) or 0
    await looking.look(client.store, league_id, which, presser, client.clock())
    await interaction.response.defer(ephemeral=True, thinking=True)
    placed = await thread.place(interaction, league_id, which)
    where = "" if placed.thread_id is None else f"It goes on in <#{placed.thread_id}>."
    await say(interaction, f"{where} {placed.note}".strip())


ROUTES: dict[Route, Handler] = {
    routes.DISPUTE_CASE: from_case,
    routes.DISPUTE_TABLE: from_table,
    routes.DISPUTE_OPENED: opened,
    routes.DISPUTE_THREAD: make_thread,
}
