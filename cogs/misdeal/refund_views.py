"""Fouled-deck money in three private steps: a form, the pot read back, who gets what. The card's own text holds the pot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from cogs.misdeal import looks, wording
from cogs.misdeal.conversation import Ruled
from cogs.misdeal.refunding import (
    ALL_BACK,
    ASK,
    LONGEST_POT,
    NOBODY,
    STALE,
    Unread,
    knower_chosen,
    pot_shown,
    pot_to_type,
    pot_typed,
    pot_written,
    read_back_lines,
    refund_lines,
    shared,
)
from cogs.misdeal.render import RED
from cogs.shared import routes
from cogs.shared.refusals import Refusal
from cogs.shared.replies import (
    CLOTH,
    Interaction,
    Part,
    button,
    card,
    open_form,
    option,
    part_of,
    quoted,
    row,
    select,
    text,
    unquoted,
    update,
)
from cogs.shared.routes import Handler, Route, chosen, fields
from rules.refund import Stake
from rules.rulings import FOULED_DECK
from rules.steps import ReturnMoney

POT_PART, TYPED_PART = 21, 22  # ids of the parts that hold the pot as it was read, and as it was typed
EXAMPLE = "ann 40 in\nbob 25 out\ncy 40 in"


def pot_form(basis: str, typed: str = "") -> discord.ui.Modal:
    """One box, a player a line."""
    form = discord.ui.Modal(title="What went into the pot?", custom_id=routes.REFUND_POT.id(basis))
    box: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id="pot",
        style=discord.TextStyle.paragraph,
        placeholder=EXAMPLE,
        default=typed[:LONGEST_POT] or None,
        max_length=LONGEST_POT,
    )
    about = "From the seat left of the button on: name, all he put in, and whether he is still in or out."
    form.add_item(discord.ui.Label(text="A player a line", description=about, component=box))
    return form


def unread_card(basis: str, unread: Unread) -> discord.ui.LayoutView:
    """Something cannot be read: what, and what was typed, to be put right."""
    parts: list[Part] = [text(f"**Nothing counts yet.** {quoted(str(unread))}")]
    if unread.typed:
        parts.append(text(quoted(unread.typed), TYPED_PART))
    return card(*parts, row(button("Put it right", routes.REFUND_FIX.id(basis))), accent=RED)


def read_back_card(basis: str, stakes: Sequence[Stake]) -> discord.ui.LayoutView:
    """The pot read back, before anything counts."""
    above, below = read_back_lines(stakes)
    right = button("That's right", routes.REFUND_RIGHT.id(basis), discord.ButtonStyle.success)
    fix = button("Change it", routes.REFUND_FIX.id(basis))
    return card(text(above), text(pot_written(stakes), POT_PART), text(below), row(right, fix), accent=RED)


def shares_card(basis: str, stakes: Sequence[Stake], lines: Sequence[str]) -> discord.ui.LayoutView:
    """The pot, what comes of it, and who may have known: until that is chosen, `lines` ask for it."""
    parts: list[Part] = [
        text("\n".join(lines)),
        text("-# The pot:"),
        text(pot_written(stakes), POT_PART),
    ]
    if basis == ASK:
        options = [option("Nobody knew and bet", NOBODY)]
        options += [option(stake.name, str(place)) for place, stake in enumerate(stakes)]
        parts.append(row(select(routes.REFUND_KNEW.id(basis), "Who alone knew and bet?", options)))
    return card(*parts, row(button("Change it", routes.REFUND_FIX.id(basis))), accent=CLOTH)


# ------------------------------------------------------------------ presses


async def open_refund(interaction: Interaction) -> None:
    """`/misdeal refund`: the form, for no case."""
    await open_form(interaction, pot_form(ASK))


async def refund_case(interaction: Interaction, number: str) -> None:
    """[Who gets what back] on a case that was ruled a fouled deck."""
    found = await looks.found(interaction, number)
    screen = found.screen
    if not isinstance(screen, Ruled) or wording.in_force(found.case, screen) != FOULED_DECK:
        raise Refusal("This case was not ruled a fouled deck: /misdeal refund shares a pot without a case.")
    steps = screen.decision.steps if screen.decision is not None else ()
    await open_form(interaction, pot_form(ALL_BACK if ReturnMoney("all") in steps else ASK))


async def read_pot_form(interaction: Interaction, basis: str) -> None:
    """The form, filled in: it is read back, or the line that cannot be read is named."""
    typed = fields(interaction.data).get("pot")
    if not isinstance(typed, str):
        raise Refusal(STALE)
    try:
        layout = read_back_card(_verified(basis), pot_typed(typed))
    except Unread as unread:
        layout = unread_card(basis, unread)
    await update(interaction, layout)


async def fix(interaction: Interaction, basis: str) -> None:
    """The form again, with what was typed."""
    typed = part_of(interaction.message, TYPED_PART)
    words = unquoted(typed) if typed is not None else pot_to_type(_pot(interaction))
    await open_form(interaction, pot_form(_verified(basis), words))


async def right(interaction: Interaction, basis: str) -> None:
    """The pot is as it was: who knew, or by the ruling all goes back."""
    stakes = _pot(interaction)
    if _verified(basis) == ALL_BACK:
        lines = refund_lines(shared(stakes, None), None, basis)
    else:
        lines = ["**Did one player alone know of it and bet to win the pot?** Choose who, or nobody."]
    await update(interaction, shares_card(basis, stakes, lines))


async def knew(interaction: Interaction, basis: str) -> None:
    """Who knew and bet is chosen: what each gets."""
    stakes = _pot(interaction)
    if _verified(basis) != ASK:
        raise Refusal(STALE)
    knower = knower_chosen(stakes, chosen(interaction.data))
    lines = refund_lines(shared(stakes, knower), knower, basis)
    await update(interaction, shares_card(basis, stakes, lines))


def _pot(interaction: Interaction) -> tuple[Stake, ...]:
    return pot_shown(part_of(interaction.message, POT_PART))


def _verified(basis: str) -> str:
    if basis not in (ASK, ALL_BACK):
        raise Refusal(STALE)
    return basis


ROUTES: dict[Route, Handler] = {
    routes.MISDEAL_REFUND: refund_case,
    routes.REFUND_POT: read_pot_form,
    routes.REFUND_FIX: fix,
    routes.REFUND_RIGHT: right,
    routes.REFUND_KNEW: knew,
}
