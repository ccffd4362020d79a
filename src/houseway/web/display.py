"""The display above a table: its meters, read from five metres; it needs no account and can do nothing."""

from fastapi import APIRouter, Request
from fastapi.responses import Response

from houseway.document.settings import Settings
from houseway.game import Game
from houseway.web.pages import page
from houseway.web.people import TheRoom
from houseway.web.rules import at_table, posted
from houseway.web.tables import TableId

pages = APIRouter(include_in_schema=False)

TOP = 4
"""Awards that are shown of each jackpot, the first rows of its paytable."""


@pages.get("/display/{table}")
def display(request: Request, room: TheRoom, table: TableId) -> Response:
    view = room.view(table, None).json()
    game, settings = at_table(room, table)
    jackpots = {**view["meters_cents"], **game.prizes(settings)}
    shown = [
        {
            "id": wager.id,
            "name": wager.name,
            "cents": jackpots[wager.id],
            "grows": wager.id in view["meters_cents"],
            "suit": suit(settings, wager.id),
            "awards": top(game, settings, wager.id),
        }
        for wager in game.document.wagers
        if wager.id in jackpots
    ]
    return page(
        request,
        "display.html",
        table=table,
        name=view["name"],
        game=game,
        jackpots=shown,
        notice=game.notice(settings),
    )


def suit(settings: Settings, wager: str) -> str:
    """The suit that is chosen for a jackpot's own awards, where it has one."""
    return next((settings.text(key) for key in (f"{wager}-suit", "suit") if key in settings), "")


def top(game: Game, settings: Settings, wager: str) -> list[tuple[str, str]]:
    """The first awards of a jackpot and what they take."""
    table = next((each for each in posted(game, settings) if each["wager"] == wager), None)
    return [] if table is None else [(row["label"], row["amount"]) for row in table["rows"][:TOP]]
