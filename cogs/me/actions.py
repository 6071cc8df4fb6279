"""What a person can settle for themselves. No Discord here."""

from __future__ import annotations

from cogs.shared.leagues import Leagues
from data.handled import Act, Done, once
from data.settings import record_settings
from data.store import Store


async def stop_floor_calls(store: Store, leagues: Leagues, act: Act) -> Done:
    """A floor call no longer pings whoever acts here."""
    settings = (await leagues.now(act.league_id)).settings
    people = [user_id for user_id in settings.floor_callers if user_id != act.by]
    answer = "A floor call does not ping you any more. A host can add you again when you agree."
    done = await store.write(once, act, record_settings, {"floor_call": people}, act.at, answer)
    leagues.changed(act.league_id)
    return done
