"""Discord asks for two connections, each with its share of the servers; and what /healthz says meanwhile."""

from __future__ import annotations

import asyncio
import json
import socket
import urllib.error
import urllib.request
from typing import Any

from stage import QUESTION, check_private, scene, staged

SHARDS = 2


def shard_of(guild_id: object) -> int:
    """Which connection Discord tells of this server."""
    return (int(str(guild_id)) >> 22) % SHARDS


class TwoShards:
    """The rig knows one connection: this keeps one session a shard, and puts the one that is meant in its place."""

    def __init__(self, rig: Any) -> None:
        self.server = rig.server
        self.sessions: dict[int, Any] = {}
        self._identifies: int | None = None
        self._dispatch, self._on_gateway = self.server.dispatch, self.server.on_gateway
        self.server.dispatch, self.server.on_gateway = self.dispatch, self.on_gateway
        gateway = self.server.gw_bot
        self.server.gw_bot = lambda **asked: {**gateway(**asked), "shards": SHARDS}

    def turn_to(self, shard: int) -> None:
        """What the rig does next with `the` connection it does with this one."""
        self.server.session = self.sessions[shard]

    def dispatch(self, event: str, data: Any, dm: bool = False) -> bool:
        """Tell the connection that has this server; direct messages go to the first."""
        if event == "READY":
            self._identifies = data["shard"][0]
            self.sessions[self._identifies] = self.server.session
            guilds = [guild for guild in data["guilds"] if shard_of(guild["id"]) == self._identifies]
            return bool(self._dispatch(event, {**data, "guilds": guilds}, dm))
        if event == "RESUMED":
            return bool(self._dispatch(event, data, dm))
        guild_id = data.get("guild_id") or (data["id"] if event in ("GUILD_CREATE", "GUILD_DELETE") else None)
        shard = 0 if guild_id is None else shard_of(guild_id)
        if shard not in self.sessions or self._identifies not in (None, shard):
            return False
        self.turn_to(shard)
        return bool(self._dispatch(event, data, dm))

    async def on_gateway(self, connection: Any, payload: Any) -> None:
        """A connection says who it is, or takes up its session again."""
        if payload["op"] == 6 and (known := self.server.sessions.get(payload["d"]["session_id"])):
            self.server.session = known
        await self._on_gateway(connection, payload)
        self._identifies = None


def guilds_of_both(rig: Any) -> list[Any]:
    """One server of each share."""
    found = {shard_of(rig.guild.id): rig.guild}
    while len(found) < SHARDS:
        guild = rig.add_guild("Elsewhere")
        found.setdefault(shard_of(guild.id), guild)
    return [found[shard] for shard in range(SHARDS)]


async def asked_in(stage: Any, guild: Any) -> None:
    """Somebody asks there and is answered."""
    channel = next(iter(guild.channels.values()))
    check_private(await stage.rig.slash(stage.ann, "rule ask", question=QUESTION, channel=channel))


@scene
async def two_connections() -> dict[str, Any]:
    """Both are answered; one drops and the other goes on; a removal that went unheard is found by the new session."""
    async with staged(start=False) as stage:
        rig, two = stage.rig, TwoShards(stage.rig)
        guilds = guilds_of_both(rig)
        for guild in guilds:
            if stage.ann.id not in guild.members:
                rig.join(stage.ann, guild)
        await stage.start()
        await rig.wait_for(lambda: "ready in" in rig.bot.log, 30, "both connections")
        assert rig.server.identifies == SHARDS, rig.server.identifies
        for guild in guilds:
            await asked_in(stage, guild)
        for end in (lambda: rig.drop_gateway(4000, wait=False), lambda: rig.abort_gateway(wait=False)):
            resumes = rig.server.resumes
            two.turn_to(1)
            await end()
            await asked_in(stage, guilds[0])
            await rig.wait_for(lambda before=resumes: rig.server.resumes > before, 20, "the second connection again")
            await asked_in(stage, guilds[1])
        gone = guilds[1]
        two.turn_to(1)
        connection = two.sessions.pop(1).conn  # what happens now it does not hear of
        rig.remove_guild(gone)
        connection.put(json.dumps({"op": 9, "d": False, "s": None, "t": None}).encode())
        purges = "SELECT league_id FROM due_job WHERE kind = 'league.purge'"
        await rig.wait_for(lambda: stage.rows(purges) == [(int(gone.id),)], 30, "the removal to be noticed")
        await asked_in(stage, guilds[0])
        return {"identifies": rig.server.identifies, "resumes": rig.server.resumes}


def health(port: int) -> tuple[int, Any]:
    """What the bot says of itself."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)
    except OSError:
        return 0, {}


@scene
async def the_health_page() -> dict[str, Any]:
    """Well; without Discord; well again; without its books: the status says so, and `wrong` names the part."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    async with staged(start=False) as stage:
        rig = stage.rig
        stage.errors_expected = True  # Discord takes no connection for a while

        async def until(status: int, *wrong: str) -> dict[str, Any]:
            for _ in range(200):
                seen = await asyncio.to_thread(health, port)
                if seen[0] == status and sorted(seen[1]["wrong"]) == sorted(wrong):
                    return dict(seen[1])
                await asyncio.sleep(0.2)
            raise AssertionError((status, wrong, seen))

        await stage.start(HEALTH_PORT=str(port))
        well = await until(200)
        assert well["gateway"]["ready"] and well["last_hour"] == {"slow": 0, "failed": 0}, well
        await stage.asked()
        rig.server.gateway_refuse = True
        await rig.drop_gateway(4000, wait=False)
        await until(503, "gateway")
        rig.server.gateway_refuse = False
        await until(200)
        await stage.asked()
        aside = stage.database.with_suffix(".aside")
        stage.database.rename(aside)
        await until(503, "store")
        aside.rename(stage.database)
        return await until(200)
