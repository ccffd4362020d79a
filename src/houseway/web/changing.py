"""A manager's form on the desk: settings and paytables of an open table, with a reason."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import RedirectResponse, Response
from starlette.concurrency import run_in_threadpool

from houseway.errors import HousewayError
from houseway.room import Forbidden, Person, Room
from houseway.room.acts.act import reason_in
from houseway.room.controls.changing import change_faults, change_table, difference
from houseway.room.people.people import MANAGER
from houseway.room.room import AsSet
from houseway.web.guard import OurForm, OurScript
from houseway.web.lobby import Wanted, filled, form_context, unknown_in, wanted_in
from houseway.web.own import check_sizes, read_paytables
from houseway.web.pages import page
from houseway.web.people import Player, TheRoom, origin_of
from houseway.web.places import checked
from houseway.web.wire import FAULTS, Checked, Choices, Number, Posted, SettingFault

pages = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api/desk", responses=FAULTS, tags=["desk"])

TableId = Annotated[Number, Path()]
Read = tuple[dict[str, str], list[dict[str, Any]], list[SettingFault]]


@pages.get("/desk/tables/{table}/change")
def change_page(request: Request, room: TheRoom, player: Player, table: TableId) -> Response:
    """How a table is set, to be changed."""
    _check(player)
    now = room.set_at(table)
    return _form(request, room, player, table, Wanted("", now.settings.show()), ())


@pages.post("/desk/tables/{table}/change", dependencies=[OurForm])
async def change(request: Request, room: TheRoom, player: Player, table: TableId, form: Posted) -> Response:
    """Change it between rounds, or show the form again with what is wrong."""
    _check(player)
    now = await run_in_threadpool(room.set_at, table)
    wanted = wanted_in(now.game.document, form)
    reason = form.get("reason", "")
    settings, paytables, faults = await checked(request, _read, now, wanted)
    faults += unknown_in(now.game.document, form)
    if not faults:
        try:
            data = {"settings": settings, "reason": reason_in(reason), "paytables": paytables}
            waits = await run_in_threadpool(change_table, room, player, table, data, origin_of(request))
            return RedirectResponse(f"/desk?{'waits' if waits else 'changed'}={table}", 303)
        except HousewayError as fault:
            faults = [SettingFault(setting="", says=str(fault))]
    return await run_in_threadpool(_form, request, room, player, table, wanted, faults, reason)


@api.post("/tables/{table}/check", dependencies=[OurScript])
async def check(request: Request, room: TheRoom, player: Player, table: TableId, choices: Choices) -> Checked:
    """Whether an open table can be set so, and what is wrong where it cannot; nothing else is no fault yet."""
    _check(player)
    now = await run_in_threadpool(room.set_at, table)
    wanted = Wanted("", choices.settings, choices.paytables)
    settings, paytables, faults = await checked(request, _read, now, wanted)
    faults = faults if settings or paytables else []
    return Checked(ok=not faults, faults=faults)


def _check(player: Person) -> None:
    if player.role != MANAGER or player.provisional:
        raise Forbidden("the settings of a table are a manager's")


def _read(now: AsSet, wanted: Wanted) -> Read:
    """What is to be otherwise, and every fault of it at its place; who brings a paytable chooses none for its wager."""
    check_sizes(wanted.settings, wanted.paytables)
    given = filled(now.game.document, wanted.settings)
    paytables, faults = read_paytables(now.game, wanted.paytables)
    own = {f"{table['wager']}-paytable" for table in paytables}
    settings = difference(now, {id_: value for id_, value in given.items() if id_ not in own})
    if not faults:
        known = {"", *settings}
        for setting, says in change_faults(now, settings, paytables):
            faults.append(SettingFault(setting=setting if setting in known else "", says=says))
    return settings, paytables, faults


def _form(
    request: Request, room: Room, viewer: Person, table: int, wanted: Wanted, faults: Any, reason: str = ""
) -> Response:
    now = room.set_at(table)
    context = form_context(now.game, wanted, faults) | {"table": table, "reason": reason}
    name = room.view(table, None).json()["name"]
    return page(request, "desk_change.html", status=422 if faults else 200, viewer=viewer, name=name, **context)
