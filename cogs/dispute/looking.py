"""Disputes as people look at them: one, a list, what was decided before, the transcript. No Discord here."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection
from datetime import datetime

from cogs.dispute.facts import either_way
from cogs.dispute.transcript import transcript
from cogs.dispute.values import File, Line, Look, Presser, Telling
from cogs.shared.past import Past, past_like, without_names
from cogs.shared.people import found, seen
from cogs.shared.refusals import Refusal
from data.dispute_lists import Decided, decided, disputes_seen_by
from data.dispute_steps import told_step
from data.disputes import dispute_of, evidence_content, log_of, may_be_forgotten_one
from data.ledger import bookings_of
from data.players import players
from data.store import Store, Transaction
from league.books import TIP_POOL, TIPS, Booking, player
from league.dispute import DECIDED, ENDED, Dispute, as_seen_by, is_sealed, side_by_side, state
from league.dispute_rights import verify_may_decide, verify_may_see
from league.dispute_roles import IN_HAND
from league.dispute_turns import whose_turn
from rules.facts import vocabulary
from rules.words import terms

NO_DISPUTE = "This league has no dispute of that number: /dispute list shows yours."
PAGE = 20  # disputes in a list
MOST_FOUND = 5  # earlier decisions that are shown for words


async def look(store: Store, league_id: int, number: int, presser: Presser, now: datetime) -> Look:
    """The dispute as this person may see it. Raises Refusal."""
    return await seen(store, _look, league_id, number, presser, now)


def _look(tx: Transaction, league_id: int, number: int, presser: Presser, now: datetime) -> Look:
    dispute, me = seen_by(tx, league_id, number, presser)
    named = any(one.player_id == me for one in dispute.deciders)
    return _looked(tx, dispute, me, now, dispute.parties if presser.is_staff or named else (me,))


def found_dispute(tx: Transaction, league_id: int, number: int) -> Dispute:
    """The league's dispute of that number. Raises Refusal where it has none."""
    dispute = dispute_of(tx, league_id, number)
    if dispute is None:
        raise Refusal(NO_DISPUTE)
    return dispute


def seen_by(tx: Transaction, league_id: int, number: int, presser: Presser) -> tuple[Dispute, int]:
    """The dispute, whole, and who looks at it, 0: not a player. Raises where they may not see it."""
    dispute = found_dispute(tx, league_id, number)
    known = found(tx, league_id, presser.person)
    me = 0 if known is None else known.player_id
    verify_may_see(dispute, me, presser.is_staff)
    return dispute, me


def with_accounts(tx: Transaction, league_id: int, accounts: Collection[int]) -> frozenset[int]:
    """The players these accounts are."""
    return frozenset(one.player_id for one in players(tx, league_id).values() if one.user_id in accounts)


def verify_no_part(tx: Transaction, dispute: Dispute, player_id: int) -> None:
    """Nobody decides their own matter by being forgotten and coming back. Raises Refusal."""
    if may_be_forgotten_one(tx, dispute, player_id):
        raise Refusal(
            "Somebody of this dispute was forgotten here, and I cannot tell them from whoever came after it was opened: it"
            " is decided by somebody who was known here before, whom a host can name."
        )


async def thread_look(store: Store, league_id: int, number: int, now: datetime) -> Look:
    """The dispute as its thread sees it. Raises Refusal where there is none of that number."""
    return await seen(store, _thread_look, league_id, number, now)


def _thread_look(tx: Transaction, league_id: int, number: int, now: datetime) -> Look:
    dispute = found_dispute(tx, league_id, number)
    return _looked(tx, dispute, None, now, (dispute.opener,))


def _looked(tx: Transaction, dispute: Dispute, viewer: int | None, now: datetime, whose: tuple[int, ...]) -> Look:
    shown = as_seen_by(dispute, viewer, now)
    facts = side_by_side(shown)
    log = log_of(tx, dispute.league_id, dispute.number)
    people = {
        *(one.player_id for one in dispute.involved),
        *(one.player_id for one in dispute.deciders),
        *(made.by for made in dispute.decisions),
        *(step.player_id for step in log if step.player_id is not None),
    }
    return Look(
        dispute=shown,
        state=state(dispute, now),
        is_sealed=is_sealed(dispute, now),
        waiting=whose_turn(dispute, now),
        people=players(tx, dispute.league_id, people),
        facts=facts,
        ways=either_way(dispute, facts),
        past=past_like(tx, dispute.league_id, dispute.incident, dispute.clauses, dispute.number),
        bookings=_bookings(tx, dispute, whose),
        log=log,
        given=frozenset(side.player_id for side in dispute.sides),
    )


def _bookings(tx: Transaction, dispute: Dispute, whose: tuple[int, ...]) -> tuple[Booking, ...]:
    """What stood in the night's books for these people when it was opened; tips are nobody's to look up."""
    if dispute.night_id is None:
        return ()
    places = {player(player_id) for player_id in whose}
    return tuple(
        booking
        for booking in bookings_of(tx, dispute.league_id, dispute.night_id)
        if booking.booked_at <= dispute.opened_at
        and booking.what not in (TIPS, TIP_POOL)
        and any(place in places for move in booking.moves for place in (move.source, move.target))
    )


async def evidence_of(
    store: Store, league_id: int, number: int, evidence_id: int, presser: Presser, now: datetime
) -> File:
    """One piece of evidence with its content. Raises Refusal where this person may not see it."""

    def looked(tx: Transaction) -> File:
        dispute, me = seen_by(tx, league_id, number, presser)
        pieces = as_seen_by(dispute, me, now).evidence
        piece = next((one for one in pieces if one.evidence_id == evidence_id), None)
        if piece is None:
            raise Refusal("That is not there to be seen: it is sealed still, or this dispute has no such evidence.")
        return File(
            piece.name, piece.media_type, evidence_content(tx, league_id, number, evidence_id), piece.words
        )  # fmt: skip

    return await seen(store, looked)


async def look_to_decide(
    store: Store, league_id: int, number: int, presser: Presser, now: datetime, left: Collection[int] = ()
) -> Look:
    """The dispute for whoever presses [Decide], before the form opens. `left`: accounts gone. Raises Refusal."""

    def looked(tx: Transaction) -> Look:
        dispute, me = seen_by(tx, league_id, number, presser)
        verify_may_decide(dispute, me, presser.is_staff, now, with_accounts(tx, league_id, left))
        verify_no_part(tx, dispute, me)
        return _look(tx, league_id, number, presser, now)

    return await seen(store, looked)


async def to_tell(store: Store, league_id: int, number: int, now: datetime) -> Telling:
    """What its thread has not been told. Nothing to tell: no steps."""

    def looked(tx: Transaction) -> Telling:
        after = told_step(tx, league_id, number)
        return Telling(_thread_look(tx, league_id, number, now), log_of(tx, league_id, number, after))

    return await seen(store, looked)


async def export(store: Store, league_id: int, number: int, presser: Presser, now: datetime) -> str:
    """The transcript of everything that went through the bot, as this person may see it. Raises Refusal."""
    return transcript(await look(store, league_id, number, presser, now))


# ------------------------------------------------------------------ several


async def listed(
    store: Store, league_id: int, presser: Presser, now: datetime, *, open_only: bool = False, before: int | None = None
) -> list[Line]:
    """The disputes this person may see, newest first, one more than a page shows (PAGE)."""

    def looked(tx: Transaction) -> list[Line]:
        known = found(tx, league_id, presser.person)
        me = 0 if known is None else known.player_id
        every = disputes_seen_by(
            tx, league_id, me, PAGE + 1,
            is_staff=presser.is_staff, open_only=open_only, before=before,
        )  # fmt: skip
        return [_line(dispute, me, now) for dispute in every]

    return await store.read(looked)


def _line(dispute: Dispute, me: int, now: datetime) -> Line:
    made, ended = dispute.decision, dispute.ended
    return Line(
        number=dispute.number,
        opened_at=dispute.opened_at,
        incident=dispute.incident,
        state=state(dispute, now),
        outcome=None if made is None else made.outcome,
        how=None if ended is None else ended.how,
        thread_id=dispute.thread_id,
        is_heard=dispute.role_of(me) not in (None, IN_HAND) and state(dispute, now) not in (DECIDED, ENDED),
    )


async def precedents(store: Store, league_id: int, typed: str) -> list[Past]:
    """Past decisions that these words speak of, the nearest first; found by reason and facts, shown without names."""

    def looked(tx: Transaction) -> list[Past]:
        return list(without_names(tx, league_id, nearest(decided(tx, league_id), typed)))

    return await store.read(looked)


def nearest(every: list[Decided], typed: str) -> list[Past]:
    """The decisions that share words with these, a rare word counting for more than a common one."""
    wanted = set(terms(typed))
    told = {one.number: _terms(one) for one in every}
    common = Counter(term for words in told.values() for term in words)
    near = {
        number: sum(math.log(1 + len(every) / common[term]) for term in wanted & words)
        for number, words in told.items()
    }
    ranked = sorted((one for one in every if near[one.number]), key=lambda one: (-near[one.number], -one.number))
    return [Past(one.number, one.at, one.incident, one.outcome, one.reason, "words") for one in ranked[:MOST_FOUND]]


def _terms(one: Decided) -> set[str]:
    incident = vocabulary().incidents.get(one.incident or "")
    texts = (one.found, one.reason, one.correction, one.next_time, "" if incident is None else incident.name)
    return {term for text in texts for term in terms(text)}
