"""What a press, a choice or a form on a case's card does. The id says what; nothing is remembered here."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

import aiohttp
import discord

from cogs.misdeal import actions, casebook, looks, render
from cogs.misdeal.at_table import Asked
from cogs.misdeal.casebook import Look
from cogs.misdeal.conversation import SomethingElse
from cogs.shared import routes
from cogs.shared.checks import act_of, is_staff, league_of
from cogs.shared.live import TABLE_CARD
from cogs.shared.refusals import Refusal
from cogs.shared.replies import ALREADY_ANSWERED, Interaction, open_form, question_on, tidy, told_back
from cogs.shared.routes import Handler, Route, chosen, fields, number_in, verify_number
from data.due import Job
from data.due_names import CLOSE_CASE, DRAW_CASE
from rules.answers import Answer, answer_question

if TYPE_CHECKING:
    from cogs.client import FloorBot

LOG = logging.getLogger(__name__)
STALE = "This card is from an earlier version. Open the case anew with /misdeal start."
ARCHIVED = 50083  # the card is in a thread that Discord has put away, often after the same 24 hours
MOST_TRIES = 8  # at drawing a closed card that Discord will not take; the case is closed all the same

_turns: WeakValueDictionary[tuple[int, int], asyncio.Lock] = WeakValueDictionary()


# ------------------------------------------------------------------ the card


async def start(interaction: Interaction, story: str = "", table_id: int | None = None) -> None:
    """Open a case and post its card for everybody. `table_id`: of the table's card that was pressed."""
    league_id = league_of(interaction)
    client = interaction.client
    channels = (interaction.channel_id, getattr(interaction.channel, "parent_id", None))
    if interaction.channel_id is None:
        raise Refusal("This works in a channel of a league's own server.")
    words = tidy(story, casebook.LONGEST_STORY)
    await client.leagues.meet(league_id, interaction.user.id)
    act = act_of(interaction, league_id)
    threads = frozenset(thread.id for thread in getattr(interaction.channel, "threads", ()))
    staff = is_staff(interaction, await client.leagues.now(league_id))
    asked = Asked(interaction.channel_id, threads, staff, table_id)
    number = await casebook.start_case(
        client.store, client.leagues, act, channels, interaction.channel_id, words, asked
    )
    found = await casebook.look(client.store, league_id, number)
    posted = await interaction.response.send_message(view=render.case_card(found, closest_to(found)))
    if posted.message_id is not None:
        await casebook.placed(client.store, league_id, number, posted.message_id)
    await client.touch_cockpit(league_id)


def edited(found: Look) -> dict[str, Any]:
    """A card that is drawn anew; the picture that it carried in an earlier version of the bot goes."""
    return {"view": render.case_card(found, closest_to(found)), "attachments": []}


def closest_to(found: Look) -> Answer | None:
    """The clauses nearest to the story, where no incident fits it."""
    if not isinstance(found.screen, SomethingElse) or not found.case.story:
        return None
    return answer_question(found.case.story, found.case.order)


async def redraw(interaction: Interaction, found: Look) -> None:
    """Answer a press by drawing the card as the press left the case.

    The store answers in the order of its transactions and a lock is given in the order it was asked for: of two
    presses at once, the last drawn is the latest.
    """
    turn = _turns.setdefault((found.case.league_id, found.case.case_number), asyncio.Lock())
    async with turn:
        await interaction.response.edit_message(**edited(found))


async def redraw_card(client: FloorBot, league_id: int, number: int) -> None:
    """Draw a case's card after something that was pressed elsewhere; where it cannot be, its next press draws it."""
    async with _turns.setdefault((league_id, number), asyncio.Lock()):
        try:
            await _edit_card(client, league_id, number)
        except discord.HTTPException as error:
            LOG.info("the card of case %d cannot be drawn now: %s", number, error)


async def _edit_card(client: FloorBot, league_id: int, number: int) -> None:
    found = await casebook.look(client.store, league_id, number)
    case = found.case
    if case.message_id is not None:
        channel = client.get_partial_messageable(case.channel_id, guild_id=case.league_id)
        await channel.get_partial_message(case.message_id).edit(**edited(found))


async def pressed_on(interaction: Interaction, number: str) -> tuple[int, actions.Pressed]:
    """The league and the press. Raises Refusal for a number or a card that cannot be."""
    league_id = league_of(interaction)
    case_number = number_in(number)
    if case_number is None or interaction.message is None:
        raise Refusal(STALE)
    standing = await interaction.client.leagues.now(league_id)
    staff = is_staff(interaction, standing)
    return league_id, actions.Pressed(case_number, interaction.message.id, staff)


# ------------------------------------------------------------------ presses that change the case


async def confirm(interaction: Interaction, number: str) -> None:
    """[That's it]."""
    league_id, pressed = await pressed_on(interaction, number)
    found = await actions.confirm(interaction.client.store, act_of(interaction, league_id), pressed)
    await redraw(interaction, found)


async def name(interaction: Interaction, number: str, incident: str) -> None:
    """One of the three incidents offered first."""
    league_id, pressed = await pressed_on(interaction, number)
    found = await actions.name(interaction.client.store, act_of(interaction, league_id), pressed, incident)
    await redraw(interaction, found)


async def pick(interaction: Interaction, number: str) -> None:
    """An incident from the list of all."""
    await name(interaction, number, chosen(interaction.data))


async def open_tell(interaction: Interaction, number: str) -> None:
    """The form for the story."""
    league_id, pressed = await pressed_on(interaction, number)
    await open_form_of(interaction, league_id, pressed, render.tell_form(pressed.case_number))


async def open_form_of(
    interaction: Interaction, league_id: int, pressed: actions.Pressed, form: discord.ui.Modal
) -> None:
    """Open a form of an open case; nobody is to write for one that is closed: its card says so."""
    found = await casebook.look(interaction.client.store, league_id, pressed.case_number)
    if found.case.closed_at is not None:
        await redraw(interaction, found)
    else:
        await open_form(interaction, form)


async def tell(interaction: Interaction, number: str) -> None:
    """What happened, in words."""
    league_id, pressed = await pressed_on(interaction, number)
    story = tidy(str(fields(interaction.data).get("story") or ""), casebook.LONGEST_STORY)
    with told_back(story):
        found = await actions.tell(interaction.client.store, act_of(interaction, league_id), pressed, story)
    await redraw(interaction, found)


async def switch_kind(interaction: Interaction, number: str, kind: str) -> None:
    """The other kind of game."""
    league_id, pressed = await pressed_on(interaction, number)
    found = await actions.switch_kind(interaction.client.store, act_of(interaction, league_id), pressed, kind)
    await redraw(interaction, found)


async def answer(interaction: Interaction, number: str, fact: str, value: str) -> None:
    """An answer to the open question."""
    league_id, pressed = await pressed_on(interaction, number)
    found = await actions.answer(interaction.client.store, act_of(interaction, league_id), pressed, fact, value)
    await redraw(interaction, found)


async def change(interaction: Interaction, number: str) -> None:
    """Another answer to something answered before."""
    league_id, pressed = await pressed_on(interaction, number)
    found = await actions.change_answer(
        interaction.client.store, act_of(interaction, league_id), pressed, chosen(interaction.data)
    )
    await redraw(interaction, found)


async def rule_so(interaction: Interaction, number: str, hand: str, mark: str) -> None:
    """[Rule so], in the hand or not."""
    league_id, pressed = await pressed_on(interaction, number)
    found = await actions.rule_so(
        interaction.client.store, act_of(interaction, league_id), pressed, hand == "hand", mark
    )
    await _decided(interaction, found)


async def _decided(interaction: Interaction, found: Look) -> None:
    """What a person ruled is shown: on the case's card, its table's and the cockpit."""
    case, client = found.case, interaction.client
    if case.table is not None:
        client.live.touch(TABLE_CARD, case.league_id, case.table.table_id)
    await client.touch_cockpit(case.league_id)
    await redraw(interaction, found)


async def open_otherwise(interaction: Interaction, number: str) -> None:
    """The form for another outcome, for those who may give one."""
    league_id, pressed = await pressed_on(interaction, number)
    if not pressed.is_staff:
        raise Refusal(actions.STAFF_RULES)
    await open_form_of(interaction, league_id, pressed, render.ruling_form(pressed.case_number))


async def rule_otherwise(interaction: Interaction, number: str) -> None:
    """The form, filled in."""
    league_id, pressed = await pressed_on(interaction, number)
    sent = fields(interaction.data)
    outcome = "".join(_values(sent, "outcome")[:1])
    reason = tidy(str(sent.get("reason") or ""), render.MOST_REASON)
    act = act_of(interaction, league_id)
    in_hand = "hand" in _values(sent, "hand")
    with told_back(reason):
        found = await actions.rule_otherwise(
            interaction.client.store, act, pressed, outcome, reason, _values(sent, "weighed"), in_hand
        )
    await _decided(interaction, found)


def _values(sent: dict[str, Any], key: str) -> list[str]:
    found = sent.get(key)
    return [str(value) for value in found] if isinstance(found, list) else []


async def call_the_floor(interaction: Interaction, number: str) -> None:
    """Ping those who agreed to it, once a case."""
    league_id, pressed = await pressed_on(interaction, number)
    client = interaction.client
    callers = (await client.leagues.now(league_id)).settings.floor_callers
    act = act_of(interaction, league_id)
    if not await actions.call_the_floor(client.store, act, pressed, callers):
        await redraw(interaction, await casebook.look(client.store, league_id, pressed.case_number))
        return
    people = [discord.Object(id=user_id) for user_id in callers]
    try:
        await interaction.response.send_message(
            f"{' '.join(f'<@{user_id}>' for user_id in callers)} The floor, please: case {pressed.case_number}"
            f" in <#{interaction.channel_id}>, called by {interaction.user.mention}.",
            allowed_mentions=discord.AllowedMentions(users=people, roles=False, everyone=False),
        )
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        if getattr(error, "code", None) != ALREADY_ANSWERED:
            await actions.uncall_the_floor(client.store, act, pressed.case_number)
        raise


# ------------------------------------------------------------------ other ways in


async def something_wrong(interaction: Interaction) -> None:
    """The standing message's "Something went wrong"."""
    await start(interaction)


async def at_table(interaction: Interaction, table: str) -> None:
    """ "Something went wrong" on a table's card: a case of its hand."""
    await start(interaction, table_id=verify_number(table, STALE))


async def from_answer(interaction: Interaction) -> None:
    """ "Get the ruling" on the answer to a question: its words are the story."""
    story = question_on(interaction.message)
    if not story:
        raise Refusal("I cannot read the question any more: open a case with /misdeal start.")
    await start(interaction, story)


# ------------------------------------------------------------------ when a case's time is over


async def close(client: FloorBot, job: Job) -> None:
    """Close a case 24 hours after its last press, unless it was pressed meanwhile."""
    await casebook.close_due(client.store, job, client.clock())


async def draw(client: FloorBot, job: Job) -> None:
    """Let its card say so, or what its table took back; a message or permission that is missing changes nothing."""
    async with _turns.setdefault((job.league_id, job.subject), asyncio.Lock()):
        try:
            await _edit_card(client, job.league_id, job.subject)
        except discord.DiscordServerError:
            raise
        except discord.HTTPException as error:  # Discord caps the edits of old messages: those may work later
            is_gone = isinstance(error, discord.NotFound | discord.Forbidden) or error.code == ARCHIVED
            if not is_gone and job.attempts < MOST_TRIES:
                raise
            LOG.info("the card of a case cannot be drawn: %s", error)
    await casebook.drawn(client.store, job)


WORKERS: dict[str, Callable[[FloorBot, Job], Awaitable[None]]] = {CLOSE_CASE: close, DRAW_CASE: draw}
ROUTES: dict[Route, Handler] = {
    routes.MISDEAL_CONFIRM: confirm,
    routes.MISDEAL_NAME: name,
    routes.MISDEAL_PICK: pick,
    routes.MISDEAL_CHANGE: change,
    routes.MISDEAL_KIND: switch_kind,
    routes.MISDEAL_TELL: open_tell,
    routes.MISDEAL_TOLD: tell,
    routes.MISDEAL_ANSWER: answer,
    routes.MISDEAL_FLOOR: call_the_floor,
    routes.MISDEAL_SO: rule_so,
    routes.MISDEAL_OTHERWISE: open_otherwise,
    routes.MISDEAL_RULED: rule_otherwise,
    routes.MISDEAL_ASKED: from_answer,
    routes.MISDEAL_TABLE: at_table,
    routes.RULE_WRONG: something_wrong,
    **looks.ROUTES,
}
