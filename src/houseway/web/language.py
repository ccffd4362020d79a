"""The language of the pages: chosen in the head of every page, kept in a cookie; its words for scripts."""

from typing import Annotated

from anyio import CapacityLimiter, to_thread
from fastapi import APIRouter, Form, Path, Query, Request
from fastapi.responses import RedirectResponse, Response

from houseway.errors import UnknownName
from houseway.web.guard import OurForm, parts_of
from houseway.web.pages import page
from houseway.web.words import COOKIE, codes, language

pages = APIRouter(include_in_schema=False)

YEAR = 365 * 24 * 3600

Code = Annotated[str, Path(max_length=20, pattern="^[a-zA-Z_-]+$")]


@pages.post("/language", dependencies=[OurForm])
def choose(request: Request, code: Annotated[str, Form(max_length=20)]) -> Response:
    """Keep the language, and go back to the page where it was chosen."""
    if code not in codes():
        raise UnknownName(f"there are no words in {code!r} here: choose one of {', '.join(codes())}")
    before = parts_of(request.headers.get("referer", "/"))
    path = before.path if before.path.startswith("/") and not before.path.startswith("//") else "/"
    answer = RedirectResponse(path + (f"?{before.query}" if before.query else ""), 303)
    secure = request.url.scheme == "https"
    answer.set_cookie(COOKIE, code, max_age=YEAR, httponly=True, samesite="lax", secure=secure, path="/")
    return answer


@pages.get("/words/{code}.json")
async def words(request: Request, code: Code) -> Response:
    """What scripts say in a language; another address as soon as a word is another.

    The first who asks has it put together in a thread; nobody waits for one of those that wait for the database.
    """
    if code not in codes():
        raise UnknownName(f"there are no words in {code!r} here: choose one of {', '.join(codes())}")
    keep = {"Cache-Control": "public, max-age=31536000, immutable", "Vary": "Accept-Encoding"}
    packed = "gzip" in request.headers.get("accept-encoding", "")
    if packed:
        keep["Content-Encoding"] = "gzip"
    content = await to_thread.run_sync(_script, code, packed, limiter=CapacityLimiter(1))
    return Response(content, media_type="application/json", headers=keep)


def _script(code: str, packed: bool) -> bytes:
    return language(code).compressed if packed else language(code).script


@pages.get("/offline")
def offline(request: Request, lang: Annotated[str, Query(max_length=20)] = "") -> Response:
    """What a page says where there is no line; pages keep it for the browser's worker, in their own language."""
    return page(request, "offline.html", language=language(lang) if lang in codes() else None)
