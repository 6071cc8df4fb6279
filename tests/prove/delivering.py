"""For test_delivered_twice.py: a plugin that delivers every interaction of whatever test once more.

DELIVERED=at_once: a second copy at the same moment. DELIVERED=after_a_stop: once it is answered the bot is stopped and
started, and it is delivered again; so are the first MOST of each command and route. What was delivered, and what
changed by it, is added to DELIVERED_LOG.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import simcord._modal
import simcord.actors

from cogs.client import FloorBot

HOW = os.environ["DELIVERED"]
AUTOCOMPLETE = 4
MOST = 8
_delivered: Counter[str] = Counter()
_dispatch = simcord.actors._dispatch_actor_interaction


@pytest.fixture(autouse=True)
def everything_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    import conftest  # pytest reads it anew when it collects; what was imported before that is another

    if HOW == "at_once":
        emit = conftest.Wire.emit

        def twice(self: Any, event: str, payload: Any) -> None:
            emit(self, event, payload)
            if event == "INTERACTION_CREATE" and payload["type"] != AUTOCOMPLETE:
                self._emit(event, self.sent[-1])
                note(payload, [])

        monkeypatch.setattr(conftest.Wire, "emit", twice)
        return
    for module in (simcord.actors, simcord._modal, conftest):
        monkeypatch.setattr(module, "_dispatch_actor_interaction", _after_a_stop)


async def _after_a_stop(actor: Any, type: int, *args: Any, **more: Any) -> Any:
    from season_world import PLACES, kept

    env = actor._env
    seen: list[tuple[str, Any]] = []

    def listen(event: str, payload: Any) -> None:
        seen.append((event, payload))

    env.backend.subscribers.append(listen)
    result = await _dispatch(actor, type, *args, **more)
    env.backend.subscribers.remove(listen)
    if type == AUTOCOMPLETE:
        return result
    [(event, payload)] = [one for one in seen if one[0] == "INTERACTION_CREATE"]
    _delivered[name_of(payload)] += 1
    if _delivered[name_of(payload)] > MOST:
        return result
    old = env.bot
    await env.restart_bot(FloorBot(old.store, clock=old.clock, always_sync=True))
    await env._settle_internal()
    before = await old.store.read(kept, PLACES)
    env.backend.emit(event, payload)
    await env._settle_internal()
    after = await old.store.read(kept, PLACES)
    note(payload, [name for name in before if before[name] != after[name]])
    return result


def note(payload: dict[str, Any], changed: list[str]) -> None:
    """What was delivered once more, in which test, and which tables changed by it."""
    test = os.environ["PYTEST_CURRENT_TEST"].rsplit("::", 1)[-1].split(" ")[0]
    with Path(os.environ["DELIVERED_LOG"]).open("a", encoding="utf-8") as log:
        log.write(json.dumps([name_of(payload), changed, test]) + "\n")


def name_of(payload: dict[str, Any]) -> str:
    """A command's whole name, or the route of a press."""
    data = payload["data"]
    if "custom_id" in data:
        return ":".join(data["custom_id"].split(":")[:2])
    name, options = data["name"], data.get("options") or []
    while options and options[0]["type"] in (1, 2):  # a group or a command in one
        name, options = f"{name} {options[0]['name']}", options[0].get("options") or []
    return str(name)
