"""A row's own number is the next one of its league, or of what it belongs to there."""

from __future__ import annotations

from conftest import Clock, act
from in_memory import bare

from data.case_acts import record_answer
from data.numbered import add_numbered
from data.times import to_micros

AT = to_micros(Clock().moment)


def test_each_league_counts_for_itself_from_one() -> None:
    tx = bare()

    def meet(league_id: int, name: str) -> int:
        return add_numbered(tx, league_id, "player", "player_id", user_id=None, name=name, met_at=AT)

    assert [meet(1, "ann"), meet(1, "bob"), meet(2, "cy"), meet(1, "dee")] == [1, 2, 1, 3]


def test_what_belongs_to_a_case_is_counted_anew_in_each_case() -> None:
    tx = bare()
    tx.run("PRAGMA foreign_keys=OFF")
    for case_number in (1, 2, 1):
        record_answer(tx, act(), case_number, "seat", "3")
    rows = tx.all("SELECT case_number, answer_id FROM case_answer WHERE league_id = 1 ORDER BY case_number, answer_id")
    assert [(row["case_number"], row["answer_id"]) for row in rows] == [(1, 1), (1, 2), (2, 1)]
    assert add_numbered(
        tx, 1, "case_answer", "answer_id", {"case_number": 2},
        answered_at=AT, answered_by=1, fact="seat", value=None, from_story=0,
    ) == 2  # fmt: skip
