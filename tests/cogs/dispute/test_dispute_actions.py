"""What people can do in a dispute, by the actions on a real store: from a case or a hand to an end and a rule."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import pytest_asyncio
from conftest import Clock, act

from cogs.dispute import actions, looking, ruling, starting, wording
from cogs.dispute.values import DecisionForm, File, Look, Opening, Presser
from cogs.rule.actions import own_texts
from cogs.shared.forgetting import forget
from cogs.shared.leagues import Leagues
from cogs.shared.past import anonymous, past_like
from cogs.shared.people import Person
from cogs.shared.refusals import Refusal
from data.case_acts import Opening as CaseOpening
from data.case_acts import name_incident, open_case, press, record_answer, record_decision
from data.cases import Decision
from data.due import Job, take_due_job
from data.due_names import TELL
from data.handled import Act
from data.ledger import bookings_of
from data.money import enter
from data.nights import open_night
from data.players import player_of
from data.settings import record_settings
from data.store import Store, Transaction
from data.tables import open_table, table_at, take_step
from league.dispute import DECIDED, DECIDING, ENDED, FINAL, SIDES, TABLE_STANDS
from league.dispute_roles import IN_HAND, OPENER, OTHER, WITNESS
from league.dispute_turns import FOR_ANSWER
from league.table import Button, Hand, Seat, opened
from rules.answers import answer_question

AT = act().at
NAMES = {"ann": 101, "bob": 102, "cy": 103, "dee": 104, "eve": 105, "fay": 106}
STAFF = ("cy", "dee", "eve")  # cy was in the hand
BOXED = "two cards were face up in the deck when I dealt"


def who(name: str) -> Presser:
    return Presser(Person(NAMES[name], name), name in STAFF)


class Bench:
    """Short ways to act: each with an interaction of its own, at a time that is moved by hand."""

    def __init__(self, store: Store) -> None:
        self.store, self.clock, self.key = store, Clock(), 100
        self.leagues = Leagues(store, self.clock)

    def act(self, name: str) -> Act:
        self.key += 1
        return Act(1, str(self.key), NAMES[name], self.clock())

    async def opens(self, name: str = "ann", **told: Any) -> int:
        asked = {"source": "table", "table_id": 1, "hand_number": 1, "others": (who("bob").person,), **told}
        number = await starting.open_dispute(self.store, self.leagues, self.act(name), who(name), Opening(**asked))
        await actions.placed(self.store, self.act(name), number, 900 + number, 1)
        return number

    async def do(self, what: Any, name: str, *args: Any, number: int = 1) -> Look:
        look: Look = await what(self.store, self.act(name), who(name), number, *args)
        return look

    async def look(self, name: str | None, number: int = 1) -> Look:
        if name is None:
            return await looking.thread_look(self.store, 1, number, self.clock())
        return await looking.look(self.store, 1, number, who(name), self.clock())

    async def decided(self, by: str = "dee", number: int = 1, hours: int = 48, **told: Any) -> Look:
        """Somebody decides after the time in which both sides are waited for."""
        self.clock.advance(hours=hours)
        form = DecisionForm(**{"outcome": "upheld", "found": "two cards", "reason": "the hand was over", **told})
        return await self.do(actions.decide, by, form, number=number)

    async def final(self, number: int = 1, **told: Any) -> Look:
        await self.decided(number=number, **told)
        await self.pass_days(6)
        return await self.look("dee", number)

    async def pass_days(self, days: int) -> None:
        for _ in range(days * 24):
            self.clock.advance(hours=1)
            while (job := await self.store.write(take_due_job, self.clock())) is not None:
                await self.work(job)

    async def work(self, job: Job) -> None:
        if job.kind == TELL:
            for step in (await looking.to_tell(self.store, 1, job.subject, self.clock())).steps:
                await actions.told(self.store, 1, job.subject, step.step_id)
        elif job.kind.startswith("dispute."):
            await actions.due(self.store, job, self.clock())

    async def case(self, decided_by: int | None = None, in_hand: bool = False) -> int:
        """A case of two boxed cards before anybody has acted, at no table."""

        def whole(tx: Transaction) -> int:
            told = CaseOpening(
                7, "cash", {"cash": ("tda", "rrp"), "tournament": ("tda",)}, {"tda": "2024"}, (), (), BOXED,
                "boxed_card", {"boxed_count": "two_or_more"},
            )  # fmt: skip
            by = act("case", by=NAMES["ann"])
            number = int(open_case(tx, by, told))
            name_incident(tx, by, number, "boxed_card", is_confirmed=True)
            record_answer(tx, by, number, "action", "one")
            press(tx, by, number, {"outcome": "misdeal", "cites": ["tda-35-a3"]})
            if decided_by is not None:
                record_decision(tx, by, number, Decision(decided_by, AT, in_hand, "misdeal"))
            return number

        return await self.store.write(whole)


@pytest_asyncio.fixture
async def bench(store: Store) -> Bench:
    """ann, bob and cy were dealt hand 1 at table 1; dee, eve and fay are about."""

    def begun(tx: Transaction) -> None:
        night = open_night(tx, act(by=104), AT.date(), "UTC", "cash", None)
        for name, user_id in NAMES.items():
            player_of(tx, 1, user_id, name, AT)
        open_table(tx, act(), night.night_id, opened(1, "cash", "holdem", "rrp", 9, None, AT))
        kept = table_at(tx, 1, 1)
        assert kept is not None
        for step in (Seat(1), Seat(2), Seat(3), Button(1), Hand(), Hand()):
            kept = take_step(tx, act(), kept, step)

    await store.write(begun)
    return Bench(store)


async def refused(work: Any) -> str:
    with pytest.raises(Refusal) as no:
        await work
    return str(no.value)


# ------------------------------------------------------------------ opening


async def test_from_a_hand_everybody_dealt_in_is_known_and_the_hosts_among_them_decide_nothing(bench: Bench) -> None:
    number = await bench.opens(witnesses=(who("fay").person,), words="bob took my pot")
    told = (await bench.look("dee", number)).dispute
    roles = {one.player_id: (one.role, one.was_in_hand) for one in told.involved}
    assert roles == {1: (OPENER, True), 2: (OTHER, True), 3: (IN_HAND, True), 6: (WITNESS, False)}
    assert (told.hand_number, told.night_id) == (1, 1)
    assert "decide" in await refused(bench.decided("cy"))
    assert (await bench.decided("dee")).state == DECIDED


async def test_from_a_case_its_facts_rules_and_ruling_come_along(bench: Bench) -> None:
    case_number = await bench.case()
    await bench.opens(source="case", case_number=case_number, table_id=None, hand_number=None)
    told = (await bench.look("ann")).dispute
    assert told.rules.order == ("tda", "rrp") and told.rules.editions == {"tda": "2024"}
    assert (told.incident, told.facts) == ("boxed_card", {"boxed_count": "two_or_more", "action": "one"})
    assert (told.table_outcome, told.clauses) == ("misdeal", ("tda-35-a3",))


async def test_who_ruled_at_the_table_and_said_they_were_in_the_hand_does_not_decide(bench: Bench) -> None:
    case_number = await bench.case(decided_by=NAMES["dee"], in_hand=True)
    await bench.opens(source="case", case_number=case_number, table_id=None, hand_number=None)
    assert "decide" in await refused(bench.decided("dee"))
    assert "open already" in await refused(
        bench.opens(source="case", case_number=case_number, table_id=None, hand_number=None)
    )


async def test_who_is_said_to_have_been_in_the_hand_does_not_decide_where_no_table_tells(bench: Bench) -> None:
    told = {"table_id": None, "hand_number": None, "words": "he ruled for himself"}
    await bench.opens(source="words", in_hand=(who("dee").person,), **told)
    assert "decide" in await refused(bench.decided("dee"))
    assert (await bench.decided("cy")).state == DECIDED


async def test_what_is_not_there_or_says_nothing_is_not_opened(bench: Bench) -> None:
    assert "no such case" in await refused(bench.opens(source="case", case_number=9))
    assert "no such table" in await refused(bench.opens(table_id=9))
    assert "has played 2 hands" in await refused(bench.opens(hand_number=3))
    assert "sentence" in await refused(bench.opens(source="words", table_id=None, hand_number=None, words=" "))
    assert "somebody else" in await refused(bench.opens(others=(who("ann").person,)))
    assert "name who" in await refused(bench.opens(sides_first=True, others=(Person(None, "guest"),)))
    for _ in range(5):
        await bench.opens(words="the pot")
    assert "5 disputes open" in await refused(bench.opens(words="the pot"))


async def test_the_same_interaction_opens_one_dispute(bench: Bench) -> None:
    by = bench.act("ann")
    told = Opening("table", "mine", table_id=1, hand_number=1, others=(who("bob").person,))
    first = await starting.open_dispute(bench.store, bench.leagues, by, who("ann"), told)
    assert first == await starting.open_dispute(bench.store, bench.leagues, by, who("ann"), told)
    assert len(await looking.listed(bench.store, 1, who("ann"), AT)) == 1


# ------------------------------------------------------------------ both sides


async def test_sealed_sides_are_in_nothing_that_anybody_else_is_shown(bench: Bench) -> None:
    await bench.opens(sides_first=True, words="hand 1")
    await bench.do(actions.give_side, "ann", "it was a nine", {})
    await bench.do(actions.add_evidence, "ann", [File("nine.txt", "text/plain", b"nine")])
    for name in ("bob", "cy", "dee", None):
        look = await bench.look(name)
        assert "nine" not in repr(look) and look.given == {1} and look.is_sealed
    assert "nine" in repr(await bench.look("ann"))
    assert "nine" not in await looking.export(bench.store, 1, 1, who("dee"), AT)
    assert "sealed" in await refused(looking.evidence_of(bench.store, 1, 1, 1, who("dee"), AT))
    assert "sealed" in await refused(bench.decided(hours=0))
    await bench.do(actions.give_side, "bob", "it was a ten", {})
    look = await bench.look("dee")
    assert "nine" in repr(look) and look.state == DECIDING
    assert (await looking.evidence_of(bench.store, 1, 1, 1, who("bob"), AT)).content == b"nine"


async def test_a_disputed_fact_is_shown_with_the_ruling_either_way(bench: Bench) -> None:
    await bench.case()
    await bench.opens(source="case", case_number=1, table_id=None, hand_number=None)
    await bench.do(actions.give_side, "ann", "one had acted", {"action": "one", "unknown": "x"})
    look = await bench.do(actions.give_side, "bob", "all had acted", {"action": "three_or_more"})
    assert look.facts.agreed == {"boxed_count": "two_or_more"}
    ways = {way.value: (way.outcome, way.book) for way in look.ways}
    assert ways == {"one": ("misdeal", "tda"), "three_or_more": ("continues", "tda")}


async def test_an_empty_side_a_stranger_and_too_much_evidence_get_a_sentence(bench: Bench) -> None:
    await bench.opens()
    assert "empty" in await refused(bench.do(actions.give_side, "ann", " ", {}))
    assert "can see it" in await refused(bench.do(actions.give_side, "fay", "I know", {}))
    assert "can see it" in await refused(bench.do(actions.agree, "fay", 1)), "and nothing of how it stands"
    assert "heard" in await refused(bench.do(actions.give_side, "cy", "I know", {}))
    assert "can see it" in await refused(bench.look("fay"))
    assert "no dispute" in await refused(bench.look("ann", 2))
    big = File("film", "video/mp4", b"0" * 8_000_001)
    assert "too big" in await refused(bench.do(actions.add_evidence, "ann", [big]))
    assert "nothing in it" in await refused(bench.do(actions.add_evidence, "ann", [File("none")]))


async def test_what_was_booked_that_night_is_shown_to_its_players_and_whoever_decides(bench: Bench) -> None:
    for player_id in (1, 2):
        await bench.store.write(enter, act(by=NAMES["dee"]), 1, player_id, "buyin", 2000)
    await bench.opens(source="words", table_id=None, hand_number=None, words="I bought in once, not twice")
    await bench.store.write(enter, replace(bench.act("dee"), at=AT + timedelta(hours=1)), 1, 1, "buyin", 2000)
    seen = {name: [one.booking_id for one in (await bench.look(name)).bookings] for name in ("ann", "bob", "dee", None)}
    assert seen == {"ann": [1], "bob": [2], "dee": [1, 2], None: [1]}


# ------------------------------------------------------------------ deciding


async def test_a_host_in_the_hand_names_a_member_who_accepts_and_decides(bench: Bench) -> None:
    await bench.opens(words="he ruled for himself")
    await bench.do(actions.name_decider, "cy", who("fay").person)
    assert "accept it first" in await refused(bench.decided("fay"))
    await bench.do(actions.answer_naming, "fay", True)
    assert "leave it to them" in await refused(bench.decided("dee"))
    look = await bench.decided("fay")
    assert look.dispute.decisions[0].by == 6


async def test_nobody_decides_before_the_other_side_has_spoken_or_left_or_its_time_has_passed(bench: Bench) -> None:
    for words in ("one", "two", "three"):
        await bench.opens(words=words)
    assert "Both sides" in await refused(bench.decided(hours=0))
    by, form = bench.act("dee"), DecisionForm("upheld", "", "the hand was over")
    assert (await actions.decide(bench.store, by, who("dee"), 1, form, {NAMES["bob"]})).state == DECIDED
    await bench.do(actions.give_side, "bob", "it was mine", {}, number=2)
    assert (await bench.decided(number=2, hours=1)).state == DECIDED
    await bench.pass_days(2)
    look = await bench.look("ann", 3)
    assert [step.what for step in look.log] == ["opened", "side", "reminded", "sides_over"]
    assert (await bench.decided(number=3, hours=0)).state == DECIDED


async def test_who_was_not_named_at_the_opening_is_added_with_a_line_in_the_log(bench: Bench) -> None:
    await bench.opens(words="the pot")
    assert "can see it" in await refused(bench.look("fay"))
    await bench.do(actions.add_person, "ann", who("fay").person, WITNESS)
    await bench.do(actions.give_side, "fay", "I saw a nine", {})
    await bench.do(actions.add_person, "cy", who("dee").person, IN_HAND)
    assert "decide" in await refused(bench.decided("dee"))
    look = await bench.do(actions.add_person, "cy", who("fay").person, IN_HAND)
    roles = {one.player_id: (one.role, one.was_in_hand) for one in look.dispute.involved}
    assert roles == {1: (OPENER, True), 2: (OTHER, True), 3: (IN_HAND, True), 4: (IN_HAND, True), 6: (WITNESS, True)}
    assert "Only whoever opened" in await refused(bench.do(actions.add_person, "bob", who("eve").person, WITNESS))
    assert "already" in await refused(bench.do(actions.add_person, "ann", who("fay").person, WITNESS))
    text = await looking.export(bench.store, 1, 1, who("ann"), AT)
    assert "cy: added dee: in the hand" in text and "ann: added fay: witness, in the hand" in text


async def test_nothing_is_decided_without_its_reason(bench: Bench) -> None:
    await bench.opens()
    assert "reason" in await refused(bench.decided(reason="  "))
    assert "above zero" in await refused(bench.decided(outcome="money", payer=2, payee=1, amount="0"))
    assert (await bench.look("ann")).dispute.decisions == ()


async def test_money_is_booked_when_both_have_pressed_and_once(bench: Bench) -> None:
    await bench.opens()
    await bench.decided(outcome="money", payer=2, payee=1, amount="12")
    by = bench.act("bob")
    for _ in range(2):
        await actions.agree(bench.store, by, who("bob"), 1, 1)
    assert await bench.store.read(bookings_of, 1, 1) == []
    assert "earlier decision" in await refused(bench.do(actions.agree, "ann", 2))
    look = await bench.do(actions.agree, "ann", 1)
    assert look.state == ENDED and look.dispute.ended is not None and look.dispute.ended.how == FINAL
    (booking,) = await bench.store.read(bookings_of, 1, 1)
    assert (booking.what, booking.total) == ("settlement", 1200)
    assert "booked" in await refused(bench.do(actions.agree, "ann", 1))
    assert "final" in await refused(bench.do(actions.appeal, "bob", "no"))


async def test_an_appeal_goes_to_whom_the_league_has_named_and_is_final(bench: Bench) -> None:
    await bench.store.write(record_settings, bench.act("dee"), {"disputes.appeal_to": NAMES["eve"]}, AT, "")
    await bench.opens(words="the pot")
    await bench.decided()
    assert "sentence" in await refused(bench.do(actions.appeal, "bob", " "))
    look = await bench.do(actions.appeal, "bob", "he saw another hand")
    assert look.dispute.decider is not None and look.dispute.decider.player_id == 5
    await bench.do(actions.answer_naming, "eve", True)
    look = await bench.decided("eve", outcome="no_fault", reason="nobody could know")
    assert (look.state, look.dispute.decision.outcome) == (ENDED, "no_fault")  # type: ignore[union-attr]


async def test_an_appeal_goes_to_an_account_that_is_no_player_yet_who_keeps_their_name_later(bench: Bench) -> None:
    await bench.store.write(record_settings, bench.act("dee"), {"disputes.appeal_to": 107}, AT, "")
    await bench.opens(words="the pot")
    await bench.decided()
    look = await bench.do(actions.appeal, "bob", "he saw another hand")
    assert look.dispute.decider is not None and look.people[look.dispute.decider.player_id].user_id == 107
    by, gus = replace(bench.act("eve"), by=107), Presser(Person(107, "gus"), False)
    look = await actions.answer_naming(bench.store, by, gus, 1, True)
    assert look.people[7].name == "gus"


async def test_nobody_deciding_for_seven_days_leaves_the_tables_ruling(bench: Bench) -> None:
    await bench.opens(words="the pot")
    await bench.do(actions.give_side, "bob", "it was mine", {})
    await bench.pass_days(8)
    look = await bench.look("ann")
    assert look.dispute.ended is not None and look.dispute.ended.how == TABLE_STANDS
    assert [step.what for step in look.log] == ["opened", "side", "side", "reminded", "table_stands"]
    assert not (await looking.to_tell(bench.store, 1, 1, bench.clock())).steps
    assert (await bench.do(actions.reopen, "dee", "eve can decide")).state == DECIDING


async def test_the_terms_count_from_the_next_dispute(bench: Bench) -> None:
    await bench.opens()
    set_terms = actions.set_terms
    told = await set_terms(bench.store, bench.leagues, bench.act("cy"), who("cy"), {"appeal_days": 0, "quiet_days": 20})
    assert (told.appeal_days, told.quiet_days, told.decide_days) == (0, 20, 7)
    assert (await bench.look("ann")).dispute.terms.appeal_days == 3
    assert (await bench.decided()).state == DECIDED
    number = await bench.opens()
    assert (await bench.decided(number=number)).state == ENDED
    assert "0 to 30" in await refused(
        set_terms(bench.store, bench.leagues, bench.act("cy"), who("cy"), {"appeal_days": 31})
    )
    assert "host" in await refused(set_terms(bench.store, bench.leagues, bench.act("ann"), who("ann"), {}))
    told = await set_terms(bench.store, bench.leagues, bench.act("cy"), who("cy"), {"appeal_days": None})
    assert told.appeal_days == 3


async def test_closed_with_a_reason_and_opened_again_by_its_opener(bench: Bench) -> None:
    await bench.opens()
    assert "reason" in await refused(bench.do(actions.close, "ann", " "))
    assert "no part" in await refused(bench.do(actions.close, "bob", "nonsense"))
    assert (await bench.do(actions.close, "ann", "we made up")).state == ENDED
    assert (await bench.do(actions.reopen, "ann", "we did not")).state == SIDES


# ------------------------------------------------------------------ afterwards


async def test_a_house_rule_made_of_a_decision_is_found_by_asking_from_that_day(bench: Bench) -> None:
    await bench.case(decided_by=NAMES["eve"])
    await bench.opens(source="case", case_number=1, table_id=None, hand_number=None, words="it was too late")
    assert "final" in await refused(ruling.draft_rule(bench.store, 1, 1, who("dee"), AT))
    await bench.final(next_time="Ann's two boxed cards are a misdeal until the flop lies")
    now = bench.clock()
    draft = await ruling.draft_rule(bench.store, 1, 1, who("dee"), now)
    assert (draft.incident, draft.outcome) == ("boxed_card", "misdeal")
    assert "The books alone: misdeal" in draft.difference and draft.difference in draft.text
    assert "dispute 1" in draft.text and now.date().isoformat() in draft.text and "Ann" not in draft.text
    rule = await ruling.make_rule(bench.store, bench.leagues, bench.act("dee"), who("dee"), 1, draft)
    standing = await bench.leagues.now(1)
    found = answer_question("two boxed cards", ("tda", "rrp"), own_texts(standing.own_rules))
    assert f"number={rule}" in repr(found)
    assert f"rule {rule}" in await refused(ruling.draft_rule(bench.store, 1, 1, who("dee"), now))


async def test_a_like_decision_is_shown_in_the_next_dispute_without_names(bench: Bench) -> None:
    await bench.case(decided_by=NAMES["eve"])
    await bench.opens(source="case", case_number=1, table_id=None, hand_number=None, words="it was too late")
    await bench.final(reason="bob had not acted, so Ann's cards count")
    ann = (who("ann").person,)
    await bench.opens("bob", source="case", case_number=1, table_id=None, hand_number=None, words="again", others=ann)
    (past,) = (await bench.look("bob", 2)).past
    assert (past.number, past.like, past.outcome) == (1, "incident", "upheld")
    assert past.reason == "somebody had not acted, so somebody's cards count"
    (shared,) = await bench.store.read(past_like, 1, "board_early", ("tda-35-a3",))
    assert shared.like == "clauses"
    assert await bench.store.read(past_like, 2, "boxed_card", ()) == ()


async def test_past_decisions_are_found_by_their_words_the_nearest_first(bench: Bench) -> None:
    await bench.opens(words="one")
    await bench.opens(words="two")
    await bench.final(1, found="a card lay under the table", reason="past hands stand")
    await bench.final(2, found="the bank was short", reason="he bought in twice, and past hands stand")
    assert [one.number for one in await looking.precedents(bench.store, 1, "a card under the table")] == [1]
    assert [one.number for one in await looking.precedents(bench.store, 1, "bought in twice, hands stand")] == [2, 1]
    assert await looking.precedents(bench.store, 1, "straddle") == [] == await looking.precedents(bench.store, 1, "")
    assert await looking.precedents(bench.store, 2, "a card under the table") == []


async def test_the_transcript_has_everything_that_went_through(bench: Bench) -> None:
    await bench.opens(words="bob took my pot")
    await bench.do(actions.give_side, "bob", "it was mine", {})
    await bench.do(actions.add_evidence, "bob", [File("note", words="see the river")])
    await bench.decided(outcome="money", payer=2, payee=1, amount="12", next_time="count first")
    text = await looking.export(bench.store, 1, 1, who("ann"), AT)
    for told in (
        "Dispute 1, opened 2026-03-14 19:30", "ann: opener, in the hand", "my side: bob took my pot", "my side: it was mine",
        "see the river", "reason: the hand was over", "bob pays ann 12.00 USD if both agree", "next time: count first",
    ):  # fmt: skip
        assert told in text, text
    assert "can see it" in await refused(looking.export(bench.store, 1, 1, who("fay"), AT))


async def test_a_summary_names_nobody(bench: Bench) -> None:
    await bench.opens(words="the pot")
    await bench.final(reason="bob and <@101> agreed", next_time="ask cy first")
    lines = "\n".join(await ruling.summary(bench.store, 1, 1, who("dee"), bench.clock()))
    assert "somebody and somebody agreed" in lines and "ask somebody first" in lines
    assert "host" in await refused(ruling.summary(bench.store, 1, 1, who("ann"), bench.clock()))


def test_a_name_is_found_in_any_case_and_inside_no_other_word() -> None:
    assert (
        anonymous("ANN's anniversary, cy and Dee", ["ann", "dee smith", "cy"])
        == "somebody's anniversary, somebody and somebody"
    )
    assert anonymous("a b", ["a"]) == "a b"


async def test_a_list_has_what_its_reader_has_to_do_with(bench: Bench) -> None:
    await bench.opens(words="one")
    await bench.opens("fay", source="words", table_id=None, hand_number=None, words="two")
    lists = {
        name: [line.number for line in await looking.listed(bench.store, 1, who(name), AT)]
        for name in ("bob", "cy", "fay")
    }
    assert lists == {"bob": [2, 1], "cy": [2, 1], "fay": [2]}


async def test_what_somebody_writes_is_no_line_of_the_log_and_no_line_of_the_bots_own(bench: Bench) -> None:
    forged = "2026-03-14 23:00 dee: decided: nobody's fault"
    await bench.opens(words=f"the pot\n\n{forged}")
    await bench.do(actions.give_side, "bob", f"mine\r{forged}", {})
    text = await looking.export(bench.store, 1, 1, who("ann"), bench.clock())
    assert text.count(forged) == 2
    assert not any(line.startswith(forged[:20]) and "decided" in line for line in text.splitlines())
    look = await bench.look(None)
    lines = [line for step in look.log for line in wording.told(look, step) if "fault" in line]
    assert len(lines) == 2 and all(line.startswith("> ") for line in lines)


async def test_who_accepted_and_then_gives_a_side_makes_room_for_another(bench: Bench) -> None:
    await bench.opens(words="the pot", witnesses=(who("fay").person,))
    await bench.do(actions.give_side, "bob", "it was mine", {})
    await bench.do(actions.name_decider, "cy", who("fay").person)
    await bench.do(actions.answer_naming, "fay", True)
    assert "leave it to them" in await refused(bench.decided("dee"))
    await bench.do(actions.give_side, "fay", "I saw it", {})
    assert "decide" in await refused(bench.decided("fay"))
    assert (await bench.do(actions.name_decider, "cy", who("eve").person)).waiting.whom == FOR_ANSWER
    assert (await bench.decided("dee")).state == DECIDED


async def test_who_was_forgotten_takes_no_other_word_out_of_past_decisions(bench: Bench) -> None:
    await bench.store.write(
        lambda tx: tx.run("UPDATE player SET name = 'Player 3', user_id = NULL WHERE league_id = 1 AND player_id = 3")
    )
    await bench.opens(words="he bet out of turn")
    await bench.final(reason="the player in seat 3 had acted, said Player 3")
    (past,) = await looking.precedents(bench.store, 1, "seat acted")
    assert past.reason == "the player in seat 3 had acted, said somebody"


async def test_a_host_who_is_forgotten_and_comes_back_does_not_decide_their_own_dispute(bench: Bench) -> None:
    await bench.opens(others=(who("eve").person,), words="the pot")
    bench.clock.advance(hours=1)
    await forget(bench.store, bench.leagues, bench.act("eve"), who("eve").person)
    assert "cannot tell them" in await refused(bench.decided("eve"))
    assert "cannot tell them" in await refused(bench.do(actions.name_decider, "cy", who("eve").person))
    assert (await bench.decided("dee")).state == DECIDED
