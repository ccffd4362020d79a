"""Two configurations of a wager side by side, and what each difference is worth: `houseway what-if` on a page."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from starlette.concurrency import run_in_threadpool

from houseway.document.paytables import Row, parse_pay
from houseway.document.settings import Setting, Settings
from houseway.errors import HousewayError, IllegalAnswer, IllegalSetting, short
from houseway.game import Game
from houseway.games import game as find
from houseway.web.guard import OurForm
from houseway.web.lab import ByContent, Table, WagerId, chosen, studies_of
from houseway.web.lab_contents import WAY
from houseway.web.lab_counting import side_by_side
from houseway.web.lab_fields import PAY, Fields, carried
from houseway.web.lab_forms import Form
from houseway.web.lobby import GameId, who_asks
from houseway.web.people import TheRoom, Viewer
from houseway.web.wire import fields_of

pages = APIRouter(include_in_schema=False, dependencies=[ByContent])

TEMPLATE = "lab_compare.html"
ONE, OTHER = "one-", "other-"
KINDS = ("flag", "choice", "integer", "ratio", "percent", "paytable")
APART = ("seats", "offer-", "games-")
"""How the settings begin that say who may wager, and not what a wager is worth."""

MOST_CHANGES = 12


class Asked(NamedTuple):
    """What a form asks for: the one configuration, what the other has otherwise, and whether pays change the play."""

    one: Settings
    changes: tuple[tuple[str, str, str], ...] = ()
    anew: bool = False


@pages.get("/lab/{game_id}/{wager}/compare")
async def compare_page(
    request: Request, room: TheRoom, viewer: Viewer, game_id: GameId, wager: WagerId, table: Table = 0
) -> Response:
    """Two configurations to choose, and what they come to where that does not take minutes."""
    game, settings = await run_in_threadpool(chosen, request, room, find(game_id), table)
    fields = Fields(request.query_params)
    asked = _read(game, settings, wager, fields)
    told = None
    if counts := bool(asked.changes) and not fields.faults and not _long(game, wager):
        try:
            key = ("compare", game, wager, *asked)
            given = game, wager, *asked
            told = await studies_of(request).of(who_asks(request, viewer), key, _told, *given, weight=1)
        except HousewayError as fault:
            fields.fault("", fault)
            counts = False
    more = {"told": told, "waits": counts and not told, **_choices(game, settings, wager, asked)}
    form = Form(request, viewer, TEMPLATE, game, settings, fields, more)
    return form.page(202 if counts and told is None else 200)


@pages.post("/lab/{game_id}/{wager}/compare", dependencies=[OurForm])
async def compare(
    request: Request, room: TheRoom, viewer: Viewer, game_id: GameId, wager: WagerId, table: Table = 0
) -> Response:
    """Count them: at an address that tells both, or, where it takes minutes, as a job."""
    game, settings = await run_in_threadpool(chosen, request, room, find(game_id), table)
    fields = Fields(await fields_of(request))
    asked = _read(game, settings, wager, fields)
    if not fields.faults:
        fields.judge("", _something, asked.changes)
    _shorten(fields, game, settings, wager, asked)
    more = {"told": None, "waits": False, **_choices(game, settings, wager, asked)}
    form = Form(request, viewer, TEMPLATE, game, settings, fields, more)
    if fields.faults or _long(game, wager):
        given = {"wager": wager, "settings": asked.one, "changes": asked.changes, "anew": asked.anew}
        return form.begun(side_by_side, "lab_job_compare.html", given)
    return RedirectResponse(f"{request.url.path}?{carried(request)}&{fields.query}", 303)


def _told(game: Game, wager: str, one: Settings, changes: Sequence[tuple[str, str, str]], anew: bool) -> dict[str, Any]:
    return side_by_side(None, game=game, wager=wager, settings=one, changes=changes, anew=anew)


def _long(game: Game, wager: str) -> bool:
    from houseway.lab.readings import takes_long

    return takes_long(game, wager)


def _choices(game: Game, settings: Settings, wager: str, asked: Asked) -> dict[str, Any]:
    """What the page offers to change, in groups, and how it stands."""
    specs = comparable(game, wager)
    first = [spec for spec in specs if spec.id in ("decks", "commission") or spec.id.startswith(f"{wager}-")]
    groups = [(payable(settings, wager), first), ([], [spec for spec in specs if spec not in first])]
    return {
        "groups": [each for each in groups if any(each)] or groups,
        "now": settings.show(),
        "changes": asked.changes,
        "wager": game.document.wager(wager),
        "wagers": [each for each in game.document.wagers if each.analysed],
    }


# ------------------------------------------------------------------------------------------------ what is asked


def comparable(game: Game, wager: str) -> list[Setting]:
    """The settings that can move a wager: not those of other wagers, of money and of calls."""
    wagers = sorted((each.id for each in game.document.wagers), key=len, reverse=True)

    def fits(spec: Setting) -> bool:
        whose = next((each for each in wagers if spec.id.startswith(f"{each}-")), wager)
        kind = spec.type in KINDS or spec.id in (WAY, f"{wager}-meter")
        return kind and whose == wager and not spec.id.startswith(APART)

    return [spec for spec in game.document.settings if fits(spec)]


def payable(settings: Settings, wager: str) -> list[Row]:
    """The rows whose pays can be typed."""
    table = settings.paytable(wager)
    return [] if table is None else [row for row in table.rows if row.pay.kind == "ratio"]


def _read(game: Game, settings: Settings, wager: str, fields: Fields) -> Asked:
    """What was typed, with what is wrong at its field."""
    game.ask(wager, settings)
    specs, now = comparable(game, wager), settings.show()
    ones = _values(fields, specs, ONE, now)
    others = _values(fields, specs, OTHER, {**now, **ones})
    pays = {row.award: _pay(fields, row) for row in payable(settings, wager)}
    changes = [("set", id_, text) for id_, text in others.items()]
    changes += [("pay", award, text) for award, text in pays.items() if text]
    if fields.faults:
        return Asked(settings)
    try:
        one = game.configure({**now, **ones})
        other = game.configure({**one.show(), **others})
        for side in (one, other):
            game.ask(wager, side)
            _rows_there(side, wager, [award for award, text in pays.items() if text])
        fields.judge("", _few, changes)
    except HousewayError as fault:
        fields.fault("", fault)
        return Asked(settings)
    return Asked(one, tuple(changes), fields.flag("anew"))


def _values(fields: Fields, specs: Sequence[Setting], side: str, base: Mapping[str, str]) -> dict[str, str]:
    """The settings that a side has otherwise than `base`."""
    found = {spec.id: fields.read(side + spec.id, _reader(spec), base[spec.id]) for spec in specs}
    return {id_: text for id_, text in found.items() if text != base[id_]}


def _reader(spec: Setting) -> Any:
    def read(text: str) -> str:
        if "\n" in text or len(text) > 60:
            raise IllegalAnswer(f"write a value of {spec.id}, not {short(text)!r}")
        return spec.show(spec.parse(text))

    return read


def _pay(fields: Fields, row: Row) -> str:
    """Another pay than the row's; nothing where it is the same."""

    def read(text: str) -> str:
        pay = parse_pay(text) if len(text) <= 20 else None
        if pay is None or pay.kind != "ratio":
            award = row.label or row.award.replace("-", " ")
            raise IllegalSetting(f"the pay of {award} is a number, as in 8 or 3:2, not {short(text)!r}")
        return "" if pay == row.pay else text

    return fields.read(PAY + row.award, read, "")


def _rows_there(settings: Settings, wager: str, awards: Sequence[str]) -> None:
    table = settings.paytable(wager)
    for award in awards:
        if table is None or table.row(award) is None:
            raise IllegalSetting(f"the other paytable has no row {award!r}: change its pay or the paytable")


def _few(changes: Sequence[object]) -> None:
    if len(changes) > MOST_CHANGES:
        raise IllegalAnswer(f"at most {MOST_CHANGES} differences are told apart: each is counted by itself")


def _something(changes: Sequence[object]) -> None:
    if not changes:
        raise IllegalAnswer("both are the same: choose what the other has otherwise")


def _shorten(fields: Fields, game: Game, settings: Settings, wager: str, asked: Asked) -> None:
    """Of what was typed only what is otherwise goes into an address."""
    if fields.faults:
        return
    now, one = settings.show(), asked.one.show()
    others = {name: text for kind, name, text in asked.changes if kind == "set"}
    pays = {name: text for kind, name, text in asked.changes if kind == "pay"}
    kept = {ONE + spec.id: one[spec.id] for spec in comparable(game, wager) if one[spec.id] != now[spec.id]}
    kept |= {OTHER + name: text for name, text in others.items()} | {PAY + name: text for name, text in pays.items()}
    fields.typed = kept | ({"anew": "yes"} if asked.anew else {})
