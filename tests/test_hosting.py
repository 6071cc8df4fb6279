"""docs/hosting.md: the service is one that systemd takes, and the page of a healthy bot is as it is shown."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT, Clock

import bot
from cogs.shared.health import Health
from cogs.shared.healthz import report
from data.due import Late

HOSTING = ROOT / "docs" / "hosting.md"
UNIT = ROOT / "docs" / "call-the-floor.service"


def test_the_page_of_a_healthy_bot_is_as_it_is_shown() -> None:
    shown = re.search(r'\{"ok".*?\}\}', HOSTING.read_text(encoding="utf-8"), re.DOTALL)
    assert shown is not None
    assert json.loads(shown[0]) == report(Health(Clock().moment, True, 42, None, Late(0, None), None, 0, 0))


def test_the_service_knows_the_status_of_a_wrong_setting_and_the_folder_of_the_data() -> None:
    unit, page = UNIT.read_text(encoding="utf-8").splitlines(), HOSTING.read_text(encoding="utf-8")
    assert f"RestartPreventExitStatus={bot.WRONG_SETTING}" in unit
    assert "StateDirectory=call-the-floor" in unit
    assert "DATABASE_URL=sqlite:////var/lib/call-the-floor/" in page


def test_systemd_takes_the_service(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not at hand")
    here = tmp_path / UNIT.name
    words = UNIT.read_text(encoding="utf-8")
    here.write_text(re.sub(r"(?m)^ExecStart=\S+", f"ExecStart={sys.executable}", words), encoding="utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", str(here)], capture_output=True, text=True, timeout=60, check=False
    )
    about_it = [line for line in done.stderr.splitlines() if UNIT.name in line]
    assert (done.returncode, about_it) == (0, [])
