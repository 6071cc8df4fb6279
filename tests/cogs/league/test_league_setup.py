"""`/league setup`, screen by screen: for staff only, counted at once, nothing from another server."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import (
    BURN,
    Clock,
    League,
    custom_id,
    found_league,
    is_sentence,
    labels,
    options,
    parts,
    verify_card,
    words,
)

from cogs.league import render
from cogs.league.render import COMMON_ZONES, CURRENCIES, STEPS
from cogs.shared.leagues import Standing
from data.store import Store
from league.settings import OwnRule, Settings

NOW = Clock().moment
SELECTS = (3, 5, 6, 8)  # of choices, people, roles and channels
DRAWN = 2**63 - 1
TITLES = list(STEPS.values())


async def settings(league: League) -> Settings:
    return (await league.bot.leagues.now(league.guild.id)).settings


async def open_setup(league: League, step: str = "books") -> Any:
    screen = await league.slash(league.host, "league setup")
    for _ in range(list(STEPS).index(step)):
        screen = await league.host.click(screen.response, label="Next")
    return screen


async def choose(league: League, step: str, begins: str, *values: Any) -> Any:
    screen = await open_setup(league, step)
    return await league.host.select(screen.response, list(values), custom_id=custom_id(screen, begins))


# ------------------------------------------------------------------ screens


async def test_the_setup_leads_through_every_screen_and_back(league: League) -> None:
    screen = await league.slash(league.host, "league setup")
    first = screen.response.id
    seen = []
    for number in range(len(TITLES)):
        verify_card(screen.response.components)
        assert screen.response.ephemeral
        assert screen.response.id == first, "a screen is drawn in place"
        seen.append(words(screen))
        assert labels(screen).count("Next") == (number < len(TITLES) - 1)
        if number < len(TITLES) - 1:
            screen = await league.host.click(screen.response, label="Next")
    assert [title for title, text in zip(TITLES, seen, strict=True) if title not in text] == []
    for title in reversed(TITLES[:-1]):
        screen = await league.host.click(screen.response, label="Back")
        assert title in words(screen)


def selects(screen: Any) -> dict[str, tuple[int, str]]:
    """Each select's own id and the text right above it, by its custom id."""
    found = {}
    above = ""
    for part in parts(screen.response.components):
        above = part.get("content", above)
        if part["type"] in SELECTS:
            found[part["custom_id"]] = (part["id"], above.strip("*"))
    return found


async def test_every_select_says_what_it_is_for_also_when_it_is_filled(league: League) -> None:
    above = {}
    for step in STEPS:
        above |= {key: label for key, (_, label) in selects(await open_setup(league, step)).items()}
    assert list(above.values()) == [
        *("Cash games", "Tournaments") * 2,
        *("Host", "TD", "Dealers", "Who agreed to be pinged by a floor call"),
        *("Time zone", "Currency", "Post it in"),
    ]


async def test_a_select_that_is_emptied_elsewhere_is_a_new_one_to_every_client(league: League) -> None:
    screen = await open_setup(league, "channels")
    seen: set[int] = set()
    for kind in ("cash", "tournament", "cash"):
        ids = {number for number, _ in selects(screen).values()}
        assert len(ids) == 2
        assert not ids & seen, "a client would keep what was chosen in it"
        assert max(ids) < 2**31
        seen |= ids
        screen = await league.host.select(screen.response, [league.cash], custom_id=f"league1:channels:{kind}")
        filled = [part["custom_id"] for part in parts(screen.response.components) if part.get("default_values")]
        assert filled == [f"league1:channels:{kind}"]


async def test_each_kind_of_game_gets_its_order_of_books(league: League) -> None:
    screen = await open_setup(league)
    assert len(options(screen, "league1:order:cash")) == 15
    for kind, value in (("cash", "rrp-tda"), ("tournament", "tda")):
        screen = await league.host.select(screen.response, [value], custom_id=f"league1:order:{kind}")
    assert (await settings(league)).order("cash") == ("rrp", "tda")
    assert (await settings(league)).order("tournament") == ("tda",)
    defaults = [option["value"] for part in parts(screen.response.components) for option in part.get("options", ()) if option.get("default")]  # fmt: skip
    assert defaults == ["rrp-tda", "tda"], "the screen shows what is set"
    assert words(await league.ask(BURN)).startswith("-# Cash game · Rulebook › TDA")


async def test_a_channel_has_one_kind_and_can_be_taken_back(league: League) -> None:
    await choose(league, "channels", "league1:channels:cash", league.cash, league.rules)
    await choose(league, "channels", "league1:channels:tournament", league.tournament, league.rules)
    told = await settings(league)
    assert (set(told.channels("cash")), set(told.channels("tournament"))) == (
        {league.cash.id},
        {league.tournament.id, league.rules.id},
    )
    await choose(league, "channels", "league1:channels:tournament")
    assert (await settings(league)).channels("tournament") == ()
    assert (await settings(league)).channels("cash") == (league.cash.id,)


@pytest.mark.parametrize("name", ["host", "td", "dealer"])
async def test_roles_are_set_and_taken_back(league: League, name: str) -> None:
    role = league.guild.create_role("Staff")
    screen = await choose(league, "roles", f"league1:roles:{name}", role)
    assert role.mention in words(screen)
    assert (await settings(league)).roles(name) == (role.id,)
    await choose(league, "roles", f"league1:roles:{name}")
    assert (await settings(league)).roles(name) == ()


async def test_who_agreed_to_be_pinged_by_a_floor_call_is_kept(league: League) -> None:
    screen = await choose(league, "roles", "league1:floor", league.player, league.other)
    assert league.player.mention in words(screen)
    assert set((await settings(league)).floor_callers) == {league.player.id, league.other.id}


async def test_zone_and_currency_come_from_the_lists(league: League) -> None:
    assert len(COMMON_ZONES) <= 25
    assert len(CURRENCIES) <= 25
    await choose(league, "place", "league1:zone", "Europe/London")
    await choose(league, "place", "league1:currency", "GBP")
    told = await settings(league)
    assert (told.zone, told.currency) == ("Europe/London", "GBP")


@pytest.mark.parametrize(
    ("zone", "currency", "problem"),
    [
        ("europe/berlin", " eur ", None),
        ("America/New York", "USD", None),
        ("Mars/Olympus", "USD", "time zone is not known"),
        ("", "USD", "time zone is not known"),
        ("../../etc/passwd", "USD", "time zone is not known"),
        ("Europe/Paris", "EURO", "three letters"),
        ("Europe/Paris", "€€€", "three letters"),
        ("Europe/Paris", "U$D", "three letters"),
    ],
)
async def test_any_other_zone_and_currency_is_typed_and_checked(
    league: League, zone: str, currency: str, problem: str | None
) -> None:
    screen = await open_setup(league, "place")
    form = await league.host.click(screen.response, label="Another zone or currency")
    assert form.modal is not None
    sent = await league.send_form(league.host, form.modal["custom_id"], zone=zone, currency=currency)
    if problem is None:
        assert "✓" in words(sent)
        assert (await settings(league)).currency == currency.strip().upper()
    else:
        assert is_sentence(sent)
        assert problem in words(sent)
        assert not (await settings(league)).is_set_up


# ------------------------------------------------------------------ the standing message


async def test_the_standing_message_is_posted_in_the_channels_chosen_and_moved_by_a_second_run(league: League) -> None:
    screen = await choose(league, "standing", "league1:standing", league.cash, league.rules)
    assert f"It stands in {league.cash.mention} {league.rules.mention}" in words(screen)
    for channel in (league.cash, league.rules):
        assert len(league.said_in(channel, league.player)) == 1
    await choose(league, "standing", "league1:standing", league.cash, league.tournament)
    for channel in (league.cash, league.rules, league.tournament):
        assert len(league.said_in(channel, league.player)) == 1


async def test_a_standing_message_deleted_by_hand_is_posted_anew(league: League) -> None:
    await choose(league, "standing", "league1:standing", league.cash)
    await league.host.delete(league.cash.last_message)
    await choose(league, "standing", "league1:standing", league.cash)
    assert len(league.said_in(league.cash, league.player)) == 1


async def test_where_the_bot_may_not_write_the_setup_says_which_permission_is_missing(league: League) -> None:
    league.env.inject_error("POST", f"/channels/{league.cash.id}/messages", status=403, code=50013)
    screen = await choose(league, "standing", "league1:standing", league.cash, league.rules)
    assert f"It could not be posted in {league.cash.mention}: give me" in words(screen)
    assert f"It stands in {league.rules.mention}" in words(screen)


async def test_a_standing_message_too_old_to_edit_is_posted_anew(league: League) -> None:
    # FAULT cogs/league/views.py _stand: Discord caps edits of messages older than an hour (30046), and that breaks.
    await choose(league, "standing", "league1:standing", league.cash)
    league.env.inject_error("PATCH", f"/channels/{league.cash.id}/messages/*", status=400, code=30046)
    screen = await choose(league, "standing", "league1:standing", league.cash)
    assert f"It stands in {league.cash.mention}" in words(screen)


async def test_the_largest_league_still_fits_its_card(league: League) -> None:
    ids = range(10**18, 10**18 + 60)
    values: dict[str, Any] = {f"channel.{key}": "cash" if key % 2 else "tournament" for key in ids}
    values |= {f"roles.{name}": list(ids)[:5] for name in ("host", "td", "dealer")} | {"floor_call": list(ids)[:25]}
    rules = tuple(OwnRule(n, 1, "*" * 100, "x", "flashed_burn", "continues", False, NOW) for n in range(1, 60))
    verify_card(render.show_card(Standing(Settings(values), rules), NOW).to_components())
    for step in STEPS:
        verify_card(render.setup_card(step, Settings(values), DRAWN, "x" * 600).to_components())


# ------------------------------------------------------------------ who may


PRESSES = [
    ("league1:step:roles", None),
    ("league1:order:cash", ["tda"]),
    ("league1:channels:cash", []),
    ("league1:roles:host", []),
    ("league1:floor", []),
    ("league1:zone", ["Europe/London"]),
    ("league1:currency", ["GBP"]),
    ("league1:other", None),
    ("league1:standing", []),
    ("league1:clear:5:9", None),
    ("rule1:nosample", None),
]


@pytest.mark.parametrize(("press", "values"), PRESSES, ids=[press for press, _ in PRESSES])
async def test_a_stranger_is_refused_at_every_press(league: League, store: Store, press: str, values: Any) -> None:
    answer = await league.ask()
    pressed = await league.forge(league.player, answer.response, press, values)
    assert is_sentence(pressed)
    assert "Only a host or TD" in words(pressed)
    assert await store.read(lambda tx: tx.all("SELECT * FROM setting")) == []


@pytest.mark.parametrize("form", ["league1:othersent", "league1:ownsent:none:none:now"])
async def test_a_stranger_is_refused_at_every_form(league: League, store: Store, form: str) -> None:
    typed = {"zone": "Europe/London", "currency": "GBP", "title": "Mine", "text": "All mine."}
    sent = await league.send_form(league.player, form, **typed)
    assert is_sentence(sent)
    assert "Only a host or TD" in words(sent)
    assert await store.read(lambda tx: tx.all("SELECT * FROM audit")) == []


@pytest.mark.parametrize("name", ["host", "td", "dealer"])
async def test_the_leagues_roles_for_host_and_td_may_and_dealers_may_not(league: League, name: str) -> None:
    role = league.guild.create_role("Staff")
    await choose(league, "roles", f"league1:roles:{name}", role)
    member = league.guild.add_member(league.env.create_user("newcomer"), roles=[role])
    answer = await league.ask(who=member)
    pressed = await league.forge(member, answer.response, "league1:zone", ["Europe/London"])
    assert ("Only a host or TD" in words(pressed)) is (name == "dealer")
    assert ((await settings(league)).zone == "Europe/London") is (name != "dealer")


async def test_a_host_of_one_league_is_a_stranger_in_another(league: League) -> None:
    second = found_league(league.env, league.wire, "Second", league.host.user)
    member = second.guild.add_member(league.host.user)
    answer = await second.ask(who=member)
    assert "Only a host or TD" in words(await second.forge(member, answer.response, "league1:zone", ["Europe/London"]))


# ------------------------------------------------------------------ forged


FORGED = [
    ("league1:channels:cash", ["123"], "not from this server"),
    ("league1:roles:host", ["123"], "not from this server"),
    ("league1:floor", ["123"], "not from this server"),
    ("league1:standing", ["123"], "not from this server"),
    ("league1:order:cash", ["psp-psp"], "no order of books"),
    ("league1:order:cash", [], "no order of books"),
    ("league1:order:draw", ["tda"], "earlier version"),
    ("league1:channels:draw", [], "earlier version"),
    ("league1:roles:owner", [], "earlier version"),
    ("league1:step:lunch", None, "earlier version"),
    ("league1:zone", ["Mars/Olympus"], "time zone is not known"),
    ("league1:zone", [], "time zone is not known"),
    ("league1:currency", ["EURO"], "three letters"),
    ("league1:clear:x:9", None, "earlier version"),
    ("league1:clear:1:" + "9" * 80, None, "earlier version"),
]


@pytest.mark.parametrize(("press", "values", "said"), FORGED)
async def test_a_forged_choice_of_staff_is_refused_in_a_sentence(
    league: League, store: Store, press: str, values: Any, said: str
) -> None:
    screen = await open_setup(league)
    pressed = await league.forge(league.host, screen.response, press, values)
    assert is_sentence(pressed)
    assert said in words(pressed)
    assert await store.read(lambda tx: tx.all("SELECT * FROM setting")) == []


async def test_a_channel_or_role_of_another_server_is_refused(league: League) -> None:
    # Discord resolves only what is of this server; an id that it did not resolve as such is not taken.
    second = found_league(league.env, league.wire, "Second")
    foreign = {"channels": {str(second.cash.id): {}}, "users": {str(second.player.id): {}}}
    for press, key in (("league1:floor", str(second.player.id)), ("league1:roles:host", str(second.cash.id))):
        screen = await open_setup(league)
        pressed = await league.forge(league.host, screen.response, press, [key], foreign)
        assert "not from this server" in words(pressed)


async def test_everybody_is_not_a_staff_role(league: League) -> None:
    role_id = str(league.guild.id)  # Discord's id of @everyone
    screen = await open_setup(league, "roles")
    pressed = await league.forge(
        league.host, screen.response, "league1:roles:host", [role_id], {"roles": {role_id: {"id": role_id}}}
    )
    assert is_sentence(pressed)
    assert (await settings(league)).roles("host") == ()
