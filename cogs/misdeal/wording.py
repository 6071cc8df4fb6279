"""What a case says in words: the ruling in its order, its facts, the other books. Values in, lines out; no I/O."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from cogs.misdeal.conversation import REMEMBERED, Ruled, after_silence
from cogs.shared.names import KIND_NAMES
from cogs.shared.people import named
from cogs.shared.replies import clipped, mention, quoted
from data.case_lists import Line
from data.cases import AtTable, Case
from rules.engine import Branch, Decision
from rules.facts import vocabulary
from rules.floor import closest_clauses, floor_words, redeal_sheet
from rules.library import Clause, load
from rules.rulings import DEPENDS, FOULED_DECK, MISDEAL, SILENT
from rules.shelf import words
from rules.steps import PlayOn, Step, say

ONE_SCREEN = 1300  # characters of a ruling on a phone
STOP = "Stop. Nobody mucks, nobody shuffles, the stub stays where it is."
WEIGHED = {"fairness": "fairness", "ignorance": "rule ignorance", "accident": "accident"}
REDEALT = (MISDEAL, FOULED_DECK)
MOST_OF_WAYS = 450  # characters of a card for the ways of an open case; more are told in short
MOST_OF_REASON = 150  # characters of a reason on a card; the case keeps it whole
MOST_MISSING = 2  # missing facts that a card names
GENERIC = ("rrp-dealers-and-decisions", "tda-remark-intro", "psp-out-of-sequence")


def case_line(case: Case) -> str:
    """Which case, at which table, which game, which order of books."""
    where = "" if case.table is None else f"{table_name(case.table)} · "
    return f"-# Case {case.case_number} · {where}{KIND_NAMES[case.kind]} · {' › '.join(map(short, case.order))}"


def table_name(table: AtTable) -> str:
    """The hand that a case is about: table, hand, who deals it."""
    hand = f"hand {table.hand_number}" if table.hand_number else "before the first hand"
    deals = "" if table.dealer is None else f", {named(table.dealer)} deals"
    return f"Table {table.table_number}, {hand}{deals}"


def short(book: str) -> str:
    """What cards call a book."""
    return load().books[book].short


def cite(clause_id: str) -> str:
    """A clause as it is cited: book, number where there is one, heading."""
    clause = load().clause(clause_id)
    return clause.cite if not clause.number else f"{clause.cite}, {clause.heading}"


def outcome_name(outcome: str) -> str:
    """An outcome as the first line of a card."""
    return vocabulary().outcomes[outcome]


def in_short(outcome: str) -> str:
    """An outcome in the middle of a line: misdeal, the hand goes on, one hand is dead."""
    return lowered(outcome_name(outcome).partition(":")[0].partition(",")[0])


def lowered(text: str) -> str:
    """The same in the middle of a sentence."""
    return text[:1].lower() + text[1:]


def fact_name(fact: str) -> str:
    """What cards call a fact."""
    return floor_words().names[fact]


def value_name(fact: str, value: str) -> str:
    """A value as it is read after its fact's name."""
    return value if value in ("yes", "no") else lowered(vocabulary().facts[fact].labels[value])


def told(fact: str, value: str) -> str:
    """One fact with its value."""
    return f"{fact_name(fact)}: {value_name(fact, value)}"


def facts_line(incident: str, facts: Mapping[str, str], not_known: Sequence[str] = ()) -> str:
    """What went wrong and what is known of it."""
    parts = [vocabulary().incidents[incident].label, *(told(fact, value) for fact, value in facts.items())]
    return " · ".join([*parts, *(f"{fact_name(fact)}: not known" for fact in not_known)])


# ------------------------------------------------------------------ the ruling


def ruling_lines(ruled: Ruled, before: Sequence[Line] = (), room: int | None = None) -> list[str]:
    """The ruling in its order: what to do first, why, what would turn it, who differs, the reading.

    `room`: how many characters a card on a phone has for it, with the reading under Clauses; earlier cases go
    where it is tight. None: the whole, for what is kept and what is looked at privately.
    """
    lines = list(told_first(ruled))
    note = ruled.decision.note if ruled.decision is not None else None
    if note:
        lines.append(f"-# Read two ways: {note if room is None else 'both are under Clauses.'}")
    facts = f"-# {facts_line(ruled.incident, ruled.facts, ruled.not_known)}"
    for most in range(len(before), 0, -1):
        whole = [*lines, f"-# Here before: {'; '.join(map(precedent, before[:most]))}", facts]
        if room is None or len("\n".join(whole)) <= room:
            return whole
    return [*lines, facts]


@lru_cache(maxsize=REMEMBERED)
def told_first(ruled: Ruled) -> tuple[str, ...]:
    """The ruling itself: what comes before the reading, earlier cases and the facts."""
    if ruled.own is not None:
        return tuple(own_lines(ruled))
    if ruled.decision is None:
        return tuple(silent_lines(ruled))
    if ruled.outcome == DEPENDS:
        return tuple(depends_lines(ruled, ruled.decision))
    return tuple(settled_lines(ruled, ruled.decision))


def settled_lines(ruled: Ruled, decision: Decision) -> list[str]:
    """A ruling that can be followed: outcome and clause, steps, why, what would turn it, the others."""
    told_so = words(decision.book).rulings[decision.rules[0].rule_id]
    lines = [f"**{outcome_name(decision.outcome)}** · {cite(decision.cites[0])}"]
    lines += numbered(decision)
    lines.append(f"Why: {told_so.why}")
    if ruled.turn is not None:
        changed = told(ruled.turn.fact, ruled.turn.value)
        lines.append(f"Would turn with “{changed}”: {in_short(ruled.turn.outcome)}.")
    return [*lines, others_line(ruled)] if ruled.others else lines


def numbered(decision: Decision) -> list[str]:
    """What the dealer does, in order."""
    return [f"{number}. {say(step)}" for number, step in enumerate(decision.steps, 1)]


def others_line(ruled: Ruled) -> str:
    """The other books in one line."""
    if all(_same(other, ruled) for other in ruled.others):
        return "All your books agree."
    return f"{'; '.join(other_position(other, ruled) for other in ruled.others)}."


def _same(other: Decision, ruled: Ruled) -> bool:
    """Does the other book come to the same? A misdeal is one however each book shuffles, and so is playing on."""
    if ruled.decision is None or ruled.outcome == DEPENDS or other.outcome != ruled.outcome:
        return False
    return ruled.outcome == MISDEAL or _done(other) == _done(ruled.decision)


def _done(decision: Decision) -> list[Step]:
    return [step for step in decision.steps if not isinstance(step, PlayOn)]


def other_position(other: Decision, ruled: Ruled) -> str:
    """What another book says, in a few words."""
    if other.outcome == SILENT:
        return f"{short(other.book)}: silent"
    if other.outcome == DEPENDS:
        return f"{short(other.book)}: depends on {_needed(other.branches)}"
    if ruled.decision is not None and other.outcome == ruled.outcome:
        return f"{short(other.book)}: {'agrees' if _same(other, ruled) else 'the same, with other steps'}"
    return f"{short(other.book)}: {in_short(other.outcome)}"


def _needed(branches: Sequence[Branch]) -> str:
    names = [fact_name(fact) for fact in _missing(branches)]
    return " and ".join(names) if len(names) <= MOST_MISSING else f"{names[0]}, {names[1]} and more"


def _missing(branches: Sequence[Branch]) -> list[str]:
    return list(dict.fromkeys(fact for branch in branches for fact in branch.facts))


def own_lines(ruled: Ruled) -> list[str]:
    """The league's own rule, with the books below it."""
    assert ruled.own is not None  # the caller looked
    lines = [
        f"**{outcome_name(ruled.outcome)}** · Our own rule {ruled.own.number}: {quoted(ruled.own.title)}",
        clipped(ruled.own.text, 500),
    ]
    return [*lines, f"Below it — {'; '.join(other_position(other, ruled) for other in ruled.others)}."]


def silent_lines(ruled: Ruled) -> list[str]:
    """No book of the order settles it: the floor decides, with the closest clauses."""
    lines = [f"**{outcome_name('floor')}** · none of your books settles this"]
    lines += [
        f"-# {short(book)}: {reason.partition(' The other reading')[0]}"
        for book in ruled.order
        if (reason := words(book).silences.get(ruled.incident))
    ]
    near = (
        closest_clauses(ruled.incident, ruled.order) or [key for key in GENERIC if key.split("-")[0] in ruled.order][:1]
    )
    return [
        *lines,
        *(["Closest:"] if near else []),
        *(f"- {load().clause(key).short} *({cite(key)})*" for key in near[:2]),
    ]


def depends_lines(ruled: Ruled, decision: Decision) -> list[str]:
    """A fact is missing that nobody knows: every way, and how to find the fact out."""
    lines = [f"**It depends on {_needed(decision.branches)}** · {short(decision.book)}", *numbered(decision)]
    missing = _missing(decision.branches)
    ways = [f"- {way(ruled, branch)}" for branch in decision.branches]
    if len("\n".join(ways)) > MOST_OF_WAYS:
        ways = [*_rough_ways(decision.branches, missing[0]), "-# Every way in full is under Clauses."]
    lines += ways
    lines += [
        f"To find out {fact_name(fact)}: {lowered(floor_words().find_out[fact])}" for fact in missing[:MOST_MISSING]
    ]
    return [*lines, others_line(ruled)] if ruled.others else lines


def _rough_ways(branches: Sequence[Branch], fact: str) -> list[str]:
    """Too many ways for a card: by the first missing fact alone, what it can come to."""
    together: dict[tuple[str, ...], list[str]] = {}
    for branch in branches:
        together.setdefault(branch.facts[fact], []).append(in_short(branch.outcome))
    return [
        f"- {fact_name(fact)}: {_or(fact, values)}: **{' or '.join(dict.fromkeys(outcomes))}**"
        for values, outcomes in together.items()
    ]


def _or(fact: str, values: Sequence[str]) -> str:
    return " or ".join(value_name(fact, value) for value in values)


def way(ruled: Ruled, branch: Branch) -> str:
    """One way of an open case: the facts that lead there and what it comes to."""
    line = f"{condition(branch)}: **{in_short(branch.outcome)}**"
    if branch.outcome != SILENT:
        return f"{line} *({load().clause(branch.cites[0]).cite})*"
    next_book = after_silence(ruled, branch)
    if next_book is None:
        return f"{condition(branch)}: **silent, the floor decides**"
    return f"{condition(branch)}: silent; {short(next_book[0])}: **{in_short(next_book[1])}**"


def condition(branch: Branch) -> str:
    """The facts that lead to a branch."""
    return ", ".join(f"{fact_name(fact)}: {_or(fact, values)}" for fact, values in branch.facts.items())


def precedent(line: Line) -> str:
    """An earlier case in a few words."""
    otherwise = " (ruled otherwise)" if line.otherwise else ""
    return f"case {line.case_number}: {in_short(line.outcome or SILENT)}{otherwise}"


def decision_line(case: Case, at: str) -> str:
    """Who ruled what, whether they were in the hand, and why if they ruled otherwise. `at`: when, as it is shown."""
    decided = case.decision
    if decided is None:
        return ""
    who = f"{mention(decided.by)}{', who was in the hand,' if decided.in_hand else ''}"
    overruled = ", overruling an earlier decision" if len(case.decisions) > 1 else ""
    followed = _followed(case)
    if not decided.reason:
        how = "✓ Ruled so" if stands(case) else f"✓ Ruled: {in_short(decided.outcome)},"
        return f"{how} by {who} {at}{overruled}.{followed}"
    how = "Ruled otherwise" if decided.otherwise else "Ruled"
    weighed = (
        f" Weighed: {', '.join(WEIGHED[key] for key in decided.weighed if key in WEIGHED)}." if decided.weighed else ""
    )
    return (
        f"**{how}: {in_short(decided.outcome)}**, by {who} {at}{overruled}."
        f" Reason: {clipped(decided.reason, MOST_OF_REASON)}{weighed}{followed}"
    )


def _followed(case: Case) -> str:
    """What the case's table was told by the decision."""
    if case.table is None or case.decision is None:
        return ""
    told_so = f" Table {case.table.table_number} was told: hand {case.table.hand_number}"
    if case.redeal is not None and case.redeal.is_taken_back:
        number, hand = case.table.table_number, case.table.hand_number
        return f" Table {number} has taken that back since: hand {hand} is not dealt again by this case."
    if case.redeal is not None:
        return f"{told_so} is dealt again, same button, nobody new."
    return "" if case.decision.table_step is None else f"{told_so} is not dealt again by this case."


def stands(case: Case) -> bool:
    """Has a person decided on what is shown now? Answers may have changed since."""
    return case.decision is not None and _key(case.decision.ruling) == _key(case.ruling)


def in_force(case: Case, ruled: Ruled) -> str:
    """The outcome that counts at the table: a person's about what is shown, else the books'."""
    return case.decision.outcome if case.decision is not None and stands(case) else ruled.outcome


def _key(ruling: Mapping[str, object] | None) -> tuple[object, ...]:
    kept = ruling or {}
    return (kept.get("incident"), kept.get("book"), kept.get("outcome"), kept.get("cites"), kept.get("facts"))


def kept(ruled: Ruled) -> dict[str, object]:
    """The ruling as it is shown, so that it can be read years later whatever the program says then."""
    decision = ruled.decision
    return {
        "incident": ruled.incident,
        "book": None if decision is None else decision.book,
        "own": None if ruled.own is None else ruled.own.number,
        "outcome": ruled.outcome,
        "cites": [] if decision is None else list(decision.cites),
        "facts": dict(ruled.facts),
        "not_known": list(ruled.not_known),
        "deciding": dict(ruled.deciding),
        "lines": ruling_lines(ruled),
    }


# ------------------------------------------------------------------ looked at privately


def clause_lines(ruled: Ruled) -> list[str]:
    """The clauses that decide it, restated, each with the definitions it leans on, and how open text is read."""
    library = load()
    decision = ruled.decision
    if decision is None:
        silent = [f"**{short(other.book)}: silent.** {other.note}" for other in ruled.others if other.note]
        return ["**No clause of your books decides this.**", *silent]
    lines = book_lines(decision) if decision.outcome == DEPENDS else []
    leans: dict[str, Clause] = {}
    for clause_id in decision.cites[:4]:
        clause = library.clause(clause_id)
        lines.append(f"**{cite(clause_id)}**\n{clause.says}")
        leans |= {key: library.clause(key) for key in clause.leans_on if key not in decision.cites}
    if ruled.deciding.keys() & {"action"}:
        leans["tda-36"] = library.clause("tda-36")
    lines += [f"-# It leans on {lean.cite}: {lean.says}" for lean in list(leans.values())[:2]]
    return [*lines, f"-# Read two ways: {decision.note}"] if decision.note else lines


def book_lines(decision: Decision) -> list[str]:
    """Another book in full, on what is known: its ruling with its steps, or each way with its condition."""
    name = short(decision.book)
    if decision.outcome == SILENT:
        return [f"**{name}: silent.** {words(decision.book).silences.get(decision.incident, '')}".strip()]
    if decision.outcome == DEPENDS:
        ways = [f"- {condition(branch)}: {in_short(branch.outcome)}{_cited(branch)}" for branch in decision.branches]
        return [f"**{name}: it depends.**", *numbered(decision), *ways]
    told_so = words(decision.book).rulings[decision.rules[0].rule_id]
    lines = [f"**{name}: {in_short(decision.outcome)}** · {cite(decision.cites[0])}", *numbered(decision)]
    return [*lines, f"Why: {told_so.why}", *([f"-# Read two ways: {decision.note}"] if decision.note else [])]


def _cited(branch: Branch) -> str:
    return f" *({load().clause(branch.cites[0]).cite})*" if branch.cites else ""


def redeal_lines(outcome: str, order: Sequence[str], here: Mapping[str, str] | None = None) -> list[str]:
    """The redeal sheet, each line under its own clause. `here`: by subject, how it is at the case's table."""
    lines = ["**Before you deal again**"]
    for entry in redeal_sheet(outcome, order):
        source = f" *({load().clause(entry.clause_id).cite})*" if entry.clause_id else ""
        known = f" · **{here[entry.subject]}**" if here and entry.subject in here else ""
        lines.append(f"- {entry.subject}: {entry.line}{source}{known}")
    return lines


def list_line(line: Line, opened: str) -> str:
    """A case in a list. `opened`: when, as it is shown."""
    what = vocabulary().incidents[line.incident].label if line.incident else "not named"
    came_to = in_short(line.outcome) if line.outcome else "no ruling yet"
    named = what if lowered(what) == came_to else f"{what}: {came_to}"  # some incidents are called as what they come to
    return f"**{line.case_number}** · {opened} · {named}{' (ruled otherwise)' if line.otherwise else ''}"
