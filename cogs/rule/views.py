"""What a press, a choice or a form of the rules does. The id says what; nothing is remembered here."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import discord

from cogs.rule import actions, render
from cogs.shared import routes
from cogs.shared.checks import act_of, runs_league, verify_runs_league
from cogs.shared.choosing import Choice
from cogs.shared.names import ALL_BOOKS
from cogs.shared.refusals import Refusal
from cogs.shared.replies import (
    ALREADY_ANSWERED,
    Interaction,
    card,
    open_form,
    question_on,
    quoted,
    say,
    show,
    text,
    tidy,
    update,
)
from cogs.shared.routes import Handler, Route, chosen, fields, number_in
from league.settings import KINDS
from rules.answers import Answer, answer_question, answer_topic
from rules.library import load
from rules.names import BOOK_IDS, CARD_PARTS

ASKED = "asked"  # the topic the search chose, not a neighbour
EMPTY = "Tell me in a sentence what happened or what you want to know, for example: burn got flipped, leave it up?"
STALE = "I cannot read the question any more. Ask again with /rule ask."
GONE = "That rule is not in force any more. Ask again with /rule ask."
THREAD_EXISTS = 160004


async def place_of(interaction: Interaction) -> actions.Place:
    """The league and the kind of game of whoever asks here."""
    channel = interaction.channel
    return await actions.place_of(
        interaction.client.leagues,
        interaction.client.store,
        interaction.user.id,
        interaction.guild_id if interaction.is_guild_integration() else None,
        (interaction.channel_id, getattr(channel, "parent_id", None)),
        alone=_still_in(interaction) if interaction.context.dm_channel else None,
    )


def _still_in(interaction: Interaction) -> Callable[[int], Awaitable[bool]]:
    return lambda league_id: interaction.client.is_member(league_id, interaction.user.id)


def league_names(interaction: Interaction, league_ids: Sequence[int]) -> list[tuple[int, str]]:
    """Leagues with their servers' names; an outage hides a name, and then its number stands for it."""
    guilds = [(league_id, interaction.client.get_guild(league_id)) for league_id in league_ids]
    return [(key, (guild and guild.name) or f"League {key % 10_000}") for key, guild in guilds]


async def suggested(interaction: Interaction, typed: str) -> list[Choice]:
    """Topics, clauses, words and the league's own rules that fit what is typed."""
    place = await place_of(interaction)
    offers = actions.suggestions(load(), typed[:100], place.standing.own_rules)
    return [Choice(name=name, value=value) for name, value in offers]


async def chosen_place(interaction: Interaction, book: str = ALL_BOOKS, question: str = "") -> actions.Place | None:
    """Where somebody asks; None after asking which of several leagues a direct message means."""
    place = await place_of(interaction)
    if place.choices:
        await show(interaction, render.choose_league_card(league_names(interaction, place.choices), book, question))
        return None
    return place


async def ask(interaction: Interaction, words: str, book: str = ALL_BOOKS) -> None:
    """Answer a question privately, for the league and channel it is asked in."""
    question = tidy(words)
    if not any(char.isalnum() for char in question):
        raise Refusal(EMPTY)
    if book not in (ALL_BOOKS, *BOOK_IDS):
        raise Refusal("There is no such book: choose one from the list.")
    place = await chosen_place(interaction, book, question)
    if place is None:
        return
    if place.league_id is None:
        await show(interaction, without_league(question, book))
        return
    first = await interaction.client.leagues.meet(place.league_id, interaction.user.id)
    settings = place.standing.settings
    hint = None
    if first and not settings.is_set_up and settings.uses_sample_book:
        hint = render.Hint.FOR_STAFF if runs_league(interaction, settings) else render.Hint.FOR_PLAYERS
    await show(interaction, answer_card(interaction, place, place.kind, book, question, hint=hint))


def without_league(question: str, book: str) -> discord.ui.LayoutView:
    """Where no league is known the books stand side by side, and nothing is kept."""
    answer = answer_question(question, BOOK_IDS if book == ALL_BOOKS else (book,))
    if answer.topic is None or not answer.is_covered:
        return card(text(f"> {quoted(question)}\n" + "\n".join(render.answer_lines(answer))))
    return render.side_by_side(answer.topic, load(), question)


def answer_card(
    interaction: Interaction,
    place: actions.Place,
    kind: str,
    book: str,
    question: str,
    topic_id: str = ASKED,
    hint: render.Hint | None = None,
) -> discord.ui.LayoutView:
    """The answer to a question for one kind of game; `topic_id`: the neighbour chosen instead of the best."""
    own_rules = actions.own_texts(place.standing.own_rules)
    answer = answer_question(question, order_of(place, kind, book), own_rules, topic_id)
    return render.answer_card(answer, setting_of(interaction, place, kind, book, topic_id), question, hint)


def setting_of(
    interaction: Interaction, place: actions.Place, kind: str, book: str, topic_id: str = ASKED
) -> render.Setting:
    """Where an answer is shown."""
    can_share = interaction.guild_id is not None and place.league_id is not None
    name = None
    if interaction.guild_id is None and place.league_id is not None:
        name = league_names(interaction, [place.league_id])[0][1]
    return render.Setting(kind, book, topic_id, can_share, place.standing.settings.alternates_on, name, place.others)


def order_of(place: actions.Place, kind: str, book: str) -> tuple[str, ...]:
    """The league's order of books for this kind of game, or the one book asked for."""
    if kind not in KINDS or book not in (ALL_BOOKS, *BOOK_IDS):
        raise Refusal(STALE)
    return place.standing.settings.order(kind) if book == ALL_BOOKS else (book,)


async def open_neighbour(interaction: Interaction, kind: str, book: str) -> None:
    """A neighbouring topic in place of the answer."""
    if chosen(interaction.data) not in load().topics:
        raise Refusal(STALE)
    await answer_again(interaction, kind, book, chosen(interaction.data))


async def answer_again(interaction: Interaction, kind: str, book: str, topic_id: str) -> None:
    """The same question, answered anew: for the other kind of game, or by another topic."""
    question = question_on(interaction.message)
    if not question or (topic_id != ASKED and topic_id not in load().topics):
        raise Refusal(STALE)
    place = await place_of(interaction)
    await update(interaction, answer_card(interaction, place, kind, book, question, topic_id))


async def share(interaction: Interaction, kind: str, book: str, own: str, topic_id: str, clause_id: str) -> None:
    """Post the answer for everybody, once."""
    place = await place_of(interaction)
    if place.league_id is None or interaction.guild_id is None or interaction.message is None:
        raise Refusal("Sharing works in a league's own server.")
    answer = shared_answer(place, order_of(place, kind, book), own, topic_id, clause_id)
    act = act_of(interaction, place.league_id, key=f"share:{interaction.message.id}:{own}:{topic_id}:{kind}")
    if not await actions.claim_share(interaction.client.store, act, interaction.id):
        raise Refusal("This answer has been shared already.")
    setting = setting_of(interaction, place, kind, book)
    can_discuss = isinstance(interaction.channel, discord.TextChannel)  # a thread holds no threads
    words, by = question_on(interaction.message), interaction.user.mention
    layout = render.shared_card(answer, setting, words, by, can_discuss=can_discuss)
    store = interaction.client.store
    try:
        await show(interaction, layout, private=False)
    except BaseException as error:
        if not isinstance(error, discord.HTTPException) or error.code != ALREADY_ANSWERED:
            await asyncio.shield(actions.shared(store, act, posted=False))
        raise
    await actions.shared(store, act, posted=True)


def shared_answer(place: actions.Place, order: Sequence[str], own: str, topic_id: str, clause_id: str) -> Answer:
    """The answer a Share button names, as the books and the league stand now."""
    rule = place.standing.own_rule(number_in(own) or 0)
    topic = load().topics.get(topic_id)
    if (rule is None and own != "0") or (topic is None and rule is None):
        raise Refusal(GONE)
    return answer_topic(topic, order, own=actions.own_text(rule), prefer=clause_id)


async def discuss(interaction: Interaction, topic_id: str) -> None:
    """Open a public thread on a shared answer; a second press leads to it."""
    message, guild = interaction.message, interaction.guild
    if message is None or guild is None:
        raise Refusal("A thread can be opened in a league's own server.")
    await interaction.response.defer(ephemeral=True, thinking=True)  # Discord may take its time over a thread
    topic = load().topics.get(topic_id)
    try:
        if not message.flags.has_thread and guild.get_thread(message.id) is None:
            await message.create_thread(name=topic.name if topic else "Rule talk", auto_archive_duration=1440)
    except discord.HTTPException as error:
        if error.status >= 500:
            raise
        if error.status == 403:
            raise Refusal("I cannot open a thread here: a host can give me Create Public Threads.") from error
        if error.code != THREAD_EXISTS:
            raise Refusal("No thread can be opened on this message. Talk about it right here.") from error
    await say(interaction, f"Talk about it in <#{message.id}>.")  # a message's thread has the message's id


async def none_of_these(interaction: Interaction) -> None:
    """Keep the words for the host, without the asker."""
    question = question_on(interaction.message)
    place = await place_of(interaction)
    if not question or place.league_id is None or interaction.message is None:
        raise Refusal(STALE)
    act = act_of(interaction, place.league_id, key=f"miss:{interaction.message.id}")
    done = await actions.keep_miss(interaction.client.store, act, question)
    await say(interaction, done.answer)


async def leave_sample_out(interaction: Interaction) -> None:
    """Staff's answer to the hint of the first answer."""
    league_id = await verify_runs_league(interaction)
    act = act_of(interaction, league_id)
    done = await actions.leave_sample_out(interaction.client.store, interaction.client.leagues, act)
    await say(interaction, done.answer)


async def choose_league(interaction: Interaction, book: str) -> None:
    """The league a direct message is about, remembered."""
    league_id = number_in(chosen(interaction.data))
    question = question_on(interaction.message)
    client = interaction.client
    if league_id is None or not await actions.remember_league(client.store, league_id, interaction.user.id):
        raise Refusal("You are not known in that league. Use the bot there once, then ask again.")
    if not question:
        raise Refusal("Remembered. Give your command once more.")
    place = await place_of(interaction)
    await update(interaction, answer_card(interaction, place, place.kind, book, question))


async def other_league(interaction: Interaction, book: str) -> None:
    """Ask again which league a direct message is about."""
    known = await actions.known_leagues(interaction.client.store, interaction.user.id, _still_in(interaction))
    if len(known) < 2:
        raise Refusal("I know you in one league only.")
    names = league_names(interaction, known)
    await update(interaction, render.choose_league_card(names, book, question_on(interaction.message)))


async def open_shown(interaction: Interaction) -> None:
    """Open a topic or clause from a select."""
    layout = await shown_card(interaction, chosen(interaction.data), await place_of(interaction))
    if layout is None:
        raise Refusal(GONE)
    await update(interaction, layout)


async def show_value(interaction: Interaction, value: str) -> None:
    """Show what an id of the autocomplete names, or a number or heading typed in full; free words are asked."""
    place = await chosen_place(interaction)
    if place is None:
        return
    layout = await shown_card(interaction, value, place)
    if layout is not None:
        await show(interaction, layout)
    elif value.startswith(("topic:", "clause:", "term:", "own:")):
        raise Refusal(GONE)
    else:
        await ask(interaction, value)


async def shown_card(interaction: Interaction, value: str, place: actions.Place) -> discord.ui.LayoutView | None:
    """The card of whatever a value names; None if it names nothing."""
    library = load()
    if value.startswith("own:"):
        rule = place.standing.own_rule(number_in(value.removeprefix("own:")) or 0)
        return None if rule is None else render.own_rule_card(rule)
    found = actions.find_shown(library, value)
    return None if found is None else render.shown_card(found, library, place.standing.settings)


async def show_part(interaction: Interaction) -> None:
    """Another part of the pocket card."""
    kind, _, part = chosen(interaction.data).partition(":")
    await pocket_card(interaction, part, kind, in_place=True)


async def pocket_card(interaction: Interaction, part: str, kind: str | None = None, *, in_place: bool = False) -> None:
    """One part of the dealer's pocket card for this channel's kind of game."""
    place = await chosen_place(interaction)
    if place is None:
        return
    kind = kind or place.kind
    order = order_of(place, kind, ALL_BOOKS)
    if part not in CARD_PARTS:
        raise Refusal("The pocket card has no such part: choose one from the list.")
    library = load()
    lines = library.pocket_card(order, part)
    layout = render.pocket(lines, kind, [library.books[book_id] for book_id in order], part)
    await (update if in_place else show)(interaction, layout)


async def open_question(interaction: Interaction) -> None:
    """The standing message's "Ask a rule"."""
    await open_form(interaction, render.question_form("Ask a rule", "What do you want to know?"))


async def answer_form(interaction: Interaction) -> None:
    """The question from a form."""
    await ask(interaction, str(fields(interaction.data).get("question") or ""))


async def who_shuffles(interaction: Interaction) -> None:
    """The standing message's "Who shuffles?"."""
    await ask(interaction, "who shuffles and who cuts, and whose turn is it")


ROUTES: dict[Route, Handler] = {
    routes.RULE_KIND: answer_again,
    routes.RULE_NEAR: open_neighbour,
    routes.RULE_SHARE: share,
    routes.RULE_DISCUSS: discuss,
    routes.RULE_NONE: none_of_these,
    routes.RULE_NO_SAMPLE: leave_sample_out,
    routes.RULE_LEAGUE: choose_league,
    routes.RULE_LEAGUES: other_league,
    routes.RULE_SHOW: open_shown,
    routes.RULE_PART: show_part,
    routes.RULE_ASK: open_question,
    routes.RULE_SHUFFLE: who_shuffles,
    routes.RULE_ASKED: answer_form,
}
