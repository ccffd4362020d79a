"""Readings in the browser: what each reading of an unclear clause gives, and which of them gives a printed figure."""

import re
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from houseway.errors import IllegalAnswer, short
from houseway.game import Game
from houseway.games import game as find
from houseway.room import Person
from houseway.web.guard import OurForm
from houseway.web.lab_fields import Fields
from houseway.web.lab_jobs import begun
from houseway.web.lab_reading import read_out
from houseway.web.lobby import GameId
from houseway.web.pages import page
from houseway.web.people import Viewer
from houseway.web.wire import fields_of
from houseway.web.work import Overloaded

pages = APIRouter(include_in_schema=False)

FIGURE = re.compile(r"-?\d{1,3}(?:\.\d{1,8})?\s*%?")


@pages.get("/lab/{game_id}/readings")
def readings_page(request: Request, viewer: Viewer, game_id: GameId) -> Response:
    """Ask for the figures of all readings, or for the reading behind a figure."""
    return _form(request, viewer, find(game_id), Fields(request.query_params))


def _form(request: Request, viewer: Person | None, game: Game, fields: Fields, status: int = 200) -> Response:
    return page(request, "lab_readings.html", status=status, viewer=viewer, game=game, fields=fields)


@pages.post("/lab/{game_id}/readings", dependencies=[OurForm])
async def readings(request: Request, viewer: Viewer, game_id: GameId) -> Response:
    """Count them, as a job."""
    game, fields = find(game_id), Fields(await fields_of(request))
    figure = fields["figure"]
    fields.read("figure", _a_figure, None)
    if fields.faults:
        return _form(request, viewer, game, fields, 422)
    given: dict[str, Any] = {"game": game, "figure": figure}
    try:
        back = f"/lab/{game.id}/readings?{fields.query}"
        return begun(request, viewer, read_out, "lab_job_readings.html", back, **given)
    except Overloaded as fault:
        fields.fault("", fault)
        return _form(request, viewer, game, fields, 503)


def _a_figure(text: str) -> None:
    """A figure as it is printed."""
    if not FIGURE.fullmatch(text):
        raise IllegalAnswer(f"write the figure as it is printed, as in 4.70% or 0.0470, not {short(text)!r}")
