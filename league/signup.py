"""Who comes to a night: places, dealers' tables, the waiting list, stand-bys. Pure.

Every table that has a volunteer dealer keeps one place for that dealer, for dealers play, too; the other places are
for players who do not deal. So somebody who deals never waits, and the limit holds whoever comes. A decision is made
on the board as it stands and answers with what changes on it and who is told; or it raises NotNow.

>>> board = Board(tables=(1,), max_players=2)
>>> for player_id in (7, 8):
...     board = board.after(play(board, player_id))
>>> [(row.player_id, row.state) for row in board.rows]
[(7, 'in'), (8, 'waiting')]
>>> done = drop(board, 7)
>>> done.notices
(Notice(player_id=8, what='promoted', table_number=None, other_id=None),)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from league.refusing import NotNow

PLAY, DEAL, STAND_BY = WHATS = ("play", "deal", "stand_by")
IN, WAITING, COVER_WANTED, DROPPED = STATES = ("in", "waiting", "cover_wanted", "dropped")
ASKED, TAKEN, REFUSED, LAPSED, WITHDRAWN = ANSWERS = ("asked", "taken", "refused", "lapsed", "withdrawn")
NOTICES = (
    "promoted",  # off the waiting list: a place is theirs, and they can say no
    "covered",  # another deals the table they wanted cover for: they are out of the night
    "not_needed",  # they were asked to deal a table, and it has a dealer again
    "plays",  # the table they were to deal is not dealt by a volunteer any more: they play
    "other_table",  # they deal another table than before: a host has put them there
)


@dataclass(frozen=True)
class SignUp:
    """One person's spot at a night. One row a person; whoever comes back gets a new `order_no`.

    `table_number`: which table they deal; None: they do not. `may_write`: they may be written to about this night.
    """

    player_id: int
    what: str
    state: str
    order_no: int
    table_number: int | None = None
    may_write: bool = True
    reconfirmed_at: datetime | None = None
    no_show_at: datetime | None = None

    @property
    def is_live(self) -> bool:
        """Do they come, wait, or stand by?"""
        return self.state != DROPPED


@dataclass(frozen=True)
class Ask:
    """Somebody was asked to deal a table of this night. `answer`: one of ANSWERS, "asked" until it is settled."""

    player_id: int
    table_number: int
    asked_at: datetime
    answer_by: datetime
    answer: str = ASKED


@dataclass(frozen=True)
class Notice:
    """Somebody to be told something, once: `what` is one of NOTICES. `other_id`: who did it."""

    player_id: int
    what: str
    table_number: int | None = None
    other_id: int | None = None


@dataclass(frozen=True)
class Decision:
    """What a decision changes: rows by person, asks by person and table, each as it is from now on; who is told."""

    rows: tuple[SignUp, ...] = ()
    asks: tuple[Ask, ...] = ()
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True)
class Board:
    """Who has signed up for one night. `tables`: those that a volunteer deals. `max_players` None: no limit."""

    tables: tuple[int, ...] = ()
    max_players: int | None = None
    min_players: int = 0
    rows: tuple[SignUp, ...] = ()
    asks: tuple[Ask, ...] = ()

    def after(self, decision: Decision) -> Board:
        """The board once the decision is written down."""
        rows = {row.player_id: row for row in (*self.rows, *decision.rows)}
        asks = {(ask.player_id, ask.table_number): ask for ask in (*self.asks, *decision.asks)}
        return replace(self, rows=tuple(rows.values()), asks=tuple(asks.values()))

    def row(self, player_id: int) -> SignUp | None:
        """Somebody's spot; None: they have none."""
        return next((row for row in self.rows if row.player_id == player_id and row.is_live), None)

    def dealer(self, table_number: int) -> SignUp | None:
        """Who deals this table, also when they want cover; None: it is open."""
        return next((row for row in self.rows if row.table_number == table_number), None)

    @property
    def open_tables(self) -> tuple[int, ...]:
        """The tables that nobody deals yet."""
        return tuple(number for number in self.tables if self.dealer(number) is None)

    @property
    def players(self) -> tuple[SignUp, ...]:
        """Those who have a place and do not deal, in order."""
        return self._in_order(PLAY, IN)

    @property
    def waiting(self) -> tuple[SignUp, ...]:
        """The waiting list, in order."""
        return self._in_order(PLAY, WAITING)

    @property
    def stand_bys(self) -> tuple[SignUp, ...]:
        """Those who deal only if nobody else does, in order."""
        return self._in_order(STAND_BY, IN)

    @property
    def coming(self) -> int:
        """How many sit down: players and dealers."""
        return len(self.players) + len(self.tables) - len(self.open_tables)

    @property
    def room(self) -> int | None:
        """How many places are left for players who do not deal; None: no limit."""
        return None if self.max_players is None else self.max_players - len(self.tables) - len(self.players)

    def _in_order(self, what: str, state: str) -> tuple[SignUp, ...]:
        return tuple(sorted((r for r in self.rows if (r.what, r.state) == (what, state)), key=lambda row: row.order_no))

    def consent(self, player_id: int, may_write: bool) -> bool:
        """May they be written to about this night? What they once chose stays, also when they come back."""
        return next((row.may_write for row in self.rows if row.player_id == player_id), may_write)

    @property
    def next_order_no(self) -> int:
        """The place in the order of whoever comes next."""
        return max((row.order_no for row in self.rows), default=0) + 1


def open_asks(board: Board) -> tuple[Ask, ...]:
    """Who has been asked to deal a table and has not answered."""
    return tuple(ask for ask in board.asks if ask.answer == ASKED)


# ------------------------------------------------------------------ what a person does


def play(board: Board, player_id: int, *, may_write: bool = True) -> Decision:
    """A person wants to play: a place, or the end of the waiting list."""
    row = board.row(player_id)
    if row is not None and row.what == DEAL:
        raise NotNow(f"You deal table {row.table_number} and play there: to only play, drop that first under My spot.")
    if row is not None and row.what == PLAY:
        raise NotNow("You already have a place." if row.state == IN else waits(board, row))
    state = WAITING if board.room is not None and board.room <= 0 else IN
    return Decision(rows=(_new(board, player_id, PLAY, may_write, state),))


def deal(board: Board, player_id: int, table_number: int, *, may_write: bool = True) -> Decision:
    """A person takes a table to deal: one that is open, or whose dealer wants cover and is out with this.

    A player's place is free with it, and whoever was asked to deal the table need not answer.
    """
    row, holder = board.row(player_id), board.dealer(table_number)
    if table_number not in board.tables:
        raise NotNow(f"No volunteer deals table {table_number} that night: choose another table.")
    if row is not None and row.what == DEAL and row.table_number != table_number:
        raise NotNow(f"You already deal table {row.table_number}: drop that first under My spot.")
    if holder is not None and holder.player_id == player_id:
        raise NotNow(f"You already deal table {table_number}.")
    if holder is not None and holder.state != COVER_WANTED:
        raise NotNow(f"Table {table_number} has a dealer by now: {_elsewhere(board)}")
    rows, notices = [replace(_new(board, player_id, DEAL, may_write), table_number=table_number)], []
    if holder is not None:
        rows.append(_out(holder))
        notices.append(Notice(holder.player_id, "covered", table_number, player_id))
    asks, not_needed = _settled(board, player_id, table_number)
    return _filled(board, Decision(tuple(rows), asks, (*notices, *not_needed)))


def stand_by(board: Board, player_id: int, *, may_write: bool = True) -> Decision:
    """A person deals only if nobody else does. It takes no place."""
    row = board.row(player_id)
    if row is not None:
        raise NotNow(
            "You already stand by."
            if row.what == STAND_BY
            else "You are signed up for this night: to only stand by, drop that first under My spot."
        )
    return Decision(rows=(_new(board, player_id, STAND_BY, may_write),))


def drop(board: Board, player_id: int) -> Decision:
    """A person does not come: the place goes to the first who waits, a dealer's table is open again."""
    out = _out(verified(board, player_id))
    return _filled(board, Decision((out,), *_settled(board, player_id)))


def want_cover(board: Board, player_id: int) -> Decision:
    """A dealer wants out, and stays the dealer until somebody takes the table."""
    row = _dealing(board, player_id)
    if row.state == COVER_WANTED:
        raise NotNow(f"Cover for table {row.table_number} is being looked for already; until then it is yours.")
    return Decision(rows=(replace(row, state=COVER_WANTED, reconfirmed_at=None),))


def keep(board: Board, player_id: int) -> Decision:
    """A dealer who wanted cover deals after all; whoever was asked need not answer."""
    row = _dealing(board, player_id)
    if row.state != COVER_WANTED:
        raise NotNow(f"You deal table {row.table_number}, and no cover is looked for.")
    return Decision((replace(row, state=IN),), *_settled(board, player_id, row.table_number))


def reconfirm(board: Board, player_id: int, now: datetime) -> Decision:
    """A dealer says again that they come. It also ends a search for cover."""
    row = _dealing(board, player_id)
    kept = keep(board, player_id) if row.state == COVER_WANTED else Decision()
    return replace(kept, rows=(replace(row, state=IN, reconfirmed_at=now),))


# ------------------------------------------------------------------ what the host does


def change(board: Board, tables: Sequence[int], max_players: int | None) -> Decision:
    """The night has other tables or another limit: who waits moves up, a table's former dealer plays.

    The decision is for a board that already has the new tables and limit, which the night keeps. Refused where
    somebody would be put out, or where there are fewer places than dealers: so it also checks a new night.
    """
    gone = [row for row in board.rows if row.table_number is not None and row.table_number not in tables]
    rows = tuple(replace(row, what=PLAY, state=IN, table_number=None, reconfirmed_at=None) for row in gone)
    asks = tuple(replace(each, answer=WITHDRAWN) for each in open_asks(board) if each.table_number not in tables)
    notices = [Notice(row.player_id, "plays", row.table_number) for row in gone]
    notices += [Notice(each.player_id, "not_needed", each.table_number) for each in asks]
    changed = replace(board, tables=tuple(tables), max_players=max_players)
    decision = Decision(rows, asks, tuple(notices))
    after = changed.after(decision)
    if after.room is not None and after.room < 0:
        least = len(after.players) + len(tables)
        raise NotNow(f"With a place for each dealer {least} are needed: set the limit to {least} or more.")
    return _filled(changed, decision)


def move(board: Board, player_id: int, table_number: int) -> Decision:
    """A dealer deals another table, one that is open."""
    row = _dealing(board, player_id, "They deal no table that night: sign them up for one.")
    if table_number not in board.open_tables:
        raise NotNow(f"Table {table_number} is not open: {_elsewhere(board)}")
    asks, not_needed = _settled(board, player_id, table_number)
    told = Notice(player_id, "other_table", table_number)
    return Decision((replace(row, table_number=table_number),), asks, (told, *not_needed))


def no_show(board: Board, player_id: int, at: datetime | None) -> Decision:
    """Somebody had a place and did not come; `at` None: the mark is taken back."""
    row = board.row(player_id)
    if row is None or row.what == STAND_BY or row.state == WAITING:
        raise NotNow("They had no place that night, so they are not missing.")
    return Decision(rows=(replace(row, no_show_at=at),))


def allow_writing(board: Board, player_id: int, may_write: bool) -> Decision:
    """A person may, or may not, be written to about this night."""
    return Decision(rows=(replace(verified(board, player_id), may_write=may_write),))


# ------------------------------------------------------------------ how it is worked out


def _filled(board: Board, decision: Decision) -> Decision:
    """The decision, and whoever moves up from the waiting list with it."""
    board = board.after(decision)
    places = len(board.waiting) if board.room is None else max(board.room, 0)
    up = board.waiting[:places]
    return replace(
        decision,
        rows=(*decision.rows, *(replace(row, state=IN) for row in up)),
        notices=(*decision.notices, *(Notice(row.player_id, "promoted") for row in up)),
    )


def _settled(
    board: Board, player_id: int, table_number: int | None = None
) -> tuple[tuple[Ask, ...], tuple[Notice, ...]]:
    """What becomes of open questions to somebody, and about a table that they see to; who need not answer any more."""
    asks = tuple(ask for ask in open_asks(board) if ask.player_id == player_id or ask.table_number == table_number)
    answered = tuple(
        replace(ask, answer=TAKEN if (ask.player_id, ask.table_number) == (player_id, table_number) else WITHDRAWN)
        for ask in asks
    )
    others = [ask for ask in asks if ask.player_id != player_id]
    return answered, tuple(Notice(ask.player_id, "not_needed", ask.table_number, player_id) for ask in others)


def _new(board: Board, player_id: int, what: str, may_write: bool, state: str = IN) -> SignUp:
    return SignUp(player_id, what, state, board.next_order_no, may_write=board.consent(player_id, may_write))


def _out(row: SignUp) -> SignUp:
    return replace(row, state=DROPPED, table_number=None, reconfirmed_at=None)


def verified(board: Board, player_id: int) -> SignUp:
    """Somebody's spot. Raises NotNow where they have none."""
    row = board.row(player_id)
    if row is None:
        raise NotNow("You are not signed up for this night: press Play, Deal a table or Stand by.")
    return row


def _dealing(board: Board, player_id: int, sentence: str = "You do not deal a table that night.") -> SignUp:
    row = board.row(player_id)
    if row is None or row.what != DEAL:
        raise NotNow(sentence)
    return row


def waits(board: Board, row: SignUp) -> str:
    """Where on the waiting list somebody is, in a sentence."""
    place = board.waiting.index(row) + 1
    return f"You are number {place} on the waiting list and will be told when a place is free."


def _elsewhere(board: Board) -> str:
    tables = board.open_tables
    if not tables:
        return "every table has one, but you can stand by."
    return f"open {'is table' if len(tables) == 1 else 'are tables'} {', '.join(map(str, tables))}."
