"""5,000 disputes in which everybody does everything at random: `tests/dispute_machine.py`."""

from __future__ import annotations

import pytest
from dispute_machine import SEEN, OneDispute
from hypothesis import Phase, settings
from hypothesis.stateful import run_state_machine_as_test

pytestmark = pytest.mark.prove

RUNS = 5_000


def test_no_order_of_acts_breaks_a_dispute() -> None:
    SEEN.clear()
    often = settings(max_examples=RUNS, stateful_step_count=30, deadline=None, phases=[Phase.generate, Phase.shrink])
    run_state_machine_as_test(OneDispute, settings=often)
    print(f"{RUNS} runs:", ", ".join(f"{what} {count:,}" for what, count in sorted(SEEN.items())))
    assert (
        SEEN["add_person"]
        and SEEN["forgotten"]
        and SEEN["decide"]
        and SEEN["booked"]
        and SEEN["appeal"]
        and SEEN["reopen"]
    )
    assert SEEN["by time table_stands"] and SEEN["by time final"] and SEEN["by time left"]
    assert SEEN["by time without a thread"]
