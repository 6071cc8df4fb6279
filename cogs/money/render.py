"""What the cards of the books look like. Values in, cards out; no I/O."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import discord

from cogs.money.looking import NightBooks, Owing, Seen
from cogs.shared import routes
from cogs.shared.bookings import (
    LONGEST_NAME,
    METHODS,
    NAMES,
    PERSONAL,
    balance_words,
    booking_line,
    booking_words,
    change_words,
    name_of,
    on_day,
    own_balance_words,
    player_in,
)
from cogs.shared.replies import CLOTH, button, card, clipped, fitted, paragraphs, row, text
from data.ledger import Check
from data.players import Player
from league.books import CLOSING, DIGITS_SWAPPED, HOUSE_PLACE, POINT_SLIPPED, SAME, TWICE
from league.dealer import DISCOUNT
from league.entry import CHOICES, Terms
from league.money import amount, signed
from rules.library import load

PRIMARY, DANGER = discord.ButtonStyle.primary, discord.ButtonStyle.danger
RED = 0xB3261E
HALF = 1900  # characters for one list of two on a card
MOST_BOOKINGS = 30
NOT_COUNTED = "-"
WHYS = {
    SAME: "as much as the difference: booked without happening, or once too often?",
    TWICE: "half the difference: the wrong way round?",
    DIGITS_SWAPPED: "two digits swapped?",
    POINT_SLIPPED: "a zero too many or too few?",
}
TERM_NAMES = {
    "money.bearer": ("Who bears the discounts", {"pool": "the pool", "house": "the house"}),
    "money.moved": ("A dealer moved to another table", {"signed_up": "keeps the discount of the table signed up for", "dealt": "gets that of the table dealt last"}),
    "money.broke_early": ("A table broke before its dealer had dealt", {"keeps": "the dealer keeps the discount", "loses": "the dealer loses it"}),
    "money.no_show": ("Taken off the list without having dealt", {"loses": "loses the discount", "keeps": "keeps it"}),
    "money.shared": ("Several dealers of one table", {"split": "share its discount equally", "each": "each get it whole"}),
}  # fmt: skip


# ------------------------------------------------------------------ one booking


def booked_card(seen: Seen, own: Sequence[Owing]) -> discord.ui.LayoutView:
    """What was just booked, and how its player stands now."""
    booking = seen.booking
    whose = player_in(booking)
    player = seen.people.get(whose or 0)
    lines = [f"**Booked** · {booking_line(booking, seen.people)}", _standing(seen.people, whose, own)]
    if seen.night is not None and seen.night.closed_at is not None:
        lines.append(f"It is in the books of {seen.night.day:%A} {on_day(seen.night.day)}, a night that is over.")
    if player is None or player.user_id is None or booking.what not in PERSONAL:
        return card(text("\n".join(lines)), accent=CLOTH)
    ask = button("Ask whether it is right", routes.MONEY_ASK.id(booking.booking_id))
    return card(text("\n".join(lines)), row(ask), accent=CLOTH)


def _standing(people: Mapping[int, Player], player_id: int | None, own: Sequence[Owing]) -> str:
    name = name_of(people, player_id)
    if not own:
        return f"{name} is even."
    return "; ".join(f"{name} {balance_words(each.balance, each.currency)}" for each in own) + "."


def sure_card(name: str, what: str, told: str, custom_id: str) -> discord.ui.LayoutView:
    """Unusually much: it counts with the second press."""
    line = f"**{name}: {NAMES[what]} of {told}?** That is far more than tonight's entry, so press to book it."
    return card(text(line), row(button(f"Book {told}", custom_id, DANGER)), accent=RED)


def ask_card(seen: Seen) -> discord.ui.LayoutView:
    """In the channel: somebody is asked about a booking; how much it is they see alone."""
    name = name_of(seen.people, player_in(seen.booking))
    look = button("Look at it", routes.MONEY_LOOK.id(seen.booking.booking_id), PRIMARY)
    line = f"**{name}**, is booking {seen.booking.booking_id} right? You alone see it."
    return card(text(line), row(look), accent=CLOTH)


def own_booking_card(seen: Seen) -> discord.ui.LayoutView:
    """A booking as its player sees it, privately."""
    booking = seen.booking
    lines = [f"**Booking {booking.booking_id}**: {booking_words(booking)}"]
    if booking.reversed_by is not None:
        lines.append("It has been reversed since.")
    elif player_in(booking) in seen.confirmed:
        lines.append("You have said that it is right.")
    else:
        lines.append("If it is wrong, tell a host: they reverse it and book what was meant.")
        right = button("Right", routes.MONEY_RIGHT.id(booking.booking_id), PRIMARY)
        return card(text("\n".join(lines)), row(right), accent=CLOTH)
    return card(text("\n".join(lines)), accent=CLOTH)


# ------------------------------------------------------------------ who owes what


def owing_card(everybody: Sequence[Owing], people: Mapping[int, Player]) -> discord.ui.LayoutView:
    """Every balance that is not zero, and what it is made of."""
    if not everybody:
        return card(text("Nobody owes anything, and nobody is owed anything."), accent=CLOTH)
    lines = ["**Who owes what**"]
    for each in everybody:
        lines.append(f"- {name_of(people, each.player_id)} {balance_words(each.balance, each.currency)}: {_why(each)}")
    return card(text(fitted(lines, "people more")), accent=CLOTH)


def one_card(name: str, owing: Sequence[Owing], entry: str | None) -> discord.ui.LayoutView:
    """How one player stands, to staff; before they have entered also what tonight's entry comes to."""
    whose = clipped(name, LONGEST_NAME)
    lines = [f"**{whose} {balance_words(each.balance, each.currency)}**: {_why(each)}" for each in owing]
    return card(text("\n".join([*(lines or [f"**{whose} is even.**"]), *_tonight(entry)])), accent=CLOTH)


def own_card(own: Sequence[Owing], entry: str | None) -> discord.ui.LayoutView:
    """The same to that player."""
    lines = [f"**{own_balance_words(each.balance, each.currency)}**: {_why(each)}" for each in own]
    lines = [*(lines or ["**You are even.**"]), *_tonight(entry), "-# /me statement has every line."]
    return card(text("\n".join(lines)), accent=CLOTH)


def _tonight(entry: str | None) -> list[str]:
    return [] if entry is None else [f"Tonight: {entry[:1].lower()}{entry[1:]}"]


def _why(each: Owing) -> str:
    """The newest changes, and what was before them, so that they sum to the balance."""
    before = each.balance - sum(entry.change for entry in each.why)
    told = [f"before that {signed(before, each.currency)}"] if before else []
    return ", ".join([*(change_words(entry) for entry in each.why), *told])


# ------------------------------------------------------------------ a night


def night_card(found: NightBooks) -> discord.ui.LayoutView:
    """A night's money as its host sees it: what they should hold and who is not settled first, then the terms."""
    down, currency = found.down, found.books.currency
    head = [f"**Money** · {found.night.day:%A} {on_day(found.night.day)}{_closed(found)}", _held(found)]
    head.append(f"Entered: {len(found.entered)}. The pool holds {amount(_pool(found), currency)}.")
    unpaid = [
        f"- {name_of(found.people, player_id)} {balance_words(value, currency)}"
        for player_id, value in down.unpaid.items()
    ]
    head += ["**Of this night**", *unpaid] if unpaid else []
    head += tip_lines(found)
    head += [f"{line}." for line in found.fee] or ["No entry fee is set: /money night with the fee sets it."]
    head += [f"- {_discount_line(found, player_id, off)}" for player_id, off in found.discounts.items()]
    parts = paragraphs(fitted(head, "lines more", HALF))
    booked = [f"- {_confirmed(found, one.booking_id)}{booking_line(one, found.people)}" for one in found.bookings]
    if booked:
        newest = list(reversed(booked[-MOST_BOOKINGS:]))
        parts.append(text(fitted(["**Bookings**, newest first (✓: the player agrees)", *newest], "more", HALF)))
    if found.books.closed_at is None and booked:
        parts.append(row(button("Close the books", routes.MONEY_DOWN.id(found.night.night_id))))
    return card(*parts, accent=CLOTH)


def _closed(found: NightBooks) -> str:
    return "" if found.books.closed_at is None else " · the books are closed"


def _pool(found: NightBooks) -> int:
    down = found.down
    return down.left + down.discounts if down.bearer == "pool" else down.left


def _discount_line(found: NightBooks, player_id: int, off: int) -> str:
    entered = "" if player_id in found.entered else " (not entered yet)"
    return f"{name_of(found.people, player_id)}: {amount(off, found.books.currency)} less{entered}"


def _confirmed(found: NightBooks, booking_id: int) -> str:
    return "✓ " if booking_id in found.confirmed else ""


def _held(found: NightBooks) -> str:
    currency = found.books.currency
    ways = [
        f"{METHODS.get(method, 'not said how')} {amount(value, currency)}" for method, value in found.by_method.items()
    ]
    told = f": {', '.join(ways)}" if ways else ""
    return f"You should hold {amount(found.down.held, currency)} of this night, tips apart{told}."


def tip_lines(found: NightBooks) -> list[str]:
    """What the tips came to, once they are booked; until then nothing that a tip could change."""
    tips = found.tips
    if tips is None:
        return []
    each = [
        f"- {name_of(found.people, player_id)}: {amount(value, tips.currency)}"
        for player_id, value in sorted(tips.by_player.items())
    ]
    return [f"**Tips** to hand over, {amount(tips.total, tips.currency)} in all", *each]


# ------------------------------------------------------------------ closing


def down_card(found: NightBooks, note: str = "") -> discord.ui.LayoutView:
    """What was counted against the books, before they close."""
    down, night_id = found.down, found.night.night_id
    lines = [*([note] if note else []), f"**Closing the books** · {found.night.day:%A} {on_day(found.night.day)}"]
    lines.append(_held(found))
    lines += _counted(found)
    if down.left:
        much = "too much: was everybody paid out?" if down.left > 0 else "too little: more was paid out than came in."
        lines.append(f"The pool is at {signed(down.left, down.currency)}, {much}")
    lines += [f"- likely: {booking_line(one.booking, found.people)}; {WHYS[one.why]}" for one in down.likely]
    lines += [
        f"- not settled yet: {name_of(found.people, player_id)} {balance_words(value, down.currency)}"
        for player_id, value in down.unpaid.items()
    ]
    ids = (night_id, NOT_COUNTED if down.counted is None else down.counted, found.mark)
    count = button("Count" if down.counted is None else "Count again", routes.MONEY_COUNT.id(night_id))
    if down.agrees:
        label = "Close without a count" if down.counted is None else "Close the books"
        close = button(label, routes.MONEY_CLOSE.id(*ids), PRIMARY)
    else:
        close = button("Close with a reason", routes.MONEY_WHY.id(*ids), DANGER)
        lines.append("Mend it with /money reverse and /money enter, or close with a reason.")
    words = paragraphs(fitted(lines, "lines more"))
    return card(*words, row(count, close), accent=CLOTH if down.agrees else RED)


def _counted(found: NightBooks) -> list[str]:
    down = found.down
    if down.counted is None:
        return ["Count what you hold of this night, without the tip box."]
    told = f"Counted: {amount(down.counted, down.currency)}"
    if not down.difference:
        return [f"{told}, as the books say."]
    much = "more" if down.difference > 0 else "less"
    return [f"{told}: **{signed(down.difference, down.currency)}**, {much} than the books say."]


def closed_card(found: NightBooks, reason: str) -> discord.ui.LayoutView:
    """The books are closed, and what is left to hand over."""
    lines = [f"**The books of {found.night.day:%A} {on_day(found.night.day)} are closed**"]
    lines.append(
        "They came out at zero." if not reason else f"With a reason: {clipped(reason, 200)}. {_to_house(found)}"
    )
    lines.append("/money owe shows who is still to be settled with; dealers see their tips with /me tips.")
    lines += tip_lines(found)
    return card(text(fitted(lines, "more")), accent=CLOTH)


def _to_house(found: NightBooks) -> str:
    """What the last closing left with the house."""
    closings = [one for one in found.bookings if one.what == CLOSING and one.reversed_by is None]
    value = closings[-1].moved(HOUSE_PLACE) if closings else 0
    does = "keeps" if value > 0 else "bears"
    return f"The house {does} {amount(abs(value), found.books.currency)}." if value else ""


# ------------------------------------------------------------------ discounts, and proving


def terms_card(terms: Terms, currency: str, note: str = "") -> discord.ui.LayoutView:
    """The discounts as they stand, and how each open case is settled."""
    tables = [f"table {table} {amount(off, currency)}" for table, off in sorted(terms.discounts.items()) if off]
    lines = [*([note] if note else []), "**What dealing takes off the first entry**"]
    lines.append(", ".join(tables) + "." if tables else "Nothing.")
    for name in CHOICES:
        label, values = TERM_NAMES[name]
        lines.append(f"{label}: {values[str(getattr(terms, name.removeprefix('money.')))]}.")
    lines.append("A night keeps what stood when its first player entered. Re-entries pay in full.")
    lines.append(f"-# {load().clauses[DISCOUNT].cite}")
    return card(text("\n".join(lines)), accent=CLOTH)


def check_card(check: Check) -> discord.ui.LayoutView:
    """What proving the books came to."""
    if not check.faults:
        line = f"**Sound.** {check.bookings} bookings with {check.lines} lines: every balance is what they add up to, and each currency sums to zero."
        return card(text(line), accent=CLOTH)
    return card(
        text(fitted(["**The books are not sound**", *(f"- {fault}" for fault in check.faults)], "more")), accent=RED
    )
