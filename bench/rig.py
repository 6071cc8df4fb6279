"""Finds the loopback rig, where there is one, and an interpreter that has its requirements.

The project neither imports nor needs it. RIG_DIR: its folder (default ../shared/rig beside the project).
RIG_PYTHON: an interpreter with its requirements; without one, a virtual environment is made in var/rig-venv.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
NO_RIG = "skipped: no rig at hand"


@dataclass(frozen=True)
class Rig:
    """Where the rig is and what runs it."""

    folder: Path
    python: str

    def run(self, script: Path, *arguments: str, timeout: float = 900) -> subprocess.CompletedProcess[str]:
        """Run a script that imports the rig; the script learns the product's interpreter and place."""
        environment = {
            **os.environ,
            "RIG_DIR": str(self.folder),
            "PRODUCT_DIR": str(ROOT),
            "PRODUCT_PYTHON": sys.executable,
        }
        return subprocess.run(
            [self.python, str(script), *arguments],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            timeout=timeout,
            check=False,
        )

    def figures(self, script: Path, *arguments: str, timeout: float = 900) -> Any:
        """What a script printed as JSON on its last line. Raises RuntimeError with its output if it failed."""
        done = self.run(script, *arguments, timeout=timeout)
        if done.returncode:
            raise RuntimeError(
                f"{script.name} {' '.join(arguments)} failed:\n{done.stdout[-4000:]}\n{done.stderr[-6000:]}"
            )
        return json.loads(done.stdout.strip().splitlines()[-1])


def find_rig() -> Rig | None:
    """The rig, ready to run; None where there is none."""
    folder = Path(os.environ.get("RIG_DIR") or ROOT.parent / "shared" / "rig").resolve()
    if not (folder / "loopback" / "driver.py").is_file():
        return None
    python = os.environ.get("RIG_PYTHON") or _made_interpreter(folder)
    return Rig(folder, python)


def _made_interpreter(folder: Path) -> str:
    home = ROOT / "var" / "rig-venv"
    python = home / "bin" / "python"
    done = home / "requirements.done"
    requirements = (folder / "requirements.txt").read_text(encoding="utf-8")
    if not done.is_file() or done.read_text(encoding="utf-8") != requirements:
        subprocess.run([sys.executable, "-m", "venv", str(home)], check=True)
        subprocess.run(
            [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", "requirements.txt"],
            cwd=folder,
            check=True,
        )
        done.write_text(requirements, encoding="utf-8")
    return str(python)
