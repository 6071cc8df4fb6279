"""The choosing page and what it opens, with a bot of two commands in place of the real one."""

from __future__ import annotations

import asyncio
import re
import socket
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import aiohttp
import discord
import pytest
import simcord
from discord import app_commands
from discord.ext import commands

from practice.league import found_league
from practice.server import run
from practice.stage import Stage, prepare
from practice.web import practice_page


@app_commands.context_menu(name="Look up the rule")
async def look_up(interaction: discord.Interaction[Any], message: discord.Message) -> None:
    where = "league" if interaction.is_guild_integration() else "no league"
    await interaction.response.send_message(f"Looked up in a {where}: {message.content}", ephemeral=True)


@app_commands.command()
async def seat(interaction: discord.Interaction[Any], who: str) -> None:
    """Seat somebody."""
    await interaction.response.send_message(f"Seated: {who.replace('<@', 'account ')}")


class TinyBot(commands.Bot):
    """Looks up a message, and half an hour after its start says something by itself."""

    def __init__(self) -> None:
        super().__init__(command_prefix=(), intents=discord.Intents(guilds=True))

    async def setup_hook(self) -> None:
        self.tree.add_command(look_up)
        self.tree.add_command(seat)
        await self.tree.sync()
        self.may_speak = threading.Event()
        self.may_speak.set()
        self.job = asyncio.create_task(self.speak_later())

    async def speak_later(self) -> None:
        await asyncio.sleep(1800)
        await asyncio.to_thread(self.may_speak.wait, 4)
        await self.guilds[0].text_channels[0].send("Half an hour has passed.")


class Visitor:
    """A browser without a screen: it keeps the page's address and follows forms one step."""

    def __init__(self, http: aiohttp.ClientSession, address: str) -> None:
        self.http, self.address = http, address

    async def get(self, path: str, **headers: str) -> tuple[int, str]:
        async with self.http.get(self.address + path, headers=headers) as answer:
            return answer.status, await answer.text()

    async def post(self, path: str, origin: str = "", **form: str) -> tuple[int, str]:
        headers = {"Origin": origin or self.address}
        async with self.http.post(self.address + path, data=form, headers=headers, allow_redirects=False) as answer:
            return answer.status, answer.headers.get("Location") or await answer.text()

    async def place_id(self, name: str, person: str = "ann") -> str:
        _, page = await self.get(f"/?as={person}")
        found = re.search(rf'name="in" value="(\d+)"><button>Open {re.escape(name)}</button>', page)
        assert found, f"{person} is not offered {name}"
        return found[1]

    async def open(self, name: str, person: str = "ann") -> str:
        status, url = await self.post("/open", **{"as": person, "in": await self.place_id(name, person)})
        assert status == 303
        return url


class Opened:
    """The page of an opened place, by its own protocol."""

    def __init__(self, http: aiohttp.ClientSession, url: str) -> None:
        self.http = http
        self.root, _, capability = url.partition("#")
        self.headers = {"X-Simcord-Capability": capability}
        self.pressed = asyncio.Event()

    async def read(self) -> dict[str, Any]:
        async with self.http.post(self.root + "api/pages", json={}, headers=self.headers) as answer:
            assert answer.status == 200
            page: dict[str, Any] = await answer.json()
        self.headers["X-Simcord-Context"] = page["context"]["id"]
        return page

    async def say(self, content: str) -> dict[str, Any]:
        return await self._act(await self.read(), kind="send_message", content=content)

    async def command(self, name: str, **options: str) -> dict[str, Any]:
        page = await self.read()
        async with self.http.get(self.root + "api/commands", headers=self.headers) as answer:
            entry = next(one for one in (await answer.json())["entries"] if one["invocation"] == name)
        which = {"command_id": entry["commandId"], "path": entry["path"]}
        fingerprint = entry["schemaFingerprint"]
        return await self._act(page, kind="run_command", schema_fingerprint=fingerprint, options=options, **which)

    async def _act(self, page: dict[str, Any], **what: Any) -> dict[str, Any]:
        body = {
            "protocol_version": 3,
            "sequence": 1,
            "request_id": "r1",
            "generation": page["context"]["generation"],
            "bot_generation": page["botGeneration"],
            "published_revision": page["publishedRevision"],
            **what,
        }
        self.pressed.set()
        async with self.http.post(self.root + "api/action", json=body, headers=self.headers) as answer:
            result: dict[str, Any] = await answer.json()
            return result

    async def shown(self) -> list[str]:
        """The messages on the page as it stands, without opening it anew."""
        async with self.http.get(self.root + "api/state", headers=self.headers) as answer:
            return [message["content"] for message in (await answer.json())["messages"].values()]


@asynccontextmanager
async def practising() -> AsyncIterator[tuple[Any, Visitor]]:
    env = simcord.Env(TinyBot(), check_errors=False)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        async with practice_page(env, listening) as address, aiohttp.ClientSession() as http:
            yield env, Visitor(http, address)


@asynccontextmanager
async def half_an_hour_later() -> AsyncIterator[tuple[Any, Stage, Opened]]:
    """A stage without its page, whose next tick makes the bot speak in #rules, which is open."""
    env = simcord.Env(TinyBot(), check_errors=False)
    prepare(env)
    people = found_league(env)
    await env.start()
    stage = Stage(env, people, preview_port=0, now=lambda: datetime.now(UTC) + timedelta(minutes=31))
    try:
        person = people["ann"]
        async with aiohttp.ClientSession() as http:
            yield env, stage, Opened(http, await stage.open(stage.places(person)[0]))
    finally:
        await stage.close()
        await env.shutdown()


async def texts(visitor: Visitor, url: str) -> list[str]:
    opened = Opened(visitor.http, url)
    await opened.read()
    return await opened.shown()


async def test_everybody_and_every_channel_is_on_the_page() -> None:
    async with practising() as (_, visitor):
        status, page = await visitor.get("/")
    assert status == 200
    for name in ("Host", "TD", "Dealer A", "Dealer B", "Ann", "Bob", "Cy"):
        assert f">{name}<" in page
    for name in ("#rules", "#cash-table", "#tournament", "#schedule", "direct messages"):
        assert f"<button>Open {name}</button>" in page
    assert "/rule ask" in page


async def test_opening_a_place_ends_the_place_before() -> None:
    async with practising() as (_, visitor):
        rules = Opened(visitor.http, await visitor.open("#rules", "ann"))
        assert (await rules.read())["channel"]["name"] == "rules"
        schedule = Opened(visitor.http, await visitor.open("#schedule", "dealer-a"))
        assert (await schedule.read())["channel"]["name"] == "schedule"
        with pytest.raises(AssertionError):  # the address of the place before is no longer good
            await rules.read()


async def test_what_a_person_types_is_a_message_with_a_menu_that_answers_them_alone() -> None:
    async with practising() as (_, visitor):
        opened = Opened(visitor.http, await visitor.open("#rules"))
        assert (await opened.say("is a flashed card live"))["settlement"] == "settled"
        where = await visitor.place_id("#rules")
        _, page = await visitor.get(f"/messages?as=bob&in={where}")
        assert "is a flashed card live" in page
        assert "Ann" in page
        message = re.search(r'name="message" value="(\d+)"', page)
        assert message
        chosen = {"as": "bob", "in": where, "message": message[1], "command": "Look up the rule"}
        status, url = await visitor.post("/menu", **chosen)
        assert status == 303
        assert "Looked up in a league: is a flashed card live" in await texts(visitor, url)
        assert await texts(visitor, await visitor.open("#rules", "ann")) == ["is a flashed card live"]


async def test_a_name_after_an_at_sign_in_a_command_is_a_mention() -> None:
    async with practising() as (_, visitor):
        opened = Opened(visitor.http, await visitor.open("#rules"))
        assert (await opened.command("seat", who="@Dealer A 3, @bob, @zoe"))["settlement"] == "settled"
        assert re.fullmatch(r"Seated: account \d+> 3, account \d+>, @zoe", (await opened.shown())[-1])


async def test_a_thread_is_listed_under_its_channel_once_it_is_there() -> None:
    async with practising() as (env, visitor):
        rules = env.bot.guilds[0].text_channels[0]
        await (await rules.send("Shared answer")).create_thread(name="Exposed <card>")
        assert await visitor.place_id("Exposed &lt;card&gt;")
        opened = Opened(visitor.http, await visitor.open("Exposed &lt;card&gt;"))
        assert (await opened.read())["channel"]["name"] == "Exposed <card>"


async def test_direct_messages_are_their_owners_alone() -> None:
    async with practising() as (_, visitor):
        await visitor.open("direct messages", "td")
        where = await visitor.place_id("direct messages", "td")
        status, page = await visitor.post("/open", **{"as": "ann", "in": where})
        assert status == 404
        assert "cannot see" in page


async def test_only_the_page_itself_on_this_computer_may_ask() -> None:
    async with practising() as (_, visitor):
        where = await visitor.place_id("#rules")
        status, _ = await visitor.post("/open", origin="http://elsewhere.example", **{"as": "td", "in": where})
        assert status == 403
        assert (await visitor.get("/", Host="elsewhere.example"))[0] == 403


@pytest.mark.parametrize("path", ["/?as=nobody", "/messages?as=td&in=7", "/messages", "/none"])
async def test_what_is_not_there_is_said_in_a_sentence_with_the_way_back(path: str) -> None:
    async with practising() as (_, visitor):
        status, page = await visitor.get(path)
    assert status == 404
    assert 'role="alert"' in page
    assert 'href="/"' in page


async def test_time_starts_now_and_what_the_bot_does_by_itself_is_shown() -> None:
    async with half_an_hour_later() as (env, stage, opened):
        started = datetime.now(UTC)
        assert abs(env.now() - started) < timedelta(minutes=1)
        rules = stage.places(stage.people["td"])[0]
        assert abs(discord.utils.snowflake_time(rules.channel.id) - started) < timedelta(minutes=1)
        await opened.read()
        await stage.tick()
        assert await opened.shown() == ["Half an hour has passed."]


async def test_a_press_waits_until_the_clock_has_moved() -> None:
    async with half_an_hour_later() as (env, stage, opened):
        env.bot.may_speak.clear()
        tick = asyncio.create_task(stage.tick())
        press = asyncio.create_task(opened.say("anybody here?"))
        await opened.pressed.wait()
        await opened.shown()
        assert not press.done()
        env.bot.may_speak.set()
        await tick
        assert (await press)["settlement"] == "settled"
        assert await opened.shown() == ["Half an hour has passed.", "anybody here?"]


def test_a_taken_port_is_one_sentence(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setenv("PRACTICE_PORT", str(taken.getsockname()[1]))
        assert run("warning") == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("port", ["x", "-1", "70000", "8.5"])
def test_a_port_that_is_none_is_one_sentence(
    port: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PRACTICE_PORT", port)
    assert run("warning") == 2
    assert "from 0 to 65535" in capsys.readouterr().err
