"""Start-up: settings, store, bot. Every wrong setting is one sentence and exit status 2."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

DEFAULT_DATABASE = "sqlite:///var/league.sqlite3"
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
WRONG_SETTING = 2


class WrongSetting(Exception):
    """A setting cannot be used; the text is one sentence for whoever starts the bot."""


@dataclass(frozen=True)
class BotSettings:
    """What the environment says. `token` None: the practice page is served. `api_base` None: Discord's own."""

    token: str | None
    database: Path
    api_base: str | None
    log_level: str


def read_settings(environment: Mapping[str, str]) -> BotSettings:
    """Read and check the settings. Raises WrongSetting for the first that is wrong."""
    token = environment.get("DISCORD_TOKEN", "").strip() or None
    if token and any(not 33 <= ord(char) <= 126 for char in token):
        raise WrongSetting(
            "DISCORD_TOKEN has a space or a sign that no token has: copy it again from the developer portal."
        )
    url = environment.get("DATABASE_URL", "").strip() or DEFAULT_DATABASE
    scheme, found, path = url.partition(":///")
    if scheme != "sqlite" or not found or path in ("", ":memory:"):
        raise WrongSetting(f"DATABASE_URL must name a file, like {DEFAULT_DATABASE}.")  # it may hold a password
    api_base = environment.get("DISCORD_API_BASE", "").strip().rstrip("/") or None
    if api_base and not api_base.startswith(("http://", "https://")):
        raise WrongSetting(f"DISCORD_API_BASE must begin with http:// or https://, not {api_base!r}.")
    level = environment.get("LOG_LEVEL", "").strip().upper() or "INFO"
    if level not in LEVELS:
        raise WrongSetting(f"LOG_LEVEL must be one of {', '.join(LEVELS)}, not {level!r}.")
    return BotSettings(token, Path(path), api_base, level)


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
        bot = FloorBot(store, clock=lambda: datetime.now(UTC))
        stop_on_signals()
        async with bot:
            await bot.start(token)
        if bot.broken:
            return complain(bot.broken)
    except asyncio.CancelledError:
        return 0
    except discord.LoginFailure:
        return complain("Discord refused DISCORD_TOKEN: copy it again from the developer portal, page Bot.")
    except (aiohttp.ClientConnectionError, discord.DiscordServerError) as error:
        return complain(f"Discord cannot be reached ({type(error).__name__}): check the network and start again.", 1)
    except discord.ConnectionClosed as error:
        return complain(f"Discord ended the connection for good (code {error.code}): check DISCORD_TOKEN.")
    except AttributeError:
        if bot.ws is not None:
            raise
        # discord.py stumbles over a gateway that refuses the very first connection
        return complain("Discord's gateway takes no connection at the moment: start again in a minute.", 1)
    finally:
        await store.close()
    return 0


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
                raise WrongSetting("Discord refused DISCORD_TOKEN: copy it again from the developer portal, page Bot.")
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
    from dotenv import load_dotenv

    try:
        load_dotenv()
        settings = read_settings(os.environ)
    except WrongSetting as error:
        return complain(error)
    except ValueError as error:  # not UTF-8, or a NUL
        return complain(f"The file .env cannot be read: {error}.")
    if settings.token is None:
        from practice.server import run

        return run(settings.log_level)
    import discord

    from cogs.shared.logs import start_logging

    os.umask(0o077)  # the league's file is for whoever runs the bot alone
    discord.VoiceClient.warn_nacl = False  # it never speaks
    start_logging(settings.log_level, settings.token)
    return asyncio.run(run_bot(settings, settings.token))


if __name__ == "__main__":
    sys.exit(main())
