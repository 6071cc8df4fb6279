"""Every handed case through the real components: how many touches it takes, and that nothing idle is asked."""

from __future__ import annotations

from statistics import median
from typing import Any

import pytest
from conftest import League, verify_card
from tables import Table, handed_cases, open_table

from cogs.misdeal import casebook
from rules.engine import decide
from rules.story import Reading

ORDER = ("psp", "rrp", "tda")
PHONE = 1300


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> dict[str, Reading]:
    """What the reader makes of a story, by its words."""
    readings: dict[str, Reading] = {}
    monkeypatch.setattr(casebook, "read_story", lambda story: readings[story])
    return readings


async def play(table: Table, case: dict[str, Any], known: dict[str, str]) -> tuple[str | None, str]:
    """Answer until it is ruled, each question being the one the engine asks; which book rules then, and what."""
    facts, not_known = dict(known), list[str]()
    while True:
        told = [decide(book, case["incident"], facts, not_known) for book in ORDER]
        speaking = next((decision for decision in told if decision.outcome != "silent"), None)
        assert (speaking and speaking.ask) == table.asks, "a question that can change nothing"
        if speaking is None or speaking.ask is None:
            return (None, "silent") if speaking is None else (speaking.book, speaking.outcome)
        if speaking.ask in case["facts"]:
            facts[speaking.ask] = case["facts"][speaking.ask]
        else:
            not_known.append(speaking.ask)
        await table.answer(facts.get(speaking.ask, "unknown"))


def summary(touches: list[int]) -> tuple[float, int, int]:
    ordered = sorted(touches)
    return median(ordered), ordered[int(len(ordered) * 0.95)], ordered[-1]


@pytest.mark.timeout(300)
@pytest.mark.parametrize("share", [None, 0.0, 0.6], ids=["no story", "incident read", "most facts read"])
async def test_a_ruling_takes_few_touches(league: League, told: dict[str, Reading], share: float | None) -> None:
    touches = []
    for number, case in enumerate(handed_cases()):
        story, known = "", {}
        if share is not None:
            known = dict(list(case["facts"].items())[: round(len(case["facts"]) * share)])
            story = f"story {number}"
            told[story] = Reading((case["incident"],), known, 1.0)
        table = await open_table(league, story)
        if share is None:
            await table.name(case["incident"])
        else:
            await table.press("case1:confirm")
        book, outcome = await play(table, case, known)
        verify_card(table.card.components)
        assert len(table.text) <= PHONE
        kept = (await casebook.look(league.bot.store, league.guild.id, number + 1)).case.ruling
        assert kept is not None
        assert (kept["book"], kept["outcome"]) == (book, outcome), case["id"]
        if book == case["book"] and outcome != "depends":
            assert outcome in case["expect"]["outcome"], case["id"]
        touches.append(table.touches)
    middle, most_take, most = summary(touches)
    print(f"touches: median {middle}, 95 % {most_take}, most {most}")
    assert middle <= 4
    assert most_take <= 6
    assert most <= 8
