"""What a command or a press about the books does. The id says what; nothing is remembered here."""

from __future__ import annotations

from datetime import date
from typing import Any

import discord

from cogs.money import actions, closing, looking, render
from cogs.money.actions import Order, Outcome
from cogs.shared import routes
from cogs.shared.bookings import METHODS, PERSONAL, name_of, player_in
from cogs.shared.checks import act_of, act_on_card, is_staff, league_of, verify_runs_league, verify_staff
from cogs.shared.dates import effective_from, read_day, when
from cogs.shared.files import send_file
from cogs.shared.people import Person, seen
from cogs.shared.refusals import Refusal, granted
from cogs.shared.replies import Interaction, open_form, say, show, tidy
from cogs.shared.routes import Handler, Route, fields, number_in, verify_number
from cogs.shared.who import another, oneself
from data.fees import books_of
from data.ledger import check as prove
from data.players import players
from league.entry import terms_of
from league.money import amount, most, read_amount

NO_BOT = "A bot has no account in the books: name somebody of the league."
STALE = "This card is not about these books any more: /money night shows them."
NOT_YOURS = "That booking is not on your account, so there is nothing for you to confirm."
LONGEST_TYPED = 20  # characters of an amount
LONGEST_REASON = 200


def day_in(typed: str | None) -> date | None:
    """A day as it was typed, if any. Raises Refusal."""
    return None if not typed else read_day(typed)


# ------------------------------------------------------------------ booking


async def book(
    interaction: Interaction,
    what: str,
    player: discord.Member | None,
    guest: str | None,
    typed: str | None,
    method: str,
) -> None:
    """Book an entry, a cash-out or a payment."""
    league_id = await verify_staff(interaction)
    person = another(player, guest, NO_BOT)
    act = act_of(interaction, league_id)
    outcome = await actions.book(interaction.client.store, act, person, Order(what, typed, method))
    await _show_outcome(interaction, league_id, what, method, outcome)


async def _show_outcome(interaction: Interaction, league_id: int, what: str, method: str, outcome: Outcome) -> None:
    store = interaction.client.store
    if outcome.booking_id is None:
        people = await store.read(players, league_id)
        told = amount(outcome.amount, await _currency(interaction, league_id, outcome.night_id))
        custom_id = routes.MONEY_SURE.id(what, outcome.player_id, outcome.amount, method or "-", outcome.night_id)
        name = name_of(people, outcome.player_id)
        await show(interaction, render.sure_card(name, what, told, custom_id))
        return
    await _show_booked(interaction, league_id, outcome.booking_id)


async def _show_booked(interaction: Interaction, league_id: int, booking_id: int) -> None:
    booked, own = await interaction.client.store.read(looking.just_booked, league_id, booking_id)
    await show(interaction, render.booked_card(booked, own))


async def _currency(interaction: Interaction, league_id: int, night_id: int) -> str:
    if night_id:
        found = await seen(interaction.client.store, books_of, league_id, night_id, interaction.client.clock())
        return found.currency
    return (await interaction.client.leagues.now(league_id)).settings.currency


async def press_sure(interaction: Interaction, what: str, player: str, typed: str, method: str, night: str) -> None:
    """The second press for unusually much."""
    league_id = await verify_staff(interaction)
    player_id, value, night_id = number_in(player), number_in(typed), number_in(night)
    if player_id is None or not value or night_id is None or what not in PERSONAL or method not in (*METHODS, "-"):
        raise Refusal(STALE)
    if value > most(await _currency(interaction, league_id, night_id)):
        raise Refusal(STALE)
    order = Order(what, None, "" if method == "-" else method, night_id or None)
    act = act_on_card(interaction, league_id)
    outcome = await actions.book_surely(interaction.client.store, act, player_id, order, value)
    await _show_outcome(interaction, league_id, what, order.method, outcome)


async def reverse(interaction: Interaction, booking_id: int, reason: str) -> None:
    """Undo a booking by one that names it."""
    league_id = await verify_staff(interaction)
    why = tidy(reason, LONGEST_REASON)
    reversal = await actions.reverse(interaction.client.store, act_of(interaction, league_id), booking_id, why)
    await _show_booked(interaction, league_id, reversal)


# ------------------------------------------------------------------ both sides


async def press_ask(interaction: Interaction, booking: str) -> None:
    """Staff ask a player in the channel whether a booking is right; the amount is not shown there."""
    league_id = await verify_staff(interaction)
    booking_id = verify_number(booking, STALE)
    found = await interaction.client.store.read(looking.booking_seen, league_id, booking_id)
    if found is None or player_in(found.booking) is None:
        raise Refusal(STALE)
    await show(interaction, render.ask_card(found), private=False)


async def press_look(interaction: Interaction, booking: str) -> None:
    """The player looks at a booking of theirs."""
    league_id, booking_id = league_of(interaction), verify_number(booking, NOT_YOURS)
    found = await interaction.client.store.read(looking.own_booking, league_id, booking_id, interaction.user.id)
    if found is None:
        raise Refusal(NOT_YOURS)
    await show(interaction, render.own_booking_card(found))


async def press_right(interaction: Interaction, booking: str) -> None:
    """The player says that a booking is right."""
    league_id, booking_id = league_of(interaction), verify_number(booking, NOT_YOURS)
    await say(interaction, await actions.confirm(interaction.client.store, act_of(interaction, league_id), booking_id))


# ------------------------------------------------------------------ looking


async def owe(interaction: Interaction, player: discord.Member | None, guest: str | None) -> None:
    """Who owes what and why: everybody's for staff, else one's own."""
    league_id = league_of(interaction)
    client = interaction.client
    staff = is_staff(interaction, await client.leagues.now(league_id))
    person = oneself(interaction) if player is None and guest is None else another(player, guest, NO_BOT)
    if person.user_id != interaction.user.id and not staff:
        raise Refusal("What others owe is between them and the host: leave the name out to see your own.")
    if player is None and guest is None and staff:
        everybody, people = await client.store.read(looking.everybody_owes, league_id)
        await show(interaction, render.owing_card(everybody, people))
        return
    await _show_one(interaction, league_id, person)


async def _show_one(interaction: Interaction, league_id: int, person: Person) -> None:
    client = interaction.client
    own, entry = await seen(client.store, looking.one_owes, league_id, person, client.clock())
    if person.user_id == interaction.user.id:
        await show(interaction, render.own_card(own, entry))
    else:
        await show(interaction, render.one_card(person.name, own, entry))


async def night(interaction: Interaction, fee: str | None, day: str | None) -> None:
    """A night's money, for its host; or what tonight's entry costs."""
    league_id = await verify_staff(interaction)
    client = interaction.client
    if fee is not None:
        if day:
            raise Refusal("A fee is set for the night at hand: leave the day out.")
        night_id = await actions.change_fee(client.store, act_of(interaction, league_id), fee[:LONGEST_TYPED])
        found = await seen(client.store, looking.night_books, league_id, night_id, client.clock())
    else:
        found = await seen(client.store, looking.tonights_books, league_id, client.clock(), day_in(day))
    await show(interaction, render.night_card(found))


async def press_night(interaction: Interaction, night: str) -> None:
    """[Money] on the host's cockpit."""
    league_id = await verify_staff(interaction)
    await show(interaction, render.night_card(await _books(interaction, league_id, number_in(night))))


async def discounts(
    interaction: Interaction, by_table: dict[int, str], chosen: dict[str, str], day: str | None
) -> None:
    """What dealing takes off an entry, and who bears it: shown to staff, set by those who run the league."""
    client = interaction.client
    if not by_table and not chosen:
        league_id = await verify_staff(interaction)
        note, moment = "", client.clock()
    else:
        league_id = await verify_runs_league(interaction)
        from_when = effective_from(day, await _zone(interaction, league_id), client.clock())
        act = act_of(interaction, league_id)
        await actions.change_terms(client.store, client.leagues, act, by_table, chosen, from_when)
        note, moment = f"Set, from {when(from_when, 'D')}:", from_when
    settings = (await client.leagues.at(league_id, moment)).settings
    await show(interaction, render.terms_card(terms_of(settings), settings.currency, note))


async def _zone(interaction: Interaction, league_id: int) -> str:
    return (await interaction.client.leagues.now(league_id)).settings.zone


async def check(interaction: Interaction) -> None:
    """Prove the balances from the lines."""
    league_id = await verify_staff(interaction)
    await interaction.response.defer(ephemeral=True, thinking=True)  # all there is is read, which may be much
    found = await interaction.client.store.read_aside(prove, league_id)
    await interaction.edit_original_response(view=render.check_card(found))


async def export(interaction: Interaction, form: str) -> None:
    """The whole books as a private file."""
    league_id = await verify_runs_league(interaction)
    zone = await _zone(interaction, league_id)
    title = interaction.guild.name if interaction.guild else "The league"
    await interaction.response.defer(ephemeral=True, thinking=True)
    made = await interaction.client.store.read_aside(looking.books_file, league_id, form, zone, title)
    await send_file(interaction, f"The books: {made.bookings} bookings.", made.name, made.content)


# ------------------------------------------------------------------ closing


async def close(interaction: Interaction, counted: str | None, day: str | None) -> None:
    """The books against a count; they close with a press."""
    league_id = await verify_staff(interaction)
    client = interaction.client
    found = await seen(client.store, looking.tonights_books, league_id, client.clock(), day_in(day))
    await _show_down(interaction, found, counted)


async def _show_down(interaction: Interaction, found: looking.NightBooks, typed: str | None) -> None:
    if found.books.closed_at is not None:
        raise Refusal("The books of this night are closed: a host can open them again with /money reopen.")
    if typed is not None:
        value = _amount(typed, found.books.currency)
        found = await _books(interaction, found.night.league_id, found.night.night_id, value)
    await show(interaction, render.down_card(found))


def _amount(typed: str, currency: str) -> int:
    return granted(read_amount, typed[:LONGEST_TYPED], currency, zero=True)


async def _books(
    interaction: Interaction, league_id: int, night_id: int | None, counted: int | None = None
) -> looking.NightBooks:
    if night_id is None:
        raise Refusal(STALE)
    client = interaction.client
    return await seen(client.store, looking.night_books, league_id, night_id, client.clock(), counted)


async def press_down(interaction: Interaction, night: str) -> None:
    """[Close the books] under a night."""
    league_id = await verify_staff(interaction)
    await _show_down(interaction, await _books(interaction, league_id, number_in(night)), None)


async def press_count(interaction: Interaction, night: str) -> None:
    """[Count]: the form for what was counted."""
    league_id = await verify_staff(interaction)
    found = await _books(interaction, league_id, number_in(night))
    label = f"What you hold, in {found.books.currency}, without tips"
    await open_form(interaction, _form("What was counted?", routes.MONEY_COUNTED.id(night), label, LONGEST_TYPED))


async def send_counted(interaction: Interaction, night: str) -> None:
    """What was counted, as typed in the form."""
    league_id = await verify_staff(interaction)
    typed = str(fields(interaction.data).get("typed") or "")
    await _show_down(interaction, await _books(interaction, league_id, number_in(night)), typed)


async def press_close(interaction: Interaction, night: str, counted: str, mark: str) -> None:
    """[Close the books], as they were shown."""
    await _close(interaction, night, counted, mark, "")


async def press_why(interaction: Interaction, night: str, counted: str, mark: str) -> None:
    """[Close with a reason]: the form for it."""
    await verify_staff(interaction)
    custom_id = routes.MONEY_REASONED.id(night, counted, mark)
    await open_form(
        interaction, _form("Close with a reason", custom_id, "What the difference is, as far as you know", 200)
    )


async def send_reason(interaction: Interaction, night: str, counted: str, mark: str) -> None:
    """The reason, as typed in the form."""
    await _close(
        interaction, night, counted, mark, tidy(str(fields(interaction.data).get("typed") or ""), LONGEST_REASON)
    )


def _form(title: str, custom_id: str, label: str, most: int) -> discord.ui.Modal:
    """One box."""
    form = discord.ui.Modal(title=title, custom_id=custom_id)
    box: discord.ui.TextInput[Any] = discord.ui.TextInput(custom_id="typed", max_length=most)
    form.add_item(discord.ui.Label(text=label, component=box))
    return form


async def _close(interaction: Interaction, night: str, counted: str, mark: str, reason: str) -> None:
    league_id = await verify_staff(interaction)
    night_id, value = number_in(night), number_in(counted)
    if night_id is None or (value is None and counted != render.NOT_COUNTED):
        raise Refusal(STALE)
    store, act = interaction.client.store, act_of(interaction, league_id)
    is_closed = await closing.close(store, act, night_id, value, mark, reason)
    found = await _books(interaction, league_id, night_id, value)
    if is_closed:
        await show(interaction, render.closed_card(found, reason))
    elif found.books.closed_at is not None:
        raise Refusal("The books of this night are closed already.")
    else:
        await show(interaction, render.down_card(found, "The books have changed since this was drawn; now:"))


async def open_again(interaction: Interaction, reason: str, day: str | None) -> None:
    """Open closed books again."""
    league_id = await verify_runs_league(interaction)
    act = act_of(interaction, league_id)
    night_id = await closing.open_again(interaction.client.store, act, tidy(reason, LONGEST_REASON), day_in(day))
    await show(interaction, render.night_card(await _books(interaction, league_id, night_id)))


ROUTES: dict[Route, Handler] = {
    routes.MONEY_SURE: press_sure,
    routes.MONEY_ASK: press_ask,
    routes.MONEY_LOOK: press_look,
    routes.MONEY_RIGHT: press_right,
    routes.MONEY_NIGHT: press_night,
    routes.MONEY_DOWN: press_down,
    routes.MONEY_COUNT: press_count,
    routes.MONEY_COUNTED: send_counted,
    routes.MONEY_CLOSE: press_close,
    routes.MONEY_WHY: press_why,
    routes.MONEY_REASONED: send_reason,
}
