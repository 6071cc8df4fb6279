"""Several connections: what one of them says of its servers changes nothing about the others'."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import discord
import pytest
import yarl
from conftest import Clock, League, Wire, found_league, is_sentence, words

from cogs import shards
from cogs.client import FloorBot
from data.store import Store

GATEWAY = yarl.URL("wss://gateway.example.org")


def ready(league: League, shard: int, guild_ids: list[int]) -> dict[str, Any]:
    """What Discord says when a connection has a new session."""
    user = league.bot.user
    assert user is not None
    return {
        "user": {"id": str(user.id), "username": user.name, "discriminator": "0", "avatar": None},
        "guilds": [{"id": str(guild_id), "unavailable": True} for guild_id in guild_ids],
        "shard": [shard, 2],
    }


async def test_leagues_of_both_connections_are_answered(league: League, env: Any, wire: Wire) -> None:
    other = found_league(env, wire, "Elsewhere")
    for there in (league, other):
        assert not is_sentence(await there.ask())
        assert "All is well" in words(await there.slash(there.host, "league status"))


async def test_a_new_session_names_all_servers_of_its_share_and_none_of_the_others(
    league: League, env: Any, wire: Wire, store: Store
) -> None:
    other = found_league(env, wire, "Elsewhere")
    for there in (league, other):
        await there.ask()
    shard, others = (there.bot.get_guild(there.guild.id).shard_id for there in (league, other))
    assert {shard, others} == {0, 1}
    league.bot._connection.parse_ready(ready(league, shard, [league.guild.id]))
    assert league.bot.get_guild(league.guild.id) is not None, "named, as one that will be there in a moment"
    league.bot._connection.parse_ready(ready(league, shard, []))
    assert league.bot.get_guild(league.guild.id) is None, "not named: the bot was removed meanwhile"
    assert league.bot.get_guild(other.guild.id) is not None
    await league.bot.on_shard_ready(shard)
    purges = await store.read(lambda tx: tx.all("SELECT league_id FROM due_job WHERE kind = 'league.purge'"))
    assert [row["league_id"] for row in purges] == [league.guild.id]


class Socket:
    """A connection on which nothing is said."""

    close_code, shard_id = 4011, 1

    async def poll_event(self) -> None:
        await asyncio.Event().wait()

    async def close(self, code: int) -> None:
        self.close_code = code


def answers(monkeypatch: pytest.MonkeyPatch, *each: Any) -> list[Any]:
    """What comes of each try to open a connection; those that are left."""
    left = list(each)

    async def from_client(_client: Any, **_options: Any) -> Any:
        found = left.pop(0)
        if isinstance(found, BaseException):
            raise found
        return found

    monkeypatch.setattr(shards.DiscordWebSocket, "from_client", from_client)
    monkeypatch.setattr(shards, "WAIT_SECONDS", 0.0)
    return left


async def test_a_connection_is_tried_until_it_opens_with_a_line_of_the_log_each_time(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    away = [OSError("away"), TimeoutError(), shards.ReconnectWebSocket(1)]
    left = answers(monkeypatch, *away, Socket())
    async with FloorBot(store, clock=clock) as bot:
        bot._reconnect = True  # as when it connects
        await bot.launch_shard(GATEWAY, 1)
        assert left == [] and 1 in bot.shards
    told = [record for record in caplog.records if record.levelname == "WARNING"]
    assert len(told) == len(away)
    assert all(record.exc_info is None for record in told)


async def test_a_connection_that_discord_refuses_for_good_is_not_tried_again(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = discord.ConnectionClosed(Socket(), shard_id=1)  # type: ignore[arg-type]  # a stand-in
    left = answers(monkeypatch, closed, Socket())
    async with FloorBot(store, clock=clock) as bot:
        with pytest.raises(discord.ConnectionClosed):
            await bot.launch_shard(GATEWAY, 1)
        assert len(left) == 1 and bot.shards == {}


def test_a_try_later_on_has_no_trace_either(caplog: pytest.LogCaptureFixture) -> None:
    logging.getLogger("discord.shard").error("Attempting %s", "it", exc_info=OSError("away"))
    (record,) = caplog.records
    assert (record.levelname, record.exc_info, record.getMessage()) == ("WARNING", None, "Attempting it (OSError away)")
