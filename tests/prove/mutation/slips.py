"""The slips of whoever writes a ruling down: another value, clause, outcome or step than the text has."""

from __future__ import annotations

import ast
import copy
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
OUTCOMES = {
    "MISDEAL": "misdeal",
    "CONTINUES": "continues",
    "HAND_DEAD": "hand_dead",
    "FOULED_DECK": "fouled_deck",
    "RESULT_STANDS": "result_stands",
    "FLOOR": "floor",
    "SILENT": "silent",
    "DEPENDS": "depends",
}
NO_STEPS = {"DEALT_WRONG", "JOKER_FOULS", "UNPOSTED_DEAD", *OUTCOMES}
ATTRIBUTES = {
    "substantial_action": "second_player_acted",
    "second_player_acted": "substantial_action",
    "verdicts": "outcomes",
    "outcomes": "verdicts",
    "matters": "narrows",
    "narrows": "matters",
}
OF_A_RULE = ("incident", "cites", "outcome", "steps", "overrides", "switch")


@dataclass(frozen=True)
class Place:
    """Where a node stands: file, names in capitals there, function, call, keyword and comparison around it.

    `fact`: the fact it is compared with. `is_looked_through`: it is a list in which something is looked for.
    """

    file: str
    capitals: frozenset[str]
    where: str = ""
    call: str = ""
    keyword: str = ""
    fact: str = ""
    is_looked_through: bool = False

    @property
    def book(self) -> str:
        """The book whose rulings these are; empty for the engine."""
        return book_of(self.file)

    @property
    def is_list_of_the_table(self) -> bool:
        """Steps, clauses, incidents, overrides or values: a list a person could forget a part of."""
        return bool(self.book) or bool(self.fact)

    @property
    def order_counts(self) -> bool:
        """Does it matter here what comes first?"""
        return (
            self.keyword not in ("incident", "overrides") and self.where != "DEALT_WRONG" and not self.is_looked_through
        )

    def below(self, node: ast.AST) -> Place:
        """The place of what hangs on a node."""
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                return replace(self, where=f"{self.where}.{name}" if self.where else name)
            case ast.Assign(targets=[ast.Name(id=name)]) if not self.where:
                return replace(self, where=name)
            case ast.keyword(arg=str(name)) if name in OF_A_RULE:
                return replace(self, keyword=name)
            case ast.Call(func=ast.Name(id=name)):
                return replace(self, call=name)
            case ast.Compare(left=left, ops=[op]):
                fact = left.attr if isinstance(left, ast.Attribute) and left.attr in _facts() else ""
                return replace(self, fact=fact, is_looked_through=isinstance(op, ast.In | ast.NotIn))
        return self


def book_of(file: str) -> str:
    """The book whose rulings a file holds; empty for the engine."""
    _, folder, book, *_ = [*Path(file).parts, "", ""]
    return book if folder == "books" else ""


def slips(node: ast.AST, place: Place) -> Iterator[ast.AST]:
    """What a person could write in a node's place."""
    match node:
        case ast.Constant(value=str(text)):
            for other in _other_words(text, place):
                yield ast.Constant(other)
        case ast.Name(id=name, ctx=ast.Load()) if name in OUTCOMES:
            yield ast.Constant(_next(list(OUTCOMES.values()), OUTCOMES[name])[0])
        case ast.Name(id=name, ctx=ast.Load()) if name in place.capitals - NO_STEPS and place.book:
            yield from (ast.Name(other, ast.Load()) for other in _next(sorted(place.capitals - NO_STEPS), name))
        case ast.Attribute(attr=name, ctx=ast.Load()) if name in ATTRIBUTES:
            changed = copy.copy(node)
            changed.attr = ATTRIBUTES[name]
            yield changed


def _other_words(text: str, place: Place) -> list[str]:
    if place.fact:
        return [value for value in _facts()[place.fact] if value != text]
    if place.keyword == "incident" or text in _incidents():
        return _next(_incidents(), text)
    if place.keyword == "cites":
        return _next(_clauses(place.book), text)
    if place.keyword == "overrides":
        return []  # one that is forgotten says the same
    manners = _manners().get(place.call.lower())
    if manners:
        return _next(sorted({part for manner in manners for part in manner.split(".")}), text)
    return [f"{text} and more"] if text.strip() else [f"{text}+"]


def _next(words: Sequence[str], word: str) -> list[str]:
    """The word after this one, round and round; nothing where there is no other."""
    return [words[(words.index(word) + 1) % len(words)]] if word in words and len(words) > 1 else []


def _read(name: str) -> dict[str, Any]:
    with (ROOT / "rules" / name).open("rb") as stream:
        return tomllib.load(stream)


@cache
def _facts() -> dict[str, list[str]]:
    return {name: list(fact["values"]) for name, fact in _read("vocabulary.toml")["fact"].items()}


@cache
def _incidents() -> list[str]:
    return [incident["id"] for incident in _read("vocabulary.toml")["incident"]]


@cache
def _manners() -> dict[str, list[str]]:
    """The words that each kind of step can be said with, by its class in small letters."""
    return {name.replace("_", ""): list(manners) for name, manners in _read("steps.toml").items()}


@cache
def _clauses(book: str) -> list[str]:
    return [clause["id"] for clause in _read(f"books/{book}/clauses.toml")["clause"]]
