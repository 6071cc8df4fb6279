"""`/me export` and `/me forget` as people see them."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from books_night import Books, open_books
from conftest import Clock, League, act, dump, found_league, is_sentence, labels, verify_card, words

from cogs.night.planning import Wanted, plan_from
from data.ledger import balances, check
from data.plans import plan_night
from data.store import Store

NAME, OTHER = "Practice player", "Practice other"


async def kept(league: League) -> str:
    return await league.bot.store.read(dump, league.guild.id)


async def forget(league: League, who: Any) -> Any:
    asked = await league.slash(who, "me forget")
    assert asked.response.ephemeral
    verify_card(asked.response.components)
    return await who.click(asked.response, label="Forget me")


def content(league: League, answer: Any) -> dict[str, Any]:
    (message,) = [one for one in (answer.response, *answer.followups) if one is not None and one.attachments]
    assert message.ephemeral
    (file,) = message.attachments
    assert file.filename == "kept-of-you.json"
    read: dict[str, Any] = json.loads(league.env.backend.cdn.get(file.url) or b"")
    return read


def in_two_leagues(league: League) -> tuple[Any, Any, League]:
    """Somebody who is in this league and in another on the same bot."""
    ann = league.env.create_user("Ann-Marie")
    elsewhere = found_league(league.env, league.wire, "Elsewhere")
    return league.guild.add_member(ann), elsewhere.guild.add_member(ann), elsewhere


@pytest.fixture
async def books(league: League, store: Store, clock: Clock) -> Books:
    return await open_books(league, store, clock, "50", 3)


# ------------------------------------------------------------------ a copy


async def test_an_export_has_ones_own_bookings_and_receipts_and_nobody_elses_name(books: Books) -> None:
    league = books.league
    await books.enter("entry", league.player)
    await books.enter("buyin", league.other, "77")
    kept_of = content(league, await league.slash(league.player, "me export"))
    assert kept_of["account"] == league.player.id
    assert [line["change"] for line in kept_of["kept"]["statement"]] == ["-50.00"]
    told = json.dumps(kept_of)
    assert OTHER not in told and str(league.other.id) not in told
    assert "77" not in [line["change"] for line in kept_of["kept"]["statement"]]


async def test_an_export_of_somebody_who_never_used_it_says_that_there_is_nothing(league: League) -> None:
    answer = await league.slash(league.player, "me export")
    assert "nothing of you" in words(answer)


async def test_an_export_is_of_this_league_alone(league: League) -> None:
    here, there, elsewhere = in_two_leagues(league)
    await league.slash(here, "misdeal start", story="two cards were exposed")
    assert "nothing of you" in words(await elsewhere.slash(there, "me export"))
    assert "two cards" in json.dumps(content(league, await league.slash(here, "me export")))


# ------------------------------------------------------------------ being forgotten


async def test_who_is_forgotten_is_nowhere_and_the_books_are_as_they_were(books: Books) -> None:
    league = books.league
    await books.enter("entry", league.player)
    await books.says("money pay", player=league.player, amount="20")
    await books.says("money reverse", entry=1, reason=f"{NAME} had paid at the door")
    await league.slash(league.player, "misdeal start", story="the burn was turned over")
    await books.says("night close")
    held = await league.bot.store.read(balances, league.guild.id)
    asked = words(await league.slash(league.player, "me forget"))
    assert "owes you 20.00 USD" in asked and "cannot be undone" in asked
    done = words(await forget(league, league.player))
    assert "You are forgotten" in done and "Player " in done
    left = await kept(league)
    assert str(league.player.id) not in left
    assert NAME not in left
    assert "the burn was turned over" not in left
    assert await league.bot.store.read(balances, league.guild.id) == held
    assert (await league.bot.store.read(check, league.guild.id)).faults == ()
    assert "somebody who was erased" in words(await league.slash(league.host, "misdeal case", number=1))
    assert f"<@{league.player.id}>" not in await league.staff("history")


async def test_no_byte_of_who_is_forgotten_is_left_in_the_file_or_beside_it(books: Books, tmp_path: Path) -> None:
    league, story = books.league, "the burn was turned over " * 40
    await books.enter("entry", league.player)
    await books.says("money pay", player=league.player, amount="20")
    await books.says("money reverse", entry=1, reason=f"{NAME} had paid at the door")
    for _ in range(5):  # some in pages of their own, which are let go of
        await league.slash(league.player, "misdeal start", story=story)
    await books.says("night close")
    assert await league.bot.store.empty_log()  # so that it has been in the file
    await forget(league, league.player)
    assert await league.bot.store.empty_log()
    files = list(tmp_path.glob("league.sqlite3*"))
    assert len(files) == 3
    account = league.player.id.to_bytes(8).lstrip(b"\0")  # as SQLite keeps a number
    for what in (NAME.encode(), story[:30].encode(), str(league.player.id).encode(), account):
        assert [path.name for path in files if what in path.read_bytes()] == [], what


async def test_a_press_delivered_twice_forgets_once_and_its_card_has_no_button_left(league: League) -> None:
    await league.ask()
    asked = await league.slash(league.player, "me forget")
    done = await league.player.click(asked.response, label="Forget me")
    assert labels(done) == []
    await league.wire.again()
    assert (await league.staff("history")).count("a person was forgotten") == 1


async def test_whoever_comes_back_is_met_as_somebody_new(league: League) -> None:
    await league.ask()
    assert str(league.player.id) in await kept(league)
    await forget(league, league.player)
    assert str(league.player.id) not in await kept(league)
    await league.ask()
    assert str(league.player.id) in await kept(league)


async def test_the_other_league_of_the_same_person_stays_as_it_is(league: League) -> None:
    here, there, elsewhere = in_two_leagues(league)
    await league.ask(who=here)
    await elsewhere.ask(who=there)
    before = await kept(elsewhere)
    await forget(league, here)
    assert str(here.id) not in await kept(league)
    assert await kept(elsewhere) == before and str(here.id) in before


async def test_in_tonights_game_one_is_told_to_leave_it_first(books: Books) -> None:
    league = books.league
    await league.slash(league.host, "table open", league.cash)
    await league.slash(league.player, "table seat", league.cash, table=1)
    answer = await league.slash(league.player, "me forget")
    assert is_sentence(answer) and "leave the table" in words(answer)
    answer = await league.slash(league.host, "me forget")
    assert is_sentence(answer) and "close it first" in words(answer)
    assert str(league.player.id) in await kept(league)


async def test_who_sits_down_between_asking_and_pressing_stays(books: Books) -> None:
    league = books.league
    asked = await league.slash(league.player, "me forget")
    await league.slash(league.host, "table open", league.cash)
    await league.slash(league.player, "table seat", league.cash, table=1)
    assert "leave the table" in words(await league.player.click(asked.response, label="Forget me"))
    assert str(league.player.id) in await kept(league)


async def test_who_has_planned_a_year_of_nights_can_be_forgotten_all_the_same(
    league: League, store: Store, clock: Clock
) -> None:
    settings = (await league.bot.leagues.now(league.guild.id)).settings
    for week in range(1, 53):
        plan = plan_from(Wanted("Friday night, as ever"), clock.moment + timedelta(weeks=week), settings)
        await store.write(plan_night, act(str(week), league.guild.id, league.host.id, clock.moment), plan, 1)
    for asked in (
        await league.slash(league.host, "me forget"),
        await league.slash(league.host, "league forget", person=league.host),
    ):
        verify_card(asked.response.components)
        assert "nights more" in words(asked)


async def test_nobody_can_be_forgotten_by_anothers_press(league: League) -> None:
    await league.ask()
    asked = await league.slash(league.player, "me forget")
    assert labels(asked) == ["Forget me"]
    await league.forge(league.other, asked.response, "me1:forget")
    assert str(league.player.id) in await kept(league)
