"""The simulated Discord that every test of the bot stands on goes by its own clock alone."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from conftest import League, words

PAUSE = 600.0  # seconds; longer than either loop ever sleeps


async def test_a_machine_paused_in_mid_press_loses_no_answer_and_moves_no_clock(
    league: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop, emit, before = asyncio.get_running_loop(), league.env.backend.emit, league.env.now()
    real_time = loop.time

    def pausing(event: str, payload: Any) -> None:
        monkeypatch.setattr(loop, "time", lambda: real_time() + PAUSE)
        emit(event, payload)

    monkeypatch.setattr(league.env.backend, "emit", pausing)
    result = await league.ask()
    assert result.acknowledged
    assert "burn" in words(result).lower()
    assert league.env.now() == before
