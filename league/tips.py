"""Tips: what the volunteers' pool comes to for each, and what a player may be told when asked. Pure.

Any amount or nothing: nobody is reminded, compared or listed. Source: psp-tips.

>>> pool_shares(1001, {4: Facts(2, 60), 5: Facts(1, 30), 6: Facts(1, 30)}, "downs")
{4: 501, 5: 250, 6: 250}
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from league.money import amount, minor, split
from league.rotation import Facts
from league.settings import Settings

DOWNS, MINUTES, EQUALLY = SPLITS = ("downs", "minutes", "equally")
FELTED, ABOUT_EVEN, BIG_WIN = EVENINGS = ("felted", "even", "big_win")  # how the night turned out for who asks
DEFAULT_LOW, DEFAULT_HIGH = 5, 10  # whole units at the end of a night. Source: psp-tips
VOLUNTEERS = 0  # the recipient of what is given for the volunteers together


@dataclass(frozen=True)
class Policy:
    """A league's way with tips. `low` to `high`, in minor units: what it suggests at the end of a night."""

    is_on: bool
    low: int
    high: int
    split: str


def policy_of(settings: Settings) -> Policy:
    """The policy a league has set; by default on, 5 to 10, shared by downs."""
    low = settings.values.get("tips.low")
    high = settings.values.get("tips.high")
    return Policy(
        is_on=settings.values.get("tips.on") is not False,
        low=minor(DEFAULT_LOW, settings.currency) if low is None else int(low),
        high=minor(DEFAULT_HIGH, settings.currency) if high is None else int(high),
        split=str(settings.values.get("tips.split") or DOWNS),
    )


def pool_shares(value: int, dealt: Mapping[int, Facts], by: str) -> dict[int, int]:
    """Each volunteer's part of the pool; the parts sum to it exactly. By minutes or downs, none dealt: equally.

    What rounding leaves goes by the largest fraction, then to the fewest downs, then to the lower player number.
    """
    people = sorted(dealt)
    weights = [{DOWNS: dealt[one].downs, MINUTES: dealt[one].minutes, EQUALLY: 1}[by] for one in people]
    order = sorted(range(len(people)), key=lambda at: (dealt[people[at]].downs, people[at]))
    return dict(zip(people, split(value, weights, order), strict=True))


def suggestion(policy: Policy, evening: str, currency: str) -> str:
    """What a player who asks is told: the house's range and how the night turned out, in words."""
    if not policy.is_on:
        return "This league leaves tips to each player and suggests nothing."
    usual = f"{amount(policy.low, currency)} to {amount(policy.high, currency)}"
    turn = {
        FELTED: f"The house suggests {usual} at the end of a night. You were felted, so less is fine.",
        ABOUT_EVEN: f"The house suggests {usual} at the end of a night.",
        BIG_WIN: f"The house suggests {usual} at the end of a night; after a big win perhaps more.",
    }[evening]
    return f"{turn} Any amount or nothing is right: the dealers are volunteers, and nobody sees who gave what."


def closing_line(policy: Policy, currency: str) -> str | None:
    """The one gentle line when a night ends, to everybody and nobody; None where the league wants none."""
    if not policy.is_on:
        return None
    return (
        "Our dealers are volunteers. If you would like to thank them, /tip give is open until the books close:"
        f" {amount(policy.low, currency)} to {amount(policy.high, currency)} is usual, any amount or nothing is right."
    )
