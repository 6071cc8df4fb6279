"""An evening of a season: what people do at the tables, with the dealers, the money and the tips."""

from __future__ import annotations

from typing import Any

from conftest import parts
from season_play import Play, ids_of
from season_world import said

QUESTIONS = ("burn got flipped, leave it up?", "two cards exposed on the deal", "who shuffles?", "string bet")
INCIDENTS = ("exposed_on_deal", "boxed_card", "too_many_cards", "board_early", "fouled_deck", "no_shuffle_or_cut")
STEPS = ((18, "hand"), (4, "button"), (4, "away"), (4, "back"), (3, "penalty"), (3, "stub"), (3, "deck"), (4, "stand"),
         (5, "undo"), (3, "move"), (4, "seat"))  # fmt: skip
WHATS = ((24, "table_step"), (5, "enters"), (4, "books_more"), (4, "pays"), (2, "reverses"), (5, "tips"),
         (2, "takes_tip_back"), (3, "deals"), (3, "pushes"), (2, "breaks"), (2, "busts"), (2, "buys_out"),
         (2, "replaces"), (1, "releases"), (4, "asks"), (2, "goes_wrong"), (2, "looks"), (1, "sets"))  # fmt: skip
DECK = ("look", "change_asked", "change_floor", "setup_marred", "limits_on")
LOOKS = ("money owe", "money check", "me statement", "me tips", "night show", "dealer downs", "table duties",
         "tip suggest", "me nights", "misdeal cases", "night dealing", "money night")  # fmt: skip


class Evening(Play):
    """What can be done tonight, each by its name in WHATS."""

    async def evening(self) -> None:
        opened: list[Any] = []
        while not opened:  # what was lost is done again
            await self.run("night open")
            opened = await self.rows("SELECT night_id FROM night WHERE opened_at IS NOT NULL AND closed_at IS NULL")
        self.night_id = opened[0]["night_id"]
        comes = await self.rows(
            "SELECT name FROM signup JOIN player USING (league_id, player_id) WHERE night_id = :night_id"
            " AND state = 'in' ORDER BY order_no"
        )
        names = [row["name"] for row in comes] + ["Gil", "Hal", "Ida", "Jo"]
        await self.run("money night", fee=self.chance.choice(["50", "40"]))
        plan = (await self.rows("SELECT table_count, kind FROM night_plan JOIN night USING (league_id, night_id)"
                                " WHERE night_id = :night_id"))[0]  # fmt: skip
        for number in range(1, plan["table_count"] + 1):
            mode = self.chance.choice(["psp_dedicated", "psp_dedicated", "psp_self", "rrp"])
            await self.run("table open", number=number, kind=plan["kind"], mode=mode, break_order=number)
            here = names[number - 1 :: plan["table_count"]][:8]
            await self.run("table seat", who=", ".join(here), table=number)
            await self.run("table button", seat=1, table=number)
            await self.run("dealer start", table=number, guest=names[number % len(names)])
        await self.world.wait(seconds=6)
        for _ in range(10):
            for _ in range(self.chance.randint(8, 14)):
                await getattr(self, self.drawn(WHATS))()
                self.world.clock.advance(seconds=self.chance.randint(5, 90))
            await self.world.wait(minutes=self.chance.randint(10, 40))
            await self.holds()
        closing = await self.run("night close")
        await self.press_on(self.host, closing, "night1:closeall")

    async def table_step(self) -> None:
        number, _, name = await self.anybody_here()
        what, table = self.drawn(STEPS), {"table": number}
        card = await self.message("game_table", "message_id", "channel_id", "night_id = :night_id AND table_number = :n"
                                  " AND closed_at IS NULL", n=number)  # fmt: skip
        key = next((key for key in ids_of(card) if key.startswith("table1:next")), None)
        if what == "hand" and key and self.chance.random() < 0.7:
            await self.press(self.host, card, key)
        elif what in ("away", "back", "stand"):
            await self.run(f"table {what}", who=name, **table)
        elif what == "penalty":
            await self.run("table penalty", who=name, hands=self.chance.randint(0, 3), **table)
        elif what == "move":
            await self.run("table move", who=name, seat=self.chance.randint(1, 9), **table)
        elif what == "seat":
            await self.run("table seat", who=self.chance.choice([name, "Kim", "Lou", self.somebody().name]), **table)
        elif what == "button":
            await self.run("table button", seat=self.chance.randint(1, 8), **table)
        elif what == "deck":
            await self.run("table deck", what=self.chance.choice(DECK), **table)
        else:
            await self.run(f"table {what}", **table)

    async def enters(self) -> None:
        _, person, _ = await self.anybody_here()
        method = self.chance.choice([{}, {"method": "cash"}, {"method": "app"}])
        await self.run("money enter", what="entry", **person, **method)

    async def books_more(self) -> None:
        _, person, _ = await self.anybody_here()
        what = self.chance.choice(["buyin", "rebuy", "rebuy", "cashout", "prize", "reentry"])
        method = self.chance.choice([{}, {"method": "cash"}])
        asked = await self.run("money enter", what=what, amount=self.amount(), **person, **method)
        await self.press_on(self.host, asked, "money1:sure", "money1:ask")

    async def pays(self) -> None:
        _, person, _ = await self.anybody_here()
        await self.run(self.chance.choice(["money pay", "money payout"]), amount=self.amount(), **person)

    async def reverses(self) -> None:
        newest = await self.rows("SELECT COALESCE(MAX(booking_id), 1) AS id FROM booking")
        entry = max(1, newest[0]["id"] - self.chance.randint(0, 6))
        await self.run("money reverse", entry=entry, reason="miscounted")

    def amount(self) -> str:
        return self.chance.choice(["5", "12.50", "20", "37", "60"])

    # -------------------------------------------------------------- dealers

    async def dealer_of(self) -> tuple[int, Any]:
        """A table that somebody deals, and who; the host where nobody does."""
        downs = await self.rows(
            "SELECT table_number, player_id FROM down WHERE night_id = :night_id AND ended_at IS NULL ORDER BY down_id"
        )
        if not downs:
            return 1, {"player": self.host}
        down = self.chance.choice(downs)
        return down["table_number"], await self.person(down["player_id"])

    async def deals(self) -> None:
        number, person, _ = await self.anybody_here()
        await self.run("dealer start", table=number, balance=self.chance.choice(["0", "20"]), **person)

    async def pushes(self) -> None:
        proposal = await self.run("dealer push")
        await self.press_on(self.host, proposal, "deal1:push")

    async def breaks(self) -> None:
        _, person = await self.dealer_of()
        await self.run("dealer break", **person)

    async def busts(self) -> None:
        _, person = await self.dealer_of()
        await self.run("dealer bust", **person)

    async def buys_out(self) -> None:
        _, person = await self.dealer_of()
        due = await self.run("dealer buyout", balance="10", **person)
        await self.press_on(self.host, due, "deal1:paid")

    async def replaces(self) -> None:
        number, dealer = await self.dealer_of()
        _, person, _ = await self.anybody_here()
        asked = await self.run("dealer replace", table=number, **person)
        await self.press_on(person.get("player", self.host), asked, "deal1:agree")
        await self.run("dealer relieve", **dealer)

    async def releases(self) -> None:
        _, person = await self.dealer_of()
        await self.run("dealer release", **person)

    # -------------------------------------------------------------- tips

    async def tips(self) -> None:
        """Somebody tips, in private: no line of the trail and nothing public comes of it."""
        who, before = self.somebody(), await self.rows("SELECT COUNT(*) AS lines FROM audit")
        given = await self.run("tip give", who)
        keys = [key for key in ids_of(None if given is None else given.response) if key.startswith("tip1:to")]
        if keys:
            offered = recipients(given.response)
            amounts = await self.press(who, given.response, keys[0], self.chance.choice(offered))
            await self.press_on(who, amounts, "tip1:give")
        assert await self.rows("SELECT COUNT(*) AS lines FROM audit") == before

    async def takes_tip_back(self) -> None:
        receipts = await self.rows("SELECT giver_id, receipt_id FROM tip_receipt WHERE night_id = :night_id"
                                   " ORDER BY giver_id, amount")  # fmt: skip
        if receipts:
            one = self.chance.choice(receipts)
            who = next(each for each in self.world.people if each.id == one["giver_id"])
            shown = await self.run("me tips", who)
            if shown is not None:
                await self.press(who, shown.response, f"tip1:back:{one['receipt_id']}")

    # -------------------------------------------------------------- rules

    async def asks(self) -> None:
        who = self.somebody()
        answer = await self.run("rule ask", who, question=self.chance.choice(QUESTIONS))
        await self.press_on(who, answer, self.chance.choice(["rule1:share", "rule1:none", "rule1:kind"]))

    async def goes_wrong(self) -> None:
        """A case, mostly at a table, answered to its ruling, which is mostly followed."""
        card = await self.message(
            "game_table", "message_id", "channel_id", "night_id = :night_id AND closed_at IS NULL"
        )
        key = next((key for key in ids_of(card) if key.startswith("case1:table")), None)
        opened = await (self.press(self.host, card, key) if key else self.run("misdeal start"))
        if opened is None or opened.response is None or opened.response.ephemeral:
            return
        shown = opened.response
        if any(key.startswith("case1:pick") for key in self.ids_now(shown)):
            key = next(key for key in self.ids_now(shown) if key.startswith("case1:pick"))
            await self.press(self.host, shown, key, self.chance.choice(INCIDENTS))
        for _ in range(9):
            keys = [key for key in self.ids_now(shown) if key.startswith("case1:answer")]
            if not keys:
                break
            await self.press(self.host, shown, self.chance.choice(keys))
        keys = [key for key in self.ids_now(shown) if key.startswith("case1:so")]
        if keys and self.chance.random() < 0.8:
            await self.press(self.host, shown, keys[0])

    def ids_now(self, shown: Any) -> list[str]:
        return ids_of(self.world.env.backend.get_message(shown.channel_id, shown.id))

    async def sets(self) -> None:
        """The league changes its mind about something."""
        chance = self.chance
        name, given = chance.choice([
            ("league books", {"kind": "cash", "order": chance.choice(["psp-rrp-tda", "rrp-tda", "tda"])}),
            ("money discounts", {"table1": chance.choice(["30", "10"]), "bearer": chance.choice(["pool", "house"])}),
            ("tip policy", {"split": chance.choice(["downs", "minutes", "equally"])}),
            ("dealer downs", {"minutes": chance.choice([20, 30, 45])}),
            ("night staff add", {"person": self.somebody()}),
        ])  # fmt: skip
        await self.run(name, **given)

    async def looks(self) -> None:
        await self.run(self.chance.choice(LOOKS))

    # -------------------------------------------------------------- the books

    async def close_books(self) -> None:
        """Some of the pool goes out as a prize; then the count-down, with a reason where it does not come out."""
        pool = await self.rows("SELECT balance FROM account WHERE kind = 'pool' AND night_id = :night_id")
        if pool and abs(pool[0]["balance"]) > 0 and self.chance.random() < 0.7:
            await self.run("money enter", what="prize", amount=f"{abs(pool[0]['balance']) // 100 or 1}", guest="Gil")
        for _ in range(8):
            down = await self.run("money close", counted="100")
            form = await self.press_on(self.host, down, "money1:close", "money1:why")
            if form is not None and form.modal:
                key = form.modal["custom_id"]
                await self.world.act(lambda key=key: self.world.league.send_form(self.host, key, typed="miscounted"))
                await self.holds()
            if await self.rows("SELECT 1 FROM night_money WHERE night_id = :night_id AND closed_at IS NOT NULL"):
                break
        else:
            raise AssertionError(said(down))
        if self.chance.random() < 0.2:
            await self.run("money reopen", reason="a slip")
            await self.close_books()


def recipients(message: Any) -> list[str]:
    """Who can be tipped, as the select of a card offers them."""
    menu = next(part for part in parts(message.components) if str(part.get("custom_id")).startswith("tip1:to"))
    return [option["value"] for option in menu["options"]]
