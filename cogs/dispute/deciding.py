"""Who decides and how: named, accepted, decided, appealed, agreed, ended; and what becomes of it."""

from __future__ import annotations

from collections.abc import Mapping

import discord

from cogs.dispute import actions, forms, looking, render, ruling, wording
from cogs.dispute.pressed import answered, looked, me_in, people_in, presser_of
from cogs.dispute.telling import changed
from cogs.dispute.values import DecisionForm, RuleDraft
from cogs.shared import routes
from cogs.shared.checks import act_of
from cogs.shared.people import Person
from cogs.shared.refusals import Refusal, granted
from cogs.shared.replies import CLOTH, Interaction, card, fitted, nonce, open_form, paragraphs, say, show, told_back
from cogs.shared.routes import Handler, Route, all_chosen, chosen, fields, number_in
from data.handled import Act, give_up
from league import dispute_rights as rights
from league.dispute import OUTCOMES, asked, terms_of

# ------------------------------------------------------------------ deciding


async def _left(interaction: Interaction, number: str) -> frozenset[int]:
    """The accounts of those not heard yet that have left the server, so that nobody waits for them."""
    _, look = await looked(interaction, number)
    silent = [look.people[each].user_id for each in asked(look.dispute) if each not in look.given]
    client, league_id = interaction.client, look.dispute.league_id
    try:
        return frozenset([each for each in silent if each is not None and await client.has_left(league_id, each)])
    except discord.HTTPException:
        return frozenset()  # who cannot be asked for has not left


async def open_decide(interaction: Interaction, number: str) -> None:
    """[Decide]: the private screen with what is said and the outcomes, for whoever may."""
    league_id, presser = await presser_of(interaction)
    client = interaction.client
    left = await _left(interaction, number)
    look = await looking.look_to_decide(client.store, league_id, number_in(number) or 0, presser, client.clock(), left)
    await show(interaction, render.decide_card(look))


async def open_outcome(interaction: Interaction, number: str) -> None:
    """An outcome: its form."""
    outcome = chosen(interaction.data)
    if outcome not in OUTCOMES:
        raise Refusal("Choose an outcome from the list.")
    league_id, presser = await presser_of(interaction)
    client = interaction.client
    left = await _left(interaction, number)
    look = await looking.look_to_decide(client.store, league_id, number_in(number) or 0, presser, client.clock(), left)
    await open_form(interaction, forms.decision_form(look, outcome))


async def decided(interaction: Interaction, number: str, outcome: str) -> None:
    """The form, filled in."""
    league_id, presser = await presser_of(interaction)
    sent = fields(interaction.data)
    payer, _, payee = "".join(map(str, sent.get("pays") or ())).partition("-")
    form = DecisionForm(
        outcome=outcome,
        found=str(sent.get("found") or ""),
        reason=str(sent.get("reason") or ""),
        next_time=str(sent.get("next") or ""),
        correction=str(sent.get("correction") or ""),
        payer=number_in(payer) or None,
        payee=number_in(payee) or None,
        amount=str(sent.get("amount") or ""),
    )
    act = act_of(interaction, league_id)
    with told_back(" / ".join(filter(None, (form.found, form.reason, form.next_time, form.correction)))):
        left = await _left(interaction, number)
        look = await actions.decide(interaction.client.store, act, presser, number_in(number) or 0, form, left)
    await answered(interaction, presser, look, "Your decision is kept, and its thread is told.")


async def agree(interaction: Interaction, number: str, instance: str) -> None:
    """[Agree] to a payment."""
    league_id, presser = await presser_of(interaction)
    act, which = act_of(interaction, league_id), number_in(instance) or 0
    look = await actions.agree(interaction.client.store, act, presser, number_in(number) or 0, which)
    made = look.dispute.decision
    booking = None if made is None or made.payment is None else made.payment.booking_id
    said = "You agree." if booking is None else f"Both have agreed: booking {booking}."
    await answered(interaction, presser, look, said)


# ------------------------------------------------------------------ who decides


async def open_name(interaction: Interaction, number: str) -> None:
    """[Name who decides]: the choice."""
    presser, look = await looked(interaction, number)
    if not presser.is_staff:
        raise Refusal("Only a host or TD names who decides: ask one of them.")
    await show(interaction, render.name_card(look.dispute.number))


async def named(interaction: Interaction, number: str) -> None:
    """Somebody chosen from the select."""
    people = people_in(interaction.data, all_chosen(interaction.data))
    if len(people) != 1:
        raise Refusal("Choose one person.")
    await name(interaction, number_in(number) or 0, people[0])


async def name(interaction: Interaction, number: int, person: Person) -> None:
    """Ask somebody to decide; they are added to the thread when it is told."""
    league_id, presser = await presser_of(interaction)
    client, act = interaction.client, act_of(interaction, league_id)
    look = await actions.name_decider(client.store, act, presser, number, person)
    said = "They are asked, and accept by a press."
    if look.dispute.thread_id is None:
        said += f" It has no thread, so tell them: /dispute show {number}."
    await answered(interaction, presser, look, said)


async def accept(interaction: Interaction, number: str, answer: str) -> None:
    """[I decide it] or [I would rather not]."""
    if answer not in ("yes", "no"):
        raise Refusal(actions.STALE)
    league_id, presser = await presser_of(interaction)
    act, yes = act_of(interaction, league_id), answer == "yes"
    look = await actions.answer_naming(interaction.client.store, act, presser, number_in(number) or 0, accepts=yes)
    said = "Thank you: press Decide when you have made up your mind." if yes else "Thank you for the answer."
    await answered(interaction, presser, look, said)


# ------------------------------------------------------------------ appeal and end


async def open_appeal(interaction: Interaction, number: str) -> None:
    """[Appeal]: the form for why."""
    _, look = await looked(interaction, number)
    granted(rights.verify_may_appeal, look.dispute, me_in(interaction, look), interaction.client.clock())
    custom_id = routes.DISPUTE_APPEALED.id(look.dispute.number)
    await open_form(interaction, forms.reason_form("Appeal", "What was wrong with the decision?", custom_id))


async def appealed(interaction: Interaction, number: str) -> None:
    """The form, filled in."""
    league_id, presser = await presser_of(interaction)
    why, act = str(fields(interaction.data).get("reason") or ""), act_of(interaction, league_id)
    with told_back(why):
        look = await actions.appeal(interaction.client.store, act, presser, number_in(number) or 0, why)
    await answered(interaction, presser, look, "Your appeal is kept.")


async def close(interaction: Interaction, number: int, reason: str) -> None:
    """`/dispute close`."""
    league_id, presser = await presser_of(interaction)
    act = act_of(interaction, league_id)
    with told_back(reason):
        look = await actions.close(interaction.client.store, act, presser, number, reason)
    await answered(interaction, presser, look, f"Dispute {number} is closed.")


async def reopen(interaction: Interaction, number: int, reason: str) -> None:
    """`/dispute reopen`."""
    league_id, presser = await presser_of(interaction)
    act = act_of(interaction, league_id)
    with told_back(reason):
        look = await actions.reopen(interaction.client.store, act, presser, number, reason)
    await answered(interaction, presser, look, f"Dispute {number} is open again.")


async def set_terms(interaction: Interaction, changes: Mapping[str, int | None]) -> None:
    """`/dispute settings`: look, or change them for disputes to come."""
    league_id, presser = await presser_of(interaction)
    client = interaction.client
    if changes:
        act = act_of(interaction, league_id)
        terms = await actions.set_terms(client.store, client.leagues, act, presser, changes)
    else:
        terms = terms_of((await client.leagues.now(league_id)).settings)
    await say(interaction, wording.terms_words(terms))


# ------------------------------------------------------------------ what becomes of it


async def open_rule(interaction: Interaction, number: str) -> None:
    """[Make it a house rule]: the draft, to be read over."""
    league_id, presser = await presser_of(interaction)
    client, which = interaction.client, number_in(number) or 0
    draft = await ruling.draft_rule(client.store, league_id, which, presser, client.clock())
    await open_form(interaction, forms.rule_form(which, draft))


async def ruled(interaction: Interaction, number: str, incident: str, outcome: str) -> None:
    """The form, filled in."""
    league_id, presser = await presser_of(interaction)
    client, sent = interaction.client, fields(interaction.data)
    text = str(sent.get("text") or "")
    settled = (None if incident == "none" else incident, None if outcome == "none" else outcome)
    draft = RuleDraft(str(sent.get("title") or ""), text, *settled, difference="")
    act, which = act_of(interaction, league_id), number_in(number) or 0
    with told_back(text):
        rule = await ruling.make_rule(client.store, client.leagues, act, presser, which, draft)
    _, look = await looked(interaction, which)
    await answered(interaction, presser, look, f"It is your league's own rule {rule}: /rule ask finds it from now on.")


async def sum_up(interaction: Interaction, number: str) -> None:
    """[Summary without names]: privately, to be read over."""
    presser, look = await looked(interaction, number)
    client, told = interaction.client, look.dispute
    lines = await ruling.summary(client.store, told.league_id, told.number, presser, client.clock())
    await show(interaction, render.summary_card(told.number, lines, told.terms.summary_channel))


async def post_summary(interaction: Interaction, number: str) -> None:
    """[Post it]: once, for everybody."""
    presser, look = await looked(interaction, number)
    client, told = interaction.client, look.dispute
    lines = await ruling.summary(client.store, told.league_id, told.number, presser, client.clock())
    act = Act(told.league_id, f"dispute-summary:{told.number}", interaction.user.id, client.clock())
    channel_id = told.terms.summary_channel or interaction.channel_id
    if channel_id is None:
        raise Refusal("I cannot tell where to post it: set a channel with /dispute settings.")
    await ruling.claim_summary(client.store, act, told.number, interaction.id)
    layout = card(*paragraphs(fitted(render.summary_lines(told.number, lines), "lines more")), accent=CLOTH)
    try:
        channel = client.get_partial_messageable(channel_id, guild_id=told.league_id)
        await channel.send(view=layout, nonce=nonce(told.league_id, "summary", told.number))
    except discord.HTTPException:
        await client.store.write(give_up, act)
        raise
    await ruling.summary_posted(client.store, act, presser, told.number)
    changed(client, told.league_id, told.number)
    await say(interaction, f"Posted in <#{channel_id}>.")


ROUTES: dict[Route, Handler] = {
    routes.DISPUTE_DECIDE: open_decide,
    routes.DISPUTE_OUTCOME: open_outcome,
    routes.DISPUTE_DECIDED: decided,
    routes.DISPUTE_AGREE: agree,
    routes.DISPUTE_NAME: open_name,
    routes.DISPUTE_NAMED: named,
    routes.DISPUTE_ACCEPT: accept,
    routes.DISPUTE_APPEAL: open_appeal,
    routes.DISPUTE_APPEALED: appealed,
    routes.DISPUTE_RULE: open_rule,
    routes.DISPUTE_RULED: ruled,
    routes.DISPUTE_SUM_UP: sum_up,
    routes.DISPUTE_POST: post_summary,
}
