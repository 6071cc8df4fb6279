"""What a person can do with the rules: plain values and the store in, answers out. No Discord here."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from cogs.shared.leagues import Leagues, Standing
from data.handled import Act, Done, claim, close_claim, give_up, once
from data.misses import record_miss
from data.people import choose_league, chosen_league, leagues_of
from data.settings import fold_settings
from data.store import Store
from league.settings import DEFAULT_ORDER, KINDS, SAMPLE_BOOK, OwnRule, Settings, newest_first
from rules.answers import OwnText
from rules.library import Clause, Library, Term, Topic

CHOICES = 25  # Discord's limit for an autocomplete


@dataclass(frozen=True)
class Place:
    """Where somebody asks. `league_id` None: no league is known, so the books stand side by side.

    `choices`: the leagues among which a direct message has to choose first; empty otherwise.
    `others`: does somebody who asks in a direct message play in other leagues, too?
    """

    league_id: int | None
    standing: Standing
    kind: str
    choices: tuple[int, ...] = ()
    others: bool = False


async def place_of(
    leagues: Leagues,
    store: Store,
    user_id: int,
    league_id: int | None,
    channels: Sequence[int | None],
    alone: Callable[[int], Awaitable[bool]] | None,
) -> Place:
    """Which league and kind of game a question is about.

    `alone`: in a direct message with the bot, where the league is the one the person is known in: whether
    they and the bot are still in a league. None elsewhere.
    """
    if league_id is None and alone:
        known = await known_leagues(store, user_id, alone)
        if len(known) > 1 and await store.read(chosen_league, user_id) not in known:
            return Place(None, await leagues.now(None), KINDS[0], tuple(known))
        standing = await leagues.now(known[0] if known else None)
        return Place(known[0] if known else None, standing, KINDS[0], others=len(known) > 1)
    standing = await leagues.now(league_id)
    return Place(league_id, standing, standing.settings.kind_of(*channels))


async def known_leagues(store: Store, user_id: int, alone: Callable[[int], Awaitable[bool]]) -> list[int]:
    """The leagues a person is known in and still belongs to, the chosen one first."""
    return [league_id for league_id in await store.read(leagues_of, user_id) if await alone(league_id)]


def own_texts(rules: Sequence[OwnRule]) -> tuple[OwnText, ...]:
    """The league's own rules as the rules module takes them, the newest first: it goes ahead."""
    return tuple(
        OwnText(rule.own_rule_id, rule.title, rule.text, rule.incident, rule.outcome) for rule in newest_first(rules)
    )


def own_text(rule: OwnRule | None) -> OwnText | None:
    """One of the league's own rules as the rules module takes it."""
    return None if rule is None else own_texts([rule])[0]


async def keep_miss(store: Store, act: Act, words: str) -> Done:
    """Keep words no book answered, for the host, without the asker."""
    return await store.write(once, act, record_miss, words, "Noted for the host, without your name. Thank you.")


async def leave_sample_out(store: Store, leagues: Leagues, act: Act) -> Done:
    """Take the sample house policy out of both orders of books."""
    answer = "Done: the sample house policy is left out. /league books can bring it back."
    done = await store.write(once, act, fold_settings, _left_out, answer)
    leagues.changed(act.league_id)
    return done


def _left_out(settings: Settings) -> dict[str, object]:
    orders = {kind: without_sample(settings.order(kind)) or without_sample(DEFAULT_ORDER[kind]) for kind in KINDS}
    return {"set_up": True, **{f"order.{kind}": order for kind, order in orders.items()}}


def without_sample(order: Sequence[str]) -> list[str]:
    """The order without the sample house policy."""
    return [book_id for book_id in order if book_id != SAMPLE_BOOK]


async def remember_league(store: Store, league_id: int, user_id: int) -> bool:
    """Make this the league of the person's direct messages; False if they are not known there."""
    return await store.write(choose_league, league_id, user_id)


async def claim_share(store: Store, act: Act, interaction_id: int) -> bool:
    """True for the first press of Share on an answer and its repeated deliveries, False for a second press."""
    return await store.write(claim, act, interaction_id)


async def shared(store: Store, act: Act, *, posted: bool) -> None:
    """The answer has been posted, or could not be: then Share may be pressed again."""
    await store.write(close_claim if posted else give_up, act)


def suggestions(library: Library, typed: str, own_rules: Sequence[OwnRule]) -> list[tuple[str, str]]:
    """Names and ids that fit what is typed so far: topics, clauses by number or heading, terms, own rules.

    Ids are "topic:…", "clause:…", "term:…", "own:…". At most 25, those that begin with the words first.
    """
    words = typed.lower().split()
    offers: list[tuple[int, str, str]] = []

    def offer(name: str, value: str, *spoken: str) -> None:
        texts = [name.lower(), *(call.lower() for call in spoken)]
        if all(any(word in heard for heard in texts) for word in words):
            begins = any(heard.startswith(typed.lower()) for heard in texts) if typed else False
            offers.append((0 if begins else 1, name[:100], value))

    for rule in own_rules:
        offer(f"Our rule {rule.own_rule_id}: {rule.title}", f"own:{rule.own_rule_id}")
    for topic in library.topics.values():
        offer(f"{topic.name} (all books)", f"topic:{topic.topic_id}")
    for clause in library.clauses.values():
        title = f"{clause.book.short} {clause.number}".strip()
        offer(f"{title}: {clause.heading}", f"clause:{clause.clause_id}", clause.clause_id, *clause.called)
    for position, term in enumerate(library.terms):
        offer(f"{term.word} (word)", f"term:{position}", *term.also)
    offers.sort(key=lambda entry: entry[0])
    return [(name, value) for _, name, value in offers[:CHOICES]]


def find_shown(library: Library, value: str) -> Topic | Clause | Term | None:
    """What an id of `suggestions` names, or what a number, heading or word typed in full means; None if nothing."""
    sort, _, key = value.partition(":")
    if sort == "topic":
        return library.topics.get(key)
    if sort == "clause":
        return library.clauses.get(key)
    if sort == "term":
        return next((term for place, term in enumerate(library.terms) if str(place) == key), None)
    typed = " ".join(value.lower().split())
    clauses = (clause for clause in library.clauses.values() if typed in _names(clause))
    topics = (topic for topic in library.topics.values() if typed == topic.name.lower())
    terms = (term for term in library.terms if typed in (term.word, *term.also))
    return (next(clauses, None) or next(topics, None) or next(terms, None)) if typed else None


def _names(clause: Clause) -> tuple[str, ...]:
    return clause.clause_id, clause.number.lower(), clause.heading.lower(), clause.cite.lower()
