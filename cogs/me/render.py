"""What a person's own statement and tips look like. Values in, cards out; no I/O."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from cogs.me.money import Account, Tips
from cogs.shared import routes
from cogs.shared.bookings import name_of, on_day, own_balance_words, statement_line
from cogs.shared.replies import CLOTH, Part, button, card, fitted, row, text
from league.money import amount
from league.tips import VOLUNTEERS

MOST_LINES = 25
HALF = 1900  # characters for one list of two on a card


def statement_card(accounts: Sequence[Account], zone: str) -> discord.ui.LayoutView:
    """What happened to one's own balance, the newest first."""
    if not accounts:
        return card(text("You are in no booking here: nothing is owed either way."), accent=CLOTH)
    parts: list[Part] = []
    for account in accounts[:2]:  # a league counts in one currency; two, if it has changed
        stands = account.entries[-1].balance if account.entries else 0
        lines = [f"**{own_balance_words(stands, account.currency)}**"]
        lines += [statement_line(entry, zone) for entry in reversed(account.entries[-MOST_LINES:])]
        parts.append(text(fitted(lines, "lines more", HALF)))
        if account.to_confirm is not None:
            right = button(f"Booking {account.to_confirm} is right", routes.MONEY_RIGHT.id(account.to_confirm))
            parts.append(row(right))
    parts.append(
        text("-# Below zero you owe the league, above it the league owes you. If a line is wrong, tell a host.")
    )
    return card(*parts, accent=CLOTH)


def tips_card(tips: Tips) -> discord.ui.LayoutView:
    """What one gave, by one's own receipts, and as a dealer what one was given."""
    received = [f"- {on_day(day)}: {amount(value, currency)}" for day, value, currency in tips.received]
    given = []
    for receipt in reversed(tips.given[-MOST_LINES:]):
        whom = "the volunteers" if receipt.recipient_id == VOLUNTEERS else name_of(tips.people, receipt.recipient_id)
        given.append(f"- {on_day(tips.days[receipt.night_id])}: {amount(receipt.amount, receipt.currency)} for {whom}")
    parts: list[Part] = []
    if received:
        parts.append(text(fitted(["**What you were given**, by night", *received[-MOST_LINES:]], "more", HALF)))
    if given:
        parts.append(text(fitted(["**What you gave**, for your eyes alone", *given], "more", HALF)))
        parts.append(row(button("Delete these receipts", routes.ME_NO_RECEIPTS.id())))
    if not parts:
        parts.append(
            text("No tips here, given or received. What a dealer is given shows once the night's books close.")
        )
    return card(*parts, accent=CLOTH)
