"""The private screens of a table: one's own seat, and what is needed now and then."""

from __future__ import annotations

from typing import Any

from cogs.shared import routes
from cogs.shared.checks import league_of
from cogs.shared.pictures import show_with
from cogs.shared.refusals import Refusal
from cogs.shared.replies import Interaction, open_form, quoted, show, update
from cogs.shared.routes import Handler, Route, chosen, fields, number_in
from cogs.table import actions, deck, picture, render, sketch
from cogs.table.finding import Asker, Look, logged, look
from cogs.table.people import Named
from cogs.table.taking_back import newest_standing, take_back
from cogs.table.views import STALE, asker_of, do, pressed_at
from data.players import player_with

MINE: dict[str, tuple[Any, tuple[Any, ...]]] = {
    render.SIT: (actions.seat, ([Named(None, "")],)),
    render.STAND: (actions.stand, ()),
    render.AWAY: (actions.away, ()),
    render.BACK: (actions.back, ()),
    render.DEAL: (actions.deals, (True,)),
    render.RATHER: (actions.deals, (False,)),
}


# ------------------------------------------------------------------ one's own seat


async def my_seat(interaction: Interaction, table: str) -> None:
    """[My seat]."""
    asker = await pressed_at(interaction, table)
    await show(interaction, await _seat_card(interaction, asker))


async def mine(interaction: Interaction, table: str, what: str) -> None:
    """One of its buttons."""
    asker = await pressed_at(interaction, table)
    if what not in MINE:
        raise Refusal(STALE)
    change, args = MINE[what]
    result = await do(interaction, asker, change, *args)
    await update(interaction, await _seat_card(interaction, asker, result.sentence))


async def _seat_card(interaction: Interaction, asker: Asker, note: str = "") -> Any:
    store, league_id = interaction.client.store, league_of(interaction)
    found = await look(store, league_id, asker)
    return render.seat_card(found, await store.read(player_with, league_id, asker.user_id), note)


# ------------------------------------------------------------------ now and then


async def more(interaction: Interaction, table: str) -> None:
    """[More]."""
    asker = await pressed_at(interaction, table)
    await show(interaction, await _more_card(interaction, asker))


async def _more_card(interaction: Interaction, asker: Asker, note: str = "") -> Any:
    found, lines = await _logged(interaction, asker)
    return render.more_card(found, newest_standing(lines), note)


async def _logged(interaction: Interaction, asker: Asker) -> Any:
    return await logged(interaction.client.store, league_of(interaction), asker, render.LOG_SHOWN)


async def act(interaction: Interaction, table: str, what: str, number: str) -> None:
    """A stub count, a misdeal, or a step taken back."""
    asker = await pressed_at(interaction, table)
    which = number_in(number)
    if what == render.STUB:
        result = await do(interaction, asker, actions.stub)
    elif what == render.AGAIN and which is not None:
        result = await do(interaction, asker, actions.misdeal, which)
    elif what == render.UNDO and which is not None:
        result = await do(interaction, asker, take_back, which)
    else:
        raise Refusal(STALE)
    await update(interaction, await _more_card(interaction, asker, result.sentence))


async def use_deck(interaction: Interaction, table: str) -> None:
    """Something done with the deck, from the select."""
    asker = await pressed_at(interaction, table)
    await do_with_deck(interaction, asker, chosen(interaction.data))


async def do_with_deck(interaction: Interaction, asker: Asker, what: str) -> None:
    """A deck change or a set-up with the new deck's checklist, the limits, or how the decks stand."""
    league_id, client = league_of(interaction), interaction.client
    settings = (await client.leagues.now(league_id)).settings
    note = "" if what == deck.LOOK else (await do(interaction, asker, deck.deck, what, settings)).sentence
    found = await look(client.store, league_id, asker)
    is_new = bool(note) and not what.startswith("limits")
    await show(interaction, render.deck_card(found, settings.order(found.table.kind), note, is_new=is_new))


async def open_penalty(interaction: Interaction, table: str) -> None:
    """The form for a penalty."""
    asker = await pressed_at(interaction, table)
    if not asker.is_staff:
        raise Refusal(actions.STAFF_ONLY)
    found = await look(interaction.client.store, league_of(interaction), asker)
    if not found.table.seated:
        raise Refusal("Nobody sits at this table.")
    await open_form(interaction, render.penalty_form(found))


async def penalise(interaction: Interaction, table: str) -> None:
    """The form, filled in."""
    asker = await pressed_at(interaction, table)
    sent = fields(interaction.data)
    who = "".join(map(str, sent.get("player") or ()))
    hands = number_in(str(sent.get("hands") or "").strip())
    if hands is None:
        raise Refusal("Write how many hands as a number, for example 3.")
    result = await do(interaction, asker, actions.penalty, f"#{who}", hands)
    await update(interaction, await _more_card(interaction, asker, result.sentence))


# ------------------------------------------------------------------ looking


async def show_something(interaction: Interaction, table: str, what: str) -> None:
    """[Duties], [Picture], [Log], [Shuffle and cut]."""
    asker = await pressed_at(interaction, table)
    if what not in SHOWN:
        raise Refusal(STALE)
    await SHOWN[what](interaction, asker)


async def looked_at(interaction: Interaction, table_number: int | None, what: str) -> None:
    """The same by command."""
    await SHOWN[what](interaction, await asker_of(interaction, table_number, also_closed=what == render.LOG))


async def _duties(interaction: Interaction, asker: Asker) -> None:
    client = interaction.client
    found = await look(client.store, league_of(interaction), asker)
    await show(interaction, render.duties_card(found, client.clock()))


async def _log(interaction: Interaction, asker: Asker) -> None:
    await show(interaction, render.log_card(*await _logged(interaction, asker)))


async def _picture(interaction: Interaction, asker: Asker) -> None:
    found: Look = await look(interaction.client.store, league_of(interaction), asker)
    view = sketch.view_of(found)
    drawn = await picture.drawn(view)
    await show_with(interaction, render.picture_card(sketch.words_of(view, quoted), drawn), drawn)


async def _shuffle(interaction: Interaction, asker: Asker) -> None:
    await do_with_deck(interaction, asker, deck.LOOK)


SHOWN = {
    render.DUTIES: _duties,
    render.LOG: _log,
    render.PICTURE: _picture,
    render.SHUFFLE: _shuffle,
}
ROUTES: dict[Route, Handler] = {
    routes.TABLE_SEAT: my_seat,
    routes.TABLE_MINE: mine,
    routes.TABLE_MORE: more,
    routes.TABLE_SHOW: show_something,
    routes.TABLE_DO: act,
    routes.TABLE_DECK: use_deck,
    routes.TABLE_PENALTY: open_penalty,
    routes.TABLE_PENALISED: penalise,
}
