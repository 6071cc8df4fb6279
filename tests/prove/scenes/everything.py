"""kill -9 while every feature is in use: what was acknowledged is there, all of it, once, and it goes on."""

from __future__ import annotations

import asyncio
import random
import signal
import sqlite3
from collections import Counter
from contextlib import closing
from itertools import count
from typing import Any

from stage import CALLBACK, scene, staged

LONGEST_LIFE = 0.6  # seconds from the first change to the kill, at most
AT_ONCE = 6  # staff, each with a table of their own
LEFT_BEHIND = {  # by what was done: how many rows it has left in all
    "money pay": "SELECT COUNT(*) FROM booking WHERE what = 'payment'",
    "money enter": "SELECT COUNT(*) FROM booking WHERE what = 'rebuy'",
    "night signup": "SELECT COUNT(*) FROM signup",
    "night deals": "SELECT COUNT(*) FROM dealer_game",
    "table hand": "SELECT COUNT(*) FROM table_step WHERE json_extract(step, '$.do') = 'Hand'",
    "table penalty": "SELECT COUNT(*) FROM table_step WHERE json_extract(step, '$.do') = 'Penalty'",
    "dealer start": "SELECT COUNT(*) FROM dealer_duty",
    "misdeal start": "SELECT COUNT(*) FROM case_file",
    "tip give": "SELECT COUNT(*) FROM tip_receipt",
    "league house-rule alternate": "SELECT COUNT(*) FROM setting WHERE name LIKE 'alternate.%'",
}
OFF = {
    "books": "SELECT currency, SUM(balance) AS off FROM account GROUP BY currency HAVING off <> 0",
    "accounts": "SELECT account_id FROM account AS a WHERE balance <> (SELECT COALESCE(SUM(CASE to_account WHEN"
    " a.account_id THEN amount ELSE -amount END), 0) FROM line WHERE line.league_id = a.league_id"
    " AND a.account_id IN (from_account, to_account))",
    "bookings": "SELECT booking_id FROM booking AS b WHERE line_count <> (SELECT COUNT(*) FROM line"
    " WHERE line.league_id = b.league_id AND line.booking_id = b.booking_id)",
    "tips": "SELECT 1 WHERE (SELECT COALESCE(SUM(amount), 0) FROM tip_sum)"
    " <> (SELECT COALESCE(SUM(amount), 0) FROM tip_receipt)",
    "letters": "SELECT letter_id FROM letter WHERE message_id IS NULL AND NOT EXISTS"
    " (SELECT 1 FROM due_job WHERE kind = 'night.tell' AND subject = letter_id)",
    "cases": "SELECT case_number FROM case_file WHERE NOT EXISTS"
    " (SELECT 1 FROM due_job WHERE kind = 'case.close' AND subject = case_number)",
}


@scene
async def killed_while_everything_happens(seed: str, kills: str) -> dict[str, Any]:
    """Six people use ten features as fast as they can; the process dies; it starts again and all is as it was."""
    chance, numbers = random.Random(int(seed)), count(1)
    sent: dict[int, str] = {}
    acknowledged: set[int] = set()
    unanswered = 0
    async with staged() as stage:
        rig = stage.rig
        stage.failures_expected = True  # a repeated delivery's second answer
        staff = [rig.add_user(f"staff{number}", permissions="manage_guild") for number in range(AT_ONCE)]
        rules = await open_everything(stage)
        for _ in range(int(kills)):
            here: list[tuple[Any, str]] = []
            going = [
                asyncio.create_task(use(stage, who, table, chance, numbers, rules, here))
                for table, who in enumerate(staff, 1)
            ]
            await asyncio.sleep(chance.random() * LONGEST_LIFE)
            await rig.stop_bot(signal.SIGKILL)
            for task in going:
                task.cancel()
            await asyncio.gather(*going, return_exceptions=True)
            sent |= {int(it.id): what for it, what in here}
            acknowledged |= {int(it.id) for it, _ in here if it.kind is not None}
            check_file(stage, sent, acknowledged)
            await stage.start()
            for it, _ in here:
                unanswered += it.kind is None
                await rig.redeliver(it, settle=False)
            await rig.settle()
            check_file(stage, sent, {int(it.id) for it, _ in here} | acknowledged)
        rig.violations.clear()  # answers to interactions of a process that had died meanwhile
        done = Counter(sent.values())
        return {"kills": int(kills), "acknowledged": len(acknowledged), "unanswered": unanswered, "done": dict(done)}


async def open_everything(stage: Any) -> list[str]:
    """A planned night, tonight with a table for each of the staff; the Alternate Rules there are."""
    rig = stage.rig
    reading = await rig.slash(stage.host, "night create", title="Ahead", when="in 20 days at 8pm", tables=9)
    assert (await rig.click(stage.host, reading, label="Post it here")).ok
    assert (await rig.slash(stage.host, "night open", kind="tournament")).ok
    for table in range(1, AT_ONCE + 1):
        answers = [
            await rig.slash(stage.host, "table open", number=table, kind="tournament", mode="psp_dedicated"),
            await rig.slash(stage.host, "table seat", who=", ".join(f"p{table}{n}" for n in range(1, 6)), table=table),
            await rig.slash(stage.host, "table button", seat=1, table=table),
            await rig.slash(stage.host, "dealer start", guest=f"p{table}1", table=table),
        ]
        assert all(answer.ok for answer in answers), answers
    for sql in LEFT_BEHIND.values():
        stage.base = {**getattr(stage, "base", {}), sql: stage.rows(sql)[0][0]}
    offered = await rig.autocomplete(stage.host, "league house-rule alternate", "rule", "")
    return [choice["value"] for choice in offered.choices]


async def use(
    stage: Any, who: Any, table: int, chance: random.Random, numbers: Any, rules: list[str], here: list[Any]
) -> None:
    """One of the staff does one thing after another, none of which can be refused."""
    rig = stage.rig
    while True:
        guest, what = f"g{next(numbers)}", chance.choice(list(LEFT_BEHIND))
        options = what_is_typed(what, guest, table, chance, rules)
        before = set(rig.server.interactions)
        task = asyncio.ensure_future(rig.slash(who, what, settle=False, raw=True, **options))
        await asyncio.sleep(0)  # the interaction is sent in the first step
        mine = [it for token, it in rig.server.interactions.items() if token not in before and it.user is who]
        here += [(it, what) for it in mine]
        answer = await task
        if answer.error:
            return


def what_is_typed(what: str, guest: str, table: int, chance: random.Random, rules: list[str]) -> dict[str, Any]:
    """The options of a command so that nothing about it can be refused."""
    typed: dict[str, dict[str, Any]] = {
        "money pay": {"amount": "5", "guest": guest},
        "money enter": {"what": "rebuy", "amount": "7", "guest": guest},
        "night signup": {"what": "stand_by", "guest": guest, "night": 1},
        "night deals": {"game": "omaha", "guest": guest},
        "table hand": {"table": table},
        "table penalty": {"who": f"p{table}3", "hands": chance.randint(1, 9), "table": table},
        "dealer start": {"table": table, "guest": guest},
        "misdeal start": {},
        "tip give": {"dealer": "volunteers", "amount": "3"},
        "league house-rule alternate": {"rule": chance.choice(rules), "on": chance.random() < 0.5},
    }
    return typed[what]


def check_file(stage: Any, sent: dict[int, str], acknowledged: set[int]) -> None:
    """The file as the process left it: sound, with all that was acknowledged, each thing once and whole."""
    with closing(sqlite3.connect(stage.database)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        handled = {int(row[0]) for row in connection.execute("SELECT key FROM handled") if row[0].isdecimal()}
        lost = acknowledged - handled
        assert not lost, [(number, sent[number]) for number in sorted(lost)][:5]
        done = Counter(sent[number] for number in handled if number in sent)
        for what, sql in LEFT_BEHIND.items():
            rows = connection.execute(sql).fetchone()[0] - stage.base[sql]
            assert rows == done[what], (what, rows, done[what])
        for what, sql in OFF.items():
            off = connection.execute(sql).fetchall()
            assert off == [], (what, off)


# ------------------------------------------------------------------ Discord fails


HELD_BACK = 0.3  # seconds of an answer, so that something can happen meanwhile
AT_MOST_APART = 6  # seconds between two drawings of a card


def faults(rig: Any) -> dict[str, Any]:
    """By name: what is set before a command, or done while it is answered."""
    return {
        "500 before": lambda: rig.fail_next("POST", CALLBACK, 500, 1, mode="before"),
        "503 after its effect": lambda: rig.fail_next("POST", CALLBACK, 503, 1, mode="after"),
        "socket dropped": lambda: rig.fail_next("POST", CALLBACK, 500, 1, mode="drop"),
        "429": lambda: rig.rate_limit_next("POST", CALLBACK, retry_after=0.3),
        "429 everywhere": lambda: rig.rate_limit_next("POST", CALLBACK, retry_after=0.3, global_=True),
        "cards: 500": lambda: rig.fail_next("PATCH", r"/messages/\d+$", 500, 1),
        "cards: 429": lambda: rig.rate_limit_next("PATCH", r"/messages/\d+$", retry_after=0.3),
        "delivered twice": None,
        "gateway closed": lambda: rig.drop_gateway(4000),
        "gateway cut": lambda: rig.abort_gateway(),
        "asked to reconnect": lambda: rig.request_reconnect(),
        "session invalid": lambda: rig.invalid_session(False),
        "server out": lambda: outage(rig),
        "token expired": lambda: rig.fail_next(
            "POST", CALLBACK, 404, 1, body={"code": 10062, "message": "Unknown interaction"}
        ),
    }


async def outage(rig: Any) -> None:
    rig.guild_outage()
    await asyncio.sleep(0.2)
    rig.guild_back()


@scene
async def every_fault_over_every_feature(seed: str) -> dict[str, Any]:
    """Ten features under each fault: each thing is done once, and answered, unless Discord takes no answer to it."""
    chance, numbers = random.Random(int(seed)), count(1)
    sent: dict[int, str] = {}
    found: Counter[str] = Counter()
    async with staged() as stage:
        rig = stage.rig
        stage.errors_expected = stage.failures_expected = True
        rules = await open_everything(stage)
        for name, fault in faults(rig).items():
            for what in LEFT_BEHIND:
                options = what_is_typed(what, f"g{next(numbers)}", chance.randint(1, AT_ONCE), chance, rules)
                in_between = name.startswith(("gateway", "asked", "session", "server"))
                if in_between:
                    rig.delay("POST", CALLBACK, seconds=HELD_BACK)
                elif fault is not None:
                    fault()
                copies = 2 if fault is None else 1
                going = asyncio.create_task(rig.slash(stage.host, what, raw=True, copies=copies, settle=0.5, **options))
                if in_between:
                    await asyncio.sleep(HELD_BACK / 2)
                    await fault()
                answer = await going
                sent[int(answer.interaction.id)] = what
                found["answered" if answer.error is None else f"no answer: {name}"] += 1
                rig.clear_faults()
            check_file(stage, sent, set(sent))
        await cards_come_back(stage)
        rig.violations.clear()  # an answer that took effect and was reported as failed is given again, and refused
        return {"faults": len(faults(rig)), "features": len(LEFT_BEHIND), **found}


async def cards_come_back(stage: Any) -> None:
    """A card that somebody deleted stands again after the second thing that happens at its table."""
    rig = stage.rig
    channel_id, before = stage.rows("SELECT channel_id, message_id FROM game_table WHERE table_number = 1")[0]
    thread = next(one for one in rig.threads if int(one.id) == channel_id)
    rig.delete_message(next(one for one in rig.channel_messages(thread) if int(one.raw["id"]) == before))
    for _ in range(2):
        assert (await rig.slash(stage.host, "table hand", table=1)).ok
        await asyncio.sleep(AT_MOST_APART)
    assert stage.rows("SELECT message_id FROM game_table WHERE table_number = 1")[0][0] != before, "no card any more"
