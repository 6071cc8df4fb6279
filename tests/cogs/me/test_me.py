"""`/me` as people see it: what is kept of them, and the one thing they settle themselves."""

from __future__ import annotations

from typing import Any

import pytest
from books_night import Books, open_books
from conftest import Clock, League, custom_id, is_sentence, labels, verify_card, words

from data.store import Store


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


# ------------------------------------------------------------------ one's own money


@pytest.fixture
async def books(league: League, store: Store, clock: Clock) -> Books:
    return await open_books(league, store, clock, "50", 3)


async def test_a_statement_has_every_line_of_ones_own_and_nobody_elses(books: Books) -> None:
    league = books.league
    assert "You are in no booking here" in await books.says("me statement", league.player)
    await books.enter("entry", league.player)
    await books.enter("buyin", league.other, "77")
    await books.says("money pay", player=league.player, amount="20")
    answer = await books.run("me statement", league.player)
    assert answer.response.ephemeral
    verify_card(answer.response.components)
    told = words(answer)
    assert "**You owe 30.00 USD**" in told
    assert "14 March, booking 3: paid to the host +20.00 USD; then -30.00 USD" in told
    assert "booking 1: entry -50.00 USD; then -50.00 USD" in told
    assert "77" not in told


async def test_the_newest_booking_is_called_right_from_the_statement(books: Books) -> None:
    league = books.league
    await books.enter("buyin", league.player, "20")
    answer = await books.run("me statement", league.player)
    assert labels(answer) == ["Booking 1 is right"]
    assert "Thank you" in words(await league.player.click(answer.response, label="Booking 1 is right"))
    assert labels(await books.run("me statement", league.player)) == []


async def test_a_long_statement_fits_its_card_with_the_newest_lines(books: Books) -> None:
    for number in range(1, 60):
        await books.enter("buyin", books.league.player, str(number))
    answer = await books.run("me statement", books.league.player)
    verify_card(answer.response.components)
    assert "booking 59" in words(answer) and "booking 1:" not in words(answer)


async def test_privacy_says_what_the_books_and_tips_keep(league: League) -> None:
    told = words(await privacy(league, league.player))
    assert "each booking of yours" in told and "only your own receipt" in told
