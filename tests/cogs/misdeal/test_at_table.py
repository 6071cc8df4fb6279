"""A case opened at a table: which table, what it tells, and who may answer and rule there."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import League, NewBot, found_league, is_sentence, words
from sittings import EXPOSED, NO_GAME, Sitting, sit_down
from tables import TWO_FLASHED, Table, kept

from cogs.misdeal.at_table import AWAY, BUTTON, PENALTY, SEATS
from cogs.shared import routes
from data.cases import case_of
from data.store import Store, Transaction
from league.table import Seat
from rules.floor import floor_words


async def table_of(store: Store, league: League, number: int = 1) -> tuple[int, int] | None:
    """Table and hand of a case."""
    case = await store.read(case_of, league.guild.id, number)
    assert case is not None
    return None if case.table is None else (case.table.table_id, case.table.hand_number)


# ------------------------------------------------------------------ what the table tells


async def test_a_case_opened_on_a_tables_card_names_the_hand_its_dealer_and_its_kind(
    league: League, store: Store
) -> None:
    table = await sit_down(league, store, kind="tournament")
    case = await table.wrong()
    assert "-# Case 1 · Table 1, hand 1, Practice player deals · Tournament · TDA" in case.text
    assert case.shown.channel_id == (await table.kept()).channel_id, "in the table's thread"
    assert await table_of(store, league) == (table.table_id, 1)
    kept_so = words(await league.slash(league.other, "misdeal case", number=1))
    assert "Table 1, hand 1, Practice player deals" in kept_so


async def test_before_the_first_hand_the_card_says_so(league: League, store: Store) -> None:
    table = await sit_down(league, store)
    fresh = await sit_down(league, store, who="dee, eve")
    await fresh.say("undo")
    case = await fresh.wrong(league.host)
    assert "Table 2, before the first hand, dee deals" in case.text
    assert await table_of(store, league) == (fresh.table_id, 0)
    assert (await table.kept()).table.hand == 1


@pytest.mark.parametrize(
    ("game", "known"), [("holdem", "flop"), ("omaha", "flop"), ("stud", "stud"), ("draw", "draw"), ("mixed", None)]
)
async def test_the_game_is_not_asked_where_the_table_plays_one(
    league: League, store: Store, game: str, known: str | None
) -> None:
    await league.staff("books", kind="cash", order="rrp")
    table = await sit_down(league, store, game=game)
    case = await table.wrong()
    await case.name(EXPOSED)
    asked = await case.answer_all(NO_GAME)
    assert ("game" in asked) is (known is None)
    opened = await store.read(case_of, league.guild.id, 1)
    assert opened is not None
    assert opened.answers["game"].value == (known or "?")
    assert not opened.answers["game"].from_story


async def test_what_the_table_told_can_be_changed(league: League, store: Store) -> None:
    table = await sit_down(league, store)
    case = await table.wrong()
    await case.name(EXPOSED)
    assert {"game:stud", "game:draw", "game:ask"} <= set(case.offered("case1:change"))
    await case.select("case1:change", "game:stud")
    opened = await store.read(case_of, league.guild.id, 1)
    assert opened is not None
    assert opened.answers["game"].value == "stud"
    await case.select("case1:change", "what")
    assert await table_of(store, league) == (table.table_id, 1)


@pytest.mark.parametrize(("game", "is_known"), [("stud", True), ("holdem", False)])
async def test_a_story_of_another_game_than_the_tables_is_asked_about(
    league: League, store: Store, game: str, is_known: bool
) -> None:
    table = await sit_down(league, store, game=game)
    story = "in stud the dealer flipped two cards face up on the deal"
    await league.slash(league.player, "misdeal start", await table.channel(), story=story)
    opened = await store.read(case_of, league.guild.id, 1)
    assert opened is not None and opened.table is not None
    assert opened.incident == EXPOSED, "else the story tells no game"
    assert ("game" in opened.answers) is is_known


# ------------------------------------------------------------------ which table is meant


async def test_a_stranger_gets_a_case_without_the_table(league: League, store: Store) -> None:
    table = await sit_down(league, store)
    stranger = league.guild.add_member(league.env.create_user("stranger"))
    case = await table.wrong(stranger)
    assert await table_of(store, league) is None
    assert "Table 1" not in case.text
    await case.name(EXPOSED)
    await case.answer_all(TWO_FLASHED)
    await case.press("case1:so")
    assert f"✓ Ruled so by <@{stranger.id}>" in case.text
    assert not (await table.kept()).table.is_redeal, "who does not sit there moves nothing there"
    await league.slash(stranger, "misdeal start", await table.channel())
    assert await table_of(store, league, 2) is None


@pytest.mark.parametrize(
    ("who", "where", "joins"),
    [
        ("player", "thread", True), ("player", "parent", True), ("player", "elsewhere", False),
        ("host", "thread", True), ("host", "parent", False), ("dealer", "thread", True), ("dealer", "parent", True),
    ],
)  # fmt: skip
async def test_by_command_those_at_a_table_of_the_channel_open_a_case_there(
    league: League, store: Store, who: str, where: str, joins: bool
) -> None:
    table = await sit_down(league, store)
    second = await sit_down(league, store, who="dee, eve")
    dealer = league.guild.add_member(league.env.create_user("dealer"))
    await league.slash(league.host, "dealer start", table=1, player=dealer)
    person = {"player": league.player, "host": league.host, "dealer": dealer}[who]
    places = {"thread": await table.channel(), "parent": league.cash, "elsewhere": league.rules}
    await league.slash(person, "misdeal start", places[where])
    assert await table_of(store, league) == ((table.table_id, 1) if joins else None)
    await league.slash(league.host, "misdeal start", await second.channel())
    assert await table_of(store, league, 2) == (second.table_id, 1)


async def test_somebody_about_to_sit_down_is_at_the_table(league: League, store: Store) -> None:
    table = await sit_down(league, store, who="bob, cy")
    await table.say("seat", by=league.player)
    waiting = (await table.kept()).table.waiting
    assert [type(step) for step in waiting] == [Seat]
    await table.wrong(league.player)
    assert await table_of(store, league) == (table.table_id, 1)


@pytest.mark.parametrize("how", ["break", "close"])
async def test_the_card_of_a_table_that_is_gone_opens_a_case_without_it(league: League, store: Store, how: str) -> None:
    table = await sit_down(league, store)
    card = await table.card()
    await table.say(how)
    await table.wrong(league.host, card)
    assert await table_of(store, league) is None


async def test_another_leagues_table_is_out_of_reach(league: League, store: Store) -> None:
    for _ in range(2):
        table = await sit_down(league, store)
    second = found_league(league.env, league.wire, "Second", league.host.user)
    asked = await second.ask()
    for table_id in (table.table_id, 99):
        pressed = await second.forge(second.host, asked.response, routes.MISDEAL_TABLE.id(table_id))
        assert "Table" not in words(pressed)
    for number in (1, 2):
        assert await table_of(store, second, number) is None
    assert is_sentence(await second.forge(second.host, asked.response, routes.MISDEAL_TABLE.id("x")))
    assert len((await kept(store))["case_file"]) == 2


# ------------------------------------------------------------------ who answers, who rules


async def ruled_table(league: League, store: Store) -> tuple[Sitting, Table]:
    """A misdeal at a table, opened by its other; its player dealt the hand."""
    table = await sit_down(league, store)
    return table, await table.misdeal(league.other)


async def test_the_dealer_of_the_hand_answers_and_rules_too(league: League, store: Store) -> None:
    table = await sit_down(league, store)
    case = await table.wrong(league.other)
    await case.press(routes.MISDEAL_NAME.id(1, EXPOSED), league.player)
    while case.asks is not None:
        await case.answer(TWO_FLASHED[case.asks], league.player)
    await table.say("hand")
    assert (await table.kept()).table.button == 2, "the next hand is dealt by somebody else"
    await case.press("case1:so", league.player)
    assert f"✓ Ruled so by <@{league.player.id}>" in case.text


async def test_the_hands_after_it_make_nobody_its_dealer(league: League, store: Store) -> None:
    table = await sit_down(league, store)
    case = await table.misdeal(league.player)
    await table.say("hand")
    for begins in ("case1:so", "case1:change"):
        pressed = await league.forge(league.other, case.card, case.id(begins), ["game:ask"])
        assert is_sentence(pressed), begins
    assert "Ruled so" not in case.text


async def test_whoever_opened_it_answers_and_leaves_the_ruling_to_dealer_or_host(league: League, store: Store) -> None:
    _, case = await ruled_table(league, store)
    refused = await case.press("case1:so", league.other)
    assert is_sentence(refused)
    assert "the dealer of that hand" in words(refused)
    await case.select("case1:change", "action:one", league.other)
    await case.press("case1:so", league.host)
    assert f"✓ Ruled so by <@{league.host.id}>" in case.text


async def test_others_at_the_table_open_cases_and_answer_none(league: League, store: Store) -> None:
    dee = league.guild.add_member(league.env.create_user("dee"))
    table = await sit_down(league, store, who=f"<@{league.player.id}>, <@{league.other.id}>, <@{dee.id}>")
    case = await table.wrong(league.other)
    refused = await case.press(routes.MISDEAL_NAME.id(1, EXPOSED), dee)
    assert words(refused) == "Only whoever opened this case, the dealer of that hand, a host or a TD can answer here."
    await table.wrong(dee)
    assert await table_of(store, league, 2) == (table.table_id, 1)


async def test_a_case_at_a_table_goes_on_after_a_restart(league: League, store: Store, new_bot: NewBot) -> None:
    table = await sit_down(league, store)
    case, card = await table.wrong(league.other), await table.card()
    await league.env.restart_bot(new_bot())
    await case.name(EXPOSED)
    await case.answer_all(TWO_FLASHED)
    await case.press("case1:so", league.player)
    assert (await table.kept()).table.is_redeal
    assert "**Hand 1 is dealt again:**" in await table.text()
    await table.wrong(league.other, card)
    assert await table_of(store, league, 2) == (table.table_id, 1)


async def test_a_table_makes_no_step_of_a_case_dearer(
    league: League, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    for verb in ("one", "all", "run"):
        whole = getattr(Transaction, verb)

        def counted(self: Any, sql: str, _whole: Any = whole, **values: Any) -> Any:
            said.append(sql)
            return _whole(self, sql, **values)

        monkeypatch.setattr(Transaction, verb, counted)

    async def statements(case: Table) -> int:
        await case.name(EXPOSED)
        while case.asks != "action":
            assert case.asks is not None
            await case.answer(TWO_FLASHED[case.asks])
        said.clear()
        await case.answer("none")
        return len(said)

    table = await sit_down(league, store)
    at_table = await table.wrong()
    bare = Table(league, league.host, (await league.slash(league.host, "misdeal start", league.rules)).response)
    assert await statements(bare) == await statements(at_table) > 0


# ------------------------------------------------------------------ the redeal sheet


async def test_the_redeal_sheet_tells_how_it_is_at_the_table(league: League, store: Store) -> None:
    await league.staff("books", kind="tournament", order="tda")
    table = await sit_down(league, store, kind="tournament")
    await table.say("penalty", who="cy", hands=2)
    await table.say("away", who=f"<@{league.other.id}>")
    await table.say("hand")
    case = await table.misdeal(league.host)
    told = words(await case.press("case1:redeal", league.other)).splitlines()
    for line in (
        "- Button and blinds: the button stays where it was *(TDA 35 C)* · **seat 2**",
        "- Seats: nobody new is dealt in: the same players as before *(TDA 35 C)* · **Practice player, Practice other, cy**",
        "- Players on penalty: deal them in, then kill their hands *(TDA 35 C)* · **cy**",
    ):
        assert line in told
    assert any(line.startswith("- Who was away: ") and line.endswith(" · **Practice other**") for line in told)
    await table.say("hand")
    told = words(await case.press("case1:redeal", league.other)).splitlines()
    assert "- Button and blinds: the button stays where it was *(TDA 35 C)*" in told, "that hand is over"


def test_what_is_told_of_a_table_is_on_the_redeal_sheet() -> None:
    assert {BUTTON, SEATS, PENALTY, AWAY} <= {entry["subject"] for entry in floor_words().redeal}
