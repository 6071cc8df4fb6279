"""The table of docs/permissions.md, as the tests read it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from conftest import ROOT

HEADER = "| feature | command or press | who may |"
HOSTS = frozenset({"TD", "host", "manager"})
STAFF = HOSTS | {"tonight"}
MEMBERS = STAFF | {"stranger", "player", "dealer"}
WORDS = {  # what the last column says -> who of the walk that is
    "anywhere": MEMBERS | {"outsider"},
    "everybody": MEMBERS,
    "whose it is": frozenset({"player"}),
    "who deals": frozenset({"dealer"}),
    "its host": frozenset({"host"}),
    "staff": STAFF,
    "hosts": HOSTS,
}


def rows() -> Iterator[tuple[str, frozenset[str]]]:
    """Each command or press, with what was chosen if that matters, and who may."""
    page = (ROOT / "docs" / "permissions.md").read_text(encoding="utf-8")
    for line in page.partition(HEADER)[2].split("\n\n")[0].splitlines()[2:]:
        _, _, things, who, _ = line.split("|")
        may = frozenset().union(*(WORDS[word.strip()] for word in who.split(",")))
        for thing in re.findall(r"`([^`]+)`", things):
            yield thing, may


def about(thing: str, names: set[str]) -> str | None:
    """The command or press that a row is about: the longest name that it begins with."""
    fitting = [name for name in names if thing == name or thing.startswith(f"{name} ")]
    return max(fitting, key=len, default=None)
