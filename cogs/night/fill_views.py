"""Filling the dealers' tables of the nights ahead: what the host sees, changes and posts."""

from __future__ import annotations

import asyncio

import discord

from cogs.night import fill_card, filling
from cogs.night.signup_views import changed
from cogs.shared import routes
from cogs.shared.checks import act_of, league_of, verify_runs_league, verify_staff
from cogs.shared.people import Person, done_once, known, met, named, seen
from cogs.shared.refusals import Refusal
from cogs.shared.replies import Interaction, say, show, update
from cogs.shared.routes import Handler, Route, chosen, number_in
from cogs.shared.who import another
from data.audit import record_audit
from data.handled import Act
from data.store import Transaction
from data.wishes import games_dealt, mark_game
from league.plan import GAMES

NO_BOT = "A bot cannot deal: name a person."


async def fill(interaction: Interaction, most_nights: int) -> None:
    """The fairest filling, with a reason for each choice."""
    league_id = await verify_runs_league(interaction)
    act, store = act_of(interaction, league_id), interaction.client.store
    season = await filling.season(store, act, most_nights)
    await interaction.response.defer(ephemeral=True, thinking=True)
    proposed = await asyncio.to_thread(filling.propose, season)
    draft_id = await filling.keep(store, act, proposed, most_nights)
    card = fill_card.proposal_card(filling.Proposal(season, proposed, draft_id))
    await interaction.edit_original_response(view=card)


async def press_table(interaction: Interaction, draft: str) -> None:
    """A table was chosen to be dealt by somebody else."""
    league_id = await verify_runs_league(interaction)
    night, _, table = chosen(interaction.data).partition(".")
    found = await seen(interaction.client.store, filling.proposal_at, act_of(interaction, league_id), _number(draft))
    slot = found.season.slot(_number(night), _number(table))
    if slot is None:
        raise Refusal(filling.OLD)
    await update(interaction, fill_card.who_card(found, slot))


async def press_who(interaction: Interaction, draft: str, night: str, table: str) -> None:
    """Somebody else was chosen for a table."""
    league_id = await verify_runs_league(interaction)
    act, player_id = act_of(interaction, league_id), _number(chosen(interaction.data))
    store = interaction.client.store
    found = await filling.change(store, act, _number(draft), _number(night), _number(table), player_id)
    await update(interaction, fill_card.proposal_card(found))


async def press_post(interaction: Interaction, draft: str) -> None:
    """[Post it]: everybody in it is signed up, and the channel reads it."""
    league_id = await verify_runs_league(interaction)
    client = interaction.client
    posted, left = await filling.post(client.store, act_of(interaction, league_id), _number(draft))
    await show(interaction, fill_card.posted_card(posted), private=False)
    for night_id in posted.season.nights:
        changed(client, league_id, night_id)
    if left:
        await say(interaction, "\n".join(["This did not work out:", *left])[:1900])


async def show_dealing(interaction: Interaction) -> None:
    """How often each has dealt this season, privately."""
    act = act_of(interaction, league_of(interaction))
    await show(interaction, fill_card.dealing_card(await interaction.client.store.read(filling.dealing_at, act)))


async def mark(
    interaction: Interaction, player: discord.Member | None, guest: str | None, game: str, *, can: bool
) -> None:
    """Staff say which game somebody can deal."""
    league_id = await verify_staff(interaction)
    act, person = act_of(interaction, league_id), another(player, guest, NO_BOT)
    await say(interaction, (await done_once(interaction.client.store, act, _mark, person, game, can=can)).answer)


def _mark(tx: Transaction, act: Act, person: Person, game: str, *, can: bool) -> str:
    if game not in GAMES:
        raise Refusal("Choose the game from the list.")
    player = met(tx, act, person) if can else known(tx, act.league_id, person)
    mark_game(tx, act.league_id, player.player_id, game, can=can)
    record_audit(tx, act, "games dealt", player_id=player.player_id, game=game, can=can)
    games = games_dealt(tx, act.league_id).get(player.player_id, frozenset())
    told = ", ".join(name for key, name in GAMES.items() if key in games)
    return f"{named(player)} deals {told}." if told else f"{named(player)} is not marked for any game now."


def _number(typed: str) -> int:
    number = number_in(typed)
    if number is None:
        raise Refusal(filling.OLD)
    return number


ROUTES: dict[Route, Handler] = {
    routes.NIGHT_FILL: press_post,
    routes.NIGHT_FILL_TABLE: press_table,
    routes.NIGHT_FILL_WHO: press_who,
}
