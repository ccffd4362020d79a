"""A round that has ended: its page, its record, what it should have been, and the proof of its cards."""

import json
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import JSONResponse, Response

from houseway.games import game as find
from houseway.web.lobby import preparing
from houseway.web.pages import page
from houseway.web.people import TheRoom, Viewer
from houseway.web.trainer import looked_back
from houseway.web.wire import FAULTS, Number

pages = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api", responses=FAULTS, tags=["rounds"])

Id = Annotated[Number, Path()]


@pages.get("/rounds/{round_id}")
def round_page(request: Request, room: TheRoom, viewer: Viewer, round_id: Id) -> Response:
    seen = room.round(round_id, viewer).json()
    document = room.game_at(seen["table"]).document
    wagers = {wager.id: wager.name for wager in document.wagers}
    cited = {line["clause"] for line in seen["ruling"]}
    clauses = {clause.id: clause.says for clause in document.clauses if clause.id in cited}
    return page(request, "round.html", viewer=viewer, round=seen, name=document.name, wagers=wagers, clauses=clauses)


@api.get("/rounds/{round_id}")
def round_json(room: TheRoom, viewer: Viewer, round_id: Id) -> JSONResponse:
    """What this viewer may see of a round that has ended."""
    return JSONResponse(room.round(round_id, viewer).json())


@api.get("/rounds/{round_id}/record")
def record(room: TheRoom, viewer: Viewer, round_id: Id) -> Response:
    """The record of a round, as `houseway settle` and `houseway audit` read it."""
    text = json.dumps(room.record(round_id, viewer), indent=2) + "\n"
    headers = {"Content-Disposition": f'attachment; filename="round-{round_id}.json"'}
    return Response(text, media_type="application/json", headers=headers)


@api.get("/rounds/{round_id}/advice")
def advice(request: Request, room: TheRoom, viewer: Viewer, round_id: Id) -> dict[str, Any]:
    """What should have been done, and what each decision cost, exactly."""
    record = room.record(round_id, viewer)
    return preparing(request, find(record["game"])) or {"decisions": looked_back(record)}


@pages.get("/proof/{shoe}")
def proof_page(request: Request, room: TheRoom, viewer: Viewer, shoe: Id) -> Response:
    return page(request, "proof.html", viewer=viewer, proof=room.proof(shoe, viewer).json())


@api.get("/proof/{shoe}")
def proof(room: TheRoom, viewer: Viewer, shoe: Id) -> JSONResponse:
    """The seal of a shoe and the opening of every card of it that this viewer may see."""
    headers = {"Content-Disposition": f'attachment; filename="shoe-{shoe}.json"'}
    return JSONResponse(room.proof(shoe, viewer).json(), headers=headers)
