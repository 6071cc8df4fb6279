"""A table played at random through the real log: what must hold whatever people do, in whatever order.

Shared by the fast tests and the slow proofs.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from datetime import timedelta
from functools import cache
from typing import Any

from conftest import Clock, act
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from in_memory import copied, new_books

from data.store import Transaction
from data.tables import Kept, open_table, steps_of, table_at, take_step, undo
from league.duties import WHYS, Duty, duties
from league.refusing import NotNow
from league.steps import after
from league.table import (
    GAMES,
    KINDS,
    MODES,
    Away,
    Back,
    BreakTable,
    Button,
    CloseTable,
    Dealer,
    Deals,
    DeckChange,
    Game,
    Hand,
    Limits,
    Misdeal,
    Mode,
    Move,
    Penalty,
    Seat,
    Seated,
    SetUp,
    Stand,
    Step,
    StubCount,
    Table,
    Tally,
    Winner,
    opened,
)
from league.table_text import step_from, step_json, table_from_values, table_json

SEATS = 6
PLAYERS = st.integers(1, 8)
SEAT = st.integers(1, SEATS)
REASONS = st.sampled_from(["asked", "marred", "floor"])
NIGHT = "INSERT INTO night (league_id, night_id, day, zone, kind) VALUES (1, 1, '2026-03-14', 'UTC', 'cash')"
SEEN: Counter[str] = Counter()  # what the runs came across, for the proof's figures


@cache
def empty_book() -> bytes:
    """A database with the schema and one night, to begin each run with."""
    connection = new_books()
    connection.execute(NIGHT)
    return connection.serialize()


def fresh_book() -> Transaction:
    return Transaction(copied(empty_book()))


def is_able(table: Table, one: Seated) -> bool:
    """Told again, apart from the code that is tried."""
    leaves = {step.player_id for step in table.waiting if isinstance(step, Stand)}
    sits_out = one.penalty_hands > 0 and (table.hand == 0 or one.player_id in table.serving)
    return one.deals and not one.is_away and not sits_out and one.player_id not in leaves


def dealt_so_far(table: Table, one: Seated) -> int:
    """Deals that do not count for a lap that begins now: all but those for others, by which covers are evened out."""
    return table.tallies.get(one.player_id, Tally()).deals - one.covers


class TableMachine(RuleBasedStateMachine):
    """One table, everything that can be done at it, and undo."""

    @initialize(
        kind=st.sampled_from(KINDS),
        mode=st.sampled_from(MODES),
        seated=st.sampled_from([0, 2, 3, 4, 5, SEATS, SEATS]),
        first=SEAT,
    )
    def open(self, kind: str, mode: str, seated: int, first: int) -> None:
        self.at = Clock().moment
        self.tx = fresh_book()
        self.opening = opened(1, kind, "holdem", mode, SEATS, None, self.at)
        table_id = open_table(self.tx, act(at=self.at), 1, self.opening)
        kept = table_at(self.tx, 1, table_id)
        assert kept is not None
        self.kept: Kept = kept
        self.standing: list[tuple[int, Step, Any]] = []  # the steps that have not been taken back
        self.lap: tuple[int, dict[int, int], dict[int, int]] | None = None
        for player_id in range(1, seated + 1):
            self.do(Seat(player_id))
        if seated:
            self.do(Dealer(first))
            self.do(Button(min(first, seated)))

    # -------------------------------------------------------------- what people do

    def do(self, step: Step) -> None:
        self.at += timedelta(minutes=1)
        before = self.kept
        assert step_from(step_json(step)) == step
        try:
            self.kept = take_step(self.tx, act(at=self.at), before, step)
        except NotNow:
            SEEN["refused"] += 1
            assert table_at(self.tx, 1, before.table_id) == before
            return
        SEEN[type(step).__name__] += 1
        if isinstance(step, Seat) and step.seat is None:
            step = self.seat_given(step)
        self.standing.append((self.kept.last_step, step, self.at))
        self.see_hands(before.table, self.kept.table, step)
        self.see_lap(before.table, self.kept.table)

    def seat_given(self, step: Seat) -> Seat:
        """The same with the seat that it came to, as it is to be taken again."""
        seated = self.kept.table.player(step.player_id)
        promised = [one for one in self.kept.table.waiting if isinstance(one, Seat) and one.player_id == step.player_id]
        return promised[-1] if promised else replace(step, seat=seated.seat if seated else None)

    def one(self, player: int) -> int:
        """Somebody seated, or anybody when nobody is."""
        seated = self.kept.table.seated
        return seated[player % len(seated)].player_id if seated else player

    @rule(player=PLAYERS, seat=st.none() | SEAT, away=st.booleans(), brought=st.sampled_from([0, 0, 0, 2, -1]))
    def sits_down(self, player: int, seat: int | None, away: bool, brought: int) -> None:
        self.do(Seat(player, seat, is_away=away and brought != 0, penalty_hands=brought))

    @rule(player=PLAYERS)
    def stands_up(self, player: int) -> None:
        self.do(Stand(self.one(player)))

    @rule(player=PLAYERS, seat=SEAT)
    def moves(self, player: int, seat: int) -> None:
        self.do(Move(self.one(player), seat))

    @rule(player=PLAYERS, away=st.booleans())
    def goes_or_comes(self, player: int, away: bool) -> None:
        self.do(Away(self.one(player)) if away else Back(self.one(player)))

    @rule(player=PLAYERS, willing=st.booleans())
    def is_willing(self, player: int, willing: bool) -> None:
        self.do(Deals(self.one(player), willing))

    @rule(seat=SEAT)
    def button_is(self, seat: int) -> None:
        self.do(Button(seat))

    @rule(winners=st.lists(PLAYERS, max_size=2))
    def next_hand(self, winners: list[int]) -> None:
        dealt_in = self.kept.table.dealt_in
        self.do(Hand(tuple(dealt_in[player % len(dealt_in)] for player in winners if dealt_in)))

    @rule(hands=st.integers(3, 14))
    def several_hands(self, hands: int) -> None:
        for _ in range(hands):
            self.do(Hand())

    @rule(winners=st.lists(PLAYERS, min_size=1, max_size=2))
    def winner_is_told(self, winners: list[int]) -> None:
        self.do(Winner(tuple(self.one(player) for player in winners)))

    @rule(outcome=st.sampled_from(["misdeal", "fouled_deck"]))
    def misdeal(self, outcome: str) -> None:
        self.do(Misdeal(outcome))

    @rule(player=st.none() | PLAYERS)
    def dealer_is(self, player: int | None) -> None:
        self.do(Dealer(player))

    @rule(player=PLAYERS, hands=st.integers(0, 3))
    def is_penalised(self, player: int, hands: int) -> None:
        self.do(Penalty(self.one(player), hands))

    @rule(mode=st.sampled_from(MODES))
    def another_mode(self, mode: str) -> None:
        self.do(Mode(mode))

    @rule(game=st.sampled_from(GAMES))
    def another_game(self, game: str) -> None:
        self.do(Game(game))

    @rule(why=REASONS, alternate=st.booleans(), new=st.booleans())
    def another_deck(self, why: str, alternate: bool, new: bool) -> None:
        self.do(SetUp(why, alternate) if new else DeckChange(why, alternate))

    @rule(posted=st.booleans(), cards=st.none() | st.integers(0, 60))
    def deck_care(self, posted: bool, cards: int | None) -> None:
        self.do(Limits(posted))
        self.do(StubCount(cards))

    @rule(ends=st.sampled_from([BreakTable(), CloseTable()]), sure=st.integers(0, 5))
    def is_over(self, ends: Step, sure: int) -> None:
        if sure == 0:
            self.do(ends)

    @rule(back=st.integers(0, 24), newest=st.booleans())
    def is_taken_back(self, back: int, newest: bool) -> None:
        """Exactly what comes out when the step had never been taken, or a sentence when that cannot be."""
        if not self.standing:
            return
        self.at += timedelta(minutes=1)
        one = self.standing[-1] if newest else self.standing[-1 - min(back, len(self.standing) - 1)]
        others = [other for other in self.standing if other is not one]
        try:
            expected: Table | None = self.opening
            for _, step, at in others:
                expected = after(expected, step, at) if expected else None
        except NotNow:
            expected = None
        if len(self.standing) - self.standing.index(one) > 20:
            expected = None
        before = self.kept
        try:
            self.kept = undo(self.tx, act(at=self.at), before, None if newest else one[0])
        except NotNow:
            SEEN["undo refused"] += 1
            assert expected is None and table_at(self.tx, 1, before.table_id) == before
            return
        SEEN["undo of the newest" if one is self.standing[-1] else "undo in the middle"] += 1
        assert self.kept.table == expected
        self.standing = others
        self.lap = None

    # -------------------------------------------------------------- what holds

    @invariant()
    def one_person_a_seat_and_one_button(self) -> None:
        table = self.kept.table
        seats = [one.seat for one in table.seated]
        assert len(set(seats)) == len(seats) == len({one.player_id for one in table.seated})
        assert seats == sorted(seats) and all(1 <= seat <= SEATS for seat in seats)
        assert all(one.penalty_hands >= 0 for one in table.seated)
        if table.hand and not table.is_closed:
            assert table.at(table.button) is not None
            assert len(table.dealt_in) >= 2 and table.button is not None

    @invariant()
    def text_there_and_back_is_the_same(self) -> None:
        table = self.kept.table
        assert table_from_values(json.loads(table_json(table))) == table
        assert table_at(self.tx, 1, self.kept.table_id) == self.kept

    @invariant()
    def duties_name_people_who_are_here_and_willing(self) -> None:
        table = self.kept.table
        if table.is_closed:
            return
        told = duties(table)
        able = {one.player_id for one in table.seated if is_able(table, one)}
        named = (told.dealer, told.shuffler, told.cutter)
        for duty in filter(None, (*named, told.may_cut)):
            assert duty.why in WHYS and duty.clause
            self.see_duty(table, duty, able, told.dealer.player_id)
        people = [duty.player_id for duty in named if duty.player_id is not None]
        if table.mode == "rrp" and len(able) >= 3 and table.button is not None:
            assert len(set(people)) == 3
        if told.dealer.player_id is not None:
            assert told.shuffler.player_id != told.dealer.player_id
            assert told.may_cut is None or told.may_cut.player_id not in people

    def see_duty(self, table: Table, duty: Duty, able: set[int], dealer: int | None) -> None:
        SEEN[f"why {duty.why}"] += 1
        if duty.player_id is None:
            nobody = not able - {dealer} if duty.why == "nobody" else False
            assert nobody or duty.why in ("no_button", "no_dealer", "winner_not_told")
            if duty.why == "no_button":
                assert table.button is None
        elif duty.player_id == table.dealer_id and table.mode == "psp_dedicated":
            seated = table.player(duty.player_id)
            assert seated is None or (seated.deals and not seated.is_away)
        else:
            assert duty.player_id in able

    def see_hands(self, before: Table, table: Table, step: Step) -> None:
        """Hands and penalties are counted by the hand, and a misdeal is none."""
        hands = table.hand - before.hand
        assert hands >= 0
        if isinstance(step, Misdeal):
            assert table.is_redeal
            for name in ("hand", "button", "seated", "dealt_in", "tallies", "winners"):
                assert getattr(table, name) == getattr(before, name)
            assert not any(isinstance(waiting, DeckChange | SetUp) for waiting in table.waiting)
        if hands == 0 and not table.is_closed:
            assert table.dealt_in == before.dealt_in and table.serving == before.serving
            assert not before.hand or [one.seat for one in table.seated] == [one.seat for one in before.seated]
        if isinstance(step, Penalty):
            return
        for one in table.seated:
            was = before.player(one.player_id)
            if was is not None:
                left = was.penalty_hands - (before.hand > 0 and hands > 0 and one.player_id in before.serving)
                further = max(0, hands - 1)
                assert one.penalty_hands == max(0, left - further)

    def see_lap(self, before: Table, table: Table) -> None:
        """Whoever is here and willing for whole laps deals as often as anybody else who is, give or take one.

        Somebody who dealt once more for others before these laps than the rest did has that in hand.
        """
        able = {one.player_id: one.seat for one in table.seated if is_able(table, one) and not one.penalty_hands}
        if table.mode != before.mode or table.mode == "psp_dedicated" or table.hand == 0:
            self.lap = None
            return
        if self.lap is not None:
            start, dealt, steady = self.lap
            steady = {player: seat for player, seat in steady.items() if able.get(player) == seat}
            self.lap = (start, dealt, steady) if table.at(start) is not None else None
        if table.hand == before.hand:
            return
        if self.lap is None:
            assert table.button is not None
            self.lap = (table.button, {one.player_id: dealt_so_far(table, one) for one in table.seated}, able)
        elif table.button == self.lap[0]:
            start, dealt, steady = self.lap
            deals = [table.tallies.get(player, Tally()).deals - dealt[player] for player in steady]
            SEEN["laps with somebody covered" if any(one.covers for one in table.seated) else "laps"] += 1
            assert not deals or max(deals) - min(deals) <= 1, (deals, steady)

    def teardown(self) -> None:
        if hasattr(self, "kept"):
            lines = steps_of(self.tx, 1, self.kept.table_id, 10_000)
            assert [line.step_id for line in lines] == list(range(self.kept.last_step, 0, -1))
            stand = [(line.step_id, line.step) for line in reversed(lines) if line.step and not line.undone]
            assert stand == [(step_id, step) for step_id, step, _ in self.standing]
