"""A case on the rig: from the first screen to the ruling, by three people at once, through a restart and odd presses."""

from __future__ import annotations

import asyncio
import random
import signal
import sqlite3
import time
from contextlib import closing
from typing import Any

from stage import CALLBACK, check_private, scene, staged

GROUPS = {  # an incident of each part of a hand, with the answers its table knows
    "no_shuffle_or_cut": {"action": "none"},
    "exposed_on_deal": {"exposed_by": "dealer", "exposure": "turned_up", "exposed_count": "two_or_more", "action": "one"},
    "boxed_card": {"boxed_count": "two_or_more", "action": "none"},
    "too_many_cards": {"fix_agreed": "no", "action": "one"},
    "too_few_cards": {"short_who": "button", "fix_agreed": "no", "action": "none"},
    "board_early": {"street": "turn"},
    "flashed_draw_card": {},
    "flashed_stud_river": {},
    "deck_dropped": {"top_known": "yes", "integrity_doubt": "no"},
    "fouled_deck": {"defect": "duplicate", "when_found": "during_hand", "knower_bet": "no"},
}  # fmt: skip


def pending(card: Any) -> list[str]:
    return [key for key in (button["custom_id"] for button in card.buttons) if key.startswith("case1:answer:")]


async def opened(stage: Any, who: Any) -> Any:
    answer = await stage.rig.slash(who, "misdeal start")
    assert answer.ok and not answer.ephemeral, answer
    return answer.message


async def name(stage: Any, who: Any, card: Any, incident: str) -> None:
    select = next(select for select in card.selects if select["custom_id"].startswith("case1:pick:"))
    assert (await stage.rig.choose(who, card, [incident], custom_id=select["custom_id"])).ok


async def answer_all(stage: Any, who: Any, card: Any, facts: dict[str, str], copies: int = 1) -> int:
    """Answer what is asked, as it is asked; how many questions."""
    asked = 0
    while keys := pending(card):
        fact = keys[0].split(":")[3]
        wanted = ":".join([*keys[0].split(":")[:4], facts.get(fact, "unknown")])
        assert (await stage.rig.click(who, card, custom_id=wanted, copies=copies)).ok
        asked += 1
        assert asked < 9, card.text
    return asked


@scene
async def a_case_of_each_group() -> dict[str, Any]:
    """The whole conversation, each press delivered twice, a restart in the middle of every other case."""
    async with staged() as stage:
        stage.failures_expected = True  # a repeated delivery's second answer
        questions = 0
        for number, (incident, facts) in enumerate(GROUPS.items()):
            who = (stage.ann, stage.bob, stage.host)[number % 3]
            card = await opened(stage, who)
            await name(stage, who, card, incident)
            if number % 2 and pending(card):
                await stage.rig.stop_bot()
                await stage.start()
            questions += await answer_all(stage, who, card, facts, copies=2)
            assert card.text.lstrip().startswith("**"), card.text
            label = next(
                (button["custom_id"] for button in card.buttons if button["custom_id"].startswith("case1:so:")), None
            )
            if label:
                assert (await stage.rig.click(who, card, custom_id=label, copies=2)).ok
                assert "Ruled so by" in card.text
        cases = stage.rows("SELECT COUNT(*) FROM case_file")[0][0]
        answers = stage.rows("SELECT COUNT(*) FROM case_answer")[0][0]
        assert (cases, answers) == (len(GROUPS), questions), (cases, answers, questions)
        return {"cases": cases, "questions": questions}


@scene
async def three_cases_at_once() -> dict[str, Any]:
    """Three people, three cards, all pressing at the same time; every ruling is its own."""
    async with staged() as stage:
        people = (stage.ann, stage.bob, stage.host)
        cards = [await opened(stage, who) for who in people]
        picked = list(GROUPS.items())[1:4]
        start = time.monotonic()

        async def play(who: Any, card: Any, incident: str, facts: dict[str, str]) -> None:
            await name(stage, who, card, incident)
            await answer_all(stage, who, card, facts)

        await asyncio.gather(*(play(who, card, *case) for who, card, case in zip(people, cards, picked, strict=True)))
        for number, (card, (incident, _)) in enumerate(zip(cards, picked, strict=True), 1):
            assert f"Case {number} ·" in card.text, card.text
            assert stage.rows("SELECT incident FROM case_file WHERE case_number = ?", number) == [(incident,)]
            assert not pending(card)
        return {"seconds": round(time.monotonic() - start, 2)}


@scene
async def odd_presses_of_a_case() -> None:
    """A stranger, a replay, a press on a question that is gone, two at once, an expired token, a forged number."""
    async with staged() as stage:
        rig = stage.rig
        stage.failures_expected = True  # an expired token is refused by Discord
        card = await opened(stage, stage.ann)
        await name(stage, stage.ann, card, "exposed_on_deal")
        first = pending(card)
        check_private(await rig.click(stage.bob, card, custom_id=first[0]))
        answered = await rig.click(stage.ann, card, custom_id=first[0])
        assert answered.ok and pending(card) != first
        shown = card.text
        await rig.redeliver(answered)
        assert card.text == shown
        one, two = pending(card)[:2]
        await asyncio.gather(rig.click(stage.ann, card, custom_id=one), rig.click(stage.host, card, custom_id=two))
        assert stage.rows("SELECT COUNT(*) FROM case_answer") == [(2,)]
        rig.expire_tokens()
        await answer_all(stage, stage.ann, card, {"action": "none", "game": "flop"})
        assert "Case 1 ·" in card.text
        check_private(await rig.slash(stage.ann, "misdeal case", number=7))


@scene
async def an_expired_token_in_a_case() -> dict[str, Any]:
    """Discord no longer takes the answer to a press: the press counts, the next one draws the case, the log says so."""
    gone = {10062: (404, "Unknown interaction"), 50027: (401, "Invalid Webhook Token"), 10015: (404, "Unknown Webhook")}
    async with staged() as stage:
        rig = stage.rig
        card = await opened(stage, stage.ann)
        await name(stage, stage.ann, card, "exposed_on_deal")
        for number, (code, (status, message)) in enumerate(gone.items(), 1):
            shown, key = card.text, pending(card)[0]
            rig.fail_next("POST", CALLBACK, status, 1, body={"code": code, "message": message})
            lost = await rig.click(stage.ann, card, custom_id=key, settle=0.5)
            assert not lost.ok and lost.new == [] and card.text == shown, (code, lost)
            assert len(stage.rows("SELECT 1 FROM case_answer")) == number, "the press is lost"
            assert (await rig.click(stage.ann, card, custom_id=key)).ok
            assert card.text != shown and key not in pending(card), card.text
            assert len(stage.rows("SELECT 1 FROM case_answer")) == number, "the press counts twice"
        check_told_once_each(stage, gone)
        return {"lost answers": len(gone)}


@scene
async def an_expired_token_after_a_deferral() -> None:
    """Discord took so long that the rest of an answer came too late: what was done stays, the next press goes on."""
    async with staged() as stage:
        rig = stage.rig
        stage.failures_expected = True  # a token that is gone
        setup = await last_screen(stage)
        rig.delay("POST", r"/messages$", seconds=0.6)
        posting = asyncio.create_task(rig.choose(stage.host, setup, [rig.channel], settle=1.5))
        await asyncio.sleep(0.3)
        rig.expire_tokens()
        await posting
        assert len(rig.channel_messages(bot_only=True)) == 1, rig.transcript()
        assert (await rig.choose(stage.host, await last_screen(stage), [rig.channel])).ok
        assert len(rig.channel_messages(bot_only=True)) == 1, "it was posted twice"
        assert len(stage.rows("SELECT 1 FROM standing_message")) == 1
        check_told_once_each(stage, {50027})


async def last_screen(stage: Any) -> Any:
    """The setup's screen for the standing message."""
    setup = await stage.rig.slash(stage.host, "league setup")
    while any(button.get("label") == "Next" for button in setup.message.buttons):
        await stage.rig.click(stage.host, setup, label="Next")
    return setup


def check_told_once_each(stage: Any, codes: Any) -> None:
    """Each lost answer is one line of the log, with Discord's code, where it was, and no trace."""
    lines = [line for line in stage.log_lines() if line["from"].startswith("cogs") and line["level"] != "info"]
    late = [line for line in lines if "too late" in line["says"]]
    assert len(lines) == len(late) == len(codes), lines
    assert all(str(code) in line["says"] for code, line in zip(codes, late, strict=True)), late
    assert all(line["interaction"] and line["league"] and "trace" not in line for line in late), late


@scene
async def killed_in_a_conversation(seed: str, kills: str) -> dict[str, Any]:
    """The process dies at random moments of a conversation; what was acknowledged is there, once, and it goes on."""
    chance = random.Random(int(seed))
    acknowledged = repeated = 0
    async with staged() as stage:
        rig = stage.rig
        stage.failures_expected = True  # a repeated delivery's second answer
        for _ in range(int(kills)):
            card = await opened(stage, stage.ann)
            number = int(card.text.split("Case ")[1].split(" ")[0])
            await name(stage, stage.ann, card, "exposed_on_deal")
            before = set(rig.server.interactions)
            pressing = asyncio.create_task(
                answer_all(stage, stage.ann, card, {"exposed_count": "one", "action": "none"})
            )
            await asyncio.sleep(chance.random() * 0.4)
            await rig.stop_bot(signal.SIGKILL)
            pressing.cancel()
            await asyncio.gather(pressing, return_exceptions=True)
            presses = [it for token, it in rig.server.interactions.items() if token not in before]
            got_out = [it for it in presses if it.kind is not None]
            acknowledged += len(got_out)
            answers = stage.rows("SELECT COUNT(*) FROM case_answer WHERE case_number = ?", number)[0][0]
            assert len(got_out) <= answers <= len(presses), (len(got_out), answers, len(presses))
            await stage.start()
            for it in presses:
                if it.kind is None:
                    await rig.redeliver(it, settle=False)
                    repeated += 1
            assert stage.rows("SELECT COUNT(*) FROM case_answer WHERE case_number = ?", number)[0][0] == len(presses)
            await answer_all(stage, stage.ann, card, {"exposed_count": "one", "action": "none", "game": "flop"})
            assert "House" in card.text and not pending(card), card.text
        facts = stage.rows("SELECT case_number, fact, COUNT(*) FROM case_answer GROUP BY 1, 2 HAVING COUNT(*) > 1")
        assert facts == [], facts
        rig.violations.clear()  # answers to interactions of a process that had died meanwhile
        return {"kills": int(kills), "acknowledged": acknowledged, "repeated": repeated}


@scene
async def killed_around_a_due_job(seed: str, kills: str) -> dict[str, Any]:
    """The process dies while a case falls due; it is closed once, at its start or at the next, and its card says so."""
    chance = random.Random(int(seed))
    day = 24 * 3600 * 1_000_000 + 1
    closed_before_kill = 0
    async with staged() as stage:
        rig = stage.rig
        stage.failures_expected = True
        for number in range(1, int(kills) + 1):
            card = await opened(stage, stage.ann)
            await rig.stop_bot()
            with closing(sqlite3.connect(stage.database)) as connection:
                connection.execute(
                    "UPDATE case_file SET last_press_at = last_press_at - ? WHERE closed_at IS NULL", (day,)
                )
                connection.execute("UPDATE due_job SET due_at = due_at - ?", (day,))
                connection.commit()
            starting = asyncio.create_task(stage.start())
            await asyncio.sleep(0.2 + chance.random() * 0.6)
            if rig.bot is not None and rig.bot.returncode is None:
                await rig.stop_bot(signal.SIGKILL)
            starting.cancel()
            await asyncio.gather(starting, return_exceptions=True)
            first = stage.rows("SELECT closed_at FROM case_file WHERE case_number = ?", number)[0][0]
            closed_before_kill += first is not None
            await stage.start()
            await rig.wait_for(
                lambda card=card: all(button["custom_id"].startswith("disp1:") for button in card.buttons),
                timeout=10,
                what="the card says that it is closed, and offers a dispute alone",
            )
            last = stage.rows("SELECT closed_at FROM case_file WHERE case_number = ?", number)[0][0]
            assert last is not None and (first is None or first == last), "closed twice"
            await rig.wait_for(lambda: stage.rows("SELECT * FROM due_job") == [], timeout=10, what="no job is left")
        rig.violations.clear()  # answers to interactions of a process that had died meanwhile
        return {"kills": int(kills), "closed before the kill": closed_before_kill}
