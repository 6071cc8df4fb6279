"""The picture of a table: drawn off the loop, the same in words, whatever the names."""

from __future__ import annotations

import io
import threading
from typing import Any

import pytest
from conftest import League, verify_card, words
from PIL import Image
from played import open_table

from cogs.table import picture
from cogs.table.drawing import draw
from cogs.table.sketch import Spot, View, words_of
from data.store import Store

VIEW = View(
    (
        Spot(1, "ann", has_button=True, marks=("deals",)),
        Spot(2, "bob", is_away=True),
        Spot(3, None),
        Spot(4, "cy", marks=("shuffles",)),
        Spot(5, "dee", marks=("cuts",)),
    ),
    ("Table 1", "hand 12"),
    "zoe",
)


def test_the_words_say_what_the_picture_shows() -> None:
    assert words_of(VIEW).splitlines() == [
        "Table 1, hand 12",
        "Dealer: zoe",
        "Seat 1: ann, button, deals",
        "Seat 2: bob, away",
        "Seat 4: cy, shuffles",
        "Seat 5: dee, cuts",
    ]


@pytest.mark.parametrize("seats", range(2, 13))
def test_every_size_of_table_is_drawn(seats: int) -> None:
    spots = tuple(Spot(seat, f"Guest number {seat}", has_button=seat == 1) for seat in range(1, seats + 1))
    png = draw(View(spots, ("Table 1", "hand 1"), "zoe"))
    image = Image.open(io.BytesIO(png))
    assert (image.format, image.size) == ("PNG", (800, 940))
    assert len(png) < 100_000


@pytest.mark.parametrize("name", ["", "José", "日本語の名前", "\U0001f0cf joker", "W" * 40, "a\nb"])
def test_any_name_can_be_drawn(name: str) -> None:
    assert draw(View((Spot(1, name, marks=("deals", "cuts")), Spot(2, None)), ("Table 1",)))


def test_who_is_away_and_where_the_button_is_changes_the_picture() -> None:
    def drawn(**about: Any) -> bytes:
        return draw(View((Spot(1, "ann", **about), Spot(2, "bob")), ("Table 1",)))

    pictures = [drawn(), drawn(is_away=True), drawn(has_button=True), drawn(marks=("deals",)), drawn(marks=("cuts",))]
    assert len(set(pictures)) == 5


async def test_it_is_drawn_off_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    threads = []
    monkeypatch.setattr(picture, "_draw", lambda view: threads.append(threading.current_thread()) or b"png")
    drawn = await picture.drawn(VIEW)
    assert drawn is not None and drawn.png == b"png"
    assert threads != [threading.main_thread()]


async def test_the_picture_comes_privately_with_its_words_as_text_and_as_alternative(
    league: League, store: Store
) -> None:
    table = await open_table(league, store, mode="rrp")
    await table.say("seat", who="ann, *bob*, cy")
    await table.button_is(1)
    await table.next_hand()
    await table.say("away", who="cy")
    result = await table.command("picture")
    assert result.response.ephemeral
    verify_card(result.response.components)
    assert "Seat 1: ann, button, deals" in words(result)
    assert "Seat 2: \\*bob\\*, shuffles, cuts" in words(result)
    assert "Seat 3: cy, away" in words(result)
    stored = league.env.backend.get_message(result.response.channel_id, result.response.id)
    assert [(file["filename"], "ann, button" in file["description"]) for file in stored.attachments] == [
        ("table.png", True)
    ]


async def test_a_picture_that_cannot_be_drawn_leaves_its_words(
    league: League, store: Store, monkeypatch: pytest.MonkeyPatch, broken: list[Any]
) -> None:
    table = await open_table(league, store)
    await table.say("seat", who="ann, bob")

    def fail(view: View) -> bytes:
        raise OSError("no font")

    monkeypatch.setattr(picture, "_draw", fail)
    assert "Seat 1: ann" in await table.say("picture")
    broken.clear()
