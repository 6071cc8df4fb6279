"""Counting the action of a hand tap by tap. No Discord here.

Nothing is kept while somebody counts: the actions so far stand as letters in the ids of the counter's buttons.
"""

from __future__ import annotations

from cogs.misdeal.wording import lowered
from cogs.shared.refusals import Refusal
from rules.action import BadAction, Counter
from rules.facts import vocabulary

NO_ACTION = "-"  # the letters of a counter on which nothing has been tapped
MOST_ACTIONS = 30  # two rounds of a full table; long before that, every test is settled
TAPS = ("fold", "check", "call", "bet", "raise")
POSTS = "Leave out posted blinds, antes and straddles: they are no action."
STALE = "This counter cannot be read any more: open a new one with /misdeal action."


def read_counter(letters: str) -> Counter:
    """The actions that an id carries. Raises Refusal for letters that nobody writes."""
    if len(letters) > MOST_ACTIONS:
        raise Refusal(STALE)
    try:
        return Counter() if letters == NO_ACTION else Counter.read(letters)
    except BadAction as bad:
        raise Refusal(STALE) from bad


def write_counter(counter: Counter) -> str:
    """The actions as letters of an id."""
    return counter.write() or NO_ACTION


def counter_lines(counter: Counter) -> list[str]:
    """What the count amounts to so far: the tests of the books, and which action made each."""
    named = [_named(counter, place) for place in range(len(counter.actions))]
    by = counter.substantial_by
    head = "Substantial action" if by is not None else "No substantial action yet"
    return [
        f"**{head}** · {lowered(vocabulary().facts['action'].labels[counter.value])}",
        _reached("TDA 36, substantial action: two in turn with chips in, or any three", counter, by),
        _reached("House, the second player has acted", counter, counter.second_player_by),
        f"Counted: {' · '.join(named)}" if named else "Tap what each player did, from the first one to act.",
        f"-# {POSTS}",
    ]


def _named(counter: Counter, place: int) -> str:
    action = counter.actions[place]
    if not action.counts:
        return f"~~{place + 1} {action.kind}~~ {'out of turn' if not action.in_turn else 'no action'}"
    return f"{place + 1} {action.kind}"


def _reached(test: str, counter: Counter, place: int | None) -> str:
    if place is None:
        return f"✗ {test}: not reached."
    return f"✓ {test}: reached with **{place + 1} {counter.actions[place].kind}**."
