"""Who may do what at a table: staff for what touches others, anyone for themselves, the hand for whoever is at it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from conftest import League, found_league, is_sentence, words
from played import Played, open_table

from cogs.shared import routes
from cogs.table.actions import AT_THE_TABLE, FOR_OTHERS, STAFF_ONLY
from data.store import Store

STAFF = {"host", "tonight"}
AT_TABLE = STAFF | {"seated", "dealer"}
EVERYBODY = AT_TABLE | {"stranger", "elsewhere"}
REFUSED = (STAFF_ONLY, FOR_OTHERS, AT_THE_TABLE, "You do not sit at table 1", "Only a host or TD", "You can take back")

COMMANDS = [
    ("open", {}, STAFF),
    ("break", {}, STAFF),
    ("close", {}, STAFF),
    ("seat", {"who": "zoe"}, STAFF),
    ("seat", {"who": "bob", "deals": False}, STAFF),
    ("stand", {"who": "bob"}, STAFF),
    ("move", {"who": "bob", "seat": 9}, STAFF),
    ("move", {"who": "bob", "to": 2}, STAFF),
    ("away", {"who": "bob"}, STAFF),
    ("back", {"who": "bob"}, STAFF),
    ("penalty", {"who": "bob", "hands": 2}, STAFF),
    ("deck", {"what": "change_floor"}, STAFF),
    ("deck", {"what": "setup_floor"}, STAFF),
    ("deck", {"what": "limits_on"}, STAFF),
    ("deck", {"what": "limits_off"}, STAFF),
    ("deck", {"what": "change_marred"}, AT_TABLE),
    ("deck", {"what": "setup_marred"}, AT_TABLE),
    ("stub", {}, AT_TABLE),
    ("stub", {"cards": 51}, AT_TABLE),
    ("button", {"seat": 2}, AT_TABLE),
    ("hand", {}, AT_TABLE),
    ("undo", {}, STAFF),
    ("stand", {}, {"seated"}),
    ("move", {"seat": 9}, {"seated"}),
    ("away", {}, {"seated"}),
    ("back", {}, {"seated"}),
    ("duties", {}, EVERYBODY),
    ("picture", {}, EVERYBODY),
    ("log", {}, EVERYBODY),
    ("deck", {}, EVERYBODY),
]


@dataclass
class Cast:
    """A table with everybody who may come by."""

    table: Played
    people: dict[str, Any]


async def cast(league: League, store: Store) -> Cast:
    people = {
        role: league.guild.add_member(league.env.create_user(role)) for role in ("stranger", "elsewhere", "dealer")
    }
    people |= {"host": league.host, "tonight": league.other, "seated": league.player}
    table = await open_table(league, store)
    other = await open_table(league, store)
    await other.say("seat", who=f"<@{people['elsewhere'].id}>, xen")
    await table.say("seat", who=f"<@{people['seated'].id}>, bob, cy")
    await table.button_is(1)
    await league.slash(league.host, "dealer start", table=1, player=people["dealer"])
    await table.next_hand()
    await league.slash(league.host, "night staff add", person=people["tonight"])
    return Cast(table, people)


@pytest.mark.parametrize(("name", "options", "allowed"), COMMANDS)
async def test_a_command_is_done_for_those_alone_who_may(
    league: League, store: Store, name: str, options: dict[str, Any], allowed: set[str]
) -> None:
    played = await cast(league, store)
    for role in ("stranger", "elsewhere", "dealer", "seated", "tonight", "host"):
        before = (await played.table.kept()).last_step
        given = {} if name == "open" else {"table": 1, **options}
        result = await played.table.command(name, by=played.people[role], **given)
        said = words(result)
        may = role in allowed
        assert may is not said.startswith(REFUSED) or "does not sit" in said, f"{role}: {said}"
        stepped = (await played.table.kept()).last_step - before
        assert may or stepped == 0, f"{role} changed something"
        if stepped and name != "undo":
            await played.table.say("stand", table=2, who="bob")  # whoever moved may sit nowhere else
            assert "Taken back" in await played.table.say("undo", table=1)


async def test_anybody_takes_a_seat_for_themselves_alone(league: League, store: Store) -> None:
    table = await open_table(league, store)
    assert "Practice player (seat 1)" in await table.say("seat", by=league.player)
    assert "Practice other (seat 4)" in await table.say("seat", by=league.other, who="me 4")
    assert await table.say("seat", by=league.player, who="zoe") == FOR_OTHERS
    assert await table.say("seat", by=league.player, who=f"me, <@{league.host.id}>") == FOR_OTHERS
    assert len((await table.kept()).table.seated) == 2


async def test_one_takes_back_what_one_did_and_no_more(league: League, store: Store) -> None:
    table = await open_table(league, store)
    await table.say("seat", by=league.player)
    await table.say("seat", by=league.other)
    assert (await table.say("undo", by=league.player)).startswith("You can take back what you did here yourself")
    assert "Practice player sits down" in await table.say("undo", by=league.player, step=1)
    assert [one.seat for one in (await table.kept()).table.seated] == [2], "the one who stayed keeps the seat"
    assert "Practice other sits down" in await table.say("undo")


@pytest.mark.parametrize(
    ("begins", "values", "allowed"),
    [("table1:next", None, AT_TABLE), ("table1:button", ["2"], AT_TABLE), ("table1:more", None, EVERYBODY)],
)
async def test_a_press_is_checked_like_a_command(
    league: League, store: Store, begins: str, values: list[str] | None, allowed: set[str]
) -> None:
    played = await cast(league, store)
    for role, who in played.people.items():
        card = await played.table.card()
        result = await league.forge(who, card, await played.table.id(begins), values)
        refused = result.response.ephemeral and words(result).startswith(REFUSED)
        assert refused is (role not in allowed), f"{role}: {words(result)}"


async def test_the_private_screens_change_what_their_person_may_change(league: League, store: Store) -> None:
    played = await cast(league, store)
    table, stranger = played.table, played.people["stranger"]
    card, table_id = await table.card(), table.table_id
    before = (await table.kept()).last_step
    for custom_id, values in (
        (routes.TABLE_MINE.id(table_id, "away"), None),
        (routes.TABLE_MINE.id(table_id, "stand"), None),
        (routes.TABLE_DO.id(table_id, "stub", "-"), None),
        (routes.TABLE_DO.id(table_id, "again", 1), None),
        (routes.TABLE_DO.id(table_id, "undo", before), None),
        (routes.TABLE_DECK.id(table_id), ["change_marred"]),
        (routes.TABLE_DECK.id(table_id), ["limits_on"]),
        (routes.TABLE_PENALTY.id(table_id), None),
        (routes.TABLE_WINNER.id(table_id, 1), ["1"]),
    ):
        assert is_sentence(await league.forge(stranger, card, custom_id, values)), custom_id
    sent = await league.send_form(stranger, routes.TABLE_PENALISED.id(table_id), hands="3")
    assert words(sent) == STAFF_ONLY
    assert (await table.kept()).last_step == before


# ------------------------------------------------------------------ ids from outside


async def test_another_leagues_table_is_not_to_be_reached(league: League, store: Store) -> None:
    other = found_league(league.env, league.wire, "Elsewhere", league.host)
    theirs = await open_table(other, store)
    await theirs.say("seat", who="ann, bob")
    ours = await open_table(league, store)
    card = await ours.card()
    for key in (99, 2**62):
        for custom_id, values in (
            (routes.TABLE_NEXT.id(key, 0), None),
            (routes.TABLE_SEAT.id(key), None),
            (routes.TABLE_MORE.id(key), None),
            (routes.TABLE_BUTTON.id(key, 1), ["1"]),
            (routes.TABLE_SHOW.id(key, "log"), None),
        ):
            assert is_sentence(await league.forge(league.host, card, custom_id, values)), custom_id
    assert (await ours.say("hand", table=7)).startswith("Table 7 is not open tonight")
    assert (await theirs.kept()).last_step == 2
    seen = words(await league.forge(league.host, card, routes.TABLE_SHOW.id(ours.table_id, "log")))
    assert "ann" not in seen, "table 1 of another league is another table"


FORGED = [
    ("table1:next:x:0", None),
    ("table1:next:1:x", None),
    ("table1:next:1", None),
    ("table1:button:1:0", []),
    ("table1:button:1:0", ["-3"]),
    ("table1:button:1:0", ["99"]),
    ("table1:winner:1:0", ["x"]),
    ("table1:winner:1:1", ["777"]),
    ("table1:mine:1:everything", None),
    ("table1:show:1:secrets", None),
    ("table1:do:1:undo:-", None),
    ("table1:do:1:undo:999", None),
    ("table1:do:1:close:-", None),
    ("table1:deck:1", ["burn"]),
    ("table1:deck:1", []),
    ("table1:seat:" + "9" * 40, None),
]


@pytest.mark.parametrize(("custom_id", "values"), FORGED)
async def test_a_forged_id_gets_a_sentence_and_changes_nothing(
    league: League, store: Store, custom_id: str, values: list[str] | None
) -> None:
    table = await open_table(league, store)
    await table.say("seat", who="ann, bob, cy")
    await table.button_is(1)
    await table.next_hand()
    before = (await table.kept()).last_step
    result = await league.forge(league.host, await table.card(), custom_id, values)
    assert is_sentence(result), words(result)
    assert (await table.kept()).last_step == before


@pytest.mark.parametrize(("who", "hands"), [("77", "3"), ("1", "many"), ("1", "-1"), ("1", "100"), ("x", "1")])
async def test_a_forged_penalty_changes_nothing(league: League, store: Store, who: str, hands: str) -> None:
    table = await open_table(league, store)
    await table.say("seat", who="ann, bob")
    result = await league.send_form(league.host, routes.TABLE_PENALISED.id(table.table_id), player=who, hands=hands)
    assert is_sentence(result), words(result)
    assert not any(one.penalty_hands for one in (await table.kept()).table.seated)
