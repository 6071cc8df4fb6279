"""The drill's private card: a situation, seven rulings to pick from, the answer, another. The seed stands in the ids."""

from __future__ import annotations

import discord

from cogs.misdeal import drill
from cogs.misdeal.before_after import Pair
from cogs.misdeal.picture import drawn
from cogs.misdeal.render import RED
from cogs.shared import routes
from cogs.shared.checks import league_of
from cogs.shared.pictures import Picture, show_with
from cogs.shared.refusals import Refusal
from cogs.shared.replies import CLOTH, Interaction, Part, button, card, fitted, paragraphs, row, text
from cogs.shared.routes import Handler, Route, number_in
from league.settings import Settings

IN_A_ROW = 4
BITS = 22  # of an interaction's id the time, above them what tells two of the same moment apart


def task_card(task: drill.Task, picture: Picture | None) -> discord.ui.LayoutView:
    """A situation with the rulings to pick from."""
    picks = [
        button(label, routes.DRILL_PICK.id(task.book, task.seed, outcome), discord.ButtonStyle.primary)
        for outcome, label in drill.PICKS.items()
    ]
    rows = [row(*picks[start : start + IN_A_ROW]) for start in range(0, len(picks), IN_A_ROW)]
    return card(text("\n".join(drill.task_lines(task))), *_shown(picture), *rows, accent=RED)


def answer_card(task: drill.Task, lines: list[str], picture: Picture | None) -> discord.ui.LayoutView:
    """The answer, and another."""
    another = button("Another", routes.DRILL_NEXT.id(task.book), discord.ButtonStyle.primary)
    return card(*paragraphs(fitted(lines, "lines more")), *_shown(picture), row(another), accent=CLOTH)


def _shown(picture: Picture | None) -> list[Part]:
    return [] if picture is None else [picture.part()]


async def start(interaction: Interaction, book: str | None = None) -> None:
    """`/misdeal drill`: a situation, by default for the book that is in force here."""
    if book is None:
        channels = (interaction.channel_id, getattr(interaction.channel, "parent_id", None))
        settings = await _settings(interaction)
        book = settings.order(settings.kind_of(*channels))[0]
    await _ask(interaction, book)


async def another(interaction: Interaction, book: str) -> None:
    """[Another]."""
    await _ask(interaction, book)


async def pick(interaction: Interaction, book: str, seed: str, outcome: str) -> None:
    """A ruling was picked: the answer with its why."""
    number = number_in(seed)
    if number is None or outcome not in drill.PICKS:
        raise Refusal(drill.STALE)
    task = drill.task_of(book, number)
    alternates = (await _settings(interaction)).alternates_on
    lines = drill.answer_lines(task, outcome, alternates)
    picture = await _drawn(drill.picture_after(task, alternates))
    await _send(interaction, answer_card(task, lines, picture), picture)


async def _ask(interaction: Interaction, book: str) -> None:
    task = drill.task_of(book, (interaction.id ^ (interaction.id >> BITS)) & drill.LARGEST_SEED)
    picture = await _drawn(task.at_the_table)
    await _send(interaction, task_card(task, picture), picture)


async def _settings(interaction: Interaction) -> Settings:
    return (await interaction.client.leagues.now(league_of(interaction))).settings


async def _drawn(pair: Pair | None) -> Picture | None:
    return None if pair is None else await drawn(pair)


async def _send(interaction: Interaction, layout: discord.ui.LayoutView, picture: Picture | None) -> None:
    """Draw the private card anew, its picture with it; elsewhere answer with a card of its own."""
    if interaction.message is not None and interaction.message.flags.ephemeral:
        files = [] if picture is None else [picture.file()]
        await interaction.response.edit_message(view=layout, attachments=files)
    else:
        await show_with(interaction, layout, picture)


ROUTES: dict[Route, Handler] = {
    routes.DRILL_PICK: pick,
    routes.DRILL_NEXT: another,
}
