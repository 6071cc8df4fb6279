"""What a person can settle for themselves. No Discord here."""

from __future__ import annotations

from cogs.shared.leagues import Leagues
from data.handled import Act, Done, once
from data.settings import all_settings, record_settings
from data.store import Store, Transaction
from league.settings import settings_at


async def stop_floor_calls(store: Store, leagues: Leagues, act: Act) -> Done:
    """A floor call no longer pings whoever acts here."""
    done = await store.write(once, act, _leave_floor_calls)
    leagues.changed(act.league_id)
    return done


def _leave_floor_calls(tx: Transaction, act: Act) -> str:
    people = settings_at(all_settings(tx, act.league_id), act.at).floor_callers
    if act.by not in people:
        return "A floor call does not ping you here: there is nothing to stop."
    left = [user_id for user_id in people if user_id != act.by]
    answer = "A floor call does not ping you any more. A host can add you again when you agree."
    return record_settings(tx, act, {"floor_call": left}, act.at, answer)
