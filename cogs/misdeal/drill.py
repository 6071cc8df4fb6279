"""The drill: a situation by its seed, and how a pick compares with what a book says. No Discord here; no score is kept."""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import dataclass

from cogs.misdeal import wording
from cogs.misdeal.before_after import Pair, before_after, before_only
from cogs.shared.refusals import Refusal
from rules.engine import Decision, decide, turning
from rules.library import load
from rules.rulings import CONTINUES, FLOOR, FOULED_DECK, HAND_DEAD, MISDEAL, RESULT_STANDS, SILENT
from rules.shelf import shelf
from rules.situations import Situation, situation, story

PICKS = {  # the rulings a volunteer picks from, as buttons
    MISDEAL: "Misdeal",
    CONTINUES: "The hand goes on",
    HAND_DEAD: "One hand is dead",
    FOULED_DECK: "Fouled deck",
    RESULT_STANDS: "The result stands",
    FLOOR: "The floor decides",
    SILENT: "This book is silent",
}
LARGEST_SEED = 2**32 - 1
STALE = "This situation cannot be read any more: start another with /misdeal drill."


@dataclass(frozen=True)
class Task:
    """A situation to be ruled by one book."""

    book: str
    seed: int
    situation: Situation

    @property
    def story(self) -> str:
        """What happened, in words."""
        return story(self.situation.incident, self.situation.facts)

    @property
    def at_the_table(self) -> Pair | None:
        """The table as it stands, where a picture helps; it does not give the answer away."""
        return before_only(self.situation.incident, self.situation.facts)


def task_of(book: str, seed: int) -> Task:
    """The situation of a seed. Raises Refusal for a book or seed that cannot be."""
    if book not in shelf() or not 0 <= seed <= LARGEST_SEED:
        raise Refusal(STALE)
    return Task(book, seed, situation(book, random.Random(seed)))


def ruled(task: Task, alternates: Collection[str]) -> Decision:
    """What the book says, with the league's Alternate Rules."""
    return decide(task.book, task.situation.incident, task.situation.facts, (), alternates)


def task_lines(task: Task) -> list[str]:
    """The situation, and what is asked."""
    book = load().books[task.book]
    return [f"**{task.story}**", "What is the ruling?", f"-# By {book.short} · {book.title}"]


def answer_lines(task: Task, picked: str, alternates: Collection[str]) -> list[str]:
    """Right or not, then the ruling with its clause, steps, reason, and what would turn it."""
    decision = ruled(task, alternates)
    if picked == decision.outcome:
        lines = [f"✓ **Right: {wording.lowered(PICKS[picked])}.**"]
    else:
        lines = [f"✗ **Not here.** You picked: {wording.lowered(PICKS[picked])}."]
    lines += [f"-# {task.story}", *wording.book_lines(decision)]
    if decision.cites:
        lines.append(f"> {load().clause(decision.cites[0]).says}")
    turn = next(
        (
            turn
            for turn in turning(task.book, decision.incident, task.situation.facts, alternates)
            if turn.outcome != SILENT
        ),
        None,
    )
    if turn is not None:
        lines.append(f"Would turn it: {wording.told(turn.fact, turn.value)} → {wording.in_short(turn.outcome)}.")
    return lines


def picture_after(task: Task, alternates: Collection[str]) -> Pair | None:
    """The table before and after the ruling, where cards are replaced or put back; else as it stands."""
    return (
        before_after(task.situation.incident, task.situation.facts, ruled(task, alternates).steps) or task.at_the_table
    )
