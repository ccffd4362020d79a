"""What people bring to the lab: checked with all faults at once, then a page of its own that can be passed on."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Form, Path, Query, Request
from fastapi.responses import PlainTextResponse, RedirectResponse, Response
from starlette.concurrency import run_in_threadpool

from houseway.academy import Item
from houseway.academy.house import House
from houseway.document import WagerSpec
from houseway.errors import HousewayError, UnknownName
from houseway.game import Game
from houseway.games import game as find
from houseway.games import games
from houseway.room import Busy, Person
from houseway.web.academy import verdict_on
from houseway.web.guard import OurForm
from houseway.web.lab import ByContent, at_hash, brought, kept_in
from houseway.web.lab_contents import KINDS, PAYTABLE, WAY, Brought, Content, faults_of
from houseway.web.lab_jobs import owner_of
from houseway.web.lobby import lines_of, who_asks, work_of
from houseway.web.own import as_toml
from houseway.web.pages import page
from houseway.web.people import Viewer
from houseway.web.streams import TooMany
from houseway.web.work import Overloaded, TooLong

pages = APIRouter(include_in_schema=False)

Hash = Annotated[str, Path(max_length=64, pattern="^[0-9a-f]{64}$")]
Seed = Annotated[int, Query(ge=0, lt=2**53)]
Short = Annotated[str, Query(max_length=60)]


async def at_path(request: Request, viewer: Viewer, hash_: Hash) -> Brought:
    """What somebody brought that the path names."""
    return await at_hash(request, viewer, hash_)


AtPath = Annotated[Brought, Depends(at_path)]


@pages.get("/lab/own", dependencies=[ByContent])
def bring_page(
    request: Request, viewer: Viewer, game: Short = "", kind: Short = PAYTABLE, like: Short = ""
) -> Response:
    """The form: a kind, a game, and a text, to begin with what is printed or what was brought before."""
    if (own := brought(request)) is not None:
        return _form(request, viewer, own.content, ())
    found = find(game) if game else games()[0]
    content = Content(kind if kind in KINDS else PAYTABLE, found.id, printed(found, kind, like))
    return _form(request, viewer, content, ())


def printed(game: Game, kind: str, like: str) -> str:
    """The text of something printed, to begin with."""
    if kind == PAYTABLE and like:
        return as_toml(game.document.paytable(like))
    if kind == WAY and like in ways_of(game):
        return game.content(WAY, like)
    return ""


def ways_of(game: Game) -> tuple[str, ...]:
    """The house ways that ship with a game, as lists of lines."""
    choices = next((spec.choices for spec in game.document.settings if spec.id == WAY), ())
    return tuple(each for each in choices if game.content(WAY, each))


@pages.post("/lab/own", dependencies=[OurForm])
async def bring(
    request: Request,
    viewer: Viewer,
    kind: Annotated[str, Form(max_length=20)],
    game: Annotated[str, Form(max_length=40)],
    text: Annotated[str, Form()] = "",
) -> Response:
    """Keep what is right and go to its page; else the form again, with every fault of it."""
    if kind not in KINDS:
        raise UnknownName(f"one brings a {', a '.join(KINDS)}, not {kind!r}")
    content = Content(kind, find(game).id, lines_of(text))
    try:
        if faults := await keep(request, viewer, content):
            return _form(request, viewer, content, faults, 422)
    except (TooMany, Overloaded, TooLong, Busy) as fault:
        return _form(request, viewer, content, [("", str(fault))], 429 if isinstance(fault, TooMany) else 503)
    return RedirectResponse(f"/lab/own/{content.hash}", 303)


async def keep(request: Request, viewer: Person | None, content: Content) -> Sequence[tuple[str, str]]:
    """Check a content apart from the tables and keep it where it is right; else every fault of it."""
    who = who_asks(request, viewer)
    faults = await work_of(request).advice.answer(who, faults_of, content)
    if not faults:
        await run_in_threadpool(kept_in(request).bring, owner_of(request, viewer), content, who.place)
    return faults


def _form(
    request: Request, viewer: Person | None, content: Content, faults: Sequence[tuple[str, str]], status: int = 200
) -> Response:
    game = find(content.game)
    more: dict[str, Any] = {"ways": ways_of(game), "faults": faults, "content": content}
    return page(request, "lab_bring.html", status=status, viewer=viewer, games=games(), game=game, **more)


@pages.get("/lab/own/{hash_}")
def own_page(request: Request, viewer: Viewer, hash_: Hash, own: AtPath) -> Response:
    """What was brought: its text, and the pages of the lab with it in force."""
    more: dict[str, Any] = {"own": own, "game": own.game, "wagers": concerned(own)}
    return page(request, "lab_own.html", viewer=viewer, carried=f"own={hash_}", **more)


def concerned(own: Brought) -> list[WagerSpec]:
    """The wagers whose figures it changes."""
    named = {own.wager} if own.wager else {each.id for each in own.game.document.wagers}
    if own.content.kind == WAY:
        named = {each.id for each in own.game.document.wagers if each.required}
    return [each for each in own.game.document.wagers if each.id in named and each.analysed]


@pages.get("/lab/own/{hash_}/text.toml")
def own_text(own: AtPath) -> Response:
    """The text as it was brought."""
    content = own.content
    named = {"Content-Disposition": f'attachment; filename="{content.kind}.toml"'}
    return PlainTextResponse(content.text, headers=named)


# ------------------------------------------------------------------------------------------------ a drill of a way


@pages.get("/lab/own/{hash_}/drill")
async def drill_page(request: Request, viewer: Viewer, hash_: Hash, seed: Seed | None = None) -> Response:
    """A hand of the dealer's to set by this way."""
    if seed is None:
        return RedirectResponse(f"/lab/own/{hash_}/drill?seed={secrets.randbits(31)}", 303)
    return await _drill(request, viewer, hash_, seed, None)


@pages.post("/lab/own/{hash_}/drill", dependencies=[OurForm])
async def drilled(
    request: Request,
    viewer: Viewer,
    hash_: Hash,
    seed: Seed,
    front: Annotated[list[str], Form(max_length=20)] = [],  # noqa: B006  # FastAPI copies it
) -> Response:
    """The verdict on the cards that somebody put in front."""
    return await _drill(request, viewer, hash_, seed, tuple(front))


async def _drill(
    request: Request, viewer: Person | None, hash_: str, seed: int, front: tuple[str, ...] | None
) -> Response:
    own = await at_hash(request, viewer, hash_)
    if own.content.kind != WAY:
        raise UnknownName("this is no house way: there is no hand to set by it")
    asking = who_asks(request, viewer)
    told = await work_of(request).advice.answer(asking, set_by, own.game.id, own.settings, seed, front)
    again = secrets.randbits(31)
    more: dict[str, Any] = {"own": own, "game": own.game, "told": told, "front": front or (), "again": again}
    status = 422 if told["fault"] else 200
    return page(request, "lab_drill.html", status=status, viewer=viewer, hash=hash_, seed=seed, **more)


def set_by(game: str, settings: Mapping[str, str], seed: int, front: tuple[str, ...] | None) -> dict[str, Any]:
    """A hand to set, and the verdict on what was put in front; an answer of another form is told as a fault."""
    house, item = House(settings), Item(game, WAY, seed)
    field = item.question(house).fields[0].json()
    told: dict[str, Any] = {"cards": field["cards"], "sizes": field["sizes"], "fault": "", "verdict": None}
    if front is None:
        return told
    back = [card for card in field["cards"] if card not in front]
    try:
        verdict = verdict_on(item, house, {"piles": [list(front), back]})
    except HousewayError as fault:
        return told | {"fault": str(fault)}
    return told | {"verdict": verdict.json()}
