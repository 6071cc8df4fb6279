"""Who sees and may do what in each state of a dispute: everybody tries everything."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from conftest import Clock, League, found_league, words
from quarrels import Quarrel, open_from
from tables import TWO_FLASHED, ruled_table

from cogs.shared import routes
from data.store import Store
from league.dispute import UPHELD

OPENER, OTHER, WITNESS, TD, IN_HAND, DECIDER, STRANGER = ROLES = (
    "opener", "other", "witness", "td", "host in the hand", "decider", "stranger",
)  # fmt: skip
HEARD = {OPENER, OTHER, WITNESS}
STAFF = {TD, IN_HAND}
NOBODY: set[str] = set()
SEALED, DECIDING, ASKED, ACCEPTED, DECIDED, APPEALED, FINAL, CLOSED = STATES = (
    "sealed", "deciding", "asked", "accepted", "decided", "appealed", "final", "closed",
)  # fmt: skip
OPEN = (SEALED, DECIDING, ASKED, ACCEPTED, APPEALED)
WITH_DECIDER = (ASKED, ACCEPTED, DECIDED, APPEALED, FINAL)


def sees(state: str) -> set[str]:
    return HEARD | STAFF | ({DECIDER} if state in WITH_DECIDER else NOBODY)


def may(act: str, state: str) -> set[str]:
    """Who may do what changes nothing yet: a form opens, or something is shown."""
    match act:
        case "side" | "evidence":
            return HEARD if state in OPEN else NOBODY
        case "decide":
            return {DECIDING: {TD}, ASKED: {TD}, ACCEPTED: {DECIDER}}.get(state, NOBODY)
        case "appeal":
            return {OPENER, OTHER} if state == DECIDED else NOBODY
        case "name":
            return STAFF
        case "add":
            return STAFF | {OPENER}
        case "rule" | "sumup":
            return STAFF if state == FINAL else NOBODY
    return sees(state)


def may_change(act: str, state: str) -> set[str]:
    """Who may do what changes it."""
    match act:
        case "accept":
            return {DECIDER} if state in (ASKED, ACCEPTED) else NOBODY
        case "close":
            return {OPENER, TD} if state in (SEALED, DECIDING, ASKED, ACCEPTED) else NOBODY
        case "reopen":
            return {OPENER, TD} if state == CLOSED else NOBODY
        case "add":
            return STAFF | {OPENER} if state in OPEN else NOBODY
        case "named":
            return STAFF if state in (SEALED, DECIDING, ASKED, APPEALED) else NOBODY
    return NOBODY


@dataclass
class Cast:
    quarrel: Quarrel
    people: dict[str, Any]


async def play(league: League, store: Store, clock: Clock, state: str) -> Cast:
    """A dispute brought to this state by those who may."""
    manages = league.guild.create_role("Runs it", permissions=manage())
    people = {role: league.guild.add_member(league.env.create_user(role)) for role in (WITNESS, DECIDER, STRANGER)}
    people |= {role: league.guild.add_member(league.env.create_user(role), roles=[manages]) for role in (TD, IN_HAND)}
    people |= {OPENER: league.player, OTHER: league.other}
    quarrel = Quarrel(league, store, clock, people=people)
    case = await ruled_table(league, "exposed_on_deal", TWO_FLASHED, who=people[OPENER])
    await open_from(
        quarrel,
        people[OPENER],
        case.card,
        routes.DISPUTE_CASE.id(case.number),
        "It was no misdeal.",
        others=[people[OTHER]],
        witnesses=[people[WITNESS]],
        hand=[people[IN_HAND]],
        first=["yes" if state == SEALED else "no"],
    )
    if state == SEALED:
        return Cast(quarrel, people)
    await quarrel.side(people[OTHER], "It was.")
    if state in WITH_DECIDER:
        await quarrel.command(people[TD], "name", player=people[DECIDER], dispute=1)
    if state in WITH_DECIDER[1:]:
        await quarrel.accept(people[DECIDER])
    if state in WITH_DECIDER[2:]:
        await quarrel.decide(people[DECIDER], UPHELD, "Two cards were seen.")
    if state == APPEALED:
        await quarrel.appeal(people[OPENER], "Nobody saw the second.")
    if state == FINAL:
        await quarrel.half_and_half(days=4)
    if state == CLOSED:
        await quarrel.command(people[OPENER], "close", reason="Settled.", dispute=1)
    return Cast(quarrel, people)


def manage() -> Any:
    import discord

    return discord.Permissions(manage_guild=True)


def is_refused(result: Any) -> bool:
    """One private sentence, no form, no card, no file."""
    if result.modal is not None:
        return False
    said = words(result)
    assert "Something broke" not in said, said
    answer = result.response or result.followups[-1]
    assert answer.ephemeral, said
    return not answer.components and not answer.attachments


@pytest.mark.parametrize("state", STATES)
async def test_everybody_sees_and_begins_what_they_may_and_no_more(
    league: League, store: Store, clock: Clock, state: str
) -> None:
    cast = await play(league, store, clock, state)
    quarrel, before = cast.quarrel, await cast.quarrel.kept()
    card = await league.slash(league.host, "rule card")  # any message: an id is all that a press is
    for role, who in cast.people.items():
        for act in ("side", "evidence", "decide", "appeal", "name", "add", "more", "rule", "sumup"):
            result = await league.forge(who, card.response, f"disp1:{act}:1")
            assert is_refused(result) is (role not in may(act, state)), f"{role}, {act}, {state}: {words(result)}"
        for name in ("show", "export"):
            result = await league.slash(who, f"dispute {name}", dispute=1)
            assert is_refused(result) is (role not in sees(state)), f"{role}, {name}, {state}"
        listed = words(await league.slash(who, "dispute list"))
        assert ("No disputes here" in listed) is (role not in sees(state)), f"{role}, {state}: {listed}"
        result = await league.slash(who, "dispute side", dispute=1)
        assert is_refused(result) is (role not in may("side", state)), f"{role}, side, {state}"
    assert await quarrel.kept() == before


@pytest.mark.parametrize("state", STATES)
async def test_who_may_not_change_it_changes_nothing(league: League, store: Store, clock: Clock, state: str) -> None:
    cast = await play(league, store, clock, state)
    quarrel, before = cast.quarrel, await cast.quarrel.kept()
    card = await league.slash(league.host, "rule card")
    stranger = cast.people[STRANGER]
    for role, who in cast.people.items():
        if role not in may_change("accept", state):
            assert is_refused(await league.forge(who, card.response, "disp1:accept:1:yes")), f"{role}, {state}"
        assert is_refused(await league.forge(who, card.response, "disp1:agree:1:1")), f"{role}, {state}"
        if role not in may_change("named", state):
            assert is_refused(await league.slash(who, "dispute name", player=stranger, dispute=1)), f"{role}, {state}"
        if role not in may_change("add", state):
            given = {"part": "witness", "player": stranger, "dispute": 1}
            assert is_refused(await league.slash(who, "dispute add", **given)), f"{role}, {state}"
            chosen = await league.forge(who, card.response, "disp1:added:1:hand", [str(stranger.id)])
            assert is_refused(chosen), f"{role}, {state}"
        for name in ("close", "reopen"):
            if role not in may_change(name, state):
                given = {"reason": "So.", "dispute": 1}
                assert is_refused(await league.slash(who, f"dispute {name}", **given)), f"{role}, {name}, {state}"
        if role not in STAFF:
            assert is_refused(await league.slash(who, "dispute settings", appeal_days=0)), role
        if role not in may("side", state):
            for form, values in (("said", {"text": "So."}), ("handed", {"words": "So."})):
                assert is_refused(await league.send_form(who, f"disp1:{form}:1", **values)), f"{role}, {form}, {state}"
        if role not in may("decide", state):
            sent = await league.send_form(who, "disp1:decided:1:upheld", found="", reason="So.", next="")
            assert is_refused(sent), f"{role}, {state}"
        if role not in may("appeal", state):
            assert is_refused(await league.send_form(who, "disp1:appealed:1", reason="So.")), f"{role}, {state}"
        if role not in may("rule", state):
            sent = await league.send_form(who, "disp1:ruled:1:none:none", title="So", text="So.")
            assert is_refused(sent), f"{role}, {state}"
    assert await quarrel.kept() == before


async def test_another_league_reaches_nothing_of_it(league: League, store: Store, clock: Clock) -> None:
    cast = await play(league, store, clock, DECIDING)
    before = await cast.quarrel.kept()
    elsewhere = found_league(league.env, league.wire, "Elsewhere", cast.people[OPENER].user)
    card = await elsewhere.slash(elsewhere.host, "rule card")
    for act in ("side", "evidence", "decide", "appeal", "name", "add", "more", "thread", "rule", "sumup", "post"):
        assert is_refused(await elsewhere.forge(elsewhere.host, card.response, f"disp1:{act}:1")), act
    for name in ("show", "export", "side"):
        assert is_refused(await elsewhere.slash(elsewhere.host, f"dispute {name}", dispute=1)), name
    assert "No disputes here" in words(await elsewhere.slash(elsewhere.host, "dispute list"))
    assert await cast.quarrel.kept() == before


FORGED = ("disp1:more:x", "disp1:more:" + "9" * 40, "disp1:accept:1:maybe", "disp1:agree:1:x", "disp1:opened:moon:1:0", "disp1:case:99", "disp1:look:1", "disp1:outcome:1", "disp1:named:1")  # fmt: skip


@pytest.mark.parametrize("custom_id", FORGED)
async def test_a_forged_id_changes_nothing(league: League, store: Store, clock: Clock, custom_id: str) -> None:
    cast = await play(league, store, clock, DECIDING)
    before = await cast.quarrel.kept()
    card = await league.slash(league.host, "rule card")
    result = await league.forge(cast.people[TD], card.response, custom_id, ["x"])
    assert is_refused(result) or custom_id == "disp1:case:99", words(result)
    assert await cast.quarrel.kept() == before
