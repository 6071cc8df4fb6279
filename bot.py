"""Start-up: settings, store, bot. Every wrong setting is one sentence and exit status 2."""

from __future__ import annotations

import asyncio
import ipaddress
import os
import signal
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from data.backup_folder import BackupFolder
from data.places import WrongSetting, load_settings_file, read_backups, read_database

if TYPE_CHECKING:
    from cogs.client import FloorBot

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
WRONG_SETTING = 2
WRONG_TOKEN = "Discord refused DISCORD_TOKEN: copy it again from the developer portal, page Bot."
TOKEN_REFUSED, WRONG_SHARD, MORE_SHARDS, NO_SUCH_INTENTS = 4004, 4010, 4011, 4014  # codes Discord closes with for good
THIS_MACHINE = "127.0.0.1"


@dataclass(frozen=True)
class BotSettings:
    """What the environment says.

    `token` None: the practice page is served. `api_base` None: Discord's own. `health_port` None: no health page.
    """

    token: str | None
    database: Path
    api_base: str | None
    log_level: str
    backups: BackupFolder
    health_port: int | None = None
    health_host: str = THIS_MACHINE


def read_settings(environment: Mapping[str, str]) -> BotSettings:
    """Read and check the settings. Raises WrongSetting for the first that is wrong."""
    token = environment.get("DISCORD_TOKEN", "").strip() or None
    if token and any(not 33 <= ord(char) <= 126 for char in token):
        raise WrongSetting(
            "DISCORD_TOKEN has a space or a sign that no token has: copy it again from the developer portal."
        )
    database = read_database(environment)
    api_base = environment.get("DISCORD_API_BASE", "").strip().rstrip("/") or None
    if api_base and not api_base.startswith(("http://", "https://")):
        raise WrongSetting(f"DISCORD_API_BASE must begin with http:// or https://, not {api_base!r}.")
    level = environment.get("LOG_LEVEL", "").strip().upper() or "INFO"
    if level not in LEVELS:
        raise WrongSetting(f"LOG_LEVEL must be one of {', '.join(LEVELS)}, not {level!r}.")
    return BotSettings(token, database, api_base, level, read_backups(environment, database), *read_health(environment))


def read_health(environment: Mapping[str, str]) -> tuple[int | None, str]:
    """Port and address of the health page; no port: there is none. Raises WrongSetting."""
    typed = environment.get("HEALTH_PORT", "").strip()
    is_number = typed.isascii() and typed.isdecimal() and len(typed) <= 5
    if typed and not (is_number and 1 <= int(typed) <= 65535):
        raise WrongSetting(f"HEALTH_PORT must be a number from 1 to 65535, or empty for no health page, not {typed!r}.")
    host = environment.get("HEALTH_HOST", "").strip() or THIS_MACHINE
    try:
        ipaddress.ip_address(host)
    except ValueError:
        raise WrongSetting(
            f"HEALTH_HOST must be an address of this machine, like 127.0.0.1, or 0.0.0.0 for all of them, not {host!r}."
        ) from None
    return int(typed) if typed else None, host


async def run_bot(settings: BotSettings, token: str) -> int:
    """Run until told to stop; the exit status."""
    import aiohttp
    import discord

    from cogs.client import FloorBot
    from data.store import Store, StoreError

    try:
        if settings.api_base:
            await use_api_base(settings.api_base, token)
        store = await Store.open(settings.database)
    except (WrongSetting, StoreError) as error:
        return complain(error)
    try:
        bot = FloorBot(store, clock=lambda: datetime.now(UTC), backups=settings.backups)
        stop_on_signals()
        async with health_page(bot, settings), bot:
            await bot.start(token)
        if bot.broken:
            return complain(bot.broken)
    except asyncio.CancelledError:
        return 0
    except WrongSetting as error:
        return complain(error)
    except discord.LoginFailure:
        return complain(WRONG_TOKEN)
    except (aiohttp.ClientConnectionError, discord.DiscordServerError, discord.GatewayNotFound) as error:
        return complain(f"Discord cannot be reached ({type(error).__name__}): check the network and start again.", 1)
    except discord.ConnectionClosed as error:
        return complain(*refused(error.code))
    except discord.PrivilegedIntentsRequired:
        return complain(*refused(NO_SUCH_INTENTS))
    finally:
        await store.close()
    return 0


def refused(code: int) -> tuple[str, int]:
    """Why Discord ended the connection for good, in one sentence; the exit status: 1 where a new start mends it."""
    if code == TOKEN_REFUSED:
        return WRONG_TOKEN, WRONG_SETTING
    if code in (WRONG_SHARD, MORE_SHARDS):
        return f"Discord wants other connections for so many servers (code {code}): start again to have them opened.", 1
    if code == NO_SUCH_INTENTS:
        why = "Discord does not tell the bot what it asks for"
        return f"{why} (code {code}): see the developer portal, page Bot.", WRONG_SETTING
    why = "Discord ended the connection for good"
    return f"{why} (code {code}): this version may be too old, so install a newer one.", WRONG_SETTING


@asynccontextmanager
async def health_page(bot: FloorBot, settings: BotSettings) -> AsyncIterator[None]:
    """Serve /healthz meanwhile, if it is wanted. Raises WrongSetting where its port cannot be had."""
    if settings.health_port is None:
        yield
        return
    from cogs.shared.healthz import open_page  # its web server is read only where it is used

    try:
        page = await open_page(bot, settings.health_host, settings.health_port)
    except OSError as error:
        raise WrongSetting(
            f"HEALTH_PORT {settings.health_port} cannot be had on {settings.health_host}"
            f" ({os.strerror(error.errno or 0)}): choose a free port, or leave it empty for no health page."
        ) from error
    try:
        yield
    finally:
        await page.cleanup()


def stop_on_signals() -> None:
    """SIGTERM and SIGINT end the bot cleanly: what is under way is answered first."""
    loop, main = asyncio.get_running_loop(), asyncio.current_task()
    assert main is not None  # a running loop runs a task here
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, main.cancel)


async def use_api_base(api_base: str, token: str) -> None:
    """Send every request to this base, and take the gateway's address from it.

    Raises WrongSetting if it does not answer like Discord.
    """
    import aiohttp
    import discord.gateway
    import discord.http
    import yarl

    discord.http.Route.BASE = api_base
    try:
        async with (
            aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=10)) as session,
            session.get(f"{api_base}/gateway/bot", headers={"Authorization": f"Bot {token}"}) as response,
        ):
            if response.status == 401:
                raise WrongSetting(WRONG_TOKEN)
            address = (await response.json())["url"]
    except (aiohttp.ClientError, TimeoutError, ValueError, KeyError) as error:
        raise WrongSetting(
            f"DISCORD_API_BASE {api_base} does not answer like Discord: {type(error).__name__}."
        ) from error
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(address)


def complain(problem: object, status: int = WRONG_SETTING) -> int:
    """Say in one sentence what is wrong; the exit status."""
    print(problem, file=sys.stderr)
    return status


def main() -> int:
    """Start the bot, or the practice page where there is no token."""
    try:
        load_settings_file()
        settings = read_settings(os.environ)
    except WrongSetting as error:
        return complain(error)
    if settings.token is None:
        from practice.server import run

        return run(settings.log_level)
    import discord

    from cogs.shared.logs import start_logging

    os.umask(0o077)  # the league's file is for whoever runs the bot alone
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # it never speaks
    start_logging(settings.log_level, settings.token)
    return asyncio.run(run_bot(settings, settings.token))


if __name__ == "__main__":
    sys.exit(main())
