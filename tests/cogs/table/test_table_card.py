"""The table's card: what it says first, what waits, what is due, presses at once, late, twice and after a restart."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from conftest import Clock, League, NewBot, Wire, is_sentence, labels, parts, verify_card, words
from played import Played, open_table
from tables import at_once

from cogs.shared import routes
from data.store import Store


async def in_play(league: League, store: Store, who: str = "ann, bob, cy, dee", **options: Any) -> Played:
    """A table in its first hand, the button at seat 1."""
    table = await open_table(league, store, **options)
    await table.say("seat", who=who)
    await table.button_is(1)
    await table.next_hand()
    return table


# ------------------------------------------------------------------ what it says


async def test_the_card_stands_in_the_tables_own_thread(league: League, store: Store) -> None:
    table = await open_table(league, store)
    assert [thread.name for thread in league.cash.threads] == ["Table 1 · 14 March"]
    assert (await table.kept()).channel_id == league.cash.threads[0].id
    assert await table.first_line() == (
        "**Nobody sits here yet:** take a seat under My seat; /table seat seats several at once"
    )
    assert "cash, hold'em" in await table.text()
    assert not any(key.startswith("table1:button") for key in await table.ids()), "nobody sits there"


async def test_the_first_line_is_whose_deal_it_is(league: League, store: Store) -> None:
    table = await open_table(league, store, mode="rrp")
    await table.say("seat", who="ann, bob, cy, dee")
    assert await table.first_line() == "**The button has not been set:** say below whose it is"
    assert "First hand" not in await table.labels(), "it would only be refused"
    await table.button_is(3)
    assert (await table.labels())[0] == "First hand"
    assert await table.first_line() == "**cy deals the first hand** · **button at seat 3**"
    await table.next_hand()
    assert (await table.text()).splitlines()[:3] == [
        "**cy deals** · **button at seat 3**",
        "**bob** shuffles deck 2 · **dee** cuts",
        "Next hand: dee deals, button to seat 4",
    ]
    assert await table.labels() == ["Next hand", "My seat", "More", "Something went wrong"]


async def test_who_deals_for_somebody_is_said_with_the_reason(league: League, store: Store) -> None:
    table = await in_play(league, store, kind="tournament", mode="psp_self")
    await table.say("away", who="bob")
    await table.next_hand()
    assert await table.first_line() == "**ann deals** for bob, who is away · **button at seat 2, bob**"
    assert "Away: bob. All at the table guard their chips" in await table.text()


async def test_what_is_changed_in_a_hand_waits_for_the_next_and_the_card_says_so(league: League, store: Store) -> None:
    table = await in_play(league, store)
    assert "from the next hand on (Rulebook, Start of the hand)" in await table.say("seat", who="eve")
    await table.say("stand", who="bob")
    text = await table.text()
    assert "**From the next hand:** eve sits down at seat 5; bob leaves" in text
    assert text.startswith("**ann deals** · **button at seat 1**")
    await table.next_hand()
    assert "From the next hand" not in await table.text()
    assert [one.seat for one in (await table.kept()).table.seated] == [1, 3, 4, 5]


async def test_a_redeal_says_that_nobody_new_comes_and_no_new_level(league: League, store: Store) -> None:
    table = await in_play(league, store)
    await table.say("seat", who="eve")
    panel = await table.more()
    await league.host.click(panel.response, label="Misdeal: deal again")
    assert "**Hand 1 is dealt again:** same button, same players, nobody new and no new level until then" in (
        await table.text()
    )
    assert "*TDA 35 C*" in await table.text()
    assert len((await table.kept()).table.seated) == 4
    await table.next_hand()
    assert "dealt again" not in await table.text()
    assert len((await table.kept()).table.seated) == 5


async def test_penalties_count_down_on_the_card(league: League, store: Store) -> None:
    table = await in_play(league, store)
    assert "sits out 2 hands, from the next hand on" in await table.say("penalty", who="cy", hands=2)
    seen = []
    for _ in range(3):
        seen += re.findall(r"Penalty: (.*)", await table.text()) or ["none"]
        await table.next_hand()
    seen += re.findall(r"Penalty: (.*)", await table.text()) or ["none"]
    killed = "left, dealt in and killed"
    assert seen == ["cy, 2 hands from the next hand on", f"cy, 2 hands {killed}", f"cy, 1 hand {killed}", "none"]


async def test_a_stub_count_is_shown_when_it_is_due_and_as_overdue(league: League, store: Store, clock: Clock) -> None:
    table = await in_play(league, store)
    due = (await table.kept()).table.decks.counted_at + timedelta(minutes=30)
    assert f"stub count due <t:{int(due.timestamp())}:R>" in await table.text()
    clock.advance(minutes=31)
    await league.env.advance_time(31 * 60)
    await table.say("away", who="bob")
    assert f"**stub count overdue** <t:{int(due.timestamp())}:R>" in await table.text()
    assert "all there" in await table.say("stub")
    assert "overdue" not in await table.text()


async def test_the_winner_is_asked_for_only_when_winners_tax_needs_it(league: League, store: Store) -> None:
    table = await open_table(league, store, mode="psp_dedicated", kind="tournament")
    await table.say("seat", who="ann, bob, cy, dee")
    await league.slash(league.host, "dealer start", league.cash, table=1, guest="bob")
    await table.button_is(1)
    asked = []
    for _ in range(4):
        await table.next_hand()
        asked.append(any(key.startswith("table1:winner") for key in await table.ids()))
    assert asked == [False, False, True, False]


async def test_a_table_without_its_dealer_says_once_what_puts_one_in(league: League, store: Store) -> None:
    table = await open_table(league, store, mode="psp_dedicated")
    await table.say("seat", who="ann, bob, cy")
    await table.button_is(1)
    assert (await table.text()).count("/dealer start puts one in") == 1
    assert (await table.say("hand")).count("/dealer start puts one in") == 1


async def test_a_closed_table_says_so_and_has_no_buttons(league: League, store: Store) -> None:
    table = await in_play(league, store)
    await table.say("close")
    assert (await table.text()).startswith("**Table 1 is closed.**")
    assert await table.ids() == []
    assert "Taken back" in await table.say("undo")
    assert (await table.first_line()).startswith("**ann deals**")


async def test_the_fullest_card_keeps_discords_limits(league: League, store: Store) -> None:
    names = [f"{letter * 38}{number}" for number, letter in enumerate("*_~`|>[]#<@:"[:9] + "xyz", 10)]
    table = await open_table(league, store, seats=12, kind="tournament", mode="psp_self")
    for name in names:
        await table.say("seat", who=f"{name} {names.index(name) + 1}")
    await table.button_is(1)
    await table.next_hand()
    for name in names[:9]:
        player = next(one for one in (await table.kept()).table.seated if one.seat == names.index(name) + 1)
        await table.say("away", who=f"#{player.player_id}")
        await table.say("penalty", who=f"#{player.player_id}", hands=9)
        await table.say("stand", who=f"#{player.player_id}")
    verify_card((await table.card()).components)
    for screen in (await table.more(), await table.press("table1:seat"), await table.command("duties")):
        verify_card(screen.response.components)
    verify_card((await table.command("log")).response.components)


async def test_names_come_alive_nowhere(league: League, store: Store) -> None:
    table = await in_play(league, store, who="@everyone, **b**, [x](y)")
    assert "@everyone" not in await table.text()
    assert "\\*\\*b\\*\\*" in await table.text()


# ------------------------------------------------------------------ pressing


async def test_two_who_press_next_hand_at_once_mean_the_same_hand(league: League, store: Store) -> None:
    table = await in_play(league, store)
    await table.say("seat", who=f"<@{league.player.id}> 9")
    card, key = await table.card(), await table.id("table1:next")
    await at_once(league, league.forge(league.host, card, key), league.forge(league.player, card, key))
    assert (await table.kept()).table.hand == 2
    assert (await table.first_line()).startswith("**bob deals**")


async def test_a_press_on_a_card_that_is_out_of_date_changes_nothing_and_draws_it(league: League, store: Store) -> None:
    table = await in_play(league, store)
    card, key = await table.card(), await table.id("table1:next")
    await table.say("hand")
    await league.forge(league.host, card, key)
    assert (await table.kept()).table.hand == 2
    assert (await table.first_line()).startswith("**bob deals**")


@pytest.mark.parametrize("press", ["table1:next", "table1:button"])
async def test_a_press_delivered_twice_counts_once(league: League, store: Store, wire: Wire, press: str) -> None:
    table = await in_play(league, store)
    values = ["3"] if press == "table1:button" else None
    await league.forge(league.host, await table.card(), await table.id(press), values)
    before = await table.kept()
    await wire.again()
    assert await table.kept() == before


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("hand", {}),
        ("seat", {"who": "eve, fay 9"}),
        ("stand", {"who": "bob"}),
        ("away", {"who": "bob"}),
        ("move", {"who": "bob", "seat": 8}),
        ("button", {"seat": 3}),
        ("penalty", {"who": "bob", "hands": 3}),
        ("stub", {}),
        ("deck", {"what": "change_marred"}),
        ("undo", {}),
        ("close", {}),
        ("break", {}),
        ("open", {}),
    ],
)
async def test_a_command_delivered_twice_counts_once(
    league: League, store: Store, wire: Wire, name: str, options: dict[str, Any]
) -> None:
    table = await in_play(league, store)
    await table.command(name, **options)
    before = await kept_of_tables(store)
    await wire.again()
    assert await kept_of_tables(store) == before
    assert len(league.cash.threads) == (2 if name == "open" else 1)


async def kept_of_tables(store: Store) -> dict[str, Any]:
    tables = ("game_table", "table_step", "player", "night", "audit")
    found = {name: await store.read(lambda tx, name=name: tx.all(f"SELECT * FROM {name}")) for name in tables}
    drawn = ("message_id", "posted_at", "channel_id")
    return {name: [{key: row[key] for key in row if key not in drawn} for row in rows] for name, rows in found.items()}


async def test_everything_works_after_a_restart(league: League, store: Store, new_bot: NewBot) -> None:
    table = await in_play(league, store)
    before = (await table.kept()).message_id
    await league.env.restart_bot(new_bot())
    await table.next_hand()
    assert (await table.first_line()).startswith("**bob deals**")
    await table.button_is(4)
    assert (await table.first_line()).startswith("**dee deals**")
    panel = await table.more()
    assert "Taken back" in words(await league.host.click(panel.response, label="Take the last step back"))
    assert (await table.first_line()).startswith("**bob deals**")
    assert (await table.kept()).message_id == before, "the same card"


async def test_after_a_long_stop_the_card_is_posted_anew(
    league: League, store: Store, new_bot: NewBot, clock: Clock
) -> None:
    table = await in_play(league, store)
    old = (await table.kept()).message_id
    clock.advance(hours=3)
    await league.env.restart_bot(new_bot())
    assert (await table.kept()).message_id != old
    assert (await table.first_line()).startswith("**ann deals**")


async def test_a_press_on_the_card_of_an_earlier_night_is_told_so(league: League, store: Store, clock: Clock) -> None:
    table = await in_play(league, store)
    card, key = await table.card(), await table.id("table1:next")
    night = await league.slash(league.host, "night close")
    if not is_sentence(night):
        await league.host.click(night.response, label="Close all")
    clock.advance(days=1)
    assert is_sentence(await league.forge(league.host, card, key))
    assert (await table.say("hand")).startswith("No table is open tonight")


# ------------------------------------------------------------------ one's own seat


async def test_my_seat_is_private_and_says_what_one_can_do(league: League, store: Store) -> None:
    table = await in_play(league, store)
    panel = await table.press("table1:seat", league.player)
    assert panel.response.ephemeral
    assert "You do not sit at table 1." in words(panel)
    panel = await league.player.click(panel.response, label="Take a seat")
    assert "You sit down at table 1 with the next hand." in words(panel)
    panel = await league.player.click(panel.response, label="Never mind")
    assert "You do not sit at table 1." in words(panel)
    panel = await league.player.click(panel.response, label="Take a seat")
    await table.next_hand()
    panel = await table.press("table1:seat", league.player)
    assert "You sit at table 1, seat 5." in words(panel)
    panel = await league.player.click(panel.response, label="Step away")
    assert "All at the table guard the chips left there, and the house is not liable for them" in words(panel)
    assert "Away: Practice player" in await table.text()
    panel = await league.player.click(panel.response, label="I'm back")
    panel = await league.player.click(panel.response, label="I'd rather not deal")
    assert "Would rather not deal: Practice player" in await table.text()
    panel = await league.player.click(panel.response, label="I deal again")
    panel = await league.player.click(panel.response, label="Leave the table")
    assert "You leave table 1 with the next hand." in words(panel)
    assert labels(panel) == ["Sit down again"]
    panel = await league.player.click(panel.response, label="Sit down again")
    assert "You sit down at table 1 with the next hand." in words(panel)
    panel = await league.player.click(panel.response, label="Never mind")
    assert "You leave table 1 with the next hand." in words(panel)
    await table.next_hand()
    assert (await table.kept()).table.at(5) is None


async def test_something_went_wrong_opens_a_case(league: League, store: Store) -> None:
    table = await in_play(league, store)
    result = await table.press(routes.MISDEAL_TABLE.name, league.player)
    assert not result.response.ephemeral
    assert any(part.get("custom_id", "").startswith("case1:") for part in parts(result.response.components))


async def test_a_card_never_edits_a_message_older_than_an_hour(league: League, store: Store, clock: Clock) -> None:
    table = await in_play(league, store)
    seen = {(await table.kept()).message_id}
    for _ in range(15):
        clock.advance(minutes=10)
        await league.env.advance_time(600)
        await table.next_hand()
        kept = await table.kept()
        assert kept.posted_at is not None
        assert clock.moment - kept.posted_at < timedelta(hours=1)
        seen.add(kept.message_id)
    assert len(seen) == 4
