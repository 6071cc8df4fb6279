"""Everything that people, time and a missing thread can do to one dispute, in any order, by the actions themselves."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Coroutine
from datetime import timedelta
from functools import cache
from typing import Any

from conftest import act
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from in_memory import copied, new_books

from cogs.dispute import actions, looking, starting
from cogs.dispute.values import DecisionForm, File, Opening, Presser
from cogs.shared.leagues import Leagues
from cogs.shared.people import Person
from cogs.shared.refusals import Refusal
from data.dispute_acts import step_out
from data.disputes import dispute_of, log_of
from data.due import finish_job, take_due_job
from data.due_names import TELL
from data.erasing import Whom, erase_person
from data.handled import Act
from data.ledger import all_bookings, check
from data.nights import open_night
from data.players import player_of
from data.settings import record_settings
from data.store import Transaction
from data.tables import open_table, table_at, take_step
from league.books import SETTLEMENT
from league.dispute import ENDED, FINAL, OUTCOMES, Dispute, is_interested
from league.dispute_roles import IN_HAND, WITNESS
from league.table import Button, Hand, Seat, opened

AT = act().at
NAMES = ("ann", "bob", "cy", "dee", "eve", "fay")  # players 1 to 6, accounts 101 to 106
DEALT = {1, 2, 3}  # in hand 1
STAFF = {3, 4, 5}  # cy is a host and was in the hand
SEEN: Counter[str] = Counter()  # how often each thing came about, over all runs
people = st.integers(1, 6)
texts = st.sampled_from(["as the cards lay", "as it was told", " "])


class StraightStore:
    """The store's two verbs on a connection in memory, without a thread."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    async def write(self, work: Any, *args: Any, **kwargs: Any) -> Any:
        self.connection.execute("BEGIN")
        try:
            result = work(Transaction(self.connection), *args, **kwargs)
        except BaseException:
            self.connection.execute("ROLLBACK")
            raise
        self.connection.execute("COMMIT")
        return result

    async def read(self, work: Any, *args: Any, **kwargs: Any) -> Any:
        return work(Transaction(self.connection), *args, **kwargs)


def now_done(work: Coroutine[Any, Any, Any]) -> Any:
    """Run what never waits."""
    try:
        work.send(None)
    except StopIteration as done:
        return done.value
    raise AssertionError("it waited for something")


@cache
def evening() -> bytes:
    """A night with a table where ann, bob and cy were dealt hand 1, and dee came for hand 2."""
    connection = new_books()
    tx, by = Transaction(connection), act(by=104)
    night = open_night(tx, by, AT.date(), "UTC", "cash", None)
    for number, name in enumerate(NAMES, 1):
        player_of(tx, 1, 100 + number, name, AT)
    table_id = open_table(tx, by, night.night_id, opened(1, "cash", "holdem", "rrp", 9, None, AT))
    kept = table_at(tx, 1, table_id)
    assert kept is not None
    for step in (Seat(1), Seat(2), Seat(3), Button(1), Hand(), Seat(4), Hand()):
        kept = take_step(tx, by, kept, step)
    return connection.serialize()


def fresh() -> StraightStore:
    return StraightStore(copied(evening()))


def presser(player_id: int) -> Presser:
    return Presser(Person(100 + player_id, NAMES[player_id - 1]), player_id in STAFF)


class OneDispute(RuleBasedStateMachine):
    """ann's dispute with bob, perhaps also with dee, about hand 1 or about words."""

    @initialize(
        at_table=st.booleans(), first=st.booleans(), with_dee=st.booleans(), witness=st.booleans(),
        days=st.sampled_from([0, 3]), hears=st.sampled_from([None, 105, 106]), has_thread=st.booleans(),
        have_spoken=st.booleans(),
    )  # fmt: skip
    def opens(
        self,
        at_table: bool,
        first: bool,
        with_dee: bool,
        witness: bool,
        days: int,
        hears: int | None,
        has_thread: bool,
        have_spoken: bool,
    ) -> None:
        self.store, self.now, self.key = fresh(), AT, 0
        self.leagues = Leagues(self.store, lambda: self.now)  # type: ignore[arg-type]  # it has the same two verbs
        terms = {"disputes.appeal_days": days, "disputes.appeal_to": hears}
        now_done(self.store.write(record_settings, self.act(4), terms, AT, ""))
        self.others = {2, 4} if with_dee else {2}
        asked = Opening(
            "table" if at_table else "words", "the pot went the wrong way",
            table_id=1 if at_table else None, hand_number=1 if at_table else None,
            others=tuple(presser(one).person for one in sorted(self.others)),
            witnesses=(presser(6).person,) if witness else (), sides_first=first,
        )  # fmt: skip
        opening = self.act(1)
        self.number = now_done(starting.open_dispute(self.store, self.leagues, opening, presser(1), asked))
        assert self.number == now_done(starting.open_dispute(self.store, self.leagues, opening, presser(1), asked))
        self.no_part = {1, *self.others, *(DEALT if at_table else ())}
        self.heard = set() if first else {1}  # the words it was opened with are ann's side
        self.sealed_until = AT + timedelta(hours=48) if first else None
        self.secrets: dict[str, int] = {}
        self.gone: set[int] = set()  # who was forgotten; they do not come back
        self.final: Any = None
        self.told: list[int] = []
        self.thread(has_thread)
        for who in sorted({1, *self.others} - self.heard) if have_spoken else ():
            assert self.do(actions.give_side, who, f"as {who} saw it", {})
            self.heard.add(who)

    # -------------------------------------------------------------- doing

    def somebody(self, data: st.DataObject, *likely: int | None) -> int:
        """Anybody, and mostly one of these."""
        those = [one for one in likely if one is not None]
        return data.draw(st.sampled_from(those)) if those and data.draw(st.integers(0, 4)) else data.draw(people)

    @property
    def neutral(self) -> list[int]:
        return [one for one in range(1, 7) if one not in self.no_part | self.heard | self.gone]

    @property
    def gone_accounts(self) -> set[int]:
        return {100 + one for one in self.gone}

    @property
    def are_all_heard(self) -> bool:
        return {1, *self.others} - self.gone <= self.heard

    def act(self, player_id: int) -> Act:
        self.key += 1
        return Act(1, str(self.key), 100 + player_id, self.now)

    @property
    def dispute(self) -> Dispute:
        found = dispute_of(Transaction(self.store.connection), 1, self.number)
        assert found is not None
        return found

    @property
    def log(self) -> Any:
        return log_of(Transaction(self.store.connection), 1, self.number)

    def everything(self) -> Any:
        return self.dispute, self.log, all_bookings(Transaction(self.store.connection), 1)

    def do(self, what: Any, player_id: int, *args: Any) -> bool:
        """Do it twice under one key: the second time nothing is left to do; what is refused changes nothing."""
        if player_id in self.gone or any(isinstance(one, Person) and one.user_id in self.gone_accounts for one in args):
            return False
        before, by = self.everything(), self.act(player_id)
        try:
            now_done(what(self.store, by, presser(player_id), self.number, *args))
        except Refusal:
            assert self.everything() == before
            SEEN[f"{what.__name__} refused"] += 1
            return False
        after = self.everything()
        assert len(after[1]) > len(before[1])
        now_done(what(self.store, by, presser(player_id), self.number, *args))
        assert self.everything() == after
        SEEN[what.__name__] += 1
        return True

    @rule(data=st.data(), empty=st.sampled_from([False, False, False, True]))
    def gives_side(self, data: st.DataObject, empty: bool) -> None:
        who, secret = self.somebody(data, 1, *self.others), f"secret{self.key}."
        if self.do(actions.give_side, who, "" if empty else secret, {}):
            assert not empty
            self.secrets[secret] = who
            self.heard.add(who)

    @rule(data=st.data())
    def hands_in(self, data: st.DataObject) -> None:
        who = self.somebody(data, 1, *self.others)
        secret = f"secret{self.key}."
        if self.do(actions.add_evidence, who, [File("note", words=secret)]):
            self.secrets[secret] = who
            self.no_part.add(who)

    @rule(data=st.data(), role=st.sampled_from([WITNESS, IN_HAND]))
    def adds(self, data: st.DataObject, role: str) -> None:
        before, who, added = self.dispute, self.somebody(data, 1), self.somebody(data, 5, 6)
        if self.do(actions.add_person, who, presser(added).person, role):
            assert who in {1} | STAFF and added not in {1} | self.others
            assert not any(made.by == added for made in before.decisions)
            asked = before.decider
            assert asked is None or asked.player_id != added or asked.accepted_at is None
            if role == IN_HAND:
                self.no_part.add(added)

    @precondition(lambda self: self.key % 7 == 3 and len(self.gone) < 2)
    @rule(who=people)
    def forgets(self, who: int) -> None:
        """What somebody said goes; whatever was decided and whoever decides else stays."""
        if who in self.gone:
            return
        before, by = self.dispute, self.act(0)
        self.gone.add(who)
        tx = Transaction(self.store.connection)
        erase_person(tx, Whom(1, 100 + who, who, (NAMES[who - 1],)))
        if before.ended is None:
            step_out(tx, by, self.number, who)
        after = self.dispute
        assert [(one.by, one.outcome) for one in after.decisions] == [(one.by, one.outcome) for one in before.decisions]
        assert after.decider is None or after.decider.player_id != who or after.ended is not None
        assert is_interested(after, who) == is_interested(before, who)
        told = repr(self.everything())
        mine = [secret for secret, giver in self.secrets.items() if giver == who]
        assert not any(secret in told for secret in mine)
        for secret in mine:
            del self.secrets[secret]
        self.final = None  # a reason may be gone
        SEEN["forgotten"] += 1

    @rule(data=st.data())
    def names(self, data: st.DataObject) -> None:
        who, named = self.somebody(data, *STAFF), self.somebody(data, *self.neutral)
        if self.do(actions.name_decider, who, presser(named).person):
            assert who in STAFF and named not in self.no_part | self.heard

    @precondition(lambda self: self.dispute.deciders)
    @rule(data=st.data(), accepts=st.sampled_from([True, True, True, False]))
    def answers(self, data: st.DataObject, accepts: bool) -> None:
        asked = self.dispute.decider
        self.do(actions.answer_naming, self.somebody(data, None if asked is None else asked.player_id), accepts)

    @precondition(lambda self: self.dispute.ended is None or self.key % 4 == 0)
    @rule(
        data=st.data(), outcome=st.one_of(st.just("money"), st.sampled_from(OUTCOMES)), reason=texts,
        pair=st.sampled_from([(1, 2), (2, 1), (None, 1), (1, 1), (6, 2)]),
    )  # fmt: skip
    def decides(self, data: st.DataObject, outcome: str, reason: str, pair: tuple[int | None, int]) -> None:
        before, asked = self.dispute, self.dispute.decider
        who = self.somebody(data, *(self.neutral if asked is None else [asked.player_id]))
        form = DecisionForm(outcome, "found", reason, "look twice", "so it was", pair[0], pair[1], "12")
        if self.do(actions.decide, who, form):
            made = self.dispute.decisions[-1]
            assert made.by == who and made.reason.strip()
            assert who not in self.no_part | self.heard
            assert before.ended is None and not self.is_sealed()
            assert self.are_all_heard or (before.placed_at is not None and self.now >= AT + timedelta(hours=48))
            assert who not in {one.by for one in before.decisions}
            SEEN[f"decided {outcome}"] += 1

    @precondition(lambda self: self.dispute.decisions)
    @rule(data=st.data())
    def agrees(self, data: st.DataObject) -> None:
        if self.do(actions.agree, self.somebody(data, 1, 2), self.dispute.decisions[-1].instance):
            made = self.dispute.decisions[-1]
            assert made.payment is not None
            assert (made.payment.booking_id is not None) == (set(made.payment.people) == made.payment.agreed)
            SEEN["booked"] += made.payment.booking_id is not None

    @precondition(lambda self: self.dispute.decisions)
    @rule(data=st.data(), why=texts)
    def appeals(self, data: st.DataObject, why: str) -> None:
        who = self.somebody(data, 1, 2)
        if self.do(actions.appeal, who, why):
            assert who in {1, *self.others} and len(self.dispute.decisions) == 1

    @precondition(lambda self: self.dispute.ended is None or self.key % 4 == 0)
    @rule(data=st.data(), reason=texts, is_meant=st.sampled_from([True, False, False, False]))
    def closes(self, data: st.DataObject, reason: str, is_meant: bool) -> None:
        who = self.somebody(data, 1) if is_meant else data.draw(st.sampled_from(sorted(DEALT - {1})))
        if self.do(actions.close, who, reason):
            assert reason.strip() and not self.dispute.decisions
            assert who == 1 or (who in STAFF and who not in self.no_part | self.heard)

    @precondition(lambda self: self.dispute.ended is not None)
    @rule(data=st.data())
    def reopens(self, data: st.DataObject) -> None:
        before = self.dispute
        if self.do(actions.reopen, self.somebody(data, 1, *STAFF), "a new picture"):
            assert before.ended is not None and before.ended.how != FINAL

    # -------------------------------------------------------------- the thread, and time

    @rule(there=st.sampled_from([True, True, True, False]))
    def thread(self, there: bool) -> None:
        if there:
            now_done(actions.placed(self.store, self.act(4), self.number, 900, 901))
        else:
            now_done(actions.thread_lost(self.store, self.act(4), self.number))

    @rule(hours=st.sampled_from([1, 1, 25, 49, 90, 200]), is_out=st.booleans())
    def time_passes(self, hours: int, is_out: bool) -> None:
        """Hour by hour; or the bot was out, and everything falls due at once."""
        for step in [hours] if is_out else [1] * hours:
            self.now += timedelta(hours=step)
            self.work()

    def work(self) -> None:
        for _ in range(50):
            tx = Transaction(self.store.connection)
            job = take_due_job(tx, self.now)
            if job is None:
                return
            if job.kind == TELL:
                self.tell()
            elif job.kind.startswith("dispute."):
                before = self.dispute
                if now_done(actions.due(self.store, job, self.now)) and self.dispute.ended != before.ended:
                    began = [
                        before.opened_at,
                        before.reopened_at,
                        before.appealed_at,
                        *(one.at for one in before.decisions),
                    ]
                    ran = self.now - max(moment for moment in began if moment is not None)
                    assert before.placed_at is not None or ran >= timedelta(days=14), "nobody was told, or had time"
                    SEEN["by time without a thread"] += before.placed_at is None
                    assert before.reminded_at is not None and self.now - before.reminded_at >= timedelta(hours=24)
                    SEEN[f"by time {self.dispute.ended.how}"] += 1  # type: ignore[union-attr]
            else:
                finish_job(tx, job)
        raise AssertionError("a job comes back for ever")

    def tell(self) -> None:
        telling = now_done(looking.to_tell(self.store, 1, self.number, self.now))
        for step in telling.steps:
            self.told.append(step.step_id)
            now_done(actions.told(self.store, 1, self.number, step.step_id))
            now_done(actions.told(self.store, 1, self.number, step.step_id))

    # -------------------------------------------------------------- what always holds

    def is_sealed(self) -> bool:
        ended = self.dispute.ended
        at = self.now if ended is None else ended.at
        return self.sealed_until is not None and not self.are_all_heard and at < self.sealed_until

    @rule(who=people)
    def looks(self, who: int) -> None:
        """What is sealed is in nothing that anybody but its giver is shown."""
        if who in self.gone:
            return
        try:
            seen = now_done(looking.look(self.store, 1, self.number, presser(who), self.now))
            text = now_done(looking.export(self.store, 1, self.number, presser(who), self.now))
        except Refusal:
            assert who not in STAFF | {1} | self.others
            return
        thread = now_done(looking.thread_look(self.store, 1, self.number, self.now))
        for secret, giver in self.secrets.items():
            is_open = not self.is_sealed()
            assert (secret in text) == (secret in repr(seen)) == (is_open or giver == who)
            assert (secret in repr(thread)) == is_open

    @invariant()
    def what_is_told_is_told_once_and_in_order(self) -> None:
        if hasattr(self, "told"):
            assert self.told == list(range(1, len(self.told) + 1))

    @invariant()
    def final_is_final(self) -> None:
        if not hasattr(self, "final"):
            return
        dispute = self.dispute
        assert all(made.reason.strip() or made.by in self.gone for made in dispute.decisions)
        kept = (dispute.ended, [(one.by, one.outcome, one.reason) for one in dispute.decisions], dispute.appealed_at)
        if self.final is not None:
            assert kept == self.final
        elif dispute.ended is not None and dispute.ended.how == FINAL:
            assert dispute.decisions
            self.final = kept

    def teardown(self) -> None:
        """However it stands: it can be read, and time alone ends it and says so, with or without a thread."""
        if not hasattr(self, "final"):
            return
        SEEN[now_done(looking.thread_look(self.store, 1, self.number, self.now)).state] += 1
        for _ in range(90):
            self.now += timedelta(days=1)
            self.work()
        assert now_done(looking.thread_look(self.store, 1, self.number, self.now)).state == ENDED
        self.final_is_final()
        self.tell()
        assert self.told == [step.step_id for step in self.log]
        settled = [one for one in all_bookings(Transaction(self.store.connection), 1) if one.what == SETTLEMENT]
        paid = [made.payment for made in self.dispute.decisions if made.payment is not None and made.payment.booking_id]
        assert [one.booking_id for one in settled] == [one.booking_id for one in paid]
        assert not check(Transaction(self.store.connection), 1).faults
        self.store.connection.close()
