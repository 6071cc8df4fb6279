"""A server that removed the bot: kept for a while, then gone whole; an outage is no removal."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import Clock, League, NewBot

from cogs.shared import leaving
from cogs.shared.leaving import KEPT_FOR, PURGE, take_stock
from data.due import has_job, set_job
from data.erasing import leagues_kept
from data.store import Store


async def is_set(league: League) -> bool:
    return await league.bot.store.read(has_job, league.guild.id, PURGE, 0)


async def is_kept(league: League) -> bool:
    return league.guild.id in await league.bot.store.read(leagues_kept)


async def remove(league: League) -> None:
    league.env.backend.remove_guild(league.guild.id)
    await league.env.settle()


async def test_a_server_that_removed_the_bot_is_erased_when_its_time_is_over(league: League, clock: Clock) -> None:
    await league.ask()
    assert not await is_set(league)
    await remove(league)
    assert await is_set(league)
    clock.advance(seconds=KEPT_FOR.total_seconds() - 1)
    await league.bot.due.work()
    assert await is_kept(league)
    clock.advance(seconds=2)
    await league.bot.due.work()
    assert not await is_kept(league)


async def test_a_server_that_has_the_bot_back_in_time_keeps_everything(league: League, clock: Clock) -> None:
    await league.ask()
    guild = league.bot.get_guild(league.guild.id)
    await remove(league)
    await leaving.back(league.bot, league.guild.id)
    assert guild is not None and not await is_set(league)
    clock.advance(days=31)
    await league.bot.due.work()
    assert await is_kept(league)


async def test_a_purge_that_is_due_asks_discord_once_more(
    league: League, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await league.ask()
    await league.bot.store.write(set_job, league.guild.id, PURGE, 0, clock.moment)
    monkeypatch.setattr(leaving, "is_gone", lambda _client, _league_id: True)  # as if the gateway had not named it
    await league.bot.due.work()
    assert await is_kept(league) and not await is_set(league)


async def test_a_bot_that_comes_back_while_discord_is_asked_keeps_everything(
    league: League, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await league.ask()
    await remove(league)

    async def back_meanwhile(client: Any, league_id: int) -> bool:
        await leaving.back(client, league_id)
        return False

    monkeypatch.setattr(leaving, "_is_there", back_meanwhile)
    clock.advance(seconds=KEPT_FOR.total_seconds() + 1)
    await league.bot.due.work()
    assert await is_kept(league)


async def test_what_is_due_in_a_league_that_is_gone_waits_without_a_word(league: League, clock: Clock) -> None:
    await league.ask()
    await remove(league)
    done: list[Any] = []

    async def work(job: Any) -> None:
        done.append(job)

    league.bot.due.add("test.kind", work)
    await league.bot.store.write(set_job, league.guild.id, "test.kind", 1, clock.moment)
    await league.bot.due.work()
    assert done == [] and await league.bot.store.read(has_job, league.guild.id, "test.kind", 1)


async def test_at_the_start_leagues_that_went_or_came_unheard_are_found(league: League, clock: Clock) -> None:
    await league.ask()
    store: Store = league.bot.store
    await store.write(set_job, 4711, "test.kind", 1, clock.moment)  # a league whose server is gone
    await store.write(set_job, league.guild.id, PURGE, 0, clock.moment + KEPT_FOR)  # one that is back
    await take_stock(league.bot)
    assert await store.read(has_job, 4711, PURGE, 0)
    assert not await is_set(league)
    clock.advance(days=1)
    await store.write(set_job, 4711, PURGE, 0, clock.moment)
    await take_stock(league.bot)  # the first day counts, not the last start
    await league.bot.due.work()
    assert 4711 not in await store.read(leagues_kept)


async def test_an_outage_is_no_removal(league: League) -> None:
    await league.ask()
    league.env.backend.emit("GUILD_DELETE", {"id": str(league.guild.id), "unavailable": True})
    await league.env.settle()
    await take_stock(league.bot)
    assert not await is_set(league)


async def test_a_league_of_which_nothing_is_kept_gets_no_job(league: League, new_bot: NewBot) -> None:
    await remove(league)
    assert not await is_kept(league)


def test_the_time_is_the_one_that_people_are_told() -> None:
    from conftest import ROOT

    from cogs.me.cog import PRIVACY

    assert f"{KEPT_FOR.days} days" in PRIVACY
    for page in ("privacy.md", "privacy-text.md"):
        assert f"{KEPT_FOR.days} days" in (ROOT / "docs" / page).read_text(encoding="utf-8")
