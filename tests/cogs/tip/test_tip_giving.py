"""`/tip`: given privately, to a dealer, the volunteers or the host; suggested to whoever asks; the league's policy."""

from __future__ import annotations

from typing import Any

import pytest
from books_night import GUEST, Books, open_books
from conftest import Clock, League, custom_id, is_sentence, labels, options, verify_card, words

from data.store import Store
from data.tips import own_receipts


@pytest.fixture
async def books(league: League, store: Store, clock: Clock) -> Books:
    """Ann deals table 3; Bob tips."""
    found = await open_books(league, store, clock, "50", 3)
    await found.run("dealer start", league.player, table=3)
    return found


async def receipts(books: Books, who: Any = None) -> list[tuple[int, int]]:
    """Whom the receipts of Bob, or of whoever is named, are for, and how much."""
    user_id = (who or books.league.other).id
    return [(one.recipient_id, one.amount) for one in await books.store.read(own_receipts, books.league_id, user_id)]


async def given(books: Books) -> dict[str, str]:
    """What everybody was given, once the books are closed."""
    await books.close_books()
    return {who.name: await books.says("me tips", who) for who in (books.league.player, books.league.host)}


# ------------------------------------------------------------------ giving


async def test_a_tip_is_noted_privately_with_a_receipt_for_its_giver(books: Books) -> None:
    answer = await books.run("tip give", books.league.other, dealer="Practice player", amount="$7.50")
    verify_card(answer.response.components)
    assert answer.response.ephemeral and not answer.followups
    assert "Thank you" in words(answer) and "7.50 USD for Practice player" in words(answer)
    ann = await books.player_id(books.league.player)
    assert await receipts(books) == [(ann, 750)]


async def test_the_same_delivery_gives_once(books: Books) -> None:
    await books.run("tip give", books.league.other, dealer="Practice player", amount="5")
    await books.league.wire.again()
    assert len(await receipts(books)) == 1


async def test_whoever_types_nothing_chooses_by_presses(books: Books) -> None:
    bob = books.league.other
    asked = await books.run("tip give", bob)
    ann = await books.player_id(books.league.player)
    assert options(asked, "tip1:to") == [str(ann), "0", "host"]
    amounts = await bob.select(asked.response, [str(ann)], custom_id=custom_id(asked, "tip1:to"))
    assert labels(amounts) == ["5.00 USD", "7.50 USD", "10.00 USD", "Another amount", "Nothing"]
    thanked = await bob.click(amounts.response, label="10.00 USD")
    assert "10.00 USD for Practice player" in words(thanked)
    assert await receipts(books) == [(ann, 1000)]


async def test_any_amount_can_be_typed_and_nothing_is_right_too(books: Books) -> None:
    bob = books.league.other
    amounts = await books.run("tip give", bob, dealer="0")
    form = await bob.click(amounts.response, label="Another amount")
    assert "0.25 USD for the volunteers" in words(await bob.submit_modal(form, {"typed": "0.25"}))
    assert "That is right, too." in words(await bob.click(amounts.response, label="Nothing"))
    assert await receipts(books) == [(0, 25)]


@pytest.mark.parametrize(
    ("typed", "said"), [("much", "not an amount"), ("-1", "never below zero"), ("1.234", "2 digits")]
)
async def test_a_wrong_amount_is_refused_in_one_sentence(books: Books, typed: str, said: str) -> None:
    refused = await books.run("tip give", books.league.other, dealer="0", amount=typed)
    assert is_sentence(refused) and said in words(refused)
    assert await receipts(books) == []


async def test_unusually_much_is_given_with_a_second_press(books: Books) -> None:
    bob = books.league.other
    asked = await books.run("tip give", bob, dealer="0", amount="1000.01")
    assert labels(asked) == ["Give 1000.01 USD", "Nothing"] and await receipts(books) == []
    await bob.click(asked.response, label="Give 1000.01 USD")
    assert await receipts(books) == [(0, 100001)]


async def test_nobody_tips_themselves(books: Books) -> None:
    ann = books.league.player
    assert "That is you" in await books.says("tip give", ann, dealer="Practice player", amount="5")
    assert str(await books.player_id(ann)) not in options(await books.run("tip give", ann), "tip1:to")


async def test_the_list_offers_tonights_dealers_the_volunteers_and_the_host(books: Books) -> None:
    offered = await books.league.other.autocomplete(books.league.rules, "tip give", "dealer", "")
    assert [choice["name"] for choice in offered] == ["Practice player", "For the volunteers", "The host"]
    assert await books.league.other.autocomplete(books.league.rules, "tip give", "dealer", "zz") == []


async def test_somebody_unknown_cannot_be_tipped(books: Books) -> None:
    refused = await books.run("tip give", books.league.other, dealer="Nobody Known", amount="5")
    assert is_sentence(refused) and "Choose from the list" in words(refused)


async def test_a_tip_can_be_given_without_a_receipt(books: Books) -> None:
    answer = await books.run("tip give", books.league.other, dealer="Practice player", amount="5", receipt=False)
    assert "5.00 USD for Practice player" in words(answer) and labels(answer) == []
    assert await receipts(books) == []
    assert "who it is for and how much" in await books.says("tip give", books.league.other, receipt=False)
    assert "14 March: 5.00 USD" in (await given(books))["Practice player"]


async def test_a_mistyped_tip_is_taken_back_by_its_giver_alone(books: Books) -> None:
    answer = await books.run("tip give", books.league.other, dealer="0", amount="50")
    key = custom_id(answer, "tip1:back")
    stranger = await books.league.forge(books.league.player, answer.response, key)
    assert is_sentence(stranger) and "no receipt of that number" in words(stranger)
    assert "Taken back" in words(await books.league.other.click(answer.response, label="Take it back"))
    assert await receipts(books) == []


# ------------------------------------------------------------------ the host


async def test_a_tip_to_the_host_is_accepted_and_the_other_table_offered_once(books: Books) -> None:
    bob = books.league.other
    answer = await books.run("tip give", bob, dealer="host", amount="5")
    assert "5.00 USD for the host" in words(answer) and "if you like" in words(answer).lower()
    assert labels(answer) == ["Practice player instead", "The volunteers", "It stays", "Take it back"]
    stays = await bob.click(answer.response, label="It stays")
    assert labels(stays) == ["Take it back"] and "5.00 USD for the host" in words(stays)
    again = await books.run("tip give", bob, dealer="host", amount="2")
    assert labels(again) == ["Take it back"]


async def test_a_tip_to_the_host_can_go_to_the_other_table(books: Books) -> None:
    bob = books.league.other
    answer = await books.run("tip give", bob, dealer="host", amount="5")
    moved = await bob.click(answer.response, label="Practice player instead")
    assert "5.00 USD for Practice player" in words(moved)
    told = await given(books)
    assert "14 March: 5.00 USD" in told["Practice player"]
    assert "No tips here" in told["Practice host"]


async def test_a_tip_cannot_be_moved_to_oneself_or_by_another(books: Books) -> None:
    bob = books.league.other
    answer = await books.run("tip give", bob, dealer="host", amount="5")
    own = await books.player_id(bob)
    for who, key in ((bob, f"tip1:move:1:{own}"), (books.league.player, "tip1:move:1:0"), (bob, "tip1:move:1:999"),
                     (bob, "tip1:move:9:0"), (bob, "tip1:move:x:0"), (bob, "tip1:back:x"), (bob, "tip1:give:1:9:500:1"),
                     (bob, "tip1:give:9:0:500:1"), (bob, "tip1:give:1:0:0:1"), (bob, "tip1:other:x:0")):  # fmt: skip
        refused = await books.league.forge(who, answer.response, key)
        assert is_sentence(refused), (key, words(refused))
    host = await books.player_id(books.league.host)
    assert await receipts(books) == [(host, 500)]


# ------------------------------------------------------------------ the night's end


async def test_what_is_for_the_volunteers_is_shared_when_the_books_close(books: Books, clock: Clock) -> None:
    await books.table(1)
    await books.run("dealer start", guest=GUEST, table=1)
    await books.run("tip give", books.league.other, dealer="0", amount="5")
    told = await given(books)
    assert "14 March: 2.50 USD" in told["Practice player"]
    shown = await books.says("money night")
    assert "5.00 USD in all\n- Practice player: 2.50 USD\n- Gil: 2.50 USD" in shown
    late = await books.says("tip give", books.league.other, dealer="0", amount="5")
    assert "closed" in late or "booked" in late


async def test_one_gentle_line_is_said_once_when_the_night_closes(books: Books) -> None:
    await books.close_night()
    assert books.public().count("Our dealers are volunteers") == 1
    line = next(line for line in books.public().splitlines() if line.startswith("Our dealers"))
    assert "Practice" not in line and "5.00 USD to 10.00 USD" in line
    await books.run("night close")
    assert books.public().count("Our dealers are volunteers") == 1


async def test_nothing_is_said_where_nobody_dealt_or_the_league_suggests_nothing(
    league: League, store: Store, clock: Clock
) -> None:
    books = await open_books(league, store, clock, None, 3)
    await books.close_night()
    assert "volunteers" not in books.public()
    await books.run("night open", kind="tournament")
    books.night_id = 2
    await books.table(3)
    await books.run("dealer start", league.player, table=3)
    await books.run("tip policy", suggests=False)
    await books.close_night()
    assert "volunteers" not in books.public()


async def test_where_nobody_closes_the_books_dealers_learn_in_the_morning(books: Books, clock: Clock) -> None:
    await books.run("tip give", books.league.other, dealer="Practice player", amount="5")
    await books.close_night()
    assert "No tips here" in await books.says("me tips", books.league.player)
    clock.advance(hours=24)
    await books.league.env.advance_time(301.0)
    assert "14 March: 5.00 USD" in await books.says("me tips", books.league.player)
    assert "Tonight's tips are booked" in await books.says("tip give", books.league.other, dealer="0", amount="5")


async def test_a_night_that_closes_by_itself_gives_the_dealers_theirs(books: Books, clock: Clock) -> None:
    await books.run("tip give", books.league.other, dealer="Practice player", amount="5")
    clock.advance(hours=30)
    await books.league.env.advance_time(301.0)
    assert "14 March: 5.00 USD" in await books.says("me tips", books.league.player)
    assert "/tip give is open" not in books.public(), "it is too late then"


# ------------------------------------------------------------------ the policy


async def test_the_suggestion_follows_how_the_night_turned_out(books: Books) -> None:
    for evening, said in (("felted", "less is fine"), ("big_win", "perhaps more"), (None, "5.00 USD to 10.00 USD")):
        answer = await books.run("tip suggest", books.league.other, **({} if evening is None else {"evening": evening}))
        assert answer.response.ephemeral and said in words(answer)
        assert "House, Tipping the dealer" in words(answer)


async def test_the_policy_is_shown_to_all_and_set_from_a_day_by_those_who_run_the_league(books: Books) -> None:
    assert "5.00 USD to 10.00 USD" in await books.says("tip policy", books.league.other)
    refused = await books.run("tip policy", books.league.other, low="1")
    assert is_sentence(refused) and "Only a host or TD" in words(refused)
    told = await books.says("tip policy", low="2", high="4", split="equally")
    assert "2.00 USD to 4.00 USD" in told and "shared equally" in told
    assert "perhaps more" in await books.says("tip suggest", evening="big_win")
    later = await books.says("tip policy", suggests=False, **{"from": "2026-04-01"})
    assert "suggests nothing" in later
    assert "2.00 USD to 4.00 USD" in await books.says("tip policy", books.league.other)
    assert "from the smaller amount" in await books.says("tip policy", low="20")
