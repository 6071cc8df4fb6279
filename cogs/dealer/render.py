"""What a dealer's cards look like. Values in, cards out; no I/O."""

from __future__ import annotations

import discord

from cogs.dealer.pushing import Proposal, Tonight, push_lines
from cogs.dealer.replacing import Look
from cogs.shared import routes
from cogs.shared.dates import when
from cogs.shared.people import named
from cogs.shared.replies import CLOTH, Part, button, card, fitted, row, text
from league.dealer import BOUGHT_OUT, OBLIGATION, RELIEVED
from league.money import amount
from league.rotation import Facts
from rules.library import load

PRIMARY = discord.ButtonStyle.primary
NOTHING = Facts(0, 0)


def duty_card(look: Look, currency: str) -> discord.ui.LayoutView:
    """Buying out and being replaced, as far as it has got, with what is to be pressed next."""
    lines, buttons = _paying(look, currency) if look.kept.duty.paid_at is None else _replacing(look)
    parts: list[Part] = [text("\n".join(lines))]
    if buttons:
        parts.append(row(*buttons))
    return card(*parts, accent=CLOTH)


def _paying(look: Look, currency: str) -> tuple[list[str], list[Part]]:
    duty = look.kept.duty
    if duty.is_over:
        return [f"**{named(look.dealer)} owes nothing more at table {duty.table_number}**"], []
    due = duty.owes or 0
    lines = [
        f"**{named(look.dealer)} buys out of dealing at table {duty.table_number}**",
        f"Due: {amount(due, currency)}. A host presses once it is paid.",
        f"Until somebody else deals on, {named(look.dealer)} deals.",
        _source(OBLIGATION),
    ]
    return lines, [button("Balance paid", routes.DEALER_PAID.id(look.kept.duty_id, due), PRIMARY)]


def _replacing(look: Look) -> tuple[list[str], list[Part]]:
    duty, dealer = look.kept.duty, named(look.dealer)
    at = f"at table {duty.table_number}"
    if duty.state == RELIEVED and look.successor is not None:
        return [f"**{named(look.successor)} deals on {at}**", f"{dealer} is relieved and may go."], []
    if duty.state != BOUGHT_OUT:
        return [f"**{dealer} owes nothing more {at}**"], []
    if look.successor is None:
        return [
            f"**{dealer} has paid in full**",
            f"Next: /dealer replace names somebody {at} who deals on. Until then {dealer} deals.",
            _source(OBLIGATION),
        ], []
    name, ids = named(look.successor), (look.kept.duty_id, look.successor.player_id)
    buttons, todo = [], []
    if duty.agreed_at is None:
        buttons.append(button("I deal on", routes.DEALER_AGREE.id(*ids), PRIMARY))
        who = "a host, for a guest" if look.successor.user_id is None else name
        todo.append(f"I deal on: pressed by {who}.")
    if not duty.is_vouched:
        buttons.append(button("Able to deal", routes.DEALER_ABLE.id(*ids)))
        todo.append(f"Able to deal: pressed by a host, unless {name} is one of the league's dealers.")
    lines = [f"**{name}, will you deal on {at}?**", f"{dealer} goes then. There is no discount for taking over.", *todo]
    lines.append(f"If {name} would rather not, /dealer replace names somebody else {at}.")
    return [*lines, _source(OBLIGATION)], buttons


def _source(*clause_ids: str) -> str:
    return f"-# {'; '.join(load().clauses[clause_id].cite for clause_id in clause_ids)}"


def going_card(sentence: str, night_id: int, table_number: int) -> discord.ui.LayoutView:
    """A dealer goes home; whoever hosts takes over."""
    take = button("I take over", routes.DEALER_TAKE.id(night_id, table_number), PRIMARY)
    return card(text(sentence), row(take), accent=CLOTH)


def told_card(sentence: str) -> discord.ui.LayoutView:
    """A card that has been answered."""
    return card(text(sentence), accent=CLOTH)


# ------------------------------------------------------------------ pushes and downs


def proposal_card(proposal: Proposal, table_number: int | None, note: str = "") -> discord.ui.LayoutView:
    """A push before it counts."""
    lines = [*([note] if note else []), "**The next push**", *push_lines(proposal.push, proposal.people)]
    go = button("Push now", routes.DEALER_PUSH.id(table_number or 0, proposal.mark), PRIMARY)
    return card(text(fitted(lines, "more")), row(go), accent=CLOTH)


def pushed_card(pushed: str) -> discord.ui.LayoutView:
    """A push that counts, for the tables."""
    return card(text(fitted(["**Push**", *pushed.splitlines()], "more")), accent=CLOTH)


def downs_card(tonight: Tonight) -> discord.ui.LayoutView:
    """What everybody has dealt tonight, and who is next."""
    lines = [f"**Tonight's dealers** · a down is {tonight.down_minutes} minutes"]
    people = tonight.facts.keys() | tonight.shuffles.keys() | {dealer.player_id for dealer in tonight.dealers}
    for player_id in sorted(people, key=lambda one: (-tonight.facts.get(one, NOTHING).minutes, one)):
        lines.append(_person_line(tonight, player_id))
    if len(lines) == 1:
        lines.append("Nobody has dealt or shuffled yet.")
    following = push_lines(tonight.push, tonight.people)
    if following:
        lines += ["**Next push**", *following]
    return card(text(fitted(lines, "more")), accent=CLOTH)


def _person_line(tonight: Tonight, player_id: int) -> str:
    dealt, shuffles = tonight.facts.get(player_id, NOTHING), tonight.shuffles.get(player_id, 0)
    told = []
    if dealt.downs:
        told += [f"{dealt.downs} {'down' if dealt.downs == 1 else 'downs'}", f"{dealt.minutes} min"]
    if shuffles:
        told.append(f"{shuffles} {'shuffle' if shuffles == 1 else 'shuffles'}")
    for number, dealing in tonight.dealing.items():
        if dealing == player_id:
            told.append(f"deals table {number}, push {when(tonight.due[number], 'R')}")
    for dealer in tonight.dealers:
        if dealer.player_id == player_id:
            told += ["on a break"] * dealer.is_on_break + ["rests after each down"] * dealer.rests
            told += [] if dealer.only_at is None else [f"table {dealer.only_at} only"]
    return f"{named(tonight.people[player_id])}: {', '.join(told) or 'waits for a push'}"
