"""5,000 nights that people sign up for, drop and cover at random: `tests/signup_machine.py`."""

from __future__ import annotations

import pytest
from hypothesis import Phase, settings
from hypothesis.stateful import run_state_machine_as_test
from signup_machine import SEEN, Night

pytestmark = pytest.mark.prove

RUNS = 5_000


def test_no_order_of_presses_breaks_a_nights_board() -> None:
    SEEN.clear()
    often = settings(max_examples=RUNS, stateful_step_count=50, deadline=None, phases=[Phase.generate, Phase.shrink])
    run_state_machine_as_test(Night, settings=often)
    print(f"{RUNS} runs:", ", ".join(f"{what} {count:,}" for what, count in sorted(SEEN.items())))
    assert SEEN["promoted"] and SEEN["covered"]
