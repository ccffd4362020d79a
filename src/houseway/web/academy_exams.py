"""Exams of the academy in the browser, their certificates to print, and a page that checks one."""

from datetime import UTC, datetime
from math import ceil
from typing import Annotated, Any

from fastapi import APIRouter, File, Form, Path, Request, UploadFile
from fastapi.responses import RedirectResponse, Response
from pydantic import BaseModel
from starlette.concurrency import run_in_threadpool

from houseway.academy import kind_of, usual_plan
from houseway.academy.house import DOCUMENTS
from houseway.errors import HousewayError, UnknownName
from houseway.games import game as find
from houseway.room import Person, Room
from houseway.room.academy import Checked, Sitting, checked, public_keys, signature_faults
from houseway.web.academy import Given, asked_json, hand_said, house_of
from houseway.web.guard import OurForm, OurScript
from houseway.web.lobby import who_asks, work_of
from houseway.web.pages import page
from houseway.web.people import Player, TheRoom, Viewer
from houseway.web.wire import FAULTS, AsWritten, Piles, Said

pages = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api/academy/exam", responses=FAULTS, tags=["academy"])

MOST_FILE = 200_000
"""Bytes of a certificate; none is a tenth as long."""

Token = Annotated[str, Path(max_length=40, pattern="^[A-Za-z0-9_-]+$")]
Number = Annotated[int, Path(ge=1, le=100), AsWritten]


class ExamState(BaseModel):
    """Where an exam is: its next question, from 1, and the seconds that are left; `over` where it has ended."""

    over: bool
    number: int
    of: int
    kind: str
    game: str
    seconds: int
    question: dict[str, Any] | None


@pages.post("/academy/exam", dependencies=[OurForm])
def begin_exam(request: Request, room: TheRoom, player: Player, game: Annotated[str, Form(max_length=40)]) -> Response:
    """Begin the usual exam of a game, or go on with the one that is not over."""
    del request
    sitting = room.academy.begin(player, usual_plan([game], houses={game: house_of(room, game)}))
    return RedirectResponse(f"/academy/exam/{sitting.token}", 303)


@pages.get("/academy/exam/{token}")
def exam_page(request: Request, room: TheRoom, player: Player, token: Token) -> Response:
    sitting = room.academy.sitting(token, player)
    if sitting.certificate:
        return RedirectResponse(f"/academy/certificate/{token}", 303)
    plan = sitting.exam.plan
    game = find(plan.games[0])
    return page(request, "academy_exam.html", viewer=player, plan=plan, game=game, token=token)


async def _state(request: Request, player: Person, sitting: Sitting) -> ExamState:
    """Where an exam is, with the next question."""
    number, plan = sitting.at, sitting.exam.plan
    if sitting.certificate or number is None:
        return ExamState(
            over=True, number=plan.questions, of=plan.questions, kind="", game="", seconds=0, question=None
        )
    item = sitting.exam.items[number]
    house = plan.houses.get(item.game, DOCUMENTS)
    told = await work_of(request).advice.answer(who_asks(request, player), asked_json, item, house)
    left = max(0, ceil((sitting.until - datetime.now(UTC)).total_seconds()))
    name = kind_of(item.kind).name
    return ExamState(
        over=False, number=number + 1, of=plan.questions, kind=name, game=item.game, seconds=left, question=told
    )


@api.get("/{token}")
async def exam_state(request: Request, room: TheRoom, player: Player, token: Token) -> ExamState:
    """Where an exam is."""
    return await _state(request, player, await run_in_threadpool(room.academy.sitting, token, player))


@api.post("/{token}/{number}/answer", dependencies=[OurScript])
async def exam_answer(
    request: Request, room: TheRoom, player: Player, token: Token, number: Number, given: Given
) -> ExamState:
    """Take the answer to a question, and tell the next; nothing is judged before the end."""
    sitting = await run_in_threadpool(room.academy.answer, token, player, number - 1, given.answer)
    return await _state(request, player, sitting)


@api.post("/{token}/{number}/hand", dependencies=[OurScript])
async def exam_hand(
    request: Request, room: TheRoom, player: Player, token: Token, number: Number, proposed: Piles
) -> Said:
    """What the hand of a question would make if it were set so."""
    sitting = await run_in_threadpool(room.academy.sitting, token, player)
    if number > sitting.exam.plan.questions:
        raise UnknownName(f"this exam has {sitting.exam.plan.questions} questions")
    item = sitting.exam.items[number - 1]
    house, asking = sitting.exam.plan.houses.get(item.game, DOCUMENTS), who_asks(request, player)
    found: Said = await work_of(request).advice.answer(asking, hand_said, item, house, proposed.piles)
    return found


@api.post("/{token}/finish", dependencies=[OurScript])
async def finish(request: Request, room: TheRoom, player: Player, token: Token) -> ExamState:
    """End an exam now."""
    return await _state(request, player, await run_in_threadpool(room.academy.finish, token, player))


# ---------------------------------------------------------------------------------------------------- certificates


@pages.get("/academy/certificate/{token}")
def certificate_page(request: Request, room: TheRoom, viewer: Viewer, token: Token) -> Response:
    """A certificate to print, for whoever has its address."""
    found = room.academy.certificate(token)
    rows = [(find(each["game"]).name, kind_of(each["kind"]).name, each["questions"]) for each in _sections(found.body)]
    faults = signature_faults(found, _keys(room))
    return page(request, "academy_certificate.html", viewer=viewer, found=found, faults=faults, rows=rows, token=token)


def _sections(body: Any) -> Any:
    return body["exam"]["sections"]


@pages.get("/academy/certificate/{token}/certificate.json")
def certificate_file(room: TheRoom, token: Token) -> Response:
    """The certificate itself, byte by byte."""
    headers = {"Content-Disposition": f'attachment; filename="certificate-{token}.json"'}
    return Response(room.academy.certificate(token).text, media_type="application/json", headers=headers)


@pages.get("/academy/check")
def check_page(request: Request, viewer: Viewer) -> Response:
    return page(request, "academy_check.html", viewer=viewer, found=None)


@pages.post("/academy/check", dependencies=[OurForm])
async def check(
    request: Request,
    room: TheRoom,
    viewer: Viewer,
    file: Annotated[UploadFile | None, File()] = None,
    text: Annotated[str, Form(max_length=MOST_FILE)] = "",
) -> Response:
    """Check a certificate: a file, or its text."""
    given = text.replace("\r\n", "\n").strip() + "\n"  # what a page's box does to a text
    if file is not None and file.filename:
        given = (await file.read(MOST_FILE)).decode("utf-8", errors="replace")
    keys = await run_in_threadpool(_keys, room)
    try:
        found: Checked = await work_of(request).advice.answer(who_asks(request, viewer), checked, given, keys)
    except HousewayError as fault:
        found = Checked({}, (str(fault),))
    return page(request, "academy_check.html", viewer=viewer, found=found)


def _keys(room: Room) -> tuple[str, ...]:
    with room.store.transaction() as connection:
        return public_keys(connection)
