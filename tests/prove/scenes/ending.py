"""The process ends cleanly, refuses a wrong token, and keeps its token to itself."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
import time
from pathlib import Path
from typing import Any

from stage import CALLBACK, PRODUCT, PYTHON, check_private, scene, staged

REFUSALS = {4004: 2, 4010: 1, 4011: 1, 4012: 2, 4013: 2, 4014: 2}  # close code -> exit status
LIMIT = 5.0  # seconds from SIGTERM to the end


async def ended(stage: Any, number: int = signal.SIGTERM) -> float:
    """Stop the bot by this signal; how long it took. Fails over five seconds or with another status than 0."""
    started = time.monotonic()
    status = await stage.rig.stop_bot(number, timeout=15)
    took = time.monotonic() - started
    assert status == 0, (status, stage.rig.bot.log[-2000:])
    assert took < LIMIT, f"{took:.1f} s"
    assert "Traceback" not in stage.rig.bot.log, stage.rig.bot.log[-2000:]
    return took


@scene
async def told_to_stop() -> dict[str, Any]:
    """Idle; by the other signal; with an answer under way, which still comes; with one that never ends."""
    async with staged() as stage:
        rig = stage.rig
        await stage.asked()
        times = {"idle": await ended(stage)}
        await stage.start()
        times["interrupted"] = await ended(stage, signal.SIGINT)
        await stage.start()
        rig.delay("POST", CALLBACK, seconds=1.5)
        asking = asyncio.create_task(stage.ask())
        await asyncio.sleep(0.5)
        times["in mid-answer"] = await ended(stage)
        check_private(await asking)
        await stage.start()
        rig.delay("POST", CALLBACK, seconds=20)
        asking = asyncio.create_task(stage.ask())
        await asyncio.sleep(0.5)
        times["answer stuck"] = await ended(stage)
        await asking
        rig.clear_faults()
        rig.violations.clear()  # the stuck answer is late by our doing,
        stage.failures_expected = True  # and the rig counts it as failed
        await stage.start()
        await stage.asked()
        return {name: round(seconds, 2) for name, seconds in times.items()}


@scene
async def told_to_stop_while_connecting() -> dict[str, Any]:
    """Before it ever was ready: Discord takes no connection, or the login hangs."""
    async with staged(start=False) as stage:
        rig = stage.rig
        times = {}
        rig.server.gateway_refuse = True
        process = await launch(stage)
        await asyncio.sleep(2.0)
        times["gateway refuses"] = await finish(process, {0, 1})
        rig.server.gateway_refuse = False
        rig.delay("GET", r"/users/@me$", seconds=20)
        process = await launch(stage)
        await asyncio.sleep(2.0)
        times["login hangs"] = await finish(process)
        rig.clear_faults()
        rig.delay("PUT", r"/commands$", seconds=20)
        process = await launch(stage)
        await asyncio.sleep(2.0)
        times["commands hang"] = await finish(process)
        rig.clear_faults()
        stage.failures_expected = True
        await stage.start()
        await stage.asked()
        return {name: round(seconds, 2) for name, seconds in times.items()}


async def launch(stage: Any, **more: str) -> asyncio.subprocess.Process:
    """Start the bot without waiting for it to be ready."""
    rig = stage.rig
    environment = {"DISCORD_TOKEN": rig.server.token, "DISCORD_API_BASE": rig.base, **stage.environment(**more)}
    return await asyncio.create_subprocess_exec(
        PYTHON,
        "bot.py",
        cwd=PRODUCT,
        env=environment,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )


async def finish(process: asyncio.subprocess.Process, statuses: frozenset[int] | set[int] = frozenset({0})) -> float:
    """Stop it, if it has not ended with a sentence by itself; how long it took."""
    started = time.monotonic()
    with contextlib.suppress(ProcessLookupError):
        process.terminate()
    try:
        output, _ = await asyncio.wait_for(process.communicate(), 15)
    except TimeoutError:
        process.kill()
        raise AssertionError("SIGTERM did not end it within 15 s") from None
    took = time.monotonic() - started
    text = output.decode()
    assert process.returncode in statuses, (process.returncode, text[-2000:])
    assert took < LIMIT, f"{took:.1f} s"
    assert not any(line.startswith("Traceback") for line in text.splitlines()), text[-2000:]
    return took


@scene
async def a_wrong_token() -> dict[str, Any]:
    """One sentence, status 2, and not the token."""
    async with staged(start=False) as stage:
        stage.failures_expected = True
        token = "wrong-token-9f8e7d6c"
        process = await launch(stage, DISCORD_TOKEN=token)
        output, _ = await asyncio.wait_for(process.communicate(), 20)
        text = output.decode().strip()
        assert process.returncode == 2, (process.returncode, text)
        assert len(text.splitlines()) == 1 and text.endswith(".") and "DISCORD_TOKEN" in text, text
        assert token not in text, text
        return {"says": text}


@scene
async def a_token_withdrawn_while_running() -> dict[str, Any]:
    """Discord closes the gateway for good (4004): it ends with a sentence and a status other than 0, no trace."""
    async with staged(start=False) as stage:
        process = await launch(stage)
        await stage.rig.wait_for(lambda: stage.rig.connected, 20)
        await asyncio.sleep(1.0)
        await stage.rig.drop_gateway(4004, wait=False)
        try:
            output, _ = await asyncio.wait_for(process.communicate(), 15)
        except TimeoutError:
            process.kill()
            raise AssertionError("it went on with a token Discord had withdrawn") from None
        text = output.decode().strip()
        assert process.returncode != 0, text
        assert "Traceback" not in text, text[-1500:]
        return {"says": text.splitlines()[-1]}


@scene
async def refused_at_the_gateway() -> dict[str, Any]:
    """Discord refuses for good, when the bot says who it is or before: one sentence, its status, no trace."""
    says = {}
    async with staged(start=False) as stage:
        server = stage.rig.server
        module, on_gateway = sys.modules[type(server).__module__], server.on_gateway
        for code, expected in REFUSALS.items():
            for is_before in (False, True):

                async def close(connection: Any, _payload: Any, code: int = code) -> None:
                    await connection.ws.close(code=code)

                class Closing(module.Conn):  # type: ignore[misc,name-defined]  # the rig's own class, which has no types
                    """Closes instead of saying hello."""

                    async def writer(self, code: int = code) -> None:
                        await self.ws.close(code=code)

                kept, module.Conn = module.Conn, Closing if is_before else module.Conn
                server.on_gateway = close
                try:
                    output, status = await ending(await launch(stage))
                finally:
                    module.Conn, server.on_gateway = kept, on_gateway
                says[f"{code} {'before' if is_before else 'after'} hello"] = f"{status}: {output.splitlines()[-1]}"
                lines = [line for line in output.splitlines() if not line.startswith('{"at": ')]
                assert status == expected and len(lines) == 1 and lines[0].endswith("."), (code, status, output[-1500:])
                assert "Traceback" not in output, (code, output[-1500:])
        await stage.start()
        await stage.asked()
    return says


async def ending(process: asyncio.subprocess.Process) -> tuple[str, int | None]:
    """All that a process says until it ends by itself, and its status."""
    try:
        output, _ = await asyncio.wait_for(process.communicate(), 20)
    except TimeoutError:
        process.kill()
        output, _ = await process.communicate()
        raise AssertionError(f"it went on: {output.decode()[-1500:]}") from None
    return output.decode().strip(), process.returncode


@scene
async def no_gateway_for_a_while() -> dict[str, Any]:
    """At the start and later: it is tried again, a line of the log each time, and comes right by itself."""
    async with staged(start=False) as stage:
        rig = stage.rig
        rig.server.gateway_refuse = True
        starting = asyncio.create_task(stage.start())
        await asyncio.sleep(12)
        rig.server.gateway_refuse = False
        await starting
        await stage.asked()
        rig.server.gateway_refuse = True
        await rig.drop_gateway(4000, wait=False)
        await asyncio.sleep(8)
        rig.server.gateway_refuse = False
        await rig.wait_for(lambda: rig.connected, 60, "the connection")
        await stage.asked()
        tried = [line for line in stage.log_lines() if line["level"] == "warning"]
        assert not any("trace" in line for line in stage.log_lines())
        return {"tried again": len(tried)}


@scene
async def the_token_stays_out_of_the_log() -> dict[str, Any]:
    """With everything logged, through answers, drops and failures; every line is one JSON object."""
    async with staged(start=False) as stage:
        rig = stage.rig
        stage.errors_expected = stage.failures_expected = True
        await stage.start(LOG_LEVEL="DEBUG")
        await stage.asked()
        await rig.drop_gateway(4000)
        await rig.invalid_session(False)
        rig.fail_next("POST", CALLBACK, 500, 1)
        await stage.ask(settle=2.0)
        rig.fail_next("POST", CALLBACK, 400, 1)
        await stage.ask(settle=1.0)
        await rig.slash(stage.host, "league setup")
        lines = stage.log_lines()
        assert len(lines) > 20
        assert stage.rig.server.token not in Path(rig.bot.log_path).read_text(encoding="utf-8")
        rig.violations.clear()
        return {"lines": len(lines)}
