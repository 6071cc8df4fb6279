"""`/money owe`, `night`, `discounts`, `close`, `reopen`, `check`, `export`: what each shows, and to whom."""

from __future__ import annotations

import asyncio
from importlib import import_module
from threading import Event
from typing import Any

import pytest
from books_night import GUEST, Books, open_books
from conftest import Clock, League, is_sentence, labels, parts, verify_card, words, words_of

from cogs.tip.actions import give
from data.handled import Act
from data.store import Store


@pytest.fixture
async def books(league: League, store: Store, clock: Clock) -> Books:
    """Ann deals table 3 and owes her entry, Bob and Gil have paid."""
    found = await open_books(league, store, clock, "50", 3)
    await found.run("dealer start", league.player, table=3)
    await found.enter("entry", league.player)
    await found.enter("entry", league.other, method="cash")
    await found.enter("entry", GUEST, method="app")
    return found


# ------------------------------------------------------------------ who owes what


async def test_everybody_sees_what_they_owe_and_why_and_staff_see_all(books: Books) -> None:
    ann = await books.run("money owe", books.league.player)
    assert ann.response.ephemeral
    assert "You owe 40.00 USD" in words(ann) and "entry -40.00 USD" in words(ann)
    assert "You are even" in await books.says("money owe", books.league.other)
    everybody = await books.says("money owe")
    assert "Practice player owes 40.00 USD: entry -40.00 USD" in everybody
    assert "Practice other" not in everybody and GUEST not in everybody
    refused = await books.run("money owe", books.league.other, player=books.league.player)
    assert is_sentence(refused) and "between them and the host" in words(refused)


async def test_before_paying_the_entry_is_shown_with_its_discount(league: League, store: Store, clock: Clock) -> None:
    books = await open_books(league, store, clock, "50", 1)
    await books.run("dealer start", league.player, table=1)
    assert "tonight: the entry is 50.00 USD, 30.00 USD less for dealing table 1: 20.00 USD" in (
        await books.says("money owe", league.player)
    ).replace("Tonight", "tonight")
    assert "the entry is 50.00 USD." in await books.says("money owe", league.other)
    shown = await books.says("night show", league.other)
    assert "Entry: 50.00 USD" in shown and "30.00 USD smaller" in shown


async def test_staff_who_ask_for_one_person_are_told_of_that_person_alone(books: Books) -> None:
    assert await books.says("money owe", guest=GUEST) == "**Gil is even.**"
    told = await books.says("money owe", player=books.league.player)
    assert told == "**Practice player owes 40.00 USD**: entry -40.00 USD"
    await books.says("dealer release", player=books.league.player)
    assert "Tonight: the entry is 50.00 USD." in await books.says("money owe", guest="Hal")


async def test_what_a_balance_is_made_of_sums_to_it(books: Books) -> None:
    for much in ("1", "2", "3", "4", "5"):
        await books.enter("rebuy", books.league.player, much)
    told = await books.says("money owe")
    assert "Practice player owes 55.00 USD: re-buy -2.00 USD, re-buy -3.00 USD, " in told
    assert told.endswith("re-buy -5.00 USD, before that -41.00 USD")


async def test_what_a_balance_is_made_of_begins_after_it_was_last_even(books: Books) -> None:
    await books.says("money pay", player=books.league.player, amount="40")
    await books.enter("rebuy", books.league.player, "20")
    told = await books.says("money owe")
    assert "re-buy -20.00 USD" in told and "entry" not in told


# ------------------------------------------------------------------ the host's view


async def test_the_host_sees_fee_discounts_pool_and_every_booking(books: Books) -> None:
    seen = await books.run("money night")
    verify_card(seen.response.components)
    assert seen.response.ephemeral
    told = words(seen)
    for said in (
        "Entry: 50.00 USD", "10.00 USD smaller", "Practice player: 10.00 USD less", "Entered: 3",
        "The pool holds 150.00 USD", "You should hold 100.00 USD", "cash 50.00 USD, app 50.00 USD",
        "Practice player owes 40.00 USD", "3: Gil, entry 50.00 USD, app",
    ):  # fmt: skip
        assert said in told, said


async def test_the_fee_stays_once_somebody_has_entered(books: Books) -> None:
    assert "as it was promised" in await books.says("money night", fee="60")
    assert "leave the day out" in await books.says("money night", fee="60", day="2026-03-14")
    assert "no night on 2026-01-01" in await books.says("money night", day="2026-01-01")
    assert "The pool holds" in await books.says("money night", day="2026-03-14")


async def test_discounts_are_dated_and_do_not_change_a_night_that_has_begun(books: Books) -> None:
    told = await books.says("money discounts", table3="12.50", bearer="house", no_show="keeps")
    assert "table 3 12.50 USD" in told and "Who bears the discounts: the house" in told
    assert "Practice player: 10.00 USD less" in await books.says("money night")
    later = await books.says("money discounts", table3="0", **{"from": "2026-04-01"})
    assert "table 3" not in later
    assert "table 3 12.50 USD" in await books.says("money discounts")
    assert "never below zero" in await books.says("money discounts", table3="-1")
    assert "has passed" in await books.says("money discounts", table3="1", **{"from": "2026-01-01"})
    assert "what dealing takes off the entry" in await books.says("league history")


# ------------------------------------------------------------------ closing


async def even(books: Books) -> None:
    """Everybody has paid, and the winner has the pool less the discount."""
    await books.says("money pay", player=books.league.player, amount="40")
    await books.enter("prize", books.league.other, "140", method="cash")


async def test_books_that_come_out_close_at_zero_with_one_press(books: Books) -> None:
    await even(books)
    told = await books.close_books(counted="0")
    assert "are closed" in told and "came out at zero" in told
    assert "the books are closed" in await books.says("money night")
    assert "open them again with /money reopen" in await books.says("money close")
    assert "open them again" in await books.enter("buyin", books.league.other, "5")


async def test_a_difference_is_named_with_its_sign_and_likely_bookings(books: Books) -> None:
    await even(books)
    down = await books.run("money close", counted="40")
    verify_card(down.response.components)
    told = words(down)
    assert "**+40.00 USD**, more than the books say" in told
    assert "likely: 4: Practice player, paid to the host 40.00 USD" in told
    assert labels(down) == ["Count again", "Close with a reason"]
    assert "**-5.00 USD**, less" not in told
    less = await books.says("money close", counted="0")
    assert "as the books say" in less


async def reason(books: Books, down: Any, text: str) -> Any:
    form = await books.league.host.click(down.response, label="Close with a reason")
    return await books.league.host.submit_modal(form, {"typed": text})


async def test_with_a_difference_the_books_close_with_a_reason_only(books: Books) -> None:
    await even(books)
    down = await books.run("money close", counted="2.50")
    blank = await reason(books, down, " ")
    assert "does not come out even" in words(blank) and "more than booked" in words(blank)
    closed = await reason(books, down, "somebody left their change")
    assert "are closed" in words(closed)
    assert "somebody left their change. The house keeps 2.50 USD." in words(closed)
    assert "2.50 USD" in await books.says("money night")


async def test_the_count_can_be_typed_in_a_form(books: Books) -> None:
    await even(books)
    down = await books.run("money close")
    assert labels(down) == ["Count", "Close without a count"]
    form = await books.league.host.click(down.response, label="Count")
    counted = await books.league.host.submit_modal(form, {"typed": "$3"})
    assert "**+3.00 USD**" in words(counted)


async def test_what_has_changed_since_the_count_is_shown_before_it_closes(books: Books) -> None:
    await even(books)
    down = await books.run("money close", counted="0")
    await books.enter("rebuy", books.league.other, "20", method="cash")
    pressed = await books.league.host.click(down.response, label="Close the books")
    assert "have changed since" in words(pressed) and "are closed" not in words(pressed)
    assert "the books are closed" not in await books.says("money night")


async def test_closed_books_are_opened_again_with_a_reason(books: Books) -> None:
    await even(books)
    await books.close_books(counted="0")
    assert "The pool holds" in await books.says("money reopen", reason="a prize was wrong")
    await books.enter("prize", books.league.player, "1")
    assert "open already" in await books.says("money reopen", reason="again")


async def test_closing_the_night_leads_to_its_books_and_never_waits_for_them(books: Books) -> None:
    closed = await books.close_night()
    assert "The night is closed" in words(closed) and "books are still open" in words(closed)
    down = await books.league.host.click(closed.response, label="Close the books")
    assert "Closing the books" in words(down)
    await even(books)
    assert "are closed" in await books.close_books(counted="0")


async def test_the_cockpit_leads_its_host_to_the_nights_money(books: Books) -> None:
    cockpit = next(
        message
        for message in books.league.env.backend.messages[books.league.rules.id].values()
        if words_of(message).startswith("**Tonight**") and not message.flags & 64
    )
    shown = await books.league.forge(books.league.host, cockpit, "money1:night:1")
    assert shown.response.ephemeral and "The pool holds 150.00 USD" in words(shown)
    assert "money1:night:1" in [part.get("custom_id") for part in parts(cockpit.components)]


async def test_a_night_without_bookings_closes_as_before(league: League, store: Store, clock: Clock) -> None:
    books = await open_books(league, store, clock, "50")
    assert "books are still open" not in words(await books.close_night())


# ------------------------------------------------------------------ proving, and files


async def test_the_proof_counts_bookings_and_lines(books: Books) -> None:
    assert "**Sound.** 3 bookings with 6 lines" in await books.says("money check")


def text_of(books: Books, answer: Any) -> str:
    (file,) = answer.response.attachments
    found = books.league.env.backend.cdn.get(file.url)
    assert found is not None
    return found.decode()


async def test_the_books_come_as_a_private_file_of_either_form(books: Books) -> None:
    sheet = await books.run("money export")
    assert sheet.response.ephemeral and sheet.response.attachments[0].filename == "books.csv"
    assert text_of(books, sheet).splitlines()[1].startswith("1,2026-03-14,1,entry,Practice player,")
    plain = await books.run("money export", form="beancount")
    assert 'option "title" "Practice"' in text_of(books, plain)


@pytest.mark.parametrize(
    ("name", "where", "function"),
    [
        ("money export", "cogs.money.looking", "WholeBooks"),
        ("money check", "cogs.money.views", "prove"),
        ("me export", "cogs.me.leaving", "export_person"),
    ],
)
async def test_a_tip_is_given_while_the_whole_books_are_read(
    name: str, where: str, function: str, books: Books, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, given, waited = Event(), Event(), []
    module = import_module(where)
    read = getattr(module, function)

    def long_read(*args: Any) -> Any:
        begun.set()
        waited.append(given.wait(10))
        return read(*args)

    monkeypatch.setattr(module, function, long_read)
    reading = asyncio.create_task(books.run(name))
    assert await asyncio.to_thread(begun.wait, 10)
    act = Act(books.league_id, "a tip", books.league.other.id, books.clock())
    gift = await give(books.store, act, books.night_id, "host", "5", has_receipt=True, first_number=1)
    given.set()
    assert (await reading).acknowledged
    assert gift.given and set(waited) == {True}


# ------------------------------------------------------------------ who may


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("enter", {"what": "entry", "guest": GUEST}),
        ("pay", {"guest": GUEST, "amount": "5"}),
        ("payout", {"guest": GUEST, "amount": "5"}),
        ("night", {}),
        ("night", {"fee": "1"}),
        ("discounts", {}),
        ("discounts", {"table1": "1"}),
        ("close", {}),
        ("reopen", {"reason": "why"}),
        ("reverse", {"entry": 1, "reason": "why"}),
        ("check", {}),
        ("export", {}),
    ],
)
async def test_only_staff_touch_the_books_and_only_those_who_run_the_league_all_of_them(
    books: Books, name: str, options: dict[str, Any]
) -> None:
    before = await books.bookings()
    refused = await books.run(f"money {name}", books.league.player, **options)
    assert is_sentence(refused) and "Only a host or TD" in words(refused)
    assert await books.bookings() == before
    await books.run("night staff add", person=books.league.player)
    helped = words(await books.run(f"money {name}", books.league.player, **options))
    is_for_hosts = name in ("reopen", "export") or (name == "discounts" and options)
    assert ("Only a host or TD" in helped) == bool(is_for_hosts), helped


async def test_presses_of_the_books_are_staffs_and_their_ids_are_checked(books: Books) -> None:
    await even(books)
    down = await books.run("money close", counted="0")
    for key in (
        "money1:down:1",
        "money1:night:1",
        "money1:count:1",
        "money1:close:1:0:abc",
        "money1:why:1:0:abc",
        "money1:ask:1",
    ):
        refused = await books.league.forge(books.league.player, down.response, key)
        assert is_sentence(refused) and "Only a host" in words(refused), key
    for key in ("money1:down:9", "money1:close:9:0:abc", "money1:close:1:x:abc", "money1:ask:99", "money1:look:99",
                "money1:right:99", "money1:down:x", "money1:right:x"):  # fmt: skip
        refused = await books.league.forge(books.league.host, down.response, key)
        assert is_sentence(refused), (key, words(refused))
    refused = await books.league.send_form(books.league.player, "money1:reasoned:1:0:abc", typed="why")
    assert "Only a host" in words(refused)
