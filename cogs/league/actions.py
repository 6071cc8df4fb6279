"""What staff can set: plain values and the store in, sentences out. No Discord here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import permutations
from typing import Any
from zoneinfo import available_timezones

from cogs.shared.dates import begins, read_day
from cogs.shared.leagues import Leagues, Standing
from cogs.shared.refusals import Refusal
from data.handled import Act, Done, once
from data.misses import clear_misses, recent_misses
from data.settings import all_settings, fold_settings, record_own_rule, record_settings, withdraw_own_rule
from data.store import Row, Store, Transaction
from data.week import end_week, want_week
from league.night import next_monday_noon
from league.settings import OUTCOMES, Settings, settings_at
from rules.library import load
from rules.names import BOOK_IDS

MISSES_SHOWN = 20
ORDERS = tuple("-".join(order) for size in (3, 2, 1) for order in permutations(BOOK_IDS, size))


def read_order(value: str) -> list[str]:
    """An order of books from its id, "psp-rrp-tda". Raises Refusal."""
    if value not in ORDERS:
        raise Refusal("That is no order of books: choose one from the list.")
    return value.split("-")


def order_name(order: Sequence[str]) -> str:
    """An order of books as people read it."""
    return ", then ".join(load().books[book_id].short for book_id in order)


def read_zone(typed: str) -> str:
    """A time zone by its IANA name, whatever its case. Raises Refusal."""
    names = {name.lower(): name for name in available_timezones() if "/" in name or name == "UTC"}
    zone = names.get(typed.strip().lower().replace(" ", "_"))
    if zone is None:
        raise Refusal("That time zone is not known: write it like America/Chicago or Europe/London.")
    return zone


def read_currency(typed: str) -> str:
    """A currency by its three letters. Raises Refusal."""
    code = typed.strip().upper()
    if len(code) != 3 or not code.isascii() or not code.isalpha():
        raise Refusal("Write the currency as its three letters, for example USD, EUR or GBP.")
    return code


async def change(
    store: Store, leagues: Leagues, act: Act, values: Mapping[str, Any], effective_at: datetime, answer: str
) -> Done:
    """Set these values together from a moment on; the same interaction twice sets them once."""
    done = await store.write(once, act, record_settings, values, effective_at, answer)
    leagues.changed(act.league_id)
    return done


async def fold(
    store: Store, leagues: Leagues, act: Act, values: Callable[[Settings], Mapping[str, Any]], answer: str
) -> Done:
    """Set now what follows from the settings as they stand; the same interaction twice sets it once."""
    done = await store.write(once, act, fold_settings, values, answer)
    leagues.changed(act.league_id)
    return done


async def add_own_rule(
    store: Store,
    leagues: Leagues,
    act: Act,
    title: str,
    text: str,
    settles: tuple[str, str] | None,
    effective_at: datetime,
) -> Done:
    """Add a rule of the league's own; `settles` is the incident it names and how. The answer is its number."""
    incident, outcome = verify_settles(settles)
    if not title or not text:
        raise Refusal("A rule needs a title and a text.")
    done = await store.write(once, act, record_own_rule, title, text, incident, outcome, effective_at)
    leagues.changed(act.league_id)
    return done


def verify_settles(settles: tuple[str, str] | None) -> tuple[str | None, str | None]:
    """The incident and outcome an own rule names, both known to the vocabulary. Raises Refusal."""
    if settles is None:
        return None, None
    incident, outcome = settles
    if not incident and not outcome:
        return None, None
    if incident not in incidents():
        raise Refusal("That incident is not known: choose one from the list, together with how it is settled.")
    if outcome not in OUTCOMES:
        raise Refusal("Say how the rule settles that incident: choose an outcome from the list.")
    return incident, outcome


def incidents() -> list[str]:
    """The ids of everything that can go wrong at a table, as the topics name them."""
    return sorted({incident for topic in load().topics.values() for incident in topic.incidents})


async def withdraw(store: Store, leagues: Leagues, act: Act, own_rule_id: int, effective_at: datetime) -> Done:
    """Take an own rule out of force; the answer is its title, or nothing if there is none to withdraw."""
    done = await store.write(once, act, withdraw_own_rule, own_rule_id, effective_at)
    leagues.changed(act.league_id)
    return done


async def standing_on(leagues: Leagues, league_id: int, typed: str | None, now: datetime) -> tuple[Standing, datetime]:
    """What was in force on a day (at its end), or now; with the moment it is told for."""
    current = await leagues.now(league_id)
    if not typed:
        return current, now
    moment = begins(read_day(typed) + timedelta(days=1), current.settings.zone) - timedelta(microseconds=1)
    return await leagues.at(league_id, moment), moment


async def misses(store: Store, league_id: int, now: datetime) -> list[Row]:
    """The newest words no book answered."""
    return await store.read(recent_misses, league_id, now, MISSES_SHOWN)


async def forget_misses(store: Store, act: Act, first_id: int, last_id: int) -> Done:
    """Delete the words staff have read; the answer is how many went."""
    return await store.write(once, act, clear_misses, first_id, last_id)


async def rule_of_the_week(store: Store, leagues: Leagues, act: Act, channel_id: int | None) -> Done:
    """A rule is posted in this channel every week, or in none."""

    def change(tx: Transaction, act: Act) -> str:
        if channel_id is None:
            return end_week(tx, act)
        zone = settings_at(all_settings(tx, act.league_id), act.at).zone
        return want_week(tx, act, channel_id, next_monday_noon(act.at, zone))

    done = await store.write(once, act, change)
    leagues.changed(act.league_id)
    return done
