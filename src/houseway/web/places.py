"""Where the room's own process does what takes long: a few places of each kind, and addresses take them in turn.

Who waits for a place holds no thread, and no place among the forms of their address; what is done there has a thread
that is the place's own. So nobody holds a place and waits for something else, and no kind keeps another waiting.
"""

from collections.abc import Callable
from typing import TypeVar, cast

from anyio import CapacityLimiter, to_thread
from fastapi import FastAPI, Request

from houseway.web.guard import place_in
from houseway.web.pages import TOO_MANY
from houseway.web.streams import TooMany
from houseway.web.turns import MOST_WAITING, Full, Turns, elsewhere

Found = TypeVar("Found")

PLACES = {"readers": 2, "lists": 2, "books": 1, "texts": 1, "passwords": 2}
"""How many are worked in at once. Each rests as long as it was worked in."""


def lay_out(app: FastAPI) -> None:
    """The places of an application."""
    for kind, places in PLACES.items():
        setattr(app.state, kind, Turns(places, MOST_WAITING, rest=True))


async def read(request: Request, call: Callable[..., Found], *given: object) -> Found:
    """What grows with what was played, and anybody may ask for: proofs, rounds, records, the log, one's own page."""
    return await _at("readers", request, call, *given)


async def seek(request: Request, call: Callable[..., Found], *given: object) -> Found:
    """The open tables, looked through for those that somebody wants: whoever comes to the room asks for them."""
    return await _at("lists", request, call, *given)


async def booked(request: Request, call: Callable[..., Found], *given: object) -> Found:
    """What staff reads of all tables: guests do not wait for it, nor it for them."""
    return await _at("books", request, call, *given)


async def checked(request: Request, call: Callable[..., Found], *given: object) -> Found:
    """What settings and paytables of one's own say."""
    return await _at("texts", request, call, *given)


async def judged(request: Request, call: Callable[..., Found], *given: object) -> Found:
    """What is done with a password: it is judged, hashed or looked at."""
    return await _at("passwords", request, call, *given)


async def _at(kind: str, request: Request, call: Callable[..., Found], *given: object) -> Found:
    turns = cast(Turns, getattr(request.app.state, kind))
    try:
        async with elsewhere(), turns.turn(place_in(request.scope)):
            return await to_thread.run_sync(call, *given, limiter=CapacityLimiter(1))
    except Full:
        raise TooMany(TOO_MANY) from None
