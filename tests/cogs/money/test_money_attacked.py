"""What a hurried host, a second press, an old card or a clever name could do to the books."""

from __future__ import annotations

import pytest
from books_night import Books, open_books
from conftest import Clock, League, custom_id, found_league, is_sentence, verify_card, words

from data.ledger import book
from data.money import pay
from data.players import guest_of
from data.store import Store, Transaction
from league.books import BUY_IN, Move, player, pool


@pytest.fixture
async def books(league: League, store: Store, clock: Clock) -> Books:
    return await open_books(league, store, clock, "50", 3)


# ------------------------------------------------------------------ twice


async def test_a_second_press_on_what_is_unusually_much_books_nothing_more(books: Books) -> None:
    asked = await books.run("money enter", what="buyin", player=books.league.player, amount="1001")
    key = custom_id(asked, "money1:sure")
    for _ in range(2):
        told = words(await books.league.forge(books.league.host, asked.response, key))
        assert "1: Practice player, buy-in 1001.00 USD" in told
    await books.says("money reverse", entry=1, reason="a zero too many")
    assert "reversed by 2" in words(await books.league.forge(books.league.host, asked.response, key))
    assert len(await books.bookings()) == 2


async def test_a_second_press_on_balance_paid_is_refused(books: Books) -> None:
    await books.run("dealer start", books.league.player, table=3)
    await books.enter("entry", books.league.player)
    card = await books.run("dealer buyout", books.league.player)
    key = custom_id(card, "deal1:paid")
    for _ in range(2):
        told = words(await books.league.forge(books.league.host, card.response, key))
    assert len(await books.bookings()) == 2, told
    assert await books.balance(books.league.player) == -4000


# ------------------------------------------------------------------ who


async def test_whoever_left_the_server_is_settled_with_by_name(books: Books) -> None:
    await books.enter("buyin", books.league.player, "60")
    told = await books.says("money pay", guest="practice PLAYER", amount="60")
    assert "Practice player is even" in told
    assert "even" in await books.says("money owe", guest="Practice player")


async def test_a_guest_and_a_member_of_one_name_are_told_apart(books: Books) -> None:
    await books.enter("buyin", "Practice player", "20")
    await books.enter("buyin", books.league.player, "30")
    told = await books.says("money owe")
    lines = [line.partition(" owes ")[0] for line in told.splitlines() if line.startswith("- ")]
    assert len(lines) == len(set(lines)) == 2, told
    sheet = await books.run("money export")
    (file,) = sheet.response.attachments
    rows = (books.league.env.backend.cdn.get(file.url) or b"").decode().splitlines()[1:]
    assert len({row.split(",")[4] for row in rows}) == 2


async def test_a_guest_called_like_a_place_of_the_books_is_not_it(books: Books) -> None:
    await books.enter("buyin", "Bank", "20", method="cash")
    sheet = await books.run("money export")
    (file,) = sheet.response.attachments
    rows = (books.league.env.backend.cdn.get(file.url) or b"").decode().splitlines()[1:]
    assert [row.split(",")[4:6] for row in rows][1] == ["bank", "Bank (player 2)"], rows


# ------------------------------------------------------------------ nights


async def test_a_debt_of_an_earlier_night_is_not_owed_back_in_the_next(books: Books, clock: Clock) -> None:
    ann = books.league.player
    await books.enter("buyin", ann, "60")
    await books.close_night()
    clock.advance(hours=24)
    await books.run("night open", kind="cash")
    await books.says("money pay", player=ann, amount="60")
    for told in (await books.says("money night"), await books.says("money night", day="2026-03-14")):
        assert "Practice player" not in told.partition("**Bookings**")[0], told
    assert "not settled" not in await books.says("money close")


async def test_the_books_of_both_nights_of_one_day_are_closed_by_its_date(books: Books) -> None:
    await books.enter("buyin", books.league.player, "60", method="cash")
    await books.enter("cashout", books.league.player, "60", method="cash")
    await books.close_night()
    await books.run("night open", kind="tournament")
    assert "1: Practice player" in await books.says("money night", day="2026-03-14")
    assert "came out at zero" in await books.close_books(day="2026-03-14", counted="0")
    assert "1: Practice player" not in await books.says("money night", day="2026-03-14")


async def test_books_of_an_earlier_night_are_opened_again_by_its_date(books: Books, clock: Clock) -> None:
    await books.enter("buyin", books.league.player, "60", method="cash")
    await books.enter("cashout", books.league.player, "60", method="cash")
    await books.close_night()
    await books.close_books(counted="0")
    clock.advance(hours=24)
    await books.run("night open", kind="cash")
    assert "closed" in await books.says("money reverse", entry=1, reason="it was 50")
    told = await books.says("money reopen", reason="it was 50", day="2026-03-14")
    assert "Saturday 14 March" in told and "the books are closed" not in told
    assert "reversal of booking 1" in await books.says("money reverse", entry=1, reason="it was 50")


async def test_a_currency_changed_before_the_first_entry_leaves_tonights_discounts(
    league: League, store: Store, clock: Clock
) -> None:
    books = await open_books(league, store, clock, "50", 1)
    await books.run("dealer start", league.player, table=1)
    await change_currency(books, "JPY")
    clock.advance(minutes=1)
    await books.enter("entry", league.player)
    assert await books.balance(league.player) == -2000


async def change_currency(books: Books, currency: str) -> None:
    from data.settings import record_settings

    act = books.act("currency")
    await books.store.write(record_settings, act, {"currency": currency}, act.at, "set")
    books.league.bot.leagues.changed(books.league_id)


async def test_an_old_debt_in_another_currency_is_paid_by_naming_it(books: Books, clock: Clock) -> None:
    ann = books.league.player
    await books.enter("buyin", ann, "60")
    await books.close_night()
    down = await books.run("money close")
    form = await books.league.host.click(down.response, label="Close with a reason")
    await books.league.host.submit_modal(form, {"typed": "cash-outs were not booked"})
    await change_currency(books, "EUR")
    assert "is even" in await books.says("money pay", player=ann, amount="60 USD")


# ------------------------------------------------------------------ limits


async def test_thousands_of_bookings_fit_on_every_card(books: Books) -> None:
    def much(tx: Transaction) -> None:
        for number in range(120):
            one = guest_of(tx, books.league_id, f"*_[{number}](https://x.y)_* @everyone `~~", books.clock())
            for step in range(25):
                moves = [Move(player(one.player_id), pool(1), 100 + step)]
                book(tx, books.act(f"{number} {step}"), BUY_IN, moves, "USD", 1, reason="*" * 200)
        pay(tx, books.act("x"), 1, 5, "USD", "cash", 1)

    await books.store.write(much)
    for name in ("money owe", "money night", "money close", "money check"):
        answer = await books.run(name)
        verify_card(answer.response.components)
        told = words(answer)
        assert " @everyone" not in told and "](https" not in told.replace("\\](", "")
    assert "people more" in await books.says("money owe")


async def test_no_amount_below_zero_names_another_command(books: Books) -> None:
    for name, options in (
        ("dealer start", {"table": 3, "balance": "-5"}),
        ("money discounts", {"table1": "-5"}),
        ("tip give", {"dealer": "0", "amount": "-5"}),
        ("money pay", {"player": books.league.player, "amount": "-0"}),
    ):
        refused = await books.run(name, **options)
        assert is_sentence(refused) and "without the minus" in words(refused), words(refused)


async def test_a_player_of_another_league_or_none_cannot_reach_a_booking(books: Books) -> None:
    await books.enter("buyin", books.league.player, "60")
    elsewhere = found_league(books.league.env, books.league.wire, "Elsewhere")
    card = await elsewhere.slash(elsewhere.host, "money night")
    assert "No night's books" in words(card)
    told = await elsewhere.slash(elsewhere.host, "money reverse", entry=1, reason="not mine")
    assert is_sentence(told) and "no booking of that number" in words(told)
    for key in ("money1:look:1", "money1:right:1", "money1:ask:1", "money1:night:1", "money1:down:1",
                "money1:close:1:-:0", "money1:sure:buyin:1:5000:-:1"):  # fmt: skip
        refused = await elsewhere.forge(elsewhere.host, card.response, key)
        assert is_sentence(refused), (key, words(refused))
    assert len(await books.bookings()) == 1


async def test_closed_books_stay_as_they_are_whatever_is_pressed_late(books: Books) -> None:
    host, ann = books.league.host, books.league.player
    asked = await books.run("money enter", what="buyin", player=ann, amount="1001")
    await books.enter("buyin", ann, "60", method="cash")
    await books.enter("cashout", ann, "60", method="cash")
    down = await books.run("money close", counted="0")
    keys = [custom_id(asked, "money1:sure"), custom_id(down, "money1:close"), "money1:down:1"]
    await host.click(down.response, label="Close the books")
    before = await books.bookings()
    for key in keys:
        assert "closed" in words(await books.league.forge(host, down.response, key)), key
    assert "open them again" in await books.says("money reverse", entry=1, reason="late")
    assert await books.bookings() == before
    await books.run("money reopen", reason="one more")
    await books.enter("buyin", ann, "5", method="cash")
    assert "have changed since" in words(await books.league.forge(host, down.response, keys[1]))
    assert "Sound" in await books.says("money check")
