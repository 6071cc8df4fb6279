"""A volunteer's obligation, played through the commands alone, against what House's page on dealing says of each case.

At table 3 (the first to break) a dealer pays 10 less, at table 2 20, at table 1 (the final one) 30. Such a dealer
deals on after busting, until the table breaks. Who wants out pays the rest of the entry and gets somebody else at the
table, willing and able, who has no discount. The final table's dealer may go after 11 pm once busted; the host deals.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import pytest_asyncio
from conftest import Clock, League, is_sentence, labels, words

from data.dealers import duties_of
from data.downs import dealing_now, downs_of
from data.players import players
from data.store import Store

GUEST = "gil"


@dataclass
class Played:
    """A tournament of two tables: ann and bob sit at table 3 with gil, a guest; dee and eve at table 1."""

    league: League
    store: Store
    clock: Clock

    async def run(self, name: str, by: Any = None, **options: Any) -> Any:
        return await (by or self.league.host).slash(self.league.rules, name, **options)

    async def says(self, name: str, by: Any = None, **options: Any) -> str:
        return words(await self.run(name, by, **options))

    async def begin(self) -> None:
        await self.run("night open", kind="tournament")
        for number, order in ((3, 1), (1, 2)):
            await self.run("table open", number=number, kind="tournament", mode="psp_dedicated", break_order=order)
        await self.run("table seat", table=3, who=f"<@{self.ann.id}>, <@{self.bob.id}>, {GUEST}")
        await self.run("table seat", table=1, who="dee, eve")

    @property
    def ann(self) -> Any:
        return self.league.player

    @property
    def bob(self) -> Any:
        return self.league.other

    async def name(self, player_id: int) -> str:
        found = (await self.store.read(players, self.league.guild.id))[player_id]
        accounts = {self.ann.id: "ann", self.bob.id: "bob", self.league.host.id: "host"}
        return accounts.get(found.user_id or 0, found.name)

    async def duties(self) -> dict[str, str]:
        """Who owes what: name to state, the newest obligation of each."""
        kept = await self.store.read(duties_of, self.league.guild.id, 1)
        return {await self.name(each.duty.player_id): each.duty.state for each in kept}

    async def dealing(self) -> dict[int, str]:
        downs = dealing_now(await self.store.read(downs_of, self.league.guild.id, 1))
        return {number: await self.name(player_id) for number, player_id in downs.items()}

    async def deals_and_busts(self, table: int = 3) -> None:
        if table == 1:
            await self.run("table seat", table=1, who=f"<@{self.ann.id}>")
        await self.run("dealer start", self.ann, table=table)
        await self.run("dealer bust", self.ann)

    async def pays(self, balance: str = "10") -> None:
        asked = await self.run("dealer buyout", player=self.ann, balance=balance)
        await self.league.host.click(asked.response, label="Balance paid")

    def is_at(self, moment: str) -> None:
        """The clock of New York stands there."""
        self.clock.moment = datetime.fromisoformat(f"{moment}-04:00")


@pytest_asyncio.fixture
async def night(league: League, store: Store, clock: Clock) -> Played:
    played = Played(league, store, clock)
    await played.begin()
    return played


async def test_busted_at_table_three_deals_on_until_it_breaks_and_is_free_then(night: Played) -> None:
    await night.deals_and_busts()
    assert (await night.duties(), await night.dealing()) == ({"ann": "busted"}, {3: "ann"})
    assert "deals on until it breaks" in await night.says("dealer release", night.ann)
    assert "Free of their duty: Practice player" in await night.says("table break", table=3)
    assert (await night.duties(), await night.dealing()) == ({"ann": "released"}, {})


async def test_a_dealer_still_in_owes_nothing_at_the_table_they_move_to(night: Played) -> None:
    await night.run("dealer start", night.ann, table=3)
    await night.run("table break", table=3)
    await night.run("table seat", table=1, who=f"<@{night.ann.id}>")
    assert await night.duties() == {"ann": "released"}
    assert "owes nothing more" in await night.says("dealer bust", night.ann)


async def test_a_minute_before_eleven_the_final_tables_dealer_stays(night: Played) -> None:
    await night.deals_and_busts(1)
    await night.run("table break", table=3)
    night.is_at("2026-03-14T22:59")
    for who, options in ((night.ann, {}), (night.league.host, {"player": night.ann})):
        refused = await night.run("dealer release", who, **options)
        assert is_sentence(refused) and "not yet 11 pm" in words(refused)
    assert (await night.duties(), await night.dealing()) == ({"ann": "busted"}, {1: "ann"})


async def test_a_minute_past_eleven_they_go_and_the_host_deals(night: Played) -> None:
    await night.deals_and_busts(1)
    await night.run("table break", table=3)
    night.is_at("2026-03-14T23:01")
    going = await night.run("dealer release", night.ann)
    assert await night.duties() == {"ann": "released"}
    await night.league.host.click(going.response, label="I take over")
    assert (await night.duties(), await night.dealing()) == ({"ann": "released"}, {1: "host"})


async def test_after_midnight_it_is_still_past_eleven(night: Played) -> None:
    await night.deals_and_busts(1)
    await night.run("table break", table=3)
    night.is_at("2026-03-15T00:40")
    await night.run("dealer release", player=night.ann)
    assert (await night.duties(), await night.dealing()) == ({"ann": "released"}, {1: "host"})


async def test_whoever_busts_at_the_final_table_after_eleven_is_told_that_they_may_go(night: Played) -> None:
    await night.run("table seat", table=1, who=f"<@{night.ann.id}>")
    await night.run("dealer start", night.ann, table=1)
    await night.run("table break", table=3)
    night.is_at("2026-03-14T23:20")
    told = await night.says("dealer bust", night.ann)
    assert "/dealer release lets them go" in told
    assert "until it breaks" not in told


async def test_not_busted_and_wanting_to_go_leaves_only_the_buyout(night: Played) -> None:
    await night.run("table seat", table=1, who=f"<@{night.ann.id}>")
    await night.run("dealer start", night.ann, table=1)
    await night.run("table break", table=3)
    night.is_at("2026-03-14T23:30")
    assert "only one who has busted" in await night.says("dealer release", night.ann)
    assert "the discount of 30" in await night.says("dealer buyout", night.ann)
    await night.pays("30")
    assert (await night.duties(), await night.dealing()) == ({"ann": "bought_out"}, {1: "ann"})
    await night.run("dealer replace", night.ann, guest="dee")
    assert await night.duties() == {"ann": "bought_out"}


async def test_a_replacement_from_another_table_does_not_count(night: Played) -> None:
    await night.deals_and_busts()
    await night.pays()
    refused = await night.run("dealer replace", night.ann, guest="dee")
    assert is_sentence(refused) and "same table" in words(refused)
    card = await night.run("dealer replace", night.ann, player=night.bob)
    await night.bob.click(card.response, label="I deal on")
    await night.run("table move", who=f"<@{night.bob.id}>", to=1, table=3)
    late = await night.league.host.click(card.response, label="Able to deal")
    assert is_sentence(late) and "same table" in words(late)
    assert (await night.duties(), await night.dealing()) == ({"ann": "bought_out"}, {3: "ann"})


async def test_a_replacement_nobody_calls_able_does_not_deal(night: Played) -> None:
    await night.deals_and_busts()
    await night.pays()
    card = await night.run("dealer replace", night.ann, player=night.bob)
    agreed = await night.bob.click(card.response, label="I deal on")
    assert labels(agreed) == ["Able to deal"]
    assert "able to deal" in await night.says("dealer relieve", night.ann)
    assert (await night.duties(), await night.dealing()) == ({"ann": "bought_out"}, {3: "ann"})


async def test_a_guest_without_an_account_takes_over_by_the_hosts_word(night: Played) -> None:
    await night.deals_and_busts()
    await night.pays()
    card = await night.run("dealer replace", table=3, guest=GUEST)
    done = await night.league.host.click(card.response, label="I deal on")
    assert f"{GUEST} deals on at table 3" in words(done)
    assert await night.duties() == {"ann": "relieved", GUEST: "dealing"}
    assert await night.dealing() == {3: GUEST}


async def test_whoever_declines_is_not_held_to_it_and_somebody_else_is_asked(night: Played) -> None:
    await night.deals_and_busts()
    await night.pays()
    card = await night.run("dealer replace", night.ann, player=night.bob)
    assert "/dealer replace" in words(card), "it says what to do when they would rather not"
    assert await night.dealing() == {3: "ann"}
    other = await night.run("dealer replace", table=3, guest=GUEST)
    await night.league.host.click(other.response, label="I deal on")
    late = await night.bob.click(card.response, label="I deal on")
    assert is_sentence(late)
    assert await night.dealing() == {3: GUEST}


async def test_whoever_rather_not_deals_and_says_yes_all_the_same_takes_over(night: Played) -> None:
    await night.deals_and_busts()
    await night.pays()
    await night.run("table seat", night.bob, table=3, deals=False)
    card = await night.run("dealer replace", table=3, player=night.bob)
    assert "deals on at table 3" in words(await night.bob.click(card.response, label="I deal on"))
    assert await night.dealing() == {3: "bob"}


async def test_a_replacement_who_busts_deals_on_and_owes_no_money(night: Played) -> None:
    await night.deals_and_busts()
    await night.pays()
    card = await night.run("dealer replace", table=3, player=night.bob)
    await night.bob.click(card.response, label="I deal on")
    await night.run("dealer bust", night.bob)
    assert await night.duties() == {"ann": "relieved", "bob": "busted"}
    assert await night.dealing() == {3: "bob"}
    asked = await night.run("dealer buyout", night.bob)
    assert "0.00" in words(asked)
    assert "nothing of the entry is left" in await night.says("dealer buyout", player=night.bob, balance="10")
    await night.run("table break", table=3)
    assert await night.duties() == {"ann": "relieved", "bob": "released"}


async def test_a_table_that_breaks_ends_a_buyout_that_is_half_done(night: Played) -> None:
    await night.deals_and_busts()
    asked = await night.run("dealer buyout", player=night.ann, balance="10")
    await night.run("dealer start", night.bob, table=1)
    await night.run("table break", table=3)
    late = await night.league.host.click(asked.response, label="Balance paid")
    assert is_sentence(late) and "is over" in words(late)
    assert (await night.duties())["ann"] == "released"


async def test_a_table_that_breaks_frees_whoever_has_paid_and_not_whom_they_asked(night: Played) -> None:
    await night.deals_and_busts()
    await night.pays()
    card = await night.run("dealer replace", table=3, player=night.bob)
    await night.run("table break", table=3)
    late = await night.bob.click(card.response, label="I deal on")
    assert is_sentence(late) and "is over" in words(late)
    assert (await night.duties(), await night.dealing()) == ({"ann": "released"}, {})


async def test_the_host_who_takes_over_owes_nothing_and_may_be_pushed(night: Played) -> None:
    await night.deals_and_busts(1)
    await night.run("table break", table=3)
    night.is_at("2026-03-14T23:30")
    await night.run("dealer release", player=night.ann)
    assert await night.duties() == {"ann": "released"}
    assert "table 1 needs a dealer" in await night.says("dealer release")
    assert await night.dealing() == {}


async def test_of_two_dealers_at_the_final_table_the_one_who_rests_goes_and_the_other_deals_on(night: Played) -> None:
    await night.run("table seat", table=1, who=f"<@{night.ann.id}>")
    await night.run("dealer start", night.ann, table=1)
    await night.run("dealer start", table=1, guest="dee")
    await night.run("table break", table=3)
    proposal = await night.run("dealer push")
    night.clock.advance(minutes=30)
    proposal = await night.run("dealer push")
    await night.league.host.click(proposal.response, label="Push now")
    await night.run("dealer bust", night.ann)
    assert await night.dealing() == {1: "dee"}
    night.is_at("2026-03-14T23:30")
    told = await night.says("dealer release", player=night.ann)
    assert "is released" in told
    assert await night.duties() == {"ann": "released", "dee": "dealing"}
    assert await night.dealing() == {1: "dee"}


async def test_of_two_dealers_who_rests_goes_without_calling_for_the_host(night: Played) -> None:
    await night.run("table seat", table=1, who=f"<@{night.ann.id}>")
    await night.run("dealer start", night.ann, table=1)
    await night.run("dealer start", table=1, guest="dee")
    await night.run("table break", table=3)
    night.clock.advance(minutes=30)
    proposal = await night.run("dealer push")
    await night.league.host.click(proposal.response, label="Push now")
    await night.run("dealer bust", night.ann)
    night.is_at("2026-03-14T23:30")
    going = await night.run("dealer release", night.ann)
    assert labels(going) == [] and "dee deals on" in words(going)
    assert await night.dealing() == {1: "dee"}


async def test_a_break_taken_back_binds_its_dealer_again(night: Played) -> None:
    await night.deals_and_busts()
    await night.run("table break", table=3)
    told = await night.says("table undo", table=3)
    assert "Owing to deal here again" in told, told
