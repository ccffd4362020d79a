"""The display above a table: its meters, read from five metres; it needs no account and can do nothing."""

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from houseway.document.settings import Settings
from houseway.game import Game
from houseway.round.posted import suit_of
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
    tables = game.posted(settings)
    jackpots = {**view["meters_cents"], **game.prizes(settings)}
    shown = [
        {
            "id": wager.id,
            "name": wager.name,
            "cents": jackpots[wager.id],
            "grows": wager.id in view["meters_cents"],
            "suit": suit_of(tables[wager.id], settings) if wager.id in tables else "",
            "awards": [(row["label"], row["amount"]) for row in rows[:TOP]],
        }
        for wager in game.document.wagers
        if wager.id in jackpots
        for rows in [rows_of(game, settings, wager.id)]
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


def rows_of(game: Game, settings: Settings, wager: str) -> list[dict[str, Any]]:
    """The awards of a jackpot and what they take."""
    return next((list(each["rows"]) for each in posted(game, settings) if each["wager"] == wager), [])
