"""Somebody asks to be forgotten in a league: what is open, what keeps them for now, and the forgetting. No Discord here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cogs.shared.leagues import Leagues
from cogs.shared.live import COCKPIT, NIGHT_CARD, TABLE_CARD
from cogs.shared.people import UNNAMED, Person, done_once, found
from cogs.shared.refusals import Refusal
from cogs.shared.replies import MOST_TEXT, clipped, fitted
from cogs.shared.spots import settle
from data.audit import record_audit
from data.dealers import dealers_of, open_duty
from data.dispute_acts import step_out
from data.dispute_lists import LAST, disputes_seen_by
from data.due import set_job
from data.erasing import Whom, erase_person
from data.handled import Act, Done
from data.ledger import balance, currencies_of
from data.nights import night_open
from data.plans import EVENT, Planned, nights_ahead, planned_by
from data.players import player_with, players
from data.registry import NOBODY_ID
from data.signups import board_of
from data.store import Store, Transaction
from data.tables import tables_of
from data.tips import holds_tips_of
from league.books import player
from league.dispute import Dispute
from league.money import amount
from league.signup import drop

if TYPE_CHECKING:
    from cogs.client import FloorBot

IN_GAME = "{who} in tonight's game: leave the table with My seat and hand the dealing on first, or wait until the night is closed."
RUNS_NIGHT = "{who} opened the night that is going on: close it first, with /night close."
HOLDS_TIPS = (
    "{who} opened a night whose tips are not booked yet: that is done when its books close, the next noon at latest."
)
NO_GUEST = "No guest of that name is known here: choose one from the list."


@dataclass(frozen=True)
class Leaving:
    """Somebody who is to be forgotten. `owed`: per currency what they are owed, below zero what they owe.

    `spots`: nights ahead that they are signed up for; `hosts`: those that they planned. `disputes`: those that go on.
    """

    whom: Whom
    owed: tuple[tuple[int, str], ...]
    spots: tuple[Planned, ...]
    hosts: tuple[Planned, ...]
    disputes: tuple[Dispute, ...] = ()


def leaving(tx: Transaction, act: Act, person: Person) -> Leaving:
    """What forgetting this person comes to. Raises Refusal while they cannot be forgotten."""
    known = found(tx, act.league_id, person)
    if known is None and person.user_id is None:
        raise Refusal(NO_GUEST)
    names = (person.name,) if known is None else (person.name, known.name)
    number = None if known is None else known.player_id
    whom = Whom(act.league_id, person.user_id, number, tuple(name for name in dict.fromkeys(names) if name != UNNAMED))
    _verify_not_in_game(tx, act, whom)
    held = () if number is None else currencies_of(tx, act.league_id, number)
    kept = ((balance(tx, act.league_id, player(number or 0), currency), currency) for currency in held)
    owed = tuple((value, currency) for value, currency in kept if value)
    ahead = nights_ahead(tx, act.league_id, act.at)
    spots = [night for night in ahead if number and board_of(tx, act.league_id, night.night_id).row(number) is not None]
    own = () if whom.user_id is None else planned_by(tx, act.league_id, whom.user_id)
    hosts = tuple(night for night in ahead if night.night_id in own)
    return Leaving(whom, owed, tuple(spots), hosts, () if number is None else _disputes(tx, act, number))


def _disputes(tx: Transaction, act: Act, number: int) -> tuple[Dispute, ...]:
    """The disputes that go on and that this player has a part in, or decides."""
    seen = disputes_seen_by(tx, act.league_id, number, LAST, is_staff=False, open_only=True)
    return tuple(each for each in seen if each.role_of(number) is not None or _decides(each, number))


def _decides(dispute: Dispute, number: int | None) -> bool:
    return dispute.decider is not None and dispute.decider.player_id == number


def _is_paid(dispute: Dispute, number: int | None) -> bool:
    """Does the decision say that they pay, or are paid?"""
    payment = None if dispute.decision is None else dispute.decision.payment
    return payment is not None and number in payment.people


def _verify_not_in_game(tx: Transaction, act: Act, whom: Whom) -> None:
    is_self = act.by == whom.user_id
    if whom.user_id is not None and holds_tips_of(tx, act.league_id, whom.user_id):
        raise Refusal(HOLDS_TIPS.format(who="You" if is_self else "They"))
    night = night_open(tx, act.league_id)
    if night is None:
        return
    if whom.user_id is not None and night.opened_by == whom.user_id:
        raise Refusal(RUNS_NIGHT.format(who="You" if is_self else "They"))
    number = whom.player_id
    if number is not None and (
        any(kept.table.has(number) for kept in tables_of(tx, act.league_id, night.night_id))
        or any(dealer.player_id == number for dealer in dealers_of(tx, act.league_id, night.night_id))
        or open_duty(tx, act.league_id, night.night_id, number) is not None
    ):
        raise Refusal(IN_GAME.format(who="You are" if is_self else "They are"))


async def forget_meant(store: Store, leagues: Leagues, act: Act, user_id: int | None, player_id: int | None) -> Done:
    """The same for the account or the guest that a card was about. Raises Refusal."""

    def meant(tx: Transaction, act: Act) -> str:
        if user_id is None:
            return _forget(tx, act, _guest(tx, act.league_id, player_id or 0))
        known = player_with(tx, act.league_id, user_id)
        return _forget(tx, act, Person(user_id, "" if known is None else known.name))

    return await _whole(store, leagues, act, user_id, meant)


def _guest(tx: Transaction, league_id: int, player_id: int) -> Person:
    guest = players(tx, league_id, [player_id]).get(player_id)
    if guest is None or guest.user_id is not None:
        raise Refusal(NO_GUEST)
    return Person(None, guest.name)


async def forget(store: Store, leagues: Leagues, act: Act, person: Person) -> Done:
    """Forget them: their spots ahead are dropped, so that cover is found, and all that says who they are goes."""
    return await _whole(store, leagues, act, person.user_id, lambda tx, act: _forget(tx, act, person))


async def _whole(
    store: Store, leagues: Leagues, act: Act, user_id: int | None, change: Callable[[Transaction, Act], str]
) -> Done:
    done = await done_once(store, act, change)
    if user_id is not None:
        leagues.forget(act.league_id, user_id)
    leagues.changed(act.league_id)
    return done


def _forget(tx: Transaction, act: Act, person: Person) -> str:
    those = leaving(tx, act, person)
    whom, number = those.whom, those.whom.player_id
    is_self = act.by == whom.user_id
    quiet = replace(act, by=NOBODY_ID) if is_self else act
    for night in those.spots:
        assert number is not None  # they have a spot
        settle(tx, quiet, night.night_id, lambda board: drop(board, number))
    erase_person(tx, whom)
    for dispute in those.disputes:
        assert number is not None  # they have a part in it
        step_out(tx, act, dispute.number, number)
    for night in those.hosts:
        set_job(tx, act.league_id, EVENT, night.night_id, act.at)  # its place is another now
    record_audit(tx, quiet, "a person was forgotten")
    under = "" if number is None else f" What stays in the books and tables stands under “{whom.pseudonym}”."
    if is_self:
        return f"You are forgotten in this league.{under} If you come back, you begin as somebody new."
    return f"They are forgotten in this league.{under} If they come back, they begin as somebody new."


async def redraw(client: FloorBot, league_id: int) -> None:
    """Draw anew whatever stands and may have shown somebody who was forgotten; send what is due by it."""
    night_id = (await client.leagues.now(league_id)).night_id
    if night_id is not None:
        client.live.touch(COCKPIT, league_id, night_id)
        for kept in await client.store.read(tables_of, league_id, night_id):
            client.live.touch(TABLE_CARD, league_id, kept.table_id)
    for night in await client.store.read(nights_ahead, league_id, client.clock()):
        client.live.touch(NIGHT_CARD, league_id, night.night_id)
    client.due.wake()


def told(head: str, those: Leaving, *, is_self: bool) -> str:
    """What it comes to, to be read before it is done; who has planned a year of nights reads how many more there are."""
    room = MOST_TEXT - 200  # the card also says that it cannot be undone
    return fitted([head, *(f"- {line}" for line in _lines(those, is_self=is_self))], "nights more", room)


def _lines(those: Leaving, *, is_self: bool) -> list[str]:
    """What goes, what stays and what is open; the nights ahead, which may be many, last."""
    you, your, have = ("You", "Your", "you have") if is_self else ("They", "Their", "they have")
    whom = those.whom
    told = [
        f"{your} account, name, wishes, messages, receipts and sign-ups ahead go; so do the words typed in"
        " cases and disputes, the files handed in there, and the name in what others typed."
    ]
    if whom.player_id is not None:
        told.append(
            f"What others rest on stays, under “{whom.pseudonym}”: bookings, seats and steps at tables, duties, downs, cases and"
            " disputes by their number. Nothing links it to the account any more."
        )
    told.append("What stands on Discord itself, such as older cards, stays there until somebody deletes it.")
    for value, currency in those.owed:
        does = f"{you} owe" if value < 0 else f"The league owes {'you' if is_self else 'them'}"
        told.append(f"**Open:** {does} {amount(abs(value), currency)}. Settle it first, or it stays under that name.")
    told += _dispute_lines(those, is_self=is_self)
    for night in those.spots:
        title = clipped(night.plan.title, 80)
        told.append(f"**Open:** the sign-up for {title} is dropped; if {have} a table to deal, cover is looked for.")
    for night in those.hosts:
        title = clipped(night.plan.title, 80)
        told.append(
            f"**Open:** {title} stays planned, with “ask the host” as its place, unless it is called off first."
        )
    return told


def _dispute_lines(those: Leaving, *, is_self: bool) -> list[str]:
    """What becomes of the disputes that go on."""
    number, you = those.whom.player_id, "you" if is_self else "them"
    parts = [each.number for each in those.disputes if each.role_of(number or 0) is not None]
    named = [each.number for each in those.disputes if _decides(each, number)]
    paid = [each.number for each in those.disputes if _is_paid(each, number)]
    told = {
        f"goes on without waiting for {you}, on what others have said, until it is decided or its time is over": parts,
        "is decided by somebody else, whom a host names": named,
        "has a payment that can then not be agreed to any more": paid,
    }
    return [f"**Open:** Dispute {' / '.join(map(str, numbers))} {what}." for what, numbers in told.items() if numbers]
