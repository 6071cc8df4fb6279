"""Who comes to a night: everybody's spot, who was asked to deal, who was missing, how much each has dealt lately."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from data.due import set_job
from data.handled import Act
from data.plans import FORGET, planned
from data.store import Row, Transaction
from data.times import from_micros, micros_if, moment_if, to_micros
from league.plan import LONGEST_NIGHT, SEASON
from league.signup import Ask, Board, Decision, SignUp


@dataclass(frozen=True)
class Spot:
    """One person's spot at a night that is still to come, or where they were missing."""

    night_id: int
    row: SignUp


def board_of(tx: Transaction, league_id: int, night_id: int) -> Board:
    """The night's sign-ups as they stand; an empty board where there is no such plan."""
    night = planned(tx, league_id, night_id)
    if night is None:
        return Board()
    rows = tx.all(
        "SELECT * FROM signup WHERE league_id = :league_id AND night_id = :night_id ORDER BY order_no, player_id",
        league_id=league_id,
        night_id=night_id,
    )
    asks = tx.all(
        "SELECT * FROM signup_ask WHERE league_id = :league_id AND night_id = :night_id ORDER BY asked_at, player_id",
        league_id=league_id,
        night_id=night_id,
    )
    return Board(
        tables=night.plan.dealt,
        max_players=night.plan.max_players,
        min_players=night.plan.min_players,
        rows=tuple(map(_row, rows)),
        asks=tuple(map(_ask, asks)),
    )


def record(tx: Transaction, league_id: int, night_id: int, decision: Decision) -> None:
    """Write a decision down. Tables are let go before they are taken, so that no two ever deal one."""
    for row in decision.rows:
        tx.run(
            "UPDATE signup SET what = 'play', state = 'in', table_number = NULL"
            " WHERE league_id = :league_id AND night_id = :night_id AND player_id = :player_id",
            league_id=league_id,
            night_id=night_id,
            player_id=row.player_id,
        )
    for row in decision.rows:
        tx.run(
            "INSERT INTO signup (league_id, night_id, player_id, what, state, order_no, table_number, may_write,"
            " reconfirmed_at, no_show_at) VALUES (:league_id, :night_id, :player_id, :what, :state, :order_no,"
            " :table_number, :may_write, :reconfirmed_at, :no_show_at)"
            " ON CONFLICT (league_id, night_id, player_id) DO UPDATE SET what = excluded.what, state = excluded.state,"
            " order_no = excluded.order_no, table_number = excluded.table_number, may_write = excluded.may_write,"
            " reconfirmed_at = excluded.reconfirmed_at, no_show_at = excluded.no_show_at",
            league_id=league_id,
            night_id=night_id,
            player_id=row.player_id,
            what=row.what,
            state=row.state,
            order_no=row.order_no,
            table_number=row.table_number,
            may_write=int(row.may_write),
            reconfirmed_at=micros_if(row.reconfirmed_at),
            no_show_at=micros_if(row.no_show_at),
        )
    _record_asks(tx, league_id, night_id, decision.asks)


def _record_asks(tx: Transaction, league_id: int, night_id: int, asks: Iterable[Ask]) -> None:
    for ask in sorted(asks, key=lambda ask: ask.answer == "asked"):  # who is settled makes room for who is asked
        tx.run(
            "INSERT INTO signup_ask (league_id, night_id, player_id, table_number, asked_at, answer_by, answer)"
            " VALUES (:league_id, :night_id, :player_id, :table_number, :asked_at, :answer_by, :answer)"
            " ON CONFLICT (league_id, night_id, player_id, table_number) DO UPDATE SET"
            " asked_at = excluded.asked_at, answer_by = excluded.answer_by, answer = excluded.answer",
            league_id=league_id,
            night_id=night_id,
            player_id=ask.player_id,
            table_number=ask.table_number,
            asked_at=to_micros(ask.asked_at),
            answer_by=to_micros(ask.answer_by),
            answer=ask.answer,
        )


# ------------------------------------------------------------------ over the season


def downs_this_season(tx: Transaction, league_id: int, now: datetime) -> dict[int, int]:
    """How many downs each has dealt this season; whoever has dealt none is missing."""
    rows = tx.all(
        "SELECT player_id, COUNT(*) AS downs FROM down WHERE league_id = :league_id AND started_at >= :since"
        " GROUP BY player_id",
        league_id=league_id,
        since=to_micros(now - SEASON),
    )
    return {row["player_id"]: row["downs"] for row in rows}


def days_dealt(tx: Transaction, league_id: int, now: datetime) -> dict[int, list[date]]:
    """On which nights of this season each has dealt, a day for each table they dealt that night, in order."""
    rows = tx.all(
        "SELECT DISTINCT d.player_id, d.night_id, d.table_number, n.day FROM down AS d JOIN night AS n"
        " USING (league_id, night_id) WHERE d.league_id = :league_id AND d.started_at >= :since"
        " ORDER BY n.day, d.night_id, d.table_number",
        league_id=league_id,
        since=to_micros(now - SEASON),
    )
    found: dict[int, list[date]] = {}
    for row in rows:
        found.setdefault(row["player_id"], []).append(date.fromisoformat(row["day"]))
    return found


def spots_of(tx: Transaction, league_id: int, player_id: int, now: datetime) -> list[Spot]:
    """Somebody's own spots: at nights that are not over, and where they were missing."""
    rows = tx.all(
        "SELECT s.* FROM signup AS s CROSS JOIN night_plan AS p USING (league_id, night_id)"
        " WHERE s.league_id = :league_id AND s.player_id = :player_id AND s.night_id IN ("  # few of many nights
        "  SELECT night_id FROM signup WHERE league_id = :league_id AND player_id = :player_id AND no_show_at >= :since"
        "  UNION SELECT night_id FROM night_plan WHERE league_id = :league_id AND starts_at > :begun)"
        " AND (s.no_show_at >= :since"
        " OR (s.state <> 'dropped' AND p.cancelled_at IS NULL AND p.starts_at + p.length_minutes * 60000000 > :now))"
        " ORDER BY p.starts_at",
        league_id=league_id,
        player_id=player_id,
        now=to_micros(now),
        begun=to_micros(now - LONGEST_NIGHT),
        since=to_micros(now - SEASON),
    )
    return [Spot(row["night_id"], _row(row)) for row in rows]


def remember_until(tx: Transaction, act: Act, night_id: int) -> None:
    """Somebody was missing that night: it is forgotten after a season."""
    set_job(tx, act.league_id, FORGET, night_id, act.at + SEASON)


def forget_no_shows(tx: Transaction, league_id: int, night_id: int) -> None:
    """Nothing says any more who was missing at this night."""
    tx.run(
        "UPDATE signup SET no_show_at = NULL WHERE league_id = :league_id AND night_id = :night_id",
        league_id=league_id,
        night_id=night_id,
    )


def _row(row: Row) -> SignUp:
    return SignUp(
        player_id=row["player_id"],
        what=row["what"],
        state=row["state"],
        order_no=row["order_no"],
        table_number=row["table_number"],
        may_write=bool(row["may_write"]),
        reconfirmed_at=moment_if(row["reconfirmed_at"]),
        no_show_at=moment_if(row["no_show_at"]),
    )


def _ask(row: Row) -> Ask:
    return Ask(
        player_id=row["player_id"],
        table_number=row["table_number"],
        asked_at=from_micros(row["asked_at"]),
        answer_by=from_micros(row["answer_by"]),
        answer=row["answer"],
    )
