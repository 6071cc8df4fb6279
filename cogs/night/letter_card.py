"""What a letter about a night says. Values in, cards out; no I/O."""

from __future__ import annotations

import discord

from cogs.night.card import card_link, deal_terms, head
from cogs.night.signing import Listed
from cogs.shared import routes
from cogs.shared.dates import when
from cogs.shared.replies import CLOTH, button, card, quoted, row, text
from data.letters import (
    ASK,
    CANCELLED,
    COVERED,
    MOVED,
    MOVED_SOON,
    NOT_NEEDED,
    OTHER_TABLE,
    PLAYS,
    PROMOTED,
    RECONFIRM,
    REMINDER,
    TERMS,
    Letter,
)
from league.money import amount

YES, NO, OFF = ANSWERS = ("yes", "no", "off")
LABELS = {  # what is said with yes and with no; a letter that asks nothing has neither
    ASK: ("I deal it", "Not this time"),
    PROMOTED: ("I come", "No, give it away"),
    RECONFIRM: ("I deal it", "Cover me"),
    MOVED_SOON: ("I deal it", "Cover me"),
    OTHER_TABLE: ("I deal it", "Cover me"),
    REMINDER: ("I come", "Drop"),
    MOVED: ("I come", "Drop"),
    TERMS: ("I come", "Drop"),
}


def letter_card(letter: Letter, listed: Listed, mention: str = "") -> discord.ui.LayoutView:
    """One letter with its buttons; each has Turn off."""

    def pressed(label: str, what: str, style: discord.ButtonStyle) -> dict[str, object]:
        return button(label, routes.NIGHT_ANSWER.id(letter.league_id, letter.letter_id, what), style)

    found = []
    if letter.what in LABELS:
        yes, no = LABELS[letter.what]
        found = [pressed(yes, YES, discord.ButtonStyle.success), pressed(no, NO, discord.ButtonStyle.secondary)]
    found.append(pressed("Turn off messages", OFF, discord.ButtonStyle.secondary))
    lines = [*([mention] if mention else []), words(letter, listed), head(listed.night.plan), _where(listed)]
    return card(text("\n".join(lines)), row(*found), accent=CLOTH)


def _where(listed: Listed) -> str:
    place, there = quoted(listed.night.plan.place), card_link(listed.night)
    return f"-# {place} · {there}" if there else f"-# {place}"


def words(letter: Letter, listed: Listed) -> str:
    """What it says, in a sentence or two."""
    table = "" if letter.table_number is None else f"table {letter.table_number}"
    if letter.what == ASK:
        until = f"The next is asked {when(letter.useful_until)}, unless you take it."
        terms = deal_terms(listed, letter.table_number or 0)
        return f"**Will you deal?** {terms[:1].upper()}{terms[1:]}. {until}"
    if letter.what == RECONFIRM:
        return f"**Do you still deal {table}?** If not, press Cover me: it stays yours until somebody takes it."
    if letter.what == MOVED_SOON:
        return f"**The night has moved: do you deal {table} at this time?** If not, press Cover me: it stays yours until somebody takes it."
    if letter.what == OTHER_TABLE:
        return f"**You deal {table} now:** a host has put you there. If you cannot, press Cover me."
    if letter.what == TERMS:
        plan = listed.night.plan
        fee = f"the entry is {amount(plan.fee, plan.currency)}" if plan.fee else "there is no entry fee"
        return f"**This night has changed since you signed up:** {fee} now. You keep your spot unless you drop it."
    told = {
        PROMOTED: "**A place has come free, and it is yours.** If you cannot come, say so now: the next gets it.",
        COVERED: f"**You are covered:** somebody else deals {table}, so you are out of this night. To play, press Play.",
        NOT_NEEDED: f"**{table.capitalize()} has a dealer again:** you need not answer any more. Thank you!",
        PLAYS: f"**{table.capitalize()} is not dealt by a volunteer any more:** you have a place and play.",
        REMINDER: "**You have a place.** If you cannot come, say so now: somebody may be waiting.",
        MOVED: "**The night has moved:** this is its new time. You keep your spot unless you drop it.",
    }
    if letter.what == CANCELLED:
        why = f" Why: {quoted(listed.night.cancel_reason)}" if listed.night.cancel_reason else ""
        return f"**The night is called off.**{why}"
    return told[letter.what]


def answered_card(told: str, league_id: int, letter_id: int) -> discord.ui.LayoutView:
    """A letter that has been answered; it keeps its number, by which it is known as sent."""
    off = button("Turn off messages", routes.NIGHT_ANSWER.id(league_id, letter_id, OFF))
    return card(text(told), row(off), accent=CLOTH)
