"""Several connections: what one of them says of its servers changes nothing about the others'."""

from __future__ import annotations

from typing import Any

from conftest import League, Wire, found_league, is_sentence, words

from data.store import Store


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
