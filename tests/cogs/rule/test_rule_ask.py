"""`/rule ask` as people see it: in channels, threads and direct messages, and what its buttons do."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import (
    BURN,
    League,
    Wire,
    custom_id,
    found_league,
    is_sentence,
    labels,
    options,
    parts,
    stored_messages,
    verify_card,
    words,
)

from data.misses import recent_misses
from data.people import leagues_of
from data.store import Store, Transaction
from rules.answers import answer_question
from rules.library import load

THREAD_CREATED = 18  # Discord writes it, in the bot's name
NO_BOOK = "is rabbit hunting allowed"
CASH, TOURNAMENT = "Cash game · House › Rulebook › TDA", "Tournament · TDA › House › Rulebook"


async def thread_of(league: League, channel: Any) -> Any:
    message = await league.player.send(channel, "look at this hand")
    league.env.backend.create_thread(channel.id, "a hand", league.player.id, message_id=message.id)
    return channel.threads[-1]


async def rows(store: Store, table: str) -> list[Any]:
    return await store.read(lambda tx: tx.all(f"SELECT * FROM {table}"))


# ------------------------------------------------------------------ the answer


async def test_an_answer_says_what_to_do_and_cites_the_clause_in_force(league: League) -> None:
    result = await league.ask()
    clause = load().clause("psp-flashed-burn")
    assert result.ephemeral
    assert words(result).splitlines()[0] == f"-# {CASH}"
    topic = load().topics["flashed-burn"]
    for line in (topic.name, f"**{topic.positions['psp'].line}**", clause.says, clause.cite, "Rulebook differs"):
        assert line in words(result)
    assert BURN in words(result)


async def test_a_channel_of_its_kind_answers_in_its_order_of_books(league: League) -> None:
    await setup_channels(league)
    for channel, order in ((league.cash, CASH), (league.tournament, TOURNAMENT), (league.rules, CASH)):
        assert words(await league.ask(channel=channel)).startswith(f"-# {order}")
        assert words(await league.ask(channel=await thread_of(league, channel))).startswith(f"-# {order}")


async def setup_channels(league: League) -> None:
    opened = await league.slash(league.host, "league setup")
    step = await league.host.click(opened.response, label="Next")
    for kind, channel in (("cash", league.cash), ("tournament", league.tournament)):
        await league.host.select(step.response, [channel], custom_id=f"league1:channels:{kind}")


async def test_a_silent_first_book_is_said_and_the_next_one_named(league: League) -> None:
    await setup_channels(league)
    answer = words(await league.ask(channel=league.tournament))
    assert "TDA: silent. House, next in your order" in answer


async def test_books_that_agree_share_a_line_and_one_that_differs_is_named(league: League) -> None:
    seen = {"agree": 0, "differ": 0}
    for topic in load().topics.values():
        answer = answer_question_on(topic.topic_id)
        agreeing = [other.book.short for other in answer.others if other.agrees]
        lines = [line for line in card_lines(answer) if line.endswith(("agrees.", "agree."))]
        assert lines == ([f"{' and '.join(agreeing)} agree{'s' if len(agreeing) == 1 else ''}."] if agreeing else [])
        seen["agree"] += len(agreeing) == 2
        for other in answer.others:
            differs = [line for line in card_lines(answer) if line.startswith(f"**{other.book.short} differs")]
            assert len(differs) == (0 if other.agrees else 1)
            seen["differ"] += len(differs)
    assert seen["agree"]
    assert seen["differ"]


def answer_question_on(topic_id: str) -> Any:
    from rules.answers import answer_topic

    return answer_topic(load().topics[topic_id], ("psp", "rrp", "tda"))


def card_lines(answer: Any) -> list[str]:
    from cogs.rule.render import answer_lines

    return [line for text in answer_lines(answer) for line in text.splitlines()]


async def test_what_a_clause_leans_on_is_shown_with_it(league: League) -> None:
    result = await league.ask("more than two actions, is it too late for a misdeal", book="tda")
    assert "TDA 36" in words(result)


async def test_one_book_alone_can_be_asked(league: League) -> None:
    await league.ask()  # the first answer carries a hint
    answer = words(await league.ask(book="rrp"))
    assert answer.startswith("-# Cash game · Rulebook\n")
    assert "Rulebook" in answer.split("\n", 2)[2]
    assert "House" not in answer
    assert "TDA" not in answer


async def test_one_book_that_is_silent_says_so(league: League) -> None:
    for question in (BURN, "how do i shuffle"):
        assert "TDA: silent" in words(await league.ask(question, book="tda"))


async def test_a_question_no_book_answers_is_told_so(league: League) -> None:
    result = await league.ask(NO_BOOK)
    assert "None of the books answers this" in words(result)
    assert "Share" not in labels(result)
    assert result.ephemeral


async def test_the_kind_of_game_can_be_switched_and_back(league: League) -> None:
    result = await league.ask()
    for label, order in (("Tournament instead", TOURNAMENT), ("Cash game instead", CASH)):
        result = await league.player.click(result.response, label=label)
        assert words(result).startswith(f"-# {order}")
        assert BURN in words(result)
        assert result.response.ephemeral


async def test_a_neighbouring_topic_opens_in_place(league: League) -> None:
    result = await league.ask()
    offered = options(result, "rule1:near")
    assert 1 <= len(offered) <= 3
    opened = await league.player.select(result.response, [offered[0]], custom_id=custom_id(result, "rule1:near"))
    topic = load().topics[offered[0]]
    assert opened.response.id == result.response.id
    assert any(position.line in words(opened) or load().clause(key).says in words(opened) for position in topic.positions.values() for key in position.clauses)  # fmt: skip


async def test_the_book_asked_alone_stays_alone_through_every_button(league: League) -> None:
    result = await league.ask(book="rrp")
    switched = await league.player.click(result.response, label="Tournament instead")
    assert words(switched).startswith("-# Tournament · Rulebook\n")
    shared = await league.player.click(switched.response, label="Share")
    assert words(shared).startswith("-# Tournament · Rulebook\n")


# ------------------------------------------------------------------ share, discuss, none of these


async def test_a_shared_answer_is_seen_by_everybody_once(league: League) -> None:
    result = await league.ask()
    shared = await league.player.click(result.response, label="Share")
    assert not shared.ephemeral
    assert len(league.said_in(league.rules, league.other)) == 1
    assert load().clause("psp-flashed-burn").says in words(shared)
    assert league.player.mention in words(shared)
    again = await league.player.click(result.response, label="Share")
    assert is_sentence(again)
    assert "shared already" in words(again)
    assert len(league.said_in(league.rules, league.other)) == 1


async def test_a_share_that_discord_did_not_take_can_be_pressed_again(league: League, broken: list[Any]) -> None:
    result = await league.ask()
    league.env.inject_error("POST", "/interactions/*/callback", status=403, code=50013, times=1)
    await league.player.click(result.response, label="Share")
    broken.clear()
    shared = await league.player.click(result.response, label="Share")
    assert not shared.ephemeral


async def test_the_question_of_a_shared_answer_cannot_be_altered_by_the_sharer(league: League) -> None:
    result = await league.ask("**burn** got flipped @everyone <@1> ||[x](http://x.example)||")
    shared = await league.player.click(result.response, label="Share")
    assert "@everyone" not in words(shared).replace("\\@everyone", "")
    assert "](http" not in words(shared).replace("\\](", "")


async def test_a_shared_answer_keeps_the_leagues_own_rule(league: League) -> None:
    await add_own_rule(league, "Flashed burn", "We leave a flashed burn where it is.", incident="flashed_burn", outcome="continues")  # fmt: skip
    result = await league.ask()
    assert "We leave a flashed burn where it is." in words(result)
    shared = await league.player.click(result.response, label="Share")
    assert "We leave a flashed burn where it is." in words(shared)


async def test_an_own_rule_where_no_book_speaks_can_be_shared(league: League) -> None:
    await add_own_rule(league, "Rabbit hunting", "Nobody sees the next card.")
    result = await league.ask("rabbit hunting allowed?")
    assert "Our own rule 1: Rabbit hunting" in words(result)
    shared = await league.player.click(result.response, label="Share")
    assert "Nobody sees the next card." in words(shared)
    assert not shared.ephemeral


async def test_an_own_rule_withdrawn_meanwhile_is_not_shared(league: League) -> None:
    await add_own_rule(league, "Rabbit hunting", "Nobody sees the next card.")
    result = await league.ask("rabbit hunting allowed?")
    await league.staff("house-rule withdraw", number=1)
    pressed = await league.player.click(result.response, label="Share")
    assert is_sentence(pressed)
    assert "not in force" in words(pressed)


async def add_own_rule(league: League, title: str, text: str, **settles: str) -> Any:
    form = await league.slash(league.host, "league house-rule own", **settles)
    return await league.host.submit_modal(form, {"title": title, "text": text})


async def test_discuss_opens_a_thread_and_a_second_press_leads_to_it(league: League) -> None:
    shared = await league.player.click((await league.ask()).response, label="Share")
    pressed = await league.other.click(shared.response, label="Discuss")
    (thread,) = league.rules.threads
    assert is_sentence(pressed)
    assert f"<#{thread.id}>" in words(pressed)
    league.env.inject_error("POST", "/channels/*/messages/*/threads", status=400, code=160004)  # Discord has it already
    again = await league.player.click(shared.response, label="Discuss")
    assert is_sentence(again)
    assert f"<#{thread.id}>" in words(again)
    assert len(league.rules.threads) == 1


async def test_what_is_shared_in_a_thread_offers_no_thread(league: League) -> None:
    asked = await league.ask(channel=await thread_of(league, league.rules))
    shared = await league.player.click(asked.response, label="Share")
    assert not shared.ephemeral
    assert "Discuss" not in labels(shared)


@pytest.mark.parametrize(
    ("status", "code"), [(403, 50013), (400, 50024), (404, 10008)], ids=["no permission", "no place", "deleted"]
)
async def test_where_no_thread_can_be_opened_a_sentence_says_so(league: League, status: int, code: int) -> None:
    shared = await league.player.click((await league.ask()).response, label="Share")
    league.env.inject_error("POST", "/channels/*/messages/*/threads", status=status, code=code)
    assert is_sentence(pressed := await league.other.click(shared.response, label="Discuss"))
    assert "broke" not in words(pressed)


async def test_none_of_these_keeps_the_words_without_the_asker(league: League, store: Store) -> None:
    result = await league.ask(NO_BOOK)
    pressed = await league.player.click(result.response, label="None of these")
    assert is_sentence(pressed)
    again = await league.player.click(result.response, label="None of these")
    assert words(again) == words(pressed)
    kept = await store.read(recent_misses, league.guild.id, league.bot.clock(), 10)
    assert [row["words"] for row in kept] == [NO_BOOK]
    everything = str([await rows(store, table) for table in ("missed_question", "handled", "audit")])
    assert str(league.player.id) not in everything


async def test_words_with_marks_are_kept_as_they_were_typed(league: League, store: Store) -> None:
    asked = "who *wins* with 7-2 off [suited] @home | \\o/ > me_too?"
    await league.player.click((await league.ask(asked)).response, label="None of these")
    kept = await store.read(recent_misses, league.guild.id, league.bot.clock(), 10)
    assert [row["words"] for row in kept] == [asked]


# ------------------------------------------------------------------ the first answer


async def test_the_first_answer_of_a_league_not_set_up_says_so(league: League) -> None:
    assert "/league setup" in words(await league.ask())
    assert "/league setup" not in words(await league.ask())
    await league.staff("books", kind="cash", order="tda")
    assert "/league setup" not in words(await league.ask(who=league.other))


async def test_only_staff_can_leave_the_sample_house_out(league: League) -> None:
    first = await league.ask()
    assert is_sentence(await league.forge(league.player, first.response, "rule1:nosample"))
    assert words(await league.ask()).startswith(f"-# {CASH}")
    first = await league.ask(who=league.host)
    assert is_sentence(await league.host.click(first.response, custom_id="rule1:nosample"))
    answer = words(await league.ask(who=league.other))
    assert answer.startswith("-# Cash game · Rulebook › TDA")
    assert "/league setup" not in answer


async def test_the_sample_house_is_left_out_even_where_it_was_the_only_book(league: League) -> None:
    first = await league.ask(who=league.host)
    await league.staff("books", kind="cash", order="psp")
    await league.host.click(first.response, custom_id="rule1:nosample")
    assert "House" not in words(await league.ask()).splitlines()[0]


# ------------------------------------------------------------------ direct messages, user installs


async def test_in_a_direct_message_the_league_is_the_one_you_play_in(league: League) -> None:
    await league.staff("books", kind="cash", order="rrp-tda")
    await league.ask()
    answer = await league.player.user.slash("rule ask", question=BURN)
    assert words(answer).startswith("-# Practice · Cash game · Rulebook › TDA")


async def test_the_other_commands_work_in_a_direct_message(league: League) -> None:
    await league.ask()
    user = league.player.user
    assert load().topics["flashed-burn"].name in words(await user.slash("rule show", rule="topic:flashed-burn"))
    assert (await user.slash("rule card", part="during")).ephemeral
    assert await user.autocomplete("rule show", "rule", "burn")


async def test_an_answer_in_a_direct_message_offers_no_share(league: League) -> None:
    await league.ask()
    assert "Share" not in labels(await league.player.user.slash("rule ask", question=BURN))


async def test_in_a_direct_message_of_a_stranger_the_books_stand_side_by_side(league: League, store: Store) -> None:
    answer = await league.player.user.slash("rule ask", question=BURN)
    for short in ("**House:**", "**Rulebook:**", "**TDA:** silent"):
        assert short in words(answer)
    assert await rows(store, "person") == []
    assert "None of these" not in labels(answer)


async def test_of_several_leagues_one_is_chosen_and_remembered(league: League) -> None:
    second = found_league(league.env, league.wire, "Second", league.player.user)
    await second.staff("books", kind="cash", order="tda")
    member = next(iter([second.guild.add_member(league.other.user)]))
    for place, who in ((league, league.other), (second, member)):
        await place.ask(who=who)
    user = league.other.user
    asked = await user.slash("rule ask", question="boxed card in the deck")
    assert "several leagues" in words(asked)
    assert set(options(asked, "rule1:league")) == {str(league.guild.id), str(second.guild.id)}
    answer = await user.select(asked.response, [str(second.guild.id)], custom_id=custom_id(asked, "rule1:league"))
    assert words(answer).startswith("-# Second · Cash game · TDA\n")
    assert words(await user.slash("rule ask", question=BURN)).startswith("-# Second · Cash game · TDA")


async def test_a_league_you_do_not_play_in_cannot_be_chosen(league: League) -> None:
    second = found_league(league.env, league.wire, "Second")
    direct = await league.player.user.slash("rule ask", question=BURN)
    for value in (
        str(second.guild.id),
        "",
        "x",
        "-1",
        "9" * 40,
    ):
        pressed = await league.forge(league.player.user, direct.response, "rule1:league:all", [value])
        assert is_sentence(pressed), value
        assert "not known in that league" in words(pressed), value


async def test_a_league_the_bot_has_left_is_not_offered(league: League) -> None:
    second = found_league(league.env, league.wire, "Second")
    member = second.guild.add_member(league.player.user)
    await league.ask()
    await second.ask(who=member)
    league.env.backend.remove_guild(second.guild.id)
    await league.env.settle()
    answer = await league.player.user.slash("rule ask", question=BURN)
    assert words(answer).startswith("-# Practice · Cash game")


async def test_as_a_user_install_the_books_stand_side_by_side_and_nothing_is_kept(
    league: League, wire: Wire, store: Store
) -> None:
    wire.user_installed = True
    answer = await league.ask()
    assert answer.ephemeral
    for short in ("**House:**", "**Rulebook:**", "**TDA:** silent", "What differs"):
        assert short in words(answer)
    for begins in ("rule1:none", "rule1:nosample"):
        pressed = await league.forge(league.player, answer.response, begins)
        assert is_sentence(pressed)
    for table in ("person", "missed_question", "setting", "handled"):
        assert await rows(store, table) == [], table


async def test_a_user_install_sees_nothing_of_the_servers_league(league: League, wire: Wire) -> None:
    await add_own_rule(league, "Flashed burn", "We leave a flashed burn where it is.")
    wire.user_installed = True
    assert "We leave" not in words(await league.ask())
    assert "We leave" not in words(await league.slash(league.player, "rule show", rule="own:1"))
    assert await league.player.autocomplete(league.rules, "rule show", "rule", "flashed burn where") == []


# ------------------------------------------------------------------ leagues apart, junk


async def test_two_leagues_see_nothing_of_each_other(league: League) -> None:
    second = found_league(league.env, league.wire, "Second")
    await league.staff("books", kind="cash", order="rrp")
    await add_own_rule(league, "Flashed burn", "We leave a flashed burn where it is.")
    await league.player.click((await league.ask(NO_BOOK)).response, label="None of these")
    answer = words(await second.ask())
    assert answer.startswith(f"-# {CASH}")
    assert "We leave" not in answer
    assert "We leave" not in await second.staff("show")
    assert NO_BOOK not in await second.staff("misses")
    assert "Nothing has been changed" in await second.staff("history")


JUNK = {
    "empty": "",
    "space": " \n\t\u2003",
    "emoji only": "🃏🂡👨‍👩‍👧",
    "direction marks": "\u202e\u2066\u200f\u200b\ufeff",
    "punctuation": "?!…",
}
ODD = {
    "6,000 characters": "burn card face up " * 333,
    "mentions": "@everyone @here <@1> <@&2> <#3> burn",
    "SQL": "'; DROP TABLE setting; -- burn card",
    "wildcards": "% _ * ? [a-z] .* (.+)+$ burn",
    "right to left": "burn \u202egot\u2066 flipped",
    "a null": "burn\x00card",
    "combining marks": "z" + "\u0301" * 5999,
    "backslashes": "\\" * 300 + "burn",
    "asterisks": "*" * 299 + "a",
    "a template": "{0} %s ${x} {{y}}",
    "other letters": "𝐛𝐮𝐫𝐧 שלום مرحبا",
    "tags": "burn" + "".join(chr(0xE0000 + ord(char)) for char in "card"),
}


@pytest.mark.parametrize("question", JUNK.values(), ids=JUNK)
async def test_what_is_no_question_gets_one_sentence(league: League, question: str) -> None:
    message = await league.player.send(league.rules, "x")
    stored = league.env.backend.get_message(league.rules.id, message.id)
    stored.content = question
    result = await league.player.context_menu(league.rules, "Look up the rule", message)
    assert is_sentence(result) or words(result).endswith("?")
    assert "in a sentence" in words(result)


@pytest.mark.parametrize("question", ODD.values(), ids=ODD)
async def test_odd_questions_are_answered_privately_and_harmlessly(league: League, question: str) -> None:
    result = await league.ask(question)
    assert result.ephemeral
    verify_card(result.response.components)
    assert not set("\u202e\u2066\x00") & set(words(result))
    for part in parts(result.response.components):
        assert "@everyone" not in part.get("content", "").replace("\\@everyone", "")


async def test_nothing_ever_pings(league: League) -> None:
    await league.staff("books", kind="cash", order="rrp-tda")
    everyone = "@everyone @here <@1> burn got flipped"
    for answer in (await league.ask(everyone), await league.ask(NO_BOOK + everyone)):
        for label in labels(answer):
            pressed = await league.player.click(answer.response, label=label)
            if label == "Share":
                await league.other.click(pressed.response, label="Discuss")
    await league.slash(league.player, "rule show", rule=everyone)
    await league.staff("history")
    sent = [message for message in stored_messages(league.env) if message.type != THREAD_CREATED]
    assert len(sent) > 5
    for message in sent:
        policy = message.allowed_mentions
        silent = not (policy.everyone or policy.users is None or policy.roles is None or policy.users or policy.roles)
        assert silent or not message.content + str(message.components), message.content


async def test_a_message_can_be_looked_up(league: League) -> None:
    message = await league.other.send(league.rules, BURN)
    result = await league.player.context_menu(league.rules, "Look up the rule", message)
    assert result.ephemeral
    assert load().clause("psp-flashed-burn").says in words(result)


async def test_who_asks_is_met_once_in_each_league(league: League, store: Store) -> None:
    for who in (league.player, league.player, league.other):
        await league.ask(who=who)
    met: dict[int, list[int]] = {}
    for who in (league.player, league.other, league.host):
        met[who.id] = await store.read(leagues_of, who.id)
    assert list(met.values()) == [[league.guild.id], [league.guild.id], []]


async def test_asking_writes_nothing_but_the_acquaintance(league: League, store: Store) -> None:
    def counts(tx: Transaction) -> dict[str, int]:
        names = [row["name"] for row in tx.all("SELECT name FROM pragma_table_list WHERE type = 'table'")]
        return {name: len(tx.all(f"SELECT * FROM {name}")) for name in names if not name.startswith("sqlite")}

    before = await store.read(counts)
    await league.ask()
    assert await store.read(counts) == before | {"person": 1}


def test_the_questions_of_these_tests_are_found_as_they_say() -> None:
    found = answer_question(BURN, ("psp", "rrp", "tda"))
    assert found.topic is not None
    assert (found.topic.topic_id, [other.book.short for other in found.others]) == ("flashed-burn", ["Rulebook"])
    assert not answer_question(NO_BOOK, ("psp", "rrp", "tda")).is_covered
