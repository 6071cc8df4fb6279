"""5,000 leagues' books, each at random: bookings, reversals, closings, tips, deliveries that come twice."""

from __future__ import annotations

import pytest
from hypothesis import Phase, settings
from hypothesis.stateful import run_state_machine_as_test
from money_machine import SEEN, MoneyMachine

pytestmark = pytest.mark.prove

RUNS = 5_000
ALWAYS_MET = (
    "entry", "reentry", "buyin", "rebuy", "cashout", "prize", "payment", "buyout", "reversal", "refused reversal",
    "tip", "tip redirected", "tip taken back", "receipts forgotten", "tips booked", "refused tip", "closing",
    "refused closing", "reopening", "table breaks", "withdrawn", "volunteer", "confirmation", "delivered twice",
    "discounts reckoned anew", "volunteers shared", "closing with tips",
)  # fmt: skip


def test_no_booking_reversal_or_closing_breaks_the_books() -> None:
    SEEN.clear()
    several = settings(max_examples=RUNS, stateful_step_count=40, deadline=None, phases=[Phase.generate, Phase.shrink])
    run_state_machine_as_test(MoneyMachine, settings=several)
    print(f"{RUNS} runs:", ", ".join(f"{what} {count:,}" for what, count in sorted(SEEN.items())))
    assert all(SEEN[what] for what in ALWAYS_MET), [what for what in ALWAYS_MET if not SEEN[what]]
    assert not SEEN["half a sentence"]
