"""How a dispute begins: what is taken over from a case, a table or words, and who was in the hand. No Discord here."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from cogs.dispute.facts import possible, reading, ruled
from cogs.dispute.values import Opening, Presser
from cogs.shared.in_force import in_force
from cogs.shared.leagues import Leagues
from cogs.shared.people import done_once, met, met_by_account
from cogs.shared.refusals import Refusal
from data import dispute_acts as acts
from data.cases import Case, case_of
from data.dispute_lists import open_numbers
from data.due import set_job
from data.due_names import ALONE
from data.handled import Act
from data.hands import in_hand
from data.nights import latest_night, night_open
from data.store import Store, Transaction
from data.tables import Kept, table_at
from league.dispute import SOURCES, Dispute, Involved, RulesThen, Terms, terms_of
from league.dispute_roles import IN_HAND, OPENER, OTHER, WITNESS

TO_GET_A_THREAD = timedelta(minutes=1)  # then whoever it concerns is written to
MOST_OPEN = 5  # disputes of one opener at once
MOST_OTHERS = 10
LONGEST_WORDS = 2000


@dataclass(frozen=True)
class _Now:
    """What is in force in the league at this moment, and the kind of game where it is asked."""

    rules: RulesThen
    terms: Terms


@dataclass(frozen=True)
class _About:
    """What it is about, as the case or the words tell it."""

    rules: RulesThen
    incident: str | None
    facts: dict[str, str]
    stated: dict[str, str]  # by the opener's own words
    table_outcome: str | None = None
    clauses: tuple[str, ...] = ()


async def open_dispute(store: Store, leagues: Leagues, act: Act, presser: Presser, opening: Opening) -> int:
    """Open a dispute with everything as it stands; its number. Raises Refusal."""
    standing = await leagues.at(act.league_id, act.at)
    settings = standing.settings
    kind = settings.kind_of(*opening.channels)
    then = in_force(standing)
    rules = RulesThen(kind, settings.order(kind), then.editions, then.alternates, then.own_rules)
    done = await done_once(store, act, _open, presser, opening, _Now(rules, terms_of(settings)))
    return int(done.answer)


def _open(tx: Transaction, act: Act, presser: Presser, opening: Opening, now: _Now) -> str:
    opener = met(tx, act, presser.person).player_id
    others = _numbers(tx, act, opening, opener, OTHER)
    witnesses = [one for one in _numbers(tx, act, opening, opener, WITNESS) if one not in others]
    case, kept, hand_number = _meant(tx, act, opening)
    _verify_new(tx, act, opener, opening, len(others))
    words = opening.words.strip()[:LONGEST_WORDS]
    about = _about(case, now.rules, words)
    is_own = opening.source != "message" and not opening.sides_first  # then the words are the opener's own side
    new = Dispute(
        league_id=act.league_id,
        number=0,
        opened_at=act.at,
        source=opening.source,
        rules=about.rules,
        terms=now.terms,
        involved=_involved(tx, act, opening, opener, others, witnesses, case, kept, hand_number),
        words="" if is_own else words,
        link=opening.link[:200],
        case_number=opening.case_number,
        table_id=None if kept is None else kept.table_id,
        hand_number=None if kept is None else hand_number,
        night_id=_night_id(tx, act, kept),
        incident=about.incident,
        facts=about.facts,
        clauses=about.clauses,
        table_outcome=about.table_outcome,
        sealed_until=act.at + timedelta(hours=now.terms.sides_first_hours) if opening.sides_first else None,
    )
    number = acts.open_dispute(tx, act, new)
    set_job(tx, act.league_id, ALONE, number, act.at + TO_GET_A_THREAD)
    if is_own and words:
        acts.add_side(tx, act, number, opener, words, about.stated)
    return str(number)


def _numbers(tx: Transaction, act: Act, opening: Opening, opener: int, role: str) -> list[int]:
    """The players that are meant, each once."""
    people = opening.others if role == OTHER else opening.witnesses
    found = dict.fromkeys(met(tx, act, person).player_id for person in people)
    if role == OTHER and opener in found:
        raise Refusal("A dispute is with somebody else: name who stands on the other side, or nobody.")
    return [one for one in found if one != opener]


def _meant(tx: Transaction, act: Act, opening: Opening) -> tuple[Case | None, Kept | None, int | None]:
    """The case, table and hand it is about. Raises Refusal where the league has none such."""
    case = None if opening.case_number is None else case_of(tx, act.league_id, opening.case_number)
    if opening.source not in SOURCES or (case is None and opening.case_number is not None):
        raise Refusal("This league has no such case: /misdeal cases lists those there are.")
    table_id = case.table.table_id if case is not None and case.table is not None else opening.table_id
    kept = None if table_id is None else table_at(tx, act.league_id, table_id)
    if kept is None and table_id is not None:
        raise Refusal("This league has no such table: open the dispute with words instead.")
    if case is not None and case.table is not None:
        return case, kept, case.table.hand_number
    if kept is not None and opening.hand_number is not None and not 0 <= opening.hand_number <= kept.table.hand:
        raise Refusal(f"Table {kept.table_number} has played {kept.table.hand} hands: give the number of one of them.")
    return case, kept, None if kept is None else opening.hand_number or kept.table.hand


def _verify_new(tx: Transaction, act: Act, opener: int, opening: Opening, others: int) -> None:
    if opening.source in ("words", "message") and not opening.words.strip():
        raise Refusal("Say in a sentence or two what the dispute is about.")
    if others > MOST_OTHERS:
        raise Refusal(f"A dispute has up to {MOST_OTHERS} people on its other side: name those it is with.")
    if opening.sides_first and not any(person.user_id is not None for person in opening.others):
        raise Refusal("Both sides first needs somebody else who can write here: name who it is with.")
    if opening.case_number is not None:
        same = open_numbers(tx, act.league_id, opener, opening.case_number)
        if same:
            raise Refusal(f"You have a dispute about this case open already: dispute {same[0]}, go on there.")
    if len(open_numbers(tx, act.league_id, opener)) >= MOST_OPEN:
        raise Refusal(f"You have {MOST_OPEN} disputes open: let one of them end, or close one, before the next.")


def _about(case: Case | None, rules: RulesThen, words: str) -> _About:
    """From a case what it was opened under and answered; from words what they state, which is the opener's alone."""
    if case is None:
        incident, stated = reading(words)
        return _About(rules, incident, {}, dict(stated))
    rules = RulesThen(case.kind, case.order, case.editions, case.alternates, case.own_rules)
    if case.incident is None or not case.is_confirmed:
        return _About(rules, case.incident, {}, {}, None if case.decision is None else case.decision.outcome)
    facts = possible(case.incident, {fact: given.value for fact, given in case.answers.items()})
    shown = (case.ruling or {}).get("outcome")
    clauses = tuple((case.ruling or {}).get("cites") or ruled(rules, case.incident, facts)[2])
    return _About(rules, case.incident, facts, {}, shown if case.decision is None else case.decision.outcome, clauses)


def _involved(
    tx: Transaction,
    act: Act,
    opening: Opening,
    opener: int,
    others: list[int],
    witnesses: list[int],
    case: Case | None,
    kept: Kept | None,
    hand_number: int | None,
) -> tuple[Involved, ...]:
    """Everybody with a role, then whoever else was in the hand: dealt in, the dealer, a ruler who said so."""
    there = {met(tx, act, person).player_id for person in opening.in_hand}
    if kept is not None:
        there |= set(in_hand(tx, act.league_id, kept.table_id, hand_number or 0))
    if case is not None and case.table is not None and case.table.dealer is not None:
        there.add(case.table.dealer.player_id)
    for decision in () if case is None else case.decisions:
        if decision.in_hand:
            there.add(met_by_account(tx, act, decision.by).player_id)
    roles = {**dict.fromkeys(there, IN_HAND), **dict.fromkeys(witnesses, WITNESS), **dict.fromkeys(others, OTHER)}
    roles[opener] = OPENER
    return tuple(Involved(player_id, role, player_id in there) for player_id, role in roles.items())


def _night_id(tx: Transaction, act: Act, kept: Kept | None) -> int | None:
    """The table's night; of what happened at no table the one that is open, else the last."""
    if kept is not None:
        return kept.night_id
    night = night_open(tx, act.league_id) or latest_night(tx, act.league_id)
    return None if night is None else night.night_id
