"""Five thousand evenings of dealers, played at random: `tests/dealer_machine.py`."""

from __future__ import annotations

import pytest
from dealer_machine import Dealers
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

pytestmark = pytest.mark.prove


def test_no_evening_in_any_order_breaks_a_dealers_duty() -> None:
    often = settings(max_examples=5_000, stateful_step_count=50, deadline=None, suppress_health_check=list(HealthCheck))
    run_state_machine_as_test(Dealers, settings=often)
