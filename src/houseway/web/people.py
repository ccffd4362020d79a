"""Who is asking: the session's cookie, signing in and out."""

import hashlib
from secrets import token_hex
from typing import Annotated, cast
from urllib.parse import quote

from fastapi import APIRouter, Depends, Form, Request
from fastapi.responses import RedirectResponse, Response
from starlette.concurrency import run_in_threadpool

from houseway.errors import HousewayError
from houseway.room import Command, Forbidden, Person, Room, SignInFirst
from houseway.room.acts.wagers import BetsClosed
from houseway.room.people.names import name_key
from houseway.room.people.people import CODE, ENROL
from houseway.web.guard import SESSION, OurForm, named, parts_of, place_in, session_in
from houseway.web.pages import page
from houseway.web.places import judged
from houseway.web.refusals import too_often

pages = APIRouter(include_in_schema=False)

MONTH = 30 * 24 * 3600
KNOWN = "houseway_known"
"""The cookie of a guest who has signed out: coming back in this browser finds the same person."""

PAGES = {CODE: "/code", ENROL: "/second-factor"}
"""Where a session finds what it lacks."""


BY_PASSWORD = ("account", "register")
"""The ways to come in for which a password is looked at or judged."""

GUESTS = ("guest", "back")

CHOOSING = ("/password", "/sign-out")
"""All that a one-time password opens."""


def room_of(request: Request) -> Room:
    return cast(Room, request.app.state.room)


TheRoom = Annotated[Room, Depends(room_of)]


def viewer_of(request: Request, room: TheRoom) -> Person | None:
    """The person of this session, if there is one."""
    token = session_in(request)
    person = room.people.of_session(token) if token else None
    if person is not None and person.provisional and request.url.path not in CHOOSING:
        person = None
    request.state.person = None if person is None else person.id
    return person


Viewer = Annotated[Person | None, Depends(viewer_of)]


def player_of(viewer: Viewer) -> Person:
    if viewer is None:
        raise SignInFirst("choose a name first: sign in, or come in as a guest")
    return viewer


Player = Annotated[Person, Depends(player_of)]


def address_of(request: Request) -> str:
    """Where a request comes from, as the server knows it and rates count it."""
    return place_in(request.scope)


def origin_of(request: Request) -> str:
    """The browser that a request comes from, as far as its cookie for the visit tells it from others."""
    return hashlib.sha256(f"origin {request.state.visit}".encode()).hexdigest()[:16]


Next = Annotated[str, Form()]
"""Where somebody would go on to."""


def local(path: str) -> str:
    """A path of this room to go on to; never another site's."""
    return path if path.startswith("/") and not path.startswith(("//", "/\\")) else "/"


MOST_WISH = 4000
"""Characters of an address to go on to: what is longer fits no address that leads through the door."""


def onward(door: str, wish: str) -> RedirectResponse:
    """To a page of the door, which leads on to this path of the room."""
    path = local(wish)
    if len(quote(path)) > MOST_WISH:
        path = path.partition("?")[0]
    return RedirectResponse(door if path == "/" else f"{door}?next={quote(path)}", 303)


def wish_of(request: Request) -> str:
    """The page that somebody asked for, or the one whose form they sent; to sign in leads back to it."""
    asked = parts_of(str(request.url))
    if request.method not in ("GET", "HEAD"):
        asked = parts_of(request.headers.get("referer", ""))
        if asked.netloc != request.headers.get("host", ""):
            return "/"
    return f"{asked.path}?{asked.query}" if asked.query else asked.path


@pages.get("/sign-in")
def sign_in_page(request: Request, room: TheRoom, viewer: Viewer, next: str = "/") -> Response:
    if viewer is not None:
        return RedirectResponse(local(next), 303)
    half = room.people.half_session(session_in(request))
    if half is not None:
        return onward(PAGES.get(half[1], "/password"), next)
    return page(request, "sign_in.html", next=local(next), known=known_of(request, room))


def known_of(request: Request, room: Room) -> Person | None:
    """The guest who was here before, in this browser."""
    token = request.cookies.get(named(KNOWN, request.headers), "")
    person = room.people.of_session(token) if token else None
    return person if person is not None and person.guest else None


def is_called(person: Person, name: str) -> bool:
    """Whether who has typed this name in the browser that this person was here with is that person."""
    return name_key(name) == name_key(person.name)


@pages.post("/sign-in", dependencies=[OurForm])
async def sign_in(
    request: Request,
    room: TheRoom,
    how: Annotated[str, Form()] = "guest",
    name: Annotated[str, Form(max_length=200)] = "",
    password: Annotated[str, Form(max_length=1000)] = "",
    again: Annotated[str, Form(max_length=1000)] = "",
    twice: Annotated[bool, Form()] = False,
    next: Next = "/",
) -> Response:
    """A guest by name or come back, an account by password, or a new account."""
    if how in BY_PASSWORD and (wait := request.state.tried()):
        return too_often(request.scope, wait)

    def come_in() -> Response:
        known = known_of(request, room)
        if known is not None and (how == "back" or (how == "guest" and is_called(known, name))):
            return come_back(request, local(next))
        try:
            if how == "account":
                person = room.people.sign_in(name, password, address_of(request))
            elif how == "register":
                check_twice(password, again if twice else password)
                person = room.people.register(name, password)
            elif how in GUESTS:
                person = room.people.guest(name)
            else:
                raise HousewayError("come in as a guest, with an account, or with a new account")
        except HousewayError as fault:
            return page(request, "sign_in.html", status=422, next=local(next), fault=str(fault), how=how, name=name)
        return enter(request, room, person, local(next))

    return await (judged(request, come_in) if how in BY_PASSWORD else run_in_threadpool(come_in))


def enter(request: Request, room: Room, person: Person, next: str, *, checked: bool = False) -> Response:
    """Begin a session, and go on to what it lacks first: a code, a second factor, a password of one's own."""
    token = room.people.session(person, checked=checked)
    half = room.people.half_session(token)
    lacks = PAGES.get(half[1], "") if half is not None else ""
    door = lacks or ("/password" if person.provisional else "")
    answer = onward(door, next) if door else RedirectResponse(next, 303)
    remember(request, answer, token)
    return answer


def come_back(request: Request, next: str) -> Response:
    """A guest who was here before goes on as the same person."""
    answer = RedirectResponse(next, 303)
    remember(request, answer, request.cookies[named(KNOWN, request.headers)])
    answer.delete_cookie(named(KNOWN, request.headers), path="/")
    return answer


def _get_up(room: Room, person: Person) -> None:
    """From every table; the house plays a hand that is under way to its end. A seat that is bound by a bet which a
    browser has signed is freed later, and what lies there is taken back; nobody goes while such a bet is about to be
    played."""
    closed = [fault for table in room.tables_of(person) if (fault := _left(room, person, table)) is not None]
    if closed:
        raise BetsClosed("your bets are closed, and their round begins in a moment: sign out then")


def _left(room: Room, person: Person, table: int) -> BetsClosed | None:
    """Get up from a table, or else take one's bets back; that they are closed, where it is so."""
    for kind in ("leave", "clear"):
        try:
            room.do(Command(table, person.id, token_hex(8), None, kind))
        except BetsClosed as fault:
            return fault
        except HousewayError:
            continue
        break
    return None


@pages.post("/sign-out", dependencies=[OurForm])
def sign_out(request: Request, room: TheRoom, viewer: Viewer) -> Response:
    """Get up from every table and go; a guest has no password, so the browser keeps who it was, by another token."""
    token = session_in(request)
    if viewer is not None:
        _get_up(room, viewer)
    answer = RedirectResponse("/", 303)
    if viewer is not None and viewer.guest:
        remember(request, answer, room.people.session(viewer), KNOWN)
    room.people.end_session(token)
    answer.delete_cookie(named(SESSION, request.headers), path="/")
    return answer


@pages.post("/chips", dependencies=[OurForm])
def more_chips(request: Request, room: TheRoom, player: Player) -> Response:
    """Play chips for who has hardly any; back to where they were asked for."""
    room.people.more_chips(player)
    return RedirectResponse(local(parts_of(request.headers.get("referer", "/")).path or "/"), 303)


def check_twice(password: str, again: str) -> None:
    """Refuse a new password that a form asks for twice, and was typed otherwise."""
    if again != password:
        raise HousewayError("the new password is not the same in both fields: type it twice")


def _with_password(person: Person) -> None:
    if person.guest:
        raise Forbidden("a guest has no password: make an account first")


@pages.get("/password")
def password_page(request: Request, viewer: Viewer, next: str = "/") -> Response:
    if viewer is None:
        return RedirectResponse("/sign-in?next=/password", 303)
    _with_password(viewer)
    return page(request, "password.html", viewer=viewer, next=local(next))


@pages.post("/password", dependencies=[OurForm])
async def set_password(
    request: Request,
    room: TheRoom,
    player: Player,
    old: Annotated[str, Form(max_length=1000)] = "",
    new: Annotated[str, Form(max_length=1000)] = "",
    again: Annotated[str, Form(max_length=1000)] = "",
    twice: Annotated[bool, Form()] = False,
    next: Next = "/",
) -> Response:
    """A new password ends every session of the account, and begins this one anew."""
    _with_password(player)

    def change() -> Response:
        try:
            check_twice(new, again if twice else new)
            changed = room.people.set_password(player, old, new, address_of(request))
        except HousewayError as fault:
            return page(request, "password.html", status=422, viewer=player, fault=str(fault), next=local(next))
        return enter(request, room, changed, local(next), checked=True)

    return await judged(request, change)


def remember(request: Request, answer: Response, token: str, cookie: str = SESSION) -> None:
    """Let the browser keep the session."""
    secure = request.url.scheme == "https"
    own = named(cookie, request.headers)
    answer.set_cookie(own, token, max_age=MONTH, httponly=True, samesite="lax", secure=secure, path="/")
