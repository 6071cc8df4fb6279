"""A spot at a night ahead changes: written down, told, and cover looked for, in one transaction. No Discord here."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime

from data.due import set_job
from data.handled import Act
from data.letters import OTHER_TABLE, follow_dealer, write_letter
from data.plans import COVER, Planned, cover_subject, planned
from data.players import players
from data.signups import board_of, downs_this_season, record
from data.store import Transaction
from data.wishes import free_on, games_dealt, wish_of, wishes
from league.cover import being_looked_for, can_be_asked, uncovered
from league.night import day_of
from league.plan import Plan, cover_from
from league.signup import Board, Decision


def settle(tx: Transaction, act: Act, night_id: int, decide: Callable[[Board], Decision]) -> None:
    """Decide on the board as it stands, write it down, tell who is to be told, look for cover. Raises NotNow."""
    before = board_of(tx, act.league_id, night_id)
    decision = decide(before)
    record(tx, act.league_id, night_id, decision)
    after = before.after(decision)
    night = planned(tx, act.league_id, night_id)
    assert night is not None  # the board is of this night
    notify(tx, act, night, after, decision)
    refused = {each.table_number for each in decision.asks if each.answer == "refused"}
    fresh = len(after.stand_bys) > len(before.stand_bys)
    for table_number in uncovered(after):
        if table_number not in uncovered(before) or table_number in refused:
            set_job(tx, act.league_id, COVER, cover_subject(night_id, table_number), act.at)
        elif fresh:
            look_again(tx, act, night_id, night.plan, after, table_number)
    look_elsewhere(tx, act, night, after, {each.player_id for each in decision.asks})


def look_again(tx: Transaction, act: Act, night_id: int, plan: Plan, board: Board, table_number: int) -> None:
    """There may be somebody for this table now: a search that goes on is looked at at once, and keeps its deadline."""
    is_sought = table_number in being_looked_for(board)
    due_at = act.at if is_sought else cover_from(act.at, plan.starts_at)
    set_job(tx, act.league_id, COVER, cover_subject(night_id, table_number), due_at)


def look_elsewhere(tx: Transaction, act: Act, night: Planned, board: Board, freed: Collection[int]) -> None:
    """These people need not think about one table any more, so they can be asked about another."""
    lacking = uncovered(board)
    if not freed or not lacking:
        return
    can_deal = candidates(tx, night, board, act.at)
    for table_number in lacking:
        if not set(freed).isdisjoint(can_deal(table_number)):
            look_again(tx, act, night.night_id, night.plan, board, table_number)


def notify(tx: Transaction, act: Act, night: Planned, board: Board, decision: Decision) -> None:
    """Whoever a decision touches is told, if they may be written to. `board`: as it stands by the decision."""
    night_id = night.night_id
    allowed = {row.player_id for row in board.rows if row.may_write}
    for notice in decision.notices:
        if notice.what == OTHER_TABLE and notice.table_number is not None:
            follow_dealer(tx, act.league_id, night_id, notice.player_id, notice.table_number)
        if notice.player_id in allowed or wish_of(tx, act.league_id, notice.player_id).may_ask:
            until = night.plan.starts_at
            write_letter(tx, act, night_id, notice.player_id, notice.what, until, notice.table_number)


def candidates(tx: Transaction, night: Planned, board: Board, now: datetime) -> Callable[[int], list[int]]:
    """Tells of each table who can be asked to deal it, in a fair order: of those alone who may be written to."""
    wished, games = wishes(tx, night.league_id), games_dealt(tx, night.league_id)
    free = free_on(tx, night.league_id, night.night_id)
    accounts = {key for key, one in players(tx, night.league_id).items() if one.user_id is not None}
    writable = {row.player_id for row in board.rows if row.is_live and row.may_write}
    writable |= {who for who, wish in wished.items() if wish.may_ask}
    able = {who for who, dealt in games.items() if night.plan.game in dealt and who in writable}
    downs = downs_this_season(tx, night.league_id, now)
    signed = {row.player_id for row in board.rows if row.is_live}
    weekday = str(day_of(night.plan.starts_at, night.plan.zone).weekday())

    def of_table(table_number: int) -> list[int]:
        found = can_be_asked(board, table_number, downs, able)
        can = {who for who in found if who in signed or weekday in wished[who].weekdays or free.get(who)}
        return [who for who in found if who in can & writable & accounts and free.get(who, True)]

    return of_table
