"""What goes away with whoever comes: the room as an app of the browser's, with its manifest and the worker that answers
where there is no line, and the verifier as one file."""

from functools import cache
from io import BytesIO
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse, Response

from houseway.verifier.command import hand_out
from houseway.web.at_hand import file
from houseway.web.pages import STATIC
from houseway.web.words import ENGLISH, codes, language

pages = APIRouter(include_in_schema=False)

MANIFEST: dict[str, Any] = {
    "name": "houseway, the card room",
    "short_name": "houseway",
    "description": "Five card games by their approved rules, with play chips.",
    "start_url": "/",
    "scope": "/",
    "display": "standalone",
    "background_color": "#0a3b25",
    "theme_color": "#101418",
    "icons": [{"src": "/static/icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"}],
}


@pages.get("/manifest.webmanifest")
def manifest(lang: Annotated[str, Query(max_length=20)] = ENGLISH) -> Response:
    speaks = language(lang if lang in codes() else ENGLISH)
    said = {key: speaks.word(MANIFEST[key]) for key in ("name", "description")}
    return JSONResponse({**MANIFEST, **said, "lang": speaks.code}, media_type="application/manifest+json")


@pages.get("/worker.js")
async def worker(request: Request) -> Response:
    """From the root, so that it may answer for every page."""
    return file(STATIC / "worker.js", request.headers)


@pages.get("/verifier.pyz")
async def verifier() -> Response:
    """The stand-alone verifier from memory, byte by byte as `--hand-out` writes it."""
    headers = {"Content-Disposition": 'attachment; filename="verifier.pyz"'}
    return Response(_verifier(), media_type="application/zip", headers=headers)


@cache
def _verifier() -> bytes:
    made = BytesIO()
    hand_out(made)
    return made.getvalue()
