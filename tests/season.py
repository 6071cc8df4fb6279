"""A league's season played from a seed: nights planned and filled, tables, cases, dealers, money, tips, closed books.

What is done next is drawn from the seed and from what the database says is possible; some of it is refused, as people's
wishes are. Each interaction may meet a fault (season_world.py); what must hold is in season_holds.py.
"""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from season_evening import Evening
from season_holds import verify_night
from season_play import FIRST, ids_of
from season_world import kept

from data.ledger import all_bookings
from data.players import players
from league.exports import beancount_text, csv_text

ZONE = "America/New_York"


class Season(Evening):
    """One league through so many weeks, a night in each."""

    async def play(self, nights: int) -> dict[str, str]:
        """Play it; the books in both forms, as they are exported, and all that is remembered."""
        await self.world.begin(self.people)
        try:
            for number in range(nights):
                await self.week(number)
            return await self.books()
        finally:
            await self.world.end()

    async def books(self) -> dict[str, str]:
        bookings = await self.world.read(all_bookings, self.league_id)
        names = {number: one.name for number, one in (await self.world.read(players, self.league_id)).items()}
        rest = json.dumps(await self.world.read(kept), sort_keys=True)
        return {
            "csv": csv_text(bookings, names, ZONE),
            "beancount": beancount_text(bookings, names, ZONE),
            "all that is kept": sha256(rest.encode()).hexdigest(),
        }

    # -------------------------------------------------------------- a week

    async def week(self, number: int) -> None:
        """Planned on Monday, signed up for, filled, played on Friday, its books closed on Saturday."""
        monday = FIRST + timedelta(weeks=number)
        await self.until(monday)
        await self.plan(number)
        for day in range(4):
            for _ in range(self.chance.randint(3, 8)):
                await self.signs()
            if day == 2:
                filled = await self.run("night fill", nights=1)
                await self.press_on(self.host, filled, "night1:fill:")
            await self.until(monday + timedelta(days=day + 1))
            await self.answer_letters()
        await self.until(monday + timedelta(days=4, hours=7))
        await self.evening()
        await self.until(monday + timedelta(days=5, hours=2))
        await self.close_books()
        await self.until(monday + timedelta(days=6))
        await self.world.read(verify_night, self.league_id)
        self.told_once()
        if self.chance.random() < 0.5:
            await self.world.stop_and_start()

    async def until(self, moment: datetime) -> None:
        """Time goes on in steps of at most six hours, and the loops look at each."""
        while self.world.clock() < moment:
            step = min(timedelta(hours=6), moment - self.world.clock())
            await self.world.wait(seconds=step.total_seconds())
            await self.holds()

    async def plan(self, number: int) -> None:
        chance = self.chance
        given: dict[str, Any] = {
            "kind": chance.choice(["tournament", "tournament", "cash"]),
            "game": chance.choice(["omaha", "holdem"]),
            "tables": chance.randint(1, 3),
            "dealers": chance.choice(["all", "house"]),
            "most": chance.choice([6, 9, 14, 20]),
            "fee": chance.choice(["50", "40", "0"]),
        }
        for _ in range(6):  # an answer that was lost is asked for again
            reading = await self.run("night create", title=f"Week {number + 1}", when="friday 7pm", **given)
            await self.press_on(self.host, reading, "night1:post")
            planned = await self.rows("SELECT MAX(night_id) AS id FROM night_plan WHERE cancelled_at IS NULL")
            if planned[0]["id"] and planned[0]["id"] > self.night_id:
                break
        self.night_id = planned[0]["id"] or 0
        if number % 4 == 1:
            await self.run("night edit", most=chance.choice([8, 12]), tables=chance.randint(1, 3))
        if number % 6 == 2:
            moved = await self.run("night move", when="friday 7:30pm")
            await self.press_on(self.host, moved, "night1:move")
        await self.world.wait(seconds=6)

    async def signs(self) -> None:
        """Somebody presses something on the card, or says what they wish, or a host does it for them."""
        card = await self.message("night_plan", "card_message_id", "card_channel_id", "night_id = :night_id")
        who, draw = self.somebody(), self.chance.random()
        if card is None or draw < 0.1:
            what = self.chance.choice(["play", "deal", "stand_by", "drop"])
            extra = {"table": self.chance.randint(1, 3)} if what == "deal" else {}
            person = {"guest": "Gil"} if self.chance.random() < 0.3 else {"player": who}
            await self.run("night signup", what=what, **person, **extra)
        elif draw < 0.2:
            await self.run("me wishes", who, may_ask=True, not_running=self.chance.random() < 0.5)
            await self.run("night deals", game="omaha", player=who)
        elif draw < 0.6:
            await self.press(who, card, f"night1:play:{self.night_id}")
        elif draw < 0.75:
            offered = await self.press(who, card, f"night1:deal:{self.night_id}")
            await self.press_on(who, offered, "night1:take")
        elif draw < 0.8:
            await self.press(who, card, f"night1:standby:{self.night_id}")
        else:
            spot = await self.press(who, card, f"night1:spot:{self.night_id}")
            keys = [key for key in ids_of(None if spot is None else spot.response) if key.startswith("night1:own")]
            if keys:
                await self.press(who, spot.response, self.chance.choice(keys))

    async def answer_letters(self) -> None:
        """Some of those who were written to answer."""
        sql = (
            "SELECT user_id, channel_id AS place, message_id AS id FROM letter JOIN player USING (league_id, player_id)"
        )
        for row in await self.rows(f"{sql} WHERE night_id = :night_id AND message_id > 0 ORDER BY letter_id"):
            message = self.world.env.backend.get_message(row["place"], row["id"])
            keys = [key for key in ids_of(message) if key.startswith("night1:answer")]
            who = next((one for one in self.world.people if one.id == row["user_id"]), None)
            if who is not None and keys and self.chance.random() < 0.4:
                await self.press(who.user, message, self.chance.choice(keys[:-1] or keys))

    def told_once(self) -> None:
        """Nobody has the same letter twice."""
        backend = self.world.env.backend
        marks = [
            (channel_id, key.rsplit(":", 1)[0])
            for channel_id, messages in backend.messages.items()
            for message in messages.values()
            for key in ids_of(message)[-1:]
            if key.startswith("night1:answer")
        ]
        assert len(set(marks)) == len(marks), "a letter was sent twice"
