"""What a person can do in a dispute: plain values and the store in, plain values out. No Discord here.

Every act is one transaction that looks at the dispute first and adds a line to its log. What its thread must be told
is that log: `looking.to_tell` gives the lines it has not been told yet, `told` notes one as told, and a job of the kind TELL
is due whenever there are any.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime

from cogs.dispute.facts import possible
from cogs.dispute.looking import found_dispute, look, verify_no_part, with_accounts
from cogs.dispute.starting import LONGEST_WORDS
from cogs.dispute.values import DecisionForm, File, Look, Presser
from cogs.shared.leagues import Leagues
from cogs.shared.people import Person, done_once, met, met_by_account
from cogs.shared.refusals import Refusal
from data import dispute_acts as acts
from data import disputes
from data.dispute_steps import end, note_told, run_due
from data.due import Job
from data.fees import books_of
from data.handled import Act
from data.settings import all_settings, record_settings
from data.store import Store, Transaction
from league import dispute_rights as rights
from league.dispute import CLOSED, MONEY, SETTING, Decision, Dispute, Payment, Terms, is_interested, terms_of
from league.money import read_amount
from league.settings import settings_at

LONGEST_TEXT = 1000  # of what is found and why
LONGEST_LINE = 500  # of a correction, and of what changes next time
DONE = "done"
STALE = "This button is about an earlier decision: the dispute's card shows how it stands."
Change = Callable[[Transaction, Act, Dispute, int], None]


async def _change(store: Store, act: Act, presser: Presser, number: int, change: Change) -> Look:
    """Change the dispute as it stands then; it as this person sees it now. Raises Refusal."""

    def whole(tx: Transaction, act: Act) -> str:
        dispute = found_dispute(tx, act.league_id, number)
        me = met(tx, act, presser.person).player_id
        rights.verify_may_see(dispute, me, presser.is_staff)  # before anything else is said of it
        change(tx, act, dispute, me)
        return DONE

    await done_once(store, act, whole)
    return await look(store, act.league_id, number, presser, act.at)


# ------------------------------------------------------------------ its thread


async def placed(store: Store, act: Act, number: int, thread_id: int, card_id: int | None) -> None:
    """Its thread has been made or found again, and this message is its card."""
    await store.write(acts.place, act, number, thread_id, card_id)


async def thread_lost(store: Store, act: Act, number: int) -> None:
    """Its thread is gone: everybody has more time until it has another."""
    await store.write(acts.place, act, number, None, None)


async def number_of_thread(store: Store, league_id: int, thread_id: int) -> int | None:
    """The dispute of this thread; None: it is nobody's."""
    return await store.read(disputes.number_of_thread, league_id, thread_id)


# ------------------------------------------------------------------ both sides


async def give_side(store: Store, act: Act, presser: Presser, number: int, text: str, facts: Mapping[str, str]) -> Look:
    """Somebody says what happened; facts that the incident does not know are left out. Raises Refusal."""

    def change(tx: Transaction, act: Act, dispute: Dispute, me: int) -> None:
        rights.verify_may_give_side(dispute, me, act.at)
        if not text.strip():
            raise Refusal("Say in your own words what happened: your side was empty.")
        acts.add_side(tx, act, number, me, text.strip()[:LONGEST_WORDS], possible(dispute.incident, facts))

    return await _change(store, act, presser, number, change)


async def add_evidence(store: Store, act: Act, presser: Presser, number: int, files: Sequence[File]) -> Look:
    """Somebody hands something in. Raises Refusal, also where it is too big altogether."""

    def change(tx: Transaction, act: Act, dispute: Dispute, me: int) -> None:
        told = [file for file in files if file.content or file.words]
        if not told:
            raise Refusal("There was nothing in it: choose a file or a message that says something.")
        size = sum(len(file.words.encode()) if file.content is None else len(file.content) for file in told)
        rights.verify_may_add_evidence(dispute, me, size, act.at, len(told))
        for file in told:
            acts.add_evidence(
                tx, act, number, me, file.name[:100], file.media_type[:100], file.words[:4000], file.content
            )

    return await _change(store, act, presser, number, change)


async def add_person(store: Store, act: Act, presser: Presser, number: int, added: Person, role: str) -> Look:
    """The opener, a host or TD adds a WITNESS, or somebody who was IN_HAND. Raises Refusal."""

    def change(tx: Transaction, act: Act, dispute: Dispute, me: int) -> None:
        who = met(tx, act, added).player_id
        rights.verify_may_add(dispute, me, presser.is_staff, who, role, act.at)
        acts.add_person(tx, act, dispute, me, who, role)

    return await _change(store, act, presser, number, change)


# ------------------------------------------------------------------ deciding


async def name_decider(store: Store, act: Act, presser: Presser, number: int, named: Person) -> Look:
    """A host asks somebody to decide. Raises Refusal."""

    def change(tx: Transaction, act: Act, dispute: Dispute, me: int) -> None:
        if named.user_id is None:
            raise Refusal("Whoever decides accepts it by a press, so it must be somebody with an account here.")
        asked = met(tx, act, named).player_id
        rights.verify_may_name(dispute, presser.is_staff, asked, act.at)
        verify_no_part(tx, dispute, asked)
        acts.name_decider(tx, act, dispute, me, asked)

    return await _change(store, act, presser, number, change)


async def answer_naming(store: Store, act: Act, presser: Presser, number: int, accepts: bool) -> Look:
    """Whoever was asked accepts or gives it back. Raises Refusal."""

    def change(tx: Transaction, act: Act, dispute: Dispute, me: int) -> None:
        rights.verify_may_accept(dispute, me, act.at, accepts=accepts)
        acts.answer_naming(tx, act, number, me, accepts=accepts)

    return await _change(store, act, presser, number, change)


async def decide(
    store: Store, act: Act, presser: Presser, number: int, form: DecisionForm, left: Collection[int] = ()
) -> Look:
    """Decide it, or the appeal. `left`: accounts that have left the server. Raises Refusal."""

    def change(tx: Transaction, act: Act, dispute: Dispute, me: int) -> None:
        rights.verify_may_decide(dispute, me, presser.is_staff, act.at, with_accounts(tx, act.league_id, left))
        verify_no_part(tx, dispute, me)
        rights.verify_decision(dispute, form.outcome, form.reason, form.correction, form.payer, form.payee)
        made = Decision(
            instance=dispute.instance,
            by=me,
            at=act.at,
            outcome=form.outcome,
            found=form.found.strip()[:LONGEST_TEXT],
            reason=form.reason.strip()[:LONGEST_TEXT],
            correction=form.correction.strip()[:LONGEST_LINE],
            next_time=form.next_time.strip()[:LONGEST_LINE],
            payment=_payment(tx, act, dispute, form) if form.outcome == MONEY else None,
        )
        acts.record_decision(tx, act, dispute, made)

    return await _change(store, act, presser, number, change)


def _payment(tx: Transaction, act: Act, dispute: Dispute, form: DecisionForm) -> Payment:
    """What is to be paid, in the currency of the night it is about."""
    if dispute.night_id is None:
        currency = settings_at(all_settings(tx, act.league_id), act.at).currency
    else:
        currency = books_of(tx, act.league_id, dispute.night_id, act.at).currency
    return Payment(form.payer, form.payee, read_amount(form.amount, currency), currency)


async def agree(store: Store, act: Act, presser: Presser, number: int, instance: int) -> Look:
    """Whoever pays or is paid agrees to what this decision says; with both it is booked and the dispute is final.
    Raises Refusal, also where another decision stands by now.
    """

    def change(tx: Transaction, act: Act, dispute: Dispute, me: int) -> None:
        if dispute.decision is None or dispute.decision.instance != instance:
            raise Refusal(STALE)
        rights.verify_may_agree(dispute, me, act.at)
        acts.agree(tx, act, dispute, me)

    return await _change(store, act, presser, number, change)


async def appeal(store: Store, act: Act, presser: Presser, number: int, why: str) -> Look:
    """The opener or the other side appeals; where the league has named who hears it, they are asked. Raises Refusal."""

    def change(tx: Transaction, act: Act, dispute: Dispute, me: int) -> None:
        rights.verify_may_appeal(dispute, me, act.at)
        if not why.strip():
            raise Refusal("An appeal says what was wrong with the decision: give it in a sentence or two.")
        acts.record_appeal(tx, act, number, me, why.strip()[:LONGEST_TEXT])
        if dispute.terms.appeal_to is None:
            return
        hears = met_by_account(tx, act, dispute.terms.appeal_to).player_id
        if not is_interested(dispute, hears) and all(made.by != hears for made in dispute.decisions):
            acts.name_decider(tx, act, found_dispute(tx, act.league_id, number), None, hears)

    return await _change(store, act, presser, number, change)


# ------------------------------------------------------------------ ending without a decision


async def close(store: Store, act: Act, presser: Presser, number: int, reason: str) -> Look:
    """Close it before a decision. Raises Refusal."""

    def change(tx: Transaction, act: Act, dispute: Dispute, me: int) -> None:
        rights.verify_may_close(dispute, me, presser.is_staff, reason, act.at)
        end(tx, act.league_id, number, act.at, CLOSED, me, reason.strip()[:LONGEST_TEXT])

    return await _change(store, act, presser, number, change)


async def reopen(store: Store, act: Act, presser: Presser, number: int, reason: str) -> Look:
    """Open again what was closed, left or lapsed. Raises Refusal."""

    def change(tx: Transaction, act: Act, dispute: Dispute, me: int) -> None:
        rights.verify_may_reopen(dispute, me, presser.is_staff)
        acts.reopen(tx, act, number, me, reason.strip()[:LONGEST_TEXT])

    return await _change(store, act, presser, number, change)


# ------------------------------------------------------------------ how the league runs them


async def set_terms(
    store: Store, leagues: Leagues, act: Act, presser: Presser, changes: Mapping[str, int | None]
) -> Terms:
    """Set some of the league's terms, None: back to the default; they count from the next dispute. Raises Refusal."""
    if not presser.is_staff:
        raise Refusal("Only a host or TD sets how this league runs its disputes.")

    def whole(tx: Transaction, act: Act) -> str:
        rights.verify_terms(changes)
        return record_settings(tx, act, {SETTING + name: value for name, value in changes.items()}, act.at, DONE)

    await done_once(store, act, whole)
    leagues.changed(act.league_id)
    return terms_of((await leagues.at(act.league_id, act.at)).settings)


# ------------------------------------------------------------------ what falls due


async def due(store: Store, job: Job, now: datetime) -> bool:
    """Do what is due of any kind but TELL; True if something happened, which TELL then tells."""
    return await store.write(run_due, job.league_id, job.subject, job.kind, now)


async def told(store: Store, league_id: int, number: int, step_id: int) -> None:
    """This line has been told; with the last one the job goes."""
    await store.write(note_told, league_id, number, step_id)
