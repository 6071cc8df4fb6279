"""What a press, a choice or a form of the rules does. The id says what; nothing is remembered here."""

from __future__ import annotations

from typing import Any

import discord

from cogs.rule import actions, render
from cogs.shared import routes
from cogs.shared.checks import act_of, verify_staff
from cogs.shared.refusals import Refusal
from cogs.shared.replies import Interaction, card, open_form, part_of, quoted, say, show, text, tidy, unquoted, update
from cogs.shared.routes import Handler, Route, Router, fields
from league.settings import KINDS
from rules.answers import Answer, OwnText, answer_question, answer_topic
from rules.books import BOOK_IDS, CARD_PARTS, load

ALL_BOOKS = "all"
HINT = "This league is not set up yet: House is a sample policy, Pepper Street's. /league setup makes the books yours."
EMPTY = "Tell me in a sentence what happened or what you want to know, for example: burn got flipped, leave it up?"
STALE = "I cannot read the question any more. Ask again with /rule ask."
GONE = "That rule is not in force any more. Ask again with /rule ask."
THREAD_EXISTS = 160004


def add_routes(router: Router) -> None:
    """Answer the buttons of answers and of the standing message."""
    for route, handler in ROUTES.items():
        router.add(route, handler)


def remove_routes(router: Router) -> None:
    """The feature is unloaded."""
    for route in ROUTES:
        router.remove(route)


async def place_of(interaction: Interaction) -> actions.Place:
    """The league and the kind of game of whoever asks here."""
    channel = interaction.channel
    return await actions.place_of(
        interaction.client.leagues,
        interaction.client.store,
        interaction.user.id,
        interaction.guild_id if interaction.is_guild_integration() else None,
        (interaction.channel_id, getattr(channel, "parent_id", None)),
        alone=interaction.context.dm_channel,
    )


async def ask(interaction: Interaction, words: str, book: str = ALL_BOOKS) -> None:
    """Answer a question privately, for the league and channel it is asked in."""
    question = tidy(words)
    if not any(char.isalnum() for char in question):
        raise Refusal(EMPTY)
    place = await place_of(interaction)
    if place.choices:
        names = [(key, guild.name) for key in place.choices if (guild := interaction.client.get_guild(key))]
        await show(interaction, render.choose_league_card(names, book, question))
        return
    if place.league_id is None:
        await show(interaction, without_league(question, book))
        return
    first = await interaction.client.leagues.meet(place.league_id, interaction.user.id)
    settings = place.standing.settings
    hint = HINT if first and not settings.is_set_up and settings.uses_sample_book else None
    await show(interaction, answer_card(place, place.kind, book, question, hint))


def without_league(question: str, book: str) -> discord.ui.LayoutView:
    """Where no league is known the books stand side by side, and nothing is kept."""
    answer = answer_question(question, BOOK_IDS if book == ALL_BOOKS else (book,))
    if answer.topic is None or not answer.is_covered:
        return card(text(f"> {quoted(question)}\n" + "\n".join(render.answer_lines(answer))))
    return render.side_by_side(answer.topic, load(), question)


def answer_card(
    place: actions.Place, kind: str, book: str, question: str, hint: str | None = None
) -> discord.ui.LayoutView:
    """The answer to a question for one kind of game."""
    answer = answer_question(question, order_of(place, kind, book), actions.own_texts(place.standing.own_rules))
    return render.answer_card(answer, kind, book, question, hint)


def order_of(place: actions.Place, kind: str, book: str) -> tuple[str, ...]:
    """The league's order of books for this kind of game, or the one book asked for."""
    if kind not in KINDS or book not in (ALL_BOOKS, *BOOK_IDS):
        raise Refusal(STALE)
    return place.standing.settings.order(kind) if book == ALL_BOOKS else (book,)


def question_on(interaction: Interaction) -> str:
    """The asker's words as the pressed card shows them."""
    shown = part_of(interaction.message, render.QUESTION_PART)
    return unquoted(shown.removeprefix("> ")) if shown else ""


async def switch_kind(interaction: Interaction, kind: str, book: str) -> None:
    """The same question, answered for the other kind of game."""
    question = question_on(interaction)
    if not question:
        raise Refusal(STALE)
    await update(interaction, answer_card(await place_of(interaction), kind, book, question))


async def open_neighbour(interaction: Interaction, kind: str, book: str) -> None:
    """A neighbouring topic in place of the answer."""
    topic = load().topics.get(chosen(interaction))
    if topic is None:
        raise Refusal(STALE)
    place = await place_of(interaction)
    answer = answer_topic(topic, order_of(place, kind, book))
    await update(interaction, render.answer_card(answer, kind, book, question_on(interaction)))


async def share(interaction: Interaction, kind: str, book: str, topic_id: str, clause_id: str) -> None:
    """Post the answer for everybody, once."""
    place = await place_of(interaction)
    if place.league_id is None or interaction.message is None:
        raise Refusal("Sharing works in a league's own server.")
    answer = shared_answer(place, kind, book, topic_id, clause_id)
    act = act_of(interaction, place.league_id, key=f"share:{interaction.message.id}:{topic_id}:{kind}")
    if not await actions.claim_share(interaction.client.store, act, interaction.id):
        raise Refusal("This answer has been shared already.")
    layout = render.shared_card(answer, kind, question_on(interaction), interaction.user.mention)
    await show(interaction, layout, private=False)


def shared_answer(place: actions.Place, kind: str, book: str, topic_id: str, clause_id: str) -> Answer:
    """The answer a Share button names, as the books and the league stand now."""
    order = order_of(place, kind, book)
    if topic_id == "own":
        rule = place.standing.own_rule(int(clause_id)) if clause_id.isdecimal() else None
        if rule is None:
            raise Refusal(GONE)
        return Answer(answer_topic(next(iter(load().topics.values())), order).order, own=own_text(rule))
    topic = load().topics.get(topic_id)
    if topic is None:
        raise Refusal(GONE)
    return answer_topic(topic, order, prefer=clause_id)


def own_text(rule: Any) -> OwnText:
    """One of the league's own rules as the rules module takes it."""
    return actions.own_texts([rule])[0]


async def discuss(interaction: Interaction) -> None:
    """Open a public thread on a shared answer; a second press leads to it."""
    message = interaction.message
    if message is None or interaction.guild is None:
        raise Refusal("A thread can be opened in a league's own server.")
    try:
        thread = await message.create_thread(name="Rule talk", auto_archive_duration=1440)
        thread_id = thread.id
    except discord.HTTPException as error:
        if error.code != THREAD_EXISTS:
            raise
        thread_id = message.id  # a message's thread has the message's id
    await say(interaction, f"Talk about it in <#{thread_id}>.")


async def none_of_these(interaction: Interaction) -> None:
    """Keep the words for the host, without the asker."""
    question = question_on(interaction)
    place = await place_of(interaction)
    if not question or place.league_id is None or interaction.message is None:
        raise Refusal(STALE)
    act = act_of(interaction, place.league_id, key=f"miss:{interaction.message.id}")
    done = await actions.keep_miss(interaction.client.store, act, question)
    await say(interaction, done.answer)


async def leave_sample_out(interaction: Interaction) -> None:
    """Staff's answer to the hint of the first answer."""
    league_id = await verify_staff(interaction)
    act = act_of(interaction, league_id)
    done = await actions.leave_sample_out(interaction.client.store, interaction.client.leagues, act)
    await say(interaction, done.answer)


async def choose_league(interaction: Interaction, book: str) -> None:
    """The league a direct message is about, remembered."""
    value = chosen(interaction)
    question = question_on(interaction)
    client = interaction.client
    if not value.isdecimal() or not await actions.remember_league(client.store, int(value), interaction.user.id):
        raise Refusal("You are not known in that league. Use the bot there once, then ask again.")
    place = await place_of(interaction)
    await update(interaction, answer_card(place, place.kind, book, question))


async def open_shown(interaction: Interaction) -> None:
    """Open a topic or clause from a select."""
    await show_value(interaction, chosen(interaction), in_place=True)


async def show_value(interaction: Interaction, value: str, *, in_place: bool = False) -> None:
    """Show what an id of the autocomplete names; free words are searched."""
    library = load()
    place = await place_of(interaction)
    sort, _, key = value.partition(":")
    rule = place.standing.own_rule(int(key)) if sort == "own" and key.isdecimal() else None
    found = actions.find_shown(library, value)
    if rule is not None:
        layout = render.own_rule_card(rule)
    elif found is None:
        await ask(interaction, value)
        return
    else:
        layout = render.shown_card(found, library, place.standing.settings)
    await (update if in_place else show)(interaction, layout)


async def show_part(interaction: Interaction) -> None:
    """Another part of the pocket card."""
    kind, _, part = chosen(interaction).partition(":")
    await pocket_card(interaction, part, kind, in_place=True)


async def pocket_card(interaction: Interaction, part: str, kind: str | None = None, *, in_place: bool = False) -> None:
    """One part of the dealer's pocket card for this channel's kind of game."""
    place = await place_of(interaction)
    kind = kind or place.kind
    order = order_of(place, kind, ALL_BOOKS)
    if part not in CARD_PARTS:
        raise Refusal("The pocket card has no such part: choose one from the list.")
    library = load()
    lines = actions.pocket_card(library, order, part)
    layout = render.pocket(lines, kind, [library.books[book_id] for book_id in order], part)
    await (update if in_place else show)(interaction, layout)


async def open_question(interaction: Interaction) -> None:
    """The standing message's "Ask a rule"."""
    await open_form(interaction, render.question_form("Ask a rule", "What do you want to know?"))


async def open_incident(interaction: Interaction) -> None:
    """The standing message's "Something went wrong"."""
    await open_form(interaction, render.question_form("Something went wrong", "What happened?"))


async def answer_form(interaction: Interaction) -> None:
    """The question from a form."""
    await ask(interaction, str(fields(interaction.data).get("question") or ""))


async def who_shuffles(interaction: Interaction) -> None:
    """The standing message's "Who shuffles?"."""
    await ask(interaction, "who shuffles and who cuts, and whose turn is it")


def chosen(interaction: Interaction) -> str:
    """The value chosen in a select; empty if there is none."""
    data: Any = interaction.data
    values = data.get("values") or [""]
    return str(values[0])


ROUTES: dict[Route, Handler] = {
    routes.RULE_KIND: switch_kind,
    routes.RULE_NEAR: open_neighbour,
    routes.RULE_SHARE: share,
    routes.RULE_DISCUSS: discuss,
    routes.RULE_NONE: none_of_these,
    routes.RULE_NO_SAMPLE: leave_sample_out,
    routes.RULE_LEAGUE: choose_league,
    routes.RULE_SHOW: open_shown,
    routes.RULE_PART: show_part,
    routes.RULE_ASK: open_question,
    routes.RULE_WRONG: open_incident,
    routes.RULE_SHUFFLE: who_shuffles,
    routes.RULE_ASKED: answer_form,
}
