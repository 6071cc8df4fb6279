"""Who may do what, tried by everybody, in everything: docs/permissions.md is the table of these tests.

The list of what there is comes from the command tree and the routes, so nothing new is left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
import pytest
import pytest_asyncio
from conftest import Clock, League, Wire, is_sentence, words
from discord.app_commands import TransformerError
from permission_table import MEMBERS, about, rows
from raw import Database, command
from simcord.interactions import command_leaves
from tried_things import tries
from walked_world import Try, World, world_of

import cogs.client
from cogs.shared import replies, routes
from cogs.shared.refusals import Refusal
from data.store import Store

ROUTES = {route.name for route in vars(routes).values() if isinstance(route, routes.Route)}
MENUS = (discord.AppCommandType.message, discord.AppCommandType.user)
ONLY_THERE = ("ivy", "gus", "Our burn", "at the mill")  # names and titles of the first league
BY_ITS_OWN_LEAGUE = {"night1:answer"}  # a letter says which league it is about, and is its person's anywhere
NO_LEAVE = ("Only ", "That is for", "You can take back", "What others owe", "You do not sit", "This is for")


@pytest_asyncio.fixture
async def world(league: League, wire: Wire, store: Store, clock: Clock, tmp_path: Path) -> AsyncIterator[World]:
    database = Database(tmp_path / "league.sqlite3")
    yield await world_of(league, wire, store, clock, database)
    database.close()


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch) -> list[BaseException]:
    """What each try was refused with."""
    errors: list[BaseException] = []

    async def answer_error(interaction: Any, error: BaseException) -> None:
        errors.append(error)
        await replies.answer_error(interaction, error)

    monkeypatch.setattr(cogs.client, "answer_error", answer_error)
    return errors


def everything(world: World) -> set[str]:
    """Every command, context menu, button, select and form."""
    found = set(ROUTES)
    for each in world.league.bot.tree.get_commands():
        shape = each.to_dict(world.league.bot.tree)
        if shape["type"] == 1:
            found |= {"/" + " ".join(path) for path, _ in command_leaves(shape)}
    return found | {f">{menu.name}" for kind in MENUS for menu in world.league.bot.tree.get_commands(type=kind)}


async def test_the_table_names_every_command_and_press_and_nothing_else(world: World) -> None:
    there, told = everything(world), [thing for thing, _ in rows()]
    assert {thing for thing in told if about(thing, there) is None} == set(), "named, but not there"
    assert there - {about(thing, there) for thing in told} == set(), "there, but not in docs/permissions.md"
    assert [thing for thing, count in Counter(told).items() if count > 1] == [], "named twice"
    assert set(tries(world)) - set(told) == set(), "tried, but not in the table"


@dataclass
class Walk:
    """One person tries everything of the table."""

    world: World
    person: Any
    channel: Any
    refused: list[BaseException]
    league_id: int | None = None  # whose books are looked at; all of them where None

    async def attempts(self) -> AsyncIterator[tuple[str, frozenset[str], Any, list[str]]]:
        """What was tried, who may, what came of it, which tables changed; then all is as it was."""
        there, how = everything(self.world), tries(self.world)
        for thing, may in rows():
            self.refused.clear()
            name = about(thing, there)
            assert name is not None, thing
            result = await self.world.attempt(self.person, self.channel, name, how.get(thing, Try()))
            changed = self.world.database.changed(self.league_id)
            assert result.acknowledged, f"{thing} was not answered"
            yield thing, may, result, changed
            self.world.forget()


def wrong_if_forbidden(result: Any, refused: list[BaseException], changed: list[str]) -> str:
    """A refusal is one private sentence, and nothing is written."""
    if changed:
        return f"changed {changed}"
    if not refused or not isinstance(refused[0], Refusal | TransformerError):
        return f"was not refused: {refused or (result.modal and 'a form') or words(result)[:90]}"
    answer = result.followups[-1] if result.followups else result.response
    sentence = answer.content.partition("\nYou wrote:")[0]  # what was written in a form comes back to its writer
    is_quiet = answer.ephemeral and not answer.components and sentence.endswith((".", ")"))
    return "" if is_quiet else f"was refused otherwise than in a private sentence: {words(result)}"


@pytest.mark.parametrize("who", [*sorted(MEMBERS), "outsider"])
async def test_everybody_does_what_the_table_allows_and_nothing_else(
    world: World, refused: list[BaseException], who: str
) -> None:
    person = world.people[who]
    channel = person.dm_channel if who == "outsider" else world.league.cash
    wrong, otherwise, done = [], [], 0
    async for thing, may, result, changed in Walk(world, person, channel, refused).attempts():
        if who not in may:
            found = wrong_if_forbidden(result, refused, changed)
            wrong += [f"{thing} {found}"] if found else []
        elif not refused:
            done += 1
        elif not isinstance(refused[0], Refusal | TransformerError):
            wrong.append(f"{thing} broke: {refused[0]!r}")
        elif words(result).startswith(NO_LEAVE):
            wrong.append(f"{thing} was refused: {words(result)}")
        else:
            otherwise.append(f"{thing}: {words(result)}")
    assert "\n".join(wrong) == ""
    assert len(otherwise) <= 7 and done > 3 * len(otherwise), "\n".join(otherwise)


@pytest.mark.parametrize(
    "who", ["owner", "player", *(pytest.param(who, marks=pytest.mark.prove) for who in sorted(MEMBERS - {"player"}))]
)
async def test_nobody_reaches_into_another_league_with_its_ids(
    world: World, refused: list[BaseException], who: str
) -> None:
    walk = Walk(world, world.abroad[who], world.elsewhere.cash, refused, world.league.guild.id)
    wrong = []
    async for thing, _, result, changed in walk.attempts():
        told = "" if result.modal else words(result)
        if changed and thing not in BY_ITS_OWN_LEAGUE:
            wrong.append(f"{thing} changed {changed}")
        wrong += [f"{thing} told {name}" for name in ONLY_THERE if name in told]
    assert "\n".join(wrong) == ""


async def test_somebody_of_no_server_or_a_channel_of_another_one_is_refused_in_a_sentence(world: World) -> None:
    host, here = world.people["host"], world.league.cash
    for name, options in (
        ("money owe", {"player": world.people["outsider"]}),
        ("night staff add", {"person": world.people["outsider"]}),
        ("table seat", {"who": f"<@{world.people['outsider'].id}>", "table": 2}),
        ("league week", {"where": world.elsewhere.rules}),
        ("money enter", {"what": "a car", "guest": "bob", "amount": "5"}),
    ):
        said = await command(host, here, name, **options)
        assert is_sentence(said), f"{name} {words(said)}"
        assert world.database.changed() == [], name
