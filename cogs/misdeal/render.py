"""What a case's card looks like: one message that is drawn anew after every press. Values in, cards out; no I/O."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from cogs.misdeal import wording
from cogs.misdeal.actions import ASK_AGAIN, CHOOSE_AGAIN, UNKNOWN, choices, mark_of
from cogs.misdeal.casebook import LISTED, LONGEST_STORY, Look, link
from cogs.misdeal.conversation import NONE_OF_THEM, Question, Ruled, Start
from cogs.misdeal.picture import pair_of
from cogs.shared import routes
from cogs.shared.dates import when
from cogs.shared.names import KIND_NAMES
from cogs.shared.pictures import Picture
from cogs.shared.replies import (
    CLOTH,
    Part,
    button,
    card,
    clipped,
    fitted,
    mention,
    option,
    paragraphs,
    quoted,
    row,
    select,
    text,
)
from data.case_lists import Line
from data.cases import NOT_KNOWN, Case
from league.settings import KINDS, OUTCOMES
from rules.answers import Answer
from rules.facts import vocabulary
from rules.rulings import FOULED_DECK, SILENT

RED = 0xB3261E
MOST_REASON = 300


def case_card(look: Look, closest: Answer | None = None) -> discord.ui.LayoutView:
    """The case's card as it stands. `closest`: the clauses nearest to the story where no incident fits."""
    case, screen = look.case, look.screen
    if case.closed_at is not None:
        return card(*_closed(look, closest), accent=CLOTH)
    if isinstance(screen, Start):
        return card(*_start(look, screen), accent=RED)
    if isinstance(screen, Question):
        return card(*_question(case, screen), accent=RED)
    if isinstance(screen, Ruled):
        return card(*_ruled(look, screen), accent=CLOTH)
    return card(*_something_else(case, closest), accent=CLOTH)


def _start(look: Look, screen: Start) -> list[Part]:
    case = look.case
    head = [f"**{wording.STOP}**", wording.case_line(case)]
    if case.story:
        head.append(f"> {clipped(case.story, 300)}")
    if screen.incident is not None:
        name = vocabulary().incidents[screen.incident].name
        told = [f"- {wording.told(fact, value)}" for fact, value in screen.facts.items()]
        parts: list[Part] = paragraphs("\n".join([*head, f"I read: **{name}**", *told]))
        right = button("That's it", routes.MISDEAL_CONFIRM.id(case.case_number), discord.ButtonStyle.success)
        parts.append(row(right, *_named(case, look.offered)))
        if screen.facts:
            parts.append(row(_facts_select(case, routes.MISDEAL_CHANGE, "Fix a fact")))
    else:
        asked = "I could not read from this what went wrong. What was it?" if case.story else "What went wrong?"
        parts = paragraphs("\n".join([*head, f"**{asked}**"]))
        parts.append(row(*_named(case, look.offered, discord.ButtonStyle.primary)))
    parts.append(
        row(_incident_select(case, "Another incident" if screen.incident else "All incidents, in the order of a hand"))
    )
    parts.append(row(_tell(case), _kind_button(case), _floor(case)))
    return parts


def _question(case: Case, screen: Question) -> list[Part]:
    fact = vocabulary().facts[screen.fact]
    lines = [
        f"**{fact.ask}**",
        f"-# {wording.facts_line(screen.incident, screen.facts, screen.not_known)}",
        wording.case_line(case),
        f"-# {wording.STOP}",
    ]
    if case.decision is not None:
        lines.append(f"-# {wording.decision_line(case, when(case.decision.at))} An answer was changed since.")
    answers = [
        button(
            label,
            routes.MISDEAL_ANSWER.id(case.case_number, screen.fact, value),
            discord.ButtonStyle.primary,
            disabled=value not in screen.values,
        )
        for value, label in fact.labels.items()
    ]
    more = [
        button("Not sure", routes.MISDEAL_ANSWER.id(case.case_number, screen.fact, UNKNOWN)),
        button("Why?", routes.MISDEAL_WHY.id(case.case_number, screen.fact)),
        _floor(case),
    ]
    if screen.fact == "action":
        more.insert(1, button("Count it for me", routes.MISDEAL_COUNT.id(case.case_number)))
    return [text("\n".join(lines)), row(*answers), row(*more), row(_change_select(case, choices(case)))]


def _ruled(look: Look, screen: Ruled) -> list[Part]:
    case = look.case
    number = case.case_number
    parts: list[Part] = paragraphs("\n".join(ruled_lines(look, screen)))
    decide = []
    if screen.is_settled and not wording.stands(case):
        mark = mark_of(screen)
        decide.append(button("Rule so", routes.MISDEAL_SO.id(number, "no", mark), discord.ButtonStyle.success))
        decide.append(button("Rule so, I was in the hand", routes.MISDEAL_SO.id(number, "hand", mark)))
    decide.append(button("Rule otherwise" if screen.is_settled else "Rule", routes.MISDEAL_OTHERWISE.id(number)))
    looks = [
        button("Clauses", routes.MISDEAL_CLAUSES.id(number)),
        button("Other books", routes.MISDEAL_BOOKS.id(number)),
    ]
    others = choices(case)
    if others:
        looks.append(button("What if", routes.MISDEAL_WHAT_IF.id(number)))
    if wording.in_force(case, screen) not in wording.REDEALT and pair_of(screen) is not None:
        looks.append(button("Picture", routes.MISDEAL_PICTURE.id(number)))
    if wording.in_force(case, screen) in wording.REDEALT:
        looks.append(button("Redeal sheet", routes.MISDEAL_REDEAL.id(number)))
    if wording.in_force(case, screen) == FOULED_DECK:
        looks.append(button("Who gets what back", routes.MISDEAL_REFUND.id(number)))
    return [*parts, row(*decide, _floor(case), _dispute(case)), row(*looks), row(_change_select(case, others))]


def ruled_lines(look: Look, screen: Ruled) -> list[str]:
    """The ruling with what a person decided: on top where that is something else, after the first line otherwise."""
    case, decided = look.case, look.case.decision
    said = ""
    if decided is not None:
        said = wording.decision_line(case, when(decided.at))
        if not wording.stands(case):
            said += " Answers were changed since."
    below = [
        *(f"-# Disputed before ({when(one.at, 'd')}): {clipped(one.reason, 120)}" for one in look.past[:1]),
        wording.case_line(case),
    ]
    if case.floor_called_at is not None:
        below.insert(0, f"-# The floor was called {when(case.floor_called_at)}.")
    room = wording.ONE_SCREEN - len("\n".join([said, *below])) - 1
    lines = wording.ruling_lines(screen, look.before, room)
    if decided is not None:
        lines.insert(0 if decided.outcome != screen.outcome else 1, said)
    return [*lines, *below]


def picture_card(picture: Picture) -> discord.ui.LayoutView:
    """An example table before and after the ruling."""
    return card(picture.part(), text("-# An example table. Clauses says the same in words."), accent=CLOTH)


def _something_else(case: Case, closest: Answer | None) -> list[Part]:
    return [
        *paragraphs("\n".join(something_else_lines(case, closest))),
        row(_incident_select(case, "It is one of these after all")),
        row(_tell(case), button("Rule", routes.MISDEAL_OTHERWISE.id(case.case_number)), _floor(case)),
    ]


def something_else_lines(case: Case, closest: Answer | None) -> list[str]:
    """No incident fits: the floor decides, with the clauses nearest to what was told."""
    lines = [f"**{wording.outcome_name('floor')}** · no incident of your books fits"]
    if case.decision is not None:
        lines.insert(0, wording.decision_line(case, when(case.decision.at)))
    if case.story:
        lines.append(f"> {clipped(case.story, 300)}")
    near = [] if closest is None or closest.clause is None else [closest.clause, *(o.clause for o in closest.others)]
    if near:
        lines.append("The closest your books have:")
        lines += [f"- {clause.short} *({wording.cite(clause.clause_id)})*" for clause in near[:3]]
    else:
        lines.append(
            "No clause of your books comes close."
            if case.story
            else "Tell it in words, and the closest clauses are shown."
        )
    return [*lines, wording.case_line(case)]


def _closed(look: Look, closest: Answer | None) -> list[Part]:
    case, screen = look.case, look.screen
    if isinstance(screen, Ruled):
        lines = ruled_lines(look, screen)
    elif isinstance(screen, Question):
        lines = [f"**{wording.facts_line(screen.incident, screen.facts, screen.not_known)}**", wording.case_line(case)]
    elif isinstance(screen, Start):
        lines = [wording.case_line(case)]
    else:
        lines = something_else_lines(case, closest)
    assert case.closed_at is not None  # the caller looked
    how = "" if case.decision is not None else " without a ruling by a person"
    lines.append(f"**Closed** {when(case.closed_at, 'f')}{how}, 24 hours after the last press.")
    return [*paragraphs("\n".join(lines)), row(_dispute(case))]


# ------------------------------------------------------------------ parts


def _named(
    case: Case, incidents: Sequence[str], style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> list[Part]:
    names = vocabulary().incidents
    return [button(names[key].label, routes.MISDEAL_NAME.id(case.case_number, key), style) for key in incidents]


def _floor(case: Case) -> Part:
    return button("Call the floor", routes.MISDEAL_FLOOR.id(case.case_number), discord.ButtonStyle.danger)


def _dispute(case: Case) -> Part:
    return button("Open a dispute", routes.DISPUTE_CASE.id(case.case_number))


def _tell(case: Case) -> Part:
    return button("Tell it in words", routes.MISDEAL_TELL.id(case.case_number))


def _kind_button(case: Case) -> Part:
    other = next(kind for kind in KINDS if kind != case.kind)
    return button(f"{KIND_NAMES[other]} instead", routes.MISDEAL_KIND.id(case.case_number, other))


def _incident_select(case: Case, placeholder: str) -> Part:
    options = [option(entry.name, key) for key, entry in vocabulary().incidents.items()]
    options.append(option("Something else", NONE_OF_THEM))
    return select(routes.MISDEAL_PICK.id(case.case_number), placeholder, options)


def _change_options(case: Case, others: Sequence[tuple[str, str]]) -> list[Part]:
    options = []
    for fact, value in others:
        options.append(option(wording.told(fact, value)[:100], f"{fact}:{value}"))
    asked_again = {fact for fact, _ in others if case.answers[fact].value != NOT_KNOWN}
    for fact in vocabulary().incidents[case.incident or ""].facts if case.incident else ():
        if fact in asked_again:
            options.append(option(f"{wording.fact_name(fact)}: ask me again", f"{fact}:{ASK_AGAIN}"))
    return options


def _facts_select(case: Case, route: routes.Route, placeholder: str) -> Part:
    return select(route.id(case.case_number), placeholder, _change_options(case, choices(case)))


def _change_select(case: Case, others: Sequence[tuple[str, str]]) -> Part:
    other = next(kind for kind in KINDS if kind != case.kind)
    options = [
        *_change_options(case, others),
        option("What went wrong: choose again", CHOOSE_AGAIN),
        option(f"{KIND_NAMES[other]} instead", f"kind:{other}"),
    ]
    return select(routes.MISDEAL_CHANGE.id(case.case_number), "Change an answer", options)


def what_if_card(case: Case, lines: Sequence[str]) -> discord.ui.LayoutView:
    """A private copy with one fact changed, and the choice of another."""
    options = [option(wording.told(fact, value)[:100], f"{fact}:{value}") for fact, value in choices(case)]
    choice = select(routes.MISDEAL_WHAT_IF_SO.id(case.case_number), "What if…", options)
    return card(*paragraphs(fitted(lines, "lines more")), row(choice), accent=CLOTH)


# ------------------------------------------------------------------ forms


def tell_form(case_number: int) -> discord.ui.Modal:
    """What happened, in words."""
    form = discord.ui.Modal(title="What happened?", custom_id=routes.MISDEAL_TOLD.id(case_number))
    box: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id="story", style=discord.TextStyle.paragraph, max_length=LONGEST_STORY
    )
    form.add_item(discord.ui.Label(text="In your own words", component=box))
    return form


def ruling_form(case_number: int) -> discord.ui.Modal:
    """Another outcome, its reason, and what weighed."""
    form = discord.ui.Modal(title="Rule otherwise", custom_id=routes.MISDEAL_RULED.id(case_number))
    outcomes = [discord.SelectOption(label=label, value=key) for key, label in OUTCOMES.items()]
    weighed = [discord.SelectOption(label=label.capitalize(), value=key) for key, label in wording.WEIGHED.items()]
    reason: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id="reason", style=discord.TextStyle.paragraph, max_length=MOST_REASON
    )
    what: discord.ui.Select[Any] = discord.ui.Select(custom_id="outcome", options=outcomes)
    why: discord.ui.Select[Any] = discord.ui.Select(
        custom_id="weighed", options=weighed, min_values=0, max_values=len(weighed), required=False
    )
    in_hand: discord.ui.Select[Any] = discord.ui.Select(
        custom_id="hand",
        options=[
            discord.SelectOption(label="No", value="no", default=True),
            discord.SelectOption(label="Yes, I was in it", value="hand"),
        ],
        required=False,
    )
    form.add_item(discord.ui.Label(text="The ruling", component=what))
    form.add_item(discord.ui.Label(text="Your reason (kept with the case)", component=reason))
    form.add_item(discord.ui.Label(text="What weighed", component=why))
    form.add_item(discord.ui.Label(text="Were you in the hand?", component=in_hand))
    return form


# ------------------------------------------------------------------ lists and files


def cases_card(lines: Sequence[Line], incident: str, day: str) -> discord.ui.LayoutView:
    """A page of the league's cases, newest first, each to open."""
    if not lines:
        return card(text("No cases here: /misdeal start opens one."), accent=CLOTH)
    page = lines[:LISTED]
    shown = [wording.list_line(line, when(line.opened_at, "d")) for line in page]
    options = [
        option(
            f"Case {line.case_number}",
            str(line.case_number),
            vocabulary().incidents[line.incident].name if line.incident else "not named",
        )
        for line in page
    ]
    parts: list[Part] = [text("\n".join(shown)), row(select(routes.MISDEAL_OPEN.id(), "Open…", options))]
    if len(lines) > LISTED:
        parts.append(row(button("Older", routes.MISDEAL_LIST.id(incident, day, page[-1].case_number))))
    return card(*parts, accent=CLOTH)


def file_card(case: Case, *, with_words: bool) -> discord.ui.LayoutView:
    """A case as it is kept: the ruling as shown, answers with who and when, under which rules, what was decided.

    `with_words`: with what people wrote, the story and the reasons.
    """
    head = [
        f"**Case {case.case_number}** · opened by {mention(case.opened_by)} {when(case.opened_at, 'f')} · {link(case)}"
    ]
    if not with_words:
        head.append("-# The story and the reasons are left out: they are for those who can see the case's channel.")
    elif case.story:
        head.append(f"> {clipped(case.story, 400)}")
    ruling = case.ruling or {}
    lines = [str(line) for line in ruling.get("lines", ())] or ["No ruling was reached yet."]
    given = [
        f"- {wording.fact_name(fact)}: {'not known' if entry.value == NOT_KNOWN else wording.value_name(fact, entry.value)}"
        f" · {'read from the story of ' if entry.from_story else ''}{mention(entry.by)} {when(entry.at, 't')}"
        for fact, entry in case.answers.items()
    ]
    decided = [
        f"- {wording.in_short(entry.outcome)}, {mention(entry.by)}"
        f"{', in the hand' if entry.in_hand else ''} {when(entry.at, 'f')}"
        + (f", against {wording.in_short((entry.ruling or {}).get('outcome', SILENT))}" if entry.otherwise else "")
        + (f": {clipped(entry.reason, 200)}" if entry.reason and with_words else "")
        + (f" ({', '.join(wording.WEIGHED[key] for key in entry.weighed)})" if entry.weighed else "")
        for entry in case.decisions[-4:]
    ]
    rules = [wording.case_line(case)]
    rules.append("-# Editions: " + "; ".join(f"{wording.short(book)}: {case.editions[book]}" for book in case.order))
    rules += [f"-# Alternate Rule on: {vocabulary().house_rules[key]}" for key in case.alternates]
    rules += [f"-# Our own rule {rule['number']} then: {quoted(rule['title'])}" for rule in case.own_rules[:5]]
    state = f"Closed {when(case.closed_at, 'f')}." if case.closed_at else "Open."
    body = [*head, *lines, *(["**Answers**"] if given else []), *given, *(["**Decided**"] if decided else []), *decided]
    return card(*paragraphs(fitted([*body, state, *rules], "lines more")), accent=CLOTH)
