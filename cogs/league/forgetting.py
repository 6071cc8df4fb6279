"""A host has somebody forgotten who asked for it: also one who has left the server, or a guest."""

from __future__ import annotations

import discord

from cogs.shared import forgetting, routes
from cogs.shared.checks import act_of, verify_runs_league
from cogs.shared.people import Person
from cogs.shared.refusals import Refusal
from cogs.shared.replies import Interaction, button, card, clipped, row, show, text, update
from cogs.shared.routes import Handler, Route, number_in

ACCOUNT, GUEST = "account", "guest"


async def ask_forget(interaction: Interaction, person: Person) -> None:
    """What forgetting this person means, with the button that does it."""
    act = act_of(interaction, await verify_runs_league(interaction))
    those = await interaction.client.store.read(forgetting.leaving, act, person)
    whom = those.whom
    what = (GUEST, whom.player_id) if whom.user_id is None else (ACCOUNT, whom.user_id)
    press = button("Forget them", routes.LEAGUE_FORGET.id(*what), discord.ButtonStyle.danger)
    head = f"**To forget {clipped(person.name, 40)} in this league**, since they asked for it"
    told = forgetting.told(head, those, is_self=False)
    await show(interaction, card(text(told), text("It cannot be undone."), row(press)))


async def forget_them(interaction: Interaction, which: str, number: str) -> None:
    """Forget the person that the card is about; what changed by it is drawn anew."""
    client = interaction.client
    act = act_of(interaction, await verify_runs_league(interaction))
    if which not in (ACCOUNT, GUEST):
        raise Refusal(forgetting.NO_GUEST)
    meant = number_in(number)
    done = await forgetting.forget_meant(
        client.store, client.leagues, act, *((meant, None) if which == ACCOUNT else (None, meant))
    )
    await update(interaction, card(text(done.answer)))
    await forgetting.redraw(client, act.league_id)


ROUTES: dict[Route, Handler] = {routes.LEAGUE_FORGET: forget_them}
