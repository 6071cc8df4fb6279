"""What tells a fact: reads signs.txt, the table of signs, and finds them in the plain words of a story.

The form of the table is explained at its top. Knows no incident and no book.

>>> signs = read_signs(["@see: saw seen", "= looked_at yes", "<see> .. card"])
>>> signs["looked_at"].value("he saw his own card .")
'yes'
>>> signs["looked_at"].value("nobody saw card .") is None
True
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from rules.story_words import word_set

FILE = Path(__file__).parent / "signs.txt"
_WORD = "[a-z0-9]+"
_BETWEEN = f"(?!(?:and|but|if|whether|sure) ){_WORD}"  # what may stand where a sign says ..
_DOUBT = word_set("no not nobody none without if whether probably perhaps maybe might may unless neither")
_REACH = 3  # words before a sign in which a word of doubt takes it away
_UNSURE = word_set("if whether probably perhaps maybe")  # these do so in the whole part of the sentence
DECIDES, OTHERWISE = "decides", "otherwise"
OPEN = "?"  # the value of a group whose signs leave the fact open
ASIDE = "-"  # the value of a group whose words tell nothing of the fact, whatever signs are in them
_PART_END = re.compile(r"[,.~]| and | but ")
TAKEN = " ~ "  # stands where a sign was read, so that no later sign reads it again


class BrokenSigns(ValueError):
    """signs.txt cannot be read; the text says which line and why."""


@dataclass(frozen=True)
class Group:
    """The signs of one value. `against`: signs that take the value away. `mode`: see signs.txt."""

    value: str
    signs: tuple[str, ...]
    against: tuple[str, ...]
    mode: str

    @cached_property
    def _for(self) -> re.Pattern[str] | None:
        return _any_of(self.signs)

    @cached_property
    def _not(self) -> re.Pattern[str] | None:
        return _any_of(self.against)

    def take(self, text: str, whole: str) -> tuple[bool, str]:
        """Is this value told, and what of the text is left to read then."""
        if self._for is None or (self._not is not None and self._not.search(whole)):
            return False, text
        told, rest, end = False, [], 0
        for match in self._for.finditer(text):
            if not _doubted(text, match):
                told = True
                rest += [text[end : match.start()], TAKEN]
                end = match.end()
        return told, "".join([*rest, text[end:]])


@dataclass(frozen=True)
class Fact:
    """The signs of one fact, group by group in the order of the table."""

    groups: tuple[Group, ...]

    def value(self, plain: str, *, supposes: bool = True) -> str | None:
        """The value that is told; None if none is, or more than one. `supposes`: OTHERWISE is asked, too."""
        text = whole = f" {plain} "
        met: list[str] = []
        for group in self.groups:
            if group.mode == OTHERWISE and (met or not supposes):
                continue
            told, text = group.take(text, whole)
            if group.value == ASIDE:
                continue
            if told and group.mode == DECIDES and not met:
                return None if group.value == OPEN else group.value
            if told and group.value not in met:
                met.append(group.value)
        return met[0] if len(met) == 1 and met[0] != OPEN else None

    def values(self, plain: str) -> list[str]:
        """Every value that is told, each for itself."""
        whole = f" {plain} "
        return [group.value for group in self.groups if group.take(whole, whole)[0]]


def _doubted(text: str, match: re.Match[str]) -> bool:
    if match.group().split()[0] in _DOUBT:
        return False
    before = text[max(0, match.start() - 60) : match.start()]
    near = _PART_END.split(before)[-1].split()
    return not _DOUBT.isdisjoint(near[-_REACH:]) or not _UNSURE.isdisjoint(near)


def _any_of(signs: tuple[str, ...]) -> re.Pattern[str] | None:
    return re.compile("(?<= )(?:" + "|".join(signs) + ")(?= )") if signs else None


def read_signs(lines: Iterable[str]) -> Mapping[str, Fact]:
    """The table of signs, by fact. Raises BrokenSigns for a line that stands wrong."""
    classes: dict[str, str] = {}
    groups: dict[str, list[tuple[str, str, list[str], list[str]]]] = {}
    here: tuple[str, str, list[str], list[str]] | None = None
    for number, line in enumerate(map(str.strip, lines), 1):
        if not line or line[0] == "#":
            continue
        if line[0] == "@":
            name, _, words = line[1:].partition(":")
            classes[name] = "|".join(_word(word, classes) for word in words.split())
        elif line[0] == "=":
            parts = line[1:].split()
            if len(parts) not in (2, 3) or parts[2:] not in ([], [DECIDES], [OTHERWISE]):
                raise BrokenSigns(
                    f"Line {number}: a header is a fact and its value, then nothing, decides or otherwise."
                )
            here = (parts[1], "".join(parts[2:]), [], [])
            groups.setdefault(parts[0], []).append(here)
        elif here is None:
            raise BrokenSigns(f"Line {number} is a sign before the first header.")
        elif line[0] == "-":
            here[3].append(_sign(line[1:], classes, number))
        else:
            here[2].append(_sign(line, classes, number))
    return {
        fact: Fact(tuple(Group(value, tuple(signs), tuple(against), mode) for value, mode, signs, against in row))
        for fact, row in groups.items()
    }


def _word(word: str, classes: Mapping[str, str], number: int = 0) -> str:
    if word.startswith("<") and word.endswith(">"):
        if word[1:-1] not in classes:
            raise BrokenSigns(f"Line {number} uses {word}, which no line before it names.")
        return f"(?:{classes[word[1:-1]]})"
    if word == ".":
        return r"\."
    return word[:-1] + "[a-z0-9]*" if word.endswith("*") else word.replace("_", " ")


def _sign(line: str, classes: Mapping[str, str], number: int) -> str:
    """A sign as a regular expression over single-spaced words."""
    pattern, join = "", ""
    for part in line.split():
        if part == "..":
            pattern += join + f"(?:{_BETWEEN} ){{0,3}}?"
            join = ""
        elif part == "...":
            pattern += join + f"(?:(?:{_WORD}|,) ){{0,15}}?"
            join = ""
        elif part == "....":
            pattern += join + "(?:[a-z0-9.,]+ ){0,60}?"
            join = ""
        else:
            wish = part.endswith("?")
            words = "|".join(_word(word, classes, number) for word in part.rstrip("?").split("/"))
            words = f"(?:{words})" if "|" in words else words
            if wish:
                pattern += join + f"(?:{words} )?"
                join = ""
            else:
                pattern += join + words
                join = " "
    if not join:
        raise BrokenSigns(f"Line {number}: a sign ends with a word that has to be there.")
    return pattern


@cache
def signs() -> Mapping[str, Fact]:
    """The table as it is kept, read once."""
    return read_signs(FILE.read_text(encoding="utf-8").splitlines())
