"""How a league is set up, as it stood at any moment: a fold over its dated settings.

A setting is never changed: a newer row takes over from its date. Pure: the moment is an argument.

>>> from datetime import UTC, datetime
>>> rows = [Setting("order.cash", ["rrp", "tda"], datetime(2026, 3, 1, tzinfo=UTC))]
>>> settings_at(rows, datetime(2026, 2, 1, tzinfo=UTC)).order("cash")
('psp', 'rrp', 'tda')
>>> settings_at(rows, datetime(2026, 3, 2, tzinfo=UTC)).order("cash")
('rrp', 'tda')
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

KINDS = ("cash", "tournament")
DEFAULT_ORDER = {"cash": ("psp", "rrp", "tda"), "tournament": ("tda", "psp", "rrp")}
SAMPLE_BOOK = "psp"  # Pepper Street's own policy: a sample until a league says that it is theirs
DEFAULT_ZONE = "America/New_York"
DEFAULT_CURRENCY = "USD"
DEFAULT_DOWN_MINUTES = 30  # how long a dealer deals a table before the next push
ROLES = ("host", "td", "dealer")
OUTCOMES = {  # how a league's own rule can settle an incident, as people read it
    "misdeal": "Misdeal: deal again",
    "continues": "The hand goes on",
    "hand_dead": "One hand is dead",
    "fouled_deck": "Fouled deck: bets go back",
    "result_stands": "Too late: the result stands",
    "floor": "The floor decides",
}


@dataclass(frozen=True)
class Setting:
    """One dated setting. `value` is what JSON can hold; None takes the setting back to its default."""

    name: str
    value: Any
    effective_at: datetime


@dataclass(frozen=True)
class OwnRule:
    """A rule the league made itself, in force from its date, ahead of every book.

    `incident` and `outcome` (ids of the vocabulary) are both set or both None.
    """

    own_rule_id: int
    version: int
    title: str
    text: str
    incident: str | None
    outcome: str | None
    withdrawn: bool
    effective_at: datetime


@dataclass(frozen=True)
class Settings:
    """Everything a league has set, as it stood at one moment."""

    values: Mapping[str, Any]

    @property
    def is_set_up(self) -> bool:
        """Has staff finished the setup or chosen an order of books?"""
        return bool(self.values.get("set_up"))

    @property
    def uses_sample_book(self) -> bool:
        """Is the sample house policy in any of the league's orders?"""
        return any(SAMPLE_BOOK in self.order(kind) for kind in KINDS)

    def order(self, kind: str) -> tuple[str, ...]:
        """The books for this kind of game ("cash" or "tournament"), the one in force first."""
        return tuple(self.values.get(f"order.{kind}") or DEFAULT_ORDER[kind])

    def kind_of(self, *channel_ids: int | None) -> str:
        """The kind of game of the first of these channels that has one (a thread, then its parent); else cash."""
        for channel_id in channel_ids:
            kind = self.values.get(f"channel.{channel_id}")
            if kind:
                return str(kind)
        return "cash"

    def channels(self, kind: str) -> tuple[int, ...]:
        """The channels set up for this kind of game."""
        return tuple(
            int(name.removeprefix("channel."))
            for name, value in self.values.items()
            if name.startswith("channel.") and value == kind
        )

    @property
    def zone(self) -> str:
        """The league's IANA time zone."""
        return str(self.values.get("zone") or DEFAULT_ZONE)

    @property
    def currency(self) -> str:
        """The league's ISO 4217 currency."""
        return str(self.values.get("currency") or DEFAULT_CURRENCY)

    @property
    def down_minutes(self) -> int:
        """How long a dealer's down lasts."""
        return int(self.values.get("down_minutes") or DEFAULT_DOWN_MINUTES)

    def roles(self, name: str) -> tuple[int, ...]:
        """The server's roles that make somebody "host", "td" or "dealer"."""
        return tuple(self.values.get(f"roles.{name}") or ())

    @property
    def floor_callers(self) -> tuple[int, ...]:
        """The people who agreed that a floor call pings them."""
        return tuple(self.values.get("floor_call") or ())

    @property
    def alternates_on(self) -> frozenset[str]:
        """The Alternate Rules that are switched on."""
        begins = "alternate."
        return frozenset(
            name.removeprefix(begins) for name, on in self.values.items() if name.startswith(begins) and on
        )


def settings_at(rows: Iterable[Setting], moment: datetime) -> Settings:
    """The settings as they stood at `moment`; later rows of one date win."""
    values: dict[str, tuple[datetime, Any]] = {}
    for row in rows:
        standing = values.get(row.name)
        if row.effective_at <= moment and (standing is None or standing[0] <= row.effective_at):
            values[row.name] = (row.effective_at, row.value)
    return Settings({name: value for name, (_, value) in values.items() if value is not None})


def own_rules_at(rows: Iterable[OwnRule], moment: datetime) -> tuple[OwnRule, ...]:
    """The league's own rules in force at `moment`, by number: of the versions whose day has come, the last written."""
    standing: dict[int, OwnRule] = {}
    for row in rows:
        if row.effective_at > moment:
            continue
        before = standing.get(row.own_rule_id)
        if before is None or before.version < row.version:
            standing[row.own_rule_id] = row
    return tuple(rule for _, rule in sorted(standing.items()) if not rule.withdrawn)


def newest_first(rules: Iterable[OwnRule]) -> list[OwnRule]:
    """Own rules as they go ahead of each other: of two about one thing the one from the later day, then the later number."""
    return sorted(rules, key=lambda rule: (rule.effective_at, rule.own_rule_id), reverse=True)


def coming(rows: Iterable[Setting | OwnRule], moment: datetime) -> tuple[Setting | OwnRule, ...]:
    """What will take effect after `moment`, the soonest first."""
    return tuple(sorted((row for row in rows if row.effective_at > moment), key=lambda row: row.effective_at))
