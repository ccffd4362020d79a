"""The page of accounts, for managers: made, given a role, reset, locked, signed out."""

from typing import Annotated, Literal

from fastapi import APIRouter, Form, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from houseway.errors import HousewayError
from houseway.room import Person
from houseway.room.people.accounts import Accounts
from houseway.room.people.people import PLAYER, ROLES, WHO_NEEDS_ONE
from houseway.web.guard import OurForm
from houseway.web.pages import page
from houseway.web.people import Player, TheRoom
from houseway.web.places import judged

pages = APIRouter(include_in_schema=False)

What = Literal["add", "role", "reset", "lock", "unlock", "end-sessions", "remove-factor", "require"]


@pages.get("/accounts")
def accounts_page(request: Request, room: TheRoom, player: Player, like: str = "") -> Response:
    return _page(request, Accounts(room.store, room.people, player), player, like=like[:100])


@pages.post("/accounts/{what}", dependencies=[OurForm])
async def change(
    what: What,
    request: Request,
    room: TheRoom,
    player: Player,
    name: Annotated[str, Form(max_length=200)] = "",
    role: Annotated[str, Form(max_length=40)] = PLAYER,
) -> Response:
    """One step; the page says what was done, and a one-time password this once."""
    accounts = Accounts(room.store, room.people, player)

    def step() -> Response:
        try:
            done, once = _done(accounts, what, name, role)
        except HousewayError as fault:
            return _page(request, accounts, player, status=422, fault=str(fault), name=name, role=role, what=what)
        return _page(request, accounts, player, done=done, once=once)

    return await (judged(request, step) if what in ("add", "reset") else run_in_threadpool(step))


def _done(accounts: Accounts, what: What, name: str, role: str) -> tuple[str, str]:
    """What was done in a sentence, and a one-time password where there is one."""
    match what:
        case "add":
            made, once = accounts.add(name, role)
            return f"{made} has an account, as {role}", once
        case "reset":
            reset, once = accounts.reset(name)
            return f"{reset} has a new password and is signed out", once
        case "role":
            return f"{accounts.role(name, role)} is {role} now", ""
        case "lock":
            return f"{accounts.lock(name)} is locked and signed out", ""
        case "unlock":
            return f"{accounts.unlock(name)} may sign in again", ""
        case "remove-factor":
            return f"{accounts.remove_factor(name)} has no second factor any more and is signed out", ""
        case "require":
            return f"A second factor is asked from {accounts.require(role)} now", ""
        case "end-sessions":
            ended, count = accounts.end_sessions(name)
            return f"{ended} is signed out of {count} session{'' if count == 1 else 's'}", ""


def _page(
    request: Request, accounts: Accounts, viewer: Person, *, status: int = 200, like: str = "", **more: str
) -> Response:
    listed = accounts.all(like)
    given = {"viewer": viewer, "accounts": listed, "roles": ROLES, "like": like}
    given |= {"needing": tuple(WHO_NEEDS_ONE), "required": accounts.required()}
    return page(request, "accounts.html", status=status, **given, **more)
