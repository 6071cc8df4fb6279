"""How often a question finds its clause, with 95 % intervals, beside a plain full-text index of the same clauses.

    python -m bench.search_quality [set.jsonl ...]

Always the casebook's questions (folder CASEBOOK_DIR, else ../shared/casebook beside the project) where they are
at hand, and the sets named; with none named, tests/rules/questions_unseen.jsonl.
"""

from __future__ import annotations

import json
import math
import os
import sqlite3
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rules import library as books
from rules import search, words
from rules.words import EMPTY

HOME = Path(__file__).resolve().parent.parent
CASEBOOK = Path(os.environ.get("CASEBOOK_DIR", HOME.parent / "shared" / "casebook"))
UNSEEN = [HOME / "tests" / "rules" / f"questions_{name}.jsonl" for name in ("unseen", "fresh")]
Ask = Callable[[str, str | None], tuple[list[str], bool]]


def interval(hits: int, of: int) -> str:
    """A share with Wilson's 95 % interval."""
    if not of:
        return "-"
    z = 1.96
    share = hits / of
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    reach = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return f"{share:.2f} ({max(0.0, middle - reach):.2f}-{middle + reach:.2f}) of {of}"


def ask_search(question: str, book: str | None) -> tuple[list[str], bool]:
    result = search.load().ask(question, book, top=3)
    return [found.clause_id for found in result.found], result.covered


def full_text() -> Ask:
    """The plain index: SQLite FTS5 over the clauses' texts, porter stemming, bm25, any of the words."""
    base = sqlite3.connect(":memory:")
    base.execute("CREATE VIRTUAL TABLE clause USING fts5(id UNINDEXED, book UNINDEXED, text, tokenize = 'porter')")
    base.executemany(
        "INSERT INTO clause VALUES (:id, :book, :text)",
        [
            {"id": clause.clause_id, "book": clause.book.book_id, "text": f"{clause.heading} {clause.says}"}
            for clause in books.load().clauses.values()
        ],
    )

    def ask(question: str, book: str | None) -> tuple[list[str], bool]:
        words = [word for word in _plain(question) if word not in EMPTY]
        if not words:
            return [], False
        rows = base.execute(
            "SELECT id FROM clause WHERE clause MATCH :words AND (:book IS NULL OR book = :book)"
            " ORDER BY bm25(clause), id LIMIT 3",
            {"words": " OR ".join(f'"{word}"' for word in words), "book": book},
        ).fetchall()
        return [row[0] for row in rows], bool(rows)

    return ask


def _plain(question: str) -> list[str]:
    return "".join(sign if sign.isalnum() else " " for sign in question.lower().replace("'", "")).split()


def table(asked: Sequence[dict[str, Any]], ask: Ask) -> dict[str, str]:
    """Every figure of one set; a covered question that is told to be uncovered is a miss everywhere."""
    first = in_three = refused = told = covered = uncovered = 0
    per_book = {book_id: [0, 0] for book_id in books.BOOK_IDS}
    for question in asked:
        right = {clause_id for ids in question["relevant"].values() for clause_id in ids}
        found, is_covered = ask(question["q"], None)
        if not right:
            uncovered += 1
            told += not is_covered
            continue
        covered += 1
        refused += not is_covered
        first += is_covered and found[0] in right
        in_three += is_covered and bool(right.intersection(found))
        for book_id, tally in per_book.items():
            if question["relevant"].get(book_id):
                found_there, _ = ask(question["q"], book_id)
                tally[1] += 1
                tally[0] += is_covered and bool(set(question["relevant"][book_id]).intersection(found_there))
    return {
        "right clause first": interval(first, covered),
        "right clause in three": interval(in_three, covered),
        **{f"in three, {book_id} alone": interval(*tally) for book_id, tally in per_book.items()},
        "uncovered, told so": interval(told, uncovered),
        "covered, refused": interval(refused, covered),
    }


def timed(asked: Sequence[dict[str, Any]], ask: Ask) -> str:
    """Milliseconds a question takes (each question's median of five): the middle one and the 99th of a hundred."""
    took = []
    for question in asked:
        rounds = []
        for _ in range(5):
            words.terms.cache_clear()  # a question asked before would be half answered
            start = time.perf_counter()
            ask(question["q"], None)
            rounds.append(1000 * (time.perf_counter() - start))
        took.append(statistics.median(rounds))
    return f"p50 {statistics.median(took):.2f} ms, p99 {statistics.quantiles(took, n=100)[98]:.2f} ms"


def report(name: str, asked: Sequence[dict[str, Any]]) -> None:
    plain = full_text()
    ours, theirs = table(asked, ask_search), table(asked, plain)
    ours["time a question"], theirs["time a question"] = timed(asked, ask_search), timed(asked, plain)
    print(f"\n{name}: {len(asked)} questions\n\n| | this search | plain full text |\n| --- | --- | --- |")
    for line, figure in ours.items():
        print(f"| {line} | {figure} | {theirs[line]} |")


def read(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]


def main(arguments: Sequence[str]) -> None:
    files = [CASEBOOK / "questions.jsonl", *(map(Path, arguments) if arguments else UNSEEN)]
    start = time.perf_counter()
    search.load().ask("warm up")
    print(f"Loaded in {1000 * (time.perf_counter() - start):.0f} ms.")
    for file in files:
        if file.is_file():
            report(file.name, read(file))
        else:
            print(f"\n{file.name} is not at hand.")


if __name__ == "__main__":
    main(sys.argv[1:])
