"""Everything that can happen to a league's money, at random."""

from __future__ import annotations

from hypothesis import settings
from money_machine import MoneyMachine

TestMoney = MoneyMachine.TestCase
TestMoney.settings = settings(max_examples=100, stateful_step_count=40, deadline=None)
