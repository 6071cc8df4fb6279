"""Amounts of money as people type and read them; kept as whole minor units (cents).

>>> read_amount("12.5", "USD"), amount(1250, "USD"), amount(3000, "JPY")
(1250, '12.50 USD', '3000 JPY')
"""

from __future__ import annotations

import re

from cogs.shared.refusals import Refusal

# How many digits follow the point, where it is not two. Source: ISO 4217.
DIGITS = dict.fromkeys(("CLP", "ISK", "JPY", "KRW", "PYG", "UGX", "VND", "XAF", "XOF", "XPF"), 0) | dict.fromkeys(
    ("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"), 3
)
MOST_WHOLE = 1_000_000  # whole units; more is a slip of the thumb
TYPED = re.compile(r"([0-9]{1,7})(?:[.,]([0-9]{1,3}))?")


def read_amount(typed: str, currency: str) -> int:
    """An amount in minor units of the currency. Raises Refusal."""
    digits = DIGITS.get(currency, 2)
    found = TYPED.fullmatch(typed.strip())
    if found is None or len(found[2] or "") > digits or int(found[1]) > MOST_WHOLE:
        example = "10" if digits == 0 else f"10.{'5' + '0' * (digits - 1)}"
        raise Refusal(f"Write the amount in {currency} as a plain number, for example 10 or {example}.")
    return int(found[1] + (found[2] or "").ljust(digits, "0"))


def amount(minor: int, currency: str) -> str:
    """An amount as people read it."""
    digits = DIGITS.get(currency, 2)
    whole, part = divmod(minor, 10**digits)
    return f"{whole}.{part:0{digits}} {currency}" if digits else f"{whole} {currency}"
