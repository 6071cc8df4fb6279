"""What a night's cards look like. Values in, cards out; no I/O."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from cogs.night import wording
from cogs.night.cockpit import Look, Morning
from cogs.shared import routes
from cogs.shared.dates import when
from cogs.shared.places import url
from cogs.shared.replies import CLOTH, Part, beside, button, card, fitted, row, text
from league.agenda import BREAK, CASE, NO_DEALER, PUSH, RELEASE, STUB, Due

RED = 0xB3261E
CLOSED = "The night is closed. What it came to is told here at nine in the morning."
MOST_WITH_BUTTON = 8  # of what is due; a card has 40 parts at most
MOST_DUE = 20  # lines of what is due
HALF = 1900  # characters for one list of two on a card
QUARTER = 1000  # characters for each of two lists below what has a button


def cockpit_card(look: Look, note: str | None = None) -> discord.ui.LayoutView:
    """The host's live card: what is due next comes first. `note`: what is wrong with the card or its channel."""
    if look.night.closed_at is not None:
        return _over(look)
    head = [f"**Tonight** · {wording.night_line(look)}", *([f"**{note}**"] if note else []), *_nothing_due(look)]
    parts: list[Part] = [text("\n".join(head))]
    parts += _dues(look, look.due[:MOST_WITH_BUTTON])
    if rest := [f"- {wording.due_line(look, due)}" for due in look.due[MOST_WITH_BUTTON:MOST_DUE]]:
        parts.append(text(fitted(rest, "more", QUARTER)))
    staff = [wording.staff_line(look)] if look.night.staff else []
    small = [f"-# {line}" for line in [*staff, *wording.table_lines(look)]]
    if small:
        parts.append(text(fitted(small, "tables more", QUARTER)))
    parts.append(
        row(
            button("Who has dealt", routes.NIGHT_DEALT.id(look.night.night_id)),
            button("Money", routes.MONEY_NIGHT.id(look.night.night_id)),
            button("Close the night", routes.NIGHT_CLOSE.id(look.night.night_id)),
        )
    )
    return card(*parts, accent=RED if any(due.is_overdue for due in look.due) else CLOTH)


def _nothing_due(look: Look) -> list[str]:
    if look.due:
        return []
    return ["Nothing is due." if look.tables else "No table is open: /table open opens one."]


def _over(look: Look) -> discord.ui.LayoutView:
    assert look.night.closed_at is not None  # only a closed night is over
    head = f"**The night is over** · {wording.night_line(look)} · closed {when(look.night.closed_at, 't')}"
    return card(text(fitted([head, *wording.dealt_lines(look)], "people more")), accent=CLOTH)


def _dues(look: Look, dues: Sequence[Due]) -> list[Part]:
    """A line for each, with its button; the first of those that are seen to by the same press has it."""
    parts, had = [], set()
    for due in dues:
        line, pressed = text(_capital(wording.due_line(look, due))), _button(look, due)
        key = None if pressed is None else pressed.get("custom_id", pressed.get("url"))
        parts.append(line if pressed is None or key in had else beside(line, pressed))
        had.add(key)
    return parts


def _capital(line: str) -> str:
    return line[:1].upper() + line[1:]


def _button(look: Look, due: Due) -> Part | None:
    """What the host presses for it: here, or where the card of the table or the case is."""
    kept = look.table(due.number)
    if due.what == STUB and kept is not None:
        return button("Counted", routes.NIGHT_STUB.id(kept.table_id))
    if due.what == CASE:
        case = look.cases[due.number]
        return _link("Open the case", look, case.channel_id, case.message_id)
    if due.what == PUSH or (due.what == NO_DEALER and due.next_id is not None):
        return button("Next push", routes.DEALER_NEXT.id(due.number))
    if due.what == RELEASE and due.player_id is not None:
        return button("Release", routes.DEALER_RELEASE.id(due.player_id))
    if due.what in (BREAK, NO_DEALER) and kept is not None and kept.channel_id is not None:
        return _link("Open the table", look, kept.channel_id, kept.message_id)
    return None


def _link(label: str, look: Look, channel_id: int, message_id: int | None) -> Part:
    return {
        "type": discord.ComponentType.button.value,
        "style": discord.ButtonStyle.link.value,
        "label": label,
        "url": url(look.night.league_id, channel_id, message_id),
    }


def night_card(look: Look, fee: Sequence[str] = ()) -> discord.ui.LayoutView:
    """The night in words, for whoever asks."""
    lines = [f"**Tonight** · {wording.night_line(look)}", *fee, *wording.table_lines(look), wording.staff_line(look)]
    lines += [f"- {_capital(wording.due_line(look, due))}" for due in look.due[:MOST_DUE]] or ["Nothing is due."]
    parts: list[Part] = [text(fitted(lines, "lines more", HALF))]
    if look.dealt:
        parts.append(text(fitted(["**Who has dealt**", *wording.dealt_lines(look)], "people more", HALF)))
    return card(*parts, accent=CLOTH)


def dealt_card(look: Look) -> discord.ui.LayoutView:
    """Who has dealt how much so far."""
    lines = wording.dealt_lines(look) or ["Nobody has dealt a down or a hand that was pressed yet."]
    return card(text(fitted(["**Who has dealt**", *lines], "people more")), accent=CLOTH)


def close_card(look: Look) -> discord.ui.LayoutView:
    """Tables are open: the night closes on a second press."""
    lines = ["**Close the night with these tables?** Whoever deals a down gets up.", *wording.table_lines(look)]
    sure = button("Close all", routes.NIGHT_CLOSE_ALL.id(look.night.night_id), discord.ButtonStyle.danger)
    return card(text(fitted(lines, "tables more")), row(sure), accent=RED)


def books_card(night_id: int) -> discord.ui.LayoutView:
    """The night is closed and its books are not: where that goes on."""
    line = "Its books are still open: a host counts down and closes them with /money close, now or later."
    return card(text(f"{CLOSED}\n{line}"), row(button("Close the books", routes.MONEY_DOWN.id(night_id))), accent=CLOTH)


def morning_card(morning: Morning) -> discord.ui.LayoutView:
    """The morning after, for the host: what the night came to and what it left open."""
    look = morning.look
    lines = [f"**What the night came to** · {wording.night_line(look)}"]
    lines += wording.dealt_lines(look) or ["No down was dealt, and no hand was pressed."]
    left = [f"- {_case_link(look, number)}" for number in look.cases]
    if morning.misses:
        count = "1 question was" if morning.misses == 1 else f"{morning.misses} questions were"
        left.append(f"- {count} answered by no rule: /league misses shows them to staff.")
    if look.night.closed_at is None:
        left.append("- The night is still open: /night close closes it, and at 12:00 it closes by itself.")
    parts: list[Part] = [text(fitted(lines, "people more", HALF))]
    if left:
        parts.append(text(fitted(["**Left open**", *left], "more", HALF)))
    return card(*parts, accent=CLOTH)


def _case_link(look: Look, number: int) -> str:
    case = look.cases[number]
    told = wording.what_line(look, Due(CASE, case.opened_at, False, number))
    return f"{told}: {url(look.night.league_id, case.channel_id, case.message_id)}"
