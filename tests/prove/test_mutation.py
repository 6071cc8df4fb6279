"""Small wrong changes to the engine and to each book's rulings: nearly all of them make some test fail.

`python tests/prove/mutation tda` tries one group alone and tells what survived.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.prove

HERE = Path(__file__).parent
LEAST_PERCENT = 85


@pytest.fixture(scope="module")
def figures() -> Any:
    done = subprocess.run(
        [sys.executable, HERE / "mutation"],
        env={**os.environ, "PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        timeout=1700,
        check=False,
    )
    print(done.stdout)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize("group", ["engine", "psp", "rrp", "tda"])
def test_nearly_every_wrong_change_is_noticed_by_some_test(figures: Any, group: str) -> None:
    assert figures["groups"][group]["percent"] >= LEAST_PERCENT


def test_only_changes_that_nobody_could_notice_are_listed_as_such(figures: Any) -> None:
    assert figures["out_of_place"] == []
    assert figures["broken"] == []
