"""What the cards about tips look like: each for one pair of eyes. Values in, cards out; no I/O."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from cogs.shared import routes
from cogs.shared.bookings import name_of
from cogs.shared.replies import CLOTH, Part, button, card, option, row, select, text
from cogs.tip.actions import Gift
from cogs.tip.looking import HOST, VOLUNTEERS, TipNight
from league.money import amount
from league.tips import DOWNS, EQUALLY, MINUTES, Policy
from rules.library import load

PRIMARY, DANGER = discord.ButtonStyle.primary, discord.ButtonStyle.danger
TIPS = "psp-tips"
MOST_OFFERED = 3  # dealers of other tables that a host's tip may go to
MOST_DEALERS = 23  # a select has 25 lines, two of them for the volunteers and the host
SPLIT_NAMES = {DOWNS: "by the downs each has dealt", MINUTES: "by the minutes each has dealt", EQUALLY: "equally"}
ANY = "Any amount or nothing is right, and nobody sees who gave what."


def recipients(found: TipNight, user_id: int) -> list[tuple[str, str, str]]:
    """Whoever this account can tip tonight: value, name, and why they are in the list."""
    listed = []
    for player_id in list(found.dealers)[:MOST_DEALERS]:
        if found.people[player_id].user_id != user_id:
            told = ", ".join(f"table {number}" for number in found.dealers[player_id])
            listed.append(
                (str(player_id), found.people[player_id].name, f"has dealt {told}" if told else "deals tonight")
            )
    if found.dealers:
        listed.append((VOLUNTEERS, "For the volunteers", "shared among whoever has dealt tonight"))
    if found.host_id not in found.dealers and found.night.opened_by != user_id:
        listed.append((HOST, "The host", "not expected, but welcome"))
    return listed


def to_card(found: TipNight, user_id: int) -> discord.ui.LayoutView:
    """Who is it for?"""
    lines = [option(name[:100], value, why[:100]) for value, name, why in recipients(found, user_id)]
    if not lines:
        return card(text("Nobody has dealt tonight whom you could tip here."), accent=CLOTH)
    pick = select(routes.TIP_TO.id(found.night.night_id), "Who is it for?", lines)
    return card(text(f"**A tip** · {ANY}"), row(pick), accent=CLOTH)


def amounts_card(found: TipNight, to: str, policy: Policy) -> discord.ui.LayoutView:
    """How much? The house's range, another amount, or nothing."""
    night_id = found.night.night_id
    offered = sorted({policy.low, (policy.low + policy.high) // 2, policy.high} - {0}) if policy.is_on else []
    buttons = [
        button(amount(value, found.currency), routes.TIP_GIVE.id(night_id, to, value, 1), PRIMARY) for value in offered
    ]
    buttons.append(button("Another amount", routes.TIP_OTHER.id(night_id, to)))
    buttons.append(button("Nothing", routes.TIP_NOTHING.id()))
    return card(text(f"**For {whom(found, to)}** · {ANY}"), row(*buttons), accent=CLOTH)


def gift_card(gift: Gift, *, has_receipt: bool = True) -> discord.ui.LayoutView:
    """A tip that was given, or that is so much that it counts with a second press."""
    told, whose = amount(gift.amount, gift.found.currency), whom(gift.found, gift.to)
    if not gift.given:
        ids = (gift.found.night.night_id, gift.to, gift.amount, int(has_receipt))
        buttons = [button(f"Give {told}", routes.TIP_GIVE.id(*ids), DANGER), button("Nothing", routes.TIP_NOTHING.id())]
        line = f"**{told} for {whose}?** That is far more than tonight's entry, so press to give it."
        return card(text(line), row(*buttons), accent=CLOTH)
    if gift.receipt is None:
        if has_receipt:
            return told_card("There is no such receipt of yours any more.")
        line = f"**Thank you.** {told} for {whose}. Put it into tonight's tip box."
        return told_card(f"{line} Nothing at all says that it was yours, so it cannot be taken back.")
    lines = [
        f"**Thank you.** {told} for {whose}.",
        "Put it into tonight's tip box. Nobody sees who gave it; dealers see their totals when the books close.",
    ]
    others = gift.found.others() if gift.offers else []
    parts: list[Part] = [text("\n".join(lines)), *_offer(gift, others)]
    parts.append(row(button("Take it back", routes.TIP_BACK.id(gift.receipt.receipt_id))))
    return card(*parts, accent=CLOTH)


def _offer(gift: Gift, others: Sequence[int]) -> list[Part]:
    """A tip to the host can go to the dealers of the other tables instead: offered once."""
    if not others or gift.receipt is None:
        return []
    receipt_id = gift.receipt.receipt_id
    buttons = [
        button(f"{gift.found.people[one].name} instead", routes.TIP_MOVE.id(receipt_id, one))
        for one in others[:MOST_OFFERED]
    ]
    buttons.append(button("The volunteers", routes.TIP_MOVE.id(receipt_id, VOLUNTEERS)))
    buttons.append(button("It stays", routes.TIP_MOVE.id(receipt_id, "-")))
    return [text("If you like, it goes to whoever deals the other table instead."), row(*buttons)]


def told_card(sentence: str) -> discord.ui.LayoutView:
    """A sentence in a card's place."""
    return card(text(sentence), accent=CLOTH)


def whom(found: TipNight, to: str) -> str:
    """Who it is for, within a sentence."""
    if to == VOLUNTEERS:
        return "the volunteers"
    if to == HOST or int(to) == found.host_id:
        return "the host"
    return name_of(found.people, int(to))


def suggestion_card(sentence: str) -> discord.ui.LayoutView:
    """What the house suggests, to whoever asked."""
    return card(text(sentence), text(f"-# {load().clauses[TIPS].cite}"), accent=CLOTH)


def policy_card(policy: Policy, currency: str, note: str = "") -> discord.ui.LayoutView:
    """The league's way with tips."""
    lines = [*([note] if note else []), "**Tips** · any amount or nothing; nobody is reminded, listed or compared"]
    if policy.is_on:
        low, high = amount(policy.low, currency), amount(policy.high, currency)
        lines.append(f"At the end of a night: {low} to {high}; less if you were felted, perhaps more after a big win.")
    else:
        lines.append("This league suggests nothing, and says nothing of tips when a night closes.")
    lines.append(f"What is given for the volunteers together is shared {SPLIT_NAMES[policy.split]}.")
    lines.append(
        "What rounding leaves goes to the largest fractions, then to the fewest downs, then to the lower number."
    )
    lines.append("A night keeps the sharing that stood when it was opened.")
    lines.append(f"-# {load().clauses[TIPS].cite}")
    return card(text("\n".join(lines)), accent=CLOTH)
