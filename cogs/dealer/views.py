"""What a command or a press about dealers does. The id says what; nothing is remembered here."""

from __future__ import annotations

from typing import Any

import discord

from cogs.dealer import actions, pushing, render, replacing
from cogs.dealer.tonight import NO_DUTY
from cogs.shared import routes
from cogs.shared.checks import act_of, is_staff, league_of, verify_runs_league, verify_staff
from cogs.shared.live import TABLE_CARD
from cogs.shared.people import Person
from cogs.shared.refusals import Refusal, granted
from cogs.shared.replies import Interaction, say, show
from cogs.shared.routes import Handler, Route, verify_number
from cogs.shared.who import another, oneself
from data.nights import night_open
from data.players import players
from data.store import Transaction
from data.tables import tables_of
from league.money import read_amount
from league.settings import Settings

NO_BOT = "A bot does not deal: name somebody of the league."
STAFF_SAY_BALANCE = "Only a host says what of an entry is still to be paid: leave the balance out, or ask a host."


# ------------------------------------------------------------------ who is meant


async def meant(interaction: Interaction, player: discord.Member | None, guest: str | None) -> Person:
    """Whoever the command is about. Raises Refusal for somebody else, unless staff ask."""
    if player is None and guest is None:
        return oneself(interaction)
    person = another(player, guest, NO_BOT)
    if person.user_id != interaction.user.id:
        await verify_staff(interaction)
    return person


async def settings_of(interaction: Interaction, league_id: int) -> Settings:
    """The league's settings as they stand."""
    return (await interaction.client.leagues.now(league_id)).settings


async def as_staff(interaction: Interaction, league_id: int) -> bool:
    """Does this person run the league or tonight's games?"""
    return is_staff(interaction, await interaction.client.leagues.now(league_id))


async def balance_in(interaction: Interaction, typed: str | None, settings: Settings) -> int | None:
    """A balance as a host typed it, in minor units. Raises Refusal for anybody else."""
    if typed is None:
        return None
    if not await as_staff(interaction, league_of(interaction)):
        raise Refusal(STAFF_SAY_BALANCE)
    return granted(read_amount, typed, settings.currency, zero=True)


async def touch(interaction: Interaction, league_id: int) -> None:
    """The cards of tonight's tables and the host's cockpit show it soon, and a push may be due sooner."""
    client = interaction.client
    client.due.wake()
    for table_id in await client.store.read(_tables_tonight, league_id):
        client.live.touch(TABLE_CARD, league_id, table_id)
    await client.touch_cockpit(league_id)


def _tables_tonight(tx: Transaction, league_id: int) -> list[int]:
    night = night_open(tx, league_id)
    return [] if night is None else [kept.table_id for kept in tables_of(tx, league_id, night.night_id)]


# ------------------------------------------------------------------ commands


async def start(
    interaction: Interaction, table: int, player: discord.Member | None, guest: str | None, balance: str | None
) -> None:
    """Deal at a table from now on."""
    league_id = league_of(interaction)
    person = await meant(interaction, player, guest)
    settings = await settings_of(interaction, league_id)
    owed = await balance_in(interaction, balance, settings)
    act = act_of(interaction, league_id)
    done = await actions.start(interaction.client.store, act, settings, person, table, owed)
    await say(interaction, done.answer)
    await touch(interaction, league_id)


async def bust(interaction: Interaction, player: discord.Member | None, guest: str | None, *, undo: bool) -> None:
    """Out of the tournament, and dealing on; or the same taken back."""
    league_id = league_of(interaction)
    person = await meant(interaction, player, guest)
    store, act = interaction.client.store, act_of(interaction, league_id)
    if undo:
        staff = await as_staff(interaction, league_id)
        done = await actions.take_bust_back(store, act, person, is_staff=staff)
    else:
        done = await actions.bust(store, act, person)
    await say(interaction, done.answer)
    await touch(interaction, league_id)


async def buy_out(
    interaction: Interaction, player: discord.Member | None, guest: str | None, balance: str | None
) -> None:
    """What is due, and a host confirms it; the dealer's own card is public, since the host must see it."""
    league_id = league_of(interaction)
    person = await meant(interaction, player, guest)
    settings = await settings_of(interaction, league_id)
    owed = await balance_in(interaction, balance, settings)
    store, act = interaction.client.store, act_of(interaction, league_id)
    duty_id = await replacing.buy_out(store, act, settings, person, owed)
    look = await replacing.look(store, league_id, duty_id)
    await show(interaction, render.duty_card(look, settings.currency), private=await as_staff(interaction, league_id))


async def replace(
    interaction: Interaction, player: discord.Member | None, guest: str | None, table: int | None
) -> None:
    """Ask somebody at the table to deal on: for everybody to see, since they answer by a press."""
    league_id = league_of(interaction)
    candidate = another(player, guest, NO_BOT)
    if table is not None:
        await verify_staff(interaction)
    staff = await as_staff(interaction, league_id)
    settings = await settings_of(interaction, league_id)
    store, act = interaction.client.store, act_of(interaction, league_id)
    duty_id = await replacing.ask(store, act, oneself(interaction), candidate, table, is_staff=staff)
    look = await replacing.look(store, league_id, duty_id)
    await show(interaction, render.duty_card(look, settings.currency), private=False)


async def relieve(interaction: Interaction, player: discord.Member | None, guest: str | None) -> None:
    """The replacement deals on."""
    league_id = league_of(interaction)
    person = await meant(interaction, player, guest)
    settings = await settings_of(interaction, league_id)
    staff = await as_staff(interaction, league_id)
    act = act_of(interaction, league_id)
    done = await replacing.relieve(interaction.client.store, act, settings, person, is_staff=staff)
    await say(interaction, done.answer)
    await touch(interaction, league_id)


async def release(interaction: Interaction, player: discord.Member | None, guest: str | None) -> None:
    """Let a dealer go; at the final table the host takes over, and the table must know."""
    await _release(interaction, league_of(interaction), await meant(interaction, player, guest))


async def _release(interaction: Interaction, league_id: int, person: Person) -> None:
    settings = await settings_of(interaction, league_id)
    is_self = person.user_id == interaction.user.id
    host = None if is_self or not await as_staff(interaction, league_id) else oneself(interaction)
    act = act_of(interaction, league_id)
    released = await actions.release(interaction.client.store, act, settings, person, host)
    if released.table_number is None:
        await say(interaction, released.sentence)
    else:
        going = render.going_card(released.sentence, released.night_id, released.table_number)
        await show(interaction, going, private=False)
    await touch(interaction, league_id)


async def propose(interaction: Interaction, table: int | None) -> None:
    """Who would go where: it counts with the press."""
    league_id = await verify_staff(interaction)
    client = interaction.client
    proposal = await pushing.propose(client.store, league_id, table, client.clock())
    await show(interaction, render.proposal_card(proposal, table))


async def take_break(
    interaction: Interaction, player: discord.Member | None, guest: str | None, after_each: bool | None
) -> None:
    """On a break, or back from it."""
    league_id = league_of(interaction)
    person = await meant(interaction, player, guest)
    done = await pushing.take_break(interaction.client.store, act_of(interaction, league_id), person, after_each)
    await say(interaction, done.answer)
    await touch(interaction, league_id)


async def downs(interaction: Interaction, minutes: int | None) -> None:
    """What everybody has dealt tonight; or how long a down is from now on."""
    client = interaction.client
    if minutes is not None:
        league_id = await verify_runs_league(interaction)
        done = await pushing.set_down_minutes(client.store, client.leagues, act_of(interaction, league_id), minutes)
        await say(interaction, done.answer)
        client.due.wake()
        await client.touch_cockpit(league_id)
        return
    league_id = league_of(interaction)
    settings = await settings_of(interaction, league_id)
    await show(
        interaction,
        render.downs_card(await pushing.seen_tonight(client.store, league_id, settings, client.clock())),
    )


# ------------------------------------------------------------------ presses


def numbers(*values: str) -> list[int]:
    """The numbers of an id. Raises Refusal for anything else."""
    return [verify_number(value, NO_DUTY) for value in values]


async def paid(interaction: Interaction, duty: str, balance: str) -> None:
    """A host has the money."""
    league_id = await verify_staff(interaction)
    duty_id, owed = numbers(duty, balance)
    settings = await settings_of(interaction, league_id)
    act = act_of(interaction, league_id)
    await replacing.confirm_paid(interaction.client.store, act, settings, duty_id, owed)
    await redraw(interaction, league_id, duty_id, settings)


async def agree(interaction: Interaction, duty: str, successor: str) -> None:
    """Whoever was named deals on."""
    league_id = league_of(interaction)
    duty_id, successor_id = numbers(duty, successor)
    settings = await settings_of(interaction, league_id)
    roles: Any = getattr(interaction.user, "roles", ())
    await replacing.agree(
        interaction.client.store,
        act_of(interaction, league_id),
        settings,
        duty_id,
        successor_id,
        is_staff=await as_staff(interaction, league_id),
        is_dealer=any(role.id in settings.roles("dealer") for role in roles),
    )
    await redraw(interaction, league_id, duty_id, settings)


async def able(interaction: Interaction, duty: str, successor: str) -> None:
    """A host says that whoever was named can deal."""
    league_id = await verify_staff(interaction)
    duty_id, successor_id = numbers(duty, successor)
    settings = await settings_of(interaction, league_id)
    await replacing.vouch(interaction.client.store, act_of(interaction, league_id), settings, duty_id, successor_id)
    await redraw(interaction, league_id, duty_id, settings)


async def redraw(interaction: Interaction, league_id: int, duty_id: int, settings: Settings) -> None:
    """Answer a press by drawing the duty's card as it stands."""
    look = await replacing.look(interaction.client.store, league_id, duty_id)
    await interaction.response.edit_message(view=render.duty_card(look, settings.currency))
    await touch(interaction, league_id)


async def take(interaction: Interaction, night: str, table: str) -> None:
    """The host deals on where a dealer was released."""
    league_id = await verify_staff(interaction)
    night_id, table_number = numbers(night, table)
    settings = await settings_of(interaction, league_id)
    store, act = interaction.client.store, act_of(interaction, league_id)
    done = await actions.take_over(store, act, settings, night_id, table_number, oneself(interaction))
    await interaction.response.edit_message(view=render.told_card(done.answer))
    await touch(interaction, league_id)


async def open_push(interaction: Interaction, table: str) -> None:
    """[Next push] on the host's cockpit."""
    (number,) = numbers(table)
    await propose(interaction, number or None)


async def press_release(interaction: Interaction, player: str) -> None:
    """[Release] on the host's cockpit."""
    league_id = await verify_staff(interaction)
    (player_id,) = numbers(player)
    known = await interaction.client.store.read(players, league_id, [player_id])
    if player_id not in known:
        raise Refusal(NO_DUTY)
    await _release(interaction, league_id, Person(known[player_id].user_id, known[player_id].name))


async def push(interaction: Interaction, table: str, mark: str) -> None:
    """Push as proposed; where something has changed meanwhile, propose anew."""
    league_id = await verify_staff(interaction)
    (number,) = numbers(table)
    table_number = number or None
    settings = await settings_of(interaction, league_id)
    store, act = interaction.client.store, act_of(interaction, league_id)
    pushed = await pushing.push(store, act, settings, table_number, mark)
    if not pushed:
        proposal = await pushing.propose(store, league_id, table_number, act.at)
        note = "This has changed since it was drawn; the push would now be:"
        await interaction.response.edit_message(view=render.proposal_card(proposal, table_number, note))
        return
    await show(interaction, render.pushed_card(pushed), private=False)
    await touch(interaction, league_id)


ROUTES: dict[Route, Handler] = {
    routes.DEALER_PAID: paid,
    routes.DEALER_AGREE: agree,
    routes.DEALER_ABLE: able,
    routes.DEALER_TAKE: take,
    routes.DEALER_NEXT: open_push,
    routes.DEALER_RELEASE: press_release,
    routes.DEALER_PUSH: push,
}
