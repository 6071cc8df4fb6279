"""Everything that people and a host can do about one night, in any order, against a list kept by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from league import cover, signup
from league.refusing import NotNow
from league.signup import Board, Decision

NOW = datetime(2026, 10, 28, 15, tzinfo=UTC)
people = st.integers(1, 9)
numbers = st.integers(1, 4)
SEEN: Counter[str] = Counter()  # how often each thing came about, over all runs


class Night(RuleBasedStateMachine):
    """A night of up to three dealt tables and nine people."""

    @initialize(tables=st.sets(st.integers(1, 3)), places=st.sampled_from([None, 0, 1, 2, 4, 6]))
    def a_night(self, tables: set[int], places: int | None) -> None:
        limit = None if places is None else len(tables) + places
        self.board = Board(tuple(sorted(tables)), limit, min_players=3)
        self.queue: list[int] = []  # who waits, first come first
        self.told: Counter[tuple[int, int]] = Counter()  # per person and order number, how often "promoted"
        self.asked: set[tuple[int, int]] = set()  # who said no to a table, or nothing
        self.refusal = "."
        self.off: set[int] = set()  # who may not be written to

    def do(self, what: Callable[..., Decision], *args: Any, board: Board | None = None) -> bool:
        """Do it, and check all that no single state shows: what was told, who moved up, whose table went to whom."""
        before = self.board
        try:
            decision = what(board or before, *args)
        except NotNow as no:
            self.refusal = str(no)
            SEEN[f"{what.__name__} refused"] += 1
            return False
        SEEN[what.__name__] += 1
        self.board = (board or before).after(decision)
        told = [(notice.what, notice.player_id) for notice in decision.notices]
        assert len(told) == len(set(told))
        promoted = [player_id for what_, player_id in told if what_ == "promoted"]
        up = [row.player_id for row in before.waiting if row.player_id in {new.player_id for new in self.board.players}]
        assert promoted == up == [who for who in self.queue if who in up] == self.queue[: len(up)]
        for player_id in up:
            SEEN["promoted"] += 1
            self.told[player_id, self.board.row(player_id).order_no] += 1  # type: ignore[union-attr]
        waits = [row.player_id for row in self.board.waiting]
        self.queue = [who for who in self.queue if who in waits] + [who for who in waits if who not in self.queue]
        for number in before.tables:
            held, holds = before.dealer(number), self.board.dealer(number)
            if held is not None and holds is not None and held.player_id != holds.player_id:
                assert what is signup.deal and held.state == "cover_wanted"
                assert ("covered", held.player_id) in told and self.board.row(held.player_id) is None
                SEEN["covered"] += 1
        return True

    def somebody(self, data: st.DataObject, *whats: str | None, state: str = "") -> int:
        """Anybody, and mostly somebody who is signed up for one of these."""
        rows = {who: self.board.row(who) for who in range(1, 10)}
        likely = [who for who, row in rows.items() if (row.what if row else None) in whats]
        likely = [who for who in likely if not state or rows[who].state == state]  # type: ignore[union-attr]
        return data.draw(st.sampled_from(likely)) if likely and data.draw(st.integers(0, 5)) else data.draw(people)

    def a_table(self, data: st.DataObject, likely: tuple[int, ...]) -> int:
        return data.draw(st.sampled_from(likely)) if likely and data.draw(st.integers(0, 5)) else data.draw(numbers)

    # -------------------------------------------------------------- what people do

    @rule(data=st.data())
    def play(self, data: st.DataObject) -> None:
        who = self.somebody(data, None, "stand_by")
        room, known = self.board.room, self.board.row(who)
        if self.do(signup.play, who):
            row = self.board.row(who)
            assert (known is None or known.what == "stand_by") and row is not None
            assert row.state == ("in" if room is None or room > 0 else "waiting")

    @rule(data=st.data())
    def deal(self, data: st.DataObject) -> None:
        who, number = self.somebody(data, None, "stand_by", "play"), self.a_table(data, cover.uncovered(self.board))
        if self.do(signup.deal, who, number):
            assert self.board.dealer(number) == self.board.row(who)

    @rule(data=st.data())
    def stand_by(self, data: st.DataObject) -> None:
        self.do(signup.stand_by, self.somebody(data, None))

    @rule(data=st.data())
    def drop(self, data: st.DataObject) -> None:
        who = self.somebody(data, "play", "deal", "stand_by")
        if self.do(signup.drop, who):
            assert self.board.row(who) is None

    @rule(data=st.data())
    def want_cover(self, data: st.DataObject) -> None:
        who = self.somebody(data, "deal", state="in")
        if self.do(signup.want_cover, who):
            assert self.board.row(who) is not None

    @rule(data=st.data())
    def keep(self, data: st.DataObject) -> None:
        self.do(signup.keep, self.somebody(data, "deal", state="cover_wanted"))

    @rule(data=st.data())
    def reconfirm(self, data: st.DataObject) -> None:
        who = self.somebody(data, "deal")
        if self.do(signup.reconfirm, who, NOW):
            assert not any(risk.player_id == who for risk in cover.at_risk(self.board))

    @rule(data=st.data(), may=st.booleans())
    def allow_writing(self, data: st.DataObject, may: bool) -> None:
        who = self.somebody(data, "play", "deal", "stand_by")
        if self.do(signup.allow_writing, who, may):
            (self.off.discard if may else self.off.add)(who)

    # -------------------------------------------------------------- cover

    @rule(data=st.data(), able=st.sets(people), downs=st.dictionaries(people, st.integers(0, 5)))
    def ask(self, data: st.DataObject, able: set[int], downs: dict[int, int]) -> None:
        number = self.a_table(data, cover.uncovered(self.board))
        line = cover.can_be_asked(self.board, number, downs, able)
        stand_bys = {row.player_id for row in self.board.stand_bys}
        ranks = [(who not in stand_bys, downs.get(who, 0)) for who in line]
        assert ranks == sorted(ranks)
        assert not any((who, number) in self.asked for who in line)
        if line:
            self.do(cover.ask, line[0], number, NOW, NOW + timedelta(hours=12))

    @rule(data=st.data(), what=st.sampled_from([cover.decline, cover.lapse, signup.deal]))
    def answer(self, data: st.DataObject, what: Callable[..., Decision]) -> None:
        waiting = signup.open_asks(self.board)
        if waiting:
            each = data.draw(st.sampled_from(waiting))
            done = self.do(what, each.player_id, each.table_number)
            assert done, "whoever is asked can always answer"
            self.asked.add((each.player_id, each.table_number))

    @rule(who=people, number=numbers)
    def answer_unasked(self, who: int, number: int) -> None:
        if (who, number) not in {(each.player_id, each.table_number) for each in signup.open_asks(self.board)}:
            assert not self.do(cover.decline, who, number)

    # -------------------------------------------------------------- the host

    @rule(tables=st.sets(numbers), limit=st.sampled_from([None, 2, 4, 6, 8]))
    def change(self, tables: set[int], limit: int | None) -> None:
        there, numbers_ = self.board, tuple(sorted(tables))
        coming = {row.player_id for row in there.rows if there.row(row.player_id) and row.what in ("play", "deal")}
        changed = Board(numbers_, limit, there.min_players, there.rows, there.asks)

        def change(board: Board) -> Decision:
            return signup.change(there, numbers_, limit)

        if self.do(change, board=changed):
            assert coming == {row.player_id for row in self.board.rows if row.is_live and row.what in ("play", "deal")}

    @rule(data=st.data())
    def move(self, data: st.DataObject) -> None:
        who, number = self.somebody(data, "deal"), self.a_table(data, self.board.open_tables)
        if self.do(signup.move, who, number):
            assert self.board.dealer(number) == self.board.row(who)

    @rule(data=st.data())
    def no_show(self, data: st.DataObject) -> None:
        who = self.somebody(data, "play", "deal")
        had = self.board.row(who)
        if self.do(signup.no_show, who, NOW):
            assert had is not None and had.what != "stand_by" and had.state != "waiting"

    # -------------------------------------------------------------- what always holds

    @invariant()
    def it_holds(self) -> None:
        board = self.board
        assert self.refusal.endswith(".")
        live = [row for row in board.rows if row.is_live]
        assert len({row.player_id for row in board.rows}) == len(board.rows), "one spot a person"
        assert len({row.order_no for row in board.rows}) == len(board.rows), "no place in the order twice"
        dealt = [row.table_number for row in live if row.table_number is not None]
        assert len(set(dealt)) == len(dealt) and set(dealt) <= set(board.tables), "one dealer a table"
        assert all((row.what == "deal") == (row.table_number is not None) for row in live)
        if board.max_players is not None:
            assert board.coming <= board.max_players
            assert len(board.players) + len(board.tables) <= board.max_players, "a dealer's place is kept"
        assert not (board.waiting and (board.room is None or board.room > 0)), "nobody waits while a place is free"
        assert [row.player_id for row in board.waiting] == self.queue
        assert all(times == 1 for times in self.told.values()), "promotion is told once"
        open_ = signup.open_asks(board)
        assert len({each.table_number for each in open_}) == len(open_) == len({each.player_id for each in open_})
        assert {each.table_number for each in open_} <= set(cover.uncovered(board))
        assert not {each.player_id for each in open_} & {row.player_id for row in live if row.what == "deal"}
        assert all(row.may_write == (row.player_id not in self.off) for row in live)
        risky = {risk.table_number for risk in cover.at_risk(board)}
        assert set(cover.uncovered(board)) <= risky
        for number in set(board.tables) - risky:
            dealer = board.dealer(number)
            assert dealer is not None and dealer.reconfirmed_at is not None and dealer.state == "in"
