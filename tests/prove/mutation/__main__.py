"""python tests/prove/mutation [group or file ...]: tries the mutants; the score is the last line, as JSON.

A group is engine, psp, rrp or tda; without one, all four. Mutants that change nothing anybody could notice are
listed in equivalent.toml with the reason, and are not counted; one that is listed there and is noticed after
all, or is no mutant any more, is told as `out_of_place`.
"""

from __future__ import annotations

import json
import os
import sys
import time
import tomllib
from collections import Counter
from pathlib import Path

from mutants import mutants_of
from trial import BROKEN, KILLED, SURVIVED, Trial, make_ready, trials

GROUPS = {
    "engine": ("rules/engine.py", "rules/worlds.py", "rules/rulings.py"),
    "psp": ("rules/books/psp/rulings.py",),
    "rrp": tuple(f"rules/books/rrp/{name}.py" for name in ("rulings", "deal_and_deck", "misdeals", "remedies")),
    "tda": ("rules/books/tda/rulings.py",),
}
EQUIVALENT = Path(__file__).with_name("equivalent.toml")


def main(wanted: list[str]) -> None:
    """Try them all, print each survivor and the score."""
    equivalent = {entry["mutant"]: entry["reason"] for entry in tomllib.loads(EQUIVALENT.read_text())["equivalent"]}
    group_of = {file: group for group, files in GROUPS.items() for file in files}
    files = [file for file, group in group_of.items() if not wanted or group in wanted or file in wanted]
    make_ready()
    (as_it_is,) = trials([None], 1)
    if as_it_is.end != SURVIVED:
        sys.exit(f"The tests fail on the modules as they are: {as_it_is.by}")
    begun = time.monotonic()
    done: list[Trial] = []
    for trial in trials([mutant for file in files for mutant in mutants_of(file)], os.cpu_count() or 1):
        done.append(trial)
        if trial.end != KILLED and trial.mutant and trial.mutant.name not in equivalent:
            mutant = trial.mutant
            print(f"{trial.end} ({mutant.kind}), line {mutant.line} of {mutant.name} {trial.by}", flush=True)
    seconds = time.monotonic() - begun
    counted = [trial for trial in done if trial.mutant and trial.mutant.name not in equivalent]
    found = {trial.mutant.name: trial for trial in done if trial.mutant}
    here = [name for name in equivalent if name.partition(" ")[0] in files]
    print(
        json.dumps(
            {
                "groups": {
                    group: _score([trial for trial in counted if group_of[trial.mutant.file] == group])
                    for group in dict.fromkeys(group_of[file] for file in files)
                },
                "whole": _score(counted),
                "equivalent": len(here),
                "out_of_place": [name for name in here if name not in found or found[name].end != SURVIVED],
                "broken": [trial.mutant.name for trial in done if trial.mutant and trial.end == BROKEN],
                "killed_by": Counter(_manner(trial) for trial in counted if trial.end == KILLED),
                "survivors_by_kind": Counter(trial.mutant.kind for trial in counted if trial.end == SURVIVED),
                "seconds": round(seconds),
                "cpu_seconds_a_mutant": round(sum(trial.cpu_seconds for trial in done) / len(done), 2),
                "cpu_seconds_of_a_survivor": round(as_it_is.cpu_seconds, 1),
            }
        )
    )


def _score(of: list[Trial]) -> dict[str, float]:
    killed = sum(trial.end == KILLED for trial in of)
    return {"mutants": len(of), "killed": killed, "percent": round(100 * killed / len(of), 1)}


def _manner(trial: Trial) -> str:
    return trial.by.partition("::")[0]


if __name__ == "__main__":
    main(sys.argv[1:])
