"""Filling the dealers' tables of the nights ahead: proposed with reasons, changed, posted; who deals what."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import Clock, League, Wire, custom_id, is_sentence, options, verify_card, words
from planned import Ahead, plan_night, running

from cogs.night.chart_drawing import draw
from data.store import Row, Store, Transaction

OMAHA = {"kind": "tournament", "game": "omaha", "tables": 2, "fee": "50"}


@pytest.fixture
async def ahead(league: League, store: Store, clock: Clock) -> Ahead:
    ahead = await plan_night(league, store, clock, **OMAHA)
    for name in ("ann", "bob", "cy"):
        assert f"{name} deals Omaha." in words(await ahead.command("deals", player=ahead.person(name), game="omaha"))
    return ahead


async def filled(ahead: Ahead) -> Any:
    return await ahead.command("fill")


async def test_a_filling_gives_a_reason_for_each_choice_and_counts_when_posted(ahead: Ahead) -> None:
    result = await filled(ahead)
    told = words(result)
    assert told.count("has dealt least this season") == 2
    assert "No fairer filling exists." in told
    verify_card(result.response.components)
    assert not (await ahead.board()).rows
    posted = await ahead.league.forge(ahead.league.host, result.response, custom_id(result, "night1:fill:"))
    assert not posted.response.ephemeral
    assert len(await ahead.names("deal")) == 2
    assert is_sentence(await ahead.league.forge(ahead.league.host, result.response, custom_id(result, "night1:fill:")))


async def test_posting_twice_signs_up_once(ahead: Ahead, wire: Wire) -> None:
    result = await filled(ahead)
    await ahead.league.forge(ahead.league.host, result.response, custom_id(result, "night1:fill:"))
    await wire.again()
    assert len((await ahead.board()).rows) == 2


def drafts(tx: Transaction) -> list[Row]:
    return tx.all("SELECT * FROM night_draft")


async def test_the_host_puts_somebody_else_at_a_table(ahead: Ahead) -> None:
    result = await filled(ahead)
    menu = custom_id(result, "night1:filltable")
    assert options(result, menu) == [f"{ahead.night_id}.1", f"{ahead.night_id}.2"]
    screen = await ahead.league.forge(ahead.league.host, result.response, menu, [f"{ahead.night_id}.1"])
    who = custom_id(screen, "night1:fillwho")
    people = options(screen, who)
    assert people[0] == "0" and len(people) == 4
    changed = await ahead.league.forge(ahead.league.host, screen.response, who, ["0"])
    assert "Table 1: **open**" in words(changed)
    changed = await ahead.league.forge(ahead.league.host, screen.response, who, [people[3]])
    kept = await ahead.store.read(drafts)
    await ahead.league.wire.again()
    assert await ahead.store.read(drafts) == kept, "delivered again it changes nothing"
    table, other = (line for line in words(changed).splitlines() if line.startswith("- Table "))
    assert table.startswith("- Table 1: ") and table.endswith(" (your choice)"), "whom the host chose"
    assert "your choice" not in other and "**open**" not in table
    assert "No fairer filling" not in words(changed)
    assert is_sentence(await ahead.league.forge(ahead.league.host, screen.response, who, ["99"]))


async def test_wishes_and_days_are_followed(ahead: Ahead) -> None:
    league = ahead.league
    told = words(await league.slash(ahead.person("ann"), "me wishes", days="mon tue", table=2))
    assert "Days you can: Mon, Tue" in told and "table 2 where it can be" in told
    await league.slash(ahead.person("bob"), "me wishes", table=2)
    told = words(await filled(ahead))
    assert "Table 2: bob (" in told and "asked for table 2" in told
    assert "Table 1: cy" in told, "ann cannot on a Friday"
    await league.slash(ahead.person("cy"), "me wishes", night=ahead.night_id, free=False)
    assert "**open** (everybody who can deal it" in words(await filled(ahead))


async def test_a_table_taken_meanwhile_stays_taken(ahead: Ahead) -> None:
    result = await filled(ahead)
    await ahead.press("dan", "take", 1)
    await ahead.league.forge(ahead.league.host, result.response, custom_id(result, "night1:fill:"))
    dealer = (await ahead.board()).dealer(1)
    assert dealer is not None
    assert (await ahead.names("deal"))[0] == "dan"


async def test_a_filling_whose_tables_are_all_taken_meanwhile_is_not_posted(ahead: Ahead) -> None:
    result = await filled(ahead)
    for name, table in (("ann", 1), ("bob", 2)):
        await ahead.press(name, "take", table)
    posted = await ahead.league.forge(ahead.league.host, result.response, custom_id(result, "night1:fill:"))
    assert is_sentence(posted) and "there is nothing to fill" in words(posted)


async def test_there_is_nothing_to_fill_or_nobody_who_deals(league: League, store: Store, clock: Clock) -> None:
    assert is_sentence(await league.slash(league.host, "night fill"))
    await plan_night(league, store, clock, **OMAHA)
    assert "/night deals" in words(await league.slash(league.host, "night fill"))


async def test_the_seasons_dealing_is_a_chart(ahead: Ahead) -> None:
    await ahead.press("ann", "take", 1)
    told = words(await ahead.command("dealing", ahead.person("zoe")))
    assert "ann: 0 and 1 promised" in told and "□" in told and "bob: 0" in told


async def test_the_chart_comes_as_a_picture_with_its_words_as_alternative(ahead: Ahead) -> None:
    await ahead.press("ann", "take", 1)
    assert "deals Omaha." in words(await ahead.command("deals", guest="*dee*", game="omaha"))
    told = await ahead.command("dealing", ahead.person("zoe"))
    shown = await ahead.league.forge(ahead.person("zoe"), told.response, custom_id(told, "night1:dealing"))
    assert shown.response.ephemeral
    verify_card(shown.response.components)
    stored = ahead.league.env.backend.get_message(shown.response.channel_id, shown.response.id)
    assert [file["filename"] for file in stored.attachments] == ["dealing.png"]
    said = stored.attachments[0]["description"]
    assert "ann 0 and 1 promised" in said and "*dee* 0" in said and "\\" not in said


async def test_a_chart_that_cannot_be_drawn_is_said_in_a_sentence(
    ahead: Ahead, monkeypatch: pytest.MonkeyPatch, broken: list[Any]
) -> None:
    def fail(rows: Any) -> bytes:
        raise OSError("no font")

    chart = running("chart")
    monkeypatch.setattr(chart, "_draw", fail)
    told = await ahead.command("dealing")
    answer = await ahead.league.forge(ahead.league.host, told.response, custom_id(told, "night1:dealing"))
    assert is_sentence(answer) and "/night dealing says the same" in words(answer)
    assert [record.getMessage() for record in broken] == ["a picture cannot be drawn"]
    broken.clear()


@pytest.mark.parametrize("name", ["", "日本語の名前", "W" * 60, "a\nb"])
def test_any_name_and_number_can_be_drawn(name: str) -> None:
    assert len({draw([(name, 900, 3)]), draw([(name, 900, 0)]), draw([(name, 0, 3)] * 40), draw([(name, 0, 0)])}) == 4


@pytest.mark.parametrize(
    ("name", "given"),
    [("fill", {}), ("repeat", {"how": "weekly"}), ("deals", {"game": "omaha", "guest": "zoe"})],
)
async def test_a_player_is_refused(ahead: Ahead, name: str, given: dict[str, Any]) -> None:
    for who in ("stranger", "ann"):
        assert words(await ahead.command(name, ahead.person(who), **given)).startswith("Only a host or TD")


async def test_presses_on_a_filling_are_its_hosts_alone(ahead: Ahead) -> None:
    result = await filled(ahead)
    for key, values in (
        (custom_id(result, "night1:fill:"), None),
        (custom_id(result, "night1:filltable"), [f"{ahead.night_id}.1"]),
        (f"night1:fillwho:1:{ahead.night_id}:1", ["0"]),
    ):
        told = words(await ahead.league.forge(ahead.person("ann"), result.response, key, values))
        assert told.startswith("Only a host or TD"), key
    assert not (await ahead.board()).rows


# ------------------------------------------------------------------ one's own


async def test_me_nights_shows_ones_own_spots_and_where_one_was_missing(ahead: Ahead) -> None:
    league = ahead.league
    assert "no night" in words(await league.slash(ahead.person("ann"), "me nights"))
    await ahead.press("ann", "take", 2)
    result = await league.slash(ahead.person("ann"), "me nights")
    assert "Friday Omaha, you deal table 2" in words(result)
    assert custom_id(result, "night1:spot") == f"night1:spot:{ahead.night_id}"
    await ahead.wait(days=6, hours=4)
    await ahead.signup("missing", player=ahead.person("ann"), night=ahead.night_id)
    assert "Where you were missing" in words(await league.slash(ahead.person("ann"), "me nights"))
    assert "missing" not in words(await league.slash(ahead.person("bob"), "me nights"))
    await ahead.wait(days=183)
    assert "missing" not in words(await league.slash(ahead.person("ann"), "me nights"))


async def test_me_games_shows_what_hosts_marked(ahead: Ahead) -> None:
    assert "You deal Omaha." in words(await ahead.league.slash(ahead.person("ann"), "me games"))
    await ahead.command("deals", player=ahead.person("ann"), game="omaha", can=False)
    assert "not marked" in words(await ahead.league.slash(ahead.person("ann"), "me games"))
    assert is_sentence(await ahead.league.slash(ahead.person("ann"), "me wishes", days="whenever"))
