"""The league's cases: opened, looked at, listed, closed. No Discord here.

A case is opened under the rules in force at that moment and is decided by those ever after.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from cogs.misdeal.at_table import Asked, at_table, table_meant
from cogs.misdeal.conversation import Ruled, Screen, Start, screen_of
from cogs.shared.dates import begins, read_day
from cogs.shared.in_force import in_force
from cogs.shared.leagues import Leagues
from cogs.shared.past import Past, past_like
from cogs.shared.places import url
from cogs.shared.refusals import Refusal
from data.case_acts import Opening, close_case, open_case, place_card
from data.case_lists import Line, cases, cases_like, frequent_incidents
from data.cases import Case, case_of
from data.due import Job, drop_job
from data.due_names import DRAW_CASE
from data.handled import Act, once
from data.store import Store, Transaction
from league.settings import KINDS
from rules.facts import vocabulary
from rules.story import read_story

FIRST_INCIDENTS = ("exposed_on_deal", "too_many_cards", "board_early")  # until a league has met others
SHOWN_FIRST = len(FIRST_INCIDENTS)
SECOND_GUESSES = 2  # incidents offered beside the one that was read
SURE_ENOUGH = 0.3  # of a reading, below which nothing is said to have been read
PRECEDENTS = 3
LOOKED_THROUGH = 60  # cases of the same incident that are searched for precedents
LISTED = 20
LONGEST_STORY = 500
NO_CASE = "This league has no such case: /misdeal cases lists those there are."


@dataclass(frozen=True)
class Look:
    """A case with everything its card shows. `before`: earlier cases like it. `offered`: incidents with a button of their own.

    `past`: what disputes like it came to; they bind nobody.
    """

    case: Case
    screen: Screen
    before: tuple[Line, ...]
    offered: tuple[str, ...]
    past: tuple[Past, ...] = ()


# ------------------------------------------------------------------ opening


async def start_case(
    store: Store, leagues: Leagues, act: Act, channels: Sequence[int | None], channel_id: int, story: str, asked: Asked
) -> int:
    """Open a case under the rules that are in force now, at the table that is meant, if one is; its number."""
    standing = await leagues.now(act.league_id)
    settings = standing.settings
    incident, facts = first_reading(story)
    then = in_force(standing)
    opening = Opening(
        channel_id=channel_id,
        kind=settings.kind_of(*channels),
        orders={kind: settings.order(kind) for kind in KINDS},
        editions=then.editions,
        alternates=then.alternates,
        own_rules=then.own_rules,
        story=story,
        incident=incident,
        facts=facts,
    )
    done = await store.write(once, act, _open, opening, asked, standing.night_id)
    return int(done.answer)


def _open(tx: Transaction, act: Act, opening: Opening, asked: Asked, night_id: int | None) -> str:
    kept = table_meant(tx, act, asked, night_id)
    return open_case(tx, act, opening if kept is None else at_table(opening, kept))


async def placed(store: Store, league_id: int, case_number: int, message_id: int) -> None:
    """The case's card has been posted."""
    await store.write(place_card, league_id, case_number, message_id)


# ------------------------------------------------------------------ looking


async def look(store: Store, league_id: int, case_number: int) -> Look:
    """The case as it stands. Raises Refusal where the league has none of that number."""

    def looked(tx: Transaction) -> Look:
        case = found(tx, league_id, case_number)
        return look_at(tx, case, screen_of(case))

    return await store.read(looked)


def found(tx: Transaction, league_id: int, case_number: int) -> Case:
    """The league's case of that number. Raises Refusal where it has none."""
    case = case_of(tx, league_id, case_number)
    if case is None:
        raise Refusal(NO_CASE)
    return case


def look_at(tx: Transaction, case: Case, screen: Screen) -> Look:
    """The case with what its card shows beside its screen."""
    before: tuple[Line, ...] = ()
    if isinstance(screen, Ruled):
        before = tuple(
            cases_like(
                tx, case.league_id, screen.incident, screen.deciding, case.case_number, PRECEDENTS, LOOKED_THROUGH
            )
        )
    past = past_like(tx, case.league_id, screen.incident, ()) if isinstance(screen, Ruled) else ()
    return Look(case, screen, before, _offered(tx, case, screen) if isinstance(screen, Start) else (), past)


def _offered(tx: Transaction, case: Case, screen: Start) -> tuple[str, ...]:
    """Beside what was read the next best guesses; where nothing was, the best, or what the league has met most."""
    guesses = read_story(case.story).incidents if case.story else ()
    if screen.incident is not None:
        return tuple(key for key in guesses if key != screen.incident)[:SECOND_GUESSES]
    frequent = frequent_incidents(tx, case.league_id, SHOWN_FIRST)
    every = dict.fromkeys((*guesses[:SHOWN_FIRST], *frequent, *FIRST_INCIDENTS))
    return tuple(key for key in every if key in vocabulary().incidents)[:SHOWN_FIRST]


def first_reading(story: str) -> tuple[str | None, Mapping[str, str]]:
    """What went wrong by this story, and what it states; None where it is told too vaguely to say."""
    if not story:
        return None, {}
    reading = read_story(story)
    if not reading.incidents or reading.sure < SURE_ENOUGH:
        return None, {}
    return reading.incidents[0], reading.facts


async def listed(
    store: Store, leagues: Leagues, league_id: int, incident: str | None, day: str | None, before: int | None
) -> list[Line]:
    """The league's newest cases, one more than a page shows. Raises Refusal for an incident or day nobody knows."""
    if incident is not None and incident not in vocabulary().incidents:
        raise Refusal("That incident is not known: choose one from the list.")
    span = None
    if day is not None:
        zone = (await leagues.now(league_id)).settings.zone
        span = (begins(read_day(day), zone), begins(read_day(day) + timedelta(days=1), zone))
    return await store.read(cases, league_id, LISTED + 1, incident, span, before)


# ------------------------------------------------------------------ closing


async def close_due(store: Store, job: Job, now: datetime) -> bool:
    """Close the case whose time is over; False if it was pressed meanwhile."""
    return await store.write(close_case, job.league_id, job.subject, now)


async def drawn(store: Store, job: Job) -> None:
    """The card says how the case stands, or can say nothing any more."""
    await store.write(drop_job, job.league_id, DRAW_CASE, job.subject)


def link(case: Case) -> str:
    """Where the case's card is."""
    return url(case.league_id, case.channel_id, case.message_id)
