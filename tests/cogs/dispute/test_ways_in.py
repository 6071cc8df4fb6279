"""The ways into a dispute, what is handed in, and what is found of it later."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import Clock, League, custom_id, is_sentence, labels, verify_card, words
from quarrels import Quarrel, note_number, open_from, open_words
from sittings import sit_down
from tables import TWO_FLASHED, ruled_table

from cogs.shared import routes
from data.disputes import evidence_content
from data.store import Store
from league.dispute import CLARIFIED


@pytest.fixture
def quarrel(league: League, store: Store, clock: Clock) -> Quarrel:
    return Quarrel(league, store, clock)


async def test_a_message_opens_one_with_its_words_to_be_read_over(quarrel: Quarrel) -> None:
    league = quarrel.league
    message = await league.other.send(league.cash, "You peeked at my card, @everyone!")
    form = await league.player.context_menu(league.cash, "Open a dispute", message)
    await league.player.submit_modal(form, {"words": "He says that I peeked.", "others": [league.other]})
    await note_number(quarrel)
    told = await quarrel.kept()
    assert (told.source, told.words, told.sides) == ("message", "He says that I peeked.", ())
    assert told.link.endswith(f"/{message.id}")
    assert "> He says that I peeked." in await quarrel.shown()


async def test_a_rulings_message_opens_one_about_its_case(quarrel: Quarrel) -> None:
    league = quarrel.league
    case = await ruled_table(league, "exposed_on_deal", TWO_FLASHED)
    form = await league.player.context_menu(league.cash, "Open a dispute", case.shown)
    await league.player.submit_modal(form, {"words": ""})
    await note_number(quarrel)
    assert (await quarrel.kept()).case_number == case.number
    again = await league.player.context_menu(league.cash, "Open a dispute", case.shown)
    assert "open already: dispute 1" in words(await league.player.submit_modal(again, {"words": ""}))


async def test_a_tables_card_opens_one_about_its_hand(quarrel: Quarrel) -> None:
    league = quarrel.league
    table = await sit_down(league, quarrel.store)
    channel, card = await table.channel(), await table.card()
    shown = next(message for message in channel.history(viewer=league.player) if message.id == card.id)
    form = await league.player.context_menu(channel, "Open a dispute", shown)
    await league.player.submit_modal(form, {"words": "", "others": [league.other]})
    await note_number(quarrel)
    told = await quarrel.kept()
    assert (told.source, told.table_id, told.hand_number) == ("table", table.table_id, 1)
    assert {one.role for one in told.involved if one.was_in_hand} == {"opener", "other", "hand"}


async def test_what_is_refused_in_a_form_is_told_back(quarrel: Quarrel) -> None:
    league = quarrel.league
    case = await ruled_table(league, "exposed_on_deal", TWO_FLASHED)
    said = await open_from(
        quarrel, league.player, case.card, routes.DISPUTE_CASE.id(case.number), "A *long* story", first=["yes"]
    )
    assert "Both sides first needs somebody else" in said
    assert "> A \\*long\\* story" in said


async def test_a_message_with_its_file_is_added_in_the_thread_and_from_anywhere(quarrel: Quarrel, store: Store) -> None:
    league = quarrel.league
    await open_words(quarrel, league.player, "The pot was short.", player=league.other)
    message = await league.player.send(league.cash, "Look", attachments=[("pot.png", b"a picture")])
    assert "It is kept with the dispute." in words(
        await league.player.context_menu(league.cash, "Add to the dispute", message)
    )
    pieces = (await quarrel.kept()).evidence
    assert [piece.words for piece in pieces] == ["Practice player wrote: Look", ""]
    assert pieces[0].name == f"Message {message.jump_url}"
    assert await store.read(evidence_content, quarrel.league_id, 1, pieces[1].evidence_id) == b"a picture"
    stranger = league.guild.add_member(league.env.create_user("sam"))
    assert is_sentence(await stranger.context_menu(league.cash, "Add to the dispute", message))
    assert "Only those a dispute is between" in words(
        await league.host.context_menu(league.cash, "Add to the dispute", message)
    )


async def test_with_several_open_a_message_asks_which_it_is_for_and_keeps_nothing_before(
    quarrel: Quarrel, store: Store
) -> None:
    league = quarrel.league
    await open_words(quarrel, league.player, "The pot was short.", player=league.other)
    await open_words(quarrel, league.player, "And so was the next.", player=league.other)
    said = "Look: *both* of @everyone\n-# https://elsewhere.example/x.png 3 image/png"
    message = await league.other.send(league.cash, said, attachments=[("pot.png", b"a picture"), ("b.txt", b"more")])
    screen = await league.player.context_menu(league.cash, "Add to the dispute", message)
    assert screen.response.ephemeral and "Which dispute is this for?" in words(screen)
    verify_card(screen.response.components)
    assert (await quarrel.kept()).evidence == ()
    await league.player.select(screen.response, ["1"], custom_id="disp1:which")
    quarrel.number = 1
    pieces = (await quarrel.kept()).evidence
    assert [piece.words for piece in pieces] == [f"Practice other wrote: {said}", "", ""]
    assert [piece.name for piece in pieces] == [f"Message {message.jump_url}", "pot.png", "b.txt"]
    assert [piece.size for piece in pieces[1:]] == [9, 4]
    assert await store.read(evidence_content, quarrel.league_id, 1, pieces[1].evidence_id) == b"a picture"
    long = await league.other.send(league.cash, "_" * 1999)
    assert "Open are 2, 1: give its number" in words(
        await league.player.context_menu(league.cash, "Add to the dispute", long)
    )
    stranger = league.guild.add_member(league.env.create_user("sam"))
    assert is_sentence(await league.forge(stranger, screen.response, "disp1:which", ["1"]))
    assert len((await quarrel.kept()).evidence) == 3


async def test_who_saw_it_is_added_comes_into_the_thread_and_is_heard(quarrel: Quarrel) -> None:
    league = quarrel.league
    wes, sam = (league.guild.add_member(league.env.create_user(name)) for name in ("wes", "sam"))
    await open_words(quarrel, league.player, "The pot was short.", player=league.other)
    said = await quarrel.command(league.player, "add", part="witness", player=wes)
    assert "They are added, and can say what they saw." in said
    assert "added wes (witness)." in await quarrel.last()
    assert wes.id in await quarrel.member_ids()
    assert "Your side is kept." in await quarrel.side(wes, "It was short.")
    assert "part of this dispute already" in await quarrel.command(league.host, "add", part="witness", player=wes)
    shown = await league.slash(league.host, "dispute show", dispute=1)
    screen = await league.host.click(shown.response, label="Add somebody")
    verify_card(screen.response.components)
    await league.host.select(screen.response, [league.host], custom_id="disp1:added:1:hand")
    assert "(in the hand)" in await quarrel.last()
    assert league.host.id not in await quarrel.member_ids()
    await quarrel.side(league.other, "It was not.")
    assert "was in the hand" in await quarrel.decide(league.host, CLARIFIED, "So.")
    await quarrel.command(league.host, "add", part="hand", guest="gus", dispute=1)
    assert [one.role for one in (await quarrel.kept()).involved] == ["opener", "other", "witness", "hand", "hand"]
    assert "Only whoever opened it" in await quarrel.command(league.other, "add", part="witness", player=sam)
    shown = await league.slash(league.other, "dispute show", dispute=1)
    assert "Add somebody" not in labels(shown)


async def test_nobody_is_blamed_by_a_guess_at_the_words_it_is_opened_with(quarrel: Quarrel) -> None:
    await open_words(quarrel, quarrel.league.player, "He saw my cards.", player=quarrel.league.other)
    told = await quarrel.kept()
    assert told.incident == "exposed_on_deal" and told.sides[0].facts == {}
    assert "exposed by" not in await quarrel.shown()


async def test_evidence_by_command_is_kept_within_the_leagues_size_and_shown_to_those_concerned(
    quarrel: Quarrel,
) -> None:
    league = quarrel.league
    await quarrel.command(league.host, "settings", megabytes=1)
    await open_words(quarrel, league.player, "The pot was short.", player=league.other)
    assert "too big" in await quarrel.command(league.player, "evidence", file=("all.bin", b"x" * 1_000_001))
    assert "It is kept" in await quarrel.command(league.player, "evidence", file=("pot.png", b"x" * 750_000))
    assert "0.2 MB are left" in await quarrel.command(league.other, "evidence", file=("mine.png", b"x" * 300_000))
    assert "nothing in it" in await quarrel.command(league.other, "evidence", file=("empty.png", b""))
    assert "It is kept" in await quarrel.command(
        league.other, "evidence", file=("..\\..\u202egnp.exe", b"x"), words="The pot."
    )
    assert "nothing in it" in await quarrel.command(league.other, "evidence")
    shown = await league.slash(league.other, "dispute show", dispute=1)
    screen = await league.other.select(shown.response, ["evidence"])
    verify_card(screen.response.components)
    sent = await league.other.select(screen.response, ["file1"], custom_id=custom_id(screen, "disp1:look"))
    assert [one.filename for one in sent.response.attachments] == ["pot.png"]
    assert sent.response.ephemeral


async def test_a_decision_is_shown_in_new_disputes_and_under_rulings_without_names(quarrel: Quarrel) -> None:
    league = quarrel.league
    await quarrel.command(league.host, "settings", appeal_days=0)
    case = await ruled_table(league, "exposed_on_deal", TWO_FLASHED)
    await open_from(quarrel, league.player, case.card, routes.DISPUTE_CASE.id(case.number), "It was one card.")
    await quarrel.decide(league.host, CLARIFIED, "Practice player could not see both cards.")
    again = await ruled_table(league, "exposed_on_deal", TWO_FLASHED)
    below = again.text.split("Disputed before")
    assert len(below) == 2 and "Misdeal" in below[0], again.text
    assert "somebody could not see both cards" in below[1]
    await open_from(quarrel, league.other, again.card, routes.DISPUTE_CASE.id(again.number), "Only one again.")
    assert "dispute 1" in await quarrel.shown()
    assert "Practice player could not" not in await quarrel.shown()


async def test_a_transcript_has_what_went_through_the_bot_and_nothing_sealed(quarrel: Quarrel) -> None:
    league = quarrel.league
    await open_words(quarrel, league.player, "The pot was short.", player=league.other, sides_first=True)
    await quarrel.side(league.player, "By ten chips.")

    async def file(who: Any) -> str:
        sent = await league.slash(who, "dispute export", dispute=1)
        stored = sent.response.attachments[0]
        assert stored.filename == "dispute-1.txt"
        content = league.env.backend.cdn.get(stored.url)
        assert content is not None
        return str(content.decode())

    assert "By ten chips." not in await file(league.host)


async def test_every_screen_is_one_that_discord_takes(quarrel: Quarrel) -> None:
    league = quarrel.league
    await open_words(quarrel, league.player, "He saw both of my cards. " * 70, player=league.other)
    for number in range(9):
        await quarrel.side(league.other, f"*{number}* " + "I did not. " * 150)
    verify_card((await quarrel.card()).components)
    for message in league.env.backend.messages[(await quarrel.kept()).thread_id].values():
        verify_card(message.components)
    shown = await league.slash(league.host, "dispute show", dispute=1)
    verify_card(shown.response.components)
    for screen in ("sides", "facts", "evidence", "bookings", "log"):
        shown = await league.slash(league.host, "dispute show", dispute=1)
        verify_card((await league.host.select(shown.response, [screen])).response.components)
    verify_card((await quarrel.press(league.host, "decide")).response.components)
    verify_card((await league.slash(league.host, "dispute list")).response.components)


async def test_a_screen_says_nothing_twice(quarrel: Quarrel) -> None:
    league, ann, bob = quarrel.league, quarrel.league.player, quarrel.league.other
    case = await ruled_table(league, "exposed_on_deal", TWO_FLASHED)
    await open_from(quarrel, ann, case.card, routes.DISPUTE_CASE.id(case.number), others=[bob])
    assert "Rules as they stood: House (silent) > Rulebook > TDA" in await quarrel.shown()
    assert "Not disputed: " in await quarrel.shown()
    await quarrel.side(bob, "Three had called.", action="three_or_more")
    card = await quarrel.shown()
    assert "After the sides a host or TD" in card and "After 7 days without a decision" in card
    assert "Disputed: action: nobody has acted (case 1). Then: **" in card and "Not disputed: " not in card
    screen = await quarrel.press(league.host, "more")
    assert "Not disputed: " in words(screen) and "More" not in labels(screen), "it is the screen that More opens"
    assert words(await quarrel.press(league.host, "decide")).count("Rules as they stood") == 0
    await quarrel.side(ann, "Nobody had.")
    card = await quarrel.shown()
    assert "After the sides a host or TD" not in card, "the headline says who decides"
    assert "Without a decision by then the table's ruling stands." in card, "and until when"
    await quarrel.decide(league.host, CLARIFIED, "It was not clear.")
    log = words(await league.host.select((await quarrel.press(league.host, "more")).response, ["log"])).splitlines()
    assert [line.partition(">")[2].strip() for line in log[1:]] == [
        "Practice player opened it",
        "Practice other gave a side",
        "Practice player gave a side",
        "Practice host decided: the rule is made clear",
    ]
    assert "only the buttons count" not in await quarrel.shown(), "nothing more is given now"
    await quarrel.half_and_half(days=4)
    found = words(await league.slash(bob, "dispute precedents", text="exposed card"))
    assert found.startswith("**Decided here before** (the rules go ahead of it)\n- dispute 1, "), "no rules stand above"
