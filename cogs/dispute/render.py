"""How a dispute looks: its card in the thread, and the private screens behind it. Values in, cards out; no I/O."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from cogs.dispute import wording
from cogs.dispute.looking import PAGE
from cogs.dispute.transcript import ENDED_WORDS, OUTCOME_WORDS
from cogs.dispute.values import Line, Look
from cogs.shared import routes
from cogs.shared.choosing import MOST_CHOICES
from cogs.shared.dates import when
from cogs.shared.past import Past
from cogs.shared.replies import (
    CLOTH,
    MOST_TEXT,
    Part,
    button,
    card,
    fitted,
    option,
    paragraphs,
    quoted,
    row,
    select,
    text,
)
from league import dispute as d
from league import dispute_turns as turns
from league.dispute_roles import IN_HAND, WITNESS

SIDES, FACTS, EVIDENCE, BOOKS, LOG, FILE = ("sides", "facts", "evidence", "bookings", "log", "file")
SCREENS = {
    SIDES: "What the sides say",
    FACTS: "Agreed and disputed facts",
    EVIDENCE: "Evidence",
    BOOKS: "Bookings as they stood",
    LOG: "Everything that happened",
}
GREEN, BLUE = discord.ButtonStyle.success, discord.ButtonStyle.primary
MOST_PARTS = 20
ONE_SCREEN = 1300  # characters of a card on a phone
TITLE_PART, WORDS_PART, FILES_PART = 31, 32, 33  # ids of the parts that hold a message to be handed in
LONGEST_SHOWN = 3800  # characters of it: a card has 4,000


def dispute_card(look: Look) -> discord.ui.LayoutView:
    """Its card, ruling first: where it stands, what it is about, what is disputed, what the books say, who decides."""
    told = look.dispute
    lines = [f"**Dispute {told.number}. {wording.headline(look)}**"]
    if look.state == d.SIDES:
        lines.append(wording.SEALED_HINT if look.is_sealed else wording.OPEN_HINT)
    if told.decision is not None:
        lines += wording.decision_lines(look, told.decision, is_below=True)
    lines += wording.about(look)
    if told.decision is None:
        rest = [*wording.books_lines(told), f"-# {wording.deciders_line(look)}"]
        facts = wording.disputed_lines(look)
        has_room = len("\n".join([*lines, *facts, *rest])) < ONE_SCREEN
        lines += facts if has_room or not facts else ["-# Facts: More shows them."]
        lines += rest if facts else [*rest, *wording.agreed_lines(look)]  # once there is a quarrel, it is what matters
        lines += wording.past_lines(look.past, 100)
    chat = " I read no chat: only the buttons count." if _is_open(look) else ""
    lines.append(f"-# {wording.ADMINS}{chat}")
    more = button("More", routes.DISPUTE_MORE.id(told.number))
    return card(*_body(lines), *_rows(look, more), accent=CLOTH)


def _is_open(look: Look) -> bool:
    return look.state in (d.SIDES, d.DECIDING, d.APPEALED)


def _rows(look: Look, *last: Part) -> list[Part]:
    """What can be done about it, `last` at the end of the first row."""
    number, is_open = look.dispute.number, _is_open(look)
    heard = [
        button("My side", routes.DISPUTE_SIDE.id(number), BLUE),
        button("Evidence", routes.DISPUTE_EVIDENCE.id(number)),
        button("Decide", routes.DISPUTE_DECIDE.id(number), GREEN),
    ]
    parts = heard if is_open else []
    if look.state == d.DECIDED:
        parts = [button("Appeal", routes.DISPUTE_APPEAL.id(number))]
    parts = [*agree_parts(look), *parts, *last]
    rows = [row(*parts)] if parts else []
    asked = look.dispute.decider
    if is_open and asked is not None and asked.accepted_at is None:  # also where it has no thread, and waits for that
        rows.append(row(*answer_parts(number)))
    return rows


def agree_parts(look: Look) -> list[Part]:
    """[Agree], while a payment waits for it."""
    made = look.dispute.decision
    if made is None or made.payment is None or made.payment.booking_id is not None or look.state == d.APPEALED:
        return []
    return [button("Agree", routes.DISPUTE_AGREE.id(look.dispute.number, made.instance), GREEN)]


def answer_parts(number: int) -> list[Part]:
    """For whoever is asked to decide."""
    return [
        button("I decide it", routes.DISPUTE_ACCEPT.id(number, "yes"), GREEN),
        button("I would rather not", routes.DISPUTE_ACCEPT.id(number, "no")),
    ]


def told_card(look: Look, lines: Sequence[str]) -> discord.ui.LayoutView:
    """What its thread is told, with the button that leads on for whoever's turn it is."""
    number, parts = look.dispute.number, agree_parts(look)
    match look.waiting.whom:
        case turns.FOR_SIDES | turns.FOR_OPENER:
            parts.append(button("My side", routes.DISPUTE_SIDE.id(number), BLUE))
        case turns.FOR_ANSWER:
            parts += answer_parts(number)
        case turns.FOR_HOST | turns.FOR_DECIDER:
            parts.append(button("Decide", routes.DISPUTE_DECIDE.id(number), GREEN))
        case turns.FOR_APPEAL:
            parts.append(button("Appeal", routes.DISPUTE_APPEAL.id(number)))
    parts.append(button("More", routes.DISPUTE_MORE.id(number)))
    return card(*_body(lines), row(*parts), accent=CLOTH)


def _body(lines: Sequence[str], most: int = MOST_TEXT) -> list[Part]:
    """The lines as parts of a card; as one where there are many quotes, for Discord takes 40 parts."""
    content = fitted(lines, "lines more", most)
    parts = paragraphs(content)
    return parts if len(parts) <= MOST_PARTS else [text(content)]


# ------------------------------------------------------------------ private screens


def show_card(
    look: Look, *, is_staff: bool, may_add: bool, note: str = "", is_whole: bool = True
) -> discord.ui.LayoutView:
    """The dispute as its viewer may see it, and everything that can be done, also without a thread.

    `may_add`: the viewer opened it or is staff. `is_whole`: nothing is known to be wrong with its thread and card.
    """
    told = look.dispute
    lines = [note] if note else []
    lines += [f"**Dispute {told.number}. {wording.headline(look)}**"]
    if told.decision is not None:
        lines += wording.decision_lines(look, told.decision, is_below=True)
    lines += wording.about(look)
    if told.decision is None:
        lines += wording.facts_lines(look)
    lines.append(wording.rules_line(told))
    if told.decision is None:
        lines.append(f"-# {wording.deciders_line(look)}")
    lines.append(f"-# Its thread: <#{told.thread_id}>" if told.thread_id is not None else wording.without_thread(look))
    if told.decision is None:
        lines += wording.past_lines(look.past, 100)
    looks = [option(label, key) for key, label in SCREENS.items()]
    parts = [
        *_body(lines, 2500),
        row(select(routes.DISPUTE_LOOK.id(told.number), "Look at…", looks)),
        *_rows(look),
    ]
    further = _further(look, is_staff, may_add, is_whole)
    return card(*parts, *([row(*further)] if further else []), accent=CLOTH)


def _further(look: Look, is_staff: bool, may_add: bool, is_whole: bool) -> list[Part]:
    number, parts = look.dispute.number, list[Part]()
    if may_add and _is_open(look):
        parts.append(button("Add somebody", routes.DISPUTE_ADD.id(number)))
    if is_staff and look.waiting.whom in (turns.FOR_SIDES, turns.FOR_HOST, turns.FOR_ANSWER):
        parts.append(button("Name who decides", routes.DISPUTE_NAME.id(number)))
    if (look.dispute.thread_id is None and look.state != d.ENDED) or not is_whole:
        parts.append(button("Make its thread", routes.DISPUTE_THREAD.id(number), BLUE))
    if is_staff and look.state == d.ENDED and look.dispute.decision is not None:
        if look.dispute.own_rule_id is None:
            parts.append(button("Make it a house rule", routes.DISPUTE_RULE.id(number)))
        if not d.is_summed_up(look.log):
            parts.append(button("Summary without names", routes.DISPUTE_SUM_UP.id(number)))
    return parts


def screen_card(look: Look, screen: str) -> discord.ui.LayoutView:
    """One thing to look at."""
    lines = [f"**Dispute {look.dispute.number}: {SCREENS[screen].lower()}**"]
    number, parts = look.dispute.number, list[Part]()
    match screen:
        case "sides":
            lines += [line for side in look.dispute.sides for line in wording.side_lines(look, side, 600)]
            lines += ["Sealed until both are in or the time has passed."] if look.is_sealed else []
        case "facts":
            lines += wording.facts_lines(look)
            lines += wording.books_lines(look.dispute)
        case "evidence":
            lines += [wording.evidence_line(look, piece) for piece in look.dispute.evidence]
            files = [piece for piece in look.dispute.evidence if piece.has_content]
            if files:
                options = [option(f"{p.evidence_id}: {p.name}"[:100], f"{FILE}{p.evidence_id}") for p in files[-25:]]
                parts.append(row(select(routes.DISPUTE_LOOK.id(number), "Open a file…", options)))
        case "bookings":
            lines += wording.booking_lines(look)
        case _:
            lines += [f"{when(step.at, 'f')} {wording.log_line(look, step)}" for step in look.log[-20:]]
    if len(lines) == 1:
        lines.append("Nothing yet.")
    parts.append(row(button("Back", routes.DISPUTE_MORE.id(number))))
    return card(*_body(lines), *parts, accent=CLOTH)


def decide_card(look: Look) -> discord.ui.LayoutView:
    """For whoever may decide: what is said, in short, and the outcomes."""
    lines = [f"**Decide dispute {look.dispute.number}**", *wording.facts_lines(look)]
    lines += [line for side in look.dispute.sides for line in wording.side_lines(look, side, 300)]
    lines += [wording.books_lines(look.dispute)[0], *wording.past_lines(look.past, 100)]
    options = [option(label, key) for key, label in wording.OUTCOME_NAMES.items()]
    choice = select(routes.DISPUTE_OUTCOME.id(look.dispute.number), "What comes of it? A form opens…", options)
    return card(*_body(lines, 2500), row(choice), accent=CLOTH)


def name_card(number: int) -> discord.ui.LayoutView:
    """Who is to decide it."""
    said = "Choose somebody who was not in the hand and has no part in it. They are asked, and accept by a press."
    return card(text(said), row(_person("Who decides it?", routes.DISPUTE_NAMED.id(number))), accent=CLOTH)


def add_card(number: int) -> discord.ui.LayoutView:
    """Who is to be added, and what part they have."""
    said = (
        "Choose somebody who saw it: they come into the thread and are heard. Or somebody who was in the hand: they do not"
        " decide it. Whom it is with stays as it was opened."
    )
    saw, played = (
        row(_person(label, routes.DISPUTE_ADDED.id(number, role)))
        for label, role in (("Who saw it?", WITNESS), ("Who was in the hand?", IN_HAND))
    )
    return card(text(said), saw, played, accent=CLOTH)


def _person(placeholder: str, custom_id: str) -> dict[str, Any]:
    return {"type": discord.ComponentType.user_select.value, "custom_id": custom_id, "placeholder": placeholder}


def which_card(lines: Sequence[Line], title: str, words: str, files: Sequence[str]) -> discord.ui.LayoutView | None:
    """Which of several open disputes a message is for; it stands in the card, so that the press has it.

    None: it is too long for that.
    """
    shown = [(title, TITLE_PART), (quoted(words), WORDS_PART), ("\n".join(files), FILES_PART)]
    if sum(len(each) for each, _ in shown) > LONGEST_SHOWN:
        return None
    options = [
        option(f"{line.number}: {wording.incident_name(line.incident)}"[:100], str(line.number)) for line in lines
    ]
    return card(
        text("Which dispute is this for? Until you choose, nothing is kept."),
        *(text(each, part_id) for each, part_id in shown if each),
        row(select(routes.DISPUTE_WHICH.id(), "Choose a dispute…", options[:MOST_CHOICES])),
        accent=CLOTH,
    )


def summary_lines(number: int, lines: Sequence[str]) -> list[str]:
    """A summary as it is posted."""
    return [f"**A dispute was settled** (number {number})", *lines]


def summary_card(number: int, lines: Sequence[str], channel_id: int | None) -> discord.ui.LayoutView:
    """The summary as it would be posted, and the button that posts it."""
    where = "in this channel" if channel_id is None else f"in <#{channel_id}>"
    body = [*summary_lines(number, lines), f"-# Read it over: no name is in it. It is posted {where}."]
    return card(*_body(body), row(button("Post it", routes.DISPUTE_POST.id(number))), accent=CLOTH)


def list_card(lines: Sequence[Line]) -> discord.ui.LayoutView:
    """The disputes somebody may see, newest first."""
    if not lines:
        return card(text("No disputes here: /dispute open opens one."), accent=CLOTH)
    told = []
    for line in lines[:PAGE]:
        where = f" <#{line.thread_id}>" if line.thread_id is not None else ""
        how = {d.SIDES: "sides are heard", d.DECIDING: "to be decided", d.DECIDED: "decided", d.APPEALED: "appealed"}
        state = ENDED_WORDS[line.how].lower() if line.how else how[line.state]
        outcome = f", {OUTCOME_WORDS[line.outcome]}" if line.outcome else ""
        about = f" · {wording.incident_name(line.incident).lower()}" if line.incident else ""
        told.append(f"- **{line.number}** {when(line.opened_at, 'd')}{about}: {state}{outcome}{where}")
    told += ["-# /dispute show with its number opens one."]
    return card(text(fitted(told, "more")), accent=CLOTH)


def past_card(past: Sequence[Past]) -> discord.ui.LayoutView:
    """Past decisions that some words speak of."""
    if not past:
        return card(text("No past decision here speaks of that: /rule ask asks the books."), accent=CLOTH)
    lines = [
        "**Decided here before** (the rules go ahead of it)",
        *(f"- {wording.past_line(one, 400)}" for one in past),
    ]
    return card(text(fitted(lines, "more")), accent=CLOTH)
