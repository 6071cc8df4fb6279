"""The practice page as somebody meets it: the whole program, and a real browser."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).parents[2]
CHROMIUM = Path("/usr/bin/chromium")
QUIET = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]
QUESTION = "dealer flipped my second card face up, do i keep it"
MOMENT = 10_000  # milliseconds a step may take on a slow machine


@contextmanager
def practice(folder: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """`make run` without a token, on free ports, with its passing files in this folder."""
    paths = os.pathsep.join(filter(None, (os.environ.get("PYTHONPATH"), str(ROOT))))
    settings = {
        "DISCORD_TOKEN": "",
        "PRACTICE_PORT": "0",
        "TMPDIR": str(folder),
        "PYTHONPATH": paths,
        "LOG_LEVEL": "WARNING",
    }
    program = subprocess.Popen(
        [sys.executable, "-P", ROOT / "bot.py"],
        env={**os.environ, **settings},
        cwd=folder,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert program.stdout
        found = re.search(r"http://127\.0\.0\.1:\d+", program.stdout.readline())
        assert found, "the program told no address"
        yield found[0], program
    finally:
        program.kill()
        program.wait()
        if program.stdout:
            program.stdout.close()


def test_a_stopped_practice_is_gone_in_five_seconds_and_so_is_its_store(tmp_path: Path) -> None:
    with practice(tmp_path) as (address, program):
        with urllib.request.urlopen(address) as answer:
            assert answer.status == 200
        assert list(tmp_path.rglob("*.sqlite3"))
        program.send_signal(signal.SIGTERM)
        asked = time.monotonic()
        assert program.wait(timeout=10) == 0
        assert time.monotonic() - asked < 5
    assert not list(tmp_path.iterdir())


@pytest.mark.browser
def test_somebody_asks_and_shares_and_somebody_else_sees_it(tmp_path: Path) -> None:
    browsers = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if not CHROMIUM.exists():
        pytest.skip(f"Debian's chromium is not installed at {CHROMIUM}")
    pictures = tmp_path / "pictures"  # one of each step, to look at when this fails
    (files := tmp_path / "files").mkdir()
    with practice(files) as (address, _), browsers.sync_playwright() as player:
        browser = player.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        context = browser.new_context(viewport={"width": 1100, "height": 800})
        context.set_default_timeout(MOMENT)
        choosing: Page = context.new_page()
        choosing.goto(address)
        choosing.screenshot(path=pictures / "1-choosing.png", full_page=True)

        with context.expect_page() as opening:  # Ann is chosen where nobody else is
            choosing.get_by_role("button", name="Open #rules").click()
        place: Page = opening.value
        place.get_by_label("Message", exact=True).click()
        place.keyboard.type("/rule ask")
        place.get_by_role("option", name="/rule ask").click()
        place.get_by_role("textbox", name="question").fill(QUESTION)
        place.screenshot(path=pictures / "2-asking.png")
        place.get_by_role("button", name="Send").click()
        place.get_by_text("Only you can see this").wait_for()
        assert place.get_by_text("Cash game").first.is_visible()
        place.screenshot(path=pictures / "3-answer.png")

        place.get_by_role("button", name="Share").click()
        place.get_by_text("Shared by").first.wait_for()
        place.screenshot(path=pictures / "4-shared.png")

        place.get_by_label("Message", exact=True).click()
        place.keyboard.type("/table stand")
        place.get_by_role("option", name="/table stand").click()
        place.get_by_role("button", name="Send").click()
        place.get_by_text("No table is open tonight").last.wait_for()
        assert place.get_by_text("action failed").count() == 0, "a refusal is an answer, no failure of the bot"

        choosing.get_by_role("link", name="Dealer A").click()
        choosing.get_by_role("button", name="Open #cash-table").click()
        place.get_by_placeholder("Message #cash-table").wait_for()
        assert place.get_by_text("Shared by").count() == 0
        place.screenshot(path=pictures / "5-another-channel.png")

        choosing.get_by_role("button", name="Open #rules").click()
        place.get_by_text("Shared by").first.wait_for()
        assert place.get_by_label("Viewing as").locator("option:checked").inner_text() == "Dealer A"
        assert place.get_by_text("Only you can see this").count() == 0
        place.screenshot(path=pictures / "6-somebody-else.png")
        browser.close()
