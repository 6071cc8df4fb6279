"""A compressed month at ten times the expected load: what the process holds stands, and nothing is left over.

SOAK_DAYS: how many simulated days, 30 by default; a day takes ten seconds or so.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from bench.rig import NO_RIG, find_rig

SCENES = Path(__file__).with_name("scenes")
DAYS = int(os.environ.get("SOAK_DAYS", "30"))
MOST_A_DAY = 1.0  # megabytes

pytestmark = [pytest.mark.prove, pytest.mark.timeout(600 + 60 * DAYS)]


def test_a_month_at_ten_times_the_load_leaves_no_memory_no_task_and_no_error_behind() -> None:
    rig = find_rig()
    if rig is None:
        pytest.skip(NO_RIG)
    found = rig.figures(SCENES, "a_month_at_ten_times_the_load", str(DAYS), timeout=600 + 60 * DAYS)
    print(f"{DAYS} days: {json.dumps(found)}")
    assert found["errors"] == []
    assert found["left over"] == {}
    assert found["growth a day"] < MOST_A_DAY
