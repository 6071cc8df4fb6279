"""The rule of the week: only where a league wants it, once a week, another each time, with Discuss."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from itertools import pairwise

import pytest
from conftest import Clock, League, NewBot, Wire, verify_card, words

from cogs.rule.week import of_week
from data.due import next_due
from data.store import Store
from league.night import next_monday_noon

A_WHILE = 301.0


async def go_to(league: League, clock: Clock, moment: str) -> None:
    clock.moment = datetime.fromisoformat(moment)
    await league.env.advance_time(A_WHILE)


def posted(league: League) -> list[str]:
    return [said for said in league.said_in(league.cash) if said.startswith("**The rule of the week**")]


async def test_a_rule_is_posted_on_mondays_where_the_league_wants_it(
    league: League, clock: Clock, wire: Wire, new_bot: NewBot
) -> None:
    assert "every Monday at noon" in await league.staff("week", where=league.cash)
    await wire.again()
    await go_to(league, clock, "2026-03-16T15:59+00:00")
    assert not posted(league)
    await go_to(league, clock, "2026-03-16T16:01+00:00")  # noon in New York
    await league.env.restart_bot(new_bot())
    await go_to(league, clock, "2026-03-17T16:01+00:00")
    assert len(posted(league)) == 1
    await go_to(league, clock, "2026-03-23T16:01+00:00")
    assert len(set(posted(league))) == 2, "another one"
    message = list(league.env.backend.messages[league.cash.id].values())[-1]
    verify_card(message.components)
    key = next(part["custom_id"] for part in message.components[0]["components"][-1]["components"])
    result = await league.forge(league.player, message, key)
    assert "Talk about it in" in words(result)


async def test_it_stops_when_the_league_wants_none(league: League, clock: Clock, store: Store) -> None:
    await league.staff("week", where=league.cash)
    assert "No rule of the week" in await league.staff("week")
    await go_to(league, clock, "2026-03-16T16:01+00:00")
    assert not posted(league)
    assert await store.read(next_due) is None


async def test_what_was_missed_by_days_waits_for_the_next_monday(league: League, clock: Clock) -> None:
    await league.staff("week", where=league.cash)
    await go_to(league, clock, "2026-03-20T16:01+00:00")
    assert not posted(league)
    await go_to(league, clock, "2026-03-23T16:01+00:00")
    assert len(posted(league)) == 1


@pytest.mark.parametrize("order", [("psp", "rrp", "tda"), ("tda",)])
def test_every_week_of_a_year_has_a_rule_that_a_book_speaks_of(order: tuple[str, ...]) -> None:
    weeks = [of_week(date(2026, 1, 5) + timedelta(weeks=week), order) for week in range(52)]
    assert all(answer.clause is not None for answer in weeks)
    topics = [answer.topic.topic_id for answer in weeks if answer.topic is not None]
    assert all(first != second for first, second in pairwise(topics))


@pytest.mark.parametrize(
    ("now", "then"),
    [
        ("2026-03-16T15:59+00:00", "2026-03-16T16:00+00:00"),
        ("2026-03-16T16:00+00:00", "2026-03-23T16:00+00:00"),
        ("2026-11-01T12:00+00:00", "2026-11-02T17:00+00:00"),
    ],
)
def test_it_is_posted_at_noon_on_the_wall(now: str, then: str) -> None:
    found = next_monday_noon(datetime.fromisoformat(now), "America/New_York")
    assert found == datetime.fromisoformat(then)
