"""Live cards: messages that show how something stands, drawn anew when it changes.

A card is a kind, a league and a number. Whoever changes something touches its card; one loop draws what was touched,
at most once in five seconds. A press on a card draws it in its own answer, which counts apart. Discord caps the edits
of a message older than an hour (30046), so a card is posted anew before that, and the old message loses its buttons.

The loop waits for an event of the client's own, with a time limit: a simulated Discord knows such a wait and settles.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import aiohttp
import discord

from cogs.shared import logs
from cogs.shared.leagues import Clock
from cogs.shared.places import url
from cogs.shared.refusals import Refusal
from cogs.shared.replies import Interaction, card, nonce, say, text
from data.store import StoreError

LOG = logging.getLogger(__name__)
COCKPIT = "cockpit"  # the card that the host of a night looks at; its number is the night
NIGHT_CARD = "night"  # the card that people sign up on; its number is the night
DISPUTE_CARD = "dispute"  # the card of a dispute in its thread; its number is the dispute
TABLE_CARD = "table"  # the card of a table in its thread; its number is the table
APART = timedelta(seconds=5)  # between two edits of one card
OLD_APART = timedelta(minutes=6)  # between two edits of a card that stays: Discord takes few of an old message
FRESH_FOR = timedelta(minutes=50)  # a card older than this is posted anew
EDITED_FOR = timedelta(minutes=58)  # an old message older than this is deleted: it may not be edited much longer
AFTER_TROUBLE = timedelta(seconds=30)  # until Discord is tried again, longer each time
LONGEST_TROUBLE = timedelta(minutes=8)  # between two tries
MOST_TRIES = 60  # eight hours: an outage that lasts a whole night
LONGEST_WAIT = 300.0  # seconds; the clock may be set while the bot waits
MOST_AT_ONCE = 50  # cards being drawn; all of a thousand leagues are due at a start
SHORTEST_WAIT = 0.05  # seconds
TOUCHED = "live_card"  # the event that something has been touched
TOO_MANY_OLD_EDITS = 30046
TOO_MANY = 429  # requests, and discord.py has given up waiting
ARCHIVED = 50083  # a thread that Discord has put away: a new message in it brings it back
PASSING = (aiohttp.ClientError, OSError, asyncio.TimeoutError, StoreError)

Key = tuple[str, int, int]  # kind, league, number


@dataclass(frozen=True)
class Drawn:
    """A card as it is to look now, and the message that shows it. `message_id` None: it has not been posted.

    `posted_at`: when it was; or, where it has not been, when it was asked for anew.
    `message`: what Discord is given: a `view`, and `files` where it has any. `is_over`: it will not change any more.
    `stays`: it stands for days where people look for it, and moves only when Discord takes no more edits of it.
    """

    channel_id: int
    message_id: int | None
    posted_at: datetime | None
    message: Mapping[str, Any]
    is_over: bool = False
    stays: bool = False


Draw = Callable[[int, int], Awaitable[Drawn | None]]
Placed = Callable[[int, int, int, int, datetime], Awaitable[None]]
Standing = Callable[[], Awaitable[Sequence[tuple[int, int]]]]


@dataclass(frozen=True)
class Kind:
    """What a feature gives for its cards.

    `draw(league_id, number)`: the card as it stands; None: there is none (any more). `placed(league_id, number,
    channel_id, message_id, posted_at)`: it has been posted. `standing()`: league and number of every card to be
    drawn at the start.
    """

    draw: Draw
    placed: Placed
    standing: Standing


@dataclass
class Card:
    """What is known of a card while the bot runs. `trouble`: why it is not drawn any more, in a sentence.

    `note`: what else its host is to know. `drawings`: under way just now, by the loop and by presses.
    """

    is_touched: bool = False
    drawn_at: datetime | None = None
    posted_at: datetime | None = None
    not_before: datetime | None = None
    tries: int = 0
    trouble: str | None = None
    note: str | None = None
    stood_since: datetime | None = None  # of a card that stays
    drawings: int = 0  # under way just now, by the loop and by presses
    is_in_hand: bool = False  # the loop is at it


class LiveCards:
    """Every live card, and the loop that draws them. `client` is the bot: it gives channels by their id."""

    def __init__(self, client: discord.Client, clock: Clock) -> None:
        self._client = client
        self._clock = clock
        self._kinds: dict[str, Callable[[], Kind]] = {}
        self._cards: dict[Key, Card] = {}
        self._task: asyncio.Task[None] | None = None
        self._drawing: set[asyncio.Task[None]] = set()

    def add(self, kind: str, draw: Draw, placed: Placed, standing: Standing) -> None:
        """Let cards of this kind be drawn so."""
        self.add_later(kind, lambda: Kind(draw, placed, standing))

    def add_later(self, kind: str, load: Callable[[], Kind]) -> None:
        """Let cards of this kind be drawn as `load` says, which imports their feature when it is first needed."""
        self._kinds[kind] = load

    def remove(self, kind: str) -> None:
        """Stop drawing this kind: its feature is unloaded."""
        self._kinds.pop(kind, None)
        self._cards = {key: known for key, known in self._cards.items() if key[0] != kind}

    # -------------------------------------------------------------- what features call

    def touch(self, kind: str, league_id: int, number: int) -> None:
        """What this card shows has changed: it is drawn soon."""
        known = self._cards.get((kind, league_id, number)) or self._cards.setdefault((kind, league_id, number), Card())
        if not known.is_touched:  # else the loop knows it
            known.is_touched = True
            self._client.dispatch(TOUCHED)

    def place(self, kind: str, league_id: int, number: int) -> None:
        """Somebody wants the card (again): it is posted where its feature now says, whatever went wrong before."""
        known = self._cards.setdefault((kind, league_id, number), Card())
        known.is_touched, known.tries = True, 0
        known.drawn_at = known.not_before = known.trouble = known.note = None
        self._client.dispatch(TOUCHED)

    def trouble(self, kind: str, league_id: int, number: int) -> str | None:
        """Why this card is not drawn any more, in a sentence for its host; None if it is."""
        known = self._cards.get((kind, league_id, number))
        return None if known is None else known.trouble

    def note(self, kind: str, league_id: int, number: int) -> str | None:
        """What else the card's host is to know, in a sentence; None: nothing."""
        known = self._cards.get((kind, league_id, number))
        return None if known is None else known.note

    def set_note(self, kind: str, league_id: int, number: int, note: str | None) -> None:
        """Let the card's host know this, None: nothing any more, until the card is placed anew."""
        known = self._cards.get((kind, league_id, number))
        if known is not None and known.note != note:
            known.note = note
            self.touch(kind, league_id, number)

    async def answer(self, interaction: Interaction, kind: str, number: int) -> None:
        """Answer a press on a card by drawing it; on one grown old it is posted anew instead.

        A press on a message that is the card no longer is told where the card is. What kept the loop from drawing it
        is said to whoever presses, and the loop tries once more.
        """
        assert interaction.guild_id is not None  # a card stands in a league's server
        key = (kind, interaction.guild_id, number)
        known = self._cards.setdefault(key, Card())
        is_alone, is_drawn = known.drawings == 0, False
        trouble, known.trouble = known.trouble, None
        known.drawings += 1
        try:
            drawn = await self._kinds[kind]().draw(interaction.guild_id, number)
            pressed = interaction.message
            if drawn is None or pressed is None:
                raise Refusal("This card is not in use any more: it is from an earlier night.")
            if drawn.message_id is not None and drawn.message_id != pressed.id:
                await say(
                    interaction,
                    f"This card is out of date: {url(key[1], drawn.channel_id, drawn.message_id)} is how it stands now.",
                )
            elif self._is_old(drawn):
                await interaction.response.defer()
            else:
                known.is_touched = False
                await interaction.response.edit_message(**edited(drawn.message))
                is_drawn = is_alone and trouble is None
            if trouble is not None:
                await say(interaction, f"About this card: {trouble}")
        finally:
            known.drawings -= 1
            if not is_drawn:  # not shown yet, or two drawings at once, which may arrive in either order
                self.touch(*key)

    # -------------------------------------------------------------- the loop

    async def start(self) -> None:
        """Begin, and draw every card that stands once."""
        for kind, given in list(self._kinds.items()):
            for league_id, number in await given().standing():
                self.touch(kind, league_id, number)
        self._task = asyncio.get_running_loop().create_task(self._run(), name="live cards")

    async def stop(self) -> None:
        """Draw nothing more. What was just being posted is not posted twice at the next start: see `nonce_of`."""
        tasks = [*self._drawing, *([] if self._task is None else [self._task])]
        self._task = None
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self) -> None:
        while self._task is not None:  # a touch at the moment of the stop would swallow its cancelling
            for key in self._due()[: max(0, MOST_AT_ONCE - len(self._drawing))]:  # the end of one wakes the loop
                self._begin(key)
            with contextlib.suppress(TimeoutError):
                await self._client.wait_for(TOUCHED, timeout=self._wait())

    def _begin(self, key: Key) -> None:
        """Draw a card whose time has come, beside the others: one that Discord holds back delays none of them."""
        self._cards[key].is_in_hand = True
        task = asyncio.get_running_loop().create_task(self._draw(key, self._cards[key]), name="a live card")
        self._drawing.add(task)
        task.add_done_callback(self._drawing.discard)

    def _due(self) -> list[Key]:
        now = self._clock()
        return [key for key, known in self._cards.items() if (when := self._when(key, known, now)) and when <= now]

    def _wait(self) -> float | None:
        """Seconds until the next card is to be drawn; None: until one is touched."""
        now = self._clock()
        times = [when for key, known in self._cards.items() if (when := self._when(key, known, now))]
        if not times:
            return None
        return min(max((min(times) - now).total_seconds(), SHORTEST_WAIT), LONGEST_WAIT)

    def _when(self, key: Key, known: Card, now: datetime) -> datetime | None:
        """When this card is drawn next; None: not before it is touched, or never."""
        if known.is_in_hand or known.trouble is not None or key[0] not in self._kinds:
            return None
        moments = [] if known.posted_at is None else [known.posted_at + FRESH_FOR]
        if known.is_touched:
            apart = OLD_APART if known.stood_since and now - known.stood_since >= FRESH_FOR else APART
            moments.append(now if known.drawn_at is None else known.drawn_at + apart)
        if not moments:
            return None
        return min(moments) if known.not_before is None else max(min(moments), known.not_before)

    async def _draw(self, key: Key, known: Card) -> None:
        kind = self._kinds[key[0]]()
        logs.league_id.set(key[1])
        known.is_touched = False
        known.drawings += 1
        try:
            drawn = await kind.draw(key[1], key[2])
            if drawn is not None:
                await self._show(key, kind, known, drawn)
            if drawn is None or drawn.is_over:
                self._forget(key, known)
            known.tries, known.not_before = 0, None
        except discord.HTTPException as error:
            passes = error.status >= 500 or error.status == TOO_MANY
            (self._put_off if passes else self._give_up)(key, known, error)
        except PASSING as error:
            self._put_off(key, known, error)
        except Exception:
            LOG.exception("a live card cannot be drawn: %s %d", key[0], key[2])
            known.trouble = "The card could not be drawn: the log has the details."
        finally:
            known.drawings -= 1
            known.is_in_hand = False
            known.drawn_at = self._clock()
            self._client.dispatch(TOUCHED)  # the loop looks when this card is due next

    def _forget(self, key: Key, known: Card) -> None:
        if not known.is_touched and self._cards.get(key) is known:
            del self._cards[key]

    def _put_off(self, key: Key, known: Card, error: BaseException) -> None:
        """Discord or the database does not answer just now: once more later, and not for ever."""
        known.tries += 1
        if known.tries >= MOST_TRIES:
            self._give_up(key, known, error)
            return
        LOG.info("a live card is drawn later: %s %d: %s", key[0], key[2], type(error).__name__)
        known.is_touched = True
        wait = AFTER_TROUBLE * 2 ** min(known.tries - 1, 10)
        known.not_before = self._clock() + min(wait, LONGEST_TROUBLE)

    def _give_up(self, key: Key, known: Card, error: BaseException) -> None:
        known.trouble = reason(error)
        LOG.warning("a live card is not drawn any more: %s %d: %s", key[0], key[2], error)

    # -------------------------------------------------------------- on Discord

    def _is_old(self, drawn: Drawn) -> bool:
        if drawn.message_id is None or drawn.posted_at is None:
            return True
        return not drawn.stays and self._clock() - drawn.posted_at >= FRESH_FOR

    async def _show(self, key: Key, kind: Kind, known: Card, drawn: Drawn) -> None:
        channel = self._client.get_partial_messageable(drawn.channel_id, guild_id=key[1])
        known.posted_at = None if drawn.stays else drawn.posted_at
        known.stood_since = drawn.posted_at if drawn.stays else None
        if drawn.message_id is not None and not self._is_old(drawn):
            try:
                await channel.get_partial_message(drawn.message_id).edit(**edited(drawn.message))
                return
            except discord.HTTPException as error:
                if error.code not in (TOO_MANY_OLD_EDITS, ARCHIVED):
                    raise
        posted = await channel.send(**drawn.message, nonce=nonce_of(key, drawn), silent=True)
        posted_at = self._clock()
        known.posted_at = None if drawn.stays else posted_at
        known.stood_since = posted_at if drawn.stays else None
        await kind.placed(key[1], key[2], drawn.channel_id, posted.id, posted_at)
        if drawn.message_id is not None:
            await retire(
                channel.get_partial_message(drawn.message_id),
                f"goes on here: {posted.jump_url}",
                drawn.posted_at,
                self._clock(),
            )


async def retire(old: discord.PartialMessage, where: str, posted_at: datetime | None, now: datetime) -> None:
    """The old message of a card loses its buttons; where it is gone or out of reach it is left alone."""
    try:
        if posted_at is not None and now - posted_at < EDITED_FOR:
            await old.edit(view=card(text(f"-# This card {where}")), attachments=[])
        else:
            await old.delete()
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        LOG.info("an old card keeps its buttons: %s", error)


def edited(message: Mapping[str, Any]) -> dict[str, Any]:
    """The same for a message that is drawn anew: a picture that does not belong to it any more goes."""
    return {"view": message["view"], "attachments": message.get("files", [])}


def nonce_of(key: Key, drawn: Drawn) -> str:
    """One new message in place of each old one, and for each time it is asked for anew.

    Discord drops a second of a few minutes, also after a crash before the first was noted, and if it was deleted.
    """
    return nonce(key, drawn.channel_id, drawn.message_id, drawn.posted_at)


def reason(error: BaseException) -> str:
    """Why a card stands still, for its host."""
    if isinstance(error, discord.Forbidden):
        return (
            "I am missing a permission to post or change its card there: a host can grant it in the server's settings."
        )
    if isinstance(error, discord.NotFound):
        return "Its card or channel was deleted, so it is not drawn any more."
    return "Discord would not take its card."
