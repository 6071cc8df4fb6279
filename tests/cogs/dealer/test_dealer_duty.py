"""`/dealer start`, `bust`, `buyout`, `replace`, `relieve`: who may, what is said, what is kept."""

from __future__ import annotations

from typing import Any

import pytest
from boxes import GUEST, Evening, open_evening
from conftest import Clock, League, custom_id, is_sentence, labels, verify_card, words

from cogs.night.actions import close_whole
from cogs.shared import routes
from data.nights import close_night
from data.settings import record_settings
from data.store import Store
from league.table import Button, Deals, Mode


@pytest.fixture
async def evening(league: League, store: Store) -> Evening:
    found = await open_evening(league, store, 1, 3)
    await found.seat(3, league.player, league.other, GUEST)
    return found


async def begun(evening: Evening, *steps: str) -> None:
    """Ann deals table 3 and owes 10; then what is named."""
    await evening.run("start", table=3, player=evening.league.player, balance="10")
    for step in steps:
        await evening.run(step, evening.league.player)


async def paid(evening: Evening) -> Any:
    """Ann has busted and bought out."""
    await begun(evening, "bust")
    asked = await evening.run("buyout", evening.league.player)
    return await evening.league.host.click(asked.response, label="Balance paid")


# ------------------------------------------------------------------ beginning


async def test_whoever_starts_at_a_free_table_deals_it(evening: Evening) -> None:
    answer = await evening.run("start", evening.league.player, table=3)
    assert is_sentence(answer)
    assert "deals table 3 from now on. It is a duty, bust or not" in words(answer)
    ann = await evening.id_of(evening.league.player)
    assert await evening.dealing() == {3: ann}
    assert (await evening.table(3)).table.dealer_id == ann
    duty = (await evening.duties())[0]
    assert (duty.state, duty.table_number, duty.has_discount, duty.balance) == ("dealing", 3, True, None)
    assert [change.what for change in await evening.trail()] == ["signed_up", "started"]
    assert {change.changed_by for change in await evening.trail()} == {evening.league.player.id}


async def test_where_somebody_deals_a_starter_waits_for_a_push(evening: Evening) -> None:
    await evening.run("start", evening.league.player, table=3)
    answer = await evening.run("start", evening.league.other, table=3)
    assert is_sentence(answer)
    assert "in the rotation" in words(answer)
    assert [duty.state for duty in await evening.duties()] == ["dealing", "signed_up"]
    assert "deals table 3 already" in await evening.says("start", evening.league.player, table=3)


async def test_an_open_duty_binds_to_its_table(evening: Evening) -> None:
    await evening.run("start", evening.league.player, table=3)
    await evening.run("start", evening.league.other, table=3)
    refused = await evening.run("start", evening.league.other, table=1)
    assert is_sentence(refused)
    assert "owes dealing at table 3" in words(refused) and "House, Dealing on" in words(refused)


async def test_a_self_dealt_table_gets_a_dedicated_dealer_with_the_next_hand(evening: Evening, store: Store) -> None:
    await evening.step(3, Mode("psp_self"))
    await evening.in_play(3)
    await evening.run("start", evening.league.player, table=3)
    kept = await evening.table(3)
    assert (kept.table.mode, kept.table.waiting) == ("psp_self", (Mode("psp_dedicated"),))
    await evening.says("start", evening.league.other, table=3)
    assert (await evening.table(3)).table.waiting == (Mode("psp_dedicated"),)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"table": 2}, "Table 2 is not open"),
        ({"table": 3, "balance": "ten"}, "as a plain number"),
        ({"table": 3, "balance": "-1"}, "never below zero"),
        ({"table": 3, "balance": "10.005"}, "2 digits after the point"),
        ({"table": 3, "guest": "   "}, "Name one person"),
    ],
)
async def test_what_cannot_be_started_is_said_in_a_sentence(evening: Evening, options: Any, said: str) -> None:
    answer = await evening.run("start", **options)
    assert is_sentence(answer)
    assert said in words(answer)
    assert await evening.duties() == []


async def test_without_a_night_nobody_deals(league: League) -> None:
    for name, options in (
        ("start", {"table": 1}), ("bust", {}), ("buyout", {}), ("relieve", {}), ("release", {}), ("push", {}),
        ("break", {}), ("downs", {}), ("replace", {"player": league.other}),
    ):  # fmt: skip
        answer = await league.slash(league.host, f"dealer {name}", **options)
        assert is_sentence(answer), name
        assert "No night is open" in words(answer)


async def test_whoever_prefers_not_to_deal_is_not_put_in_the_box(evening: Evening) -> None:
    await evening.step(3, Deals(await evening.id_of(evening.league.player), deals=False))
    answer = await evening.run("start", table=3, player=evening.league.player)
    assert "prefers not to deal" in words(answer)
    assert (await evening.duties(), await evening.downs()) == ([], [])


async def test_only_staff_speak_for_others_and_say_what_is_owed(evening: Evening) -> None:
    league = evening.league
    for name, options in (
        ("start", {"table": 3, "player": league.other}), ("start", {"table": 3, "guest": GUEST}),
        ("start", {"table": 3, "balance": "10"}), ("bust", {"player": league.other}),
        ("buyout", {"guest": GUEST}), ("buyout", {"balance": "10"}), ("relieve", {"player": league.other}),
        ("release", {"player": league.other}), ("push", {}), ("break", {"guest": GUEST}), ("downs", {"minutes": 20}),
        ("replace", {"player": league.other, "table": 3}),
    ):  # fmt: skip
        answer = await evening.run(name, league.player, **options)
        assert is_sentence(answer), name
        assert "host" in words(answer), name
    assert (await evening.duties(), await evening.downs()) == ([], [])


async def test_tonights_staff_may_speak_for_others(evening: Evening) -> None:
    league = evening.league
    await evening.helper(league.other)
    assert "deals table 3" in await evening.says("start", league.other, table=3, player=league.player, balance="10")
    assert "has busted" in await evening.says("bust", league.other, player=league.player)
    asked = await evening.run("buyout", league.other, player=league.player)
    assert "has paid in full" in words(await league.other.click(asked.response, label="Balance paid"))
    assert is_sentence(await evening.run("downs", league.other, minutes=20))  # a setting of the league's own
    assert "Only a host or TD" in await evening.says("downs", league.other, minutes=20)


async def test_guests_are_offered_by_name(evening: Evening) -> None:
    for typed, names in (("g", [GUEST]), ("", [GUEST]), ("practice", [])):
        offered = await evening.league.host.autocomplete(evening.league.rules, "dealer bust", "guest", typed)
        assert [choice["value"] for choice in offered] == names


async def test_the_end_of_a_night_ends_every_duty_and_down(evening: Evening) -> None:
    await begun(evening)
    await evening.store.write(close_whole, evening.act(), evening.night.night_id)
    assert (await evening.state(), await evening.dealing()) == ("released", {})


async def test_a_guest_deals_by_name(evening: Evening) -> None:
    assert f"{GUEST} deals table 3" in await evening.says("start", table=3, guest=GUEST.upper(), balance="10")
    assert f"{GUEST} has busted" in await evening.says("bust", guest=GUEST)
    assert "has not played or dealt" in await evening.says("bust", guest="Nobody")


# ------------------------------------------------------------------ busting and buying out


async def test_a_busted_dealer_leaves_the_seat_and_deals_on(evening: Evening) -> None:
    await begun(evening)
    answer = await evening.run("bust", evening.league.player)
    assert is_sentence(answer)
    assert "deals on at table 3" in words(answer)
    ann = await evening.id_of(evening.league.player)
    table = (await evening.table(3)).table
    assert (table.player(ann), table.dealer_id, await evening.dealing()) == (None, ann, {3: ann})
    again = await evening.says("bust", evening.league.player)
    assert "busted already" in again and "House" in again


async def test_a_bust_in_the_middle_of_a_hand_keeps_the_seat_until_the_next(evening: Evening) -> None:
    await begun(evening)
    await evening.in_play(3)
    await evening.run("bust", evening.league.player)
    table = (await evening.table(3)).table
    ann = await evening.id_of(evening.league.player)
    assert table.player(ann) is not None and table.is_leaving(ann)


async def test_a_bust_by_mistake_is_taken_back_with_its_seat(evening: Evening) -> None:
    await begun(evening)
    ann = await evening.id_of(evening.league.player)
    seat = (await evening.table(3)).table.player(ann)
    await evening.run("bust", evening.league.player)
    told = await evening.says("bust", evening.league.player, undo=True)
    assert "is in the tournament again, and deals on at table 3. The seat at table 3 is theirs again." in told
    table = (await evening.table(3)).table
    assert (table.player(ann), table.dealer_id, await evening.dealing()) == (seat, ann, {3: ann})
    assert (await evening.state(), [change.what for change in await evening.trail()][-2:]) == (
        "dealing",
        ["busted", "back_in"],
    )
    assert "has not busted" in await evening.says("bust", evening.league.player, undo=True)
    assert "has busted" in await evening.says("bust", evening.league.player), "and can be noted again"


async def test_a_bust_that_a_host_noted_is_taken_back_by_staff_alone(evening: Evening) -> None:
    await begun(evening)
    await evening.run("bust", player=evening.league.player)
    assert "ask a host or TD" in await evening.says("bust", evening.league.player, undo=True)
    assert "Only a host or TD" in await evening.says(
        "bust", evening.league.other, player=evening.league.player, undo=True
    )
    assert await evening.state() == "busted"
    assert "in the tournament again" in await evening.says("bust", player=evening.league.player, undo=True)


async def test_a_bust_is_taken_back_with_the_tables_step(evening: Evening, store: Store) -> None:
    await begun(evening, "bust")
    told = words(await evening.league.slash(evening.league.player, "table undo", table=3))
    assert "is in the tournament again, and deals on." in told
    assert await evening.state() == "dealing"
    kept = await store.read(lambda tx: tx.all("SELECT kind FROM due_job WHERE kind LIKE '%release%'"))
    assert kept == [], "nobody is told from 11 pm on that they may go"


async def test_whoever_sits_elsewhere_since_the_bust_gets_no_second_seat(evening: Evening) -> None:
    await begun(evening, "bust")
    await evening.seat(1, evening.league.player)
    told = await evening.says("bust", evening.league.player, undo=True)
    assert "They sit already, so they get no second seat." in told
    assert await evening.state() == "dealing"


async def test_whoever_gets_a_seat_elsewhere_with_the_next_hand_gets_no_second_one(evening: Evening) -> None:
    await begun(evening, "bust")
    await evening.seat(1, "Hal", "Ida")
    await evening.in_play(1)
    await evening.seat(1, evening.league.player)
    told = await evening.says("bust", evening.league.player, undo=True)
    assert "They sit already, so they get no second seat." in told
    ann = await evening.id_of(evening.league.player)
    assert (await evening.table(3)).table.player(ann) is None


async def test_a_seat_that_somebody_else_has_since_is_not_given_back(evening: Evening) -> None:
    await begun(evening)
    ann = await evening.id_of(evening.league.player)
    seated = (await evening.table(3)).table.player(ann)
    assert seated is not None
    await evening.run("bust", evening.league.player)
    await evening.league.host.slash(evening.league.rules, "table seat", who=f"zoe {seated.seat}", table=3)
    told = await evening.says("bust", evening.league.player, undo=True)
    assert "/table seat gives them one" in told and await evening.state() == "dealing"


async def test_a_bust_that_is_taken_back_hours_later_says_how_to_get_a_seat(evening: Evening, clock: Clock) -> None:
    await begun(evening, "bust")
    for number in range(70):
        clock.advance(minutes=1)
        await evening.step(3, Button(number % 2 + 2))
    told = await evening.says("bust", evening.league.player, undo=True)
    assert "/table seat gives them one" in told and await evening.state() == "dealing"


async def test_whoever_owes_nothing_cannot_bust_or_buy_out(evening: Evening) -> None:
    for name in ("bust", "buyout", "relieve", "release"):
        answer = await evening.run(name, evening.league.player)
        assert is_sentence(answer), name
        assert "no tournament dealer's duty" in words(answer)


async def test_a_dealers_own_buyout_shows_what_is_due_to_everybody_and_staffs_to_staff(evening: Evening) -> None:
    await begun(evening)
    own = await evening.run("buyout", evening.league.player)
    assert not own.ephemeral and "Due: 10.00 USD" in words(own)
    staffs = await evening.run("buyout", player=evening.league.player, balance="12.50")
    assert staffs.ephemeral and "Due: 12.50 USD" in words(staffs)
    for shown in (own, staffs):
        verify_card(shown.response.components)
    stale = await evening.league.host.click(own.response, label="Balance paid")
    assert is_sentence(stale) and "has changed" in words(stale)
    assert await evening.state() == "dealing"


async def test_a_buyout_waits_until_a_host_says_how_much(evening: Evening) -> None:
    await evening.run("start", evening.league.player, table=3)
    refused = await evening.run("buyout", evening.league.player)
    assert is_sentence(refused)
    assert "the discount of 10" in words(refused) and "House" in words(refused)


async def test_only_staff_confirm_that_the_balance_is_paid(evening: Evening) -> None:
    await begun(evening)
    asked = await evening.run("buyout", evening.league.player)
    for who in (evening.league.player, evening.league.other):
        refused = await who.click(asked.response, label="Balance paid")
        assert is_sentence(refused) and await evening.state() == "dealing"
    done = await evening.league.host.click(asked.response, label="Balance paid")
    assert "has paid in full" in words(done) and labels(done) == []
    last = (await evening.trail())[-1]
    assert (last.what, last.changed_by) == ("bought_out", evening.league.host.id)
    assert last.reason == "10.00 USD paid, confirmed by a host"
    assert "paid already" in await evening.says("buyout", evening.league.player)


async def test_a_press_delivered_twice_counts_once(evening: Evening) -> None:
    await paid(evening)
    lines = len(await evening.trail())
    await evening.league.wire.again()
    assert len(await evening.trail()) == lines
    card = await evening.run("replace", evening.league.player, player=evening.league.other)
    for who, label in ((evening.league.other, "I deal on"), (evening.league.host, "Able to deal")):
        await who.click(card.response, label=label)
        lines = [len(await evening.trail(duty_id)) for duty_id in (1, 2)]
        await evening.league.wire.again()
        assert [len(await evening.trail(duty_id)) for duty_id in (1, 2)] == lines
    assert len(await evening.duties()) == 2 and len(await evening.downs()) == 2


@pytest.mark.parametrize(
    ("name", "options"), [("start", {"table": 3}), ("bust", {}), ("buyout", {}), ("break", {}), ("release", {})]
)
async def test_a_command_delivered_twice_counts_once(evening: Evening, name: str, options: Any) -> None:
    if name != "start":
        await begun(evening)
    await evening.run(name, evening.league.player, **options)
    before = (await evening.duties(), await evening.downs(), len(await evening.trail()))
    await evening.league.wire.again()
    assert (await evening.duties(), await evening.downs(), len(await evening.trail())) == before


# ------------------------------------------------------------------ a replacement


async def test_a_replacement_is_asked_for_only_once_the_balance_is_paid(evening: Evening) -> None:
    await begun(evening, "bust")
    refused = await evening.run("replace", evening.league.player, player=evening.league.other)
    assert is_sentence(refused)
    assert "First the balance" in words(refused) and "House" in words(refused)


async def test_the_dealer_deals_until_a_willing_and_able_replacement_takes_over(evening: Evening) -> None:
    league = evening.league
    await paid(evening)
    card = await evening.run("replace", league.player, player=league.other)
    assert not card.ephemeral and labels(card) == ["I deal on", "Able to deal"]
    verify_card(card.response.components)
    for who in (league.player, league.host):
        assert is_sentence(await who.click(card.response, label="I deal on"))
    for who in (league.player, league.other):
        assert is_sentence(await who.click(card.response, label="Able to deal"))
    agreed = await league.other.click(card.response, label="I deal on")
    assert labels(agreed) == ["Able to deal"]
    assert await evening.dealing() == {3: await evening.id_of(league.player)}
    relieved = await league.host.click(card.response, label="Able to deal")
    assert "deals on at table 3" in words(relieved) and labels(relieved) == []
    bob = await evening.id_of(league.other)
    assert await evening.dealing() == {3: bob} and (await evening.table(3)).table.dealer_id == bob
    first, second = await evening.duties()
    assert (first.state, second.state, second.player_id) == ("relieved", "dealing", bob)
    assert (second.has_discount, second.owes) == (False, 0)
    assert [change.what for change in await evening.trail(2)] == ["signed_up", "started"]


async def test_one_of_the_leagues_dealers_needs_no_word_of_a_host(evening: Evening) -> None:
    league = evening.league
    role = league.guild.create_role("Dealers")
    await evening.store.write(set_roles, evening, role.id)
    league.bot.leagues.changed(league.guild.id)
    league.env.backend.get_guild(league.guild.id).members[league.other.id].role_ids.append(role.id)
    await paid(evening)
    card = await evening.run("replace", league.player, player=league.other)
    done = await league.other.click(card.response, label="I deal on")
    assert "deals on at table 3" in words(done)
    assert ("vouched", "one of the league's dealers") in [(one.what, one.reason) for one in await evening.trail()]


async def test_whoever_staff_name_is_able_and_still_has_to_agree(evening: Evening) -> None:
    league = evening.league
    await paid(evening)
    card = await evening.run("replace", table=3, player=league.other)
    assert labels(card) == ["I deal on"]
    assert await evening.state() == "bought_out"
    assert "deals on at table 3" in words(await league.other.click(card.response, label="I deal on"))


async def test_a_guest_agrees_by_a_hosts_press(evening: Evening) -> None:
    league = evening.league
    await paid(evening)
    card = await evening.run("replace", league.player, guest=GUEST)
    assert is_sentence(await league.other.click(card.response, label="I deal on"))
    await league.host.click(card.response, label="I deal on")
    assert await evening.state() == "bought_out"
    assert f"{GUEST} deals on" in words(await league.host.click(card.response, label="Able to deal"))
    assert ("agreed", league.host.id) in [(one.what, one.changed_by) for one in await evening.trail()]


async def test_relieve_says_what_is_missing_and_lets_staff_vouch(evening: Evening) -> None:
    league = evening.league
    await begun(evening, "bust")
    assert "First the balance" in await evening.says("relieve", league.player)
    asked = await evening.run("buyout", league.player)
    await league.host.click(asked.response, label="Balance paid")
    assert "must agree" in await evening.says("relieve", player=league.player)
    card = await evening.run("replace", league.player, player=league.other)
    await league.other.click(card.response, label="I deal on")
    assert "able to deal" in await evening.says("relieve", league.player)
    done = await evening.run("relieve", player=league.player)
    assert is_sentence(done) and "is relieved" in words(done)
    assert "owes nothing more" in await evening.says("relieve", league.player)


@pytest.mark.parametrize("named", ["self", "elsewhere", "unknown", "dealer", "nobody"])
async def test_a_replacement_comes_from_the_same_table_and_owes_nothing_yet(evening: Evening, named: str) -> None:
    league = evening.league
    await evening.seat(1, "Eve")
    await paid(evening)
    if named == "dealer":
        await evening.run("start", league.other, table=3)
    options: Any = {
        "self": {"player": league.player}, "elsewhere": {"guest": "Eve"}, "unknown": {"guest": "Zoe"},
        "dealer": {"player": league.other}, "nobody": {},
    }[named]  # fmt: skip
    answer = await evening.run("replace", league.player, **options)
    assert is_sentence(answer)
    assert {"self": "Nobody replaces", "elsewhere": "same table", "unknown": "has not played",
            "dealer": "a dealer tonight", "nobody": "Name one person"}[named] in words(answer)  # fmt: skip


async def test_an_earlier_candidates_card_does_not_count_any_more(evening: Evening) -> None:
    league = evening.league
    await paid(evening)
    first = await evening.run("replace", league.player, player=league.other)
    await evening.run("replace", league.player, guest=GUEST)
    refused = await league.other.click(first.response, label="I deal on")
    assert is_sentence(refused) and "Somebody else has been asked" in words(refused)


async def test_a_card_of_a_night_that_is_over_changes_nothing(evening: Evening) -> None:
    await begun(evening)
    asked = await evening.run("buyout", evening.league.player)
    await evening.store.write(close_night, evening.act(), evening.night.night_id)
    refused = await evening.league.host.click(asked.response, label="Balance paid")
    assert is_sentence(refused) and "earlier night" in words(refused)
    assert await evening.state() == "dealing"


async def test_a_forged_press_changes_nothing(evening: Evening) -> None:
    await begun(evening)
    asked = await evening.run("buyout", evening.league.player)
    assert custom_id(asked, "deal1:") == routes.DEALER_PAID.id(1, 1000)
    for key in (
        routes.DEALER_PAID.id(1, 0), routes.DEALER_PAID.id(9, 1000), routes.DEALER_AGREE.id(1, 1),
        routes.DEALER_ABLE.id(1, 2), routes.DEALER_TAKE.id(1, 3), routes.DEALER_TAKE.id(9, 9),
    ):  # fmt: skip
        assert is_sentence(await evening.league.forge(evening.league.host, asked.response, key)), key
    assert await evening.state() == "dealing"


def set_roles(tx: Any, evening: Evening, role_id: int) -> None:
    record_settings(tx, evening.act(), {"roles.dealer": [role_id]}, evening.league.bot.clock(), "")
