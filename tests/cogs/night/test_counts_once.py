"""What counts once: delivered twice, also after a restart, and presses that arrive at the same moment."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any

import pytest
from conftest import Clock, League, NewBot, Wire, act, custom_id, is_sentence, words
from evenings import kept_by
from planned import Ahead, plan_night

from cogs.me import nights as own
from cogs.night import fill_card, filling, planning, repeating, signing, telling
from cogs.shared.people import Person, written
from cogs.shared.refusals import Refusal
from data.drafts import draft_of, keep_draft
from data.store import Store
from league.settings import settings_at
from league.signup import DEAL, PLAY, STAND_BY

OMAHA = {"kind": "tournament", "game": "omaha", "tables": 2, "fee": "50"}


@pytest.fixture
async def ahead(league: League, store: Store, clock: Clock) -> Ahead:
    return await plan_night(league, store, clock, **OMAHA)


@pytest.fixture
async def twice(ahead: Ahead, wire: Wire, new_bot: NewBot) -> Any:
    """Delivers the newest interaction again, also to a bot that has been started anew: nothing changes."""

    async def again() -> None:
        await ahead.settle()
        before = await kept_by(ahead.store)
        await wire.again()
        await ahead.league.env.restart_bot(new_bot())
        await wire.again()
        assert await kept_by(ahead.store) == before, wire.sent[-1]["data"]

    return again


async def test_closing_a_night_twice_closes_it_once(ahead: Ahead, twice: Any) -> None:
    await ahead.press("ann", "take", 1)
    await ahead.wait(days=6, hours=3)
    await ahead.command("open")
    await twice()
    await ahead.command("close")
    assert (await ahead.night()).closed_at is not None
    await twice()


async def test_the_button_that_closes_a_night_counts_once(ahead: Ahead, twice: Any) -> None:
    await ahead.wait(days=6, hours=3)
    opened = await ahead.command("open")
    await ahead.league.forge(ahead.league.host, opened.response, f"night1:close:{ahead.night_id}")
    assert (await ahead.night()).closed_at is not None
    await twice()


async def test_who_was_missing_is_noted_once_and_taken_back_once(ahead: Ahead, twice: Any) -> None:
    await ahead.press("ann", "play")
    await ahead.wait(days=6, hours=4)
    await ahead.signup("missing", player=ahead.person("ann"), night=1)
    row = (await ahead.board()).rows[0]
    await twice()
    assert (await ahead.board()).rows[0] == row and row.no_show_at is not None
    await ahead.signup("came", player=ahead.person("ann"), night=1)
    await twice()
    assert (await ahead.board()).rows[0].no_show_at is None


async def test_wishes_and_games_delivered_late_do_not_undo_later_ones(
    ahead: Ahead, twice: Any, wire: Wire, new_bot: NewBot
) -> None:
    ann = ahead.person("ann")
    for given in ({"days": "fri", "table": 2}, {"night": ahead.night_id, "free": True}):
        await ahead.league.slash(ann, "me wishes", **given)
        await twice()
    first = wire.sent[-1]
    await ahead.league.slash(ann, "me wishes", night=ahead.night_id, free=False)
    await ahead.command("deals", player=ann, game="omaha")
    await twice()
    marked = wire.sent[-1]
    await ahead.command("deals", player=ann, game="omaha", can=False)
    await twice()
    before = await kept_by(ahead.store)
    for late in (first, marked):
        wire.sent.append(late)
        await wire.again()
    assert await kept_by(ahead.store) == before


async def test_the_card_of_a_night_is_moved_once(ahead: Ahead, twice: Any) -> None:
    """Delivered twice it would be posted twice."""
    league = ahead.league
    await league.slash(league.host, "night card", league.cash)
    await twice()
    await ahead.wait(minutes=10)
    said = league.said_in(league.cash)
    assert len([told for told in said if "**Friday Omaha**" in told]) == 1


# ------------------------------------------------------------------ numbers of drafts


async def test_the_number_of_an_expired_draft_is_given_to_no_other(league: League, store: Store, clock: Clock) -> None:
    first = await league.slash(league.host, "night create", title="First", when="next friday 7pm")
    key = custom_id(first, "night1:post")
    clock.advance(days=1, minutes=1)
    second = await league.slash(league.host, "night create", title="Second", when="next saturday 7pm")
    assert custom_id(second, "night1:post") != key
    assert is_sentence(await league.forge(league.host, first.response, key))
    assert await store.read(draft_of, league.guild.id, int(key.rpartition(":")[2]), league.host.id) is None
    await league.forge(league.host, second.response, custom_id(second, "night1:post"))
    assert "Second" in words(await league.slash(league.host, "night list"))


async def test_a_posted_drafts_number_outlives_it(store: Store, clock: Clock) -> None:
    from data.drafts import drop_draft

    def number(at: Any) -> Any:
        return store.write(keep_draft, act(at=at), {"title": "x"})

    assert [await number(clock.moment), await number(clock.moment)] == [1, 2]
    await store.write(drop_draft, 1, 2)
    assert await number(clock.moment) == 3
    clock.advance(days=30)
    assert await number(clock.moment) == 4


# ------------------------------------------------------------------ at the same moment


async def at_once(*work: Awaitable[Any]) -> list[Any]:
    """All of it together; what was refused as its sentence."""
    done = await asyncio.gather(*work, return_exceptions=True)
    strange = [one for one in done if isinstance(one, BaseException) and not isinstance(one, Refusal)]
    assert not strange, strange
    return [str(one) if isinstance(one, Refusal) else one for one in done]


@pytest.fixture
def by(ahead: Ahead, clock: Clock) -> Any:
    """Somebody's act: one of the same key is the same press delivered again."""
    return lambda key, user_id=7000: act(str(key), ahead.league_id, user_id, clock.moment)


async def test_one_press_delivered_twice_at_once_counts_once(ahead: Ahead, store: Store, by: Any) -> None:
    for user_id, what in enumerate((PLAY, STAND_BY, "drop"), 7000):
        one, who = by(user_id, user_id), Person(user_id, f"player {user_id}")
        if what == "drop":
            await signing.change_own(store, by("before", user_id), who, 1, PLAY)
        done = await at_once(*(signing.change_own(store, one, who, 1, what) for _ in range(2)))
        assert done == [None, None], "the second is answered as the first"
    board = await ahead.board()
    assert (len(board.players), len(board.stand_bys), len(board.rows)) == (1, 1, 3)


async def test_of_many_who_take_a_table_at_once_one_has_it(ahead: Ahead, store: Store, by: Any) -> None:
    people = range(7000, 7040)
    done = await at_once(
        *(signing.deal_own(store, by(who, who), Person(who, f"player {who}"), 1, 1 + who % 2) for who in people)
    )
    assert done.count(None) == 2
    assert all("has a dealer by now" in told for told in done if told is not None)
    board = await ahead.board()
    assert len(board.rows) == 2 and not board.open_tables


async def test_whoever_covers_and_whoever_keeps_at_once_leave_one_dealer(ahead: Ahead, store: Store, by: Any) -> None:
    ann, bob = Person(7001, "ann"), Person(7002, "bob")
    await signing.deal_own(store, by("a", 7001), ann, 1, 1)
    await signing.change_own(store, by("b", 7001), ann, 1, "cover")
    done = await at_once(
        signing.deal_own(store, by("c", 7002), bob, 1, 1), signing.change_own(store, by("d", 7001), ann, 1, "keep")
    )
    assert sum(one is None for one in done) == 1
    assert len([row for row in (await ahead.board()).rows if row.table_number == 1]) == 1


async def test_two_hosts_sign_several_people_up_at_once(ahead: Ahead, store: Store, by: Any) -> None:
    people = [Person(None, f"guest {number}") for number in range(8)]
    work = [
        signing.change_other(store, by(f"{host} {one.name}", host), one, 1, PLAY, None)
        for host in (1, 2)
        for one in people
    ]
    done = await at_once(*work)
    assert sum(told.endswith("is signed up to play.") for told in done) == 8
    assert sum("already" in told for told in done) == 8
    assert await ahead.names("play") == [one.name for one in people]
    done = await at_once(*(signing.change_other(store, by(one.name), one, 1, DEAL, 1) for one in people))
    assert sum(told.endswith("deals table 1.") for told in done) == 1
    assert len(await ahead.names("play")) == 7


async def test_a_letters_answer_delivered_twice_at_once_counts_once(ahead: Ahead, store: Store) -> None:
    await ahead.press("bob", "take", 1)
    await ahead.press("cy", "standby")
    await ahead.press("bob", "own", "cover")
    await ahead.settle()
    cy, clock = ahead.person("cy"), ahead.clock
    one = act("answer", ahead.league_id, cy.id, clock.moment)
    done = await at_once(*(written(store, telling._answered, one, 1, "yes") for _ in range(2)))
    assert done == [(1, "You deal table 1. Thank you!")] * 2
    assert await ahead.names("deal") == ["cy"]


async def test_what_hosts_do_at_once_is_done_once(ahead: Ahead, store: Store, by: Any) -> None:
    night = await ahead.night()
    host = 7000
    draft = int(await planning.draft(store, by("draft", host), night.plan))
    done = await at_once(*(planning.post(store, by(key, host), draft, 5) for key in ("post", "post", "again")))
    assert done == [2, 2, planning.OLD_DRAFT]
    await at_once(*(repeating.repeat(store, by(key, host), 2, "weekly", 0) for key in ("r", "r", "another")))
    nights = await planning.ahead(store, ahead.league_id, ahead.clock())
    assert len(nights) == 5, "the first, and four of one series"
    await ahead.press("ann", "play")
    house = settings_at((), ahead.clock())
    edits = (planning.edit(store, by("e", host), 1, planning.Wanted(fee="80"), house) for _ in range(2))
    await at_once(*edits)
    await ahead.settle()
    assert len(ahead.told("ann")) == 1
    later = night.plan.starts_at.replace(day=26)
    done = await at_once(
        planning.move(store, by("m", host), 1, later),
        planning.move(store, by("m", host), 1, later),
        planning.move(store, by("n", host), 1, later),
        planning.cancel(store, by("c", host), 1, "ill"),
        planning.cancel(store, by("c", host), 1, "ill"),
        planning.cancel(store, by("d", host), 1, "ill, too"),
    )
    assert [told for told in done if told is not None] == [
        "That night was called off: plan another one with /night create."
    ]
    await ahead.settle()
    assert sum("is called off" in told for told in ahead.told("ann")) == 1
    assert "Why: ill" in ahead.told("ann")[-1]


async def test_a_filling_posted_at_once_twice_signs_up_once(ahead: Ahead, store: Store, by: Any) -> None:
    for name in ("ann", "bob"):
        await ahead.command("deals", player=ahead.person(name), game="omaha")
    season = await filling.season(store, by(1), 4)
    draft_id = await filling.keep(store, by(1), filling.propose(season), 4)
    done = await at_once(*(filling.post(store, by(key), draft_id, 5, fill_card.posted_text) for key in (2, 2, 3)))
    assert done[0] == done[1] and done[2] == filling.OLD
    assert len(await ahead.names("deal")) == 2


async def test_wishes_that_arrive_at_once_are_all_kept(ahead: Ahead, store: Store, by: Any) -> None:
    who = Person(7000, "ann")
    wanted = (own.Wanted(days="fri"), own.Wanted(table=2), own.Wanted(most=3), own.Wanted(not_running=True))
    await at_once(*(own.wish(store, by(number), who, one) for number, one in enumerate(wanted)))
    kept = (await store.read(own.dealing_at, ahead.league_id, who)).wish
    assert (kept.weekdays, kept.table_number, kept.most_a_month, kept.not_running) == ("4", 2, 3, True)
