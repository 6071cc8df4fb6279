"""Words of people come back harmless and unchanged; logs never hold the token."""

from __future__ import annotations

import doctest
import json
import logging
import sys

import discord
import pytest

from cogs.shared import logs, replies
from cogs.shared.logs import JsonLines
from cogs.shared.replies import button, card, quoted, row, tidy, unquoted
from cogs.shared.routes import Route, Router, fields

SECRET = "MTIz.abc-DEF_456"


def test_the_examples_in_the_text_are_true() -> None:
    assert doctest.testmod(replies).failed == 0


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  burn \n\t got\u00a0flipped ", "burn got flipped"),
        ("a\u202eb\u2066c\u200bd\ufeffe", "abcde"),
        ("a\x00b\x1bc", "abc"),
        ("\ue000\uf8ff", ""),
        ("naïve 🃏 שלום", "naïve 🃏 שלום"),
        ("x" * 400, "x" * 300),
        ("x " * 10_000, ("x " * 150).strip()),
    ],
)
def test_words_are_tidied_to_one_line_without_hidden_marks(typed: str, kept: str) -> None:
    assert tidy(typed) == kept


@pytest.mark.parametrize(
    "words", ["*a* _b_ ~c~ `d` |e| [f](g) #1 > h", "@everyone <@1> <#2> <:ace:3> <t:0>", "\\", "\\*", "- 1", ""]
)
def test_quoted_words_come_back_as_they_were(words: str) -> None:
    assert unquoted(quoted(words)) == words
    for mark in ("<@", "<#", "<:", "<t", "*a", "@e", "](", "`d"):
        assert mark not in quoted(words).replace("\\" + mark[0], "")


def test_items_of_discord_py_stand_in_a_card_beside_written_parts() -> None:
    link: discord.ui.Button[discord.ui.LayoutView] = discord.ui.Button(label="Open", url="https://example.org")
    said: discord.ui.Section[discord.ui.LayoutView] = discord.ui.Section("It is due.", accessory=link)
    ((section, buttons),) = [frame["components"] for frame in card(said, row(button("Go", "go"), link)).to_components()]
    assert section["components"][0]["content"] == "It is due."
    assert [part["label"] for part in (section["accessory"], *buttons["components"])] == ["Open", "Go", "Open"]


@pytest.mark.parametrize("where", ["message", "argument", "trace"])
def test_the_token_is_never_in_a_log_line(where: str) -> None:
    record = logging.LogRecord("cogs", logging.INFO, "x.py", 1, "sent %s", ("x",), None)
    if where == "message":
        record.msg = f"header Bot {SECRET} %s"
    elif where == "argument":
        record.args = (SECRET,)
    else:
        try:
            raise RuntimeError(f"Authorization: Bot {SECRET}")
        except RuntimeError:
            record.exc_info = sys.exc_info()
    line = JsonLines(SECRET).format(record)
    assert SECRET not in line
    assert "[token]" in json.dumps(json.loads(line))
    assert "\n" not in line


def test_a_token_with_marks_that_json_escapes_is_blotted_out_too() -> None:
    secret = 'a"b\\c'
    record = logging.LogRecord("cogs", logging.INFO, "x.py", 1, "token %s", (secret,), None)
    assert secret not in json.loads(JsonLines(secret).format(record))["says"]


def test_a_log_line_names_the_league_and_the_interaction() -> None:
    token = logs.league_id.set(7), logs.interaction_id.set(8)
    try:
        line = json.loads(JsonLines(None).format(logging.LogRecord("c", 20, "x", 1, "ready", (), None)))
    finally:
        logs.league_id.reset(token[0])
        logs.interaction_id.reset(token[1])
    assert (line["league"], line["interaction"], line["says"], line["level"]) == (7, 8, "ready", "info")


async def nothing(*_: object) -> None: ...


@pytest.mark.parametrize(
    ("key", "values"),
    [("a1:b:x:y", ["x", "y"]), ("a1:b::", ["", ""]), ("a1:b:x", None), ("a1:b:x:y:z", None), ("a2:b:x:y", None)],
)
def test_an_id_finds_its_answer_only_with_as_many_arguments_as_it_has(key: str, values: list[str] | None) -> None:
    router = Router()
    router.add(Route("a1:b", 2), nothing)
    found = router.find(key)
    assert (found and found[1]) == values
    router.remove_all([Route("a1:b", 2)])
    assert router.find(key) is None


def test_a_form_is_read_from_rows_and_from_labels() -> None:
    row = {"type": 1, "components": [{"custom_id": "a", "value": "1"}]}
    label = {"type": 18, "component": {"custom_id": "b", "values": ["2"]}}
    assert fields({"components": [row, label, {"type": 10}]}) == {"a": "1", "b": ["2"]}
    assert fields({}) == {}
