"""How the bot answers: privately unless told otherwise, once, without a ping, within Discord's limits.

Nothing it sends keeps state in memory: a layout is marked finished before it goes out, so discord.py
does not store it, and every press is answered by its id alone (see routes.py).
"""

from __future__ import annotations

import logging
import re
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
from discord import ComponentType, app_commands

from cogs.shared.refusals import Refusal
from data.store import StoreError

if TYPE_CHECKING:
    from cogs.client import FloorBot

    Interaction = discord.Interaction[FloorBot]
else:
    Interaction = discord.Interaction

LOG = logging.getLogger(__name__)
Part = dict[str, Any]  # a part of a card, as Discord takes it
CLOTH = 0x1F6F4A  # the green along a card's edge
ALREADY_ANSWERED = 40060
TOO_LATE = (10062, 10015, 50027)  # the interaction, its webhook or its token is no longer known
MOST_TEXT = 3900  # characters of a card: Discord's 4,000 with some room for its buttons
ASKED = "-# You asked: "
QUESTION_PART = 7  # the id of the part that holds the asker's words, so that a later press can read them
LONGEST_QUESTION = 300  # characters of a question that are read and shown
BROKEN = "Something broke here: what you did may not count. Please try once more; the log has the details for the host."
OLD_COMMAND = "This command has changed since your Discord read it: restart Discord, then try again."
UNREAD = (
    "What you chose or typed is not known in this server or is too long, so nothing was done: choose or type it again."
)
OLD_BUTTON = "This button is from an earlier version of the bot. Ask again with /rule ask."
NO_FAILURE = (  # of the bot, or of Discord: the person is told what to do instead
    Refusal,
    app_commands.CommandSignatureMismatch,
    app_commands.CommandNotFound,
    app_commands.TransformerError,
    discord.Forbidden,
)

BLANK = "\u115f\u1160\u3164\uffa0\u2800"  # letters and signs that show as nothing
NOT_SHOWN = ("Cc", "Cf", "Cs", "Co", "Cn")  # Unicode's controls, direction marks, lone halves and unused places
_ITEM = re.compile(r"(?:- |> |\d+\. )")
_MARKDOWN = re.compile(r"([\\`*_~|>\[\]#<@:-])")


def nonce(*about: object) -> str:
    """One message for one thing: Discord drops a second, also after a crash before the first was noted."""
    return sha256(" ".join(map(str, about)).encode()).hexdigest()[:24]


def tidy(text: str, most: int = LONGEST_QUESTION) -> str:
    """Somebody's words on one line: no control or direction marks, no runs of space, at most `most` characters.

    >>> tidy("burn \\u202e got  \\n flipped")
    'burn got flipped'
    """
    text = text[: most * 4]
    kept = (
        text
        if text.isascii() and text.isprintable()
        else "".join(char for char in text if char.isspace() or _shows(char))
    )
    return " ".join(kept.split())[:most].rstrip()


def _shows(char: str) -> bool:
    return unicodedata.category(char) not in NOT_SHOWN and char not in BLANK


def quoted(text: str) -> str:
    """Somebody's words so that Discord shows them as they are: no mention, link or formatting comes alive."""
    return _MARKDOWN.sub(r"\\\1", text)


def mention(user_id: int) -> str:
    """An account as a card names it: without a ping, since none is allowed; nobody where somebody was erased."""
    return f"<@{user_id}>" if user_id else "somebody who was erased"


def unquoted(text: str) -> str:
    r"""The words that `quoted` was given.

    >>> unquoted(quoted("burn *got* @everyone \\o/"))
    'burn *got* @everyone \\o/'
    """
    return re.sub(r"\\(.)", r"\1", text)


@lru_cache(maxsize=4096)
def clipped(text: str, most: int) -> str:
    """Somebody's words quoted within `most` characters, marked where they are cut.

    >>> clipped("*****", 8)
    '\\\\*\\\\*\\\\*…'
    """
    if len(quoted(text)) <= most:
        return quoted(text)
    while len(quoted(text)) >= most:
        text = text[: len(text) - max(1, (len(quoted(text)) - most) // 2)]
    return f"{quoted(text)}…"


def fitted(lines: Sequence[str], rest: str, most: int = MOST_TEXT) -> str:
    """As many of the lines as fit, and how many more there are of what `rest` names."""
    kept = list(lines)
    while len("\n".join(kept)) > most - 100:
        kept.pop()
    dropped = len(lines) - len(kept)
    return "\n".join([*kept, f"-# and {dropped} {rest}"] if dropped else kept)


class Card(discord.ui.LayoutView):
    """Parts in a frame, written as Discord takes them: discord.py's own items cost more than all there is to say.

    It is marked finished, so discord.py keeps it nowhere after it is sent.
    """

    def __init__(self, parts: list[Part], accent: int | None) -> None:
        super().__init__(timeout=None)
        self._frame = {"type": ComponentType.container.value, "accent_color": accent, "components": parts}
        self.stop()

    def to_components(self) -> list[dict[str, Any]]:
        """What is sent."""
        return [self._frame]

    def has_components_v2(self) -> bool:
        """Text and rows stand in a frame."""
        return True


def card(*parts: Part | discord.ui.Item[Any], accent: int | None = None) -> Card:
    """A card of text and rows."""
    return Card(_written(parts), accent)


def _written(parts: Sequence[Part | discord.ui.Item[Any]]) -> list[Part]:
    """Each as Discord takes it; an item of discord.py says so itself, for what has no words here."""
    return [part if isinstance(part, dict) else part.to_component_dict() for part in parts]


def text(content: str, part_id: int | None = None) -> Part:
    """A paragraph of a card; `part_id` lets a later press find it again."""
    part: Part = {"type": ComponentType.text_display.value, "content": content}
    return part if part_id is None else {**part, "id": part_id}


def row(*parts: Part | discord.ui.Item[Any]) -> Part:
    """Up to five buttons in a row, or one select."""
    return {"type": ComponentType.action_row.value, "components": _written(parts)}


def beside(words: Part, accessory: Part) -> Part:
    """A paragraph with a button at its right."""
    return {"type": ComponentType.section.value, "components": [words], "accessory": accessory}


def paragraphs(content: str) -> list[Part]:
    """The same as parts of a card, a new one after each list or quote: some clients draw what follows into it.

    >>> [part["content"] for part in paragraphs("**Misdeal**\\n1. Stop.\\n2. Deal again.\\nWhy: it was seen.")]
    ['**Misdeal**\\n1. Stop.\\n2. Deal again.', 'Why: it was seen.']
    """
    found: list[list[str]] = [[]]
    for line in content.split("\n"):
        if found[-1] and _ITEM.match(found[-1][-1]) and not _ITEM.match(line):
            found.append([])
        found[-1].append(line)
    return [text("\n".join(lines)) for lines in found]


def button(
    label: str,
    custom_id: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    emoji: str | None = None,
    disabled: bool = False,
) -> Part:
    """A button that only carries its id."""
    part: Part = {
        "type": ComponentType.button.value,
        "label": label,
        "custom_id": custom_id,
        "style": style.value,
        "disabled": disabled,
    }
    return part if emoji is None else {**part, "emoji": {"name": emoji}}


def select(custom_id: str, placeholder: str | None, options: Sequence[Part]) -> Part:
    """One choice from a list."""
    part: Part = {"type": ComponentType.select.value, "custom_id": custom_id, "options": list(options)}
    return part if placeholder is None else {**part, "placeholder": placeholder}


def option(label: str, value: str, description: str | None = None, *, default: bool = False) -> Part:
    """One line of a list to choose from; `default`: it is chosen now."""
    part: Part = {"label": label, "value": value, "default": default}
    return part if description is None else {**part, "description": description}


def part_of(message: discord.Message | None, part_id: int) -> str | None:
    """The text of one part of a card that came back with a press; None if it is not there."""
    for component in walk(message.components if message else ()):
        if isinstance(component, discord.TextDisplay) and component.id == part_id:
            return component.content
    return None


def question_on(message: discord.Message | None) -> str:
    """The asker's words as the card of an answer shows them; empty if it shows none."""
    shown = part_of(message, QUESTION_PART)
    return unquoted(shown.removeprefix(ASKED)) if shown else ""


def walk(components: Any) -> Any:
    """Every component of a message, containers' children included."""
    for component in components:
        yield component
        yield from walk(getattr(component, "children", ()))


@contextmanager
def told_back(written: str) -> Iterator[None]:
    """What somebody wrote in a form that is refused is told back to them, so that it can be copied."""
    try:
        yield
    except Refusal as refusal:
        raise Refusal(f"{refusal}\nYou wrote:\n> {clipped(written, 1500)}" if written else str(refusal)) from refusal


async def say(interaction: Interaction, sentence: str) -> None:
    """Answer with one private sentence, whatever has been answered before."""
    if interaction.response.is_done():
        await interaction.followup.send(sentence, ephemeral=True)
    else:
        await interaction.response.send_message(sentence, ephemeral=True)


async def show(interaction: Interaction, layout: discord.ui.LayoutView, *, private: bool = True) -> None:
    """Answer with a card of its own."""
    await interaction.response.send_message(view=layout, ephemeral=private)


async def update(interaction: Interaction, layout: discord.ui.LayoutView) -> None:
    """Answer a press by drawing its card anew; the standing message and public cards are left alone."""
    if interaction.message is not None and interaction.message.flags.ephemeral:
        await interaction.response.edit_message(view=layout)
    else:
        await show(interaction, layout)


async def open_form(interaction: Interaction, form: discord.ui.Modal) -> None:
    """Open a form; its answer is routed by its id, so it survives a restart while it is filled in."""
    form.stop()
    await interaction.response.send_modal(form)


async def answer_error(interaction: Interaction, error: BaseException) -> None:
    """Turn whatever went wrong into one private sentence, and log what is not the person's doing."""
    if isinstance(error, discord.HTTPException) and error.code == ALREADY_ANSWERED:
        LOG.info("already answered: a repeated delivery")
        return
    if not isinstance(error, NO_FAILURE):
        interaction.client.answers.failed(interaction.guild_id)
    if isinstance(error, discord.HTTPException) and error.code in TOO_LATE:
        LOG.warning("the answer came too late for Discord: %s", error)  # what was done stays; the next press shows it
        return
    if isinstance(error, discord.DiscordServerError) and not interaction.response.is_done():
        LOG.error("Discord took no answer", exc_info=error)  # all tries are spent: another would come too late
        return
    if isinstance(error, Refusal):
        sentence = str(error)
    elif isinstance(error, StoreError):
        LOG.error("the store failed: %s", error)
        sentence = f"{error} Nothing was recorded."
    elif isinstance(error, app_commands.CommandSignatureMismatch | app_commands.CommandNotFound):
        sentence = OLD_COMMAND
    elif isinstance(error, app_commands.TransformerError):  # somebody who has left, another server's channel
        sentence = UNREAD
    elif isinstance(error, discord.Forbidden):
        LOG.warning("a permission is missing: %s", error)
        sentence = "I am missing a permission for that in this channel; a host can grant it in the server's settings."
    elif isinstance(error, aiohttp.ClientError | ConnectionError | TimeoutError):
        LOG.warning("the connection was lost in mid-answer: %s", type(error).__name__)
        sentence = BROKEN
    else:
        LOG.error("an interaction failed", exc_info=error)
        sentence = BROKEN
    try:
        await say(interaction, sentence)
    except discord.HTTPException as failed:
        if failed.code not in (ALREADY_ANSWERED, *TOO_LATE):
            LOG.warning("the error could not be answered: %s", failed)
    except (aiohttp.ClientError, OSError, RuntimeError) as failed:  # RuntimeError: the session is closed, we leave
        LOG.warning("the error could not be answered: %s", type(failed).__name__)
