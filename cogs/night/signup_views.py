"""What a press on a night's card does. The id says all; nothing is remembered here."""

from __future__ import annotations

import asyncio
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

import discord

from cogs.night import card, planning, signing
from cogs.night.signing import Listed, Own, own_at
from cogs.shared import routes
from cogs.shared.checks import act_of, is_staff, league_of, verify_staff
from cogs.shared.live import NIGHT_CARD, Drawn, Kind
from cogs.shared.people import seen
from cogs.shared.refusals import Refusal
from cogs.shared.replies import Interaction, say, show, update
from cogs.shared.routes import Handler, Route, verify_number
from cogs.shared.who import another, oneself
from data.plans import Planned, cards_standing
from data.series import CARD_BEFORE
from league.cover import Risk
from league.signup import DEAL, PLAY, STAND_BY

if TYPE_CHECKING:
    from cogs.client import FloorBot

MOST_ASKED = 40  # people with a spot of whom Discord is asked whether they are in the server
ASKED_SECONDS = 1.5  # how long that may take: an answer has three
NO_BOT = "A bot neither plays nor deals: name a person."
FOR_ONESELF = ("drop", "cover", "keep", "write", "silent")


async def listed(client: FloorBot, league_id: int, night_id: int) -> Listed:
    """The night as its card shows it. Raises Refusal."""
    found = await client.store.read(signing.listed_at, league_id, night_id, client.clock())
    if found is None:
        raise Refusal(signing.OVER)
    return found


async def drawn(client: FloorBot, league_id: int, night_id: int) -> Drawn | None:
    """The card as it is to look now; None where there is none."""
    found = await client.store.read(signing.listed_at, league_id, night_id, client.clock())
    if found is None or found.night.channel_id is None:
        return None
    now, night, channel_id = client.clock(), found.night, found.night.channel_id
    if night.message_id is None and (night.is_over(now) or waits(night, now)):
        return None
    return Drawn(
        channel_id=channel_id,
        message_id=night.message_id,
        posted_at=night.posted_at,
        message={"view": card.night_card(found, now)},
        is_over=night.is_over(now),
        stays=True,
    )


def waits(night: Planned, now: datetime) -> bool:
    """Is this one of a series' later nights, whose card is not posted yet?"""
    return night.series_id is not None and night.plan.starts_at - now > CARD_BEFORE


def live_card(client: FloorBot) -> Kind:
    """How a night's card is drawn and kept."""
    return Kind(
        partial(drawn, client), partial(planning.placed, client.store), partial(client.store.read, cards_standing)
    )


def changed(client: FloorBot, league_id: int, night_id: int) -> None:
    """Somebody's spot has changed: the card is drawn soon, and whoever is to be told is told."""
    client.live.touch(NIGHT_CARD, league_id, night_id)
    client.due.wake()


# ------------------------------------------------------------------ on the card


async def press_play(interaction: Interaction, night: str) -> None:
    """[Play]."""
    await _change_own(interaction, night, PLAY)


async def press_stand_by(interaction: Interaction, night: str) -> None:
    """[Stand by]."""
    await _change_own(interaction, night, STAND_BY)


async def press_deal(interaction: Interaction, night: str) -> None:
    """[Deal a table]: the open tables, privately; nothing counts yet."""
    league_id = league_of(interaction)
    found = await _own(interaction, league_id, _night_id(night))
    await seen(
        interaction.client.store, signing.verify_signing, league_id, _night_id(night), interaction.client.clock()
    )
    if found.row is not None and found.row.what == DEAL:
        await update(interaction, card.spot_card(found))
        return
    await update(interaction, card.deal_card(found.listed))


async def press_take(interaction: Interaction, night: str, table: str) -> None:
    """[Deal table n]: it counts."""
    league_id, night_id, table_number = league_of(interaction), _night_id(night), _night_id(table)
    client, act = interaction.client, act_of(interaction, league_id)
    await signing.deal_own(client.store, act, oneself(interaction), night_id, table_number)
    await _show_spot(interaction, league_id, night_id)


async def press_own(interaction: Interaction, night: str, what: str) -> None:
    """What one does about one's own spot."""
    if what not in FOR_ONESELF:
        raise Refusal(signing.OVER)
    await _change_own(interaction, night, what)


async def press_spot(interaction: Interaction, night: str) -> None:
    """[My spot]."""
    await update(interaction, card.spot_card(await _own(interaction, league_of(interaction), _night_id(night))))


async def press_who(interaction: Interaction, night: str) -> None:
    """[Who comes]: everybody, privately; for staff also what is at risk."""
    league_id = league_of(interaction)
    found = await listed(interaction.client, league_id, _night_id(night))
    standing = await interaction.client.leagues.now(league_id)
    if is_staff(interaction, standing):
        risks, left = await _risks(interaction.client, found), await _left(interaction.client, found)
        await update(interaction, card.who_card(found, risks, left, is_staff=True))
    else:
        await update(interaction, card.who_card(found, is_staff=False))


async def _risks(client: FloorBot, found: Listed) -> tuple[Risk, ...]:
    night = found.night
    return await client.store.read(signing.risks_at, night.league_id, night.night_id, client.clock())


async def _left(client: FloorBot, found: Listed) -> list[int]:
    """Those with a spot who are not in the server any more, as far as Discord says so in time.

    It tells no bot who leaves unless the list of members is open to that bot, so it is asked when a host looks.
    """
    here = [found.people.get(spot.player_id) for spot in found.board.rows if spot.is_live]
    accounts = [(each.player_id, each.user_id) for each in here if each is not None and each.user_id is not None]
    asked = {
        asyncio.create_task(client.has_left(found.night.league_id, user_id)): player_id
        for player_id, user_id in accounts[:MOST_ASKED]
    }
    if asked:
        _, late = await asyncio.wait(asked, timeout=ASKED_SECONDS)
        for task in late:
            task.cancel()
    return [who for task, who in asked.items() if task.done() and not task.exception() and task.result()]


async def _change_own(interaction: Interaction, night: str, what: str) -> None:
    league_id, night_id = league_of(interaction), _night_id(night)
    act = act_of(interaction, league_id)
    await signing.change_own(interaction.client.store, act, oneself(interaction), night_id, what)
    await _show_spot(interaction, league_id, night_id)


async def _show_spot(interaction: Interaction, league_id: int, night_id: int) -> None:
    changed(interaction.client, league_id, night_id)
    await update(interaction, card.spot_card(await _own(interaction, league_id, night_id)))


async def _own(interaction: Interaction, league_id: int, night_id: int) -> Own:
    client = interaction.client
    return await seen(client.store, own_at, league_id, night_id, interaction.user.id, client.clock())


def _night_id(typed: str) -> int:
    return verify_number(typed, signing.OVER)


# ------------------------------------------------------------------ by the host


async def sign_up(
    interaction: Interaction,
    what: str,
    player: discord.Member | None,
    guest: str | None,
    table_number: int | None,
    night_id: int | None,
) -> None:
    """The host signs somebody up, drops or moves them, or notes that they were missing."""
    league_id = await verify_staff(interaction)
    client, act = interaction.client, act_of(interaction, league_id)
    person = another(player, guest, NO_BOT)
    night = await planning.meant(client.store, league_id, night_id, act.at)
    told = await signing.change_other(client.store, act, person, night.night_id, what, table_number)
    changed(client, league_id, night.night_id)
    await say(interaction, told)


async def show_one(interaction: Interaction, night_id: int) -> None:
    """One planned night with everybody who comes, privately, with its buttons."""
    league_id, now = league_of(interaction), interaction.client.clock()
    found = await listed(interaction.client, league_id, night_id)
    standing = await interaction.client.leagues.now(league_id)
    if is_staff(interaction, standing):
        risks, left = await _risks(interaction.client, found), await _left(interaction.client, found)
        await show(interaction, card.who_card(found, risks, left, is_staff=True, signs_up=not found.night.is_over(now)))
    else:
        await show(interaction, card.night_card(found, now))


ROUTES: dict[Route, Handler] = {
    routes.NIGHT_PLAY: press_play,
    routes.NIGHT_DEAL: press_deal,
    routes.NIGHT_STAND_BY: press_stand_by,
    routes.NIGHT_SPOT: press_spot,
    routes.NIGHT_WHO: press_who,
    routes.NIGHT_TAKE: press_take,
    routes.NIGHT_OWN: press_own,
}
