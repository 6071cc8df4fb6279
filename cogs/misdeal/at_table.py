"""A case at a table: which one is meant, what the table tells of it, and how the table follows its ruling. No Discord here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from cogs.shared.people import named
from data.case_acts import Opening
from data.cases import Case
from data.handled import Act
from data.players import player_with, players
from data.store import Transaction
from data.tables import Kept, table_at, tables_of, take_step, undo
from league.duties import duties
from league.refusing import NotNow
from league.table import MISDEALS, Misdeal

GAMES = {"holdem": "flop", "omaha": "flop", "stud": "stud", "draw": "draw"}  # mixed games: it is asked
BUTTON, SEATS, PENALTY, AWAY = "Button and blinds", "Seats", "Players on penalty", "Who was away"  # of the redeal sheet


@dataclass(frozen=True)
class Asked:
    """Where somebody opens a case. `threads`: of that channel. `table_id`: of the table's card that was pressed."""

    channel_id: int
    threads: frozenset[int] = frozenset()
    is_staff: bool = False
    table_id: int | None = None


# ------------------------------------------------------------------ opening


def table_meant(tx: Transaction, act: Act, asked: Asked, night_id: int | None) -> Kept | None:
    """The open table whose card was pressed, or where somebody sits who opens a case in its channel; None: no table.

    Only those who sit or deal there, and staff, open a case at a table; for anybody else it is one like any other.
    """
    here = _tables_here(tx, act, asked, night_id)
    me = player_with(tx, act.league_id, act.by) if here else None
    mine = [kept for kept in here if me is not None and kept.table.has(me.player_id)]
    if not mine and asked.is_staff:
        mine = [kept for kept in here if kept.channel_id == asked.channel_id]
    return mine[0] if len(mine) == 1 else None


def _tables_here(tx: Transaction, act: Act, asked: Asked, night_id: int | None) -> list[Kept]:
    if asked.table_id is not None:
        pressed = table_at(tx, act.league_id, asked.table_id)
        return [] if pressed is None or pressed.closed_at is not None else [pressed]
    if night_id is None:
        return []
    places = asked.threads | {asked.channel_id}
    return [kept for kept in tables_of(tx, act.league_id, night_id) if kept.channel_id in places]


def at_table(opening: Opening, kept: Kept) -> Opening:
    """The opening of a case about the hand in play, with what its table tells; a story of another game is asked about."""
    facts, game = dict(opening.facts), GAMES.get(kept.table.game)
    known = {"game": game} if game and facts.pop("game", game) == game else {}
    return replace(
        opening,
        kind=kept.table.kind,
        facts=facts,
        table_id=kept.table_id,
        hand_number=kept.table.hand,
        dealer_id=duties(kept.table).dealer.player_id,
        known=known,
    )


# ------------------------------------------------------------------ ruled


def taken_to_table(tx: Transaction, act: Act, case: Case, outcome: str) -> int | None:
    """Let the table deal its hand again, or take that back: the line of its log; None: it has nothing to do.

    It follows only while the case's hand is in play: what is over is not dealt again.
    """
    is_redealt = outcome in MISDEALS
    if is_redealt == (case.redeal_step is not None):
        return None
    kept = _in_play(tx, case)
    if kept is None:
        return None
    try:
        if is_redealt:
            return take_step(tx, act, kept, Misdeal(outcome, case.case_number)).last_step
        return undo(tx, act, kept, case.redeal_step).last_step
    except NotNow:  # somebody at the table has taken the redeal back already
        return None


def _in_play(tx: Transaction, case: Case) -> Kept | None:
    """The case's table while the hand of the case is in play there; None: it is over, or the case has no table."""
    kept = None if case.table is None else table_at(tx, case.league_id, case.table.table_id)
    if case.table is None or kept is None or kept.closed_at is not None:
        return None
    return kept if kept.table.hand == case.table.hand_number and kept.table.hand else None


def at_redeal(tx: Transaction, case: Case) -> Mapping[str, str]:
    """What the redeal sheet says of the case's own table, by subject; nothing once its hand is over."""
    kept = _in_play(tx, case)
    if kept is None:
        return {}
    table, people = kept.table, players(tx, case.league_id)

    def names(player_ids: Iterable[int]) -> str:
        return ", ".join(named(people[player_id]) for player_id in player_ids if player_id in people) or "nobody"

    return {
        BUTTON: f"seat {table.button}",
        SEATS: names(table.dealt_in),
        PENALTY: names(table.serving),
        AWAY: names(table.missing),
    }
