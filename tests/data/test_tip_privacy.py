"""Nobody but the giver can find out who gave a tip, when, or how many there were; sums come out to the cent."""

from __future__ import annotations

import sqlite3
from datetime import timedelta

import pytest
from conftest import ROOT, act
from in_memory import bare
from money_night import HOST, NOW, begin, fresh, volunteer
from test_leagues_apart import texts

from data.closing import close_books
from data.dealers import join
from data.downs import begin_down, end_down
from data.fees import books_of
from data.handled import Act, once
from data.ledger import all_bookings, balances, statement
from data.money import enter
from data.players import player_of
from data.settings import record_settings
from data.store import Transaction
from data.tips import book_tips, forget_receipts, give, night_tips, own_receipts, redirect, take_back
from league.refusing import NotNow
from league.tips import VOLUNTEERS

GIVERS_OWN = ("tip_receipt",)
KEPT_A_DAY = ("handled",)
ANN, BOB, CY, DEE, EVE = range(101, 106)  # their accounts; as players they are 1 to 5


def rows(tx: Transaction, *left_out: str) -> dict[str, list[object]]:
    """Everything in the file, table by table, but for these tables."""
    names = [row["name"] for row in tx.all("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    return {name: [*tx.all(f"SELECT * FROM {name}")] for name in names if name not in left_out}


def an_evening(gifts: dict[int, list[tuple[int, int, int]]]) -> Transaction:
    """Four entries, and before each of them, and at the end, these gifts: giver, recipient, amount."""
    tx = fresh()
    volunteer(tx, 1, 3)
    volunteer(tx, 2, 1)
    for step in range(5):
        for giver, recipient, amount in gifts.get(step, []):
            give(tx, act(by=giver, at=NOW + timedelta(minutes=step)), 1, recipient, amount)
        if step < 4:
            enter(tx, act(by=HOST, at=NOW + timedelta(minutes=step)), 1, 1 + step, method="cash")
    return tx


def closed(tx: Transaction) -> Transaction:
    close_books(tx, act(by=HOST, at=NOW + timedelta(hours=5)), 1, None, "prizes are paid elsewhere")
    return tx


GIFTS = {0: [(CY, 1, 500)], 2: [(DEE, 1, 300), (EVE, VOLUNTEERS, 250)]}
OTHERS = [
    pytest.param({0: [(DEE, 1, 500)], 2: [(EVE, 1, 300), (CY, VOLUNTEERS, 250)]}, id="other givers"),
    pytest.param({1: [(CY, 1, 500)], 4: [(DEE, 1, 300), (EVE, VOLUNTEERS, 250)]}, id="other moments"),
    pytest.param({0: [(EVE, VOLUNTEERS, 250), (DEE, 1, 300)], 3: [(CY, 1, 500)]}, id="another order"),
    pytest.param({3: [(CY, 1, 800), (CY, VOLUNTEERS, 250)]}, id="one giver"),
    pytest.param({3: [(CY, 1, 100)] * 8 + [(DEE, VOLUNTEERS, 125)] * 2}, id="many small ones"),
]


@pytest.mark.parametrize("others", OTHERS)
def test_the_file_is_the_same_whoever_gave_when_and_in_how_many_parts_but_for_the_receipts(others: dict) -> None:  # type: ignore[type-arg]
    for end in (lambda tx: tx, closed):
        assert rows(end(an_evening(GIFTS)), *GIVERS_OWN) == rows(end(an_evening(others)), *GIVERS_OWN)


def test_before_the_books_close_nothing_but_the_sums_and_receipts_differs_from_a_night_without_tips() -> None:
    with_tips, without = an_evening(GIFTS), an_evening({})
    assert rows(with_tips, *GIVERS_OWN, "tip_sum") == rows(without, *GIVERS_OWN, "tip_sum")


def test_the_row_of_a_delivery_is_the_same_whoever_gave_whatever_to_whom() -> None:
    told = []
    for giver, recipient, amount in ((CY, 1, 500), (DEE, 2, 1)):
        tx = fresh()
        once(tx, Act(1, "777", giver, NOW), give, 1, recipient, amount)
        told.append(rows(tx, *GIVERS_OWN, "tip_sum"))
    assert told[0] == told[1]


def test_tips_are_booked_by_nobody_at_the_closing_and_in_sums_alone() -> None:
    tx = closed(an_evening(GIFTS))
    booked = [one for one in all_bookings(tx, 1) if one.what in ("tips", "tip pool")]
    assert [(one.booked_by, one.booked_at) for one in booked] == [(None, NOW + timedelta(hours=5))] * 2
    assert [[move.amount for move in one.moves] for one in booked] == [[800, 800], [250, 125, 125]]
    tips = night_tips(tx, 1, 1)
    assert tips is not None
    assert (tips.by_player, tips.pool, tips.split, tips.total) == ({1: 925, 2: 125}, 250, "downs", 1050)
    assert [entry.change for entry in statement(tx, 1, 1, "USD")] == [0, 800, 125]


def test_only_one_module_touches_tips_before_they_are_booked_and_receipts_only_by_their_giver() -> None:
    found = 0
    for file in [*(ROOT / "data").glob("*.py"), *(ROOT / "cogs").rglob("*.py"), *(ROOT / "league").glob("*.py")]:
        for text in texts(file):
            if text.startswith(("SELECT", "INSERT", "UPDATE", "DELETE")) and (
                "tip_receipt" in text or "tip_sum" in text
            ):
                assert file.name == "tips.py", file
                assert "tip_receipt" not in text or "giver_id = :giver_id" in text, text
                found += "tip_receipt" in text
    assert found > 4


def test_a_giver_finds_their_own_receipts_and_nobody_elses() -> None:
    tx = an_evening({0: [(CY, 1, 500), (DEE, 2, 100), (CY, VOLUNTEERS, 250)]})
    assert [(one.receipt_id, one.recipient_id, one.amount) for one in own_receipts(tx, 1, CY)] == [
        (1, 1, 500),
        (2, 0, 250),
    ]
    assert [one.receipt_id for one in own_receipts(tx, 1, DEE)] == [1]  # numbers tell nothing of others
    assert own_receipts(tx, 1, HOST) == own_receipts(tx, 2, CY) == []
    for work in (lambda: redirect(tx, act(by=DEE), 2, 1), lambda: take_back(tx, act(by=HOST), 1)):
        with pytest.raises(NotNow, match="no receipt of that number"):
            work()


def test_a_tip_can_be_passed_on_or_taken_back_until_the_tips_are_booked() -> None:
    tx = an_evening({0: [(CY, 1, 500), (CY, 2, 40), (DEE, 1, 1)]})
    assert redirect(tx, act(by=CY), 1, 2) == "redirected"
    assert take_back(tx, act(by=CY), 2) == "taken back"
    with pytest.raises(NotNow, match="no such dealer"):
        redirect(tx, act(by=CY), 1, 77)
    book_tips(tx, act(), 1)
    tips = night_tips(tx, 1, 1)
    assert tips is not None and tips.by_player == {1: 1, 2: 500}
    for work in (lambda: redirect(tx, act(by=CY), 1, 1), lambda: take_back(tx, act(by=CY), 1)):
        with pytest.raises(NotNow, match="booked"):
            work()


def test_the_number_of_a_tip_that_was_taken_back_is_not_given_to_a_later_one() -> None:
    tx = an_evening({0: [(CY, 1, 500)]})
    take_back(tx, act(by=CY), 1)
    assert own_receipts(tx, 1, CY) == []
    assert give(tx, act(by=CY), 1, 1, 700) == "2"
    with pytest.raises(NotNow, match="no receipt"):
        take_back(tx, act(by=CY), 1)


def test_forgotten_receipts_leave_the_sums() -> None:
    tx = an_evening({0: [(CY, 1, 500), (DEE, 1, 1)]})
    assert forget_receipts(tx, act(by=CY)) == "1"
    assert own_receipts(tx, 1, CY) == [] and own_receipts(tx, 1, DEE)
    book_tips(tx, act(), 1)
    tips = night_tips(tx, 1, 1)
    assert tips is not None and tips.total == 501


def test_a_tip_without_a_receipt_leaves_nothing_of_its_giver() -> None:
    tx = fresh()
    assert give(tx, act(by=4242), 1, 1, 500, has_receipt=False) == "0"
    assert "4242" not in str(rows(tx))


def test_a_tip_to_oneself_or_to_nobody_is_refused() -> None:
    tx = fresh()
    with pytest.raises(NotNow, match="That is you"):
        give(tx, act(by=ANN), 1, 1, 500)
    with pytest.raises(NotNow, match="no such dealer"):
        give(tx, act(by=ANN), 1, 99, 500)
    with pytest.raises(NotNow, match="Nobody has dealt"):
        give(tx, act(by=ANN), 1, VOLUNTEERS, 500)


def test_a_tip_cannot_be_passed_on_to_where_none_could_be_given() -> None:
    tx = fresh()
    give(tx, act(by=CY), 1, 1, 500)
    for recipient_id, said in ((VOLUNTEERS, "Nobody has dealt"), (3, "That is you"), (99, "no such dealer")):
        with pytest.raises(NotNow, match=said):
            redirect(tx, act(by=CY), 1, recipient_id)
    assert len(book_tips(tx, act(), 1)) == 1


def pool_of(tx: Transaction, amount: int) -> dict[int, int]:
    give(tx, act(by=CY), 1, VOLUNTEERS, amount)
    book_tips(tx, act(at=NOW + timedelta(hours=2)), 1)
    tips = night_tips(tx, 1, 1)
    assert tips is not None and tips.pool == amount
    return tips.by_player


def deal(tx: Transaction, *downs: tuple[int, int]) -> None:
    """So many minutes each, by this player."""
    at = NOW
    for player_id, minutes in downs:
        begin_down(tx, act(at=at), 1, 2, player_id, 30)
        at += timedelta(minutes=minutes)
        end_down(tx, act(at=at), 1, 2)


@pytest.mark.parametrize(
    ("split", "shares"),
    [("downs", {1: 667, 2: 334}), ("minutes", {1: 400, 2: 601}), ("equally", {1: 500, 2: 501})],
)
def test_the_pool_is_shared_as_the_league_chose_before_the_night(split: str, shares: dict[int, int]) -> None:
    tx = bare()
    record_settings(tx, act(), {"tips.split": split}, NOW, "")
    begin(tx, "cash")
    later = "equally" if split != "equally" else "downs"
    record_settings(tx, act(), {"tips.split": later}, NOW + timedelta(minutes=1), "")
    deal(tx, (1, 20), (2, 60), (1, 20))
    assert books_of(tx, 1, 1, NOW + timedelta(hours=1)).tip_split == split
    assert pool_of(tx, 1001) == shares


def test_whoever_took_part_shares_alike_where_nobody_dealt_a_down() -> None:
    tx = fresh("cash")
    join(tx, act(), 1, 1)
    join(tx, act(), 1, 2)
    assert pool_of(tx, 3) == {1: 2, 2: 1}


def test_the_host_has_no_part_in_the_volunteers_pool_unless_nobody_else_dealt() -> None:
    tx = fresh("cash")
    host = player_of(tx, 1, HOST, "host", NOW).player_id
    deal(tx, (host, 30), (1, 30))
    assert pool_of(tx, 100) == {1: 100}
    alone = fresh("cash")
    deal(alone, (player_of(alone, 1, HOST, "host", NOW).player_id, 30))
    assert pool_of(alone, 100) == {host: 100}


def test_a_night_without_tips_books_none_and_takes_none_later() -> None:
    tx = fresh()
    assert book_tips(tx, act(), 1) == [] and night_tips(tx, 1, 1) is None
    assert balances(tx, 1) == {}
    with pytest.raises(NotNow, match="hand it over in person"):
        give(tx, act(by=CY), 1, 1, 500)


def test_the_file_keeps_no_order_of_receipts_across_givers() -> None:
    """Without row numbers the rows lie by giver, so nothing says whose came first."""
    tx = an_evening({0: [(EVE, 1, 1)], 1: [(CY, 1, 1)], 2: [(EVE, 1, 2)]})
    assert [row["giver_id"] for row in tx.all("SELECT giver_id FROM tip_receipt")] == [CY, EVE, EVE]
    for table in GIVERS_OWN:
        with pytest.raises(sqlite3.OperationalError):
            tx.all(f"SELECT rowid FROM {table}")
