"""Each league's settings, own rules and night as they stand now, kept in memory until they change."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from data.nights import Night, night_open
from data.people import meet
from data.settings import all_own_rules, all_settings
from data.store import Store, StoreError, Transaction
from league.settings import OwnRule, Setting, Settings, coming, own_rules_at, settings_at

LOG = logging.getLogger(__name__)
Clock = Callable[[], datetime]


@dataclass(frozen=True)
class Standing:
    """What is in force in a league; `until` is when that changes by itself, None if nothing lies `ahead`.

    `night_id`: the night that is open, None if none is; `staff_tonight`: accounts that are staff for it alone.
    """

    settings: Settings
    own_rules: tuple[OwnRule, ...]
    until: datetime | None = None
    ahead: tuple[Setting | OwnRule, ...] = ()
    night_id: int | None = None
    staff_tonight: frozenset[int] = frozenset()

    def own_rule(self, own_rule_id: int) -> OwnRule | None:
        """The league's rule of that number, None if it is not in force."""
        return next((rule for rule in self.own_rules if rule.own_rule_id == own_rule_id), None)


NO_LEAGUE = Standing(Settings({}), ())


class Leagues:
    """The settings of every league the bot has met since it started."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._standing: dict[int, Standing] = {}
        self._changes: dict[int, int] = {}
        self._turns: dict[int, asyncio.Lock] = {}
        self._known: set[tuple[int, int]] = set()

    async def now(self, league_id: int | None) -> Standing:
        """What is in force at this moment; the defaults where there is no league."""
        if league_id is None:
            return NO_LEAGUE
        moment = self._clock()
        standing = self._standing.get(league_id)
        if standing is None or (standing.until is not None and standing.until <= moment):
            changes = self._changes.get(league_id, 0)
            standing = await self.at(league_id, moment)
            if changes == self._changes.get(league_id, 0):  # else it changed while it was read
                self._standing[league_id] = standing
        return standing

    async def at(self, league_id: int, moment: datetime) -> Standing:
        """What was, is or will be in force at `moment`."""
        settings, own_rules, night = await self._store.read(_history, league_id)
        ahead = coming([*settings, *own_rules], moment)
        until = ahead[0].effective_at if ahead else None
        standing = Standing(settings_at(settings, moment), own_rules_at(own_rules, moment), until, ahead)
        return standing if night is None else replace(standing, night_id=night.night_id, staff_tonight=night.staff)

    def changed(self, league_id: int) -> None:
        """Forget what was read: the league has just changed something."""
        self._changes[league_id] = self._changes.get(league_id, 0) + 1
        self._standing.pop(league_id, None)

    def forget(self, league_id: int, user_id: int) -> None:
        """This person has been forgotten here: they are met anew."""
        self._known.discard((league_id, user_id))

    def drop(self, league_id: int) -> None:
        """This league is no more."""
        self.changed(league_id)
        self._turns.pop(league_id, None)
        self._known = {known for known in self._known if known[0] != league_id}

    def turn(self, league_id: int) -> asyncio.Lock:
        """One after another, for what is done on Discord and cannot be one transaction."""
        return self._turns.setdefault(league_id, asyncio.Lock())

    async def meet(self, league_id: int, user_id: int) -> bool:
        """Remember that this person uses the bot here; True the first time."""
        if (league_id, user_id) in self._known:
            return False
        try:
            first = await self._store.write(meet, league_id, user_id, self._clock())
        except StoreError as error:  # a full disk keeps nobody from a rule
            LOG.error("who asks could not be remembered: %s", error)
            return False
        self._known.add((league_id, user_id))
        return first


def _history(tx: Transaction, league_id: int) -> tuple[list[Setting], list[OwnRule], Night | None]:
    return all_settings(tx, league_id), all_own_rules(tx, league_id), night_open(tx, league_id)
