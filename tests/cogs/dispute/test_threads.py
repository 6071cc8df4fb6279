"""A dispute's thread: private, lost, refused, made anew; restarts, and deliveries that come twice."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from conftest import Clock, League, NewBot, labels, verify_card, words, words_of
from quarrels import Quarrel, open_words
from simcord.backend import errors
from simcord.http.routes import messages

from data.store import Store
from league.dispute import CLARIFIED, ENDED, FINAL, UPHELD, state

STATES = ("sides", "deciding", "asked", "decided", "appealed", "ended")


@pytest.fixture
def quarrel(league: League, store: Store, clock: Clock) -> Quarrel:
    return Quarrel(league, store, clock)


def direct_messages(league: League, who: Any) -> list[str]:
    """What the bot has written to this person."""
    backend = league.env.backend
    said = backend.messages.get(backend.dm_channels.get(who.id, 0), {})
    return [words_of(message) for message in said.values()]


async def opened(quarrel: Quarrel, **options: Any) -> str:
    return await open_words(quarrel, quarrel.league.player, "He saw my cards.", player=quarrel.league.other, **options)


async def test_only_those_concerned_are_in_the_thread_and_nobody_in_it_adds_others(quarrel: Quarrel) -> None:
    await opened(quarrel, witness=quarrel.league.guild.add_member(quarrel.league.env.create_user("wes")))
    asked = quarrel.league.env.http_requests
    made = [entry for entry in asked if entry.path.endswith("/threads") and entry.json is not None]
    assert [(one.json["type"], one.json["invitable"], one.json["name"]) for one in made] == [(12, False, "Dispute 1")]
    assert len(await quarrel.member_ids()) == 3
    assert "admins" in await quarrel.shown()
    pinged, about, its_card = (await quarrel.said())[0].splitlines()
    assert pinged.count("<@") == 3 and pinged.endswith(" Dispute 1 is open.")
    assert about == "About: a card was exposed on the deal."
    assert its_card.startswith(("Its card in this thread", "[Its card](https://discord.com/channels/"))
    for message in quarrel.league.env.backend.messages[(await quarrel.kept()).thread_id].values():
        verify_card(message.components)


async def test_without_the_right_it_goes_on_by_private_screens_and_says_what_is_missing(quarrel: Quarrel) -> None:
    league = quarrel.league
    for role in league.env.backend.guilds[league.guild.id].roles.values():
        role.permissions &= ~discord.Permissions(create_private_threads=True, administrator=True).value
    said = await opened(quarrel)
    assert "I am missing the permission Create Private Threads in <#" in said
    assert "/dispute show 1" in said and quarrel.threads == []
    await quarrel.wait(minutes=2)
    (letter,) = direct_messages(league, league.other)
    assert "is open, and you are named in it." in letter and "/dispute show 1 in that server" in letter
    assert "He saw my cards." not in letter, "nobody's words"
    assert direct_messages(league, league.player) == [], "the opener knows"
    shown = await league.slash(league.other, "dispute show", dispute=1)
    form = await league.other.click(shown.response, label="My side")
    after = await league.other.submit_modal(form, {"text": "I did not."})
    assert "Your side is kept." in words(after)
    assert len((await quarrel.kept()).sides) == 2
    await quarrel.wait(days=15)
    assert (await quarrel.kept()).ended is None, "everybody has more time"
    dee = league.guild.add_member(league.env.create_user("dee"))
    assert "tell them: /dispute show 1" in await quarrel.command(league.host, "name", player=dee, dispute=1)
    asked = await league.slash(dee, "dispute show", dispute=1)
    assert "press Decide" in words(await dee.click(asked.response, label="I decide it"))
    for role in league.env.backend.guilds[league.guild.id].roles.values():
        role.permissions |= discord.Permissions(create_private_threads=True).value
    made = await league.other.click(shown.response, label="Make its thread")
    assert "It goes on in <#" in words(made)
    assert any("I did not." in line for line in await quarrel.said()), "what was not told yet is told"
    assert await quarrel.member_ids() == {league.player.id, league.other.id, dee.id}


async def test_a_thread_deleted_by_hand_is_said_and_offered_anew(quarrel: Quarrel) -> None:
    league = quarrel.league
    await opened(quarrel)
    await quarrel.shown()
    league.env.backend.delete_channel((await quarrel.kept()).thread_id)
    await league.env.settle()
    assert (await quarrel.kept()).thread_id is None
    shown = await league.slash(league.player, "dispute show", dispute=1)
    why = "Nobody is told what is new, so everybody has 14 days more after the sides."
    assert f"It has no thread now. {why}" in words(shown)
    await league.player.click(shown.response, label="Make its thread")
    assert await quarrel.member_ids() == {league.player.id, league.other.id}
    assert "He saw my cards." in words(await league.player.select(shown.response, ["sides"]))
    assert "Dispute 1." in await quarrel.shown()
    assert not any("is open." in line for line in await quarrel.said()), "nobody is pinged twice"


async def test_where_there_is_a_thread_nobody_is_written_to(quarrel: Quarrel) -> None:
    await opened(quarrel)
    await quarrel.wait(minutes=2)
    assert direct_messages(quarrel.league, quarrel.league.other) == []


async def test_whoever_takes_no_messages_holds_up_nobody(quarrel: Quarrel, monkeypatch: pytest.MonkeyPatch) -> None:
    league = quarrel.league
    for role in league.env.backend.guilds[league.guild.id].roles.values():
        role.permissions &= ~discord.Permissions(create_private_threads=True, administrator=True).value
    wes = league.guild.add_member(league.env.create_user("wes"))
    allowed = messages._send_permissions

    def closed(ctx: Any, channel_id: int) -> None:
        if league.other.id in ctx.backend.get_channel(channel_id).recipient_ids:
            raise errors.cannot_dm_bot()
        allowed(ctx, channel_id)

    monkeypatch.setattr(messages, "_send_permissions", closed)
    await opened(quarrel, witness=wes)
    await quarrel.wait(minutes=2)
    assert direct_messages(league, league.other) == []
    assert len(direct_messages(league, wes)) == 1
    await quarrel.wait(minutes=10)
    assert len(direct_messages(league, wes)) == 1, "once"


async def test_what_never_gets_a_thread_ends_all_the_same(quarrel: Quarrel) -> None:
    league = quarrel.league
    for role in league.env.backend.guilds[league.guild.id].roles.values():
        role.permissions &= ~discord.Permissions(create_private_threads=True, administrator=True).value
    assert "everybody has 14 days more" in await opened(quarrel)
    shown = await league.slash(league.other, "dispute show", dispute=1)
    form = await league.other.click(shown.response, label="My side")
    await league.other.submit_modal(form, {"text": "I did not."})
    shown = await league.slash(league.host, "dispute show", dispute=1)
    assert "everybody has 14 days more (counted above)." in words(shown)
    screen = await league.host.click(shown.response, label="Decide")
    form = await league.host.select(screen.response, [UPHELD], custom_id="disp1:outcome:1")
    await league.host.submit_modal(form, {"reason": "It stands."})
    await quarrel.half_and_half(days=15)
    assert (await quarrel.kept()).ended is None
    await quarrel.half_and_half(days=2)
    told = await quarrel.kept()
    assert told.ended is not None and told.ended.how == FINAL and told.thread_id is None


@pytest.mark.parametrize("is_ours", [True, False])
async def test_a_thread_made_before_a_stop_is_found_again_and_none_older_than_the_dispute(
    quarrel: Quarrel, is_ours: bool
) -> None:
    if is_ours:
        quarrel.clock.advance(days=-90)  # the simulated Discord numbers all it makes by the first of January
    await opened(quarrel)
    thread_id = (await quarrel.kept()).thread_id
    await quarrel.store.write(
        lambda tx: tx.run(
            "UPDATE dispute SET thread_id = NULL, card_id = NULL, placed_at = NULL WHERE league_id = :id",
            id=quarrel.league_id,
        )
    )
    shown = await quarrel.league.slash(quarrel.league.player, "dispute show", dispute=1)
    await quarrel.league.player.click(shown.response, label="Make its thread")
    assert ((await quarrel.kept()).thread_id == thread_id) is is_ours


async def test_who_has_left_is_named_and_it_goes_on_without_them(quarrel: Quarrel) -> None:
    league = quarrel.league
    await opened(quarrel)
    league.guild.remove_member(league.other)
    league.env.backend.delete_channel((await quarrel.kept()).thread_id)
    await quarrel.wait(minutes=11)
    shown = await league.slash(league.player, "dispute show", dispute=1)
    made = words(await league.player.click(shown.response, label="Make its thread"))
    assert "Not in this server any more, so not in it: Practice other" in made
    assert "Decided" in await quarrel.decide(league.host, UPHELD, "It stands.")


async def test_the_card_is_posted_anew_where_it_was_deleted(quarrel: Quarrel) -> None:
    league = quarrel.league
    await opened(quarrel)
    card = await quarrel.card()
    del league.env.backend.messages[card.channel_id][card.id]
    league.bot.live.touch("dispute", quarrel.league_id, 1)
    await quarrel.wait(minutes=7)
    shown = await league.slash(league.player, "dispute show", dispute=1)
    assert "deleted" in words(shown)
    await league.player.click(shown.response, label="Make its thread")
    assert (await quarrel.card()).id != card.id


@pytest.mark.parametrize("where", STATES)
async def test_after_a_restart_every_button_works_on(quarrel: Quarrel, new_bot: NewBot, where: str) -> None:
    league = quarrel.league
    dee = league.guild.add_member(league.env.create_user("dee"))
    await opened(quarrel, sides_first=where == "sides")
    if where != "sides":
        await quarrel.side(league.other, "I did not.")
    if where in STATES[2:]:
        await quarrel.command(league.host, "name", player=dee, dispute=1)
    if where in STATES[3:]:
        await quarrel.accept(dee)
        await quarrel.decide(dee, CLARIFIED, "It was not clear.")
    if where == "appealed":
        await quarrel.appeal(league.player, "It was.")
    if where == "ended":
        await quarrel.half_and_half(days=4)
    before, card = await quarrel.kept(), await quarrel.card()
    told = len(await quarrel.said())
    await league.env.restart_bot(new_bot())
    await quarrel.wait()
    assert await quarrel.kept() == before
    assert len(await quarrel.said()) == told, "nothing is told twice"
    shown = labels(type("Shown", (), {"response": card}))
    assert "More" in shown
    assert f"Dispute {quarrel.number}." in words(await quarrel.press(league.player, "more"))
    if where == "sides":
        await quarrel.side(league.player, "He did.")
        await quarrel.side(league.other, "I did not.")
    if where in ("sides", "deciding"):
        await quarrel.decide(league.host, UPHELD, "It stands.")
    if where == "asked":
        await quarrel.accept(dee)
        await quarrel.decide(dee, UPHELD, "It stands.")
    if where == "appealed":
        await quarrel.command(league.host, "name", player=league.host, dispute=1)
        await quarrel.accept(league.host)
        await quarrel.decide(league.host, UPHELD, "It stands.")
    await quarrel.half_and_half(days=4)
    assert state(await quarrel.kept(), quarrel.clock()) == ENDED


async def test_what_is_delivered_twice_counts_once(quarrel: Quarrel, broken: list[Any]) -> None:
    league = quarrel.league
    dee = league.guild.add_member(league.env.create_user("dee"))
    await league.slash(league.player, "dispute open", league.cash, about="He saw my cards.", player=league.other)
    await league.wire.again()
    assert len(quarrel.threads) == 1 and len((await quarrel.kept()).sides) == 1
    for does in (
        lambda: quarrel.side(league.other, "I did not."),
        lambda: quarrel.hand_in(league.other, "My note"),
        lambda: quarrel.command(league.host, "name", player=dee, dispute=1),
        lambda: quarrel.accept(dee),
        lambda: quarrel.decide(dee, UPHELD, "It stands."),
        lambda: quarrel.appeal(league.player, "It does not."),
    ):
        await does()
        told = await quarrel.kept()
        await league.wire.again()
        assert await quarrel.kept() == told
    assert len(set(await quarrel.said())) == len(await quarrel.said())


@pytest.mark.parametrize(("first", "told"), [(True, "nobody reads it, hosts included"), (False, "reads it at once")])
async def test_the_card_says_what_to_press_and_who_will_read_it(quarrel: Quarrel, first: bool, told: str) -> None:
    await opened(quarrel, sides_first=first)
    shown = await quarrel.shown()
    assert shown.splitlines()[1].startswith("Press **My side** and say what you saw") and told in shown
    for who in (quarrel.league.player, quarrel.league.other):
        await quarrel.side(who, "I saw it.")
    assert "Press **My side**" not in await quarrel.shown()
