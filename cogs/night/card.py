"""The night card and the private screens behind it. Values in, cards out; no I/O."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import accumulate

import discord

from cogs.night.planning import BEGUN
from cogs.night.signing import Listed, Own
from cogs.night.wording import KIND_NAMES
from cogs.shared import routes
from cogs.shared.dates import when
from cogs.shared.places import url
from cogs.shared.replies import (
    CLOTH,
    MOST_TEXT,
    Part,
    beside,
    button,
    card,
    clipped,
    fitted,
    paragraphs,
    quoted,
    row,
    text,
)
from data.plans import LONGEST_PLACE, LONGEST_TITLE, Planned
from league.cover import JUST_ENOUGH, OPEN_TABLE, TOO_FEW, UNCONFIRMED, WANTS_COVER, Risk
from league.money import amount
from league.plan import GAMES, Plan, breaks
from league.signup import (
    COVER_WANTED,
    DEAL,
    PLAY,
    STAND_BY,
    WAITING,
    SignUp,
)
from league.tips import policy_of

HEADING = 50  # characters for what a group of people is called, and for how many are left out
MOST_NAMES = 12  # beyond that a count, and all on a press
GREY = 0x5F6368
OBLIGATION = (
    "Whoever deals a table deals it until it breaks, also after busting.\n"
    "At the final table a dealer who has busted may leave after 11 pm; then the host deals."
)
CASH_DEALING = "You deal this table through the evening, with pushes when another dealer is there.\nIt is unpaid; tips are up to each player."
CONSENT = "I may write to you about this night: a reminder, a place that comes free, a table without a dealer."
NO_CONSENT = "I do not write to you about this night."


# ------------------------------------------------------------------ the card


def night_card(listed: Listed, now: datetime) -> discord.ui.LayoutView:
    """A night as people sign up for it."""
    night, plan = listed.night, listed.night.plan
    if night.cancelled_at is not None:
        why = f": {quoted(night.cancel_reason)}" if night.cancel_reason else "."
        return card(text(f"{head(plan)}\n**Called off**{why}"), accent=GREY)
    lines = [*plan_lines(plan), _count_line(listed), *_table_lines(listed), _names_line(listed)]
    if night.is_over(now) or night.opened_at is not None:
        told = "This night is over." if night.is_over(now) else BEGUN.replace("That night", "The night")
        return card(*paragraphs(fitted([*lines, f"-# {told}"], "lines more")), accent=GREY)
    words = fitted([*lines, *_tip_line(listed)], "lines more")
    return card(*paragraphs(words), buttons(listed), accent=CLOTH)


def buttons(listed: Listed) -> Part:
    """What one can do about a night."""
    night_id = listed.night.night_id
    found = [button("Play", routes.NIGHT_PLAY.id(night_id), discord.ButtonStyle.success)]
    if listed.board.tables:
        found.append(button("Deal a table", routes.NIGHT_DEAL.id(night_id), discord.ButtonStyle.primary))
        found.append(button("Stand by", routes.NIGHT_STAND_BY.id(night_id)))
    found.append(button("My spot", routes.NIGHT_SPOT.id(night_id)))
    found.append(button("Who comes", routes.NIGHT_WHO.id(night_id)))
    return row(*found)


def head(plan: Plan) -> str:
    """Which night it is, and when."""
    title = clipped(plan.title, LONGEST_TITLE * 2)
    return f"**{title}** · {KIND_NAMES[plan.kind]}, {GAMES[plan.game]}\n{when(plan.starts_at, 'F')} ({when(plan.starts_at)})"


def plan_lines(plan: Plan) -> list[str]:
    """What a host has said about it, a line each."""
    hours = f"{plan.minutes / 60:g}"
    lines = [head(plan), f"{clipped(plan.place, LONGEST_PLACE * 2)} · about {hours} hours"]
    if plan.fee:
        lines.append(f"Entry: {amount(plan.fee, plan.currency)}")
    return lines


def _count_line(listed: Listed) -> str:
    """How many come; places that are kept for dealers explain why somebody waits beside them."""
    plan, board = listed.night.plan, listed.board
    of = "" if plan.max_players is None else f" of {plan.max_players}"
    told = [f"**{board.coming}**{of} come"]
    if board.coming < plan.min_players:
        more = plan.min_players - board.coming
        told.append(f"{more} more {'is' if more == 1 else 'are'} needed")
    kept = len(board.open_tables)
    if kept and board.room is not None and board.room <= 0:
        told.append(f"{kept} place{'' if kept == 1 else 's'} kept for {'a dealer' if kept == 1 else 'dealers'}")
    if board.waiting:
        told.append(_does(len(board.waiting), "wait"))
    if board.stand_bys:
        told.append(f"{_does(len(board.stand_bys), 'stand')} by to deal")
    return " · ".join(told)


def _does(number: int, what: str) -> str:
    return f"{number} {what}{'s' if number == 1 else ''}"


def _table_lines(listed: Listed) -> list[str]:
    """The tables that volunteers deal: whether each is open, and what its dealer pays."""
    lines = []
    for number in listed.board.tables:
        dealer, pays = listed.board.dealer(number), _pays(listed, number)
        if dealer is None:
            told = f"**open**, dealer pays {pays}" if pays else "**open**"
        else:
            told = f"{listed.name(dealer.player_id)} deals"
            told += ", **cover wanted**" if dealer.state == COVER_WANTED else ""
            told += f" (pays {pays})" if pays else ""
        lines.append(f"- Table {number}: {told}")
    if not lines and listed.night.plan.kind == "tournament":
        lines.append("The players deal.")
    return lines


def _pays(listed: Listed, number: int) -> str:
    """What the entry of a table's dealer comes to; empty where there is none to pay."""
    plan = listed.night.plan
    if plan.kind != "tournament" or not plan.fee:
        return ""
    return amount(plan.fee - listed.discounts.get(number, 0), plan.currency)


def deal_terms(listed: Listed, number: int) -> str:
    """What somebody who deals a table wants to know: when it breaks, and what their entry comes to."""
    plan, pays = listed.night.plan, _pays(listed, number)
    named = f"table {number}"
    if plan.kind == "tournament":
        named += f" ({breaks(number, plan.tables)})"
    return f"{named}: your entry is {pays}" if pays else named


def _tip_line(listed: Listed) -> list[str]:
    policy, currency = policy_of(listed.settings), listed.settings.currency
    if not policy.is_on or not listed.board.tables:
        return []
    usual = f"{amount(policy.low, currency)} to {amount(policy.high, currency)}"
    return [f"-# Volunteers deal. {usual} is usual as a tip at the end; any amount or nothing is right."]


def _names_line(listed: Listed) -> str:
    board = listed.board
    people = [each.player_id for each in board.rows if each.what in (PLAY, DEAL) and each.is_live]
    people = [who for who in people if who not in {each.player_id for each in board.waiting}]
    if not people:
        return "Nobody has signed up yet."
    names = ", ".join(map(listed.name, people[:MOST_NAMES]))
    rest = len(people) - MOST_NAMES
    return names if rest <= 0 else f"{names} and {rest} more"


def who_card(
    listed: Listed, risks: Sequence[Risk] = (), left: Sequence[int] = (), *, is_staff: bool, signs_up: bool = False
) -> discord.ui.LayoutView:
    """Everybody who has signed up; for a host also what may go wrong. `left`: who is not in the server any more."""
    board = listed.board
    said = [f"{head(listed.night.plan)}\n{_count_line(listed)}"]
    if risks:
        said.append(fitted(["**At risk**", *risk_lines(listed, risks)], "more", 700))
    if left:
        names = _names(listed, [each for each in board.rows if each.is_live and each.player_id in left], 500)
        said.append(
            f"**Not in this server any more** ({len(left)}): {names}\n"
            "-# They keep their spot: /night signup with drop, and the name as guest, passes it on."
        )
    if tables := _table_lines(listed):
        said.append(fitted(["**Tables**", *tables], "tables more", 1000))
    rows_of = [
        ("Play", board.players),
        ("Wait, in this order", board.waiting),
        ("Stand by to deal", board.stand_bys),
        ("Were missing", tuple(each for each in board.rows if each.no_show_at and is_staff)),
    ]
    groups = [(title, rows) for title, rows in rows_of if rows]
    room = (MOST_TEXT - len("".join(said))) // max(1, len(groups)) - HEADING
    said += [f"**{title}** ({len(rows)}): {_names(listed, rows, room)}" for title, rows in groups]
    return card(*map(text, said), *([buttons(listed)] if signs_up else []), accent=CLOTH)


def _names(listed: Listed, rows: Sequence[SignUp], room: int) -> str:
    """As many names as there are characters for, in order, and how many more there are."""
    names = [listed.name(each.player_id) for each in rows]
    ends = accumulate(len(name) + 2 for name in names)
    shown = [name for name, end in zip(names, ends, strict=True) if end <= room]
    rest = len(names) - len(shown)
    return ", ".join(shown) if not rest else f"{', '.join(shown)} and {rest} more"


def risk_lines(listed: Listed, risks: Sequence[Risk]) -> list[str]:
    """What may leave a table without a dealer or the night without players, a line each; open tables in one."""
    lines = [f"- {_risk(listed, risk)}" for risk in risks if risk.what != OPEN_TABLE]
    without = [risk for risk in risks if risk.what == OPEN_TABLE]
    if without:
        tables, s, have = ", ".join(str(risk.table_number) for risk in without), "s", "have"
        if len(without) == 1:
            s, have = "", "has"
        lines.insert(0, f"- Table{s} {tables} {have} no dealer; {_left(max(risk.left for risk in without))}.")
    return lines


def _left(number: int) -> str:
    return f"{number} can still be asked" if number else "nobody is left to ask"


def _risk(listed: Listed, risk: Risk) -> str:
    left = _left(risk.left)
    if risk.what == WANTS_COVER:
        return f"{listed.name(risk.player_id or 0)} wants cover for table {risk.table_number}; {left}."
    if risk.what == UNCONFIRMED:
        last = f"one no, and table {risk.table_number} has no dealer" if not risk.left else left
        return f"{listed.name(risk.player_id or 0)} has not confirmed table {risk.table_number} yet: {last}."
    if risk.what == TOO_FEW:
        return f"{risk.left} more player{' is' if risk.left == 1 else 's are'} needed for the minimum."
    assert risk.what == JUST_ENOUGH
    return "The minimum is just reached: one no, and there are too few."


# ------------------------------------------------------------------ one's own spot


def spot_card(own: Own) -> discord.ui.LayoutView:
    """One's own spot, and what one can do about it."""
    night_id = own.listed.night.night_id
    if own.row is None:
        return card(text(f"{head(own.listed.night.plan)}\nYou are not signed up."), buttons(own.listed), accent=CLOTH)
    parts: list[Part] = [text(f"{spot_line(own)}\n{head(own.listed.night.plan)}")]
    found = []
    if own.row.state == WAITING and own.listed.board.open_tables:
        found.append(button("Deal a table", routes.NIGHT_DEAL.id(night_id), discord.ButtonStyle.primary))
    if own.row.what == DEAL and own.row.state == COVER_WANTED:
        found.append(button("I deal after all", routes.NIGHT_OWN.id(night_id, "keep"), discord.ButtonStyle.success))
    elif own.row.what == DEAL:
        found.append(button("Cover me", routes.NIGHT_OWN.id(night_id, "cover")))
    found.append(button("Drop", routes.NIGHT_OWN.id(night_id, "drop"), discord.ButtonStyle.danger))
    parts.append(row(*found))
    told = text(f"-# {CONSENT if own.row.may_write else NO_CONSENT}")
    writes, turn = ("silent", "Turn off") if own.row.may_write else ("write", "Turn on")
    parts.append(beside(told, button(turn, routes.NIGHT_OWN.id(night_id, writes))))
    return card(*parts, accent=CLOTH)


def spot_line(own: Own) -> str:
    """One's own spot in a sentence."""
    spot, board = own.row, own.listed.board
    assert spot is not None  # somebody who has one is told of it
    if spot.what == DEAL and spot.state == COVER_WANTED:
        return f"**You deal table {spot.table_number} until somebody covers you.** Cover is being looked for."
    if spot.what == DEAL:
        return f"**You deal {deal_terms(own.listed, spot.table_number or 0)}.**"
    if spot.what == STAND_BY:
        asked = "you are asked when a table needs a dealer" if spot.may_write else "turn messages on to be asked"
        return f"**You stand by:** you deal only if nobody else does, and {asked}."
    if spot.state == WAITING:
        told = "You are told when a place comes free" if spot.may_write else "Look here for a place that comes free"
        deals = "; whoever deals an open table has one at once" if board.open_tables else ""
        return f"**You are number {board.waiting.index(spot) + 1} on the waiting list.** {told}{deals}."
    return "**You have a place.**"


def deal_card(listed: Listed) -> discord.ui.LayoutView:
    """The tables that one can take, with what comes with it; the second press counts."""
    night_id, plan = listed.night.night_id, listed.night.plan
    free = [number for number in listed.board.tables if _can_take(listed, number)]
    if not free:
        line = "Every table has a dealer. Stand by, and you are asked if one drops out."
        return card(text(line), row(button("Stand by", routes.NIGHT_STAND_BY.id(night_id))), accent=CLOTH)
    duty = OBLIGATION if plan.kind == "tournament" else CASH_DEALING
    full = f"; a full entry is {amount(plan.fee, plan.currency)}" if _pays(listed, free[0]) and plan.fee else ""
    lines = [f"**Which table will you deal?** {GAMES[plan.game]}{full}."]
    lines += [*(f"- {_offer(listed, number)}" for number in free), duty]
    rows = [
        row(
            *(
                button(f"Deal table {number}", routes.NIGHT_TAKE.id(night_id, number), discord.ButtonStyle.primary)
                for number in free[start : start + 5]
            )
        )
        for start in range(0, len(free), 5)
    ]
    return card(*paragraphs("\n".join(lines)), *rows, accent=CLOTH)


def _can_take(listed: Listed, number: int) -> bool:
    dealer = listed.board.dealer(number)
    return dealer is None or dealer.state == COVER_WANTED


def _offer(listed: Listed, number: int) -> str:
    dealer, terms = listed.board.dealer(number), deal_terms(listed, number)
    covers = "" if dealer is None else f" (covers {listed.name(dealer.player_id)})"
    return f"{terms[:1].upper()}{terms[1:]}{covers}"


# ------------------------------------------------------------------ planning


def reading_card(plan: Plan, notes: Sequence[str], draft_id: int) -> discord.ui.LayoutView:
    """What was typed as it was understood; it counts on a press."""
    lines = ["**Is this right?**", *plan_lines(plan), *_limits(plan), dealing_line(plan)]
    lines += [f"- {note}" for note in notes]
    lines.append("-# If the time is wrong, type /night create anew: nothing has been saved yet.")
    post = button("Post it here", routes.NIGHT_POST.id(draft_id), discord.ButtonStyle.success)
    return card(*paragraphs("\n".join(lines)), row(post), accent=CLOTH)


def _limits(plan: Plan) -> list[str]:
    told = [f"at least {plan.min_players}"] if plan.min_players else []
    told += [] if plan.max_players is None else [f"at most {plan.max_players}"]
    return [f"Players: {', '.join(told)}"] if told else []


def dealing_line(plan: Plan) -> str:
    """Which tables volunteers deal."""
    tables = f"{plan.tables} table{'' if plan.tables == 1 else 's'}"
    if not plan.dealt:
        return f"{tables}, no volunteer dealers."
    return f"{tables}; volunteers deal table{'' if len(plan.dealt) == 1 else 's'} {', '.join(map(str, plan.dealt))}."


def moved_card(night: Planned, starts_at: datetime, notes: Sequence[str]) -> discord.ui.LayoutView:
    """A night's new time as it was understood; it counts on a press."""
    lines = [
        "**Move the night?**",
        f"{clipped(night.plan.title, LONGEST_TITLE * 2)}: from {when(night.plan.starts_at, 'F')}",
        f"to {when(starts_at, 'F')} ({when(starts_at)})",
        *(f"- {note}" for note in notes),
        "Whoever has signed up keeps their spot and is told, if they may be written to.",
    ]
    custom_id = routes.NIGHT_MOVE.id(night.night_id, int(starts_at.timestamp()))
    move = button("Move it", custom_id, discord.ButtonStyle.success)
    return card(*paragraphs("\n".join(lines)), row(move), accent=CLOTH)


def cancel_card(listed: Listed) -> discord.ui.LayoutView:
    """A night is called off on a second press, with the reason."""
    night = listed.night
    lines = [
        "**Call this night off?**",
        head(night.plan),
        f"{listed.board.coming} have signed up; whoever may be written to is told.",
    ]
    found = [button("Call it off", routes.NIGHT_CANCEL.id(night.night_id), discord.ButtonStyle.danger)]
    if night.series_id is not None:
        lines.append("It is one of a series: End the series plans no further ones, and leaves those that are planned.")
        found.append(button("End the series", routes.NIGHT_END.id(night.series_id)))
    return card(text("\n".join(lines)), row(*found), accent=CLOTH)


def list_card(nights: Sequence[Planned], zone: str) -> discord.ui.LayoutView:
    """What is planned, soonest first."""
    lines = [_list_line(night) for night in nights]
    told = f"-# Times are shown in your own zone; the league's is {zone}."
    return card(*paragraphs(fitted(["**Nights ahead**", *lines, told], "nights more")), accent=CLOTH)


def _list_line(night: Planned) -> str:
    plan = night.plan
    line = f"- {when(plan.starts_at, 'f')}: {clipped(plan.title, LONGEST_TITLE)}, {KIND_NAMES[plan.kind]}, {GAMES[plan.game]}"
    if night.opened_at is not None:
        return f"{line} · goes on now"
    there = card_link(night)
    return f"{line} · {there}" if there else line


def card_link(night: Planned) -> str:
    """Where people sign up, as a link; empty before the card is posted."""
    if night.message_id is None or night.channel_id is None:
        return ""
    return f"[its card]({url(night.league_id, night.channel_id, night.message_id)})"
