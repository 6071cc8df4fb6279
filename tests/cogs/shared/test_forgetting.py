"""Forgetting somebody with a part in a dispute: what the card says of it, and that it still ends."""

from __future__ import annotations

from conftest import Clock

from cogs.dispute import actions as disputes
from cogs.dispute import looking, starting
from cogs.dispute.values import DecisionForm, Look, Opening, Presser
from cogs.shared.forgetting import forget, leaving, told
from cogs.shared.leagues import Leagues
from cogs.shared.people import Person
from data.handled import Act
from data.store import Store

ANN, BOB = Presser(Person(101, "ann"), False), Presser(Person(102, "bob"), False)
DEE, EVE = Presser(Person(104, "dee"), True), Presser(Person(105, "eve"), True)


class Desk:
    """Short ways to act, each with an interaction of its own."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store, self.clock, self.key = store, clock, 0
        self.leagues = Leagues(store, clock)

    def act(self, who: Presser) -> Act:
        self.key += 1
        return Act(1, str(self.key), who.person.user_id or 0, self.clock())

    async def opens(self) -> None:
        opened = Opening("words", "bob has my pot", others=(BOB.person,), sides_first=True)
        number = await starting.open_dispute(self.store, self.leagues, self.act(ANN), ANN, opened)
        await disputes.placed(self.store, self.act(ANN), number, 900, 901)
        await disputes.give_side(self.store, self.act(ANN), ANN, number, "it was a nine", {})

    async def card(self, who: Presser, by: Presser | None = None) -> str:
        those = await self.store.read(leaving, self.act(by or who), who.person)
        return told("**To be forgotten**", those, is_self=by is None)

    async def forgets(self, who: Presser) -> None:
        await forget(self.store, self.leagues, self.act(who), who.person)

    async def decides(self, who: Presser, outcome: str = "upheld", **more: str | int) -> Look:
        form = DecisionForm(outcome, "", "the hand was over", **more)  # type: ignore[arg-type]
        return await disputes.decide(self.store, self.act(who), who, 1, form)


async def test_a_dispute_goes_on_without_who_was_forgotten_and_the_card_says_so(store: Store, clock: Clock) -> None:
    desk = Desk(store, clock)
    await desk.opens()
    assert "Dispute 1 goes on without waiting for you" in await desk.card(BOB)
    assert "Dispute 1 goes on without waiting for them" in await desk.card(BOB, by=DEE)
    assert "Dispute" not in await desk.card(DEE)
    await desk.forgets(BOB)
    look = await looking.look(store, 1, 1, DEE, clock())
    assert (look.state, [side.text for side in look.dispute.sides]) == ("deciding", ["it was a nine"])
    assert look.dispute.words == "Player 2 has my pot"
    text = await looking.export(store, 1, 1, DEE, clock())
    assert "Player 2: was forgotten" in text and "bob" not in text
    assert (await desk.decides(DEE)).state == "decided"


async def test_whoever_was_to_decide_gives_it_back_and_another_can_be_named(store: Store, clock: Clock) -> None:
    desk = Desk(store, clock)
    await desk.opens()
    await disputes.name_decider(store, desk.act(DEE), DEE, 1, EVE.person)
    await disputes.answer_naming(store, desk.act(EVE), EVE, 1, True)
    told = await desk.card(EVE)
    assert "Dispute 1 is decided by somebody else" in told and "without waiting" not in told
    await desk.forgets(EVE)
    look = await disputes.name_decider(store, desk.act(DEE), DEE, 1, DEE.person)
    assert look.dispute.decider is not None and look.people[look.dispute.decider.player_id].name == "dee"


async def test_a_payment_is_not_agreed_to_without_the_other_and_the_card_says_so(store: Store, clock: Clock) -> None:
    desk = Desk(store, clock)
    await desk.opens()
    clock.advance(hours=48)
    await desk.decides(DEE, "money", payer=2, payee=1, amount="12")
    assert "payment that can then not be agreed to" in await desk.card(BOB)
    assert "payment" not in await desk.card(DEE)
    await desk.forgets(BOB)
    look = await looking.look(store, 1, 1, ANN, clock())
    assert look.state == "decided" and look.waiting.until is not None, "time makes it final"


async def test_who_was_never_met_by_name_takes_no_word_with_them(store: Store, clock: Clock) -> None:
    desk = Desk(store, clock)
    await disputes.set_terms(store, desk.leagues, desk.act(DEE), DEE, {"appeal_to": 107})
    await desk.opens()
    await disputes.give_side(store, desk.act(BOB), BOB, 1, "somebody called the clock", {})
    await desk.decides(DEE)
    await disputes.appeal(store, desk.act(BOB), BOB, 1, "somebody else was in")
    await desk.forgets(Presser(Person(107, "gus"), False))
    look = await looking.look(store, 1, 1, ANN, clock())
    assert look.dispute.sides[1].text == "somebody called the clock" and look.dispute.terms.appeal_to is None
    assert look.dispute.decider is None and look.waiting.whom == "host"
