"""What one person is told about a night: sent once, by direct message, else as a mention in the night's thread.

Discord drops a second message of one nonce for some minutes only. So before a letter is sent it is noted that it is
about to be, and a later try looks for it where it would stand: every letter carries its own number in its buttons.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

import discord

from cogs.night import letter_card, signing
from cogs.night.posting import MOST_LOOKED_AT, say_once, thread_of
from cogs.night.signing import Listed
from cogs.shared import routes
from cogs.shared.checks import act_of
from cogs.shared.live import NIGHT_CARD
from cogs.shared.people import written
from cogs.shared.refusals import Refusal
from cogs.shared.replies import Interaction, nonce, say, walk
from cogs.shared.routes import Handler, Route, number_in
from cogs.shared.spots import settle
from data import letters
from data.due import Job, finish_job, set_job
from data.handled import Act, once
from data.letters import (
    ASK,
    CANCELLED,
    MOVED,
    MOVED_SOON,
    PROMOTED,
    RECONFIRM,
    REMINDER,
    TO_DEALERS,
    Letter,
    letter_of,
)
from data.plans import CARD, COVER, FORGET, NOBODY, OVER, REMIND, TELL, Planned, cover_of, cover_subject
from data.players import players
from data.signups import board_of, forget_no_shows, record
from data.store import Transaction
from data.wishes import record_wish, wish_of
from league.cover import uncovered
from league.refusing import NotNow
from league.signup import (
    IN,
    LAPSED,
    WAITING,
    WITHDRAWN,
    Decision,
    allow_writing,
    drop,
    open_asks,
    reconfirm,
    verified,
    waits,
    want_cover,
)

if TYPE_CHECKING:
    from cogs.client import FloorBot

LOG = logging.getLogger(__name__)
OLD = "This message is about something that is settled: the night's card shows how it stands."
TIME_CHANGED = "The night has another time since this was sent: the night's card shows when it is."
NOT_ASKED = (
    "Nobody is waiting for your answer about table {table} any more: the night's card shows which tables are open."
)
NOBODY_LEFT = (
    "{host}Nobody is left to ask for table {table} of this night: ask people yourself, or deal it otherwise with"
    " /night edit. /night show says what is at risk."
)
NOT_YOURS = "That message is for somebody else: sign up on the night's card."


@dataclass(frozen=True)
class Ready:
    """A letter with what it is about. `user_id`: whose account it goes to."""

    letter: Letter
    listed: Listed
    user_id: int


# ------------------------------------------------------------------ sending


async def tell(client: FloorBot, job: Job) -> None:
    """Send one letter, unless it has been, or is of no use any more."""
    now = client.clock()
    ready = await client.store.read(_ready, job, now)
    if ready is None:
        await client.store.write(_drop, job, now)
        return
    if await client.has_left(job.league_id, ready.user_id):
        await client.store.write(_drop, job, now, has_left=True)
        return
    found = await _found(client, ready) if ready.letter.tried_at is not None else None
    if found is None:
        await client.store.write(letters.about_to_send, ready.letter, now)
        found = await _send(client, ready)
    if found is None:
        LOG.warning("a letter cannot be sent: league %d, letter %d", job.league_id, job.subject)
        await client.store.write(_drop, job, now)
        return
    await client.store.write(_sent, job, ready.letter, found)


def _ready(tx: Transaction, job: Job, now: datetime) -> Ready | None:
    """The letter if it is still to be sent; None: it was, or says nothing true or useful any more."""
    letter = letter_of(tx, job.league_id, job.subject)
    if letter is None or letter.message_id is not None or now >= letter.useful_until:
        return None
    listed = signing.listed_at(tx, job.league_id, letter.night_id, now)
    player = players(tx, job.league_id, [letter.player_id]).get(letter.player_id)
    if listed is None or player is None or player.user_id is None or not _is_true(tx, letter, listed):
        return None
    return Ready(letter, listed, player.user_id)


def _is_true(tx: Transaction, letter: Letter, listed: Listed) -> bool:
    """Does the letter still say how things stand, and may this person be written to?"""
    row = listed.board.row(letter.player_id)
    may_write = row.may_write if row is not None else _writes_later(listed, letter)
    if letter.what == CANCELLED:
        return may_write
    if listed.night.cancelled_at is not None or listed.night.opened_at is not None:
        return False
    if letter.what == ASK:
        asked = any(
            (each.player_id, each.table_number, each.answer_by) == _asked_by(letter) for each in open_asks(listed.board)
        )
        return asked and (may_write or wish_of(tx, letter.league_id, letter.player_id).may_ask)
    if is_of_old_time(letter, listed.night):
        return False
    if letter.what in (PROMOTED, REMINDER):
        return may_write and row is not None and row.state == IN
    if letter.what in (RECONFIRM, MOVED_SOON) and (not may_write or row is None or row.reconfirmed_at is not None):
        return False
    if letter.what in TO_DEALERS and (row is None or (row.table_number, row.state) != (letter.table_number, IN)):
        return False
    return may_write or wish_of(tx, letter.league_id, letter.player_id).may_ask


def _asked_by(letter: Letter) -> tuple[int, int | None, datetime]:
    """Which question a letter asks: a later one to the same person has another deadline."""
    return letter.player_id, letter.table_number, letter.useful_until


def is_of_old_time(letter: Letter, night: Planned) -> bool:
    """Does it speak of the night at a time that it is not at any more?"""
    return letter.what in (MOVED, MOVED_SOON, REMINDER, RECONFIRM) and letter.useful_until != night.plan.starts_at


def _writes_later(listed: Listed, letter: Letter) -> bool:
    """Somebody who is out of the night by now, as when another covers them: what they said last counts."""
    return any(row.player_id == letter.player_id and row.may_write for row in listed.board.rows)


def _drop(tx: Transaction, job: Job, now: datetime, *, has_left: bool = False) -> None:
    """The letter is not sent. Somebody who was to be asked and was not can be asked later, unless they left the server."""
    letter = letter_of(tx, job.league_id, job.subject)
    if letter is not None and letter.message_id is None:
        LOG.info("a letter is of no use any more: league %d, letter %d, %s", job.league_id, job.subject, letter.what)
        letters.sent(tx, letter, None, 0)
        if letter.what == ASK and letter.tried_at is None and letter.table_number is not None:
            board, answer = board_of(tx, job.league_id, letter.night_id), LAPSED if has_left else WITHDRAWN
            asks = [each for each in open_asks(board) if each.player_id == letter.player_id]
            record(tx, job.league_id, letter.night_id, Decision(asks=tuple(replace(a, answer=answer) for a in asks)))
            set_job(tx, job.league_id, COVER, cover_subject(letter.night_id, letter.table_number), now)
    finish_job(tx, job)


def _sent(tx: Transaction, job: Job, letter: Letter, message: discord.Message) -> None:
    letters.sent(tx, letter, message.channel.id, message.id)
    finish_job(tx, job)


async def _send(client: FloorBot, ready: Ready) -> discord.Message | None:
    """Send it; None where Discord takes it nowhere."""
    key = nonce(ready.letter.league_id, "letter", ready.letter.letter_id)
    try:
        direct = await client.create_dm(discord.Object(ready.user_id))
        return await direct.send(view=letter_card.letter_card(ready.letter, ready.listed), nonce=key)
    except discord.Forbidden as error:
        LOG.info("no direct message: %s", error)
    thread = await thread_of(client, ready.listed.night)
    if thread is None:
        return None
    only = discord.AllowedMentions(users=[discord.Object(ready.user_id)])
    view = letter_card.letter_card(ready.letter, ready.listed, f"<@{ready.user_id}>")
    try:
        return await thread.send(view=view, nonce=key, allowed_mentions=only)
    except (discord.Forbidden, discord.NotFound) as error:
        LOG.warning("the night's thread takes nothing: %s", error)
        return None


async def _found(client: FloorBot, ready: Ready) -> discord.Message | None:
    """The letter where it would stand if it was sent before the bot stopped."""
    mark = routes.NIGHT_ANSWER.id(ready.letter.league_id, ready.letter.letter_id, "")
    places: list[discord.abc.Messageable] = []
    try:
        places.append(await client.create_dm(discord.Object(ready.user_id)))
    except discord.Forbidden as error:
        LOG.info("no direct message: %s", error)
    if ready.listed.night.thread_id is not None:
        places.append(client.get_partial_messageable(ready.listed.night.thread_id, guild_id=ready.letter.league_id))
    for place in places:
        try:
            async for message in place.history(limit=MOST_LOOKED_AT):  # by number, for clocks differ
                ids = (str(getattr(part, "custom_id", "")) for part in walk(message.components))
                if message.author == client.user and any(custom_id.startswith(mark) for custom_id in ids):
                    return message
        except (discord.Forbidden, discord.NotFound) as error:
            LOG.info("what was sent cannot be looked for: %s", error)
    return None


# ------------------------------------------------------------------ answers


async def press_answer(interaction: Interaction, league: str, letter: str, what: str) -> None:
    """A press under a letter, in a direct message or in the night's thread."""
    league_id, letter_id, client = number_in(league), number_in(letter), interaction.client
    if league_id is None or letter_id is None or what not in letter_card.ANSWERS:
        raise Refusal(OLD)
    if not await client.is_member(league_id, interaction.user.id):
        raise Refusal("This is about a league that you or I have left, so nothing was changed.")
    act = act_of(interaction, league_id)
    night_id, told = await written(client.store, _answered, act, letter_id, what)
    client.live.touch(NIGHT_CARD, league_id, night_id)
    client.due.wake()
    if what == letter_card.OFF:
        await say(interaction, told)
    else:
        await interaction.response.edit_message(view=letter_card.answered_card(told, league_id, letter_id))


def _answered(tx: Transaction, act: Act, letter_id: int, what: str) -> tuple[int, str]:
    letter = letter_of(tx, act.league_id, letter_id)
    if letter is None:
        raise Refusal(OLD)
    player = players(tx, act.league_id, [letter.player_id]).get(letter.player_id)
    if player is None or player.user_id != act.by:
        raise Refusal(NOT_YOURS)
    return letter.night_id, once(tx, act, _answer, letter, what).answer


def _answer(tx: Transaction, act: Act, letter: Letter, what: str) -> str:
    who, night_id = letter.player_id, letter.night_id
    if what == letter_card.OFF:
        return _silence(tx, act, letter)
    night = signing.verify_signing(tx, act.league_id, night_id, act.at)
    board, yes = board_of(tx, act.league_id, night_id), what == letter_card.YES
    if yes and is_of_old_time(letter, night):
        raise NotNow(TIME_CHANGED)
    if letter.what == ASK and letter.table_number is not None:
        asked = {(each.player_id, each.table_number, each.answer_by) for each in board.asks if each.answer != WITHDRAWN}
        if _asked_by(letter) not in asked:
            raise NotNow(NOT_ASKED.format(table=letter.table_number))
        signing.answered(tx, act, night_id, who, letter.table_number, yes=yes)
        return (
            f"You deal table {letter.table_number}. Thank you!"
            if yes
            else "Somebody else is asked. Thank you for the answer."
        )
    row = verified(board, who)
    if letter.what in TO_DEALERS:
        settle(tx, act, night_id, lambda board: reconfirm(board, who, act.at) if yes else want_cover(board, who))
        cover = "Cover is being looked for; until somebody takes it the table is yours."
        return f"You deal table {row.table_number}: see you there." if yes else cover
    if yes:
        if row.state == WAITING:
            raise NotNow(waits(board, row))
        return "See you there."
    settle(tx, act, night_id, lambda board: drop(board, who))
    return "You are not signed up any more: your place goes to whoever is next."


def _silence(tx: Transaction, act: Act, letter: Letter) -> str:
    """Turn off: nothing more is written to them about this night, nor about tables that need a dealer."""
    board = board_of(tx, act.league_id, letter.night_id)
    if board.row(letter.player_id) is not None:
        decision = allow_writing(board, letter.player_id, may_write=False)
        record(tx, act.league_id, letter.night_id, decision)
    wish = wish_of(tx, act.league_id, letter.player_id)
    if letter.what == ASK and wish.may_ask:
        record_wish(tx, act.league_id, letter.player_id, replace(wish, may_ask=False))
    return "I do not write to you about this night any more."


# ------------------------------------------------------------------ other work of the clock


def _by_itself(client: FloorBot, job: Job) -> Act:
    assert client.user is not None  # it is logged in
    return Act(job.league_id, f"{job.kind}:{job.subject}", client.user.id, client.clock())


async def _remind(client: FloorBot, job: Job) -> None:
    await client.store.write(signing.remind, job, _by_itself(client, job))


async def _cover(client: FloorBot, job: Job) -> None:
    if await client.store.write(signing.look_for_cover, job, _by_itself(client, job)):
        client.live.touch(NIGHT_CARD, job.league_id, cover_of(job.subject)[0])


async def _nobody(client: FloorBot, job: Job) -> None:
    """Its host reads in the night's thread that nobody is left to ask for a table, if that is still so."""
    night_id, table_number = cover_of(job.subject)
    now = client.clock()
    found = await client.store.read(signing.listed_at, job.league_id, night_id, now)
    if found is not None and _needs_host(found, table_number, now):
        thread = await thread_of(client, found.night)
        if thread is not None:
            host_id = found.night.made_by  # NOBODY_ID: the host was erased, and whoever reads it may see to it
            told = NOBODY_LEFT.format(host=f"<@{host_id}> " if host_id else "", table=table_number)
            only = discord.AllowedMentions(users=[discord.Object(host_id)] if host_id else False)
            await say_once(client, job, thread, told, content=told, allowed_mentions=only)
    await client.store.write(finish_job, job)


def _needs_host(listed: Listed, table_number: int, now: datetime) -> bool:
    night, board = listed.night, listed.board
    asked = any(each.table_number == table_number for each in open_asks(board))
    is_ahead = night.cancelled_at is None and night.opened_at is None and now < night.plan.starts_at
    return is_ahead and not asked and table_number in uncovered(board)


async def _post_card(client: FloorBot, job: Job) -> None:
    client.live.place(NIGHT_CARD, job.league_id, job.subject)
    await client.store.write(finish_job, job)


async def _over(client: FloorBot, job: Job) -> None:
    client.live.touch(NIGHT_CARD, job.league_id, job.subject)
    await client.store.write(finish_job, job)


async def _forget(client: FloorBot, job: Job) -> None:
    def whole(tx: Transaction) -> None:
        forget_no_shows(tx, job.league_id, job.subject)
        finish_job(tx, job)

    await client.store.write(whole)


WORKERS: dict[str, Callable[[FloorBot, Job], Awaitable[None]]] = {
    TELL: tell,
    REMIND: _remind,
    COVER: _cover,
    NOBODY: _nobody,
    CARD: _post_card,
    OVER: _over,
    FORGET: _forget,
}
ROUTES: dict[Route, Handler] = {routes.NIGHT_ANSWER: press_answer}
