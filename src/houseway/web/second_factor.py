"""The second factor in the browser: setting one up with a device, and the code that is asked for at sign-in."""

import io
from typing import Annotated

import segno
from fastapi import APIRouter, Form, Request
from fastapi.responses import RedirectResponse, Response
from markupsafe import Markup

from houseway.errors import HousewayError
from houseway.room import Forbidden, Person, Room, SignInFirst
from houseway.room.people.people import CODE, ENROL
from houseway.room.people.second_factor import address, typed
from houseway.web.guard import OurForm, session_in
from houseway.web.pages import page
from houseway.web.people import Next, TheRoom, Viewer, enter, local

pages = APIRouter(include_in_schema=False)

Code = Annotated[str, Form(max_length=40)]
DRAWN = {"kind": "svg", "scale": 5, "border": 4, "dark": "#000", "light": "#fff", "xmldecl": False, "nl": False}


def _half(request: Request, room: Room, stage: str) -> Person | None:
    """Whoever has begun to come in and lacks this."""
    found = room.people.half_session(session_in(request))
    return found[0] if found is not None and found[1] == stage else None


@pages.get("/code")
def code_page(request: Request, room: TheRoom, next: str = "/") -> Response:
    if _half(request, room, CODE) is None:
        return RedirectResponse("/sign-in", 303)
    return page(request, "code.html", next=local(next))


@pages.post("/code", dependencies=[OurForm])
def give_code(request: Request, room: TheRoom, code: Code = "", next: Next = "/") -> Response:
    """The right code ends the session that lacked it, and begins a whole one."""
    person = _half(request, room, CODE)
    if person is None:
        raise SignInFirst("sign in first")
    try:
        room.factors.check(person, code)
    except HousewayError as fault:
        return page(request, "code.html", status=422, fault=str(fault), next=local(next))
    room.people.end_session(session_in(request))
    return enter(request, room, person, local(next), checked=True)


def _enrolling(request: Request, room: Room, viewer: Person | None) -> Person:
    person = viewer or _half(request, room, ENROL)
    if person is None:
        raise SignInFirst("sign in first")
    if person.guest:
        raise Forbidden("a guest has no password, and so no second factor: make an account first")
    return person


@pages.get("/second-factor")
def enrolment_page(request: Request, room: TheRoom, viewer: Viewer) -> Response:
    person = _enrolling(request, room, viewer)
    if room.factors.has(person):
        return page(request, "second_factor.html", viewer=viewer, person=person, has=True)
    secret, ticket = room.factors.offer(person)
    return _offer(request, viewer, person, secret, ticket=ticket)


@pages.post("/second-factor", dependencies=[OurForm])
def enrol(
    request: Request,
    room: TheRoom,
    viewer: Viewer,
    ticket: Annotated[str, Form(max_length=1000)] = "",
    code: Code = "",
) -> Response:
    """The first code from the device makes its secret this person's second factor; every session ends but for this
    one, which begins anew."""
    person = _enrolling(request, room, viewer)
    secret = room.factors.offered(person, ticket)
    try:
        person = room.factors.enrol(person, ticket, code)
    except HousewayError as fault:
        return _offer(request, viewer, person, secret, status=422, ticket=ticket, fault=str(fault))
    return enter(request, room, person, "/" if viewer is None else "/second-factor", checked=True)


def _offer(
    request: Request, viewer: Person | None, person: Person, secret: bytes, *, status: int = 200, **more: str
) -> Response:
    """The page with a secret to scan or to type."""
    drawn = io.BytesIO()
    # any mask is valid, and to try all of them takes long
    code = segno.make(address(secret, person.name), error="m", micro=False, mask=3)
    code.save(drawn, kind="svg", scale=5, border=4, dark="#000", light="#fff", xmldecl=False, nl=False)
    given = {"viewer": viewer, "person": person, "secret": typed(secret), "qr": Markup(drawn.getvalue().decode())}
    return page(request, "second_factor.html", status=status, **given, **more)
