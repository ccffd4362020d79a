"""The lobby: the games, the open tables, and a new table by a form that the game's document makes."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cache
from itertools import groupby
from random import Random
from typing import Annotated, Any, NamedTuple, TypeVar, cast
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Form, Path, Request
from fastapi.responses import RedirectResponse, Response
from starlette.concurrency import run_in_threadpool

from houseway.cards import name
from houseway.document import Document
from houseway.document.settings import LAYERS, Setting
from houseway.errors import HousewayError, short
from houseway.game import Game
from houseway.games import game as find
from houseway.games import games, ids
from houseway.room import Person, Room, Sought, TableCard
from houseway.room.allowed import notes_on
from houseway.room.controls.choices import managers
from houseway.room.errors import Enough
from houseway.room.opening import Wanted as ReadyToOpen
from houseway.room.opening import wanted_table
from houseway.room.people.people import PLAYER
from houseway.web.figures import Figures
from houseway.web.guard import OurForm, OurScript
from houseway.web.own import FIELD, as_toml, check_sizes, read_paytables
from houseway.web.pages import page
from houseway.web.people import MOST_WISH, TheRoom, Viewer, address_of, known_of, onward
from houseway.web.places import checked, seek
from houseway.web.rules import document_json
from houseway.web.wire import FAULTS, MOST_TOLD, Checked, Choices, Posted, SettingFault
from houseway.web.work import Who, Work

pages = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api", responses=FAULTS, tags=["games"])

GameId = Annotated[str, Path(max_length=40, pattern="^[a-z0-9-]+$")]
FANNED = 5
MOST_KEPT = 200
"""Characters of a name for a table that are shown again in a form that is refused."""
SHOWN = 60
"""Tables that are listed at first; filters find the others, and who likes is shown more."""

Found = TypeVar("Found")

WHOSE = {"state": "Rules of the state", "game": "Rules of the game", "house": "Rules of the house"}


def figures_of(request: Request) -> Figures:
    return cast(Figures, request.app.state.figures)


def work_of(request: Request) -> Work:
    return cast(Work, request.app.state.work)


def who_asks(request: Request, viewer: Person | None) -> Who:
    """For the quotas of what is computed."""
    return Who(None if viewer is None else viewer.id, address_of(request))


def preparing(request: Request, game: Game) -> dict[str, Any] | None:
    """What to answer while the advice on a game is being prepared; None once it is ready."""
    found: dict[str, Any] | None = request.app.state.preparation.waiting(game)
    return found


async def advised(
    request: Request, viewer: Person | None, game: Game, call: Callable[..., Found], *given: Any
) -> Found:
    """What is found on a decision that somebody has before them; nobody waits for the compiler."""
    work = work_of(request)
    lane = work.advice if preparing(request, game) is None else work.plain
    return await lane.answer(who_asks(request, viewer), call, *given)


@pages.get("/")
async def lobby(request: Request, room: TheRoom, viewer: Viewer) -> Response:
    return await seek(request, _lobby, request, room, viewer)


def _lobby(request: Request, room: Room, viewer: Person | None) -> Response:
    fans = {game.id: fan(game) for game in games()}
    tables, count = listed(room, viewer, Sought())
    return page(
        request,
        "lobby.html",
        viewer=viewer,
        games=games(),
        fans=fans,
        tables=tables,
        count=count,
        refused=room.refused_tables(viewer),
        known=known_of(request, room),
        house=room.name,
        openable={game.id for game in openable(room, viewer)},
    )


def openable(room: Room, viewer: Person | None) -> list[Game]:
    """The games that this person may open a table of."""
    return [game for game in games() if room.may_open(viewer, game.id)]


def listed(room: Room, viewer: Person | None, wanted: Sought, most: int = SHOWN) -> tuple[list[dict[str, Any]], int]:
    """The first of the open tables that fit, one's own first, then those with people; and how many fit."""
    me = 0 if viewer is None else viewer.id
    names = {game.id: game.name for game in games()}
    found, count = room.find_tables(viewer, wanted)
    opened = {card.id for card in found if viewer is not None and viewer.role == PLAYER and card.opened_by == me}
    found.sort(key=lambda card: (me not in card.seated, card.id not in opened, not card.seated, card.id))
    shown = [
        {
            "id": card.id,
            "game": card.game,
            "game_name": names.get(card.game, card.game),
            "name": card.name,
            "taken": card.taken,
            "free": card.free,
            "people": len(card.seated),
            "bots": card.taken - len(card.seated),
            "least_cents": card.least,
            "phase": card.phase,
            "yours": me in card.seated,
            "opened": card.id in opened,
            "closes": card.id in opened and _closes(room, viewer, card),
        }
        for card in found[:most]
    ]
    return shown, count


def _closes(room: Room, viewer: Person | None, card: TableCard) -> bool:
    """Whether who has opened a table may close it now; one that others sit at is not looked at."""
    if viewer is None or set(card.seated) - {viewer.id}:
        return False
    with suppress(HousewayError):  # it is gone, or refused
        return room.closable(card.id, viewer)
    return False


@cache
def fan(game: Game) -> list[str]:
    """Some cards of a game's pack to know it by, always the same."""
    pack = sorted(set(game.pack(game.configure())))
    return [name(card) for card in sorted(Random(game.id).sample(pack, FANNED))]


OF_TABLES = ("set.", "content.", FIELD)
"""How fields of a form begin that say how a table is set."""


class Wanted(NamedTuple):
    """A table that somebody would like to open: its name, its settings and paytables of their own, as text."""

    name: str = ""
    settings: Mapping[str, str] = {}
    paytables: Mapping[str, str] = {}


@pages.get("/tables/new")
def new_table(request: Request, room: TheRoom, viewer: Viewer, game: str | None = None) -> Response:
    found = find(game or next((each.id for each in openable(room, viewer)), ids()[0]))
    if viewer is None:
        return onward("/sign-in", f"/tables/new?game={found.id}")
    return _form(request, room, viewer, found, wanted_in(found.document, request.query_params), ())


@pages.post("/tables/new", dependencies=[OurForm])
async def open_table(
    request: Request, room: TheRoom, viewer: Viewer, game: Annotated[str, Form()], form: Posted
) -> Response:
    """Open a table with the form's settings, or show the form again with what is wrong.

    Who has no name yet signs in first, and finds the form as they have filled it in.
    """
    found = find(game)
    if viewer is None:
        return _after_the_door(found, form)
    wanted, own = wanted_in(found.document, form), False
    ready, faults = await checked(request, _ready, room, viewer, found, wanted)
    faults += unknown_in(found.document, form)
    if ready is not None and not faults:
        try:
            table = await run_in_threadpool(room.open_wanted, viewer, ready)
            return RedirectResponse(f"/tables/{table}", 303)
        except HousewayError as fault:
            faults, own = [_of_all(fault)], isinstance(fault, Enough)
    return await run_in_threadpool(_form, request, room, viewer, found, wanted, faults, own=own, status=422)


def _ready(room: Room, viewer: Person, game: Game, wanted: Wanted) -> tuple[ReadyToOpen | None, list[SettingFault]]:
    """The table that is wanted, or why it cannot be opened."""
    chosen, tables, faults = _read(room, game, wanted)
    if faults:
        return None, faults
    try:
        return wanted_table(viewer, game.id, chosen, wanted.name, tables), []
    except HousewayError as fault:
        return None, [_of_all(fault)]


def _of_all(fault: HousewayError) -> SettingFault:
    """A refusal that is of no setting by itself."""
    return SettingFault(setting="", says=str(fault))


def _after_the_door(game: Game, form: Mapping[str, str]) -> Response:
    """To sign in, and from there to the form with all in it that is not as usual; texts too long for that stay where
    they were written.
    """
    usual = {f"set.{spec.id}": spec.show(spec.default) for spec in concerning(game.document)}
    fields = {"name", *usual, *(f"content.{spec.id}" for spec in game.document.settings)}
    fields |= {FIELD + wager.id for wager in game.document.wagers}
    chosen = {name: text for name, text in form.items() if name in fields and text.strip() and text != usual.get(name)}
    wish = f"/tables/new?{urlencode({'game': game.id, **chosen})}"
    if len(quote(wish)) > MOST_WISH:
        raise HousewayError("you are not signed in: sign in in another window, then go back and send the form again")
    return onward("/sign-in", wish)


def wanted_in(document: Document, form: Mapping[str, str]) -> Wanted:
    """What the form says; a content of one's own stands for the name beside it."""
    settings = {spec.id: form[f"set.{spec.id}"] for spec in concerning(document) if f"set.{spec.id}" in form}
    for spec in document.settings:
        if spec.type == "content" and (text := form.get(f"content.{spec.id}", "")).strip():
            settings[spec.id] = lines_of(text)
    paytables = {wager.id: lines_of(form.get(FIELD + wager.id, "")) for wager in document.wagers}
    name = form.get("name", "").strip()[:MOST_KEPT]
    return Wanted(name, settings, {id_: text for id_, text in paytables.items() if text})


def unknown_in(document: Document, form: Mapping[str, str]) -> list[SettingFault]:
    """A fault for each setting and paytable of a form that the game does not have; what an analysis assumes is idle."""
    known = {f"set.{spec.id}" for spec in document.settings} | {FIELD + wager.id for wager in document.wagers}
    known |= {f"content.{spec.id}" for spec in document.settings if spec.type == "content"}
    unknown = [field for field in form if field.startswith(OF_TABLES) and field not in known]
    return [SettingFault(setting="", says=_unknown(document.name, field)) for field in unknown[:MOST_TOLD]]


def _unknown(name: str, field: str) -> str:
    id_ = short(field.partition(".")[2])
    if field.startswith(FIELD):
        return f"{name} has no wager {id_!r}"
    return f"{name} has no setting {id_!r}"


def filled(document: Document, settings: Mapping[str, str]) -> dict[str, str]:
    """The same with the name of another setting where nothing is written and it is as that one."""
    default = {id_: str(spec.default) for id_, spec in document.specs.items() if spec.default in document.specs}
    return {id_: value if value.strip() else default.get(id_, value) for id_, value in settings.items()}


def lines_of(text: str) -> str:
    """A text as a file has it: a form sends the ends of lines in its own way."""
    lines = text.replace("\r\n", "\n").strip("\n")
    return f"{lines}\n" if lines.strip() else ""


def _read(room: Room, game: Game, wanted: Wanted) -> tuple[dict[str, str], list[dict[str, Any]], list[SettingFault]]:
    """The settings and the paytables that are wanted, and every fault of them, each at its place.

    Who brings a paytable of their own chooses none of the printed ones for its wager.
    """
    check_sizes(wanted.settings, wanted.paytables)
    tables, faults = read_paytables(game, wanted.paytables)
    own = {f"{table['wager']}-paytable" for table in tables}
    settings = {id_: value for id_, value in filled(game.document, wanted.settings).items() if id_ not in own}
    known = {"", *settings}
    for setting, says in room.opening_faults(game.id, settings, tables):
        faults.append(SettingFault(setting=setting if setting in known else "", says=says))
    return settings, tables, faults


def _form(
    request: Request,
    room: Room,
    viewer: Person,
    game: Game,
    wanted: Wanted,
    faults: Iterable[SettingFault],
    *,
    own: bool = False,
    status: int = 200,
) -> Response:
    locked = managers(game) if viewer.role == PLAYER else frozenset()
    context = form_context(game, wanted, faults) | {"locked": locked, "own": own}
    return page(request, "new_table.html", status=status, viewer=viewer, games=openable(room, viewer), **context)


def form_context(game: Game, wanted: Wanted, faults: Iterable[SettingFault]) -> dict[str, Any]:
    """What the fields of a table's settings and paytables are made of, with what is wrong at each."""
    listed = sorted(concerning(game.document), key=lambda spec: LAYERS.index(spec.layer), reverse=True)
    layers = [(WHOSE[layer], list(specs)) for layer, specs in groupby(listed, key=lambda spec: spec.layer)]
    placed: dict[str, str] = {}
    for fault in faults:
        placed[fault.setting] = "\n".join(filter(None, [placed.get(fault.setting, ""), fault.says]))
    payable, notes = _payable(game), notes_on(game.document.settings)
    printed = {
        wager.id: [(each.id, as_toml(each)) for each in game.document.paytables_of(wager.id)] for wager in payable
    }
    known = {"game": game, "layers": layers, "wanted": wanted, "faults": placed}
    return known | {"notes": notes, "payable": payable, "printed": printed, "locked": frozenset()}


def _payable(game: Game) -> list[Any]:
    """The wagers that are paid by a paytable."""
    return [wager for wager in game.document.wagers if game.document.paytables_of(wager.id)]


def concerning(document: Document) -> list[Setting]:
    """What concerns a table; what an analysis assumes of its player does not."""
    return [spec for spec in document.settings if spec.layer != "analysis"]


@api.get("/games/{game}")
def about(game: GameId) -> dict[str, Any]:
    """What the document of a game says: clauses, wagers, paytables, settings, rulings."""
    return document_json(find(game).document)


@api.get("/games/{game}/odds")
def odds(request: Request, game: GameId) -> dict[str, Any]:
    """The exact edges at the default settings; what is not computed yet is on its way."""
    found = find(game)
    return figures_of(request).of(found, found.configure())


@api.post("/games/{game}/check", dependencies=[OurScript])
async def check(request: Request, room: TheRoom, game: GameId, choices: Choices) -> Checked:
    """Whether a table can be opened with these settings and paytables, and what is wrong where it cannot."""
    *_, faults = await checked(request, _read, room, find(game), Wanted("", choices.settings, choices.paytables))
    return Checked(ok=not faults, faults=faults)
