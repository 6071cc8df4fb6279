"""Everything that can be done at a table, at random."""

from __future__ import annotations

from hypothesis import settings
from table_machine import TableMachine

TestTable = TableMachine.TestCase
TestTable.settings = settings(max_examples=150, stateful_step_count=30, deadline=None, derandomize=True)
