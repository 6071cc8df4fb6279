"""Who may do what in a dispute; each raises NotNow with one sentence. Pure.

`by` is a player id, `is_staff`: a host or TD of the league.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta

from league.dispute import (
    APPEALED,
    CLOSED,
    CORRECTED,
    DECIDED,
    DECIDING,
    ENDED,
    FINAL,
    LEFT,
    MONEY,
    OUTCOMES,
    SIDES,
    Dispute,
    Evidence,
    is_interested,
    is_sealed,
    state,
    unheard,
    waits_for_sides,
)
from league.dispute_roles import IN_HAND, PARTIES, WITNESS
from league.refusing import NotNow

MOST_SIDES = 10  # of one person in one dispute
MOST_PIECES = 10  # of evidence, of one person in one dispute
MOST_EVIDENCE = 25  # pieces in one dispute: what Discord shows in one choice
MOST_PEOPLE = 30  # who have to do with one
MEGABYTE = 1_000_000
LIMITS = {  # what the terms can be
    "sides_first_hours": (1, 336),
    "decide_days": (1, 60),
    "appeal_days": (0, 30),
    "quiet_days": (1, 90),
    "evidence_megabytes": (1, 25),
}
OVER = "This dispute is over: its thread and /dispute show say how it ended."
NO_PART = "Only those this dispute is between, its witnesses, hosts, TDs and its decider can see it."
HAS_PART = (
    "Whoever opened a dispute, stands on its other side, was in the hand or gave a side does not decide it:"
    " a host can name somebody else."
)


def verify_terms(changes: Mapping[str, int | None]) -> None:
    """Every time and size within what a league can want; None: back to the default."""
    for name, value in changes.items():
        if value is None or name not in LIMITS:
            continue
        least, most = LIMITS[name]
        if not least <= value <= most:
            raise NotNow(
                f"{name.replace('_', ' ').capitalize()} can be {least} to {most}: choose a number between them."
            )


def verify_may_see(dispute: Dispute, by: int, is_staff: bool) -> None:
    """Those involved, hosts, TDs and whoever was asked to decide."""
    is_involved = dispute.role_of(by) not in (None, IN_HAND)
    if not (is_staff or is_involved or any(one.player_id == by for one in dispute.deciders)):
        raise NotNow(NO_PART)


def verify_may_give_side(dispute: Dispute, by: int, now: datetime) -> None:
    """The opener, the other side and witnesses, until it is decided; on appeal, too."""
    _verify_heard(dispute, by, now)
    if sum(side.player_id == by for side in dispute.sides) >= MOST_SIDES:
        raise NotNow(f"You have given {MOST_SIDES} sides here, which is enough to decide it: leave it to the decider.")


def verify_may_add_evidence(dispute: Dispute, by: int, size: int, now: datetime, pieces: int = 1) -> None:
    """The same people, within the league's size (bytes), of which nobody takes the last quarter from the others."""
    _verify_heard(dispute, by, now)
    theirs = [piece for piece in dispute.evidence if piece.player_id == by]
    if len(theirs) + pieces > MOST_PIECES or len(dispute.evidence) + pieces > MOST_EVIDENCE:
        raise NotNow(
            f"That is too much: a dispute keeps {MOST_EVIDENCE} pieces of evidence, {MOST_PIECES} from one person, and has"
            f" {len(theirs)} from you. Say in your side what else there is."
        )
    most = dispute.terms.evidence_megabytes * MEGABYTE
    left = min(most - _kept(dispute.evidence), most * 3 // 4 - _kept(theirs))
    if size > left:
        raise NotNow(
            f"That is too big: this league keeps {dispute.terms.evidence_megabytes} MB with a dispute, a quarter of it for"
            f" the others, and {max(0, left) / MEGABYTE:.1f} MB are left to you. Hand in something smaller, such as a cut of"
            " the picture."
        )


def _kept(evidence: Iterable[Evidence]) -> int:
    return sum(piece.size for piece in evidence if piece.has_content or piece.words)


def _verify_heard(dispute: Dispute, by: int, now: datetime) -> None:
    if dispute.role_of(by) in (None, IN_HAND):
        raise NotNow("Only those this dispute is between and its witnesses are heard in it.")
    match state(dispute, now):
        case "ended":
            raise NotNow(OVER)
        case "decided":
            raise NotNow("This has been decided, so nothing is added now: say it with an appeal, if there is one.")


def verify_may_add(dispute: Dispute, by: int, is_staff: bool, added: int, role: str, now: datetime) -> None:
    """The opener, a host or TD adds a witness, or somebody who was in the hand and so does not decide; until it is decided.

    Whom it is with stays as it was opened: a seal that has opened does not close again.
    """
    if by != dispute.opener and not is_staff:
        raise NotNow("Only whoever opened it, or a host or TD, adds somebody to a dispute: ask one of them.")
    if role not in (WITNESS, IN_HAND):
        raise NotNow("Choose whether they saw it or were in the hand; whom a dispute is with stays as it was opened.")
    match state(dispute, now):
        case "ended":
            raise NotNow(OVER)
        case "decided":
            raise NotNow("This has been decided, so nobody is added now: somebody can be if it is appealed.")
    one = next((one for one in dispute.involved if one.player_id == added), None)
    if one is not None and (one.role in PARTIES or one.role == role or (role == IN_HAND and one.was_in_hand)):
        raise NotNow("They are part of this dispute already, so there is nothing to add.")
    asked = dispute.decider
    has_accepted = asked is not None and asked.player_id == added and asked.accepted_at is not None
    if has_accepted or any(made.by == added for made in dispute.decisions):
        raise NotNow("They have decided this or accepted to: who has a part in it gives the decision back first.")
    if one is None and len(dispute.involved) >= MOST_PEOPLE:
        raise NotNow(f"A dispute has up to {MOST_PEOPLE} people to do with it: say in your side who else was there.")


def verify_may_name(dispute: Dispute, is_staff: bool, named: int, now: datetime) -> None:
    """A host or TD, also one who was in the hand, names somebody who has nothing to do with it."""
    if not is_staff:
        raise NotNow("Only a host or TD names who decides: ask one of them.")
    if state(dispute, now) == ENDED:
        raise NotNow(OVER)
    if state(dispute, now) == DECIDED:
        raise NotNow("This has been decided: somebody can be named again if it is appealed.")
    asked = dispute.decider
    if asked is not None and asked.accepted_at is not None:
        raise NotNow("Somebody has accepted to decide this and is not replaced unless they give it back.")
    if asked is not None and asked.player_id == named:
        raise NotNow("That person has been asked already: wait for the answer, or name somebody else.")
    _verify_neutral(dispute, named)


def _verify_neutral(dispute: Dispute, player_id: int) -> None:
    if is_interested(dispute, player_id):
        raise NotNow(HAS_PART)
    if dispute.appealed_at is not None and any(made.by == player_id for made in dispute.decisions):
        raise NotNow("An appeal is heard by somebody other than the one who decided first: a host can name them.")


def verify_may_accept(dispute: Dispute, by: int, now: datetime, *, accepts: bool) -> None:
    """Whoever was asked to decide; giving it back is possible after accepting, too."""
    if state(dispute, now) in (ENDED, DECIDED):
        raise NotNow("This has been decided or is over, so nobody is needed to decide it now.")
    asked = dispute.decider
    if asked is None or asked.player_id != by:
        raise NotNow("You are not the one who is asked to decide this now.")
    if accepts and asked.accepted_at is not None:
        raise NotNow("You have accepted already: press Decide when you have made up your mind.")
    if accepts:
        _verify_neutral(dispute, by)


def verify_may_decide(
    dispute: Dispute, by: int, is_staff: bool, now: datetime, left: Collection[int] = frozenset()
) -> None:
    """A host or TD who has nothing to do with it, or who was named and accepted; an appeal only the latter.

    Not before both sides are heard or the time for it has passed. `left`: who has left the server, so is not waited for.
    """
    where, asked = state(dispute, now), dispute.decider
    if where == ENDED:
        raise NotNow(OVER)
    if where == DECIDED:
        raise NotNow("This has been decided already: what is left is an appeal, if there is one.")
    _verify_neutral(dispute, by)
    has_accepted = asked is not None and asked.accepted_at is not None
    if not (asked is not None and asked.player_id == by and has_accepted):
        if asked is not None and asked.player_id == by:
            raise NotNow("You were asked to decide this: accept it first, then decide.")
        if has_accepted:
            raise NotNow("Somebody else was named to decide this and has accepted: leave it to them.")
        if where == APPEALED:
            raise NotNow("An appeal is decided by the one person named for it, who accepts it first.")
        if not is_staff:
            raise NotNow("Only a host, a TD or somebody a host names decides a dispute.")
    if is_sealed(dispute, now):
        raise NotNow("The sides are still sealed: decide when both are in or the time has passed.")
    _verify_both_heard(dispute, now, left)


def _verify_both_heard(dispute: Dispute, now: datetime, left: Collection[int]) -> None:
    if dispute.decisions or set(unheard(dispute)) <= set(left):
        return  # on appeal everybody has had their time
    if dispute.placed_at is None:
        raise NotNow(
            "This dispute has no thread now in which the other side could be heard: /dispute show gives it one again."
        )
    if waits_for_sides(dispute, now):
        raise NotNow(
            "Both sides have not been heard yet: decide when everybody this is between has given a side, or when the"
            f" {dispute.terms.sides_first_hours} hours for it are over, which its thread says."
        )


def verify_decision(
    dispute: Dispute, outcome: str, reason: str, correction: str, payer: int | None, payee: int | None
) -> None:
    """A decision has a reason, and what its outcome needs."""
    if outcome not in OUTCOMES:
        raise NotNow("Choose an outcome from the list.")
    if not reason.strip():
        raise NotNow("A decision says why: give the reason in a sentence or two.")
    if outcome == CORRECTED and not correction.strip():
        raise NotNow("Say what the record should read: that is the correction.")
    if outcome != MONEY:
        return
    people = {one for one in (payer, payee) if one is not None}
    if not people or payer == payee:
        raise NotNow("Money needs somebody who pays and somebody else who is paid; one of them may be the league.")
    able = {one.player_id for one in dispute.involved if one.has_account and one.role != IN_HAND}
    if not people <= able:
        raise NotNow(
            "Money is booked only when both agree by a press, so both must be part of this dispute with an account"
            " here: choose them from it, or choose Record corrected and let the host book it."
        )


def verify_may_appeal(dispute: Dispute, by: int, now: datetime) -> None:
    """The opener or the other side, once, until it is final."""
    where = state(dispute, now)
    if where == ENDED:
        raise NotNow("This is final: the time for an appeal is over." if dispute.decisions else OVER)
    if where == APPEALED:
        raise NotNow("This has been appealed already; the decision on that is final.")
    if where != DECIDED:
        raise NotNow("There is no decision yet that could be appealed.")
    if dispute.role_of(by) not in PARTIES:
        raise NotNow("Only those this dispute is between can appeal.")


def verify_may_agree(dispute: Dispute, by: int, now: datetime) -> None:
    """Who pays and who is paid by the decision that stands, for as long as a quiet dispute would be left open."""
    made = dispute.decision
    payment = None if made is None else made.payment
    if made is None or payment is None:
        raise NotNow("This decision is not about money, so there is nothing to agree to.")
    if dispute.appealed_at is not None and state(dispute, now) == APPEALED:
        raise NotNow("This has been appealed, so the payment waits for the decision on that.")
    if payment.booking_id is not None:
        raise NotNow(f"Both have agreed, and it is booked: booking {payment.booking_id}.")
    if by not in payment.people:
        raise NotNow("Only whoever pays and whoever is paid agree to this.")
    if not set(payment.people) <= {one.player_id for one in dispute.involved if one.has_account}:
        raise NotNow("Whoever was to agree with you has been forgotten here: a host can book it with /money.")
    if by in payment.agreed:
        raise NotNow("You have agreed already: it is booked as soon as the other side does.")
    if now > made.at + timedelta(days=dispute.terms.quiet_days):
        raise NotNow("This was decided too long ago to be booked from here: a host can book it with /money.")


def verify_may_close(dispute: Dispute, by: int, is_staff: bool, reason: str, now: datetime) -> None:
    """The opener, or a host or TD who has nothing to do with it, before it is decided, with a reason."""
    where = state(dispute, now)
    if where == ENDED:
        raise NotNow(OVER)
    if where not in (SIDES, DECIDING):
        raise NotNow("This has been decided, so it ends by itself: it is final when nobody appeals in time.")
    if by != dispute.opener and not (is_staff and not is_interested(dispute, by)):
        raise NotNow("Only whoever opened it, or a host or TD who has no part in it, closes a dispute.")
    if not reason.strip():
        raise NotNow("Closing says why: give a reason in a few words.")


def verify_may_reopen(dispute: Dispute, by: int, is_staff: bool) -> None:
    """A host or TD who has nothing to do with it, or the opener what they closed or left; never what is final."""
    if dispute.ended is None:
        raise NotNow("This dispute is open: there is nothing to open again.")
    if dispute.ended.how == FINAL:
        raise NotNow("This decision is final, so it is not opened again; a new rule can settle it for next time.")
    is_theirs = by == dispute.opener and (
        dispute.ended.how == LEFT or (dispute.ended.how == CLOSED and dispute.ended.by == by)
    )
    if not is_theirs and not (is_staff and not is_interested(dispute, by)):
        raise NotNow("Only a host or TD who has no part in it opens it again, or its opener what they closed.")


def verify_may_make_rule(dispute: Dispute, is_staff: bool) -> None:
    """A host or TD, once it has ended with a decision, once."""
    if not is_staff:
        raise NotNow("Only a host or TD makes a rule of it.")
    if dispute.ended is None or dispute.ended.how != FINAL:
        raise NotNow("A rule is made of a decision that is final: wait until this one is.")
    if dispute.own_rule_id is not None:
        raise NotNow(
            f"A rule of the league was made of this already: rule {dispute.own_rule_id}. If it was withdrawn, make another"
            " with /league house-rule own."
        )
