"""What a person's own statement and tips look like. Values in, cards out; no I/O."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from cogs.me.money import Account, Tips
from cogs.me.nights import DAYS, OwnDealing, OwnNights
from cogs.shared import routes
from cogs.shared.bookings import name_of, on_day, own_balance_words, statement_line
from cogs.shared.replies import CLOTH, Part, button, card, fitted, quoted, row, text
from data.plans import Planned
from data.signups import Spot
from data.wishes import EVERY_DAY
from league.money import amount
from league.plan import GAMES
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


def nights_card(own: OwnNights) -> discord.ui.LayoutView:
    """One's own spots, with the way to each; and where one was missing, which nobody else but hosts sees."""
    ahead = [(night, spot) for night, spot in own.spots if spot.row.no_show_at is None]
    missing = [night for night, spot in own.spots if spot.row.no_show_at is not None]
    if not own.spots:
        return card(
            text("You are signed up for no night here: /night list shows those that are planned."), accent=CLOTH
        )
    lines = [
        f"- {_when(night)}: {_title(night)}, {SPOTS[_spot(spot)].format(table=spot.row.table_number)}"
        for night, spot in ahead
    ]
    parts: list[Part] = [text(fitted(["**Your nights**", *(lines or ["None ahead."])], "nights more", HALF))]
    if ahead:
        parts.append(
            row(*(button(night.plan.title[:60], routes.NIGHT_SPOT.id(night.night_id)) for night, _ in ahead[:5]))
        )
    if missing:
        told = [f"- {_when(night)}: {_title(night)}" for night in missing]
        note = "-# A host noted that you did not come. It is no score, and it is forgotten after half a year."
        parts.append(text(fitted(["**Where you were missing**", *told, note], "nights more", HALF)))
    return card(*parts, accent=CLOTH)


SPOTS = {
    "play": "you have a place",
    "waiting": "you are on the waiting list",
    "deal": "you deal table {table}",
    "cover_wanted": "you deal table {table} until somebody covers you",
    "stand_by": "you stand by to deal",
}


def _spot(spot: Spot) -> str:
    return spot.row.state if spot.row.state in SPOTS else spot.row.what


def _when(night: Planned) -> str:
    return f"<t:{int(night.plan.starts_at.timestamp())}:f>"


def _title(night: Planned) -> str:
    return quoted(night.plan.title)


def wishes_card(own: OwnDealing) -> discord.ui.LayoutView:
    """What one wishes for as a dealer."""
    wish = own.wish
    every = wish.weekdays == EVERY_DAY
    days = "any day" if every else ", ".join(DAYS[int(day)].title() for day in wish.weekdays)
    most = "no limit" if wish.most_a_month is None else f"at most {wish.most_a_month} a month"
    table = "any table" if wish.table_number is None else f"table {wish.table_number} where it can be"
    lines = [
        "**Your wishes as a dealer**",
        f"- Days you can: {days}",
        f"- Nights: {most}{', never two running' if wish.not_running else ''}",
        f"- Table: {table}",
        f"- May be written to when a table needs a dealer: {'yes' if wish.may_ask else 'no'}",
        "-# Change them with the options of /me wishes. They are wishes: /night fill follows them where it can.",
    ]
    return card(text("\n".join(lines)), accent=CLOTH)


def games_card(own: OwnDealing) -> discord.ui.LayoutView:
    """Which games one can deal, as hosts have marked."""
    names = ", ".join(name for key, name in GAMES.items() if key in own.games)
    told = f"You deal {names}." if names else "You are not marked for any game yet."
    return card(text(f"{told}\n-# A host marks what you can deal, with /night deals."), accent=CLOTH)
