"""The loop that backs the books up once a day, beside everything else, and tries again where it failed.

The copy has a thread and a connection of its own: nobody who asks the store waits behind it. The loop
waits by sleeping, like the one in `due.py`, and must not know Discord.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime

from cogs.shared.leagues import Clock
from data.backup_folder import BackupFolder, LastBackup
from data.store import StoreError

LOG = logging.getLogger(__name__)
SOON = 60.0  # seconds after the start: the bot has its hands full before
LOOKS_EVERY = 1_800.0  # seconds; the clock may be set meanwhile, and what failed is tried again


class BackupLoop:
    """Sees to it that there is a backup of today. `last`: how the newest one went; None until it first looks."""

    def __init__(self, folder: BackupFolder, clock: Clock) -> None:
        self.last: LastBackup | None = None
        self._folder = folder
        self._clock = clock
        self._task: asyncio.Task[None] | None = None
        self._is_stopping = False

    async def start(self) -> None:
        """Say where the backups lie, and begin."""
        LOG.info("a backup a day is made in %s and kept for %d days", self._folder.folder.absolute(), self._folder.days)
        self._task = asyncio.get_running_loop().create_task(self._run(), name="backups")

    async def stop(self) -> None:
        """Begin nothing more; a copy under way is given up within moments, and leaves nothing."""
        self._is_stopping = True
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _run(self) -> None:
        await asyncio.sleep(SOON)
        while True:
            await self.look()
            await asyncio.sleep(LOOKS_EVERY)

    async def look(self) -> None:
        """Make the day's backup if it is due; whatever happens, the bot goes on."""
        now = self._clock()
        try:
            made = await asyncio.to_thread(self._folder.back_up, now, lambda: self._is_stopping)
            if made is not None:
                LOG.info("%s", made.sentence)
            self.last = made or await asyncio.to_thread(self._folder.newest, now)
        except StoreError as error:
            LOG.error("%s", error)
            self._failed(now, str(error))
        except Exception:
            LOG.exception("a backup broke; it is tried again")
            self._failed(now, "The backup broke, and the log says how.")

    def _failed(self, now: datetime, sentence: str) -> None:
        self.last = LastBackup(now, False, self._folder.path_at(now), sentence)
