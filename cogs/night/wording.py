"""A night in words: what is due, who has dealt how much. Values in, lines out; no Discord here."""

from __future__ import annotations

from datetime import date

from cogs.night.cockpit import Dealt, Look
from cogs.shared.dates import when
from cogs.shared.replies import clipped
from data.players import Player
from league.agenda import BREAK, CASE, NO_DEALER, PUSH, RELEASE, STUB, Due
from rules.facts import vocabulary
from rules.library import load

KIND_NAMES = {"cash": "cash game", "tournament": "tournament"}
LONGEST_NAME = 32  # characters of a name on a card
MOST_STAFF = 20  # people named on a card


def on_day(day: date) -> str:
    """A night's day, as people say it: Saturday 14 March."""
    return f"{day:%A} {day.day} {day:%B}"


def night_line(look: Look) -> str:
    """Which night this is."""
    return f"{on_day(look.night.day)}, {KIND_NAMES[look.night.kind]}"


def name(look: Look, player_id: int | None) -> str:
    """Somebody's name; nobody is "nobody"."""
    player: Player | None = look.people.get(player_id or 0)
    return "nobody" if player is None else clipped(player.name, LONGEST_NAME)


def table_lines(look: Look) -> list[str]:
    """The open tables, a line each."""
    lines = []
    for kept in look.tables:
        count = len(kept.table.seated)
        told = [f"{count} player{'' if count == 1 else 's'}"]
        if kept.table.hand:
            told.append(f"hand {kept.table.hand}")
        dealer = look.dealing.get(kept.table_number, kept.table.dealer_id)
        if dealer is not None:
            told.append(f"{name(look, dealer)} deals")
        lines.append(f"Table {kept.table_number}: {', '.join(told)}")
    return lines


def due_line(look: Look, due: Due) -> str:
    """What the host sees to, with its time."""
    told = what_line(look, due)
    if due.due_at is None:
        return told
    if due.is_overdue:
        return f"**Overdue** {when(due.due_at)}: {told}"
    return f"{told}, since {when(due.due_at)}" if due.what == CASE else f"{when(due.due_at)}: {told}"


def what_line(look: Look, due: Due) -> str:
    """The same without its time."""
    if due.what == PUSH and due.next_id is None:
        return f"table {due.number}: {name(look, due.player_id)}'s down ends, and nobody is next: /dealer start brings somebody in"
    if due.what == PUSH:
        return f"table {due.number}: {name(look, due.next_id)} takes over from {name(look, due.player_id)}"
    if due.what == STUB:
        return f"table {due.number}: count the stub"
    if due.what == RELEASE:
        return (
            f"table {due.number}: {name(look, due.player_id)} has busted and may go from 11 pm on;"
            f" you deal on ({load().clauses['psp-final-table-dealer'].cite})"
        )
    if due.what == BREAK:
        return f"Table {due.number} can break: the others have seats for all its players. /table break there says who moves"
    if due.what == NO_DEALER:
        told = "/dealer start puts one in" if due.next_id is None else f"{name(look, due.next_id)} is next"
        return f"Table {due.number} has no dealer: {told}"
    case = look.cases[due.number]
    incident = vocabulary().incidents.get(case.incident or "")
    told = "" if incident is None else f" ({incident.name})"
    return f"Case {due.number}{told} is not decided yet"


def dealt_lines(look: Look) -> list[str]:
    """Who has dealt how much, a line each."""
    return [f"- {name(look, dealt.player_id)}: {_amounts(dealt)}" for dealt in look.dealt]


def _amounts(dealt: Dealt) -> str:
    told = []
    if dealt.downs:
        told.append(f"{_count(dealt.downs, 'down')} ({dealt.minutes} minutes)")
    if dealt.deals:
        told.append(f"dealt {_count(dealt.deals, 'hand')}")
    if dealt.shuffles:
        told.append("shuffled once" if dealt.shuffles == 1 else f"shuffled {dealt.shuffles} times")
    return ", ".join(told)


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def staff_line(look: Look) -> str:
    """Who is staff for tonight alone."""
    staff = sorted(look.night.staff)
    people = " ".join(f"<@{user_id}>" for user_id in staff[:MOST_STAFF])
    if len(staff) > MOST_STAFF:
        people += f" and {len(staff) - MOST_STAFF} more"
    return (
        f"Staff for tonight: {people}"
        if people
        else "Nobody is staff for tonight alone: /night staff add makes somebody so."
    )
