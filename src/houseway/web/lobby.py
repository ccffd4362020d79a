"""The lobby: the games, the open tables, and a new table by a form that the game's document makes."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Annotated, Any, cast

from fastapi import APIRouter, Form, Path, Request
from fastapi.responses import RedirectResponse, Response

from houseway.document import Document
from houseway.errors import HousewayError, IllegalSetting
from houseway.game import Game
from houseway.games import GAMES
from houseway.games import game as find
from houseway.room.opening import NOTES, cannot_open
from houseway.document.settings import LAYERS, Setting, Settings
from houseway.web.figures import Figures
from houseway.web.guard import OurForm, OurScript
from houseway.web.pages import page
from houseway.web.people import Player, TheRoom, Viewer
from houseway.web.wire import FAULTS, Checked, Choices, SettingFault

pages = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api", responses=FAULTS, tags=["games"])

GameId = Annotated[str, Path(max_length=40, pattern="^[a-z0-9-]+$")]
WHOSE = {"state": "Rules of the state", "game": "Rules of the game", "house": "Rules of the house"}


def figures_of(request: Request) -> Figures:
    return cast(Figures, request.app.state.figures)


def preparing(request: Request, game: Game) -> dict[str, Any] | None:
    """What to answer while the advice on a game is being prepared; None once it is ready."""
    found: dict[str, Any] | None = request.app.state.preparation.waiting(game)
    return found


@pages.get("/")
def lobby(request: Request, room: TheRoom, viewer: Viewer) -> Response:
    names = {game.id: game.name for game in GAMES}
    return page(request, "lobby.html", viewer=viewer, games=GAMES, tables=room.tables(), names=names)


@pages.get("/tables/new")
def new_table(request: Request, viewer: Viewer, game: str = GAMES[0].id) -> Response:
    if viewer is None:
        return RedirectResponse(f"/sign-in?next=/tables/new%3Fgame={find(game).id}", 303)
    return _form(request, viewer, find(game), {}, "", ())


@pages.post("/tables/new", dependencies=[OurForm])
async def open_table(request: Request, room: TheRoom, viewer: Player, game: Annotated[str, Form()]) -> Response:
    """Open a table with the form's settings, or show the form again with what is wrong."""
    found = find(game)
    form = {key: value for key, value in (await request.form()).items() if isinstance(value, str)}
    given = {spec.id: form[f"set.{spec.id}"] for spec in _shown(found.document) if f"set.{spec.id}" in form}
    name = form.get("name", "").strip()[:60]
    if faults := faults_in(found, given):
        return _form(request, viewer, found, given, name, faults, status=422)
    try:
        table = room.open_table(viewer, found.id, given, name)
    except HousewayError as fault:
        return _form(request, viewer, found, given, name, [SettingFault(setting="", says=str(fault))], status=422)
    return RedirectResponse(f"/tables/{table}", 303)


def _form(
    request: Request,
    viewer: object,
    game: Game,
    given: Mapping[str, str],
    name: str,
    faults: Iterable[SettingFault],
    status: int = 200,
) -> Response:
    listed = sorted(_shown(game.document), key=lambda spec: LAYERS.index(spec.layer), reverse=True)
    layers = [(WHOSE[layer], list(specs)) for layer, specs in groupby(listed, key=lambda spec: spec.layer)]
    placed = {fault.setting: fault.says for fault in faults}
    context = {"game": game, "games": GAMES, "layers": layers, "given": given, "name": name, "faults": placed}
    return page(request, "new_table.html", status=status, viewer=viewer, notes=NOTES, **context)


def _shown(document: Document) -> list[Setting]:
    """What concerns a table; what an analysis assumes of its player does not."""
    return [spec for spec in document.settings if spec.layer != "analysis"]


def faults_in(game: Game, given: Mapping[str, str]) -> list[SettingFault]:
    """Every fault, at its setting where it has one, else of the combination."""
    specs = {spec.id: spec for spec in game.document.settings}
    faults = []
    for id_, value in given.items():
        try:
            if id_ not in specs:
                raise IllegalSetting(f"{game.name} has no setting {id_!r}")
            specs[id_].parse(value)
        except HousewayError as fault:
            faults.append(SettingFault(setting=id_, says=str(fault)))
    if faults:
        return faults
    try:
        settings = game.document.configure(given)
        game.setup(settings, full_table(game, settings))
    except HousewayError as fault:
        return [SettingFault(setting="", says=str(fault))]
    return [SettingFault(setting=id_, says=says) for id_, says in cannot_open(settings).items()]


def full_table(game: Game, settings: Settings) -> dict[int, dict[str, int]]:
    """Every seat with the least wagers that it must make: what a table has to be able to play."""
    least = {w.id: settings.integer(w.least) if w.least else 1_00 for w in game.document.wagers if w.required}
    seats = settings.integer("seats") if "seats" in settings else 1
    return dict.fromkeys(range(1, seats + 1), least)


@api.get("/games/{game}")
def about(game: GameId) -> dict[str, Any]:
    """What the document of a game says: clauses, wagers, paytables, settings, rulings."""
    document = find(game).document
    return {
        "id": document.game,
        "name": document.name,
        "summary": document.summary,
        "source": vars(document.source),
        "clauses": [vars(clause) for clause in document.clauses],
        "wagers": [{"id": w.id, "name": w.name, "clause": w.clause, "required": w.required} for w in document.wagers],
        "paytables": [_paytable(each) for each in document.paytables],
        "settings": [
            {"id": s.id, "says": s.says, "clause": s.clause, "layer": s.layer, "bounds": s.bounds, "source": s.source}
            for s in document.settings
        ],
        "rulings": [{"id": r.id, "question": r.question, "choice": r.choice} for r in document.rulings],
    }


def _paytable(table: Any) -> dict[str, Any]:
    rows = [{"label": row.label, "pays": str(row.pay)} for row in table.rows]
    return {"id": table.id, "wager": table.wager, "clause": table.clause, "basis": table.basis, "rows": rows}


@api.get("/games/{game}/odds")
def odds(request: Request, game: GameId) -> dict[str, Any]:
    """The exact edges at the default settings; what is not computed yet is on its way."""
    found = find(game)
    return figures_of(request).of(found, found.document.configure({}))


@api.post("/games/{game}/check", dependencies=[OurScript])
def check(game: GameId, choices: Choices) -> Checked:
    """Whether a table can be opened with these settings, and what is wrong where it cannot."""
    faults = faults_in(find(game), choices.settings)
    return Checked(ok=not faults, faults=faults)
