"""Three evenings of Pepper Street, reckoned by hand from the policy's own words, and played by commands.

The first, a tournament at 100: Ann deals table 3 (10 less), Bob table 2 (20 less), the guest Gil table 1 (30 less).
The second, a cash game: Ann and Gil volunteer; tips. The third, a tournament at 50: a prize is typed with two digits
swapped, and the host miscounts.
"""

from __future__ import annotations

from typing import Any

import pytest
from books_night import GUEST, Books, open_books
from conftest import Clock, League, words

from data.store import Store


@pytest.fixture
async def dee(league: League, env: Any) -> Any:
    return league.guild.add_member(env.create_user("Dee"))


@pytest.fixture
async def eve(league: League, env: Any) -> Any:
    return league.guild.add_member(env.create_user("Eve"))


async def owed(books: Books) -> dict[str, str]:
    """Everybody's line of `/money owe`, without the why."""
    found = {}
    for line in (await books.says("money owe")).splitlines():
        if line.startswith("- "):
            stands = line.removeprefix("- ").partition(":")[0]
            name, verb, rest = stands.partition(" is owed " if " is owed " in stands else " owes ")
            found[name] = f"{verb.strip()} {rest}"
    return found


async def statement(books: Books, who: Any) -> list[str]:
    """The lines of somebody's own statement, newest first, from the booking's number on."""
    told = (await books.says("me statement", who)).splitlines()
    return [line.removeprefix("- 14 March, booking ") for line in told if line.startswith("- 14 March, booking ")]


async def test_a_tournament_with_a_discount_at_each_table_a_buy_out_and_a_re_entry(
    league: League, store: Store, clock: Clock, dee: Any, eve: Any
) -> None:
    books = await open_books(league, store, clock, "100", 1, 2, 3)
    ann, bob = league.player, league.other
    await books.run("dealer start", ann, table=3)
    await books.run("dealer start", bob, table=2)
    await books.run("dealer start", guest=GUEST, table=1)
    assert "100.00 USD, 30.00 USD less for dealing table 1: 70.00 USD" in await books.says("money owe", guest=GUEST)
    await books.enter("entry", ann, method="cash")  # 90
    await books.enter("entry", bob)  # owes 80
    await books.enter("entry", GUEST, method="cash")  # 70
    await books.enter("entry", dee, method="cash")  # 100
    await books.enter("entry", eve)  # owes 100
    assert await owed(books) == {"Eve": "owes 100.00 USD", "Practice other": "owes 80.00 USD"}
    await books.enter("reentry", dee, method="cash")  # 100, in full
    seen = await books.says("money night")
    for said in ("The pool holds 600.00 USD", "it is 60.00 USD smaller", "You should hold 360.00 USD"):
        assert said in seen, said

    await books.run("dealer bust", bob)
    card = await books.run("dealer buyout", bob)
    assert "Due: 20.00 USD" in words(card)
    await league.host.click(card.response, label="Balance paid")
    seen = await books.says("money night")
    for said in ("The pool holds 600.00 USD", "it is 40.00 USD smaller", "You should hold 380.00 USD"):
        assert said in seen, said
    assert (await owed(books))["Practice other"] == "owes 80.00 USD"

    await books.enter("prize", dee, "300", method="cash")
    await books.enter("prize", GUEST, "160", method="cash")
    await books.enter("prize", ann, "100")
    await books.says("money pay", player=bob, amount="80", method="transfer")
    await books.says("money pay", player=eve, amount="100", method="app")
    assert await owed(books) == {"Practice player": "is owed 100.00 USD"}
    await books.says("money payout", player=ann, amount="100")
    assert "came out at zero" in await books.close_books(counted="0")
    assert "Nobody owes anything" in await books.says("money owe")
    assert await statement(books, ann) == [
        "13: paid out -100.00 USD; then 0.00 USD",
        "10: prize +100.00 USD; then 100.00 USD",
        "1: entry 100.00 USD, 10.00 USD less for dealing, cash; then 0.00 USD",
    ]
    assert await statement(books, bob) == [
        "11: paid to the host +80.00 USD; then 0.00 USD",
        "7: buy-out of dealing 20.00 USD; then -80.00 USD",
        "2: entry 100.00 USD, 20.00 USD less for dealing: -80.00 USD; then -80.00 USD",
    ]
    assert await statement(books, dee) == [
        "8: prize 300.00 USD, cash; then 0.00 USD",
        "6: re-entry 100.00 USD, cash; then 0.00 USD",
        "4: entry 100.00 USD, cash; then 0.00 USD",
    ]


async def test_a_cash_game_with_tips_to_volunteers_and_host(
    league: League, store: Store, clock: Clock, dee: Any, eve: Any
) -> None:
    await league.slash(league.host, "night open", kind="cash")
    books = Books(league, store, clock)
    ann, bob = league.player, league.other
    await books.table(2)
    await books.run("dealer start", ann, table=2)
    await books.run("dealer start", guest=GUEST, table=2)
    for _ in range(2):  # Gil's down, and Ann's second
        clock.advance(minutes=30)
        push = await books.run("dealer push")
        await league.host.click(push.response, label="Push now")
    downs = await books.says("dealer downs")
    assert "Practice player: 2 downs" in downs and "Gil: 1 down," in downs
    await books.enter("buyin", bob, "200", method="cash")
    await books.enter("buyin", dee, "100", method="app")
    await books.enter("buyin", eve, "100")
    before = [await books.says(name) for name in ("money night", "money owe", "money check", "money close")]
    await books.run("tip give", bob, dealer="host", amount="5")
    await books.run("tip give", dee, dealer="volunteers", amount="10")
    passed = await books.run("tip give", eve, dealer="host", amount="7.50")
    await eve.click(passed.response, label="Practice player instead")
    await books.run("tip give", bob, dealer=GUEST, amount="2")
    assert before == [await books.says(name) for name in ("money night", "money owe", "money check", "money close")]
    await books.enter("cashout", bob, "150", method="cash")
    await books.enter("cashout", dee, "250", method="cash")
    await books.says("money pay", player=eve, amount="100")
    told = await books.close_books(counted="0")
    assert "24.50 USD in all" in told
    for said in ("Practice host: 5.00 USD", "Practice player: 14.17 USD", "Gil: 5.33 USD"):
        assert said in told, said
    assert await owed(books) == {
        "Practice player": "is owed 14.17 USD", "Gil": "is owed 5.33 USD", "Practice host": "is owed 5.00 USD",
    }  # fmt: skip
    assert "14 March: 14.17 USD" in await books.says("me tips", ann)
    assert await statement(books, ann) == [
        "8: tips for the volunteers +6.67 USD; then 14.17 USD",
        "7: tips +7.50 USD; then 7.50 USD",
    ]
    assert await statement(books, eve) == [
        "6: paid to the host +100.00 USD; then 0.00 USD",
        "3: buy-in -100.00 USD; then -100.00 USD",
    ]
    assert "14 March: 7.50 USD for Practice player" in await books.says("me tips", eve)


async def test_a_prize_typed_with_two_digits_swapped_and_a_miscount(
    league: League, store: Store, clock: Clock, dee: Any
) -> None:
    books = await open_books(league, store, clock, "50", 1)
    ann, bob = league.player, league.other
    await books.run("dealer start", ann, table=1)
    for who in (ann, bob, dee):
        await books.enter("entry", who, method="cash")  # 20, 50, 50
    await books.enter("prize", bob, "102", method="cash")  # meant: 120
    told = await books.says("money close", counted="0")
    assert "**-18.00 USD**, less than the books say" in told and "The pool is at +18.00 USD" in told
    assert "likely: 4: Practice other, prize 102.00 USD, cash; two digits swapped?" in told
    told = await books.says("money reverse", entry=4, reason="it was 120")
    assert "reversal of booking 4, 102.00 USD, cash, it was 120" in told
    await books.enter("prize", bob, "120", method="cash")
    told = await books.says("money close", counted="5")
    assert "**+5.00 USD**, more than the books say" in told and "The pool is at" not in told
    assert "came out at zero" in await books.close_books(counted="0")
    assert await statement(books, bob) == [
        "6: prize 120.00 USD, cash; then 0.00 USD",
        "5: reversal of booking 4, 102.00 USD, cash, it was 120; then 0.00 USD",
        "4: prize 102.00 USD, cash, reversed since; then 0.00 USD",
        "2: entry 50.00 USD, cash; then 0.00 USD",
    ]
