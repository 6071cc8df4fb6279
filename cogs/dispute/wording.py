"""A dispute in words: where it stands, what the books say, what happened. Values in, lines out."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from cogs.dispute.facts import OWN
from cogs.dispute.transcript import ENDED_WORDS, OUTCOME_WORDS, role_words
from cogs.dispute.values import Look, Way
from cogs.shared.bookings import booking_words, name_of
from cogs.shared.dates import when
from cogs.shared.past import Past
from cogs.shared.replies import clipped
from league import dispute as d
from league import dispute_turns as turns
from league.dispute import Decision, Dispute, Payment, Side, Step, Terms
from league.dispute_roles import OTHER
from league.money import amount
from rules.facts import vocabulary
from rules.floor import floor_words
from rules.library import load

FINISHED_HAND = "fouled-deck"  # the topic in which a book says until when a hand can be disputed
MOST_SAID = 900  # characters of a side in its thread
OUTCOME_NAMES = {
    d.UPHELD: "The ruling at the table stands",
    d.CORRECTED: "Record corrected",
    d.MONEY: "Money, if both agree",
    d.CLARIFIED: "Rule made clear",
    d.APOLOGY: "An apology",
    d.NO_FAULT: "Nobody's fault",
}
OPEN_HINT = "Press **My side** and say what you saw: everybody in this thread reads it at once."
SEALED_HINT = (
    "Press **My side** and say what you saw. It is sealed: nobody reads it, hosts included, until both sides are in or"
    " time is up."
)
ADMINS = "Seen by those added, the server's admins and whoever may manage threads."


def name(look: Look, player_id: int | None) -> str:
    """Somebody of the dispute; None: the league itself."""
    return "the league" if player_id is None else name_of(look.people, player_id)


def quote(words: str, most: int) -> list[str]:
    """Somebody's words, each of their lines marked as such: none of them looks like the bot's own."""
    return [f"> {line}" for line in clipped(words, most).splitlines() if line.strip()]


def one_line(words: str, most: int) -> str:
    """Somebody's words where a line of the bot's own goes on with them."""
    return clipped(" ".join(words.split()), most)


def names(look: Look, people: Iterable[int]) -> str:
    """Several of them: "ann, bob and cy"."""
    every = [name(look, player_id) for player_id in people]
    return every[0] if len(every) == 1 else f"{', '.join(every[:-1])} and {every[-1]}" if every else "nobody"


# ------------------------------------------------------------------ where it stands


def headline(look: Look) -> str:
    """Where it stands and whose turn it is, in one line."""
    told, made = look.dispute, look.dispute.decision
    match look.state:
        case d.ENDED:
            assert told.ended is not None  # that is what the state says
            how = ENDED_WORDS[told.ended.how]
            return f"{how}: {OUTCOME_WORDS[made.outcome]}." if made is not None else f"{how}."
        case d.DECIDED:
            assert made is not None  # likewise
            appeal = _until(look, " Appeal until")
            return f"Decided: {OUTCOME_WORDS[made.outcome]}.{appeal}{'.' if appeal else ''}"
        case d.APPEALED:
            return f"Appealed. {turn(look)}"
    return turn(look)


def turn(look: Look) -> str:
    """Whose turn it is and until when."""
    waiting, asked = look.waiting, names(look, look.waiting.player_ids)
    match waiting.whom:
        case turns.FOR_SIDES | turns.FOR_OPENER:
            return f"It waits for the side of {asked}{_until(look, ', until')}."
        case turns.FOR_DECIDER:
            return f"{asked} decides{_until(look, ', by')}."
        case turns.FOR_ANSWER:
            return f"{asked} is asked to decide it, and to answer{_until(look, ' by')}."
        case turns.FOR_HOST if look.state == d.APPEALED:
            return f"A host names one other person who decides the appeal{_until(look, ', by')}."
        case turns.FOR_HOST:
            return f"A host or TD who has no part in it decides, or names who does{_until(look, ', by')}."
    return headline(look)


def _until(look: Look, before: str) -> str:
    until = look.waiting.until
    return "" if until is None else f"{before} {when(until, 'f')} ({when(until)})"


def without_thread(look: Look) -> str:
    """What it means that it has no thread."""
    if look.state == d.ENDED:
        return "It has no thread now."
    counted = "after the sides" if look.waiting.whom == turns.FOR_SIDES else "(counted above)"
    days = look.dispute.terms.quiet_days
    return f"It has no thread now. Nobody is told what is new, so everybody has {days} days more {counted}."


def terms_words(terms: Terms) -> str:
    """How the league runs its disputes, for a host."""
    appeal = f"an appeal within {terms.appeal_days} days" if terms.appeal_days else "no appeal"
    hears = f", heard by <@{terms.appeal_to}>" if terms.appeal_to and terms.appeal_days else ""
    posted = f"in <#{terms.summary_channel}>" if terms.summary_channel else "in the channel where it is posted from"
    return (
        f"Disputes here: sides are sealed for {terms.sides_first_hours} hours at most, {terms.decide_days} days to decide,"
        f" {appeal}{hears}, closed after {terms.quiet_days} days without its opener's side,"
        f" {terms.evidence_megabytes} MB of evidence each, a summary {posted}."
    )


# ------------------------------------------------------------------ what it is about


def matter(told: Dispute) -> list[str]:
    """Case, hand and what was ruled at the table, in one line; no line where it is about none of them."""
    parts = [
        f"case {told.case_number}" if told.case_number is not None else "",
        f"hand {told.hand_number}" if told.hand_number else "",
        incident_name(told.incident).lower() if told.incident in vocabulary().incidents else "",
        f"ruled at the table: {outcome_name(told.table_outcome).lower()}" if told.table_outcome else "",
    ]
    return [f"About: {', '.join(filter(None, parts))}."] if any(parts) else []


def about(look: Look) -> list[str]:
    """The matter; who opened it with whom, and their words."""
    told = look.dispute
    against = [one.player_id for one in told.involved if one.role == OTHER]
    others = f", with {names(look, against)}" if against else ""
    lines = [*matter(told), f"-# {name(look, told.opener)} opened it {when(told.opened_at)}{others}."]
    if told.words:
        lines += quote(told.words, 300)
    if told.link:
        lines.append(f"-# {told.link}")
    return lines


def rules_line(dispute: Dispute, silent: Container[str] = ()) -> str:
    """Which books counted when it was opened, in their order, and which of them are silent."""
    books = (f"{short(book)}{' (silent)' if book in silent else ''}" for book in dispute.rules.order)
    return f"-# Rules as they stood: {' > '.join(books)}"


def incident_name(incident: str | None) -> str:
    """What went wrong, as people read it."""
    known = vocabulary().incidents.get(incident or "")
    return "something else" if known is None else known.name


def outcome_name(outcome: str) -> str:
    """How an incident is settled, as people read it."""
    return vocabulary().outcomes.get(outcome, outcome)


def short(book: str) -> str:
    """A book's short name."""
    return load().books[book].short if book in load().books else book


def books_lines(dispute: Dispute) -> list[str]:
    """What holds until somebody decides otherwise, then what each book, as it stood, says of a hand that is over."""
    topic = load().topics[FINISHED_HAND]
    own = next((r for r in dispute.rules.own_rules if dispute.incident and r["incident"] == dispute.incident), None)
    unless = (
        "no rule of your league's own says otherwise"
        if own is None
        else f"unless your league's own rule {own['number']} says otherwise: {clipped(own['title'], 80)}"
    )
    stands = "What was ruled at the table stands"
    lines = [f"**A hand that is over.** {stands}{':' if own is None else ','} {unless}."]
    speak = {book: topic.positions[book] for book in dispute.rules.order if book in topic.positions}
    lines.append(rules_line(dispute, silent=set(dispute.rules.order) - set(speak)))
    for book, position in speak.items():
        cites = ", ".join(load().clauses[clause].cite for clause in position.clauses)
        lines.append(f"-# {short(book)}: {position.line} *({cites})*")
    return lines


def deciders_line(look: Look) -> str:
    """Who cannot decide and what comes of no decision; before that who can and how long, which a later headline tells."""
    told, can, time = look.dispute, "", "Without a decision by then"
    if look.state == d.SIDES:
        can = "After the sides a host or TD without a part in it decides, or whoever a host names. "
        time = f"After {told.terms.decide_days} days without a decision"
    cannot = [one.player_id for one in told.involved if d.is_interested(told, one.player_id)]
    return f"{can}Not deciding: {names(look, cannot)}. {time} the table's ruling stands."


# ------------------------------------------------------------------ facts


def fact_line(fact: str, value: str) -> str:
    """One fact with its value."""
    label = vocabulary().facts[fact].labels[value]
    return f"{floor_words().names[fact]}: {label[:1].lower() + label[1:]}"


def facts_lines(look: Look) -> list[str]:
    """What somebody disputes, then what nobody does."""
    return [*disputed_lines(look), *agreed_lines(look)]


def agreed_lines(look: Look) -> list[str]:
    """What nobody disputes."""
    told = "; ".join(fact_line(*each) for each in look.facts.agreed.items())
    return [f"-# Not disputed: {told}."] if told else []


def disputed_lines(look: Look) -> list[str]:
    """What somebody disputes, each with the ruling either way."""
    lines, case = list[str](), look.dispute.case_number
    record = "the table's record" if case is None else f"case {case}"
    for fact, by in look.facts.disputed.items():
        for value in dict.fromkeys(by.values()):
            said = [who for who, its in by.items() if its == value]
            people = [record] * (d.TABLE in said) + [name(look, who) for who in said if who != d.TABLE]
            lines.append(f"- Disputed: {fact_line(fact, value)} ({' and '.join(people)}){_ruling(look, fact, value)}")
    return lines


def _ruling(look: Look, fact: str, value: str) -> str:
    way = next((one for one in look.ways if (one.fact, one.value) == (fact, value)), None)
    return "" if way is None else f". Then: **{outcome_name(way.outcome)}** *({way_source(way)})*"


def way_source(way: Way) -> str:
    """Which rule speaks."""
    if way.book is None:
        return "all your books are silent"
    if way.book == OWN:
        return "your league's own rule"
    return load().clauses[way.cites[0]].cite if way.cites else short(way.book)


# ------------------------------------------------------------------ what was said and decided


def side_lines(look: Look, side: Side, most: int = MOST_SAID) -> list[str]:
    """What somebody says happened."""
    facts = "; ".join(fact_line(fact, value) for fact, value in side.facts.items())
    return [
        f"**{name(look, side.player_id)}** says {when(side.at)}:",
        *quote(side.text or "(erased)", most),
        *([f"-# {facts}"] if facts else []),
    ]


def decision_lines(look: Look, made: Decision, *, is_below: bool = False) -> list[str]:
    """A decision with its reason, what was found and what changes. `is_below`: a headline has told the outcome."""
    head = "Decided on appeal" if made.instance == d.APPEAL else "Decided"
    by = f"{name(look, made.by)}, {when(made.at)}"
    lines = [f"-# {head} by {by}" if is_below else f"**{head}: {OUTCOME_WORDS[made.outcome]}** ({by})"]
    lines.append(f"Why: {one_line(made.reason, 500) if made.reason else '(erased)'}")
    for label, words in (("Found", made.found), ("The record reads", made.correction), ("Next time", made.next_time)):
        if words:
            lines.append(f"{label}: {one_line(words, 300)}")
    if made.payment is not None:
        lines.append(payment_line(look, made.payment))
    return lines


def payment_line(look: Look, payment: Payment) -> str:
    """Who pays whom, and who still has to agree."""
    pays = (
        f"{name(look, payment.payer_id)} pays {name(look, payment.payee_id)} {amount(payment.amount, payment.currency)}"
    )
    if payment.booking_id is not None:
        return f"{pays}: agreed, booking {payment.booking_id}."
    missing = [who for who in payment.people if who not in payment.agreed]
    return f"{pays}, as soon as {names(look, missing)} {'agrees' if len(missing) == 1 else 'agree'}."


def past_lines(past: Sequence[Past], most: int = 160) -> list[str]:
    """What the league decided before, for below the rules: it binds nobody."""
    told = [f"-# {past_line(one, most)}" for one in past]
    return ["-# Decided here before; the rules go ahead of it:", *told] if told else []


def past_line(one: Past, most: int) -> str:
    """An earlier decision and why, without names."""
    return f"dispute {one.number}, {when(one.at, 'd')}: {OUTCOME_WORDS[one.outcome]}. {one_line(one.reason, most)}"


def evidence_line(look: Look, piece: d.Evidence) -> str:
    """A piece of evidence: who handed in what."""
    what = clipped(piece.name, 100) if piece.name else "(erased)"
    words = f": {one_line(piece.words, 200)}" if piece.words else f", {max(1, round(piece.size / 1000))} kB"
    return f"- {piece.evidence_id}: {what}{words} ({name(look, piece.player_id)}, {when(piece.at, 'd')})"


def booking_lines(look: Look) -> list[str]:
    """What the night's books had when it was opened."""
    return [f"- booking {one.booking_id}: {booking_words(one)}" for one in look.bookings]


# ------------------------------------------------------------------ what its thread is told


def told(look: Look, step: Step) -> list[str]:
    """A line of its log as the thread reads it; empty: nothing to be said."""
    who = "" if step.player_id is None else name(look, step.player_id)
    match step.what:
        case d.SIDE:
            side = next((one for one in look.dispute.sides if one.side_id == step.about_id), None)
            return [f"{who} has given a side. It stays sealed for now."] if side is None else side_lines(look, side)
        case d.EVIDENCE:
            piece = next((one for one in look.dispute.evidence if one.evidence_id == step.about_id), None)
            return [f"{who} has handed something in. It stays sealed for now."] if piece is None else [
                "Handed in:", evidence_line(look, piece), "-# More, Evidence shows it."
            ]  # fmt: skip
        case d.UNSEALED:
            return [
                "**The sides are open.**",
                *(line for side in look.dispute.sides for line in side_lines(look, side, 400)),
            ]
        case d.SIDES_OVER:
            return [f"The time for both sides is over. {headline(look)}"]
        case d.ADDED:
            return [f"{who} added {name(look, step.about_id)} ({role_words(look, step.about_id)})."]
        case d.FORGOTTEN:
            return [f"{who} was forgotten here at their own wish: their words are erased, and nobody waits for them."]
        case d.NAMED:
            return [f"{name(look, step.about_id)} is asked to decide."]
        case d.ACCEPTED:
            return [f"{who} decides it."]
        case d.DECLINED:
            return [f"{who} will not decide it: a host names somebody else."]
        case d.DECISION:
            return [
                line
                for made in look.dispute.decisions
                if made.instance == step.about_id
                for line in decision_lines(look, made)
            ]
        case d.AGREED:
            return [f"{who} agrees to the payment."]
        case d.BOOKED:
            return [f"It is booked: booking {step.about_id}."]
        case d.APPEAL_MADE:
            return [f"{who} appeals:", *quote(step.words or "(erased)", 500)]
        case d.REMINDED:
            return [f"A reminder. {headline(look)}"]
        case d.REOPENED:
            return [f"{who} opens it again: {one_line(step.words, 300) or 'no reason given'}"]
        case d.SUMMED_UP:
            return [f"{who} has posted a summary without names."]
        case d.HOUSE_RULE:
            return [f"{who} made it a rule of the league: rule {step.about_id}, found by /rule ask from now on."]
        case what if what in ENDED_WORDS:
            return [f"**{ENDED_WORDS[what]}.**" + (f" {who}: {one_line(step.words, 300)}" if step.words else "")]
    return []


def log_line(look: Look, step: Step) -> str:
    """The same in one line of a list whose lines begin with the time."""
    who = "" if step.player_id is None else name(look, step.player_id)
    match step.what:
        case d.OPENED:
            return f"{who} opened it"
        case d.SIDE:
            return f"{who} gave a side"
        case d.EVIDENCE:
            return f"{who} handed something in"
        case d.DECISION:
            made = next((one for one in look.dispute.decisions if one.instance == step.about_id), None)
            return f"{who} decided it" if made is None else f"{who} decided: {OUTCOME_WORDS[made.outcome]}"
        case d.REMINDED:
            return "a reminder"
        case d.SIDES_OVER:
            return "the time for both sides was over"
    return (told(look, step) or [step.what])[0].rstrip(":")
