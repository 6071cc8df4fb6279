"""A table that presses: short ways through a case's card, as people press it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from conftest import League, at_hand, options, parts, words_of

from cogs.shared import routes


def handed_cases() -> list[dict[str, Any]]:
    """The casebook's cases."""
    lines = (at_hand("CASEBOOK_DIR", "casebook") / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@dataclass
class Table:
    """A case in play: who presses, the card, and the touches so far (button 1, select 2, form 2)."""

    league: League
    who: Any
    shown: Any
    touches: int = 0

    @property
    def card(self) -> Any:
        """The message as it stands."""
        return self.league.env.backend.get_message(self.shown.channel_id, self.shown.id)

    @property
    def text(self) -> str:
        return words_of(self.card)

    @property
    def ids(self) -> list[str]:
        return [part["custom_id"] for part in parts(self.card.components) if "custom_id" in part]

    @property
    def labels(self) -> list[str]:
        return [part["label"] for part in parts(self.card.components) if part.get("label")]

    @property
    def asks(self) -> str | None:
        """The fact that is asked, None if none is."""
        return next((key.split(":")[3] for key in self.ids if key.startswith("case1:answer:")), None)

    def id(self, begins: str) -> str:
        fitting = [key for key in self.ids if key.startswith(begins)]
        assert fitting, f"no {begins} in {self.ids}"
        return fitting[0]

    async def press(self, begins: str, who: Any = None) -> Any:
        self.touches += 1
        return await (who or self.who).click(self.shown, custom_id=self.id(begins))

    async def select(self, begins: str, value: str, who: Any = None) -> Any:
        self.touches += 2
        return await (who or self.who).select(self.shown, [value], custom_id=self.id(begins))

    async def answer(self, value: str, who: Any = None) -> Any:
        assert self.asks is not None, self.text
        return await self.press(routes.MISDEAL_ANSWER.id(self.number, self.asks, value), who)

    async def name(self, incident: str) -> None:
        """Say what went wrong, by a button where there is one."""
        key = routes.MISDEAL_NAME.id(self.number, incident)
        if key in self.ids:
            await self.press(key)
        else:
            await self.select("case1:pick", incident)

    async def answer_all(self, facts: dict[str, str]) -> list[str]:
        """Answer whatever is asked; what the facts do not tell is not sure. The facts that were asked."""
        asked = []
        while (fact := self.asks) is not None:
            asked.append(fact)
            await self.answer(facts.get(fact, "unknown"))
            assert len(asked) < 9, asked
        return asked

    @property
    def number(self) -> int:
        return int(next(key for key in self.ids if key.startswith("case1:floor")).split(":")[2])

    def offered(self, begins: str) -> list[str]:
        class Shown:
            response = self.card

        return options(Shown, begins)


async def open_table(league: League, story: str = "", who: Any = None, channel: Any = None) -> Table:
    who = who or league.player
    given = {"story": story} if story else {}
    result = await league.slash(who, "misdeal start", channel or league.cash, **given)
    assert result.response is not None
    assert not result.response.ephemeral
    return Table(league, who, result.response)


async def ruled_table(league: League, incident: str, facts: dict[str, str], who: Any = None) -> Table:
    table = await open_table(league, who=who)
    await table.name(incident)
    await table.answer_all(facts)
    return table


TWO_FLASHED = {"exposed_by": "dealer", "exposure": "turned_up", "exposed_count": "two_or_more", "game": "flop", "first_two": "no", "action": "none"}  # fmt: skip


async def at_once(league: League, *presses: Any) -> list[Any]:
    """Make these presses and only then let the bot hear of them, all at the same moment."""
    wire, held = league.wire, list[tuple[str, Any]]()
    emit = wire._emit
    wire._emit = lambda event, payload: held.append((event, payload))
    results = [await press for press in presses]
    wire._emit = emit
    for event, payload in held:
        emit(event, payload)
    await league.env.settle()
    return results


async def kept(store: Any) -> dict[str, Any]:
    """Everything that is remembered of cases and due work."""
    tables = ("case_file", "case_answer", "case_decision", "due_job")
    return {name: await store.read(lambda tx, name=name: tx.all(f"SELECT * FROM {name}")) for name in tables}
