"""What becomes of a decision: a rule of the league's own, and a summary without names. No Discord here."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from cogs.dispute.facts import OWN, ruled
from cogs.dispute.looking import found_dispute, seen_by
from cogs.dispute.transcript import OUTCOME_WORDS
from cogs.dispute.values import Presser, RuleDraft
from cogs.shared.leagues import Leagues
from cogs.shared.past import anonymous
from cogs.shared.people import done_once, met, seen
from cogs.shared.refusals import Refusal
from data.dispute_acts import keep_rule
from data.dispute_steps import note
from data.disputes import log_of
from data.handled import Act, claim, close_claim
from data.players import players
from data.settings import all_settings, record_own_rule
from data.store import Store, Transaction
from league.dispute import ENDED, SUMMED_UP, UPHELD, Dispute, is_summed_up, side_by_side, state
from league.dispute_rights import verify_may_make_rule
from league.settings import OUTCOMES, settings_at
from rules.facts import vocabulary
from rules.library import load
from rules.rulings import SILENT

LONGEST_TITLE = 100
LONGEST_RULE = 1000
POSTED = "The summary has been posted already."


# ------------------------------------------------------------------ a house rule


async def draft_rule(store: Store, league_id: int, number: int, presser: Presser, now: datetime) -> RuleDraft:
    """The league's own rule that this decision would make, to be read over. Raises Refusal."""

    def looked(tx: Transaction) -> RuleDraft:
        dispute, _ = seen_by(tx, league_id, number, presser)
        verify_may_make_rule(dispute, presser.is_staff)
        return _draft(tx, dispute, now)

    return await seen(store, looked)


def _draft(tx: Transaction, dispute: Dispute, now: datetime) -> RuleDraft:
    made = dispute.decision
    assert made is not None  # what is final was decided
    incident = vocabulary().incidents.get(dispute.incident or "")
    outcome = dispute.table_outcome if made.outcome == UPHELD and dispute.table_outcome in OUTCOMES else None
    difference = _difference(dispute)
    names = [player.name for player in players(tx, dispute.league_id).values()]
    told = anonymous(made.next_time or made.correction or made.reason, names)
    day = now.astimezone(ZoneInfo(settings_at(all_settings(tx, dispute.league_id), now).zone)).date()
    from_then = f"From {day.isoformat()}, after dispute {dispute.number}."
    room = LONGEST_RULE - len(difference) - len(from_then) - 2
    return RuleDraft(
        title=(incident.name if incident is not None else f"After dispute {dispute.number}")[:LONGEST_TITLE],
        text=f"{told[:room].strip()} {difference} {from_then}".replace("  ", " ").strip(),
        incident=None if incident is None or outcome is None else incident.incident_id,
        outcome=None if incident is None else outcome,
        difference=difference,
    )


def _difference(dispute: Dispute) -> str:
    """What the books come to on the facts nobody disputes, which the rule goes ahead of; empty: of no incident."""
    if dispute.incident is None or dispute.incident not in vocabulary().incidents:
        return ""
    outcome, book, cites = ruled(dispute.rules, dispute.incident, side_by_side(dispute).agreed, with_own=False)
    if book is None or book == OWN or outcome == SILENT:
        return "The books say nothing on it."
    source = load().clauses[cites[0]].cite if cites else load().books[book].short
    return f"The books alone: {vocabulary().outcomes.get(outcome, outcome).lower()} ({source})."


async def make_rule(store: Store, leagues: Leagues, act: Act, presser: Presser, number: int, draft: RuleDraft) -> int:
    """Make it a house rule from this moment on; the rule's number. Raises Refusal."""
    done = await done_once(store, act, _make, presser, number, draft)
    leagues.changed(act.league_id)
    return int(done.answer)


def _make(tx: Transaction, act: Act, presser: Presser, number: int, draft: RuleDraft) -> str:
    dispute = found_dispute(tx, act.league_id, number)
    verify_may_make_rule(dispute, presser.is_staff)
    title, text = draft.title.strip()[:LONGEST_TITLE], draft.text.strip()[:LONGEST_RULE]
    if not title or not text:
        raise Refusal("A rule has a title and a text: write both.")
    if (draft.incident is None) != (draft.outcome is None):
        raise Refusal(
            "A rule that settles something says what goes wrong and how it is settled: choose both or neither."
        )
    if draft.incident is not None and (draft.incident not in vocabulary().incidents or draft.outcome not in OUTCOMES):
        raise Refusal("Choose what goes wrong and how it is settled from the lists.")
    own_rule_id = record_own_rule(tx, act, title, text, draft.incident, draft.outcome, act.at)
    keep_rule(tx, act, number, met(tx, act, presser.person).player_id, int(own_rule_id))
    return own_rule_id


# ------------------------------------------------------------------ a summary


async def summary(store: Store, league_id: int, number: int, presser: Presser, now: datetime) -> tuple[str, ...]:
    """An anonymous summary's lines: no names, no numbers of people. Raises Refusal before it has ended, or once posted."""

    def looked(tx: Transaction) -> tuple[str, ...]:
        dispute, _ = seen_by(tx, league_id, number, presser)
        made = dispute.decision
        if not presser.is_staff:
            raise Refusal("Only a host or TD posts a summary: ask one of them.")
        if state(dispute, now) != ENDED or made is None:
            raise Refusal("There is something to sum up when the dispute has ended with a decision.")
        _verify_not_posted(tx, dispute)
        incident = vocabulary().incidents.get(dispute.incident or "")
        names = [player.name for player in players(tx, league_id).values()]
        told = (
            "" if incident is None else f"What it was about: {incident.name}",
            f"What came of it: {OUTCOME_WORDS[made.outcome]}",
            f"Why: {made.reason}" if made.reason else "",
            f"Next time: {made.next_time}" if made.next_time else "",
        )
        return tuple(anonymous(line, names) for line in told if line)

    return await seen(store, looked)


def _verify_not_posted(tx: Transaction, dispute: Dispute) -> None:
    if is_summed_up(log_of(tx, dispute.league_id, dispute.number)):
        raise Refusal(POSTED)


async def claim_summary(store: Store, act: Act, number: int, interaction_id: int) -> None:
    """Take on posting it, which is done outside the database. Raises Refusal where somebody does, or has."""

    def whole(tx: Transaction) -> None:
        _verify_not_posted(tx, found_dispute(tx, act.league_id, number))
        if not claim(tx, act, interaction_id):
            raise Refusal(POSTED)

    await store.write(whole)


async def summary_posted(store: Store, act: Act, presser: Presser, number: int) -> None:
    """It has been posted, which its log keeps for good."""

    def whole(tx: Transaction) -> None:
        if not is_summed_up(log_of(tx, act.league_id, number)):  # one press, delivered twice at once
            note(tx, act.league_id, number, act.at, SUMMED_UP, met(tx, act, presser.person).player_id)
        close_claim(tx, act)

    await store.write(whole)
