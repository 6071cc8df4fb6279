"""Filling the dealers' tables of the nights ahead: what the host sees, changes and posts."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import discord

from cogs.night import chart, fill_card, filling
from cogs.night.posting import say_once
from cogs.night.signup_views import changed
from cogs.shared import routes
from cogs.shared.checks import act_of, league_of, verify_runs_league, verify_staff
from cogs.shared.people import Person, done_once, known, met, named, seen
from cogs.shared.pictures import show_with
from cogs.shared.refusals import Refusal
from cogs.shared.replies import Interaction, say, show, unquoted, update
from cogs.shared.routes import Handler, Route, chosen, verify_number
from cogs.shared.who import another
from data.audit import record_audit
from data.due import Job, finish_job
from data.handled import Act
from data.plans import FILLED
from data.store import Transaction
from data.wishes import games_dealt, mark_game
from league.plan import GAMES

if TYPE_CHECKING:
    from cogs.client import FloorBot

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
    client, draft_id = interaction.client, _number(draft)
    if interaction.channel_id is None:
        raise Refusal(filling.OLD)
    act = act_of(interaction, league_id)
    posted = await filling.post(client.store, act, draft_id, interaction.channel_id, fill_card.posted_text)
    for night_id in posted.night_ids:
        changed(client, league_id, night_id)
    await show(interaction, fill_card.posted_card(posted.told), private=False)
    await filling.answered(client.store, league_id, draft_id)
    if posted.left:
        await say(interaction, "\n".join(["This did not work out:", *posted.left])[:1900])


async def say_filled(client: FloorBot, job: Job) -> None:
    """The channel reads a filling whose press got no answer."""
    kept = job.payload
    place = client.get_partial_messageable(kept["channel"], guild_id=job.league_id)
    await say_once(client, job, place, kept["told"], view=fill_card.posted_card(kept["told"]))
    await client.store.write(finish_job, job)


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


async def press_picture(interaction: Interaction) -> None:
    """[Picture]: the same drawn as bars, privately."""
    act = act_of(interaction, league_of(interaction))
    dealing = await interaction.client.store.read(filling.dealing_at, act)
    if not dealing.rows:
        await show(interaction, fill_card.dealing_card(dealing))
        return
    plain = [(unquoted(name), dealt, promised) for name, dealt, promised in dealing.rows]
    picture = await chart.drawn(plain)
    if picture is None:
        raise Refusal("The picture cannot be drawn just now: the chart of /night dealing says the same.")
    await show_with(interaction, fill_card.picture_card(picture), picture)


def _number(typed: str) -> int:
    return verify_number(typed, filling.OLD)


WORKERS: dict[str, Callable[[FloorBot, Job], Awaitable[None]]] = {FILLED: say_filled}
ROUTES: dict[Route, Handler] = {
    routes.NIGHT_DEALING: press_picture,
    routes.NIGHT_FILL: press_post,
    routes.NIGHT_FILL_TABLE: press_table,
    routes.NIGHT_FILL_WHO: press_who,
}
