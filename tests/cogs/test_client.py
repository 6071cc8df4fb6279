"""The bot itself: its commands, presses old and new, repeated deliveries, restarts, a clean stop."""

from __future__ import annotations

import asyncio
import re
import sys
from typing import Any

import discord
import pytest
from conftest import BURN, ROOT, League, NewBot, Wire, found_league, is_sentence, parts, words
from discord import app_commands

from cogs.client import FloorBot
from cogs.shared import routes
from data.store import Store

# ------------------------------------------------------------------ commands


def leaves(commands: Any) -> list[Any]:
    found = []
    for command in commands:
        found += leaves(command.commands) if isinstance(command, app_commands.Group) else [command]
    return found


async def test_every_command_has_a_name_of_its_own_and_a_description(league: League) -> None:
    commands = leaves(league.bot.tree.get_commands())
    names = [command.qualified_name for command in commands]
    assert len(set(names)) == len(names)
    for command in commands:
        if isinstance(command, app_commands.ContextMenu):
            continue
        assert 10 <= len(command.description) <= 100, command.qualified_name
        assert "…" not in command.description
        for parameter in command.parameters:
            described = str(parameter.description)
            assert len(described) >= 3, (command.qualified_name, parameter.name)
            assert "…" not in described, (command.qualified_name, parameter.name)


async def test_every_command_is_in_the_docs(league: League) -> None:
    page = ROOT / "docs" / "commands.md"
    if not page.is_file():
        pytest.skip("docs/commands.md is not written yet")
    text = page.read_text(encoding="utf-8")
    for command in leaves(league.bot.tree.get_commands()):
        slash = "" if isinstance(command, app_commands.ContextMenu) else "/"
        assert f"{slash}{command.qualified_name}" in text, command.qualified_name


async def test_only_rule_works_outside_a_server_and_only_league_is_for_managers(league: League) -> None:
    commands = {name: command for (name, _), command in league.env.backend.commands[None].items()}
    features = {"rule", "misdeal", "table", "dealer", "money", "tip", "night", "dispute", "league", "me"}
    menus = {"Look up the rule", "Get a ruling", "Open a dispute", "Add to the dispute"}
    assert set(commands) == {*features, *menus}
    for name, command in commands.items():
        everywhere = name in ("rule", "Look up the rule")
        assert set(command.get("contexts") or [0]) == ({0, 1, 2} if everywhere else {0}), name
        assert set(command.get("integration_types") or [0]) == ({0, 1} if everywhere else {0}), name
    assert int(commands["league"]["default_member_permissions"]) == discord.Permissions(manage_guild=True).value
    assert {"league", "me"}.isdisjoint(league.player.user.available_commands())


async def test_the_bot_asks_discord_for_servers_only(league: League) -> None:
    assert league.bot.intents == discord.Intents(guilds=True)
    assert league.bot.allowed_mentions is not None
    assert league.bot.allowed_mentions.to_dict() == discord.AllowedMentions.none().to_dict()


async def test_commands_are_sent_only_when_they_changed(league: League, store: Store, clock: Any) -> None:
    def syncs() -> int:
        return sum(entry.method == "PUT" and entry.path.endswith("/commands") for entry in league.env.http_requests)

    before = syncs()
    await league.env.restart_bot(FloorBot(store, clock=clock))
    assert syncs() == before
    await store.write(lambda tx: tx.run("UPDATE synced_command_tree SET tree_hash = 'older'"))
    await league.env.restart_bot(FloorBot(store, clock=clock))
    assert syncs() == before + 1


# ------------------------------------------------------------------ presses

EVERY_ROUTE = [route for route in vars(routes).values() if isinstance(route, routes.Route)]
OPENS_A_CASE = (routes.RULE_WRONG, routes.MISDEAL_ASKED, routes.MISDEAL_TABLE)  # for everybody to see


@pytest.mark.parametrize(
    "key",
    ["", ":", "rule0:share:cash:all", "rule1:share", "rule1:share:cash:all", "rule2:none", "rule1:gone:x", "x" * 100, "table1:open:7", "rule1:none:extra", "RULE1:NONE"],
)  # fmt: skip
async def test_a_press_from_an_old_or_forged_id_gets_one_sentence(league: League, key: str) -> None:
    pressed = await league.forge(league.host, (await league.ask()).response, key)
    assert is_sentence(pressed)
    assert "earlier version" in words(pressed)


@pytest.mark.parametrize("route", EVERY_ROUTE, ids=lambda route: route.name)
async def test_no_forged_argument_breaks_anything(league: League, route: routes.Route) -> None:
    answer = await league.ask()
    for argument, value in (("x", "lunch"), ("none", ""), ("9" * 12, "9" * 40), ("-1", "-1"), ("٣", "\u202e")):
        key = ":".join([route.name, *[argument] * route.arguments])
        for who in (league.player, league.host):
            pressed = await league.forge(who, answer.response, key, [value])
            assert pressed.acknowledged, key
            if pressed.response is not None:
                assert pressed.response.ephemeral or route in OPENS_A_CASE, key
                assert "broke" not in words(pressed), key


@pytest.mark.parametrize("route", EVERY_ROUTE, ids=lambda route: route.name)
async def test_no_forged_form_breaks_anything(league: League, route: routes.Route) -> None:
    for arguments in ("x", "9" * 12, "none"):
        sent = await league.send_form(league.player, ":".join([route.name, *[arguments] * route.arguments]), field="x")
        assert sent.acknowledged
        assert sent.response is None or "broke" not in words(sent)


async def test_an_id_never_grows_past_discords_limit() -> None:
    with pytest.raises(ValueError, match="is no id of"):
        routes.RULE_KIND.id("x" * 60, "y" * 60)
    with pytest.raises(ValueError, match="is no id of"):
        routes.RULE_KIND.id("cash")


async def test_presses_work_after_a_restart(league: League, new_bot: NewBot) -> None:
    answer = await league.ask()
    screen = await league.slash(league.host, "league setup")
    form = await league.slash(league.host, "league house-rule own")
    await league.env.restart_bot(new_bot())
    switched = await league.player.click(answer.response, label="Tournament instead")
    assert words(switched).startswith("-# Tournament · TDA")
    shared = await league.player.click(switched.response, label="Share")
    assert not shared.ephemeral
    assert "<#" in words(await league.other.click(shared.response, label="Discuss"))
    assert "Channels" in words(await league.host.click(screen.response, label="Next"))
    assert "rule 1 is in force" in words(await league.host.submit_modal(form, {"title": "Rabbit", "text": "No."}))


async def test_nothing_of_a_card_is_kept_in_memory(league: League) -> None:
    for _ in range(3):
        await league.ask()
        await league.slash(league.host, "league setup")
        await league.slash(league.host, "league house-rule own")
    views = league.bot._connection._view_store
    assert (len(views._views), len(views._synced_message_views), len(views._modals)) == (0, 0, 0)


# ------------------------------------------------------------------ delivered twice


async def state(store: Store) -> dict[str, Any]:
    tables = ("setting", "own_rule", "missed_question", "audit", "person", "standing_message")
    return {name: await store.read(lambda tx, name=name: tx.all(f"SELECT * FROM {name}")) for name in tables}


async def ask(league: League) -> None:
    await league.ask()


async def share(league: League) -> None:
    await league.player.click((await league.ask()).response, label="Share")


async def none_of_these(league: League) -> None:
    await league.player.click((await league.ask("is rabbit hunting allowed")).response, label="None of these")


async def leave_sample_out(league: League) -> None:
    await league.host.click((await league.ask(who=league.host)).response, custom_id="rule1:nosample")


async def set_order(league: League) -> None:
    screen = await league.slash(league.host, "league setup")
    await league.host.select(screen.response, ["tda"], custom_id="league1:order:cash")


async def post_standing(league: League) -> None:
    screen = await league.slash(league.host, "league setup")
    for _ in range(4):
        screen = await league.host.click(screen.response, label="Next")
    await league.host.select(screen.response, [league.cash], custom_id="league1:standing")


async def books(league: League) -> None:
    await league.staff("books", kind="cash", order="tda")


async def own_rule(league: League) -> None:
    form = await league.slash(league.host, "league house-rule own")
    await league.host.submit_modal(form, {"title": "Rabbit", "text": "No."})


async def withdraw(league: League) -> None:
    await own_rule(league)
    await league.staff("house-rule withdraw", number=1)


ONCE = [ask, share, none_of_these, leave_sample_out, set_order, post_standing, books, own_rule, withdraw]


@pytest.mark.parametrize("deed", ONCE, ids=lambda deed: deed.__name__)
async def test_the_same_interaction_delivered_twice_has_one_effect(
    league: League, wire: Wire, store: Store, deed: Any
) -> None:
    await deed(league)
    before, said = await state(store), {channel.id: league.said_in(channel) for channel in (league.rules, league.cash)}
    await wire.again()
    await wire.again()
    assert await state(store) == before
    assert {channel.id: league.said_in(channel) for channel in (league.rules, league.cash)} == said


async def test_a_change_whose_answer_was_lost_is_answered_by_the_next_delivery(league: League, wire: Wire, store: Store, broken: list[Any]) -> None:  # fmt: skip
    league.env.inject_error("POST", "/interactions/*/callback", status=400, code=0, times=2)
    await league.slash(league.host, "league books", kind="cash", order="tda")
    broken.clear()
    before = await state(store)
    await wire.again()
    assert await state(store) == before
    assert "Cash games: TDA, from now on." in "\n".join(league.said_in(league.rules, league.host))


# ------------------------------------------------------------------ faults, stop


async def test_what_breaks_is_told_in_one_sentence_and_logged(
    league: League, monkeypatch: pytest.MonkeyPatch, broken: list[Any]
) -> None:
    def burst(*args: Any) -> None:
        raise RuntimeError("burst")

    monkeypatch.setattr(sys.modules["cogs.rule.views"], "answer_question", burst)
    answer = await league.ask()
    assert is_sentence(answer)
    assert "Something broke here" in words(answer)
    assert [record.exc_info[1].args for record in broken] == [("burst",)]
    broken.clear()
    league.env.errors.clear()
    league.env._errors.clear()


async def test_the_bot_lets_an_answer_finish_before_it_leaves(league: League) -> None:
    may_end = asyncio.Event()

    async def answering() -> str:
        league.bot._under_way.add(asyncio.current_task())  # as under_way() does
        await may_end.wait()
        return "answered"

    task = asyncio.create_task(answering())
    await asyncio.sleep(0)
    closing = asyncio.create_task(league.bot.close())
    for _ in range(5):
        await asyncio.sleep(0)
    assert not closing.done()
    may_end.set()
    await closing
    assert task.result() == "answered"


async def test_a_channel_of_one_league_says_nothing_in_another(league: League) -> None:
    second = found_league(league.env, league.wire, "Second")
    await league.player.click((await league.ask(BURN)).response, label="Share")
    assert second.said_in(second.rules) == []


async def test_every_id_sent_begins_with_a_version(league: League) -> None:
    for result in (await league.ask(), await league.slash(league.host, "league setup")):
        for part in parts(result.response.components):
            assert re.match(r"(rule|case|league|me)\d+:", part.get("custom_id", "rule1:"))
