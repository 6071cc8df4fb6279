"""Where the casebook lies, and its cases. The folder comes from CASEBOOK_DIR, by default ../shared/casebook."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
CASEBOOK = Path(os.environ.get("CASEBOOK_DIR", ROOT.parent / "shared" / "casebook"))
IS_HERE = CASEBOOK.is_dir()


def cases() -> list[dict[str, Any]]:
    with (CASEBOOK / "cases.jsonl").open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def clause_ids() -> set[str]:
    lines = (CASEBOOK / "sections.tsv").read_text(encoding="utf-8").splitlines()
    return {line.split("\t")[0] for line in lines[1:]}
