"""What a channel reads of a night is said once: delivered twice, cut off in the middle, said again after a long absence."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import discord
import pytest
from conftest import Clock, League, NewBot, Wire, custom_id
from planned import Ahead, plan_night, running

from data.store import Store

OMAHA = {"kind": "tournament", "game": "omaha", "tables": 2, "fee": "50"}
TWO_DAYS_AHEAD = {"days": 4, "hours": 5}


@pytest.fixture
async def ahead(league: League, store: Store, clock: Clock) -> Ahead:
    return await plan_night(league, store, clock, **OMAHA)


@pytest.fixture
def quiet(broken: list[logging.LogRecord]) -> Iterator[None]:
    """It is cut off on purpose."""
    logging.getLogger("cogs").setLevel(logging.CRITICAL)
    yield
    logging.getLogger("cogs").setLevel(logging.NOTSET)
    broken.clear()


def cut_off(monkeypatch: pytest.MonkeyPatch, where: Any, name: str, marker: str, *, is_sent: bool) -> Any:
    """Let the bot stop just before, or just after, Discord has taken what has these words; what mends it."""
    send = getattr(where, name)

    async def cut(*given: Any, **named: Any) -> Any:
        if marker not in str(given) + str(named):
            return await send(*given, **named)
        if is_sent:
            await send(*given, **named)
        raise ConnectionError("cut off")

    monkeypatch.setattr(where, name, cut)
    return lambda: monkeypatch.setattr(where, name, send)


@pytest.mark.parametrize("away_minutes", [0, 10, 600])
@pytest.mark.parametrize("is_sent", [False, True])
async def test_a_host_reads_once_for_each_table_that_nobody_is_left_to_ask(
    ahead: Ahead, new_bot: NewBot, monkeypatch: pytest.MonkeyPatch, quiet: None, away_minutes: int, is_sent: bool
) -> None:
    mend = cut_off(monkeypatch, discord.PartialMessageable, "send", "Nobody is left", is_sent=is_sent)
    await ahead.wait(**TWO_DAYS_AHEAD)
    said = ahead.in_thread((await ahead.night()).thread_id)
    assert sum("Nobody is left" in line for line in said) == 2 * is_sent
    mend()
    ahead.clock.advance(minutes=away_minutes)
    await ahead.league.env.restart_bot(new_bot())
    await ahead.wait(minutes=10)
    said = ahead.in_thread((await ahead.night()).thread_id)
    for table_number in (1, 2):
        assert sum(f"Nobody is left to ask for table {table_number}" in line for line in said) == 1


async def test_a_search_that_runs_dry_once_more_is_said_once_more(ahead: Ahead) -> None:
    await ahead.wait(**TWO_DAYS_AHEAD)
    await ahead.press("ann", "take", 1)
    await ahead.press("ann", "own", "drop")
    await ahead.settle()
    said = ahead.in_thread((await ahead.night()).thread_id)
    assert sum("Nobody is left to ask for table 1" in line for line in said) == 2
    assert sum("Nobody is left to ask for table 2" in line for line in said) == 1


# ------------------------------------------------------------------ a filling


@pytest.fixture
async def press(ahead: Ahead) -> Any:
    """The press that posts a filling of both tables."""
    for name in ("ann", "bob"):
        await ahead.command("deals", player=ahead.person(name), game="omaha")
    result = await ahead.command("fill")

    async def post() -> Any:
        return await ahead.league.forge(ahead.league.host, result.response, custom_id(result, "night1:fill:"))

    return post


def read(ahead: Ahead) -> list[str]:
    """The fillings that the channel reads."""
    told = ahead.league.said_in(ahead.league.rules, ahead.league.player)
    return [each for each in told if each.startswith("**Who deals**")]


async def test_a_posted_filling_delivered_again_is_read_once(
    ahead: Ahead, press: Any, wire: Wire, new_bot: NewBot
) -> None:
    await press()
    board = await ahead.board()
    await wire.again()
    await ahead.league.env.restart_bot(new_bot())
    await wire.again()
    await ahead.wait(minutes=10)
    (told,) = read(ahead)
    assert "Table 1: ann" in told or "Table 1: bob" in told
    assert await ahead.board() == board


@pytest.mark.parametrize("away_minutes", [0, 10, 600])
@pytest.mark.parametrize("is_sent", [False, True])
async def test_a_filling_whose_press_got_no_answer_is_read_all_the_same_and_once(
    ahead: Ahead,
    press: Any,
    new_bot: NewBot,
    monkeypatch: pytest.MonkeyPatch,
    quiet: None,
    away_minutes: int,
    is_sent: bool,
) -> None:
    mend = cut_off(monkeypatch, running("fill_views"), "show", "", is_sent=is_sent)
    await press()
    assert (len(read(ahead)), len(await ahead.names("deal"))) == (int(is_sent), 2)
    mend()
    ahead.clock.advance(minutes=away_minutes)
    await ahead.league.env.restart_bot(new_bot())
    await ahead.wait(minutes=10)
    assert len(read(ahead)) == 1
    await ahead.wait(minutes=10)
    assert len(read(ahead)) == 1


async def test_a_filling_delivered_again_before_it_was_answered_is_answered_then(
    ahead: Ahead, press: Any, wire: Wire, monkeypatch: pytest.MonkeyPatch, quiet: None
) -> None:
    sent = list(wire.sent)
    mend = cut_off(monkeypatch, running("filling"), "answered", "", is_sent=False)
    show = cut_off(monkeypatch, running("fill_views"), "show", "", is_sent=False)
    await press()
    assert len(wire.sent) == len(sent) + 1
    show()
    mend()
    await wire.again()
    await ahead.wait(minutes=10)
    assert len(read(ahead)) == 1
