"""The private counter of a hand's action: what it looks like and what its taps do. The ids hold the whole count."""

from __future__ import annotations

import discord

from cogs.misdeal import actions, looks, views
from cogs.misdeal.counting import MOST_ACTIONS, STALE, TAPS, counter_lines, read_counter, write_counter
from cogs.shared import routes
from cogs.shared.checks import act_of, is_staff, league_of
from cogs.shared.refusals import Refusal
from cogs.shared.replies import CLOTH, Interaction, button, card, row, show, text, update
from cogs.shared.routes import Handler, Route, verify_number
from rules.action import CODES, KINDS, Counter

NO_CASE = 0  # a counter that was opened by command, for no case
IN_TURN, OUT_OF_TURN = "in", "out"


def counter_card(case_number: int, counter: Counter, turn: str = IN_TURN) -> discord.ui.LayoutView:
    """The counter as it stands. `turn`: whether the next tap is in turn."""
    so_far = write_counter(counter)
    is_full = len(counter.actions) >= MOST_ACTIONS
    taps = [
        button(
            kind.capitalize(),
            routes.COUNT_TAP.id(case_number, so_far, turn, CODES[kind]),
            discord.ButtonStyle.primary if turn == IN_TURN else discord.ButtonStyle.secondary,
            disabled=is_full,
        )
        for kind in TAPS
    ]
    label = "Next tap is out of turn" if turn == OUT_OF_TURN else "Out of turn"
    style = discord.ButtonStyle.danger if turn == OUT_OF_TURN else discord.ButtonStyle.secondary
    more = [
        button(label, routes.COUNT_TURN.id(case_number, so_far, turn), style, disabled=is_full),
        button("Undo", routes.COUNT_UNDO.id(case_number, so_far), disabled=not counter.actions),
    ]
    if case_number != NO_CASE:
        use = routes.COUNT_USE.id(case_number, so_far)
        more.append(button("Use this", use, discord.ButtonStyle.success))
    lines = counter_lines(counter)
    if case_number != NO_CASE:
        lines.append(f"-# For case {case_number}: Use this answers its question.")
    return card(text("\n".join(lines)), row(*taps), row(*more), accent=CLOTH)


async def open_counter(interaction: Interaction) -> None:
    """`/misdeal action`: a counter for no case."""
    await show(interaction, counter_card(NO_CASE, Counter()))


async def count_for(interaction: Interaction, number: str) -> None:
    """[Count it for me] on a case's question."""
    case = (await looks.found(interaction, number)).case
    actions.verify_asks_action(case)
    await show(interaction, counter_card(case.case_number, Counter()))


async def tap(interaction: Interaction, number: str, so_far: str, turn: str, code: str) -> None:
    """One more action."""
    case_number, counter = _read(number, so_far)
    kind = KINDS.get(code)
    if kind not in TAPS or turn not in (IN_TURN, OUT_OF_TURN) or len(counter.actions) >= MOST_ACTIONS:
        raise Refusal(STALE)
    await update(interaction, counter_card(case_number, counter.take(kind, in_turn=turn == IN_TURN)))


async def switch_turn(interaction: Interaction, number: str, so_far: str, turn: str) -> None:
    """The next tap is out of turn, or in turn after all."""
    case_number, counter = _read(number, so_far)
    await update(interaction, counter_card(case_number, counter, IN_TURN if turn == OUT_OF_TURN else OUT_OF_TURN))


async def undo(interaction: Interaction, number: str, so_far: str) -> None:
    """Without the latest action."""
    case_number, counter = _read(number, so_far)
    await update(interaction, counter_card(case_number, counter.undo()))


async def use(interaction: Interaction, number: str, so_far: str) -> None:
    """The count answers the case's question, and the case's card is drawn anew."""
    case_number, counter = _read(number, so_far)
    league_id, client = league_of(interaction), interaction.client
    staff = is_staff(interaction, await client.leagues.now(league_id))
    await actions.answer_counted(client.store, act_of(interaction, league_id), case_number, staff, counter.value)
    said = f"-# This is the answer in case {case_number} now."
    try:
        await update(interaction, card(text("\n".join([*counter_lines(counter)[:-1], said])), accent=CLOTH))
    finally:  # the answer counts, whether or not its person can still be told
        await views.redraw_card(client, league_id, case_number)


def _read(number: str, so_far: str) -> tuple[int, Counter]:
    return verify_number(number, STALE), read_counter(so_far)


ROUTES: dict[Route, Handler] = {
    routes.MISDEAL_COUNT: count_for,
    routes.COUNT_TAP: tap,
    routes.COUNT_TURN: switch_turn,
    routes.COUNT_UNDO: undo,
    routes.COUNT_USE: use,
}
