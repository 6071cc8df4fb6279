"""Faults found: every test here fails at 0273ede. To run: copy to tests/cogs/test_found.py (it uses tests/conftest.py)."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
from conftest import ROOT, Clock, League, act, custom_id, found_league, parts, verify_card, words, words_of

from cogs.league import actions as league_actions
from cogs.rule import actions as rule_actions
from cogs.shared.dates import effective_from
from cogs.shared.refusals import Refusal
from data import store as store_module


class Unavailable:
    status, reason = 503, "Service Unavailable"


def down() -> discord.DiscordServerError:
    return discord.DiscordServerError(Unavailable(), "down")  # type: ignore[arg-type]  # a stand-in for a response


async def own_rule(
    league: League, day: str = "now", title: str = "Phones", text: str = "No phones at the table."
) -> str:
    return words(await league.send_form(league.host, f"league1:ownsent:none:none:{day}", title=title, text=text))


async def standing_screen(league: League) -> Any:
    screen = await league.slash(league.host, "league setup")
    for _ in range(4):
        screen = await league.host.click(screen.response, label="Next")
    return screen


# ---------------------------------------------------------------- left without an answer, or locked out


async def test_a_host_can_always_read_the_unanswered_questions(league: League) -> None:
    for number in range(20):
        answer = await league.ask(f"x{number} " + "*_" * 60)
        await league.player.click(answer.response, label="None of these")
    shown = await league.slash(league.host, "league misses")
    assert "Something broke" not in words(shown), words(shown)
    verify_card(shown.response.components)


async def test_a_thread_that_discord_could_not_make_is_told(
    league: League, broken: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = await league.ask()
    shared = await league.player.click(answer.response, label="Share")

    async def fails(self: Any, **more: Any) -> Any:
        raise down()

    monkeypatch.setattr(discord.Message, "create_thread", fails)
    result = await league.other.click(shared.response, label="Discuss")
    broken.clear()
    said = [words_of(message) for message in (result.response, *result.followups) if message is not None]
    assert any(said), "left at 'thinking' for good"


async def test_a_standing_message_that_discord_did_not_take_is_told(
    league: League, broken: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = await standing_screen(league)
    before = words_of(screen.response)

    async def fails(self: Any, **more: Any) -> Any:
        raise down()

    monkeypatch.setattr(discord.TextChannel, "send", fails)
    result = await league.host.select(screen.response, [league.cash], custom_id="league1:standing")
    broken.clear()
    assert result.followups or words_of(result.response) != before, "nothing tells the host that it failed"


async def test_a_question_is_answered_though_the_acquaintance_cannot_be_kept(
    league: League, broken: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*args: Any) -> bool:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("cogs.shared.leagues.meet", full)
    answer = await league.ask()
    broken.clear()
    league.env.errors.clear()
    assert "Something broke" not in words(answer), "the books are in memory: the rule can be told"


def test_a_locked_database_leaves_time_to_say_so() -> None:
    assert store_module.BUSY_TIMEOUT_MS <= 2_000, "Discord takes no answer after three seconds"


# ---------------------------------------------------------------- Share


async def test_a_share_cut_off_by_the_network_can_be_pressed_again(
    league: League, broken: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = await league.ask()
    real = discord.InteractionResponse.send_message
    fails = [True]

    async def cut(self: Any, *args: Any, **more: Any) -> Any:
        if fails and not more.get("ephemeral"):
            fails.clear()
            raise aiohttp.ServerDisconnectedError
        return await real(self, *args, **more)

    monkeypatch.setattr(discord.InteractionResponse, "send_message", cut)
    await league.player.click(answer.response, label="Share")
    again = await league.player.click(answer.response, label="Share")
    assert "shared already" not in words(again), "nobody has seen it"


async def test_a_share_cut_off_by_the_end_of_the_process_can_be_pressed_again(
    league: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = await league.ask()

    async def ended(*args: Any, **more: Any) -> Any:
        raise asyncio.CancelledError

    monkeypatch.setattr(sys.modules["cogs.rule.views"], "show", ended)
    await league.player.click(answer.response, label="Share")
    monkeypatch.undo()
    again = await league.player.click(answer.response, label="Share")
    assert "shared already" not in words(again), "nobody has seen it"


# ---------------------------------------------------------------- dates


def test_today_counts_until_midnight_also_when_the_clocks_go_back() -> None:
    now = datetime(2026, 11, 2, 4, 30, tzinfo=UTC)  # 23:30 in New York on the 25-hour 1st
    assert effective_from("2026-11-01", "America/New_York", now) == now


def test_yesterday_is_refused_also_when_the_clocks_go_forward() -> None:
    now = datetime(2026, 3, 9, 4, 30, tzinfo=UTC)  # 00:30 in New York on the 9th, after the 23-hour 8th
    with pytest.raises(Refusal):
        effective_from("2026-03-08", "America/New_York", now)


async def test_a_day_shown_does_not_reach_into_the_next_when_the_clocks_go_forward(
    league: League, clock: Clock
) -> None:
    clock.moment = datetime(2026, 3, 1, 12, tzinfo=UTC)
    await league.staff("books", kind="cash", order="tda", **{"from": "2026-03-09"})
    assert "Cash games: House" in await league.staff("show", on="2026-03-08")


async def test_the_last_hour_of_the_long_day_belongs_to_it(league: League, clock: Clock) -> None:
    clock.moment = datetime(2026, 11, 2, 4, 30, tzinfo=UTC)
    await league.staff("books", kind="cash", order="tda")
    clock.moment = datetime(2026, 11, 5, 12, tzinfo=UTC)
    assert "Cash games: TDA" in await league.staff("show", on="2026-11-01")


async def test_a_rule_to_be_withdrawn_later_can_be_withdrawn_now(league: League) -> None:
    await own_rule(league)
    await league.staff("house-rule withdraw", number=1, **{"from": "2026-12-31"})
    said = await league.staff("house-rule withdraw", number=1)
    assert "There is no rule" not in said, "it is in force and listed by /league show"


async def test_a_form_sent_after_midnight_keeps_what_was_typed(league: League, clock: Clock) -> None:
    clock.moment = datetime(2026, 3, 15, 4, 1, tzinfo=UTC)  # the form was opened for the 14th before midnight
    assert "passed" not in await own_rule(league, day="2026-03-14")


async def test_what_lies_ahead_is_listed(league: League) -> None:
    await own_rule(league, day="2026-12-30")
    await league.staff("books", kind="cash", order="tda", **{"from": "2026-12-31"})
    said = await league.staff("show")
    assert "Phones" in said and "TDA" in said.split("Tournaments")[0], "nobody can see or number it till then"


async def test_the_history_tells_from_when_a_change_counts(league: League) -> None:
    await league.staff("books", kind="cash", order="tda", **{"from": "2026-12-31"})
    said = await league.staff("history")
    assert "2026-12-31" in said or "1798693200" in said, said


# ---------------------------------------------------------------- two at once


async def test_an_order_set_while_the_sample_is_left_out_is_not_lost(league: League) -> None:
    bot, guild = league.bot, league.guild.id
    now = bot.clock()
    await bot.leagues.now(guild)
    await asyncio.gather(
        league_actions.change(
            bot.store, bot.leagues, act("a", guild, at=now), {"order.cash": ["tda", "rrp"]}, now, "ok"
        ),
        rule_actions.leave_sample_out(bot.store, bot.leagues, act("b", guild, at=now)),
    )
    assert (await bot.leagues.now(guild)).settings.order("cash") == ("tda", "rrp")


async def test_two_choices_of_the_standing_channels_at_once_post_one_message(league: League) -> None:
    screen = await standing_screen(league)
    key, channel = custom_id(screen, "league1:standing"), str(league.cash.id)
    press = (league.host, screen.response, key, [channel], {"channels": {channel: {}}})
    await asyncio.gather(league.forge(*press), league.forge(*press))
    assert len(league.said_in(league.cash)) == 1


async def test_two_hosts_who_name_channels_at_once_leave_one_choice(league: League) -> None:
    screen = await league.slash(league.host, "league setup")
    one, two = str(league.cash.id), str(league.tournament.id)
    await asyncio.gather(
        league.forge(league.host, screen.response, "league1:channels:cash", [one], {"channels": {one: {}}}),
        league.forge(league.host, screen.response, "league1:channels:cash", [two], {"channels": {two: {}}}),
    )
    assert len((await league.bot.leagues.now(league.guild.id)).settings.channels("cash")) == 1


# ---------------------------------------------------------------- outage, direct messages


async def test_the_choice_of_leagues_works_while_one_server_is_unavailable(league: League) -> None:
    second = found_league(league.env, league.wire, "Second")
    member = second.guild.add_member(league.player.user)
    await league.ask()
    await second.ask(who=member)
    known = league.bot.get_guild(second.guild.id)
    assert known is not None
    known.name = ""  # as READY gives it until GUILD_CREATE comes, and throughout an outage
    asked = await league.player.user.slash("rule ask", question="boxed card in the deck")
    assert "Something broke" not in words(asked)
    verify_card(asked.response.components)


async def test_who_may_manage_the_server_may_do_so_before_its_roles_are_known(league: League) -> None:
    role = league.guild.create_role("Runs it", permissions=discord.Permissions(manage_guild=True))
    runner = league.guild.add_member(league.env.create_user("runner"), roles=[role])
    known = league.bot.get_guild(league.guild.id)
    assert known is not None
    known._roles.clear()  # between READY and GUILD_CREATE, and in an outage; the interaction names the permissions
    said = words(await league.slash(runner, "league show"))
    assert "Only a host" not in said, said


async def test_the_league_of_direct_messages_can_be_changed(league: League) -> None:
    second = found_league(league.env, league.wire, "Second")
    member = second.guild.add_member(league.other.user)
    await league.ask(who=league.other)
    await second.ask(who=member)
    user = league.other.user
    asked = await user.slash("rule ask", question="boxed card in the deck")
    await user.select(asked.response, [str(second.guild.id)], custom_id=custom_id(asked, "rule1:league"))
    later = await user.slash("rule ask", question="boxed card in the deck")
    ids = [part.get("custom_id", "") for part in parts(later.response.components)]
    assert "Second" in words(later) or any(key.startswith("rule1:league") for key in ids), "stuck with it, and not told"


async def test_the_pocket_card_in_a_direct_message_asks_which_league(league: League) -> None:
    second = found_league(league.env, league.wire, "Second")
    member = second.guild.add_member(league.other.user)
    for place, who in ((league, league.other), (second, member)):
        await place.staff("books", kind="cash", order="tda")
        await place.ask(who=who)
    card = await league.other.user.slash("rule card")
    assert "House" not in words(card).splitlines()[0], "neither league plays by House"


# ---------------------------------------------------------------- odd words


@pytest.mark.parametrize("typed", [" ", "   ", "\u3000"])
async def test_spaces_alone_are_no_rule(league: League, typed: str) -> None:
    shown = await league.slash(league.player, "rule show", rule=typed)
    assert not shown.response.components, words(shown)


async def test_letters_that_cannot_be_seen_are_no_question(league: League) -> None:
    assert not (await league.ask("\u3164\u115f\uffa0")).response.components


async def test_an_own_rule_has_a_title_that_can_be_seen(league: League) -> None:
    assert "needs a title" in await own_rule(league, title="\u3164", text="\u3164")


async def test_a_zone_of_this_machine_is_no_zone(league: League) -> None:
    for zone in ("localtime", "Factory"):
        said = words(await league.send_form(league.host, "league1:othersent", zone=zone, currency="USD"))
        assert "not known" in said, said


async def test_a_forged_topic_of_full_length_gets_a_sentence(league: League, broken: list[Any]) -> None:
    answer = await league.ask()
    said = words(await league.forge(league.player, answer.response, "rule1:kind:cash:all:" + "x" * 79))
    broken.clear()
    assert "Something broke" not in said


# ---------------------------------------------------------------- start-up


@pytest.mark.parametrize(
    "content", ["DISCORD_TOKEN=abc\n".encode("utf-16"), b"DISCORD_TOKEN=ab\xff\n", b"DISCORD_TOKEN=\0abc\n"]
)
def test_an_env_file_that_cannot_be_read_is_one_sentence(tmp_path: Path, content: bytes) -> None:
    for name in ("cogs", "data", "league", "rules", "practice"):
        (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / "bot.py").write_bytes((ROOT / "bot.py").read_bytes())
    (tmp_path / ".env").write_bytes(content)
    environment = {key: value for key, value in os.environ.items() if not key.startswith("DISCORD_")}
    done = subprocess.run(
        [sys.executable, "bot.py"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )
    assert done.returncode == 2 and "Traceback" not in done.stderr, done.stderr[-300:]


def test_a_password_in_a_wrong_database_url_is_not_told(capsys: pytest.CaptureFixture[str]) -> None:
    from bot import WrongSetting, read_settings

    with pytest.raises(WrongSetting) as error:
        read_settings({"DATABASE_URL": "postgres://me:hunter2@host/db"})
    assert "hunter2" not in str(error.value)


def test_a_database_in_memory_is_refused() -> None:
    from bot import WrongSetting, read_settings

    with pytest.raises(WrongSetting):
        read_settings({"DISCORD_TOKEN": "abc", "DATABASE_URL": "sqlite:///:memory:"})
