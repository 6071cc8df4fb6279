"""An evening in which nearly everything can be pressed: who is there, what is going on, and one try of each thing."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

import discord
from conftest import Clock, League, Wire, found_league, parts, words_of
from raw import Database, command, context_menu, form, press

from cogs.misdeal.actions import mark_of
from cogs.misdeal.casebook import look
from cogs.misdeal.conversation import Question, Ruled
from data.store import Store


@dataclass(frozen=True)
class Try:
    """One way to do a thing.

    `on`: the message it is pressed on; `fields`: it is a form; `place`: the thread where it is done, by those in it;
    `said`: what the message says whose menu is opened.
    """

    args: tuple[object, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)
    values: tuple[Any, ...] | None = None
    fields: dict[str, Any] | None = None
    on: str = "plain"
    place: str = ""
    said: str = "the burn got flipped"


@dataclass
class World:
    """The first league with everybody in it, another league with the same people, and somebody in neither."""

    league: League
    elsewhere: League
    store: Store
    clock: Clock
    database: Database
    people: dict[str, Any]
    abroad: dict[str, Any]
    messages: dict[str, Any] = field(default_factory=dict)
    known: dict[str, Any] = field(default_factory=dict)
    _as_it_was: dict[str, tuple[str, Any]] = field(default_factory=dict)

    async def run(self, name: str, who: str = "host", /, **options: Any) -> Any:
        return await command(self.people[who], self.league.cash, name, **options)

    async def press(self, key: str, *values: Any, who: str = "host", on: str = "plain") -> Any:
        return await press(self.people[who], self.league.cash, self.messages[on], key, values or None)

    async def rows(self, query: str) -> list[Any]:
        return await self.store.read(lambda tx: tx.all(query, id=self.league.guild.id))

    def message(self, result: Any) -> Any:
        return self.league.env.backend.get_message(result.response.channel_id, result.response.id)

    def drawn(self, on: str) -> Any:
        kept = self.messages[on]
        return self.league.env.backend.get_message(kept.channel_id, kept.id)

    def id_on(self, result: Any, begins: str) -> str:
        return first_id(self.message(result), begins)

    async def attempt(self, who: Any, channel: Any, thing: str, one: Try) -> Any:
        """Do it, as this person, in this channel."""
        message = self.drawn(one.on)
        if one.place and channel is self.league.cash and who.id in self.known[f"in the {one.place}"]:
            channel = self.known[one.place]  # a private thread is there for those in it
        if thing.startswith("/"):
            return await command(who, channel, thing[1:], **one.options)
        if thing.startswith(">"):
            self.drawn("chat").content = one.said
            return await context_menu(who, channel, thing[1:], self.messages["chat"])
        key = ":".join([thing, *map(str, one.args)])
        if one.fields is not None:
            return await form(who, channel, key, one.fields, message)
        return await press(who, channel, message, key, one.values)

    def forget(self) -> None:
        """As it was when everything had been set up."""
        if self.database.restore():
            for league in (self.league, self.elsewhere):
                self.league.bot.leagues.changed(league.guild.id)
            self.league.bot.leagues._known.clear()
        for name, (content, components) in self._as_it_was.items():
            message = self.drawn(name)
            message.content, message.components = content, deepcopy(components)

    def keep(self) -> None:
        """Everything has been set up."""
        self.database.keep()
        kept = {name: self.drawn(name) for name in self.messages}
        self._as_it_was = {name: (kept[name].content, deepcopy(kept[name].components)) for name in kept}


def first_id(message: Any, begins: str) -> str:
    """The id of the first component of a message that begins so."""
    ids = [part["custom_id"] for part in parts(message.components) if part.get("custom_id", "").startswith(begins)]
    assert ids, f"no {begins} on {words_of(message)}"
    return str(ids[0])


async def world_of(league: League, wire: Wire, store: Store, clock: Clock, database: Database) -> World:
    """Everything goes on at once: a table, duties, cases, money, tips, nights ahead."""
    env = league.env
    users = {
        name: env.create_user(name) for name in ("stranger", "player", "dealer", "tonight", "TD", "host", "manager")
    }
    roles = {
        "TD": [league.guild.create_role("TDs")],
        "host": [league.guild.create_role("hosts")],
        "dealer": [league.guild.create_role("dealers")],
        "manager": [league.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))],
    }
    people = {name: league.guild.add_member(user, roles=roles.get(name, ())) for name, user in users.items()}
    people["owner"] = league.host
    elsewhere = found_league(env, wire, "Elsewhere")
    abroad = {name: elsewhere.guild.add_member(user) for name, user in users.items()}
    abroad["owner"] = elsewhere.host
    outsider = env.create_user("outsider")
    await outsider.send_dm("hello")
    world = World(league, elsewhere, store, clock, database, {**people, "outsider": outsider}, abroad)
    backend = env.backend
    world.messages["chat"] = backend.create_message(league.cash.id, people["player"].id, Try.said)
    world.messages["plain"] = world.message(await world.run("rule card", "player"))
    world.messages["answer"] = world.message(
        await world.run("rule ask", "player", question="burn got flipped, leave it up?")
    )
    pot = {"pot": "ann 40 in\nbob 25 out\ncy 40 in"}
    world.messages["pot"] = world.message(await form(people["player"], league.cash, "case1:pot:ask", pot))
    await _league(world, roles)
    await _earlier(world)
    await _case(world, "lone case", "exposed_on_deal")
    await _table(world)
    await _cases(world)
    await _money(world)
    await _nights(world)
    await _numbers(world)
    await _disputes(world)
    world.known["role"] = roles["TD"][0]
    world.keep()
    return world


async def _league(world: World, roles: dict[str, list[Any]]) -> None:
    for name, key in (("td", "TD"), ("host", "host"), ("dealer", "dealer")):
        await world.press(f"league1:roles:{name}", *roles[key], who="owner")
    await world.press("league1:floor", world.people["player"], who="owner")
    own = {"title": "Our burn", "text": "A burn card that was seen stays a burn card."}
    await form(world.people["owner"], world.league.cash, "league1:ownsent:none:none:now", own)
    await world.press("rule1:none", on="answer", who="player")
    question = {"question": "burn got flipped, leave it up?"}
    asked = await world.run("rule ask", "player", **question)
    share = world.id_on(asked, "rule1:share")
    world.known["share"] = share.split(":")[2:]
    world.messages["asked"] = world.message(asked)
    world.messages["shared"] = world.message(await world.press(share, on="asked", who="player"))
    for name, person in world.abroad.items():
        await command(world.people[name], world.league.cash, "rule ask", **question)
        await command(person, world.elsewhere.cash, "rule ask", **question)


async def _earlier(world: World) -> None:
    await world.run("night open", kind="tournament")
    await world.run("money enter", what="buyin", guest="bob", amount="10", method="cash")
    await world.run("money enter", what="cashout", guest="bob", amount="10", method="cash")
    await world.run("night close")
    closing = await world.run("money close")
    await world.press(world.id_on(closing, "money1:close"))
    world.clock.advance(days=1)


async def _table(world: World) -> None:
    await world.run("night open", kind="tournament")
    await world.run("table open", kind="tournament", number=1)
    for number in (2, 3, 4):
        await world.run("table open", kind="tournament", number=number)
    seats = f"<@{world.people['player'].id}>, bob, cy"
    await world.run("table seat", who=seats, table=1)
    for number, guests in ((2, "dan, eve"), (3, "fay, gus"), (4, "hal, ivy")):
        await world.run("table seat", who=guests, table=number)
    await world.run("table button", seat=1, table=1)
    await world.run("money night", fee="50")
    await world.run("money enter", what="entry", player=world.people["dealer"], method="cash")
    await world.run("dealer start", table=1, player=world.people["dealer"])
    await world.run("table away", "player", table=1)
    await world.run("table back", "player", table=1)
    (row,) = await world.rows("SELECT last_step AS n FROM game_table WHERE league_id = :id AND table_number = 1")
    world.known["own step"] = row["n"]
    await world.run("table hand", table=1)
    await world.run("table hand", table=1)
    await world.run("night staff add", person=world.people["tonight"])


async def _case(world: World, name: str, incident: str = "", most: int = 20, story: str = "") -> None:
    options = {"story": story} if story else {}
    world.messages[name] = world.message(await world.run("misdeal start", "player", **options))
    (row,) = await world.rows("SELECT MAX(case_number) AS n FROM case_file WHERE league_id = :id")
    number = world.known[name] = row["n"]
    if incident:
        await world.press(f"case1:name:{number}:{incident}", who="player", on=name)
        await _answer(world, name, most)


async def _cases(world: World) -> None:
    await _case(world, "new case")
    await _case(world, "told case", story="the burn got flipped face up")
    await _case(world, "asked case", "exposed_on_deal", 0)
    await _case(world, "answered case", "exposed_on_deal", 1)
    await _case(world, "ruled case", "exposed_on_deal")
    await _case(world, "fouled case", "fouled_deck")


async def _answer(world: World, name: str, most: int) -> None:
    """Press the first answer of each question, until it is ruled or so many are given."""
    for turn in range(most + 1):
        screen = (await look(world.store, world.league.guild.id, world.known[name])).screen
        if isinstance(screen, Ruled):
            world.known[f"{name}: mark"] = mark_of(screen)
        if not isinstance(screen, Question) or turn == most:
            return
        found = (part.get("custom_id", "") for part in parts(world.drawn(name).components))
        await world.press(next(key for key in found if key.startswith("case1:answer")), who="player", on=name)


async def _money(world: World) -> None:
    people = world.people
    await world.run("money enter", what="entry", player=people["player"], method="cash")
    (row,) = await world.rows("SELECT MAX(booking_id) AS n FROM booking WHERE league_id = :id")
    world.known["booking"] = row["n"]
    await _duties(world)
    await world.run("money enter", what="prize", guest="bob", amount="230", method="cash")
    await world.run("tip give", "player", dealer="host", amount="5")
    (row,) = await world.rows("SELECT MAX(receipt_id) AS n FROM tip_receipt WHERE league_id = :id")
    world.known["receipt"] = row["n"]
    closing = await world.run("money close", counted="1")
    world.known["closing"] = world.id_on(closing, "money1:why").split(":")[2:]
    pushed = await world.run("dealer push")
    world.known["push"] = world.id_on(pushed, "deal1:push").split(":")[2:]


async def _duties(world: World) -> None:
    """One dealer has paid and asked for a replacement, one owes, one has asked a guest, one is replaced."""
    world.messages["duty"] = world.message(await world.run("dealer buyout", player=world.people["dealer"]))
    await world.press(first_id(world.drawn("duty"), "deal1:paid"), on="duty")
    await world.run("dealer replace", "dealer", player=world.people["player"])
    for number, guest, successor in ((2, "dan", ""), (3, "fay", "gus"), (4, "hal", "ivy")):
        await world.run("money enter", what="entry", guest=guest, method="cash")
        await world.run("dealer start", guest=guest, table=number)
        shown = await world.run("dealer buyout", guest=guest)
        if successor:
            await world.press(world.id_on(shown, "deal1:paid"))
            await world.run("dealer replace", guest=successor, table=number)
        else:
            world.known["owed"] = world.id_on(shown, "deal1:paid").split(":")[2:]


async def _nights(world: World) -> None:
    """The player waited for a place in the first night ahead, and has it since; the second one repeats."""
    made = await world.run("night create", when="next friday 7pm", title="Friday at the mill", most=3, tables=2)
    await world.press(world.id_on(made, "night1:post"))
    (row,) = await world.rows("SELECT MAX(night_id) AS n FROM night WHERE league_id = :id")
    night = world.known["ahead"] = row["n"]
    for guest in ("bob", "cy"):
        await world.run("night signup", what="play", guest=guest, night=night)
    await world.run("night signup", what="stand_by", guest="nia", night=night)
    (row,) = await world.rows("SELECT player_id AS n FROM player WHERE league_id = :id AND name = 'nia'")
    world.known["not there tonight"] = row["n"]
    await world.press(f"night1:play:{night}", who="player")
    await world.run("night signup", what="drop", guest="bob", night=night)
    made = await world.run("night create", when="next sunday 7pm", title="Sunday at the mill")
    await world.press(world.id_on(made, "night1:post"))
    await world.press(f"night1:repeat:{night + 1}:weekly:0")
    await world.run("night deals", game="holdem", player=world.people["dealer"])
    await world.run("me wishes", "dealer", days="all", may_ask=True)
    filled = await world.run("night fill")
    world.messages["filling"] = world.message(filled)
    world.known["filling"] = world.id_on(filled, "night1:fill:").split(":")[-1]
    drafted = await world.run("night create", when="next saturday 7pm", title="Saturday at the mill")
    world.known["draft"] = world.id_on(drafted, "night1:post").split(":")[-1]


async def _disputes(world: World) -> None:
    """The player opened all but one, which asks the player to decide; the first is about a case, the last ones ended."""
    player, league = world.known["player"], world.league
    await command(world.abroad["player"], world.elsewhere.cash, "dispute open", about="The pot.")  # of the same number
    await _dispute(world, "open", case=world.known["ruled case"], player=world.people["owner"])
    thread = world.known["thread"] = league.cash.threads[-1]
    world.known["in the thread"] = league.env.backend.channels[thread.id].thread_members
    await _dispute(world, "paid", player=world.people["owner"])
    paid = {"found": "", "reason": "So it was at the mill.", "next": "", "pays": [f"0-{player}"], "amount": "5"}
    await form(world.people["host"], league.cash, f"disp1:decided:{world.known['paid dispute']}:money", paid)
    await _dispute(world, "asked", who="owner", guest="bob")
    await world.run("dispute name", dispute=world.known["asked dispute"], player=world.people["player"])
    await _dispute(world, "closed")
    await world.run("dispute close", "player", dispute=world.known["closed dispute"], reason="settled")
    await world.run("dispute settings", appeal_days=0)
    await _dispute(world, "final")
    decided = {"found": "", "reason": "So it is at the mill.", "next": ""}
    await form(world.people["host"], league.cash, f"disp1:decided:{world.known['final dispute']}:clarified", decided)
    states = await world.rows("SELECT dispute_number AS n, ended_how FROM dispute WHERE league_id = :id ORDER BY n")
    assert [row["ended_how"] for row in states] == [None, None, None, "closed", "final"]


async def _dispute(world: World, name: str, who: str = "player", **options: Any) -> None:
    await world.run("dispute open", who, about="The pot at the mill was mine.", **options)
    (row,) = await world.rows("SELECT MAX(dispute_number) AS n FROM dispute WHERE league_id = :id")
    world.known[f"{name} dispute"] = row["n"]
    if "player" in options:  # the other side is heard before anybody decides
        said = {"text": "I did not see that."}
        await form(options["player"], world.league.cash, f"disp1:said:{row['n']}", said)


async def _numbers(world: World) -> None:
    """What things are called in ids."""
    for query in (
        "SELECT name, player_id AS n FROM player WHERE league_id = :id",
        "SELECT 'night' AS name, night_id AS n FROM night WHERE league_id = :id AND opened_at IS NOT NULL"
        " AND closed_at IS NULL",
        "SELECT 'table' AS name, table_id AS n FROM game_table WHERE league_id = :id AND table_number = 1",
        "SELECT 'step' AS name, last_step AS n FROM game_table WHERE league_id = :id AND table_number = 1",
        "SELECT 'duty' AS name, MIN(duty_id) AS n FROM dealer_duty WHERE league_id = :id",
    ):
        world.known |= {row["name"]: row["n"] for row in await world.rows(query)}
