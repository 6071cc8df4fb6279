"""Ten real situations, each played by the people concerned from the opening to the end, with what came of it."""

from __future__ import annotations

from typing import Any

import pytest
from books_night import open_books
from conftest import Clock, League, labels, parts, words, words_of
from quarrels import Quarrel, open_from, open_words
from sittings import overruled, sit_down
from tables import TWO_FLASHED, ruled_table

from cogs.shared import routes
from data.disputes import log_of
from data.handled import forget_handled
from data.ledger import all_bookings, balances
from data.store import Store
from league.books import SETTLEMENT, player
from league.dispute import (
    APOLOGY,
    CLARIFIED,
    CLOSED,
    CORRECTED,
    FINAL,
    MONEY,
    NO_FAULT,
    SUMMED_UP,
    TABLE_STANDS,
    UPHELD,
)

FOULED = {"defect": "duplicate", "when_found": "during_hand", "knower_bet": "no"}


@pytest.fixture
def quarrel(league: League, store: Store, clock: Clock) -> Quarrel:
    return Quarrel(league, store, clock)


def joins(quarrel: Quarrel, name: str, **more: Any) -> Any:
    """Somebody else of the server."""
    return quarrel.league.guild.add_member(quarrel.league.env.create_user(name), **more)


def drafted(form: Any) -> dict[str, str]:
    """What a form proposes."""
    boxes = [part["component"] for part in form.modal["components"]]
    return {box["custom_id"]: box["value"] for box in boxes}


async def ended(quarrel: Quarrel) -> tuple[str, str | None]:
    """How it ended and what was decided."""
    told = await quarrel.kept()
    assert told.ended is not None, "it goes on"
    return told.ended.how, None if told.decision is None else told.decision.outcome


async def test_3_a_replacement_exposed_too_is_a_judgment_call_and_becomes_a_rule(quarrel: Quarrel) -> None:
    league, ann, bob = quarrel.league, quarrel.league.player, quarrel.league.other
    case = await ruled_table(league, "exposed_on_deal", TWO_FLASHED, who=ann)
    said = await open_from(quarrel, ann, case.card, routes.DISPUTE_CASE.id(case.number), others=[bob])
    assert "The dispute is open in <#" in said
    card = await quarrel.shown()
    assert f"case {case.number}" in card and "ruled at the table: misdeal" in card
    await quarrel.side(ann, "The second card was exposed as well, after three calls.", action="three_or_more")
    await quarrel.side(bob, "Nobody had called yet.", action="none")
    facts = words(await league.host.select((await quarrel.press(league.host, "more")).response, ["facts"]))
    assert "Disputed: action" in facts and facts.count("Then: **") == 2, facts
    assert "Decided:" in await quarrel.decide(
        league.host,
        CLARIFIED,
        "Experts disagree here, so it was a judgment call.",
        next="An exposed replacement is replaced once more.",
    )
    await quarrel.half_and_half(days=4)
    assert await ended(quarrel) == (FINAL, CLARIFIED)
    shown = await league.slash(league.host, "dispute show", dispute=1)
    form = await league.host.click(shown.response, label="Make it a house rule")
    assert "own rule 1" in words(await league.host.submit_modal(form, drafted(form)))
    found = words(await league.slash(bob, "rule show", rule="own:1"))
    assert "replaced once more" in found and "after dispute 1" in found


async def test_6_two_identical_cards_in_an_all_in_send_the_bets_back_by_agreement(
    quarrel: Quarrel, store: Store, clock: Clock
) -> None:
    league, ann, bob = quarrel.league, quarrel.league.player, quarrel.league.other
    await open_books(league, store, clock, "50", 1)
    case = await ruled_table(league, "fouled_deck", FOULED, who=ann)
    await open_from(quarrel, ann, case.card, routes.DISPUTE_CASE.id(case.number), "My all-in goes back.", others=[bob])
    assert "TDA 35 E" in await quarrel.shown()
    await quarrel.side(bob, "I had won it.")
    payer, payee = await player_id(quarrel, bob), await player_id(quarrel, ann)
    await quarrel.decide(
        league.host, MONEY, "A fouled deck stops play whatever the action.", pays=[f"{payer}-{payee}"], amount="12"
    )
    assert "You agree." in await quarrel.agree(ann)
    assert "agreed already" in await quarrel.agree(ann)
    assert "Both have agreed: booking" in await quarrel.agree(bob)
    assert await ended(quarrel) == (FINAL, MONEY)
    booked = [one for one in await store.read(all_bookings, quarrel.league_id) if one.what == SETTLEMENT]
    assert [one.total for one in booked] == [1200]
    assert (await store.read(balances, quarrel.league_id))[player(payer), "USD"] == -1200


async def player_id(quarrel: Quarrel, who: Any) -> int:
    row = await quarrel.store.read(
        lambda tx: tx.one(
            "SELECT player_id FROM player WHERE league_id = :league AND user_id = :user",
            league=quarrel.league_id,
            user=who.id,
        )
    )
    assert row is not None
    return int(row["player_id"])


async def test_7_a_busted_player_wants_earlier_hands_undone_and_past_hands_stand(quarrel: Quarrel) -> None:
    league = quarrel.league
    about = "A card lay under the table, so all hands before should be undone."
    assert "The dispute is open in <#" in await open_words(quarrel, league.player, about, player=league.other)
    card = await quarrel.shown()
    assert "Once the hand is over it is too late. *(TDA 35 E)*" in card
    assert "What was ruled at the table stands" in card
    assert await quarrel.member_ids() == {league.player.id, league.other.id}
    pings = [
        message.mention_user_ids
        for message in quarrel.league.env.backend.messages[(await quarrel.kept()).thread_id].values()
    ]
    assert sum(map(bool, pings)) == 1, "those involved are pinged once"
    await quarrel.side(league.other, "I won those hands as they were dealt.")
    told = await quarrel.decide(
        league.host, UPHELD, "Hands that are over stay as played.", next="Count every new deck."
    )
    assert "Decided: what was ruled at the table stands" in told
    assert "Hands that are over stay as played." in await quarrel.last()
    await quarrel.half_and_half(days=4)
    assert await ended(quarrel) == (FINAL, UPHELD)
    assert "It is final" in await quarrel.shown()
    assert "no appeal" not in await quarrel.appeal(league.player, "But I busted.")
    assert await ended(quarrel) == (FINAL, UPHELD)


async def test_8_another_back_seen_as_the_pot_is_pushed_is_sealed_until_both_have_spoken(quarrel: Quarrel) -> None:
    league, ann, bob = quarrel.league, quarrel.league.player, quarrel.league.other
    dee = joins(quarrel, "dee")
    await open_words(quarrel, ann, "The river had a red back.", player=bob, sides_first=True)
    assert "It waits for the side of" in await quarrel.shown()
    sealed = await quarrel.side(ann, "The pot was still in the middle.")
    assert "stays sealed" in sealed
    for who in (bob, league.host):
        shown = await league.slash(who, "dispute show", dispute=1)
        sides = words(await who.select(shown.response, ["sides"]))
        assert "still in the middle" not in sides, "sealed means sealed, for hosts too"
        assert "still in the middle" not in "\n".join(await quarrel.said())
    assert "still sealed" in await quarrel.decide(league.host, UPHELD, "Too late.")
    await quarrel.side(bob, "The pot had been pushed to me.")
    assert "The sides are open." in await quarrel.last()
    assert "still in the middle" in await quarrel.last()
    await quarrel.command(league.host, "name", player=dee, dispute=1)
    assert "leave it to them" not in await quarrel.accept(dee)
    assert "has accepted" in await quarrel.decide(league.host, UPHELD, "Too late.")
    await quarrel.decide(dee, UPHELD, "The pot was pushed, so the hand was over.", found="The pot had been pushed.")
    await quarrel.half_and_half(days=4)
    assert await ended(quarrel) == (FINAL, UPHELD)


async def test_13_a_stub_shuffled_with_the_muck_ends_with_an_apology(quarrel: Quarrel) -> None:
    league, ann, bob = quarrel.league, quarrel.league.player, quarrel.league.other
    table = await sit_down(league, quarrel.store)
    log = await league.slash(ann, "table log", await table.channel())
    await open_from(
        quarrel,
        ann,
        log.response,
        routes.DISPUTE_TABLE.id(table.table_id),
        "Bob shuffled the stub into the muck.",
        others=[bob],
    )
    told = await quarrel.kept()
    assert told.table_id == table.table_id and told.hand_number == 1
    await quarrel.side(bob, "I thought that the hand was over. I am sorry.")
    await quarrel.decide(
        league.host, APOLOGY, "An honest mistake, and Bob is sorry.", next="The dealer says that the hand is over."
    )
    assert "an apology" in await quarrel.shown()
    await quarrel.half_and_half(days=4)
    assert await ended(quarrel) == (FINAL, APOLOGY)


async def test_14_a_pot_pushed_to_the_loser_is_put_right_by_both(quarrel: Quarrel, store: Store, clock: Clock) -> None:
    league, ann, bob = quarrel.league, quarrel.league.player, quarrel.league.other
    await open_books(league, store, clock, "50", 1)
    cy = joins(quarrel, "cy")
    await open_words(quarrel, ann, "The dealer shipped my pot to Bob.", player=bob, witness=cy)
    assert await quarrel.member_ids() == {ann.id, bob.id, cy.id}
    await quarrel.side(bob, "I took what was pushed to me.")
    await quarrel.side(cy, "Ann had the better hand; I spoke up.")
    assert "gave a side does not decide" in await quarrel.decide(cy, UPHELD, "I saw it.")
    payer, payee = await player_id(quarrel, bob), await player_id(quarrel, ann)
    form = {"pays": [f"{payer}-{payee}"], "amount": "12.00"}
    await quarrel.decide(
        league.host, MONEY, "Cards speak, and the pot went wrong.", next="Read both hands aloud.", **form
    )
    assert await all_settled(store, quarrel) == []
    await quarrel.agree(bob)
    assert await all_settled(store, quarrel) == [], "one alone books nothing"
    await quarrel.agree(ann)
    assert await all_settled(store, quarrel) == [1200]
    assert await ended(quarrel) == (FINAL, MONEY)


async def all_settled(store: Store, quarrel: Quarrel) -> list[int]:
    return [one.total for one in await store.read(all_bookings, quarrel.league_id) if one.what == SETTLEMENT]


async def test_15_an_organiser_who_was_in_the_hand_does_not_decide_and_an_appeal_is_final(quarrel: Quarrel) -> None:
    league, ann = quarrel.league, quarrel.league.player
    dee, eve = joins(quarrel, "dee"), joins(quarrel, "eve")
    table = await sit_down(league, quarrel.store, who=f"<@{ann.id}>, <@{league.host.id}>, cy")
    case = await table.misdeal(ann)
    await overruled(case)
    await open_from(
        quarrel,
        ann,
        case.card,
        routes.DISPUTE_CASE.id(case.number),
        "The host ruled his own hand.",
        others=[league.host],
    )
    assert "was in the hand" in await quarrel.decide(league.host, UPHELD, "I ruled it.")
    assert "was in the hand" in await quarrel.command(league.host, "name", player=ann, dispute=1)
    await quarrel.command(league.host, "name", player=dee, dispute=1)
    await quarrel.wait()
    assert dee.id in await quarrel.member_ids()
    assert "accept it first" in await quarrel.decide(dee, UPHELD, "It stands.")
    await quarrel.accept(dee)
    assert "Both sides have not been heard" in await quarrel.decide(dee, UPHELD, "It stands.")
    await quarrel.side(league.host, "I ruled what I saw.")
    await quarrel.decide(dee, CORRECTED, "It was a misdeal by the books.", correction="Hand 1: misdeal, dealt again.")
    assert "Your appeal is kept." in await quarrel.appeal(league.host, "Everybody had looked away.")
    assert "other than the one who decided first" in await quarrel.command(league.host, "name", player=dee, dispute=1)
    await quarrel.command(league.host, "name", player=eve, dispute=1)
    await quarrel.accept(eve)
    await quarrel.decide(eve, CORRECTED, "The books leave no room here.", correction="Hand 1: misdeal.")
    assert await ended(quarrel) == (FINAL, CORRECTED)
    assert "final" in await quarrel.command(league.host, "reopen", dispute=1, reason="Once more.")
    assert "over" in await quarrel.decide(eve, UPHELD, "Another thought.")


async def test_24_whether_tips_were_taken_out_is_made_clear_and_told_without_names(quarrel: Quarrel) -> None:
    league, ann = quarrel.league, quarrel.league.player
    await quarrel.command(league.host, "settings", appeal_days=0, summary=league.rules)
    await open_words(quarrel, ann, "I tipped twice: nobody said that tips were taken out.")
    await quarrel.decide(league.host, CLARIFIED, "Ann could not know it.", next="Every night's card says how tips go.")
    assert await ended(quarrel) == (FINAL, CLARIFIED), "without an appeal it is final at once"
    shown = await league.slash(league.host, "dispute show", dispute=1)
    summary = await league.host.click(shown.response, label="Summary without names")
    league.wire.twice = True
    posted = await league.host.click(summary.response, label="Post it")
    league.wire.twice = False
    assert "Posted in" in words(posted)
    public = [said for said in league.said_in(league.rules) if "A dispute was settled" in said]
    assert len(public) == 1 and "says how tips go" in public[0]
    assert "Practice" not in public[0] and str(ann.id) not in public[0]
    assert "posted already" in words(await league.host.click(summary.response, label="Post it"))
    await quarrel.wait(days=3)
    await quarrel.store.write(forget_handled, quarrel.clock())
    assert "posted already" in words(await league.host.click(summary.response, label="Post it")), "once for good"
    shown = await league.slash(league.host, "dispute show", dispute=1)
    assert "Summary without names" not in labels(shown)
    assert "has posted a summary" in await quarrel.last()
    log = await quarrel.store.read(log_of, league.guild.id, 1)
    assert [step.what for step in log].count(SUMMED_UP) == 1, "though it came twice at once"
    assert "how tips go" not in await quarrel.command(league.other, "precedents", text="zebra")
    assert "could not know it" in await quarrel.command(league.other, "precedents", text="who could know it")


async def test_27_two_buy_ins_or_three_is_settled_on_the_books_and_a_photograph(
    quarrel: Quarrel, store: Store, clock: Clock
) -> None:
    league, ann = quarrel.league, quarrel.league.player
    books = await open_books(league, store, clock, "50", 1)
    for _ in range(3):
        await books.enter("buyin", ann, "40", method="cash")
    await open_words(quarrel, ann, "I bought in twice, not three times.")
    picture = b"\x89PNG and what it shows"
    assert "It is kept with the dispute." in await quarrel.hand_in(ann, "My two receipts", ("receipts.png", picture))
    kept = (await quarrel.kept()).evidence
    assert [(piece.name, piece.size) for piece in kept][-1] == ("receipts.png", len(picture))
    shown = await league.slash(league.host, "dispute show", dispute=1)
    booked = words(await league.host.select(shown.response, ["bookings"]))
    assert booked.count("buy-in 40.00 USD") == 3
    payee = await player_id(quarrel, ann)
    await quarrel.decide(league.host, MONEY, "The photograph shows two.", pays=[f"0-{payee}"], amount="40")
    assert "booking" in await quarrel.agree(ann)
    assert await ended(quarrel) == (FINAL, MONEY)
    assert await all_settled(store, quarrel) == [4000]


async def test_29_a_banned_members_fees_are_settled_in_private(quarrel: Quarrel) -> None:
    league, bob = quarrel.league, quarrel.league.other
    await open_words(quarrel, bob, "I was told not to come again: I want my season's fee back.")
    league.guild.remove_member(bob)
    await quarrel.decide(
        league.host, CORRECTED, "Fees of nights not played go back.", correction="Refund 50.00, paid out by hand."
    )
    shown = await quarrel.shown()
    assert "Refund 50.00" in shown
    everywhere = "\n".join(
        text for channel in (league.rules, league.cash, league.tournament) for text in league.said_in(channel)
    )
    assert "told not to come" not in everywhere and "Refund" not in everywhere
    await quarrel.half_and_half(days=4)
    assert await ended(quarrel) == (FINAL, CORRECTED)


async def test_30_what_nobody_decides_in_a_week_stands_as_the_table_ruled_and_can_be_taken_up_again(
    quarrel: Quarrel,
) -> None:
    league, ann, bob = quarrel.league, quarrel.league.player, quarrel.league.other
    await open_words(quarrel, ann, "He acted out of turn three times and got no warning.", player=bob)
    await quarrel.half_and_half(days=2)
    assert (await quarrel.last()).startswith("The time for both sides is over.")
    await quarrel.wait(days=3, hours=13)
    assert (await quarrel.last()).startswith("A reminder.")
    await quarrel.half_and_half(days=4)
    assert await ended(quarrel) == (TABLE_STANDS, None)
    assert "what was ruled at the table stands" in await quarrel.last()
    assert "Only a host or TD" in await quarrel.command(ann, "reopen", dispute=1, reason="Still.")
    assert "is open again" in await quarrel.command(league.host, "reopen", dispute=1, reason="I was away.")
    await quarrel.side(bob, "Nobody said a word that night.")
    await quarrel.decide(
        league.host, NO_FAULT, "There is no ladder of warnings yet.", next="A third time sits out a hand."
    )
    await quarrel.half_and_half(days=4)
    assert await ended(quarrel) == (FINAL, NO_FAULT)


async def test_whoever_opened_one_closes_it_with_a_reason(quarrel: Quarrel) -> None:
    ann = quarrel.league.player
    await open_words(quarrel, ann, "He looked at my cards.", player=quarrel.league.other)
    assert "is closed" in await quarrel.command(ann, "close", reason="We have talked.")
    assert await ended(quarrel) == (CLOSED, None)
    assert "We have talked." in await quarrel.last()
    assert [part["label"] for part in parts((await quarrel.card()).components) if part.get("label")] == ["More"]
    assert "He looked at my cards." in words_of(await quarrel.card()) or "Practice player" in words_of(
        await quarrel.card()
    )
