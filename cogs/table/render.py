"""What a table's card and its private screens look like. Values in, cards out; no I/O."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import discord

from cogs.shared import routes
from cogs.shared.dates import when
from cogs.shared.people import named, plain_name
from cogs.shared.pictures import Picture
from cogs.shared.replies import (
    CLOTH,
    Part,
    button,
    card,
    fitted,
    mention,
    option,
    paragraphs,
    row,
    select,
    text,
    unquoted,
)
from cogs.table import deck, wording
from cogs.table.finding import Look
from data.players import Player
from data.tables import Taken
from league.decks import stub_count_due
from league.duties import Duties, duties
from league.plan import GAMES
from league.refusing import NotNow
from league.seating import with_waiting
from league.steps import after
from league.table import Hand, Seat, Seated, Stand, Table

LOG_SHOWN = 20
SIT, STAND, AWAY, BACK, DEAL, RATHER = "sit", "stand", "away", "back", "deal", "rather"
DUTIES, LOG, PICTURE, SHUFFLE = "duties", "log", "picture", "shuffle"
STUB, AGAIN, UNDO = "stub", "again", "undo"


# ------------------------------------------------------------------ the card


def table_card(look: Look, now: datetime) -> discord.ui.LayoutView:
    """The table's card: whose deal it is first, then the work, what is different, what waits, what is due."""
    table = look.table
    if table.is_closed:
        return card(text(f"**Table {table.table_number} is closed.** Thank you for dealing."), accent=CLOTH)
    told = duties(table)
    parts: list[Part] = paragraphs(fitted(card_lines(look, told, now), "lines more"))
    if told.needs_winner:
        parts.append(row(_winner_select(look)))
    seats = [(one.seat, one.player_id) for one in with_waiting(table, now).seated]
    rows = [row(*_card_buttons(look, told)), *([row(_button_select(look, seats))] if seats else [])]
    return card(*parts, *(rows if _can_go_on(table, told) else reversed(rows)), accent=CLOTH)


def card_lines(look: Look, told: Duties, now: datetime) -> list[str]:
    """What the card says, line by line."""
    table, people = look.table, look.people
    lines = [wording.deal_line(table, told, people)]
    if told.shuffler.why != "no_button":
        lines.append(wording.work_line(table, told, people))
    if table.is_redeal:
        lines.append(
            f"**Hand {table.hand} is dealt again:** same button, same players, nobody new and no new level until then"
            f" · *{wording.cite(wording.REDEAL)}*"
        )
    if table.hand and told.next_button is not None:
        lines.append(f"Next hand: {wording.doer(told.next_dealer, people)} deals, button to seat {told.next_button}")
    lines += _who_is_out(look)
    if table.waiting:
        waiting = "; ".join(wording.told(step, people) for step in table.waiting)
        lines.append(f"**From the next hand:** {waiting}")
    lines.append(_deck_line(look, now))
    return [*lines, _foot(look)]


def _who_is_out(look: Look) -> list[str]:
    table, people = look.table, look.people
    away = [one.player_id for one in table.seated if one.is_away]
    rather = [one.player_id for one in table.seated if not one.deals]
    lines = []
    if away:
        lines.append(f"Away: {wording.names(away, people)}. All at the table guard their chips")
    if rather:
        lines.append(f"Would rather not deal: {wording.names(rather, people)}")
    return [*lines, *(_penalty_line(table, one, people) for one in table.seated if one.penalty_hands)]


def _penalty_line(table: Table, seated: Seated, people: wording.People) -> str:
    name, hands = named(people.get(seated.player_id)), wording.hands(seated.penalty_hands)
    if table.hand and not table.is_on_penalty(seated):
        return f"Penalty: {name}, {hands} from the next hand on"
    return f"Penalty: {name}, {hands} left, dealt in and killed"


def _deck_line(look: Look, now: datetime) -> str:
    decks = look.table.decks
    told = f"Deck {decks.in_play} is dealt"
    if decks.out:
        told += f" · deck {decks.out} is out: **bring a set-up**"
    if not look.table.hand:
        return f"{told} first"
    due = stub_count_due(decks, look.down_at)
    relative = when(due, "R")
    return f"{told} · " + (f"**stub count overdue** {relative}" if due <= now else f"stub count due {relative}")


def _foot(look: Look) -> str:
    table = look.table
    kind = f"{table.kind}, {GAMES[table.game]}"
    hand = f" · hand {table.hand}" if table.hand else ""
    down = "" if look.down_at is None else f" · down since {when(look.down_at, 't')}"
    return f"-# Table {table.table_number} · {kind} · {wording.MODES[table.mode]}{hand}{down}"


def _can_go_on(table: Table, told: Duties) -> bool:
    """Has the button been set? Before, a first hand would only be refused."""
    return table.hand > 0 or told.next_button is not None


def _card_buttons(look: Look, told: Duties) -> list[Part]:
    """The short ones first: a phone is wide enough for them in one line."""
    table, table_id = look.table, look.kept.table_id
    going_on = button(
        "Next hand" if table.hand else "First hand",
        routes.TABLE_NEXT.id(table_id, table.hand),
        discord.ButtonStyle.primary,
    )
    return [
        *([going_on] if _can_go_on(table, told) else []),
        button("My seat", routes.TABLE_SEAT.id(table_id)),
        button("More", routes.TABLE_MORE.id(table_id)),
        something_wrong(look),
    ]


def something_wrong(look: Look) -> Part:
    """The way from a table to a ruling: the one place that says with what a case is opened there."""
    return button("Something went wrong", routes.MISDEAL_TABLE.id(look.kept.table_id), discord.ButtonStyle.danger)


def _button_select(look: Look, seats: Sequence[tuple[int, int]]) -> Part:
    return select(
        routes.TABLE_BUTTON.id(look.kept.table_id, look.kept.last_step),
        "Button is …",
        [option(f"Seat {seat}: {plain_name(look.people.get(player_id))}", str(seat)) for seat, player_id in seats],
    )


def _winner_select(look: Look) -> Part:
    seated = look.table.seated
    people = [player for one in seated if (player := look.people.get(one.player_id)) is not None]
    choice = select(
        routes.TABLE_WINNER.id(look.kept.table_id, look.table.hand),
        "Who won the last pot? (all who split it)",
        [option(plain_name(player), str(player.player_id)) for player in people],
    )
    return {**choice, "min_values": 1, "max_values": len(people)}


# ------------------------------------------------------------------ private screens


def duties_card(look: Look, now: datetime) -> discord.ui.LayoutView:
    """The duties of this hand and the next, each with its reason and clause."""
    table = look.table
    head = f"**Table {table.table_number}, hand {table.hand or 1}**"
    lines = [head, *_duty_lines(duties(table), look)]
    try:
        coming = after(table if table.hand else after(table, Hand(), now), Hand(), now)
    except NotNow as no:
        lines.append(f"**The next hand:** {no}")
    else:
        lines += [f"**The next hand**, button at seat {coming.button}", *_duty_lines(duties(coming), look)]
    return card(*paragraphs(fitted(lines, "lines more")), accent=CLOTH)


def _duty_lines(told: Duties, look: Look) -> list[str]:
    people = look.people
    lines = [
        wording.duty_line("Deal", told.dealer, people),
        wording.duty_line("Shuffle", told.shuffler, people),
        wording.duty_line("Cut", told.cutter, people),
    ]
    return lines if told.may_cut is None else [*lines, wording.duty_line("Or the cut", told.may_cut, people)]


def seat_card(look: Look, me: Player | None, note: str = "") -> discord.ui.LayoutView:
    """One's own seat at a table, and what one can do there."""
    table, table_id = look.table, look.kept.table_id
    seated = None if me is None else table.player(me.player_id)
    comes_and_goes = [
        step for step in table.waiting if me and isinstance(step, Seat | Stand) and step.player_id == me.player_id
    ]
    coming = comes_and_goes[-1] if comes_and_goes else None
    if isinstance(coming, Stand) and seated is not None:
        said, offered = f"You leave table {table.table_number} with the next hand.", [("Sit down again", SIT)]
    elif seated is not None and coming is None:
        said = f"You sit at table {table.table_number}, seat {seated.seat}."
        offered = [
            ("I'm back", BACK) if seated.is_away else ("Step away", AWAY),
            ("I'd rather not deal", RATHER) if seated.deals else ("I deal again", DEAL),
            ("Leave the table", STAND),
        ]
    elif isinstance(coming, Seat):
        said, offered = f"You sit down at table {table.table_number} with the next hand.", [("Never mind", STAND)]
    else:
        said, offered = f"You do not sit at table {table.table_number}.", [("Take a seat", SIT)]
    buttons = [button(label, routes.TABLE_MINE.id(table_id, what)) for label, what in offered]
    return card(text("\n".join(filter(None, [note and f"✓ {note}", said]))), row(*buttons), accent=CLOTH)


def more_card(look: Look, newest: Taken | None, note: str = "") -> discord.ui.LayoutView:
    """What is needed now and then. `newest`: the step that would be taken back."""
    table, table_id = look.table, look.kept.table_id
    show = [
        button(label, routes.TABLE_SHOW.id(table_id, what))
        for label, what in (("Duties", DUTIES), ("Picture", PICTURE), ("Log", LOG), ("Shuffle and cut", SHUFFLE))
    ]
    do = [button("Stub counted: all there", routes.TABLE_DO.id(table_id, STUB, "-"))]
    if table.hand and not table.is_redeal:
        do.append(button("Misdeal: deal again", routes.TABLE_DO.id(table_id, AGAIN, table.hand)))
    if newest is not None:
        do.append(button("Take the last step back", routes.TABLE_DO.id(table_id, UNDO, newest.step_id)))
    if table.seated:
        do.append(button("Penalty", routes.TABLE_PENALTY.id(table_id)))
    choose = select(
        routes.TABLE_DECK.id(table_id), "The deck …", [option(act.label, what) for what, act in deck.ACTS.items()]
    )
    lines = [f"✓ {note}"] if note else []
    lines.append(f"**Table {table.table_number}** " + " ".join(deck.deck_lines(table.decks)))
    if newest is not None and newest.step is not None:
        lines.append(f"-# The last step: {wording.told(newest.step, look.people)}")
    return card(text("\n".join(lines)), row(*show), row(*do), row(choose), accent=CLOTH)


def deck_card(look: Look, order: Sequence[str], note: str = "", *, is_new: bool = False) -> discord.ui.LayoutView:
    """The decks as they stand, with the checklist for a new one or for every shuffle."""
    part, title = (deck.NEW_DECK, "A new deck") if is_new else (deck.SHUFFLE, "Shuffle and cut")
    lines = [note] if note else deck.deck_lines(look.table.decks)
    return card(*paragraphs("\n".join([*lines, f"**{title}**", *deck.checklist(order, part)])), accent=CLOTH)


def log_card(look: Look, lines: Sequence[Taken]) -> discord.ui.LayoutView:
    """The newest steps, each with its number, time and who did it."""
    told = [_log_line(line, look) for line in lines]
    head = f"**Table {look.table.table_number}, newest first.** /table undo takes any of the last twenty back."
    dispute = button("Open a dispute", routes.DISPUTE_TABLE.id(look.kept.table_id))
    return card(text(fitted([head, *told], "older steps")), row(dispute), accent=CLOTH)


def _log_line(line: Taken, look: Look) -> str:
    what = f"step {line.undoes} is taken back" if line.step is None else wording.told(line.step, look.people)
    what = f"~~{what}~~" if line.undone else what
    return f"**{line.step_id}** · {when(line.at, 't')} {what} · {mention(line.by)}"


def penalty_form(look: Look) -> discord.ui.Modal:
    """Who sits out, and how many hands."""
    form = discord.ui.Modal(title="A penalty by hands", custom_id=routes.TABLE_PENALISED.id(look.kept.table_id))
    seated = [player for one in look.table.seated if (player := look.people.get(one.player_id)) is not None]
    options = [discord.SelectOption(label=plain_name(player), value=str(player.player_id)) for player in seated]
    who: discord.ui.Select[Any] = discord.ui.Select(custom_id="player", options=options)
    hands: discord.ui.TextInput[Any] = discord.ui.TextInput(custom_id="hands", max_length=2, placeholder="0 lifts it")
    form.add_item(discord.ui.Label(text="Who", component=who))
    form.add_item(discord.ui.Label(text="How many hands, beginning with the next", component=hands))
    return form


def picture_card(words: str, picture: Picture | None) -> discord.ui.LayoutView:
    """The picture of a table with the same in words."""
    return card(*([] if picture is None else [picture.part()]), text(words), accent=CLOTH)


def step_name(line: Taken, people: wording.People) -> str:
    """A step as the list for taking back shows it."""
    assert line.step is not None
    return unquoted(f"{line.step_id}: {wording.told(line.step, people)}")


def table_name(table: Table) -> str:
    """A table as a list shows it."""
    return f"Table {table.table_number} ({table.kind}, {GAMES[table.game]})"
