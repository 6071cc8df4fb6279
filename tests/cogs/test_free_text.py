"""Whatever is typed, wherever one can type: nobody is pinged, no card breaks, and there is always an answer.

The list of what can be typed comes from the command tree and the forms that `tried_things` sends.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from conftest import Clock, League, Wire, stored_messages, verify_card, words_of
from discord import AppCommandType
from permission_table import rows
from raw import Database, command, press
from simcord.interactions import command_leaves
from tried_things import tries
from walked_world import Try, World, world_of

from data.store import Store

LONGEST_MESSAGE = 2000
TEXT = 3  # Discord's number for an option that is typed
TYPED = {
    "mentions": "@everyone @here <@{person}> <@&{role}> <#{channel}>",
    "markdown": "# x\n> **_~~`y`~~_** ||z|| [a](https://example.org)\n```\n- \\",
    "a formula": '=HYPERLINK("https://example.org","x")',
    "another formula": "@SUM(1+1)*cmd|'/C calc'!A0",
    "right-to-left marks": "\u202eabc\u2066def\u200f",
    "nothing to be seen": "\u200b\u200d\u2060\ufeff",
    "10,000 letters": "a" * 10_000,
    "10,000 signs": "*" * 10_000,
    "10,000 lines": "x\n" * 5_000,
    "1,000 pings": "@everyone " * 1_000,
}
AT_EVERY_CHANGE = ("mentions", "a formula", "10,000 signs")  # the others take a minute: make prove
READERS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("table duties", {"table": 1}), ("table log", {"table": 1}), ("table picture", {"table": 1}), ("night list", {}),
    ("night show", {}), ("night show", {"night": 3}), ("night calendar", {}), ("night dealing", {}),
    ("money night", {}), ("money owe", {}), ("money owe", {"guest": "bob"}), ("money export", {}),
    ("money export", {"form": "beancount"}), ("money close", {}), ("money discounts", {}), ("tip give", {}),
    ("misdeal cases", {}), ("misdeal case", {"number": 1}), ("misdeal case", {"number": 2}), ("dealer downs", {}),
    ("league show", {}), ("league history", {}), ("league misses", {}), ("rule ask", {"question": "what is a burn"}),
    ("dispute list", {}), ("dispute show", {"dispute": 1}), ("dispute show", {"dispute": 2}),
    ("dispute export", {"dispute": 1}), ("dispute precedents", {"text": "the pot"}),
)  # fmt: skip
SCREENS = ("sides", "facts", "evidence", "bookings", "log")  # of a dispute
OPENED = re.compile(
    r"(<@\d+> )+Dispute \d+ is open\.(\nAbout: [^\n]+\.)?\n(Its card|\[Its card\]\([\w:/.]+\)) in this thread says the rest: [^\n]+"
)  # pings those it is between and their witnesses, with no word of theirs


def typed_options(world: World) -> Iterator[tuple[str, str, Try]]:
    """Every option that one types into, with a try of its command that gives the others."""
    how = tries(world)
    for each in world.league.bot.tree.get_commands():
        shape = each.to_dict(world.league.bot.tree)
        for path, leaf in command_leaves(shape) if shape["type"] == 1 else ():
            name = "/" + " ".join(path)
            one = next((how[key] for key in how if key.startswith(f"{name} ")), how.get(name, Try()))
            for option in leaf.get("options", ()):
                if option["type"] == TEXT and not option.get("choices"):
                    yield name, option["name"], one


def typed_fields(world: World) -> Iterator[tuple[str, str, Try]]:
    """Every field of a form that one types into."""
    for name, one in tries(world).items():
        for field, value in (one.fields or {}).items():
            if isinstance(value, str):
                yield name.partition(" ")[0], field, one


def typed_messages(world: World) -> Iterator[tuple[str, str, Try]]:
    """Every menu of a message, which was typed by somebody."""
    how = tries(world)
    for menu in world.league.bot.tree.get_commands(type=AppCommandType.message):
        yield f">{menu.name}", "message", how.get(f">{menu.name}", Try())


def with_text(name: str, key: str, one: Try, text: str) -> Try:
    if name.startswith("/"):
        named = {"guest": ("player",), "player": ("guest",)}.get(key, ())
        return replace(one, options={**{k: v for k, v in one.options.items() if k not in named}, key: text})
    if name.startswith(">"):
        return replace(one, said=text[:LONGEST_MESSAGE])
    return replace(one, fields={**(one.fields or {}), key: text})


def verify_files(world: World, result: Any) -> None:
    """No cell of a spreadsheet begins a formula."""
    for file in result.response.attachments if result.response else ():
        if file.filename.endswith(".csv"):
            for line in csv.reader(io.StringIO((world.league.env.backend.cdn.get(file.url) or b"").decode())):
                for cell in line:
                    is_number = cell.lstrip("-").replace(".", "", 1).isdigit()
                    assert is_number or not cell.startswith(("=", "+", "-", "@", "\t", "\r")), cell


def verify_messages(world: World) -> None:
    """What the bot has written anywhere pings nobody and is a card that Discord takes."""
    for message in stored_messages(world.league.env):
        said = words_of(message)
        assert (message.ping_role_ids, message.mention_everyone) == ([], False), f"pings many: {said[:200]}"
        assert message.ping_user_ids == [] or OPENED.fullmatch(said), f"pings {message.ping_user_ids}: {said[:200]}"
        assert len(message.content) <= LONGEST_MESSAGE
        if message.components:
            verify_card(message.components)


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=() if kind in AT_EVERY_CHANGE else pytest.mark.prove) for kind in TYPED]
)
async def test_nothing_that_is_typed_pings_breaks_or_stays_unanswered(
    league: League, wire: Wire, store: Store, clock: Clock, tmp_path: Path, kind: str
) -> None:
    database = Database(tmp_path / "league.sqlite3")
    world = await world_of(league, wire, store, clock, database)
    host, here, may = world.people["host"], league.cash, dict(rows())
    text = TYPED[kind].format(person=host.id, role=world.known["role"].id, channel=here.id)
    kept = 0
    for name, key, one in (*typed_options(world), *typed_fields(world), *typed_messages(world)):
        who = host if "host" in may.get(name, {"host"}) else world.people["player"]
        result = await world.attempt(who, here, name, with_text(name, key, one, text))
        assert result.acknowledged, f"{name} {key} was not answered"
        if database.changed():
            kept += 1
            clock.advance(seconds=6)
            await league.env.advance_time(6)
            for reader, options in READERS:
                read = await command(host, here, reader, **options)
                assert read.acknowledged, f"/{reader} was not answered after {name} {key}"
                verify_files(world, read)
            for screen in SCREENS:
                read = await press(host, here, world.messages["plain"], "disp1:look:1", (screen,))
                assert read.acknowledged, f"{screen} of a dispute was not answered after {name} {key}"
        verify_messages(world)
        world.forget()
    assert kept or kind == "nothing to be seen"
    database.close()
