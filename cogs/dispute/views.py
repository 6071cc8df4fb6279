"""What those involved do: their side, evidence, a look. The id says all; nothing is remembered here."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any
from urllib.parse import unquote, urlsplit

import discord
from discord import app_commands

from cogs.dispute import actions, forms, looking, render, wording
from cogs.dispute.pressed import (
    answered,
    heard_in,
    looked,
    me_in,
    number_here,
    people_in,
    presser_of,
    show_dispute,
    which,
)
from cogs.dispute.values import File, Look
from cogs.shared import routes
from cogs.shared.checks import act_of
from cogs.shared.choosing import offered
from cogs.shared.people import Person
from cogs.shared.refusals import Refusal, granted
from cogs.shared.replies import Interaction, open_form, part_of, show, tidy, told_back, unquoted, update
from cogs.shared.routes import Handler, Route, all_chosen, chosen, fields, number_in
from league.dispute_rights import MEGABYTE, verify_may_add_evidence
from league.dispute_roles import WITNESS

DISCORDS_OWN = 10 * MEGABYTE  # what a server without boosts can be shown
WHO_ADDS = "Only whoever opened it, or a host or TD, adds somebody to a dispute: ask one of them."
NOTHING = "Choose a file or write something: there was nothing in it."


def _verify_heard(interaction: Interaction, look: Look, pieces: int = 0) -> None:
    """Nobody is to write in a form that will be refused. Raises Refusal."""
    granted(verify_may_add_evidence, look.dispute, me_in(interaction, look), 0, interaction.client.clock(), pieces)


# ------------------------------------------------------------------ one's side


async def open_side(interaction: Interaction, number: str | int) -> None:
    """[My side]."""
    _, look = await looked(interaction, number)
    _verify_heard(interaction, look)
    await open_form(interaction, forms.side_form(look))


async def said(interaction: Interaction, number: str) -> None:
    """The form, filled in."""
    league_id, presser = await presser_of(interaction)
    sent = fields(interaction.data)
    words = str(sent.get("text") or "")
    facts = dict(str(each).split(":", 1) for each in sent.get("facts") or () if ":" in str(each))
    act = act_of(interaction, league_id)
    with told_back(words):
        look = await actions.give_side(interaction.client.store, act, presser, number_in(number) or 0, words, facts)
    sealed = " It stays sealed until both are in or the time has passed." if look.is_sealed else ""
    await answered(interaction, presser, look, f"Your side is kept.{sealed}")


# ------------------------------------------------------------------ evidence


async def open_evidence(interaction: Interaction, number: str) -> None:
    """[Evidence]."""
    _, look = await looked(interaction, number)
    _verify_heard(interaction, look, 1)
    await open_form(interaction, forms.evidence_form(look))


async def handed(interaction: Interaction, number: str) -> None:
    """The form, filled in."""
    data: Any = interaction.data
    sent = fields(data)
    known: dict[str, Any] = (data.get("resolved") or {}).get("attachments") or {}
    files = [known[str(key)] for key in sent.get("files") or () if str(key) in known]
    words = str(sent.get("words") or "")
    with told_back(words):
        await hand_in(interaction, number, words, files)


def described(file: discord.Attachment) -> dict[str, Any]:
    """A file as a form's come: what it is called, how big it is, where to fetch it."""
    return {"size": file.size, "url": file.url, "filename": file.filename, "content_type": file.content_type}


async def hand_in(
    interaction: Interaction, number: str | int, words: str, files: Sequence[Any], link: str = ""
) -> None:
    """Keep these files and words with the dispute. `files`: as Discord describes them; they are fetched once."""
    presser, look = await looked(interaction, number)
    _verify_heard(interaction, look)
    if not files and not words.strip():
        raise Refusal(NOTHING)
    most = look.dispute.terms.evidence_megabytes
    if sum(int(file["size"]) for file in files) > most * MEGABYTE:
        raise Refusal(f"That is too big: this league keeps {most} MB with a dispute. Hand in something smaller.")
    shown = DISCORDS_OWN if interaction.guild is None else interaction.guild.filesize_limit
    if any(int(file["size"]) > shown for file in files):
        raise Refusal(f"Discord lets me show files of {shown // MEGABYTE} MB here, so nobody could open that: cut it.")
    await interaction.response.defer(ephemeral=True, thinking=True)
    client, told = interaction.client, look.dispute
    pieces = [File(link or "Words", words=words.strip())] if words.strip() else []
    for file in files:
        try:
            content = await client.http.get_from_cdn(file["url"])
        except discord.HTTPException as error:
            raise Refusal("Discord does not give me that file just now: hand it in once more.") from error
        pieces.append(File(tidy(file["filename"], 100) or "file", file.get("content_type") or "", content))
    act = act_of(interaction, told.league_id)
    look = await actions.add_evidence(client.store, act, presser, told.number, pieces)
    await answered(interaction, presser, look, "It is kept with the dispute.")


async def add_message(interaction: Interaction, message: discord.Message) -> None:
    """ "Add to the dispute" on a message: its words and files, with where it stands."""
    here = await number_here(interaction)
    lines = [] if here is not None else await heard_in(interaction)
    if not message.content.strip() and not message.attachments:
        raise Refusal(NOTHING)
    who, link = tidy(message.author.display_name, 40), f"Message {message.jump_url}"
    words = f"{who} wrote: {message.content}" if message.content.strip() else f"From {who}"
    if len(lines) > 1:
        files = [_file_line(file) for file in message.attachments]
        layout = render.which_card(lines, link, words, files)
        if layout is None:
            raise which(lines)
        await show(interaction, layout)
        return
    number = lines[0].number if here is None else here
    await hand_in(interaction, number, words, [described(file) for file in message.attachments], link)


def _file_line(file: discord.Attachment) -> str:
    return f"-# {file.url} {file.size} {file.content_type or 'file'}"


async def add_to(interaction: Interaction) -> None:
    """One of several open disputes: the message that stands in the card is handed in there."""
    shown, number = interaction.message, chosen(interaction.data)
    files = []
    for line in (part_of(shown, render.FILES_PART) or "").splitlines():
        url, size, kind = line.removeprefix("-# ").split(" ", 2)
        name = unquote(urlsplit(url).path.rpartition("/")[2])
        files.append({"size": int(size), "url": url, "filename": name, "content_type": kind})
    words = unquoted(part_of(shown, render.WORDS_PART) or "")
    await hand_in(interaction, number, words, files, link=part_of(shown, render.TITLE_PART) or "")


# ------------------------------------------------------------------ who is added


async def open_add(interaction: Interaction, number: str) -> None:
    """[Add somebody]: the choice."""
    presser, look = await looked(interaction, number)
    if not presser.is_staff and me_in(interaction, look) != look.dispute.opener:
        raise Refusal(WHO_ADDS)
    await show(interaction, render.add_card(look.dispute.number))


async def added(interaction: Interaction, number: str, role: str) -> None:
    """Somebody chosen from one of its selects."""
    people = people_in(interaction.data, all_chosen(interaction.data))
    if len(people) != 1:
        raise Refusal("Choose one person.")
    await add(interaction, number_in(number) or 0, people[0], role)


async def add(interaction: Interaction, number: int, person: Person, role: str) -> None:
    """Add a witness or somebody who was in the hand; a witness comes into the thread when it is told."""
    league_id, presser = await presser_of(interaction)
    act = act_of(interaction, league_id)
    look = await actions.add_person(interaction.client.store, act, presser, number, person, role)
    said = "They are added, and can say what they saw." if role == WITNESS else "It is noted: they do not decide it."
    if role == WITNESS and look.dispute.thread_id is None:
        said += f" It has no thread, so tell them: /dispute show {number}."
    await answered(interaction, presser, look, said)


# ------------------------------------------------------------------ looking


async def more(interaction: Interaction, number: str) -> None:
    """[More]: the private screen."""
    await show_dispute(interaction, number)


async def look_at(interaction: Interaction, number: str) -> None:
    """One of its screens, or a file."""
    what = chosen(interaction.data)
    presser, look = await looked(interaction, number)
    if what in render.SCREENS:
        await update(interaction, render.screen_card(look, what))
        return
    piece = number_in(what.removeprefix(render.FILE)) if what.startswith(render.FILE) else None
    if piece is None:
        raise Refusal("Choose from the list what you want to see.")
    client, told = interaction.client, look.dispute
    file = await looking.evidence_of(client.store, told.league_id, told.number, piece, presser, client.clock())
    if not file.content:
        raise Refusal("That has been erased, or is words alone.")
    sent = discord.File(io.BytesIO(file.content), filename=file.name or "file")
    await interaction.response.send_message(file=sent, ephemeral=True)


async def suggested(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """The disputes of whoever types, newest first."""
    return await offered(_listed(interaction), typed)


async def _listed(interaction: Interaction) -> list[tuple[str, int]]:
    league_id, presser = await presser_of(interaction)
    client = interaction.client
    lines = await looking.listed(client.store, league_id, presser, client.clock())
    return [(f"{line.number}: {wording.incident_name(line.incident)}, {line.state}", line.number) for line in lines]


async def list_disputes(interaction: Interaction, before: int | None, *, open_only: bool) -> None:
    """`/dispute list`."""
    league_id, presser = await presser_of(interaction)
    client = interaction.client
    lines = await looking.listed(client.store, league_id, presser, client.clock(), open_only=open_only, before=before)
    await show(interaction, render.list_card(lines))


async def show_precedents(interaction: Interaction, words: str) -> None:
    """`/dispute precedents`: decisions without names, for everybody of the league."""
    league_id, _ = await presser_of(interaction)
    found = await looking.precedents(interaction.client.store, league_id, tidy(words))
    await show(interaction, render.past_card(found))


async def export(interaction: Interaction, number: int) -> None:
    """`/dispute export`: the transcript as a file."""
    league_id, presser = await presser_of(interaction)
    client = interaction.client
    told = await looking.export(client.store, league_id, number, presser, client.clock())
    file = discord.File(io.BytesIO(told.encode()), filename=f"dispute-{number}.txt")
    await interaction.response.send_message(
        "Everything that went through me; the chat I do not read.", file=file, ephemeral=True
    )


ROUTES: dict[Route, Handler] = {
    routes.DISPUTE_SIDE: open_side,
    routes.DISPUTE_SAID: said,
    routes.DISPUTE_EVIDENCE: open_evidence,
    routes.DISPUTE_HANDED: handed,
    routes.DISPUTE_WHICH: add_to,
    routes.DISPUTE_ADD: open_add,
    routes.DISPUTE_ADDED: added,
    routes.DISPUTE_MORE: more,
    routes.DISPUTE_LOOK: look_at,
}
