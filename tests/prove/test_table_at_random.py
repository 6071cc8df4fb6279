"""5,000 nights of one table, each at random: seats, hands, duties, penalties and undo."""

from __future__ import annotations

import pytest
from hypothesis import Phase, settings
from hypothesis.stateful import run_state_machine_as_test
from table_machine import SEEN, TableMachine

pytestmark = pytest.mark.prove

RUNS = 5_000
ALWAYS_MET = ("winners_tax", "split_pot", "winner_not_told", "heads_up", "away", "unwilling", "penalty", "leaving")


def test_nothing_that_people_do_at_a_table_breaks_its_order() -> None:
    SEEN.clear()
    several = settings(max_examples=RUNS, stateful_step_count=40, deadline=None, phases=[Phase.generate, Phase.shrink])
    run_state_machine_as_test(TableMachine, settings=several)
    print(f"{RUNS} runs:", ", ".join(f"{what} {count:,}" for what, count in sorted(SEEN.items())))
    assert all(SEEN[f"why {why}"] for why in ALWAYS_MET)
    assert SEEN["undo in the middle"] and SEEN["laps with somebody covered"]
