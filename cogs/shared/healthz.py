"""GET /healthz, for whatever watches over the bot: 200 when all is well, else 503 with what is wrong.

Only imported where HEALTH_PORT is set. It tells counts and sentences; no ids and nobody's words.
"""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from aiohttp import web

from cogs.shared.health import Health, look

if TYPE_CHECKING:
    from cogs.client import FloorBot

HOLDS_FOR = timedelta(seconds=5)  # asked again sooner, the same is told: each look is one write to the disk
LEAVES_WITHIN_SECONDS = 1.0


class HealthPage:
    """The one page, for one bot."""

    def __init__(self, client: FloorBot) -> None:
        self._client = client
        self._turn = asyncio.Lock()
        self._seen: Health | None = None

    async def answer(self, _request: web.Request) -> web.Response:
        """How the bot is now."""
        async with self._turn:
            seen = self._seen
            if seen is None or abs(self._client.clock() - seen.at) >= HOLDS_FOR:
                self._seen = seen = await look(self._client)
        told = report(seen)
        return web.json_response(told, status=200 if told["ok"] else 503, headers={"Cache-Control": "no-store"})


def report(health: Health) -> dict[str, Any]:
    """What is told, part by part; `wrong` names the parts that are not as they should be."""
    wrong = health.wrong()
    backup = health.backup
    return {
        "ok": not wrong,
        "wrong": wrong,
        "gateway": {"ready": health.is_connected, "latency_ms": health.latency_ms},
        "store": {"writable": health.store_fault is None},
        "due": {
            "overdue": None if health.late is None else health.late.count,
            "oldest_s": None if health.late is None else int(health.late_by.total_seconds()),
        },
        "backup": None if backup is None else {"at": backup.at.isoformat(timespec="seconds"), "ok": backup.is_ok},
        "last_hour": {"slow": health.slow, "failed": health.failed},
    }


async def open_page(client: FloorBot, host: str, port: int) -> web.AppRunner:
    """Serve the page until `cleanup` is called. Raises OSError where the port cannot be had."""
    app = web.Application()
    app.router.add_get("/healthz", HealthPage(client).answer)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=LEAVES_WITHIN_SECONDS)
    await runner.setup()
    try:
        await web.TCPSite(runner, host, port).start()
    except OSError:
        await runner.cleanup()
        raise
    return runner
