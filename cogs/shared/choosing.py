"""The lists under a command: what is always there to choose, and what fits while one types."""

from __future__ import annotations

from collections.abc import Awaitable, Iterable
from itertools import islice
from typing import TypeVar

from discord import app_commands

from cogs.shared.refusals import Refusal

Value = TypeVar("Value", str, int)
Choice = app_commands.Choice[str]
MOST_CHOICES = 25  # Discord shows no more
LONGEST_CHOICE = 100  # characters; likewise


def choices(**named: str) -> list[Choice]:
    """A list to choose from: each value with the name people read."""
    return [app_commands.Choice(name=name, value=value) for value, name in named.items()]


def value_of(choice: Choice | None) -> str | None:
    """What was chosen; None: nothing was."""
    return None if choice is None else choice.value


def fitting(names: Iterable[tuple[str, Value]], typed: str) -> list[app_commands.Choice[Value]]:
    """Of these names with their values the first that fit what is typed so far."""
    wanted = typed.casefold()
    found = islice(((name, value) for name, value in names if wanted in name.casefold()), MOST_CHOICES)
    return [app_commands.Choice(name=name[:LONGEST_CHOICE], value=value) for name, value in found]


async def offered(names: Awaitable[Iterable[tuple[str, Value]]], typed: str) -> list[app_commands.Choice[Value]]:
    """Likewise, of names that are looked up first; none where that is refused: the command itself says why."""
    try:
        return fitting(await names, typed)
    except Refusal:
        return []
