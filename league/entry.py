"""What a tournament's entry costs each dealer: discounts by table, and the cases the policy leaves open. Pure.

>>> discounts_due(default_terms("USD"), 5000, [Claim(1, 3), Claim(2, 1), Claim(3, 1)])
{1: 1000, 2: 1500, 3: 1500}
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from types import MappingProxyType
from typing import Any

from league.dealer import DISCOUNTS
from league.money import minor, split
from league.settings import Settings

POOL_BEARS, HOUSE_BEARS = BEARERS = ("pool", "house")
SIGNED_UP_TABLE, DEALT_TABLE = MOVED = ("signed_up", "dealt")
KEEPS, LOSES = KEPT = ("keeps", "loses")
SPLIT, EACH = SHARED = ("split", "each")

# Each open case is a dated setting: its name, what it may be, the default first.
CHOICES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "money.bearer": BEARERS,  # who bears the discounts
        "money.moved": MOVED,  # a dealer moved by balancing: the discount of which table
        "money.broke_early": (KEEPS, LOSES),  # the table broke before its dealer had dealt
        "money.no_show": (LOSES, KEEPS),  # taken off the list without having dealt
        "money.shared": SHARED,  # several dealers share a table
    }
)
DISCOUNTS_SETTING = "money.discounts"  # {"1": minor units, ...} by table number


@dataclass(frozen=True)
class Terms:
    """How discounts work for one night. `discounts`: table number -> minor units off the first entry."""

    discounts: Mapping[int, int] = field(default_factory=dict)
    bearer: str = POOL_BEARS
    moved: str = SIGNED_UP_TABLE
    broke_early: str = KEEPS
    no_show: str = LOSES
    shared: str = SPLIT


@dataclass(frozen=True)
class Claim:
    """What counts of a dealer's duty for the discount. `dealt_at`: the table of their last down under it.

    `has_come` False: taken off the list without dealing; `broke_early`: the table broke before they dealt;
    `is_bought_out`: the balance is paid.
    """

    player_id: int
    table_number: int
    dealt_at: int | None = None
    has_come: bool = True
    broke_early: bool = False
    is_bought_out: bool = False


def default_terms(currency: str) -> Terms:
    """The policy's discounts, 30, 20 and 10 whole units for tables 1, 2 and 3. Source: psp-dealer-discount."""
    return Terms({table: minor(whole, currency) for table, whole in DISCOUNTS.items()})


def terms_of(settings: Settings, currency: str | None = None) -> Terms:
    """The terms a league has set; `currency`: a night's, where the league counts in another by now."""
    chosen = {name.removeprefix("money."): _choice(settings, name) for name in CHOICES}
    set_up: dict[str, int] | None = settings.values.get(DISCOUNTS_SETTING)
    if set_up is None:
        return Terms(default_terms(currency or settings.currency).discounts, **chosen)
    return Terms({int(table): off for table, off in set_up.items()}, **chosen)


def _choice(settings: Settings, name: str) -> str:
    return str(settings.values.get(name) or CHOICES[name][0])


def terms_json(terms: Terms) -> str:
    """The terms as they are kept."""
    return json.dumps(asdict(terms))


def terms_from(text: str) -> Terms:
    """The terms as they were kept."""
    kept: dict[str, Any] = json.loads(text)
    return Terms(**{**kept, "discounts": {int(table): off for table, off in kept["discounts"].items()}})


def discounts_due(terms: Terms, fee: int, claims: Iterable[Claim]) -> dict[int, int]:
    """What each dealer's first entry is less by, in minor units; a discount is never more than the fee.

    Whoever has bought out has none any more, but their part of a shared one does not fall to the others.
    """
    at_table: dict[int, list[Claim]] = {}
    for claim in claims:
        lost = (not claim.has_come and terms.no_show == LOSES) or (claim.broke_early and terms.broke_early == LOSES)
        if not lost:
            at_table.setdefault(_table(terms, claim), []).append(claim)
    due: dict[int, int] = {}
    for table, sharing in at_table.items():
        off = terms.discounts.get(table, 0)
        sharing.sort(key=lambda claim: claim.player_id)
        shares = split(off, [1] * len(sharing)) if terms.shared == SPLIT else [off] * len(sharing)
        for claim, share in zip(sharing, shares, strict=True):
            due[claim.player_id] = 0 if claim.is_bought_out else min(share, fee)
    return {player_id: off for player_id, off in sorted(due.items()) if off}


def _table(terms: Terms, claim: Claim) -> int:
    if terms.moved == DEALT_TABLE and claim.dealt_at is not None:
        return claim.dealt_at
    return claim.table_number
