"""The lists that open while somebody types: for everybody, whatever is typed, of one's own league alone.

The list of what has one comes from the command tree, so nothing new is left out.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from conftest import Clock, League, Wire
from permission_table import HOSTS, MEMBERS
from raw import Database, typing
from simcord.interactions import command_leaves
from tried_things import tries
from walked_world import Try, World, world_of

from data.players import guest_of
from data.store import Store, Transaction

MOST, LONGEST = 25, 100  # entries, and characters of each: Discord's limits
TYPED = {
    "nothing": "",
    "a letter": "a",
    "a table": "table 1",
    "10,000 letters": "a" * 10_000,
    "mentions": "@everyone <@{person}> <@&{role}> <#{channel}>",
    "right-to-left marks": "\u202ebo\u2066b\u200f",
    "a foreign id": "{abroad}",
    "a number of the list": "#1",
}
ONLY_THERE = re.compile(r"\b(ann|bob|cy|dan|eve|fay|gus|hal|ivy|nia|zoe)\b|Our burn|at the mill|stranger|manager")
UNPOSTED = "Saturday at the mill"
AMOUNT = re.compile(r"[$€£]|\bEUR|\bUSD|\d[.,]\d\d\b")
BOOKS_ALONE = {"rule show", "misdeal cases", "league books", "league house-rule alternate", "league house-rule own"}
SEES_DISPUTES = HOSTS | {"player"}


@pytest_asyncio.fixture
async def world(league: League, wire: Wire, store: Store, clock: Clock, tmp_path: Path) -> AsyncIterator[World]:
    database = Database(tmp_path / "league.sqlite3")
    yield await world_of(league, wire, store, clock, database)
    database.close()


def lists(world: World) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every option with a list, with what else may stand in the command."""
    how = tries(world)
    for each in world.league.bot.tree.get_commands():
        shape = each.to_dict(world.league.bot.tree)
        for path, leaf in command_leaves(shape) if shape["type"] == 1 else ():
            name = " ".join(path)
            one = next((how[key] for key in how if key.startswith(f"/{name} ")), how.get(f"/{name}", Try()))
            others = {key: value for key, value in one.options.items() if isinstance(value, str | int)}
            for option in leaf.get("options", ()):
                if option.get("autocomplete"):
                    yield name, option["name"], {k: v for k, v in others.items() if k != option["name"]}


async def offered(world: World, who: Any, channel: Any, caplog: pytest.LogCaptureFixture) -> list[tuple[str, str, str]]:
    """What each list offers to this person: the command, the option, a name. Checked to be what Discord takes."""
    ids = {"person": who.id, "role": world.known["role"].id, "channel": channel.id, "abroad": world.league.guild.id}
    found, wrong = [], []
    for name, key, others in lists(world):
        for kind, typed in TYPED.items():
            for rest in ({}, others, dict.fromkeys(others, -1)) if kind == "nothing" else (others,):
                result = await typing(who, channel, name, key, typed.format(**ids), **rest)
                about = f"/{name} {key} with {kind}"
                choices = result.autocomplete_choices
                if choices is None:
                    wrong.append(f"{about} was not answered")
                    continue
                if len(choices) > MOST:
                    wrong.append(f"{about} offers {len(choices)}")
                for choice in choices:
                    if not 1 <= len(choice["name"]) <= LONGEST or not 1 <= len(str(choice["value"])) <= LONGEST:
                        wrong.append(f"{about} offers {choice}")
                    found.append((name, key, choice["name"]))
    wrong += [record.getMessage() for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")]
    assert "\n".join(dict.fromkeys(wrong)) == ""
    assert world.database.changed() == []
    return found


def crowd(tx: Transaction, league_id: int) -> None:
    """Every name and title as long as it can be, and more guests than a list can hold."""
    for number in range(900, 930):
        guest_of(tx, league_id, f"guest {number}", datetime(2026, 3, 14, tzinfo=UTC))
    tx.run("UPDATE player SET name = substr(name || '@everyone *' || printf('%040d', player_id), 1, 40)")
    tx.run("UPDATE night_plan SET title = substr(title || printf('%080d', night_id), 1, 80)")


@pytest.mark.parametrize("who", sorted(MEMBERS))
async def test_a_list_shows_everybody_what_is_theirs_to_see_and_nothing_else(
    world: World, caplog: pytest.LogCaptureFixture, who: str
) -> None:
    found = await offered(world, world.people[who], world.league.cash, caplog)
    assert found
    told = [name for command, _, name in found if command != "rule show"]
    assert [name for name in told if AMOUNT.search(name)] == []
    assert any(key == "dispute" for _, key, _ in found) == (who in SEES_DISPUTES)
    assert [name for name in told if UNPOSTED in name] == []


@pytest.mark.parametrize("who", ["owner", *sorted(MEMBERS)])
async def test_a_list_names_nobody_and_nothing_of_another_league(
    world: World, caplog: pytest.LogCaptureFixture, who: str
) -> None:
    found = await offered(world, world.abroad[who], world.elsewhere.cash, caplog)
    assert [each for each in found if ONLY_THERE.search(each[2])] == []


async def test_somebody_of_no_server_is_offered_the_books_alone(world: World, caplog: pytest.LogCaptureFixture) -> None:
    outsider = world.people["outsider"]
    found = await offered(world, outsider, outsider.dm_channel, caplog)
    assert {command for command, _, _ in found} <= BOOKS_ALONE
    assert [each for each in found if ONLY_THERE.search(each[2])] == []


async def test_a_list_of_many_with_the_longest_names_is_one_that_discord_takes(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    await world.store.write(crowd, world.league.guild.id)
    world.database.keep()
    host, here = world.people["host"], world.league.cash
    await offered(world, host, here, caplog)
    assert len((await typing(host, here, "money owe", "guest", "")).autocomplete_choices) == MOST


async def test_who_was_erased_is_offered_no_more(world: World, caplog: pytest.LogCaptureFixture) -> None:
    number, host = world.known["not there tonight"], world.people["host"]
    await world.press(f"league1:forget:guest:{number}")
    rows = await world.rows(f"SELECT name FROM player WHERE league_id = :id AND player_id = {number}")
    assert [row["name"] for row in rows] == [f"Player {number}"]
    choices = (await typing(host, world.league.cash, "money owe", "guest", "")).autocomplete_choices
    assert choices and [choice for choice in choices if choice["name"] in ("nia", f"Player {number}")] == []
