"""One of the last twenty steps of a table is taken back, and what hangs on it follows. No Discord here."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.shared.refusals import Refusal
from cogs.table import wording
from cogs.table.actions import AtTable, verify_sits_nowhere_else
from cogs.table.finding import people_of
from data.case_acts import draw_case
from data.nights import night_open
from data.players import players
from data.reopening import reopen_table, take_bust_back, take_down_back
from data.settings import all_settings
from data.tables import Kept, Taken, steps_of, undo
from league.settings import settings_at
from league.table import Dealer, Misdeal, Seat, Stand, Table

LOG_LOOKED_THROUGH = 60  # lines back to the twentieth that still stands, in all but odd evenings
NOT_YOURS = "You can take back what you did here yourself; for anything else ask a host or TD."
NIGHT_OVER = "The night of this table is over, so it stays closed: /table open opens one for tonight."


def take_back(at: AtTable, step_id: int | None = None) -> str:
    """One of the last twenty steps is taken back, None: the newest. One's own, or any for staff."""
    lines = steps_of(at.tx, at.act.league_id, at.kept.table_id, LOG_LOOKED_THROUGH)
    line = newest_standing(lines, step_id)
    if not at.asker.is_staff and (line is None or line.by != at.asker.user_id):
        raise Refusal(NOT_YOURS)
    before = at.kept
    at.kept = undo(at.tx, at.act, before, step_id if line is None else line.step_id)
    at.touched.append(at.kept.table_id)
    _verify_nobody_sits_twice(at, before.table)
    if line is not None and isinstance(line.step, Misdeal) and line.step.case_number is not None:
        draw_case(at.tx, at.act.league_id, line.step.case_number, at.act.at)
    told = f"Taken back: step {step_id}."
    if line is not None and line.step is not None:
        told = f"Taken back: step {line.step_id}, {wording.told(line.step, people_of(at.tx, at.kept, [line]))}."
    return told + _bound_again(at, before) + _dealer_follows(at) + _in_again(at, line)


def newest_standing(lines: Sequence[Taken], step_id: int | None = None) -> Taken | None:
    """The step of that number that has not been taken back, None: the newest."""
    fitting = (line for line in lines if line.step is not None and not line.undone)
    return next((line for line in fitting if step_id in (None, line.step_id)), None)


def _verify_nobody_sits_twice(at: AtTable, before: Table) -> None:
    """Whoever has this seat again may have gone on to another table. Raises NotNow."""
    everybody = players(at.tx, at.act.league_id)
    for player_id in sorted(_places(at.kept.table) - _places(before)):
        verify_sits_nowhere_else(at, everybody[player_id])


def _places(table: Table) -> set[int]:
    """Who keeps or gets a seat with the next hand."""
    staying = {one.player_id for one in table.seated if not table.is_leaving(one.player_id)}
    return staying | {step.player_id for step in table.waiting if isinstance(step, Seat)}


def _bound_again(at: AtTable, before: Kept) -> str:
    """A closing that is taken back binds again whom it freed. Raises Refusal once the night is over."""
    if before.closed_at is None or at.kept.closed_at is not None:
        return ""
    night = night_open(at.tx, at.act.league_id)
    if night is None or night.night_id != at.kept.night_id:
        raise Refusal(NIGHT_OVER)
    bound = reopen_table(at.tx, at.act, night.night_id, at.number, before.closed_at)
    names = wording.names(bound, players(at.tx, at.act.league_id, bound))
    return f" Owing to deal here again: {names}." if bound else ""


def _in_again(at: AtTable, line: Taken | None) -> str:
    """A dealer whose bust took the seat is in the tournament again with it."""
    if line is None or not isinstance(line.step, Stand):
        return ""
    player_id = line.step.player_id
    if not take_bust_back(at.tx, at.act, at.kept.night_id, player_id, line.at):
        return ""
    name = wording.names([player_id], players(at.tx, at.act.league_id, [player_id]))
    return f" {name} is in the tournament again, and deals on."


def _dealer_follows(at: AtTable) -> str:
    """The down goes with the table's dealer; where that one deals elsewhere now, the table has none."""
    if at.kept.table.is_closed:
        return ""
    minutes = settings_at(all_settings(at.tx, at.act.league_id), at.act.at).down_minutes
    dealer_id = at.kept.table.dealer_id
    if take_down_back(at.tx, at.act, at.kept.night_id, at.number, dealer_id, minutes):
        return ""
    at.take(Dealer(None))
    name = wording.names([dealer_id or 0], players(at.tx, at.act.league_id))
    return f" {name} deals another table now, so this one has no dealer: /dealer start puts one in."
