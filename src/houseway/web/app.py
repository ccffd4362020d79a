"""The application: its routes put together, its errors as sentences, its clock, and how it is served."""

import asyncio
import contextlib
import json
import logging
import signal
import time
from collections.abc import AsyncIterator, Collection
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import uvicorn
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from houseway import __version__
from houseway.errors import HousewayError, MissingExtra, UnknownName, short
from houseway.extras import extras_named
from houseway.faces import sprite
from houseway.room import Busy, Forbidden, Room, SignInFirst, Stale, Stopped
from houseway.room.errors import Broken, Enough
from houseway.web import (
    academy,
    academy_exams,
    accounts,
    desk,
    display,
    drill,
    installed,
    jackpots,
    lab,
    lab_compare,
    lab_counts,
    lab_evidence,
    lab_jobs,
    lab_own,
    lab_questions,
    lab_readings,
    lab_ways,
    language,
    lobby,
    me,
    people,
    play_now,
    rounds,
    second_factor,
    tables,
    v1,
)
from houseway.web import log as roots
from houseway.web.at_hand import Files
from houseway.web.commands import Commands
from houseway.web.door import BACKLOG, MOST_HEADERS, capacity, door
from houseway.web.ending import Ending, Server
from houseway.web.figures import Figures
from houseway.web.guard import HEADERS, Forged, Guard, Limits
from houseway.web.lab_contents import contents_of
from houseway.web.lab_work import Studies
from houseway.web.memory import settled
from houseway.web.pages import STATIC, page
from houseway.web.people import onward, room_of, viewer_of, wish_of
from houseway.web.places import lay_out
from houseway.web.prepare import Preparation
from houseway.web.requests_log import log
from houseway.web.streams import Streams, TooMany
from houseway.web.turns import THREADS, Threads
from houseway.web.v1_jobs import Jobs
from houseway.web.wire import malformed, understood
from houseway.web.work import Overloaded, TooLong, Work, usual

TICK = 0.25
"""Seconds between two looks at the clock."""

MOST_SAID = 2_000
"""Characters of a refusal on a page: what was sent may stand in it."""


def create_app(
    room: Room,
    limits: Limits | None = None,
    figures: Figures | None = None,
    preparation: Preparation | None = None,
    names: Collection[str] = (),
    work: Work | None = None,
) -> FastAPI:
    """The card room over HTTP, for who asks for it by one of these names, by `localhost` or by an address in digits."""
    app = FastAPI(
        title="houseway card room", version=__version__, docs_url=None, redoc_url=None, lifespan=_open_and_close
    )
    app.state.room = room
    app.state.commands = Commands(room)
    app.state.work = work or usual()
    room.think_by(app.state.work.think)
    app.state.figures = figures or Figures(app.state.work)
    app.state.studies = Studies(app.state.work)
    app.state.contents = contents_of(room)
    app.state.lab_jobs = Jobs(lab_jobs.BOUNDS)
    app.state.looked = me.Looked()
    app.state.streams = Streams(room)
    lay_out(app)
    app.state.preparation = preparation or Preparation(apart=app.state.work)
    asked = (lab_own, lab_ways, lab_questions, lab_readings, lab_counts, lab_compare, lab_evidence)
    for first in asked:  # a wager's page is last
        app.include_router(first.pages)
    app.include_router(lab_ways.api)
    for module in (lobby, me, tables, rounds, drill, academy, academy_exams, roots, lab_jobs, lab):
        app.include_router(module.pages)
        app.include_router(module.api)
    app.include_router(people.pages)
    app.include_router(accounts.pages)
    app.include_router(second_factor.pages)
    app.include_router(desk.pages)
    app.include_router(desk.api)
    app.include_router(play_now.pages)
    app.include_router(installed.pages)
    app.include_router(language.pages)
    app.include_router(display.pages)
    app.include_router(jackpots.pages)
    app.add_api_route("/health", _health, include_in_schema=False)
    app.add_api_route("/faces.svg", _faces, include_in_schema=False)
    app.state.v1 = v1.application(app.state.work)
    app.mount("/v1", app.state.v1)
    app.mount("/static", Files(STATIC), name="static")
    app.add_exception_handler(HousewayError, _refused)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _missing)
    app.add_exception_handler(Stopped, _stopped)
    app.add_exception_handler(Broken, _broken)
    app.add_exception_handler(ModuleNotFoundError, _lacking)
    app.add_exception_handler(500, _failed)
    app.add_middleware(Guard, limits=limits or Limits(), names=names)
    return app


class Outside(NamedTuple):
    """How the room is reached: where it listens, by which names, and whose word on who is asking is taken."""

    host: str = "127.0.0.1"
    port: int = 8099
    names: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()


HERE = Outside()
"""For this machine alone."""


def serve(room: Room | str, outside: Outside = HERE, log_level: str = "warning") -> None:
    """Serve a card room, opened or by its database, until it is interrupted or told to end."""
    opened = Room.open(room) if isinstance(room, str) else room
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    logging.getLogger("python_multipart").setLevel(logging.ERROR)  # it tells of every form that is none
    log.setLevel(log_level.upper())
    ending = Ending(opened)
    with ending.in_order():
        serving = server(create_app(opened, names=outside.names), outside)
        with settled():
            ending.serve(serving)


def server(app: FastAPI, outside: Outside = HERE) -> Server:
    """A server that ends within two seconds although streams are open."""
    made = Server(
        uvicorn.Config(
            app,
            host=outside.host,
            port=outside.port,
            http=door(capacity(), outside.proxies),
            ws="none",
            access_log=False,
            log_level="error",  # what is no request fills no log
            timeout_graceful_shutdown=1,
            server_header=False,
            backlog=BACKLOG,
            h11_max_incomplete_event_size=MOST_HEADERS,
            proxy_headers=bool(outside.proxies),
            forwarded_allow_ips=list(outside.proxies),
        )
    )
    made.app = app
    return made


@contextlib.asynccontextmanager
async def _open_and_close(app: FastAPI) -> AsyncIterator[None]:
    with contextlib.ExitStack() as closing:  # whatever fails, the rest is closed
        closing.callback(app.state.work.close)
        closing.callback(app.state.v1.state.jobs.close)
        closing.callback(app.state.lab_jobs.close)
        closing.callback(app.state.figures.close)
        closing.callback(app.state.preparation.close)
        closing.callback(app.state.room.think_by, None)  # what they think of is asked again when the room is open
        Threads(THREADS).serve()
        deafen = app.state.room.listen()
        clock = asyncio.create_task(_tick(app.state.room))
        app.state.preparation.start()
        try:
            yield
        finally:
            clock.cancel()
            await asyncio.to_thread(deafen)
            await asyncio.gather(clock, return_exceptions=True)


async def _tick(room: Room) -> None:
    """Tell the room the time, so that deadlines pass. A room that has stopped takes its server down: replay it.

    So does a clock that fails: a room without one would wait for ever.
    """
    own = ThreadPoolExecutor(1, "clock")  # what the streams have to read must not hold up a deadline
    try:
        while True:
            await asyncio.get_running_loop().run_in_executor(own, room.tick, time.monotonic())
            await asyncio.sleep(TICK)
    except Stopped as why:
        if room.store.closed and not room.stopped:
            return  # whoever serves it has closed it
        log.critical(json.dumps({"stopped": str(why)}))
    except Exception as fault:  # noqa: BLE001  # logged, and the server ends
        room.store.stop(f"the room has stopped: its clock has failed ({type(fault).__name__})")
        log.critical(json.dumps({"stopped": room.stopped}), exc_info=fault)
    finally:
        await asyncio.to_thread(own.shutdown)
    signal.raise_signal(signal.SIGTERM)


async def _health(request: Request) -> JSONResponse:
    stopped = request.app.state.room.stopped
    return JSONResponse({"ok": not stopped, "version": __version__, "stopped": stopped}, 503 if stopped else 200)


async def _faces() -> Response:
    return Response(sprite(), media_type="image/svg+xml", headers={"Cache-Control": "public, max-age=3600"})


def status_of(fault: HousewayError) -> int:
    """The HTTP status of a refusal."""
    kinds: tuple[tuple[type[HousewayError], int], ...] = (
        (SignInFirst, 401),
        (Forged, 403),
        (Forbidden, 403),
        (Stale, 409),
        (UnknownName, 404),
        (TooMany, 429),
        (Busy, 503),
        (Overloaded, 503),
        (TooLong, 503),
    )
    return next((status for kind, status in kinds if isinstance(fault, kind)), 422)


def _refused(request: Request, fault: Exception) -> Response:
    """A sentence: on a page for people, in JSON for scripts."""
    if not isinstance(fault, HousewayError):
        raise fault
    status = status_of(fault)
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": str(fault), "clause": fault.clause}, status)
    if status == 401:
        return onward("/sign-in", wish_of(request))
    told = {"sentence": short(str(fault), MOST_SAID), "own": isinstance(fault, Enough)}
    # who works here reads how to add what is not installed
    viewer = viewer_of(request, room_of(request)) if isinstance(fault, MissingExtra) else None
    return page(request, "error.html", status=status, viewer=viewer, **told)


def _lacking(request: Request, fault: Exception) -> Response:
    """What an extra brings, where it is not there."""
    try:
        with extras_named():
            raise fault
    except MissingExtra as says:
        return _refused(request, says)


def _stopped(request: Request, fault: Exception) -> Response:
    """A room whose storage failed says so and takes nothing more."""
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": str(fault), "clause": ""}, 503)
    return page(request, "error.html", status=503, sentence=str(fault))


DOES_NOT_HOLD = (
    "this is refused, for what is on disk of it does not hold: nothing has changed; tell whoever runs the room, who "
    "finds out why by houseway audit"
)


def _broken(request: Request, fault: Exception) -> Response:
    """What does not hold on disk. Why, only the log says: the fault may name a card that nobody has seen."""
    log.error("%s is refused: %s", request.url.path, fault)
    return _stopped(request, Stopped(DOES_NOT_HOLD))


def _failed(request: Request, _fault: Exception) -> Response:
    """A fault of ours, told without what it was; the server logs it. Nothing outside it dresses this answer."""
    sentence = "this is a fault of the room, not yours: nothing that was acknowledged is lost; try again in a moment"
    if request.url.path.startswith("/api/"):
        answer: Response = JSONResponse({"error": sentence, "clause": ""}, 500)
    else:
        answer = page(request, "error.html", status=500, sentence=f"{sentence}.")
    answer.headers.update(HEADERS | {"Cache-Control": "no-store"})
    return answer


def _malformed(request: Request, fault: Exception) -> Response:
    """What is wrong with a request that has not the form it should have."""
    if not isinstance(fault, RequestValidationError):
        raise fault
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": malformed(fault), "clause": ""}, 422)
    if any(each["loc"][:1] == ("body",) for each in fault.errors()):
        return page(request, "error.html", status=422, sentence=malformed(fault))
    return page(request, "error.html", status=404, sentence="There is no such page: go back to the lobby.")


def _missing(request: Request, fault: Exception) -> Response:
    if not isinstance(fault, HTTPException):
        raise fault
    fault = understood(fault)
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": str(fault.detail), "clause": ""}, fault.status_code, headers=fault.headers)
    sentence = "There is no such page: go back to the lobby." if fault.status_code == 404 else str(fault.detail)
    answer = page(request, "error.html", status=fault.status_code, sentence=sentence)
    answer.headers.update(fault.headers or {})
    return answer
