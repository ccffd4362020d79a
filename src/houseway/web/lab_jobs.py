"""Long questions of the lab as jobs: begun by a form, looked at under an address of their own, ended when unwanted.

Whoever asks the same gets the same job. Its page tells how far it is and then what was found.
"""

import hashlib
from collections.abc import Mapping
from typing import Annotated, Any, cast

from fastapi import APIRouter, Path, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response

from houseway import __version__
from houseway.document.settings import Settings
from houseway.errors import UnknownName
from houseway.game import Game
from houseway.room import Forbidden, Person
from houseway.sheet import Sheet
from houseway.web.guard import OurForm
from houseway.web.lab_counting import Call, worked
from houseway.web.lobby import who_asks, work_of
from houseway.web.pages import page
from houseway.web.people import TheRoom, Viewer
from houseway.web.v1_jobs import DONE, Bounds, Job, Jobs, Task
from houseway.web.wire import FAULTS

pages = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api", responses=FAULTS, tags=["lab"])

JobId = Annotated[str, Path(max_length=64, pattern="^[0-9a-f]{64}$")]
BOUNDS = Bounds(at_once=3, of_one=2, of_place=6, open=24)


def jobs_of(request: Request) -> Jobs:
    return cast(Jobs, request.app.state.lab_jobs)


def begun(request: Request, viewer: Person | None, call: Call, template: str, back: str, **given: Any) -> Response:
    """Begin with a question, or find it begun, and go to its page; `back` is the form that it was asked in."""
    who = who_asks(request, viewer)
    about = {"template": template, "back": back, "game": given["game"].id, "wager": given.get("wager", "")}
    task = Task(call.__name__, {"call": call, **given}, worked, key_of(call.__name__, given), about)
    job = jobs_of(request).begin(owner_of(request, viewer), task, who.place)
    return RedirectResponse(f"/lab/jobs/{job.id}", 303)


def owner_of(request: Request, viewer: Person | None) -> str:
    who = who_asks(request, viewer)
    return f"person {who.person}" if who.person else who.place


def key_of(verb: str, given: Mapping[str, Any]) -> str:
    """A question by all that its answer rests on: the document by its hash, the settings, what was asked."""
    parts = [(key, _content(given[key])) for key in sorted(given)]
    return hashlib.sha256(repr((__version__, verb, parts)).encode()).hexdigest()


def _content(value: Any) -> object:
    if isinstance(value, Game):
        return value.id, value.document.hash
    return tuple(value.show().items()) if isinstance(value, Settings) else value


@pages.get("/lab/jobs/{job_id}")
def job_page(request: Request, room: TheRoom, viewer: Viewer, job_id: JobId) -> Response:
    """Where a question is: how far, what was found, or why there is nothing."""
    del room
    job = jobs_of(request).by_id(job_id)
    mine, seen = owner_of(request, viewer) in job.owners, job.seen()
    more: dict[str, Any] = {"job": seen, "mine": mine, "found": seen.result, "about": job.task.about}
    more["game"] = job.task.given.get("game")
    return page(request, "lab_job.html", status=202 if seen.open else 200, viewer=viewer, **more)


@pages.post("/lab/jobs/{job_id}/cancel", dependencies=[OurForm])
def cancel(request: Request, viewer: Viewer, job_id: JobId) -> Response:
    """Want a job no more: it ends with its process when nobody else wants it; one that is done stays done."""
    job, owner = jobs_of(request).by_id(job_id), owner_of(request, viewer)
    if owner not in job.owners:
        raise Forbidden("whoever has asked for this ends it: it ends by itself within half an hour")
    jobs_of(request).leave(owner, job)
    return RedirectResponse(f"/lab/jobs/{job_id}", 303)


@pages.get("/lab/jobs/{job_id}/sheet.pdf")
async def paper(request: Request, viewer: Viewer, job_id: JobId) -> Response:
    """What was found, on paper."""
    from houseway.sheet.typeset import pdf_of

    sheet = done(request, job_id).result.get("sheet")
    if not isinstance(sheet, Sheet):
        raise UnknownName("this has no sheet of its own: print its page")
    made = await work_of(request).advice.answer(who_asks(request, viewer), pdf_of, sheet)
    return Response(made, media_type="application/pdf")


@api.get("/lab/jobs/{job_id}")
def job_json(request: Request, job_id: JobId) -> JSONResponse:
    """Where a question is, and what was found, as the command line prints it with `--json`."""
    seen = jobs_of(request).by_id(job_id).seen()
    return JSONResponse(seen.json() | ({"result": seen.result["json"]} if seen.state == DONE else {}))


def done(request: Request, job_id: str) -> Job:
    """A job that has its answer."""
    job = jobs_of(request).by_id(job_id)
    if job.state != DONE:
        raise UnknownName("this is not counted yet, or was given up: look at its page")
    return job
