"""What a person can do with a case: plain values and the store in, the case as it stands out. No Discord here.

Every press is one transaction that looks at the case first: of two presses at once the first committed
counts, and the second finds the case as the first left it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256

from cogs.misdeal import wording
from cogs.misdeal.at_table import taken_to_table
from cogs.misdeal.casebook import Look, first_reading, found, link, look_at
from cogs.misdeal.conversation import (
    NONE_OF_THEM,
    REMEMBERED,
    Question,
    Ruled,
    SomethingElse,
    changes,
    facts_of,
    is_answer,
    screen_of,
)
from cogs.shared.dates import when
from cogs.shared.refusals import Refusal
from data.case_acts import (
    call_floor,
    choose_kind,
    name_incident,
    place_card,
    press,
    record_answer,
    record_decision,
    tell_story,
)
from data.cases import NOT_KNOWN, Case, Decision
from data.handled import Act, give_up, once
from data.store import Store, Transaction
from league.settings import KINDS, OUTCOMES
from rules.facts import vocabulary
from rules.story import read_facts

UNKNOWN = "unknown"  # the value of a button "Not sure"
ASK_AGAIN = "ask"  # the choice to take an answer back
CHOOSE_AGAIN = "what"  # the choice to say anew what went wrong
CHANGED, UNCHANGED = "changed", "unchanged"
NOT_YOURS = "Only whoever opened this case, a host or a TD can answer here; you can open one with /misdeal start."

NOT_AT_TABLE = "Only whoever opened this case, the dealer of that hand, a host or a TD can answer here."
STAFF_RULES = "Only a host or TD can rule otherwise."

Change = Callable[[Transaction, Act, Case], bool]


@dataclass(frozen=True)
class Pressed:
    """Where a press comes from: the case's number, the message pressed, and whether its person is staff."""

    case_number: int
    message_id: int
    is_staff: bool


# ------------------------------------------------------------------ pressing


async def _press(store: Store, act: Act, pressed: Pressed, change: Change, *, is_form: bool = False) -> Look:
    """Change the case as it stands then; the case with what its card shows now, out of the same transaction.

    Raises Refusal for a form about a case that was closed meanwhile; any other press is answered by the closed card.
    """

    def changed(tx: Transaction, act: Act) -> str:
        case = _verified(tx, act, pressed)
        if case.closed_at is not None and is_form:
            raise Refusal(
                f"Case {case.case_number} was closed while you wrote, so this does not count there:"
                " open a new one with /misdeal start."
            )
        return CHANGED if case.closed_at is None and change(tx, act, case) else UNCHANGED

    return await store.write(_pressed, act, pressed.case_number, changed)


def _pressed(tx: Transaction, act: Act, case_number: int, changed: Callable[[Transaction, Act], str]) -> Look:
    done = once(tx, act, changed)
    case = found(tx, act.league_id, case_number)
    screen = screen_of(case)
    if done.answer == CHANGED and not done.repeated:
        case = replace(case, ruling=wording.kept(screen) if isinstance(screen, Ruled) else None)
        press(tx, act, case_number, case.ruling)
    return look_at(tx, case, screen)


def _verified(tx: Transaction, act: Act, pressed: Pressed) -> Case:
    """The league's case, pressed on its own card. Raises Refusal otherwise."""
    case = found(tx, act.league_id, pressed.case_number)
    if case.message_id is None:  # the card was posted and the bot stopped before it could note where
        place_card(tx, act.league_id, case.case_number, pressed.message_id)
    elif case.message_id != pressed.message_id:
        raise Refusal(f"This is not the card of case {case.case_number}: it goes on at {link(case)} as it stands.")
    return case


def _verify_may_answer(case: Case, by: int, is_staff: bool) -> None:
    if is_staff:
        return
    is_dealer = case.table is not None and case.table.is_dealt_by(by)
    if case.opened_by != by and not is_dealer:
        raise Refusal(NOT_YOURS if case.table is None else NOT_AT_TABLE)
    if case.decision is not None and case.decision.by != by:
        raise Refusal("This has been ruled: only a host or TD can change an answer now.")


async def confirm(store: Store, act: Act, pressed: Pressed) -> Look:
    """What was read from the story is right."""

    def change(tx: Transaction, act: Act, case: Case) -> bool:
        _verify_may_answer(case, act.by, pressed.is_staff)
        if case.is_confirmed or case.incident is None:
            return False
        name_incident(tx, act, case.case_number, case.incident, is_confirmed=True)
        return True

    return await _press(store, act, pressed, change)


async def name(store: Store, act: Act, pressed: Pressed, incident: str) -> Look:
    """This is what went wrong, or nothing that a book names; counts while it is being chosen."""

    def change(tx: Transaction, act: Act, case: Case) -> bool:
        _verify_may_answer(case, act.by, pressed.is_staff)
        is_known = incident in vocabulary().incidents
        if (case.is_confirmed and case.incident is not None) or not (is_known or incident == NONE_OF_THEM):
            return False
        name_incident(tx, act, case.case_number, incident if is_known else None, is_confirmed=True)
        if is_known and incident != case.incident and case.story:
            _record_read(tx, act, case, read_facts(case.story, incident))
        return True

    return await _press(store, act, pressed, change)


async def tell(store: Store, act: Act, pressed: Pressed, story: str) -> Look:
    """What happened, in words; it is read as at the opening, and answers that were pressed stay."""

    def change(tx: Transaction, act: Act, case: Case) -> bool:
        _verify_may_answer(case, act.by, pressed.is_staff)
        if case.is_confirmed and case.incident is not None:
            raise Refusal("What went wrong was named while you wrote: choose it again on the card, then tell it.")
        if not story:
            return False
        incident, facts = first_reading(story)
        tell_story(tx, act, case.case_number, story)
        name_incident(tx, act, case.case_number, incident, is_confirmed=False)
        _record_read(tx, act, case, facts)
        return True

    return await _press(store, act, pressed, change, is_form=True)


def _record_read(tx: Transaction, act: Act, case: Case, facts: Mapping[str, str]) -> None:
    """What the story states stands beside what was pressed, never in its place."""
    for fact, value in facts.items():
        if fact not in case.answers or case.answers[fact].from_story:
            record_answer(tx, act, case.case_number, fact, value, from_story=True)


async def switch_kind(store: Store, act: Act, pressed: Pressed, kind: str) -> Look:
    """The other kind of game, with its order of books as it stood when the case was opened."""

    def change(tx: Transaction, act: Act, case: Case) -> bool:
        _verify_may_answer(case, act.by, pressed.is_staff)
        if kind not in KINDS or kind == case.kind:
            return False
        choose_kind(tx, act, case.case_number, kind)
        return True

    return await _press(store, act, pressed, change)


async def answer(store: Store, act: Act, pressed: Pressed, fact: str, value: str) -> Look:
    """Answer the open question; an answer to any other question changes nothing."""

    def change(tx: Transaction, act: Act, case: Case) -> bool:
        _verify_may_answer(case, act.by, pressed.is_staff)
        screen = screen_of(case)
        if not isinstance(screen, Question) or screen.fact != fact or value not in (*screen.values, UNKNOWN):
            return False
        record_answer(tx, act, case.case_number, fact, NOT_KNOWN if value == UNKNOWN else value)
        return True

    return await _press(store, act, pressed, change)


async def answer_counted(store: Store, act: Act, case_number: int, is_staff: bool, value: str) -> None:
    """Answer the open question about the action from a private count. Raises Refusal where it is not open."""

    def changed(tx: Transaction, act: Act) -> str:
        case = found(tx, act.league_id, case_number)
        screen = verify_asks_action(case)
        _verify_may_answer(case, act.by, is_staff)
        if value not in screen.values:
            raise Refusal("That cannot be beside what was answered before: change an answer on the card first.")
        record_answer(tx, act, case_number, "action", value)
        return CHANGED

    await store.write(_pressed, act, case_number, changed)


def verify_asks_action(case: Case) -> Question:
    """The open question, which is the action. Raises Refusal where it is not."""
    screen = screen_of(case)
    if case.closed_at is not None or not isinstance(screen, Question) or screen.fact != "action":
        raise Refusal(f"The action is not asked in case {case.case_number} now: its card shows how it stands.")
    return screen


async def change_answer(store: Store, act: Act, pressed: Pressed, choice: str) -> Look:
    """Change something said before: "fact:value", "fact:ask" to be asked again, "kind:..." or "what"."""

    def change(tx: Transaction, act: Act, case: Case) -> bool:
        _verify_may_answer(case, act.by, pressed.is_staff)
        if choice == CHOOSE_AGAIN:
            name_incident(tx, act, case.case_number, case.incident, is_confirmed=False)
            return True
        fact, _, value = choice.partition(":")
        if fact == "kind" and value in KINDS:
            choose_kind(tx, act, case.case_number, value)
            return True
        if case.incident is None or fact not in _answered(case):
            return False
        value = {UNKNOWN: NOT_KNOWN}.get(value, value)
        if value != ASK_AGAIN and not is_answer(fact, value):
            return False
        record_answer(tx, act, case.case_number, fact, None if value == ASK_AGAIN else value)
        return True

    return await _press(store, act, pressed, change)


def _answered(case: Case) -> list[str]:
    return [fact for fact in vocabulary().incidents[case.incident or ""].facts if fact in case.answers]


# ------------------------------------------------------------------ deciding


@lru_cache(maxsize=REMEMBERED)
def mark_of(ruled: Ruled) -> str:
    """A short mark of a ruling: a press on an older one is told from a press on this one."""
    decision = ruled.decision
    told = (ruled.incident, ruled.outcome, decision.cites if decision else (), sorted(ruled.facts.items()))
    return sha256(repr(told).encode()).hexdigest()[:8]


async def rule_so(store: Store, act: Act, pressed: Pressed, in_hand: bool, mark: str) -> Look:
    """The ruling that is shown is followed."""

    def change(tx: Transaction, act: Act, case: Case) -> bool:
        _verify_may_rule(case, act.by, pressed.is_staff)
        screen = screen_of(case)
        if not isinstance(screen, Ruled) or not screen.is_settled or mark_of(screen) != mark:
            return False
        if case.decision is not None and not pressed.is_staff and case.decision.by != act.by:
            raise Refusal("This has been ruled; a host or TD can overrule it with Rule otherwise.")
        if wording.stands(case):
            return False
        _decide(tx, act, case, Decision(act.by, act.at, in_hand, screen.outcome, ruling=case.ruling))
        return True

    return await _press(store, act, pressed, change)


async def rule_otherwise(
    store: Store, act: Act, pressed: Pressed, outcome: str, reason: str, weighed: Sequence[str], in_hand: bool = False
) -> Look:
    """Another outcome than the books', with its reason; it overrules what was decided before."""
    if not pressed.is_staff:
        raise Refusal(STAFF_RULES)
    if outcome not in OUTCOMES or not reason:
        raise Refusal("Choose an outcome and give the reason: it is kept with the case.")

    def change(tx: Transaction, act: Act, case: Case) -> bool:
        screen = screen_of(case)
        if not isinstance(screen, Ruled | SomethingElse):
            raise Refusal("A question is still open: answer it, or press Not sure, before you rule.")
        differs = isinstance(screen, Ruled) and screen.is_settled and screen.outcome != outcome
        kept = tuple(key for key in wording.WEIGHED if key in weighed)
        _decide(tx, act, case, Decision(act.by, act.at, in_hand, outcome, differs, reason, kept, case.ruling))
        return True

    return await _press(store, act, pressed, change, is_form=True)


def _verify_may_rule(case: Case, by: int, is_staff: bool) -> None:
    if is_staff:
        return
    if case.table is None and case.opened_by != by:
        raise Refusal("Only a host, a TD or whoever opened this case can rule it so.")
    if case.table is not None and not case.table.is_dealt_by(by):
        raise Refusal("At a table a host, a TD or the dealer of that hand rules it so: ask one of them to press.")


def _decide(tx: Transaction, act: Act, case: Case, decision: Decision) -> None:
    """It is ruled, and the case's table follows in the same transaction."""
    table_step = taken_to_table(tx, act, case, decision.outcome)
    record_decision(tx, act, case.case_number, replace(decision, table_step=table_step))


async def call_the_floor(store: Store, act: Act, pressed: Pressed, callers: Sequence[int]) -> bool:
    """Call those who agreed to it: True for the press that does and its repeated deliveries.

    Raises Refusal where it has been done, with the time, or where nobody agreed.
    """

    def whole(tx: Transaction, act: Act) -> str:
        case = _verified(tx, act, pressed)
        if case.closed_at is not None:
            return "closed"
        if case.floor_called_at is not None:
            raise Refusal(f"The floor was called {when(case.floor_called_at)}; one call is all a case makes.")
        if not callers:
            raise Refusal(
                "Nobody here has agreed to be pinged yet: call the floor aloud. A host can add people with /league setup."
            )
        call_floor(tx, act.league_id, case.case_number, act.at)
        press(tx, act, case.case_number, case.ruling)
        return "called"

    return (await store.write(once, act, whole)).answer == "called"


async def uncall_the_floor(store: Store, act: Act, case_number: int) -> None:
    """The call could not be posted: it may be tried again."""

    def whole(tx: Transaction) -> None:
        give_up(tx, act)
        call_floor(tx, act.league_id, case_number, None)

    await store.write(whole)


def choices(case: Case) -> list[tuple[str, str]]:
    """Every other answer to what has been answered in this case, as pairs of fact and value."""
    if case.incident is None:
        return []
    facts = facts_of(case, case.incident)
    return changes(case.incident, facts, [fact for fact in _answered(case) if fact not in facts])
