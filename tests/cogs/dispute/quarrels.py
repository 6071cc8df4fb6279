"""A dispute on the simulated Discord: short ways to open, tell, decide and end one, as the people concerned press."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from conftest import Clock, League, parts, words, words_of

from data.disputes import dispute_of
from data.store import Store
from league.dispute import Dispute

A_WHILE = 301.0  # seconds; longer than either loop ever waits
PRIVATE = 12  # a private thread, as Discord numbers it


@dataclass
class Quarrel:
    """One dispute in one league. `people`: members by a short name."""

    league: League
    store: Store
    clock: Clock
    number: int = 1
    people: dict[str, Any] = field(default_factory=dict)

    @property
    def league_id(self) -> int:
        return int(self.league.guild.id)

    async def kept(self) -> Dispute:
        found = await self.store.read(dispute_of, self.league_id, self.number)
        assert found is not None
        return found

    @property
    def threads(self) -> list[Any]:
        """The private threads there are."""
        channels = [self.league.rules, self.league.cash, self.league.tournament]
        every = [thread for channel in channels for thread in channel.threads]
        return [each for each in every if self.league.env.backend.channels[each.id].type == PRIVATE]

    async def thread(self) -> Any:
        """Its thread."""
        thread_id = (await self.kept()).thread_id
        return next(each for each in self.threads if each.id == thread_id)

    async def member_ids(self) -> set[int]:
        thread_id = (await self.kept()).thread_id
        return set(self.league.env.backend.channels[thread_id].thread_members) - {self.league.env.backend.bot_user.id}

    # -------------------------------------------------------------- what people see

    async def wait(self, **by: float) -> None:
        """Time passes, and both loops look."""
        self.clock.advance(**(by or {"seconds": 6}))
        await self.league.env.advance_time(A_WHILE)

    async def half_and_half(self, days: float) -> None:
        """So many days and one, with the bot there now and then: whoever is waited for is reminded before time goes on."""
        for each in (days / 2, days / 2, 1):
            await self.wait(days=each)

    async def card(self) -> Any:
        """The card as it stands once it has been drawn."""
        await self.wait(minutes=6, seconds=6)
        told = await self.kept()
        assert told.thread_id is not None and told.card_id is not None, "the card has not been posted"
        return self.league.env.backend.get_message(told.thread_id, told.card_id)

    async def shown(self) -> str:
        return words_of(await self.card())

    async def said(self) -> list[str]:
        """What its thread has been told, oldest first; the card apart."""
        await self.wait()
        told = await self.kept()
        return [
            words_of(message)
            for message in sorted(self.league.env.backend.messages[told.thread_id].values(), key=lambda one: one.id)
            if message.id != told.card_id and words_of(message)
        ]

    async def last(self) -> str:
        return (await self.said())[-1]

    # -------------------------------------------------------------- what people do

    async def press(self, who: Any, act: str, *values: Any) -> Any:
        """A press on the card, or on a screen behind it."""
        return await self.league.forge(
            who, await self.card(), ":".join(map(str, (f"disp1:{act}", self.number, *values)))
        )

    async def side(self, who: Any, text: str, **facts: str) -> str:
        """[My side] and its form."""
        form = await self.press(who, "side")
        chosen = {"facts": [f"{fact}:{value}" for fact, value in facts.items()]} if facts else {}
        return words(await who.submit_modal(form, {"text": text, **chosen}))

    async def hand_in(self, who: Any, words_: str = "", *files: tuple[str, bytes]) -> str:
        """[Evidence] and its form."""
        form = await self.press(who, "evidence")
        return words(await who.submit_modal(form, {"words": words_, "files": list(files)}))

    async def decide(self, who: Any, outcome: str, reason: str, **more: Any) -> str:
        """[Decide], an outcome, and its form."""
        screen = await self.press(who, "decide")
        if not parts(screen.response.components):
            return words(screen)
        form = await who.select(screen.response, [outcome], custom_id=f"disp1:outcome:{self.number}")
        return words(await who.submit_modal(form, {"reason": reason, **more}))

    async def accept(self, who: Any, answer: str = "yes") -> str:
        return words(await self.press(who, "accept", answer))

    async def agree(self, who: Any, instance: int = 1) -> str:
        return words(await self.press(who, "agree", instance))

    async def appeal(self, who: Any, why: str) -> str:
        form = await self.press(who, "appeal")
        return words(form) if form.modal is None else words(await who.submit_modal(form, {"reason": why}))

    async def command(self, who: Any, name: str, **options: Any) -> str:
        return words(await self.league.slash(who, f"dispute {name}", **options))


async def open_words(quarrel: Quarrel, who: Any, about: str, **options: Any) -> str:
    """`/dispute open`, and the number it got."""
    result = await quarrel.league.slash(who, "dispute open", quarrel.league.cash, about=about, **options)
    await note_number(quarrel)
    return words(result)


async def open_from(quarrel: Quarrel, who: Any, shown: Any, custom_id: str, words_: str = "", **more: Any) -> str:
    """A button that opens one, and its form. `more`: others, witnesses, first."""
    form = await quarrel.league.forge(who, shown, custom_id)
    result = await who.submit_modal(form, {"words": words_, **more})
    await note_number(quarrel)
    return words(result)


async def note_number(quarrel: Quarrel) -> None:
    """The newest dispute is the one that is meant."""
    row = await quarrel.store.read(
        lambda tx: tx.one("SELECT MAX(dispute_number) AS n FROM dispute WHERE league_id = :id", id=quarrel.league_id)
    )
    quarrel.number = (row or {"n": 1})["n"] or 1
    await quarrel.wait()
