"""The practice page's addresses: read what was asked, do one thing on the stage, answer.

Anything that cannot be done is said in a sentence. Only this computer's browser is answered, and only a
form of this page may change something.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from aiohttp import web
from simcord import BackendError, Env, SetupError

from practice import page
from practice.league import Person, found_league
from practice.stage import NotThereError, Place, Stage, prepare

log = logging.getLogger(__name__)
FIRST_PERSON = "ann"
LEAVE_SECONDS = 1.5  # for each of three things to end: a stopped program is gone within five seconds
FILES = Path(__file__).parent
HEADERS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    # the answer to a form leads on to the opened channel, which has a port of its own
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self';"
    " img-src data:; form-action 'self' http://127.0.0.1:*; base-uri 'none'; frame-ancestors 'none'",
}
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@asynccontextmanager
async def practice_page(env: Env, listening: socket.socket) -> AsyncIterator[str]:
    """Found the league, start its bot and serve the page; yields the address."""
    prepare(env)
    people = found_league(env)
    port: int = listening.getsockname()[1]
    stage = Stage(env, people, preview_port=port + 1)
    app = web.Application(middlewares=[_guarded])
    app.add_routes(PracticePage(stage).routes())
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    await env.start()
    clock = asyncio.create_task(stage.run_clock())
    try:
        await runner.setup()
        await web.SockSite(runner, listening).start()
        yield f"http://127.0.0.1:{port}"
    finally:
        clock.cancel()
        for leave in (runner.cleanup, stage.close, env.shutdown):
            with suppress(TimeoutError):
                async with asyncio.timeout(LEAVE_SECONDS):
                    await leave()


class PracticePage:
    """What the page can be asked for."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    def routes(self) -> list[web.RouteDef]:
        """Every address, and what answers it."""
        return [
            web.get("/", self.choose),
            web.get("/messages", self.messages),
            web.post("/open", self.open),
            web.post("/menu", self.menu),
            web.get("/{name:page[.](?:css|js)}", self.file),
        ]

    async def choose(self, request: web.Request) -> web.Response:
        """People and places."""
        person = self._person(request.query)
        return _html(page.choosing_page(self._stage.people.values(), person, self._stage.places(person)))

    async def messages(self, request: web.Request) -> web.Response:
        """A place's latest messages with their menus."""
        person, place = self._where(request.query)
        return _html(page.messages_page(person, place, self._stage.messages(place), self._stage.menus(place)))

    async def open(self, request: web.Request) -> web.Response:
        """Show a place, and send the browser there."""
        _, place = self._where(await _form(request))
        return _see(await self._stage.open(place))

    async def menu(self, request: web.Request) -> web.Response:
        """Choose from a message's menu, and send the browser to the answer."""
        form = await _form(request)
        person, place = self._where(form)
        command = form.get("command", "")
        return _see(await self._stage.use_menu(person, place, _number(form, "message"), command))

    async def file(self, request: web.Request) -> web.FileResponse:
        """The page's style and script."""
        return web.FileResponse(FILES / request.match_info["name"], headers=HEADERS)

    def _person(self, asked: Mapping[str, str]) -> Person:
        key = asked.get("as", FIRST_PERSON)
        if key not in self._stage.people:
            raise NotThereError("There is nobody of that name in the practice league: choose somebody listed.")
        return self._stage.people[key]

    def _where(self, asked: Mapping[str, str]) -> tuple[Person, Place]:
        person = self._person(asked)
        return person, self._stage.place(person, _number(asked, "in"))


@web.middleware
async def _guarded(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Answer this page's own browser alone, and put whatever fails into a sentence."""
    sockname = request.transport.get_extra_info("sockname") if request.transport else ("", 0)
    ours = {f"{name}:{sockname[1]}" for name in ("127.0.0.1", "localhost")}
    if request.host not in ours:
        return _problem("This page answers at 127.0.0.1 only.", 403)
    if request.method == "POST" and request.headers.get("Origin") != f"http://{request.host}":
        return _problem("Only the practice page itself may ask for that.", 403)
    try:
        return await handler(request)
    except NotThereError as gone:
        return _problem(str(gone), 404)
    except web.HTTPException as refused:
        return _problem(f"This page has nothing at {request.path} ({refused.reason}).", refused.status)
    except TimeoutError:
        return _problem("The bot had not finished after five seconds. Open the place to see what it did.", 503)
    except (SetupError, BackendError) as refused:
        log.warning("The simulated Discord refused %s: %s", request.path, refused)
        return _problem("The simulated Discord does not allow that here. Go back and try another way.", 409)
    except Exception:
        log.exception("The practice page failed at %s", request.path)
        return _problem("Something broke on the practice page; the log has the details. Go back and try again.", 500)


async def _form(request: web.Request) -> dict[str, str]:
    return {name: value for name, value in (await request.post()).items() if isinstance(value, str)}


def _number(asked: Mapping[str, str], name: str) -> int:
    value = asked.get(name, "")
    if not (value.isascii() and value.isdecimal() and len(value) < 20):
        raise NotThereError("That address is not complete: start again from the list of places.")
    return int(value)


def _see(url: str) -> web.Response:
    return web.Response(status=303, headers={**HEADERS, "Location": url})


def _html(text: str) -> web.Response:
    return web.Response(text=text, content_type="text/html", headers=HEADERS)


def _problem(sentence: str, status: int) -> web.Response:
    answer = _html(page.problem_page(sentence))
    answer.set_status(status)
    return answer
