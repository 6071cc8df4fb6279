"""The care of the decks: rrp-deck-changes-and-set-ups, rrp-count-the-stub, psp-two-decks."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from conftest import Clock

from league.decks import stub_count_due
from league.refusing import NotNow
from league.steps import after
from league.table import Button, DeckChange, Hand, Limits, Seat, SetUp, Stand, Step, StubCount, Table, opened

AT = Clock().moment
MINUTE = timedelta(minutes=1)


def dealt(players: int = 3, at: datetime = AT) -> Table:
    table = opened(1, "cash", "holdem", "rrp", 9, None, at)
    for step in (*(Seat(player_id) for player_id in range(1, players + 1)), Button(1), Hand()):
        table = after(table, step, at)
    return table


def hands(table: Table, count: int, minutes: int = 0) -> Table:
    for _ in range(count):
        table = after(table, Hand(), AT + minutes * MINUTE)
    return table


def refusal(table: Table, step: Step, minutes: int = 0) -> str:
    with pytest.raises(NotNow) as refused:
        after(table, step, AT + minutes * MINUTE)
    assert refused.value.clause == "rrp-deck-changes-and-set-ups"
    return str(refused.value)


def changed(table: Table, step: Step, minutes: int = 0) -> Table:
    """Asked for in a hand, in effect with the next."""
    at = AT + minutes * MINUTE
    asked = after(table, step, at)
    assert asked.decks == table.decks and asked.waiting == (step,)
    return after(asked, Hand(), at)


def test_the_two_decks_take_turns() -> None:
    table = dealt()
    played = [(hands(table, count).decks.in_play, hands(table, count).decks.other) for count in range(4)]
    assert played == [(1, 2), (2, 1), (1, 2), (2, 1)]


def test_a_player_waits_two_laps_of_the_button_for_another_deck() -> None:
    table = dealt(3)
    assert "so far it is 0" in refusal(table, DeckChange("asked"))
    assert "so far it is 1" in refusal(hands(table, 5), DeckChange("asked"))
    table = changed(hands(table, 6), DeckChange("asked"))
    assert "so far it is 0" in refusal(table, DeckChange("asked"))
    assert "so far it is 1" in refusal(hands(table, 5), DeckChange("asked"))
    changed(hands(table, 6), DeckChange("asked"))


def test_a_lap_is_a_lap_when_its_seat_has_been_left_and_when_hands_went_unpressed() -> None:
    table = after(dealt(5), Stand(1), AT)
    table = after(table, Button(5), AT)
    assert table.decks.laps == 0
    table = hands(table, 1)
    assert (table.button, table.decks.laps) == (2, 1)
    assert after(after(table, Button(5), AT), Button(3), AT).decks.laps == 2


def test_by_the_alternate_rule_a_change_may_be_asked_for_at_any_time() -> None:
    table = changed(dealt(), DeckChange("asked", by_alternate=True))
    changed(table, DeckChange("asked", by_alternate=True))


@pytest.mark.parametrize("why", ["marred", "floor"])
def test_a_marred_card_or_the_floor_waits_for_nothing(why: str) -> None:
    table = changed(after(dealt(), Limits(True), AT), DeckChange(why))
    assert table.decks.changed_at == AT
    changed(dealt(), SetUp(why))


def test_a_deck_with_a_marred_card_stays_out_until_the_set_up() -> None:
    table = changed(dealt(), DeckChange("marred"))
    assert (table.decks.in_play, table.decks.out, table.decks.other) == (2, 1, None)
    table = hands(table, 3)
    assert (table.decks.in_play, table.decks.other) == (2, None)
    assert "bring in a set-up" in refusal(table, DeckChange("marred"))
    table = changed(table, SetUp("marred"), 9)
    assert (table.decks.in_play, table.decks.other, table.decks.set_up_at) == (1, 2, AT + 9 * MINUTE)


def test_a_player_gets_a_set_up_over_a_marred_card_only() -> None:
    assert "marred card only" in refusal(hands(dealt(), 30), SetUp("asked"), 600)
    table = changed(dealt(), SetUp("asked", by_alternate=True))
    assert "ask again in 1 minute." in refusal(table, SetUp("asked", by_alternate=True), 29)
    changed(table, SetUp("asked", by_alternate=True), 30)


def test_posted_limits_allow_a_change_each_half_hour_and_a_set_up_each_hour() -> None:
    table = after(dealt(), Limits(True), AT)
    table = changed(table, DeckChange("asked"))
    assert "ask again in 30 minutes" in refusal(table, DeckChange("asked"))
    assert "ask again in 1 minute." in refusal(table, DeckChange("asked", by_alternate=True), 29)
    table = changed(table, DeckChange("asked"), 30)
    table = changed(table, SetUp("asked"), 31)
    assert "ask again in 1 minute." in refusal(table, SetUp("asked", by_alternate=True), 90)
    changed(table, SetUp("asked"), 91)
    assert "two laps" in refusal(after(table, Limits(False), AT), DeckChange("asked"), 91)


def test_a_change_that_was_promised_comes_though_limits_are_posted_meanwhile() -> None:
    table = changed(dealt(), DeckChange("floor"))
    table = after(table, DeckChange("asked", by_alternate=True), AT)
    table = after(table, Limits(True), AT)
    assert after(table, Hand(), AT + MINUTE).decks.changed_at == AT + MINUTE


def test_the_stub_is_counted_each_half_hour() -> None:
    table = dealt()
    assert stub_count_due(table.decks, None) == AT + 30 * MINUTE
    table = after(table, StubCount(19), AT + 12 * MINUTE)
    assert stub_count_due(table.decks, None) == AT + 42 * MINUTE
    assert table.decks.counted == 19
    assert after(table, StubCount(), AT + 20 * MINUTE).decks.counted is None


@pytest.mark.parametrize(
    ("counted", "down_began", "due"),
    [(0, 5, 15), (0, 25, 30), (0, 40, 30), (6, 5, 36), (5, 5, 35), (12, 20, 30)],
)
def test_the_stub_is_counted_early_in_a_down(counted: int, down_began: int, due: int) -> None:
    table = after(dealt(), StubCount(), AT + counted * MINUTE)
    assert stub_count_due(table.decks, AT + down_began * MINUTE) == AT + due * MINUTE


@pytest.mark.parametrize(
    ("zone", "opened_at", "due"),
    [
        ("America/New_York", "2026-03-08T01:45-05:00", "03:15"),  # an hour is missing
        ("Europe/Zurich", "2026-10-25T02:45+02:00", "02:15"),  # an hour comes twice
        ("Australia/Lord_Howe", "2026-04-05T01:45+11:00", "01:45"),  # half an hour comes twice
    ],
)
def test_half_an_hour_is_half_an_hour_when_the_clocks_change(zone: str, opened_at: str, due: str) -> None:
    table = opened(1, "cash", "holdem", "rrp", 9, None, datetime.fromisoformat(opened_at).astimezone(UTC))
    assert f"{stub_count_due(table.decks, None).astimezone(ZoneInfo(zone)):%H:%M}" == due
