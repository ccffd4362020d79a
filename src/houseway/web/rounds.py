"""A round that has ended: its page, its record, what it should have been, and the proof of its cards."""

import base64
import hashlib
import json
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Path, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response

from houseway.disputes.packet import Packet, packet_of
from houseway.disputes.packet_html import html_of, style
from houseway.disputes.packet_pdf import pdf_of
from houseway.games import game as find
from houseway.room import Person, Room
from houseway.web.lobby import preparing, who_asks, work_of
from houseway.web.pages import page
from houseway.web.people import TheRoom, Viewer
from houseway.web.places import read
from houseway.web.trainer import looked_back
from houseway.web.wire import FAULTS, Number

pages = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api", responses=FAULTS, tags=["rounds"])

Id = Annotated[Number, Path()]
Made = TypeVar("Made")

_STYLE = base64.b64encode(hashlib.sha256(style().encode()).digest()).decode()
PACKET_POLICY = f"default-src 'none'; style-src 'sha256-{_STYLE}'; base-uri 'none'; frame-ancestors 'none'"
"""A packet needs nothing but the style that stands in it."""


@pages.get("/rounds/{round_id}")
async def round_page(request: Request, room: TheRoom, viewer: Viewer, round_id: Id) -> Response:
    return await read(request, _round_page, request, room, viewer, round_id)


def _round_page(request: Request, room: Room, viewer: Person | None, round_id: int) -> Response:
    seen = room.round(round_id, viewer).json()
    document = room.game_at(seen["table"]).document
    wagers = {wager.id: wager.name for wager in document.wagers}
    cited = {line["clause"] for line in seen["ruling"]}
    clauses = {clause.id: clause.says for clause in document.clauses if clause.id in cited}
    told = {"name": document.name, "wagers": wagers, "clauses": clauses, "waits": seen["record_waits"]}
    return page(request, "round.html", viewer=viewer, round=seen, **told)


@pages.get("/rounds/{round_id}/packet")
async def packet_page(request: Request, room: TheRoom, viewer: Viewer, round_id: Id) -> HTMLResponse:
    """All that the ruling rests on, as one page that can be kept; for whoever may read the record."""
    made = await _packet(request, room, viewer, round_id, html_of)
    return HTMLResponse(made, headers={"Content-Security-Policy": PACKET_POLICY})


@pages.get("/rounds/{round_id}/packet.pdf")
async def packet_pdf(request: Request, room: TheRoom, viewer: Viewer, round_id: Id) -> Response:
    """The same on paper."""
    headers = {"Content-Disposition": f'attachment; filename="round-{round_id}.pdf"'}
    made = await _packet(request, room, viewer, round_id, pdf_of)
    return Response(made, media_type="application/pdf", headers=headers)


async def _packet(
    request: Request, room: Room, viewer: Person | None, round_id: int, form: Callable[[Packet], Made]
) -> Made:
    text, proof = await read(request, _record_and_proof, room, viewer, round_id)
    lane = work_of(request).advice
    return await lane.answer(who_asks(request, viewer), _made, form, text, f"round-{round_id}.json", proof)


def _record_and_proof(room: Room, viewer: Person | None, round_id: int) -> tuple[str, dict[str, Any]]:
    record = room.record(round_id, viewer)
    return _text(record), room.proof(record["shoe"], viewer).json()


def _made(form: Callable[[Packet], Made], text: str, name: str, proof: dict[str, Any]) -> Made:
    return form(packet_of(text, name, proof))


def _text(record: dict[str, Any]) -> str:
    """A record as it is downloaded: the packet names it by its hash."""
    return json.dumps(record, indent=2) + "\n"


@api.get("/rounds/{round_id}")
async def round_json(request: Request, room: TheRoom, viewer: Viewer, round_id: Id) -> JSONResponse:
    """What this viewer may see of a round that has ended."""
    return await read(request, lambda: JSONResponse(room.round(round_id, viewer).json()))


@api.get("/rounds/{round_id}/record")
async def record(request: Request, room: TheRoom, viewer: Viewer, round_id: Id) -> Response:
    """The record of a round, as `houseway settle` and `houseway audit` read it."""
    headers = {"Content-Disposition": f'attachment; filename="round-{round_id}.json"'}
    text = await read(request, lambda: _text(room.record(round_id, viewer)))
    return Response(text, media_type="application/json", headers=headers)


@api.get("/rounds/{round_id}/advice")
async def advice(request: Request, room: TheRoom, viewer: Viewer, round_id: Id) -> dict[str, Any]:
    """What should have been done, and what each decision cost, exactly."""
    record = await read(request, room.record, round_id, viewer)
    if waits := preparing(request, find(record["game"])):
        return waits
    return {"decisions": await work_of(request).advice.answer(who_asks(request, viewer), looked_back, record)}


@pages.get("/proof/{shoe}")
async def proof_page(request: Request, room: TheRoom, viewer: Viewer, shoe: Id) -> Response:
    return await read(request, _proof_page, request, room, viewer, shoe)


def _proof_page(request: Request, room: Room, viewer: Person | None, shoe: int) -> Response:
    return page(request, "proof.html", viewer=viewer, proof=room.proof(shoe, viewer).json())


@api.get("/proof/{shoe}")
async def proof(request: Request, room: TheRoom, viewer: Viewer, shoe: Id) -> Response:
    """The seal of a shoe and the opening of every card of it that this viewer may see."""
    headers = {"Content-Disposition": f'attachment; filename="shoe-{shoe}.json"'}
    text = await read(request, _proof_text, room, viewer, shoe)
    return Response(text, media_type="application/json", headers=headers)


def _proof_text(room: Room, viewer: Person | None, shoe: int) -> str:
    return room.proof(shoe, viewer).text()
