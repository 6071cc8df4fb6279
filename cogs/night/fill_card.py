"""What a filling of the dealers' tables looks like. Values in, cards out; no I/O."""

from __future__ import annotations

import discord

from cogs.night.filling import Dealing, Proposal, Season
from cogs.shared import routes
from cogs.shared.dates import when
from cogs.shared.people import plain_name
from cogs.shared.pictures import Picture
from cogs.shared.replies import CLOTH, button, card, clipped, fitted, option, paragraphs, row, select, text
from data.plans import LONGEST_TITLE
from league.roster import BEST, BEST_FOUND, CHANGED, GREEDY, Choice, Why
from league.volunteers import Slot

MOST_OPTIONS = 25
LONGEST_BAR = 20
STATUS = {
    BEST: "No fairer filling exists.",
    BEST_FOUND: "So many tables and people that not every filling was looked at: there may be a fairer one.",
    CHANGED: "As you have changed it.",
    GREEDY: "Filled one table after the other: HiGHS is not installed on the bot's machine, so there may be a fairer one.",
}
OPEN_WHY = {
    "nobody_can": "nobody who can deal it is free",
    "all_deal": "everybody who can deal it deals another table that evening",
}


def proposal_card(found: Proposal) -> discord.ui.LayoutView:
    """The filling with a reason for each choice; it counts when it is posted."""
    head = "**Who deals?** Nothing counts before you post it."
    told = f"-# {STATUS.get(found.filling.status, STATUS[BEST_FOUND])}"
    parts = paragraphs(fitted([head, *_lines(found, reasons=True), told], "lines more", 3400))
    options = [
        option(_slot_name(found.season, slot), f"{slot.night_id}.{slot.table_number}", _now(found, slot))
        for slot in found.season.slots[:MOST_OPTIONS]
    ]
    parts.append(row(select(routes.NIGHT_FILL_TABLE.id(found.draft_id), "Somebody else at …", options)))
    parts.append(row(button("Post it", routes.NIGHT_FILL.id(found.draft_id), discord.ButtonStyle.success)))
    return card(*parts, accent=CLOTH)


def posted_text(found: Proposal) -> str:
    """The same for everybody to read, without the reasons."""
    told = "-# Not you? Press My spot on the night's card, then Cover me."
    return fitted(["**Who deals**", *_lines(found, reasons=False), told], "lines more")


def posted_card(told: str) -> discord.ui.LayoutView:
    """The filling as its channel reads it."""
    return card(*paragraphs(told), accent=CLOTH)


def _lines(found: Proposal, *, reasons: bool) -> list[str]:
    lines = []
    chosen = {choice.slot: choice for choice in found.filling.choices}
    left = dict(found.filling.open)
    for night_id, night in found.season.nights.items():
        slots = [slot for slot in found.season.slots if slot.night_id == night_id]
        if slots:
            lines.append(f"**{clipped(night.plan.title, LONGEST_TITLE * 2)}** · {when(night.plan.starts_at, 'f')}")
        for slot in slots:
            if slot in chosen:
                why = f" ({', '.join(map(_why, chosen[slot].why))})" if reasons else ""
                lines.append(f"- Table {slot.table_number}: {found.season.name(chosen[slot].player_id)}{why}")
            else:
                open_why = OPEN_WHY.get(left.get(slot, "")) if reasons else None
                lines.append(f"- Table {slot.table_number}: **open**{f' ({open_why})' if open_why else ''}")
    return lines


def _why(why: Why) -> str:
    """A reason in a few words."""
    told = {
        "host": "your choice",
        "nobody_else": "nobody else who can is free",
        "fewest_downs": f"has dealt least this season: {why.number}",
        "evens_out": f"comes to {why.number} this season, which evens it out",
        "shares": f"comes to {why.number} this season, one more than others",
        "needed": "the others are needed elsewhere",
        "table": f"asked for table {why.number}",
        "running": "although it is two nights running",
        "month": f"although it is more than {why.number} that month",
    }
    return told[why.what]


def _slot_name(season: Season, slot: Slot) -> str:
    title = season.nights[slot.night_id].plan.title
    return f"{slot.day:%a} {slot.day.day} {slot.day:%b}, table {slot.table_number} · {title}"[:100]


def _now(found: Proposal, slot: Slot) -> str:
    choice: Choice | None = next((each for each in found.filling.choices if each.slot == slot), None)
    return "open" if choice is None else f"now {plain_name(found.season.people.get(choice.player_id))}"


def who_card(found: Proposal, slot: Slot) -> discord.ui.LayoutView:
    """Who else can deal a table, the one who has dealt least first."""
    able = [each for each in found.season.volunteers if each.can_deal(slot)]
    able.sort(key=lambda each: (each.downs, each.player_id))
    busy = {each.player_id for each in found.filling.choices if each.slot.day == slot.day and each.slot != slot}
    options = [option("Nobody: leave it open", "0")]
    for each in able[: MOST_OPTIONS - 1]:
        told = f"has dealt or promised {each.downs} this season"
        busy_too = "; leaves another table that evening" if each.player_id in busy else ""
        options.append(
            option(plain_name(found.season.people.get(each.player_id)), str(each.player_id), f"{told}{busy_too}")
        )
    line = f"**Who deals?** {_slot_name(found.season, slot)}"
    custom_id = routes.NIGHT_FILL_WHO.id(found.draft_id, slot.night_id, slot.table_number)
    return card(text(line), row(select(custom_id, "Choose who deals it", options)), accent=CLOTH)


def dealing_card(dealing: Dealing) -> discord.ui.LayoutView:
    """The season's dealing as a chart of text, a full mark for each table dealt and an open one for each promised."""
    if not dealing.rows:
        return card(text("Nobody has dealt this season yet, and nobody is marked as able to."), accent=CLOTH)
    most = max(dealt + promised for _, dealt, promised in dealing.rows)
    lines = [_bar(row, most) for row in dealing.rows]
    told = "-# Tables dealt in the last half year (■) and promised for the nights ahead (□)."
    words = text(fitted(["**The season's dealing**", *lines, told], "people more"))
    return card(words, row(button("Picture", routes.NIGHT_DEALING.id())), accent=CLOTH)


def picture_card(picture: Picture) -> discord.ui.LayoutView:
    """The same as a picture, below the chart of text that it was pressed on."""
    return card(picture.part(), text("-# The chart of /night dealing says the same in words."), accent=CLOTH)


def _bar(found: tuple[str, int, int], most: int) -> str:
    name, dealt, promised = found
    scale = min(1.0, LONGEST_BAR / most) if most else 0
    bar = "■" * round(dealt * scale) + "□" * round(promised * scale)
    return f"{bar} {name}: {dealt}{f' and {promised} promised' if promised else ''}"
