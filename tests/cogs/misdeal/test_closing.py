"""A case closes 24 hours after its last press and says so: exactly, once, also after a stop."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import Clock, League, NewBot, is_sentence, verify_card, words
from tables import TWO_FLASHED, Table, kept, open_table, ruled_table

from cogs.shared.replies import quoted
from data.store import Store

A_WHILE = 301.0  # seconds; longer than the loop ever sleeps


async def pass_time(league: League, clock: Clock, **by: float) -> None:
    """The clock goes on, and the loop looks at it."""
    clock.advance(**by)
    await league.env.advance_time(A_WHILE)


def edits(league: League, table: Table) -> int:
    path = f"/channels/{table.shown.channel_id}/messages/{table.shown.id}"
    return sum(entry.method == "PATCH" and entry.path.endswith(path) for entry in league.env.http_requests)


async def test_a_case_closes_24_hours_after_its_last_press_and_its_card_says_so(
    league: League, clock: Clock, store: Store
) -> None:
    table = await ruled_table(league, "exposed_on_deal", TWO_FLASHED)
    await pass_time(league, clock, hours=23)
    await table.press("case1:so:1:hand")
    await pass_time(league, clock, hours=23, minutes=59)
    assert table.ids, "the last press counts"
    await pass_time(league, clock, minutes=1)
    assert all(key.startswith("disp1:case") for key in table.ids)
    assert "**Closed** <t:" in table.text
    assert table.text.startswith("**Misdeal: deal again**")
    assert (await kept(store))["due_job"] == []
    verify_card(table.card.components)


async def test_a_look_in_private_keeps_no_case_open(league: League, clock: Clock) -> None:
    table = await ruled_table(league, "exposed_on_deal", TWO_FLASHED)
    await pass_time(league, clock, hours=23)
    await table.press("case1:clauses")
    await pass_time(league, clock, hours=1)
    assert all(key.startswith("disp1:case") for key in table.ids)


@pytest.mark.parametrize("incident", [None, "exposed_on_deal", "other"])
async def test_a_case_that_came_to_no_ruling_closes_too(league: League, clock: Clock, incident: str | None) -> None:
    table = await open_table(league)
    if incident == "other":
        await table.select("case1:pick", "other")
    elif incident:
        await table.name(incident)
    await pass_time(league, clock, hours=24)
    assert "without a ruling by a person" in table.text
    assert all(key.startswith("disp1:case") for key in table.ids)


async def test_what_fell_due_while_the_bot_was_away_is_done_at_its_start(
    league: League, clock: Clock, new_bot: NewBot, store: Store
) -> None:
    table = await open_table(league)
    clock.advance(hours=30)
    await league.env.restart_bot(new_bot())
    assert all(key.startswith("disp1:case") for key in table.ids)
    assert edits(league, table) == 1
    assert [row["closed_at"] is None for row in (await kept(store))["case_file"]] == [False]


async def test_no_close_is_doubled(league: League, clock: Clock, new_bot: NewBot) -> None:
    table = await open_table(league)
    await pass_time(league, clock, hours=24)
    for _ in range(3):
        await league.env.restart_bot(new_bot())
        await pass_time(league, clock, hours=24)
    assert edits(league, table) == 1


async def test_a_stop_between_the_close_and_its_card_loses_neither(
    league: League, clock: Clock, new_bot: NewBot, store: Store, broken: list[Any]
) -> None:
    table = await open_table(league)
    league.env.inject_error("PATCH", "/channels/*/messages/*", status=400, code=0)
    await pass_time(league, clock, hours=24)
    assert table.ids, "Discord would not take it"
    closed = [row["closed_at"] for row in (await kept(store))["case_file"]]
    assert closed != [None]
    broken.clear()
    await league.env.restart_bot(new_bot())
    assert all(key.startswith("disp1:case") for key in table.ids)
    assert [row["closed_at"] for row in (await kept(store))["case_file"]] == closed


@pytest.mark.parametrize(("status", "code"), [(404, 10008), (403, 50001), (404, 10003)])
async def test_a_card_that_is_gone_or_out_of_reach_does_not_keep_a_case_open(
    league: League, clock: Clock, store: Store, status: int, code: int
) -> None:
    await open_table(league)
    league.env.inject_error("PATCH", "/channels/*/messages/*", status=status, code=code)
    await pass_time(league, clock, hours=24)
    remembered = await kept(store)
    assert remembered["due_job"] == []
    assert [row["closed_at"] is None for row in remembered["case_file"]] == [False]


@pytest.mark.parametrize(("code", "hours"), [(50083, 1), (30046, 12)])
async def test_a_card_that_discord_will_not_have_changed_is_left_alone_in_the_end(
    league: League, clock: Clock, store: Store, broken: list[Any], code: int, hours: int
) -> None:
    await open_table(league)
    league.env.inject_error("PATCH", "/channels/*/messages/*", status=400, code=code, times=100)
    await pass_time(league, clock, hours=24)
    for _ in range(hours):
        await pass_time(league, clock, hours=1)
    assert (await kept(store))["due_job"] == []
    broken.clear()


async def test_a_case_whose_card_was_never_posted_closes(league: League, clock: Clock, store: Store) -> None:
    await open_table(league)
    await store.write(lambda tx: tx.run("UPDATE case_file SET message_id = NULL"))
    await pass_time(league, clock, hours=24)
    assert (await kept(store))["due_job"] == []


async def test_an_old_button_of_a_closed_case_changes_nothing_and_shows_that_it_is_closed(
    league: League, clock: Clock, store: Store
) -> None:
    table = await ruled_table(league, "exposed_on_deal", TWO_FLASHED)
    old = table.id("case1:so:1:no")
    league.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50001)
    await pass_time(league, clock, hours=24)
    assert table.ids, "the card could not be drawn"
    await league.forge(league.host, table.shown, old)
    assert all(key.startswith("disp1:case") for key in table.ids)
    assert "**Closed**" in table.text
    assert (await kept(store))["case_decision"] == []


async def test_a_closed_case_is_still_looked_up(league: League, clock: Clock) -> None:
    await ruled_table(league, "exposed_on_deal", TWO_FLASHED)
    await pass_time(league, clock, hours=24)
    shown = await league.slash(league.other, "misdeal case", number=1)
    assert not is_sentence(shown)
    again = await ruled_table(league, "exposed_on_deal", TWO_FLASHED)
    assert "Here before: case 1: misdeal" in again.text


async def test_a_form_sent_after_the_close_changes_nothing_and_gives_its_words_back(
    league: League, clock: Clock, store: Store
) -> None:
    table = await ruled_table(league, "exposed_on_deal", TWO_FLASHED)
    form = await table.press("case1:otherwise", league.host)
    other = await open_table(league)
    story = await other.press("case1:tell")
    await pass_time(league, clock, hours=24)
    before = await kept(store)
    ruled = {"outcome": ["continues"], "reason": "They had *all* looked away."}
    for who, sent, values, number in ((league.host, form, ruled, 1), (league.player, story, {"story": "Two up."}, 2)):
        said = words(await who.submit_modal(sent, values))
        assert said.startswith(f"Case {number} was closed while you wrote")
        assert "/misdeal start" in said
        assert f"> {quoted(values.get('reason') or values['story'])}" in said
    assert await kept(store) == before


@pytest.mark.parametrize("opens", ["case1:otherwise", "case1:tell"])
async def test_nobody_is_let_write_for_a_case_that_is_closed(league: League, clock: Clock, opens: str) -> None:
    table = await (open_table(league) if opens == "case1:tell" else ruled_table(league, "board_early", {}))
    key = table.id(opens)
    league.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50001)
    await pass_time(league, clock, hours=24)
    assert table.ids, "the card could not be drawn"
    pressed = await league.forge(league.host, table.shown, key)
    assert pressed.modal is None
    assert all(key.startswith("disp1:case") for key in table.ids)
