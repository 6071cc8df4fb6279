"""Planning a night: as it was typed, shown as it was read, saved with a press; changed, moved, called off, opened."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import Clock, League, NewBot, Wire, act, custom_id, found_league, is_sentence, verify_card, words
from planned import STARTS, Ahead, plan_night

from data.dealers import duties_of
from data.fees import books_of
from data.plans import cancel_plan, nights_ahead, planned
from data.store import Store

OMAHA = {"kind": "tournament", "game": "omaha", "tables": 3, "fee": "50", "fewest": 8, "most": 18}


async def count(store: Store, table: str = "night_plan") -> int:
    rows = await store.read(lambda tx: tx.all(f"SELECT COUNT(*) AS n FROM {table}"))
    return int(rows[0]["n"])


async def test_the_reading_is_shown_and_nothing_is_saved_before_the_press(
    league: League, store: Store, clock: Clock
) -> None:
    result = await league.slash(league.host, "night create", title="Friday Omaha", when="next friday 7pm")
    assert "<t:1774047600:F>" in words(result)
    assert result.response.ephemeral
    verify_card(result.response.components)
    assert await count(store) == 0
    await league.forge(league.host, result.response, custom_id(result, "night1:post"))
    assert await count(store) == 1
    night = await store.read(planned, league.guild.id, 1)
    assert night is not None and night.plan.starts_at.isoformat(timespec="minutes") == STARTS


async def test_the_card_says_all_of_the_night(league: League, store: Store, clock: Clock) -> None:
    ahead = await plan_night(league, store, clock, place="ann's", hours=5, **OMAHA)
    shown = await ahead.shown()
    for told in (
        "**Friday Omaha** · tournament, Omaha",
        "<t:1774047600:F>",
        "ann's · about 5 hours",
        "Entry: 50.00 USD",
        "**0** of 18 come · 8 more are needed",
        "- Table 1: **open**, dealer pays 20.00 USD",
        "- Table 3: **open**, dealer pays 40.00 USD",
        "5.00 USD to 10.00 USD",
        "Nobody has signed up yet",
    ):
        assert told in shown
    verify_card((await ahead.card()).components)


@pytest.mark.parametrize(
    ("options", "dealt"),
    [
        ({"kind": "tournament", "game": "holdem", "tables": 3}, ()),
        ({"kind": "tournament", "game": "stud", "tables": 3}, (1, 2, 3)),
        ({"kind": "cash", "tables": 2}, (2,)),
        ({"kind": "cash", "tables": 1}, ()),
        ({"kind": "tournament", "game": "holdem", "tables": 2, "dealers": "all"}, (1, 2)),
        ({"kind": "tournament", "game": "stud", "tables": 2, "dealers": "none"}, ()),
    ],
)
async def test_the_house_says_which_tables_need_a_volunteer(
    league: League, store: Store, clock: Clock, options: dict[str, Any], dealt: tuple[int, ...]
) -> None:
    ahead = await plan_night(league, store, clock, **options)
    assert (await ahead.night()).plan.dealt == dealt


@pytest.mark.parametrize("when", ["friday", "7pm", "soon", "yesterday 7pm", "every friday 7pm", "friday 25:00"])
async def test_a_time_that_is_not_plain_is_refused_in_a_sentence(league: League, store: Store, when: str) -> None:
    result = await league.slash(league.host, "night create", title="x", when=when)
    assert is_sentence(result)
    assert await count(store, "night_draft") == 0


async def test_posting_twice_plans_one(league: League, store: Store, clock: Clock, wire: Wire) -> None:
    result = await league.slash(league.host, "night create", title="x", when="next friday 7pm")
    key = custom_id(result, "night1:post")
    await league.forge(league.host, result.response, key)
    await wire.again()
    assert is_sentence(await league.forge(league.host, result.response, key))
    assert await count(store) == 1


async def test_an_edit_changes_what_was_said_and_no_more(league: League, store: Store, clock: Clock) -> None:
    ahead = await plan_night(league, store, clock, **OMAHA)
    before = (await ahead.night()).plan
    assert "changed" in words(await ahead.command("edit", place="bob's", fee="0"))
    after = (await ahead.night()).plan
    assert (after.place, after.fee, after.starts_at, after.dealt) == ("bob's", None, before.starts_at, before.dealt)
    assert "bob's" in await ahead.shown()
    assert is_sentence(await ahead.command("edit"))
    assert is_sentence(await ahead.command("edit", fewest=19))


async def test_a_lower_limit_puts_nobody_out(league: League, store: Store, clock: Clock) -> None:
    ahead = await plan_night(league, store, clock, most=3)
    for name in ("ann", "bob", "cy"):
        await ahead.press(name, "play")
    assert is_sentence(await ahead.command("edit", most=2))
    assert (await ahead.night()).plan.max_players == 3


async def test_a_table_less_leaves_its_dealer_a_player(league: League, store: Store, clock: Clock) -> None:
    ahead = await plan_night(league, store, clock, **OMAHA)
    await ahead.press("ann", "take", 3)
    await ahead.command("edit", tables=2)
    await ahead.settle()
    assert await ahead.names("play") == ["ann"]
    assert any("Table 3 is not dealt by a volunteer any more" in told for told in ahead.told("ann"))


async def test_moving_shows_the_new_time_first_and_tells_whoever_comes(
    league: League, store: Store, clock: Clock
) -> None:
    ahead = await plan_night(league, store, clock)
    await ahead.press("ann", "play")
    result = await ahead.command("move", when="march 21 8pm")
    assert (await ahead.night()).plan.starts_at.isoformat(timespec="minutes") == STARTS
    await league.forge(league.host, result.response, custom_id(result, "night1:move"))
    assert (await ahead.night()).plan.starts_at.isoformat(timespec="minutes") == "2026-03-22T00:00+00:00"
    await ahead.settle()
    assert ahead.told("ann") == [
        "**The night has moved:** this is its new time. You keep your spot unless you drop it."
    ]


async def test_a_night_is_called_off_with_its_reason(league: League, store: Store, clock: Clock) -> None:
    ahead = await plan_night(league, store, clock)
    await ahead.press("ann", "play")
    result = await ahead.command("cancel")
    key = custom_id(result, "night1:cancel")
    await league.forge(league.host, result.response, key)
    await league.send_form(league.host, f"night1:cancelled:{ahead.night_id}", reason="the host is ill")
    shown = await ahead.shown()
    assert "**Called off**: the host is ill" in shown
    assert ahead.told("ann") == ["**The night is called off.** Why: the host is ill"]
    assert is_sentence(await ahead.press("bob", "play"))
    assert is_sentence(await ahead.command("list"))


async def test_a_card_that_could_not_be_drawn_before_a_stop_is_drawn_after_it(
    league: League, store: Store, clock: Clock, new_bot: NewBot
) -> None:
    ahead = await plan_night(league, store, clock)
    await store.write(cancel_plan, act(league_id=ahead.league_id, at=clock.moment), ahead.night_id, "ill")
    await league.env.restart_bot(new_bot())
    assert "**Called off**: ill" in await ahead.shown()


async def test_the_list_and_the_card_of_a_later_night(league: League, store: Store, clock: Clock) -> None:
    await plan_night(league, store, clock, title="First")
    ahead = await plan_night(league, store, clock, "march 28 7pm", title="Second")
    listed = words(await ahead.command("list", league.player))
    assert listed.index("First") < listed.index("Second")
    assert "Second" in words(await ahead.command("show", league.player, night=2))
    assert "First" in words(await ahead.command("show", league.player))
    await ahead.league.slash(league.host, "night card", league.cash, night=2)
    await ahead.settle()
    assert (await ahead.night()).channel_id == league.cash.id


async def test_the_planned_night_is_the_one_that_opens(league: League, store: Store, clock: Clock) -> None:
    ahead = await plan_night(league, store, clock, **OMAHA)
    await ahead.press("ann", "take", 2)
    await ahead.press("bob", "play")
    await ahead.wait(days=6, hours=2)
    result = await ahead.command("open")
    assert "Friday 20 March, tournament" in words(result)
    night = await ahead.night()
    assert night.opened_at is not None
    duties = await store.read(duties_of, ahead.league_id, ahead.night_id)
    assert [kept.duty.table_number for kept in duties] == [2]
    assert (await store.read(books_of, ahead.league_id, ahead.night_id, clock())).fee == 5000
    assert "has begun" in await ahead.shown()
    assert is_sentence(await ahead.press("cy", "play"))
    assert "/dealer start" in await ahead.signup("deal", guest="zoe", table=1, night=1)
    assert is_sentence(await ahead.command("move", when="march 29 7pm", night=1))


async def test_a_night_of_another_day_is_not_opened(league: League, store: Store, clock: Clock) -> None:
    ahead = await plan_night(league, store, clock)
    await ahead.command("open")
    assert (await ahead.night()).opened_at is None


# ------------------------------------------------------------------ who may

HOSTS_ALONE: list[tuple[str, dict[str, Any]]] = [
    ("create", {"title": "x", "when": "next friday 7pm"}),
    ("edit", {"place": "x"}),
    ("move", {"when": "march 28 7pm"}),
    ("cancel", {}),
    ("card", {}),
]
STAFF: list[tuple[str, dict[str, Any]]] = [("signup", {"what": "play", "guest": "zoe"})]
EVERYBODY: list[tuple[str, dict[str, Any]]] = [("list", {}), ("show", {})]
REFUSED = ("Only a host or TD",)


async def cast(ahead: Ahead) -> dict[str, Any]:
    """Everybody who may come by; the TD by the league's role."""
    league = ahead.league
    td_role = league.guild.create_role("TD")
    people = {"stranger": ahead.person("stranger"), "player": ahead.person("player"), "dealer": ahead.person("dealer")}
    td = league.guild.add_member(league.env.create_user("td"), roles=[td_role])
    await ahead.store.write(
        lambda tx: tx.run(
            "INSERT INTO setting (league_id, setting_id, name, value, effective_at)"
            " SELECT :league_id, COALESCE(MAX(setting_id), 0) + 1, 'roles.td', :value, 0 FROM setting",
            league_id=ahead.league_id,
            value=f"[{td_role.id}]",
        )
    )
    league.bot.leagues.changed(ahead.league_id)
    await ahead.press("player", "play")
    await ahead.press("dealer", "take", 1)
    return people | {"td": td, "host": league.host}


@pytest.mark.parametrize(
    ("name", "options", "may"),
    [(*each, {"host", "td"}) for each in (*HOSTS_ALONE, *STAFF)]
    + [(*each, {"stranger", "player", "dealer", "td", "host"}) for each in EVERYBODY],
)
async def test_a_command_is_for_those_alone_who_may(
    league: League, store: Store, clock: Clock, name: str, options: dict[str, Any], may: set[str]
) -> None:
    ahead = await plan_night(league, store, clock, **OMAHA)
    for role, who in (await cast(ahead)).items():
        said = words(await ahead.command(name, who, **options))
        assert said.startswith(REFUSED) is (role not in may), f"{role}: {said}"


@pytest.mark.parametrize("press", ["post:1", "move:1:1774137600", "cancel:1"])
async def test_a_press_of_the_hosts_is_refused_to_others(
    league: League, store: Store, clock: Clock, press: str
) -> None:
    ahead = await plan_night(league, store, clock, **OMAHA)
    people = await cast(ahead)
    for role in ("stranger", "player", "dealer"):
        result = await league.forge(people[role], await ahead.card(), f"night1:{press}")
        assert words(result).startswith(REFUSED), role
    assert words(await league.send_form(people["player"], "night1:cancelled:1", reason="x")).startswith(REFUSED)
    assert (await ahead.night()).cancelled_at is None


async def test_another_leagues_night_is_not_to_be_reached(league: League, store: Store, clock: Clock) -> None:
    other = found_league(league.env, league.wire, "Elsewhere", league.host)
    theirs = await plan_night(other, store, clock, title="Theirs")
    await plan_night(other, store, clock, title="Theirs, too")
    ours = await plan_night(league, store, clock, title="Ours")
    for press in ("play", "deal", "standby", "spot", "who"):
        result = await league.forge(league.host, await ours.card(), f"night1:{press}:2")
        assert is_sentence(result), press
    assert "Theirs" not in words(await ours.command("list"))
    assert not (await theirs.board()).rows
    assert len(await store.read(nights_ahead, theirs.league_id, clock())) == 2


FORGED = [
    "play:x",
    "take:1:x",
    "take:1:99",
    "own:1:everything",
    "move:1:99999999999999999",
    "post:99",
    "spot:" + "9" * 40,
]


@pytest.mark.parametrize("custom", FORGED)
async def test_a_forged_id_gets_a_sentence_and_changes_nothing(
    league: League, store: Store, clock: Clock, custom: str
) -> None:
    ahead = await plan_night(league, store, clock, **OMAHA)
    before = await ahead.night()
    assert is_sentence(await league.forge(league.host, await ahead.card(), f"night1:{custom}"))
    assert not (await ahead.board()).rows
    assert (await ahead.night()).plan == before.plan


async def test_the_button_of_a_night_that_was_posted_never_posts_another(
    league: League, store: Store, clock: Clock
) -> None:
    first = await league.slash(league.host, "night create", title="First", when="next friday 7pm")
    key = custom_id(first, "night1:post")
    await league.forge(league.host, first.response, key)
    await league.slash(league.host, "night create", title="Second", when="next saturday 7pm")
    assert is_sentence(await league.forge(league.host, first.response, key))
    assert await count(store) == 1


async def test_whoever_signed_up_is_told_of_another_fee_and_of_nothing_less(
    league: League, store: Store, clock: Clock
) -> None:
    ahead = await plan_night(league, store, clock, **OMAHA)
    await ahead.press("ann", "play")
    await ahead.command("edit", place="bob's")
    await ahead.settle()
    assert not ahead.told("ann")
    await ahead.command("edit", fee="80")
    await ahead.settle()
    assert len(ahead.told("ann")) == 1 and "the entry is 80.00 USD now" in ahead.told("ann")[0]


async def test_every_change_of_a_night_delivered_twice_counts_once(
    league: League, store: Store, clock: Clock, wire: Wire, new_bot: NewBot
) -> None:
    ahead = await plan_night(league, store, clock, **OMAHA)

    async def kept() -> tuple[Any, ...]:
        night, board = await ahead.night(), await ahead.board()
        counts = [await count(store, name) for name in ("night", "letter", "audit", "series", "player", "signup_ask")]
        return night.plan, night.cancelled_at, board, counts

    async def twice() -> None:
        before = await kept()
        sent = list(wire.sent)
        await wire.again()
        await league.env.restart_bot(new_bot())
        await wire.again()
        assert await kept() == before, sent[-1]["data"]

    for who, press in (
        ("ann", ("play",)), ("bob", ("take", 1)), ("cy", ("standby",)), ("bob", ("own", "cover")),
        ("bob", ("own", "keep")), ("ann", ("own", "silent")), ("ann", ("own", "write")), ("ann", ("own", "drop")),
    ):  # fmt: skip
        await ahead.press(who, *press)
        await twice()
    for options in ({"what": "play"}, {"what": "drop"}, {"what": "deal", "table": 2}):
        await ahead.signup(guest="dee", **options)
        await twice()
    await ahead.command("edit", tables=4)
    await twice()
    moved = await ahead.command("move", when="march 27 8pm")
    await league.forge(league.host, moved.response, custom_id(moved, "night1:move"))
    await twice()
    again = await ahead.command("repeat", how="weekly")
    await league.forge(league.host, again.response, custom_id(again, "night1:repeat"))
    await twice()
    asked = await ahead.command("cancel")
    await league.forge(league.host, asked.response, custom_id(asked, "night1:end"))
    await twice()
    await league.forge(league.host, asked.response, custom_id(asked, "night1:cancel"))
    await league.send_form(league.host, f"night1:cancelled:{ahead.night_id}", reason="ill")
    await twice()


@pytest.mark.parametrize(
    "options",
    [
        {"title": "   "},
        {"title": "\u200b\u202e"},
        {"fee": "abc"},
        {"fee": "-5"},
        {"fee": "1e9"},
        {"fee": "5.005"},
        {"fee": "9" * 19},
        {"fewest": 9, "most": 8},
        {"kind": "tournament", "game": "omaha", "tables": 3, "most": 2},
        {"when": "now"},
        {"when": "\u202e friday"},
    ],
)
async def test_what_a_night_cannot_be_is_refused_in_a_sentence(
    league: League, store: Store, options: dict[str, Any]
) -> None:
    result = await league.slash(league.host, "night create", **({"title": "x", "when": "next friday 7pm"} | options))
    assert is_sentence(result), words(result)
    assert await count(store, "night_draft") == 0


@pytest.mark.parametrize(
    "title", ["@everyone <@5>", "**x** # y", "a,b;c\\n", "\u202eabc\u2066", "🂡" * 80, "x\ny\nz", "[a](http://b)"]
)
async def test_a_title_stays_words_on_the_card(league: League, store: Store, clock: Clock, title: str) -> None:
    ahead = await plan_night(league, store, clock, title=title, place=title)
    shown = await ahead.shown()
    for living in (" @everyone", "<@5>", "**@everyone", "**x**", "](http://", "\u202e", "\u2066", "x\ny"):
        assert living not in shown, living
