"""Tries a mutant: a process of its own loads the wrong module and runs the tests, which must fail.

Each process is a fork of one that has everything else loaded already, so a mutant costs what its tests cost.
The tests are those of `make test`, without the casebook: what counts is what this tree itself would notice.
"""

from __future__ import annotations

import contextlib
import gc
import io
import os
import resource
import signal
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from types import CodeType, ModuleType

import pytest
from mutants import Mutant
from slips import ROOT

FOLDER = ROOT / "tests" / "rules"
QUICK_FOR_A_BOOK = (("test_rulings.py",), ("test_judge.py", "test_steps_on_cards.py", "test_engine.py"))
QUICK_FOR_THE_ENGINE = (("test_judge.py", "test_engine.py"), ("test_rulings.py", "test_steps_on_cards.py"))
SLOW = "exposed_on_deal"  # the incident with the most worlds: the engine's walks through it are left out
CPU_SECONDS = 40  # several times what all the tests take; a mutant that never ends is noticed as well
MEMORY_BYTES = 2 << 30
SURVIVED, KILLED, BROKEN = "survived", "killed", "broken"


@dataclass(frozen=True)
class Trial:
    """How a mutant fared. `by`: the first test that failed, or what else ended it. The time is the processor's."""

    mutant: Mutant | None
    end: str
    by: str
    cpu_seconds: float


class WrongModule(Loader, MetaPathFinder):
    """Loads a mutant where its module is asked for."""

    def __init__(self, mutant: Mutant) -> None:
        self.module = mutant.module
        self.file = ROOT / mutant.file
        self.code: CodeType = mutant.code()

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> ModuleSpec | None:
        return spec_from_file_location(fullname, self.file, loader=self) if fullname == self.module else None

    def exec_module(self, module: ModuleType) -> None:
        exec(self.code, module.__dict__)


class First:
    """Keeps the first failure, and has the tests first that are likeliest to notice soon.

    For a ruling: the walks through its own book. For the engine: the tests of one case each.
    """

    def __init__(self, book: str) -> None:
        self.failed = ""
        self.book = book

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if SLOW not in item.name or item.path.name != "test_engine.py"]
        items.sort(key=lambda item: f"{self.book}]" not in item.name if self.book else "[" in item.name)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid.rpartition("/")[2]

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed and not self.failed:
            self.failed = "a walk of all worlds, when the tests load"


def make_ready() -> None:
    """Load what every trial needs and no mutant is in. To be called once, before the first trial."""
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    os.environ["CASEBOOK_DIR"] = str(ROOT / "no-casebook")
    sys.path[:0] = [str(ROOT), str(FOLDER)]
    from rules import facts, layout, search, steps

    facts.vocabulary(), steps.sentences()
    assert {layout, search}
    with contextlib.redirect_stdout(io.StringIO()):
        _run("--collect-only", str(FOLDER / "test_vocabulary.py"))
    gc.freeze()


def _run(*arguments: str, watch: First | None = None) -> int:
    options = [
        "-c",
        os.devnull,
        f"--rootdir={ROOT}",
        "--noconftest",
        "-p",
        "no:cacheprovider",
        "-qx",
        "--tb=no",
        "--assert=plain",
    ]
    return int(pytest.main([*options, *arguments], plugins=[watch] if watch else []))


def trials(mutants: Iterable[Mutant | None], at_once: int) -> Iterator[Trial]:
    """How each mutant fares, as they finish. None tries the tests on the modules as they are."""
    running: dict[int, tuple[Mutant | None, int]] = {}
    waiting = iter(mutants)
    for mutant in waiting:
        running.update([_begin(mutant)])
        if len(running) == at_once:
            yield _finish(running)
    while running:
        yield _finish(running)


def _begin(mutant: Mutant | None) -> tuple[int, tuple[Mutant | None, int]]:
    reading, writing = os.pipe()
    process = os.fork()
    if process:
        os.close(writing)
        return process, (mutant, reading)
    os.close(reading)
    os.write(writing, "\t".join(_in_the_fork(mutant)).encode())
    os._exit(0)


def _in_the_fork(mutant: Mutant | None) -> tuple[str, str]:
    for name, most in ((resource.RLIMIT_CPU, CPU_SECONDS), (resource.RLIMIT_AS, MEMORY_BYTES)):
        resource.setrlimit(name, (most, most))
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    try:
        if mutant is not None:
            wrong = WrongModule(mutant)
            assert wrong.module not in sys.modules
            sys.meta_path.insert(0, wrong)
    except Exception as fault:  # the mutant is no program: counted apart, never as killed
        return BROKEN, repr(fault)
    book = mutant.book if mutant else ""
    watch = First(book)
    try:
        for files in QUICK_FOR_A_BOOK if book else QUICK_FOR_THE_ENGINE:
            status = _run(*(str(FOLDER / name) for name in files), watch=watch)
            if status:
                return KILLED, watch.failed or f"pytest ended with {status}"
    except BaseException as fault:
        return KILLED, repr(fault)
    return SURVIVED, ""


def _finish(running: dict[int, tuple[Mutant | None, int]]) -> Trial:
    process, status, used = os.wait4(-1, 0)
    mutant, reading = running.pop(process)
    with os.fdopen(reading, "rb") as told:
        end, _, by = told.read().decode().partition("\t")
    if not end:
        sent = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
        end, by = KILLED, "it never ends" if sent in (signal.SIGXCPU, signal.SIGKILL) else f"it ended with {status}"
    return Trial(mutant, end, by, used.ru_utime + used.ru_stime)
