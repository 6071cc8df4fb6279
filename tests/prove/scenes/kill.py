"""kill -9 at random moments while settings change: nothing acknowledged is lost, nothing is half done."""

from __future__ import annotations

import asyncio
import json
import random
import signal
import sqlite3
from contextlib import closing
from typing import Any

from stage import QUESTION, check_private, scene, staged

AT_ONCE = 6
LONGEST_LIFE = 0.5  # seconds from the first change to the kill, at most


@scene
async def killed_while_settings_change(seed: str, kills: str) -> dict[str, Any]:
    """Staff change Alternate Rules and orders of books as fast as they can; the process dies; it starts again."""
    chance = random.Random(int(seed))
    acknowledged: dict[int, tuple[str, Any]] = {}
    unanswered = repeated = 0
    async with staged(start=False) as stage:
        rig = stage.rig
        stage.failures_expected = True  # a repeated delivery's second answer
        staff = [rig.add_user(f"staff{number}", permissions="manage_guild") for number in range(AT_ONCE)]
        await stage.start()
        offered = await rig.autocomplete(stage.host, "league house-rule alternate", "rule", "")
        rules = [choice["value"] for choice in offered.choices]
        for _ in range(int(kills)):
            open_ones: list[Any] = []
            changing = [
                asyncio.create_task(change(stage, who, rules, chance, acknowledged, open_ones)) for who in staff
            ]
            await asyncio.sleep(chance.random() * LONGEST_LIFE)
            await rig.stop_bot(signal.SIGKILL)
            for task in changing:
                task.cancel()
            await asyncio.gather(*changing, return_exceptions=True)
            acknowledged |= {
                int(it.id): wanted
                for it, wanted in open_ones
                if it.kind is not None  # it got out just before the end
            }
            check_file(stage, acknowledged)
            await stage.start()
            for it, _ in open_ones:
                if it.kind is None:
                    unanswered += 1
                    answer = await rig.redeliver(it, settle=False)
                    repeated += answer.error is None
            check_once(stage, open_ones)
        final = await rig.slash(stage.host, "league show")
        check_private(final)
        check_private(await stage.ask(words=QUESTION))
        rig.violations.clear()  # answers to interactions of a process that had died meanwhile
        return {
            "kills": int(kills),
            "acknowledged": len(acknowledged),
            "unanswered": unanswered,
            "answered when repeated": repeated,
            "changes": stage.rows("SELECT COUNT(*) FROM audit")[0][0],
        }


async def change(
    stage: Any, who: Any, rules: list[str], chance: random.Random, acknowledged: dict[int, Any], open_ones: list[Any]
) -> None:
    """One of the staff changes one thing after another."""
    rig = stage.rig
    while True:
        before = set(rig.server.interactions)
        if chance.random() < 0.5:
            rule, on = chance.choice(rules), chance.random() < 0.5
            wanted = {f"alternate.{rule}": on}
            doing = rig.slash(who, "league house-rule alternate", rule=rule, on=on, settle=False)
        else:
            kind, order = chance.choice(["cash", "tournament"]), chance.choice(["psp-rrp-tda", "rrp-tda", "tda"])
            wanted = {f"order.{kind}": order.split("-"), "set_up": True}
            doing = rig.slash(who, "league books", kind=kind, order=order, settle=False)
        task = asyncio.ensure_future(doing)
        await asyncio.sleep(0)  # the interaction is sent in the first step
        mine = [it for token, it in rig.server.interactions.items() if token not in before and it.user is who]
        entry = (mine[0], wanted) if mine else None
        if entry:
            open_ones.append(entry)
        answer = await task
        if answer.ok and entry:
            acknowledged[int(entry[0].id)] = wanted
            open_ones.remove(entry)
        if answer.error:
            return


def check_file(stage: Any, acknowledged: dict[int, Any]) -> None:
    """The file as the dead process left it: sound, whole, and with everything that was acknowledged."""
    with closing(sqlite3.connect(stage.database)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        keys = {int(row[0]) for row in connection.execute("SELECT key FROM handled")}
        lost = acknowledged.keys() - keys
        assert not lost, f"{len(lost)} acknowledged changes are lost: {sorted(lost)[:5]}"
        details = [json.loads(row[0]) for row in connection.execute("SELECT detail FROM audit WHERE what = 'settings'")]
        settings = connection.execute("SELECT name, value FROM setting ORDER BY setting_id").fetchall()
    assert len(details) == len(keys), "an audit line without its change, or the other way round"
    told = [(name, value) for detail in details for name, value in detail["values"].items()]
    assert told == [(name, json.loads(value)) for name, value in settings], "settings and audit trail differ"
    wanted = sorted(json.dumps(values, sort_keys=True) for values in acknowledged.values())
    recorded = sorted(json.dumps(detail["values"], sort_keys=True) for detail in details)
    for values in set(wanted):
        assert recorded.count(values) >= wanted.count(values), f"lost: {values}"


def check_once(stage: Any, open_ones: list[Any]) -> None:
    """What was delivered again after the restart has one effect."""
    for it, _ in open_ones:
        count = stage.rows("SELECT COUNT(*) FROM handled WHERE key = ?", it.id)[0][0]
        assert count <= 1, it.id
    audits = stage.rows("SELECT COUNT(*) FROM audit")[0][0]
    keys = stage.rows("SELECT COUNT(*) FROM handled")[0][0]
    assert audits == keys, f"{audits} audit lines for {keys} changes"
