"""`/league status`: how the bot is, in words, of the host's own league."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from conftest import Clock, League, verify_card

from cogs.league.render import status_card
from cogs.shared.health import Health, LastBackup
from data.due import Late, set_job
from data.store import Store

NOW = Clock().moment
PATH = "/srv/backups/secret-folder"


def card_of(**values: Any) -> str:
    at_best = {"late": Late(0, None), "backup": None, "slow": 0, "failed": 0, "store_fault": None}
    drawn = status_card(Health(**{"at": NOW, "is_connected": True, "latency_ms": 42, **at_best, **values}))
    components = drawn.to_components()
    verify_card(components, most_words=600)
    return "\n".join(part["content"] for part in components[0]["components"])


async def test_a_host_is_told_that_all_is_well(league: League) -> None:
    assert (await league.staff("status")).split("\n") == [
        "**All is well**",
        "Discord: connected, 0 ms away.",
        "Your books: they can be written.",
        "What falls due here: nothing waits.",
        "Last backup: none since the bot started.",
        "Answers of the last hour here: all came in time.",
    ]


async def test_a_host_hears_of_their_own_league_alone(league: League, store: Store) -> None:
    await store.write(set_job, 99, "draw", 1, league.bot.clock() - timedelta(hours=5))
    league.bot.answers.failed(99)
    said = await league.staff("status")
    assert "nothing waits" in said
    assert "all came in time" in said
    await store.write(set_job, league.guild.id, "draw", 1, league.bot.clock() - timedelta(minutes=12))
    league.bot.answers.failed(league.guild.id)
    said = await league.staff("status")
    assert said.startswith("**Something needs a look**")
    assert "1 thing waits for 12 minutes" in said
    assert "0 took over two seconds, 1 failed" in said


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"is_connected": False}, "Discord: not connected; it is tried again by itself."),
        ({"latency_ms": None}, "Discord: connected."),
        ({"store_fault": "The disk is full.", "late": None}, "Your books: The disk is full."),
        ({"store_fault": "The disk is full.", "late": None}, "What falls due here: it cannot be read now."),
        ({"late": Late(3, NOW - timedelta(minutes=2))}, "3 things wait, the oldest for 2 minutes; it is tried again"),
        ({"backup": LastBackup(NOW, True, PATH, f"A copy lies in {PATH}.")}, "Last backup: <t:1773516600:R>, whole."),
        ({"backup": LastBackup(NOW, False, PATH, f"{PATH} is full.")}, "Last backup: it failed <t:1773516600:R>."),
    ],
)
def test_each_part_has_its_words_and_no_path_of_the_machine(values: dict[str, Any], said: str) -> None:
    shown = card_of(**values)
    assert said in shown
    assert PATH not in shown
