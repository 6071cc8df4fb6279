"""Fouled-deck money: typed, read back, shared out to the unit; nothing counts before it was read back."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import League, NewBot, custom_id, found_league, is_sentence, labels, options, parts, verify_card, words
from tables import Table, open_table

from cogs.misdeal.refunding import NOBODY, Unread, pot_shown, pot_to_type, pot_typed, pot_written

POT = "ann 40 in\nbob 25 out\ncy 41 in\ndee 40 in"


async def typed(league: League, pot: str = POT) -> Any:
    form = await league.slash(league.player, "misdeal refund")
    assert form.modal is not None
    return await league.player.submit_modal(form, {"pot": pot})


async def asked(league: League, pot: str = POT) -> Any:
    return await league.player.click((await typed(league, pot)).response, label="That's right")


async def told(league: League, pot: str, knower: str) -> str:
    asking = await asked(league, pot)
    done = await league.player.select(asking.response, [knower], custom_id="case1:knew:ask")
    verify_card(done.response.components)
    return words(done)


async def test_the_pot_is_read_back_before_it_counts(league: League) -> None:
    read = await typed(league)
    assert read.response.ephemeral
    assert words(read).startswith("**Is this what went in?** Nothing counts before you press.")
    assert "2. bob: 25, out\n3. cy: 41, still in" in words(read)
    assert "Together: **146** from 4 players" in words(read)
    assert labels(read) == ["That's right", "Change it"]


@pytest.mark.parametrize("line", ["bob", "bob in", "bob lots in", "25 bob", "bob -5 in", "bob 2.5 in", "bob 25 maybe"])
async def test_a_line_that_cannot_be_read_is_named_and_nothing_counts(league: League, line: str) -> None:
    read = await typed(league, f"ann 40 in\n{line}")
    assert words(read).startswith("**Nothing counts yet.** ")
    assert line in words(read).splitlines()[0].replace("\\", "")
    assert labels(read) == ["Put it right"]


async def test_what_was_typed_is_in_the_form_again(league: League) -> None:
    read = await typed(league, "ann_b 40 in\nbob")
    form = await league.player.click(read.response, label="Put it right")
    assert form.modal["components"][0]["component"]["value"] == "ann_b 40 in\nbob"
    read = await league.player.submit_modal(form, {"pot": "ann_b 40 in\nbob 3"})
    assert "1. ann\\_b: 40, still in\n2. bob: 3, still in" in words(read)
    form = await league.player.click(read.response, label="Change it")
    assert form.modal["components"][0]["component"]["value"] == "ann_b 40 in\nbob 3 in"


async def test_who_knew_is_chosen_from_the_names_or_nobody(league: League) -> None:
    asking = await asked(league)
    assert "Did one player alone know of it and bet to win the pot?" in words(asking)
    assert options(asking, "case1:knew") == [NOBODY, "0", "1", "2", "3"]


async def test_with_nobody_all_get_back_what_they_put_in(league: League) -> None:
    said = await told(league, POT, NOBODY)
    for line in ("- ann: **40**", "- bob: **25**", "- cy: **41**", "- dee: **40**"):
        assert f"{line}\n" in said
    assert "Proof: 146 went in; 40 + 25 + 41 + 40 = 146 go back." in said
    assert "forfeits" not in said


async def test_the_knowing_players_money_is_split_among_those_still_in(league: League) -> None:
    said = await told(league, POT, "2")
    assert "- cy: **0** (put in 41, knew and bet: forfeited)" in said
    assert "- ann: **61** (40 of his own and 21 of the forfeit)" in said
    assert "- dee: **60** (40 of his own and 20 of the forfeit)" in said
    assert "- bob: **25**\n" in said
    assert "cy forfeits 41, split equally among the players still in." in said
    assert "1 odd unit, one each left of the button: ann." in said
    assert "Proof: 146 went in; 61 + 25 + 0 + 60 = 146 go back." in said


async def test_with_nobody_left_it_is_split_among_all_who_paid_in(league: League) -> None:
    said = await told(league, "ann 10 out, bob 20 out, cy 0 out, dee 31 in", "3")
    assert "among all who paid in, since nobody else is left" in said
    assert "- ann: **26** (10 of his own and 16 of the forfeit)" in said
    assert "- bob: **35** (20 of his own and 15 of the forfeit)" in said
    assert "- cy: **0**" in said


async def test_where_nobody_can_get_it_one_sentence_says_so(league: League) -> None:
    asking = await asked(league, "ann 10 in")
    refused = await league.player.select(asking.response, ["0"], custom_id="case1:knew:ask")
    assert is_sentence(refused)
    assert "ask the floor" in words(refused)


async def test_another_player_can_be_chosen_and_the_pot_changed_afterwards(league: League) -> None:
    asking = await asked(league)
    first = await league.player.select(asking.response, ["2"], custom_id="case1:knew:ask")
    second = await league.player.select(first.response, [NOBODY], custom_id="case1:knew:ask")
    assert "forfeits" not in words(second)
    assert "Change it" in labels(second)


async def test_every_step_works_after_a_restart(league: League, new_bot: NewBot) -> None:
    form = await league.slash(league.player, "misdeal refund")
    await league.env.restart_bot(new_bot())
    read = await league.player.submit_modal(form, {"pot": POT})
    await league.env.restart_bot(new_bot())
    asking = await league.player.click(read.response, label="That's right")
    await league.env.restart_bot(new_bot())
    done = await league.player.select(asking.response, ["0"], custom_id="case1:knew:ask")
    assert "- ann: **0**" in words(done)


async def test_names_come_back_as_they_were_typed_and_ping_nobody(league: League) -> None:
    names = ["@everyone", "<@123>", "**bold**", "[a](b)", "> q", "# h", "1. x", "a: 4 still in", "Zoë ß", "李"]
    said = words(await typed(league, "\n".join(f"{name} 5 in" for name in names)))
    for name in ("\\@everyone", "\\<\\@123\\>", "\\*\\*bold\\*\\*"):
        assert name in said
    stakes = pot_typed("\n".join(f"{name} 5 in" for name in names))
    assert [stake.name for stake in stakes] == names
    assert pot_shown(pot_written(stakes)) == stakes
    assert pot_typed(pot_to_type(stakes)) == stakes
    done = await told(league, "\n".join(f"{name} 5 in" for name in names), "0")
    assert "\\@everyone forfeits 5" in done


@pytest.mark.parametrize(
    "pot",
    [
        "",
        " \n ",
        "\n".join(f"p{number} 5 in" for number in range(13)),
        "ann 5 in\nANN 6 in",
        f"ann {10**12 + 1} in",
        f"ann {'9' * 40} in",
        f"{'n' * 33} 5 in",
        f"{'n' * 300} 5 in",
    ],
)
def test_a_pot_beyond_any_table_is_refused(pot: str) -> None:
    with pytest.raises(Unread, match=r"\.$|ann 40 in"):
        pot_typed(pot)


async def test_the_largest_pot_fits_everywhere(league: League) -> None:
    pot = "\n".join(f"{'*' * 20}{number} {10**12} in" for number in range(10, 22))
    asking = await asked(league, pot)
    verify_card(asking.response.components)
    done = await league.player.select(asking.response, ["3"], custom_id="case1:knew:ask")
    verify_card(done.response.components)
    assert "Proof" in words(done)


@pytest.mark.parametrize(
    ("key", "values"),
    [
        ("case1:knew:ask", ["12"]),
        ("case1:knew:ask", ["٣"]),
        ("case1:knew:ask", [""]),
        ("case1:knew:all", ["0"]),
        ("case1:knew:x", [NOBODY]),
        ("case1:potright:x", None),
        ("case1:fixpot:x", None),
        ("case1:refund:7", None),
    ],
)
async def test_a_forged_press_gets_one_sentence(league: League, key: str, values: list[str] | None) -> None:
    asking = await asked(league)
    assert is_sentence(await league.forge(league.player, asking.response, key, values))


@pytest.mark.parametrize("key", ["case1:potright:ask", "case1:fixpot:ask", "case1:knew:ask"])
async def test_a_press_without_a_pot_gets_one_sentence(league: League, key: str) -> None:
    answer = await league.ask()
    assert is_sentence(await league.forge(league.player, answer.response, key, [NOBODY]))


async def test_a_forged_form_gets_one_sentence(league: League) -> None:
    assert is_sentence(await league.send_form(league.player, "case1:pot:ask", other="x"))
    long = await league.send_form(league.player, "case1:pot:ask", pot="ann 1 in\n" * 5000)
    verify_card(long.response.components)


# ------------------------------------------------------------------ from a case


async def fouled(league: League, knower_bet: str, order: str = "") -> Table:
    if order:
        await league.staff("books", kind="cash", order=order)
    table = await open_table(league)
    await table.name("fouled_deck")
    await table.answer_all({"defect": "duplicate", "when_found": "during_hand", "knower_bet": knower_bet})
    assert table.text.startswith("**Fouled deck")
    return table


async def from_case(league: League, table: Table) -> Any:
    form = await table.press("case1:refund")
    read = await league.player.submit_modal(form, {"pot": POT})
    assert read.response.ephemeral
    assert table.text.startswith("**Fouled deck"), "the case's own card stays as it is"
    return await league.player.click(read.response, label="That's right")


async def test_a_fouled_deck_where_somebody_knew_asks_who(league: League) -> None:
    asking = await from_case(league, await fouled(league, "yes"))
    assert options(asking, "case1:knew") == [NOBODY, "0", "1", "2", "3"]


@pytest.mark.parametrize("order", ["", "tda"])
async def test_where_all_bets_go_back_nobody_is_asked_for(league: League, order: str) -> None:
    done = await from_case(league, await fouled(league, "no", order))
    assert "Proof: 146 went in" in words(done)
    assert not any(part.get("options") for part in parts(done.response.components))


async def test_a_case_of_another_league_shares_nothing(league: League) -> None:
    table = await fouled(league, "yes")
    second = found_league(league.env, league.wire, "Second")
    answer = await second.ask(who=second.host)
    assert is_sentence(await second.forge(second.host, answer.response, table.id("case1:refund")))


async def test_no_step_keeps_anything(league: League, store: Any) -> None:
    asking = await asked(league)
    await league.player.select(asking.response, ["0"], custom_id=custom_id(asking, "case1:knew"))
    assert await store.read(lambda tx: tx.all("SELECT * FROM case_file")) == []
