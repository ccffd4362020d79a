"""What a table is opened with: all of it told, as the room opens tables, by a houseway that writes such entries."""

from collections.abc import Iterator, Mapping
from typing import Any

from houseway.games import OWN
from houseway.games import game as find_game
from houseway.room.acts.opened import Opened
from houseway.room.allowed import setting_faults, table_faults
from houseway.room.opening import seats_of
from houseway.room.table.state import LiveTable
from houseway.version import __version__

STATED_SINCE = [0, 2, 0]
"""The first houseway whose entries are of the form that is judged here."""


def opened_faults(table: LiveTable, act: Opened) -> Iterator[str]:
    """What the room would have refused, or not have written, as it opened a table."""
    for _, what in (*setting_faults(table.game, act.settings), *table_faults(table.game, table.settings)):
        yield f"is opened with what the room refuses: {what}"
    if act.settings != table.settings.show():
        yield "is opened without saying all of its settings"
    if act.seats != (seats := seats_of(table.settings)):
        yield f"is opened with {act.seats} seats and not {seats}"
    if not _writes_so(act.engine):
        yield f"is of houseway {act.engine!r}, which writes no such entries"


def document_faults(table: LiveTable) -> Iterator[str]:
    """Besides its paytables, a table plays by the document that this houseway has of its game, word for word."""
    if table.engine != __version__ or table.game.id not in OWN:
        return
    shipped, own = find_game(table.game.id).document.content, table.game.document.content
    figures = shipped.get("figure", [])
    if _besides(own) != _besides(shipped) or any(each not in figures for each in own.get("figure", [])):
        yield f"plays by another document of {table.game.name} than this houseway has"


def _besides(content: Mapping[str, Any]) -> dict[str, Any]:
    """A document without its paytables and without which of them is in force; figures are those of paytables."""
    rest = {key: value for key, value in content.items() if key not in ("paytable", "figure")}
    chosen = [{**each, "default": ""} if each["id"].endswith("-paytable") else each for each in rest["setting"]]
    return rest | {"setting": chosen}


def unjudged(act: Opened) -> str:
    """Of bots that another version has opened a table with nothing is known, nor of those of a package."""
    if act.game not in OWN:
        return f"is of {act.game}, a game of somebody else's: how its bots answered is not judged"
    if act.engine == __version__ or not _writes_so(act.engine):
        return ""
    return f"was opened by houseway {act.engine}: how its bots answered is not judged by houseway {__version__}"


def _writes_so(engine: str) -> bool:
    """Whether a version is none from before this form of entry, and none from after who reads it."""
    try:
        return STATED_SINCE <= _parts(engine) <= _parts(__version__)
    except ValueError:
        return False


def _parts(version: str) -> list[int]:
    return [int(each) for each in version.split(".")]
