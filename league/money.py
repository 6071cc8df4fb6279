"""Amounts as people type and read them, and how one is shared out; kept as whole minor units (cents). Pure.

>>> read_amount("$1,000.5", "USD"), amount(100050, "USD"), amount(3000, "JPY")
(100050, '1000.50 USD', '3000 JPY')
>>> split(1000, [3, 2, 2]), split(100, [1, 1, 1])
([428, 286, 286], [34, 33, 33])
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from league.refusing import NotNow

# How many digits follow the point, where it is not two. Source: ISO 4217.
DIGITS = dict.fromkeys(("CLP", "ISK", "JPY", "KRW", "PYG", "UGX", "VND", "XAF", "XOF", "XPF"), 0) | dict.fromkeys(
    ("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"), 3
)
SIGNS = {"$": ("USD", "CAD", "AUD", "NZD", "MXN", "SGD", "HKD"), "€": ("EUR",), "£": ("GBP",), "¥": ("JPY", "CNY")}
MOST_WHOLE = 1_000_000  # whole units
UNUSUAL_TIMES = 20  # so many times the night's entry wants a second press
USUAL_WHOLE = 50  # whole units that stand for the entry where no fee is set

_NUMBER = re.compile(r"([0-9]+|[0-9]{1,3}(?:,[0-9]{3})+)(?:\.([0-9]*))?|([0-9]+),([0-9]+)|\.([0-9]+)")
_EITHER = re.compile(r"[0-9]{1,3},[0-9]{3}")  # thousands, or three digits after the point


def digits_of(currency: str) -> int:
    """How many digits follow the point in this currency."""
    return DIGITS.get(currency, 2)


def minor(whole: int, currency: str) -> int:
    """Whole units of a currency in minor units."""
    return int(whole * 10 ** digits_of(currency))


def most(currency: str) -> int:
    """The most that can be booked at once, in minor units; more is a slip of the thumb."""
    return minor(MOST_WHOLE * _per_unit(currency), currency)


def _per_unit(currency: str) -> int:
    """About how many of it make a dollar or so: a currency without decimals counts in small change."""
    return 100 if digits_of(currency) == 0 else 1


def read_amount(typed: str, currency: str, *, zero: bool = False) -> int:
    """An amount as somebody typed it, in minor units. `zero`: nothing at all will do, too. Raises NotNow."""
    digits = digits_of(currency)
    example = "10" if digits == 0 else f"10.{'5' + '0' * (digits - 1)}"
    text = _without_sign(typed.strip(), currency)
    if text[:1] in "-−–" and text[1:2].isdigit():
        raise NotNow("An amount is never below zero: write it without the minus.")
    found = _NUMBER.fullmatch(text)
    if found is None or not text.isascii():
        raise NotNow(f"That is not an amount: write it in {currency} as a plain number, for example 10 or {example}.")
    whole, part = found[1] or found[3] or "0", found[2] or found[4] or found[5] or ""
    if digits == 3 and _EITHER.fullmatch(text):
        raise NotNow(f"{text} can be read in two ways: write it in {currency} with a point, for example {example}.")
    if len(part) > digits:
        least = "whole numbers only" if digits == 0 else f"{digits} digits after the point at most"
        raise NotNow(f"{currency} has {least}: write the amount again, for example {example}.")
    whole = whole.replace(",", "").lstrip("0") or "0"
    highest = most(currency) // 10**digits
    if len(whole) > len(str(highest)) or int(whole) > highest:
        raise NotNow(f"That is more than {highest:,} {currency}: look for a digit too many, and write it again.")
    value = int(whole + part.ljust(digits, "0"))
    if value == 0 and not zero:
        raise NotNow("That is nothing at all: write an amount above zero.")
    return value


def _without_sign(text: str, currency: str) -> str:
    """The number alone. Raises NotNow where the sign or name of another currency stands by it."""
    bare = text.removeprefix(currency).removesuffix(currency).strip()
    for sign, meant in SIGNS.items():
        if sign in bare:
            if currency not in meant:
                raise NotNow(f"This league counts in {currency}, and {sign} is not its sign: write the number alone.")
            bare = bare.replace(sign, "", 1).strip()
    return bare


def amount(value: int, currency: str) -> str:
    """An amount as people read it; below zero with a minus."""
    digits = digits_of(currency)
    sign = "-" if value < 0 else ""
    whole, part = divmod(abs(value), 10**digits)
    return f"{sign}{whole}.{part:0{digits}} {currency}" if digits else f"{sign}{whole} {currency}"


def signed(value: int, currency: str) -> str:
    """A difference as people read it: with its plus or minus."""
    return f"+{amount(value, currency)}" if value > 0 else amount(value, currency)


def decimal(value: int, currency: str) -> str:
    """The number alone, for files: 1000.50."""
    return amount(value, currency).removesuffix(f" {currency}")


def is_unusual(value: int, fee: int | None, currency: str) -> bool:
    """Is it so much that a second press should confirm it?"""
    return value > UNUSUAL_TIMES * (fee or minor(USUAL_WHOLE * _per_unit(currency), currency))


def split(value: int, weights: Sequence[int], order: Sequence[int] | None = None) -> list[int]:
    """Share a value out by weights so that the shares sum to it exactly.

    What rounding leaves goes one by one to the largest fractions; of equal ones to whoever is first in `order`
    (positions, the first favoured; by default as they stand). All weights zero: equally.
    """
    if not weights:
        raise ValueError("there is nobody to share with")
    if min(weights) < 0 or value < 0:
        raise ValueError("shares are of something, by something")
    parts = list(weights) if any(weights) else [1] * len(weights)
    total = sum(parts)
    shares = [value * part // total for part in parts]
    rank = {position: place for place, position in enumerate(order if order is not None else range(len(parts)))}
    fractions = sorted(range(len(parts)), key=lambda one: (-(value * parts[one] % total), rank[one]))
    for one in fractions[: value - sum(shares)]:
        shares[one] += 1
    return shares
