"""Everything that can be done about dealers, in any order, on the real actions and a database in memory."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from datetime import UTC, date, datetime, timedelta
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from in_memory import new_books

from cogs.dealer import actions, pushing, replacing
from cogs.shared.people import Person
from cogs.shared.refusals import Refusal
from data.dealers import Change, changes_of, duties_of, release_table
from data.downs import dealing_now, downs_of
from data.handled import Act
from data.nights import open_night
from data.players import guest_of, player_of, players
from data.store import Transaction
from data.tables import open_table, tables_of, take_step
from league.dealer import Duty
from league.settings import Settings
from league.table import BreakTable, Seat, opened

NOW = datetime(2026, 3, 14, 23, tzinfo=UTC)  # seven in the evening in New York
ELEVEN = datetime(2026, 3, 15, 3, tzinfo=UTC)
HOST = Person(99, "host")
PEOPLE = [*(Person(user_id, f"p{user_id}") for user_id in (11, 12, 13, 14)), Person(None, "guest")]
PLACES = {3: PEOPLE[:2] + PEOPLE[4:], 1: PEOPLE[2:4]}
SETTINGS = Settings({})

# Written from the clauses: which state may follow which, and what each line of a trail makes of it.
NEXT = {
    None: {"signed_up"},
    "signed_up": {"dealing", "released"},
    "dealing": {"busted", "bought_out", "released"},
    "busted": {"bought_out", "released"},
    "bought_out": {"relieved", "released"},
    "relieved": set(),
    "released": set(),
}
LEADS_TO = {
    "signed_up": "signed_up", "started": "dealing", "busted": "busted", "bought_out": "bought_out",
    "relieved": "relieved", "table_broke": "released", "departed": "released", "withdrawn": "released",
}  # fmt: skip

people = st.sampled_from(PEOPLE)
numbers = st.sampled_from([1, 3])


class Memory:
    """A store that answers at once, so that nothing is waited for."""

    def __init__(self) -> None:
        self.connection = new_books()

    async def write(self, work: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            found = work(Transaction(self.connection), *args, **kwargs)
        except BaseException:
            self.connection.execute("ROLLBACK")
            raise
        self.connection.execute("COMMIT")
        return found

    read = write


def at_once(coroutine: Coroutine[Any, Any, Any]) -> Any:
    """What a coroutine gives that waits for nothing."""
    try:
        coroutine.send(None)
    except StopIteration as done:
        return done.value
    raise AssertionError("it waits")


class Dealers(RuleBasedStateMachine):
    """Two tournament tables, five people, one host; the clock only goes forward."""

    def __init__(self) -> None:
        super().__init__()
        self.memory: Any = Memory()
        self.now = NOW
        self.key = 0
        self.by = 99
        self.trails: dict[int, list[Change]] = {}
        self.refused = ""

    def teardown(self) -> None:
        self.memory.connection.close()

    @initialize()
    def a_night(self) -> None:
        def begin(tx: Transaction) -> int:
            act = self.act(99)
            night = open_night(tx, act, date(2026, 3, 14), "America/New_York", "tournament", None)
            for number, seated in PLACES.items():
                table = opened(number, "tournament", "omaha", "psp_dedicated", 9, number, self.now)
                table_id = open_table(tx, act, night.night_id, table)
                for person in seated:
                    kept = next(one for one in tables_of(tx, 1, night.night_id) if one.table_id == table_id)
                    take_step(tx, act, kept, Seat(self.met(tx, person)))
            return night.night_id

        self.night_id = self.write(begin)

    def met(self, tx: Transaction, person: Person) -> int:
        if person.user_id is None:
            return guest_of(tx, 1, person.name, self.now).player_id
        return player_of(tx, 1, person.user_id, person.name, self.now).player_id

    def id_of(self, person: Person) -> int:
        return next(
            player.player_id
            for player in self.write(lambda tx: players(tx, 1)).values()
            if (player.user_id, player.name) == (person.user_id, person.name)
        )

    def write(self, work: Callable[..., Any], *args: Any) -> Any:
        return at_once(self.memory.write(work, *args))

    def act(self, by: int | None) -> Act:
        self.key += 1
        self.by = by or 99  # a guest is spoken for by the host
        return Act(1, str(self.key), self.by, self.now)

    def do(self, work: Callable[..., Any], by: int | None, *args: Any, **kwargs: Any) -> Any:
        """Do it, and then once more as a repeated delivery; None where it is refused."""
        act, self.refused = self.act(by), ""
        try:
            done = at_once(work(self.memory, act, *args, **kwargs))
        except Refusal as no:
            self.refused = str(no)
            assert self.refused.endswith(".")
            return None
        was = self.all_trails()
        again = at_once(work(self.memory, act, *args, **kwargs))
        assert getattr(again, "answer", again) == getattr(done, "answer", done)
        assert self.all_trails() == was
        return done

    def all_trails(self) -> dict[int, list[Change]]:
        def read(tx: Transaction) -> dict[int, list[Change]]:
            return {kept.duty_id: changes_of(tx, 1, kept.duty_id) for kept in duties_of(tx, 1, self.night_id)}

        return self.write(read)

    def owed(self, person: Person) -> int | None:
        player_id = self.id_of(person)
        duties = self.write(duties_of, 1, self.night_id)
        return next(
            (kept.duty_id for kept in duties if kept.duty.player_id == player_id and not kept.duty.is_over), None
        )

    def open_tables(self) -> list[int]:
        return [kept.table_number for kept in self.write(tables_of, 1, self.night_id)]

    # -------------------------------------------------------------- what people do

    @rule(minutes=st.sampled_from([1, 10, 30, 90]))
    def time_passes(self, minutes: int) -> None:
        self.now += timedelta(minutes=minutes)

    @rule(person=people, number=numbers, balance=st.sampled_from([None, 0, 1000]))
    def start(self, person: Person, number: int, balance: int | None) -> None:
        self.do(actions.start, 99, SETTINGS, person, number, balance)

    def somebody(self, data: st.DataObject, *, owes: bool = True) -> Person:
        """Anybody, and mostly somebody who owes dealing, or who does not."""
        owing = {kept.duty.player_id for kept in self.write(duties_of, 1, self.night_id) if not kept.duty.is_over}
        likely = [person for person in PEOPLE if (self.id_of(person) in owing) is owes]
        return data.draw(st.sampled_from(likely if likely and data.draw(st.integers(0, 4)) else PEOPLE))

    @rule(data=st.data())
    def bust(self, data: st.DataObject) -> None:
        person = self.somebody(data)
        self.do(actions.bust, person.user_id, person)

    @rule(data=st.data(), is_staff=st.booleans())
    def take_bust_back(self, data: st.DataObject, is_staff: bool) -> None:
        person = self.somebody(data)
        duty_id, by = self.owed(person), 99 if is_staff else person.user_id
        done = self.do(actions.take_bust_back, by, person, is_staff=is_staff)
        if done is not None and duty_id is not None:
            assert self.all_trails()[duty_id][-1].what == "back_in"

    @rule(data=st.data(), balance=st.sampled_from([1000, 0, None]), confirms=st.booleans())
    def buy_out(self, data: st.DataObject, balance: int | None, confirms: bool) -> None:
        duty_id = self.do(replacing.buy_out, 99, SETTINGS, self.somebody(data), balance)
        if duty_id is not None and confirms:
            look = at_once(replacing.look(self.memory, 1, duty_id))
            assert self.do(replacing.confirm_paid, 99, SETTINGS, duty_id, look.kept.duty.owes) is not None

    @rule(data=st.data(), number=st.sampled_from([None, 1, 3]))
    def ask(self, data: st.DataObject, number: int | None) -> None:
        asker, candidate = self.somebody(data), self.somebody(data, owes=False)
        leaving = [kept.duty for kept in self.write(duties_of, 1, self.night_id) if kept.duty.state == "bought_out"]
        if leaving and data.draw(st.integers(0, 4)):
            duty = data.draw(st.sampled_from(leaving))
            asker = next(person for person in PEOPLE if self.id_of(person) == duty.player_id)
            candidate = data.draw(st.sampled_from(PLACES[duty.table_number]))
        by = asker.user_id if number is None else 99
        self.do(replacing.ask, by, asker, candidate, number, is_staff=number is not None)

    @precondition(lambda self: self.trails)
    @rule(data=st.data(), is_staff=st.booleans(), is_dealer=st.booleans())
    def agree(self, data: st.DataObject, is_staff: bool, is_dealer: bool) -> None:
        duty_id, successor_id = self.named(data)
        by = data.draw(st.sampled_from([self.write(players, 1)[successor_id].user_id, 11, 99]))
        kwargs = {"is_staff": is_staff, "is_dealer": is_dealer}
        done = self.do(replacing.agree, by, SETTINGS, duty_id, successor_id, **kwargs)
        if done is not None:
            successor = self.write(players, 1)[successor_id]
            assert successor.user_id == self.by or (successor.user_id is None and is_staff)

    @precondition(lambda self: self.trails)
    @rule(data=st.data())
    def vouch(self, data: st.DataObject) -> None:
        self.do(replacing.vouch, 99, SETTINGS, *self.named(data))

    def named(self, data: st.DataObject) -> tuple[int, int]:
        """A duty, mostly one that somebody was asked to take over, and whom."""
        duties = {kept.duty_id: kept.duty.successor_id for kept in self.write(duties_of, 1, self.night_id)}
        asked = sorted(duty_id for duty_id, successor_id in duties.items() if successor_id)
        duty_id = data.draw(st.sampled_from(asked or sorted(duties)))
        return duty_id, duties[duty_id] or 1

    @rule(data=st.data(), is_staff=st.booleans())
    def relieve(self, data: st.DataObject, is_staff: bool) -> None:
        person = self.somebody(data)
        self.do(replacing.relieve, 99 if is_staff else person.user_id, SETTINGS, person, is_staff=is_staff)

    @rule(data=st.data(), is_staff=st.booleans())
    def release(self, data: st.DataObject, is_staff: bool) -> None:
        person = self.somebody(data)
        duty_id, is_final, by = self.owed(person), len(self.open_tables()) == 1, 99 if is_staff else person.user_id
        done = self.do(actions.release, by, SETTINGS, person, HOST if is_staff else None)
        if done is None or duty_id is None:
            return
        lines = [change.what for change in self.all_trails()[duty_id]]
        if lines[-1] == "departed":
            last = [line for line in lines if line in ("busted", "back_in")][-1:]
            assert is_final and last == ["busted"] and self.now >= ELEVEN
        else:
            assert lines[-1] == "withdrawn" and "started" not in lines and is_staff

    @rule(number=st.sampled_from([None, 1, 3]))
    def push(self, number: int | None) -> None:
        try:
            proposal = at_once(pushing.propose(self.memory, 1, number, self.now))
        except Refusal:
            return
        assert self.do(pushing.push, 99, SETTINGS, number, proposal.mark)
        placed = {each.table_number: each.player_id for each in proposal.push.assignments}
        assert placed.items() <= self.dealing().items()

    @rule(data=st.data(), after_each=st.sampled_from([None, True, False]))
    def take_break(self, data: st.DataObject, after_each: bool | None) -> None:
        person = self.somebody(data)
        self.do(pushing.take_break, person.user_id, person, after_each)

    @precondition(lambda self: self.now > NOW + timedelta(hours=2) and len(self.open_tables()) > 1)
    @rule(number=numbers)
    def table_breaks(self, number: int) -> None:
        def breaks(tx: Transaction) -> None:
            act = self.act(99)
            for kept in tables_of(tx, 1, self.night_id):
                if kept.table_number == number:
                    release_table(tx, act, self.night_id, number)
                    take_step(tx, act, kept, BreakTable())

        self.write(breaks)

    def dealing(self) -> dict[int, int]:
        return dealing_now(self.write(downs_of, 1, self.night_id))

    # -------------------------------------------------------------- what always holds

    @invariant()
    def it_holds(self) -> None:
        duties, trails = self.write(duties_of, 1, self.night_id), self.all_trails()
        self.changes_are_dated_with_who_and_why_and_stay(trails)
        for kept in duties:
            self.no_state_is_skipped(kept.duty, trails[kept.duty_id])
        taken_over = [kept.duty for kept in duties if "takes over" in trails[kept.duty_id][0].reason]
        self.a_replacement_has_no_discount([kept.duty for kept in duties], taken_over)
        self.whoever_owes_it_deals_there_alone([kept.duty for kept in duties if not kept.duty.is_over])

    def changes_are_dated_with_who_and_why_and_stay(self, trails: dict[int, list[Change]]) -> None:
        assert self.trails.keys() <= trails.keys()
        for duty_id, trail in trails.items():
            before = self.trails.get(duty_id, [])
            assert trail[: len(before)] == before
            for change in trail[len(before) :]:
                assert (change.changed_at, change.changed_by) == (self.now, self.by)
                assert change.reason
        self.trails = trails

    def no_state_is_skipped(self, duty: Duty, trail: list[Change]) -> None:
        state: str | None = None
        for change in trail:
            to = LEADS_TO.get(change.what, state)
            if change.what == "busted" and state == "bought_out":
                to = state  # paid already: busting changes nothing about what is owed
            if change.what == "back_in":  # a mistake is taken back, and the rest stays
                to = "dealing" if state == "busted" else state
            else:
                assert to == state or to in NEXT[state]
            state = to
        assert state == duty.state

    def a_replacement_has_no_discount(self, duties: list[Duty], taken_over: list[Duty]) -> None:
        assert len(taken_over) == sum(duty.state == "relieved" for duty in duties)
        assert all(not duty.has_discount and duty.owes == 0 for duty in taken_over)
        assert sum(duty.has_discount for duty in duties) == len(duties) - len(taken_over)

    def whoever_owes_it_deals_there_alone(self, owed: list[Duty]) -> None:
        dealing = self.dealing()
        place = {duty.player_id: duty.table_number for duty in owed}
        assert len(place) == len(owed)
        assert all(place.get(player_id, number) == number for number, player_id in dealing.items())
        assert dealing.keys() <= set(self.open_tables())
        for kept in self.write(tables_of, 1, self.night_id):
            assert kept.table.dealer_id == dealing.get(kept.table_number)
