"""`/league show`, `books`, `house-rule`, `misses`, `history`: dated, told, and for staff only."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from conftest import BURN, League, is_sentence, words

from cogs.league.actions import ORDERS, OUTCOMES, incidents
from cogs.shared.refusals import Refusal
from data.store import Store
from rules.library import load

TITLE, TEXT = "Flashed burn", "We leave a flashed burn where it is."
NO_BOOK = "is rabbit hunting allowed"


async def own_rule(league: League, title: str = TITLE, text: str = TEXT, **options: Any) -> Any:
    form = await league.slash(league.host, "league house-rule own", **options)
    assert form.modal is not None, words(form)
    return await league.host.submit_modal(form, {"title": title, "text": text})


# ------------------------------------------------------------------ dated


async def test_an_order_counts_from_its_day_in_the_leagues_zone(league: League) -> None:
    said = await league.staff("books", kind="cash", order="tda", **{"from": "2026-03-20"})
    assert "Cash games: TDA, from <t:1773979200:D>." in said  # midnight in New York
    for hours, order in ((0, "House"), (128, "House"), (129, "TDA")):
        league.bot.clock.moment = league.bot.clock.moment.replace(day=14, hour=19, minute=30) + timedelta(hours=hours)
        assert words(await league.ask()).startswith(f"-# Cash game · {order}")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("2026-03-13", "That day has passed"),
        ("1999-01-01", "between the years"),
        ("9999-12-31", "between the years"),
        ("tomorrow", "year-month-day"),
        ("2026-02-30", "year-month-day"),
        ("20.03.2026", "year-month-day"),
        ("2026-03-20:x", "year-month-day"),
    ],
)
async def test_a_day_that_cannot_be_is_refused(league: League, store: Store, typed: str, said: str) -> None:
    commands: list[tuple[str, dict[str, Any]]] = [
        ("books", {"kind": "cash", "order": "tda"}),
        ("house-rule alternate", {"rule": "rrp-misdeals-l:dead", "on": True}),
        ("house-rule own", {}),
        ("house-rule withdraw", {"number": 1}),
    ]
    for name, options in commands:
        answer = await league.slash(league.host, f"league {name}", **options, **{"from": typed})
        assert is_sentence(answer)
        assert said in words(answer)
    assert await store.read(lambda tx: tx.all("SELECT * FROM setting")) == []


async def test_today_counts_from_now_on(league: League) -> None:
    said = await league.staff("books", kind="cash", order="tda", **{"from": "2026-03-14"})
    assert "from now on" in said
    assert words(await league.ask()).startswith("-# Cash game · TDA")


async def test_what_was_in_force_on_a_day_is_shown(league: League) -> None:
    await league.staff("books", kind="cash", order="tda", **{"from": "2026-03-20"})
    await own_rule(league, **{"from": "2026-03-22"})
    for on, order, rule in (("2026-03-19", "House", False), ("2026-03-20", "TDA", False), ("2026-03-22", "TDA", True)):
        shown = await league.staff("show", on=on)
        assert f"Cash games: {order}" in shown
        assert (f"1. {TITLE}" in shown) is rule
    assert "Cash games: House, then Rulebook, then TDA" in await league.staff("show")


async def test_what_is_shown_is_everything_that_is_set(league: League) -> None:
    shown = await league.staff("show")
    for said in ("Cash games:", "Tournaments: TDA", "no role named", "nobody yet", "America/New_York", "USD"):
        assert said in shown
    assert shown.count("Alternate Rule") == len(load().alternates())
    assert shown.count("), off: ") == len(load().alternates())


@pytest.mark.parametrize("on", ["soon", "0000-00-00", "2026-13-01"])
async def test_a_day_that_is_none_is_not_shown(league: League, on: str) -> None:
    assert is_sentence(await league.slash(league.host, "league show", on=on))


# ------------------------------------------------------------------ house rules


@pytest.mark.parametrize("clause", load().alternates(), ids=lambda clause: clause.alternate_id)
async def test_an_alternate_rule_is_switched_on_and_off_by_date(league: League, clause: Any) -> None:
    await league.staff("house-rule alternate", rule=clause.alternate_id, on=True)
    await league.staff("house-rule alternate", rule=clause.alternate_id, on=False, **{"from": "2026-04-01"})
    for on, state in (({}, "on"), ({"on": "2026-04-01"}, "off")):
        shown = (await league.staff("show", **on)).splitlines()
        assert [line for line in shown if (clause.number or clause.heading) in line and f"), {state}: " in line], shown


async def test_what_is_offered_fits_what_is_typed(league: League) -> None:
    async def offered(name: str, option: str, typed: str) -> list[str]:
        choices = await league.host.autocomplete(league.rules, f"league {name}", option, typed)
        assert all(1 <= len(choice["name"]) <= 100 for choice in choices)
        return [choice["value"] for choice in choices]

    assert await offered("books", "order", "") == list(ORDERS)
    assert set(await offered("books", "order", "TDA, then h")) == {"rrp-tda-psp", "tda-psp-rrp", "tda-psp"}
    assert len(await offered("house-rule alternate", "rule", "")) == len(load().alternates())
    assert await offered("house-rule alternate", "rule", "joker") == ["rrp-joker-in-the-deck:fouls"]
    assert await offered("house-rule own", "incident", "") == incidents()[:25]
    assert "flashed_burn" in await offered("house-rule own", "incident", "burn")


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("books", {"kind": "cash", "order": "psp-psp"}),
        ("books", {"kind": "cash", "order": "House"}),
        ("house-rule alternate", {"rule": "no-such-rule", "on": True}),
        ("house-rule own", {"incident": "no_such_incident", "outcome": "misdeal"}),
        ("house-rule own", {"incident": "flashed_burn"}),
        ("house-rule own", {"outcome": "misdeal"}),
        ("house-rule withdraw", {"number": 1}),
    ],
)
async def test_what_is_not_in_the_list_is_refused_in_a_sentence(
    league: League, name: str, options: dict[str, Any]
) -> None:
    assert is_sentence(await league.slash(league.host, f"league {name}", **options))


async def test_an_own_rule_is_found_ahead_of_the_books_from_its_day_until_withdrawn(league: League) -> None:
    said = words(await own_rule(league, incident="flashed_burn", outcome="continues", **{"from": "2026-03-20"}))
    assert "Our own rule 1 is in force from <t:1773979200:D>" in said
    assert TEXT not in words(await league.ask())
    league.bot.clock.advance(days=7)
    answer = words(await league.ask())
    assert answer.index(TEXT) < answer.index("House would say:")
    assert f"1. {TITLE} ({OUTCOMES['continues']})" in await league.staff("show")
    await league.staff("house-rule withdraw", number=1, **{"from": "2026-04-01"})
    assert TEXT in words(await league.ask())
    league.bot.clock.advance(days=14)
    assert TEXT not in words(await league.ask())
    assert TITLE in await league.staff("show", on="2026-03-25")


async def test_an_own_rule_is_withdrawn_once(league: League) -> None:
    await own_rule(league)
    assert "out of force" in await league.staff("house-rule withdraw", number=1)
    assert "no rule of your own" in await league.staff("house-rule withdraw", number=1)


async def test_a_rule_withdrawn_before_its_day_never_comes_into_force(league: League) -> None:
    await own_rule(league, **{"from": "2026-03-20"})
    assert "out of force" in await league.staff("house-rule withdraw", number=1)
    league.bot.clock.advance(days=10)
    assert TEXT not in words(await league.ask())


@pytest.mark.parametrize(
    ("title", "text"), [("\u202e", "x"), ("x", "\u202e"), (" ", "x"), ("x", "\n"), ("\x00", "\x00")]
)
async def test_an_own_rule_without_words_is_refused(league: League, title: str, text: str) -> None:
    sent = await league.send_form(league.host, "league1:ownsent:none:none:now", title=title, text=text)
    assert is_sentence(sent)
    assert "needs a title and a text" in words(sent)


@pytest.mark.parametrize(
    "form", ["lunch:misdeal:now", "flashed_burn:lunch:now", "none:none:soon", "none:none:2001-01-01"]
)
async def test_a_forged_form_is_refused_in_a_sentence(league: League, store: Store, form: str) -> None:
    sent = await league.send_form(league.host, f"league1:ownsent:{form}", title="x", text="y")
    assert is_sentence(sent)
    assert await store.read(lambda tx: tx.all("SELECT * FROM own_rule")) == []


async def test_an_own_rule_pings_nobody_and_shows_its_marks(league: League) -> None:
    await own_rule(league, "Rabbit *hunting*", "@everyone may look. <@1>")
    for shown in (words(await league.ask("rabbit hunting")), await league.staff("show")):
        assert "*hunting*" not in shown.replace("\\*", "")
        assert "@everyone" not in shown.replace("\\@everyone", "")


async def test_twenty_five_own_rules_can_all_be_found(league: League) -> None:
    for number in range(25):
        await own_rule(league, f"Rule about thing {number}")
    assert "thing 24" in await league.staff("show")


# ------------------------------------------------------------------ misses, history


async def miss(league: League, words_asked: str) -> None:
    await league.player.click((await league.ask(words_asked)).response, label="None of these")


async def test_misses_are_read_without_the_asker_and_deleted(league: League) -> None:
    assert "Nothing here" in await league.staff("misses")
    await miss(league, NO_BOOK)
    read = await league.slash(league.host, "league misses")
    assert read.ephemeral
    assert NO_BOOK in words(read)
    for name in (league.player.name, str(league.player.id)):
        assert name not in words(read)
    assert "1" in words(await league.host.click(read.response, label="Delete these"))
    assert "Nothing here" in await league.staff("misses")


async def test_deleting_what_was_read_spares_what_was_not_shown(league: League) -> None:
    for number in range(25):
        await miss(league, f"rabbit hunting number {number}")
    read = await league.slash(league.host, "league misses")
    hidden = [number for number in range(25) if f"number {number} " not in words(read).replace("·", " ")]
    await league.host.click(read.response, label="Delete these")
    left = await league.staff("misses")
    assert hidden
    assert all(f"number {number}" in left for number in hidden)


async def test_long_misses_still_make_a_card(league: League) -> None:
    for number in range(20):
        await miss(league, f"{number} rabbit " + "*" * 280)
    assert "rabbit" in await league.staff("misses")


async def test_misses_are_gone_after_ninety_days(league: League) -> None:
    await miss(league, NO_BOOK)
    league.bot.clock.advance(days=90)
    assert "Nothing here" in await league.staff("misses")


async def test_the_history_names_who_changed_what(league: League) -> None:
    assert "Nothing has been changed" in await league.staff("history")
    await league.staff("books", kind="cash", order="tda")
    await own_rule(league, "Rabbit *hunting*")
    told = await league.staff("history")
    lines = told.splitlines()
    assert len(lines) == 2
    assert all(league.host.mention in line for line in lines)
    assert "own rule added" in lines[0]
    assert "Cash games: TDA" in lines[1]


async def test_the_standing_message_leaves_a_line_in_the_history(league: League) -> None:
    screen = await league.slash(league.host, "league setup")
    for _ in range(4):
        screen = await league.host.click(screen.response, label="Next")
    await league.host.select(screen.response, [league.cash], custom_id="league1:standing")
    assert "standing" in await league.staff("history")


# ------------------------------------------------------------------ who may


async def test_strangers_do_not_see_the_commands(league: League) -> None:
    seen = league.player.available_commands(league.rules)
    assert not [name for name in seen if name.startswith("league")]
    assert {"rule ask", "rule show", "rule card", "me privacy"} <= set(seen)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("setup", {}),
        ("show", {}),
        ("history", {}),
        ("misses", {}),
        ("books", {"kind": "cash", "order": "tda"}),
        ("house-rule alternate", {"rule": "rrp-misdeals-l:dead", "on": True}),
        ("house-rule own", {}),
        ("house-rule withdraw", {"number": 1}),
    ],
)
async def test_a_stranger_whom_the_server_lets_in_is_refused_in_a_sentence(
    league: League, store: Store, name: str, options: dict[str, Any]
) -> None:
    command = league.env.backend.find_command("league", league.guild.id, type=1)
    league.guild.set_command_permissions(int(command["id"]), {league.player: True})
    answer = await league.slash(league.player, f"league {name}", **options)
    assert is_sentence(answer)
    assert "Only a host or TD" in words(answer)
    assert await store.read(lambda tx: tx.all("SELECT * FROM audit")) == []


async def test_league_is_refused_where_the_bot_is_no_member(league: League) -> None:
    league.wire.user_installed = True
    answer = await league.slash(league.host, "league show")
    assert is_sentence(answer)
    assert "own server" in words(answer)


def test_refusals_end_like_sentences() -> None:
    assert str(Refusal("No.")) == "No."


async def test_settings_are_read_once_until_they_change(league: League, store: Store) -> None:
    await league.ask(BURN)
    reads = []
    read = store.read

    async def counted(*args: Any, **kwargs: Any) -> Any:
        reads.append(args[0])
        return await read(*args, **kwargs)

    store.read = counted  # type: ignore[method-assign]
    await league.ask(BURN)
    assert reads == []
    await league.staff("books", kind="cash", order="tda")
    reads.clear()
    await league.ask(BURN)
    assert len(reads) <= 1
