"""A dispute as it stands: who has to do with it, what is sealed, where it stands; values only.

People are player ids. Times are aware UTC and handed in. Whose turn it is: `league/dispute_turns.py`;
who may do what: `league/dispute_rights.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime, timedelta
from typing import Any

from league.dispute_roles import OPENER, PARTIES
from league.settings import Settings

SOURCES = ("case", "table", "message", "words")
SIDES, DECIDING, DECIDED, APPEALED, ENDED = STATES = ("sides", "deciding", "decided", "appealed", "ended")
FINAL, TABLE_STANDS, CLOSED, LEFT = ENDS = ("final", "table_stands", "closed", "left")
UPHELD, CORRECTED, MONEY, CLARIFIED, APOLOGY, NO_FAULT = OUTCOMES = (
    "upheld", "corrected", "money", "clarified", "apology", "no_fault",
)  # fmt: skip
FIRST, APPEAL = 1, 2  # the decision, and the one on appeal

# What can have happened, line by line of a dispute's log; it ends with a line of one of ENDS.
OPENED, SIDE, EVIDENCE, UNSEALED, NAMED, ACCEPTED, DECLINED = (
    "opened", "side", "evidence", "unsealed", "named", "accepted", "declined",
)  # fmt: skip
DECISION, AGREED, BOOKED, APPEAL_MADE, REMINDED, REOPENED, HOUSE_RULE = (
    "decision", "agreed", "booked", "appeal", "reminded", "reopened", "house_rule",
)  # fmt: skip
ADDED, SIDES_OVER, FORGOTTEN, SUMMED_UP = ("added", "sides_over", "forgotten", "summed_up")

GRACE = timedelta(hours=24)  # between a reminder and what happens if nothing comes
SETTING = "disputes."  # how the terms are named among the settings
TABLE = 0  # the table's own record, where people are told apart by their number


@dataclass(frozen=True)
class Terms:
    """How a league runs its disputes, as it stood when one was opened.

    `appeal_days` 0: no appeal. `appeal_to`: the account that hears appeals, None: a host names somebody each time.
    `summary_channel`: where an anonymous summary may go, None: nowhere.
    """

    sides_first_hours: int = 48
    decide_days: int = 7
    appeal_days: int = 3
    quiet_days: int = 14
    evidence_megabytes: int = 8
    summary_channel: int | None = None
    appeal_to: int | None = None


@dataclass(frozen=True)
class RulesThen:
    """The rules as they stood at the opening; `own_rules` as a case keeps them, the newest first."""

    kind: str
    order: tuple[str, ...]
    editions: Mapping[str, str]
    alternates: tuple[str, ...]
    own_rules: Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Involved:
    """Somebody who has to do with it. `was_in_hand`: was dealt in, or dealt it. `has_account`: can press and write."""

    player_id: int
    role: str
    was_in_hand: bool
    has_account: bool = True


@dataclass(frozen=True)
class Side:
    """What somebody says happened, and the facts they state by the vocabulary's ids. `text` empty: erased."""

    side_id: int
    player_id: int
    at: datetime
    text: str
    facts: Mapping[str, str]


@dataclass(frozen=True)
class Evidence:
    """What was handed in: a file (`has_content`) or a message's `words`. `size` in bytes."""

    evidence_id: int
    player_id: int
    at: datetime
    name: str
    media_type: str
    words: str
    size: int
    has_content: bool


@dataclass(frozen=True)
class Decider:
    """Somebody asked to decide this instance. Both moments None: has not answered yet."""

    instance: int
    player_id: int
    named_at: datetime
    accepted_at: datetime | None = None
    declined_at: datetime | None = None


@dataclass(frozen=True)
class Payment:
    """Money by agreement, in minor units; who pays or is paid None: the league itself.

    `agreed`: who has pressed. `booking_id` None: not booked.
    """

    payer_id: int | None
    payee_id: int | None
    amount: int
    currency: str
    agreed: frozenset[int] = frozenset()
    booking_id: int | None = None

    @property
    def people(self) -> tuple[int, ...]:
        """The players who must agree."""
        return tuple(one for one in (self.payer_id, self.payee_id) if one is not None)


@dataclass(frozen=True)
class Decision:
    """What somebody decided. `correction`: the words of a corrected record. `payment`: of an outcome in money."""

    instance: int
    by: int
    at: datetime
    outcome: str
    found: str
    reason: str
    correction: str = ""
    next_time: str = ""
    payment: Payment | None = None


@dataclass(frozen=True)
class Ended:
    """How it ended. `by` None: time did it. `reason`: of who closed it."""

    at: datetime
    how: str
    by: int | None = None
    reason: str = ""


@dataclass(frozen=True)
class Step:
    """A line of its log. `player_id` None: time did it. `about_id`: the number of the side, piece of evidence, player
    named, instance, booking or own rule it tells of. `words`: a reason; of a reminder whom it waits for.
    """

    step_id: int
    at: datetime
    what: str
    player_id: int | None = None
    about_id: int | None = None
    words: str = ""


def is_summed_up(log: Iterable[Step]) -> bool:
    """Has a summary of it been posted?"""
    return any(step.what == SUMMED_UP for step in log)


@dataclass(frozen=True)
class Dispute:
    """A dispute as it stands. `sealed_until` None: not "both sides first". `thread_id` None: it has no thread now.

    `waits_until`: a side is waited for at least until then, since its reminder came late; None: no reminder has come.
    `table_outcome`: what was ruled at the table, None: nothing. `facts`, `clauses`: as the case or the words tell.
    """

    league_id: int
    number: int
    opened_at: datetime
    source: str
    rules: RulesThen
    terms: Terms
    involved: tuple[Involved, ...]
    words: str = ""
    link: str = ""
    case_number: int | None = None
    table_id: int | None = None
    hand_number: int | None = None
    night_id: int | None = None
    incident: str | None = None
    facts: Mapping[str, str] = field(default_factory=dict)
    clauses: tuple[str, ...] = ()
    table_outcome: str | None = None
    sealed_until: datetime | None = None
    thread_id: int | None = None
    card_id: int | None = None
    placed_at: datetime | None = None
    sides: tuple[Side, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    deciders: tuple[Decider, ...] = ()
    decisions: tuple[Decision, ...] = ()
    appealed_at: datetime | None = None
    appealed_by: int | None = None
    reopened_at: datetime | None = None
    reminded_at: datetime | None = None
    waits_until: datetime | None = None
    ended: Ended | None = None
    own_rule_id: int | None = None

    @property
    def opener(self) -> int:
        """Who opened it."""
        return next(one.player_id for one in self.involved if one.role == OPENER)

    def role_of(self, player_id: int) -> str | None:
        """What somebody has to do with it, one of ROLES; None: nothing."""
        return next((one.role for one in self.involved if one.player_id == player_id), None)

    @property
    def parties(self) -> tuple[int, ...]:
        """The opener and the other side."""
        return tuple(one.player_id for one in self.involved if one.role in PARTIES)

    @property
    def decision(self) -> Decision | None:
        """The decision that stands, None: nobody has decided."""
        return self.decisions[-1] if self.decisions else None

    @property
    def instance(self) -> int:
        """Which decision is wanted now: the first, or the one on appeal."""
        return FIRST if self.appealed_at is None else APPEAL

    @property
    def decider(self) -> Decider | None:
        """Who is asked to decide now; None: nobody is, or they declined, or have a part in it by now.

        Once it is opened again nobody is: whoever let it lapse is not in the way of somebody else.
        """
        since = self.reopened_at or self.opened_at
        asked = [one for one in self.deciders if one.instance == self.instance and one.named_at >= since]
        if not asked or asked[-1].declined_at is not None or is_interested(self, asked[-1].player_id):
            return None
        return asked[-1]


@dataclass(frozen=True)
class SideBySide:
    """What the sides say of the facts. `agreed`: all who state it say so. `disputed`: fact -> player -> value."""

    agreed: Mapping[str, str]
    disputed: Mapping[str, Mapping[int, str]]


def terms_of(settings: Settings) -> Terms:
    """The league's terms as they stand: settings named "disputes." and the field."""
    return terms_from({each.name: settings.values.get(SETTING + each.name) for each in fields(Terms)})


def terms_from(values: Mapping[str, Any]) -> Terms:
    """Terms as they are kept. Whoever heard appeals and was forgotten is account 0: nobody."""
    terms = Terms(**{name: int(value) for name, value in values.items() if value is not None})
    return replace(terms, appeal_to=terms.appeal_to or None)


# ------------------------------------------------------------------ what is sealed


def asked(dispute: Dispute) -> tuple[int, ...]:
    """Whose side is waited for: the parties that can write."""
    return tuple(one.player_id for one in dispute.involved if one.role in PARTIES and one.has_account)


def unheard(dispute: Dispute) -> tuple[int, ...]:
    """The parties that have not given a side and could."""
    given = {side.player_id for side in dispute.sides}
    return tuple(player_id for player_id in asked(dispute) if player_id not in given)


def running_since(dispute: Dispute) -> datetime:
    """Since when its time runs: its opening, its thread, its opening again, whichever came last."""
    return max(dispute.opened_at, dispute.placed_at or dispute.opened_at, dispute.reopened_at or dispute.opened_at)


def heard_until(dispute: Dispute) -> datetime:
    """Until when a side is waited for, before anything is decided without it."""
    until = running_since(dispute) + timedelta(hours=dispute.terms.sides_first_hours)
    return until if dispute.waits_until is None else max(until, dispute.waits_until)


def waits_after(dispute: Dispute, reminded_at: datetime) -> datetime:
    """Until when a side is waited for at least, once its thread has been reminded of it, however late that was."""
    return reminded_at + min(GRACE, timedelta(hours=dispute.terms.sides_first_hours) / 2)


def was_reminded_since(dispute: Dispute, since: datetime) -> bool:
    """Has its thread been reminded of whose turn it is since then?"""
    return dispute.reminded_at is not None and dispute.reminded_at >= since


def waits_for_sides(dispute: Dispute, now: datetime) -> bool:
    """Is a side waited for: not all are heard, and their time is not over?"""
    return bool(unheard(dispute)) and now < heard_until(dispute)


def is_sealed(dispute: Dispute, now: datetime) -> bool:
    """Are the sides still sealed: not all in, and the time has not passed? What ended sealed stays so."""
    at = now if dispute.ended is None else min(now, dispute.ended.at)
    return dispute.sealed_until is not None and at < dispute.sealed_until and bool(unheard(dispute))


def as_seen_by(dispute: Dispute, player_id: int | None, now: datetime) -> Dispute:
    """The dispute without what is sealed from this person; None: as its thread sees it."""
    if not is_sealed(dispute, now):
        return dispute
    return replace(
        dispute,
        sides=tuple(side for side in dispute.sides if side.player_id == player_id),
        evidence=tuple(piece for piece in dispute.evidence if piece.player_id == player_id),
    )


def side_by_side(dispute: Dispute) -> SideBySide:
    """The facts nobody disputes and those somebody does; of each person the last word about a fact counts.

    What the table's record has is a voice like any other, under TABLE.
    """
    said: dict[str, dict[int, str]] = {fact: {TABLE: value} for fact, value in dispute.facts.items()}
    for side in dispute.sides:
        for fact, value in side.facts.items():
            said.setdefault(fact, {})[side.player_id] = value
    agreed = {fact: next(iter(by.values())) for fact, by in said.items() if len(set(by.values())) == 1}
    return SideBySide(agreed, {fact: by for fact, by in said.items() if fact not in agreed})


# ------------------------------------------------------------------ where it stands


def is_interested(dispute: Dispute, player_id: int) -> bool:
    """Did they open it, stand on the other side, sit or deal in the hand, or give a side? Then they decide nothing."""
    has_part = any(one.player_id == player_id and (one.role in PARTIES or one.was_in_hand) for one in dispute.involved)
    was_heard = any(side.player_id == player_id for side in dispute.sides)
    return has_part or was_heard or any(piece.player_id == player_id for piece in dispute.evidence)


def state(dispute: Dispute, now: datetime) -> str:
    """Where it stands, one of STATES."""
    if dispute.ended is not None:
        return ENDED
    if dispute.appealed_at is not None:
        return APPEALED
    if dispute.decisions:
        return DECIDED
    return SIDES if ready_at(dispute) is None or waits_for_sides(dispute, now) else DECIDING


def ready_at(dispute: Dispute) -> datetime | None:
    """When everything is there to decide it, if nobody says more; None: its opener has not said anything and still can,
    or nobody has.
    """
    first: dict[int, datetime] = {}
    for side in dispute.sides:
        first.setdefault(side.player_id, side.at)
    opener = dispute.opener
    if not first or (opener not in first and opener in asked(dispute)):
        return None
    if unheard(dispute):
        waited = heard_until(dispute)
    else:
        waited = max((first[player_id] for player_id in asked(dispute)), default=dispute.opened_at)
    return max(dispute.opened_at, first.get(opener, dispute.opened_at), waited)
