"""A package of evidence from the page of a wager, as `houseway submit` writes it: made as a job, then to be fetched."""

import hashlib
import shlex
from collections.abc import Iterator
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from houseway.document.settings import Settings
from houseway.errors import HousewayError, UnknownName
from houseway.extras import extras_named
from houseway.game import Game, Progress
from houseway.games import game as find
from houseway.web.guard import OurForm
from houseway.web.lab import ByContent, Table, WagerId, brought, chosen
from houseway.web.lab_contents import VARIATION
from houseway.web.lab_fields import carried
from houseway.web.lab_jobs import JobId, begun, done
from houseway.web.lobby import GameId
from houseway.web.people import TheRoom, Viewer

pages = APIRouter(include_in_schema=False)

OWN, NEWLINE = "own.toml", "\n"
MOST = 1 << 20
"""Bytes of a package that the room keeps with its job."""


@pages.post("/lab/{game_id}/{wager}/evidence", dependencies=[OurForm, ByContent])
async def evidence(
    request: Request, room: TheRoom, viewer: Viewer, game_id: GameId, wager: WagerId, table: Table = 0
) -> Response:
    """Begin with the package of a wager, at the settings of its page."""
    game, settings = await run_in_threadpool(chosen, request, room, find(game_id), table)
    game.ask(wager, settings)
    back = f"/lab/{game.id}/{wager}?{carried(request)}"
    own = brought(request)
    given = {"game": game, "wager": wager, "settings": settings, "kind": own.content.kind if own else ""}
    return begun(request, viewer, packed, "lab_job_evidence.html", back, **given)


@pages.get("/lab/jobs/{job_id}/evidence.zip")
def package(request: Request, job_id: JobId) -> Response:
    """The package, once it is made."""
    job = done(request, job_id)
    made = job.result.get("package")
    if not isinstance(made, bytes):
        raise UnknownName("this is no package of evidence: look at its page")
    name = f"{job.task.about['game']}-{job.task.about['wager']}.zip"
    return Response(
        made, media_type="application/zip", headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


def packed(progress: Progress, *, game: Game, wager: str, settings: Settings, kind: str = "") -> dict[str, Any]:
    """The package, unsigned: the key of the one who vouches for it is not the room's to have. `kind` was brought."""
    with extras_named():
        from houseway.lab.evidence.pack import pack

        made = pack(game, settings, (wager,), progress=progress)
    if len(made) > MOST:
        raise HousewayError(f"this package has {len(made):,} bytes, too many for a page: houseway submit writes it")
    told = {"bytes": len(made), "sha256": hashlib.sha256(made).hexdigest()}
    options = list(_in_force(game, wager, settings, kind))
    words = ["houseway", "submit", game.id, wager, *options, "--key", "FILE", "-o", f"{game.id}-{wager}.zip"]
    command, files = shlex.join(words), [each.rpartition("=")[2] for each in options if each.endswith(".toml")]
    return {"package": made, "json": told, "size": f"{len(made):,}", "command": command, "files": files, **told}


def _in_force(game: Game, wager: str, settings: Settings, kind: str) -> Iterator[str]:
    """The options of the command line for all that is not as printed; what was brought is a file."""
    if kind == VARIATION:
        yield from ("--document", OWN)
    table, printed = settings.paytable(wager), (game if kind == VARIATION else find(game.id)).document.paytables
    if table is not None and table not in printed:
        yield from ("--paytable", f"{table.id}.toml")  # by the name of its file it is called
    begins = game.document.configure({}).show()
    ids = {each.id for each in game.document.paytables if each not in printed}
    for name, value in settings.show().items():
        if value != begins[name] and value not in ids:
            yield from ("--set", f"{name}={OWN if NEWLINE in value else value}")
