"""Finding somebody for a table without a dealer, one question at a time; and what a host should worry about. Pure.

The table passes only when somebody takes it (`league.signup.deal`): a question alone changes nothing for its dealer.

>>> from league.signup import stand_by
>>> board = Board(tables=(1,))
>>> for player_id in (7, 8):
...     board = board.after(stand_by(board, player_id))
>>> can_be_asked(board, 1, downs={7: 3, 8: 2})
(8, 7)
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from league.refusing import NotNow
from league.signup import ASKED, COVER_WANTED, DEAL, LAPSED, REFUSED, WITHDRAWN, Ask, Board, Decision, open_asks

OPEN_TABLE, WANTS_COVER, UNCONFIRMED, TOO_FEW, JUST_ENOUGH = RISKS = (
    "open_table",  # nobody deals it
    "wants_cover",  # its dealer wants out
    "unconfirmed",  # its dealer has not said again that they come
    "too_few",  # players below the minimum
    "just_enough",  # one no more, and they are
)


def uncovered(board: Board) -> tuple[int, ...]:
    """The tables that need somebody: nobody deals them, or their dealer wants out."""
    holders = {number: board.dealer(number) for number in board.tables}
    return tuple(number for number, row in holders.items() if row is None or row.state == COVER_WANTED)


def can_be_asked(
    board: Board, table_number: int, downs: Mapping[int, int], able: Collection[int] = ()
) -> tuple[int, ...]:
    """Whom to ask to deal a table, in order: stand-bys, then the able; of both, who has dealt least this season first.

    `downs`: per person how many this season, none where missing. Left out: who deals that night, is being asked about
    another table, has been asked about this one, or dropped the night.
    """
    asked = {ask.player_id for ask in board.asks if ask.table_number == table_number and ask.answer != WITHDRAWN}
    asked |= {ask.player_id for ask in open_asks(board)}
    out = asked | {row.player_id for row in board.rows if row.what == DEAL or not row.is_live}
    stand_bys = {row.player_id: row.order_no for row in board.stand_bys}
    people = (set(stand_bys) | set(able)) - out
    return tuple(sorted(people, key=lambda who: (who not in stand_bys, downs.get(who, 0), stand_bys.get(who, 0), who)))


def ask(board: Board, player_id: int, table_number: int, now: datetime, answer_by: datetime) -> Decision:
    """Somebody is asked to deal a table. One at a time for each table."""
    if any(each.table_number == table_number for each in open_asks(board)):
        raise NotNow(f"Somebody is being asked about table {table_number} already: wait for the answer.")
    if table_number not in uncovered(board):
        raise NotNow(f"Table {table_number} needs nobody: it has a dealer, or no volunteer deals it.")
    if player_id not in can_be_asked(board, table_number, {}, (player_id,)):
        raise NotNow("They deal that night, have been asked already or are not coming: ask somebody else.")
    return Decision(asks=(Ask(player_id, table_number, now, answer_by),))


def decline(board: Board, player_id: int, table_number: int) -> Decision:
    """Whoever was asked says no."""
    return Decision(asks=(replace(_asked(board, player_id, table_number), answer=REFUSED),))


def lapse(board: Board, player_id: int, table_number: int) -> Decision:
    """Whoever was asked did not answer in time."""
    return Decision(asks=(replace(_asked(board, player_id, table_number), answer=LAPSED),))


def ask_anew(board: Board) -> Decision:
    """The night is another game: whoever was asked or said no did so for the old one, so they can be asked anew."""
    old = (each for each in board.asks if each.answer in (ASKED, REFUSED, LAPSED))
    return Decision(asks=tuple(replace(each, answer=WITHDRAWN) for each in old))


def moved(board: Board) -> Decision:
    """The night is at another time: the same, and whoever confirmed did so for the old one, too."""
    rows = tuple(replace(row, reconfirmed_at=None) for row in board.rows if row.reconfirmed_at is not None)
    return replace(ask_anew(board), rows=rows)


def being_looked_for(board: Board) -> tuple[int, ...]:
    """The tables for which somebody is being asked, or whose dealer wants out."""
    asked = {each.table_number for each in open_asks(board)}
    return tuple(number for number in uncovered(board) if number in asked or board.dealer(number) is not None)


@dataclass(frozen=True)
class Risk:
    """Something that may leave a table without a dealer or the night without players: `what` is one of RISKS.

    `left`: of a table, how many can still be asked; of players, how many are missing.
    """

    what: str
    table_number: int | None = None
    player_id: int | None = None
    left: int = 0


def at_risk(board: Board, able: Mapping[int, Collection[int]] | None = None) -> tuple[Risk, ...]:
    """What a host looks at before the night: tables first, then the number of players. `able`: by table who can."""
    risks = []
    for number in board.tables:
        row = board.dealer(number)
        left = len(can_be_asked(board, number, {}, (able or {}).get(number, ())))
        if row is None:
            risks.append(Risk(OPEN_TABLE, number, None, left))
        elif row.state == COVER_WANTED:
            risks.append(Risk(WANTS_COVER, number, row.player_id, left))
        elif row.reconfirmed_at is None:
            risks.append(Risk(UNCONFIRMED, number, row.player_id, left))
    if board.coming < board.min_players:
        risks.append(Risk(TOO_FEW, left=board.min_players - board.coming))
    elif board.min_players and board.coming == board.min_players:
        risks.append(Risk(JUST_ENOUGH))
    return tuple(risks)


def _asked(board: Board, player_id: int, table_number: int) -> Ask:
    for each in open_asks(board):
        if (each.player_id, each.table_number) == (player_id, table_number):
            return each
    raise NotNow(f"Nobody is waiting for your answer about table {table_number} any more.")
