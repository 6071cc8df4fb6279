"""`/me` as people see it: what is kept of them, and the one thing they settle themselves."""

from __future__ import annotations

from typing import Any

from conftest import League, custom_id, is_sentence, labels, words


async def privacy(league: League, who: Any) -> Any:
    return await league.slash(who, "me privacy")


async def agree(league: League, *people: Any) -> None:
    """The host notes who agreed to be pinged by a floor call."""
    screen = await league.slash(league.host, "league setup")
    for _ in range(2):
        screen = await league.host.click(screen.response, label="Next")
    await league.host.select(screen.response, list(people), custom_id=custom_id(screen, "league1:floor"))


async def floor_callers(league: League) -> set[int]:
    return set((await league.bot.leagues.now(league.guild.id)).settings.floor_callers)


async def test_everybody_reads_privately_what_is_kept_of_them(league: League) -> None:
    answer = await privacy(league, league.player)
    assert answer.response.ephemeral
    for said in ("Discord id", "without your name, 90 days", "I read no chat"):
        assert said in words(answer)
    assert labels(answer) == []


async def test_the_league_chosen_for_direct_messages_is_named_among_what_is_kept(league: League) -> None:
    assert "direct messages" in words(await privacy(league, league.player)).replace("a direct message finds", "")


async def test_whoever_agreed_to_be_pinged_can_stop_it_alone(league: League) -> None:
    await agree(league, league.player, league.other)
    answer = await privacy(league, league.player)
    assert "You agreed that a floor call pings you" in words(answer)
    assert is_sentence(await league.player.click(answer.response, label="Stop pinging me"))
    assert await floor_callers(league) == {league.other.id}
    assert labels(await privacy(league, league.player)) == []
    assert league.player.mention in await league.staff("history")


async def test_a_second_press_or_a_stranger_changes_nothing(league: League) -> None:
    await agree(league, league.player, league.other)
    answer = await privacy(league, league.player)
    for _ in range(2):
        await league.player.click(answer.response, label="Stop pinging me")
    await league.forge(league.host, answer.response, "me1:nofloor")
    assert await floor_callers(league) == {league.other.id}


async def test_somebody_who_never_agreed_leaves_no_line_in_the_history(league: League) -> None:
    answer = await league.ask()
    await league.forge(league.player, answer.response, "me1:nofloor")
    assert "Nothing has been changed" in await league.staff("history")


async def test_two_people_who_stop_at_once_are_both_taken_off(league: League) -> None:
    import asyncio

    from cogs.me.actions import stop_floor_calls
    from data.handled import Act

    await agree(league, league.player, league.other)
    bot = league.bot
    presses = [Act(league.guild.id, str(who.id), who.id, bot.clock()) for who in (league.player, league.other)]
    await asyncio.gather(*(stop_floor_calls(bot.store, bot.leagues, press) for press in presses))
    assert await floor_callers(league) == set()


async def test_as_a_user_install_me_says_where_it_works(league: League) -> None:
    league.wire.user_installed = True
    answer = await privacy(league, league.player)
    assert is_sentence(answer)
    assert "own server" in words(answer)
