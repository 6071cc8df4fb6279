"""The books are whole, fit a phone, point to what exists, and say everything in their own words."""

from __future__ import annotations

import ast
import csv
import re
import shutil
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, at_hand

from rules.bank import NONE, read_bank
from rules.library import BrokenBook, Clause, load
from rules.names import BOOK_IDS, CARD_PARTS

RULES = ROOT / "rules"
LONGEST_RUN = 8  # words in a row that a text here may have in common with one of the three sources

LIBRARY = load()
CLAUSES = pytest.mark.parametrize("clause", LIBRARY.clauses.values(), ids=LIBRARY.clauses)


# ------------------------------------------------------------------ whole


def toml(name: str) -> dict[str, Any]:
    return tomllib.loads((RULES / name).read_text(encoding="utf-8"))


def ids_of(book_id: str) -> list[str]:
    return [entry["id"] for entry in toml(f"books/{book_id}/clauses.toml")["clause"]]


def test_every_clause_of_the_three_books_is_there_once_in_its_own_book() -> None:
    with (at_hand("CASEBOOK_DIR", "casebook") / "sections.tsv").open(encoding="utf-8") as file:
        sections = [(row["book"], row["id"]) for row in csv.DictReader(file, delimiter="\t")]
    here = [(book_id, key) for book_id in BOOK_IDS for key in ids_of(book_id)]
    assert Counter(here) == Counter(sections)


def test_no_topic_or_term_is_written_twice() -> None:
    names = [entry["id"] for entry in toml("topics.toml")["topic"]]
    words = [entry["word"].lower() for entry in toml("glossary.toml")["term"]]
    assert len(set(names)) == len(names)
    assert len(set(words)) == len(words)
    assert len({topic.name for topic in LIBRARY.topics.values()}) == len(names)


def test_the_alternate_rules_are_those_of_the_vocabulary() -> None:
    facts = tomllib.loads((at_hand("CASEBOOK_DIR", "casebook") / "facts.toml").read_text(encoding="utf-8"))
    assert sorted(clause.alternate_id or "" for clause in LIBRARY.alternates()) == sorted(facts["house_rules"])
    for clause in LIBRARY.alternates():
        assert (clause.alternate_id or "").partition(":")[0] == clause.clause_id


def test_an_alternate_rule_is_found_by_its_id() -> None:
    assert [LIBRARY.alternate(clause.alternate_id or "") for clause in LIBRARY.alternates()] == LIBRARY.alternates()
    assert LIBRARY.alternate("rrp-none:such") is None


def test_every_incident_of_the_vocabulary_has_a_topic_and_no_other_is_named() -> None:
    facts = tomllib.loads((at_hand("CASEBOOK_DIR", "casebook") / "facts.toml").read_text(encoding="utf-8"))
    named = {incident for topic in LIBRARY.topics.values() for incident in topic.incidents}
    assert named == set(facts["incidents"])


def test_the_pocket_card_has_every_part() -> None:
    assert {line.part for clause in LIBRARY.clauses.values() for line in clause.card} == set(CARD_PARTS)


@CLAUSES
def test_substantial_action_is_pulled_in_wherever_it_is_used(clause: Clause) -> None:
    used = "substantial action" in " ".join([*clause.do, clause.says, clause.short, clause.alternate]).lower()
    assert not used or "tda-36" in (clause.clause_id, *clause.leans_on)


def test_books_agree_and_differ_only_where_they_speak() -> None:
    for topic in LIBRARY.topics.values():
        grouped = [book_id for group in topic.agree for book_id in group]
        assert set(grouped) <= set(topic.positions), f"{topic.topic_id}: a silent book agrees"
        assert len(set(grouped)) == len(grouped), f"{topic.topic_id}: a book is in two groups"
        assert all(len(group) > 1 for group in topic.agree), f"{topic.topic_id}: a book agrees with itself"
        assert topic.positions, f"{topic.topic_id}: no book speaks"
        assert not topic.differs or len(topic.positions) > 1, f"{topic.topic_id}: one book differs from nothing"
        assert all(position.clauses for position in topic.positions.values()), f"{topic.topic_id}: no clause"


def test_every_clause_named_by_the_phrase_bank_is_there() -> None:
    named = {answer for saying in read_bank() for answer in saying.answers if not answer.startswith(NONE)}
    assert named <= set(LIBRARY.clauses)


# ------------------------------------------------------------------ fits a phone


def fits(text: str, most: int) -> bool:
    return 0 < len(text) <= most and text == text.strip() and "\n" not in text


@CLAUSES
def test_a_clause_fits_a_phone_screen(clause: Clause) -> None:
    assert fits(clause.heading, 60)
    assert 1 <= len(clause.do) <= 2
    assert all(fits(line, 110) for line in clause.do)
    assert fits(clause.says, 700)
    assert fits(clause.short, 120)
    assert bool(clause.alternate) == bool(clause.alternate_id)
    assert 3 <= len(set(clause.called)) == len(clause.called) <= 10
    assert all(fits(name, 60) for name in clause.called)
    assert all(fits(line.line, 100) for line in clause.card)
    assert clause.clause_id not in (*clause.leans_on, *clause.see_also)


def test_a_topic_fits_a_phone_screen() -> None:
    for topic in LIBRARY.topics.values():
        assert fits(topic.name, 60), topic.topic_id
        assert len(topic.differs) <= 200, topic.topic_id
        assert re.fullmatch(r"[a-z0-9-]{1,40}", topic.topic_id)
        for book_id, position in topic.positions.items():
            assert fits(position.line, 130), (topic.topic_id, book_id)


def test_a_book_says_what_it_is_and_where_it_comes_from() -> None:
    for book in LIBRARY.books.values():
        assert fits(book.short, 12)
        for text in (book.title, book.edition, book.source, book.covers, book.silent_on):
            assert fits(text, 200), (book.book_id, text)


def test_a_term_is_explained_in_a_sentence_or_two() -> None:
    for term in LIBRARY.terms:
        assert fits(term.means, 350), term.word
        assert term.means.endswith("."), term.word
        assert term.word not in term.also, term.word


# ------------------------------------------------------------------ broken


def edit(name: str, old: str, new: str) -> Any:
    def spoil(folder: Path) -> None:
        text = (folder / name).read_text(encoding="utf-8")
        assert old in text, f"{name} has no {old}"
        (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")

    spoil.__name__ = f"{name}: {new[:30]}"
    return spoil


def add(name: str, text: str) -> Any:
    def spoil(folder: Path) -> None:
        with (folder / name).open("a", encoding="utf-8") as file:
            file.write("\n" + text + "\n")

    return spoil


CLAUSE = """[[clause]]
id = "{key}"
number = ""
heading = "New"
do = ["Do it."]
says = "Do it."
short = "Do it."
called = ["one", "two", "three"]
"""
TOPIC = '[[topic]]\nid = "{key}"\nname = "New"\n{rest}'
TDA, TOPICS = "books/tda/clauses.toml", "topics.toml"
BURNS = '[topic.psp]\nclauses = ["psp-flashed-burn"]\nline = "x"\n'

# what is spoilt, what the complaint must name
BREAKS = {
    "leans on nothing": (edit(TDA, "leans_on = [", 'leans_on = ["tda-99", '), ["tda-99"]),
    "sees nothing": (edit(TDA, "see_also = [", 'see_also = ["tda-98", '), ["tda-98"]),
    "an unknown part of the card": (
        add(TDA, CLAUSE.format(key="tda-1") + '[[clause.card]]\npart = "lunch"\nline = "Eat."'),
        ["tda-1", "lunch"],
    ),
    "a clause in no topic": (add(TDA, CLAUSE.format(key="tda-1")), ["tda-1 is in no topic"]),
    "a topic names nothing": (add(TOPICS, TOPIC.format(key="new", rest='[topic.psp]\nclauses = ["psp-0"]\nline = "x"')), ["new", "psp-0"]),
    "a topic names another book": (add(TOPICS, TOPIC.format(key="new", rest='[topic.psp]\nclauses = ["tda-36"]\nline = "x"')), ["new", "tda-36"]),
    "a term points to nothing": (edit("glossary.toml", "see = [", 'see = ["rrp-lost", '), ["rrp-lost"]),
    "a clause written twice": (add(TDA, CLAUSE.format(key="tda-36")), ["tda-36"]),
    "a topic written twice": (add(TOPICS, TOPIC.format(key="flashed-burn", rest=BURNS)), ["flashed-burn"]),
    "a silent book agrees": (add(TOPICS, TOPIC.format(key="new", rest='agree = [["psp", "tda"]]\n' + BURNS)), ["new", "tda"]),
    "an unknown book agrees": (add(TOPICS, TOPIC.format(key="new", rest='agree = [["psp", "xyz"]]\n' + BURNS)), ["new", "xyz"]),
    "an Alternate Rule without its switch": (
        add(TDA, CLAUSE.format(key="tda-36") + 'alternate = "Or not."'),
        ["tda-36", "alternate_id"],
    ),
    "a misspelt key": (add(TDA, CLAUSE.format(key="tda-36") + 'sees_also = ["tda-37"]'), ["tda-36", "sees_also"]),
    "a missing key": (edit(TDA, "\nshort = ", "\n# short = "), ["short"]),
    "a file that is no TOML": (add("glossary.toml", "[[term"), ["glossary.toml"]),
}  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(RULES / "books", tmp_path / "rules" / "books")
    for name in ("topics.toml", "glossary.toml"):
        shutil.copy(RULES / name, tmp_path / "rules" / name)
    return tmp_path / "rules"


@pytest.mark.parametrize(("spoil", "named"), BREAKS.values(), ids=BREAKS)
def test_a_broken_book_is_named(folder: Path, spoil: Any, named: list[str]) -> None:
    spoil(folder)
    with pytest.raises(BrokenBook) as error:
        load(folder)
    assert all(name in str(error.value) for name in named), str(error.value)


def test_every_fault_is_named_at_once(folder: Path) -> None:
    for name in (
        "leans on nothing",
        "sees nothing",
        "an unknown part of the card",
        "a topic names nothing",
        "a term points to nothing",
    ):
        BREAKS[name][0](folder)
    with pytest.raises(BrokenBook) as error:
        load(folder)
    lines = str(error.value).splitlines()
    assert len(lines) >= 6
    for wanted in ("tda-99", "tda-98", "lunch", "psp-0", "rrp-lost", "tda-1 is in no topic"):
        assert any(wanted in line for line in lines), wanted


# ------------------------------------------------------------------ own words


def spoken(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text.lower().replace("'", "").replace("’", ""))


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner)


def product_texts() -> Iterator[tuple[str, str]]:
    """Every text of the product: the rule files, the phrase bank, what the bot says, the pages for hosts."""
    for file in RULES.rglob("*.toml"):
        for text in strings(tomllib.loads(file.read_text(encoding="utf-8"))):
            yield str(file.relative_to(ROOT)), text
    for file in RULES.rglob("*.txt"):
        for line in file.read_text(encoding="utf-8").splitlines():
            yield str(file.relative_to(ROOT)), line
    for name in ("cogs", "rules", "league", "practice"):
        for file in (ROOT / name).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield str(file.relative_to(ROOT)), node.value
    for file in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *RULES.rglob("*.md")]:
        yield str(file.relative_to(ROOT)), file.read_text(encoding="utf-8")


def test_no_text_has_more_than_eight_words_in_a_row_from_a_source() -> None:
    size = LONGEST_RUN + 1
    taken: set[tuple[str, ...]] = set()
    for file in at_hand("SEEDS_DIR", "seeds").glob("*.txt"):
        words = spoken(file.read_text(encoding="utf-8"))
        taken.update(zip(*(words[start:] for start in range(size)), strict=False))
    assert taken
    copied = set()
    for where, text in product_texts():
        words = spoken(text)
        runs = set(zip(*(words[start:] for start in range(size)), strict=False)) & taken
        copied.update((where, " ".join(run)) for run in runs)
    assert not copied, "\n".join(map(str, sorted(copied)))
