"""The simulated Discord and the one conversation of it that is on screen.

simcord shows one channel at a time and lets one thing happen at a time. So whoever is to see another
place closes what is shown and opens the next, and presses, ticks of the clock and refreshes take turns.
Must not know HTML or addresses.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import discord
from simcord import ChannelHandle, Env, InteractionResult, MemberActor, Preview, SetupError, UserHandle

from practice.league import BOT, Person

log = logging.getLogger(__name__)
TICK_SECONDS = 1.0
MESSAGE_MENU = 3  # Discord's number for a command in a message's own menu
SHOWN_MESSAGES = 15


@dataclass(frozen=True)
class Place:
    """Somewhere a person can read: a channel, a thread, or the direct messages with the bot."""

    channel: ChannelHandle
    viewer: MemberActor | UserHandle
    name: str
    about: str
    message_count: int

    @property
    def is_direct(self) -> bool:
        """Whether these are the person's direct messages."""
        return self.channel.guild is None


@dataclass(frozen=True)
class Said:
    """A message as a person sees it in a list. `said_at` is UTC."""

    message_id: int
    author: str
    text: str
    said_at: datetime


class NotThereError(Exception):
    """The place or message is gone, or that person cannot see it; the text is a sentence for the page."""


def prepare(env: Env) -> None:
    """Make the simulation more like Discord tonight. Before the league is founded and the bot starts.

    Its clock, and with it the ids it makes, is set to now; and an interaction names the server that has the
    bot, which simcord leaves out: without it every press looks like one of a bot that no league has.
    """
    env.backend.clock.advance((datetime.now(UTC) - env.now()).total_seconds())
    env._record_error = _leave_to_the_bot  # type: ignore[method-assign]  # simcord has no setting for it
    emit = env.backend.emit

    def emit_whole(event: str, payload: Mapping[str, Any]) -> None:
        if event == "INTERACTION_CREATE":
            payload = {**payload, "authorizing_integration_owners": {"0": payload.get("guild_id", "0")}}
        emit(event, payload)

    env.backend.emit = emit_whole  # type: ignore[method-assign]  # simcord has no setting for it


def _leave_to_the_bot(error: BaseException) -> None:
    """The bot answers and logs what goes wrong; simcord would call every refusal a failure of the bot."""


class Stage:
    """What happens on the simulated Discord, in turns."""

    def __init__(
        self,
        env: Env,
        people: Mapping[str, Person],
        preview_port: int,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.people = people
        self._env = env
        self._now = now
        self._port = preview_port
        self._zone = local_zone()
        self._preview: Preview | None = None
        self._turn = asyncio.Lock()
        self._opening = asyncio.Lock()
        self._read = 0  # how much of simcord's record of events the shown pages have

    def places(self, person: Person) -> list[Place]:
        """Everywhere this person can read, threads under their channel, direct messages last."""
        member = person.member
        found: list[Place] = []
        for channel in member.guild.channels.values():
            if isinstance(known := self._env.bot.get_channel(channel.id), discord.TextChannel):
                found += _seen(channel, member, f"#{channel.name}", known.topic or "")
                for thread in channel.threads:
                    found += _seen(thread, member, thread.name or "a thread", f"in #{channel.name}")
        return [*found, *_seen(member.user.dm_channel, member.user, "direct messages", f"with {BOT}")]

    def place(self, person: Person, channel_id: int) -> Place:
        """One place this person can read. Raises NotThereError."""
        for place in self.places(person):
            if place.channel.id == channel_id:
                return place
        raise NotThereError(f"{person.name} cannot see that channel or thread, or it is gone: choose another.")

    def messages(self, place: Place) -> list[Said]:
        """The latest messages with words in them that are seen there, newest first."""
        listed = [
            Said(message.id, message.author.display_name, text, message.created_at)
            for message in place.channel.history(viewer=place.viewer)
            if (text := _words(message))
        ]
        return listed[: -SHOWN_MESSAGES - 1 : -1]

    def menus(self, place: Place) -> list[str]:
        """The commands in a message's own menu there. None in direct messages: simcord has no such press."""
        if place.is_direct:
            return []
        found = self._env.backend.visible_commands(
            user_id=place.viewer.id, channel_id=place.channel.id, type=MESSAGE_MENU
        )
        return [str(command["name"]) for command in found]

    async def use_menu(self, person: Person, place: Place, message_id: int, command: str) -> str:
        """Choose a command from a message's own menu, and open the place where the bot answers."""
        listed = place.channel.history(viewer=place.viewer)
        message = next((message for message in listed if message.id == message_id), None)
        if message is None or command not in self.menus(place):
            raise NotThereError("That message or command is no longer there: go back and choose another.")
        async with self._turn:
            result = await person.member.context_menu(place.channel, command, message)
        return await self.open(place, result)

    async def open(self, place: Place, shown: InteractionResult | None = None) -> str:
        """Show a place to its person; others who can read it may be chosen there. Returns the address."""
        viewers = [place.viewer]
        if not place.is_direct:
            others = (person.member for person in self.people.values() if person.member.id != place.viewer.id)
            viewers += [seen.viewer for other in others for seen in _seen(place.channel, other)]
        async with self._opening:
            await self.close()  # not in turn: simcord waits for a press under way, which needs its turn
            async with self._turn:
                try:
                    self._preview = await self._enter(place.channel, viewers, self._port)
                except SetupError:  # another program has the port beside ours
                    self._preview = await self._enter(place.channel, viewers, 0)
                if shown is not None and shown.modal is not None:
                    await self._preview.show(shown)
                return self._preview.url

    async def _enter(self, channel: ChannelHandle, viewers: list[MemberActor | UserHandle], port: int) -> Preview:
        preview = self._env.preview(channel, viewers=viewers, layout="channel", timezone=self._zone, port=port)
        self._order_presses(preview)
        return await preview.__aenter__()

    def _order_presses(self, preview: Preview) -> None:
        """Let every press of the page wait for its turn, and show everybody what it changed.

        A press made on a page that was refreshed meanwhile counts, as on Discord.
        """
        press = preview._action  # simcord has no public hook: its version is pinned and a test presses

        async def press_in_turn(context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
            async with self._turn:
                if (page := preview._pages.get(context_id or "")) and "published_revision" in body:
                    body = {**body, "published_revision": page.revision}
                if isinstance(options := body.get("options"), Mapping):
                    body = {**body, "options": {name: self._mentioning(typed) for name, typed in options.items()}}
                answer = await press(context_id, body)
                await self._show_news(by_itself=False)
                return answer

        preview._action = press_in_turn  # type: ignore[method-assign]  # see above

    def _mentioning(self, typed: Any) -> Any:
        """What was typed for a command with each @name as a mention, which Discord makes of it while one types."""
        if isinstance(typed, str):
            for person in self.people.values():
                typed = re.sub(rf"@{re.escape(person.name)}\b", f"<@{person.member.id}>", typed, flags=re.IGNORECASE)
        return typed

    async def _show_news(self, *, by_itself: bool) -> None:
        """Refresh the shown pages if something happened that they may not have."""
        news = self._env.backend.transcript[self._read :]
        self._read += len(news)
        public = any(kind == "GATEWAY" and name != "INTERACTION_CREATE" for kind, name, _ in news)
        if self._preview is not None and (public or (by_itself and news)):
            with suppress(SetupError, TimeoutError):  # ended on its page meanwhile, or the bot is not done
                await self._preview.refresh()

    async def run_clock(self) -> None:
        """Let time pass as it does outside, whenever nobody is pressing anything. Until cancelled."""
        while True:
            await asyncio.sleep(TICK_SECONDS)
            try:
                await self.tick()
            except TimeoutError:
                log.warning("The bot had not finished after five seconds; the clock goes on.")
            except Exception:
                log.exception("The clock of the practice league stumbled; it goes on.")

    async def tick(self) -> None:
        """Bring the simulated clock to now, and show what the bot did by itself meanwhile."""
        async with self._turn:
            behind = (self._now() - self._env.now()).total_seconds()
            await self._env.advance_time(max(behind, 0.0))
            await self._show_news(by_itself=True)

    async def close(self) -> None:
        """Stop showing what is shown; nothing happens if nothing is."""
        if self._preview is not None:
            await self._preview.close()


def local_zone() -> str:
    """The zone of this machine, for the times on the page; UTC where it cannot be told."""
    link = Path("/etc/localtime").resolve().as_posix().partition("zoneinfo/")[2]
    for name in (os.environ.get("TZ", ""), link):
        with suppress(KeyError, ValueError, OSError):  # no such zone, or no name at all
            return ZoneInfo(name).key
    return "UTC"


def _seen(channel: ChannelHandle, viewer: MemberActor | UserHandle, name: str = "", about: str = "") -> list[Place]:
    """The channel as a place; none where this viewer may not read."""
    with suppress(SetupError):
        return [Place(channel, viewer, name, about, len(channel.history(viewer=viewer)))]
    return []


def _words(message: discord.Message) -> str:
    """The text of a message, of its card where it has no other, on one line."""
    texts = [message.content] if message.content else []
    parts: list[Any] = list(message.components)
    while parts:
        part = parts.pop(0)
        if isinstance(part, discord.TextDisplay):
            texts.append(part.content)
        parts[:0] = getattr(part, "children", [])
    return " ".join(" ".join(texts).split())
