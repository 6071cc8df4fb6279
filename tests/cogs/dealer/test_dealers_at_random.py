"""Whatever dealers and hosts do in whatever order: no duty skips a state, and every change is told."""

from __future__ import annotations

from dealer_machine import Dealers
from hypothesis import settings

Dealers.TestCase.settings = settings(max_examples=40, stateful_step_count=40, deadline=None)
TestDealersAtRandom = Dealers.TestCase
