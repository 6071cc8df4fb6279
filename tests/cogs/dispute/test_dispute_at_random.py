"""A dispute in any order of acts: `tests/dispute_machine.py`; 5,000 runs in tests/prove."""

from __future__ import annotations

from dispute_machine import OneDispute
from hypothesis import settings

OneDispute.TestCase.settings = settings(max_examples=25, stateful_step_count=25, deadline=None)
test_no_order_of_acts_breaks_a_dispute = OneDispute.TestCase
