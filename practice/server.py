"""`make run` without a token: the real bot and a passing store on a simulated Discord, in the browser.

PRACTICE_PORT chooses the page's port (8765 where it is not set, 0 for any free one). Only this computer
can reach it.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

HOST = "127.0.0.1"
DEFAULT_PORT = "8765"
WRONG_SETTING = 2  # the exit status, as at the start of the bot itself


def run(log_level: str) -> int:
    """Serve the practice league until the program is told to stop; the exit status."""
    logging.basicConfig(level=log_level.upper(), format="%(levelname)s %(name)s: %(message)s")
    for name in ("discord.client", "discord.state"):  # their warnings are about voice and simcord's probing
        logging.getLogger(name).setLevel(logging.ERROR)
    if find_spec("simcord") is None:
        return _refuse("The practice page needs its packages: pip install -r requirements-practice.txt")
    port = os.environ.get("PRACTICE_PORT") or DEFAULT_PORT
    if not (port.isascii() and port.isdecimal() and int(port) < 65536):
        return _refuse(f"PRACTICE_PORT must be a number from 0 to 65535, and {port!r} is not.")
    try:
        listening = socket.create_server((HOST, int(port)))
    except OSError as error:
        return _refuse(
            f"The practice page cannot have port {port} ({os.strerror(error.errno or 0)}): set PRACTICE_PORT to a free"
            " one, for example PRACTICE_PORT=8770 make run."
        )
    with listening:
        asyncio.run(_serve(listening))
    return 0


def _refuse(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return WRONG_SETTING


async def _serve(listening: socket.socket) -> None:
    """Run the real bot on a store that lives as long as this call."""
    import simcord  # here, not above: a bot with a token does without

    from cogs.client import FloorBot
    from data.store import Store
    from practice.web import practice_page

    stop = asyncio.Event()
    for sign in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(sign, stop.set)
    with TemporaryDirectory(prefix="call-the-floor-") as folder:
        store = await Store.open(Path(folder) / "practice.sqlite3")
        try:
            env: simcord.Env
            bot = FloorBot(store, clock=lambda: env.now(), always_sync=True)
            env = simcord.Env(bot, shard_count=1, check_errors=False)
            async with practice_page(env, listening) as address:
                print(f"Practice page: {address} (stop with Ctrl+C)", flush=True)
                await stop.wait()
        finally:
            await store.close()
