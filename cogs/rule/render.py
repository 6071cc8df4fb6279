"""What an answer looks like: one phone screen, the ruling first. Values in, cards out; no I/O."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import discord

from cogs.shared import routes
from cogs.shared.dates import when
from cogs.shared.names import KIND_NAMES
from cogs.shared.replies import (
    ASKED,
    CLOTH,
    QUESTION_PART,
    Part,
    button,
    card,
    clipped,
    option,
    quoted,
    row,
    select,
    text,
)
from league.settings import KINDS, OUTCOMES, OwnRule, Settings
from rules.answers import Answer, Other
from rules.library import Book, Clause, Library, Term, Topic
from rules.names import CARD_PARTS

HINT = "Not set up yet: House is a sample policy, Pepper Street's. Staff make the books yours with /league setup."
ONE_SCREEN = 900  # characters of an answer on a phone, beside the question and the buttons
NOT_COVERED = "**None of the books answers this.** The floor or the host decides."


class Hint(Enum):
    """The line a league's first answer carries before it is set up; staff get a button with it."""

    FOR_PLAYERS = 1
    FOR_STAFF = 2


def order_line(kind: str, order: Sequence[Book], league_name: str | None = None) -> str:
    """Which kind of game and order of books is answered for; in a direct message also which league."""
    league = f"{clipped(league_name, 60)} · " if league_name else ""
    return f"-# {league}{KIND_NAMES[kind]} · {' › '.join(book.short for book in order)}"


@dataclass(frozen=True)
class Setting:
    """Where an answer is shown: the kind of game, the one book asked for or "all", the neighbouring topic
    chosen or "asked", whether it can be shared, the Alternate Rules that are on; in a direct message the
    league's name, and whether there are others to choose from."""

    kind: str
    book: str
    topic_id: str = "asked"
    can_share: bool = True
    switched_on: frozenset[str] = frozenset()
    league_name: str | None = None
    other_leagues: bool = False


def answer_card(answer: Answer, setting: Setting, question: str, hint: Hint | None = None) -> discord.ui.LayoutView:
    """The private answer with its switch, neighbours and Share; `hint` is said once in a league not set up."""
    parts: list[Part] = [
        text(
            "\n".join(
                [
                    order_line(setting.kind, answer.order, setting.league_name),
                    *answer_lines(answer, setting.switched_on),
                ]
            )
        ),
        text(f"{ASKED}{quoted(question)}", QUESTION_PART),
    ]
    if hint:
        parts.append(text(f"-# {HINT}"))
    if answer.neighbours:
        parts.append(row(_topics_select(routes.RULE_NEAR.id(setting.kind, setting.book), answer.neighbours)))
    buttons = _answer_buttons(answer, setting)
    if hint is Hint.FOR_STAFF:
        buttons.append(button("Leave the sample out", routes.RULE_NO_SAMPLE.id()))
    return card(*parts, row(*buttons), accent=CLOTH)


def shared_card(
    answer: Answer, setting: Setting, question: str, by: str, *, can_discuss: bool
) -> discord.ui.LayoutView:
    """The answer as everybody sees it, with Discuss where a thread can be opened."""
    topic = answer.topic.topic_id if answer.topic else "none"
    parts: list[Part] = [text(order_line(setting.kind, answer.order))]
    parts.append(text("\n".join(answer_lines(answer, setting.switched_on))))
    asked = f", who asked: {quoted(question)}" if question else ""
    parts.append(text(f"-# Shared by {by}{asked}"))
    if can_discuss:
        parts.append(row(button("Discuss", routes.RULE_DISCUSS.id(topic), emoji="💬")))
    return card(*parts, accent=CLOTH)


def week_card(answer: Answer, setting: Setting) -> discord.ui.LayoutView:
    """The rule of the week, with Discuss."""
    topic = answer.topic.topic_id if answer.topic else "none"
    lines = ["**The rule of the week**", order_line(setting.kind, answer.order)]
    return card(
        text("\n".join(lines)),
        text("\n".join(answer_lines(answer, setting.switched_on))),
        row(button("Discuss", routes.RULE_DISCUSS.id(topic), emoji="💬")),
        accent=CLOTH,
    )


def answer_lines(answer: Answer, switched_on: frozenset[str] = frozenset()) -> list[str]:
    """The answer in words: what to do, the clause, what it leans on, the other books."""
    lines = [f"-# I take it for: {answer.topic.name}"] if answer.topic and answer.is_covered else []
    if answer.own:
        settles = f" **{OUTCOMES[answer.own.outcome]}.**" if answer.own.outcome else ""
        lines.append(f"**Our own rule {answer.own.number}: {quoted(answer.own.title)}.**{settles}")
        lines.append(clipped(answer.own.text, 1000))
    if answer.clause is None or answer.topic is None:
        return lines or [NOT_COVERED if answer.topic is None else _all_silent(answer)]
    clause = answer.clause
    if answer.silent:
        lines.append(f"-# {_named(answer.silent)}: silent. {clause.book.short}, next in your order:")
    line = answer.topic.positions[clause.book.book_id].line
    if answer.own:
        lines.append(f"-# {clause.book.short} would say: {line} ({clause.cite})")
        return [*lines, *other_lines(answer.others)]
    if clause.alternate_id in switched_on:
        lines.append(f"**Your league plays the Alternate Rule here: {clause.alternate}**")
    else:
        lines.append(f"**{line}**")
    lines.append(f"{clause.says} *({citation(clause)})*")
    lines += [f"-# {lean.cite}: {lean.short}" for lean in answer.leans_on]
    lines += other_lines(answer.others)
    reading = f"-# Read two ways: {clause.reading}"
    if clause.reading and len("\n".join([*lines, reading])) > ONE_SCREEN:
        reading = f"-# This text can be read two ways: /rule show {clause.heading} tells both."
    return [*lines, reading] if clause.reading else lines


def citation(clause: Clause) -> str:
    """The clause as it is cited on cards: book, number where there is one, heading."""
    return clause.cite if not clause.number else f"{clause.cite}, {clause.heading}"


def other_lines(others: Sequence[Other]) -> list[str]:
    """The other books: one line for those that agree, a line by name for each that differs."""
    agreeing = [other.book for other in others if other.agrees]
    lines = [
        f"**{other.book.short} differs:** {other.position.line} *({other.clause.cite})*"
        for other in others
        if not other.agrees
    ]
    if agreeing:
        lines.append(f"{_named(agreeing)} {'agrees' if len(agreeing) == 1 else 'agree'}.")
    return lines


def side_by_side(topic: Topic, library: Library, question: str = "") -> discord.ui.LayoutView:
    """Every book on one topic, and in a line what differs; for a topic shown or where no league is known."""
    asked = [text(f"> {quoted(question)}")] if question else []
    return card(*asked, text("\n".join(topic_lines(topic, library))), accent=CLOTH)


def topic_lines(topic: Topic, library: Library) -> list[str]:
    """A topic in words: its name, each book's answer with its clauses, what differs."""
    lines = [f"**{topic.name}**"]
    for book in library.books.values():
        position = topic.positions.get(book.book_id)
        if position is None:
            lines.append(f"**{book.short}:** silent.")
        else:
            cites = "; ".join(library.clause(clause_id).cite for clause_id in position.clauses[:3])
            lines.append(f"**{book.short}:** {position.line} *({cites})*")
    if topic.differs:
        lines.append(f"-# What differs: {topic.differs}")
    return lines


def shown_card(found: Topic | Clause | Term, library: Library, settings: Settings) -> discord.ui.LayoutView:
    """Whatever /rule show names."""
    if isinstance(found, Topic):
        return topic_card(found, library)
    if isinstance(found, Clause):
        return clause_card(found, library, settings)
    return term_card(found, library)


def topic_card(topic: Topic, library: Library) -> discord.ui.LayoutView:
    """A topic with its clauses to open."""
    clauses = [library.clause(key) for position in topic.positions.values() for key in position.clauses]
    return card(text("\n".join(topic_lines(topic, library))), row(_shown_select(clauses, ())), accent=CLOTH)


def clause_card(clause: Clause, library: Library, settings: Settings) -> discord.ui.LayoutView:
    """One clause whole: restated, its Alternate Rule and whether it is on, what it leans on, what to see also."""
    lines = [f"**{clause.heading}**", f"-# {clause.book.title} · {clause.clause_id}", clause.says]
    if clause.alternate_id:
        state = "on in this league" if clause.alternate_id in settings.alternates_on else "off"
        lines.append(f"**Alternate Rule ({state}):** {clause.alternate}")
    if clause.reading:
        lines.append(f"-# Read two ways: {clause.reading}")
    lines += [f"-# {library.clause(key).cite}: {library.clause(key).short}" for key in clause.leans_on]
    lines.append(f"-# Players say: {', '.join(clause.called)}")
    more = [library.clause(key) for key in clause.see_also]
    parts: list[Part] = [text("\n".join(lines))]
    topics = library.topics_of[clause.clause_id]
    if more or topics:
        parts.append(row(_shown_select(more, topics)))
    return card(*parts, accent=CLOTH)


def term_card(term: Term, library: Library) -> discord.ui.LayoutView:
    """A word of table talk."""
    also = f" (also: {', '.join(term.also)})" if term.also else ""
    parts: list[Part] = [text(f"**{term.word}**{also}\n{term.means}")]
    if term.see:
        parts.append(row(_shown_select([library.clause(key) for key in term.see], ())))
    return card(*parts, accent=CLOTH)


def own_rule_card(rule: OwnRule) -> discord.ui.LayoutView:
    """A rule the league made itself."""
    since = when(rule.effective_at, "D")
    return card(
        text(
            f"**Our own rule {rule.own_rule_id}: {quoted(rule.title)}**\n{quoted(rule.text)}\n-# In force since {since}"
        ),
        accent=CLOTH,
    )


def pocket(lines: Sequence[tuple[str, Clause]], kind: str, order: Sequence[Book], part: str) -> discord.ui.LayoutView:
    """One part of the dealer's pocket card, each line cited, with a select of the other parts."""
    body = "\n".join(f"- {line} · *{clause.cite}*" for line, clause in lines)
    options = [option(name, f"{kind}:{key}", default=key == part) for key, name in CARD_PARTS.items()]
    choice = select(routes.RULE_PART.id(), "Another part of the card", options)
    none = "None of your books says anything about this part."
    return card(
        text(order_line(kind, order)), text(f"**{CARD_PARTS[part]}**\n{body or none}"), row(choice), accent=CLOTH
    )


def choose_league_card(leagues: Sequence[tuple[int, str]], book: str, question: str) -> discord.ui.LayoutView:
    """In a direct message of somebody known in several leagues: which one is meant."""
    options = [option(name[:100], str(league_id)) for league_id, name in leagues[:25]]
    asked = [text(f"{ASKED}{quoted(question)}", QUESTION_PART)] if question else []
    return card(
        *asked,
        text("You play in several leagues. Which one is this about? I will remember it for direct messages."),
        row(select(routes.RULE_LEAGUE.id(book), "Which league is this about?", options)),
        accent=CLOTH,
    )


def question_form(title: str, label: str) -> discord.ui.Modal:
    """One text box for a question."""
    form = discord.ui.Modal(title=title, custom_id=routes.RULE_ASKED.id())
    box: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        custom_id="question", style=discord.TextStyle.paragraph, max_length=300
    )
    form.add_item(discord.ui.Label(text=label, component=box))
    return form


def _answer_buttons(answer: Answer, setting: Setting) -> list[Part]:
    kind, book = setting.kind, setting.book
    buttons = []
    if answer.is_covered and setting.can_share:
        own = answer.own.number if answer.own else 0
        topic = answer.topic.topic_id if answer.topic else "none"
        clause = answer.clause.clause_id if answer.clause else "none"
        buttons.append(button("Share", routes.RULE_SHARE.id(kind, book, own, topic, clause), emoji="📣"))
    if setting.can_share and answer.topic is not None and answer.topic.incidents:
        buttons.append(button("Get the ruling", routes.MISDEAL_ASKED.id(), discord.ButtonStyle.primary))
    other_kind = next(name for name in KINDS if name != kind)
    buttons.append(button(f"{KIND_NAMES[other_kind]} instead", routes.RULE_KIND.id(other_kind, book, setting.topic_id)))
    buttons.append(button("None of these", routes.RULE_NONE.id()))
    if setting.other_leagues:
        buttons.append(button("Another league", routes.RULE_LEAGUES.id(book)))
    return buttons


def _topics_select(custom_id: str, topics: Sequence[Topic]) -> Part:
    return select(custom_id, "Or did you mean…", [option(topic.name, topic.topic_id) for topic in topics])


def _shown_select(clauses: Sequence[Clause], topics: Sequence[Topic]) -> Part:
    options = [option(f"{topic.name} (all books)"[:100], f"topic:{topic.topic_id}") for topic in topics]
    options += [
        option(citation(clause)[:100], f"clause:{clause.clause_id}", clause.short[:100])
        for clause in dict.fromkeys(clauses)
    ]
    return select(routes.RULE_SHOW.id(), "Open…", options[:25])


def _all_silent(answer: Answer) -> str:
    return f"**{_named(answer.order)}: silent.** The floor or the host decides."


def _named(books: Sequence[Book]) -> str:
    names = [book.short for book in books]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
