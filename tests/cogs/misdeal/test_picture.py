"""The picture of board, burn and stub: when there is one, what it shows, and the same in words."""

from __future__ import annotations

import io
import subprocess
import sys
from collections import OrderedDict
from typing import Any

import pytest
from conftest import ROOT, League, NewBot, is_sentence, verify_card, words
from PIL import Image
from tables import Table, ruled_table

from cogs.misdeal import picture
from cogs.misdeal.before_after import before_after, before_only
from cogs.misdeal.picture import NAME
from cogs.misdeal.table_drawing import WIDTH, draw
from cogs.shared.pictures import LONGEST_ALT
from rules.engine import decide
from rules.facts import vocabulary
from rules.names import BOOK_IDS

EXPOSED = {"exposed_by": "dealer", "exposure": "turned_up", "exposed_count": "one", "game": "flop", "first_two": "no", "action": "none"}  # fmt: skip


def every_pair() -> dict[Any, tuple[str, dict[str, str]]]:
    found: dict[Any, tuple[str, dict[str, str]]] = {}
    for incident in vocabulary().incidents:
        for world in vocabulary().worlds(incident):
            pairs = [before_only(incident, world)]
            pairs += [before_after(incident, world, decide(book, incident, world).steps) for book in BOOK_IDS]
            for pair in filter(None, pairs):
                found.setdefault(pair, (incident, world))
    return found


async def early(league: League, street: str) -> Table:
    return await ruled_table(league, "board_early", {"street": street})


async def pictured(table: Table) -> dict[str, Any]:
    """The one file of the answer to [Picture]."""
    answer = await table.press("case1:picture", table.league.other)
    assert answer.response.ephemeral
    verify_card(answer.response.components)
    stored = table.league.env.backend.get_message(answer.response.channel_id, answer.response.id)
    (attachment,) = stored.attachments
    return attachment


async def test_a_ruling_on_an_early_board_card_has_a_picture(league: League) -> None:
    table = await early(league, "river")
    assert table.card.attachments == [], "the ruling and its buttons have the first screen"
    attachment = await pictured(table)
    assert attachment["filename"] == NAME
    for said in ("Before: Board:", "After: Board:", "(early)", "(new)", "shuffled with the early card in it"):
        assert said in attachment["description"]


async def test_the_picture_is_told_in_words_under_clauses(league: League) -> None:
    table = await early(league, "river")
    said = words(await table.press("case1:clauses", league.other))
    assert (await pictured(table))["description"].removeprefix("An example table. ") in said


async def test_a_ruling_that_moves_no_card_has_none(league: League) -> None:
    table = await ruled_table(league, "exposed_on_deal", {**EXPOSED, "exposed_count": "two_or_more"})
    assert table.text.startswith("**Misdeal")
    assert not [key for key in table.ids if key.startswith("case1:picture")]
    assert is_sentence(await league.forge(league.other, table.card, "case1:picture:1"))


async def test_the_picture_follows_the_answers(league: League) -> None:
    table = await early(league, "river")
    before = (await pictured(table))["description"]
    await table.select("case1:change", "street:turn")
    assert (await pictured(table))["description"] != before
    await table.select("case1:change", "street:ask")
    assert not [key for key in table.ids if key.startswith("case1:picture")]


async def test_a_picture_is_there_after_a_restart_and_a_ruling(league: League, new_bot: NewBot) -> None:
    table = await early(league, "flop")
    await league.env.restart_bot(new_bot())
    await table.press("case1:so")
    assert (await pictured(table))["filename"] == NAME


async def test_a_picture_that_cannot_be_drawn_is_said_in_a_sentence(
    league: League, monkeypatch: pytest.MonkeyPatch, broken: list[Any]
) -> None:
    def fail(pair: Any) -> bytes:
        raise OSError("no font")

    monkeypatch.setattr(picture, "_draw", fail)
    monkeypatch.setattr(picture, "_drawn", OrderedDict())
    table = await early(league, "river")
    assert table.text.startswith("**The hand goes on** · House")
    assert is_sentence(await table.press("case1:picture", league.other))
    assert [record.getMessage() for record in broken] == ["a picture cannot be drawn"]
    broken.clear()


def test_the_bot_starts_without_reading_the_drawing_library() -> None:
    code = "import sys, cogs.client, cogs.misdeal.cog; sys.exit('PIL' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, timeout=60).returncode == 0


def test_every_picture_is_small_and_has_words_that_fit() -> None:
    pairs = every_pair()
    assert len(pairs) >= 30
    for pair in pairs:
        png = draw(pair)
        image = Image.open(io.BytesIO(png))
        assert image.width == WIDTH
        assert image.height <= 650
        assert len(png) < 40_000
        assert len(pair.words) < LONGEST_ALT - 30


def test_every_kind_of_replacement_has_its_picture() -> None:
    pictured = {incident for pair, (incident, _) in every_pair().items() if pair.after is not None}
    assert pictured == {
        "exposed_on_deal", "boxed_card", "foreign_card", "too_many_cards", "too_few_cards", "forgot_burn", "board_early",
        "flashed_draw_card", "flashed_stud_river",
    }  # fmt: skip


@pytest.mark.parametrize("book", ["psp", "rrp"])
def test_the_exposed_card_is_the_burn_and_the_burn_that_was_due_is_in_the_hand(book: str) -> None:
    pair = before_after("exposed_on_deal", EXPOSED, decide(book, "exposed_on_deal", EXPOSED).steps)
    assert pair is not None and pair.after is not None
    before, after = ({pile.name: pile for pile in view.piles} for view in (pair.before, pair.after))
    (wrong,) = (spot for spot in before["Hand"].spots if spot.mark == "!")
    (due,) = (spot for spot in before["Stub"].spots if spot.mark == "1")
    assert before["Stub"].spots[0] == due, "the deal is finished, so the top of the stub was to be the burn"
    assert after["Burn"].spots == (wrong,)
    assert due in after["Hand"].spots


def test_no_picture_shows_a_card_twice_or_a_face_nobody_has_seen() -> None:
    for pair, (incident, _) in every_pair().items():
        for view in filter(None, (pair.before, pair.after)):
            cards = [spot.card for pile in view.piles for spot in pile.spots]
            assert len(set(cards)) == len(cards), incident
            for pile in view.piles:
                for spot in pile.spots:
                    if pile.name == "Stub" and spot.mark != "!":
                        assert not spot.is_up, incident


def test_a_drill_picture_gives_no_answer_away() -> None:
    for pair in every_pair():
        if pair.after is None:
            marks = {spot.mark for pile in pair.before.piles for spot in pile.spots}
            assert marks <= {"", "!"}
