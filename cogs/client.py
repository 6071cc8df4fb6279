"""The bot itself: which cogs it has, how a press finds its answer, when commands are sent to Discord."""

from __future__ import annotations

import asyncio
import gc
import hashlib
import json
import logging
from datetime import datetime, timedelta
from typing import Any

import discord
from discord import app_commands

from cogs.shards import ShardedBot, ShardedState
from cogs.shared import leaving, logs
from cogs.shared.backups import BackupLoop
from cogs.shared.due import DueLoop
from cogs.shared.health import Answers
from cogs.shared.leagues import Clock, Leagues
from cogs.shared.live import COCKPIT, LiveCards
from cogs.shared.replies import OLD_BUTTON, Interaction, answer_error, say
from cogs.shared.routes import Router
from data.backup_folder import BackupFolder
from data.misses import forget_expired_misses
from data.standing import record_synced_tree, synced_tree
from data.store import Store

LOG = logging.getLogger(__name__)
COGS = (
    "cogs.rule",
    "cogs.misdeal",
    "cogs.table",
    "cogs.dealer",
    "cogs.money",
    "cogs.tip",
    "cogs.league",
    "cogs.night",
    "cogs.dispute",
    "cogs.me",
)
MEMBER_FOR = timedelta(minutes=10)  # how long a person asked for counts as in the server, or not
GARBAGE = 10_000  # objects made before what is out of use is looked for: some twenty presses
GRACE_SECONDS = 3.0  # how long an answer that is under way may take when the bot is told to stop
OURS = (discord.InteractionType.component, discord.InteractionType.modal_submit)


class FloorTree(app_commands.CommandTree["FloorBot"]):
    """The slash commands; every failure becomes one sentence."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Note who asks what, for the log and for a clean stop; nobody is turned away here."""
        self.client.under_way(interaction)
        return True

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Answer what went wrong in a command."""
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        await answer_error(interaction, cause)


class FloorBot(ShardedBot):
    """Call the Floor on Discord. `clock` is the only time it knows. `backups` None: its books are not kept."""

    def __init__(
        self, store: Store, *, clock: Clock, backups: BackupFolder | None = None, always_sync: bool = False
    ) -> None:
        super().__init__(
            command_prefix=(),
            help_command=None,
            tree_cls=FloorTree,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
        )
        self.store = store
        self.clock = clock
        self.answers = Answers(clock)
        self.leagues = Leagues(store, clock)
        self.router = Router()
        self.broken: str | None = None  # why it stopped by itself, in one sentence
        self.due = DueLoop(store, clock, lambda job: job.kind != leaving.PURGE and leaving.is_gone(self, job.league_id))
        self.due.add(leaving.PURGE, lambda job: leaving.purge(self, job))
        self.live = LiveCards(self, clock)
        self.backups = BackupLoop(backups, clock) if backups else None
        self._is_up = self._is_leaving = False
        self._always_sync = always_sync
        self._members: dict[tuple[int, int], tuple[datetime, bool]] = {}
        self._under_way: set[asyncio.Task[Any]] = set()

    def _get_state(self, **options: Any) -> ShardedState:
        return ShardedState(
            dispatch=self.dispatch, handlers=self._handlers, hooks=self._hooks, http=self.http, **options
        )

    async def setup_hook(self) -> None:
        """Load the features and tell Discord about the commands if they changed."""
        for name in COGS:
            await self.load_extension(name)
        await self._sync()

    async def _sync(self) -> None:
        assert self.application_id is not None  # known once the token was accepted
        shape = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        tree_hash = hashlib.sha256(json.dumps(shape, sort_keys=True).encode()).hexdigest()
        if not self._always_sync and tree_hash == await self.store.read(synced_tree, self.application_id):
            return
        await self.tree.sync()
        await self.store.write(record_synced_tree, self.application_id, tree_hash)
        LOG.info("commands sent to Discord")

    async def on_ready(self) -> None:
        """The first time: read the rules, so that no question waits for it, and take up what falls due."""
        if self._is_leaving or self._is_up:
            return
        self._is_up = True
        self._finish_before_leaving()
        from rules import library, search

        try:
            search.load()
            library.load()
            self.router.load()
        except (OSError, ValueError) as error:
            self.broken = f"The rules cannot be read: {error}"
            await self.close()
            return
        gc.collect()
        gc.freeze()  # what stays for good is not looked through again
        gc.set_threshold(GARBAGE)
        await self.store.write(forget_expired_misses, self.clock())
        await leaving.take_stock(self)
        await self.live.start()
        await self.due.start()
        if self.backups:
            await self.backups.start()
        LOG.info("ready in %d leagues", len(self.guilds))

    async def on_shard_ready(self, _shard_id: int) -> None:
        """A new session, later: servers may have gone unheard."""
        if self._is_up:
            await leaving.take_stock(self)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot has been removed from a server; an outage does not come here."""
        self._finish_before_leaving()
        await leaving.removed(self, guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot has been added to a server."""
        self._finish_before_leaving()
        await leaving.back(self, guild.id)

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        """Spare a slash command the task that would only find out that it is no press.

        Nothing begins once the bot leaves: a READY may still come when the loop is gone.
        """
        if self._is_leaving:
            return
        if event_name != "interaction" or args[0].type in OURS:
            super().dispatch(event_name, *args, **kwargs)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Answer every press, choice and form by its id alone."""
        self.under_way(interaction)
        data: Any = interaction.data
        found = self.router.find(data.get("custom_id", ""))
        try:
            if found is None:
                await say(interaction, OLD_BUTTON)
            else:
                handler, values = found
                await handler(interaction, *values)
        except Exception as error:
            await answer_error(interaction, error)

    def is_connected(self) -> bool:
        """Does Discord hear the bot, and the bot Discord?"""
        return self.is_ready() and not self.is_closed() and not any(shard.is_closed() for shard in self.shards.values())

    async def is_member(self, league_id: int, user_id: int) -> bool:
        """Is this person, and the bot, still in the league's server? Asked of Discord, and remembered for a while."""
        try:
            return self.get_guild(league_id) is not None and not await self.has_left(league_id, user_id)
        except discord.HTTPException as error:
            LOG.warning("a membership could not be asked for: %s", error)
            return False

    async def has_left(self, league_id: int, user_id: int) -> bool:
        """Does Discord say that this person is not in the league's server? Raises discord.HTTPException."""
        guild = self.get_guild(league_id)
        if guild is None:
            return False
        known = self._members.get((league_id, user_id))
        if known is None or self.clock() - known[0] > MEMBER_FOR:
            try:
                await guild.fetch_member(user_id)
                is_there = True
            except discord.NotFound:
                is_there = False
            self._members[league_id, user_id] = known = (self.clock(), is_there)
        return not known[1]

    async def touch_cockpit(self, league_id: int) -> None:
        """Something has changed that the host of tonight's games sees to."""
        night_id = (await self.leagues.now(league_id)).night_id
        if night_id is not None:
            self.live.touch(COCKPIT, league_id, night_id)

    def under_way(self, interaction: Interaction) -> None:
        """Keep the answer being given in view until it is done."""
        logs.league_id.set(interaction.guild_id)
        logs.interaction_id.set(interaction.id)
        self.answers.watch(interaction, self._finish_before_leaving())

    def _finish_before_leaving(self) -> asyncio.Task[Any]:
        task = asyncio.current_task()
        assert task is not None  # discord.py starts a task for every event
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return task

    async def close(self) -> None:
        """Let answers that are under way finish, then leave."""
        self._is_leaving = True  # a READY that comes now begins nothing more
        waiting = {task for task in self._under_way if task is not asyncio.current_task()}
        if waiting and not self.is_closed():
            await asyncio.wait(waiting, timeout=GRACE_SECONDS)
        await self.due.stop()
        await self.live.stop()
        if self.backups:
            await self.backups.stop()
        await super().close()
