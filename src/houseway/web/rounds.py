"""A round that has ended: its page, its record, what it should have been, and the proof of its cards."""

import json
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response

from houseway.games import game as find
from houseway.record import record_from, settle
from houseway.web.pages import page
from houseway.web.people import TheRoom, Viewer
from houseway.web.trainer import looked_back
from houseway.web.wire import FAULTS, Number

pages = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api", responses=FAULTS, tags=["rounds"])

RoundId = Annotated[Number, Path()]


@pages.get("/rounds/{round_id}")
def round_page(request: Request, room: TheRoom, viewer: Viewer, round_id: RoundId) -> Response:
    told = room.round(round_id, viewer)
    record = room.record(round_id)
    ruling, _ = settle(record_from(record))
    game = find(record["game"])
    wagers = {wager.id: wager.name for wager in game.document.wagers}
    clauses = {clause.id: clause.says for clause in game.document.clauses}
    context = {"round": told, "record": record, "ruling": ruling, "game": game, "wagers": wagers, "clauses": clauses}
    return page(request, "round.html", viewer=viewer, round_id=round_id, **context)


@api.get("/rounds/{round_id}/record")
def record(room: TheRoom, round_id: RoundId) -> Response:
    """The record of a round, as `houseway settle` and `houseway audit` read it."""
    text = json.dumps(room.record(round_id), indent=2) + "\n"
    headers = {"Content-Disposition": f'attachment; filename="round-{round_id}.json"'}
    return Response(text, media_type="application/json", headers=headers)


@api.get("/rounds/{round_id}/advice")
def advice(room: TheRoom, round_id: RoundId) -> dict[str, Any]:
    """What should have been done, and what each decision cost, exactly."""
    return {"decisions": looked_back(room.record(round_id))}
