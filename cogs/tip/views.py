"""What a command or a press about tips does; every answer is private. The id says what; nothing is remembered here."""

from __future__ import annotations

import secrets
from typing import Any

import discord
from discord import app_commands

from cogs.shared import routes
from cogs.shared.checks import act_of, act_on_card, league_of, verify_runs_league
from cogs.shared.choosing import offered
from cogs.shared.dates import effective_from, when
from cogs.shared.people import seen
from cogs.shared.refusals import Refusal
from cogs.shared.replies import Interaction, open_form, show, update
from cogs.shared.routes import Handler, Route, chosen, fields, number_in, verify_number
from cogs.tip import actions, render
from cogs.tip.looking import HOST, TipNight, meant, tip_night
from data.handled import Act
from league.money import most
from league.tips import ABOUT_EVEN, Policy, policy_of, suggestion

STALE = "This card is from an earlier night: /tip give begins anew."
LONGEST_TYPED = 20  # characters of an amount
MOST_NUMBER = 10**12  # of a giver's first receipt, which is drawn


async def _policy(interaction: Interaction, league_id: int) -> Policy:
    return policy_of((await interaction.client.leagues.now(league_id)).settings)


async def _night(interaction: Interaction, league_id: int, night_id: int | None = None) -> TipNight:
    client = interaction.client
    return await seen(client.store, tip_night, league_id, client.clock(), night_id)


async def dealers(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Who can be tipped tonight, for the list under the command."""
    return await offered(_recipients(interaction), typed)


async def _recipients(interaction: Interaction) -> list[tuple[str, str]]:
    found = await _night(interaction, league_of(interaction))
    return [(name, value) for value, name, _ in render.recipients(found, interaction.user.id)]


# ------------------------------------------------------------------ giving


async def give(interaction: Interaction, dealer: str | None, typed: str | None, has_receipt: bool) -> None:
    """Give a tip; what is left out is asked for."""
    league_id = league_of(interaction)
    if not has_receipt and (dealer is None or typed is None):
        raise Refusal("For a tip without a receipt say who it is for and how much, too.")
    if dealer is not None and typed is not None:
        act = act_of(interaction, league_id)
        gift = await _give(interaction, act, None, dealer, typed[:LONGEST_TYPED], has_receipt=has_receipt)
        await show(interaction, gift)
        return
    found = await _night(interaction, league_id)
    if dealer is None:
        await show(interaction, render.to_card(found, interaction.user.id))
    else:
        policy = await _policy(interaction, league_id)
        await show(interaction, render.amounts_card(found, meant(found, dealer), policy))


async def _give(
    interaction: Interaction, act: Act, night_id: int | None, to: str, amount: str | int, *, has_receipt: bool = True
) -> discord.ui.LayoutView:
    """Note it and thank whoever gave it; or ask whether it is really that much."""
    number = 1 + secrets.randbelow(MOST_NUMBER)
    gift = await actions.give(
        interaction.client.store, act, night_id, to, amount, has_receipt=has_receipt, first_number=number
    )
    return render.gift_card(gift, has_receipt=has_receipt)


async def _pressed(interaction: Interaction, night: str, to: str) -> TipNight:
    night_id = number_in(night)
    if night_id is None or (to != HOST and number_in(to) is None):
        raise Refusal(STALE)
    return await _night(interaction, league_of(interaction), night_id)


async def pick(interaction: Interaction, night: str) -> None:
    """Who it is for has been chosen: how much?"""
    found = await _pressed(interaction, night, HOST)
    to = meant(found, chosen(interaction.data))
    await update(interaction, render.amounts_card(found, to, await _policy(interaction, found.night.league_id)))


async def press_give(interaction: Interaction, night: str, to: str, typed: str, receipt: str) -> None:
    """An amount on a button."""
    found, value = await _pressed(interaction, night, to), number_in(typed)
    if not value or value > most(found.currency):
        raise Refusal(STALE)
    act = act_on_card(interaction, found.night.league_id)
    gift = await _give(interaction, act, found.night.night_id, to, value, has_receipt=receipt == "1")
    await update(interaction, gift)


async def press_other(interaction: Interaction, night: str, to: str) -> None:
    """The form for another amount."""
    found = await _pressed(interaction, night, to)
    form = discord.ui.Modal(title="A tip", custom_id=routes.TIP_TYPED.id(night, to))
    box: discord.ui.TextInput[Any] = discord.ui.TextInput(custom_id="typed", max_length=LONGEST_TYPED)
    form.add_item(discord.ui.Label(text=f"How much, in {found.currency}?", component=box))
    await open_form(interaction, form)


async def send_typed(interaction: Interaction, night: str, to: str) -> None:
    """Another amount, as typed in the form."""
    found = await _pressed(interaction, night, to)
    typed = str(fields(interaction.data).get("typed") or "")[:LONGEST_TYPED]
    act = act_of(interaction, found.night.league_id)
    await show(interaction, await _give(interaction, act, found.night.night_id, to, typed))


async def press_nothing(interaction: Interaction) -> None:
    """Nothing is right, too."""
    await update(interaction, render.told_card("That is right, too."))


async def press_move(interaction: Interaction, receipt: str, to: str) -> None:
    """A tip to the host goes to another table's dealer instead, or stays."""
    league_id, receipt_id, recipient_id = league_of(interaction), number_in(receipt), number_in(to)
    if receipt_id is None or (recipient_id is None and to != "-"):
        raise Refusal(STALE)
    gift = await actions.move(interaction.client.store, act_of(interaction, league_id), receipt_id, recipient_id)
    await update(interaction, render.gift_card(gift))


async def press_back(interaction: Interaction, receipt: str) -> None:
    """It was mistyped: nothing was given."""
    league_id, receipt_id = league_of(interaction), verify_number(receipt, STALE)
    await actions.take_back(interaction.client.store, act_of(interaction, league_id), receipt_id)
    await update(interaction, render.told_card("Taken back: nothing is noted. /tip give begins anew."))


# ------------------------------------------------------------------ the policy


async def suggest(interaction: Interaction, evening: str | None) -> None:
    """What the house suggests, in words, to whoever asks."""
    league_id = league_of(interaction)
    settings = (await interaction.client.leagues.now(league_id)).settings
    sentence = suggestion(policy_of(settings), evening or ABOUT_EVEN, settings.currency)
    await show(interaction, render.suggestion_card(sentence))


async def policy(
    interaction: Interaction,
    is_on: bool | None,
    low: str | None,
    high: str | None,
    split: str | None,
    day: str | None,
) -> None:
    """The league's way with tips: shown to everybody, set by those who run the league."""
    client = interaction.client
    league_id, note, moment = league_of(interaction), "", client.clock()
    if any(value is not None for value in (is_on, low, high, split)):
        await verify_runs_league(interaction)
        zone = (await client.leagues.now(league_id)).settings.zone
        moment = effective_from(day, zone, moment)
        act = act_of(interaction, league_id)
        await actions.change_policy(client.store, client.leagues, act, is_on, low, high, split, moment)
        note = f"Set, from {when(moment, 'D')}:"
    settings = (await client.leagues.at(league_id, moment)).settings
    await show(interaction, render.policy_card(policy_of(settings), settings.currency, note))


ROUTES: dict[Route, Handler] = {
    routes.TIP_TO: pick,
    routes.TIP_GIVE: press_give,
    routes.TIP_OTHER: press_other,
    routes.TIP_TYPED: send_typed,
    routes.TIP_NOTHING: press_nothing,
    routes.TIP_MOVE: press_move,
    routes.TIP_BACK: press_back,
}
